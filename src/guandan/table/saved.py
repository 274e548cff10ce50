"""A game on file: the record of the match and how the person likes to play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import attrs

from guandan import Record, RecordError
from guandan.bots import bot_names
from guandan.errors import shown
from guandan.help.sorting import SortOrder

__all__ = ["Saved"]

_FORMAT: Final = 1
_SLOWEST: Final = 60


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
    """The names of the bots at seats 1 to 3."""
    speed: float
    """Seconds to wait after each play."""
    order: SortOrder

    def to_json(self) -> str:
        """Return the game as the text of a file."""
        game = {
            "guandan_game": _FORMAT,
            "bots": list(self.bots),
            "speed": self.speed,
            "sort": str(self.order),
            "record": json.loads(self.record.to_json()),
        }
        return json.dumps(game, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Saved:
        """Read a game from the text of its file.

        Raises:
            RecordError: the text is no saved game; `where` names the place.
        """
        try:
            game: Any = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _bad("$", f"a saved game is JSON, which this is not: {error}") from error
        if not isinstance(game, dict) or game.get("guandan_game") != _FORMAT:
            raise _bad("$.guandan_game", f"expected a game saved in format {_FORMAT}")
        bots, speed, sort = game.get("bots"), game.get("speed"), game.get("sort")
        names = bot_names()
        if not isinstance(bots, list) or len(bots) != 3 or not all(name in names for name in bots):
            raise _bad("$.bots", f"expected three of {', '.join(names)}, not {shown(bots)}")
        if isinstance(speed, bool) or not isinstance(speed, int | float) or not is_speed(speed):
            raise _bad("$.speed", f"expected seconds from 0 to {_SLOWEST}, not {shown(speed)}")
        if sort not in list(SortOrder):
            raise _bad("$.sort", f"expected one of {', '.join(SortOrder)}, not {shown(sort)}")
        first, second, third = bots
        return cls(
            record=Record.from_json(json.dumps(game.get("record"))),
            bots=(first, second, third),
            speed=speed,
            order=SortOrder(sort),
        )

    def write(self, path: Path) -> None:
        """Write the game into a file, which is whole or as it was at any moment.

        Raises:
            OSError: the file cannot be written.
        """
        beside = path.with_name(path.name + ".part")
        beside.write_text(self.to_json(), encoding="utf-8")
        beside.replace(path)


def is_speed(seconds: float) -> bool:
    """Return whether a game can be played at this speed."""
    return 0 <= seconds <= _SLOWEST


def _bad(where: str, message: str) -> RecordError:
    return RecordError(f"{where}: {message}", where=where)
