"""One line for every event, in every language."""

from __future__ import annotations

from functools import cache

import pytest

from guandan import (
    Event,
    LevelsChanged,
    Match,
    Phase,
    RandomBot,
    ReturnChosen,
    Rules,
    Standing,
    TributeChosen,
)
from guandan.help.names import LANGUAGES
from guandan.render.oneline import Teller


@cache
def events() -> tuple[Event, ...]:
    """The events of two matches, in which everything happens but a lot for equal tribute."""
    found: list[Event] = []
    for seed, rules in ((7, Rules()), (8, Rules(first_lead="turned_card"))):
        match = Match(rules, seed)
        bots = [RandomBot(seed=seat) for seat in range(4)]
        while match.phase is not Phase.OVER:
            found += match.step(bots)
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_match_is_one_line(language: str) -> None:
    teller = Teller(language)
    for event in events():
        line = teller.line(event)
        assert line
        assert line == line.strip()
        assert line.isprintable()
        assert "   " not in line
    told = {type(event) for event in events()}
    assert {type(event).__name__ for event in events()} >= {"CardTurned", "TributeChosen"}
    assert len(told) >= 15


def test_what_the_narrator_leaves_for_later_has_a_line_too() -> None:
    teller = Teller("en", signs=False)
    assert teller.line(TributeChosen(1, None)) == "seat 1 has chosen its tribute card."
    assert teller.line(ReturnChosen(0, None)) == "seat 0 has chosen the card to return."
    before = Standing(("A", "5"), 1)
    after = Standing(("A", "5"), 0, winner=0)
    assert teller.line(LevelsChanged(before, after)) == "levels A : 5"
    # An event of another program has at least its name.
    assert teller.line(Event()) == "Event"
    assert Teller("zh").line(TributeChosen(1, None)) == "1号位已选好贡牌。"
