"""The command `guandan play`: what can be chosen, and the game that comes of it."""

from __future__ import annotations

import argparse
import errno
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from guandan import BotNotLoaded, Match, Rules, SettingError, UnknownBot
from guandan.bots import BotSpec
from guandan.help.names import words
from guandan.help.sorting import SortOrder
from guandan.render.text import Line
from guandan.table.console import Terminal
from guandan.table.game import Game
from guandan.table.saved import Saved, is_speed, named

__all__ = ["NOTES", "add_arguments", "file_of", "run"]

_FILE: Final = Path("guandan-game.json")
_SPEED: Final = 0.6

NOTES: Final = """\
you are seat 0, your partner is seat 2. Type help in the game to see what can be
typed. Ctrl-C saves the game at any moment and says how to go on
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is the game's own to a parser."""
    parser.add_argument(
        "--bots",
        type=_bots,
        metavar="NAME[,NAME,NAME]",
        help="one bot for all, or those at seats 1, 2 (your partner) and 3, by name or your own"
        " as file.py:Class or module:Class (default: easy)",
    )
    parser.add_argument(
        "--speed",
        type=_speed,
        metavar="SECONDS",
        help=f"wait so long after each play; changed in the game by speed (default: {_SPEED})",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help=f"where the game is saved (default: {_FILE}, or the file it was continued from)",
    )
    parser.add_argument(
        "--continue",
        dest="saved",
        type=Path,
        metavar="FILE",
        help="go on with a saved game, its rules and seed; bots, speed and --lang may be others",
    )


def _bots(text: str) -> tuple[str, str, str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        try:
            BotSpec.parse(name).check()
        except (SettingError, UnknownBot) as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    if len(names) not in (1, 3):
        raise argparse.ArgumentTypeError(f"one or three names of bots, not {len(names)}")
    first, second, third = names * (3 // len(names))
    return first, second, third


def _speed(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not is_speed(seconds):
        raise argparse.ArgumentTypeError(f"seconds are a number from 0 to 60, not {text!r}")
    return seconds


def file_of(options: argparse.Namespace) -> Path:
    """Return the file in which the game is saved, never that of another game.

    Raises:
        OSError: nothing can be written there, or there is a file that this game does not go on
            with; both should be known before the game begins.
    """
    saved: Path | None = options.saved
    path: Path
    if options.save is not None:
        path = options.save
        own = saved is not None and saved.exists() and path.exists() and path.samefile(saved)
        if path.exists() and not own:
            raise FileExistsError(
                errno.EEXIST, "it is there already: name another, or --continue it", str(path)
            )
    elif saved is not None:
        path = saved
    else:
        path, number = _FILE, 2
        while path.exists():
            path, number = _FILE.with_stem(f"{_FILE.stem}-{number}"), number + 1
    beside = path.with_name(path.name + ".part")
    try:
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error
    return path


def _check_own_bots(game: Saved, options: argparse.Namespace) -> None:
    """Refuse to run code that only a file names: it may be anybody's."""
    if options.bots is None and any(BotSpec.parse(name).is_own for name in game.bots):
        names = ",".join(game.bots)
        raise BotNotLoaded(
            f"{options.saved} was played against {names}; code that a saved game names is run only"
            f" if you name it too: add --bots {shlex.quote(names)}, or other bots",
            name=names,
        )


def run(
    options: argparse.Namespace,
    rules: Rules,
    saved: str | None,
    path: Path,
    show: Callable[[Line], None],
    *,
    signs: bool,
) -> None:
    """Play the game that the options ask for, until it is over or left.

    `saved` is the text of the file to go on with, None for a new game by these rules; `path` is
    where it is saved; `show` prints a line, in which suits may be `signs`.

    Raises:
        BotNotLoaded: a bot cannot be loaded, or only the saved game names its code.
        RecordError: the text is no saved game, or not one that can be played; the message names
            the file.
        KeyboardInterrupt: the person interrupted the game, which is saved.
    """
    if saved is None:
        record = Match(rules, options.seed).record()
        game = Saved(record, ("easy", "easy", "easy"), _SPEED, SortOrder.RANK)
    else:
        with named(options.saved):
            game = Saved.from_json(saved)
        _check_own_bots(game, options)
    game = attrs.evolve(
        game,
        bots=options.bots or game.bots,
        speed=game.speed if options.speed is None else options.speed,
    )
    options.lang = options.lang or game.language  # errors are told in it, too
    with named(options.saved or path):
        table = Game(game, Terminal(show), words(options.lang), path, signs=signs)
    table.play()
