"""The command line: play or watch, ask what cards are and may be played, replay, compare bots."""

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
    PRESETS,
    SEATS,
    AmbiguousPlay,
    Event,
    GuandanError,
    Hand,
    Match,
    NotationError,
    Phase,
    Rank,
    Record,
    RecordError,
    ResultsError,
    Rules,
    RulesError,
    SettingError,
    Standing,
    Strategy,
    UnknownBot,
    UnknownSetting,
    bot,
    classify,
    legal_plays,
)
from guandan.arena import command as arena
from guandan.bots import BOTS, bot_names
from guandan.cards import clean_level
from guandan.help.names import LANGUAGES
from guandan.jsonable import to_jsonable
from guandan.render.text import Line, Narrator, plain
from guandan.shuffle import clean_seed, generator
from guandan.table import command as table

__all__ = ["main"]

OK: Final = 0
NO: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130

_USAGE_ERRORS: Final = (
    NotationError,
    AmbiguousPlay,
    RulesError,
    SettingError,
    ResultsError,
    UnknownBot,
    UnknownSetting,
)
"""What is spelled wrongly, or not fully, is bad usage; all else the rules say no to."""

_LARGEST_FILE: Final = 32_000_000
"""Bytes: more than any record that is accepted."""

_SIGNS: Final = "♠♥♣♦→·"
"""What the output must be able to show for cards to be drawn with them."""

_STYLES: Final = {
    "head": "bold",
    "trick": "bold cyan",
    "seat0": "green",
    "seat1": "magenta",
    "seat2": "green",
    "seat3": "magenta",
    "team0": "green",
    "team1": "magenta",
    "red": "red",
    "joker": "bold yellow",
    "wild": "bold blue",
    "kind": "dim",
    "bomb": "bold white on red",
    "dim": "dim",
    "good": "bold green",
}
"""How the styles of `guandan.render.text` look on a terminal."""

_EPILOG: Final = """\
exit codes:
  0    done
  1    the answer is no (no combination, no play), or the record is refused;
       a bot failed in the arena
  2    bad usage: an option or a card that is written wrongly, a third copy of
       a card, cards to beat that are more than one play; or a file that cannot
       be read or written
  130  interrupted"""

_CARDS: Final = """\
cards are a suit and a rank (S5 HT CJ DA, also ♠5 H10), SB the small joker and
HR the big one; the hearts of the level are wild
"""


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
        try:
            return _answer(argv)
        finally:
            # Here and not at Python's own end, which would complain about an output that has gone.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return NO
    except OSError as error:
        _forget_output()
        return _fail(USAGE, f"cannot write the output: {error.strerror}")


def _answer(argv: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(argv)
        code: int = options.run(options)
    except _Failure as failure:
        return _fail(failure.code, str(failure))
    except GuandanError as error:
        return _fail(USAGE if isinstance(error, _USAGE_ERRORS) else NO, str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _fail(code: int, message: str) -> int:
    _tell_beside(message)
    return code


def _tell_beside(message: str) -> None:
    """Print one line on standard error."""
    # Without a standard error print would take standard output.
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"guandan: {' '.join(message.split())}", file=sys.stderr)


def _forget_output() -> None:
    """Nothing can be written any more: what Python still holds must not be tried at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _keep_printable() -> None:
    """A character that the terminal cannot show must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


# --- Arguments -----------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="guandan",
        description="The rules of Guandan (掼蛋): watch bots play, and ask what may be played.",
        epilog="guandan COMMAND --help says more.\n\n" + _EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and build")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], does: str, notes: str = ""
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=does,
            description=f"{does[0].upper()}{does[1:]}.",
            epilog=f"{notes}\n{_EPILOG}" if notes else _EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    play = command("play", _play, "play a match against three bots", table.NOTES)
    _add_match(play)
    table.add_arguments(play)
    _add_look(play)

    watch = command("watch", _watch, "watch bots play a match")
    watch.add_argument(
        "--bots",
        type=_bots,
        default=["easy"] * 4,
        metavar="NAME[,NAME...]",
        help=f"of {', '.join(BOTS)}: one for all, two for the two teams, or four for seats 0 to 3"
        " (default: easy)",
    )
    _add_match(watch)
    watch.add_argument("--record", type=Path, metavar="FILE", help="save the match in this file")
    _add_show(watch)

    replay = command("replay", _replay, "watch a recorded match")
    replay.add_argument("file", type=Path, metavar="FILE", help="made by guandan watch --record")
    replay.add_argument(
        "--html",
        type=Path,
        metavar="OUT",
        help="print nothing, but write a page that replays the match in a browser",
    )
    replay.add_argument(
        "--seat",
        type=int,
        choices=SEATS,
        help="with --html: what this seat saw, and no other card (default: all cards open)",
    )
    _add_show(replay)

    what = command("classify", _classify, "say what cards can be played as", _CARDS)
    what.add_argument("cards", metavar="CARDS", help="such as 'S5 S6 S8 S9 H2'")
    may = command("legal", _legal, "list what a hand may play", _CARDS)
    may.add_argument("hand", metavar="HAND", help="such as 'S5 H5 CJ SB'")
    may.add_argument(
        "--over",
        metavar="CARDS",
        help="the play to beat (without it, leading); where cards can be several plays, the one"
        " meant is written out, such as 'S5 S6 H2=7 S8 S9'",
    )
    may.add_argument("--all", action="store_true", help="every play, not one of each shape")
    for asking in (what, may):
        asking.add_argument("--level", type=_level, required=True, help="2 to 10, J, Q, K or A")
        _add_rules(asking)
        _add_output(asking, "print JSON")

    arena.add_arguments(command("arena", arena.run, "let bots play each other", arena.NOTES))
    return parser


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=_seed,
        help="a whole number: the same seed gives the same cards (default: drawn; watch tells it)",
    )
    parser.add_argument(
        "--match",
        choices=("full", "short", "deal"),
        default="full",
        help="from 2 to the ace, from 10 (T) to the ace, or one deal (default: full)",
    )
    parser.add_argument(
        "--level", type=_level, help="the start level (default: 2); not with --match short"
    )
    _add_rules(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        default="tournament",
        metavar="PRESET",
        help=f"of {', '.join(PRESETS)} (default: tournament)",
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hands", action="store_true", help="show the hands as they are dealt")
    parser.add_argument(
        "--speed",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="wait so long after each event (default: 0)",
    )
    _add_output(parser, "print a JSON object for each event")


def _add_output(parser: argparse.ArgumentParser, json_help: str) -> None:
    _add_look(parser)
    parser.add_argument("--json", action="store_true", help=json_help)


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="the language of the output (default: en)"
    )
    parser.add_argument("--no-color", action="store_true", help="no colours on a terminal")


