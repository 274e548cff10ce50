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
    TributePaid,
    play_match,
)
from guandan.help.names import LANGUAGES, words
from guandan.render.text import Line, Narrator, Span, plain, width


def bare(lines: list[Line]) -> list[str]:
    return [plain(line) for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", ["payer_to_first", "first", "higher_seat"])
def test_the_lead_after_equal_tributes_says_which_rule_decided(option: str, language: str) -> None:
    said = words(language)
    seat = said.say("seat", seat=3)
    reasons = set()
    for rules in (Rules().replace(equal_tribute_lead=option), None):
        narrator = Narrator(language, rules=rules)
        for payer, receiver in ((3, 0), (1, 2)):
            narrator.lines(TributePaid(payer, receiver, Card.parse("SA")))
        (line,) = bare(narrator.lines(LeadGiven(3, LeadReason.TRIBUTE)))
        key = "lead.tribute_equal" + (f".{option}" if rules else "")
        assert line == "  " + said.say(key, seat=seat)
        reasons.add(line)
    assert len(reasons) == 2


@pytest.mark.parametrize("preset", ["tournament", "tabletop", "njupt"])
def test_the_reason_is_true_of_the_deals_that_are_played(preset: str) -> None:
    rules = Rules.preset(preset)
    told = 0
    for seed in range(30):
        if told:
            break
        paid: list[TributePaid] = []
        first = None
        narrator = Narrator(rules=rules)
        for event in play_match([EasyBot()] * 4, rules=rules, seed=seed).events:
            lines = bare(narrator.lines(event))
            match event:
                case TributePaid():
                    paid.append(event)
                case DealOver(finish=finish):
                    first, paid = finish[0], []
                case LeadGiven(seat=seat) if "tributes were equal" in lines[0]:
                    told += 1
                    if "it paid the first player" in lines[0]:
                        assert (seat, first) in {(one.payer, one.receiver) for one in paid}
                    elif "it was first" in lines[0]:
                        assert seat == first
                    else:
                        assert seat == max(one.payer for one in paid)
                case _:
                    pass
    assert told


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
