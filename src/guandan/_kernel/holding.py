"""A hand taken apart for the generators: what each rank and each suit offers, wilds set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.words import COUNT, HEART, JOKER_SHIFT, LOW_RANKS, SPREAD, SUITS

if TYPE_CHECKING:
    from mypy_extensions import i64

_COLUMN: Final = 0x3FFF


class Holding:
    """The natural cards of a hand by rank, and the number of its wilds.

    `patterns` and `counts` have one entry a rank and the jokers at 13 and 14. The run masks have
    fourteen bits, from the ace below the two to the ace above the king: `present` says where
    there is any natural card, `runs` the same for each suit, fourteen bits a suit.
    """

    def __init__(self, low: i64, high: i64, level: i64) -> None:
        self.level = level
        patterns: list[i64] = []
        counts: list[i64] = []
        runs: i64 = 0
        word = low
        wilds: i64 = 0
        for rank in range(13):
            if rank == LOW_RANKS:
                word = high
            pattern = word & 255
            word >>= 8
            if rank == level:
                wilds = (pattern >> (2 * HEART)) & 3
                pattern -= wilds * 4
            patterns.append(pattern)
            counts.append(COUNT[pattern])
            if pattern:
                runs |= SPREAD[SUITS[pattern]] << (rank + 1)
        runs |= SPREAD[SUITS[patterns[12]]]
        small = (high >> JOKER_SHIFT) & 3
        big = (high >> (JOKER_SHIFT + 2)) & 3
        patterns.append(small)
        patterns.append(big)
        counts.append(small)
        counts.append(big)
        self.wilds = wilds
        self.patterns = patterns
        self.counts = counts
        self.runs = runs
        self.present = (runs | (runs >> 14) | (runs >> 28) | (runs >> 42)) & _COLUMN

    def suit_run(self, suit: i64) -> i64:
        """Return the run mask of one suit."""
        return (self.runs >> (14 * suit)) & _COLUMN

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
