"""All complete plays of a hand: every distinct set of faces times every reading.

They are listed shape by shape in the order of `shapes`, within a shape by which ranks give how
many natural cards (those that give most from the lowest rank first), then by the faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import LEAD, PATTERN_SHIFT, STRAIGHT, STRAIGHT_FLUSH, group_rank
from guandan._kernel.holding import Holding
from guandan._kernel.shapes import shapes_of
from guandan._kernel.takes import barred_flushes, takes_of
from guandan._kernel.words import BITS, SMALL_JOKER, SUBPATTERNS, SUITS, pattern_of

if TYPE_CHECKING:
    from mypy_extensions import i64


_NO_CARD: Final[list[i64]] = [0]
_END_SHIFT: Final = PATTERN_SHIFT + 24
_EVERY_SUIT: Final = 0x55


def _singles(suits: i64) -> list[i64]:
    return [BITS[2 * suit] for suit in range(4) if (suits >> suit) & 1]


_PAIRS: Final[list[list[i64]]] = [
    [
        first | (second << 8)
        for first in (_singles(one - 16) if one >= 16 else [0])
        for second in (_singles(two - 16) if two >= 16 else [0])
    ]
    for one in range(32)
    for two in range(32)
]


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
    for numbers in takes_of(code):
        groups: i64 = len(numbers)
        if groups == 0:
            out.append(code)  # the joker bomb
            return
        firsts = _ways(hold, group_rank(code, 0), numbers[0])
        if groups == 1:
            for first in firsts:
                out.append(code | (first << PATTERN_SHIFT))
            return
        seconds = _ways(hold, group_rank(code, 1), numbers[1])
        if groups == 2:
            _cross(out, code, PATTERN_SHIFT, firsts, seconds)
        else:
            thirds = _ways(hold, group_rank(code, 2), numbers[2])
            for first in firsts:
                _cross(out, code | (first << PATTERN_SHIFT), PATTERN_SHIFT + 8, seconds, thirds)


def _ways(hold: Holding, rank: i64, number: i64) -> list[i64]:
    """The patterns of so many cards that a rank offers; of none that is one, and no card."""
    if number == 0:
        return _NO_CARD
    pattern = pattern_of(hold.low, hold.high, rank)
    if rank < SMALL_JOKER:
        return SUBPATTERNS[9 * pattern + number]
    return [number] if number <= pattern else []


def _cross(out: list[i64], play: i64, shift: i64, firsts: list[i64], seconds: list[i64]) -> None:
    """Add every way to put patterns into two places of the play, side by side from the shift."""
    next_shift = shift + 8
    for first in firsts:
        head = play | (first << shift)
        for second in seconds:
            out.append(head | (second << next_shift))


def _add_straights(out: list[i64], hold: Holding, code: i64, options: i64) -> None:
    barred = barred_flushes(code, options)
    first_suits = _suits(hold, code, 0)
    second_suits = _suits(hold, code, 1)
    third_suits = _suits(hold, code, 2)
    fourth_suits = _suits(hold, code, 3)
    fifth_suits = _suits(hold, code, 4)
    for numbers in takes_of(code):
        pairs = _pairs(first_suits, numbers[0], second_suits, numbers[1])
        thirds = _pairs(third_suits, numbers[2], 0, 0)
        ends = _pairs(fourth_suits, numbers[3], fifth_suits, numbers[4])
        for pair in pairs:
            for third in thirds:
                start = pair | (third << 16)
                play = code | (start << PATTERN_SHIFT)
                shared = barred and _shared(pair) & _shared(third) & barred
                if shared:
                    for end in ends:
                        if not shared & _shared(end):
                            out.append(play | (end << _END_SHIFT))
                else:
                    for end in ends:
                        out.append(play | (end << _END_SHIFT))


def _suits(hold: Holding, code: i64, group: i64) -> i64:
    return SUITS[pattern_of(hold.low, hold.high, group_rank(code, group))]


def _pairs(suits: i64, number: i64, next_suits: i64, next_number: i64) -> list[i64]:
    """The ways to take one card or none of each of two ranks, as two patterns side by side."""
    return _PAIRS[
        32 * (16 * number + suits if number else 0)
        + (16 * next_number + next_suits if next_number else 0)
    ]


def _shared(patterns: i64) -> i64:
    """The suits that all cards of two patterns, of one card or none, are of, as a pattern."""
    first = patterns & 255
    second = patterns >> 8
    return (first or _EVERY_SUIT) & (second or _EVERY_SUIT)


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
