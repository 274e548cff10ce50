"""A match as lines of text: what each event says in each language, with and without signs."""

from __future__ import annotations

import pytest

from guandan import (
    DECK,
    PRESETS,
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
    bot,
    classify,
    play_match,
)
from guandan.help.names import LANGUAGES, UnknownLanguage
from guandan.render.text import Line, Narrator, Span, plain, width

DT = Card.parse("DT")
HR = Card.parse("HR")
SB = Card.parse("SB")
SA = Card.parse("SA")
NO_HANDS = (None, None, None, None)
SOME_HANDS = (Hand("H2 D3 SB"), None, Hand("HR ST"), Hand())


def a_play(cards: str, level: str = "2") -> Combo:
    return classify(cards, level)[0]


def bare(lines: list[Line]) -> list[str]:
    return [plain(line) for line in lines]


def told(event: Event, language: str = "en", *, signs: bool = True) -> list[str]:
    """The bare lines in which a new narrator tells an event."""
    return bare(Narrator(language, signs=signs).lines(event))


SINGLE = a_play("DT")
FLUSH = a_play("S5 S6 H2 S8 S9")
NINE = Standing(("9", "2"), host=0)
ACE = Standing(("A", "9"), 0, (2, 0))

LINES: dict[str, tuple[Event, list[str], list[str], list[str]]] = {
    "first_deal": (
        Dealt(1, Rank.TWO, None, NO_HANDS),
        ["", "Deal 1 · level 2 · no host yet · levels 2 : 2"],
        ["", "Spiel 1 · Stufe 2 · noch kein Gastgeber · Stufen 2 : 2"],
        ["", "第1副 · 打2 · 首副无庄 · 级数 2 : 2"],
    ),
    "first_deal_on_ten": (
        Dealt(1, Rank.TEN, None, NO_HANDS),
        ["", "Deal 1 · level 10 · no host yet · levels 10 : 10"],
        ["", "Spiel 1 · Stufe 10 · noch kein Gastgeber · Stufen 10 : 10"],
        ["", "第1副 · 打10 · 首副无庄 · 级数 10 : 10"],
    ),
    "later_deal": (
        Dealt(12, Rank.TEN, 1, NO_HANDS),
        ["", "Deal 12 · level 10 · team 1 hosts"],
        ["", "Spiel 12 · Stufe 10 · Team 1 ist Gastgeber"],
        ["", "第12副 · 打10 · 1队坐庄"],
    ),
    "turned": (
        CardTurned(DT, 2),
        ["  Turned card: ♦10, dealt to seat 2."],
        ["  Aufgedeckte Karte: ♦10, bei Platz 2."],
        ["  翻出♦10，在2号位手中。"],
    ),
    "lot": (
        LeadGiven(3, LeadReason.LOT),
        ["  seat 3 leads: drawn by lot."],
        ["  Platz 3 spielt aus: ausgelost."],
        ["  抽签决定，3号位先出。"],
    ),
    "card": (
        LeadGiven(3, LeadReason.CARD),
        ["  seat 3 leads: it was dealt the turned card."],
        ["  Platz 3 spielt aus: Dort liegt die aufgedeckte Karte."],
        ["  3号位拿到翻出的牌，先出。"],
    ),
    "seat": (
        LeadGiven(3, LeadReason.SEAT),
        ["  seat 3 leads."],
        ["  Platz 3 spielt aus."],
        ["  3号位先出。"],
    ),
    "resisted_lead": (
        LeadGiven(3, LeadReason.RESISTED),
        ["  seat 3 leads: it was first in the last deal, and the tribute was resisted."],
        ["  Platz 3 spielt aus: Erster im letzten Spiel, und der Tribut wurde verweigert."],
        ["  抗贡，上副头游3号位先出。"],
    ),
    "first_lead": (
        LeadGiven(3, LeadReason.FIRST),
        ["  seat 3 leads: it was first in the last deal."],
        ["  Platz 3 spielt aus: Erster im letzten Spiel."],
        ["  上副头游3号位先出。"],
    ),
    "tribute_lead": (
        LeadGiven(3, LeadReason.TRIBUTE),
        ["  seat 3 leads: it paid the tribute."],
        ["  Platz 3 spielt aus, denn von dort kam der Tribut."],
        ["  3号位进贡，先出。"],
    ),
    "resisted_alone": (
        Resisted((1,)),
        ["  Tribute resisted: seat 1 holds both big jokers."],
        ["  Tribut verweigert: Platz 1 hat beide großen Joker."],
        ["  抗贡：1号位持有两张大王。"],
    ),
    "resisted_together": (
        Resisted((1, 3)),
        ["  Tribute resisted: seat 1 and seat 3 hold the big jokers."],
        ["  Tribut verweigert: Platz 1 und Platz 3 haben die großen Joker."],
        ["  抗贡：1号位和3号位共持有两张大王。"],
    ),
    "tribute_chosen": (TributeChosen(1, None), [], [], []),
    "tribute_chosen_openly": (TributeChosen(1, SA), [], [], []),
    "return_chosen": (ReturnChosen(1, DT), [], [], []),
    "tribute_lot": (
        TributeLot(1),
        ["  Equal tribute: the lot falls on seat 1 to pay the first player."],
        ["  Gleicher Tribut: Das Los bestimmt, dass Platz 1 an den Ersten zahlt."],
        ["  贡牌相同，抽签决定1号位向头游进贡。"],
    ),
    "paid": (
        TributePaid(1, 0, HR),
        ["  Tribute from seat 1 to seat 0: big joker."],
        ["  Tribut von Platz 1 an Platz 0: großer Joker."],
        ["  进贡：1号位给0号位 大王。"],
    ),
    "paid_an_ace": (
        TributePaid(3, 0, SA),
        ["  Tribute from seat 3 to seat 0: ♠A."],
        ["  Tribut von Platz 3 an Platz 0: ♠A."],
        ["  进贡：3号位给0号位 ♠A。"],
    ),
    "returned": (
        Returned(0, 1, DT),
        ["  Return from seat 0 to seat 1: ♦10."],
        ["  Rückgabe von Platz 0 an Platz 1: ♦10."],
        ["  还贡：0号位还1号位 ♦10。"],
    ),
    "played": (
        Played(2, SINGLE, 26),
        ["", "  Trick 1 · seat 2 leads", f"    seat 2  {'♦10':22}  single"],
        ["", "  Stich 1 · Platz 2 spielt aus", f"    Platz 2  {'♦10':22}  Einzelkarte"],
        ["", "  第1轮 · 2号位先出", f"    2号位  {'♦10':22}  单张"],
    ),
    "bomb": (
        Played(2, FLUSH, 3),
        [
            "",
            "  Trick 1 · seat 2 leads",
            "    seat 2  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** straight flush ***",
        ],
        [
            "",
            "  Stich 1 · Platz 2 spielt aus",
            "    Platz 2  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** Straight Flush ***",
        ],
        [
            "",
            "  第1轮 · 2号位先出",
            "    2号位  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** 同花顺 ***",
        ],
    ),
    "passed": (
        Passed(2),
        ["    seat 2  pass"],
        ["    Platz 2  passt"],
        ["    2号位  不出"],
    ),
    "reported": (
        CountReported(2, 8),
        ["    seat 2 has 8 left!"],
        ["    Platz 2 hat noch 8!"],
        ["    2号位报牌，还剩8张！"],
    ),
    "out": (
        WentOut(2, 1),
        ["    seat 2 is out: first."],
        ["    Platz 2 ist fertig: Erster."],
        ["    2号位出完，头游。"],
    ),
    "trick_won": (
        TrickWon(2, 2),
        ["    seat 2 wins the trick."],
        ["    Platz 2 gewinnt den Stich."],
        ["    2号位赢得本轮。"],
    ),
    "jiefeng": (
        TrickWon(2, 0),
        ["    seat 2 wins the trick and is out: seat 0 leads (jiefeng)."],
        ["    Platz 2 gewinnt den Stich und ist fertig: Platz 0 spielt aus (Jiefeng)."],
        ["    2号位已出完，无人压过，0号位接风。"],
    ),
    "next_leads": (
        TrickWon(2, 3),
        ["    seat 2 wins the trick and is out: seat 3 leads."],
        ["    Platz 2 gewinnt den Stich und ist fertig: Platz 3 spielt aus."],
        ["    2号位已出完，无人压过，轮到3号位先出。"],
    ),
    "over": (
        DealOver((0, 3, 2, 1)),
        ["", "  Finish: first seat 0, second seat 3, third seat 2, last seat 1."],
        ["", "  Ergebnis: Erster Platz 0, Zweiter Platz 3, Dritter Platz 2, Letzter Platz 1."],
        ["", "  名次：头游0号位，二游3号位，三游2号位，末游1号位。"],
    ),
    "over_double": (
        DealOver((1, 3)),
        ["", "  Finish: first seat 1, second seat 3: a 1-2 win."],
        ["", "  Ergebnis: Erster Platz 1, Zweiter Platz 3: ein 1-2-Sieg."],
        ["", "  名次：头游1号位，二游3号位，双下。"],
    ),
    "rise": (
        LevelsChanged(NINE, Standing(("J", "2"), host=0)),
        ["  team 0 rises from 9 to J and hosts the next deal."],
        ["  Team 0 steigt von 9 auf J und ist im nächsten Spiel Gastgeber."],
        ["  0队从9升到J，下副坐庄。"],
    ),
    "rise_of_the_guests": (
        LevelsChanged(NINE, Standing(("9", "T"), host=1)),
        ["  team 1 rises from 2 to 10 and hosts the next deal."],
        ["  Team 1 steigt von 2 auf 10 und ist im nächsten Spiel Gastgeber."],
        ["  1队从2升到10，下副坐庄。"],
    ),
    "rise_and_win": (
        LevelsChanged(Standing.start(), Standing(("5", "2"), 0, (0, 0), 0)),
        ["  team 0 rises from 2 to 5."],
        ["  Team 0 steigt von 2 auf 5."],
        ["  0队从2升到5。"],
    ),
    "rise_and_win_of_the_guests": (
        LevelsChanged(Standing.start(), Standing(("2", "T"), 1, winner=1)),
        ["  team 1 rises from 2 to 10."],
        ["  Team 1 steigt von 2 auf 10."],
        ["  1队从2升到10。"],
    ),
    "stay": (
        LevelsChanged(NINE, Standing(("9", "2"), host=1)),
        ["  team 1 stays on 2 and hosts the next deal."],
        ["  Team 1 bleibt auf 2 und ist im nächsten Spiel Gastgeber."],
        ["  1队停在2，下副坐庄。"],
    ),
    "failed": (
        LevelsChanged(ACE, Standing(("A", "J"), 1, (3, 0))),
        [
            "  team 0 has failed on the ace, 3 so far.",
            "  team 1 rises from 9 to J and hosts the next deal.",
        ],
        [
            "  Team 0 ist am Ass gescheitert, bisher 3-mal.",
            "  Team 1 steigt von 9 auf J und ist im nächsten Spiel Gastgeber.",
        ],
        ["  0队打A未过，累计3次。", "  1队从9升到J，下副坐庄。"],
    ),
    "failed_but_hosts": (
        LevelsChanged(ACE, Standing(("A", "9"), 0, (3, 0))),
        [
            "  team 0 has failed on the ace, 3 so far.",
            "  team 0 stays on A and hosts the next deal.",
        ],
        [
            "  Team 0 ist am Ass gescheitert, bisher 3-mal.",
            "  Team 0 bleibt auf A und ist im nächsten Spiel Gastgeber.",
        ],
        ["  0队打A未过，累计3次。", "  0队停在A，下副坐庄。"],
    ),
    "demoted": (
        LevelsChanged(ACE, Standing(("2", "T"), 1)),
        [
            "  team 0 is sent back to 2.",
            "  team 1 rises from 9 to 10 and hosts the next deal.",
        ],
        [
            "  Team 0 fällt auf 2 zurück.",
            "  Team 1 steigt von 9 auf 10 und ist im nächsten Spiel Gastgeber.",
        ],
        ["  0队退回打2。", "  1队从9升到10，下副坐庄。"],
    ),
    "demoted_but_hosts": (
        LevelsChanged(ACE, Standing(("2", "9"), 0)),
        ["  team 0 is sent back to 2 and hosts the next deal."],
        ["  Team 0 fällt auf 2 zurück und ist im nächsten Spiel Gastgeber."],
        ["  0队退回打2，下副坐庄。"],
    ),
    "won": (LevelsChanged(ACE, Standing(("A", "9"), 0, (2, 0), 0)), [], [], []),
    "won_against_a_failure": (
        LevelsChanged(Standing(("A", "A"), 1), Standing(("A", "A"), 0, (0, 1), 0)),
        ["  team 1 has failed on the ace, 1 so far."],
        ["  Team 1 ist am Ass gescheitert, bisher 1-mal."],
        ["  1队打A未过，累计1次。"],
    ),
    "match_over": (
        MatchOver(1),
        ["", "team 1 wins the match"],
        ["", "Team 1 gewinnt die Partie"],
        ["", "1队赢得整场"],
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", LINES)
def test_an_event_is_told_in_each_language(case: str, language: str) -> None:
    event, *expected = LINES[case]
    assert told(event, language) == expected[LANGUAGES.index(language)]


def test_every_class_of_event_is_tried_above() -> None:
    assert {type(event) for event, *_ in LINES.values()} == set(Event.__subclasses__())


def test_an_event_of_an_unknown_class_is_passed_over() -> None:
    assert told(Event()) == []


@pytest.mark.parametrize("case", LINES)
def test_without_signs_english_lines_are_ascii(case: str) -> None:
    for line in told(LINES[case][0], signs=False):
        assert line.isascii(), line


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("later_deal", ["", "Deal 12 - level T - team 1 hosts"]),
        ("turned", ["  Turned card: DT, dealt to seat 2."]),
        ("paid", ["  Tribute from seat 1 to seat 0: HR."]),
        (
            "bomb",
            [
                "",
                "  Trick 1 - seat 2 leads",
                "    seat 2  S5 S6 H2=S7 S8 S9       *** straight flush ***",
            ],
        ),
        ("rise_of_the_guests", ["  team 1 rises from 2 to T and hosts the next deal."]),
    ],
)
def test_without_signs_cards_are_spelled_as_in_the_notation(case: str, expected: list[str]) -> None:
    assert told(LINES[case][0], signs=False) == expected


