"""The exchange before a deal's play: who still has to pay or give back, and the cards moving.

Payments are chosen independently and in any order, and take effect together once all are chosen;
then the returns likewise (RULES 10.6).
"""

from __future__ import annotations

from guandan.cards import Card
from guandan.errors import NotPayable, NotReturnable
from guandan.events import (
    Event,
    ReturnChosen,
    Returned,
    TributeChosen,
    TributeLot,
    TributePaid,
)
from guandan.hand import Hand
from guandan.phases import Phase
from guandan.seats import Seat
from guandan.tribute import (
    PaidTribute,
    SettledTribute,
    TributePlan,
    return_options,
    settle_tribute,
)

__all__ = ["Exchange"]


class Exchange:
    """The state of one deal's tribute and return. It changes only through `pay` and `give_back`.

    `lot` is the payer on whom the lot falls should both pay equal cards: it is drawn before they
    choose, so that a saved match can go on without its generator, and told only if it is needed.
    """

    __slots__ = ("_paid", "_returned", "lot", "plan", "settled")

    def __init__(self, plan: TributePlan, lot: Seat | None) -> None:
        self.plan: TributePlan = plan
        self.lot: Seat | None = lot
        self.settled: SettledTribute | None = None
        self._paid: dict[Seat, Card] = {}
        self._returned: dict[Seat, Card] = {}

    def copy(self) -> Exchange:
        """Return an independent copy."""
        other = Exchange(self.plan, self.lot)
        other.settled = self.settled
        other._paid = dict(self._paid)
        other._returned = dict(self._returned)
        return other

    @property
    def phase(self) -> Phase:
        """TRIBUTE, RETURN, or PLAY when all is exchanged."""
        if self.settled is None:
            return Phase.TRIBUTE
        return Phase.RETURN if self.due else Phase.PLAY

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats that have yet to choose, in the order of their numbers."""
        if self.settled is None:
            owing = {payment.payer for payment in self.plan.payments} - self._paid.keys()
        else:
            owing = {paid.receiver for paid in self.settled.payments} - self._returned.keys()
        return tuple(sorted(owing))

    def tribute_options(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that the payer may choose from."""
        return next(p.options for p in self.plan.payments if p.payer == seat)

    def return_options(self, seat: Seat, hand: Hand) -> tuple[Card, ...]:
        """Return the cards that the receiver, holding `hand`, may give back."""
        return return_options(
            hand, self.plan.level, received=self._received_by(seat).card, rules=self.plan.rules
        )

    def has_chosen(self, seat: Seat) -> bool:
        """Return whether the seat has made the choice that is due now."""
        return seat in (self._paid if self.settled is None else self._returned)

    def check_payment(self, seat: Seat, card: Card) -> None:
        """Check that the payer may pay the card.

        Raises:
            NotPayable: it may not.
        """
        options = self.tribute_options(seat)
        if card not in options:
            raise NotPayable(
                f"seat {seat} may not pay {card}: its highest card but the wilds is due, one of"
                f" {' '.join(map(str, options))}",
                seat=seat,
                card=card,
                options=options,
            )

    def check_return(self, seat: Seat, card: Card, hand: Hand) -> None:
        """Check that the receiver, holding `hand`, may give back the card.

        Raises:
            NotReturnable: it may not.
        """
        options = self.return_options(seat, hand)
        if card not in options:
            raise NotReturnable(
                f"seat {seat} may not give back {card}, only one of {' '.join(map(str, options))}",
                seat=seat,
                card=card,
                options=options,
            )

    def _received_by(self, seat: Seat) -> PaidTribute:
        assert self.settled is not None
        return next(paid for paid in self.settled.payments if paid.receiver == seat)

    def pay(self, seat: Seat, card: Card, hands: list[Hand]) -> list[Event]:
        """Note the payer's choice; when it is the last, settle and move the cards in `hands`."""
        self._paid[seat] = card
        events: list[Event] = [TributeChosen(seat, card)]
        if self.due:
            return events
        self.settled = settle_tribute(self.plan, self._paid, lot=self.lot)
        if self.settled.lot is not None:
            events.append(TributeLot(self.settled.lot))
        for paid in self.settled.payments:
            hands[paid.payer] -= paid.card
            hands[paid.receiver] += paid.card
            events.append(TributePaid(paid.payer, paid.receiver, paid.card))
        return events

    def give_back(self, seat: Seat, card: Card, hands: list[Hand]) -> list[Event]:
        """Note the receiver's choice; when it is the last, move the cards in `hands`."""
        self._returned[seat] = card
        events: list[Event] = [ReturnChosen(seat, card)]
        if self.due:
            return events
        assert self.settled is not None
        for paid in self.settled.payments:
            back = self._returned[paid.receiver]
            hands[paid.receiver] -= back
            hands[paid.payer] += back
            events.append(Returned(paid.receiver, paid.payer, back))
        return events
