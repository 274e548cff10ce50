"""The learned evaluation: its features, its arithmetic, and what it sees."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import attrs
import pytest

from guandan import Deal, Hand, Match, NormalBot, PlayerView
from guandan._kernel.features import FEATURES, SLOTS, WIDTHS
from guandan._kernel.lessons import MOST, lessons
from guandan._kernel.network import SCALE, Network
from guandan.bots.network import trained_network
from guandan.bots.weights import flatten, light_weights
from guandan.evaluation import evaluate_plays
from guandan.sim import rate_plays

STARTS = [0, *accumulate(WIDTHS)]
LIGHT = flatten(light_weights())


def plain_value(
    features: list[int],
    first: list[list[int]],
    first_bias: list[int],
    second: list[list[int]],
    second_bias: list[int],
    third: list[int],
) -> int:
    """The network by the textbook, number by number."""
    low = [
        max(0, bias + sum(first[feature][unit] for feature in features))
        for unit, bias in enumerate(first_bias)
    ]
    high = [
        max(0, bias + sum(one * row[unit] for one, row in zip(low, second, strict=True)))
        for unit, bias in enumerate(second_bias)
    ]
    return (1000 * sum(one * weight for one, weight in zip(high, third, strict=True))) >> SCALE


@pytest.mark.parametrize("size", [1, 20, 160])
def test_lanes_add_up_like_separate_numbers(size: int) -> None:
    rng = random.Random(size)

    def numbers(count: int) -> list[int]:
        return [rng.randint(-size, size) for _ in range(count)]

    first = [numbers(24) for _ in range(60)]
    second = [numbers(7) for _ in range(24)]
    first_bias, second_bias, third = numbers(24), numbers(7), numbers(7)
    network = Network(
        [one for row in first for one in row],
        first_bias,
        [one for row in second for one in row],
        second_bias,
        third,
    )
    for _ in range(40):
        features = [rng.randrange(60) for _ in range(SLOTS)]
        value = network.value(network.add_up(network.bias, features))
        assert value == plain_value(features, first, first_bias, second, second_bias, third)


def test_the_trained_network_stays_within_its_lanes() -> None:
    network = trained_network()
    assert len(network.rows) == FEATURES == STARTS[-1]
    halves = 2**15
    for unit in range(network.hidden):
        lanes = [
            (((row + network.halves) >> (16 * unit)) & 0xFFFF) - halves
            for row in [*network.rows, network.bias]
        ]
        most = abs(lanes[-1]) + sum(
            max(map(abs, lanes[start:stop])) for start, stop in pairwise(STARTS)
        )
        assert most < halves, unit


def test_lessons_have_one_feature_of_each_block() -> None:
    assert len(WIDTHS) == SLOTS
    flat = lessons(LIGHT, 6, 5, 0, 3, 300)
    at, groups, seen = 0, 0, set()
    while at < len(flat):
        number = flat[at]
        assert 2 <= number <= MOST
        at += 1
        groups += 1
        for _ in range(number):
            features, gain = flat[at : at + SLOTS], flat[at + SLOTS]
            at += SLOTS + 1
            assert all(
                start <= feature < stop
                for feature, (start, stop) in zip(features, pairwise(STARTS), strict=True)
            )
            assert abs(int(gain)) in {3, 4, 5}
            seen.update(features)
    assert at == len(flat)
    assert groups > 20
    assert len(seen) > FEATURES // 3
    # The same in both builds.
    assert sum(place * number for place, number in enumerate(flat)) == CHECKSUM


CHECKSUM = 18_548_835_111


def positions(number: int) -> list[PlayerView]:
    match = Match(seed=11)
    views: list[PlayerView] = []
    while len(views) < number:
        if match.due and match.view(match.due[0]).legal_plays:
            views.append(match.view(match.due[0]))
        match.step([NormalBot()] * 4) if match.due else match.deal_next()
    return views


def test_every_candidate_of_the_policy_is_evaluated() -> None:
    for view in positions(60):
        rated = rate_plays(view, LIGHT)
        found = evaluate_plays(view, weights=LIGHT, network=trained_network())
        assert sorted((str(one.play), one.score) for one in found) == sorted(
            (str(play), score) for play, score in rated
        )
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        assert all(abs(one.value) < 20_000 for one in found)


def test_only_what_the_seat_sees_is_evaluated() -> None:
    hands = ["SK S4 H9", "S5 S6 D9", "S7 C7", "S8 C8"]
    deal = Deal.at(hands, "2", to_act=0, table="S9", owner=3)
    swapped = Deal.at([hands[0], "S7 C7 D9", "S5 S6", hands[3]], "2", to_act=0, table="S9", owner=3)
    values = [
        [
            (str(one.play), one.value)
            for one in evaluate_plays(one.view(0), weights=LIGHT, network=trained_network())
        ]
        for one in (deal, swapped)
    ]
    assert values[0] == values[1]


def test_who_owes_no_play_has_nothing_to_evaluate() -> None:
    deal = Deal.at(["SK S4", "S5 S6", "S7", "S8"], "2", to_act=0)
    assert evaluate_plays(deal.view(1), weights=LIGHT, network=trained_network()) == []
    over = attrs.evolve(deal.view(0), hand=Hand("SK S4"), seat=None)
    assert evaluate_plays(over, weights=LIGHT, network=trained_network()) == []
