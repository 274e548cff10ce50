"""Between a set of cards (two words) and a play (one integer, see `codes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guandan._kernel.codes import (
    JOKER_BOMB,
    PATTERN_SHIFT,
    SHAPE,
    WILD_PAIR,
    group_count,
    group_rank,
)
from guandan._kernel.words import (
    ALL_JOKERS,
    HEART,
    JOKER_SHIFT,
    LOW_RANKS,
    SMALL_JOKER,
    WAYS,
    count_wilds,
    pattern_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


def rank_words(pattern: i64, rank: i64) -> tuple[i64, i64]:
    """Return a pattern of a rank (of a joker: its number) as words."""
    if rank < LOW_RANKS:
        return pattern << (8 * rank), 0
    if rank < SMALL_JOKER:
        return 0, pattern << (8 * (rank - LOW_RANKS))
    return 0, pattern << (JOKER_SHIFT + 2 * (rank - SMALL_JOKER))


def pack(code: i64, low: i64, high: i64, level: i64) -> i64:
    """Return the play of this shape that is made of exactly these cards."""
    wilds = count_wilds(low, high, level)
    play = code & SHAPE
    for group in range(group_count(code)):
        rank = group_rank(code, group)
        if rank != WILD_PAIR:
            pattern = pattern_of(low, high, rank)
            if rank == level:
                pattern -= wilds << (2 * HEART)
            play |= pattern << (PATTERN_SHIFT + 8 * group)
    return play


def unpack(play: i64, level: i64) -> tuple[i64, i64]:
    """Return the cards of a play, wilds included, as words."""
    if play & 15 == JOKER_BOMB:
        return 0, ALL_JOKERS
    low, high = rank_words(((play >> 15) & 3) << (2 * HEART), level)
    for group in range(group_count(play)):
        rank = group_rank(play, group)
        if rank != WILD_PAIR:
            rank_low, rank_high = rank_words((play >> (PATTERN_SHIFT + 8 * group)) & 255, rank)
            low += rank_low
            high += rank_high
    return low, high


def is_sound(play: i64) -> bool:
    """Return whether every pattern of an integer from anywhere is one, so that it unpacks."""
    if play < 0 or play & 15 > JOKER_BOMB or (play >> 4) & 15 > 14 or (play >> 15) & 3 > 2:
        return False
    for group in range(group_count(play)):
        rank = group_rank(play, group)
        pattern = (play >> (PATTERN_SHIFT + 8 * group)) & 255
        if rank >= SMALL_JOKER:
            if pattern > 2:
                return False
        elif WAYS[9 * pattern] == 0:
            return False
    return play >> (PATTERN_SHIFT + 8 * group_count(play)) == 0
