"""What a play is, as one integer, and which play beats which (RULES 5 and 6).

The code of a shape holds, from the lowest bit: kind (4 bits), rank (4), number of cards (4), suit
plus one of a straight flush (3), wilds used (2), and the rank of a full house's pair (4; 15 when
the pair is the two wilds). The first fifteen bits are the *reading*, all 21 the *shape*. Ranks are
those of `words`; a run's rank is its top card, with the ace high but in A-2-3-4-5.

A complete *play* is its shape with the natural cards above it: one pattern (a byte) for each of
its ranks, at most five, so that it has 61 bits. The ranks are in the order of `group_rank`: a run's
from the lowest up, a full house's triple before its pair. A joker's pattern is its number.
Functions that take a shape also take a play, of which they see the lower bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.words import LEVEL_POSITIONS

if TYPE_CHECKING:
    from mypy_extensions import i64

SINGLE: Final = 0
PAIR: Final = 1
TRIPLE: Final = 2
FULL_HOUSE: Final = 3
STRAIGHT: Final = 4
TUBE: Final = 5
PLATE: Final = 6
BOMB: Final = 7
STRAIGHT_FLUSH: Final = 8
JOKER_BOMB: Final = 9

RANK_SHIFT: Final = 4
SIZE_SHIFT: Final = 8
SUIT_SHIFT: Final = 12
WILDS_SHIFT: Final = 15
PAIR_SHIFT: Final = 17
PATTERN_SHIFT: Final = 21
READING: Final = 0x7FFF
"""The bits of a play that are its reading."""
SHAPE: Final = 0x1FFFFF
"""The bits of a play that are its shape."""
WILD_PAIR: Final = 15
"""The pair's rank of a full house whose pair is the two wilds."""

LEAD: Final = -1
"""In place of a play to beat: there is none."""

# Bits of the options: the fields of Rules that change what a play is, what it beats or who leads.
JOKER_PAIR: Final = 1
LEVEL_PAIR_ONLY: Final = 2
FLUSH_IS_STRAIGHT: Final = 4
WILD_FLUSH_ONLY: Final = 8
MIXED_CARDS: Final = 16
FLUSH_ABOVE_ALL: Final = 32
NEXT_PLAYER_LEADS: Final = 64

_GROUPS: Final[list[i64]] = [1, 1, 1, 2, 5, 3, 2, 1, 5, 0]
"""By kind: of how many ranks a play is made. The joker bomb needs none named."""

_BOMB_STEPS: Final[list[i64]] = [0, 0, 0, 0, 10, 11, 13, 14, 15, 16, 17]
"""By size. Ordinary kinds are 0 to 6; a straight flush is 12, or 18 above every bomb of a rank."""


def make_code(kind: i64, rank: i64, size: i64, wilds: i64) -> i64:
    """Return the code of a play that has neither suit nor pair."""
    return kind | (rank << RANK_SHIFT) | (size << SIZE_SHIFT) | (wilds << WILDS_SHIFT)


def kind_of(code: i64) -> i64:
    """Return the kind."""
    return code & 15


def rank_of(code: i64) -> i64:
    """Return the rank."""
    return (code >> RANK_SHIFT) & 15


def size_of(code: i64) -> i64:
    """Return the number of cards."""
    return (code >> SIZE_SHIFT) & 15


def suit_of(code: i64) -> i64:
    """Return the suit of a straight flush, -1 for every other play."""
    return ((code >> SUIT_SHIFT) & 7) - 1


def wilds_of(code: i64) -> i64:
    """Return the number of wilds used."""
    return (code >> WILDS_SHIFT) & 3


def pair_of(code: i64) -> i64:
    """Return the rank of a full house's pair; `WILD_PAIR` for the two wilds."""
    return (code >> PAIR_SHIFT) & 15


def group_count(code: i64) -> i64:
    """Return the number of ranks that the shape is made of."""
    return _GROUPS[code & 15]


def group_rank(code: i64, group: i64) -> i64:
    """Return the rank of one of the shape's groups; `WILD_PAIR` for a pair of wilds."""
    kind = code & 15
    rank = (code >> RANK_SHIFT) & 15
    if kind == FULL_HOUSE:
        return rank if group == 0 else (code >> PAIR_SHIFT) & 15
    if STRAIGHT <= kind <= PLATE or kind == STRAIGHT_FLUSH:
        place = rank - _GROUPS[kind] + 1 + group
        if place < 0:
            return 12
        return place
    return rank


def strength(code: i64, level: i64, options: i64) -> i64:
    """Return a number that orders the plays of one kind, and bombs among all plays.

    It is sixteen times the class of the play plus its rank's order. Ordinary kinds have the
    classes 0 to 6 (so that a plate is before a tube, RULES 4.5), bombs those from 10.
    """
    kind = code & 15
    rank = (code >> RANK_SHIFT) & 15
    if kind < STRAIGHT:
        return 16 * kind + LEVEL_POSITIONS[15 * level + rank]
    if kind < BOMB:
        return 16 * kind + rank
    if kind == BOMB:
        step = _BOMB_STEPS[(code >> SIZE_SHIFT) & 15]
        return 16 * step + LEVEL_POSITIONS[15 * level + rank]
    if kind == STRAIGHT_FLUSH:
        return (288 if options & FLUSH_ABOVE_ALL else 192) + rank
    return 304


BOMB_STRENGTH: Final = 160
"""Every bomb has at least this strength, every ordinary play less."""


def beats(code: i64, over: i64, level: i64, options: i64) -> bool:
    """Return whether the first play beats the second; never so among equals."""
    own = strength(code, level, options)
    other = strength(over, level, options)
    return own > other and (own >= BOMB_STRENGTH or own >> 4 == other >> 4)
