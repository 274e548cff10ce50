"""Arranging a hand: exact for its cost, by brute force; every card once; several ways."""

from __future__ import annotations

import random
import time
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan import DECK, LEVELS, PRESETS, Combo, Hand, Kind, NotationError, Rules, legal_plays
from guandan.cards import Rank
from guandan.help.arrange import Arrangement, arrange, turn_cost
from guandan.shuffle import deal_hands, generator, shuffled


def cheapest(hand: Hand, level: Rank, rules: Rules) -> int:
    """What the best cut costs, by trying every play that holds the first card."""

    @cache
    def best(left: Hand) -> int:
        if not left:
            return 0
        first = next(iter(left))
        return min(
            turn_cost(play) + best(left - play.hand)
            for play in legal_plays(left, level, rules=rules)
            if first in play.hand
        )

    return best(hand)


def check(hand: Hand, level: Rank, rules: Rules) -> None:
    found = arrange(hand, level, rules=rules)
    assert found[0].cost == cheapest(hand, level, rules), (str(hand), level, rules)
    for arrangement in found:
        check_cards(arrangement, hand)
        for play in arrangement.plays:
            assert play.is_sound()
            assert play.level is level
            assert play.rules == rules


def check_cards(arrangement: Arrangement, hand: Hand) -> None:
    """Every card is in one play, and the cost is that of the plays."""
    assert sorted(map(str, hand)) == sorted(
        str(card) for play in arrangement.plays for card in play.cards
    )
    assert arrangement.cost == sum(map(turn_cost, arrangement.plays))
    assert arrangement.turns == len(arrangement.plays)


def dense(rng: random.Random, level: Rank, size: int) -> Hand:
    """A small hand of few ranks and suits, with wilds more often than by chance."""
    ranks = {LEVELS[(rng.randrange(13) + step) % 13] for step in (0, 1, 2, 3, 4, 5)}
    suits = rng.choice(["SH", "SHC", "SHCD"])
    pool = [card for card in DECK if card.rank in ranks and card.suit and card.suit in suits]
    pool += [card for card in DECK if card.is_wild(level) and card not in pool]
    pool += [card for card in DECK if card.is_joker and rng.random() < 0.5]
    return Hand(shuffled(pool, rng)[:size])


@pytest.mark.parametrize("seed", range(60))
def test_no_way_to_cut_a_small_hand_costs_less(seed: int) -> None:
    rng = random.Random(seed)
    level = rng.choice(LEVELS)
    rules = Rules.preset(rng.choice(list(PRESETS)))
    if rng.random() < 0.3:
        extra: dict[str, Any] = {"straight_flush_as_straight": True}
        rules = rules.replace(**rng.choice([extra, {"wild_straight": "flush_only"}]))
    check(dense(rng, level, rng.randrange(5, 10)), level, rules)


@pytest.mark.slow
@given(st.integers(min_value=0, max_value=2**30))
def test_no_way_to_cut_a_hand_of_ten_costs_less(seed: int) -> None:
    rng = random.Random(seed)
    level = rng.choice(LEVELS)
    check(dense(rng, level, 10), level, Rules())


@pytest.mark.slow
def test_a_thousand_hands_are_arranged_soon_enough() -> None:
    seconds: list[float] = []
    for number in range(250):
        for seat, hand in enumerate(deal_hands(generator(7, "arrange", number))):
            start = time.perf_counter()
            arrange(hand, LEVELS[(4 * number + seat) % 13])
            seconds.append(time.perf_counter() - start)
    seconds.sort()
    assert seconds[500] < 0.05
    assert seconds[990] < 0.5


@pytest.mark.parametrize(
    ("hand", "level", "plays"),
    [
        ("", "2", []),
        ("S5", "2", ["S5"]),
        ("H2", "2", ["H2"]),
        ("H2 H2", "2", ["H2 H2"]),
        ("SB HR", "2", ["SB", "HR"]),
        ("SB SB HR HR", "2", ["SB SB HR HR"]),
        ("S9 D9 C9 H2 H2", "2", ["S9 C9 D9 H2=9 H2=9"]),
        ("S9 D9 C9 SB SB", "2", ["S9 C9 D9 SB SB"]),
        # The wild makes the bomb, not the straight; ten of a kind are two bombs of five.
        ("S3 C4 S5 S6 D9 D9 C9 H2", "2", None),
        ("S5 S5 H5 H5 C5 C5 D5 D5", "2", ["S5 S5 H5 H5", "C5 C5 D5 D5"]),
        ("SA S2 S3 S4 S5", "7", ["SA S2 S3 S4 S5"]),
        ("SA DA S2 D2 S3 C3", "7", ["SA DA S2 D2 S3 C3"]),
        ("SA DA CA S2 D2 C2", "7", ["SA CA DA S2 C2 D2"]),
        ("ST SJ SQ SK H2", "2", ["ST SJ SQ SK H2=SA"]),
        ("DT SJ SQ SK H2", "2", ["DT SJ SQ SK H2=A"]),
    ],
)
def test_hands_of_which_one_knows_the_best_cut(
    hand: str, level: str, plays: list[str] | None
) -> None:
    best = arrange(hand, level)[0]
    if plays is not None:
        assert [str(play) for play in best.plays] == plays
    check(Hand(hand), Rank.parse(level), Rules())


