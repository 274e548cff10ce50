"""Reproducible chance: generators made from a seed, and shuffling over `Random.random()`.

Python guarantees the sequence of `random()` for a seed on every version; it does not guarantee
`shuffle`, `sample` or `choice`. So everything random in the library comes through here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

from guandan.cards import DECK
from guandan.errors import InputTypeError, shown
from guandan.hand import Hand

__all__ = ["clean_rng", "clean_seed", "deal_hands", "generator", "pick", "shuffled"]

T = TypeVar("T")

_TOO_LARGE = 10**1000


def clean_seed(seed: int | None) -> int:
    """Return the seed, or 128 bits from the system for None.

    Raises:
        InputTypeError: it is not an int.
    """
    if seed is None:
        return random.SystemRandom().getrandbits(128)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputTypeError(f"a seed is an int, not {shown(seed)}", text=shown(seed), position=0)
    if abs(seed) >= _TOO_LARGE:
        raise InputTypeError(
            "a seed has at most 1,000 digits", text=f"{seed.bit_length()} bits", position=0
        )
    return int(seed)


def clean_rng(rng: object) -> random.Random:
    """Return the generator.

    Raises:
        InputTypeError: it is not a `random.Random`.
    """
    if not isinstance(rng, random.Random):
        raise InputTypeError(
            f"rng is a random.Random, not {shown(rng)}", text=shown(rng), position=0
        )
    return rng


def generator(seed: int, *stream: object) -> random.Random:
    """Return a generator that depends on the seed and the names of the stream, and nothing else.

    >>> generator(7, "deal", 1).random() == generator(7, "deal", 1).random()
    True
    """
    import hashlib  # noqa: PLC0415  # loads OpenSSL: not for those who only classify

    name = ":".join(map(str, ("guandan", seed, *stream)))
    digest = hashlib.sha256(name.encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))  # reproducible, no secret


def pick(choices: Sequence[T], rng: random.Random) -> T:
    """Return one of the choices, all equally likely."""
    return choices[int(rng.random() * len(choices))]


def shuffled(items: Iterable[T], rng: random.Random) -> list[T]:
    """Return the items in random order, by Fisher and Yates."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def deal_hands(rng: random.Random) -> tuple[Hand, Hand, Hand, Hand]:
    """Return the shuffled deck as four hands of 27 cards.

    >>> [len(hand) for hand in deal_hands(generator(7))]
    [27, 27, 27, 27]
    """
    deck = shuffled(DECK, rng)
    return Hand(deck[:27]), Hand(deck[27:54]), Hand(deck[54:81]), Hand(deck[81:])
