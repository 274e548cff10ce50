"""A match: tribute between deals, levels, the winner; what it hands out it does not share."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from guandan import (
    AlreadyChosen,
    Card,
    CardTurned,
    Deal,
    Dealt,
    DrawNeeded,
    Hand,
    InputTypeError,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    Match,
    MatchIsOver,
    MatchOver,
    NotationError,
    NotPayable,
    NotReturnable,
    NotYourTurn,
    Phase,
    RandomBot,
    Rank,
    Resisted,
    ReturnChosen,
    Returned,
    Rules,
    TributeChosen,
    TributeLot,
    TributePaid,
    WrongPhase,
    bot,
    play_match,
)
from guandan.shuffle import shuffled
from vectors import report

DECK_TEXT = [f"{suit}{rank}" for rank in "23456789TJQKA" for suit in "SHCD"] + ["SB", "HR"]


def hands_with(wanted: dict[int, str], *, seed: int = 1) -> list[Hand]:
    """Four hands of 27 that hold the wanted cards, the rest dealt at random.

    What a seat holds beside its wanted cards is ten or lower, first of all eight or lower.
    """
    deck = Hand([card for card in DECK_TEXT for _ in range(2)])
    hands = {seat: Hand(cards) for seat, cards in wanted.items()}
    for hand in hands.values():
        deck -= hand
    order = shuffled(deck, random.Random(seed))
    for seat in hands:
        low = [card for ranks in ("234678", "9T") for card in order if str(card.rank) in ranks]
        low = low[: 27 - len(hands[seat])]
        for card in low:
            order.remove(card)
        hands[seat] += low
    for seat in range(4):
        if seat not in hands:
            hands[seat], order = Hand(order[:27]), order[27:]
    return [hands[seat] for seat in range(4)]


def single(card: str = "SA", rules: Rules | None = None) -> Deal:
    """A deal on level 5 in which seat 3 pays seat 0 this card."""
    return Deal.start(hands_with({3: card}), "5", finish=[0, 1, 2, 3], rules=rules)


def double(first: str, second: str, rules: Rules | None = None, seed: int | None = None) -> Deal:
    """A deal on level 5 in which seats 1 and 3 pay these cards."""
    return Deal.start(
        hands_with({1: first, 3: second}),
        "5",
        finish=[0, 2],
        rules=rules,
        rng=None if seed is None else random.Random(seed),
    )


# --- tribute ----------------------------------------------------------------------------------


def test_tri_14_single_tribute_comes_from_the_new_hand() -> None:
    deal = single("SA")
    assert (deal.phase, deal.due, deal.turn) == (Phase.TRIBUTE, (3,), 3)
    assert deal.tribute_options(3) == (Card.parse("SA"),)
    assert deal.tribute_options(0) == ()
    paid = deal.pay_tribute("SA")
    assert paid == (TributeChosen(3, Card.parse("SA")), TributePaid(3, 0, Card.parse("SA")))
    assert deal.counts == (28, 27, 27, 26)
    assert (deal.phase, deal.due) == (Phase.RETURN, (0,))
    back = deal.return_options(0)[0]
    events = deal.return_card(back)
    assert events == (
        ReturnChosen(0, back),
        Returned(0, 3, back),
        LeadGiven(3, LeadReason.TRIBUTE),
    )
    assert deal.counts == (27, 27, 27, 27)
    assert (deal.phase, deal.turn) == (Phase.PLAY, 3)


@pytest.mark.parametrize("payers", [(1, 3), (3, 1)])
@pytest.mark.parametrize("receivers", [(0, 2), (2, 0)])
def test_tri_15_22_double_exchange_in_any_order(
    payers: tuple[int, int], receivers: tuple[int, int]
) -> None:
    deal = double("SA", "SK")
    cards = {1: "SA", 3: "SK"}
    assert deal.due == (1, 3)
    assert deal.turn is None
    with pytest.raises(NotYourTurn, match="name the seat"):
        deal.pay_tribute("SA")
    first, second = payers
    deal.pay_tribute(cards[first], first)
    assert deal.counts == (27, 27, 27, 27)
    with pytest.raises(AlreadyChosen, match=f"seat {first} has already chosen"):
        deal.pay_tribute(cards[first], first)
    with pytest.raises(NotYourTurn, match="seat 0 is not to act"):
        deal.pay_tribute("SA", 0)
    for seat in (0, 2, second, None):
        seen = deal.view(seat).history[-1]
        assert seen == TributeChosen(first, None)
    assert deal.view(first).history[-1] == TributeChosen(first, Card.parse(cards[first]))
    deal.pay_tribute(cards[second], second)
    assert Card.parse("SA") in deal.hands[0]
    assert Card.parse("SK") in deal.hands[2]
    given = {}
    for number, seat in enumerate(receivers):
        given[seat] = deal.return_options(seat)[0]
        deal.return_card(given[seat], seat)
        if number == 0:
            assert deal.view(receivers[1]).history[-1] == ReturnChosen(seat, None)
            with pytest.raises(AlreadyChosen):
                deal.return_card(given[seat], seat)
    assert deal.counts == (27, 27, 27, 27)
    total = Hand()
    for hand in deal.hands:
        total += hand
    assert len(total) == 108
    assert [event for event in deal.events if isinstance(event, Returned)] == [
        Returned(0, 1, given[0]),
        Returned(2, 3, given[2]),
    ]
    assert deal.turn == 1


@pytest.mark.parametrize(
    ("holders", "finish"),
    [({3: "HR HR"}, [0, 1, 2, 3]), ({1: "HR", 3: "HR"}, [0, 2]), ({1: "HR HR", 3: "SA"}, [0, 2])],
)
def test_resisted(holders: dict[int, str], finish: list[int]) -> None:
    deal = Deal.start(hands_with(holders), "5", finish=finish)
    assert deal.phase is Phase.PLAY
    assert deal.turn == 0
    payers = (3,) if len(finish) == 4 else (1, 3)
    assert deal.events[1:] == (Resisted(payers), LeadGiven(0, LeadReason.RESISTED))
    paying = Deal.start(hands_with(holders), "5", finish=finish, rules=Rules(resist=False))
    assert paying.phase is Phase.TRIBUTE
    without = Deal.start(hands_with(holders), "5", finish=finish, rules=Rules(tribute=False))
    assert without.events[1:] == (LeadGiven(0, LeadReason.FIRST),)


def test_what_may_not_be_paid_or_returned() -> None:
    deal = single("SA H5")
    with pytest.raises(NotPayable, match="one of SA") as unpayable:
        deal.pay_tribute("H5")
    assert unpayable.value.facts["options"] == (Card.parse("SA"),)
    with pytest.raises(WrongPhase, match="this is phase tribute, not play"):
        deal.play("SA", 3)
    with pytest.raises(WrongPhase):
        deal.return_card("SA", 0)
    assert deal.can_pay_tribute(Card.parse("SA"), 3)
    assert not deal.can_pay_tribute("zz", 3)
    deal.pay_tribute("SA")
    with pytest.raises(NotReturnable, match="may not give back SA") as unreturnable:
        deal.return_card("SA")
    assert Card.parse("SA") not in unreturnable.value.facts["options"]
    assert not deal.can_return_card("SA")
    assert deal.can_return_card(deal.return_options(0)[0])


def test_tri_21_the_card_just_paid_goes_back_only_from_a_second_copy() -> None:
    assert report("TRI-21").correct
    deal = single("S9")
    deal.pay_tribute("S9")
    twice = deal.hands[0].count("S9") == 2
    assert deal.can_return_card("S9") == twice
    hands = hands_with({3: "S9", 0: "S9"})
    deal = Deal.start(hands, "5", finish=[0, 1, 2, 3])
    deal.pay_tribute("S9")
    assert deal.can_return_card("S9")
    deal.return_card("S9")
    assert deal.hands[0].count("S9") == deal.hands[3].count("S9") == 1


def test_p30_equal_tribute_by_lot() -> None:
    rules = Rules(equal_tribute="random")
    seen = set()
    for seed in range(30):
        deal = double("SA", "CA", rules, seed)
        deal.pay_tribute("SA", 1)
        events = deal.pay_tribute("CA", 3)
        [lot] = [event for event in events if isinstance(event, TributeLot)]
        assert events[-2] == TributePaid(lot.seat, 0, Card.parse("SA" if lot.seat == 1 else "CA"))
        assert deal.draws.tribute_lot == lot.seat
        again = double("SA", "CA", rules, seed)
        again.pay_tribute("CA", 3)
        again.pay_tribute("SA", 1)
        assert again.hands == deal.hands
        seen.add(lot.seat)
    assert seen == {1, 3}
    with pytest.raises(DrawNeeded) as caught:
        double("SA", "CA", rules)
    assert caught.value.draw == "tribute_lot"
    unequal = double("SA", "CK", rules)
    assert unequal.draws.tribute_lot is None


def test_wild_tribute_settles_only_when_both_have_chosen() -> None:
    rules = Rules(wild_tribute="optional")
    for card, first in [("H5", 1), ("SK", 3)]:
        deal = double("SK H5", "SA", rules)
        deal.pay_tribute(card, 1)
        deal.pay_tribute("SA", 3)
        [to_first, _] = [event for event in deal.events if isinstance(event, TributePaid)]
        assert (to_first.payer, to_first.receiver) == (first, 0)


# --- the match --------------------------------------------------------------------------------


def test_the_phases_of_a_match() -> None:
    match = Match(seed=7)
    assert (match.phase, match.due, match.turn, match.table) == (Phase.BETWEEN, (), None, None)
    assert match.deal is None
    assert match.tribute_options(0) == match.return_options(0) == ()
    for seat in (9, "x", True, None):
        for options in (match.tribute_options, match.return_options):
            with pytest.raises(NotationError):
                options(seat)  # type: ignore[arg-type]
    assert not match.legal_plays
    assert match.view(2).phase is Phase.BETWEEN
    actions: list[Callable[[], object]] = [
        lambda: match.play("S3"),
        match.pass_,
        lambda: match.pay_tribute("S3"),
        lambda: match.return_card("S3"),
        lambda: match.verify_play("S3"),
        match.verify_pass,
        lambda: match.verify_pay_tribute("S3"),
        lambda: match.verify_return_card("S3"),
    ]
    for action in actions:
        with pytest.raises(WrongPhase, match=r"deal_next\(\) deals the next one"):
            action()
    for can in (match.can_play, match.can_pay_tribute, match.can_return_card):
        assert not can("S3")
    assert not match.can_pass()
    match.deal_next()
    with pytest.raises(WrongPhase, match="a deal is on"):
        match.deal_next()
    while match.winner is None:
        match.step([RandomBot(seed) for seed in range(4)])
    for action in (*actions, match.deal_next):
        with pytest.raises(MatchIsOver):
            action()
    with pytest.raises(MatchIsOver):
        match.step([RandomBot(seed) for seed in range(4)])
    assert isinstance(match.events[-1], MatchOver)
    assert match.phase is match.view(0).phase is match.view(None).phase is Phase.OVER


def test_all_verbs_reach_the_deal() -> None:
    match = Match(seed=3)
    players = [bot("easy", seed=seat) for seat in range(4)]
    while match.phase is not Phase.TRIBUTE:
        match.step(players)
    seat = match.due[0]
    card = match.tribute_options(seat)[0]
    assert match.verify_pay_tribute(card, seat) is card
    assert match.can_pay_tribute(card, seat)
    while match.phase is Phase.TRIBUTE:
        match.pay_tribute(match.tribute_options(match.due[0])[0], match.due[0])
    seat = match.due[0]
    card = match.return_options(seat)[0]
    assert match.verify_return_card(card, seat) is card
    assert match.can_return_card(card, seat)
    while match.phase is Phase.RETURN:
        match.return_card(match.return_options(match.due[0])[0], match.due[0])
    assert match.turn is not None
    play = match.legal_plays.shapes()[0]
    assert match.verify_play(play) == play
    assert match.can_play(play)
    match.play(play)
    assert match.table == play
    assert match.verify_pass() == match.turn
    assert match.can_pass()
    match.pass_()


def test_lvl_14_a_deal_counts_once() -> None:
    match = Match(seed=7)
    players = [RandomBot(seed) for seed in range(4)]
    while match.phase is not Phase.BETWEEN or match.deals_begun == 0:
        match.step(players)
    [change] = [event for event in match.events if isinstance(event, LevelsChanged)]
    assert match.standing == change.after
    with pytest.raises(WrongPhase):
        match.play("S3")
    assert match.standing == change.after


def test_lvl_15_every_seat_may_lead() -> None:
    leaders = []
    for seed in range(60):
        match = Match(seed=seed)
        match.deal_next()
        again = Match(seed=seed)
        again.deal_next()
        assert match.turn == again.turn
        leaders.append(match.turn)
    assert set(leaders) == {0, 1, 2, 3}


def test_p36_turned_card() -> None:
    leaders = set()
    for seed in range(60):
        match = Match("tabletop", seed=seed)
        turned = [event for event in match.deal_next() if isinstance(event, CardTurned)]
        assert [event.seat for event in turned] == [match.turn]
        leaders.add(match.turn)
    assert leaders == {0, 1, 2, 3}


def test_p37_p38_start() -> None:
    match = Match(Rules(first_lead=2, start_level="T"), seed=1)
    assert match.standing.levels == (Rank.TEN, Rank.TEN)
    match.deal_next()
    assert (match.turn, match.level) == (2, Rank.TEN)


def test_tri_23_tribute_after_a_failed_ace() -> None:
    rules = Rules(start_level="A", ace_pass_needs="double_win")
    for seed in range(50):
        match = Match(rules, seed=seed)
        players = [bot("easy"), RandomBot(1), bot("easy"), RandomBot(2)]
        while match.winner is None and not any(match.standing.ace_failures):
            match.step(players)
        if match.winner is None:
            break
    else:
        pytest.fail("no match failed on the ace")
    assert match.standing.level is Rank.ACE
    match.deal_next()
    assert match.phase in (Phase.TRIBUTE, Phase.PLAY)
    assert match.phase is Phase.TRIBUTE or any(isinstance(e, Resisted) for e in match.events)


def test_given_hands_and_leader() -> None:
    match = Match(seed=7)
    hands = hands_with({})
    [dealt, lead] = match.deal_next(hands, leader=2)
    assert isinstance(dealt, Dealt)
    assert dealt.hands == tuple(hands)
    assert lead == LeadGiven(2, LeadReason.SEAT)


def test_api_11_nothing_is_shared() -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    deal = match.deal
    assert deal is not None
    deal.play(deal.legal_plays.shapes()[0])
    assert match.table is None
    view = match.view(0)
    match.play(match.legal_plays.shapes()[0])
    assert view.table is None
    other = match.copy()
    other.pass_()
    assert match.turn == 1
    assert match.record() != other.record()
    assert copy.copy(view) == view


def test_seeds() -> None:
    assert Match().record().seed != Match().record().seed
    bad: list[Any] = ["7", 7.0, True]
    for seed in bad:
        with pytest.raises(InputTypeError):
            Match(seed=seed)
    first = play_match([RandomBot(seed) for seed in range(4)], seed=11)
    random.seed(99)
    second = play_match([RandomBot(seed) for seed in range(4)], seed=11)
    assert first.events == second.events


def test_events_for() -> None:
    match = Match(seed=7)
    match.deal_next(leader=1)
    match.play(match.legal_plays.shapes()[0])
    for seat in (0, 1, 2, 3, None):
        seen = match.events_for(seat)
        assert len(seen) == len(match.events)
        assert match.events_for(seat, since=2) == seen[2:]
        assert match.events_for(seat, since=99) == ()
    bad: list[Any] = [-1, "1", True, None]
    for since in bad:
        with pytest.raises(InputTypeError):
            match.events_for(0, since=since)
