"""`Combo`, the readings of cards, and the one that an undeclared play is."""

from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import attrs
import pytest

from guandan import (
    AmbiguousPlay,
    Card,
    Combo,
    DoesNotBeat,
    GuandanError,
    Hand,
    IncomparablePlays,
    InputTypeError,
    Kind,
    NotACard,
    NotACombination,
    NotALevel,
    NotationError,
    Rank,
    Rules,
    RulesError,
    Suit,
    TooManyCopies,
    best_reading,
    classify,
    legal_plays,
)
from guandan.combos import Shape, check_combo, clean_over, pick_reading
from guandan.rules import DEFAULT
from vectors import shown

FREE = Rules(straight_flush_as_straight=True)


def the(text: str, level: str = "2", rules: Rules | None = None) -> Combo:
    return Combo.parse(text, level, rules)


# --- what a combo says ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "rank", "size", "suit", "wilds", "pair", "is_bomb"),
    [
        ("S5", "single", "5", 1, None, 0, None, False),
        ("H2", "single", "2", 1, None, 1, None, False),
        ("SB SB", "pair", "SB", 2, None, 0, None, False),
        ("S5 D5 H2=5", "triple", "5", 3, None, 1, None, False),
        ("S9 D9 C9 SK DK", "full_house", "9", 5, None, 0, "K", False),
        ("S9 D9 C9 HR HR", "full_house", "9", 5, None, 0, "HR", False),
        ("S9 D9 C9 H2=* H2=*", "full_house", "9", 5, None, 2, None, False),
        ("S9 D9 H2=9 DK H2=K", "full_house", "9", 5, None, 2, "K", False),
        ("SA D2 C3 S4 S5", "straight", "5", 5, None, 0, None, False),
        ("SA DA S2 D2 S3 C3", "tube", "3", 6, None, 0, None, False),
        ("SA DA CA S2 D2 C2", "plate", "2", 6, None, 0, None, False),
        ("S9 D9 C9 H9", "bomb", "9", 4, None, 0, None, True),
        ("S9 D9 C9 H9 S9 D9 C9 H9 H2=9 H2=9", "bomb", "9", 10, None, 2, None, True),
        ("D5 D6 H2=D7 D8 D9", "straight_flush", "9", 5, "D", 1, None, True),
        ("SB SB HR HR", "joker_bomb", "HR", 4, None, 0, None, True),
    ],
)
def test_what_a_combo_says(
    text: str,
    kind: str,
    rank: str,
    size: int,
    suit: str | None,
    wilds: int,
    pair: str | None,
    is_bomb: bool,
) -> None:
    combo = the(text)
    assert (combo.kind, combo.rank, combo.size, combo.suit) == (kind, rank, size, suit)
    assert isinstance(combo.kind, Kind)
    assert isinstance(combo.rank, Rank)
    assert combo.suit is None or isinstance(combo.suit, Suit)
    assert (combo.wilds, combo.is_bomb) == (wilds, is_bomb)
    assert combo.shape == Shape(
        Kind(kind),
        Rank(rank),
        size,
        wilds,
        None if pair is None else Rank(pair),
        None if suit is None else Suit(suit),
    )
    assert len(combo.cards) == len(combo.slots) == size
    assert Hand(combo.cards) == combo.hand
    assert len(combo.stands_for) == wilds
    assert (combo.level, combo.rules) == (Rank.TWO, DEFAULT)


def test_cards_and_stands_in_the_written_order() -> None:
    combo = the("H2=4 S5 D6 S7 H2=8")
    assert " ".join(map(str, combo.cards)) == "H2 S5 D6 S7 H2"
    assert combo.stands_for == (Rank.FOUR, Rank.EIGHT)
    flush = the("H2=S4 S5 S6 S7 H2=S8")
    assert flush.stands_for == (Card.parse("S4"), Card.parse("S8"))
    assert [str(slot) for slot in flush.slots] == ["H2=S4", "S5", "S6", "S7", "H2=S8"]
    assert the("S9 D9 C9 H2=* H2=*").stands_for == ("*", "*")
    assert the("H2 S2").stands_for == (Rank.TWO,)


def test_combos_are_frozen() -> None:
    combo = the("S5")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        combo.code = 5  # type: ignore[misc]  # the fault that is tested
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        combo.note = "mine"  # type: ignore[attr-defined]  # the fault that is tested


