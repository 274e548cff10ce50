"""The worked cases and the field reports about combinations, comparison and legal plays."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from guandan import (
    DECK,
    Card,
    Combo,
    GuandanError,
    Hand,
    InputTypeError,
    Kind,
    NotationError,
    Rank,
    Rules,
    best_reading,
    classify,
    legal_plays,
)
from vectors import Facts, Report, Vector, each, report, reports, vectors

# --- the rules ------------------------------------------------------------------------------------


def fits(combo: Combo, wanted: Facts) -> bool:
    """Whether a combo is the reading of a case; only what the case names is compared."""
    found: dict[str, object] = {
        "kind": str(combo.kind),
        "rank": str(combo.rank),
        "size": combo.size,
        "suit": None if combo.suit is None else str(combo.suit),
        "pair": "*" if combo.shape.pair is None else str(combo.shape.pair),
        "wilds": sorted(map(str, combo.stands_for)),
    }
    named = {key: sorted(value) if key == "wilds" else value for key, value in wanted.items()}
    return found | named == found


def matched(combos: Iterable[Combo], wanted: Iterable[Facts]) -> bool:
    """Whether combos and the readings of a case match one to one."""
    left = list(combos)
    for facts in wanted:
        fitting = [combo for combo in left if fits(combo, facts)]
        if len(fitting) != 1:
            return False
        left.remove(fitting[0])
    return not left


def the_reading(play: Facts, level: str, rules: Rules) -> Combo:
    """The reading that a case means: the only one, or the only one as it says."""
    [combo] = [
        combo for combo in classify(play["cards"], level, rules) if fits(combo, play.get("as", {}))
    ]
    return combo


@each(vectors("classify"))
def test_classify(case: Vector) -> None:
    found = classify(case.given["cards"], case.level, Rules.from_dict(case.rules))
    assert matched(found, case.expected["readings"])
    for combo in found:
        assert Hand(combo.cards) == combo.hand == Hand(case.given["cards"])
        assert len(combo.stands_for) == combo.wilds == combo.hand.wilds(case.level)


@each(vectors("best_reading"))
def test_best_reading(case: Vector) -> None:
    rules = Rules.from_dict(case.rules)
    over = the_reading(case.given["over"], case.level, rules) if "over" in case.given else None
    found = best_reading(case.given["cards"], case.level, over=over, rules=rules)
    assert fits(found, case.expected)


@each(vectors("compare"))
def test_compare(case: Vector) -> None:
    rules = Rules.from_dict(case.rules)
    a, b = (the_reading(case.given[side], case.level, rules) for side in "ab")
    assert a.beats(b) is case.expected["beats"]
    assert not (a.beats(b) and b.beats(a))


@each(vectors("legal_follow"))
def test_legal_plays(case: Vector) -> None:
    rules = Rules.from_dict(case.rules)
    table = case.given["table"]
    over = the_reading(table, case.level, rules) if table else None
    plays = legal_plays(case.given["hand"], case.level, over=over, rules=rules)
    distinct = {(combo.kind, combo.rank, combo.size): combo for combo in plays}
    assert matched(distinct.values(), case.expected["plays"])
    assert case.expected["pass_allowed"] is (plays.over is not None)


# --- the field reports ----------------------------------------------------------------------------


@each(reports("classify"))
def test_reported_readings(case: Report) -> None:
    found = [
        [str(combo.kind), str(combo.rank), combo.size]
        for combo in classify(case.given["cards"], case.level)
    ]
    wanted = [
        [kind, "HR" if kind == "joker_bomb" else rank, size]
        for kind, rank, size in case.correct["readings"]
    ]
    assert sorted(found) == sorted(wanted)


@each(reports("compare"))
def test_reported_comparisons(case: Report) -> None:
    a, b = (best_reading(case.given[side], case.level) for side in "ab")
    assert a.beats(b) is case.correct["a_beats_b"]
    assert b.beats(a) is case.correct["b_beats_a"]


@each(reports("moves"))
def test_reported_plays(case: Report) -> None:
    table = case.given["table"]
    over = best_reading(table, case.level) if table else None
    plays = legal_plays(case.given["hand"], case.level, over=over)
    found = {combo.hand for combo in plays}
    assert found >= {Hand(cards) for cards in case.correct.get("include", [])}
    assert not found & {Hand(cards) for cards in case.correct.get("exclude", [])}
    assert len(found) == case.correct.get("distinct_card_multisets", len(found))
    assert bool(plays) is bool(found)
    if case.correct.get("only_pass"):
        assert not plays
    assert case.correct["passes"] is (plays.over is not None)
    for cards in case.correct.get("include", []):
        assert cards in plays
    for cards in case.correct.get("exclude", []):
        assert cards not in plays


def test_wld_23_the_cards_of_a_play_are_the_cards_of_the_hand() -> None:
    case = report("WLD-23")
    [pair] = classify("S8 H2", case.level)
    assert (pair.kind, pair.rank) == (Kind.PAIR, Rank.EIGHT)
    assert pair.cards == (Card.parse("S8"), Card.parse("H2"))
    assert pair.stands_for == (Rank.EIGHT,)


def test_gen_20_what_was_wild_on_the_last_level_is_so_no_more() -> None:
    case = report("GEN-20")
    hand, table = Hand(case.given["hand"]), case.given["table"]
    assert hand in legal_plays(hand, "2", over=table)
    assert not legal_plays(hand, case.level, over=table)
    assert hand in legal_plays(hand, "2", over=table)  # nothing is remembered from the level before


def test_gen_23_equal_copies_make_one_play() -> None:
    case = report("GEN-23")
    plays = legal_plays(case.given["hand"], case.level)
    assert [str(play) for play in plays] == ["S5", "C5", "S5 C5", "C5 C5", "S5 C5 C5"]
    assert list(plays) == list(plays)


def test_api_03_one_of_two_equal_cards_is_taken() -> None:
    assert report("API-03").area == "API misuse"
    hand = Hand("C5 C5 D7")
    assert hand - "C5" == Hand("C5 D7")
    assert hand - "C5 C5" == Hand("D7")
    assert hand == Hand("D7 C5 C5")  # and the hand itself is as it was


def test_api_06_spellings_of_the_ten() -> None:
    assert report("API-06").area == "API misuse"
    assert Card.parse("ST") is Card.parse("S10")
    assert (Card.parse("ST").rank, str(Card.parse("S10"))) == (Rank.TEN, "ST")
    for text in ("st", "SZ", "S1", ""):
        with pytest.raises(ValueError) as caught:  # noqa: PT011  # what is asked for is a ValueError
            Card.parse(text)
        assert isinstance(caught.value, NotationError)
        assert repr(text) in str(caught.value)
        assert caught.value.text == text


@pytest.mark.parametrize("level", [0, 1, 14, 52, "11", "SB", "14", "0", "1"])
def test_api_08_impossible_levels(level: Any) -> None:
    assert report("API-08").area == "API misuse"
    for call in (classify, legal_plays, best_reading):
        with pytest.raises(NotationError) as caught:
            call("S5", level)
        assert isinstance(caught.value, InputTypeError) is not isinstance(level, str)
        assert str(level) in str(caught.value)


def test_api_10_generator_and_validator_agree() -> None:
    """A sample; tests/property holds it against the oracle as well."""
    assert report("API-10").area == "API misuse"
    rng = random.Random(10)
    for level in "23456789TJQKA":
        for wilds in range(3):
            cards = [*["H" + level] * wilds, *map(str, rng.sample(DECK, 9))]
            if cards.count("H" + level) > 2:
                cards = [*cards[2:], "SB" if cards.count("SB") < 2 else "HR"]
            if any(copies > 2 for copies in Counter(cards).values()):
                continue
            plays = legal_plays(cards, level)
            generated = list(plays)
            assert all(play in plays for play in generated)
            readings = {reading for play in generated for reading in classify(play.hand, level)}
            assert readings == set(generated)


def test_api_13_no_use_of_the_global_random_state() -> None:
    assert report("API-13").area == "API misuse"
    random.seed(1)
    before = random.getstate()
    plays = legal_plays(rng_hand(), "2")
    listed = [*plays, *plays.shapes(), *classify("S5 S6 S7 H2 H2", "2")]
    assert random.getstate() == before
    random.seed(2)
    again = [*plays, *plays.shapes(), *classify("S5 S6 S7 H2 H2", "2")]
    assert listed == again


def rng_hand() -> Hand:
    return Hand(random.Random(3).sample(DECK, 27))


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_api_13_nor_of_the_order_in_which_a_process_hashes_text(seed: str) -> None:
    script = (
        "from guandan import legal_plays\n"
        "plays = legal_plays('S3 D3 C3 S4 D4 C4 S5 S6 S7 H2 H2 SB SB HR', '2')\n"
        "print([str(p) for p in plays], [str(p) for p in plays.shapes()])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
        text=True,
    )
    plays = legal_plays("S3 D3 C3 S4 D4 C4 S5 S6 S7 H2 H2 SB SB HR", "2")
    assert run.stdout.strip() == f"{[str(p) for p in plays]} {[str(p) for p in plays.shapes()]}"


def test_ser_07_plays_are_compared_by_cards_and_reading() -> None:
    assert report("SER-07").area == "serialization"
    one, two = classify("S5 S6 S8 S9 H2", "2")
    assert one != two  # the same cards, another reading
    assert one == classify("H2 S9 S8 S6 S5", "2")[0]
    assert hash(one) == hash(classify("H2 S9 S8 S6 S5", "2")[0])
    assert len({one, two, *classify("H2 S6 S5 S9 S8", "2")}) == 2
    # Texts that run together the same way are not the same cards.
    assert Hand("SB S5") != Hand("S5 HR")
    assert classify("S5 C5", "2")[0] != classify("S5 D5", "2")[0]
    text: object = "S5"
    assert classify("S5", "2")[0] != text


def test_lvl_17_the_deck() -> None:
    assert report("LVL-17").area == "match flow"
    counted = Counter(DECK)
    assert len(DECK) == 108 == 4 * 27
    assert len(counted) == 54
    assert set(counted.values()) == {2}
    assert sum(card.is_joker for card in DECK) == 4
    assert len(Hand(DECK)) == 108


def events_of(hand: Hand, over: Combo | None) -> int:
    """How many calls, of Python or C functions, it takes to list the shapes of a hand.

    Nothing is timed, so the answer is the same on every machine. The compiled kernel shows no
    calls at all, and passes the more easily.
    """
    number = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    plays = legal_plays(hand, "2", over=over)
    sys.setprofile(count)
    try:
        len(plays)
        plays.shapes()
        bool(plays)
        "S3" in plays  # noqa: B015  # asked for the sake of the work it takes
    finally:
        sys.setprofile(None)
    return number


def test_prf_02_work_depends_on_the_hand_and_the_table_not_on_all_plays() -> None:
    """An engine that tries every play of the deck works for a tiny hand as for a full one."""
    assert report("PRF-02").area == "performance"
    of_the_deck = len(legal_plays(DECK, "2").shapes())
    assert of_the_deck > 1_000  # and 135,000 plays: what trying them all would cost at least
    rng = random.Random(2)
    single = best_reading("S3", "2")
    costs: dict[int, list[int]] = {}
    for size in (3, 9, 27):
        hands = [Hand(rng.sample(DECK, size)) for _ in range(30)]
        costs[size] = [events_of(hand, single) for hand in hands]
    assert max(costs[3]) < of_the_deck
    mean = {size: sum(found) / len(found) for size, found in costs.items()}
    assert mean[3] <= mean[9] <= mean[27]
    # A table that few plays beat is dearer to nobody.
    hand = Hand(rng.sample(DECK, 27))
    assert events_of(hand, best_reading("SB SB HR HR", "2")) < events_of(hand, None)


def test_prf_02_counting_does_not_enumerate() -> None:
    wide = Hand("S3 H3 C3 D3 S4 H4 C4 D4 S5 H5 C5 D5 S6 H6 C6 D6 S7 H7 C7 D7 S8 H8 C8 D8 H2 H2")
    plays = legal_plays(wide, "2")
    number = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        length = len(plays)
    finally:
        sys.setprofile(None)
    shapes = len(plays.shapes())
    assert length > 10_000
    assert number < 40 * shapes < length


def test_errors_of_this_layer_are_the_librarys_own() -> None:
    for cards in (None, 5, b"S5", ["S5", None], "S5 S5 S5", "S5 X", object()):
        with pytest.raises(GuandanError):
            classify(cards, "2")  # type: ignore[arg-type]  # what an untyped caller could write
