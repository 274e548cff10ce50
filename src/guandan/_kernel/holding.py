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
_SIX_RANKS: Final = 0xFFFFFFFFFFFF


def _counts(word: i64) -> i64:
    """Return the number of cards of each rank of a word, a byte each."""
    word = (word & 0x33333333333333) + ((word >> 2) & 0x33333333333333)
    return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F


def _nibbles(counts: i64) -> i64:
    """Return the same numbers, four bits each."""
    counts = (counts | (counts >> 4)) & 0xFF00FF00FF00FF
    counts = (counts | (counts >> 8)) & 0xFFFF0000FFFF
    return (counts | (counts >> 16)) & 0xFFFFFFF


def _columns(word: i64, counts: i64) -> i64:
    """Return seven facts on the seven ranks of a word: a byte a fact, in it a bit a rank.

    They are whether the rank has a card of each suit, then whether it has two, three, four cards.
    """
    suits = (word | (word >> 1)) & 0x55555555555555
    suits = (suits | (suits >> 1)) & 0x33333333333333
    rows = (suits | (suits >> 2)) & 0x0F0F0F0F0F0F0F
    # A number of cards and 128 less the number asked for carry into the byte's highest bit.
    rows |= ((counts + 0x7E7E7E7E7E7E7E) >> 3) & 0x10101010101010
    rows |= ((counts + 0x7D7D7D7D7D7D7D) >> 2) & 0x20202020202020
    rows |= ((counts + 0x7C7C7C7C7C7C7C) >> 1) & 0x40404040404040
    # Rows become columns: of the square's quarters two change places, then of each quarter's own
    # quarters, then of each of these.
    swap = (rows ^ (rows >> 28)) & 0xF0F0F0F0
    rows ^= swap ^ (swap << 28)
    swap = (rows ^ (rows >> 14)) & 0xCCCC0000CCCC
    rows ^= swap ^ (swap << 14)
    swap = (rows ^ (rows >> 7)) & 0xAA00AA00AA00AA
    return rows ^ swap ^ (swap << 7)


def _apart(columns: i64) -> i64:
    """Return the columns of the four suits, fourteen bits apart."""
    columns = (columns & 0x7F7F) | ((columns & 0x7F7F0000) << 12)
    return (columns & 0x7F000007F) | ((columns & 0x7F000007F00) << 6)


def _run(low: i64, high: i64) -> i64:
    """Return the run mask of two columns of one fact."""
    low &= 127
    high &= 63
    return (low << 1) | (high << 8) | (high >> 5)


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
        high_ranks = high & _SIX_RANKS
        low_counts = _counts(low)
        high_counts = _counts(high_ranks)
        low_columns = _columns(low, low_counts)
        high_columns = _columns(high_ranks, high_counts)
        # The ace above the king is the ace below the two as well.
        high_suits = _apart(high_columns)
        runs = (_apart(low_columns) << 1) | (high_suits << 8) | ((high_suits >> 5) & _FIRST_BITS)
        jokers = high >> JOKER_SHIFT
        self.level = level
        self.low = low
        self.high = high
        self.wilds = wilds
        self.counts = (
            _nibbles(low_counts)
            | (_nibbles(high_counts) << 28)
            | ((jokers & 3) << 52)
            | ((jokers >> 2) << 56)
        )
        self.runs = runs
        self.ones = (runs | (runs >> 14) | (runs >> 28) | (runs >> 42)) & COLUMN
        self.twos = _run(low_columns >> 32, high_columns >> 32)
        self.threes = _run(low_columns >> 40, high_columns >> 40)
        self.fours = _run(low_columns >> 48, high_columns >> 48)

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
