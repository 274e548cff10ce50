"""A game on file: the record of the match and how the person likes to play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import attrs

from guandan import Record, RecordError, RecordTypeError, SettingError, UnknownBot
from guandan.bots import BotSpec, bot_names
from guandan.errors import shown
from guandan.help.names import LANGUAGES
from guandan.help.sorting import SortOrder
from guandan.record import parse_json

__all__ = ["Saved", "is_speed", "named", "read_record"]

_FORMAT: Final = 1
_SLOWEST: Final = 60
_KEY: Final = "guandan_game"
_KEYS: Final = {_KEY, "bots", "speed", "sort", "language", "record"}


@attrs.frozen
class Saved:
    """A saved game. Its record holds all hands: whoever opens the file sees them.

    >>> from guandan import Match
    >>> saved = Saved(Match(seed=7).record(), ("easy", "random", "easy"), 0.5, SortOrder.SUIT)
    >>> Saved.from_json(saved.to_json()) == saved
    True
    """

    record: Record
    bots: tuple[str, str, str]
    """The bots at seats 1 to 3, as `guandan.bots.BotSpec` reads them."""
    speed: float
    """Seconds to wait after each play."""
    order: SortOrder
    language: str = "en"
    """One of `guandan.help.names.LANGUAGES`."""

    def to_json(self) -> str:
        """Return the game as the text of a file."""
        game = {
            _KEY: _FORMAT,
            "bots": list(self.bots),
            "speed": self.speed,
            "sort": str(self.order),
            "language": self.language,
            "record": json.loads(self.record.to_json()),
        }
        return json.dumps(game, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Saved:
        """Read a game from the text of its file.

        Raises:
            RecordTypeError: `text` is not a text.
            RecordError: the text is no saved game; `where` names the place. If it is the record
                of a match, the message says which command shows it.
        """
        game = _parse(text)
        bots, speed, sort = game.get("bots"), game.get("speed"), game.get("sort")
        if not isinstance(bots, list) or len(bots) != 3 or not all(map(_is_bot, bots)):
            names = ", ".join(bot_names())
            raise _bad(
                "$.bots",
                f"expected three of {names}, file.py:Class or module:Class, not {shown(bots)}",
            )
        if isinstance(speed, bool) or not isinstance(speed, int | float) or not is_speed(speed):
            raise _bad("$.speed", f"expected seconds from 0 to {_SLOWEST}, not {shown(speed)}")
        if sort not in list(SortOrder):
            raise _bad("$.sort", f"expected one of {', '.join(SortOrder)}, not {shown(sort)}")
        language = game.get("language", "en")  # games saved before it was kept have none
        if language not in LANGUAGES:
            raise _bad(
                "$.language", f"expected one of {', '.join(LANGUAGES)}, not {shown(language)}"
            )
        first, second, third = bots
        return cls(
            record=_record(game.get("record")),
            bots=(first, second, third),
            speed=speed,
            order=SortOrder(sort),
            language=language,
        )

    def write(self, path: Path) -> None:
        """Write the game into a file, which is whole or as it was at any moment.

        Raises:
            OSError: the file cannot be written.
        """
        beside = path.with_name(path.name + ".part")
        beside.write_text(self.to_json(), encoding="utf-8")
        beside.replace(path)


def read_record(text: str) -> Record:
    """Return the record in the text of a file: a record as it is, or that of a saved game.

    Raises:
        RecordTypeError: `text` is not a text.
        RecordError: it is neither; `where` names the place.

    >>> from guandan import Match
    >>> record = Match(seed=7).record()
    >>> saved = Saved(record, ("easy", "easy", "easy"), 0.5, SortOrder.RANK)
    >>> read_record(record.to_json()) == read_record(saved.to_json()) == record
    True
    """
    # No key of a record is called so, and no text in one can be.
    if isinstance(text, str) and f'"{_KEY}"' in text:
        return Saved.from_json(text).record
    return Record.from_json(text)


@contextmanager
def named(file: Path) -> Iterator[None]:
    """Say to a person what is wrong with a file: its name before it, the place behind, in words.

    Raises:
        RecordError: what was raised within, with the name in the message and as `file`.

    >>> with named(Path("game.json")):
    ...     Saved.from_json("[]")
    Traceback (most recent call last):
    guandan.errors.RecordError: game.json: a saved game is a JSON object
    """
    try:
        yield
    except RecordError as error:
        facts = {**error.facts, "file": str(file)}
        place = _in_words(error.where)
        why = str(error).removeprefix(f"{error.where}: ") + (f" ({place})" if place else "")
        raise type(error)(f"{file}: {why}", **facts) from error


def _in_words(where: str) -> str:
    """Return a place in a file in words; nothing for the whole of it.

    >>> _in_words("$.record.deals[0].actions[3]"), _in_words("line 1 column 5"), _in_words("$")
    ('deal 1, action 4', 'line 1 column 5', '')
    """
    path = where.removeprefix("$").removeprefix(".record")
    # What stands in a list has the list's name, without its plural: deals, actions, hands.
    counted = re.sub(r"(\w+)s\[(\d+)\]", lambda at: f"{at[1]} {int(at[2]) + 1}", path)
    return counted.strip(".").replace(".", ", ")


def is_speed(seconds: float) -> bool:
    """Return whether a game can be played at this speed."""
    return 0 <= seconds <= _SLOWEST


def _is_bot(name: object) -> bool:
    """Return whether this names a bot; what is one's own is not loaded for that."""
    try:
        return isinstance(name, str) and BotSpec.parse(name).check().text == name
    except (SettingError, UnknownBot):
        return False


def _parse(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RecordTypeError(
            f"a saved game is read from a text (str), not from {type(text).__name__}", where="$"
        )
    game = parse_json(text)
    if not isinstance(game, dict):
        raise _bad("$", "a saved game is a JSON object")
    if _KEY not in game and {"deals", "format"} <= set(game):
        raise _bad(
            "$", "this is the record of a match, not a saved game: guandan replay FILE shows it"
        )
    number = game.get(_KEY)
    if number != _FORMAT or type(number) is not int:
        found = shown(number) if _KEY in game else "nothing"
        raise _bad(f"$.{_KEY}", f"expected a game saved in format {_FORMAT}, not {found}")
    if strange := game.keys() - _KEYS:
        raise _bad("$", f"a saved game has no {shown(min(strange))}")
    return game


def _record(found: object) -> Record:
    try:
        return Record.from_json(json.dumps(found))
    except RecordError as error:
        why = str(error).removeprefix(f"{error.where}: ")
        raise _bad(f"$.record{error.where.removeprefix('$')}", why) from error


def _bad(where: str, message: str) -> RecordError:
    return RecordError(f"{where}: {message}", where=where)