def test_a_pair_never_joins_a_triple_of_its_own_rank() -> None:
    found = arrange("S5 H5 C5 D5 S5", "2", alternatives=20)
    assert [play.kind for play in found[0].plays] == [Kind.BOMB]
    for arrangement in found:
        check_cards(arrangement, Hand("S5 H5 C5 D5 S5"))


def test_an_alternative_whose_straight_would_be_a_straight_flush_is_left_out() -> None:
    found = arrange("S3 S4 S5 S6 S7 D7", "2", alternatives=50)
    kinds = {play.kind for arrangement in found for play in arrangement.plays}
    assert Kind.STRAIGHT_FLUSH in kinds
    for arrangement in found:
        check_cards(arrangement, Hand("S3 S4 S5 S6 S7 D7"))


def test_jokers_are_no_pair_of_a_full_house_where_the_rules_say_so() -> None:
    plays = arrange("S9 D9 C9 SB SB", "2", rules="plain_jokers")[0].plays
    assert [play.kind for play in plays] == [Kind.TRIPLE, Kind.PAIR]


@pytest.mark.parametrize("number", range(10))
def test_every_card_of_a_whole_hand_is_in_one_play(number: int) -> None:
    for seat, hand in enumerate(deal_hands(generator(7, "arranged", number))):
        level = LEVELS[(4 * number + seat) % 13]
        found = arrange(hand, level)
        costs = [arrangement.cost for arrangement in found]
        assert costs == sorted(costs)
        assert len(found) == 4
        assert len(set(found)) == 4
        for arrangement in found:
            check_cards(arrangement, hand)


def test_alternatives_are_as_many_as_asked_for_and_there_are() -> None:
    hand = deal_hands(generator(7))[0]
    assert len(arrange(hand, "2", alternatives=0)) == 1
    assert len(arrange(hand, "2", alternatives=6)) == 7
    assert len(arrange("S3", "2", alternatives=6)) == 1


def test_alternatives_are_looked_for_among_a_limited_number_of_cuts() -> None:
    pairs = " ".join(f"S{rank} D{rank}" for rank in "3579JK")
    triples = " ".join(f"S{rank} D{rank} C{rank}" for rank in "468TQ")
    found = arrange(Hand(f"{pairs} {triples}"), "2", alternatives=10_000)
    assert found[0].cost <= found[-1].cost
    assert len(found) < 400


def test_the_cost_of_a_play_is_that_of_the_documentation() -> None:
    def cost(text: str, level: str = "2") -> int:
        return turn_cost(Combo.parse(text, level))

    assert [cost("S3"), cost("SA"), cost("S2"), cost("SB"), cost("HR")] == [100, 78, 60, 50, 30]
    assert cost("S2", "A") == 100
    assert cost("SA", "A") == 60
    assert cost("SA S2 D3 S4 S5") == 94
    assert cost("ST SJ DQ SK SA") == 76
    assert cost("S3 D3 C3 H3") == -40
    assert cost("S2 D2 C2 H2") == -52
    assert cost("S3 S4 S5 S6 S7") == -60
    assert cost("SB SB HR HR") == -100


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(NotationError):
        arrange("S1", "2")


@pytest.mark.parametrize(
    "hand",
    ["SA DA CA HA HA", "SA DA CA HA HA S9 D9 C9", "SA DA CA HA HA S9 D9 C9 S7 D7"],
)
def test_two_wilds_are_the_pair_of_any_triple_but_the_level_cards(hand: str) -> None:
    found = arrange(hand, "A", alternatives=60)
    houses = [
        play
        for arrangement in found
        for play in arrangement.plays
        if play.kind is Kind.FULL_HOUSE and play.wilds == 2
    ]
    assert bool(houses) == ("S9" in hand)
    check(Hand(hand), Rank.ACE, Rules())
