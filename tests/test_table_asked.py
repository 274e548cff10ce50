"""What is listed and said at the prompt: hints of many plays, cards that are due, selections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from guandan import Card, Deal, EasyBot, Match, NotReturnable, Phase, PlayerView
from guandan.help.arrange import arrange
from guandan.help.hints import card_hints, hints
from guandan.help.names import LANGUAGES, words
from guandan.help.sorting import SortOrder
from guandan.render.text import Line, Narrator, plain, width
from guandan.table import YOU
from guandan.table.console import Complete
from guandan.table.screen import Screen
from guandan.table.turn import Asker, choose_card, choose_play
from guandan.table.typed import Typed, find_due, read_typed
from person import Script, game, saved


def screen(language: str = "en", *, signs: bool = True) -> Screen:
    said = words(language)
    return Screen(Narrator(said, signs=signs, you=YOU), said, YOU)


def asker(console: Script, language: str, verify: Callable[..., object], deal: Deal) -> Asker:
    said = words(language)

    def ask(question: Line, complete: Complete) -> Typed:
        console.show(question)
        return read_typed(console.ask(complete), said)

    return Asker(
        screen=screen(language),
        words=said,
        show=console.show,
        ask=ask,
        verify=lambda play: deal.verify_play(play, YOU),
        verify_pass=lambda: deal.verify_pass(YOU),
    )


def turn(hand: str, *typed: str, table: str | None = None, completing: str = "") -> Script:
    """What a person with this hand is told who types so."""
    console = Script(*typed)
    console.completing = completing
    owner = None if table is None else 3
    deal = Deal.at([hand, "S3", "S4", "S6"], "2", to_act=0, table=table, owner=owner)
    with pytest.raises(EOFError):
        choose_play(asker(console, "en", deal.verify_play, deal), deal.view(YOU), SortOrder.RANK)
    return console


# --- Hints of many plays ------------------------------------------------------------------------

MANY = "S3 H3 S4 C4 D5 S5 H6 S6 H7 C7 S8 D8 H9 S9 CT DT HJ SJ SQ DQ CK SK HA DA H2 H2 SB"


@pytest.mark.parametrize("typed", ["? all", "?all", "？ all"])
def test_of_many_hints_the_cheapest_are_listed_and_all_when_asked(typed: str) -> None:
    deal = Deal.at([MANY, "S3", "S4", "S6"], "2", to_act=0)
    every = hints(deal)
    assert len(every) > 100
    lines = turn(MANY, "?").lines
    listed = lines[lines.index("> ?") + 1 : -1]
    assert [int(line[1:4]) for line in listed[:20]] == list(range(1, 21))
    assert listed[20] == f"{len(every) - 20} more: ? all lists everything."
    (number,) = (at for at, hint in enumerate(every, 1) if hint.recommended)
    assert listed[21].startswith(f"*{number:>3}  ")
    assert len(listed) == 22
    lines = turn(MANY, typed).lines
    listed = lines[lines.index(f"> {typed}") + 1 : -1]
    assert [int(line[1:4]) for line in listed] == [*range(1, len(every) + 1), number]


def test_few_hints_are_all_listed_once() -> None:
    lines = turn("S5 D5 SK", "?").lines
    assert sum("recommended" in line for line in lines) == 1
    assert not any("? all" in line for line in lines)


# --- A card that is due -------------------------------------------------------------------------


def due(phase: Phase) -> PlayerView:
    """The view of seat 0 when it owes a card, of more ranks than one where it gives back."""
    for seed in range(30):
        match = Match(seed=seed)
        while match.phase is not Phase.OVER and match.deals_begun < 6:
            if match.phase is phase and YOU in match.due:
                view = match.view(YOU)
                if phase is Phase.TRIBUTE or len({card.rank for card in view.options}) > 4:
                    return view
            match.step([EasyBot()] * 4)
    raise AssertionError("no such deal")


def chosen(view: PlayerView, *typed: str, language: str = "en") -> tuple[Card, Script]:
    console = Script(*typed)

    def verify(card: Card) -> Card:
        if card not in view.options:
            raise NotReturnable("no", options=view.options)
        return card

    deal = Deal.at(["S5", "S3", "S4", "S6"], "2", to_act=0)
    asking = asker(console, language, verify, deal)
    return choose_card(asking, view, card_hints(view), "play.give", verify), console


def test_a_rank_alone_gives_the_card_whose_loss_hurts_least() -> None:
    view = due(Phase.RETURN)
    advice = card_hints(view)
    for rank in dict.fromkeys(card.rank for card in view.options):
        card, console = chosen(view, str(rank))
        assert card.rank is rank
        assert card in view.options
        if rank is advice.recommended.rank:
            assert card == advice.recommended
        assert len(console.lines) == 2, "it is taken at once"
        assert chosen(view, str(rank).lower())[0] == card or str(rank) in "QA"
    assert find_due(str(view.options[0]), view, advice) == view.options[0]


def test_one_card_is_due_and_no_more() -> None:
    view = due(Phase.RETURN)
    first, second = view.options[:2]
    for typed in (f"{first} {second}", f"{first}{second}", "3 3", "3 4"):
        assert "One card only." in chosen(view, typed, "")[1].text


def test_hints_of_a_card_are_listed_and_taken_by_number() -> None:
    view = due(Phase.RETURN)
    advice = card_hints(view)
    card, console = chosen(view, "?", "?99", "?2")
    assert card == view.options[1]
    at = console.lines.index("> ?")
    listed = console.lines[at + 1 : at + 1 + len(view.options)]
    assert [int(line[1:4]) for line in listed] == list(range(1, len(view.options) + 1))
    (marked,) = (line for line in listed if "recommended" in line)
    assert view.options[int(marked[1:4]) - 1] == advice.recommended
    assert "There is no hint 99" in console.text
    assert chosen(view, "!")[0] == chosen(view, "")[0] == advice.recommended


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", [Phase.TRIBUTE, Phase.RETURN])
def test_a_refusal_writes_cards_as_the_prompt_does(phase: Phase, language: str) -> None:
    view = due(phase)
    wrong = next(card for card in view.hand if card not in view.options)
    _, console = chosen(view, str(wrong), "", language=language)
    options = " ".join(map(screen(language).card, view.options))
    question, _, refusal, again, _ = console.lines
    assert options in question
    assert options in refusal
    assert question == again


def test_what_is_typed_for_a_card_is_completed_with_cards_and_commands() -> None:
    view = due(Phase.RETURN)
    completed = chosen(view, "")[1].completed[0]
    assert completed[: len(view.options)] == list(map(str, view.options))
    assert "arrange" in completed


# --- Selections and commands --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "table", "typed", "said"),
    [
        ("H7 H8 SK", None, "H7 H8 ?", ["now: no play", "nothing can follow"]),
        ("H7 S7 SK", None, "h7 s7 ?", ["now: pair 7", "nothing can follow"]),
        (
            "H7 S7 SK",
            "S9",
            "7 ?",
            ["now: single 7, which does not beat the table", "nothing can follow"],
        ),
        ("H7 S7 C7 D7 SK", "S9", "7 ?", ["now: single 7, which does not", "can follow: ♥7 ♣7 ♦7"]),
    ],
)
def test_a_selection_says_what_it_is_even_if_it_cannot_be_played(
    hand: str, table: str | None, typed: str, said: list[str]
) -> None:
    lines = turn(hand, typed, table=table).lines
    found = lines[lines.index(f"> {typed}") + 1 : -1]
    for line, wanted in zip(found[-len(said) :], said, strict=True):
        assert line.startswith(wanted)


def test_commands_are_completed_where_a_line_begins() -> None:
    assert "arrange" in turn("S5 D5 SK", completing="ar").completed[0]
    assert "arrange" not in turn("S5 D5 SK", completing="S5 ").completed[0]
    assert turn("S5 D5 SK", completing="s5 d").completed[0] == ["D5"]


# --- The hand and its cuts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "jokers", "legend"),
    [
        ("en", {"SB", "HR"}, "  SB = small joker  HR = big joker"),
        ("de", {"SB", "HR"}, "  SB = kleiner Joker  HR = großer Joker"),
        ("zh", {"小王", "大王"}, None),
    ],
)
def test_jokers_in_the_hand_are_explained(
    language: str, jokers: set[str], legend: str | None
) -> None:
    view = Deal.at(["SB HR S5", "S3", "S4", "S6"], "2", to_act=0).view(YOU)
    lines = list(map(plain, screen(language).hand(view, SortOrder.RANK)))
    assert jokers <= set(lines[0].split())
    assert lines[1:] == ([] if legend is None else [legend])
    bare = Deal.at(["S5", "S3", "S4", "S6"], "2", to_act=0).view(YOU)
    assert len(screen(language).hand(bare, SortOrder.RANK)) == 1
    # In a row a joker is called as in the tricks.
    assert screen(language).card(Card.parse("HR")) == words(language).say("row.HR")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cuts_of_the_hand_say_what_orders_them_and_fit_a_narrow_terminal(language: str) -> None:
    found = arrange(MANY, "2")
    head, *lines = screen(language).arrangements(found)
    assert plain(head) == words(language).say("play.arranged")
    assert all(width(line) <= 58 for line in lines)
    text = "\n".join(map(plain, lines))
    costs = [words(language).say("play.cost", cost=f"{cut.cost / 100:.2f}") for cut in found]
    places = [text.index(cost) for cost in costs]
    assert places == sorted(places)
    assert [cut.cost for cut in found] == sorted(cut.cost for cut in found)


def test_who_you_are_is_marked_in_the_game(tmp_path: Path) -> None:
    console = Script(then="!")
    game(console, tmp_path / "game.json", saved()).play()
    assert any(line.startswith("    you      ") for line in console.lines)
    assert any(line.startswith("    partner  ") for line in console.lines)
    assert any(line.startswith("    seat 1   ") for line in console.lines)
    assert "Beat seat 2 (partner): " in console.text
    assert "in hand:  you (" in console.text
