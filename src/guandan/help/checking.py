"""What a helper is given, checked before it is used: a wrong type is said at once, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from guandan import Combo, InputTypeError
from guandan.errors import shown

__all__ = ["expect", "expect_plays", "wrong"]


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


def wrong(value: Any, what: str) -> InputTypeError:
    """Return the error for a value in the place of `what`."""
    found = shown(value)
    return InputTypeError(f"expected {what}, not {found}", text=found, position=0)