def test_equality() -> None:
    combo = the("S5 D5")
    assert combo == the("D5 S5")
    assert hash(combo) == hash(the("D5 S5"))
    assert combo == the("S5 D5", rules=Rules())  # other but equal rules
    assert combo != the("S5 C5")
    assert combo != the("S5 D5", "3")
    assert combo != the("S5 D5", rules=Rules(resist=False))
    assert combo != the("S5 D5 C5")
    assert the("S5 S6 H2=7 S8 S9") != the("S5 S6 H2=S7 S8 S9")
    others: list[object] = ["S5 D5", Hand("S5 D5"), None, combo.code]
    assert all(combo != other for other in others)


@pytest.mark.parametrize("rules", [None, Rules.preset("njupt")])
def test_copies(rules: Rules | None) -> None:
    for combo in classify("S5 S6 S7 H2 H2", "2", rules):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(combo, protocol)) == combo
        assert copy.copy(combo) == copy.deepcopy(combo) == combo
        assert eval(repr(combo), {"Combo": Combo, "Rules": Rules}) == combo


# --- what beats what ------------------------------------------------------------------------------


LADDER = [
    "S3 S4 S5 D6 D7",  # an ordinary play
    "S3 D3 C3 H3",
    "SA DA CA HA",
    "S2 D2 C2 H2",  # the level's
    "S3 D3 C3 H3 S3",
    "S2 D2 C2 S2 D2",
    "SA S2 S3 S4 S5",
    "ST SJ SQ SK SA",
    "S3 D3 C3 H3 S3 D3",
    "S3 D3 C3 H3 S3 D3 C3",
    "S3 D3 C3 H3 S3 D3 C3 H3",
    "S3 D3 C3 H3 S3 D3 C3 H3 H2=3",
    "S3 D3 C3 H3 S3 D3 C3 H3 H2=3 H2=3",
    "S9 D9 C9 H9 S9 D9 C9 H9 H2=9 H2=9",
    "SB SB HR HR",
]


def test_the_order_of_bombs() -> None:
    combos = [the(text) for text in LADDER]
    for (low, weaker), (high, stronger) in itertools.product(enumerate(combos), repeat=2):
        assert stronger.beats(weaker) is (high > low)


def test_the_order_of_bombs_with_straight_flushes_above_all() -> None:
    rules = Rules(straight_flush_above="all")
    texts = [text for text in LADDER if "S4" not in text and "SQ" not in text]
    texts[-1:-1] = ["SA S2 S3 S4 S5", "ST SJ SQ SK SA"]
    combos = [the(text, rules=rules) for text in texts]
    for (low, weaker), (high, stronger) in itertools.product(enumerate(combos), repeat=2):
        assert stronger.beats(weaker) is (high > low)


@pytest.mark.parametrize(
    ("weaker", "stronger", "level"),
    [
        ("SA", "S2", "2"),
        ("S2", "SB", "2"),
        ("SB", "HR", "2"),
        ("S2 D2", "S3 D3", "5"),
        ("SK DK CK S3 D3", "SA DA CA S4 D4", "5"),
        ("S3 D3 C3 HR HR", "S4 D4 C4 S3 D3", "5"),
        ("SA D2 C3 S4 S5", "S2 D3 C4 S5 S6", "2"),
        ("SA DA S2 D2 S3 D3", "S2 D2 S3 D3 S4 D4", "5"),
        ("SA DA CA S2 D2 C2", "S2 D2 C2 S3 D3 C3", "2"),
    ],
)
def test_within_a_kind(weaker: str, stronger: str, level: str) -> None:
    low, high = the(weaker, level), the(stronger, level)
    assert high.beats(low)
    assert not low.beats(high)
    assert not high.beats(high)


def test_suits_never_rank() -> None:
    for one, two in itertools.permutations(["S5 S6 S7 S8 S9", "H5 H6 H7 H8 H9"]):
        assert not the(one).beats(the(two))
    for one, two in itertools.permutations(["S5", "D5"]):
        assert not the(one).beats(the(two))


def test_other_kinds_and_sizes_do_not_meet() -> None:
    plays = ["SA", "SA DA", "SA DA CA", "SA DA CA SK DK", "SA SK SQ SJ DT"]
    plays += ["SQ DQ SK DK SA DA", "SK DK CK SA DA CA"]
    for one, two in itertools.permutations(plays, 2):
        assert not the(one, "5").beats(the(two, "5"))


