"""How plays are written and read."""

from __future__ import annotations

import pytest

from guandan import (
    AmbiguousPlay,
    Card,
    Combo,
    InputTypeError,
    Kind,
    NotACombination,
    NotationError,
    Rank,
    Rules,
    TooManyCopies,
    classify,
)
from guandan.notation import ANY_RANK, PASS, Slot, Stand, read, write
from vectors import shown

FREE = Rules(straight_flush_as_straight=True)
LEVEL_ONLY = Rules(wild_pair_in_full_house="level_only")


# --- reading and writing --------------------------------------------------------------------------


def test_kinds() -> None:
    assert [str(kind) for kind in Kind] == [
        *["single", "pair", "triple", "full_house", "straight", "tube", "plate", "bomb"],
        *["straight_flush", "joker_bomb"],
    ]
    assert [Kind.parse(str(kind)) for kind in Kind] == list(Kind)


@pytest.mark.parametrize("text", ["", "Pair", "PAIR", "pair ", "full house", "\ud800", None, 5, []])
def test_no_kind(text: str) -> None:
    with pytest.raises(NotationError, match="no kind: there are single, pair"):
        Kind.parse(text)


@pytest.mark.parametrize(
    ("text", "kind", "slots"),
    [
        ("", None, []),
        ("  \n", None, []),
        ("S5", None, [("S5", None)]),
        ("S5S5", None, [("S5", None), ("S5", None)]),
        ("pair S5 S5", Kind.PAIR, [("S5", None), ("S5", None)]),
        ("\tpair\nS5S5 ", Kind.PAIR, [("S5", None), ("S5", None)]),
        ("straight_flush", Kind.STRAIGHT_FLUSH, []),
        ("H2=5", None, [("H2", Rank.FIVE)]),
        ("H2=10", None, [("H2", Rank.TEN)]),
        ("H2=S5", None, [("H2", Card.parse("S5"))]),
        ("♥2=♠10", None, [("H2", Card.parse("ST"))]),
        ("H2=*", None, [("H2", "*")]),
        ("H2=5H2=*S5", None, [("H2", Rank.FIVE), ("H2", "*"), ("S5", None)]),
        ("H2=S5S6", None, [("H2", Card.parse("S5")), ("S6", None)]),
        ("H2=5S6", None, [("H2", Rank.FIVE), ("S6", None)]),
        ("SBHR", None, [("SB", None), ("HR", None)]),
        ("S5=HR", None, [("S5", Card.parse("HR"))]),  # written so, though no play
    ],
)
def test_read(text: str, kind: Kind | None, slots: list[tuple[str, Stand | None]]) -> None:
    wanted = tuple(Slot(Card.parse(card), stand) for card, stand in slots)
    assert read(text) == (kind, wanted)
    again = write(wanted, kind)
    assert read(again) == (kind, wanted)


