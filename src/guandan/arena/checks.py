"""Whether the result of a pair, as it stands in a file, can be one: every field, and together.

Each function raises `ValueError` with the place in the result and what is wrong there; who reads
the file adds which file and line that was.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NoReturn

from guandan import LEVELS, SEATS, Phase, Rules, team_of
from guandan.errors import shown

if TYPE_CHECKING:
    from guandan.arena.clock import Latency
    from guandan.arena.results import BotError, Game, PairResult

__all__ = ["check_gains", "check_pair", "largest_gain"]

_MOST: Final = 10**9
"""Decisions, deals or seconds: nobody has played so many, or waited so long."""

_STEPS: Final = 8
"""Buckets of latencies to a doubling, as in `guandan.arena.clock`."""

_ROUNDED: Final = 1e-6
"""Seconds by which sums of rounded latencies may be off."""

_PHASES: Final = ("making", *map(str, (Phase.TRIBUTE, Phase.RETURN, Phase.PLAY)))


def check_pair(result: PairResult) -> None:
    """Check what can be seen without knowing the tournament."""
    if result.pair < 0:
        _refuse("pair", f"expected a number from 0 on, not {shown(result.pair)}")
    if result.after is not None and sorted(result.after) != list(SEATS):
        _refuse("after", f"expected each of the seats 0 to 3 once, not {shown(result.after)}")
    for number, game in enumerate(result.games):
        where = f"games[{number}]"
        if game.a_team != number:
            _refuse(
                f"{where}.a_team", f"A plays team {number} in this game, not {shown(game.a_team)}"
            )
        if not 1 <= game.deals <= _MOST:
            _refuse(f"{where}.deals", f"expected 1 or more, not {shown(game.deals)}")
        if (game.gain < 0) if game.won else (game.gain > 0):
            said = "won" if game.won else "lost"
            _refuse(f"{where}.gain", f"{shown(game.gain)} levels for A, who {said}")
        if game.error is not None:
            _check_error(game, game.error, (result.a, result.b), f"{where}.error")
        for side, latency in enumerate(game.latency):
            _check_latency(latency, f"{where}.latency[{side}]")


def check_gains(result: PairResult, game: str, rules: Rules) -> None:
    """Check what the games of a pair are worth, where `game` ("deal" or "match") is played."""
    most = largest_gain(game, rules)
    for number, played in enumerate(result.games):
        where = f"games[{number}]"
        if abs(played.gain) > most or (game == "deal" and played.gain == 0):
            _refuse(
                f"{where}.gain",
                f"a {game} is worth {'0' if game == 'match' else '1'} to {most} levels, not"
                f" {shown(played.gain)}",
            )
        if game == "deal" and played.deals != 1:
            _refuse(f"{where}.deals", f"a single deal is played, not {shown(played.deals)}")


def largest_gain(game: str, rules: Rules) -> int:
    """Return the most levels that a game can be worth.

    >>> largest_gain("deal", Rules()), largest_gain("match", Rules())
    (3, 12)
    """
    return max(3, rules.double_win_levels) if game == "deal" else len(LEVELS) - 1


def _check_error(game: Game, error: BotError, bots: tuple[str, str], where: str) -> None:
    if error.seat not in SEATS:
        _refuse(f"{where}.seat", f"there is no seat {shown(error.seat)}: seats are 0 to 3")
    side = team_of(error.seat) ^ game.a_team
    if error.bot != bots[side]:
        _refuse(
            f"{where}.bot", f"{shown(bots[side])} played seat {error.seat}, not {shown(error.bot)}"
        )
    if game.won != bool(side):
        _refuse(
            where, f"{shown(error.bot)} failed, and by that lost the game, which it has won here"
        )
    if error.phase not in _PHASES:
        _refuse(f"{where}.phase", f"expected one of {', '.join(_PHASES)}, not {shown(error.phase)}")
    if not error.kind:
        _refuse(f"{where}.kind", "the name of an error is missing")


def _check_latency(latency: Latency, where: str) -> None:
    if not 0 <= latency.count <= _MOST:
        _refuse(f"{where}.count", f"no number of decisions: {shown(latency.count)}")
    for name in ("total", "longest"):
        seconds = getattr(latency, name)
        # Not a number is in no range.
        if not 0 <= seconds <= _MOST:
            _refuse(f"{where}.{name}", f"no number of seconds: {shown(seconds)}")
    if latency.longest > latency.total + _ROUNDED:
        _refuse(where, f"the longest took {latency.longest} s, and all {latency.total} s")
    if latency.total > latency.count * (latency.longest + _ROUNDED):
        _refuse(
            where, f"{shown(latency.count)} decisions of {latency.longest} s at most took no longer"
        )
    _check_buckets(latency, f"{where}.buckets")


def _check_buckets(latency: Latency, where: str) -> None:
    numbers = [bucket for bucket, _ in latency.buckets]
    if len(set(numbers)) != len(numbers):
        _refuse(where, "a bucket stands there twice")
    if any(count < 1 for _, count in latency.buckets):
        _refuse(where, "a bucket counts one decision at least")
    counted = sum(count for _, count in latency.buckets)
    if counted != latency.count:
        _refuse(where, f"they count {shown(counted)} decisions, not {shown(latency.count)}")
    if numbers:
        # The longest decision is in the last bucket, or beside it if it was rounded.
        last = math.floor(_STEPS * math.log2(max(latency.longest * 1e6, 1.0)))
        if min(numbers) < 0 or abs(max(numbers) - last) > 1:
            _refuse(where, f"they go from 0 to {last}, as the longest took {latency.longest} s")


def _refuse(where: str, why: str) -> NoReturn:
    raise ValueError(f"{where}: {why}")
