"""Help with selecting cards: what they are so far, and which cards can still follow."""

from __future__ import annotations

from typing import Final

import attrs

from guandan import Card, CardsLike, CardsNotHeld, Combo, Hand, LegalPlays, classify
from guandan.cards import FACES
from guandan.help.checking import expect

__all__ = ["Selection", "Selector"]

_LOW_FACES: Final = 28
"""Faces in the first of a hand's two words (see `Hand.low`)."""

_ONES: Final = sum(1 << (2 * face) for face in range(len(FACES)))


@attrs.frozen
class Selection:
    """What a set of selected cards is, and may become."""

    cards: Hand
    readings: tuple[Combo, ...]
    """The plays that these cards are and that may be made now, strongest first."""
    extends: tuple[Card, ...]
    """The faces of which one more card of the hand can still lead to a play; dim the others."""

    @property
    def preselected(self) -> Combo | None:
        """The reading that is meant if the player names none (RULES 4.5)."""
        return self.readings[0] if self.readings else None

    @property
    def is_dead(self) -> bool:
        """Whether these cards are no play, and no more cards can make them one."""
        return not self.readings and not self.extends


class Selector:
    """Answers selections from the cards of one hand, over one table.

    Make one when it is the seat's turn, and ask it with every tap. Making one lists the plays the
    hand allows, each as the bits of its cards; an answer goes through those bits once.

    >>> from guandan import legal_plays
    >>> selector = Selector(legal_plays("S5 S6 D7 S8 S9 H2 SK HK", "2"))
    >>> now = selector.select("S5 S6 S8")
    >>> now.readings, " ".join(map(str, now.extends))
    ((), 'H2 D7 S9')
    >>> [(play.kind.value, str(play)) for play in selector.select("S5 S6 S8 S9 H2").readings]
    [('straight_flush', 'S5 S6 H2=S7 S8 S9'), ('straight', 'S5 S6 H2=7 S8 S9')]
    >>> selector.select("S5 SK").is_dead
    True

    Raises:
        InputTypeError: these are no `LegalPlays`.
    """

    def __init__(self, plays: LegalPlays) -> None:
        expect(plays, LegalPlays, "LegalPlays, such as view.legal_plays")
        self._hand = plays.hand
        self._level = plays.level
        self._rules = plays.rules
        self._plays = [(_bits(play.hand), play) for play in plays]

    def select(self, cards: CardsLike) -> Selection:
        """Return what the selected cards are and may become.

        Raises:
            CardsNotHeld: the hand does not hold them.
            NotationError: something is not a card.
        """
        chosen = cards if isinstance(cards, Hand) else Hand(cards)
        if chosen and not self._hand:
            raise CardsNotHeld(
                "no hand is to play: a view's legal plays are those of its seat while it is to act,"
                f" and there are none now; {chosen} cannot be selected",
                cards=tuple(chosen),
            )
        left = self._hand - chosen  # raises, naming what is not held
        wanted = _bits(chosen)
        together = 0
        found: set[Combo] = set()
        for bits, play in self._plays:
            if bits & wanted == wanted:
                together |= bits
                if bits == wanted:
                    found.add(play)
        # Asked again for their order, which is the rules' own.
        readings = classify(chosen, self._level, self._rules) if found else ()
        more = together & ~wanted
        return Selection(
            cards=chosen,
            readings=tuple(play for play in readings if play in found),
            extends=tuple(card for card in dict.fromkeys(left) if more >> (2 * card.index) & 3),
        )


def _bits(cards: Hand) -> int:
    """Return two bits a face: 0, 1 or, for two copies, 3; so that subsets are bitwise subsets."""
    word = cards.low | (cards.high << (2 * _LOW_FACES))
    return word | ((word >> 1) & _ONES)