# --- What a narrator remembers ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (["SA"], "it paid the tribute."),
        (["SA", "SK"], "it paid the higher card."),
        (["SB", "HR"], "it paid the higher card."),
        (["SA", "HA"], "the tributes were equal."),
        (["HR", "HR"], "the tributes were equal."),
    ],
    ids=str,
)
def test_the_lead_after_tribute_says_what_decided(cards: list[str], says: str) -> None:
    narrator = Narrator()
    for payer, card in zip((1, 3), cards, strict=False):
        narrator.lines(TributePaid(payer, 0, Card.parse(card)))
    lead = LeadGiven(1, LeadReason.TRIBUTE)
    assert bare(narrator.lines(lead)) == [f"  seat 1 leads: {says}"]
    narrator.lines(Dealt(2, Rank.TWO, 0, NO_HANDS))
    assert bare(narrator.lines(lead)) == ["  seat 1 leads: it paid the tribute."]


def test_tricks_are_counted_from_one_in_each_deal() -> None:
    narrator = Narrator()
    heads: list[str] = []
    for event in [
        Played(0, SINGLE, 2),
        Played(1, SINGLE, 2),
        Passed(2),
        TrickWon(1, 1),
        Played(1, SINGLE, 1),
        Dealt(2, Rank.TWO, 0, NO_HANDS),
        Played(3, SINGLE, 26),
    ]:
        heads += [line for line in bare(narrator.lines(event)) if "Trick" in line]
    assert heads == [
        "  Trick 1 · seat 0 leads",
        "  Trick 2 · seat 1 leads",
        "  Trick 1 · seat 3 leads",
    ]


