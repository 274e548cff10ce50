"""All complete plays of a hand: every distinct set of faces times every reading; and their number.

Plays are listed shape by shape in the order of `shapes`, within a shape by their faces. Counting
follows the same cases with products in place of lists, so its cost does not grow with the number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FLUSH_IS_STRAIGHT,
    FULL_HOUSE,
    JOKER_BOMB,
    LEAD,
    MIXED_CARDS,
    PLATE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    WILD_FLUSH_ONLY,
    WILD_PAIR,
)
from guandan._kernel.holding import Holding
from guandan._kernel.shapes import shapes_of
from guandan._kernel.words import (
    ALL_JOKERS,
    BITS,
    HEART,
    JOKER_SHIFT,
    LOW_RANKS,
    SMALL_JOKER,
    SUBPATTERNS,
    SUITS,
    WAYS,
)

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
_TUBE_TAKES: Final[list[list[list[i64]]]] = [_distributions(3, 2, 6 - w) for w in range(3)]
_PLATE_TAKES: Final[list[list[list[i64]]]] = [_distributions(2, 3, 6 - w) for w in range(3)]
"""By wilds used: how many natural cards each rank of the run, from its lowest, may give."""


def takes_of(code: i64) -> list[list[i64]]:
    """Return how many natural cards the ranks of a run may give; [] for every other kind."""
    kind = code & 15
    wilds = (code >> 15) & 3
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return _STRAIGHT_TAKES[wilds]
    if kind == TUBE:
        return _TUBE_TAKES[wilds]
    if kind == PLATE:
        return _PLATE_TAKES[wilds]
    return []


def run_rank(code: i64, place: i64, length: i64) -> i64:
    """Return the rank at a place of a run of so many ranks, 0 being its lowest."""
    rank = ((code >> 4) & 15) - length + 1 + place
    return rank if rank >= 0 else 12


def full_house_takes(code: i64) -> list[i64]:
    """Return pairs (cards of the triple, cards of the pair) that the shape may be made of."""
    wilds = (code >> 15) & 3
    pair = (code >> 17) & 15
    if pair == WILD_PAIR:
        return [3, 0]
    if wilds == 0:
        return [3, 2]
    if pair >= SMALL_JOKER:
        return [3 - wilds, 2]
    if wilds == 1:
        return [2, 2, 3, 1]
    return [1, 2, 2, 1]


def flushes_barred(code: i64, options: i64) -> i64:
    """Return the suits (as four bits) whose flushes a straight of this shape may not be."""
    if (code & 15) != STRAIGHT or options & FLUSH_IS_STRAIGHT:
        return 0
    if (code >> 15) & 3 == 0 or options & WILD_FLUSH_ONLY:
        return 15
    return 2 if options & MIXED_CARDS else 0


def wild_words(code: i64, level: i64) -> tuple[i64, i64]:
    """Return the wilds that the shape uses, as words."""
    return rank_words(((code >> 15) & 3) << (2 * HEART), level)


def rank_words(pattern: i64, rank: i64) -> tuple[i64, i64]:
    """Return a pattern of a rank (13 and 14: the jokers) as words."""
    if rank < LOW_RANKS:
        return pattern << (8 * rank), 0
    if rank < SMALL_JOKER:
        return 0, pattern << (8 * (rank - LOW_RANKS))
    return 0, pattern << (JOKER_SHIFT + 2 * (rank - SMALL_JOKER))


def plays(low: i64, high: i64, level: i64, options: i64, over: i64) -> list[i64]:
    """Return every complete play over `over`, three entries each: code, low word, high word."""
    hold = Holding(low, high, level)
    out: list[i64] = []
    for code in shapes_of(hold, options, over):
        _add_plays(out, hold, code, options)
    return out


def plays_of_shape(low: i64, high: i64, level: i64, options: i64, code: i64) -> list[i64]:
    """Return the complete plays of one shape that the hand can make, three entries each."""
    out: list[i64] = []
    _add_plays(out, Holding(low, high, level), code, options)
    return out


def _add_plays(out: list[i64], hold: Holding, code: i64, options: i64) -> None:
    wild_low, wild_high = wild_words(code, hold.level)
    kind = code & 15
    rank = (code >> 4) & 15
    natural = ((code >> 8) & 15) - ((code >> 15) & 3)
    if kind < FULL_HOUSE or kind == BOMB:
        if rank >= SMALL_JOKER:
            one_low, one_high = rank_words(natural, rank)
            out.append(code)
            out.append(one_low)
            out.append(one_high)
            return
        _cross(out, code, wild_low, wild_high, hold, [rank], [natural], 0)
        return
    if kind == JOKER_BOMB:
        out.append(code)
        out.append(0)
        out.append(ALL_JOKERS)
        return
    if kind == FULL_HOUSE:
        pair = (code >> 17) & 15
        takes = full_house_takes(code)
        for index in range(0, len(takes), 2):
            if pair == WILD_PAIR:
                _cross(out, code, wild_low, wild_high, hold, [rank], [3], 0)
            elif pair >= SMALL_JOKER:
                joker_low, joker_high = rank_words(2, pair)
                _cross(
                    out,
                    code,
                    joker_low | wild_low,
                    joker_high | wild_high,
                    hold,
                    [rank],
                    [takes[index]],
                    0,
                )
            else:
                _cross(
                    out,
                    code,
                    wild_low,
                    wild_high,
                    hold,
                    [rank, pair],
                    [takes[index], takes[index + 1]],
                    0,
                )
        return
    suit = ((code >> 12) & 7) - 1
    barred = flushes_barred(code, options)
    for numbers in takes_of(code):
        length = len(numbers)
        ranks: list[i64] = []
        taken: list[i64] = []
        for place in range(length):
            if numbers[place]:
                ranks.append(run_rank(code, place, length))
                taken.append(numbers[place])
        if suit >= 0:
            _add_flush(out, code, wild_low, wild_high, hold, ranks, suit)
        else:
            _cross(out, code, wild_low, wild_high, hold, ranks, taken, barred)


def _add_flush(
    out: list[i64], code: i64, low: i64, high: i64, hold: Holding, ranks: list[i64], suit: i64
) -> None:
    pattern = BITS[2 * suit]
    for rank in ranks:
        if not (SUITS[hold.patterns[rank]] >> suit) & 1:
            return
        rank_low, rank_high = rank_words(pattern, rank)
        low |= rank_low
        high |= rank_high
    out.append(code)
    out.append(low)
    out.append(high)


def _cross(
    out: list[i64],
    code: i64,
    low: i64,
    high: i64,
    hold: Holding,
    ranks: list[i64],
    numbers: list[i64],
    barred: i64,
) -> None:
    """Add every way to take the numbers of cards from the ranks, on top of the given words."""
    lows: list[i64] = [low]
    highs: list[i64] = [high]
    for index in range(len(ranks)):
        rank = ranks[index]
        ways = SUBPATTERNS[9 * hold.patterns[rank] + numbers[index]]
        if not ways:
            return
        if rank < LOW_RANKS:
            shift = 8 * rank
            lows = [word | (way << shift) for word in lows for way in ways]
            highs = [word for word in highs for _ in ways]
        else:
            shift = 8 * (rank - LOW_RANKS)
            highs = [word | (way << shift) for word in highs for way in ways]
            lows = [word for word in lows for _ in ways]
    if barred:
        _add_but_flushes(out, code, lows, highs, low, high, ranks, barred)
        return
    for index in range(len(lows)):
        out.append(code)
        out.append(lows[index])
        out.append(highs[index])


def _add_but_flushes(
    out: list[i64],
    code: i64,
    lows: list[i64],
    highs: list[i64],
    low: i64,
    high: i64,
    ranks: list[i64],
    barred: i64,
) -> None:
    flush_lows: list[i64] = []
    flush_highs: list[i64] = []
    for suit in range(4):
        if (barred >> suit) & 1:
            flush_low = low
            flush_high = high
            for rank in ranks:
                rank_low, rank_high = rank_words(BITS[2 * suit], rank)
                flush_low |= rank_low
                flush_high |= rank_high
            flush_lows.append(flush_low)
            flush_highs.append(flush_high)
    for index in range(len(lows)):
        is_flush = False
        for other in range(len(flush_lows)):
            if lows[index] == flush_lows[other] and highs[index] == flush_highs[other]:
                is_flush = True
        if not is_flush:
            out.append(code)
            out.append(lows[index])
            out.append(highs[index])


def count_plays(low: i64, high: i64, level: i64, options: i64, over: i64) -> i64:
    """Return the number of complete plays over `over`, without making any of them."""
    hold = Holding(low, high, level)
    total: i64 = 0
    for code in shapes_of(hold, options, over):
        total += _count(hold, code, options)
    return total


def has_play(low: i64, high: i64, level: i64, options: i64, over: i64) -> bool:
    """Return whether there is any play over `over`."""
    if over == LEAD:
        return low != 0 or high != 0
    # A shape is listed only when some set of faces makes it.
    return len(shapes_of(Holding(low, high, level), options, over)) > 0


def _count(hold: Holding, code: i64, options: i64) -> i64:
    kind = code & 15
    rank = (code >> 4) & 15
    patterns = hold.patterns
    if kind < FULL_HOUSE or kind == BOMB:
        if rank >= SMALL_JOKER:
            return 1
        natural = ((code >> 8) & 15) - ((code >> 15) & 3)
        return WAYS[9 * patterns[rank] + natural]
    if kind == JOKER_BOMB:
        return 1
    if kind == FULL_HOUSE:
        pair = (code >> 17) & 15
        takes = full_house_takes(code)
        total: i64 = 0
        for index in range(0, len(takes), 2):
            ways = WAYS[9 * patterns[rank] + takes[index]]
            if pair < SMALL_JOKER:
                ways *= WAYS[9 * patterns[pair] + takes[index + 1]]
            total += ways
        return total
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return _count_straights(hold, code, options)
    total = 0
    for numbers in takes_of(code):
        length = len(numbers)
        ways = 1
        for place in range(length):
            ways *= WAYS[9 * patterns[run_rank(code, place, length)] + numbers[place]]
        total += ways
    return total


def _choose(number: i64, of: i64) -> i64:
    if number > of:
        return 0
    ways: i64 = 1
    for step in range(number):
        ways = ways * (of - step) // (step + 1)
    return ways


def _count_straights(hold: Holding, code: i64, options: i64) -> i64:
    start = ((code >> 4) & 15) - 3
    number = 5 - ((code >> 15) & 3)
    suit = ((code >> 12) & 7) - 1
    if suit >= 0:
        return _choose(number, _held(hold, suit, start))
    # The elementary symmetric polynomial of the numbers of suits at the five ranks.
    sums: list[i64] = [1, 0, 0, 0, 0, 0]
    for place in range(5):
        suits = WAYS[9 * hold.patterns[run_rank(code, place, 5)] + 1]
        for order in range(place + 1, 0, -1):
            sums[order] += suits * sums[order - 1]
    total = sums[number]
    barred = flushes_barred(code, options)
    for suit in range(4):
        if (barred >> suit) & 1:
            total -= _choose(number, _held(hold, suit, start))
    return total


def _held(hold: Holding, suit: i64, start: i64) -> i64:
    bits = (hold.runs >> (14 * suit + start)) & 31
    number: i64 = 0
    while bits:
        number += bits & 1
        bits >>= 1
    return number
