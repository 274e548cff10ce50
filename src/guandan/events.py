"""What happens in a match, told once and after it happened.

An event holds all there is to know; `event.seen_by(seat)` is the same event as one seat (None: a
spectator) may see it. Only three kinds hide anything: the hands of a deal, and the tribute and
return cards that a seat has chosen while another seat has yet to choose.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import attrs

from guandan.cards import Card, Rank
from guandan.combos import Combo
from guandan.hand import Hand
from guandan.jsonable import fields_to_json, to_jsonable
from guandan.levels import Standing
from guandan.seats import Seat, Team, clean_seat

__all__ = [
    "CardTurned",
    "CountReported",
    "DealOver",
    "Dealt",
    "Event",
    "LeadGiven",
    "LeadReason",
    "LevelsChanged",
    "MatchOver",
    "Passed",
    "Played",
    "Resisted",
    "ReturnChosen",
    "Returned",
    "TributeChosen",
    "TributeLot",
    "TributePaid",
    "TrickWon",
    "WentOut",
]


class LeadReason(StrEnum):
    """Why a seat leads the first trick of a deal."""

    LOT = "lot"
    """Drawn by lot."""
    CARD = "card"
    """It was dealt the turned card."""
    SEAT = "seat"
    """The rules or the table name the seat."""
    TRIBUTE = "tribute"
    """The tribute decides."""
    RESISTED = "resisted"
    """Tribute was resisted, so the last deal's first player leads."""
    FIRST = "first"
    """There is no tribute by these rules, so the last deal's first player leads."""


def _check_seat(seat: Seat | None) -> None:
    # True is equal to 1, and must not be shown the hand of seat 1.
    if seat is not None:
        clean_seat(seat)


@attrs.frozen
class Event:
    """The root of all events."""

    def seen_by(self, seat: Seat | None) -> Event:
        """Return the event as the seat may see it (None: a spectator).

        Every seat sees something of every event, so that events have the same numbers for all.

        Raises:
            NotationError: it is no seat.
        """
        _check_seat(seat)
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain JSON values: its name under `event`, then its fields.

        All of them: what is sent to a seat's client is `event.seen_by(seat)`, or comes from
        `Match.events_for`. Cards and hands are text, a play is as in `PlayerView.to_dict`.

        >>> Passed(seat=2).to_dict()
        {'event': 'Passed', 'seat': 2}
        """
        return {"event": type(self).__name__} | fields_to_json(self)


@attrs.frozen
class Dealt(Event):
    """A deal begins. `hands` has an entry a seat; a seat sees only its own, a spectator none."""

    number: int
    """The number of the deal in the match, from 1."""
    level: Rank
    host: Team | None
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    def seen_by(self, seat: Seat | None) -> Dealt:
        """Return the event with the other seats' hands left out."""
        _check_seat(seat)
        first, second, third, fourth = (
            hand if seat == owner else None for owner, hand in enumerate(self.hands)
        )
        return attrs.evolve(self, hands=(first, second, third, fourth))


@attrs.frozen
class CardTurned(Event):
    """A card of the deck was turned before the deal; `seat` was dealt it."""

    card: Card
    seat: Seat


@attrs.frozen
class Resisted(Event):
    """The payers hold both big jokers, so nobody pays."""

    payers: tuple[Seat, ...]


@attrs.frozen
class TributeChosen(Event):
    """A payer has chosen its card; only the payer sees which until all have chosen."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> TributeChosen:
        """Return the event; for every other seat without the card."""
        _check_seat(seat)
        return self if seat == self.seat else attrs.evolve(self, card=None)


@attrs.frozen
class TributeLot(Event):
    """Two payers paid equal cards; the lot fell on `seat` to pay the first player."""

    seat: Seat


@attrs.frozen
class TributePaid(Event):
    """A tribute card changed hands."""

    payer: Seat
    receiver: Seat
    card: Card


@attrs.frozen
class ReturnChosen(Event):
    """A receiver has chosen the card to give back; only it sees which until all have chosen."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> ReturnChosen:
        """Return the event; for every other seat without the card."""
        _check_seat(seat)
        return self if seat == self.seat else attrs.evolve(self, card=None)


@attrs.frozen
class Returned(Event):
    """`seat`, who had received a tribute, gave a card back to `receiver`, who had paid it."""

    seat: Seat
    receiver: Seat
    card: Card


@attrs.frozen
class LeadGiven(Event):
    """`seat` leads the first trick, and why."""

    seat: Seat
    why: LeadReason


@attrs.frozen
class Played(Event):
    """A seat put a play on the table and has `left` cards left."""

    seat: Seat
    combo: Combo
    left: int


@attrs.frozen
class Passed(Event):
    """A seat passed."""

    seat: Seat


@attrs.frozen
class CountReported(Event):
    """A play left the seat, for the first time in the deal, with at most `report_at` cards."""

    seat: Seat
    count: int


@attrs.frozen
class WentOut(Event):
    """A seat emptied its hand; `place` is 1 for the first (头游) to 3."""

    seat: Seat
    place: int


@attrs.frozen
class TrickWon(Event):
    """A trick ended; `seat` made its last play, `leads` leads the next (another seat: 接风)."""

    seat: Seat
    leads: Seat


@attrs.frozen
class DealOver(Event):
    """The deal ended; `finish` is its finish order, two seats after a 1-2 win, else four."""

    finish: tuple[Seat, ...]


@attrs.frozen
class LevelsChanged(Event):
    """The deal was settled: the standing before and after it."""

    before: Standing
    after: Standing


@attrs.frozen
class MatchOver(Event):
    """A team has won the match."""

    winner: Team


to_jsonable.register(Event, Event.to_dict)
