"""All shapes that a hand can play: one code for each, no cards chosen yet.

The order is that of every listing of plays. Leading: rank by rank in level order the single,
pairs, triples and bombs, jokers last; then full houses, straights, tubes, plates and straight
flushes, each from the lowest rank up; then the joker bomb. Following: the plays of the table's
kind, then the bombs of one rank, the straight flushes and the joker bomb. Fewer wilds come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FLUSH_IS_STRAIGHT,
    FULL_HOUSE,
    JOKER_BOMB,
    JOKER_PAIR,
    LEVEL_PAIR_ONLY,
    MIXED_CARDS,
    PAIR,
    PAIR_SHIFT,
    PLATE,
    RANK_SHIFT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUIT_SHIFT,
    TRIPLE,
    TUBE,
    WILD_FLUSH_ONLY,
    WILD_PAIR,
    make_code,
    strength,
)
from guandan._kernel.holding import Holding
from guandan._kernel.words import BIG_JOKER, LEVEL_POSITIONS, LEVEL_RANKS, POPULATION, SMALL_JOKER

if TYPE_CHECKING:
    from mypy_extensions import i64


def _of_a_kind(size: i64) -> i64:
    kinds: list[i64] = [SINGLE, PAIR, TRIPLE]
    return kinds[size - 1] if size < 4 else BOMB


def _same_rank_codes(count: i64, wilds: i64, sizes: range) -> list[i64]:
    """The codes, but for the rank, of plays with `count` natural cards and up to `wilds` wilds."""
    codes: list[i64] = []
    for size in sizes:
        for used in range(min(wilds, 2) + 1):
            if 1 <= size - used <= count:
                codes.append(make_code(_of_a_kind(size), 0, size, used))
    return codes


def _same_rank_table(sizes: range) -> list[list[i64]]:
    return [_same_rank_codes(count, wilds, sizes) for wilds in range(3) for count in range(9)]


_ALL_SIZES: Final[list[list[i64]]] = _same_rank_table(range(1, 11))
"""At `9 * wilds + count`; the tables below likewise."""
_BOMBS: Final[list[list[i64]]] = _same_rank_table(range(4, 11))
_BY_SIZE: Final[list[list[list[i64]]]] = [
    _same_rank_table(range(size, size + 1)) for size in range(1, 4)
]


def _full_house_codes(triple: i64, pair: i64, wilds: i64) -> list[i64]:
    """The wilds (shifted) that full houses of so many natural cards use."""
    codes: list[i64] = []
    for used in range(wilds + 1):
        for of_triple in range(1, 4):
            of_pair = 5 - used - of_triple
            if of_triple <= triple and 1 <= of_pair <= min(pair, 2):
                codes.append(make_code(FULL_HOUSE, 0, 5, used))
                break
    return codes


_FULL_HOUSES: Final[list[list[i64]]] = [
    _full_house_codes(triple, pair, wilds)
    for wilds in range(3)
    for triple in range(4)
    for pair in range(3)
]
"""At `12 * wilds + 3 * min(triple, 3) + min(pair, 2)`."""

_SHORT_OF_TWO: Final[list[i64]] = [2, 1, 0, 0, 0, 0, 0, 0, 0]
_SHORT_OF_THREE: Final[list[i64]] = [3, 2, 1, 0, 0, 0, 0, 0, 0]


def shapes(low: i64, high: i64, level: i64, options: i64, over: i64) -> list[i64]:
    """Return the code of every shape the hand can play over the play `over` (`LEAD`: any)."""
    return shapes_of(Holding(low, high, level), options, over)


def shapes_of(hold: Holding, options: i64, over: i64) -> list[i64]:
    """Return the shapes of a hand that is already taken apart."""
    out: list[i64] = []
    if over < 0:
        _add_same_rank(out, hold, _ALL_SIZES, 0, 4)
        _add_full_houses(out, hold, options, -1)
        _add_straights(out, hold, options, 0)
        _add_tubes(out, hold, 0)
        _add_plates(out, hold, 0)
        _add_straight_flushes(out, hold)
        _add_joker_bomb(out, hold)
        return out
    level = hold.level
    kind = over & 15
    if kind >= BOMB:
        _add_higher_bombs(out, hold, options, strength(over, level, options))
        return out
    rank = (over >> RANK_SHIFT) & 15
    if kind <= TRIPLE:
        _add_same_rank(out, hold, _BY_SIZE[kind], LEVEL_POSITIONS[15 * level + rank] + 1, kind + 1)
    elif kind == FULL_HOUSE:
        _add_full_houses(out, hold, options, LEVEL_POSITIONS[15 * level + rank])
    elif kind == STRAIGHT:
        _add_straights(out, hold, options, rank - 2)
    elif kind == TUBE:
        _add_tubes(out, hold, rank)
    elif kind == PLATE:
        _add_plates(out, hold, rank + 1)
    _add_bombs(out, hold)
    return out


def _add_same_rank(
    out: list[i64], hold: Holding, table: list[list[i64]], first: i64, size: i64
) -> None:
    """Add the table's plays for the ranks from the level position `first` up.

    `size` says which plays of one rank the table holds, for those that are not in it: joker
    singles and pairs and the wilds alone. It is their number of cards, 4 for all, 0 for none.
    """
    counts = hold.counts
    row = 9 * hold.wilds
    place = 13 * hold.level
    for position in range(first, 13):
        rank = LEVEL_RANKS[place + position]
        if position == 12:
            _add_level_rank(out, hold, table, size)
        elif counts[rank]:
            shifted = rank << RANK_SHIFT
            for code in table[row + counts[rank]]:
                out.append(code | shifted)
    if size == 0 or size == 3:
        return
    for joker in range(max(first, SMALL_JOKER), 15):
        if counts[joker] and size != 2:
            out.append(make_code(SINGLE, joker, 1, 0))
        if counts[joker] == 2 and size != 1:
            out.append(make_code(PAIR, joker, 2, 0))


def _add_level_rank(out: list[i64], hold: Holding, table: list[list[i64]], size: i64) -> None:
    level = hold.level
    shifted = level << RANK_SHIFT
    # Wilds alone are one level card or a pair of them: kept in the order by size, then wilds.
    single_due = hold.wilds > 0 and (size == 1 or size == 4)
    pair_due = hold.wilds == 2 and (size == 2 or size == 4)
    for code in table[9 * hold.wilds + hold.counts[level]]:
        cards = (code >> 8) & 15
        if single_due and cards > 1:
            out.append(make_code(SINGLE, level, 1, 1))
            single_due = False
        if pair_due and cards > 2:
            out.append(make_code(PAIR, level, 2, 2))
            pair_due = False
        out.append(code | shifted)
    if single_due:
        out.append(make_code(SINGLE, level, 1, 1))
    if pair_due:
        out.append(make_code(PAIR, level, 2, 2))


def _add_full_houses(out: list[i64], hold: Holding, options: i64, above: i64) -> None:
    """Add the full houses whose triple is above the level position `above`."""
    counts = hold.counts
    wilds = hold.wilds
    place = 13 * hold.level
    ranks: list[i64] = []
    for position in range(13):
        rank = LEVEL_RANKS[place + position]
        if counts[rank]:
            ranks.append(rank)
    if options & JOKER_PAIR:
        if counts[SMALL_JOKER] == 2:
            ranks.append(SMALL_JOKER)
        if counts[BIG_JOKER] == 2:
            ranks.append(BIG_JOKER)
    needed = 3 - wilds
    for triple in ranks:
        if triple >= SMALL_JOKER:
            break
        count = counts[triple]
        if count < needed or LEVEL_POSITIONS[15 * hold.level + triple] <= above:
            continue
        row = 12 * wilds + 3 * (count if count < 3 else 3)
        shifted = triple << RANK_SHIFT
        for pair in ranks:
            if pair == triple:
                continue
            number = counts[pair]
            codes = _FULL_HOUSES[row + (number if number < 2 else 2)]
            both = shifted | (pair << PAIR_SHIFT)
            for code in codes:
                out.append(code | both)
        if wilds == 2 and count >= 3 and not (triple == hold.level and options & LEVEL_PAIR_ONLY):
            wild_pair: i64 = WILD_PAIR
            out.append(make_code(FULL_HOUSE, triple, 5, 2) | (wild_pair << PAIR_SHIFT))


def _add_straights(out: list[i64], hold: Holding, options: i64, first: i64) -> None:
    present = hold.present
    wilds = hold.wilds
    free = bool(options & FLUSH_IS_STRAIGHT)
    restricted = bool(options & WILD_FLUSH_ONLY)
    mixed = bool(options & MIXED_CARDS)
    for start in range(first, 10):
        missing = 5 - POPULATION[(present >> start) & 31]
        if missing > wilds:
            continue
        for used in range(missing, wilds + 1):
            if (
                free
                or (used and not restricted and not mixed)
                or hold.can_be_plain(start, used, restricted, mixed)
            ):
                out.append(make_code(STRAIGHT, start + 3, 5, used))


def _add_tubes(out: list[i64], hold: Holding, first: i64) -> None:
    counts = hold.counts
    wilds = hold.wilds
    lower = _SHORT_OF_TWO[counts[12]]
    middle = _SHORT_OF_TWO[counts[0]]
    for top in range(1, 13):
        upper = _SHORT_OF_TWO[counts[top]]
        missing = lower + middle + upper
        lower = middle
        middle = upper
        if missing <= wilds and top > first:
            for used in range(missing, wilds + 1):
                out.append(make_code(TUBE, top, 6, used))


def _add_plates(out: list[i64], hold: Holding, first: i64) -> None:
    counts = hold.counts
    wilds = hold.wilds
    lower = _SHORT_OF_THREE[counts[12]]
    for top in range(13):
        upper = _SHORT_OF_THREE[counts[top]]
        missing = lower + upper
        lower = upper
        if missing <= wilds and top >= first:
            for used in range(missing, wilds + 1):
                out.append(make_code(PLATE, top, 6, used))


def _add_straight_flushes(out: list[i64], hold: Holding) -> None:
    wilds = hold.wilds
    for start in range(10):
        if 5 - POPULATION[(hold.present >> start) & 31] > wilds:
            continue
        for suit in range(4):
            missing = 5 - POPULATION[(hold.runs >> (14 * suit + start)) & 31]
            for used in range(missing, wilds + 1):
                code = make_code(STRAIGHT_FLUSH, start + 3, 5, used)
                out.append(code | ((suit + 1) << SUIT_SHIFT))


def _add_joker_bomb(out: list[i64], hold: Holding) -> None:
    if hold.counts[SMALL_JOKER] == 2 and hold.counts[BIG_JOKER] == 2:
        out.append(make_code(JOKER_BOMB, BIG_JOKER, 4, 0))


def _add_bombs(out: list[i64], hold: Holding) -> None:
    _add_same_rank(out, hold, _BOMBS, 0, 0)
    _add_straight_flushes(out, hold)
    _add_joker_bomb(out, hold)


def _add_higher_bombs(out: list[i64], hold: Holding, options: i64, above: i64) -> None:
    bombs: list[i64] = []
    _add_bombs(bombs, hold)
    for code in bombs:
        if strength(code, hold.level, options) > above:
            out.append(code)
