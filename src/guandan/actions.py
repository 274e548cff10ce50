"""The four actions that lead through a deal, and through a match: what may be tried of each."""

from __future__ import annotations

from abc import ABC, abstractmethod

from guandan.cards import Card, CardsLike, Rank
from guandan.combos import Combo
from guandan.errors import GuandanError
from guandan.notation import Kind
from guandan.seats import Seat

__all__ = ["Actions"]


class Actions(ABC):
    """What may be done: `can_…` says whether `verify_…`, which raises the reason, lets it pass."""

    __slots__ = ()

    @abstractmethod
    def verify_play(
        self,
        play: Combo | CardsLike,
        seat: Seat | None = None,
        *,
        kind: Kind | str | None = None,
        rank: Rank | str | None = None,
    ) -> Combo:
        """Return the play that the cards are here, or raise why it may not be made."""

    def can_play(
        self,
        play: Combo | CardsLike,
        seat: Seat | None = None,
        *,
        kind: Kind | str | None = None,
        rank: Rank | str | None = None,
    ) -> bool:
        """Return whether `play` would do it."""
        try:
            self.verify_play(play, seat, kind=kind, rank=rank)
        except GuandanError:
            return False
        return True

    @abstractmethod
    def verify_pass(self, seat: Seat | None = None) -> Seat:
        """Return the seat, or raise why it may not pass."""

    def can_pass(self, seat: Seat | None = None) -> bool:
        """Return whether `pass_` would do it."""
        try:
            self.verify_pass(seat)
        except GuandanError:
            return False
        return True

    @abstractmethod
    def verify_pay_tribute(self, card: Card | str, seat: Seat | None = None) -> Card:
        """Return the tribute card, or raise why it may not be paid."""

    def can_pay_tribute(self, card: Card | str, seat: Seat | None = None) -> bool:
        """Return whether `pay_tribute` would do it."""
        try:
            self.verify_pay_tribute(card, seat)
        except GuandanError:
            return False
        return True

    @abstractmethod
    def verify_return_card(self, card: Card | str, seat: Seat | None = None) -> Card:
        """Return the card, or raise why it may not be given back."""

    def can_return_card(self, card: Card | str, seat: Seat | None = None) -> bool:
        """Return whether `return_card` would do it."""
        try:
            self.verify_return_card(card, seat)
        except GuandanError:
            return False
        return True
