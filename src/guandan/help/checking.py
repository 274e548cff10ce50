"""What a helper is given, checked before it is used: a wrong type is said at once, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from guandan import Combo, InputTypeError, Seat
from guandan.errors import shown
from guandan.seats import clean_seat

__all__ = ["expect", "expect_plays", "expect_turns", "wrong"]


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Refuse what is of another type; a bool is no number. `what` says what would be right.

    Raises:
        InputTypeError: it is of another type.

    >>> expect(5, int, "a number of cards")
    >>> expect("5", int, "a number of cards")
    Traceback (most recent call last):
    guandan.errors.InputTypeError: expected a number of cards, not '5'
    """
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise wrong(value, what)


def expect_plays(plays: Iterable[Combo]) -> tuple[Combo, ...]:
    """Return plays as a tuple.

    Raises:
        InputTypeError: they cannot be gone through, or one is no play.

    >>> expect_plays("S5 S5")
    Traceback (most recent call last):
    guandan.errors.InputTypeError: expected plays (Combo), not 'S'
    """
    expect(plays, Iterable, "plays (Combo)")
    found: list[Combo] = []
    for play in plays:
        expect(play, Combo, "plays (Combo)")
        found.append(play)
    return tuple(found)


def expect_turns(
    turns: Iterable[tuple[Seat, Combo | None]],
) -> tuple[tuple[Seat, Combo | None], ...]:
    """Return turns of a trick, each a seat and its play or None for a pass, as a tuple.

    Raises:
        InputTypeError: they cannot be gone through, or one is nothing of the kind.
        NotationError: there is no such seat.
    """
    expect(turns, Iterable, "pairs of a seat and a play")
    found: list[tuple[Seat, Combo | None]] = []
    for turn in turns:
        if not isinstance(turn, tuple | list) or len(turn) != 2:
            raise wrong(turn, "a pair of a seat and a play")
        seat, combo = turn
        expect(combo, (Combo, type(None)), "a play (Combo), or None for a pass")
        found.append((clean_seat(seat), combo))
    return tuple(found)


def wrong(value: Any, what: str) -> InputTypeError:
    """Return the error for a value in the place of `what`."""
    found = shown(value)
    return InputTypeError(f"expected {what}, not {found}", text=found, position=0)