def test_plays_of_two_deals_are_not_compared() -> None:
    play = the("S5")
    for other in (the("S4", "3"), the("S4", rules=Rules(resist=False))):
        with pytest.raises(IncomparablePlays, match="only plays of one deal") as caught:
            play.beats(other)
        assert caught.value.facts["plays"] == (play, other)
    assert play.beats(the("S4", rules=Rules()))


@pytest.mark.parametrize("other", ["S4", None, 4, Hand("S4"), Card.parse("S4")], ids=shown)
def test_what_is_no_combo_is_not_compared(other: Combo) -> None:
    with pytest.raises(InputTypeError):
        the("S5").beats(other)


# --- classify -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["", "S5 S6", "SB HR", "S5 SB", "H2 SB", "H2 H2 SB", "S3 S4 S5"])
def test_no_play(cards: str) -> None:
    assert classify(cards, "2") == ()


def test_more_cards_than_any_play_has() -> None:
    assert classify("S5 S5 H5 H5 C5 C5 D5 D5 H2 H2 S6", "2") == ()
    assert classify(Hand("S5") + "S6 S7 S8 S9 ST SJ SQ SK SA S2 S3 S4", "2") == ()


def test_forms_of_cards_level_and_rules() -> None:
    wanted = classify("ST D10", "10", Rules.preset("njupt"))
    assert wanted[0].rank is Rank.TEN
    assert wanted == classify(["ST", Card.parse("DT")], Rank.TEN, "njupt")
    assert wanted == classify(Hand("DT ST"), "T", rules="njupt")
    assert wanted == classify(iter(["ST", "DT"]), "T", Rules.preset("njupt"))
    assert classify("S5", "2", None) == classify("S5", "2", DEFAULT) == classify("S5", "2")


def test_strongest_first() -> None:
    texts = [str(combo) for combo in classify("S5 S6 S7 H2 H2", "2")]
    assert texts == [
        "S5 S6 S7 H2=S8 H2=S9",
        "H2=S4 S5 S6 S7 H2=S8",
        "H2=S3 H2=S4 S5 S6 S7",
        "S5 S6 S7 H2=8 H2=9",
        "H2=4 S5 S6 S7 H2=8",
        "H2=3 H2=4 S5 S6 S7",
    ]
    kinds = [str(combo.kind) for combo in classify("S5 D5 S6 D6 H2 H2", "2")]
    assert kinds == ["plate", "tube", "tube"]
    assert [str(combo.rank) for combo in classify("S9 D9 S2 D2 H2", "2")] == ["2", "9"]


@pytest.mark.parametrize(
    ("cards", "level", "rules", "error"),
    [
        ("S5 X5", "2", None, NotACard),
        ("S5 S5 S5", "2", None, TooManyCopies),
        (None, "2", None, InputTypeError),
        (5, "2", None, InputTypeError),
        ("S5", 2, None, InputTypeError),
        ("S5", Card.parse("H2"), None, InputTypeError),
        ("S5", "SB", None, NotALevel),
        ("S5", None, None, InputTypeError),
        ("S5", "2", "no such preset", RulesError),
        ("S5", "2", {"resist": False}, RulesError),
        ("S5", "2", 5, RulesError),
        ("S5=", "2", None, NotationError),
        ("singles S5", "2", None, NotationError),
        (["S5", "H2=5"], "2", None, NotACard),
    ],
)
def test_what_is_refused(
    cards: str, level: str, rules: Rules | None, error: type[GuandanError]
) -> None:
    with pytest.raises(error) as caught:
        classify(cards, level, rules)
    assert type(caught.value) is error
    with pytest.raises(error):
        best_reading(cards, level, rules=rules)


@pytest.mark.parametrize("value", [the("S5"), (the("S5"),)], ids=["combo", "in-a-tuple"])
def test_a_combo_is_no_cards(value: str) -> None:
    with pytest.raises(InputTypeError):
        classify(value, "2")


# --- an undeclared play ---------------------------------------------------------------------------


def test_the_strongest_reading() -> None:
    assert best_reading("S5 S6 S7 H2 H2", "2") == the("S5 S6 S7 H2=S8 H2=S9")
    assert best_reading("S9 D9 C9 H2 H2", "2").kind is Kind.BOMB


