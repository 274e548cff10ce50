"""Words in three languages, and a match told as lines of text."""

from __future__ import annotations

import json
import string
from importlib import resources
from typing import Any

import attrs
import pytest

from guandan import (
    Card,
    CardTurned,
    CountReported,
    Deal,
    DealOver,
    Dealt,
    Event,
    GuandanError,
    Hand,
    Kind,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    MatchOver,
    Passed,
    Played,
    Rank,
    Resisted,
    ReturnChosen,
    Returned,
    Standing,
    TributeChosen,
    TributeLot,
    TributePaid,
    TrickWon,
    WentOut,
    classify,
)
from guandan.help.names import LANGUAGES, UnknownLanguage, words
from guandan.jsonable import to_jsonable
from guandan.render.text import Narrator, Span, plain


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_every_language_has_the_same_words() -> None:
    tables = {
        language: json.loads(
            (resources.files("guandan.help") / "words" / f"{language}.json").read_text("utf-8")
        )
        for language in LANGUAGES
    }
    english = tables["en"]
    for table in tables.values():
        assert table.keys() == english.keys()
        for key, sentence in table.items():
            assert sentence
            assert placeholders(sentence) == placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language: str) -> None:
    known = words(language)
    for kind in Kind:
        if kind is not Kind.BOMB:
            assert known.say(f"kind.{kind}")
    for size in range(4, 11):
        assert known.say(f"kind.bomb.{size}")
    for reason in LeadReason:
        assert known.say(f"lead.{reason}", seat="x")
    [straight_flush, _] = classify("S5 S6 S8 S9 H2", "2")
    assert known.kind(straight_flush) == known.say("kind.straight_flush")


def test_unknown_language() -> None:
    with pytest.raises(UnknownLanguage, match="no words in 'fr'") as caught:
        words("fr")
    assert isinstance(caught.value, GuandanError)


SA = Card.parse("SA")
START = Standing.start()


def after(**changes: Any) -> LevelsChanged:
    before = Standing(("A", "9"), 0, (2, 0))
    return LevelsChanged(before, attrs.evolve(before, **changes))


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (CardTurned(Card.parse("ST"), 2), ["  The turned card is ♠10; seat 2 was dealt it."]),
        (LeadGiven(1, LeadReason.LOT), ["  seat 1 leads: drawn by lot."]),
        (LeadGiven(1, LeadReason.TRIBUTE), ["  seat 1 leads, as the rules of equal tribute say."]),
        (Resisted((1,)), ["  Tribute resisted: seat 1 holds both big jokers."]),
        (Resisted((1, 3)), ["  Tribute resisted: seat 1 and seat 3 hold the big jokers."]),
        (TributeChosen(1, SA), []),
        (ReturnChosen(1, SA), []),
        (TributeLot(3), ["  Equal tribute: the lot falls on seat 3 to pay the first player."]),
        (TributePaid(3, 0, SA), ["  Tribute: seat 3 pays ♠A to seat 0."]),
        (Returned(0, 3, SA), ["  Return: seat 0 gives ♠A back to seat 3."]),
        (Passed(2), ["    seat 2  pass"]),
        (CountReported(2, 9), ["    seat 2 has 9 left!"]),
        (WentOut(2, 1), ["    seat 2 is out: first."]),
        (TrickWon(2, 2), ["    seat 2 wins the trick."]),
        (TrickWon(2, 0), ["    seat 2 wins the trick and is out: seat 0 leads (jiefeng)."]),
        (TrickWon(2, 3), ["    seat 2 wins the trick and is out: seat 3 leads."]),
        (DealOver((0, 2)), ["", "  Finish: first seat 0, second seat 2 (a 1-2 win)"]),
        (
            DealOver((0, 1, 2, 3)),
            ["", "  Finish: first seat 0, second seat 1, third seat 2, last seat 3"],
        ),
        (MatchOver(1), ["", "team 1 wins the match: 2 : 2."]),
        (
            LevelsChanged(START, Standing(("5", "2"), 0)),
            ["  team 0 rises from 2 to 5 and hosts the next deal.", "  levels 5 : 2"],
        ),
        (
            after(),
            ["  team 0 stays on A and hosts the next deal.", "  levels A : 9"],
        ),
        (
            after(ace_failures=(3, 0)),
            [
                "  team 0 has failed on the ace: 3 so far.",
                "  team 0 stays on A and hosts the next deal.",
                "  levels A : 9",
            ],
        ),
        (
            after(levels=("2", "9"), ace_failures=(0, 0)),
            ["  team 0 is sent back to 2.", "  levels 2 : 9"],
        ),
        (after(winner=0), ["  levels A : 9"]),
        (Event(), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_lines(event: Event, lines: list[str]) -> None:
    narrator = Narrator("en")
    assert [plain(line) for line in narrator.lines(event)] == lines
    for language in LANGUAGES:
        assert len(Narrator(language).lines(event)) == len(lines)


def test_the_payer_leads() -> None:
    narrator = Narrator("en")
    narrator.lines(TributePaid(3, 0, SA))
    [line] = narrator.lines(LeadGiven(3, LeadReason.TRIBUTE))
    assert plain(line) == "  seat 3 leads: it paid the tribute that decides."


def test_a_deal_begins() -> None:
    hands = (Hand("S5"), None, Hand("HT SB"), None)
    event = Dealt(3, Rank.TEN, 1, hands)
    lines = [plain(line) for line in Narrator("en", hands=True).lines(event)]
    assert lines == [
        "",
        "Deal 3 · level 10 · team 1 hosts",
        "  seat 0  ♠5",
        "  seat 2  ♥10 small joker",
    ]
    lines = [plain(line) for line in Narrator("de", signs=False, hands=True).lines(event)]
    assert lines[1:] == [
        "Spiel 3 - Stufe T - Gastgeber ist Team 1",
        "  Platz 0  S5",
        "  Platz 2  HT SB",
    ]


def test_a_trick() -> None:
    deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "HR HR SB SB D9", "S7"], "2", to_act=0)
    narrator = Narrator("zh")
    told = [
        plain(line)
        for events in (deal.play("S5 S6 S8 S9 H2"), deal.pass_(), deal.play("HR HR SB SB"))
        for event in events
        for line in narrator.lines(event)
    ]
    assert told == [
        "",
        "  第1轮",
        "    0号位  ♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** 同花顺 ***  余1张",
        "    1号位  不出",
        "    2号位  小王 小王 大王 大王  *** 天王炸 ***  余1张",
    ]


def test_wilds_as_what_they_stand_for() -> None:
    bare = Narrator("en", signs=False)
    [bomb, house] = classify("S9 D9 C9 H2 H2", "2")
    assert plain(bare.play(bomb)) == "S9 C9 D9 H2=9 H2=9"
    assert plain(bare.play(house)) == "S9 C9 D9 H2=* H2=*"
    [pair] = classify("S2 H2", "2")
    assert plain(Narrator("en").play(pair)) == "♠2 ♥2"
    assert Narrator("en").card(Card.parse("H2")) == Span("♥2", "red")


def test_json_of_events() -> None:
    [combo] = classify("S9 S9", "2")
    assert to_jsonable(Played(1, combo, 3)) == {
        "event": "Played",
        "seat": 1,
        "combo": {
            "play": "S9 S9",
            "kind": "pair",
            "rank": "9",
            "size": 2,
            "cards": ["S9", "S9"],
            "stands_for": [],
        },
        "left": 3,
    }
    assert to_jsonable(TributeChosen(1, None)) == {
        "event": "TributeChosen",
        "seat": 1,
        "card": None,
    }
