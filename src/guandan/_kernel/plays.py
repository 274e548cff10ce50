"""All complete plays of a hand: every distinct set of faces times every reading.

They are listed shape by shape in the order of `shapes`, within a shape by which ranks give how
many natural cards (those that give most from the lowest rank first), then by the faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FULL_HOUSE,
    JOKER_BOMB,
    LEAD,
    PATTERN_SHIFT,
    SIZE_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    WILDS_SHIFT,
    group_rank,
    make_code,
)
from guandan._kernel.holding import Holding
from guandan._kernel.shapes import shapes_of
from guandan._kernel.takes import barred_flushes, takes_of
from guandan._kernel.words import BITS, SUBPATTERNS, SUITS, pattern_of

if TYPE_CHECKING:
    from mypy_extensions import i64


_EVERY_SUIT: Final = 0x55

# For straights: the five ranks as fields of five bits, in each the suits that a card may be of.
_ANY: Final = 31
_NONE: Final = 16
"""In place of suits: no card of this rank."""
_ALL_NONE: Final = 0x1084210
_TAKEN: Final[list[list[i64]]] = [
    [
        sum([_ANY * BITS[5 * group] for group in range(5) if numbers[group]])
        for numbers in takes_of(make_code(STRAIGHT, 12, 5, used))
    ]
    for used in range(3)
]
"""By wilds: the ranks that give a card, in every way that may be."""


_OF_FIELD: Final[list[list[i64]]] = [
    [BITS[2 * suit] for suit in range(4) if (field >> suit) & 1] if field < _NONE else [0]
    for field in range(32)
]
_PATTERNS: Final[list[list[i64]]] = [
    [first | (second << 8) for first in _OF_FIELD[one] for second in _OF_FIELD[two]]
    for two in range(_NONE + 1)
    for one in range(32)
]
"""By two fields: the patterns of two ranks, side by side."""


def plays(low: i64, high: i64, level: i64, options: i64, over: i64) -> list[i64]:
    """Return every complete play over the play `over` (`LEAD`: any)."""
    hold = Holding(low, high, level)
    out: list[i64] = []
    for code in shapes_of(hold, options, over):
        _add_plays(out, hold, code, options)
    return out


def has_play(low: i64, high: i64, level: i64, options: i64, over: i64) -> bool:
    """Return whether there is any play over `over`."""
    if over == LEAD:
        return low != 0 or high != 0
    # A shape is listed only when some set of faces makes it.
    return len(shapes_of(Holding(low, high, level), options, over)) > 0


def _add_plays(out: list[i64], hold: Holding, code: i64, options: i64) -> None:
    kind = code & 15
    if kind == STRAIGHT:
        _add_straights(out, hold, code, options)
        return
    if kind == STRAIGHT_FLUSH:
        _add_flushes(out, hold, code)
        return
    if kind == JOKER_BOMB:
        out.append(code)
        return
    first_place = 9 * pattern_of(hold.low, hold.high, group_rank(code, 0))
    if kind < FULL_HOUSE or kind == BOMB:
        number = ((code >> SIZE_SHIFT) & 15) - ((code >> WILDS_SHIFT) & 3)
        for pattern in SUBPATTERNS[first_place + number]:
            out.append(code | (pattern << PATTERN_SHIFT))
        return
    second_place = 9 * pattern_of(hold.low, hold.high, group_rank(code, 1))
    third_place: i64 = 0
    if kind == TUBE:
        third_place = 9 * pattern_of(hold.low, hold.high, group_rank(code, 2))
    for numbers in takes_of(code):
        firsts = SUBPATTERNS[first_place + numbers[0]]
        seconds = SUBPATTERNS[second_place + numbers[1]]
        if kind == TUBE:
            thirds = SUBPATTERNS[third_place + numbers[2]]
            for first in firsts:
                _cross(out, code | (first << PATTERN_SHIFT), PATTERN_SHIFT + 8, seconds, thirds)
        else:
            _cross(out, code, PATTERN_SHIFT, firsts, seconds)


def _cross(out: list[i64], play: i64, shift: i64, firsts: list[i64], seconds: list[i64]) -> None:
    """Add every way to put patterns into two places of the play, side by side from the shift."""
    next_shift = shift + 8
    for first in firsts:
        head = play | (first << shift)
        for second in seconds:
            out.append(head | (second << next_shift))


def _add_straights(out: list[i64], hold: Holding, code: i64, options: i64) -> None:
    barred = barred_flushes(code, options)
    suits: i64 = 0
    for group in range(4, -1, -1):
        suits = (suits << 5) | SUITS[pattern_of(hold.low, hold.high, group_rank(code, group))]
    for taken in _TAKEN[(code >> 15) & 3]:
        fields = (suits & taken) | (_ALL_NONE & ~taken)
        middles = _PATTERNS[((fields >> 10) & 31) | (32 * _NONE)]
        ends = _PATTERNS[fields >> 15]
        if not middles or not ends:
            continue
        for start in _PATTERNS[fields & 1023]:
            start_shared = barred and barred & _shared(start)
            start_play = code | (start << PATTERN_SHIFT)
            for middle in middles:
                shared = start_shared and start_shared & _shared(middle)
                play = start_play | (middle << (PATTERN_SHIFT + 16))
                for end in ends:
                    if shared and shared & _shared(end):
                        continue
                    out.append(play | (end << (PATTERN_SHIFT + 24)))


def _shared(patterns: i64) -> i64:
    """The suits that the cards of two ranks, one of each or none, have in common, as a pattern."""
    first = patterns & 255
    second = patterns >> 8
    if first == 0:
        first = _EVERY_SUIT
    if second == 0:
        second = _EVERY_SUIT
    return first & second


def _add_flushes(out: list[i64], hold: Holding, code: i64) -> None:
    suit = ((code >> 12) & 7) - 1
    window = hold.runs >> (14 * suit + ((code >> 4) & 15) - 3)
    for numbers in takes_of(code):
        play = code
        for group in range(5):
            if numbers[group]:
                if not (window >> group) & 1:
                    break
                play |= BITS[PATTERN_SHIFT + 8 * group + 2 * suit]
        else:
            out.append(play)
