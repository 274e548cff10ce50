"""The command `guandan arena`: its options, its progress bar and its output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from guandan import PRESETS, Rules, SettingError
from guandan.arena.crew import InProcessExecutor
from guandan.arena.report import Report, RoundRobin
from guandan.arena.setting import Setting
from guandan.arena.sprt import Sprt, share_of_elo
from guandan.arena.tournament import Progress, compare, round_robin
from guandan.bots import BOTS

__all__ = ["NOTES", "add_arguments", "run"]

NOTES: Final = """\
a bot is a name, module:Class or path/to/file.py:Class, with settings if it
takes any: 'my_bot:MyBot?depth=3'. Two bots are compared; of more, each plays
each, and all are rated (with the extra "arena").

a pair is two games from the same situation, the second with the teams swapped;
everything but the latencies follows from the seed. With --into a run that was
stopped goes on where it was when the same command is given again; with more
--pairs, a run goes on to that number. A bot that fails loses that game; then
the exit code is 1.
"""

_OK: Final = 0
_BOT_FAILED: Final = 1

_EVERY: Final = 0.05
"""The share of the pairs after which a line tells how far it is, where there is no bar."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help=f"two or more; by name: {', '.join(BOTS)}"
    )
    parser.add_argument(
        "--pairs", type=_count, default=1_000, help="pairs for each two bots (default: 1000)"
    )
    parser.add_argument(
        "--seed", type=_whole, help="a whole number (default: that of the file, else drawn)"
    )
    parser.add_argument(
        "--game", choices=("deal", "match"), default="deal", help="what is played (default: deal)"
    )
    parser.add_argument(
        "--level", help="the level of all deals (default: a random one for each pair)"
    )
    parser.add_argument(
        "--tribute",
        type=_number,
        metavar="SHARE",
        help="the share of the deals that follow on another one, with tribute (default: 0.8)",
    )
    parser.add_argument(
        "--rules",
        default="tournament",
        metavar="PRESET",
        help=f"of {', '.join(PRESETS)} (default: tournament)",
    )
    tests = parser.add_mutually_exclusive_group()
    tests.add_argument(
        "--sprt",
        type=_two_numbers,
        metavar="P0,P1",
        help="stop as soon as it is clear whether the first bot's win share is rather P0 or P1",
    )
    tests.add_argument(
        "--sprt-elo", type=_two_numbers, metavar="ELO0,ELO1", help="the same with Elo differences"
    )
    parser.add_argument(
        "--alpha", type=_number, help="the test's chance to take P0 for P1 (default: 0.05)"
    )
    parser.add_argument(
        "--beta", type=_number, help="the test's chance to take P1 for P0 (default: 0.05)"
    )
    parser.add_argument(
        "--into", type=Path, metavar="FILE", help="save each result in this file, or go on with it"
    )
    parser.add_argument(
        "--workers",
        type=_count_or_none,
        help="processes (default: one for each processor); 0: this one, for a debugger",
    )
    parser.add_argument("--no-progress", action="store_true", help="no progress bar")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(options: argparse.Namespace) -> int:
    """Play the tournament that the options describe and print its report; return the exit code."""
    if options.game == "match":
        _leave_out(options, "level", "tribute", why="in matches levels and tribute come by play")
    setting = Setting(
        game=options.game,
        level=options.level,
        tribute=Setting().tribute if options.tribute is None else options.tribute,
        rules=Rules.preset(options.rules),
    )
    sprt = _sprt(options)
    if sprt is not None and len(options.bots) != 2:
        raise SettingError("--sprt compares two bots", field="sprt", value=len(options.bots))
    last: list[Progress] = []
    with _progress(quiet=options.no_progress) as show:

        def on_progress(progress: Progress) -> None:
            last[:] = [progress]
            show(progress)

        common: dict[str, Any] = {
            "pairs": options.pairs,
            "seed": options.seed,
            "setting": setting,
            "into": options.into,
            "executor": InProcessExecutor() if options.workers == 0 else None,
            "workers": options.workers or None,
            "on_progress": on_progress,
        }
        report: Report | RoundRobin | None = None
        with suppress(KeyboardInterrupt):
            if len(options.bots) == 2:
                report = compare(*options.bots, sprt=sprt, **common)
            else:
                report = round_robin(options.bots, **common)
    # Outside of the progress bar, which takes its last line with it.
    if report is None:
        _tell(_stopped(last[0] if last else None, options.into))
        raise KeyboardInterrupt
    print(report.to_json() if options.json else report)
    return _BOT_FAILED if report.errors else _OK


def _leave_out(options: argparse.Namespace, *names: str, why: str) -> None:
    """Refuse options that would have no effect."""
    given = [name for name in names if getattr(options, name) is not None]
    if given:
        raise SettingError(
            f"{why}: leave out {' and '.join(f'--{name}' for name in given)}", field=given[0]
        )


def _sprt(options: argparse.Namespace) -> Sprt | None:
    if options.sprt_elo is not None:
        p0, p1 = map(share_of_elo, options.sprt_elo)
    elif options.sprt is not None:
        p0, p1 = options.sprt
    else:
        _leave_out(options, "alpha", "beta", why="there is no test without --sprt or --sprt-elo")
        return None
    chances = {name: getattr(options, name) for name in ("alpha", "beta")}
    return Sprt(p0, p1, **{name: value for name, value in chances.items() if value is not None})


def _stopped(last: Progress | None, into: Path | None) -> str:
    far = "before the first pair" if last is None else f"after {last.done} of {last.total} pairs"
    if into is None:
        return f"stopped {far}; with --into FILE it could go on from there"
    return f"stopped {far}; the same command goes on from there ({into})"


# --- Arguments -----------------------------------------------------------------------------


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, not {text[:40]!r}") from None


def _count(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, not {number}")
    return number


def _count_or_none(text: str) -> int:
    number = _whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"expected 0 or more, not {number}")
    return number if number == 0 else _count(text)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, not {text[:40]!r}") from None


def _two_numbers(text: str) -> tuple[float, float]:
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"expected two numbers with a comma, not {text[:40]!r}")
    return _number(first), _number(second)


# --- Progress ------------------------------------------------------------------------------


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """Give what shows how far the tournament is: on a terminal, never in a pipe or a file."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _progress: None
        return
    try:
        from rich.console import Console  # noqa: PLC0415  # an extra
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415
    except ImportError:
        yield _Lines().show
        return
    columns = [BarColumn(None), MofNCompleteColumn(), TextColumn("pairs · {task.fields[left]}")]
    with Bar(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        task = bar.add_task("", total=None, left="starting")

        def show(progress: Progress) -> None:
            bar.update(
                task, completed=progress.done, total=progress.total, left=_left(progress.left)
            )

        yield show


class _Lines:
    """Says how far it is in a line now and then, where no bar can be drawn."""

    def __init__(self) -> None:
        self._next = 0.0

    def show(self, progress: Progress) -> None:
        """Print a line if it is time for one."""
        if progress.done >= self._next or progress.done == progress.total:
            self._next = progress.done + _EVERY * progress.total
            _tell(f"{progress.done} of {progress.total} pairs · {_left(progress.left)}")


def _left(seconds: float) -> str:
    """Return the time left as text.

    >>> _left(3725.4), _left(59.6)
    ('1:02:05 left', '0:01:00 left')
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02} left"


def _tell(message: str) -> None:
    if sys.stderr is not None:
        print(f"guandan: {message}", file=sys.stderr, flush=True)
