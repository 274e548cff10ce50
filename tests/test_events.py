"""Events: what happened, once; what a seat sees of them; values that travel."""

from __future__ import annotations

import pickle
import random
from typing import Any

import attrs
import pytest

from guandan import (
    PRESETS,
    Card,
    Dealt,
    Event,
    Hand,
    Match,
    Passed,
    Phase,
    Played,
    Rank,
    ReturnChosen,
    TributeChosen,
    TrickWon,
)
from vectors import report
from worlds import SEATS, act

HANDS = (Hand("S3"), Hand("S4"), Hand("S5"), Hand("S6"))


def test_a_deal_shows_each_seat_its_own_hand() -> None:
    dealt = Dealt(1, Rank.TWO, None, HANDS)
    for seat in range(4):
        seen = dealt.seen_by(seat).hands
        assert seen[seat] == HANDS[seat]
        assert [hand for other, hand in enumerate(seen) if other != seat] == [None] * 3
    assert dealt.seen_by(None).hands == (None,) * 4
    assert dealt.hands == HANDS  # the event itself stays as it is
    again = dealt.seen_by(2).seen_by(1)
    assert again.hands == (None,) * 4


@pytest.mark.parametrize("kind", [TributeChosen, ReturnChosen])
def test_a_choice_shows_its_card_to_who_made_it(kind: Any) -> None:
    chosen = kind(3, Card.parse("SA"))
    assert chosen.seen_by(3) is chosen
    for seat in (0, 1, 2, None):
        assert chosen.seen_by(seat) == kind(3, None)
    assert kind(3, None).seen_by(3) == kind(3, None)


@pytest.mark.parametrize("preset", PRESETS)
def test_events_of_a_match(preset: str) -> None:
    rng = random.Random(8)
    match = Match(preset, seed=8)
    told: list[Event] = []
    while match.winner is None and match.deals_begun < 4:
        before = len(match.events)
        events = act(match, rng)
        told += events
        assert events  # every action tells something
        assert match.events == tuple(told)
        assert len(match.events) == before + len(events)
    for seat in SEATS:
        seen = match.events_for(seat)
        assert len(seen) == len(told)
        for event, shown in zip(told, seen, strict=True):
            assert type(shown) is type(event)
            if not isinstance(event, Dealt | TributeChosen | ReturnChosen):
                assert shown is event
        for since in (0, 1, len(told) // 2, len(told)):
            assert match.events_for(seat, since) == seen[since:]
    assert pickle.loads(pickle.dumps(match.events)) == match.events
    assert len({hash(event) for event in told}) > len(told) // 4


def test_an_event_does_not_change() -> None:
    passed: Any = Passed(2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        passed.seat = 1


def test_a_trick_is_won_once_and_tells_who_leads() -> None:
    rng = random.Random(2)
    match = Match(seed=2)
    match.deal_next()
    last: int | None = None
    while match.phase is Phase.PLAY:
        for event in act(match, rng, pass_rate=0.6):
            if isinstance(event, Played):
                last = event.seat
            elif isinstance(event, TrickWon):
                assert event.seat == last
                assert event.leads == match.turn
                assert match.table is None


def test_api_09_no_event_of_a_refused_action() -> None:
    assert report("API-09").correct
    match = Match(seed=2)
    match.deal_next(leader=1)
    before = [match.events_for(seat) for seat in SEATS]
    for _ in range(3):
        assert not match.can_play("SB SB HR HR", 1)
        with pytest.raises(ValueError, match="does not hold|no play"):
            match.play("SB SB SB", 1) if match.can_pass() else match.play("SB SB HR HR", 1)
    assert [match.events_for(seat) for seat in SEATS] == before
