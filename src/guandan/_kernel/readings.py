"""Every reading of a set of cards (RULES 4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from guandan._kernel.packing import is_sound, pack, unpack
from guandan._kernel.words import (
    BIG_JOKER,
    BITS,
    COUNT,
    HEART,
    JOKER_SHIFT,
    SMALL_JOKER,
    SUITS,
    count_cards,
    count_face,
    pattern_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_LARGEST = 10


def readings(low: i64, high: i64, level: i64, options: i64) -> list[i64]:
    """Return every reading of the cards as a play, strongest first; none if they are no play."""
    return [pack(code, low, high, level) for code in _codes(low, high, level, options)]


def _codes(low: i64, high: i64, level: i64, options: i64) -> list[i64]:
    size = count_cards(low, high)
    if size == 0 or size > _LARGEST:
        return []
    wilds = count_face(low, high, 4 * level + HEART)
    small = (high >> JOKER_SHIFT) & 3
    big = (high >> (JOKER_SHIFT + 2)) & 3
    ranks: list[i64] = []
    counts: list[i64] = []
    suits: i64 = 0
    common: i64 = 15
    for rank in range(13):
        pattern = pattern_of(low, high, rank)
        if rank == level:
            pattern -= wilds * 4
        if pattern:
            ranks.append(rank)
            counts.append(COUNT[pattern])
            suits |= SUITS[pattern]
            common &= SUITS[pattern]
    if small or big:
        return _with_jokers(size, wilds, small, big, ranks, options)
    if not ranks:
        return [make_code(PAIR if size == 2 else SINGLE, level, size, wilds)]
    if len(ranks) == 1:
        return _of_one_rank(ranks[0], counts[0], wilds, level, options)
    found: list[i64] = []
    if size == 5 and len(ranks) == 2:
        _add_full_houses(found, ranks, counts, wilds)
    elif size == 5 and len(ranks) == 5 - wilds:
        _add_straights(found, ranks, suits, common, wilds, options)
    elif size == 6 and len(ranks) <= 3:
        _add_tubes_and_plates(found, ranks, counts, wilds)
    return _sorted(found, level, options)


def _with_jokers(
    size: i64,
    wilds: i64,
    small: i64,
    big: i64,
    ranks: list[i64],
    options: i64,
) -> list[i64]:
    jokers = small + big
    if jokers == size:
        if size == 4:
            return [make_code(JOKER_BOMB, BIG_JOKER, 4, 0)]
        if size == 3 or (small and big):
            return []
        rank: i64 = SMALL_JOKER if small else BIG_JOKER
        return [make_code(SINGLE if size == 1 else PAIR, rank, size, 0)]
    if (
        size == 5
        and (small == 2) != (big == 2)
        and jokers == 2
        and len(ranks) == 1
        and options & JOKER_PAIR
    ):
        pair: i64 = SMALL_JOKER if small else BIG_JOKER
        return [make_code(FULL_HOUSE, ranks[0], 5, wilds) | (pair << PAIR_SHIFT)]
    return []


def _of_one_rank(rank: i64, count: i64, wilds: i64, level: i64, options: i64) -> list[i64]:
    size = count + wilds
    if size >= 4:
        found = [make_code(BOMB, rank, size, wilds)]
        if count == 3 and wilds == 2 and not (rank == level and options & LEVEL_PAIR_ONLY):
            pair: i64 = WILD_PAIR
            found.append(make_code(FULL_HOUSE, rank, 5, 2) | (pair << PAIR_SHIFT))
        return found
    kind: i64 = SINGLE
    if size == 2:
        kind = PAIR
    elif size == 3:
        kind = TRIPLE
    return [make_code(kind, rank, size, wilds)]


def _add_full_houses(found: list[i64], ranks: list[i64], counts: list[i64], wilds: i64) -> None:
    for first in range(2):
        second = 1 - first
        if counts[first] <= 3 and counts[second] <= 2:
            found.append(
                make_code(FULL_HOUSE, ranks[first], 5, wilds) | (ranks[second] << PAIR_SHIFT)
            )


def _add_straights(
    found: list[i64], ranks: list[i64], suits: i64, common: i64, wilds: i64, options: i64
) -> None:
    # With five different ranks (wilds apart) each rank is there once, so `suits` and `common`
    # are equal only when all the cards but the wilds are of one suit.
    flush = suits == common
    plain = not flush
    if flush and options & FLUSH_IS_STRAIGHT:
        plain = True
    elif flush and wilds:
        plain = not options & WILD_FLUSH_ONLY and not (
            options & MIXED_CARDS and suits == BITS[HEART]
        )
    mask: i64 = 0
    for rank in ranks:
        mask |= BITS[rank + 1]
        if rank == 12:
            mask |= 1  # the ace below the two
    for start in range(10):
        window = (mask >> start) & 31
        # The ace may be both ends of the mask, but only one of them is in a window.
        if _population(window) != len(ranks):
            continue
        code = make_code(STRAIGHT, start + 3, 5, wilds)
        if plain:
            found.append(code)
        if flush:
            suit: i64 = 1
            while not (suits >> (suit - 1)) & 1:
                suit += 1
            code = make_code(STRAIGHT_FLUSH, start + 3, 5, wilds)
            found.append(code | (suit << SUIT_SHIFT))


def _population(bits: i64) -> i64:
    number: i64 = 0
    while bits:
        number += bits & 1
        bits >>= 1
    return number


def _add_tubes_and_plates(
    found: list[i64], ranks: list[i64], counts: list[i64], wilds: i64
) -> None:
    most: i64 = 0
    for count in counts:
        if count > most:
            most = count
    mask: i64 = 0
    for rank in ranks:
        mask |= BITS[rank + 1]
        if rank == 12:
            mask |= 1
    if most <= 2:
        for start in range(12):
            if _population((mask >> start) & 7) == len(ranks):
                found.append(make_code(TUBE, start + 1, 6, wilds))
    if most <= 3 and len(ranks) == 2:
        for start in range(13):
            if (mask >> start) & 3 == 3:
                found.append(make_code(PLATE, start, 6, wilds))


def _sorted(found: list[i64], level: i64, options: i64) -> list[i64]:
    if len(found) < 2:
        return found
    keyed = [(-strength(code, level, options), code) for code in found]
    keyed.sort()
    return [code for _, code in keyed]


def is_reading(play: i64, level: i64, options: i64) -> bool:
    """Return whether an integer from anywhere is a play: one that its own cards can be read as."""
    if not is_sound(play):
        return False
    low, high = unpack(play, level)
    return play in readings(low, high, level, options)
