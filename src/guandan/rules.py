"""The variants of the game: one frozen value whose fields are RULES 12, and named presets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import attrs

from guandan import _kernel as kernel
from guandan.cards import LevelLike, Rank, clean_level
from guandan.errors import NotationError, RulesError, shown
from guandan.seats import Seat

__all__ = ["PRESETS", "Rules", "RulesLike", "clean_rules"]


def _one_of(*allowed: object) -> Any:
    def check(_rules: Rules, field: attrs.Attribute[object], value: object) -> None:
        # 1 == True and 0 == False in Python, so the type has to match as well.
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            choices = ", ".join(str(choice) for choice in allowed)
            raise RulesError(
                f"{field.name} is one of {choices}, not {shown(value)}",
                field=field.name,
                value=value,
            )

    return check


def _level(name: str, value: LevelLike) -> Rank:
    try:
        return clean_level(value)
    except NotationError as error:
        raise RulesError(
            f"{name} is a rank from 2 to A, not {shown(value)}", field=name, value=value
        ) from error


def _start_level(value: LevelLike) -> Rank:
    return _level("start_level", value)


def _return_max(value: LevelLike | None) -> Rank | None:
    return None if value is None else _level("return_max", value)


def _count(_rules: Rules, field: attrs.Attribute[int], value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 27:
        raise RulesError(
            f"{field.name} is a number of cards from 0 (never) to 27, not {shown(value)}",
            field=field.name,
            value=value,
        )


@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class Rules:
    """The rules a match is played by; the defaults are the competition rules as far as known.

    Every field and its values are described in RULES 12 and on the page "Rules" of the manual.

    >>> Rules(ace_fail="njupt").to_dict()
    {'ace_fail': 'njupt'}
    >>> Rules.preset("pagat").double_win_levels
    4

    Raises:
        RulesError: a value that the field does not have; `field` names it.
    """

    start_level: Rank = attrs.field(default=Rank.TWO, converter=_start_level)
    match_format: Literal["full", "deal"] = attrs.field(
        default="full", validator=_one_of("full", "deal")
    )
    joker_pair_in_full_house: bool = attrs.field(default=True, validator=_one_of(True, False))
    wild_pair_in_full_house: Literal["any", "level_only"] = attrs.field(
        default="any", validator=_one_of("any", "level_only")
    )
    straight_flush_as_straight: bool = attrs.field(default=False, validator=_one_of(False, True))
    wild_straight: Literal["any_suit", "flush_only", "mixed_cards"] = attrs.field(
        default="any_suit", validator=_one_of("any_suit", "flush_only", "mixed_cards")
    )
    straight_flush_above: Literal["five", "all"] = attrs.field(
        default="five", validator=_one_of("five", "all")
    )
    lead_after_out: Literal["partner", "next_player"] = attrs.field(
        default="partner", validator=_one_of("partner", "next_player")
    )
    double_win_levels: Literal[3, 4] = attrs.field(default=3, validator=_one_of(3, 4))
    level_up: Literal["any_winner", "host_only"] = attrs.field(
        default="any_winner", validator=_one_of("any_winner", "host_only")
    )
    ace_pass_needs: Literal["partner_not_last", "any_win", "double_win"] = attrs.field(
        default="partner_not_last", validator=_one_of("partner_not_last", "any_win", "double_win")
    )
    ace_pass_in: Literal["own_deal", "any_deal"] = attrs.field(
        default="own_deal", validator=_one_of("own_deal", "any_deal")
    )
    both_at_ace: Literal["host_only", "either"] = attrs.field(
        default="host_only", validator=_one_of("host_only", "either")
    )
    ace_fail: Literal["unlimited", "to_two_after_three", "njupt"] = attrs.field(
        default="unlimited", validator=_one_of("unlimited", "to_two_after_three", "njupt")
    )
    tribute: bool = attrs.field(default=True, validator=_one_of(True, False))
    resist: bool = attrs.field(default=True, validator=_one_of(True, False))
    wild_tribute: Literal["never", "optional"] = attrs.field(
        default="never", validator=_one_of("never", "optional")
    )
    double_tribute: Literal["by_rank", "by_seat"] = attrs.field(
        default="by_rank", validator=_one_of("by_rank", "by_seat")
    )
    equal_tribute: Literal["next_seat", "random"] = attrs.field(
        default="next_seat", validator=_one_of("next_seat", "random")
    )
    equal_tribute_lead: Literal["payer_to_first", "first", "higher_seat"] = attrs.field(
        default="payer_to_first", validator=_one_of("payer_to_first", "first", "higher_seat")
    )
    return_max: Rank | None = attrs.field(default=Rank.TEN, converter=_return_max)
    return_by: Literal["level_order", "face"] = attrs.field(
        default="level_order", validator=_one_of("level_order", "face")
    )
    first_lead: Literal["random", "turned_card"] | Seat = attrs.field(
        default="random", validator=_one_of("random", "turned_card", 0, 1, 2, 3)
    )
    report_at: int = attrs.field(default=10, validator=_count)

    kernel_options: int = attrs.field(init=False, repr=False, eq=False)
    """The options that change what a play is, as the kernel's bits."""

    @kernel_options.default  # pyright: ignore[reportAttributeAccessIssue]  # an attrs idiom
    def _pack_options(self) -> int:
        return (
            kernel.JOKER_PAIR * (self.joker_pair_in_full_house is True)
            | kernel.LEVEL_PAIR_ONLY * (self.wild_pair_in_full_house == "level_only")
            | kernel.FLUSH_IS_STRAIGHT * (self.straight_flush_as_straight is True)
            | kernel.WILD_FLUSH_ONLY * (self.wild_straight == "flush_only")
            | kernel.MIXED_CARDS * (self.wild_straight == "mixed_cards")
            | kernel.FLUSH_ABOVE_ALL * (self.straight_flush_above == "all")
            | kernel.NEXT_PLAYER_LEADS * (self.lead_after_out == "next_player")
        )

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return the preset of this name: one of `PRESETS`.

        Raises:
            RulesError: no preset has that name.
        """
        fields = PRESETS.get(name) if isinstance(name, str) else None
        if fields is None:
            raise RulesError(
                f"no preset {shown(name)}: there are {', '.join(PRESETS)}",
                field="preset",
                value=name,
            )
        return cls(**fields)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that differ from the defaults, as plain JSON values."""
        return {
            field.name: _plain(getattr(self, field.name))
            for field in _FIELDS
            if getattr(self, field.name) != field.default
        }

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Rules:
        """Return the rules with these non-default fields.

        Raises:
            RulesError: an unknown field or value.

        >>> Rules.from_dict({"start_level": "T"}) == Rules(start_level="10")
        True
        """
        if not isinstance(fields, Mapping):
            raise RulesError(
                f"rules are a mapping of field names to values, not {shown(fields)}",
                field="",
                value=fields,
            )
        known = {field.name for field in _FIELDS}
        for name in fields:
            if name not in known:
                raise RulesError(
                    f"no rules field {shown(name)}: there are {', '.join(sorted(known))}",
                    field=name if isinstance(name, str) else shown(name),
                    value=fields[name],
                )
        return cls(**fields)

    def replace(self, **fields: Any) -> Rules:
        """Return these rules with some fields changed.

        >>> Rules().replace(resist=False).to_dict()
        {'resist': False}
        """
        return Rules.from_dict(self.to_dict() | fields)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={field!r}" for name, field in self.to_dict().items())
        return f"Rules({fields})"


