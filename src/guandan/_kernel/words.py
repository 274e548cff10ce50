"""Cards as integers: a set of cards is two words of two bits a face.

Faces are numbered as in `guandan.cards`: four times the rank (0 the two, 12 the ace) plus the
suit (spades, hearts, clubs, diamonds); 52 and 53 are the jokers. The low word holds faces 0-27
(the two to the eight, a byte a rank), the high word faces 28-53 (the nine to the ace, a byte a
rank, then the jokers). Each two-bit field is the number of copies, 0 to 2; no word passes 62 bits.

A *level* is a rank from 0 to 12. A *pattern* is the byte of one rank.

The kernel is plain Python that also compiles with mypyc. Two of its customs come from there:
tables are lists (indexed fastest), and no number that is known when it is compiled stands left of a
shift (the C shift would have 32 bits): a table of powers takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

SMALL_JOKER: Final = 13
BIG_JOKER: Final = 14
LOW_RANKS: Final = 7
"""The first rank of the high word."""
JOKER_SHIFT: Final = 48
"""Where the small joker's field is in the high word; the big joker's follows it."""
HEART: Final = 1

ALL_JOKERS: Final = 0xA000000000000
"""The four jokers, as a high word."""

BITS: Final[list[i64]] = [2**place for place in range(62)]
"""The powers of two; see above for why not a shift."""

_PAIRS: Final = 0x33333333333333
_GUARDS: Final = 0x44444444444444
_BYTES: Final = 0x0F0F0F0F0F0F0F0F
_NIBBLES: Final = 0x3333333333333333


def _copies(pattern: int) -> list[int]:
    return [(pattern >> (2 * suit)) & 3 for suit in range(4)]


COUNT: Final[list[i64]] = [sum(_copies(pattern)) for pattern in range(256)]
"""The number of cards of a pattern."""

SUITS: Final[list[i64]] = [
    sum([BITS[suit] for suit in range(4) if _copies(pattern)[suit]]) for pattern in range(256)
]
"""The suits that a pattern holds, as four bits."""

RUNS: Final[list[i64]] = [
    sum([BITS[14 * suit] for suit in range(4) if _copies(pattern)[suit]]) for pattern in range(256)
]
"""The suits that a pattern holds, fourteen bits apart: one column of the suits' run masks."""


def _subpatterns() -> list[list[i64]]:
    """The sub-multisets of every pattern, those with the earliest suits first."""
    table: list[list[i64]] = [[] for _ in range(9 * 256)]
    for pattern in range(256):
        copies = _copies(pattern)
        if max(copies) > 2:
            continue
        for spades in range(copies[0], -1, -1):
            for hearts in range(copies[1], -1, -1):
                for clubs in range(copies[2], -1, -1):
                    for diamonds in range(copies[3], -1, -1):
                        number = spades + hearts + clubs + diamonds
                        table[9 * pattern + number].append(
                            spades + 4 * hearts + 16 * clubs + 64 * diamonds
                        )
    return table


SUBPATTERNS: Final[list[list[i64]]] = _subpatterns()
"""At `9 * pattern + number`: the distinct ways to take that many cards from the pattern."""

WAYS: Final[list[i64]] = [len(ways) for ways in SUBPATTERNS]
"""At `9 * pattern + number`: how many such ways there are."""

POPULATION: Final[list[i64]] = [bin(bits).count("1") for bits in range(32)]

LEVEL_POSITIONS: Final[list[i64]] = [
    13 if rank == 13 else 14 if rank == 14 else 12 if rank == level else rank - (rank > level)
    for level in range(13)
    for rank in range(15)
]
"""At `15 * level + rank`: the rank's place in level order, 0 the weakest, 14 the big joker."""


def level_position(rank: i64, level: i64) -> i64:
    """Return the rank's place in level order (RULES 3)."""
    return LEVEL_POSITIONS[15 * level + rank]


def count_cards(low: i64, high: i64) -> i64:
    """Return the number of cards."""
    low = (low & _NIBBLES) + ((low >> 2) & _NIBBLES)
    high = (high & _NIBBLES) + ((high >> 2) & _NIBBLES)
    # A byte of the sum holds at most 2 x 4 fields x 2 copies = 16.
    total = (low & _BYTES) + ((low >> 4) & _BYTES) + (high & _BYTES) + ((high >> 4) & _BYTES)
    number: i64 = 0
    while total:
        number += total & 255
        total >>= 8
    return number


def count_face(low: i64, high: i64, face: i64) -> i64:
    """Return how many copies of the face there are."""
    if face < 28:
        return (low >> (2 * face)) & 3
    return (high >> (2 * (face - 28))) & 3


def add_face(low: i64, high: i64, face: i64) -> tuple[i64, i64]:
    """Return the words with one more copy of the face; the caller checks that there is room."""
    if face < 28:
        return low + BITS[2 * face], high
    return low, high + BITS[2 * (face - 28)]


def faces(low: i64, high: i64) -> list[i64]:
    """Return the faces in ascending order, copies side by side."""
    found: list[i64] = []
    face: i64 = 0
    while low > 0:
        copies = low & 3
        if copies:
            found.append(face)
            if copies == 2:
                found.append(face)
        low >>= 2
        face += 1
    face = 28
    while high > 0:
        copies = high & 3
        if copies:
            found.append(face)
            if copies == 2:
                found.append(face)
        high >>= 2
        face += 1
    return found


def _word_includes(word: i64, other: i64) -> bool:
    # Every second field, with a guard bit above each: a guard is lost where a field borrows.
    even = ((word & _PAIRS) | _GUARDS) - (other & _PAIRS)
    odd = (((word >> 2) & _PAIRS) | _GUARDS) - ((other >> 2) & _PAIRS)
    return even & odd & _GUARDS == _GUARDS


def includes(low: i64, high: i64, other_low: i64, other_high: i64) -> bool:
    """Return whether the first set holds every card of the second, copies counted."""
    return _word_includes(low, other_low) and _word_includes(high, other_high)


def overflows(low: i64, high: i64, other_low: i64, other_high: i64) -> bool:
    """Return whether the two sets together hold a third copy of some face."""
    return not (
        _word_includes(0xAAAAAAAAAAAAAA - low, other_low)
        and _word_includes(0xAAAAAAAAAAAAAA - high, other_high)
    )


def count_wilds(low: i64, high: i64, level: i64) -> i64:
    """Return the number of wild cards: hearts of the level's rank."""
    return count_face(low, high, 4 * level + HEART)


def pattern_of(low: i64, high: i64, rank: i64) -> i64:
    """Return the pattern of a rank; of a joker its number."""
    if rank < LOW_RANKS:
        return (low >> (8 * rank)) & 255
    if rank < SMALL_JOKER:
        return (high >> (8 * (rank - LOW_RANKS))) & 255
    return (high >> (JOKER_SHIFT + 2 * (rank - SMALL_JOKER))) & 3
