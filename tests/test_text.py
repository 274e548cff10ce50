"""A match told as lines of text, in three languages."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from guandan import (
    DECK,
    Card,
    CardTurned,
    CountReported,
    Deal,
    DealOver,
    Dealt,
    Event,
    Hand,
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
from guandan.help.names import LANGUAGES
from guandan.jsonable import to_jsonable
from guandan.render.text import Narrator, Span, plain, width

SA = Card.parse("SA")
START = Standing.start()


def after(**changes: Any) -> LevelsChanged:
    before = Standing(("A", "9"), 0, (2, 0))
    return LevelsChanged(before, attrs.evolve(before, **changes))


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (CardTurned(Card.parse("ST"), 2), ["  Turned card: ♠10, dealt to seat 2."]),
        (LeadGiven(1, LeadReason.LOT), ["  seat 1 leads: drawn by lot."]),
        (LeadGiven(1, LeadReason.CARD), ["  seat 1 leads: it was dealt the turned card."]),
        (LeadGiven(1, LeadReason.SEAT), ["  seat 1 leads."]),
        (LeadGiven(1, LeadReason.TRIBUTE), ["  seat 1 leads: it paid the tribute."]),
        (LeadGiven(1, LeadReason.FIRST), ["  seat 1 leads: it was first in the last deal."]),
        (
            LeadGiven(1, LeadReason.RESISTED),
            ["  seat 1 leads: it was first in the last deal, and the tribute was resisted."],
        ),
        (Resisted((1,)), ["  Tribute resisted: seat 1 holds both big jokers."]),
        (Resisted((1, 3)), ["  Tribute resisted: seat 1 and seat 3 hold the big jokers."]),
        (TributeChosen(1, SA), []),
        (ReturnChosen(1, SA), []),
        (TributeLot(3), ["  Equal tribute: the lot falls on seat 3 to pay the first player."]),
        (TributePaid(3, 0, SA), ["  Tribute from seat 3 to seat 0: ♠A."]),
        (TributePaid(3, 0, Card.parse("HR")), ["  Tribute from seat 3 to seat 0: big joker."]),
        (Returned(0, 3, SA), ["  Return from seat 0 to seat 3: ♠A."]),
        (Passed(2), ["    seat 2  pass"]),
        (CountReported(2, 9), ["    seat 2 has 9 left!"]),
        (WentOut(2, 1), ["    seat 2 is out: first."]),
        (TrickWon(2, 2), ["    seat 2 wins the trick."]),
        (TrickWon(2, 0), ["    seat 2 wins the trick and is out: seat 0 leads (jiefeng)."]),
        (TrickWon(2, 3), ["    seat 2 wins the trick and is out: seat 3 leads."]),
        (DealOver((0, 2)), ["", "  Finish: first seat 0, second seat 2: a 1-2 win."]),
        (
            DealOver((0, 1, 2, 3)),
            ["", "  Finish: first seat 0, second seat 1, third seat 2, last seat 3."],
        ),
        (MatchOver(1), ["", "team 1 wins the match"]),
        (
            LevelsChanged(START, Standing(("5", "2"), 0)),
            ["  team 0 rises from 2 to 5 and hosts the next deal."],
        ),
        (
            LevelsChanged(START, Standing(("2", "T"), 1, winner=1)),
            ["  team 1 rises from 2 to 10."],
        ),
        (after(), ["  team 0 stays on A and hosts the next deal."]),
        (
            after(ace_failures=(3, 0)),
            [
                "  team 0 has failed on the ace, 3 so far.",
                "  team 0 stays on A and hosts the next deal.",
            ],
        ),
        (
            after(levels=("2", "9"), ace_failures=(0, 0)),
            ["  team 0 is sent back to 2 and hosts the next deal."],
        ),
        (
            after(levels=("2", "J"), host=1, ace_failures=(0, 0)),
            ["  team 0 is sent back to 2.", "  team 1 rises from 9 to J and hosts the next deal."],
        ),
        (after(winner=0), []),
        (Event(), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_lines(event: Event, lines: list[str]) -> None:
    narrator = Narrator("en")
    assert [plain(line) for line in narrator.lines(event)] == lines
    for language in LANGUAGES:
        told = [plain(line) for line in Narrator(language).lines(event)]
        assert [bool(line) for line in told] == [bool(line) for line in lines]
        assert "{" not in "".join(told)


def told(narrator: Narrator, *events: Event) -> list[str]:
    return [plain(line) for event in events for line in narrator.lines(event)]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "de",
            [
                "  Tribut von Platz 1 an Platz 0: großer Joker.",
                "  Rückgabe von Platz 0 an Platz 1: ♥10.",
                "  Platz 1 spielt aus, denn von dort kam der Tribut.",
                "    Platz 2  passt",
                "    Platz 2 hat noch 9!",
                "    Platz 2 gewinnt den Stich und ist fertig: Platz 0 spielt aus (Jiefeng).",
                "",
                "  Ergebnis: Erster Platz 0, Zweiter Platz 1, Dritter Platz 2, Letzter Platz 3.",
                "",
                "  Ergebnis: Erster Platz 0, Zweiter Platz 2: ein 1-2-Sieg.",
                "  Tribut verweigert: Platz 1 und Platz 3 haben die großen Joker.",
            ],
        ),
        (
            "zh",
            [
                "  进贡：1号位给0号位 大王。",
                "  还贡：0号位还1号位 ♥10。",
                "  1号位进贡，先出。",
                "    2号位  不出",
                "    2号位报牌，还剩9张！",
                "    2号位已出完，无人压过，0号位接风。",
                "",
                "  名次：头游0号位，二游1号位，三游2号位，末游3号位。",
                "",
                "  名次：头游0号位，二游2号位，双下。",
                "  抗贡：1号位和3号位共持有两张大王。",
            ],
        ),
    ],
)
def test_lines_in_other_languages(language: str, lines: list[str]) -> None:
    found = told(
        Narrator(language),
        TributePaid(1, 0, Card.parse("HR")),
        Returned(0, 1, Card.parse("HT")),
        LeadGiven(1, LeadReason.TRIBUTE),
        Passed(2),
        CountReported(2, 9),
        TrickWon(2, 0),
        DealOver((0, 1, 2, 3)),
        DealOver((0, 2)),
        Resisted((1, 3)),
    )
    assert found == lines


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        (["SA", "HK"], "  seat 3 leads: it paid the higher card."),
        (["SA", "HA"], "  seat 3 leads, as these rules say for equal cards."),
    ],
)
def test_the_lead_after_two_tributes(cards: list[str], line: str) -> None:
    narrator = Narrator("en")
    first, second = map(Card.parse, cards)
    told(narrator, TributePaid(3, 0, first), TributePaid(1, 2, second))
    assert told(narrator, LeadGiven(3, LeadReason.TRIBUTE)) == [line]
    # The next deal begins anew.
    told(narrator, Dealt(3, Rank.TEN, 1, (None, None, None, None)))
    found = told(narrator, LeadGiven(3, LeadReason.TRIBUTE))
    assert found == ["  seat 3 leads: it paid the tribute."]


def test_a_deal_begins() -> None:
    hands = (Hand("S5"), None, Hand("HT SB"), None)
    event = Dealt(3, Rank.TEN, 1, hands)
    assert told(Narrator("en", hands=True), event) == [
        "",
        "Deal 3 · level 10 · team 1 hosts",
        "  seat 0  ♠5",
        "  seat 2  ♥10 small joker",
    ]
    assert told(Narrator("de", signs=False, hands=True), event) == [
        "",
        "Spiel 3 - Stufe T - Team 1 ist Gastgeber",
        "  Platz 0  S5",
        "  Platz 2  HT SB",
    ]
    assert told(Narrator("zh"), event) == ["", "第3副 · 打10 · 1队坐庄"]


def test_a_long_hand_takes_two_rows() -> None:
    event = Dealt(1, Rank.TWO, None, (None, Hand(DECK[:27]), None, None))
    _, _, first, second = told(Narrator("en", hands=True), event)
    assert first.startswith("  seat 1  ♠3 ♠3 ♥3 ")
    assert second.startswith(" " * 10 + "♦4 ♦4 ")
    assert len(first.split()) + len(second.split()) == 2 + 27


def test_the_levels_are_told_once_they_are_known() -> None:
    narrator = Narrator("en")
    nobody = (None, None, None, None)
    assert told(narrator, Dealt(1, Rank.TEN, None, nobody)) == [
        "",
        "Deal 1 · level 10 · no host yet · levels 10 : 10",
    ]
    told(narrator, LevelsChanged(Standing.start("tournament"), Standing(("2", "5"), 1)))
    assert told(narrator, Dealt(2, Rank.FIVE, 1, nobody), MatchOver(1)) == [
        "",
        "Deal 2 · level 5 · team 1 hosts · levels 2 : 5",
        "",
        "team 1 wins the match · levels 2 : 5",
    ]


ENDS = [(0, False), (1, True), (3, False)]


def test_titles_and_ends() -> None:
    narrator = Narrator("de")
    lines = narrator.title(7, None)
    assert [plain(line) for line in lines] == [
        "Startwert 7 · eigene Regeln",
        "Team 0: Platz 0 und Platz 2 · Team 1: Platz 1 und Platz 3",
    ]
    start = Standing.start()
    ends = [narrator.stopped(start, deals, within=within) for deals, within in ENDS]
    assert [plain(end[-1]) for end in ends] == [
        "Abgebrochen vor dem ersten Spiel · Stufen 2 : 2",
        "Abgebrochen in Spiel 1 · Stufen 2 : 2",
        "Abgebrochen nach Spiel 3 · Stufen 2 : 2",
    ]


def test_seats_cards_and_teams_keep_their_styles_in_a_sentence() -> None:
    [line] = Narrator("en").lines(TributePaid(3, 0, Card.parse("HA")))
    styles = {span.text: span.style for span in line}
    assert (styles["seat 3"], styles["seat 0"], styles["♥A"]) == ("seat3", "seat0", "red")
    [line] = Narrator("en").lines(Resisted((1, 3)))
    assert [span.style for span in line[1:]] == ["good", "seat1", "good", "seat3", "good"]


def test_a_trick() -> None:
    deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "HR HR SB SB D9", "S7"], "2", to_act=0)
    narrator = Narrator("zh")
    found = told(narrator, *deal.play("S5 S6 S8 S9 H2"), *deal.pass_(), *deal.play("HR HR SB SB"))
    assert found == [
        "",
        "  第1轮 · 0号位先出",
        "    0号位  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** 同花顺 ***",
        "    1号位  不出",
        "    2号位  小王 小王 大王 大王     *** 天王炸 ***",
    ]


def test_how_many_are_left_is_told_once_the_seat_has_reported() -> None:
    [combo] = classify("S9", "2")
    narrator = Narrator("en")
    found = told(
        narrator,
        Played(1, combo, 10),
        CountReported(1, 10),
        Played(2, combo, 12),
        Played(1, combo, 9),
        Played(1, combo, 0),
        TrickWon(1, 3),
        Played(3, combo, 12),
        Dealt(2, Rank.TWO, 0, (None, None, None, None)),
        Played(1, combo, 9),
    )
    single = f"{'♠9':22}  single"
    assert found == [
        "",
        "  Trick 1 · seat 1 leads",
        f"    seat 1  {single}",
        "    seat 1 has 10 left!",
        f"    seat 2  {single}",
        f"    seat 1  {single}  9 left",
        f"    seat 1  {single}",
        "    seat 1 wins the trick and is out: seat 3 leads (jiefeng).",
        "",
        "  Trick 2 · seat 3 leads",
        f"    seat 3  {single}",
        "",
        "Deal 2 · level 2 · team 0 hosts",
        "",
        "  Trick 1 · seat 1 leads",
        f"    seat 1  {single}",
    ]


def test_a_play_that_is_wider_than_its_column_is_shown_whole() -> None:
    cards = "ST ST HT HT CT CT DT DT H2 H2"
    [combo] = classify(cards, "2")
    [_, _, line] = told(Narrator("en"), Played(0, combo, 17))
    assert line == ("    seat 0  ♠10 ♠10 ♥10 ♥10 ♣10 ♣10 ♦10 ♦10 ♥2→10 ♥2→10  *** bomb of 10 ***")


def test_jokers_in_a_row_have_short_names() -> None:
    [bomb] = classify("SB SB HR HR", "2")
    rows = [plain(Narrator(language).play(bomb)) for language in LANGUAGES]
    assert rows == [
        "small joker small joker big joker big joker",
        "kl. Joker kl. Joker gr. Joker gr. Joker",
        "小王 小王 大王 大王",
    ]
    assert plain(Narrator("de", signs=False).play(bomb)) == "SB SB HR HR"


def test_no_plays_are_an_empty_list() -> None:
    assert Narrator("en").listing([]) == []


def test_columns_of_a_terminal() -> None:
    assert [width((Span(text),)) for text in ("", "♠10", "大王", "♥2→♠7", "ß")] == [0, 3, 4, 5, 1]


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
