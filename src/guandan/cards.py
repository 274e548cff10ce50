"""Cards: four suits, fifteen ranks, 54 faces of two copies each (RULES 1 and 2).

A card is spelled suit first: `S5`, `HT`, `CJ`, `DA`; the small joker is `SB`, the big one `HR`.
On input `10` is read as `T` and the signs ♠♥♣♦ as the suits; text is case-sensitive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias

import attrs

from guandan.errors import InputTypeError, NotACard, NotALevel, NotationError, shown

__all__ = [
    "DECK",
    "FACES",
    "LEVELS",
    "Card",
    "CardsLike",
    "LevelLike",
    "Rank",
    "Suit",
    "clean_cards",
    "clean_level",
]


class Suit(StrEnum):
    """A suit; suits never rank, the order here is that of printing."""

    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit from its letter or its sign.

        >>> Suit.parse("♥") is Suit.parse("H") is Suit.HEARTS
        True
        """
        suit = _SUITS.get(text.removesuffix("\ufe0f")) if isinstance(text, str) else None
        if suit is None:
            raise NotationError(
                f"{shown(text)} is no suit: write S, H, C or D (or ♠ ♥ ♣ ♦)",
                text=text if isinstance(text, str) else shown(text),
                position=0,
            )
        return suit


class Rank(StrEnum):
    """A rank in natural order, the ace high, then the two jokers."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    SMALL_JOKER = "SB"
    BIG_JOKER = "HR"

    @property
    def index(self) -> int:  # type: ignore[override]  # hides str.index, which no rank needs
        """The place in natural order: 0 for the two, 12 for the ace, 13 and 14 for the jokers."""
        return _RANK_INDEX[self]

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self is Rank.SMALL_JOKER or self is Rank.BIG_JOKER

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank; `10` is the ten.

        >>> Rank.parse("10") is Rank.parse("T") is Rank.TEN
        True
        """
        rank = _RANKS.get(text) if isinstance(text, str) else None
        if rank is None:
            raise NotationError(
                f"{shown(text)} is no rank: write one of {' '.join(RANKS_TEXT)} SB HR",
                text=text if isinstance(text, str) else shown(text),
                position=0,
            )
        return rank


RANKS: Final = tuple(Rank)
_RANK_INDEX: Final = {rank: index for index, rank in enumerate(RANKS)}
LEVELS: Final = RANKS[:13]
"""The thirteen ranks that can be a level, in the order a team climbs them."""

RANKS_TEXT: Final = tuple(str(rank) for rank in LEVELS)
_RANKS: Final = {str(rank): rank for rank in RANKS} | {"10": Rank.TEN}
_SUITS: Final = {str(suit): suit for suit in Suit} | dict(zip("♠♥♣♦", Suit, strict=True))
_SUIT_ORDER: Final = tuple(Suit)


