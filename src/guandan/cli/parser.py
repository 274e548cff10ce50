"""What can be typed: the commands, their options, and the checks of what an option is given."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn

import guandan
from guandan import PRESETS, SEATS, NotationError, Rank, SettingError, UnknownBot
from guandan.arena import command as arena
from guandan.bots import BOTS, BotSpec
from guandan.cards import clean_level
from guandan.cli import commands
from guandan.cli.ends import OK, USAGE, Failure
from guandan.errors import shown
from guandan.help.names import LANGUAGES
from guandan.table import command as table

__all__ = ["Parser", "make_parser"]

_EXITS: Final = {
    "play": {
        "1": "the saved game is refused, or a bot failed",
        "2": "bad usage, no such bot, or a file that cannot be read or written",
        "130": "interrupted by Ctrl-C; the game is saved",
    },
    "watch": {
        "1": "a bot failed",
        "2": "bad usage, no such bot, or a file that cannot be written",
        "130": "interrupted by Ctrl-C; the record holds what was played",
        "141": "the reader of the output has gone, as in guandan watch | head",
    },
    "replay": {
        "1": "the record is refused: it is damaged, forged or none",
        "2": "bad usage, or a file that cannot be read or written",
    },
    "classify": {
        "1": "the cards are no play",
        "2": "bad usage, such as a card that is written wrongly",
    },
    "legal": {
        "1": "there is no play, or the cards to beat are none",
        "2": "bad usage, such as a card that is written wrongly, or cards to beat\n"
        "that are more than one play",
    },
    "arena": {
        "1": "a bot failed",
        "2": "bad usage, no such bot, or a file that cannot be read or written",
        "130": "interrupted by Ctrl-C; the results so far are in the file",
    },
}
"""What each command ends with besides 0, where it is done, and what every program ends with."""

_ALL_EXITS: Final = {
    "1": "the answer is no, a record is refused, or a bot failed",
    "2": "bad usage, or a file that cannot be read or written",
    "130": "interrupted by Ctrl-C",
    "141": "the reader of the output has gone, as in guandan watch | head",
}

_CARDS: Final = """\
cards are a suit and a rank (S5 HT CJ DA, also ♠5 H10), SB the small joker and
HR the big one; the hearts of the level are wild. What a wild stands for is
written behind it: on level 2, H2=7 (shown as ♥2→7) is a seven, H2=S7 the ♠7 of
a straight flush. H2=* (♥2→*) is one of the two wilds that are the pair of a
full house: of any rank but the triple's, which makes no difference
"""

_LEVELS: Final = "2 to 10 (or T), J, Q, K or A"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, with what was typed in quotes."""

    def read(self, argv: Sequence[str] | None) -> argparse.Namespace:
        """Read the arguments as `parse_args` does, but quote what is left over."""
        options, more = self.parse_known_args(argv)
        if more:
            which = " ".join(shown(word) for word in more)
            hint = "; more than one card is written in quotes" if _has_cards(options) else ""
            self.error(f"unrecognized arguments: {which}{hint}")
        return options

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong, instead of printing it and ending the program."""
        raise Failure(USAGE, f"{message} (try: {self.prog} --help)")


def _has_cards(options: argparse.Namespace) -> bool:
    return hasattr(options, "cards") or hasattr(options, "hand")


class _Version(argparse.Action):
    """Prints the version, which is looked up only when asked for."""

    def __call__(self, *_args: object, **_kwargs: object) -> NoReturn:
        build = "compiled" if guandan.COMPILED else "interpreted"
        print(f"guandan {guandan.__version__} ({build})")
        raise SystemExit(OK)


def _exits(codes: Mapping[str, str]) -> str:
    """Return what exit codes mean, a line each."""
    lines = ["exit codes:", "  0    done"]
    for code, meaning in codes.items():
        first, *more = meaning.split("\n")
        lines += [f"  {code:<5}{first}", *(f"       {line}" for line in more)]
    return "\n".join(lines)


def make_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="guandan",
        description="The rules of Guandan (掼蛋): watch bots play, and ask what may be played.",
        epilog="guandan COMMAND --help says more.\n\n" + _exits(_ALL_EXITS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and build")
    listed = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], does: str, notes: str = ""
    ) -> argparse.ArgumentParser:
        made = listed.add_parser(
            name,
            help=does,
            description=f"{does[0].upper()}{does[1:]}.",
            epilog="\n".join([notes] * bool(notes) + [_exits(_EXITS[name])]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    play = command("play", commands.play, "play a match against three bots", table.NOTES)
    _add_match(play)
    table.add_arguments(play)
    _add_look(play)

    watch = command("watch", commands.watch, "watch bots play a match")
    watch.add_argument(
        "--bots",
        type=_bots,
        default=["easy"] * 4,
        metavar="NAME[,NAME...]",
        help=f"of {', '.join(BOTS)}, or your own as file.py:Class or module:Class: one for all, two"
        " for the two teams, or four for seats 0 to 3 (default: easy)",
    )
    _add_match(watch)
    watch.add_argument(
        "--record", type=Path, metavar="FILE", help="save the match in this file, a new one"
    )
    watch.add_argument(
        "--overwrite", action="store_true", help="with --record: over a file that is there"
    )
    _add_show(watch)

    replay = command("replay", commands.replay, "watch a recorded match")
    replay.add_argument("file", type=Path, metavar="FILE", help="made by guandan watch --record")
    replay.add_argument(
        "--html",
        type=Path,
        metavar="OUT",
        help="print nothing, but write a page that replays the match in a browser",
    )
    replay.add_argument(
        "--overwrite", action="store_true", help="with --html: over a file that is there"
    )
    replay.add_argument(
        "--seat",
        type=int,
        choices=SEATS,
        help="with --html: what this seat saw, and no other card (default: all cards open)",
    )
    _add_show(replay)

    what = command("classify", commands.classify_cards, "say what cards can be played as", _CARDS)
    what.add_argument("cards", metavar="CARDS", help="such as 'S5 S6 S8 S9 H2'")
    may = command("legal", commands.list_plays, "list what a hand may play", _CARDS)
    may.add_argument("hand", metavar="HAND", help="such as 'S5 H5 CJ SB'")
    may.add_argument(
        "--over",
        metavar="CARDS",
        help="the play to beat (without it, leading); where cards can be several plays, the one"
        " meant is written out, such as 'S5 S6 H2=7 S8 S9'",
    )
    may.add_argument("--all", action="store_true", help="every play, not one of each shape")
    for asking in (what, may):
        asking.add_argument("--level", type=_level, required=True, help=_LEVELS)
        _add_rules(asking)
        _add_output(asking, "print JSON")

    arena.add_arguments(command("arena", arena.run, "let bots play each other", arena.NOTES))
    return parser


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=_seed,
        help="a whole number: the same seed gives the same cards (default: drawn, and told)",
    )
    parser.add_argument(
        "--match",
        choices=("full", "short", "deal"),
        help="from 2 to the ace, from 10 to the ace, or one deal (default: full)",
    )
    parser.add_argument(
        "--level",
        type=_level,
        help=f"the start level: {_LEVELS} (default: 2); not with --match short",
    )
    _add_rules(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="PRESET",
        help=f"of {', '.join(PRESETS)} (default: tournament)",
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hands", action="store_true", help="show the hands as they are dealt")
    parser.add_argument(
        "--speed",
        type=_seconds,
        metavar="SECONDS",
        help="wait so long after each event (default: 0)",
    )
    _add_output(parser, "print a JSON object for each event")


def _add_output(parser: argparse.ArgumentParser, json_help: str) -> None:
    _add_look(parser)
    parser.add_argument("--json", action="store_true", help=json_help)


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="the language of the output (default: en)"
    )
    parser.add_argument("--no-color", action="store_true", help="no colours on a terminal")


def _level(text: str) -> Rank:
    try:
        return clean_level(text)
    except NotationError:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no level: levels are {_LEVELS}"
        ) from None


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
        try:
            BotSpec.parse(name).check()
        except (SettingError, UnknownBot) as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return names * (4 // len(names))
