"""What a refused play is told: the class, the message, and the sentence for a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from guandan import (
    BaseStrategy,
    Combo,
    Deal,
    DoesNotBeat,
    GuandanError,
    Match,
    NoCards,
    NotACard,
    NotACombination,
    NotALevel,
    NotAsDeclared,
    NotASeat,
    NotationError,
    OtherKind,
    Phase,
    Rank,
    Record,
    SeatNeeded,
    StrategyError,
    StrategyFailed,
    UnknownFormat,
    best_reading,
    bot,
    classify,
    legal_plays,
)
from guandan.help.names import LANGUAGES, words
from guandan.seats import clean_team
from guandan.sim import Simulation

LEADING = ["S9 C9 SK", "S4", "S5 S6", "S6"]


def refused(call: Callable[[], object]) -> GuandanError:
    with pytest.raises(GuandanError) as caught:
        call()
    return caught.value


def at(table: str | None = None) -> Deal:
    over = {} if table is None else {"table": table, "owner": 1}
    return Deal.at(LEADING, "2", to_act=0, **over)  # type: ignore[arg-type]  # as a table writes it


def owed_by_two() -> Match:
    """A match in which two seats owe a tribute card."""
    for seed in range(40):
        match = Match(seed=seed)
        bots = [bot("easy", seed=seat) for seat in range(4)]
        while match.deals_begun < 3 and match.winner is None:
            match.step(bots)
            if match.phase is Phase.TRIBUTE and len(match.due) == 2:
                return match
    raise AssertionError("no double tribute")


class Failing(BaseStrategy):
    """Raises."""

    def choose_play(self, view: object) -> None:  # noqa: ARG002  # a strategy is given it
        raise RuntimeError("no idea")


class Wrong(BaseStrategy):
    """Passes, where it leads."""

    def choose_play(self, view: object) -> None:  # noqa: ARG002  # a strategy is given it
        return None


def led_by(strategy: type[BaseStrategy]) -> None:
    match = Match(seed=7)
    match.deal_next()
    match.step([strategy()] * 4)


OTHER_FORMAT = Match(seed=7).record().to_json().replace('"format": 1', '"format": 999')

CASES: list[tuple[str, Callable[[], object], type[GuandanError], str]] = [
    (
        "declared kind",
        lambda: at().play("S9 C9", kind="triple"),
        NotAsDeclared,
        "These cards are a play, but not the one that was named.",
    ),
    (
        "written kind",
        lambda: Combo.parse("triple S9 C9", "2"),
        NotAsDeclared,
        "These cards are a play, but not the one that was named.",
    ),
    (
        "written stand",
        lambda: Combo.parse("D4 D4 H2=5", "2"),
        NotAsDeclared,
        "These cards are a play, but not the one that was named.",
    ),
    ("no play", lambda: at().play("S9 SK"), NotACombination, "These cards are no play."),
    ("nothing", lambda: at().play(""), NoCards, "No cards are chosen."),
    ("no seat", lambda: Match(seed=7).view(9), NotASeat, "There is no such seat: they are 0 to 3."),
    (
        "no level",
        lambda: classify("S5", "99"),
        NotALevel,
        "There is no such level: they go from 2 to A.",
    ),
    (
        "no card",
        lambda: classify("S5 X9", "2"),
        NotACard,
        "That is no card: a card is a suit and a rank, such as S5 or HT; the jokers are SB and HR.",
    ),
    ("no team", lambda: clean_team(7), NotationError, "That is not written as it should be."),
    ("no rank", lambda: Rank.parse("Z"), NotationError, "That is not written as it should be."),
    (
        "too low",
        lambda: at("SK HK").play("S9 C9"),
        DoesNotBeat,
        "That does not beat the play on the table.",
    ),
    (
        "another kind",
        lambda: at("S5 H5 C5").play("S9 C9"),
        OtherKind,
        "Another kind of play is on the table: it takes that kind, or a bomb.",
    ),
    (
        "over a bomb",
        lambda: best_reading("S9 C9", "2", over="S5 H5 C5 D5"),
        OtherKind,
        "Another kind of play is on the table: it takes that kind, or a bomb.",
    ),
    (
        "a lower bomb",
        lambda: best_reading("S4 H4 C4 D4", "2", over="S5 H5 C5 D5"),
        DoesNotBeat,
        "That does not beat the play on the table.",
    ),
    (
        "simulated",
        lambda: Simulation(LEADING, "2", to_act=0, table="S5 H5 C5", owner=3).play(
            Combo.parse("S9 C9", "2")
        ),
        OtherKind,
        "Another kind of play is on the table: it takes that kind, or a bomb.",
    ),
    (
        "two seats",
        lambda: (found := owed_by_two()).pay_tribute(found.deal.tribute_options(found.due[0])[0]),  # type: ignore[union-attr]  # a deal is on
        SeatNeeded,
        "Two seats owe a card: name the one that chooses.",
    ),
    (
        "another format",
        lambda: Record.from_json(OTHER_FORMAT),
        UnknownFormat,
        "The record is of a version that cannot be read here.",
    ),
    ("it raises", lambda: led_by(Failing), StrategyFailed, "A player's program has failed."),
    ("it may not", lambda: led_by(Wrong), StrategyError, "A player's answer is not allowed."),
]


@pytest.mark.parametrize(
    ("call", "error", "sentence"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_player_is_told_what_was_wrong(
    call: Callable[[], object], error: type[GuandanError], sentence: str
) -> None:
    found = refused(call)
    assert type(found) is error
    assert words("en").error(found) == sentence
    # The same reasons in each language: a sentence of its own, not that of the class above.
    for language in LANGUAGES:
        table = words(language).table
        assert words(language).error(found) == table[f"error.{error.code}"]


def test_the_message_names_what_would_do() -> None:
    over_a_bomb = refused(lambda: best_reading("S9 C9", "2", over="S5 H5 C5 D5"))
    assert str(over_a_bomb).endswith("it is pair S9 C9, and it takes a higher bomb")
    over_a_triple = refused(lambda: best_reading("S9 C9", "2", over="S5 H5 C5"))
    assert str(over_a_triple).endswith("and it takes a higher triple or a bomb")
    declared = refused(lambda: Combo.parse("triple S9 C9", "2"))
    assert str(declared) == "S9 C9 is no triple on level 2; it is: pair S9 C9"


SMALL: list[Any] = ["s5 h5", "c3", "foo", "s5h5", "hr", "sb", "ht=5", "h", "s10 h10"]


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize(
    "call",
    [
        lambda text: classify(text, "2"),
        lambda text: Combo.parse(text, "2"),
        lambda text: best_reading(text, "2"),
        lambda text: at().play(text),
        lambda text: legal_plays("S5", "2", over=text),
    ],
    ids=["classify", "parse", "best_reading", "play", "over"],
)
def test_cards_in_small_letters_are_told_how_cards_are_written(
    text: str, call: Callable[[str], object]
) -> None:
    found = refused(lambda: call(text))
    assert type(found) is NotACard
    for written in ("S5", "HT", "SB", "HR"):
        assert written in str(found)
    assert "kind" not in str(found)
    assert ("letters are capitals" in str(found)) is (text != "foo")


def test_a_word_before_cards_is_meant_as_a_kind() -> None:
    for text in ("singles S5", "foo S5 H5"):
        found = refused(lambda text=text: Combo.parse(text, "2"))  # type: ignore[misc]  # bound now
        assert type(found) is NotationError
        assert "is no kind: there are single, pair" in str(found)
    assert str(Combo.parse("pair S5 H5", "2")) == "S5 H5"
