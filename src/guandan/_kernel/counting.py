"""How many complete plays a hand has: the cases of `plays`, with products in place of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FULL_HOUSE,
    JOKER_BOMB,
    SIZE_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    WILDS_SHIFT,
    group_rank,
)
from guandan._kernel.holding import Holding
from guandan._kernel.shapes import shapes_of
from guandan._kernel.takes import barred_flushes, takes_of
from guandan._kernel.words import POPULATION, WAYS, pattern_of

if TYPE_CHECKING:
    from mypy_extensions import i64

_THREE_WAYS: Final = 0xFFFFFFFFF


def count_plays(low: i64, high: i64, level: i64, options: i64, over: i64) -> i64:
    """Return the number of complete plays over `over`, without making any of them."""
    hold = Holding(low, high, level)
    total: i64 = 0
    for code in shapes_of(hold, options, over):
        total += _count(hold, code, options)
    return total


def _count(hold: Holding, code: i64, options: i64) -> i64:
    kind = code & 15
    if kind == STRAIGHT_FLUSH:
        suit = ((code >> 12) & 7) - 1
        return _choose(5 - ((code >> 15) & 3), _held(hold, suit, code))
    if kind == STRAIGHT:
        return _count_straights(hold, code, options)
    if kind == JOKER_BOMB:
        return 1
    first_place = 9 * pattern_of(hold.low, hold.high, group_rank(code, 0))
    if kind < FULL_HOUSE or kind == BOMB:
        return WAYS[first_place + ((code >> SIZE_SHIFT) & 15) - ((code >> WILDS_SHIFT) & 3)]
    second_place = 9 * pattern_of(hold.low, hold.high, group_rank(code, 1))
    third_place: i64 = 0
    if kind == TUBE:
        third_place = 9 * pattern_of(hold.low, hold.high, group_rank(code, 2))
    total: i64 = 0
    for numbers in takes_of(code):
        ways = WAYS[first_place + numbers[0]] * WAYS[second_place + numbers[1]]
        if kind == TUBE:
            ways *= WAYS[third_place + numbers[2]]
        total += ways
    return total


def _choose(number: i64, of: i64) -> i64:
    if number > of:
        return 0
    ways: i64 = 1
    for step in range(number):
        ways = ways * (of - step) // (step + 1)
    return ways


def _held(hold: Holding, suit: i64, code: i64) -> i64:
    """How many of the run's five ranks the hand holds in this suit."""
    start = ((code >> 4) & 15) - 3
    return POPULATION[(hold.runs >> (14 * suit + start)) & 31]


def _count_straights(hold: Holding, code: i64, options: i64) -> i64:
    wilds = (code >> WILDS_SHIFT) & 3
    number = 5 - wilds
    # In twelve bits each: in how many ways none, one and two of the ranks give no card.
    ways: i64 = 1
    for group in range(5):
        suits = WAYS[9 * pattern_of(hold.low, hold.high, group_rank(code, group)) + 1]
        ways = (ways * suits + (ways << 12)) & _THREE_WAYS
    total = (ways >> (12 * wilds)) & 0xFFF
    barred = barred_flushes(code, options)
    for suit in range(4):
        if (barred >> (2 * suit)) & 1:
            total -= _choose(number, _held(hold, suit, code))
    return total