def test_write() -> None:
    slots = [Slot(Card.parse("S5")), Slot(Card.parse("H2"), Rank.TEN), Slot(Card.parse("H2"), "*")]
    assert write(slots) == "S5 H2=T H2=*"
    assert write(slots, Kind.BOMB) == "bomb S5 H2=T H2=*"
    assert write([]) == ""
    assert str(Slot(Card.parse("H2"), Card.parse("S7"))) == "H2=S7"
    assert repr(slots[2]) == "Slot(card=Card.parse('H2'), stand='*')"
    assert (PASS, ANY_RANK) == ("-", "*")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("S5 H2=", 6),
        ("H2=", 3),
        ("H2==5", 3),
        ("H2= 5", 3),
        ("H2 =5", 3),
        ("H2=5=5", 4),
        ("H2=t", 3),
        ("H2=s7", 3),
        ("H2=1", 3),
        ("H2=S1", 4),
        ("H2=**", 4),
        ("=5", 0),
        ("*", 0),
        ("S5 pair", 3),
        ("S5-", 2),
        ("S5,S6", 2),
        ("pair S5 s5", 8),
        ("H2=\ud800", 3),
        ("pass", 0),
        ("pairs S5 S5", 0),
        ("pairS5 S5", 0),
        ("pair: S5 S5", 0),
        ("straight flush S5 S6 S7 S8 S9", 9),
        ("s5 s6", 0),
        ("ß", 0),
        ("S5 " * 11, 32),
        ("S5" * 1_000_000, 22),
    ],
    ids=shown,
)
def test_where_the_text_goes_wrong(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.position == position
    with pytest.raises(NotationError):
        Combo.parse(text, "2")


@pytest.mark.parametrize("text", ["-", " - ", "-\n"])
def test_a_pass_is_no_play(text: str) -> None:
    with pytest.raises(NotationError, match="'-' is a pass, not a play"):
        Combo.parse(text, "2")


@pytest.mark.parametrize(
    "value", [None, 5, True, b"S5", ["S5"], Card.parse("S5"), classify("S5", "2")[0]], ids=shown
)
def test_what_is_not_text(value: str) -> None:
    with pytest.raises(InputTypeError, match="a play is written as a text"):
        Combo.parse(value, "2")


# --- the text of a play ---------------------------------------------------------------------------


WRITTEN = [
    # cards, level, rules, kind, rank: as it is written
    ("S5", "2", None, "single", "5", "S5"),
    ("H2", "2", None, "single", "2", "H2"),
    ("HR", "2", None, "single", "HR", "HR"),
    ("H2 H2", "2", None, "pair", "2", "H2 H2"),
    ("H2 S2", "2", None, "pair", "2", "S2 H2"),
    ("H2 D4 D4", "2", None, "triple", "4", "D4 D4 H2=4"),
    ("SB SB", "2", None, "pair", "SB", "SB SB"),
    ("HR SB HR SB", "2", None, "joker_bomb", "HR", "SB SB HR HR"),
    ("S9 D9 C9 H2 H2", "2", None, "bomb", "9", "S9 C9 D9 H2=9 H2=9"),
    ("S9 D9 C9 H2 H2", "2", None, "full_house", "9", "S9 C9 D9 H2=* H2=*"),
    ("S9 D9 C9 H2 H2", "2", LEVEL_ONLY, "full_house", "9", "S9 C9 D9 H2 H2"),
    ("S9 D9 DK H2 H2", "2", None, "full_house", "9", "S9 D9 H2=9 DK H2=K"),
    ("S9 D9 DK H2 H2", "2", None, "full_house", "K", "DK H2=K H2=K S9 D9"),
    ("S9 D9 D2 H2 H2", "2", None, "full_house", "2", "D2 H2 H2 S9 D9"),
    ("S9 D9 D2 H2 H2", "2", None, "full_house", "9", "S9 D9 H2=9 D2 H2"),
    ("S9 C9 H2 SB SB", "2", None, "full_house", "9", "S9 C9 H2=9 SB SB"),
    ("S5 D6 S7 H2 H2", "2", None, "straight", "8", "H2=4 S5 D6 S7 H2=8"),
    ("SA D3 C4 H5 H2", "2", None, "straight", "5", "SA H2=2 D3 C4 H5"),
    ("SA DK CQ HJ ST", "2", None, "straight", "A", "ST HJ CQ DK SA"),
    ("S5 S6 S8 S9 H2", "2", None, "straight", "9", "S5 S6 H2=7 S8 S9"),
    ("S5 S6 S8 S9 H2", "2", None, "straight_flush", "9", "S5 S6 H2=S7 S8 S9"),
    ("H2 H3 H4 H5 H6", "2", None, "straight_flush", "6", "H2 H3 H4 H5 H6"),
    ("H2 H3 H4 H5 H6", "2", None, "straight", "6", "H2=2 H3 H4 H5 H6"),
    ("H2 H3 H4 H5 H6", "2", None, "straight_flush", "7", "H3 H4 H5 H6 H2=H7"),
    ("H5 H5 S6 S7 S8", "5", None, "straight_flush", "9", "H5=S5 S6 S7 S8 H5=S9"),
    ("S5 S6 S7 S8 S9", "2", None, "straight_flush", "9", "S5 S6 S7 S8 S9"),
    ("S5 S6 S7 S8 S9", "2", FREE, "straight_flush", "9", "straight_flush S5 S6 S7 S8 S9"),
    ("S5 S6 S7 S8 S9", "2", FREE, "straight", "9", "straight S5 S6 S7 S8 S9"),
    ("S5 S6 S7 S8 D9", "2", FREE, "straight", "9", "S5 S6 S7 S8 D9"),
    ("S5 S6 S8 S9 H2", "2", FREE, "straight", "9", "S5 S6 H2=7 S8 S9"),
    ("SA DA S2 D2 S3 C3", "7", None, "tube", "3", "SA DA S2 D2 S3 C3"),
    ("S5 D5 S6 D6 H2 H2", "2", None, "tube", "7", "S5 D5 S6 D6 H2=7 H2=7"),
    ("S5 D5 S6 D6 H2 H2", "2", None, "plate", "6", "S5 D5 H2=5 S6 D6 H2=6"),
    ("S2 D2 S3 C3 H2 H2", "2", None, "plate", "3", "S2 D2 H2 S3 C3 H2=3"),
]


@pytest.mark.parametrize(("cards", "level", "rules", "kind", "rank", "text"), WRITTEN)
def test_the_text_of_a_play(
    cards: str, level: str, rules: Rules | None, kind: str, rank: str, text: str
) -> None:
    [combo] = [c for c in classify(cards, level, rules) if c.kind == kind and c.rank == rank]
    assert str(combo) == text
    assert Combo.parse(text, level, rules) == combo
    backwards = " ".join(reversed(text.removeprefix(f"{kind} ").split()))
    named = f"{kind} {backwards}"
    assert Combo.parse(named, level, rules) == combo  # any order, the kind always allowed
    assert Combo.parse(f"\n {kind}\t{backwards} ", level, rules) == combo
    compact = "".join(text.removeprefix(f"{kind} ").split())
    assert Combo.parse(f"{kind} {compact}", level, rules) == combo
    if not text.startswith(kind):
        assert Combo.parse(compact, level, rules) == combo
    assert eval(repr(combo), {"Combo": Combo, "Rules": Rules}) == combo
    assert [str(combo.kind), str(combo.rank)] == [kind, rank]


def test_a_plain_wild_is_its_own_rank_and_may_be_written_so() -> None:
    assert Combo.parse("D2 H2=2 H2", "2") == Combo.parse("D2 H2 H2", "2")
    assert str(Combo.parse("D2 H2=2", "2")) == "D2 H2"
    assert str(Combo.parse("H2=2", "2")) == "H2"
    assert str(Combo.parse("H2=H2 H3 H4 H5 H6", "2")) == "H2 H3 H4 H5 H6"


def test_the_pair_of_two_wilds_is_any_rank_but_the_triples() -> None:
    full_house = Combo.parse("S9 C9 D9 H2=* H2=*", "2")
    assert full_house.kind is Kind.FULL_HOUSE
    for rank in "2345678TJQKA":
        assert Combo.parse(f"S9 C9 D9 H2={rank} H2={rank}", "2") == full_house
    assert Combo.parse("S9 C9 D9 H2=9 H2=9", "2").kind is Kind.BOMB
    assert Combo.parse("S9 C9 D9 H2 H2", "2") == full_house
    assert Combo.parse("S9 C9 D9 H9 H9", "9").kind is Kind.BOMB  # plain is nine here


@pytest.mark.parametrize(
    ("text", "level", "rules"),
    [
        # stands that no wild of a reading has
        ("S9 C9 D9 H2=* H2=5", "2", None),
        ("S9 C9 D9 H2=* H2", "2", None),
        ("S9 C9 D9 H2=5 H2=6", "2", None),
        ("S9 C9 D9 H2=S5 H2=S5", "2", None),
        ("S9 C9 D9 H2=SB H2=SB", "2", None),
        ("S9 C9 D9 H2=* H2=*", "2", LEVEL_ONLY),
        ("S9 C9 D9 H2=5 H2=5", "2", LEVEL_ONLY),
        ("S9 C9 H2=*", "2", None),
        ("D4 D4 H2", "2", None),
        ("D4 D4 H2=5", "2", None),
        ("D4 D4 H2=D4", "2", None),
        ("D4 D4 H2=HR", "2", None),
        ("H2=3", "2", None),
        ("H2=2 H2=3", "2", None),
        ("S5 D5 S6 D6 H2=7 H2=6", "2", None),
        # wrong suits, and ranks where suits are wanted
        ("S5 S6 H2=D7 S8 S9", "2", None),
        ("S5 S6 H2=H7 S8 S9", "2", None),
        ("straight_flush S5 S6 H2=7 S8 S9", "2", None),
        ("straight S5 S6 H2=S7 S8 S9", "2", None),
        ("S5 S6 S7 H2=S8 H2=9", "2", None),
        ("S5 D6 H2=S7 S8 S9", "2", None),
        # in a straight the stand is written, always
        ("SA H2 D3 C4 H5", "2", None),
        ("straight S5 S6 H2 S8 S9", "2", None),
        # a stand of what is no wild
        ("S5=5 S5", "2", None),
        ("S5 H3=5", "2", None),
        ("SB SB=SB", "2", None),
        # another kind
        ("pair S5 S5 D5", "2", None),
        ("bomb S9 C9 D9 H2=* H2=*", "2", None),
        ("straight S5 S6 S7 S8 S9", "2", None),
        ("straight S5 S6 H2=7 S8 S9", "2", Rules(wild_straight="flush_only")),
        ("tube S5 D5 H2=5 S6 D6 H2=6", "2", None),
        # no play at all
        ("", "2", None),
        ("pair", "2", None),
        ("S5 S6", "2", None),
        ("pair SB HR", "2", None),
        ("SB H2=SB", "2", None),
    ],
)
def test_no_such_play(text: str, level: str, rules: Rules | None) -> None:
    with pytest.raises(NotACombination):
        Combo.parse(text, level, rules)


def test_the_readings_are_told_where_none_was_written() -> None:
    for text in ("S5 S6 H2 S8 S9", "straight H2 H3 H4 H5 H6"):
        with pytest.raises(
            AmbiguousPlay, match="has 2 readings, name one: .* H2=.*; .* H2="
        ) as two:
            Combo.parse(text, "2")
        assert set(two.value.readings) <= set(classify(text.removeprefix("straight "), "2"))
    with pytest.raises(NotACombination, match="D4 D4 H2=4") as caught:
        Combo.parse("D4 D4 H2", "2")
    assert caught.value.facts["readings"] == classify("D4 D4 H2", "2")
    with pytest.raises(NotACombination, match="^no cards are given"):
        Combo.parse("", "2")


def test_a_text_that_leaves_two_readings() -> None:
    with pytest.raises(AmbiguousPlay, match="straight_flush .*; straight ") as caught:
        Combo.parse("S5 S6 S7 S8 S9", "2", FREE)
    assert caught.value.readings == classify("S5 S6 S7 S8 S9", "2", FREE)
    assert len(caught.value.readings) == 2


def test_a_third_copy() -> None:
    with pytest.raises(TooManyCopies):
        Combo.parse("bomb S5 S5 S5 H2=5", "2")


@pytest.mark.parametrize("level", [5, None, "SB", "1", Card.parse("H2")], ids=shown)
def test_no_level(level: str) -> None:
    with pytest.raises(NotationError):
        Combo.parse("S5", level)
