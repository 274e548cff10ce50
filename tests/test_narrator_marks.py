"""What a narrator adds for whoever sits there, for the rules played, and where all is open."""

from __future__ import annotations

import pytest

from guandan import (
    SEATS,
    Card,
    Deal,
    DealOver,
    EasyBot,
    LeadGiven,
    LeadReason,
    Match,
    Phase,
    Rules,
    Seat,
    TributePaid,
)
from guandan.help.names import LANGUAGES, words
from guandan.render.text import Line, Narrator, Span, plain, width


def bare(lines: list[Line]) -> list[str]:
    return [plain(line) for line in lines]


@pytest.mark.parametrize("told", [False, True], ids=["from who leads", "by the rules"])
@pytest.mark.parametrize("payers", [(1, 3), (3, 1)], ids=str)
@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("payer_to_first", "and it paid the first player."),
        ("first", "and it was first in the last deal."),
        ("higher_seat", "and it is the payer with the higher number."),
    ],
)
def test_the_lead_after_equal_tributes_says_which_rule_decided(
    option: str, says: str, payers: tuple[Seat, Seat], told: bool
) -> None:
    leader = {"payer_to_first": payers[0], "first": 0, "higher_seat": 3}[option]
    narrator = Narrator(rules=Rules().replace(equal_tribute_lead=option) if told else None)
    for payer, receiver in zip(payers, (0, 2), strict=True):
        narrator.lines(TributePaid(payer, receiver, Card.parse("SA")))
    (line,) = bare(narrator.lines(LeadGiven(leader, LeadReason.TRIBUTE)))
    if not told and leader == payers[0]:
        says = "and it paid the first player."  # true, whatever the rules are
    assert line == f"  seat {leader} leads: the tributes were equal, {says}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_you_and_your_partner_are_marked(language: str) -> None:
    said = words(language)
    you, partner = said.say("you"), said.say("partner")
    narrator = Narrator(language, you=3)
    deal = Deal.at(["S7", "S9 D3", "S6 S8", "S5 H5 C4"], "2", to_act=3)
    lines = [
        plain(line)
        for seat, cards in ((3, "S5"), (0, None), (1, "S9"))
        for event in (deal.pass_(seat) if cards is None else deal.play(cards, seat))
        for line in narrator.lines(event)
    ]
    assert f"（{you}）" in lines[1] if language == "zh" else f"({you})" in lines[1]
    assert lines[2].startswith(f"    {you} ")
    assert any(line.startswith(f"    {partner} ") for line in lines)
    assert {width((Span(line.partition("♠")[0]),)) for line in lines if "♠" in line} == {
        6 + max(width((narrator.player(seat),)) for seat in SEATS)
    }
    # A line of four names, of which none is the longest on a terminal.
    assert plain((Narrator(language).player(3),)) == said.say("seat", seat=3)


@pytest.mark.parametrize("rules", ["tournament", "tabletop"])
def test_what_is_left_is_shown_where_all_cards_are_open(rules: str) -> None:
    match = Match(Rules.preset(rules), seed=11)
    narrator, hidden, brief = Narrator(unplayed=True), Narrator(unplayed=True, you=0), Narrator()
    deals = 0
    while match.phase is not Phase.OVER:
        for event in match.step([EasyBot()] * 4):
            lines, without = bare(narrator.lines(event)), bare(brief.lines(event))
            seen = event.seen_by(0)
            assert "  Cards left in hand:" not in ([] if seen is None else bare(hidden.lines(seen)))
            if not isinstance(event, DealOver):
                assert lines == without
                continue
            deals += 1
            assert lines[:3] == [*without, "  Cards left in hand:"]
            assert match.deal is not None
            hands = {seat: match.deal.view(seat).hand for seat in SEATS}
            shown = " ".join(lines[3:]).split()
            assert shown.count("seat") == sum(map(bool, hands.values()))
            cards = [word for word in shown if word[0] in "♠♥♣♦"]
            jokers = shown.count("joker")
            assert len(cards) + jokers == sum(map(len, hands.values()))
            assert set(cards) == {
                brief.card(card).text for hand in hands.values() for card in hand if card.suit
            }
    assert deals > 3
