"""How a deal opens: draws by lot, whether there is tribute, who leads (RULES 10 and 12)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from guandan.cards import Card, Rank
from guandan.errors import DrawNeeded, InputTypeError, PositionError, shown
from guandan.events import CardTurned, Event, LeadGiven, LeadReason, Resisted
from guandan.exchange import Exchange
from guandan.hand import Hand
from guandan.rules import Rules
from guandan.seats import Seat, clean_seat
from guandan.shuffle import clean_rng
from guandan.tribute import TributePlan, plan_tribute

__all__ = ["Draws", "Opening", "open_deal"]


def _seat_or_none(value: Seat | None) -> Seat | None:
    return None if value is None else clean_seat(value)


def _card_and_seat(value: tuple[Card, Seat] | None) -> tuple[Card, Seat] | None:
    if value is None:
        return None
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InputTypeError(
            f"a turned card is a card and the seat that was dealt it, not {shown(value)}",
            text=shown(value),
            position=0,
        )
    card, seat = value
    return card if isinstance(card, Card) else Card.parse(card), clean_seat(seat)


@attrs.frozen
class Draws:
    """What was drawn by lot for a deal; a deal that is given its draws draws nothing itself.

    Raises:
        NotationError: what is given is no seat, or no card.
    """

    first_lead: Seat | None = attrs.field(default=None, converter=_seat_or_none)
    """The seat drawn to lead the first deal."""
    turned_card: tuple[Card, Seat] | None = attrs.field(default=None, converter=_card_and_seat)
    """The card turned before the first deal, and the seat that was dealt it."""
    tribute_lot: Seat | None = attrs.field(default=None, converter=_seat_or_none)
    """The payer who pays the first player if both pay equal cards."""

    def only(self, name: str | None) -> Draws:
        """Return the draws after checking that none but `name` is there.

        Raises:
            PositionError: a draw is given that is not due.
        """
        for field in attrs.fields(Draws):
            if field.name != name and getattr(self, field.name) is not None:
                raise PositionError(f"no {field.name} is drawn for this deal")
        return self


@attrs.frozen
class Opening:
    """What a deal opens with: a lead, or an exchange that will decide it."""

    draws: Draws
    events: tuple[Event, ...] = ()
    lead: LeadGiven | None = None
    exchange: Exchange | None = None


def open_deal(
    hands: tuple[Hand, ...],
    level: Rank,
    rules: Rules,
    *,
    leader: Seat | None,
    finish: Sequence[Seat] | None,
    rng: random.Random | None,
    draws: Draws,
) -> Opening:
    """Return the opening of a deal (see `Deal.start`)."""
    if not isinstance(draws, Draws):
        raise InputTypeError(f"draws are Draws, not {shown(draws)}", text=shown(draws), position=0)
    if rng is not None:
        clean_rng(rng)
    if finish is not None:
        if leader is not None:
            raise PositionError(
                f"the deal follows another, so the tribute decides who leads, not leader={leader}"
            )
        return _open_with_tribute(plan_tribute(finish, hands, level, rules=rules), rng, draws)
    seat = rules.first_lead if leader is None else clean_seat(leader)
    if isinstance(seat, int):
        return Opening(draws.only(None), lead=LeadGiven(seat, LeadReason.SEAT))
    if seat == "turned_card":
        return _open_with_turned_card(hands, rng, draws.only("turned_card"))
    drawn = draws.only("first_lead").first_lead
    if drawn is None:
        drawn = int(_generator(rng, "first_lead", "who leads the first deal").random() * 4)
    return Opening(Draws(first_lead=drawn), lead=LeadGiven(drawn, LeadReason.LOT))


def _open_with_turned_card(
    hands: tuple[Hand, ...], rng: random.Random | None, draws: Draws
) -> Opening:
    if draws.turned_card is None:
        # Any of the 108 cards, so a seat with both copies of a face is as likely as two seats.
        place = int(_generator(rng, "turned_card", "the card that is turned").random() * 108)
        card, seat = list(hands[place // 27])[place % 27], place // 27
    else:
        card, seat = draws.turned_card
        if card not in hands[seat]:
            raise PositionError(f"seat {seat} was not dealt the turned card {card}", seat=seat)
    return Opening(
        Draws(turned_card=(card, seat)),
        events=(CardTurned(card, seat),),
        lead=LeadGiven(seat, LeadReason.CARD),
    )


def _open_with_tribute(plan: TributePlan, rng: random.Random | None, draws: Draws) -> Opening:
    if not plan.payments:
        assert plan.leader is not None, "without payments nothing is left to decide"
        if plan.resisted:
            return Opening(
                draws.only(None),
                events=(Resisted(plan.resisters),),
                lead=LeadGiven(plan.leader, LeadReason.RESISTED),
            )
        return Opening(draws.only(None), lead=LeadGiven(plan.leader, LeadReason.FIRST))
    if not _may_need_lot(plan):
        return Opening(draws.only(None), exchange=Exchange(plan, None))
    # Drawn before the payers choose, so that a saved match goes on without its generator; told
    # only if they then pay equal cards.
    lot = draws.only("tribute_lot").tribute_lot
    payers = [payment.payer for payment in plan.payments]
    if lot is None:
        drawn = _generator(rng, "tribute_lot", "which of two equal payers pays the first")
        lot = payers[int(drawn.random() * 2)]
    elif lot not in payers:
        raise PositionError(f"the lot cannot fall on seat {lot}: the payers are {payers}")
    return Opening(Draws(tribute_lot=lot), exchange=Exchange(plan, lot))


def _may_need_lot(plan: TributePlan) -> bool:
    """Whether the payers can choose so that a lot has to decide who pays the first."""
    rules = plan.rules
    if rules.equal_tribute != "random" or rules.double_tribute != "by_rank":
        return False
    ranks = [{card.rank for card in payment.options} for payment in plan.payments]
    return len(ranks) == 2 and bool(ranks[0] & ranks[1])


def _generator(rng: random.Random | None, draw: str, what: str) -> random.Random:
    if rng is None:
        raise DrawNeeded(f"{what} is drawn by lot: give rng=random.Random(seed)", draw=draw)
    return rng
