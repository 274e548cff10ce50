"""A hand taken apart for the generators: what each rank and each suit offers, wilds set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    JOKER_BOMB,
    PATTERN_SHIFT,
    WILDS_SHIFT,
    group_count,
    group_rank,
)
from guandan._kernel.words import (
    BIG_JOKER,
    BITS,
    COUNT,
    HEART,
    JOKER_SHIFT,
    LOW_RANKS,
    RUNS,
    SMALL_JOKER,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

COLUMN: Final = 0x3FFF
_FIRST_BITS: Final = 0x40010004001


class Holding:
    """The natural cards of a hand by rank, and the number of its wilds; all of it integers.

    `low` and `high` are the hand without its wilds; `counts` has four bits a rank, the jokers at
    13 and 14. The run masks have fourteen bits, from the ace below the two to the ace above the
    king: `ones`, `twos`, `threes` and `fours` say where there are so many natural cards at least,
    `runs` where there is any, for each suit, fourteen bits a suit.
    """

    def __init__(self, low: i64, high: i64, level: i64) -> None:
        if level < LOW_RANKS:
            shift = 8 * level + 2 * HEART
            wilds = (low >> shift) & 3
            low -= wilds << shift
        else:
            shift = 8 * (level - LOW_RANKS) + 2 * HEART
            wilds = (high >> shift) & 3
            high -= wilds << shift
        counts: i64 = 0
        runs: i64 = 0
        twos: i64 = 0
        threes: i64 = 0
        fours: i64 = 0
        word = low
        for rank in range(13):
            if rank == LOW_RANKS:
                word = high
            pattern = word & 255
            word >>= 8
            if pattern:
                count = COUNT[pattern]
                counts |= count << (4 * rank)
                runs |= RUNS[pattern] << (rank + 1)
                if count > 1:
                    twos |= BITS[rank + 1]
                    if count > 2:
                        threes |= BITS[rank + 1]
                        if count > 3:
                            fours |= BITS[rank + 1]
        jokers = high >> JOKER_SHIFT
        counts |= (jokers & 3) << 52
        counts |= (jokers >> 2) << 56
        # The ace above the king is the ace below the two as well.
        runs |= (runs >> 13) & _FIRST_BITS
        self.level = level
        self.low = low
        self.high = high
        self.wilds = wilds
        self.counts = counts
        self.runs = runs
        self.ones = (runs | (runs >> 14) | (runs >> 28) | (runs >> 42)) & COLUMN
        self.twos = twos | (twos >> 13)
        self.threes = threes | (threes >> 13)
        self.fours = fours | (fours >> 13)

    def take(self, rank: i64, pattern: i64) -> None:
        """Take natural cards of one rank away (of a joker: their number)."""
        if rank >= SMALL_JOKER:
            self.high -= pattern << (JOKER_SHIFT + 2 * (rank - SMALL_JOKER))
            self.counts -= pattern << (4 * rank)
            return
        if rank < LOW_RANKS:
            shift = 8 * rank
            self.low -= pattern << shift
            left = (self.low >> shift) & 255
        else:
            shift = 8 * (rank - LOW_RANKS)
            self.high -= pattern << shift
            left = (self.high >> shift) & 255
        self.counts -= COUNT[pattern] << (4 * rank)
        # The bits of the rank in the masks, twice for the ace.
        column = BITS[rank + 1] | (1 if rank == 12 else 0)
        count = COUNT[left]
        if count < 4:
            self.fours &= ~column
            if count < 3:
                self.threes &= ~column
                if count < 2:
                    self.twos &= ~column
                    if count < 1:
                        self.ones &= ~column
        suits = RUNS[pattern] & ~RUNS[left]
        if suits:
            self.runs &= ~(suits << (rank + 1))
            if rank == 12:
                self.runs &= ~suits

    def give(self, play: i64) -> None:
        """Take the cards of a complete play away, which the hand holds."""
        if play & 15 == JOKER_BOMB:
            self.take(SMALL_JOKER, 2)
            self.take(BIG_JOKER, 2)
            return
        for group in range(group_count(play)):
            pattern = (play >> (PATTERN_SHIFT + 8 * group)) & 255
            if pattern:
                self.take(group_rank(play, group), pattern)
        self.wilds -= (play >> WILDS_SHIFT) & 3

    def copy_from(self, other: Holding) -> None:
        """Become equal to another hand."""
        self.level = other.level
        self.low = other.low
        self.high = other.high
        self.wilds = other.wilds
        self.counts = other.counts
        self.runs = other.runs
        self.ones = other.ones
        self.twos = other.twos
        self.threes = other.threes
        self.fours = other.fours


def rank_counts(low: i64, high: i64, level: i64) -> i64:
    """Return how many cards there are of each rank, four bits a rank; wilds are level cards."""
    hold = Holding(low, high, level)
    return hold.counts + (hold.wilds << (4 * level))
