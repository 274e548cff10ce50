"""The shapes that a hand can play, counted and picked by number, without a list.

The numbering is that of `shapes`, but that ranks go in natural order within a size of one kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FLUSH_ABOVE_ALL,
    FULL_HOUSE,
    JOKER_BOMB,
    PAIR_SHIFT,
    PLATE,
    RANK_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUIT_SHIFT,
    TRIPLE,
    TUBE,
    WILD_PAIR,
    make_code,
)
from guandan._kernel.holding import Holding
from guandan._kernel.offers import (
    ALL,
    HIGHER,
    RANKS,
    STRAIGHTS,
    at_least,
    flushes,
    full_house_pairs,
    of_a_kind,
    plates,
    straights,
    triples_with_half_pair,
    triples_with_pair,
    tubes,
    wild_pair_triples,
)
from guandan._kernel.words import ALL_JOKERS, BIG_JOKER, BITS, JOKER_SHIFT

if TYPE_CHECKING:
    from mypy_extensions import i64

_MANY: Final = 0x10000000000
"""More than there are shapes."""


def count_bits(mask: i64) -> i64:
    """Return the number of bits set, of 56 at most."""
    mask -= (mask >> 1) & 0x55555555555555
    mask = (mask & 0x33333333333333) + ((mask >> 2) & 0x33333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    return (mask + (mask >> 32)) & 63


def nth_bit(mask: i64, number: i64) -> i64:
    """Return the place of a set bit, counted from the lowest as 0; the mask has so many."""
    while number > 0:
        mask &= mask - 1
        number -= 1
    return count_bits((mask & -mask) - 1)


def count_shapes(hold: Holding, options: i64, over: i64) -> i64:
    """Return how many shapes the hand can play over the play `over` (`LEAD`: any)."""
    return _MANY + 1 + _pick(hold, options, over, _MANY)


def nth_shape(hold: Holding, options: i64, over: i64, number: i64) -> i64:
    """Return the shape of this number, from 0; a negative number when there are fewer."""
    return _pick(hold, options, over, number)


class _Picker:
    """Goes through masks of shapes until the one of its number comes."""

    def __init__(self, number: i64) -> None:
        self.left = number
        self.code: i64 = -1

    def by_rank(self, code: i64, mask: i64) -> bool:
        """Go past the shapes that have the code and one of the ranks of the mask, or stop there."""
        size = count_bits(mask)
        if self.left >= size:
            self.left -= size
            return False
        self.code = code + (nth_bit(mask, self.left) << RANK_SHIFT)
        return True

    def by_pair(self, code: i64, triples: i64, pairs: i64) -> bool:
        """The same for the full houses of these triples, each with the pairs of another rank."""
        size = count_bits(triples) * count_bits(pairs) - count_bits(triples & pairs)
        if self.left >= size:
            self.left -= size
            return False
        while True:
            others = pairs & ~(triples & -triples)
            size = count_bits(others)
            if self.left < size:
                triple = nth_bit(triples, 0)
                pair = nth_bit(others, self.left)
                self.code = code | (triple << RANK_SHIFT) | (pair << PAIR_SHIFT)
                return True
            self.left -= size
            triples &= triples - 1


def _pick(hold: Holding, options: i64, over: i64, number: i64) -> i64:
    """Return the shape of that number; if there are fewer, how many less than -1 they leave."""
    picker = _Picker(number)
    if over < 0:
        found = (
            _pick_of_a_kind(picker, hold, 1, ALL)
            or _pick_of_a_kind(picker, hold, 2, ALL)
            or _pick_of_a_kind(picker, hold, 3, ALL)
            or _pick_full_house(picker, hold, options, RANKS)
            or _pick_straight(picker, hold, options, 0)
            or _pick_tube(picker, hold, 0)
            or _pick_plate(picker, hold, 0)
            or _pick_bomb(picker, hold, 4, RANKS)
            or _pick_flush(picker, hold, 0)
            or _pick_joker_bomb(picker, hold)
        )
        return picker.code if found else -1 - picker.left
    kind = over & 15
    rank = (over >> 4) & 15
    higher = HIGHER[15 * hold.level + rank]
    found = False
    if kind < BOMB:
        if kind <= TRIPLE:
            found = _pick_of_a_kind(picker, hold, kind + 1, higher)
        elif kind == FULL_HOUSE:
            found = _pick_full_house(picker, hold, options, higher & RANKS)
        elif kind == STRAIGHT:
            found = _pick_straight(picker, hold, options, rank - 2)
        elif kind == TUBE:
            found = _pick_tube(picker, hold, rank)
        else:
            found = _pick_plate(picker, hold, rank + 1)
        found = found or _pick_bomb(picker, hold, 4, RANKS) or _pick_flush(picker, hold, 0)
    elif kind == BOMB:
        size = (over >> 8) & 15
        found = _pick_bomb(picker, hold, size, higher & RANKS)
        if size < 6 or options & FLUSH_ABOVE_ALL:
            found = found or _pick_flush(picker, hold, 0)
    elif kind == STRAIGHT_FLUSH:
        if not options & FLUSH_ABOVE_ALL:
            found = _pick_bomb(picker, hold, 6, RANKS)
        found = found or _pick_flush(picker, hold, rank - 2)
    else:
        return -1 - picker.left
    found = found or _pick_joker_bomb(picker, hold)
    return picker.code if found else -1 - picker.left


def _pick_of_a_kind(picker: _Picker, hold: Holding, size: i64, allowed: i64) -> bool:
    for used in range(hold.wilds + 1):
        mask = of_a_kind(hold, size, used) & allowed
        if mask and picker.by_rank(make_code(size - 1, 0, size, used), mask):
            return True
    return False


def _pick_full_house(picker: _Picker, hold: Holding, options: i64, allowed: i64) -> bool:
    wilds = hold.wilds
    if (
        allowed & ((hold.threes if wilds == 0 else hold.twos if wilds == 1 else hold.ones) >> 1)
        == 0
    ):
        return False
    pairs = full_house_pairs(hold, options, 2)
    half_pairs = full_house_pairs(hold, options, 1)
    for used in range(wilds + 1):
        code = make_code(FULL_HOUSE, 0, 5, used)
        triples = triples_with_pair(hold, used) & allowed
        if triples and picker.by_pair(code, triples, pairs):
            return True
        triples = triples_with_half_pair(hold, used) & allowed
        if triples and picker.by_pair(code, triples, half_pairs):
            return True
    if wilds == 2:
        wild_pair: i64 = WILD_PAIR
        triples = wild_pair_triples(hold, options) & allowed
        return picker.by_rank(make_code(FULL_HOUSE, 0, 5, 2) | (wild_pair << PAIR_SHIFT), triples)
    return False


def _pick_straight(picker: _Picker, hold: Holding, options: i64, first: i64) -> bool:
    for used in range(hold.wilds + 1):
        starts = straights(hold, options, used) & -BITS[first]
        if starts and picker.by_rank(make_code(STRAIGHT, 3, 5, used), starts):
            return True
    return False


def _pick_tube(picker: _Picker, hold: Holding, first: i64) -> bool:
    for used in range(hold.wilds + 1):
        starts = tubes(hold, used) & -BITS[first]
        if starts and picker.by_rank(make_code(TUBE, 1, 6, used), starts):
            return True
    return False


def _pick_plate(picker: _Picker, hold: Holding, first: i64) -> bool:
    for used in range(hold.wilds + 1):
        starts = plates(hold, used) & -BITS[first]
        if starts and picker.by_rank(make_code(PLATE, 0, 6, used), starts):
            return True
    return False


def _pick_bomb(picker: _Picker, hold: Holding, first: i64, higher: i64) -> bool:
    wilds = hold.wilds
    allowed = higher
    size = first
    while size <= 10:
        if at_least(hold, max(1, size - wilds)) == 0:
            return False
        for used in range(wilds + 1):
            natural = size - used
            if natural <= 8:
                mask = at_least(hold, natural) & allowed
                if mask and picker.by_rank(make_code(BOMB, 0, size, used), mask):
                    return True
        allowed = RANKS
        size += 1
    return False


def _pick_flush(picker: _Picker, hold: Holding, first: i64) -> bool:
    for used in range(hold.wilds + 1):
        mask = flushes(hold, used)
        if mask:
            for suit in range(4):
                starts = (mask >> (14 * suit)) & STRAIGHTS & -BITS[first]
                code = make_code(STRAIGHT_FLUSH, 3, 5, used) | ((suit + 1) << SUIT_SHIFT)
                if starts and picker.by_rank(code, starts):
                    return True
    return False


def _pick_joker_bomb(picker: _Picker, hold: Holding) -> bool:
    if hold.high >> JOKER_SHIFT == ALL_JOKERS >> JOKER_SHIFT:
        if picker.left == 0:
            picker.code = make_code(JOKER_BOMB, BIG_JOKER, 4, 0)
            return True
        picker.left -= 1
    return False
