"""All shapes that a hand can play: one code for each, no cards chosen yet.

The order is that of every listing of plays: kind by kind, singles first; within a kind those with
fewer wilds first, then from the lowest rank up (in the order that ranks the kind). Full houses go
triple by triple. Bombs come last: of one rank by size, then straight flushes, then the joker bomb.

What the masks of `offers` name is looked up in tables made once: the codes are then objects that
exist already, which costs a tenth of making them. The tables are small, so that they stay in the
fastest cache; rows of codes for whole parts of a mask are slower for that reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from guandan._kernel.codes import (
    BOMB,
    FLUSH_ABOVE_ALL,
    FULL_HOUSE,
    JOKER_BOMB,
    PAIR,
    PAIR_SHIFT,
    PLATE,
    SINGLE,
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
    PLATES,
    RANKS,
    STRAIGHTS,
    TUBES,
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

_TABLE: Final = 19
"""Codes are found by a bit of a mask modulo this: so the powers of two to 2**17 all differ."""


def _table(codes: list[i64]) -> list[object]:
    """Return the codes, one for each place of a mask, as the objects that are added as they are."""
    table: list[object] = [0] * _TABLE
    for place, code in enumerate(codes):
        table[BITS[place] % _TABLE] = code
    return table


def _of_a_kind_codes(size: i64, used: i64) -> list[object]:
    kind = SINGLE if size == 1 else PAIR if size == 2 else TRIPLE if size == 3 else BOMB
    return _table([make_code(kind, rank, size, used) for rank in range(15)])


def _run_codes(kind: i64, last: i64, tops: range, size: i64, used: i64) -> list[object]:
    return _table([make_code(kind, top, size, used) | (last << SUIT_SHIFT) for top in tops])


_OF_A_KIND: Final[list[list[object]]] = [
    _of_a_kind_codes(size, used) if size else [] for size in range(11) for used in range(3)
]
"""At `3 * size + used`: singles, pairs, triples and bombs."""
_STRAIGHTS: Final[list[list[object]]] = [
    _run_codes(STRAIGHT, 0, range(3, 13), 5, used) for used in range(3)
]
_TUBES: Final[list[list[object]]] = [
    _run_codes(TUBE, 0, range(1, 13), 6, used) for used in range(3)
]
_PLATES: Final[list[list[object]]] = [_run_codes(PLATE, 0, range(13), 6, used) for used in range(3)]
_FLUSHES: Final[list[list[object]]] = [
    _run_codes(STRAIGHT_FLUSH, suit, range(3, 13), 5, used)
    for suit in range(1, 5)
    for used in range(3)
]
"""At `3 * suit + used`."""
_FULL_HOUSES: Final[list[list[object]]] = [
    _table([make_code(FULL_HOUSE, triple, 5, used) | (pair << PAIR_SHIFT) for pair in range(16)])
    for triple in cast("list[i64]", _table(list(range(13))))
    for used in range(3)
]
"""At `3 * (bit of the triple % _TABLE) + used`: by pair, the two wilds after the ranks."""
_JOKER_BOMB: Final[list[i64]] = [make_code(JOKER_BOMB, BIG_JOKER, 4, 0)]


def shapes(low: i64, high: i64, level: i64, options: i64, over: i64) -> list[i64]:
    """Return the code of every shape the hand can play over the play `over` (`LEAD`: any)."""
    return shapes_of(Holding(low, high, level), options, over)


def shapes_of(hold: Holding, options: i64, over: i64) -> list[i64]:
    """Return the shapes of a hand that is already taken apart."""
    out: list[i64] = []
    if over < 0:
        for size in range(1, 4):
            _add_of_a_kind(out, hold, size, ALL)
        _add_full_houses(out, hold, options, RANKS)
        _add_straights(out, hold, options, 0)
        _add_tubes(out, hold, 0)
        _add_plates(out, hold, 0)
        _add_bombs(out, hold, 4, RANKS)
        _add_flushes(out, hold, 0)
        _add_joker_bomb(out, hold)
        return out
    kind = over & 15
    rank = (over >> 4) & 15
    higher = HIGHER[15 * hold.level + rank]
    if kind < BOMB:
        if kind <= TRIPLE:
            _add_of_a_kind(out, hold, kind + 1, higher)
        elif kind == FULL_HOUSE:
            _add_full_houses(out, hold, options, higher & RANKS)
        elif kind == STRAIGHT:
            _add_straights(out, hold, options, rank - 2)
        elif kind == TUBE:
            _add_tubes(out, hold, rank)
        else:
            _add_plates(out, hold, rank + 1)
        _add_bombs(out, hold, 4, RANKS)
        _add_flushes(out, hold, 0)
    elif kind == BOMB:
        size = (over >> 8) & 15
        _add_bombs(out, hold, size, higher & RANKS)
        if size < 6 or options & FLUSH_ABOVE_ALL:
            _add_flushes(out, hold, 0)
    elif kind == STRAIGHT_FLUSH:
        if not options & FLUSH_ABOVE_ALL:
            _add_bombs(out, hold, 6, RANKS)
        _add_flushes(out, hold, rank - 2)
    else:
        return out
    _add_joker_bomb(out, hold)
    return out


def _add(out: list[i64], table: list[object], mask: i64) -> None:
    """Add the codes that the mask names."""
    objects = cast("list[object]", out)
    while mask:
        lowest = mask & -mask
        objects.append(table[lowest % _TABLE])
        mask ^= lowest


def _add_ranks(out: list[i64], table: list[object], mask: i64, level: i64) -> None:
    """Add what the mask names in level order: the level rank after the others."""
    own = mask & BITS[level]
    if own == 0:
        _add(out, table, mask)
        return
    _add(out, table, (mask & RANKS) ^ own)
    _add(out, table, own)
    _add(out, table, mask & ~RANKS)


def _add_of_a_kind(out: list[i64], hold: Holding, size: i64, allowed: i64) -> None:
    for used in range(hold.wilds + 1):
        mask = of_a_kind(hold, size, used) & allowed
        if mask:
            _add_ranks(out, _OF_A_KIND[3 * size + used], mask, hold.level)


def _add_full_houses(out: list[i64], hold: Holding, options: i64, allowed: i64) -> None:
    """Add the full houses whose triple is of one of the ranks allowed."""
    wilds = hold.wilds
    allowed &= (hold.threes if wilds == 0 else hold.twos if wilds == 1 else hold.ones) >> 1
    if allowed == 0:
        return
    pairs = full_house_pairs(hold, options, 2)
    half_pairs = full_house_pairs(hold, options, 1)
    last = allowed & BITS[hold.level]
    allowed ^= last
    while allowed or last:
        if allowed == 0:
            allowed = last
            last = 0
        own = allowed & -allowed
        allowed ^= own
        tables = 3 * (own % _TABLE)
        for used in range(wilds + 1):
            if triples_with_pair(hold, used) & own:
                _add(out, _FULL_HOUSES[tables + used], pairs & ~own)
            elif triples_with_half_pair(hold, used) & own:
                _add(out, _FULL_HOUSES[tables + used], half_pairs & ~own)
        if wilds == 2 and wild_pair_triples(hold, options) & own:
            _add(out, _FULL_HOUSES[tables + 2], BITS[WILD_PAIR])


def _add_straights(out: list[i64], hold: Holding, options: i64, first: i64) -> None:
    allowed = STRAIGHTS & -BITS[first]
    for used in range(hold.wilds + 1):
        mask = straights(hold, options, used) & allowed
        if mask:
            _add(out, _STRAIGHTS[used], mask)


def _add_tubes(out: list[i64], hold: Holding, first: i64) -> None:
    allowed = TUBES & -BITS[first]
    for used in range(hold.wilds + 1):
        mask = tubes(hold, used) & allowed
        if mask:
            _add(out, _TUBES[used], mask)


def _add_plates(out: list[i64], hold: Holding, first: i64) -> None:
    allowed = PLATES & -BITS[first]
    for used in range(hold.wilds + 1):
        mask = plates(hold, used) & allowed
        if mask:
            _add(out, _PLATES[used], mask)


def _add_bombs(out: list[i64], hold: Holding, first: i64, higher: i64) -> None:
    """Add the bombs of one rank: of `first` cards those of the ranks `higher`, all larger ones."""
    wilds = hold.wilds
    allowed = higher
    size = first
    while size <= 10:
        if at_least(hold, max(1, size - wilds)) == 0:
            return
        for used in range(wilds + 1):
            natural = size - used
            if natural <= 8:
                mask = at_least(hold, natural) & allowed
                if mask:
                    _add_ranks(out, _OF_A_KIND[3 * size + used], mask, hold.level)
        allowed = RANKS
        size += 1


def _add_flushes(out: list[i64], hold: Holding, first: i64) -> None:
    """Add the straight flushes from a start up, suit by suit."""
    allowed = STRAIGHTS & -BITS[first]
    for used in range(hold.wilds + 1):
        mask = flushes(hold, used)
        if mask:
            for suit in range(4):
                starts = (mask >> (14 * suit)) & allowed
                if starts:
                    _add(out, _FLUSHES[3 * suit + used], starts)


def _add_joker_bomb(out: list[i64], hold: Holding) -> None:
    if hold.high >> JOKER_SHIFT == ALL_JOKERS >> JOKER_SHIFT:
        out.extend(_JOKER_BOMB)