def test_the_strongest_reading_that_beats_the_table() -> None:
    cards = "S5 D5 S6 D6 H2 H2"
    tube = best_reading(cards, "2", over="S4 C4 S5 C5 S6 C6")
    assert tube == the("S5 D5 S6 D6 H2=7 H2=7")
    assert best_reading(cards, "2", over=the("S4 D4 H2=4 S5 C5 H2=5")).kind is Kind.PLATE
    # A table of any form: a combo, cards of one reading, a written play.
    assert best_reading("S6 D6", "2", over="pair S5 D5") == the("S6 D6")
    assert best_reading("S6 D6", "2", over="S5 H2=5") == the("S6 D6")
    assert best_reading("S6 D6", "2", over=["S5", "D5"]) == the("S6 D6")
    assert best_reading("S6 D6", "2", over=Hand("S5 D5")) == the("S6 D6")
    assert best_reading("S6", "2", over=Card.parse("S5")) == the("S6")


def test_what_does_not_beat_the_table() -> None:
    with pytest.raises(DoesNotBeat) as caught:
        best_reading("S5 D5 S6 D6 H2 H2", "2", over="S6 C6 S7 C7 S8 C8")
    assert caught.value.facts["readings"] == classify("S5 D5 S6 D6 H2 H2", "2")
    assert caught.value.facts["over"] == the("S6 C6 S7 C7 S8 C8")
    message = str(caught.value)
    assert "H2 H2 S5 D5 S6 D6 does not beat the tube S6 C6 S7 C7 S8 C8" in message
    assert "plate S5 D5 H2=5 S6 D6 H2=6; tube S5 D5 S6 D6 H2=7 H2=7; tube" in message


def test_what_is_no_play() -> None:
    with pytest.raises(NotACombination, match="^S5 S6 is no play on level 2"):
        best_reading("S6 S5", "2")
    with pytest.raises(NotACombination, match="^no cards are given"):
        best_reading("", "2")


def test_cards_that_can_be_read_once_are_named_in_errors() -> None:
    with pytest.raises(NotACombination, match="^S5 S6 is no play"):
        best_reading(iter(["S5", "S6"]), "2")
    with pytest.raises(DoesNotBeat, match="^S5 does not beat"):
        best_reading(iter(["S5"]), "2", over="S6")


def test_a_table_that_can_be_read_once_is_named_in_errors() -> None:
    with pytest.raises(NotACombination, match="^S5 S6 is no play"):
        best_reading("S5", "2", over=iter(["S5", "S6"]))


def test_picking_a_declared_reading() -> None:
    cards = Hand("S5 S6 S7 H2 H2")
    found = classify(cards, "2")

    def pick(**wanted: Kind | Rank) -> str:
        return str(pick_reading(found, cards, Rank.TWO, over, **wanted))  # type: ignore[arg-type]

    over: Combo | None = None
    assert pick(kind=Kind.STRAIGHT) == "S5 S6 S7 H2=8 H2=9"
    assert pick(rank=Rank.SEVEN) == "H2=S3 H2=S4 S5 S6 S7"
    assert pick(kind=Kind.STRAIGHT, rank=Rank.EIGHT) == "H2=4 S5 S6 S7 H2=8"
    with pytest.raises(
        NotACombination, match="is no tube on level 2; it is: straight_flush "
    ) as no:
        pick(kind=Kind.TUBE)
    assert no.value.facts["readings"] == found
    with pytest.raises(NotACombination, match="is no straight T on level 2"):
        pick(kind=Kind.STRAIGHT, rank=Rank.TEN)
    over = the("S4 D5 S6 S7 S8")
    assert pick(kind=Kind.STRAIGHT) == "S5 S6 S7 H2=8 H2=9"
    with pytest.raises(DoesNotBeat) as caught:
        pick(kind=Kind.STRAIGHT, rank=Rank.SEVEN)
    assert len(caught.value.facts["readings"]) == 1


# --- the table ------------------------------------------------------------------------------------