@pytest.mark.parametrize(
    ("language", "left"), [("en", "  7 left"), ("de", "  noch 7"), ("zh", "  余7张")]
)
def test_how_many_are_left_is_told_of_a_seat_that_has_reported(language: str, left: str) -> None:
    narrator = Narrator(language)
    narrator.lines(Played(1, SINGLE, 8))
    narrator.lines(CountReported(1, 8))
    [other] = bare(narrator.lines(Played(2, SINGLE, 7)))
    [played] = bare(narrator.lines(Played(1, SINGLE, 7)))
    [last] = bare(narrator.lines(Played(1, SINGLE, 0)))
    assert played.endswith(left)
    assert played.removesuffix(left) == last
    assert not other.endswith(left)
    narrator.lines(Dealt(2, Rank.TWO, 0, NO_HANDS))
    assert not bare(narrator.lines(Played(1, SINGLE, 7)))[-1].endswith(left)


def test_the_next_deal_and_the_end_of_the_match_say_the_levels() -> None:
    narrator = Narrator()
    narrator.lines(LevelsChanged(NINE, Standing(("9", "T"), host=1)))
    [_, head] = bare(narrator.lines(Dealt(2, Rank.TEN, 1, NO_HANDS)))
    assert head == "Deal 2 · level 10 · team 1 hosts · levels 9 : 10"
    narrator.lines(LevelsChanged(ACE, Standing(("A", "T"), 0, (2, 0), 0)))
    assert bare(narrator.lines(MatchOver(0))) == [
        "",
        "team 0 wins the match · levels A : 10 · 2 deals",
    ]


