"""A small seeded generator, the same numbers in both builds: xoshiro128++ (Blackman and Vigna).

Its words have 32 bits, so that no step passes the 62 that both builds agree on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_WORD: Final = 0xFFFFFFFF


class Chance:
    """A stream of numbers that follows from a seed of 64 bits or less."""

    def __init__(self, seed: i64) -> None:
        # SplitMix-like steps of 32 bits spread a small seed over the four words.
        self._a = _mix(seed & _WORD, 1)
        self._b = _mix((seed >> 32) & _WORD, 2) ^ self._a
        self._c = _mix(self._b, 3)
        self._d = _mix(self._c, 4) | 1  # never all zero

    def next_word(self) -> i64:
        """Return the next 32 bits."""
        a, b, c, d = self._a, self._b, self._c, self._d
        total = (a + d) & _WORD
        result = ((((total << 7) | (total >> 25)) & _WORD) + a) & _WORD
        moved = (b << 9) & _WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= moved
        d = ((d << 11) | (d >> 21)) & _WORD
        self._a, self._b, self._c, self._d = a, b, c, d
        return result

    def below(self, limit: i64) -> i64:
        """Return a number from 0 up to, but not, the limit (2**30 at most)."""
        return (self.next_word() * limit) >> 32


def _mix(word: i64, step: i64) -> i64:
    """Return 32 bits that depend on all bits of the word (the finalizer of MurmurHash3)."""
    word = (word + step * 0x9E3779B9) & _WORD
    word ^= word >> 16
    word = _times(word, 0x85EBCA6B)
    word ^= word >> 13
    word = _times(word, 0xC2B2AE35)
    return word ^ (word >> 16)


def _times(word: i64, factor: i64) -> i64:
    """Return the low 32 bits of a product, by halves: the whole of it would have 64."""
    high = ((word >> 16) * factor) & 0xFFFF
    return ((high << 16) + (word & 0xFFFF) * factor) & _WORD
