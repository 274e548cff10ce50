"""A hand taken apart for the generators: what each rank and each suit offers, wilds set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.words import BITS, COUNT, HEART, JOKER_SHIFT, LOW_RANKS, RUNS

if TYPE_CHECKING:
    from mypy_extensions import i64

COLUMN: Final = 0x3FFF
_FIRST_BITS: Final = 0x40010004001


class Holding:
    """The natural cards of a hand by rank, and the number of its wilds; all of it integers.

    `low` and `high` are the hand without its wilds; `counts` has four bits a rank, the jokers at
    13 and 14. The run masks have fourteen bits, from the ace below the two to the ace above the
    king: `ones`, `twos` and `threes` say where there are so many natural cards at least, `runs`
    where there is any, for each suit, fourteen bits a suit.
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

    def can_be_plain(self, start: i64, wilds: i64, restricted: bool, mixed: bool) -> bool:
        """Return whether the straight from `start` can be made without being only a flush.

        With no wild (or `restricted`, the rules by which a wild does not change that) the natural
        cards have to be of two suits at least; `mixed` forbids natural hearts only beside a wild.
        """
        suits: i64 = 0
        for suit in range(4):
            if (self.runs >> (14 * suit + start)) & 31:
                suits += 1
        if wilds == 0 or restricted:
            return suits > 1
        hearts = bool((self.runs >> (14 * HEART + start)) & 31)
        return not mixed or suits > 1 or not hearts