# --- Cards and plays --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "level", "signs", "ascii_signs"),
    [
        ("S5 S6 H2 S8 S9", "2", "♠5 ♠6 ♥2→♠7 ♠8 ♠9", "S5 S6 H2=S7 S8 S9"),
        ("S9 HT D9 HT", "T", "♠9 ♦9 ♥10→9 ♥10→9", "S9 D9 HT=9 HT=9"),
        ("ST HT", "T", "♠10 ♥10", "ST HT"),
        ("HT", "T", "♥10", "HT"),
        ("SB SB HR HR", "2", "small joker small joker big joker big joker", "SB SB HR HR"),
        ("C9 D9 S9 H2 H2", "2", "♠9 ♣9 ♦9 ♥2→9 ♥2→9", "S9 C9 D9 H2=9 H2=9"),
    ],
)
def test_a_play_shows_its_wilds_as_what_they_stand_for(
    cards: str, level: str, signs: str, ascii_signs: str
) -> None:
    combo = a_play(cards, level)
    assert plain(Narrator().play(combo)) == signs
    assert plain(Narrator(signs=False).play(combo)) == ascii_signs


def test_two_wilds_that_are_any_pair_are_shown_so() -> None:
    combo = Combo.parse("S9 D9 C9 H2=* H2=*", "2")
    assert plain(Narrator().play(combo)).endswith("♥2→* ♥2→*")
    assert plain(Narrator(signs=False).play(combo)) == "S9 C9 D9 H2=* H2=*"


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", "small joker small joker big joker big joker"),
        ("de", "kl. Joker kl. Joker gr. Joker gr. Joker"),
        ("zh", "小王 小王 大王 大王"),
    ],
)
def test_jokers_in_a_row_have_short_names(language: str, row: str) -> None:
    bomb = a_play("SB SB HR HR")
    assert plain(Narrator(language).play(bomb)) == row
    assert plain(Narrator(language, signs=False).play(bomb)) == "SB SB HR HR"


