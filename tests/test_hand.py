"""Hands: immutable multisets of cards."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan import (
    DECK,
    Card,
    CardsNotHeld,
    Hand,
    InputTypeError,
    NotationError,
    Rank,
    TooManyCopies,
    classify,
)
from guandan.cards import FACES, LEVELS
from vectors import shown

hands = st.lists(st.sampled_from(range(108)), unique=True, max_size=40).map(
    lambda places: [DECK[place] for place in places]
)
# --- a multiset -----------------------------------------------------------------------------------


@given(hands)
def test_a_hand_counts_as_a_counter_does(cards: list[Card]) -> None:
    hand, counted = Hand(cards), Counter(cards)
    assert len(hand) == len(cards)
    assert bool(hand) is bool(cards)
    assert list(hand) == sorted(cards, key=lambda card: card.index)
    for card in FACES:
        assert hand.count(card) == hand.count(str(card)) == counted[card]
        assert (card in hand) is (str(card) in hand) is (counted[card] > 0)
    for level in LEVELS:
        assert hand.wilds(level) == counted[Card.parse(f"H{level}")]
        in_order = hand.sorted(level)
        assert Counter(in_order) == counted
        order = [*(rank for rank in LEVELS if rank is not level), level, *tuple(Rank)[13:]]
        places = [(order.index(card.rank), card.is_wild(level)) for card in in_order]
        assert places == sorted(places)


@given(hands)
def test_a_hand_is_read_back(cards: list[Card]) -> None:
    hand = Hand(cards)
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert copy.copy(hand) == copy.deepcopy(hand) == hand
    assert Hand(hand) == Hand(list(hand)) == Hand(map(str, cards)) == hand
    assert Hand(reversed(cards)) == hand
    assert hash(Hand(reversed(cards))) == hash(hand)


@given(hands, hands)
def test_sums_and_differences(one: list[Card], two: list[Card]) -> None:
    first, second = Hand(one), Hand(two)
    counts = Counter(one), Counter(two)
    held = counts[0] >= counts[1]
    assert first.includes(second) is first.includes(two) is held
    if held:
        assert Counter(first - second) == counts[0] - counts[1]
        assert (first - second) + second == first
    else:
        with pytest.raises(CardsNotHeld) as caught:
            first - two  # the fault that is tested
        missing = caught.value.facts["missing"]
        assert list(map(str, missing)) == [
            str(card) for card in FACES if card in (counts[1] - counts[0])
        ]
        assert caught.value.facts["cards"] == tuple(second)
    total = counts[0] + counts[1]
    if max(total.values(), default=0) <= 2:
        assert Counter(first + second) == total
        assert first + second == second + first
        assert (first + second) - first == second
    else:
        with pytest.raises(TooManyCopies):
            first + two  # the fault that is tested


@given(hands, hands)
def test_equal_hands_are_those_with_the_same_cards(one: list[Card], two: list[Card]) -> None:
    assert (Hand(one) == Hand(two)) is (Counter(one) == Counter(two))


def test_nothing_else_is_equal_to_a_hand() -> None:
    hand = Hand("S5")
    others: list[object] = ["S5", Card.parse("S5"), (Card.parse("S5"),), None, 5]
    assert all(hand != other for other in others)


def test_the_empty_hand() -> None:
    assert Hand() == Hand("") == Hand(()) == Hand("S5") - "S5"
    assert str(Hand()) == ""
    assert repr(Hand()) == "Hand('')"
    assert not Hand()
    assert Hand("S5").includes("")
    assert not Hand().includes("S5")
    assert Hand().sorted("2") == ()


def test_all_cards_at_once() -> None:
    hand = Hand(DECK)
    assert list(hand) == list(DECK)
    assert (len(hand), hand.wilds("7")) == (108, 2)
    assert not hand - DECK


def test_no_face_fits_into_all_cards() -> None:
    with pytest.raises(TooManyCopies, match="third copy of S5"):
        Hand(DECK) + "S5"  # the fault that is tested


@pytest.mark.parametrize("face", FACES, ids=str)
def test_no_third_copy_fits(face: Card) -> None:
    almost = Hand(DECK) - (FACES[-1] if face is FACES[0] else FACES[0])
    with pytest.raises(TooManyCopies, match=f"third copy of {face}"):
        almost + face  # the fault that is tested


def test_forms_of_what_is_added_or_taken() -> None:
    hand = Hand("S5 S5 H2")
    assert hand - "S5" == hand - Card.parse("S5") == hand - ["S5"] == hand - Hand("S5")
    assert hand - "S5" == Hand("S5 H2")
    assert hand + "♠10" == hand + iter(["ST"]) == Hand("S5 S5 H2 ST")
    assert hand == Hand("H2 S5 S5")  # untouched


def test_wilds_come_after_the_other_cards_of_their_rank() -> None:
    assert " ".join(map(str, Hand("HR H2 SB D2 DA S2 S3").sorted("2"))) == "S3 DA S2 D2 H2 SB HR"
    assert " ".join(map(str, Hand("H10 SA DT").sorted("10"))) == "SA DT HT"


# --- what is refused ------------------------------------------------------------------------------


def test_a_hand_is_frozen() -> None:
    hand = Hand("S5")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        hand.low = 0  # type: ignore[misc]  # the fault that is tested
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        hand.note = "mine"  # type: ignore[attr-defined]  # the fault that is tested


def test_a_third_copy() -> None:
    with pytest.raises(TooManyCopies, match="third copy of HT: the deck holds two") as caught:
        Hand("HT S5 H10 ♥10")
    assert caught.value.text == "HT"
    for half in ("S8", "S9", "SB", "HR"):  # both words of the kernel
        with pytest.raises(TooManyCopies, match=f"third copy of {half}"):
            Hand(f"{half} {half}") + half  # the fault that is tested


def test_cards_not_held() -> None:
    with pytest.raises(CardsNotHeld, match=r"does not hold S5 S5 HR: short of S5 HR$") as caught:
        Hand("S5 H5") - "HR S5 S5"  # the fault that is tested
    assert isinstance(caught.value, LookupError)
    assert caught.value.facts["cards"] == tuple(Hand("S5 S5 HR"))


@pytest.mark.parametrize(
    "value",
    [None, 5, True, float("nan"), b"S5", [5], [None], object(), classify("S5", "2")[0]],
    ids=shown,
)
def test_what_is_no_hand(value: str) -> None:
    hand = Hand("S5")
    for call in (Hand, Hand.parse, hand.includes, hand.__add__, hand.__sub__):
        with pytest.raises(InputTypeError):
            call(value)


@pytest.mark.parametrize("value", ["S", "s5", "S5 S", ["S5 S6"], Rank.FIVE, "\ud800"], ids=shown)
def test_what_holds_no_cards(value: str) -> None:
    hand = Hand("S5")
    for call in (Hand, Hand.parse, hand.includes, hand.__add__, hand.__sub__):
        with pytest.raises(NotationError):
            call(value)


def test_endless_cards() -> None:
    with pytest.raises(NotationError):
        Hand(itertools.repeat("S5"))
    with pytest.raises(NotationError):
        Hand("S5") + itertools.cycle(DECK)  # the fault that is tested


def test_counting_and_looking_for_other_things() -> None:
    hand = Hand("S5 S5")
    things: list[object] = [None, 5, ["S5"], Hand("S5"), float("nan"), b"S5"]
    assert not any(thing in hand for thing in things)
    assert not any(thing in hand for thing in ("S5 S5", "", "S1", Rank.FIVE, "\ud800"))
    for thing in ("S5 S5", "", "S1", Rank.FIVE):
        with pytest.raises(NotationError):
            hand.count(thing)
    with pytest.raises(InputTypeError):
        hand.count(5)  # type: ignore[arg-type]  # what an untyped caller could write


@pytest.mark.parametrize("level", [5, None, "SB", "1", Card.parse("H5")], ids=shown)
def test_no_level(level: str) -> None:
    with pytest.raises(NotationError):
        Hand("H5").wilds(level)
    with pytest.raises(NotationError):
        Hand("H5").sorted(level)


def test_a_mapping_is_refused_for_it_would_lose_second_copies() -> None:
    for cards in (Counter(["S5", "S5", "H5"]), {"S5": 2}):
        with pytest.raises(InputTypeError):
            Hand(cards)
    assert Hand(Counter(["S5", "S5", "H5"]).elements()) == Hand("S5 S5 H5")


def test_the_facts_of_an_error_are_of_one_kind() -> None:
    with pytest.raises(CardsNotHeld) as caught:
        Hand("S5") - "S6"  # the fault that is tested
    assert caught.value.facts["missing"] == (Card.parse("S6"),)
