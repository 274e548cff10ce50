"""What a tournament came to: frozen values, as text for people and as JSON for machines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import attrs

from guandan import InputTypeError, MissingExtra
from guandan.arena.checks import largest_gain
from guandan.arena.clock import Latency
from guandan.arena.intervals import Interval, mean_interval
from guandan.arena.rating import Rating, bradley_terry
from guandan.arena.results import BotError, PairResult
from guandan.arena.setting import Setting
from guandan.arena.sprt import Sprt, SprtState, Verdict

if TYPE_CHECKING:
    from guandan.arena.tournament import Tournament

__all__ = [
    "BotReport",
    "Report",
    "RoundRobin",
    "SprtReport",
    "report_pairing",
    "report_round_robin",
]


@attrs.frozen
class BotReport:
    """One bot in a tournament: how much it won, how long it took, how often it failed."""

    bot: str
    games: int
    won: int
    errors: int
    latency: Latency

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as JSON values; latencies in seconds."""
        return {
            "bot": self.bot,
            "games": self.games,
            "won": self.won,
            "errors": self.errors,
            "latency": self.latency.summary(),
        }


@attrs.frozen
class SprtReport:
    """Where a sequential test ended."""

    test: Sprt
    llr: float
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """Return the test, its log-likelihood ratio and verdict as JSON values."""
        return {"test": self.test.to_dict(), "llr": self.llr, "verdict": str(self.verdict)}

    def __str__(self) -> str:
        said = {
            Verdict.H0: f"H0: the share is rather {self.test.p0:.3f}",
            Verdict.H1: f"H1: the share is rather {self.test.p1:.3f}",
            Verdict.OPEN: f"undecided between {self.test.p0:.3f} and {self.test.p1:.3f}",
        }
        return f"SPRT {said[self.verdict]} (log-likelihood ratio {self.llr:+.2f})"


@attrs.frozen
class Report:
    """Two bots against each other. Shares and gains are those of `a`."""

    bots: tuple[BotReport, BotReport]
    pairs: int
    """Pairs that were played."""
    seed: int
    setting: Setting
    share: Interval
    """The share of the games that `a` won, by pair."""
    gain: Interval
    """Levels a game: what deals were worth to `a`; in matches, how far `a` was ahead at the end."""
    errors: tuple[BotError, ...]
    sprt: SprtReport | None = None
    restarts: int = 0
    """How often, in the last run, a process died and was replaced."""

    @property
    def a(self) -> str:
        """The first bot."""
        return self.bots[0].bot

    @property
    def b(self) -> str:
        """The second bot."""
        return self.bots[1].bot

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain JSON values."""
        return {
            "a": self.a,
            "b": self.b,
            "pairs": self.pairs,
            "seed": self.seed,
            "setting": self.setting.to_dict(),
            "share": self.share.to_dict(),
            "gain": self.gain.to_dict(),
            "bots": [bot.to_dict() for bot in self.bots],
            "errors": [attrs.asdict(error) for error in self.errors],
            "sprt": None if self.sprt is None else self.sprt.to_dict(),
            "restarts": self.restarts,
        }

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def lines(self) -> Iterator[str]:
        """Give the report as lines of text."""
        yield f"{self.a} against {self.b}: {self.pairs:,} pairs, seed {self.seed}"
        yield str(self.setting)
        yield ""
        yield f"win share   {_percent(self.share)}"
        yield f"level gain  {_levels(self.gain)} a {self.setting.game}"
        if self.sprt is not None:
            yield str(self.sprt)
        yield ""
        yield from _table(self.bots)
        yield from _failures(self.errors, self.restarts)

    def __str__(self) -> str:
        return "\n".join(self.lines())


@attrs.frozen
class RoundRobin:
    """A field of bots, each against each."""

    bots: tuple[BotReport, ...]
    reports: tuple[Report, ...]
    """For each two bots, in the order of the field."""
    ratings: tuple[Rating, ...] | None
    """Bradley-Terry ratings; None without the extra `arena`, and until all bots have met."""
    restarts: int = 0
    """How often, in the last run, a process died and was replaced."""

    @property
    def errors(self) -> tuple[BotError, ...]:
        """All failures."""
        return tuple(error for report in self.reports for error in report.errors)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain JSON values."""
        return {
            "bots": [bot.to_dict() for bot in self.bots],
            "ratings": None
            if self.ratings is None
            else [rating.to_dict() for rating in self.ratings],
            "reports": [report.to_dict() for report in self.reports],
            "restarts": self.restarts,
        }

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def lines(self) -> Iterator[str]:
        """Give the report as lines of text, the strongest bots first."""
        first = self.reports[0]
        yield f"{len(self.bots)} bots, {first.pairs:,} pairs each two, seed {first.seed}"
        yield str(first.setting)
        yield ""
        if self.ratings is None:
            yield (
                'no ratings: pip install "guandan-rules[arena]"'
                if find_spec("choix") is None
                else "no ratings: not all bots have met yet"
            )
        else:
            width = max(len(rating.bot) for rating in self.ratings)
            for rating in sorted(self.ratings, key=lambda rating: -rating.rating):
                yield (
                    f"{rating.bot:<{width}}  {rating.rating:+7.0f}"
                    f"  [{rating.low:+.0f}, {rating.high:+.0f}]"
                )
        yield ""
        names = [f"{report.a} against {report.b}" for report in self.reports]
        width = max(map(len, names))
        for name, report in zip(names, self.reports, strict=True):
            yield f"{name:<{width}}  {_percent(report.share)}  {_levels(report.gain)}"
        yield ""
        yield from _table(self.bots)
        yield from _failures(self.errors, self.restarts)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def report_pairing(
    tournament: Tournament, results: Sequence[PairResult], restarts: int = 0
) -> Report:
    """Return the report on two bots; `results` are the pairs that they played, at least one."""
    setting = tournament.setting
    most = largest_gain(setting.game, setting.rules)
    share = mean_interval([result.score for result in results], 0, 1)
    gain = mean_interval([result.gain for result in results], -most, most)
    assert share is not None
    assert gain is not None
    sprt = None
    if tournament.sprt is not None:
        state = SprtState(tournament.sprt)
        for result in results:
            state.add(result.score)
        sprt = SprtReport(state.test, state.llr, state.verdict)
    return Report(
        (_bot_report(results, 0), _bot_report(results, 1)),
        len(results),
        tournament.seed,
        setting,
        share,
        gain,
        tuple(error for result in results for error in result.errors),
        sprt,
        restarts,
    )