def test_a_play_that_is_wider_than_its_column_is_shown_whole() -> None:
    bomb = a_play("ST ST HT HT CT CT DT DT H2 H2")
    assert told(Played(0, bomb, 17))[-1] == (
        "    seat 0  ♠10 ♠10 ♥10 ♥10 ♣10 ♣10 ♦10 ♦10 ♥2→10 ♥2→10  *** bomb of 10 ***"
    )


def test_a_wild_as_its_own_face_in_a_straight_flush_needs_no_explaining() -> None:
    combo = Combo.parse("H2 H3 H4 H5 H6", "2")
    assert plain(Narrator().play(combo)) == "♥2 ♥3 ♥4 ♥5 ♥6"


def test_spans_have_the_styles_of_what_they_show() -> None:
    narrator = Narrator()
    assert [narrator.card(Card.parse(name)) for name in ("S5", "H5", "C5", "D5", "SB")] == [
        Span("♠5", "black"),
        Span("♥5", "red"),
        Span("♣5", "black"),
        Span("♦5", "red"),
        Span("small joker", "joker"),
    ]
    assert narrator.card(Card.parse("H2"), Rank.NINE) == Span("♥2→9", "wild")
    assert narrator.card(Card.parse("H2"), Rank.TWO) == Span("♥2", "red")
    assert narrator.card(Card.parse("H2")) == Span("♥2", "red")
    assert narrator.kind(SINGLE) == Span("single", "kind")
    assert narrator.kind(FLUSH) == Span("*** straight flush ***", "bomb")
    narrator.lines(CountReported(3, 2))
    played = [span for span in narrator.lines(Played(3, SINGLE, 1))[-1] if span.text.strip()]
    assert [span.style for span in played] == ["seat3", "red", "kind", "dim", "dim"]
    [paid] = narrator.lines(TributePaid(1, 0, HR))
    assert [span.style for span in paid if span.style] == ["seat1", "seat0", "joker"]
    [resisted] = narrator.lines(Resisted((1, 3)))
    assert [span.style for span in resisted[1:]] == ["good", "seat1", "good", "seat3", "good"]
    [rise] = narrator.lines(LINES["rise"][0])
    assert [span.style for span in rise if span.style] == ["team0"]


