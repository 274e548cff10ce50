"""Experience points for finished deals and matches (RULES 13)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from guandan import FinishError, NotationError
from guandan.errors import shown
from guandan.help.checking import expect

__all__ = ["Mode", "deal_points", "match_points"]


class Mode(StrEnum):
    """How one plays; the points are larger the more people play."""

    LOCAL = "local"
    SINGLE_PLAYER = "single_player"
    MULTIPLAYER = "multiplayer"

    @classmethod
    def parse(cls, text: str) -> Mode:
        """Read the name of a mode.

        >>> Mode.parse("local")
        <Mode.LOCAL: 'local'>
        """
        try:
            return cls(text)
        except ValueError:
            raise NotationError(
                f"{shown(text)} is no mode: there are {', '.join(cls)}",
                text=shown(text),
                position=0,
            ) from None


_DEAL: Final = {
    Mode.LOCAL: (4, 3, 1, 1),
    Mode.SINGLE_PLAYER: (8, 6, 2, 2),
    Mode.MULTIPLAYER: (12, 9, 3, 3),
}
"""By finishing place, the first to the last."""

_MATCH: Final = {
    Mode.LOCAL: (20, 10),
    Mode.SINGLE_PLAYER: (40, 20),
    Mode.MULTIPLAYER: (60, 30),
}
"""For a match won, and for one lost."""


def deal_points(place: int, mode: Mode | str, *, guest: bool = False) -> int:
    """Return the points for a finished deal: `place` 1 is the first, 4 the last.

    After a 1-2 win the two others, who have no order, have place 3 both. A guest, who has no
    account, earns nothing.

    Raises:
        FinishError: there is no such place.
        NotationError: there is no such mode, or `guest` is not True or False.

    >>> [deal_points(place, Mode.MULTIPLAYER) for place in (1, 2, 3, 4)]
    [12, 9, 3, 3]
    """
    if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= 4:
        raise FinishError(f"a finishing place is 1, 2, 3 or 4, not {shown(place)}", place=place)
    points = _DEAL[Mode.parse(mode)][place - 1]
    expect(guest, bool, "guest as True or False")
    return 0 if guest else points


def match_points(won: bool, mode: Mode | str, *, guest: bool = False) -> int:
    """Return the bonus for a finished match, on top of what its deals earned.

    Raises:
        NotationError: there is no such mode, or `won` or `guest` is not True or False.

    >>> match_points(True, Mode.LOCAL), match_points(False, Mode.LOCAL, guest=True)
    (20, 0)
    """
    expect(won, bool, "won as True or False")
    expect(guest, bool, "guest as True or False")
    bonus = _MATCH[Mode.parse(mode)][0 if won else 1]
    return 0 if guest else bonus
