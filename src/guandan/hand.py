"""A hand: an immutable multiset of cards, at most two copies of each face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from guandan import _kernel as kernel
from guandan.cards import FACES, Card, CardsLike, LevelLike, clean_cards, clean_level
from guandan.errors import CardsNotHeld, NotationError, TooManyCopies
from guandan.seats import Seat

__all__ = ["Hand", "HandsLike"]

HandsLike: TypeAlias = "Sequence[CardsLike] | Mapping[Seat, CardsLike]"
"""Four hands in the order of the seats, or hands by seat."""


@attrs.frozen(init=False, repr=False)
class Hand:
    """An immutable multiset of cards.

    Iterating gives the cards by rank and suit, copies side by side. Hands are equal when they
    hold the same cards; the order in which they were given does not matter.

    >>> hand = Hand("H5 S5 SB S5")
    >>> str(hand), len(hand), hand.count("S5")
    ('S5 S5 H5 SB', 4, 2)
    >>> str(hand - "S5"), "S5" in hand - "S5 S5"
    ('S5 H5 SB', False)

    Raises:
        NotationError: something is not a card.
        TooManyCopies: a third copy of a face.
    """

    low: int
    """The faces from the two to the eight as the kernel's word (two bits a face)."""
    high: int
    """The faces from the nine to the big joker as the kernel's word."""

    def __init__(self, cards: CardsLike = ()) -> None:
        if isinstance(cards, Hand):
            low, high = cards.low, cards.high
        else:
            low, high = _pack(clean_cards(cards))
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @classmethod
    def from_words(cls, low: int, high: int) -> Hand:
        """Make a hand of the kernel's two words; the caller vouches that they are sound."""
        hand = cls.__new__(cls)
        object.__setattr__(hand, "low", low)
        object.__setattr__(hand, "high", high)
        return hand

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand from text: `Hand.parse(str(hand)) == hand`."""
        return cls(text)

    def __len__(self) -> int:
        return kernel.count_cards(self.low, self.high)

    def __iter__(self) -> Iterator[Card]:
        return iter([FACES[face] for face in kernel.faces(self.low, self.high)])

    def __contains__(self, card: object) -> bool:
        try:
            return isinstance(card, Card | str) and self.count(card) > 0
        except NotationError:
            return False  # what is no card is in no hand

    def count(self, card: Card | str) -> int:
        """Return how many copies of the card the hand holds: 0, 1 or 2."""
        face = card if isinstance(card, Card) else Card.parse(card)
        return kernel.count_face(self.low, self.high, face.index)

    def includes(self, cards: CardsLike) -> bool:
        """Return whether the hand holds all these cards, copies counted.

        >>> Hand("S5 H5").includes("S5 S5")
        False
        """
        other = _as_hand(cards)
        return kernel.includes(self.low, self.high, other.low, other.high)

    def wilds(self, level: LevelLike) -> int:
        """Return how many wild cards the hand holds on this level: 0, 1 or 2."""
        return kernel.count_wilds(self.low, self.high, clean_level(level).index)

    def sorted(self, level: LevelLike) -> tuple[Card, ...]:
        """Return the cards from weakest to strongest in level order, wilds after their equals.

        >>> " ".join(map(str, Hand("SB H2 S2 DA S3").sorted("2")))
        'S3 DA S2 H2 SB'
        """
        rank = clean_level(level)
        return tuple(
            sorted(
                self,
                key=lambda card: (
                    kernel.level_position(card.rank.index, rank.index),
                    card.is_wild(rank),
                    card.index,
                ),
            )
        )

    def __add__(self, cards: CardsLike) -> Hand:
        other = _as_hand(cards)
        if kernel.overflows(self.low, self.high, other.low, other.high):
            return Hand.from_words(*_pack((*self, *other)))  # raises, naming the face
        return Hand.from_words(self.low + other.low, self.high + other.high)

    def __sub__(self, cards: CardsLike) -> Hand:
        other = _as_hand(cards)
        if not kernel.includes(self.low, self.high, other.low, other.high):
            missing = [card for card in FACES if other.count(card) > self.count(card)]
            raise CardsNotHeld(
                f"{f'the hand {self}' if self else 'an empty hand'} does not hold {other}: short of"
                f" {' '.join(map(str, missing))}",
                cards=tuple(other),
                missing=tuple(missing),
            )
        return Hand.from_words(self.low - other.low, self.high - other.high)

    def __bool__(self) -> bool:
        return bool(self.low or self.high)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def _repr_svg_(self) -> str:
        from guandan.render import picture  # noqa: PLC0415  # a guest, loaded by notebooks only

        return picture(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Hand.from_words, (self.low, self.high)


def _as_hand(cards: CardsLike) -> Hand:
    return cards if isinstance(cards, Hand) else Hand(cards)


def _pack(cards: Iterable[Card]) -> tuple[int, int]:
    low = high = 0
    for card in cards:
        if kernel.count_face(low, high, card.index) == 2:
            raise TooManyCopies(
                f"a third copy of {card}: the deck holds two of each face",
                text=str(card),
                position=0,
            )
        low, high = kernel.add_face(low, high, card.index)
    return low, high
