"""A person at the table: whole games over a scripted console, and every thing that can be typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from guandan import (
    FACES,
    BaseStrategy,
    CardsNotHeld,
    Combo,
    Deal,
    Match,
    NotationError,
    Rules,
    Standing,
    StrategyError,
)
from guandan.help.names import LANGUAGES, words
from guandan.help.sorting import SortOrder
from guandan.render.text import Line, Narrator, Span, plain
from guandan.table import YOU, Saved
from guandan.table.console import Complete
from guandan.table.screen import Screen
from guandan.table.spelling import spelled
from guandan.table.turn import Asker, choose_play
from guandan.table.typed import Typed, Verb, find_cards, read_typed
from person import Script, answers, game, saved


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


# --- Whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deal_is_played_to_its_end(path: Path, language: str) -> None:
    console = Script(then="!")
    assert game(console, path, language=language).play()
    assert words(language).say("match.over", team="").strip() in console.text.replace("  ", " ")
    assert not path.exists(), "nobody asked for a file"
    assert any("经验" in line or "xp" in line.lower() or "rfahrung" in line or "experience" in line
               for line in console.lines)  # fmt: skip


def test_a_short_match_with_tribute_is_played_to_its_end(path: Path) -> None:
    # Enter pays and returns what is recommended, deals on, and passes where nothing beats.
    console = Script()

    def ask(complete: Callable[[str], Iterable[str]]) -> str:
        list(complete(""))
        asked = console.lines[-1]
        return "!" if asked.startswith(("Beat", "You lead")) else ""

    console.ask = ask  # type: ignore[method-assign]
    assert game(console, path, saved(Rules(start_level="T"), 8)).play()
    assert "Choose the tribute" in console.text
    assert "Choose the card to return" in console.text
    assert "Enter for the next deal." in console.text
    assert "You get" in console.text


def test_a_game_left_and_gone_on_with_is_the_same_game(path: Path) -> None:
    whole = Script("save", then="!")
    assert game(whole, path).play()
    expected = Saved.from_json(path.read_text("utf-8")).record
    path.unlink()

    rest = Script("!", "!", "quit")
    assert not game(rest, path).play()
    assert f"Saved in {path}. To go on:\n  guandan play --continue {path}" in rest.text
    for typed in ([], ["!", "^C"], ["!"]):
        begun = Saved.from_json(path.read_text("utf-8"))
        console = Script(*typed)
        if "^C" in typed:
            with pytest.raises(KeyboardInterrupt):
                game(console, path, begun).play()
        else:
            assert not game(console, path, begun).play()
        assert "The game goes on where it was saved." in console.text
    last = Script(then="!")
    assert game(last, path, Saved.from_json(path.read_text("utf-8"))).play()
    ended = Saved.from_json(path.read_text("utf-8"))
    assert ended.record == expected
    # The finished game is in the file, so that nobody plays its end again.
    again = Script()
    assert game(again, path, ended).play()
    assert "wins the match" in again.text


def test_an_interruption_while_the_bots_play_saves_a_whole_game(path: Path) -> None:
    for number in (1, 2, 5):
        console = Script(then="!")
        console.interrupt_wait_at = number
        with pytest.raises(KeyboardInterrupt):
            game(console, path, saved(speed=0.25)).play()
        assert console.lines[-2].startswith("Saved in")
        assert set(console.waited) == {0.25}
        Match.from_record(Saved.from_json(path.read_text("utf-8")).record)


def test_a_bot_that_fails_costs_nobody_the_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_spec: object, _seed: int) -> BaseStrategy:
        return BaseStrategy()  # which does not say how it plays

    monkeypatch.setattr("guandan.bots.BotSpec.make", broken)
    console = Script(then="!")
    with pytest.raises(StrategyError, match="does not say how it plays"):
        game(console, path).play()
    assert console.lines[-2].startswith("Saved in")
    monkeypatch.undo()
    assert game(Script(then="!"), path, Saved.from_json(path.read_text("utf-8"))).play()


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    console = Script("save")
    assert not game(console, tmp_path / "missing" / "game.json").play()
    assert "cannot be written: No such file" in console.text


# --- What can be typed at any time --------------------------------------------------------------


def test_every_command_is_explained(path: Path) -> None:
    text = answers(path, "help").text
    for verb in Verb:
        head = {Verb.CARDS: "S5 H5", Verb.LOOK: "S5 S6 ?"}.get(verb, verb)
        assert verb in {Verb.ENTER, Verb.UNKNOWN} or f"  {head} " in text
    # What stands there can be typed.
    lines = text.splitlines()
    at = lines.index("> help") + 1
    for line in lines[at : at + len(Verb) - 2]:
        typed = line[2:11].strip()
        assert read_typed(typed, words("en")).verb is not Verb.UNKNOWN


def test_the_hand_is_sorted_in_turn_or_as_named(path: Path) -> None:
    console = answers(path, "sort", "sort", "sort", "sort com", "sort x")
    assert "sorted by rank, suit, combination, not by x" in console.text
    assert Saved.from_json(path.read_text("utf-8")).order is SortOrder.COMBINATION


def test_the_speed_is_changed_in_the_middle(path: Path) -> None:
    console = answers(path, "speed 0.5", "speed", "speed x", "speed 61", "!")
    assert console.text.count("0.5 s after each play") == 2
    assert console.text.count("from 0 to 60") == 2
    assert console.waited
    assert Saved.from_json(path.read_text("utf-8")).speed == 0.5


def test_counters_levels_and_arrangements(path: Path) -> None:
    text = answers(path, "count", "levels", "arrange").text
    assert "unseen:  big joker 1  small joker 1  wild card 2  level card 4" in text
    assert "team 0  [2] 3 " in text
    assert "9 turns | cost " in text
    assert "The cheapest first" in text


def test_what_means_nothing_is_said(path: Path) -> None:
    text = answers(path, "dance", "").text
    assert "There is no command dance: type help." in text
    assert text.count("Beat seat 3") == 3


def test_between_deals_only_enter_deals(path: Path) -> None:
    console = Script()
    tried = ["-", "?", "s5", "5 ?"]
    trying = iter(tried)

    def ask(complete: Callable[[str], Iterable[str]]) -> str:
        assert "arrange" in list(complete("ar"))
        asked = console.lines[-1]
        if console.text.count("No cards are played between deals.") == len(tried):
            raise EOFError
        return next(trying) if asked == "Enter for the next deal." else "!"

    console.ask = ask  # type: ignore[method-assign]
    assert not game(console, path, saved(Rules(start_level="T"), 6)).play()
    at = console.lines.index("No cards are played between deals.")
    assert console.lines[at + 1] == "Enter for the next deal."


def test_what_is_recommended_between_deals_is_to_go_on(path: Path) -> None:
    console = Script(then="!")
    assert game(console, path, saved(Rules(start_level="K"), 8)).play()
    assert "Enter for the next deal.\n> !\n\nDeal 2" in console.text
    assert "does nothing here" not in console.text


@pytest.mark.parametrize("typed", ["help", "count", "levels", "speed", "sort x", "dance", "save"])
def test_what_is_answered_is_followed_by_the_question_again(path: Path, typed: str) -> None:
    console = answers(path, typed)
    questions = [at for at, line in enumerate(console.lines) if line.startswith("Beat seat 3")]
    at = console.lines.index(f"> {typed}")
    assert len(questions) == 2
    assert questions[0] == at - 1
    assert questions[1] > at + 1


# --- A turn -------------------------------------------------------------------------------------


def turn(
    hand: str, *typed: str, table: str | None = None, completing: str = ""
) -> tuple[Combo | str | None, Script]:
    """What a person with this hand plays by typing so; "left" if that is not all."""
    console = Script(*typed)
    console.completing = completing
    owner = None if table is None else 3
    deal = Deal.at([hand, "S3", "S4", "S6"], "2", to_act=0, table=table, owner=owner)
    said = words("en")

    def ask(question: Line, complete: Complete) -> Typed:
        console.show(question)
        return read_typed(console.ask(complete), said)

    asker = Asker(
        screen=Screen(Narrator(said), said, YOU),
        words=said,
        show=console.show,
        ask=ask,
        verify=lambda play: deal.verify_play(play, YOU),
        verify_pass=lambda: deal.verify_pass(YOU),
    )
    try:
        return choose_play(asker, deal.view(YOU), SortOrder.RANK), console
    except EOFError:
        return "left", console


FLUSH = "S5 S6 S8 S9 H2"


@pytest.mark.parametrize(
    ("hand", "table", "typed", "play"),
    [
        ("S5 D5 SK", None, ["S5 D5"], "S5 D5"),
        ("S5 D5 SK", None, ["5 5"], "S5 D5"),
        ("S5 D5 ST", None, ["10"], "ST"),
        ("S5 D5 C5 SB SB", None, ["5 5 5 SB SB"], "S5 C5 D5 SB SB"),
        ("S5 D5 SK", "S4", ["-"], None),
        ("S5 D5 SK", "S4", ["pass"], None),
        ("S5 D5 SK", "SA", [""], None),
        ("S5 D5 SK", "S4", ["", "?2"], "SK"),
        ("S5 D5 SK", "S4", ["?", "!"], "SK"),
        (FLUSH, None, [FLUSH, ""], "S5 S6 H2=S7 S8 S9"),
        (FLUSH, None, [FLUSH, "2"], "S5 S6 H2=7 S8 S9"),
        (FLUSH, None, [FLUSH, "3", FLUSH, "1"], "S5 S6 H2=S7 S8 S9"),
        (FLUSH, None, [FLUSH, "what", "S5 S6 H2=7 S8 S9"], "S5 S6 H2=7 S8 S9"),
        ("S5 S6 S7 S8 D9", None, ["straight S5 S6 S7 S8 D9"], "S5 S6 S7 S8 D9"),
    ],
)
def test_what_is_typed_is_played(
    hand: str, table: str | None, typed: list[str], play: str | None
) -> None:
    found, _ = turn(hand, *typed, table=table)
    assert (None if found is None else str(found)) == play


@pytest.mark.parametrize(
    ("hand", "table", "typed", "reason"),
    [
        ("S5 SK", None, "-", "Who leads may not pass."),
        ("S5 SK", "S9", "S5", "That does not beat the play on the table."),
        ("S5 SK", None, "S5 SK", "These cards are no play."),
        ("S5 SK", None, "SA", "The hand does not hold these cards."),
        ("S5 SK", None, "5 5", "The hand does not hold these cards."),
        ("S5 SK", None, "S1", "That is no card: a card is a suit and a rank"),
        ("S5 SK", None, "S5=", "That is not written as it should be"),
        ("S5 SK", None, "S5 S5 S5", "A card is there more often than twice."),
        ("S5 SK", None, "?9", "There is no hint 9"),
        ("S5 SK", None, "?x", "There is no hint x"),
        ("S5 SK", None, "sort", "sort does nothing here: help says"),
        (FLUSH, None, "S5 S6 S8", "can follow: ♥2 ♠9"),
    ],
)
def test_bad_input_is_answered_with_the_reason_and_asked_again(
    hand: str, table: str | None, typed: str, reason: str
) -> None:
    found, console = turn(hand, typed, table=table)
    assert found == "left"
    assert reason in console.text
    asked = "You lead." if table is None else "Beat seat 3"
    assert console.text.count(asked) == 2


def test_hints_mark_the_recommended_and_what_breaks_a_bomb() -> None:
    _, console = turn("S7 D7 C7 H7 S9", "?", table="S5")
    text = console.text
    assert "*  1  ♠9  single  recommended" in text
    assert "   2  ♦7  single  breaks bomb of 4: 7" in text
    assert "   4  pass" in text


def test_a_selection_shows_what_it_is_and_dims_what_cannot_follow() -> None:
    _, console = turn("S5 S5 D5 SK H2 SB", "S5 ?", "look SK SB", "S5 D5 S5 H2 ?")
    assert "now: single 5" in console.text
    assert "can follow: ♥2 ♠5 ♦5" in console.text
    assert "nothing can follow" in console.text
    styles = {span.text: span.style for span in console.spans}
    assert styles["+♠5"] == "good"
    assert Span("SB", "dim") in console.spans
    assert styles["+♥2*"] == "good"


def test_cards_that_can_follow_complete_what_is_typed() -> None:
    _, console = turn("S5 D5 SK", "x")
    assert console.completed[0][:3] == ["S5", "D5", "SK"]
    assert "levels" in console.completed[0]
    _, console = turn("S5 D5 SK", "x", completing="S5 ")
    assert console.completed[0] == ["D5"]
    _, console = turn("S5 D5 SK", "x", completing="S1 S")
    assert console.completed[0] == []


def test_a_card_to_pay_or_give_back_is_one_of_those_due(path: Path) -> None:
    match = Match(Rules(start_level="T"), 6)
    console = Script()
    seen: list[str] = []

    def ask(complete: Callable[[str], Iterable[str]]) -> str:
        asked = console.lines[-1]
        if not asked.startswith("Choose"):
            return "!" if asked.startswith(("Beat", "You lead")) else ""
        options = list(complete(""))
        tries = ["look S5", "S1", "HR" if asked.startswith("Choose the card") else "S2", options[0]]
        seen.append(tries[len(seen) % 4])
        return seen[-1]

    console.ask = ask  # type: ignore[method-assign]
    assert game(console, path, Saved(match.record(), ("easy",) * 3, 0, SortOrder.RANK)).play()
    assert "look does nothing here: help says what can be typed." in console.text
    assert "This card may not be" in console.text


# --- Reading what is typed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verb", "rest"),
    [
        ("", Verb.ENTER, ""),
        (" - ", Verb.PASS, ""),
        ("p", Verb.PASS, ""),
        ("?", Verb.HINTS, ""),
        ("? 3", Verb.HINTS, "3"),
        ("!", Verb.ADVICE, ""),
        ("S5 S6 ?", Verb.LOOK, "S5 S6"),
        ("look  S5", Verb.LOOK, "S5"),
        ("q", Verb.QUIT, ""),
        ("sp 2", Verb.SPEED, "2"),
        ("zzz 1", Verb.UNKNOWN, "zzz"),
        ("Zzz", Verb.UNKNOWN, "Zzz"),
        ("x", Verb.UNKNOWN, "x"),
        ("5 5", Verb.CARDS, "5 5"),
        ("♠5", Verb.CARDS, "S5"),
        ("straight S5", Verb.CARDS, "straight S5"),
        # Of any case; what can be both is a command in small letters.
        ("s9 c9", Verb.CARDS, "S9 C9"),
        ("h4h10", Verb.CARDS, "H4 HT"),
        ("k k", Verb.CARDS, "K K"),
        ("kk", Verb.CARDS, "K K"),
        ("Q", Verb.CARDS, "Q"),
        ("q q", Verb.CARDS, "Q Q"),
        ("sa", Verb.SAVE, ""),
        ("SA", Verb.CARDS, "SA"),
        ("sa ca", Verb.CARDS, "SA CA"),
        ("Help", Verb.HELP, ""),
        ("SPEED 1", Verb.SPEED, "1"),
        ("sb HR bj", Verb.CARDS, "SB HR HR"),
        ("s5 s6 h2=s7", Verb.CARDS, "S5 S6 H2=S7"),
        ("s5 h6 ?", Verb.LOOK, "S5 H6"),
        ("look s5", Verb.LOOK, "S5"),
        # As the screen writes it.
        ("♥2* ♥2→* ♠️10", Verb.CARDS, "H2 H2=* ST"),
        ("S1", Verb.CARDS, "S1"),
        ("H2=", Verb.CARDS, "H2="),
        ("H2=x", Verb.CARDS, "H2=x"),
        # From a Chinese keyboard.
        ("？２", Verb.HINTS, "2"),
        ("！", Verb.ADVICE, ""),
        ("Ｓ５，Ｈ５", Verb.CARDS, "S5 H5"),
    ],
)
def test_what_is_typed_is_a_command_or_cards(text: str, verb: Verb, rest: str) -> None:
    assert read_typed(text, words("en")) == Typed(verb, rest)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_the_screen_gives_a_card_can_be_typed(language: str) -> None:
    said = words(language)
    narrator = Narrator(said)
    for card in FACES:
        for text in (str(card), narrator.card(card).text, plain(narrator.cards([card]))):
            for written in (text, text.lower(), text.upper()):
                assert spelled(written, said) == str(card)
        assert card.is_joker or spelled(said.say(f"rank.{card.rank}"), said) == card.rank
    assert read_typed(said.say("pass"), said).verb is Verb.PASS


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        ("zh", "黑桃5 红桃10 梅花K方块A", "S5 HT CK DA"),
        ("zh", "小王 小王、大王", "SB SB HR"),
        ("zh", "♥2→黑桃7", "H2=S7"),
        ("de", "Pik 5 HERZ Zehn kreuz k KaroAss", "S5 HT CK DA"),
        ("de", "kl. Joker großer joker", "SB HR"),
        ("de", "dame acht sieben", "Q 8 7"),
        ("en", "spades 5, hearts ten small joker", "S5 HT SB"),
        ("en", "大王", None),
    ],
)
def test_cards_may_be_called_as_the_language_calls_them(
    language: str, text: str, cards: str | None
) -> None:
    assert spelled(text, words(language)) == cards


def test_ranks_take_the_cards_whose_loss_hurts_least() -> None:
    view = Deal.at(["S3 S4 S5 S6 S7 D5 H2 D2", "S8", "S9", "SJ"], "2", to_act=0).view(0)
    assert str(find_cards("5", view)) == "D5"
    assert str(find_cards("2", view)) == "D2"
    assert str(find_cards("3 4", view)) == "S3 S4"  # no play: the first ones
    assert str(find_cards("2 2 3", view)) == "H2 D2 S3"  # the wild stands for a three
    with pytest.raises(CardsNotHeld, match="holds 1 cards of rank 3"):
        find_cards("3 3", view)
    with pytest.raises(NotationError):
        find_cards("5 X", view)


# --- The screen ---------------------------------------------------------------------------------


def test_the_ladder_names_the_host() -> None:
    said = words("en")
    lines = Screen(Narrator(said), said, YOU).ladder(Standing(("5", "T"), 1))
    assert plain(lines[0]).startswith("team 0   2  3  4 [5] 6 ")
    assert plain(lines[1]).endswith(" A   team 1 hosts")


def test_small_counts_and_certain_plays_stand_out() -> None:
    said = words("en")
    view = Deal.at(["HR SB S5", "S6", "S3", "S4"], "2", to_act=0).view(0)
    text = "\n".join(map(plain, Screen(Narrator(said), said, YOU).unseen(view)))
    assert "nothing can beat: small joker (single); big joker (single)" in text
    assert "seat 1 (1)" in text


def test_the_widest_hand_fits_in_a_terminal() -> None:
    said = words("en")
    cards = [f"{suit}{rank}" for rank in "3456789TJQKA" for suit in "SD"]
    view = Deal.at([" ".join(["SB", "H2", *cards]), "C3", "C4", "C6"], "2", to_act=0).view(0)
    screen = Screen(Narrator(said), said, YOU)
    assert all(len(plain(line)) <= 80 for line in screen.hand(view, SortOrder.RANK))
    combos = screen.hand(view, SortOrder.COMBINATION)
    assert all(len(plain(line)) <= 80 for line in combos)
    nothing = Deal.at(["S5", "C3", "C4", "C6"], "2", to_act=1).view(None)
    assert screen.hand(nothing, SortOrder.RANK) == []