def test_a_table_is_one_reading_of_this_deal() -> None:
    assert clean_over(None, Rank.TWO, DEFAULT) is None
    combo = the("S5 S6 H2=7 S8 S9")
    assert clean_over(combo, Rank.TWO, Rules()) is combo
    assert clean_over(" straight S5 S6 H2=7 S8 S9", Rank.TWO, DEFAULT) == combo
    with pytest.raises(AmbiguousPlay, match="'H2 S5 S6 S8 S9' has 2 readings") as caught:
        clean_over("S5 S6 S8 S9 H2", Rank.TWO, DEFAULT)
    assert caught.value.readings == classify("S5 S6 S8 S9 H2", "2")
    with pytest.raises(NotACombination, match="^S5 S6 is no play"):
        clean_over("S5 S6", Rank.TWO, DEFAULT)
    with pytest.raises(NotACombination, match="^no cards"):
        clean_over("", Rank.TWO, DEFAULT)
    for level, rules in ((Rank.THREE, DEFAULT), (Rank.TWO, FREE)):
        with pytest.raises(IncomparablePlays) as other:
            clean_over(combo, level, rules)
        assert other.value.facts["plays"] == (combo,)
    for value in (5, b"S5", object(), True):
        with pytest.raises(InputTypeError):
            clean_over(value, Rank.TWO, DEFAULT)  # type: ignore[arg-type]  # the fault that is tested


def forgeries() -> list[Combo]:
    """Numbers that unpack to cards, but are no play of theirs."""
    pair, single = the("S5 D5"), the("S6")
    codes = [
        pair.code & ~0xF,  # a single of two cards
        pair.code + (4 << 21),  # of three cards
        single.code | 1 << 15,  # with a wild
        single.code | 1 << 12,  # of a suit
        single.code | 3 << 17,  # with a pair
        single.code + (1 << 29),  # with cards of a second rank
    ]
    return [Combo(code, Rank.TWO, DEFAULT) for code in codes]


@pytest.mark.parametrize("forged", forgeries(), ids=lambda forged: hex(forged.code))
def test_a_combo_whose_parts_do_not_belong_together(forged: Combo) -> None:
    with pytest.raises(NotACombination, match="has no such reading on level 2"):
        check_combo(forged, Rank.TWO, DEFAULT)
    with pytest.raises(NotACombination):
        clean_over(forged, Rank.TWO, DEFAULT)
    assert forged not in legal_plays("S5 D5 S6 D6 H2 H2", "2")


def test_a_sound_combo_is_let_through() -> None:
    for combo in classify("S5 S6 S7 H2 H2", "2"):
        check_combo(combo, Rank.TWO, DEFAULT)


@pytest.mark.parametrize("code", [-1, 15, 10], ids=hex)
def test_a_number_that_is_no_play(code: int) -> None:
    forged = Combo(code, Rank.TWO, DEFAULT)
    assert forged not in legal_plays("S5", "2")
    with pytest.raises(NotACombination):
        legal_plays("S5", "2", over=forged)


# --- numbers for strategies -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "level", "order"),
    [
        ("S3", "2", 0),
        ("SA", "2", 11),
        ("S2", "2", 12),
        ("SB", "2", 13),
        ("HR HR", "2", 14),
        ("S2 D2 C2", "5", 0),
        ("S9 D9 C9 HR HR", "9", 12),
        ("SA D2 C3 S4 S5", "5", 3),
        ("SA DA S2 D2 S3 D3", "2", 1),
        ("SA DA CA S2 D2 C2", "2", 0),
        ("ST SJ SQ SK SA", "A", 12),
        ("S9 D9 C9 H9", "9", 12),
    ],
)
def test_order(text: str, level: str, order: int) -> None:
    assert the(text, level).order == order


def test_strength_orders_bombs_and_the_plays_of_a_kind() -> None:
    strengths = [the(text).strength for text in LADDER]
    assert strengths == sorted(set(strengths))
    for one, two in itertools.product([*"3456789TJQKA2", "B"], repeat=2):
        low, high = (the("SB" if rank == "B" else f"S{rank}") for rank in (one, two))
        assert high.beats(low) is (high.strength > low.strength)


@pytest.mark.parametrize("code", ["S5", None, 1.5])
def test_what_was_made_by_hand_of_nothing_beats_nothing(code: Any) -> None:
    five, odd = Combo.parse("S5", "2"), Combo(code, Rank.TWO, Rules())
    for one, other in ((five, odd), (odd, five)):
        with pytest.raises(NotACombination):
            one.beats(other)
