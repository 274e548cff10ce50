"""The command line: watch a match, ask what cards are, what a hand may play, replay a record."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

import guandan
from guandan import (
    AmbiguousPlay,
    Event,
    GuandanError,
    Match,
    NotationError,
    Phase,
    Record,
    RecordError,
    Rules,
    RulesError,
    Strategy,
    UnknownBot,
    bot,
    classify,
    legal_plays,
)
from guandan.bots import BOTS
from guandan.help.names import LANGUAGES
from guandan.jsonable import to_jsonable
from guandan.render.text import Line, Narrator, Span, plain
from guandan.shuffle import clean_seed, generator

__all__ = ["main"]

OK: Final = 0
NO: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130

_USAGE_ERRORS: Final = (NotationError, AmbiguousPlay, RulesError, UnknownBot)
"""What is spelled wrongly, or not fully, is bad usage; all else the rules say no to."""

_LARGEST_FILE: Final = 32_000_000
"""Bytes: more than any record that is accepted."""

_STYLES: Final = {
    "head": "bold",
    "trick": "bold cyan",
    "seat0": "green",
    "seat1": "magenta",
    "seat2": "green",
    "seat3": "magenta",
    "red": "red",
    "joker": "bold yellow",
    "wild": "bold blue",
    "kind": "dim",
    "bomb": "bold white on red",
    "dim": "dim",
    "good": "bold green",
}
"""How the styles of `guandan.render.text` look on a terminal."""

_EPILOG: Final = """exit codes: 0 done; 1 the answer is no, the play is illegal or the record is
refused; 2 bad usage or a file that cannot be read"""


class _Failure(Exception):
    """An end with one line on standard error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise _Failure(USAGE, f"{message} (try: {self.prog} --help)")


