"""Tribute and return as a match lives through them: saved, seen, refused, in every order."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from guandan import (
    FACES,
    AlreadyChosen,
    BaseStrategy,
    Card,
    Combo,
    Deal,
    Draws,
    GuandanError,
    Hand,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    Match,
    MatchIsOver,
    NotationError,
    NotPayable,
    NotReturnable,
    NotYourTurn,
    Phase,
    PlayerView,
    PositionError,
    Rank,
    Record,
    RecordError,
    Resisted,
    ReturnChosen,
    Returned,
    Rules,
    StrategyError,
    TributeChosen,
    TributeLot,
    TributePaid,
    WrongPhase,
)
from guandan.shuffle import shuffled
from vectors import report

SEATS = (0, 1, 2, 3)
VIEWERS: tuple[int | None, ...] = (*SEATS, None)
FINISHES = [
    order
    for order in itertools.permutations(SEATS)
    if (order[1] - order[0]) % 4 != 2 or order[2] < order[3]
]
"""Each way a deal can end; the order of the last two means nothing after a 1-2 win."""


def hands(wanted: dict[int, str], level: str = "5", *, seed: int = 1) -> list[Hand]:
    """Four hands of 27: these cards, and for who has wanted cards none other above the ten."""
    rng = random.Random(seed)
    rest = Hand(FACES) + Hand(FACES)
    for cards in wanted.values():
        rest -= Hand(cards)
    low = [card for card in shuffled(rest, rng) if card.rank.index <= 8 and card.rank != level]
    held: list[Hand] = [Hand()] * 4
    for seat, cards in wanted.items():
        held[seat] = Hand(cards)
        filler = Hand(low[: 27 - len(held[seat])])
        del low[: len(filler)]
        held[seat] += filler
        rest -= filler
    others = shuffled(rest, rng)
    for seat in set(SEATS) - wanted.keys():
        held[seat] = Hand(others[:27])
        del others[:27]
    return held


def end_deal(match: Match, order: tuple[int, ...]) -> None:
    """Play the deal that is on so that it ends in this order.

    The next to go out plays whatever it can; the others lead their lowest card, and never beat.
    """
    while match.phase is Phase.PLAY:
        seat = match.turn
        deal = match.deal
        assert seat is not None
        assert deal is not None
        goes = next(s for s in order if s not in deal.out)
        plays = match.legal_plays.shapes()
        if seat == goes and plays:
            match.play(max(plays, key=lambda play: play.size))
        elif match.can_pass():
            match.pass_()
        else:
            match.play(str(match.view(seat).hand.sorted(match.level)[0]))
    deal = match.deal
    assert deal is not None
    assert deal.finish == order[: 2 if (order[1] - order[0]) % 4 == 2 else 4]


def second_deal(
    order: tuple[int, ...],
    dealt: list[Hand] | None = None,
    rules: Rules | None = None,
    seed: int = 7,
) -> Match:
    """A match whose first deal ended in this order and whose second has been dealt."""
    match = Match(rules, seed)
    match.deal_next(leader=order[0])
    end_deal(match, order)
    match.deal_next(dealt)
    return match


def state(thing: Deal | Match) -> tuple[object, ...]:
    """All that is to be seen of a deal or a match."""
    deal = thing.deal if isinstance(thing, Match) else thing
    assert deal is not None
    options = [(thing.tribute_options(seat), thing.return_options(seat)) for seat in SEATS]
    views = [thing.view(seat) for seat in VIEWERS]
    return thing.phase, thing.due, thing.turn, thing.events, deal.hands, deal.draws, options, views


def restored(match: Match) -> Match:
    """The match saved as text and loaded again."""
    return Match.from_record(Record.from_json(match.record().to_json()))


def of_kind(events: tuple[object, ...], *kinds: type) -> list[Any]:
    """The events of these kinds."""
    return [event for event in events if isinstance(event, kinds)]


# --- from deal to deal ------------------------------------------------------------------------


@pytest.mark.parametrize("order", FINISHES, ids=lambda order: "".join(map(str, order)))
def test_who_pays_and_who_leads_after_each_finish(order: tuple[int, ...]) -> None:
    match = second_deal(order, rules=Rules(resist=False))
    double = (order[1] - order[0]) % 4 == 2
    due = tuple(sorted(order[2:])) if double else order[3:]
    assert (match.phase, match.due) == (Phase.TRIBUTE, due)
    for seat in match.due:
        match.pay_tribute(match.tribute_options(seat)[0], seat)
    assert match.due == (tuple(sorted(order[:2])) if double else order[:1])
    for seat in match.due:
        match.return_card(match.return_options(seat)[0], seat)
    paid = of_kind(match.events, TributePaid)
    back = of_kind(match.events, Returned)
    assert [(event.seat, event.receiver) for event in back] == [
        (event.receiver, event.payer) for event in paid
    ]
    first = order[0]
    assert paid[0].receiver == first
    if double:
        cards = [event.card for event in paid]
        assert cards[0].rank is Hand(cards).sorted(match.level)[-1].rank
        if cards[0].rank is cards[1].rank:
            assert paid[0].payer == (first + 1) % 4
    else:
        assert paid[0].payer == order[3]
    assert (match.phase, match.turn) == (Phase.PLAY, paid[0].payer)
    assert match.events[-1] == LeadGiven(paid[0].payer, LeadReason.TRIBUTE)
    deal = match.deal
    assert deal is not None
    assert deal.hands[0] + deal.hands[1] + deal.hands[2] + deal.hands[3] == Hand([*FACES, *FACES])


def test_tri_14_tribute_comes_from_the_new_hand() -> None:
    assert "newly dealt" in report("TRI-14").fault
    match = Match(seed=7)
    # Seat 3 is left with both big jokers: computed from these the tribute would be resisted.
    match.deal_next(hands({3: "HR HR"}, "2"), leader=0)
    end_deal(match, (0, 1, 2, 3))
    left = match.view(3).hand
    assert left.count("HR") == 2
    match.deal_next(hands({3: "SA"}, "4"))
    assert match.level is Rank.FOUR
    assert match.tribute_options(3) == (Card.parse("SA"),)
    match.pay_tribute("SA")
    assert match.events[-1] == TributePaid(3, 0, Card.parse("SA"))


def test_tri_14_the_new_level_decides_what_is_high_and_wild() -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    end_deal(match, (0, 1, 2, 3))
    match.deal_next(hands({3: "H4 H4 S4 SA SK"}, "4"))
    assert match.tribute_options(3) == (Card.parse("S4"),)


def test_tri_23_tribute_after_a_failed_ace() -> None:
    assert report("TRI-23").correct["text"].startswith("Tribute is still due")
    match = Match(Rules(start_level="A", resist=False), seed=7)
    match.deal_next(leader=0)
    end_deal(match, (0, 1, 3, 2))
    for _ in range(2):
        match.deal_next()
        assert match.level is Rank.ACE
        assert match.due == (2,)
        match.pay_tribute(match.tribute_options(2)[0])
        assert match.due == (0,)
        match.return_card(match.return_options(0)[0])
        assert match.turn == 2
        end_deal(match, (0, 1, 3, 2))
        assert match.standing.levels == (Rank.ACE, Rank.ACE)
        assert match.winner is None


def test_p37_a_named_seat_leads_the_first_deal_only() -> None:
    match = Match(Rules(first_lead=2, resist=False), seed=7)
    match.deal_next()
    assert match.turn == 2
    assert match.events[-1] == LeadGiven(2, LeadReason.SEAT)
    end_deal(match, (2, 1, 0, 3))
    match.deal_next()
    match.pay_tribute(match.tribute_options(3)[0])
    match.return_card(match.return_options(2)[0])
    assert match.turn == 3
    with pytest.raises(WrongPhase):
        match.deal_next()
    end_deal(match, (0, 1, 2, 3))
    before = state(match)
    with pytest.raises(PositionError, match="the tribute decides"):
        match.deal_next(leader=1)
    assert state(match) == before
    assert match.phase is Phase.BETWEEN


def test_p36_the_turned_card_leads_the_first_deal_only() -> None:
    match = second_deal((0, 2, 1, 3), hands({1: "SA", 3: "CA"}), Rules(first_lead="turned_card"))
    deal = match.deal
    assert deal is not None
    assert deal.draws == Draws()
    assert match.due == (1, 3)


def test_p38_a_short_match_starts_on_the_ten() -> None:
    match = Match(Rules(start_level="T"), seed=7)
    assert match.standing.levels == (Rank.TEN, Rank.TEN)
    match.deal_next(leader=0)
    assert match.level is Rank.TEN
    end_deal(match, (0, 2, 1, 3))
    assert match.standing.levels == (Rank.KING, Rank.TEN)


def test_lvl_14_a_deal_moves_the_level_once() -> None:
    assert report("LVL-14").correct
    match = Match(seed=7)
    match.deal_next(leader=0)
    end_deal(match, (0, 2, 1, 3))
    assert match.standing.levels == (Rank.FIVE, Rank.TWO)
    acts: list[Callable[[], object]] = [
        match.pass_,
        lambda: match.play("S3"),
        lambda: match.pay_tribute("S3"),
    ]
    for act in acts:
        with pytest.raises(WrongPhase):
            act()
    _ = match.view(0), match.record(), match.deal, restored(match)
    assert match.standing.levels == (Rank.FIVE, Rank.TWO)
    assert len(of_kind(match.events, LevelsChanged)) == 1
    copied = match.deal  # a finished deal cannot be finished again
    assert copied is not None
    with pytest.raises(WrongPhase):
        copied.play("S3")


def test_lvl_15_the_first_lead_is_drawn_from_the_seed() -> None:
    assert "all four seats occur" in report("LVL-15").correct["text"]
    leaders = {}
    for seed in range(40):
        match = Match(seed=seed)
        [lead] = of_kind(match.deal_next(), LeadGiven)
        assert lead.why is LeadReason.LOT
        random.seed(seed + 1)
        again = Match(seed=seed)
        again.deal_next()
        assert again.turn == match.turn == lead.seat
        assert restored(match).turn == match.turn
        leaders[seed] = lead.seat
    assert set(leaders.values()) == set(SEATS)


# --- the choices ------------------------------------------------------------------------------


def double(rules: Rules | None = None, first: str = "SA CA", second: str = "SK DK") -> Match:
    """A match on level 5 in whose second deal seats 1 and 3 owe these cards to 0 and 2."""
    return second_deal((0, 2, 1, 3), hands({1: first, 3: second}), rules)


def stages(rules: Rules | None = None) -> Iterator[tuple[str, Match]]:
    """A double exchange, choice by choice."""
    match = double(rules)
    yield "dealt", match
    match.pay_tribute("DK", 3)
    yield "one has paid", match
    match.pay_tribute("CA", 1)
    yield "both have paid", match
    match.return_card(match.return_options(2)[0], 2)
    yield "one has returned", match
    match.return_card(match.return_options(0)[-1], 0)
    yield "both have returned", match


def test_what_is_due_at_each_stage() -> None:
    assert [(name, match.phase, match.due, match.turn) for name, match in stages()] == [
        ("dealt", Phase.TRIBUTE, (1, 3), None),
        ("one has paid", Phase.TRIBUTE, (1,), 1),
        ("both have paid", Phase.RETURN, (0, 2), None),
        ("one has returned", Phase.RETURN, (0,), 0),
        ("both have returned", Phase.PLAY, (1,), 1),
    ]


def test_verify_can_and_the_verb_agree_at_each_stage() -> None:
    for _, match in stages():
        deal = match.deal
        assert deal is not None
        for thing in (deal, match):
            before = state(thing)
            for seat, card in itertools.product((*SEATS, None), FACES):
                check_agreement(thing, card, seat)
            assert state(thing) == before


def check_agreement(thing: Deal | Match, card: Card, seat: int | None) -> None:
    """Check `verify_…`, `can_…`, the verb on a copy, and the options, for both exchanges."""
    actor = seat if seat is not None else thing.turn
    for verify, can, verb, options in (
        (thing.verify_pay_tribute, thing.can_pay_tribute, "pay_tribute", thing.tribute_options),
        (thing.verify_return_card, thing.can_return_card, "return_card", thing.return_options),
    ):
        expected = actor is not None and card in options(actor)
        assert can(card, seat) is expected
        if expected:
            assert verify(str(card), seat) is card
            assert getattr(thing.copy(), verb)(card, seat)
            continue
        for act in (verify, getattr(thing, verb)):
            with pytest.raises((WrongPhase, NotYourTurn, NotPayable, NotReturnable)):
                act(card, seat)


def test_hands_move_together() -> None:
    dealt = {name: match.deal for name, match in stages()}
    counts = {name: deal.counts for name, deal in dealt.items() if deal is not None}
    assert counts == {
        "dealt": (27, 27, 27, 27),
        "one has paid": (27, 27, 27, 27),
        "both have paid": (28, 26, 28, 26),
        "one has returned": (28, 26, 28, 26),
        "both have returned": (27, 27, 27, 27),
    }


def test_others_see_only_that_a_seat_has_chosen() -> None:
    for name, match in stages():
        seen = {seat: match.view(seat) for seat in VIEWERS}
        for seat, view in seen.items():
            own = of_kind(match.events, TributeChosen, ReturnChosen)
            told = of_kind(view.history, TributeChosen, ReturnChosen)
            assert [event.seat for event in told] == [event.seat for event in own]
            for whole, shown in zip(own, told, strict=True):
                assert shown.card == (whole.card if seat == whole.seat else None)
            assert of_kind(view.history, TributePaid, Returned) == of_kind(
                match.events, TributePaid, Returned
            )
            assert match.events_for(seat)[-len(view.history) :] == view.history
        # Until all have chosen, what the others may choose does not hang on it.
        if name == "one has paid":
            assert set(seen[1].options) == {Card.parse("SA"), Card.parse("CA")}
            assert seen[0].options == seen[3].options == ()


@pytest.mark.parametrize("other", ["SK", "DK"])
def test_the_other_views_do_not_hang_on_a_hidden_choice(other: str) -> None:
    one, two = double(), double()
    one.pay_tribute("DK", 3)
    two.pay_tribute(other, 3)
    for seat in (0, 1, 2, None):
        assert one.view(seat) == two.view(seat)
        assert one.view(seat).to_dict() == two.view(seat).to_dict()
        assert one.events_for(seat) == two.events_for(seat)


def test_orders_of_choice_come_to_the_same() -> None:
    ends = []
    for payers, receivers in itertools.product(((1, 3), (3, 1)), ((0, 2), (2, 0))):
        match = double()
        for seat in payers:
            match.pay_tribute({1: "SA", 3: "SK"}[seat], seat)
        for seat in receivers:
            match.return_card(match.return_options(seat)[-1], seat)
        assert match.deal is not None
        moved = of_kind(match.events, TributePaid, Returned, LeadGiven)
        ends.append((match.deal.hands, match.turn, moved))
    assert all(end == ends[0] for end in ends)
    assert ends[0][1] == 1


def test_choosing_twice() -> None:
    match = double()
    match.pay_tribute("SK", 3)
    before = state(match)
    for text in ("SK", "DK", "S3"):
        with pytest.raises(AlreadyChosen, match="seat 3 has already chosen its tribute card"):
            match.pay_tribute(text, 3)
        assert not match.can_pay_tribute(text, 3)
    for seat in (0, 2):
        with pytest.raises(NotYourTurn, match="is not to act, but seat 1$") as caught:
            match.pay_tribute("SA", seat)
        assert not isinstance(caught.value, AlreadyChosen)
        assert (caught.value.seat, caught.value.facts["due"]) == (seat, (1,))
    assert state(match) == before
    match.pay_tribute("SA", 1)
    card = match.return_options(0)[0]
    match.return_card(card, 0)
    before = state(match)
    with pytest.raises(AlreadyChosen, match="seat 0 has already chosen its return card"):
        match.return_card(card, 0)
    for seat in (1, 3):  # they chose a tribute card, but owe no return
        with pytest.raises(NotYourTurn) as other:
            match.return_card(card, seat)
        assert not isinstance(other.value, AlreadyChosen)
    with pytest.raises(WrongPhase, match="this is phase return, not tribute"):
        match.pay_tribute("SA", 1)
    assert state(match) == before


@pytest.mark.parametrize("card", ["", "zz", "SA SA", "S1", None, 5])
def test_what_is_no_card(card: Any) -> None:
    match = double()
    before = state(match)
    with pytest.raises(NotationError):
        match.pay_tribute(card, 1)
    assert not match.can_pay_tribute(card, 1)
    assert state(match) == before
    match.pay_tribute("SA", 1)
    match.pay_tribute("SK", 3)
    before = state(match)
    with pytest.raises(NotationError):
        match.return_card(card, 0)
    assert not match.can_return_card(card, 0)
    assert state(match) == before


@pytest.mark.parametrize("seat", [4, -1, True, "1", 1.0])
def test_what_is_no_seat(seat: Any) -> None:
    deal = double().deal
    assert deal is not None
    for ask in (deal.tribute_options, deal.view, lambda s: deal.pay_tribute("SA", s)):
        with pytest.raises(NotationError):
            ask(seat)
    assert not deal.can_pay_tribute("SA", seat)


def test_tri_21_not_the_card_just_paid() -> None:
    match = second_deal((0, 1, 2, 3), hands({3: "SA", 0: "SK"}, "4"))
    match.pay_tribute("SA")
    assert Card.parse("SA") not in match.return_options(0)
    # A ten is low enough to go back, but not the ten that was just paid.
    deal = Deal.start(hands({3: "ST", 0: "SK SQ"}), "5", finish=(0, 1, 2, 3))
    best = deal.tribute_options(3)
    paid = next(card for card in best if deal.hands[0].count(card) == 0)
    deal.pay_tribute(paid)
    before = state(deal)
    with pytest.raises(NotReturnable, match=f"may not give back {paid}") as caught:
        deal.return_card(paid)
    assert (caught.value.facts["seat"], caught.value.facts["card"]) == (0, paid)
    assert caught.value.facts["options"] == deal.return_options(0)
    assert state(deal) == before


def test_tri_22_returns_go_to_who_paid() -> None:
    assert "seat 2 returns to seat 3" in report("TRI-22").correct["text"]
    match = double()
    match.pay_tribute("SA", 1)
    match.pay_tribute("SK", 3)
    zero, two = match.return_options(0)[0], match.return_options(2)[0]
    match.return_card(two, 2)
    match.return_card(zero, 0)
    assert of_kind(match.events, Returned) == [Returned(0, 1, zero), Returned(2, 3, two)]
    assert of_kind(match.events, TributePaid) == [
        TributePaid(1, 0, Card.parse("SA")),
        TributePaid(3, 2, Card.parse("SK")),
    ]


def test_tri_15_the_whole_double_exchange() -> None:
    *_, (_, match) = stages()
    deal = match.deal
    assert deal is not None
    assert deal.counts == (27, 27, 27, 27)
    assert sum(deal.hands, Hand()) == Hand([*FACES, *FACES])
    assert (match.phase, match.turn) == (Phase.PLAY, 1)
    assert Card.parse("CA") in deal.hands[0]
    assert Card.parse("DK") in deal.hands[2]


# --- the rules that change it -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "first_from", "leader"),
    [
        ({}, 1, 1),
        ({"equal_tribute_lead": "first"}, 1, 0),
        ({"equal_tribute_lead": "higher_seat"}, 1, 3),
        ({"double_tribute": "by_seat"}, 1, 1),
        ({"double_tribute": "by_seat", "equal_tribute": "random"}, 1, 1),
    ],
)
def test_equal_cards(rules: dict[str, Any], first_from: int, leader: int) -> None:
    match = double(Rules(**rules), "SA", "CA")
    match.pay_tribute("CA", 3)
    match.pay_tribute("SA", 1)
    assert of_kind(match.events, TributePaid)[0].payer == first_from
    assert not of_kind(match.events, TributeLot)
    for seat in (0, 2):
        match.return_card(match.return_options(seat)[0], seat)
    assert match.turn == leader
    assert state(restored(match)) == state(match)


def test_by_seat_the_higher_payer_leads() -> None:
    match = double(Rules(double_tribute="by_seat"), "SK", "SA")
    match.pay_tribute("SK", 1)
    match.pay_tribute("SA", 3)
    assert of_kind(match.events, TributePaid)[0] == TributePaid(1, 0, Card.parse("SK"))
    for seat in (0, 2):
        match.return_card(match.return_options(seat)[0], seat)
    assert match.turn == 3


def test_p30_equal_cards_by_lot() -> None:
    rules = Rules(equal_tribute="random")
    fell: dict[int, int] = {}
    for seed in range(20):
        matches = [
            second_deal((0, 2, 1, 3), hands({1: "SA", 3: "CA"}), rules, seed) for _ in range(2)
        ]
        for match, payers in zip(matches, ((1, 3), (3, 1)), strict=True):
            for seat in payers:
                assert not of_kind(match.events, TributeLot)
                assert not any(
                    "lot" in type(event).__name__.lower()
                    for viewer in VIEWERS
                    for event in match.view(viewer).history
                )
                match.pay_tribute({1: "SA", 3: "CA"}[seat], seat)
            [lot] = of_kind(match.events, TributeLot)
            assert of_kind(match.events, TributePaid)[0].payer == lot.seat
            saved = json.loads(match.record().to_json())
            assert saved["deals"][1]["draws"] == {"tribute_lot": lot.seat}
            assert of_kind(restored(match).events, TributeLot) == [lot]
            for seat in (0, 2):
                match.return_card(match.return_options(seat)[0], seat)
            assert match.turn == lot.seat
            fell.setdefault(seed, lot.seat)
            assert fell[seed] == lot.seat
    assert set(fell.values()) == {1, 3}


def test_p30_a_lot_that_was_not_needed_is_not_told() -> None:
    rules = Rules(equal_tribute="random", wild_tribute="optional")
    match = double(rules, "H5 SA", "CA")
    deal = match.deal
    assert deal is not None
    assert deal.draws.tribute_lot in (1, 3)
    match.pay_tribute("H5", 1)
    match.pay_tribute("CA", 3)
    assert not of_kind(match.events, TributeLot)
    assert of_kind(match.events, TributePaid)[0].payer == 1
    assert state(restored(match)) == state(match)
    unequal = double(rules, "SA", "SK").deal
    assert unequal is not None
    assert unequal.draws == Draws()


@pytest.mark.parametrize("lot", [0, 2, 4, "1", True, 1.0])
def test_a_lot_that_cannot_be(lot: Any) -> None:
    match = double(Rules(equal_tribute="random"), "SA", "CA")
    data = json.loads(match.record().to_json())
    data["deals"][1]["draws"] = {"tribute_lot": lot}
    with pytest.raises(RecordError) as caught:
        Match.from_record(Record.from_json(json.dumps(data)))
    assert caught.value.where.startswith("$.deals[1]")


@pytest.mark.parametrize(
    ("held", "order"),
    [
        ({3: "HR HR"}, (0, 1, 2, 3)),
        ({2: "HR HR"}, (0, 1, 3, 2)),
        ({1: "HR", 3: "HR"}, (0, 2, 1, 3)),
        ({3: "HR HR", 1: "SA"}, (0, 2, 1, 3)),
    ],
)
def test_resisted(held: dict[int, str], order: tuple[int, ...]) -> None:
    match = second_deal(order, hands(held))
    assert (match.phase, match.turn) == (Phase.PLAY, 0)
    payers = (1, 3) if order[1] == 2 else order[3:]
    assert of_kind(match.events, Resisted) == [Resisted(payers)]
    assert match.events[-1] == LeadGiven(0, LeadReason.RESISTED)
    for seat in VIEWERS:
        assert match.view(seat).history[-2:] == match.events[-2:]
    before = state(match)
    with pytest.raises(WrongPhase, match="this is phase play, not tribute"):
        match.pay_tribute("HR", payers[0])
    assert state(match) == before == state(restored(match))


@pytest.mark.parametrize("held", [{3: "HR", 2: "HR"}, {3: "HR"}, {3: "HR SB SB"}, {0: "HR HR"}])
def test_not_resisted(held: dict[int, str]) -> None:
    match = second_deal((0, 1, 2, 3), hands(held, "4"))
    assert match.phase is Phase.TRIBUTE
    assert not of_kind(match.events, Resisted)
    if "HR" in held.get(3, ""):
        assert match.tribute_options(3) == (Card.parse("HR"),)


def test_no_tribute_at_all() -> None:
    match = second_deal((2, 1, 0, 3), rules=Rules(tribute=False))
    assert (match.phase, match.turn) == (Phase.PLAY, 2)
    assert match.events[-1] == LeadGiven(2, LeadReason.FIRST)
    assert state(restored(match)) == state(match)


def test_return_max_none_gives_back_anything_else() -> None:
    match = second_deal((0, 1, 2, 3), hands({3: "SA", 0: "HR H5"}), Rules(return_max=None))
    match.pay_tribute(match.tribute_options(3)[0])
    assert match.can_return_card("HR")
    match.return_card("HR")
    deal = match.deal
    assert deal is not None
    assert Card.parse("HR") in deal.hands[3]
    assert state(restored(match)) == state(match)


# --- saved, seen, decided ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(), Rules(equal_tribute="random")], ids=["default", "lot"])
def test_ser_04_saved_at_each_stage(rules: Rules) -> None:
    assert "Phase, pending payer" in report("SER-04").correct["text"]
    for name, match in stages(rules):
        other = restored(match)
        assert state(other) == state(match), name
        assert other.record() == match.record()
        # Nothing is done twice, nothing is skipped.
        chosen = of_kind(match.events, TributeChosen, ReturnChosen)
        if chosen and match.phase in (Phase.TRIBUTE, Phase.RETURN):
            act = other.pay_tribute if match.phase is Phase.TRIBUTE else other.return_card
            if chosen[-1].seat not in match.due and name.startswith("one"):
                with pytest.raises(AlreadyChosen):
                    act(chosen[-1].card, chosen[-1].seat)
        same = match.copy()
        while same.phase is Phase.TRIBUTE:
            seat = same.due[0]
            card = same.tribute_options(seat)[0]
            assert other.pay_tribute(card, seat) == same.pay_tribute(card, seat)
        while same.phase is Phase.RETURN:
            seat = same.due[-1]
            card = same.return_options(seat)[0]
            assert other.return_card(card, seat) == same.return_card(card, seat)
        assert state(other) == state(same)


def test_ser_04_a_lot_is_kept_between_two_payments() -> None:
    for seed in range(8):
        match = second_deal(
            (0, 2, 1, 3), hands({1: "SA", 3: "CA"}), Rules(equal_tribute="random"), seed
        )
        match.pay_tribute("SA", 1)
        other = restored(match)
        assert other.pay_tribute("CA", 3) == match.pay_tribute("CA", 3)


def words(value: object) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (str(key), *words(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
    elif isinstance(value, str):
        yield value


def test_hid_01_the_public_view_of_tribute() -> None:
    assert "no hand of another seat" in report("HID-01").correct["text"]
    for name, match in stages():
        deal = match.deal
        assert deal is not None
        view = match.view(None).to_dict()
        assert view["hand"] == ""
        shown = {key: value for key, value in view.items() if key != "unseen"}  # the whole deck
        cards = {word for word in words(shown["history"]) if word in set(map(str, FACES))}
        moved = of_kind(match.events, TributePaid, Returned)
        assert cards == {str(event.card) for event in moved}, name
        assert not any(" " in word for word in words(shown["history"]))
        told = [event for event in shown["history"] if event["event"] == "TributePaid"]
        assert all(set(event) == {"event", "payer", "receiver", "card"} for event in told)
        for seat in SEATS:
            own = json.dumps(match.view(seat).to_dict())
            for other in set(SEATS) - {seat}:
                assert str(deal.hands[other]) not in own


class Stubborn(BaseStrategy):
    """Answers the exchange with whatever it was given, right or wrong."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[Phase, int | None]] = []

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Fail: it is never asked here."""
        raise AssertionError(view)

    def choose_tribute(self, view: PlayerView, options: Any) -> Card:
        """Note what was asked, and answer."""
        return self._answer(view, options)

    def choose_return(self, view: PlayerView, options: Any) -> Card:
        """Note what was asked, and answer."""
        return self._answer(view, options)

    def _answer(self, view: PlayerView, options: Any) -> Card:
        assert view.options == tuple(options)
        assert view.seat in view.due
        self.asked.append((view.phase, view.seat))
        if self.answer == "raise":
            raise ZeroDivisionError("of my own")
        answer: Card = options[0] if self.answer == "right" else self.answer
        return answer


def test_strategies_are_asked_once_the_lower_seat_first() -> None:
    match = double()
    players = [Stubborn("right") for _ in SEATS]
    while match.phase is not Phase.PLAY:
        match.step(players)
    assert [player.asked for player in players] == [
        [(Phase.RETURN, 0)],
        [(Phase.TRIBUTE, 1)],
        [(Phase.RETURN, 2)],
        [(Phase.TRIBUTE, 3)],
    ]
    assert [event.seat for event in of_kind(match.events, TributeChosen)] == [1, 3]


@pytest.mark.parametrize(
    "answer", [Card.parse("HR"), Card.parse("S3"), None, 5, "", "SA SA", "zz", [], "raise"]
)
@pytest.mark.parametrize("phase", [Phase.TRIBUTE, Phase.RETURN])
def test_a_wrong_answer_changes_nothing(phase: Phase, answer: Any) -> None:
    match = double(first="SA", second="SK")
    if phase is Phase.RETURN:
        match.pay_tribute("SA", 1)
        match.pay_tribute("SK", 3)
        if answer == Card.parse("S3"):
            answer = Card.parse("SA")
    before = state(match)
    player = Stubborn(answer)
    with pytest.raises(StrategyError) as caught:
        match.step([player] * 4)
    seat = match.due[0]
    assert player.asked == [(phase, seat)]
    assert (caught.value.seat, caught.value.phase) == (seat, phase)
    assert caught.value.answer == (None if answer == "raise" else answer)
    assert state(match) == before


def test_nothing_is_due_when_the_match_is_over() -> None:
    match = Match(Rules(match_format="deal"), seed=7)
    match.deal_next(leader=0)
    end_deal(match, (0, 2, 1, 3))
    assert match.winner == 0
    for seat in SEATS:
        assert match.tribute_options(seat) == match.return_options(seat) == ()
    with pytest.raises(MatchIsOver) as caught:
        match.pay_tribute("SA", 1)
    assert isinstance(caught.value, GuandanError)
    assert not match.can_pay_tribute("SA", 1)
    assert not match.can_return_card("SA", 1)


def test_both_seats_that_owe_a_card_are_named_to_one_that_owes_none() -> None:
    match = double()
    one, other = match.due
    others = [seat for seat in range(4) if seat not in match.due]
    for seat in others:
        with pytest.raises(NotYourTurn, match=f"is not to act, but seat {one} and {other}$"):
            match.pay_tribute("SK", seat)
