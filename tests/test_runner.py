"""Playing with strategies is reproducible, and no chance comes in from elsewhere."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

from guandan import (
    PRESETS,
    Card,
    Combo,
    EasyBot,
    Event,
    InputTypeError,
    Match,
    Phase,
    PlayerView,
    RandomBot,
    Record,
    Rules,
    Strategy,
    StrategyError,
    play_deal,
    play_match,
)
from guandan.shuffle import deal_hands, generator
from vectors import report

SCRIPT = """
import random, sys
random.seed(int(sys.argv[1]))
from guandan import RandomBot, bot, play_match
players = [RandomBot(1), bot("easy", seed=2), RandomBot(3), bot("easy", seed=4)]
print(play_match(players, seed=7, rules="tabletop").record().to_json())
"""


def mixed() -> list[Strategy]:
    return [RandomBot(1), EasyBot(2), RandomBot(3), EasyBot(4)]


def test_api_13_the_global_generator_is_neither_read_nor_moved() -> None:
    assert report("API-13").correct
    records = []
    for seed in (1, 2):
        random.seed(seed)
        state = random.getstate()
        match = play_match(mixed(), seed=7, rules="tabletop")
        match.view(0).sample_hands(random.Random(1))
        assert random.getstate() == state
        records.append(match.record())
    assert records[0] == records[1]


def test_api_13_every_process_plays_the_same_match() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, seed],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    here = play_match(mixed(), seed=7, rules="tabletop").record().to_json()
    assert told[0] == f"{here}\n"


@pytest.mark.parametrize("preset", PRESETS)
def test_same_seeds_same_match(preset: str) -> None:
    one = play_match(mixed(), seed=9, rules=preset)
    assert play_match(mixed(), seed=9, rules=preset).events == one.events
    assert play_match(mixed(), seed=10, rules=preset).events != one.events


def test_a_deal_depends_only_on_the_seed_and_its_number() -> None:
    dealt = []
    for players in (mixed(), [EasyBot()] * 4):
        match = Match(seed=11)
        while match.deals_begun < 3:
            match.step(players)
        deal = match.deal
        assert deal is not None
        dealt.append(deal.hands)
    assert dealt[0] == dealt[1] == deal_hands(generator(11, "deal", 3))


def test_without_a_seed_matches_differ() -> None:
    first, second = Match(), Match()
    assert first.record().seed != second.record().seed
    assert play_deal(mixed()).hands != play_deal(mixed()).hands


def test_play_deal_takes_what_a_deal_takes() -> None:
    hands = deal_hands(generator(3))
    deal = play_deal(mixed(), "9", hands=hands, leader=2, rules="njupt", seed=1)
    assert (str(deal.level), deal.rules) == ("9", Rules.preset("njupt"))
    assert deal.view(0).history[0].hands[0] == hands[0]  # type: ignore[attr-defined]
    after = play_deal(mixed(), "9", finish=[0, 2], rules=Rules(resist=False), seed=1)
    assert sum(type(event).__name__ == "TributePaid" for event in after.events) == 2


def test_play_match_tells_each_event_after_it_happened() -> None:
    told: list[Event] = []
    match = play_match(mixed(), seed=5, rules=Rules(match_format="deal"), on_event=told.append)
    assert tuple(told) == match.events
    assert match.phase is Phase.OVER


class Late(EasyBot):
    """Fails at its tenth decision."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 10

    def choose_play(self, view: PlayerView) -> Combo | None:
        self.left -= 1
        if not self.left:
            raise ZeroDivisionError("late")
        return super().choose_play(view)


def test_bot_14_an_error_ends_the_playing_at_once() -> None:
    late = Late()
    told: list[Event] = []
    with pytest.raises(StrategyError, match="Late at seat 1, in phase play, raised Zero") as caught:
        play_match([EasyBot(), late, EasyBot(), EasyBot()], seed=5, on_event=told.append)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert (caught.value.seat, caught.value.phase, late.left) == (1, "play", 0)
    with pytest.raises(StrategyError):
        play_deal([Late()] * 4, seed=5)


class Foreign:
    """A strategy that inherits nothing."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        return None if view.can_pass else next(iter(view.legal_plays))

    def choose_tribute(self, view: PlayerView, options: tuple[Card, ...]) -> Card:
        assert options == view.options
        return options[-1]

    def choose_return(self, view: PlayerView, options: tuple[Card, ...]) -> Card:
        assert options == view.options
        return options[-1]


@pytest.mark.parametrize("rules", ["tournament", "community", "pagat"])
def test_whatever_has_the_three_methods_is_a_strategy(rules: str) -> None:
    foreign: Strategy = Foreign()  # type: ignore[assignment]  # it narrows what it is given
    assert isinstance(foreign, Strategy)
    players = [EasyBot(), foreign, EasyBot(), foreign]
    assert play_match(players, seed=2, rules=rules).winner == 0


@pytest.mark.parametrize("seed", ["7", 1.0, True])
def test_a_seed_is_an_int(seed: Any) -> None:
    for play in (play_deal, play_match):
        with pytest.raises(InputTypeError, match="a seed is an int"):
            play(mixed(), seed=seed)
    with pytest.raises(InputTypeError, match="a seed is an int"):
        RandomBot(seed)


@pytest.mark.parametrize("seed", [10**1000, -(10**1000), 10**5_000], ids=["above", "below", "far"])
def test_a_seed_has_an_end(seed: int) -> None:
    # It stands in the record, and Python neither writes nor reads numbers of any length.
    with pytest.raises(InputTypeError, match="at most 1,000 digits") as caught:
        Match(seed=seed)
    assert caught.value.text == f"{seed.bit_length()} bits"
    for longest in (10**1000 - 1, 1 - 10**1000):
        record = Match(seed=longest).record()
        assert Record.from_json(record.to_json()) == record
