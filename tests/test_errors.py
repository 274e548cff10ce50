"""The errors: one root, codes, what they are besides, and their way through a pickle."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

import guandan
from guandan import (
    AmbiguousPlay,
    Card,
    CardsNotHeld,
    Combo,
    DoesNotBeat,
    GuandanError,
    Hand,
    IllegalAction,
    IncomparablePlays,
    InputTypeError,
    Kind,
    Match,
    NotACard,
    NotACombination,
    NotationError,
    Rank,
    Rules,
    RulesError,
    StrategyError,
    Suit,
    TooManyCopies,
    best_reading,
    classify,
    errors,
    legal_plays,
)

ERRORS: list[type[GuandanError]] = [getattr(errors, name) for name in errors.__all__]


def test_all_of_them_are_public() -> None:
    defined = [
        value
        for value in vars(errors).values()
        if inspect.isclass(value) and issubclass(value, BaseException)
    ]
    assert {error.__name__ for error in defined} == set(errors.__all__)
    assert errors.__all__ == sorted(errors.__all__)
    for error in ERRORS:
        assert getattr(guandan, error.__name__) is error


def test_codes() -> None:
    codes = [error.code for error in ERRORS]
    assert len(set(codes)) == len(codes)
    for error in ERRORS:
        assert "code" in vars(error)  # its own, not its parent's
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", error.code)


@pytest.mark.parametrize("error", ERRORS)
def test_one_root_and_the_kind_of_python(error: type[GuandanError]) -> None:
    assert issubclass(error, GuandanError)
    assert error.__doc__
    # A strategy may fail for any reason; whatever else is wrong is wrong with a value.
    of_python = issubclass(error, ValueError | LookupError)
    assert of_python is (error is not GuandanError and not issubclass(error, StrategyError))
    assert issubclass(error, TypeError) is ("Type" in error.__name__)


def test_what_is_not_there_is_a_lookup_error() -> None:
    assert issubclass(CardsNotHeld, LookupError)
    assert issubclass(CardsNotHeld, ValueError)


def test_families() -> None:
    actions = [
        "WrongPhase",
        "MatchIsOver",
        "NotYourTurn",
        "AlreadyChosen",
        "CardsNotHeld",
        "DoesNotBeat",
        "MustLead",
        "NotPayable",
        "NotReturnable",
        "HandTooSmall",
    ]
    for name in actions:
        assert issubclass(getattr(errors, name), IllegalAction)
    assert not issubclass(NotACombination, IllegalAction | NotationError)
    assert issubclass(InputTypeError, NotationError)
    assert issubclass(TooManyCopies, NotationError)
    assert issubclass(errors.RecordTypeError, errors.RecordError)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    "again",
    [
        copy.copy,
        copy.deepcopy,
        *[
            lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ],
    ],
)
def test_every_error_survives_copies_and_pickles(
    error: type[GuandanError], again: Callable[[GuandanError], GuandanError]
) -> None:
    [pair] = classify("S5 H2", "2", "njupt")
    facts = {"text": "S1", "position": 1, "play": pair, "hand": Hand("S5"), "answer": None}
    made = error("it does not fit: ♠", **facts)
    restored = again(made)
    assert type(restored) is error
    assert str(restored) == str(made) == "it does not fit: ♠"
    assert restored.args == made.args
    assert restored.facts == made.facts == facts
    assert {name: getattr(restored, name) for name in facts} == facts
    assert restored.code == error.code


def raised_by_the_values() -> list[GuandanError]:
    hand = Hand("S5 H2")
    [five] = classify("S5", "2")
    calls: list[Callable[[], object]] = [
        lambda: Card.parse("S1"),
        lambda: Card.parse(5),  # type: ignore[arg-type]  # what an untyped caller could write
        lambda: Hand("S5 S5 S5"),
        lambda: hand - "S6",
        lambda: Rules.preset("none"),
        lambda: best_reading("S5 S6", "2"),
        lambda: best_reading("S5", "2", over="S6"),
        lambda: Combo.parse("S5 S6 S7 S8 S9", "2", Rules(straight_flush_as_straight=True)),
        lambda: legal_plays("S5", "2", over="S5 S6 S7 S8 H2"),
        lambda: five.beats(classify("S5", "3")[0]),
    ]
    found: list[GuandanError] = []
    for call in calls:
        with pytest.raises(GuandanError) as caught:
            call()
        found.append(caught.value)
    return found


def test_errors_as_they_are_raised_survive_pickles() -> None:
    found = raised_by_the_values()
    assert {type(error) for error in found} == {
        NotACard,
        InputTypeError,
        TooManyCopies,
        CardsNotHeld,
        RulesError,
        NotACombination,
        DoesNotBeat,
        AmbiguousPlay,
        IncomparablePlays,
    }
    for error in found:
        restored = pickle.loads(pickle.dumps(error))
        assert type(restored) is type(error)
        assert str(restored) == str(error)
        assert restored.facts == error.facts


def test_facts_are_attributes() -> None:
    with pytest.raises(AmbiguousPlay) as caught:
        legal_plays("S5", "2", over="S5 S6 S8 S9 H2")
    assert (
        caught.value.readings == classify("S5 S6 S8 S9 H2", "2") == caught.value.facts["readings"]
    )
    error = NotationError("no", text="S1", position=1)
    assert (error.text, error.position, error.facts) == ("S1", 1, {"text": "S1", "position": 1})


@pytest.mark.parametrize("again", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_notes_survive(again: Callable[[GuandanError], GuandanError]) -> None:
    error = NotationError("no", text="S1", position=1)
    error.add_note("in line 5 of the file")
    assert getattr(again(error), "__notes__", []) == ["in line 5 of the file"]


def test_the_same_fact_is_of_the_same_type() -> None:
    calls: list[Callable[[], object]] = [
        lambda: best_reading("S5 S6", "2"),
        lambda: Combo.parse("S5 S6", "2"),
        lambda: Combo.parse("pair S5 S5 D5", "2"),
    ]
    types = set()
    for call in calls:
        with pytest.raises(NotACombination) as caught:
            call()
        types.add(type(caught.value.facts["cards"]))
    assert len(types) == 1


TOO_LONG: Any = 10**5_000


@pytest.mark.parametrize(
    "call",
    [
        lambda: Suit.parse(TOO_LONG),
        lambda: Rank.parse(TOO_LONG),
        lambda: Card(TOO_LONG),
        lambda: Card.parse(TOO_LONG),
        lambda: Kind.parse(TOO_LONG),
        lambda: Hand(TOO_LONG),
        lambda: Hand([TOO_LONG]),
        lambda: classify("S5", TOO_LONG),
        lambda: Combo.parse(TOO_LONG, "2"),
        lambda: Rules.preset(TOO_LONG),
        lambda: Rules(report_at=TOO_LONG),
        lambda: legal_plays("S5", "2", over=Combo(TOO_LONG, Rank.TWO, Rules())),
        lambda: Match().events_for(0, since=-TOO_LONG),
    ],
)
def test_a_number_too_long_for_a_message_is_described(call: Callable[[], object]) -> None:
    # Python writes no int of more than some thousands of digits, and the message must not try to.
    with pytest.raises(GuandanError, match="too long to be written") as caught:
        call()
    assert len(str(caught.value)) < 300