@attrs.frozen(eq=False, repr=False, init=False)
class Card:
    """One of the 54 faces. Equal cards are the same object, so a card compares by identity.

    >>> Card(Rank.FIVE, Suit.SPADES) is Card.parse("S5")
    True
    >>> str(Card.parse("♥10")), Card.parse("SB").suit
    ('HT', None)
    """

    rank: Rank
    suit: Suit | None
    index: int
    """The face's number: four times the rank's place plus the suit's; 52 and 53 are the jokers."""

    def __new__(cls, rank: Rank, suit: Suit | None = None) -> Card:
        """Return the one card of this rank and suit; a joker has no suit."""
        try:
            card = _BY_RANK_AND_SUIT.get((rank, suit))
        except TypeError:  # what cannot be hashed
            card = None
        if card is None:
            raise NotACard(
                f"there is no card of rank {shown(rank)} and suit {shown(suit)}: the thirteen"
                " ranks have a suit, the jokers have none",
                text=f"{suit}{rank}"
                if isinstance(rank, str) and isinstance(suit, str)
                else shown(rank),
                position=0,
            )
        return card

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read exactly one card.

        Raises:
            NotationError: the text is not one card; `position` is where it goes wrong.
        """
        cards = _read_cards(_text(text))
        if len(cards) != 1:
            raise NotationError(
                f"{shown(text)} holds {len(cards)} cards, not one", text=text, position=0
            )
        return cards[0]

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.suit is None

    def is_wild(self, level: LevelLike) -> bool:
        """Whether the card is wild on this level: the heart of the level's rank.

        >>> Card.parse("H5").is_wild(Rank.FIVE), Card.parse("S5").is_wild(Rank.FIVE)
        (True, False)
        """
        return self.suit is Suit.HEARTS and self.rank is clean_level(level)

    def __str__(self) -> str:
        return str(self.rank) if self.suit is None else f"{self.suit}{self.rank}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        from guandan.render import picture  # noqa: PLC0415  # a guest, loaded by notebooks only

        return picture(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self.rank, self.suit)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make(rank: Rank, suit: Suit | None, index: int) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "rank", rank)
    object.__setattr__(card, "suit", suit)
    object.__setattr__(card, "index", index)
    return card


FACES: Final[tuple[Card, ...]] = (
    *(
        _make(rank, suit, rank.index * 4 + order)
        for rank in LEVELS
        for order, suit in enumerate(_SUIT_ORDER)
    ),
    _make(Rank.SMALL_JOKER, None, 52),
    _make(Rank.BIG_JOKER, None, 53),
)
"""The 54 faces in the order of their `index`: from the twos up, spades first, jokers last."""

_BY_RANK_AND_SUIT: Final[dict[tuple[Rank, Suit | None], Card]] = {
    (card.rank, card.suit): card for card in FACES
}

_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in FACES}

DECK: Final[tuple[Card, ...]] = tuple(card for card in FACES for _ in range(2))
"""The 108 cards: two copies of each face, in the order of `FACES`."""

CardsLike: TypeAlias = "str | Card | Iterable[str | Card]"
"""Cards as text (`"S5 H5"`, `"S5H5"`), one card, or an iterable of cards or texts of one each."""

LevelLike: TypeAlias = "Rank | str"
"""A level as a `Rank` or its text (`"T"`, `"10"`); never a bare int."""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InputTypeError(
            f"expected a text such as 'S5', not {shown(value)}", text=shown(value), position=0
        )
    return value


def rank_at(text: str, position: int) -> tuple[Rank | None, int]:
    """Read the rank (no joker) that begins at `position`, if one does; return where it ends."""
    for length in (1, 2):
        rank = _RANKS.get(text[position : position + length])
        if rank is not None and not rank.is_joker:
            return rank, position + length
    return None, position


def card_at(text: str, position: int) -> tuple[Card, int]:
    """Read the card that begins at `position`; return it and where it ends."""
    for joker in FACES[52:]:
        if text.startswith(str(joker), position):
            return joker, position + 2
    suit = _SUITS.get(text[position])
    if suit is None:
        hint = ""
        if text[position].upper() in _SUITS:
            hint = ": letters are capitals"
        elif text[position] == "=":
            hint = "; what a wild stands for is written in a play, not among cards"
        raise NotACard(
            f"no suit at position {position} of {shown(text)}: a card is a suit (S H C D or"
            f" ♠ ♥ ♣ ♦), then a rank, such as S5 or HT; the jokers are SB and HR{hint}",
            text=text,
            position=position,
        )
    end = position + 1
    if text.startswith("\ufe0f", end):  # the sign's emoji form
        end += 1
    rank, after = rank_at(text, end)
    if rank is not None:
        return _BY_RANK_AND_SUIT[rank, suit], after
    raise NotACard(
        f"no rank at position {end} of {shown(text)}: write one of {' '.join(RANKS_TEXT)} (or 10)",
        text=text,
        position=end,
    )


def _read_cards(text: str) -> list[Card]:
    # Mostly each card is two letters, and they are read at once.
    try:
        cards = [
            _BY_TEXT[word[place : place + 2]]
            for word in text.split()
            for place in range(0, len(word), 2)
        ]
    except KeyError:
        return _read_closely(text)
    _check_number(cards)
    return cards


def _read_closely(text: str) -> list[Card]:
    """Read cards with or without space between them; know where what is none begins."""
    cards: list[Card] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        card, position = card_at(text, position)
        cards.append(card)
        _check_number(cards)
    return cards


def _check_number(cards: list[Card]) -> None:
    # An endless iterable must end in an error, not in a full memory.
    if len(cards) > len(DECK):
        raise NotationError("more cards than the deck's 108", text=str(cards[108]), position=108)


def clean_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Return `cards` as a tuple of `Card`, in the order given.

    Raises:
        NotACard: something in it is not a card; the message names it.

    >>> " ".join(str(card) for card in clean_cards("♠5 H10SB"))
    'S5 HT SB'
    >>> clean_cards(["S5", Card.parse("HR")])
    (Card.parse('S5'), Card.parse('HR'))
    """
    if isinstance(cards, Card):
        return (cards,)
    if isinstance(cards, str):
        return tuple(_read_cards(cards))
    # A mapping would be read as its keys: a Counter of cards would lose its second copies.
    if not isinstance(cards, Iterable) or isinstance(cards, Mapping):
        raise InputTypeError(
            f"expected cards as a text such as 'S5 H5' or an iterable of cards, not {shown(cards)}",
            text=shown(cards),
            position=0,
        )
    read: list[Card] = []
    for card in cards:
        read.append(card if isinstance(card, Card) else Card.parse(card))
        _check_number(read)
    return tuple(read)


def clean_level(level: LevelLike) -> Rank:
    """Return `level` as a `Rank` from the two to the ace.

    Raises:
        InputTypeError: it is not a text or a rank; a bare int is refused, since 10 could be a
            rank or an index.
        NotALevel: no level is spelled so; jokers are no level.

    >>> clean_level("10")
    <Rank.TEN: 'T'>
    """
    if not isinstance(level, str):
        raise InputTypeError(
            f"a level is a Rank or a text such as '5' or 'T', not {shown(level)}",
            text=shown(level),
            position=0,
        )
    rank = _RANKS.get(level)
    if rank is None or rank.is_joker:
        raise NotALevel(
            f"{shown(level)} is no level: levels are {' '.join(RANKS_TEXT)}", text=level, position=0
        )
    return rank