def test_cards_in_a_row() -> None:
    row = (Span("♦10", "red"), Span(" "), Span("small joker", "joker"))
    assert Narrator().cards([DT, SB]) == row
    assert Narrator().cards([]) == ()


def test_hands_are_shown_where_they_are_asked_for_and_known() -> None:
    event = Dealt(1, Rank.TWO, None, SOME_HANDS)
    shown = bare(Narrator(hands=True).lines(event))
    assert shown[2:] == ["  seat 0  ♦3 ♥2 small joker", "  seat 2  ♠10 big joker"]
    assert len(Narrator().lines(event)) == 2
    assert len(Narrator(hands=True).lines(event.seen_by(None))) == 2
    assert bare(Narrator("zh", hands=True, signs=False).lines(event))[2] == "  0号位  D3 H2 SB"
    later = Dealt(3, Rank.TEN, 1, SOME_HANDS)
    assert bare(Narrator("de", hands=True, signs=False).lines(later)) == [
        "",
        "Spiel 3 - Stufe T - Team 1 ist Gastgeber",
        "  Platz 0  H2 D3 SB",
        "  Platz 2  ST HR",
    ]


def test_a_whole_hand_is_shown_in_rows_that_fit_a_terminal() -> None:
    [event, *_] = Match(seed=7).deal_next()
    for language in LANGUAGES:
        lines = Narrator(language, hands=True).lines(event)[2:]
        assert max(map(width, lines)) <= 80
        assert sum(len(plain(line)) > 0 for line in lines) == len(lines) > 4
        shown = [span for line in lines for span in line if span.style in ("black", "red", "joker")]
        assert len(shown) == 108


def test_the_second_row_of_a_hand_begins_below_the_first() -> None:
    event = Dealt(1, Rank.TWO, None, (None, Hand(DECK[:27]), None, None))
    first, second = bare(Narrator(hands=True).lines(event))[2:]
    assert first.startswith("  seat 1  ♠3 ♠3 ♥3 ")
    assert second.startswith(" " * 10 + "♦4 ♦4 ")
    assert len(first.split()) + len(second.split()) == 2 + 27


# --- Around the events ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "own", "preset", "teams"),
    [
        (
            "en",
            "seed 7 · rules of its own",
            "seed 7 · rules pagat · bots a, b, c, d",
            "team 0: seat 0 and seat 2 · team 1: seat 1 and seat 3",
        ),
        (
            "de",
            "Startwert 7 · eigene Regeln",
            "Startwert 7 · Regeln pagat · Bots a, b, c, d",
            "Team 0: Platz 0 und Platz 2 · Team 1: Platz 1 und Platz 3",
        ),
        (
            "zh",
            "种子 7 · 自定规则",
            "种子 7 · 规则 pagat · 机器人 a, b, c, d",
            "0队：0号位、2号位 · 1队：1号位、3号位",
        ),
    ],
)
def test_the_title_says_which_match_it_is(language: str, own: str, preset: str, teams: str) -> None:
    narrator = Narrator(language)
    assert bare(narrator.title(7, None)) == [own, teams]
    assert bare(narrator.title(7, "pagat", ["a", "b", "c", "d"])) == [preset, teams]


@pytest.mark.parametrize(
    ("language", "before", "within", "after", "levels"),
    [
        (
            "en",
            "Stopped before the first deal",
            "Stopped in deal 3",
            "Stopped after deal 3",
            "levels 10 : 2",
        ),
        (
            "de",
            "Abgebrochen vor dem ersten Spiel",
            "Abgebrochen in Spiel 3",
            "Abgebrochen nach Spiel 3",
            "Stufen 10 : 2",
        ),
        ("zh", "开局前中止", "第3副中止", "第3副后中止", "级数 10 : 2"),
    ],
)
def test_a_match_that_stopped_says_where(
    language: str, before: str, within: str, after: str, levels: str
) -> None:
    narrator = Narrator(language)
    for said, deals, inside in ((before, 0, False), (within, 3, True), (after, 3, False)):
        lines = bare(narrator.stopped(Standing(("T", "2"), 0), deals, within=inside))
        assert lines == ["", f"{said} · {levels}"]