def _level(text: str) -> Rank:
    try:
        return clean_level(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


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
        if name not in bot_names():
            raise argparse.ArgumentTypeError(f"no bot {name!r}: there are {', '.join(bot_names())}")
    return names * (4 // len(names))


# --- Commands ------------------------------------------------------------------------------


def _rules(options: argparse.Namespace) -> Rules:
    if options.match == "short" and options.level is not None:
        raise _Failure(USAGE, "--match short starts at T: leave out --level")
    return Rules.preset(options.rules).replace(
        start_level="T" if options.match == "short" else options.level or Rank.TWO,
        match_format="deal" if options.match == "deal" else "full",
    )


def _play(options: argparse.Namespace) -> int:
    saved = None if options.saved is None else _read(options.saved)
    try:
        path = table.file_of(options)
    except OSError as error:
        raise _Failure(USAGE, f"cannot write {error.filename}: {error.strerror}") from error
    show = _printer(options.no_color)
    table.run(options, _rules(options), saved, path, show, signs=_can_show(_SIGNS))
    return OK


def _watch(options: argparse.Namespace) -> int:
    seed = clean_seed(options.seed)
    match = Match(_rules(options), seed)
    show = _Show(options)
    if options.record is not None:
        _write(options.record, match)  # a file that cannot be written should be known at once
    if options.json and options.seed is None:
        # The output is events only; whoever wants the match again needs the seed all the same.
        _tell_beside(f"the seed is {seed}")
    show.told(show.narrator.title(seed, options.rules, options.bots))
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
    _save(path, match.record().to_json() + "\n")


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _Failure(USAGE, f"cannot write {path}: {error.strerror}") from error


def _replay(options: argparse.Namespace) -> int:
    if options.seat is not None and options.html is None:
        raise _Failure(USAGE, "--seat is for the page that --html writes")
    record = Record.from_json(_read(options.file))
    if options.html is not None:
        from guandan.render.html import View, page  # the only command that needs it

        view: View = "open" if options.seat is None else options.seat
        _save(options.html, page(record, view=view, language=options.lang))
        return OK
    show = _Show(options)
    show.told(show.narrator.title(record.seed, _preset_of(record.rules)))
    phase, standing = Phase.BETWEEN, Standing.start(record.rules)
    for match, event in record.replay():
        show.event(event)
        phase, standing = match.phase, match.standing
    if phase is not Phase.OVER:
        within = phase is not Phase.BETWEEN
        show.told(show.narrator.stopped(standing, len(record.deals), within=within))
    return OK


def _preset_of(rules: Rules) -> str | None:
    """Return the name of the preset, whatever the length of the match; None if it is none."""
    for name in PRESETS:
        preset = Rules.preset(name)
        if rules == preset.replace(start_level=rules.start_level, match_format=rules.match_format):
            return name
    return None


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
        return OK if found else NO
    narrator = _narrator(options)
    if not found:
        raise _Failure(NO, narrator.no_combination(Hand(options.cards), options.level))
    _print_all(narrator.listing(found), options)
    return OK


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
    _print_all([*narrator.listing(listed), narrator.plays(len(plays), len(shapes))], options)
    return OK


# --- Output --------------------------------------------------------------------------------


def _narrator(options: argparse.Namespace) -> Narrator:
    return Narrator(options.lang, signs=_can_show(_SIGNS), hands=getattr(options, "hands", False))


def _print_all(lines: Iterable[Line], options: argparse.Namespace) -> None:
    show = _printer(options.no_color)
    for line in lines:
        show(line)


def _can_show(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
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
        """Show an event, then wait as the speed says, unless there was nothing to show."""
        if self._json:
            print(json.dumps(to_jsonable(event)), flush=True)
        else:
            lines = self.narrator.lines(event)
            if not lines:
                return
            self.told(lines)
        if self._speed:
            time.sleep(self._speed)


def _printer(no_color: bool) -> Callable[[Line], None]:
    """Return what prints a line: through rich where there are colours and it is installed."""
    if no_color or os.environ.get("NO_COLOR") or sys.stdout is None or not sys.stdout.isatty():
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
