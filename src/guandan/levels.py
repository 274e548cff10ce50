"""Levels: what a finished deal does to the match, and who wins it (RULES 2, 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from guandan.cards import LEVELS, LevelLike, Rank, clean_level
from guandan.errors import InputTypeError, MatchIsOver, StandingError, shown
from guandan.finish import clean_finish, partner_place
from guandan.rules import Rules, RulesLike, clean_rules
from guandan.seats import Seat, Team, team_of

__all__ = ["Standing", "clean_standing", "promote"]

_FAILURES_ALLOWED: Final = {"unlimited": None, "to_two_after_three": 2, "njupt": 3}
"""By `Rules.ace_fail`: the failed attempts a team may have and stay on the ace."""


def _levels(value: Sequence[LevelLike]) -> tuple[Rank, Rank]:
    wanted = "the levels of teams 0 and 1, such as ('2', 'T')"
    try:
        first, second = _pair(value)
        return clean_level(first), clean_level(second)
    except ValueError as error:
        raise _bad("levels", wanted, value) from error


def _failures(value: Sequence[int]) -> tuple[int, int]:
    wanted = "the failed attempts of teams 0 and 1, such as (0, 1)"
    try:
        first, second = _pair(value)
    except ValueError as error:
        raise _bad("ace_failures", wanted, value) from error
    if not (_is_count(first) and _is_count(second)):
        raise _bad("ace_failures", wanted, value)
    return first, second


def _pair(value: object) -> tuple[Any, Any]:
    # Not a text: "10" would be read as the levels 1 and 0.
    if isinstance(value, list | tuple) and len(value) == 2:
        return value[0], value[1]
    raise ValueError("not a pair")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000


def _team_or_none(_: Standing, field: attrs.Attribute[Team | None], value: object) -> None:
    if value is not None and not (_is_count(value) and value in {0, 1}):
        raise _bad(field.name, "team 0, team 1 or None", value)


def _bad(field: str, wanted: str, value: object) -> StandingError:
    return StandingError(
        f"{field}: expected {wanted}, not {shown(value)}", field=field, value=value
    )


@attrs.frozen
class Standing:
    """Where a match stands between two deals: levels, host, attempts on the ace, the winner.

    Before the first deal there is no host, and both teams are on the start level. The team that
    has won the match is also its last host.

    >>> standing = Standing(("9", "A"), host=0)
    >>> standing.level, standing.winner
    (<Rank.NINE: '9'>, None)

    Raises:
        StandingError: a value that the field cannot have, or no host though the levels differ;
            `field` names it.
    """

    levels: tuple[Rank, Rank] = attrs.field(converter=_levels)
    """The levels of teams 0 and 1."""
    host: Team | None = attrs.field(validator=_team_or_none)
    """The team whose level the next deal is played on; None before the first deal."""
    ace_failures: tuple[int, int] = attrs.field(default=(0, 0), converter=_failures)
    """The failed attempts on the ace of teams 0 and 1 since their last demotion (RULES 9)."""
    winner: Team | None = attrs.field(default=None, validator=_team_or_none)
    """The team that has won the match; None while it goes on."""

    def __attrs_post_init__(self) -> None:
        # Only the first deal has no host, and its level must not depend on the team one asks about.
        if self.host is None and self.levels[0] is not self.levels[1]:
            raise _bad("host", "team 0 or 1, since the levels differ", None)
        if self.winner is not None and self.host != self.winner:
            raise _bad("host", f"team {self.winner}, which has won the match", self.host)

    @classmethod
    def start(cls, rules: RulesLike | None = None) -> Standing:
        """Return the standing before the first deal: both teams on the start level, no host.

        >>> Standing.start().level, Standing.start(Rules(start_level="T")).level
        (<Rank.TWO: '2'>, <Rank.TEN: 'T'>)
        """
        level = clean_rules(rules).start_level
        return cls((level, level), None)

    @property
    def level(self) -> Rank:
        """The level of the next deal: the host's, or the start level before the first deal."""
        return self.levels[0 if self.host is None else self.host]


def clean_standing(standing: object) -> Standing:
    """Return the standing.

    Raises:
        InputTypeError: it is not a `Standing`.
    """
    if not isinstance(standing, Standing):
        raise InputTypeError(
            f"expected a Standing, such as Standing.start() or match.standing, not"
            f" {shown(standing)}",
            text=shown(standing),
            position=0,
        )
    return standing


def promote(standing: Standing, finish: Sequence[Seat], rules: RulesLike | None = None) -> Standing:
    """Return the standing after a deal with this finish (RULES 8 and 9).

    The first finisher's team rises, hosts next, and may have won the match. When it has, the
    others' failed attempt is still counted, but nobody is sent back to 2 any more.

    Raises:
        InputTypeError: `standing` is no `Standing`.
        FinishError: no deal can end so.
        MatchIsOver: the match has a winner already.

    >>> first = promote(Standing.start(), [0, 2])
    >>> first.levels, first.host
    ((<Rank.FIVE: '5'>, <Rank.TWO: '2'>), 0)
    >>> promote(Standing(("A", "7"), host=0), [0, 1, 2, 3]).winner
    0
    >>> promote(Standing(("A", "7"), host=0), [0, 1, 3, 2]).ace_failures
    (1, 0)
    """
    if clean_standing(standing).winner is not None:
        raise MatchIsOver(
            f"team {standing.winner} has won the match: no further deal counts",
            winner=standing.winner,
        )
    cleaned = clean_rules(rules)
    order = clean_finish(finish)
    place = partner_place(order)
    winners = team_of(order[0])
    host = standing.host
    # Under host_only a guest win only takes the host's place. The first deal has no guests.
    rises = cleaned.level_up == "any_winner" or host in {None, winners}

    levels = list(standing.levels)
    if rises:
        gain = {2: cleaned.double_win_levels, 3: 2, 4: 1}[place]
        levels[winners] = LEVELS[min(levels[winners].index + gain, Rank.ACE.index)]

    won = cleaned.match_format == "deal" or (
        rises and _passes_ace(standing, winners, place, cleaned)
    )
    failures = list(standing.ace_failures)
    # NJUPT counts no lost deals, only wins with the partner last.
    counts = cleaned.ace_fail != "njupt" or (winners == host and place == 4)
    passed = won and winners == host
    if host is not None and standing.level is Rank.ACE and counts and not passed:
        failures[host] += 1
        limit = _FAILURES_ALLOWED[cleaned.ace_fail]
        if not won and limit is not None and failures[host] > limit:
            levels[host] = Rank.TWO
            failures[host] = 0

    return Standing(levels, winners, failures, winners if won else None)


def _passes_ace(standing: Standing, winners: Team, place: int, rules: Rules) -> bool:
    """Return whether the winners of a deal have won the match with it (RULES 9)."""
    if standing.levels[winners] is not Rank.ACE:
        return False
    last_good_place = {"double_win": 2, "partner_not_last": 3, "any_win": 4}[rules.ace_pass_needs]
    if place > last_good_place:
        return False
    if standing.host == winners or rules.ace_pass_in == "any_deal":
        return True
    return rules.both_at_ace == "either" and standing.levels == (Rank.ACE, Rank.ACE)
