"""How many natural cards each rank of a shape may give, and which flushes a straight may not be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FLUSH_IS_STRAIGHT,
    FULL_HOUSE,
    MIXED_CARDS,
    PLATE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    WILD_FLUSH_ONLY,
    WILD_PAIR,
)
from guandan._kernel.words import BITS, SMALL_JOKER

if TYPE_CHECKING:
    from mypy_extensions import i64


def _distributions(ranks: i64, most: i64, cards: i64) -> list[list[i64]]:
    """The ways to take so many cards from so many ranks, at most `most` from each."""
    if ranks == 0:
        return [[]] if cards == 0 else []
    found: list[list[i64]] = []
    for first in range(most, -1, -1):
        for rest in _distributions(ranks - 1, most, cards - first):
            found.append([first, *rest])
    return found


_STRAIGHT_TAKES: Final[list[list[list[i64]]]] = [_distributions(5, 1, 5 - w) for w in range(3)]
STRAIGHT_PLACES: Final[list[list[i64]]] = [
    [sum([BITS[place] for place in range(5) if numbers[place]]) for numbers in takes]
    for takes in _STRAIGHT_TAKES
]
"""The same, by wilds, each as five bits: the ranks that give a card."""
_TUBE_TAKES: Final[list[list[list[i64]]]] = [_distributions(3, 2, 6 - w) for w in range(3)]
_PLATE_TAKES: Final[list[list[list[i64]]]] = [_distributions(2, 3, 6 - w) for w in range(3)]
_OF_A_KIND: Final[list[list[list[i64]]]] = [[[number]] for number in range(11)]
_FULL_HOUSE_TAKES: Final[list[list[list[i64]]]] = [[[3, 2]], [[2, 2], [3, 1]], [[1, 2], [2, 1]]]
_WITH_JOKERS: Final[list[list[list[i64]]]] = [[[3, 2]], [[2, 2]], [[1, 2]]]
_WITH_WILD_PAIR: Final[list[list[i64]]] = [[3, 0]]
_NOTHING: Final[list[list[i64]]] = [[]]


def takes_of(code: i64) -> list[list[i64]]:
    """Return every way in which the shape's ranks may give its natural cards, a number a rank."""
    kind = code & 15
    wilds = (code >> 15) & 3
    if kind < FULL_HOUSE or kind == BOMB:
        return _OF_A_KIND[((code >> 8) & 15) - wilds]
    if kind == FULL_HOUSE:
        pair = (code >> 17) & 15
        if pair == WILD_PAIR:
            return _WITH_WILD_PAIR
        return _WITH_JOKERS[wilds] if pair >= SMALL_JOKER else _FULL_HOUSE_TAKES[wilds]
    if kind == STRAIGHT or kind == STRAIGHT_FLUSH:  # noqa: SIM109  # a tuple test compiles slowly
        return _STRAIGHT_TAKES[wilds]
    if kind == TUBE:
        return _TUBE_TAKES[wilds]
    if kind == PLATE:
        return _PLATE_TAKES[wilds]
    return _NOTHING


def barred_flushes(code: i64, options: i64) -> i64:
    """Return the suits of which a straight of this shape may not consist, as a pattern."""
    if (code & 15) != STRAIGHT or options & FLUSH_IS_STRAIGHT:
        return 0
    if (code >> 15) & 3 == 0 or options & WILD_FLUSH_ONLY:
        return 0x55
    return 4 if options & MIXED_CARDS else 0
