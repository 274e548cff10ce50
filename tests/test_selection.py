"""Selecting cards: what they are, what can follow; fast with two wilds."""

from __future__ import annotations

import random
import time
from itertools import combinations

import pytest

from guandan import CardsNotHeld, Deal, Hand, LegalPlays, classify, legal_plays
from guandan.cards import Card
from guandan.help.selection import Selector
from guandan.shuffle import deal_hands, generator


def check(plays: LegalPlays, chosen: Hand) -> None:
    """Compare with every play the hand allows, asked one by one."""
    found = Selector(plays).select(chosen)
    listed = list(plays)
    own = classify(chosen, plays.level, plays.rules)
    assert found.readings == tuple(play for play in own if play in listed)
    assert found.preselected == next(iter(found.readings), None)
    wanted: set[Card] = set()
    for card in set(plays.hand - chosen):
        more = [*chosen, card]
        if any(play.hand.includes(more) for play in listed):
            wanted.add(card)
    assert set(found.extends) == wanted
    assert len(found.extends) == len(wanted)
    assert found.is_dead == (not found.readings and not wanted)


@pytest.mark.parametrize("over", [None, "S4", "S4 D4", "S3 D3 C3 S4 D4", "S3 D3 C3 H3"])
def test_it_agrees_with_trying_every_play(over: str | None) -> None:
    plays = legal_plays("S5 S5 D5 S6 S7 C7 S8 H2 H2 SB SB", "2", over=over)
    rng = random.Random(3)
    cards = list(plays.hand)
    for size in range(7):
        several = list(combinations(cards, size))
        for chosen in rng.sample(several, min(8, len(several))):
            check(plays, Hand(chosen))


def test_the_reading_that_is_meant_is_the_strongest_that_beats_the_table() -> None:
    hand = "S5 S6 S8 S9 H2"
    leading = Selector(legal_plays(hand, "2")).select(hand)
    assert [play.kind.value for play in leading.readings] == ["straight_flush", "straight"]
    flush = Selector(legal_plays(hand, "2", over="S4 S5 S6 S7 S8")).select(hand)
    assert flush.preselected is not None
    assert [play.kind.value for play in flush.readings] == ["straight_flush"]
    bombs = Selector(legal_plays(hand, "2", over="S4 D4 C4 H4 S4 H4")).select(hand)
    assert bombs.preselected is None
    assert bombs.is_dead


def test_a_second_copy_can_follow_the_first() -> None:
    selector = Selector(legal_plays("S5 S5 D9", "2"))
    assert [str(card) for card in selector.select("").extends] == ["S5", "D9"]
    assert [str(card) for card in selector.select("S5").extends] == ["S5"]
    assert selector.select("S5 S5").extends == ()
    assert not selector.select("S5 S5").is_dead


def test_cards_that_are_not_held_are_refused() -> None:
    with pytest.raises(CardsNotHeld):
        Selector(legal_plays("S5", "2")).select("S5 S5")


def test_a_seat_that_is_not_to_act_has_nothing_to_select_from() -> None:
    view = Deal.at(["S5", "S6", "S7", "S8"], "2", to_act=0).view(1)
    selector = Selector(view.legal_plays)
    with pytest.raises(CardsNotHeld, match="no hand is to play.* S6 cannot be selected"):
        selector.select("S6")
    assert selector.select("").is_dead


def test_two_wilds_in_a_whole_hand_are_no_matter() -> None:
    hand = next(
        hand
        for number in range(100)
        for hand in deal_hands(generator(1, number))
        if hand.wilds("2") == 2
    )
    selector = Selector(legal_plays(hand, "2"))
    start = time.perf_counter()
    for card in hand:
        selector.select([card])
    assert time.perf_counter() - start < 5
