"""A view is the same in every world its seat cannot tell from the real one, and samples are such.

This is the strongest form of "a view leaks nothing": whatever it holds, private slots, JSON and
pickle included, cannot depend on what the seat does not know. It is also what sampled hands have
to stand: dealt instead of the real ones, everything the seat saw happen is legal, step by step.
"""

from __future__ import annotations

import json
import pickle
import random

import pytest

from guandan import DECK, PRESETS, Card, Deal, Dealt, Hand, Match, Phase, Rules
from guandan.jsonable import to_jsonable
from worlds import SEATS, act, deal_of, random_rules, world

SEED = 0xF00DFACE0DDBA11CAB1E5EED5CA1AB1E


def check_worlds(rules: Rules, seed: int, *, deals: int, rate: float) -> int:
    """Sample worlds along a match; return in how many phases of it."""
    rng = random.Random(seed)
    match = Match(rules, seed=SEED + seed)
    finish: tuple[int, ...] | None = None
    phases = set()
    while match.winner is None:
        if match.phase is Phase.BETWEEN:
            if match.deals_begun == deals:
                break
            finish = deal_of(match).finish if match.deals_begun else None
        act(match, rng, pass_rate=0.5)
        if match.phase in (Phase.BETWEEN, Phase.OVER):
            continue
        if match.phase is Phase.PLAY and rng.random() > rate:
            continue
        phases.add(match.phase)
        deal = deal_of(match)
        for seat in SEATS:
            view = match.view(seat)
            hands = view.sample_hands(rng)
            other = world(hands, view, finish, deal.draws)
            assert other.hands == hands
            seen = other.view(seat, match.standing)
            assert seen == view
            assert hash(seen) == hash(view)
            assert json.dumps(seen.to_dict()) == json.dumps(view.to_dict())
    return len(phases)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    assert check_worlds(Rules.preset(preset), 1, deals=4, rate=0.02) == 3


@pytest.mark.parametrize("seed", range(8))
def test_random_rules(seed: int) -> None:
    check_worlds(random_rules(random.Random(seed)), seed, deals=3, rate=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_more_random_rules(seed: int) -> None:
    check_worlds(random_rules(random.Random(seed)), seed, deals=6, rate=0.2)


@pytest.mark.parametrize(
    "return_by",
    [
        "level_order",
        "face",
    ],
)
def test_returns_above_the_limit(return_by: str) -> None:
    rules = Rules.from_dict({"return_max": "2", "return_by": return_by, "resist": False})
    deck = [card for card in DECK if str(card) not in ("H6", "S6")]
    twos_and_threes = [card for card in deck if str(card.rank) in "23"]
    rest = [card for card in deck if str(card.rank) not in "23"]
    # The receiver holds no card of three or lower, so it gives back a four.
    receiver, rest = [*rest[:26], Card.parse("H6")], rest[26:]
    payer, rest = rest[-27:], rest[:-27]
    others = [*rest, *twos_and_threes, *map(Card.parse, ("H6", "S6", "S6"))]
    deal = Deal.start(
        [receiver, others[::2], others[1::2], payer], "6", finish=[0, 1, 2, 3], rules=rules
    )
    deal.pay_tribute(deal.tribute_options(3)[0])
    back = deal.return_options(0)[0]
    assert str(back.rank) == "4"
    deal.return_card(back)
    rng = random.Random(1)
    view = deal.view(1)
    for _ in range(30):
        hands = view.sample_hands(rng)
        assert world(hands, view, [0, 1, 2, 3], deal.draws).view(1) == view


def test_the_seed_changes_nothing_in_a_view() -> None:
    rng = random.Random(4)
    deck = list(DECK)
    rng.shuffle(deck)
    hands = [Hand(deck[seat::4]) for seat in range(4)]
    matches = [Match(seed=SEED), Match(seed=SEED + 1)]
    for match in matches:
        match.deal_next(hands, leader=2)
    while matches[0].phase is Phase.PLAY:
        first, second = ([match.view(seat) for seat in SEATS] for match in matches)
        assert first == second
        assert [pickle.dumps(view) for view in first] == [pickle.dumps(view) for view in second]
        due = matches[0].due[0]
        assert first[due].to_dict() == second[due].to_dict()
        if len(matches[0].events) % 8 == 0:
            told = [to_jsonable(matches[0].events_for(seat)) for seat in SEATS]
            assert told == [to_jsonable(matches[1].events_for(seat)) for seat in SEATS]
        one = random.Random(len(matches[0].events))
        other = random.Random(len(matches[0].events))
        assert act(matches[0], one) == act(matches[1], other)
    assert matches[0].record() != matches[1].record()


def test_a_players_last_cards_are_never_shown() -> None:
    rng = random.Random(9)
    match = Match(seed=SEED)
    while not (match.phase is Phase.BETWEEN and match.deals_begun):
        act(match, rng)
    deal = deal_of(match)
    left = [seat for seat in range(4) if deal.hands[seat]]
    assert left
    for seat in SEATS:
        for event in match.events_for(seat):
            if isinstance(event, Dealt):
                shown = [hand for number, hand in enumerate(event.hands) if number != seat]
                assert not any(shown)
        view = match.view(seat)
        others = [s for s in left if s != seat]
        assert sum(len(deal.hands[s]) for s in others) == len(view.unseen)
        # Of two remaining hands together nobody learns which card was whose.
        assert str(view.hand) == ("" if seat is None else str(deal.hands[seat]))