_FIELDS: Final = tuple(field for field in attrs.fields(Rules) if field.init)


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Rank) else value


_PRESETS: Final[dict[str, dict[str, Any]]] = {
    "tournament": {},
    "community": {"level_up": "host_only", "wild_tribute": "optional"},
    "house": {"ace_fail": "to_two_after_three"},
    "plain_jokers": {"joker_pair_in_full_house": False, "both_at_ace": "either"},
    "tabletop": {
        "ace_fail": "to_two_after_three",
        "equal_tribute_lead": "first",
        "first_lead": "turned_card",
    },
    "pagat": {
        "double_win_levels": 4,
        "ace_fail": "to_two_after_three",
        "return_max": None,
    },
    "njupt": {
        "wild_pair_in_full_house": "level_only",
        "wild_straight": "mixed_cards",
        "ace_fail": "njupt",
        "double_tribute": "by_seat",
        "equal_tribute_lead": "higher_seat",
    },
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {name: MappingProxyType(fields) for name, fields in _PRESETS.items()}
)
"""The fields of each preset that differ from the defaults (RULES 12)."""

RulesLike: TypeAlias = "Rules | str"
"""Rules, or the name of a preset."""


def clean_rules(rules: RulesLike | None) -> Rules:
    """Return `rules`; a preset's name gives the preset, `None` the defaults.

    >>> clean_rules("house").ace_fail
    'to_two_after_three'
    """
    if rules is None:
        return DEFAULT
    if isinstance(rules, Rules):
        return rules
    return Rules.preset(rules)


DEFAULT: Final = Rules()
"""The default rules, made once."""
