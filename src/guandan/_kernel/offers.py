"""Which shapes a hand offers, as masks: the one place where that is worked out.

`shapes` lists what the masks say; `choices` counts it and picks from it without a list. A mask has
one bit a rank (13 and 14 the jokers) or, for runs, one bit for each place to start, from the ace
below the two; that of straight flushes has fourteen bits a suit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    FLUSH_IS_STRAIGHT,
    JOKER_PAIR,
    LEVEL_PAIR_ONLY,
    MIXED_CARDS,
    WILD_FLUSH_ONLY,
)
from guandan._kernel.holding import Holding
from guandan._kernel.words import BITS, HEART, LEVEL_POSITIONS

if TYPE_CHECKING:
    from mypy_extensions import i64

ALL: Final = 0x7FFF
"""Every rank and both jokers."""
RANKS: Final = 0x1FFF
STRAIGHTS: Final = 0x3FF
"""The places where a straight may start; those of tubes and plates follow."""
TUBES: Final = 0xFFF
PLATES: Final = 0x1FFF
FLUSHES: Final = 0xFFC3FF0FFC3FF

HIGHER: Final[list[i64]] = [
    sum(
        [
            BITS[other]
            for other in range(15)
            if LEVEL_POSITIONS[15 * level + other] > LEVEL_POSITIONS[15 * level + rank]
        ]
    )
    for level in range(13)
    for rank in range(15)
]
"""At `15 * level + rank`: the ranks above it in level order."""


def joker_singles(hold: Holding) -> i64:
    """Return the jokers that the hand holds."""
    jokers = hold.counts >> 52
    return ((jokers | (jokers >> 1)) & 1) << 13 | (((jokers >> 4) | (jokers >> 5)) & 1) << 14


def joker_pairs(hold: Holding) -> i64:
    """Return the jokers that the hand holds twice."""
    jokers = hold.counts >> 52
    return ((jokers >> 1) & 1) << 13 | ((jokers >> 5) & 1) << 14


def at_least(hold: Holding, number: i64) -> i64:
    """Return the ranks of which the hand holds so many natural cards."""
    if number == 1:
        return hold.ones >> 1
    if number == 2:
        return hold.twos >> 1
    if number == 3:
        return hold.threes >> 1
    found = hold.fours >> 1
    if number > 4 and found:
        for rank in range(13):
            if (found >> rank) & 1 and (hold.counts >> (4 * rank)) & 15 < number:
                found &= ~BITS[rank]
    return found


def of_a_kind(hold: Holding, size: i64, used: i64) -> i64:
    """Return the ranks of which there is a play of `size` like cards with `used` wilds.

    Wilds alone are one level card or a pair of level cards.
    """
    natural = size - used
    if natural <= 0:
        if natural == 0 and size <= 2:
            return BITS[hold.level]
        return 0
    if used == 0 and size <= 2:
        if size == 1:
            return (hold.ones >> 1) | joker_singles(hold)
        return (hold.twos >> 1) | joker_pairs(hold)
    return at_least(hold, natural)


def triples_with_pair(hold: Holding, used: i64) -> i64:
    """Return the triples of full houses whose pair has two natural cards."""
    if used == 0:
        return hold.threes >> 1
    if used == 1:
        return (hold.twos & ~hold.threes) >> 1
    return (hold.ones & ~hold.twos) >> 1


def triples_with_half_pair(hold: Holding, used: i64) -> i64:
    """Return the triples of full houses that have a wild to spare for the pair."""
    if used == 0:
        return 0
    return (hold.threes if used == 1 else hold.twos) >> 1


def wild_pair_triples(hold: Holding, options: i64) -> i64:
    """Return the natural triples that may have two wilds for their pair."""
    triples = hold.threes >> 1
    return triples & ~BITS[hold.level] if options & LEVEL_PAIR_ONLY else triples


def full_house_pairs(hold: Holding, options: i64, natural: i64) -> i64:
    """Return the ranks that can be the pair with so many natural cards; jokers are always two."""
    pairs = (hold.ones if natural == 1 else hold.twos) >> 1
    return pairs | joker_pairs(hold) if options & JOKER_PAIR else pairs


def straights(hold: Holding, options: i64, used: i64) -> i64:
    """Return the starts of straights that need not be straight flushes."""
    starts = _windows(hold.ones, used) & STRAIGHTS
    if starts == 0 or options & FLUSH_IS_STRAIGHT:
        return starts
    # A wild takes another suit, unless the rules do not let it.
    if used == 0 or options & WILD_FLUSH_ONLY:
        return starts & _two_suits(hold)
    if options & MIXED_CARDS:
        return starts & (_two_suits(hold) | ~_any_of_five(hold.runs >> (14 * HEART)))
    return starts


def tubes(hold: Holding, used: i64) -> i64:
    """Return the starts of tubes."""
    lacks_one, lacks_two, lacks_three = _gaps(~hold.ones, 3, 0, 0, 0)
    lacks_one, lacks_two, lacks_three = _gaps(~hold.twos, 3, lacks_one, lacks_two, lacks_three)
    return TUBES & ~(lacks_one if used == 0 else lacks_two if used == 1 else lacks_three)


def plates(hold: Holding, used: i64) -> i64:
    """Return the starts of plates."""
    lacks_one, lacks_two, lacks_three = _gaps(~hold.ones, 2, 0, 0, 0)
    lacks_one, lacks_two, lacks_three = _gaps(~hold.twos, 2, lacks_one, lacks_two, lacks_three)
    lacks_one, lacks_two, lacks_three = _gaps(~hold.threes, 2, lacks_one, lacks_two, lacks_three)
    return PLATES & ~(lacks_one if used == 0 else lacks_two if used == 1 else lacks_three)


def flushes(hold: Holding, used: i64) -> i64:
    """Return the starts of straight flushes, fourteen bits a suit."""
    return FLUSHES & _windows(hold.runs, used)


def _gaps(gap: i64, width: i64, one: i64, two: i64, three: i64) -> tuple[i64, i64, i64]:
    """Add a window's gaps to the masks of starts that lack at least one, two and three cards."""
    for _ in range(width):
        three |= two & gap
        two |= one & gap
        one |= gap
        gap >>= 1
    return one, two, three


def _windows(have: i64, used: i64) -> i64:
    """Return the starts of five places of which at most `used` are lacking."""
    if used == 0:
        pairs = have & (have >> 1)
        return pairs & (pairs >> 2) & (have >> 4)
    _, two, three = _gaps(~have, 5, 0, 0, 0)
    return ~(two if used == 1 else three)


def _any_of_five(run: i64) -> i64:
    """Return the starts of five places of which any is there."""
    pairs = run | (run >> 1)
    return pairs | (pairs >> 2) | (run >> 4)


def _two_suits(hold: Holding) -> i64:
    """Return the starts whose natural cards are of two suits at least."""
    run = _any_of_five(hold.runs)
    spades = run
    hearts = run >> 14
    clubs = run >> 28
    diamonds = run >> 42
    return (
        (spades & hearts) | ((spades | hearts) & clubs) | ((spades | hearts | clubs) & diamonds)
    ) & STRAIGHTS
