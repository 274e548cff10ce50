"""What is played in a tournament: single deals or matches, and the situation of each pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from guandan import LEVELS, SEATS, Hand, LevelLike, Rank, Rules, Seat, SettingError
from guandan.cards import clean_level
from guandan.errors import shown
from guandan.rules import clean_rules
from guandan.shuffle import deal_hands, generator, pick, shuffled

__all__ = ["Setting", "Situation", "clean_setting", "number"]


def _level(value: LevelLike | None) -> Rank | None:
    return None if value is None else clean_level(value)


def _game(_: Setting, __: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, str) or value not in ("deal", "match"):
        raise SettingError(
            f"game: there are 'deal' and 'match', not {shown(value)}", field="game", value=value
        )


def _share(_: Setting, __: attrs.Attribute[float], value: object) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and 0 <= value <= 1):  # type: ignore[operator]  # it is a number there
        raise SettingError(
            f"tribute: a share of the deals from 0 to 1, not {shown(value)}",
            field="tribute",
            value=value,
        )


@attrs.frozen
class Setting:
    """What the bots play.

    The default is what bots are compared by: single deals on random levels, four in five of them
    as if after another deal, so with tribute. In a match levels and tribute come by themselves.

    >>> Setting(level="T").to_dict()
    {'game': 'deal', 'level': 'T', 'tribute': 0.8, 'rules': {}}

    Raises:
        SettingError: a value that cannot be; `field` names it.
        NotationError: the level is none.
        RulesError: there is no such preset.
    """

    game: Literal["deal", "match"] = attrs.field(default="deal", validator=_game)
    level: Rank | None = attrs.field(default=None, converter=_level)
    """The level of all deals; None: each pair has a random one."""
    tribute: float = attrs.field(default=0.8, validator=_share)
    """The share of the deals that follow on another deal's finish, each finish as likely."""
    rules: Rules = attrs.field(default=None, converter=clean_rules)

    def __attrs_post_init__(self) -> None:
        if self.game == "match" and self.level is not None:
            raise SettingError(
                f"level: in matches levels come by play, so not {self.level}; rules.start_level"
                " is the first",
                field="level",
                value=self.level,
            )

    def situation(self, seed: int, pair: int) -> Situation:
        """Return what a pair is about; it follows from the seed and the pair's number only.

        >>> here = Setting().situation(seed=7, pair=0)
        >>> here == Setting().situation(seed=7, pair=0)
        True
        """
        level, finish = self.opening(seed, pair)
        return Situation(
            level,
            finish,
            deal_hands(generator(seed, "arena hands", pair)),
            number(seed, "arena draws", pair),
        )

    def opening(self, seed: int, pair: int) -> tuple[Rank, tuple[Seat, ...] | None]:
        """Return a pair's level, and the finish of the deal before if it follows on one.

        >>> Setting().opening(seed=7, pair=0)
        (<Rank.ACE: 'A'>, (2, 3, 0, 1))
        """
        # A stream for each thing: another level or share of tribute leaves the cards as they are.
        level = pick(LEVELS, generator(seed, "arena level", pair))
        after = generator(seed, "arena finish", pair)
        finish = tuple(shuffled(SEATS, after)) if after.random() < self.tribute else None
        return level if self.level is None else self.level, finish

    def to_dict(self) -> dict[str, Any]:
        """Return the setting as plain JSON values."""
        return {
            "game": self.game,
            "level": None if self.level is None else str(self.level),
            "tribute": self.tribute,
            "rules": self.rules.to_dict(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Setting:
        """Return the setting of `to_dict`.

        Raises:
            SettingError: not these four fields, or a value that cannot be.
            RulesError, NotationError: as the setting itself.
        """
        names = [field.name for field in attrs.fields(cls)]
        if not isinstance(values, Mapping) or set(values) != set(names):
            raise SettingError(
                f"setting: expected the fields {', '.join(names)}, not {shown(values)}",
                field="setting",
                value=values,
            )
        return cls(
            game=values["game"],
            level=values["level"],
            tribute=values["tribute"],
            rules=Rules.from_dict(values["rules"]),
        )

    def __str__(self) -> str:
        if self.game == "match":
            return "matches"
        level = "random levels" if self.level is None else f"level {self.level}"
        return f"single deals, {level}, {100 * self.tribute:g} % with tribute"


@attrs.frozen
class Situation:
    """What both games of a pair begin with, so that only the bots change places."""

    level: Rank
    finish: tuple[Seat, ...] | None
    """The finish of the deal before, which tribute follows from; None: a first deal."""
    hands: tuple[Hand, Hand, Hand, Hand]
    draws: int
    """The seed of what is drawn by lot; of the whole match where matches are played."""


def number(seed: int, *stream: object) -> int:
    """Return a whole number that follows from the seed and the stream's names: another seed."""
    rng = generator(seed, *stream)
    return int(rng.random() * 2**32) << 32 | int(rng.random() * 2**32)


def clean_setting(setting: Setting | None) -> Setting:
    """Return the setting; the default for None.

    Raises:
        SettingError: it is not a `Setting`.
    """
    if setting is None:
        return Setting()
    if not isinstance(setting, Setting):
        raise SettingError(
            f"setting: expected a Setting, not {shown(setting)}", field="setting", value=setting
        )
    return setting
