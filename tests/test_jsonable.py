"""Events, views and values as plain JSON values, which say the same after a journey as text."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from guandan import (
    Card,
    CardTurned,
    Combo,
    CountReported,
    Deal,
    DealOver,
    Dealt,
    Event,
    Hand,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    Match,
    MatchOver,
    Passed,
    Phase,
    Played,
    PlayerView,
    Rank,
    Resisted,
    ReturnChosen,
    Returned,
    Rules,
    Standing,
    TributeChosen,
    TributeLot,
    TributePaid,
    TrickWon,
    WentOut,
    bot,
    classify,
    legal_plays,
)
from guandan.jsonable import to_jsonable

SA = Card.parse("SA")
HANDS = (Hand("S3 SB"), None, Hand(), Hand("H2"))


def sent(value: object) -> Any:
    """A value as it arrives at a client."""
    return json.loads(json.dumps(to_jsonable(value)))


def not_plain(value: object, where: str = "$") -> list[str]:
    """The places where a value is nothing that JSON knows."""
    if isinstance(value, dict):
        return [
            place
            for key, inner in value.items()
            for place in [*not_plain(key, where), *not_plain(inner, f"{where}.{key}")]
        ]
    if type(value) is list:
        return [
            place
            for index, inner in enumerate(value)
            for place in not_plain(inner, f"{where}[{index}]")
        ]
    return [] if value is None or type(value) in (str, int, float, bool) else [where]


def a_play(cards: str) -> Combo:
    return classify(cards, "2")[0]


FLUSH = {
    "play": "S5 S6 H2=S7 S8 S9",
    "kind": "straight_flush",
    "rank": "9",
    "size": 5,
    "cards": ["S5", "S6", "H2", "S8", "S9"],
    "stands_for": ["S7"],
}
PAIR = {
    "play": "S9 S9",
    "kind": "pair",
    "rank": "9",
    "size": 2,
    "cards": ["S9", "S9"],
    "stands_for": [],
}
START = {"levels": ["2", "2"], "host": None, "ace_failures": [0, 0], "winner": None}
WON = {"levels": ["A", "9"], "host": 0, "ace_failures": [1, 2], "winner": 0}

EVENTS: list[tuple[Event, dict[str, Any]]] = [
    (
        Dealt(3, Rank.TEN, 1, HANDS),
        {"number": 3, "level": "T", "host": 1, "hands": ["S3 SB", None, "", "H2"]},
    ),
    (CardTurned(SA, 2), {"card": "SA", "seat": 2}),
    (Resisted((1, 3)), {"payers": [1, 3]}),
    (TributeChosen(1, SA), {"seat": 1, "card": "SA"}),
    (TributeChosen(1, None), {"seat": 1, "card": None}),
    (TributeLot(3), {"seat": 3}),
    (TributePaid(1, 0, SA), {"payer": 1, "receiver": 0, "card": "SA"}),
    (ReturnChosen(0, None), {"seat": 0, "card": None}),
    (Returned(0, 1, SA), {"seat": 0, "receiver": 1, "card": "SA"}),
    (LeadGiven(1, LeadReason.TRIBUTE), {"seat": 1, "why": "tribute"}),
    (Played(2, a_play("S5 S6 H2 S8 S9"), 4), {"seat": 2, "combo": FLUSH, "left": 4}),
    (Passed(3), {"seat": 3}),
    (CountReported(3, 9), {"seat": 3, "count": 9}),
    (WentOut(0, 1), {"seat": 0, "place": 1}),
    (TrickWon(0, 2), {"seat": 0, "leads": 2}),
    (DealOver((0, 2)), {"finish": [0, 2]}),
    (
        LevelsChanged(Standing.start(), Standing(("A", "9"), 0, (1, 2), 0)),
        {"before": START, "after": WON},
    ),
    (MatchOver(1), {"winner": 1}),
]


@pytest.mark.parametrize(
    ("event", "fields"),
    EVENTS,
    ids=[f"{number}-{type(event).__name__}" for number, (event, _) in enumerate(EVENTS)],
)
def test_an_event_says_its_name_then_its_fields(event: Event, fields: dict[str, Any]) -> None:
    found = sent(event)
    assert found == {"event": type(event).__name__} | fields
    assert next(iter(found)) == "event"
    assert json.loads(json.dumps(event.to_dict())) == found
    assert not_plain(event.to_dict()) == []


def test_every_class_of_event_is_tried_above() -> None:
    assert {type(event) for event, _ in EVENTS} == set(Event.__subclasses__())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (SA, "SA"),
        (Hand("HR S3 S3"), "S3 S3 HR"),
        (Rank.TEN, "T"),
        (Phase.BETWEEN, "between"),
        (a_play("S5 S6 H2 S8 S9"), FLUSH),
        (a_play("S9 S9"), PAIR),
        (Rules(), {}),
        (Rules(start_level="T"), {"start_level": "T"}),
        (Standing.start(), START),
        (None, None),
        (7, 7),
        ("text", "text"),
        ([SA, (SA, None)], ["SA", ["SA", None]]),
        ({"card": SA}, {"card": "SA"}),
    ],
    ids=[
        "card",
        "hand",
        "rank",
        "phase",
        "combo",
        "combo_without_wilds",
        "no_rules",
        "rules",
        "standing",
        "none",
        "number",
        "text",
        "rows",
        "table",
    ],
)
def test_values_become_their_text(value: object, expected: object) -> None:
    assert sent(value) == expected


def test_legal_plays_are_one_for_each_shape() -> None:
    plays = legal_plays("S5 H5 H2", "2")
    assert sent(plays) == [sent(combo) for combo in plays.shapes()]
    assert len(to_jsonable(plays)) < len(plays)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None], ids=str)
def test_a_view_becomes_json_that_says_what_it_says(seat: int | None) -> None:
    match = Match(seed=7)
    players = [bot("easy", seed=number) for number in range(4)]
    for _ in range(12):
        match.step(players)
    view = match.view(seat)
    found = sent(view)
    assert found["seat"] == seat
    assert found["hand"] == str(view.hand)
    assert found["phase"] == "play"
    assert found["due"] == list(view.due)
    assert found["table"] == sent(view.table)
    assert found["history"] == [sent(event) for event in view.history]
    assert found["standing"] == START
    assert found["shapes"] == [sent(combo) for combo in view.legal_plays.shapes()]
    assert found["team"] == view.team
    assert found["can_pass"] is view.can_pass
    assert found["options"] == [str(card) for card in view.options]
    assert found == view.to_dict()


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None], ids=str)
def test_a_view_sends_all_that_it_holds_and_the_guide_names_each_key(seat: int | None) -> None:
    match = Match(seed=7)
    players = [bot("easy", seed=number) for number in range(4)]
    named = [field.name for field in attrs.fields(PlayerView)]
    wanted = {*named, "team", "can_pass", "shapes"} - {"legal_plays"}
    while match.deals_begun < 2 or match.phase != "play":
        view = match.view(seat)
        found = view.to_dict()
        assert set(found) == wanted
        # A client that may pass, or has to pay, is told so, and another is not.
        assert found["can_pass"] is (view.seat in view.due and match.can_pass(view.seat))
        assert bool(found["shapes"]) is bool(view.legal_plays)
        # Nothing hidden: no seed, and every card is the seat's own or one that all have seen.
        assert "seed" not in json.dumps(found)
        dealt = [event for event in found["history"] if event["event"] == "Dealt"]
        for event in dealt:
            assert [at for at, hand in enumerate(event["hands"]) if hand is not None] == (
                [] if seat is None else [seat]
            )
        match.step(players)


def test_every_event_of_a_match_arrives() -> None:
    match = Match("tabletop", seed=7)
    players = [bot("random", seed=number) for number in range(4)]
    while match.deals_begun < 3:
        match.step(players)
    names = [sent(event)["event"] for event in match.events]
    assert names == [type(event).__name__ for event in match.events]


def test_there_is_nothing_in_it_but_what_json_knows() -> None:
    match = Match(seed=7)
    events = match.deal_next()
    found: list[object] = [*events, match.view(0), match.standing, match.record(), Rank.TEN]
    assert [not_plain(to_jsonable(value)) for value in found] == [[]] * len(found)


def test_a_play_is_read_back_from_its_text() -> None:
    deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "S4", "S7"], "2", to_act=0)
    combo = deal.legal_plays.shapes()[-1]
    assert Combo.parse(to_jsonable(combo)["play"], "2") == combo