def test_answers_to_what_was_asked() -> None:
    narrator = Narrator()
    assert narrator.no_play() == "no play"
    assert narrator.no_combination(Hand("ST S6"), Rank.TEN) == "♠6 ♠10 is no play on level 10"
    assert narrator.no_combination(Hand(), Rank.TEN) == "there are no cards, so no play"
    assert plain(narrator.plays(5, 3)) == "plays: 5, shapes: 3"
    without = Narrator(signs=False)
    assert without.no_combination(Hand("ST S6"), Rank.TEN) == "S6 ST is no play on level T"


def test_a_list_of_plays_is_in_columns() -> None:
    combos = [a_play("DT"), a_play("SB"), FLUSH]
    lines = Narrator("zh").listing(combos)
    columns = [width(line[:-1]) for line in lines]
    assert len(set(columns)) == 1
    assert bare(lines)[-1] == "♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** 同花顺 ***"
    assert Narrator().listing([]) == []


def test_the_width_of_a_line_is_in_columns() -> None:
    assert width(()) == 0
    assert width((Span("♠5→"), Span("小王"), Span("，", "dim"))) == 3 + 4 + 2
    assert width((Span("ß"), Span("♥2→♠7"), Span("♠10"))) == 1 + 5 + 3


def test_a_plain_line_has_no_blanks_at_its_end() -> None:
    assert plain((Span("a "), Span("b", "bomb"), Span("  "))) == "a b"
    assert plain(()) == ""


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        Narrator("fr")


def test_a_deal_is_told_from_its_events() -> None:
    deal = Deal.at(["S5 S6 S8 S9 H2", "S3 S4", "D3", "C3 C4"], "2", to_act=0)
    narrator = Narrator()
    events = [*deal.play("S5 S6 H2=S7 S8 S9"), *deal.pass_(), *deal.pass_(), *deal.pass_()]
    events += deal.play("D3")
    assert [line for event in events for line in bare(narrator.lines(event))] == [
        "",
        "  Trick 1 · seat 0 leads",
        "    seat 0  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** straight flush ***",
        "    seat 0 is out: first.",
        "    seat 1  pass",
        "    seat 2  pass",
        "    seat 3  pass",
        "    seat 0 wins the trick and is out: seat 2 leads (jiefeng).",
        "",
        "  Trick 2 · seat 2 leads",
        f"    seat 2  {'♦3':22}  single",
        "    seat 2 is out: second.",
        "",
        "  Finish: first seat 0, second seat 2: a 1-2 win.",
    ]


def test_columns_stand_below_each_other_where_signs_are_wide() -> None:
    deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "HR HR SB SB D9", "S7"], "2", to_act=0)
    narrator = Narrator("zh")
    events = [*deal.play("S5 S6 S8 S9 H2"), *deal.pass_(), *deal.play("HR HR SB SB")]
    assert [line for event in events for line in bare(narrator.lines(event))] == [
        "",
        "  第1轮 · 0号位先出",
        "    0号位  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** 同花顺 ***",
        "    1号位  不出",
        "    2号位  小王 小王 大王 大王     *** 天王炸 ***",
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches_are_told_in_clean_lines(preset: str) -> None:
    narrators = [Narrator(language, hands=True) for language in LANGUAGES]
    lines: list[str] = []

    def tell(event: Event) -> None:
        rows = [bare(narrator.lines(event)) for narrator in narrators]
        assert len({len(row) for row in rows}) == 1, "the languages tell the same lines"
        for row in rows:
            lines.extend(row)

    players = [bot(name, seed=seat) for seat, name in enumerate(["easy", "random"] * 2)]
    match = play_match(players, rules=preset, seed=3, on_event=tell)
    assert match.winner is not None
    for line in lines:
        assert line == line.rstrip()
        assert line.isprintable()
        assert "{" not in line
        assert "None" not in line
