"""A play written with what its wilds stand for is that reading, wherever cards are asked about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan import (
    DECK,
    AmbiguousPlay,
    Combo,
    DoesNotBeat,
    Hand,
    Kind,
    NotACombination,
    NotationError,
    Rules,
    TooManyCopies,
    best_reading,
    classify,
    legal_plays,
)
from guandan.cli import main

Capture = pytest.CaptureFixture[str]
FREE = Rules(straight_flush_as_straight=True)


@given(
    st.lists(st.sampled_from([*DECK, *[DECK[2]] * 30, *[DECK[3]] * 30]), max_size=6),
    st.sampled_from([None, FREE, Rules(wild_pair_in_full_house="level_only")]),
)
def test_every_reading_is_found_by_its_text(cards: list[object], rules: Rules | None) -> None:
    try:
        hand = Hand(cards)  # type: ignore[arg-type]
    except TooManyCopies:
        return
    for combo in classify(hand, "2", rules):
        text = str(combo)
        assert Combo.parse(text, "2", rules) == combo
        assert best_reading(text, "2", rules=rules).hand == combo.hand
        for written in (text, f"{combo.kind} {text.removeprefix(f'{combo.kind} ')}"):
            if "=" in written or written[0].islower():
                assert classify(written, "2", rules) == (combo,)
                assert best_reading(written, "2", rules=rules) == combo
            assert written in legal_plays(hand, "2", rules=rules)


def test_a_written_play_is_that_reading_and_not_the_strongest() -> None:
    straight = "S5 S6 H2=7 S8 S9"
    assert [combo.kind for combo in classify(straight, "2")] == [Kind.STRAIGHT]
    assert best_reading(straight, "2").kind is Kind.STRAIGHT
    assert best_reading(straight, "2", over="C4 S5 S6 S7 S8").kind is Kind.STRAIGHT
    with pytest.raises(DoesNotBeat):  # the straight flush of these cards would
        best_reading(straight, "2", over="S4 H4 C4 D4")
    assert classify("straight S5 S6 S7 S8 S9", "2", FREE) == (
        Combo.parse("straight S5 S6 S7 S8 S9", "2", FREE),
    )


def test_what_is_written_wrongly_is_none_of_the_readings() -> None:
    for text in ("H2=7", "S5 S6 H2=9 S8 S9", "pair S5 S6", "tube S5 S6 H2=7 S8 S9"):
        assert classify(text, "2") == ()
        with pytest.raises(NotACombination):
            best_reading(text, "2")
    with pytest.raises(NotACombination, match="its cards are: H2$"):
        best_reading("H2=7", "2")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("S5 S6 S8 S9 H2", None),
        ("SK DK SQ CQ H2", None),
        ("S5 D5 S6 D6 H2 H2", None),
        ("full_house SK DK SQ CQ H2", None),
        ("S5 S6 S7 H2 H2", FREE),
    ],
)
def test_cards_of_several_readings_are_ambiguous(text: str, rules: Rules | None) -> None:
    with pytest.raises(AmbiguousPlay) as caught:
        Combo.parse(text, "2", rules)
    found = caught.value.readings
    assert len(found) > 1
    assert set(found) <= set(classify(text.removeprefix("full_house "), "2", rules))
    for combo in found:
        assert str(combo) in str(caught.value)


def test_a_play_of_one_reading_is_not_ambiguous_but_has_to_be_written_out() -> None:
    with pytest.raises(NotACombination, match="its cards are: S5 H2=5 H2=5"):
        Combo.parse("S5 H2 H2", "2")
    # Half written is written wrongly.
    with pytest.raises(NotACombination):
        Combo.parse("S5 S6 S7 H2=8 H2", "2")


@pytest.mark.parametrize("ask", [Hand, lambda text: legal_plays(text, "2")])
def test_what_a_wild_stands_for_is_not_written_among_cards(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(NotationError, match="what a wild stands for is written in a play"):
        ask("S5 H2=5")


def test_classify_at_the_command_line(capsys: Capture) -> None:
    assert main(["classify", "S5 S6 H2=7 S8 S9", "--level", "2"]) == 0
    out = capsys.readouterr().out
    assert "straight" in out
    assert "flush" not in out
    assert main(["classify", "H2=7", "--level", "2"]) == 1
    assert capsys.readouterr().err == (
        "guandan: 'H2=7' is no play on level 2 with what its wilds stand for; its cards are: H2\n"
    )
    assert main(["classify", "H2=", "--level", "2"]) == 2
