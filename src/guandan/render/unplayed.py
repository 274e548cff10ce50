"""The cards that seats hold, followed through the events of a deal that is open."""

from __future__ import annotations

from guandan import SEATS, Card, Dealt, Event, Hand, Played, Returned, Seat, TributePaid

__all__ = ["OpenHands"]


class OpenHands:
    """The hands of a deal, if they are wanted and its events show all of them; else none."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._held: dict[Seat, Hand] = {}

    def follow(self, event: Event) -> None:
        """Do to the hands what an event did."""
        if isinstance(event, Dealt):
            known = {seat: hand for seat, hand in zip(SEATS, event.hands, strict=True) if hand}
            self._held = known if self._wanted and len(known) == len(SEATS) else {}
        if not self._held:
            return
        if isinstance(event, TributePaid):
            self._move(event.payer, event.receiver, event.card)
        elif isinstance(event, Returned):
            self._move(event.seat, event.receiver, event.card)
        elif isinstance(event, Played):
            self._held[event.seat] -= event.combo.hand

    def _move(self, giver: Seat, receiver: Seat, card: Card) -> None:
        self._held[giver] -= card
        self._held[receiver] += card

    def left(self) -> dict[Seat, Hand]:
        """Return what those hold who still hold cards."""
        return {seat: hand for seat, hand in self._held.items() if hand}