class _Version(argparse.Action):
    """Prints the version, which is looked up only when asked for."""

    def __call__(self, *_args: object, **_kwargs: object) -> NoReturn:
        build = "compiled" if guandan.COMPILED else "interpreted"
        print(f"guandan {guandan.__version__} ({build})")
        raise SystemExit(OK)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (None: the program's own); return the exit code."""
    _keep_printable()
    try:
        options = _parser().parse_args(argv)
        code: int = options.run(options)
        sys.stdout.flush()
    except _Failure as failure:
        return _fail(failure.code, str(failure))
    except GuandanError as error:
        return _fail(USAGE if isinstance(error, _USAGE_ERRORS) else NO, str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has gone; Python must not complain about the rest at its end.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    return code


def _fail(code: int, message: str) -> int:
    print(f"guandan: {' '.join(message.split())}", file=sys.stderr)
    return code


def _keep_printable() -> None:
    """A character that the terminal cannot show must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


# --- Arguments -----------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="guandan", description="The rules of Guandan (掼蛋).", epilog=_EPILOG)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and build")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    watch = commands.add_parser("watch", help="watch bots play a match", epilog=_EPILOG)
    watch.set_defaults(run=_watch)
    watch.add_argument("--seed", type=_seed, help="the same seed gives the same match")
    watch.add_argument(
        "--bots",
        type=_bots,
        default=["easy"] * 4,
        metavar="NAME[,NAME...]",
        help=f"of {', '.join(BOTS)}: one for all, two for the teams, or four (default: easy)",
    )
    watch.add_argument(
        "--match",
        choices=("full", "short", "deal"),
        default="full",
        help="from 2 to the ace, from 10 (T) to the ace, or one deal (default: full)",
    )
    watch.add_argument("--level", help="the start level (default: 2); not with --match short")
    watch.add_argument("--record", type=Path, metavar="FILE", help="save the match in this file")
    watch.add_argument("--hands", action="store_true", help="show the hands as they are dealt")
    _add_rules(watch)
    _add_output(watch)

    replay = commands.add_parser("replay", help="watch a recorded match", epilog=_EPILOG)
    replay.set_defaults(run=_replay)
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--hands", action="store_true", help="show the hands as they are dealt")
    _add_output(replay)

    what = commands.add_parser("classify", help="say what cards can be played as", epilog=_EPILOG)
    what.set_defaults(run=_classify)
    what.add_argument("cards", metavar="CARDS", help="such as 'S5 S6 S8 S9 H2'")
    may = commands.add_parser("legal", help="list what a hand may play", epilog=_EPILOG)
    may.set_defaults(run=_legal)
    may.add_argument("hand", metavar="HAND")
    may.add_argument("--over", metavar="CARDS", help="the play to beat; without it, leading")
    may.add_argument("--all", action="store_true", help="every play, not one for each shape")
    for asking in (what, may):
        asking.add_argument("--level", required=True, help="2 to 10, J, Q, K or A")
        asking.add_argument("--json", action="store_true", help="print JSON")
        asking.add_argument("--lang", choices=LANGUAGES, default="en")
        _add_rules(asking)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        default="tournament",
        metavar="PRESET",
        help=f"of {', '.join(guandan.PRESETS)} (default: tournament)",
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--speed", type=_seconds, default=0.0, metavar="SECONDS", help="wait after each play"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--no-color", action="store_true")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each event")


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seed is a whole number, not {text[:40]!r}") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"seconds are a number from 0 to 3600, not {text!r}")
    return seconds


def _bots(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) not in (1, 2, 4):
        raise argparse.ArgumentTypeError(f"one, two or four names of bots, not {len(names)}")
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(f"no bot {name!r}: there are {', '.join(BOTS)}")
    return names * (4 // len(names))


# --- Commands ------------------------------------------------------------------------------


def _watch(options: argparse.Namespace) -> int:
    if options.match == "short" and options.level is not None:
        raise _Failure(USAGE, "--match short starts at T: leave out --level")
    rules = Rules.preset(options.rules).replace(
        start_level="T" if options.match == "short" else options.level or "2",
        match_format="deal" if options.match == "deal" else "full",
    )
    seed = clean_seed(options.seed)
    match = Match(rules, seed)
    show = _Show(options)
    if options.record is not None:
        _write(options.record, match)  # a file that cannot be written should be known at once
    show.told(show.narrator.title(seed, options.rules))
    try:
        players = _players(options.bots, seed)
        while match.phase is not Phase.OVER:
            for event in match.step(players):
                show.event(event)
    finally:
        if options.record is not None:
            _write(options.record, match)
    return OK


def _players(names: Sequence[str], seed: int) -> list[Strategy]:
    return [
        bot(name, seed=int(generator(seed, "bot", seat).random() * 2**32))
        for seat, name in enumerate(names)
    ]


def _write(path: Path, match: Match) -> None:
    try:
        path.write_text(match.record().to_json() + "\n", encoding="utf-8")
    except OSError as error:
        raise _Failure(USAGE, f"cannot write {path}: {error.strerror}") from error


def _replay(options: argparse.Namespace) -> int:
    record = Record.from_json(_read(options.file))
    show = _Show(options)
    match = None
    for match, event in record.replay():  # noqa: B007  # the last one is asked how it ended
        show.event(event)
    if match is None or match.phase is not Phase.OVER:
        standing = guandan.Standing.start(record.rules) if match is None else match.standing
        show.told(show.narrator.stopped(len(record.deals), standing))
    return OK


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE)
    except OSError as error:
        raise _Failure(USAGE, f"cannot read {path}: {error.strerror}") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no record: it is not UTF-8 text", where="$") from error


def _classify(options: argparse.Namespace) -> int:
    found = classify(options.cards, options.level, options.rules)
    if options.json:
        print(json.dumps([to_jsonable(combo) for combo in found]))
    elif found:
        narrator = _narrator(options)
        for combo in found:
            print(plain((*narrator.play(combo), Span("  "), narrator.kind(combo))))
    else:
        raise _Failure(NO, _narrator(options).no_combination(options.cards, options.level))
    return OK if found else NO


def _legal(options: argparse.Namespace) -> int:
    plays = legal_plays(options.hand, options.level, over=options.over, rules=options.rules)
    shapes = plays.shapes()
    listed = list(plays) if options.all else list(shapes)
    if options.json:
        asked = {"hand": str(plays.hand), "level": str(plays.level)}
        over = None if plays.over is None else to_jsonable(plays.over)
        counts = {"over": over, "count": len(plays), "shapes": len(shapes)}
        print(json.dumps(asked | counts | {"plays": [to_jsonable(combo) for combo in listed]}))
        return OK if plays else NO
    narrator = _narrator(options)
    if not plays:
        raise _Failure(NO, narrator.no_play())
    for combo in listed:
        print(plain((*narrator.play(combo), Span("  "), narrator.kind(combo))))
    print(narrator.plays(len(plays), len(shapes)))
    return OK


# --- Output --------------------------------------------------------------------------------


def _narrator(options: argparse.Namespace) -> Narrator:
    return Narrator(options.lang, signs=_can_show("♠♥♣♦→·"), hands=getattr(options, "hands", False))


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class _Show:
    """Shows events as they come: as lines, coloured where that is possible, or as JSON."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.narrator = _narrator(options)
        self._json: bool = options.json
        self._speed: float = options.speed
        self._print = _printer(options.no_color)

    def told(self, lines: Iterable[Line]) -> None:
        """Show lines that belong to no event; not in JSON."""
        if not self._json:
            for line in lines:
                self._print(line)

    def event(self, event: Event) -> None:
        """Show an event, then wait as the speed says."""
        if self._json:
            print(json.dumps(to_jsonable(event)), flush=True)
        else:
            self.told(self.narrator.lines(event))
        if self._speed:
            time.sleep(self._speed)


def _printer(no_color: bool) -> Callable[[Line], None]:
    """Return what prints a line: through rich where there are colours and it is installed."""
    if no_color or "NO_COLOR" in os.environ or not sys.stdout.isatty():
        return _print_plain
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        return _print_plain
    console = Console(highlight=False, soft_wrap=True)

    def show(line: Line) -> None:
        spans: list[Any] = [(span.text, _STYLES.get(span.style, "")) for span in line]
        console.print(Text.assemble(*spans))

    return show


def _print_plain(line: Line) -> None:
    print(plain(line), flush=True)
