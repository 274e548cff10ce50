"""How a play is written: its cards, each wild with what it stands for.

Runs are written low to high, a triple before its pair: `D4 D4 H2=4`, `S5 S6 H2=S7 S8 S9`. The
stand is a rank, in a straight flush a card, and `*` for the two wilds that are the pair of a full
house (any rank but the triple's). A wild with no stand is its own face, or its own rank where
suits do not count; in a straight the stand is always written. The kind is written in front only
where cards and stands leave two readings. A pass is `-`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Literal, TypeAlias

import attrs

from guandan.cards import Card, Rank, card_at, rank_at
from guandan.errors import GuandanError, InputTypeError, NotationError, shown

__all__ = ["ANY_RANK", "PASS", "Kind", "Slot", "Stand"]

PASS: Final = "-"
ANY_RANK: Final = "*"


class Kind(StrEnum):
    """The ten kinds of play (RULES 5)."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    TUBE = "tube"
    PLATE = "plate"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight_flush"
    JOKER_BOMB = "joker_bomb"

    @classmethod
    def parse(cls, text: str) -> Kind:
        """Read the name of a kind.

        >>> Kind.parse("full_house")
        <Kind.FULL_HOUSE: 'full_house'>
        """
        kind = _KINDS.get(text) if isinstance(text, str) else None
        if kind is None:
            raise NotationError(
                f"{shown(text)} is no kind: there are {', '.join(cls)}",
                text=text if isinstance(text, str) else shown(text),
                position=0,
            )
        return kind


_KINDS: Final = {str(kind): kind for kind in Kind}


Stand: TypeAlias = "Card | Rank | Literal['*']"
"""What a wild stands for: a rank, a card in a straight flush, or any rank (`*`)."""


@attrs.frozen
class Slot:
    """One card of a written play, and what it stands for if that is written."""

    card: Card
    stand: Stand | None = None

    def __str__(self) -> str:
        return str(self.card) if self.stand is None else f"{self.card}={self.stand}"


def write(slots: Iterable[Slot], kind: Kind | None = None) -> str:
    """Return the text of a play; the kind is written when one is given."""
    words = [str(slot) for slot in slots]
    return " ".join(words if kind is None else [str(kind), *words])


def read(text: str) -> tuple[Kind | None, tuple[Slot, ...]]:
    """Return the kind, if one is written, and the slots of a play's text.

    Raises:
        NotationError: the text is not written as a play; `position` is where it goes wrong.

    >>> read("S5 H2=*")[1]
    (Slot(card=Card.parse('S5'), stand=None), Slot(card=Card.parse('H2'), stand='*'))
    """
    if not isinstance(text, str):
        raise InputTypeError(
            f"a play is written as a text such as 'D4 D4 H2=4', not {shown(text)}",
            text=shown(text),
            position=0,
        )
    if text.strip() == PASS:
        raise NotationError(f"{PASS!r} is a pass, not a play", text=text, position=0)
    kind = None
    position = 0
    first, *rest = text.split(maxsplit=1) or [""]
    # A card in small letters, or a word that stands alone, was not meant to be a kind.
    if first in _KINDS or (first[:1].islower() and rest and not _is_card_but_small(first)):
        kind = Kind.parse(first)
        position = text.index(first) + len(first)
    slots: list[Slot] = []
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        card, position = card_at(text, position)
        stand: Stand | None = None
        if text.startswith("=", position):
            stand, position = _stand_at(text, position + 1)
        slots.append(Slot(card, stand))
        if len(slots) > 10:
            raise NotationError("no play has more than ten cards", text=text, position=position)
    return kind, tuple(slots)


def _is_card_but_small(word: str) -> bool:
    try:
        card_at(word.upper(), 0)
    except GuandanError:
        return False
    return True


def _stand_at(text: str, position: int) -> tuple[Stand, int]:
    if text.startswith(ANY_RANK, position):
        return ANY_RANK, position + 1
    rank, end = rank_at(text, position)
    if rank is not None:
        return rank, end
    if position == len(text):
        raise NotationError(
            "a stand is missing after '=': write a rank, a card or *", text=text, position=position
        )
    return card_at(text, position)
