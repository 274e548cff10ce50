"""`legal_plays`: a view that lists, counts and tests."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Callable

import attrs
import pytest

from guandan import (
    DECK,
    AmbiguousPlay,
    Card,
    Combo,
    GuandanError,
    Hand,
    IncomparablePlays,
    InputTypeError,
    Kind,
    LegalPlays,
    NoCards,
    NotACard,
    NotACombination,
    NotALevel,
    NotAsDeclared,
    NotationError,
    Rank,
    Rules,
    RulesError,
    TooManyCopies,
    best_reading,
    classify,
    legal_plays,
)
from guandan import _kernel as kernel
from vectors import shown

FREE = Rules(straight_flush_as_straight=True)
RICH = "S3 D3 C3 S4 D4 C4 H4 S5 S6 S7 H2 H2 SB SB HR HR"


def texts(view: LegalPlays) -> list[str]:
    return [f"{play.kind} {play}" for play in view]


# --- what is listed -------------------------------------------------------------------------------


def test_leading() -> None:
    view = legal_plays("S3 D3 H2 SB", "2")
    assert texts(view) == [
        "single S3",
        "single D3",
        "single SB",
        "single H2",
        "pair S3 D3",
        "pair S3 H2=3",
        "pair D3 H2=3",
        "triple S3 D3 H2=3",
    ]
    assert len(view) == 8
    assert view


def test_following() -> None:
    view = legal_plays("S9 D9 C9 H9 H2", "2", over="SA DA")
    assert texts(view) == [
        "bomb S9 H9 C9 D9",
        "bomb S9 H9 C9 H2=9",
        "bomb S9 H9 D9 H2=9",
        "bomb S9 C9 D9 H2=9",
        "bomb H9 C9 D9 H2=9",
        "bomb S9 H9 C9 D9 H2=9",
    ]
    assert texts(legal_plays("S9 D9 C9 HT", "2", over="S8 D8")) == [
        "pair S9 C9",
        "pair S9 D9",
        "pair C9 D9",
    ]


@pytest.mark.parametrize(
    ("hand", "over", "wanted"),
    [
        ("SB SB S3 D3 C3", "S4 D4 C4 S5 D5", []),
        ("SB SB S5 D5 C5", "S4 D4 C4 S5 D5", ["full_house S5 C5 D5 SB SB"]),
        ("SA DA S2 D2 S3 C3", "SK DK SQ CQ SJ CJ", []),
        ("S2 D2 S3 C3 S4 C4", "SA DA S2 D2 S3 C3", ["tube S2 D2 S3 C3 S4 C4"]),
        ("SA DA CA SK DK CK", "SQ DQ CQ SK DK CK", ["plate SK CK DK SA CA DA"]),
        ("SA DA CA S2 D2 C2", "S2 D2 C2 S3 D3 C3", []),
        ("SB SB HR HR", "SB", ["single HR", "joker_bomb SB SB HR HR"]),
        ("HR HR", "SB SB", ["pair HR HR"]),
        ("SB HR", "S3 D3", []),
        ("SB SB HR HR", "S9 D9 C9 H9 S9 D9 C9 H9", ["joker_bomb SB SB HR HR"]),
        ("SB SB HR", "SB SB HR HR", []),
        ("H9 H9", "S8 D8", ["pair H9 H9"]),
        ("H9 H9 SB", "SA DA", ["pair H9 H9"]),
    ],
)
def test_crafted_tables(hand: str, over: str, wanted: list[str]) -> None:
    view = legal_plays(hand, "9", over=over)
    assert texts(view) == wanted
    assert len(view) == len(wanted)
    assert bool(view) is bool(wanted)


def test_ten_of_a_kind() -> None:
    view = legal_plays("S3 D3 C3 H3 S3 D3 C3 H3 H2 H2", "2", over="S4 D4 C4 H4 S4 D4 C4 H4")
    sizes = [play.size for play in view]
    assert sizes == sorted(sizes)
    assert sizes.count(10) == 1
    assert set(sizes) == {9, 10}
    # Nine: all eight and a wild, or seven (four ways) and both.
    assert [(play.size, play.wilds) for play in view] == [(9, 1), *[(9, 2)] * 4, (10, 2)]


def test_the_empty_hand() -> None:
    for over in (None, "S3", "SB SB HR HR"):
        view = legal_plays("", "2", over=over)
        assert not view
        assert len(view) == 0
        assert list(view) == []
        assert view.shapes() == ()
        assert "" not in view


def test_a_leader_with_cards_can_always_play() -> None:
    for card in set(DECK):
        assert legal_plays(card, "2")
        assert len(legal_plays(card, "2")) == 1


def test_the_whole_deck() -> None:
    view = legal_plays(DECK, "2")
    count, seen = 0, set()
    for play in view:
        count += 1
        seen.add(play.shape)
    assert len(view) == count
    assert len(view.shapes()) == len(seen)
    assert {play.kind for play in view.shapes()} == set(Kind)


@pytest.mark.parametrize("level", ["2", "7", "A"])
@pytest.mark.parametrize("rules", [Rules(), Rules(straight_flush_above="all")], ids=str)
def test_every_table_there_is(level: str, rules: Rules) -> None:
    """Over each reading that cards can have, exactly the shapes that beat it."""
    leads = legal_plays(DECK, level, rules=rules).shapes()
    tables = {(play.kind, play.rank, play.size): play for play in leads}
    assert len(tables) == 15 + 15 + 13 + 13 + 10 + 12 + 13 + 12 * 7 + 5 + 10 + 1
    for over in tables.values():
        view = legal_plays(DECK, level, over=over, rules=rules)
        beating = [play.shape for play in leads if play.beats(over)]
        assert sorted(map(repr, beating)) == sorted(repr(play.shape) for play in view.shapes())


# --- a view ---------------------------------------------------------------------------------------


def test_the_view_is_a_value() -> None:
    view = legal_plays("S5 D5", "2", over="S4", rules="njupt")
    assert (view.hand, view.level, view.rules) == (Hand("S5 D5"), "2", Rules.preset("njupt"))
    assert view.over == classify("S4", "2", "njupt")[0]
    same = legal_plays(["D5", "S5"], Rank.TWO, over=Card.parse("S4"), rules=Rules.preset("njupt"))
    assert view == same
    assert hash(view) == hash(same)
    assert view != legal_plays("S5 D5", "2", rules="njupt")
    assert pickle.loads(pickle.dumps(view)) == copy.copy(view) == copy.deepcopy(view) == view
    names: dict[str, object] = {"legal_plays": legal_plays, "Combo": Combo, "Rules": Rules}
    assert eval(repr(view), names) == view
    assert eval(repr(legal_plays("", "T")), names) == legal_plays("", "10")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view.level = Rank.TEN  # type: ignore[misc]  # the fault that is tested


def test_the_view_can_be_gone_through_again() -> None:
    view = legal_plays(RICH, "2")
    first, second = iter(view), iter(view)
    assert next(first) == next(second)
    assert list(view) == list(view)
    assert view.shapes() == view.shapes()


def test_truth_length_and_membership_list_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    view = legal_plays(DECK, "2", over="S3 S4 S5 S6 D7")

    def listing(*arguments: int) -> list[int]:
        raise AssertionError("a list was built")

    monkeypatch.setattr(kernel, "plays", listing)
    monkeypatch.setattr(kernel, "represent", listing)
    assert view
    assert len(view) > 10_000
    assert "S9 ST SJ SQ DK" in view
    assert "S9" not in view
    with pytest.raises(AssertionError, match="a list was built"):
        list(view)


# --- membership -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "play",
    [
        "S5 H2",
        "S5 H2=5",
        "pair S5 H2=5",
        " pair H2=5S5",
        ["S5", "H2"],
        ("H2", Card.parse("S5")),
        {"S5", "H2"},
        Hand("S5 H2"),
        Combo.parse("S5 H2=5", "2"),
        Card.parse("S5"),
        "H2",
    ],
    ids=shown,
)
def test_what_is_in(play: object) -> None:
    assert play in legal_plays("S5 H2 D6 D6", "2")


@pytest.mark.parametrize(
    "play",
    [
        "",
        "S6",
        "S5 S5",
        "S5 H2=2",
        "triple S5 H2=5",
        "S5 D6",
        "D6 D6 D6",
        "H2 H2",
        "-",
        "pass",
        "nonsense",
        "=",
        "S5 H2=",
        "\ud800",
        "S5" * 1_000_000,
        Rank.FIVE,
        None,
        True,
        5,
        float("nan"),
        b"S5",
        [None],
        ["S5", 5],
        [["S5"]],
        object(),
        itertools.repeat("S5"),
        Combo.parse("S5", "3"),
        Combo.parse("S5", "2", FREE),
        Combo.parse("S6", "2"),
        Combo.parse("S5 S5", "2"),
        legal_plays("S5", "2"),
    ],
    ids=shown,
)
def test_what_is_not_in(play: object) -> None:
    assert play not in legal_plays("S5 H2 D6 D6", "2")


def test_membership_over_a_table() -> None:
    view = legal_plays("S5 S6 S8 S9 H2 D6 D6", "2", over="S4 S5 S6 S7 D8")
    straight, flush = "S5 S6 H2=7 S8 S9", "S5 S6 H2=S7 S8 S9"
    assert straight in view
    assert flush in view
    assert "S5 S6 S8 S9 H2" in view
    assert "D6 D6" not in view
    view = legal_plays("S5 S6 S8 S9 H2 D6 D6", "2", over="S6 S7 S8 S9 DT")
    assert straight not in view
    assert flush in view
    assert "S5 S6 S8 S9 H2" in view  # some reading of them is legal


def test_a_combo_whose_parts_do_not_belong_together_is_not_in() -> None:
    view = legal_plays("S5 D5 S6", "2")
    pair, single = Combo.parse("S5 D5", "2"), Combo.parse("S6", "2")
    assert pair in view
    assert single in view
    assert attrs.evolve(pair, code=pair.code ^ 0x10) not in view
    assert attrs.evolve(single, code=single.code + 1) not in view


def test_an_error_of_the_callers_own_is_left_alone() -> None:
    with pytest.raises(ZeroDivisionError):
        (str(1 / 0) for _ in range(1)) in legal_plays("S5", "2")  # noqa: B015


# --- what is given --------------------------------------------------------------------------------


def test_forms_of_the_table() -> None:
    combo = Combo.parse("S4 D4", "2")
    tables: list[object] = ["S4 D4", "pair D4 S4", ["S4", "D4"], iter(["D4", "S4"]), Hand("S4 D4")]
    for table in tables:
        assert legal_plays("S5 D5", "2", over=table).over == combo  # type: ignore[arg-type]
    assert legal_plays("S5 D5", "2", over=combo).over is combo
    straight = Combo.parse("S5 S6 H2=7 S8 S9", "2")
    assert legal_plays("S5", "2", over="S5 S6 H2=7 S8 S9").over == straight
    assert legal_plays("S5", "2", over="straight S5 S6 H2=7 S8 S9").over == straight


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"hand": None}, InputTypeError),
        ({"hand": 5}, InputTypeError),
        ({"hand": "S5 X"}, NotACard),
        ({"hand": "S5 S5 S5"}, TooManyCopies),
        ({"hand": Combo.parse("S5", "2")}, InputTypeError),
        ({"hand": itertools.repeat("S5")}, NotationError),
        ({"level": 2}, InputTypeError),
        ({"level": None}, InputTypeError),
        ({"level": Card.parse("H2")}, InputTypeError),
        ({"level": "SB"}, NotALevel),
        ({"rules": "none"}, RulesError),
        ({"rules": {}}, RulesError),
        ({"over": 5}, InputTypeError),
        ({"over": b"S5"}, InputTypeError),
        ({"over": ""}, NoCards),
        ({"over": "S5 S6"}, NotACombination),
        ({"over": "-"}, NotACard),
        ({"over": "pair S5"}, NotAsDeclared),
        ({"over": "S5 S6 S8 S9 H2"}, AmbiguousPlay),
        ({"over": Combo.parse("S5", "3")}, IncomparablePlays),
        ({"over": Combo.parse("S5", "2", FREE)}, IncomparablePlays),
        ({"over": "S5 S6 S7 S8 S9", "rules": FREE}, AmbiguousPlay),
    ],
    ids=shown,
)
def test_what_is_refused(arguments: dict[str, object], error: type[GuandanError]) -> None:
    call: Callable[..., LegalPlays] = legal_plays
    with pytest.raises(error) as caught:
        call(**{"hand": "S6", "level": "2", **arguments})
    assert type(caught.value) is error


# --- shapes ---------------------------------------------------------------------------------------


def test_shapes_are_plays_of_the_list_in_its_order() -> None:
    rng = random.Random(4)
    for over in (None, "S3", "S4 D4", "S3 S4 S5 S6 D7", "S3 D3 C3 S4 D4", "S3 D3 C3 H3"):
        for level in ("2", "9", "A"):
            view = legal_plays(rng.sample(DECK, 20), level, over=over)
            listed = list(view)
            assert list(dict.fromkeys(play.shape for play in listed)) == [
                play.shape for play in view.shapes()
            ]
            assert set(view.shapes()) <= set(listed)


def test_the_undeclared_play_is_legal_where_any_reading_is() -> None:
    view = legal_plays(RICH, "2", over="S3 D3 C3 S4 D4")
    for cards in {play.hand for play in view}:
        assert best_reading(cards, "2", over=view.over) in view
