"""How a deal opens: what is drawn when, what a recorded draw may be, what is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from guandan import (
    DECK,
    Card,
    CardTurned,
    Deal,
    DrawNeeded,
    Draws,
    GuandanError,
    Hand,
    Match,
    NotationError,
    Phase,
    PositionError,
    Rules,
)
from guandan.exchange import Exchange
from guandan.opening import open_deal
from guandan.shuffle import deal_hands, generator, shuffled
from guandan.tribute import plan_tribute

HANDS = deal_hands(generator(1))
GOLDEN_HANDS = [
    "C2 D2 D2 S3 H3 C3 C3 S5 S5 H5 S6 D6 S7 S7 D7 C8 S9 HT HT DT SJ HJ SK DK HA CA DA",
    "H2 H2 S3 D3 S4 S4 C5 D5 H6 H7 C7 S8 S8 H8 D8 H9 D9 CT HJ DJ SQ SQ SK CK DK CA SB",
    "S2 S2 H3 H4 D4 H5 C5 D5 H6 C6 C6 D6 D7 S9 C9 C9 ST DT CJ DJ HQ CQ DQ HK CK DA HR",
    "C2 D3 H4 C4 C4 D4 S6 H7 C7 H8 C8 D8 H9 D9 ST CT SJ CJ HQ CQ DQ HK SA SA HA SB HR",
]
GOLDEN_TURNED = ("C8", 3)


def test_draws_that_are_due_may_be_given() -> None:
    assert Draws(first_lead=1).only("first_lead") == Draws(first_lead=1)
    assert Draws().only("tribute_lot") == Draws().only(None) == Draws()
    for draws in (Draws(first_lead=0), Draws(turned_card=(DECK[0], 0)), Draws(tribute_lot=0)):
        with pytest.raises(PositionError, match="is drawn for this deal"):
            draws.only(None)


@pytest.mark.parametrize("seat", [4, -1, True, "1"])
def test_a_recorded_lead_is_a_seat(seat: Any) -> None:
    with pytest.raises(NotationError):
        Deal.start(HANDS, "2", draws=Draws(first_lead=seat))


def test_the_turned_card_is_any_of_the_108() -> None:
    class Fixed(random.Random):
        """Draws one number for ever."""

        def __init__(self, number: float) -> None:
            super().__init__(0)
            self.number = number

        def random(self) -> float:
            return self.number

    turned = []
    for place in range(108):
        opening = open_deal(
            HANDS,
            DECK[0].rank,
            Rules(first_lead="turned_card"),
            leader=None,
            finish=None,
            rng=Fixed((place + 0.5) / 108),
            draws=Draws(),
        )
        [event] = opening.events
        assert isinstance(event, CardTurned)
        assert opening.draws == Draws(turned_card=(event.card, event.seat))
        turned.append((event.card, event.seat))
    for seat in range(4):
        assert Hand([card for card, owner in turned if owner == seat]) == HANDS[seat]


def test_a_lot_is_drawn_only_where_it_may_decide() -> None:
    rules = Rules(equal_tribute="random", resist=False)
    drawn = 0
    for seed in range(40):
        hands = deal_hands(generator(seed))
        plan = plan_tribute([0, 2], hands, "2", rules)
        ranks = [{card.rank for card in payment.options} for payment in plan.payments]
        due = bool(ranks[0] & ranks[1])
        deal = Deal.start(hands, "2", finish=[0, 2], rules=rules, rng=random.Random(seed))
        assert (deal.draws.tribute_lot is not None) == due
        drawn += due
        if due:
            with pytest.raises(DrawNeeded) as caught:
                Deal.start(hands, "2", finish=[0, 2], rules=rules)
            assert caught.value.draw == "tribute_lot"
            for seat in (0, 2):
                with pytest.raises(PositionError, match="the lot cannot fall on seat"):
                    Deal.start(
                        hands, "2", finish=[0, 2], rules=rules, draws=Draws(tribute_lot=seat)
                    )
        else:
            Deal.start(hands, "2", finish=[0, 2], rules=rules)  # nothing to be drawn
            with pytest.raises(PositionError):
                Deal.start(hands, "2", finish=[0, 2], rules=rules, draws=Draws(tribute_lot=1))
        single = Deal.start(hands, "2", finish=[0, 1, 2, 3], rules=rules)
        assert single.draws == Draws()
        by_seat = Rules(equal_tribute="random", resist=False, double_tribute="by_seat")
        assert Deal.start(hands, "2", finish=[0, 2], rules=by_seat).draws == Draws()
    assert 0 < drawn < 40


def test_a_lead_that_cannot_be_leaves_the_match_as_it_was() -> None:
    match = Match(seed=5)
    for wrong in ({"leader": 4}, {"leader": "1"}, {"hands": HANDS[:3]}, {"hands": [DECK[:27]] * 4}):
        given: Any = wrong
        with pytest.raises(GuandanError):
            match.deal_next(**given)
        assert (match.phase, match.deals_begun, match.events) == (Phase.BETWEEN, 0, ())
    assert match.deal_next() == Match(seed=5).deal_next()


def test_a_copied_exchange_is_another() -> None:
    hands = list(shuffled(HANDS, random.Random(1)))
    plan = plan_tribute([0, 2], hands, "2", Rules(resist=False))
    first = Exchange(plan, None)
    second = first.copy()
    for seat in first.due:
        first.pay(seat, first.tribute_options(seat)[0], hands)
    assert first.phase is Phase.RETURN
    assert (second.phase, second.due) == (Phase.TRIBUTE, (1, 3))
    third = first.copy()
    receiver = first.due[0]
    first.give_back(receiver, first.return_options(receiver, hands[receiver])[0], hands)
    assert third.due == (0, 2)
    assert Card.parse("HR") not in third.return_options(receiver, hands[receiver])


def test_a_match_is_the_same_on_every_python_and_build() -> None:
    """The deals of a seed must never change: saved seeds and published games hang on it."""
    match = Match("tabletop", seed=2026)
    match.deal_next()
    record = match.record().deals[0]
    assert [str(hand) for hand in record.hands] == GOLDEN_HANDS
    assert record.draws.turned_card is not None
    card, seat = record.draws.turned_card
    assert (str(card), seat) == GOLDEN_TURNED