def report_round_robin(
    tournament: Tournament, results: Sequence[PairResult], restarts: int = 0
) -> RoundRobin:
    """Return the report on a field of bots."""
    meetings: dict[tuple[str, str], list[PairResult]] = {}
    for result in results:
        meetings.setdefault((result.a, result.b), []).append(result)
    reports = tuple(report_pairing(tournament, met) for met in meetings.values())
    bots = []
    for name in tournament.bots:
        mine = [bot for report in reports for bot in report.bots if bot.bot == name]
        bots.append(
            BotReport(
                name,
                sum(bot.games for bot in mine),
                sum(bot.won for bot in mine),
                sum(bot.errors for bot in mine),
                sum((bot.latency for bot in mine), Latency()),
            )
        )
    try:
        ratings = bradley_terry(
            tournament.bots, [(result.a, result.b, result.score) for result in results]
        )
    except (MissingExtra, InputTypeError):  # the latter while not all have met
        ratings = None
    return RoundRobin(tuple(bots), reports, ratings, restarts)


def _bot_report(results: Sequence[PairResult], side: int) -> BotReport:
    """Return the report on A (side 0) or B (side 1) of a pairing."""
    games = [game for result in results for game in result.games]
    failed = [game.error for game in games if game.error is not None and game.won == bool(side)]
    return BotReport(
        (results[0].a, results[0].b)[side],
        len(games),
        sum(game.won != bool(side) for game in games),
        len(failed),
        sum((game.latency[side] for game in games), Latency()),
    )


def _percent(share: Interval) -> str:
    return f"{100 * share.mean:5.1f} %  [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def _levels(gain: Interval) -> str:
    return f"{gain.mean:+.2f}  [{gain.low:+.2f}, {gain.high:+.2f}]"


def _table(bots: Sequence[BotReport]) -> Iterator[str]:
    width = max(3, *(len(bot.bot) for bot in bots))
    heads = ("won", "errors", "decisions", "mean ms", "p50", "p95", "p99", "max")
    yield f"{'bot':<{width}}" + "".join(f"  {head:>9}" for head in heads)
    for bot in bots:
        times = bot.latency.summary()
        cells = [f"{bot.won:,}", f"{bot.errors:,}", f"{bot.latency.count:,}"]
        cells += [f"{1_000 * times[name]:.2f}" for name in ("mean", "p50", "p95", "p99", "max")]
        yield f"{bot.bot:<{width}}" + "".join(f"  {cell:>9}" for cell in cells)


def _failures(errors: Sequence[BotError], restarts: int) -> Iterator[str]:
    kinds: dict[tuple[str, str], list[str]] = {}
    for error in errors:
        kinds.setdefault((error.bot, error.kind), []).append(error.message)
    if kinds:
        yield ""
        yield "each error lost its bot the game; of each kind, the first:"
    for (bot, kind), messages in kinds.items():
        yield f"{len(messages):,} x {bot}: {kind}: {' '.join(messages[0].split())[:200]}"
    if restarts:
        yield ""
        yield f"processes that died and were replaced: {restarts}; their pairs were played again"
