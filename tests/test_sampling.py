"""Sampled hidden hands agree with all that the seat knows, and never with less than is true."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from guandan import (
    Card,
    Deal,
    Hand,
    Match,
    Phase,
    PlayerView,
    PositionError,
    RandomBot,
    Resisted,
    Rules,
    bot,
)
from guandan.sampling import Knowledge

VARIANTS = [
    Rules(),
    Rules(wild_tribute="optional"),
    Rules(return_max=None),
    Rules(return_max="3"),
    Rules(return_max="4", return_by="face"),
    Rules(resist=False, equal_tribute="random"),
    Rules(first_lead="turned_card", double_tribute="by_seat"),
]


def known_from(view: PlayerView) -> Knowledge:
    """What the view's history says."""
    knowledge = Knowledge(view.level, view.rules)
    for event in view.history:
        knowledge.learn(event)
    return knowledge


def check_hands(view: PlayerView, hands: tuple[Hand, ...]) -> None:
    """Check that four hands agree with a view and what it says."""
    assert tuple(map(len, hands)) == view.counts
    total = Hand()
    for hand in hands:
        total += hand
    assert total == view.unseen + view.hand
    if view.seat is not None:
        assert hands[view.seat] == view.hand
    knowledge = known_from(view)
    for seat, hand in enumerate(hands):
        if seat == view.seat:
            continue
        held = Counter(hand)
        for card, number in knowledge.known[seat].items():
            assert held[card] >= number
        for card in knowledge.barred[seat]:
            assert held[card] <= knowledge.known[seat][card]


@pytest.mark.parametrize(
    "rules", VARIANTS, ids=lambda rules: "-".join(rules.to_dict()) or "default"
)
def test_truth_and_samples_agree_with_what_is_known(rules: Rules) -> None:
    rng = random.Random(5)
    for seed in range(4):
        match = Match(rules, seed=seed)
        players = [bot("easy"), RandomBot(1), RandomBot(2), RandomBot(3)]
        while match.winner is None and match.deals_begun < 6:
            match.step(players)
            deal = match.deal
            assert deal is not None
            if match.phase is Phase.BETWEEN or (match.phase is Phase.PLAY and rng.random() > 0.1):
                continue
            for seat in (0, 1, 2, 3, None):
                view = match.view(seat)
                if deal.is_over:
                    continue
                check_hands(view, deal.hands)
                check_hands(view, view.sample_hands(rng))


def test_payers_do_not_hold_both_big_jokers() -> None:
    rng = random.Random(3)
    seen = 0
    for seed in range(40):
        match = Match(seed=seed)
        players = [bot("easy"), RandomBot(1), bot("easy"), RandomBot(3)]
        while match.winner is None and match.phase is not Phase.TRIBUTE:
            match.step(players)
        if match.winner is None and len(match.due) == 2:
            payers = match.due
            for _ in range(20):
                hands = match.view(0).sample_hands(rng)
                assert sum(hands[seat].count("HR") for seat in payers) < 2
            match.step(players)
            hands = match.view(0).sample_hands(rng)
            assert sum(hands[seat].count("HR") for seat in payers) < 2
            seen += 1
    assert seen


def test_resisters_hold_the_big_jokers() -> None:
    rng = random.Random(3)
    seen = 0
    for seed in range(12):
        match = Match(seed=seed)
        players = [bot("easy"), RandomBot(1), bot("easy"), RandomBot(3)]
        while match.winner is None and match.deals_begun < 5:
            match.step(players)
            deal = match.deal
            assert deal is not None
            resisted = [event for event in deal.events if isinstance(event, Resisted)]
            if resisted and deal.counts == (27, 27, 27, 27):
                outside = next(seat for seat in range(4) if seat not in resisted[0].payers)
                hands = match.view(outside).sample_hands(rng)
                assert sum(hands[seat].count("HR") for seat in resisted[0].payers) == 2
                seen += 1
    assert seen


def test_samples_vary_and_follow_the_generator() -> None:
    match = Match(seed=7)
    match.deal_next()
    view = match.view(0)
    first = view.sample_hands(random.Random(1))
    assert first == view.sample_hands(random.Random(1))
    assert first != view.sample_hands(random.Random(2))


def test_a_position_without_history() -> None:
    deal = Deal.at(["S3", "S4 S5", "S9", "S8"], "2", to_act=1, table="S7", owner=0)
    hands = deal.view(1).sample_hands(random.Random(1))
    assert tuple(map(len, hands)) == (1, 2, 1, 1)
    assert hands[1] == Hand("S4 S5")


def test_what_no_deal_can_be() -> None:
    match = Match(Rules(resist=False), seed=3)
    players = [RandomBot(seed) for seed in range(4)]
    while match.phase is not Phase.PLAY or match.deals_begun < 2:
        match.step(players)
    view = match.view(0)
    wrong = attrs.evolve(view, unseen=Hand(), hand=Hand(), counts=(0, 0, 0, 0))
    with pytest.raises(PositionError, match="no hidden hands agree"):
        wrong.sample_hands(random.Random(1))
    jokers = Hand([Card.parse("HR"), Card.parse("HR")])
    tribute = attrs.evolve(
        match.view(1),
        phase=Phase.TRIBUTE,
        rules=Rules(),
        history=(),
        due=(0, 2),
        counts=(1, 0, 1, 0),
        hand=Hand(),
        unseen=jokers,
    )
    with pytest.raises(PositionError, match="no hidden hands agree"):
        tribute.sample_hands(random.Random(1))
