"""What random hands hardly ever come to: eight of a rank, all jokers, plans of only flushes."""

from __future__ import annotations

import pytest

from guandan import Combo, Deal, Hand
from guandan import _kernel as kernel
from guandan._kernel import choices
from guandan._kernel.holding import Holding
from guandan._kernel.lessons import lessons
from guandan._kernel.weighing import WEIGHTS
from guandan._kernel.worth import FLUSH_AT, STRAIGHT_AT
from guandan.bots.network import trained_network
from guandan.bots.weights import flatten, light_weights
from guandan.evaluation import evaluate_plays
from guandan.search import SearchSettings, compare_plays
from guandan.sim import Simulation, rate_plays

LIGHT = flatten(light_weights())
JOKERS = "SB SB HR HR"
ALL_THREES = "S3 S3 H3 H3 C3 C3 D3 D3"
HANDS = [
    f"{ALL_THREES} H2 H2 {JOKERS}",
    f"{ALL_THREES} S4 H2 H2",
    f"S5 S6 S7 S8 S9 ST H2 {JOKERS}",
    f"S5 H5 C5 D5 {JOKERS}",
    JOKERS,
]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("options", range(0, 32, 3))
def test_large_bombs_are_counted_and_picked_without_a_list(hand: str, options: int) -> None:
    cards = Hand(hand)
    hold = Holding(cards.low, cards.high, 0)
    led = kernel.shapes(cards.low, cards.high, 0, options, kernel.LEAD)
    for over in (kernel.LEAD, *led):
        found = kernel.shapes(cards.low, cards.high, 0, options, over)
        assert choices.count_shapes(hold, options, over) == len(found)
        picked = [choices.nth_shape(hold, options, over, place) for place in range(len(found))]
        assert sorted(picked) == sorted(found)
        assert choices.nth_shape(hold, options, over, len(found)) < 0
        assert kernel.count_plays(cards.low, cards.high, 0, options, over) == len(
            kernel.plays(cards.low, cards.high, 0, options, over)
        )


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("table", [None, "S4 H4 C4 D4"])
def test_the_policies_play_them(hand: str, table: str | None) -> None:
    others = ["S7 S8 S9", "H7 H8 H9", "C7 C8 C9"]
    owner = None if table is None else 3
    deal = Deal.at([f"{hand} C6", *others], "2", to_act=0, table=table, owner=owner)
    view = deal.view(0)
    rated = [play for play, _ in rate_plays(view, LIGHT)]
    evaluated = [one.play for one in evaluate_plays(view, weights=LIGHT, network=trained_network())]
    assert set(map(str, evaluated)) == set(map(str, rated))
    assert all(deal.can_play(play) if play else deal.can_pass() for play in rated)
    if JOKERS in hand:
        assert any(play and play.kind == "joker_bomb" for play in rated)


def test_a_joker_bomb_leaves_the_hand() -> None:
    simulation = Simulation([f"{JOKERS} C6", "S7", "H7", "C7"], "2", to_act=0)
    simulation.play(Combo.parse(JOKERS, "2"))
    assert str(simulation.hand(0)) == "C6"
    assert simulation.shapes() == []
    assert simulation.turn == 1


def test_a_plan_of_nothing_but_flushes_is_led_all_the_same() -> None:
    # Who holds flushes for nothing plans them as straights, which they cannot be.
    weights = list(LIGHT)
    weights[FLUSH_AT], weights[STRAIGHT_AT] = -1_000_000, 50_000
    assert len(weights) == WEIGHTS
    deal = Deal.at(["S3 S4 S5 S6 S7 S8 S9 ST SJ SQ", "H7", "C7", "D7"], "2", to_act=0)
    rated = rate_plays(deal.view(0), weights)
    assert rated
    assert all(play and deal.can_play(play) for play, _ in rated)


def test_one_hidden_card_cannot_be_anywhere_else() -> None:
    deal = Deal.at(["S9 S4", "S5", (), ()], "2", to_act=0, table="S3", owner=1, finished=[2, 3])
    found = compare_plays(
        deal.view(0),
        [None, Combo.parse("S9", "2")],
        weights=LIGHT,
        settings=SearchSettings(worlds=4, least=1, steps=3),
        seed=1,
    )
    assert found[1].better > 0


def test_a_tribute_to_oneself_is_none() -> None:
    # One deal in four that is begun so; its lessons are those of a deal without.
    assert all(lessons(LIGHT, 1, seed, 0, 3, 300) for seed in range(1, 13))
