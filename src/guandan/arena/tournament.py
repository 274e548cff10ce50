"""Tournaments: which pairs are played, and playing them to the end or until a test is decided."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from itertools import combinations, islice
from typing import Any

import attrs

from guandan import ResultsError, SettingError
from guandan.arena.checks import check_gains
from guandan.arena.clock import now
from guandan.arena.crew import Crew
from guandan.arena.games import Task
from guandan.arena.journal import Journal, read_header
from guandan.arena.report import Report, RoundRobin, report_pairing, report_round_robin
from guandan.arena.results import PairResult
from guandan.arena.setting import Setting, clean_setting
from guandan.arena.sprt import Sprt, SprtState, Verdict
from guandan.bots import BotSpec
from guandan.errors import shown
from guandan.shuffle import clean_seed

__all__ = ["Progress", "Tournament", "compare", "round_robin"]

_MOST = 1_000_000
"""Processes, and pairs under way: more of either is a slip."""


@attrs.frozen
class Progress:
    """How far a tournament is, after each pair."""

    done: int
    """Pairs that are played, earlier runs included."""
    total: int
    """Pairs in all; with sequential stopping, at most."""
    elapsed: float
    """Seconds since this run began."""
    left: float
    """Seconds that the rest will take at the rate of this run."""


@attrs.frozen
class Tournament:
    """What is to be played, all of it: the header of a file of results.

    >>> tournament = Tournament(("easy", "random"), pairs=2, seed=7)
    >>> [task.pair for task in tournament.tasks()], str(tournament.setting)
    ([0, 1], 'single deals, random levels, 80 % with tribute')

    Raises:
        SettingError: a field that cannot be.
    """

    bots: tuple[str, ...]
    pairs: int
    """Pairs of games for each two bots."""
    seed: int
    setting: Setting = attrs.field(factory=Setting)
    sprt: Sprt | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.bots, tuple) or len(self.bots) < 2:
            raise SettingError(
                f"bots: expected a tuple of two texts or more, not {shown(self.bots)}",
                field="bots",
                value=self.bots,
            )
        for text in self.bots:
            BotSpec.parse(text)
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise SettingError(
                f"seed: expected a whole number, not {shown(self.seed)}",
                field="seed",
                value=self.seed,
            )
        clean_setting(self.setting)
        if self.sprt is not None and not isinstance(self.sprt, Sprt):
            raise SettingError(
                f"sprt: expected an Sprt, not {shown(self.sprt)}", field="sprt", value=self.sprt
            )
        if isinstance(self.pairs, bool) or not isinstance(self.pairs, int) or self.pairs < 1:
            raise SettingError(
                f"pairs: expected a whole number from 1 on, not {shown(self.pairs)}",
                field="pairs",
                value=self.pairs,
            )

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """The bots, read."""
        return tuple(BotSpec.parse(text) for text in self.bots)

    def tasks(self) -> Iterator[Task]:
        """Give all pairs in their order: the first pair of each two bots, then the second."""
        meetings = tuple(combinations(self.specs, 2))
        for pair in range(self.pairs):
            for meeting in meetings:
                yield Task(pair, meeting, self.seed, self.setting)

    @property
    def total(self) -> int:
        """The number of pairs in all."""
        return self.pairs * (len(self.bots) * (len(self.bots) - 1) // 2)

    def to_dict(self) -> dict[str, Any]:
        """Return what is to be played as plain JSON values."""
        return {
            "bots": list(self.bots),
            "pairs": self.pairs,
            "seed": self.seed,
            "setting": self.setting.to_dict(),
            "sprt": None if self.sprt is None else self.sprt.to_dict(),
        }


def compare(  # noqa: PLR0913  # by name, and all but the bots may be left out
    a: str,
    b: str,
    *,
    pairs: int = 1_000,
    seed: int | None = None,
    setting: Setting | None = None,
    sprt: Sprt | None = None,
    into: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    in_flight: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Report:
    """Let two bots play pairs of games against each other, and report on it.

    A pair is the same situation played twice, the second time with the teams swapped: the luck of
    the cards falls on both. Everything follows from the seed but the latencies.

    Args:
        a: the bot, as `BotSpec` reads it: a name, `module:Class` or `file.py:Class`, with settings.
        b: the other one; it may be the same.
        pairs: how many pairs at most.
        seed: None: drawn, or that of the file.
        setting: what is played; None: single deals, random levels, four in five with tribute.
        sprt: stop as soon as this test is decided.
        into: a file for the results as they come. If it is there, the run it holds goes on, also to
            more pairs than it was begun with.
        executor: where the pairs are played; None: a process pool, made and ended here.
        workers: how many processes that pool has; None: one for each processor.
        in_flight: how many pairs are under way at a time; None: four for each processor of this
            machine. An executor of many machines needs more.
        on_progress: called after each pair.

    Raises:
        UnknownBot: there is no such bot; BotNotLoaded: it cannot be made.
        SettingError: something that cannot be played.
        ResultsError: the file is damaged; OtherTournament: it holds another one, or more pairs;
            ResultsFileError: it cannot be read or written.

    >>> from guandan.arena import InProcessExecutor
    >>> report = compare("easy", "random", pairs=3, seed=7, executor=InProcessExecutor())
    >>> report.share.mean, report.errors
    (1.0, ())
    """
    _check_run(into, executor, workers, in_flight, on_progress)
    tournament = _tournament([a, b], pairs, seed, setting, sprt, into)
    results, restarts = _run(tournament, into, executor, workers, in_flight, on_progress)
    return report_pairing(tournament, results, restarts)


def round_robin(  # as compare
    bots: Sequence[str],
    *,
    pairs: int = 1_000,
    seed: int | None = None,
    setting: Setting | None = None,
    into: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    in_flight: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> RoundRobin:
    """Let each two of several bots play `pairs` pairs, on the same cards, and rate them all.

    The arguments are those of `compare`. The ratings need the extra `arena`; without it they are
    left out.

    >>> from guandan.arena import InProcessExecutor
    >>> field = round_robin(["easy", "random"], pairs=2, seed=7, executor=InProcessExecutor())
    >>> [(report.a, report.b, report.share.mean) for report in field.reports]
    [('easy', 'random', 1.0)]
    """
    _check_run(into, executor, workers, in_flight, on_progress)
    tournament = _tournament(bots, pairs, seed, setting, None, into)
    if len(set(tournament.bots)) < len(tournament.bots):
        raise SettingError(
            f"each bot once in a round robin, not {', '.join(tournament.bots)}",
            field="bots",
            value=tournament.bots,
        )
    results, restarts = _run(tournament, into, executor, workers, in_flight, on_progress)
    return report_round_robin(tournament, results, restarts)


def _check_run(
    into: object, executor: object, workers: object, in_flight: object, on_progress: object
) -> None:
    """Check how a tournament is to be run, before anything is read or played."""
    for name, number in (("workers", workers), ("in_flight", in_flight)):
        if number is None:
            continue
        whole = isinstance(number, int) and not isinstance(number, bool)
        if not (whole and 1 <= number <= _MOST):  # type: ignore[operator]  # it is a number there
            raise SettingError(
                f"{name}: expected a whole number from 1 to {_MOST:,}, not {shown(number)}",
                field=name,
                value=number,
            )
    for name, value, wanted, right in (
        ("into", into, "the path of a file", isinstance(into, str | os.PathLike)),
        (
            "executor",
            executor,
            "a concurrent.futures.Executor",
            callable(getattr(executor, "submit", None)),
        ),
        ("on_progress", on_progress, "a function of a Progress", callable(on_progress)),
    ):
        if value is not None and not right:
            raise SettingError(
                f"{name}: expected {wanted}, not {shown(value)}", field=name, value=value
            )


def _tournament(
    bots: Sequence[str],
    pairs: int,
    seed: int | None,
    setting: Setting | None,
    sprt: Sprt | None,
    into: str | os.PathLike[str] | None,
) -> Tournament:
    if seed is None and into is not None and (header := read_header(into)) is not None:
        seed = header.get("seed")
    # A text is a sequence as well: of bots with names of one letter.
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise SettingError(
            f"bots: expected a list of names, not {shown(bots)}", field="bots", value=bots
        )
    specs = [BotSpec.parse(text) for text in bots]
    if len(specs) < 2:
        raise SettingError("two bots at least", field="bots", value=tuple(bots))
    return Tournament(
        tuple(spec.text for spec in specs),
        pairs,
        clean_seed(seed),
        clean_setting(setting),
        sprt,
    )


def _run(
    tournament: Tournament,
    into: str | os.PathLike[str] | None,
    executor: Executor | None,
    workers: int | None,
    in_flight: int | None,
    on_progress: Callable[[Progress], object] | None,
) -> tuple[list[PairResult], int]:
    """Play what is left of the tournament; return all results, and how often a process died."""
    test = None if tournament.sprt is None else SprtState(tournament.sprt)
    results: list[PairResult] = []

    def decides(result: PairResult) -> bool:
        results.append(result)
        return test is not None and test.add(result.score) is not Verdict.OPEN

    with (
        Crew(executor, workers=workers, in_flight=in_flight) as crew,
        nullcontext() if into is None else Journal(into, tournament.to_dict()) as journal,
    ):
        done = () if journal is None else journal.done
        _check_done(tournament, done, into)
        if journal is not None and (any([*map(decides, done)]) or len(done) == tournament.total):
            journal.extend()
            return results, 0
        crew.probe(tournament.specs)
        if journal is not None:
            journal.extend()
        began = now()
        for result in crew.results(islice(tournament.tasks(), len(done), None)):
            if journal is not None:
                journal.add(result)
            decided = decides(result)
            if on_progress is not None:
                here, elapsed = len(results) - len(done), now() - began
                more = 0 if decided else tournament.total - len(results)
                on_progress(
                    Progress(len(results), tournament.total, elapsed, elapsed / here * more)
                )
            if decided:
                break
        return results, crew.restarts


def _check_done(
    tournament: Tournament, done: Sequence[PairResult], path: str | os.PathLike[str] | None
) -> None:
    """Check that the results of a file are those of the tournament's first pairs, in order."""
    tasks = tournament.tasks()
    for line, result in enumerate(done, 2):
        where = f"{path}, line {line}"
        task = next(tasks, None)
        if task is None or (task.pair, task.bots[0].text, task.bots[1].text) != (
            result.pair,
            result.a,
            result.b,
        ):
            raise ResultsError(
                f"{where} holds pair {result.pair} of {result.a} and {result.b}, which has no"
                " place there",
                where=where,
            )
        due = task.result(result.games)
        if (result.level, result.after) != (due.level, due.after):
            raise ResultsError(
                f"{where}: by the seed pair {result.pair} is played on level {due.level} after"
                f" {due.after}, not on level {result.level} after {result.after}",
                where=where,
            )
        try:
            check_gains(result, tournament.setting.game, tournament.setting.rules)
        except ValueError as error:
            raise ResultsError(
                f"{where} is not the result of a pair: {error}", where=where
            ) from error
