"""All shapes that a hand can play: one code for each, no cards chosen yet.

The order is that of every listing of plays. Leading: rank by rank in level order the single,
pairs, triples and bombs, jokers last; then full houses, straights, tubes, plates and straight
flushes, each from the lowest rank up; then the joker bomb. Following: the plays of the table's
kind, then the bombs of one rank, the straight flushes and the joker bomb. Fewer wilds come first,
the pairs of a full house in natural order.

What each rank, window or pair of ranks adds is looked up in tables made once: the codes are then
objects that exist already, which costs a tenth of making them.
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
from guandan._kernel.words import (
    BIG_JOKER,
    BITS,
    LEVEL_POSITIONS,
    LEVEL_RANKS,
    POPULATION,
    SMALL_JOKER,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


def _of_a_kind(size: i64) -> i64:
    if size == 1:
        return SINGLE
    if size == 2:
        return PAIR
    return TRIPLE if size == 3 else BOMB


def _same_rank_codes(rank: i64, count: i64, wilds: i64, smallest: i64, is_level: bool) -> list[i64]:
    """The plays of one rank, with `count` natural cards and up to `wilds` wilds."""
    codes: list[i64] = []
    for size in range(smallest, 11):
        for used in range(wilds + 1):
            natural = size - used
            # Wilds alone are one level card or a pair of level cards.
            if 1 <= natural <= count or (natural == 0 and is_level and size <= 2):
                codes.append(make_code(_of_a_kind(size), rank, size, used))
    return codes


def _same_rank_table(smallest: i64, is_level: bool) -> list[list[i64]]:
    return [
        _same_rank_codes(rank, count, wilds, smallest, is_level)
        for wilds in range(3)
        for rank in range(13)
        for count in range(9)
    ]


_ALL_SIZES: Final[list[list[i64]]] = _same_rank_table(1, False)
"""At `9 * (13 * wilds + rank) + count`; the two tables below likewise."""
_ALL_OF_LEVEL: Final[list[list[i64]]] = _same_rank_table(1, True)
_BOMBS: Final[list[list[i64]]] = _same_rank_table(4, False)


def _full_house_table() -> list[list[i64]]:
    table: list[list[i64]] = []
    for used in range(3):
        for triple in range(13):
            code = make_code(FULL_HOUSE, triple, 5, used)
            for chunk in range(3):
                for mask in range(32):
                    pairs = [5 * chunk + bit for bit in range(5) if (mask >> bit) & 1]
                    table.append([code | (pair << PAIR_SHIFT) for pair in pairs])
    return table


_FULL_HOUSES: Final[list[list[i64]]] = _full_house_table()
"""At `96 * (13 * used + triple) + 32 * chunk + mask`: the full houses whose pairs are those of five
ranks (from rank `5 * chunk`) that the mask names."""


def _run_rows(kind: i64, tops: range, size: i64, suits: range) -> list[list[list[i64]]]:
    """At `3 * wilds + missing`: for each top rank (and suit) the codes of that run."""
    return [
        [
            [
                make_code(kind, top, size, used) | (suit << SUIT_SHIFT)
                for used in range(missing, wilds + 1)
            ]
            for top in tops
            for suit in suits
        ]
        for wilds in range(3)
        for missing in range(3)
    ]


_STRAIGHTS: Final[list[list[list[i64]]]] = _run_rows(STRAIGHT, range(3, 13), 5, range(1))
_TUBES: Final[list[list[list[i64]]]] = _run_rows(TUBE, range(1, 13), 6, range(1))
_PLATES: Final[list[list[list[i64]]]] = _run_rows(PLATE, range(13), 6, range(1))
_FLUSHES: Final[list[list[list[i64]]]] = _run_rows(STRAIGHT_FLUSH, range(3, 13), 5, range(1, 5))


def shapes(low: i64, high: i64, level: i64, options: i64, over: i64) -> list[i64]:
    """Return the code of every shape the hand can play over the play `over` (`LEAD`: any)."""
    return shapes_of(Holding(low, high, level), options, over)


def shapes_of(hold: Holding, options: i64, over: i64) -> list[i64]:
    """Return the shapes of a hand that is already taken apart."""
    out: list[i64] = []
    if over < 0:
        _add_same_rank(out, hold)
        _add_full_houses(out, hold, options, -1)
        _add_straights(out, hold, options, 0)
        _add_tubes(out, hold, 0)
        _add_plates(out, hold, 0)
        _add_straight_flushes(out, hold)
        _add_joker_bomb(out, hold)
        return out
    level = hold.level
    kind = over & 15
    rank = (over >> RANK_SHIFT) & 15
    if kind >= BOMB:
        _add_higher_bombs(out, hold, options, strength(over, level, options))
        return out
    if kind <= TRIPLE:
        _add_of_size(out, hold, kind + 1, LEVEL_POSITIONS[15 * level + rank] + 1)
    elif kind == FULL_HOUSE:
        _add_full_houses(out, hold, options, LEVEL_POSITIONS[15 * level + rank])
    elif kind == STRAIGHT:
        _add_straights(out, hold, options, rank - 2)
    elif kind == TUBE:
        _add_tubes(out, hold, rank)
    else:
        _add_plates(out, hold, rank + 1)
    _add_bombs(out, hold)
    return out


def _add_same_rank(out: list[i64], hold: Holding) -> None:
    """Add all plays of one rank, the weakest rank first."""
    level = hold.level
    counts = hold.counts
    row = 117 * hold.wilds
    for rank in range(13):
        count = counts & 15
        counts >>= 4
        if count and rank != level:
            out.extend(_ALL_SIZES[row + 9 * rank + count])
    out.extend(_ALL_OF_LEVEL[row + 9 * level + ((hold.counts >> (4 * level)) & 15)])
    _add_jokers(out, hold, SMALL_JOKER, 1, 2)


def _add_jokers(out: list[i64], hold: Holding, first: i64, least: i64, most: i64) -> None:
    """Add the singles and pairs of jokers, from `least` to `most` cards."""
    for joker in range(first, 15):
        count = (hold.counts >> (4 * joker)) & 15
        if least == 1 and count:
            out.append(make_code(SINGLE, joker, 1, 0))
        if most == 2 and count == 2:
            out.append(make_code(PAIR, joker, 2, 0))


def _add_of_size(out: list[i64], hold: Holding, size: i64, first: i64) -> None:
    """Add the singles, pairs or triples from the level position `first` up."""
    place = 13 * hold.level
    kind = size - 1
    for position in range(first, 13):
        rank = LEVEL_RANKS[place + position]
        count = (hold.counts >> (4 * rank)) & 15
        for used in range(hold.wilds + 1):
            natural = size - used
            if 1 <= natural <= count or (natural == 0 and position == 12 and size <= 2):
                out.append(make_code(kind, rank, size, used))
    if size <= 2:
        _add_jokers(out, hold, max(first, SMALL_JOKER), size, size)


def _add_full_houses(out: list[i64], hold: Holding, options: i64, above: i64) -> None:
    """Add the full houses whose triple is above the level position `above`."""
    wilds = hold.wilds
    level = hold.level
    # The ranks that can be the pair, with one natural card and with two; jokers only with two.
    singles = hold.ones >> 1
    pairs = hold.twos >> 1
    if options & JOKER_PAIR:
        jokers = ((hold.counts >> 53) & 1) << 13 | ((hold.counts >> 57) & 1) << 14
        singles |= jokers
        pairs |= jokers
    for position in range(above + 1, 13):
        triple = LEVEL_RANKS[13 * level + position]
        count = (hold.counts >> (4 * triple)) & 15
        if count == 0:
            continue
        for used in range(3 - count if count < 3 else 0, wilds + 1):
            # Short of a triple by all its wilds, it needs two for the pair; else one will do.
            mask = (singles if used > 3 - count and used else pairs) & ~BITS[triple]
            row = 96 * (13 * used + triple)
            out.extend(_FULL_HOUSES[row + (mask & 31)])
            out.extend(_FULL_HOUSES[row + 32 + ((mask >> 5) & 31)])
            out.extend(_FULL_HOUSES[row + 64 + (mask >> 10)])
        if wilds == 2 and count >= 3 and not (triple == level and options & LEVEL_PAIR_ONLY):
            wild_pair: i64 = WILD_PAIR
            out.append(make_code(FULL_HOUSE, triple, 5, 2) | (wild_pair << PAIR_SHIFT))


def _add_straights(out: list[i64], hold: Holding, options: i64, first: i64) -> None:
    ones = hold.ones
    wilds = hold.wilds
    if wilds == 0 and _fives(ones) == 0:
        return
    free = bool(options & FLUSH_IS_STRAIGHT)
    restricted = bool(options & WILD_FLUSH_ONLY)
    mixed = bool(options & MIXED_CARDS)
    for start in range(first, 10):
        missing = 5 - POPULATION[(ones >> start) & 31]
        if missing > wilds:
            continue
        if free:
            out.extend(_STRAIGHTS[3 * wilds + missing][start])
            continue
        for used in range(missing, wilds + 1):
            # A wild takes another suit, unless the rules do not let it.
            if (used and not restricted and not mixed) or hold.can_be_plain(
                start, used, restricted, mixed
            ):
                out.append(make_code(STRAIGHT, start + 3, 5, used))


def _fives(run: i64) -> i64:
    """Return a bit for each place from which five in a row are there."""
    return run & (run >> 1) & (run >> 2) & (run >> 3) & (run >> 4)


def _add_tubes(out: list[i64], hold: Holding, above: i64) -> None:
    ones = hold.ones
    twos = hold.twos
    wilds = hold.wilds
    if wilds == 0 and twos & (twos >> 1) & (twos >> 2) == 0:
        return
    for start in range(above, 12):
        missing = 6 - POPULATION[(ones >> start) & 7] - POPULATION[(twos >> start) & 7]
        if missing <= wilds:
            out.extend(_TUBES[3 * wilds + missing][start])


def _add_plates(out: list[i64], hold: Holding, first: i64) -> None:
    ones = hold.ones
    twos = hold.twos
    threes = hold.threes
    wilds = hold.wilds
    if wilds == 0 and threes & (threes >> 1) == 0:
        return
    for start in range(first, 13):
        missing = (
            6
            - POPULATION[(ones >> start) & 3]
            - POPULATION[(twos >> start) & 3]
            - POPULATION[(threes >> start) & 3]
        )
        if missing <= wilds:
            out.extend(_PLATES[3 * wilds + missing][start])


def _add_straight_flushes(out: list[i64], hold: Holding) -> None:
    wilds = hold.wilds
    # All suits at once: a place that looks into the next suit's bits is a start above the ten,
    # which the loop does not reach.
    if wilds == 0 and _fives(hold.runs) == 0:
        return
    for start in range(10):
        if 5 - POPULATION[(hold.ones >> start) & 31] > wilds:
            continue
        for suit in range(4):
            missing = 5 - POPULATION[(hold.runs >> (14 * suit + start)) & 31]
            if missing <= wilds:
                out.extend(_FLUSHES[3 * wilds + missing][4 * start + suit])


def _add_joker_bomb(out: list[i64], hold: Holding) -> None:
    if hold.counts >> 52 == 0x22:
        out.append(make_code(JOKER_BOMB, BIG_JOKER, 4, 0))


def _add_bombs(out: list[i64], hold: Holding) -> None:
    row = 117 * hold.wilds
    place = 13 * hold.level
    for position in range(13):
        rank = LEVEL_RANKS[place + position]
        count = (hold.counts >> (4 * rank)) & 15
        if count + hold.wilds >= 4:
            out.extend(_BOMBS[row + 9 * rank + count])
    _add_straight_flushes(out, hold)
    _add_joker_bomb(out, hold)


def _add_higher_bombs(out: list[i64], hold: Holding, options: i64, above: i64) -> None:
    bombs: list[i64] = []
    _add_bombs(bombs, hold)
    for code in bombs:
        if strength(code, hold.level, options) > above:
            out.append(code)
