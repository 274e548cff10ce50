"""Hands and mid-deal positions that cannot occur are refused, each with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from guandan import DECK, Combo, Deal, Hand, NotationError, PositionError

FULL = [DECK[seat::4] for seat in range(4)]
HANDS: dict[str, Any] = {"hands": ["S3 S4", "S5 S6", "S7 S8", "S9 ST"], "level": "2", "to_act": 0}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hands": ["S3 S3", "S3", "S4", "S5"]}, "third copy of S3"),
        ({"hands": ["S3 S3", "S6", "S4", "S5"], "table": "S3", "owner": 3}, "third copy of S3"),
        ({"hands": ["S3", "S6", "S4"]}, "expected four hands, one a seat, not 3"),
        ({"hands": "S3 S4 S5 S6"}, "expected four hands"),
        ({"hands": 5}, "expected four hands"),
        ({"hands": {0: "S3", 1: "S4", 2: "S5"}}, "seat 3 holds no card"),
        ({"hands": ["S3", "", "S4", "S5"]}, "seat 1 holds no card"),
        ({"finished": [1]}, "seat 1 is out but holds"),
        ({"hands": ["", "S6", "S4", "S5"], "finished": [0]}, "seat 0 is out and cannot be to act"),
        ({"hands": ["S6", "", "S4", ""], "finished": [1, 3]}, "the deal is over"),
        (
            {"hands": ["S6", "", "", ""], "finished": [1, 2, 3]},
            "the deal is over: seats 1 and 3 are both out",
        ),
        ({"hands": ["S6", "", "S4", "S5"], "finished": [1, 1]}, "out twice"),
        ({"table": "D2"}, "owned by nobody"),
        ({"owner": 1}, "a table on which nothing lies"),
        ({"table": "D2", "owner": 0}, "the trick would be over"),
        (
            {"hands": ["S6", "", "", "S5"], "finished": [1, 2], "table": "D9", "owner": 1},
            "nobody can have gone out after it",
        ),
        ({"hands": [DECK[:28], "HA", "SA", "CA"]}, "seat 0 holds 28 cards"),
        (
            {"hands": ["S6", "S7", "S8", DECK[80:106]], "table": "D9 C9", "owner": 3},
            "has 2 on the table: more than the 27",
        ),
    ],
)
def test_positions_that_cannot_occur(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Deal.at(**(HANDS | change))


@pytest.mark.parametrize(
    "change",
    [
        {"to_act": 4},
        {"to_act": True},
        {"owner": 7, "table": "D2"},
        {"finished": ["1"]},
        {"hands": ["S3", "S4", "S5", "zz"]},
        {"hands": {0: "S3", 9: "S4"}},
        {"level": 2},
    ],
)
def test_what_is_spelled_wrongly(change: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        Deal.at(**(HANDS | change))


def test_positions_that_can() -> None:
    out = Deal.at(["S6", "", "", "S5"], "2", to_act=3, finished=[1, 2], table="D9", owner=2)
    out.pass_()
    out.pass_()
    assert out.turn == 0  # the partner of the seat that went out
    mapped = Deal.at({3: "S5", 0: Hand("S6"), 1: ["S7"], 2: "S8"}, "2", to_act=3)
    assert mapped.counts == (1, 1, 1, 1)
    table = Combo.parse("D9", "2")
    assert Deal.at(**(HANDS | {"table": table, "owner": 2})).table == table


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ([FULL[0][:26], *FULL[1:]], "seat 0 is dealt 26 cards, not 27"),
        ([FULL[0], FULL[1], FULL[0], FULL[3]], "third copy"),
        (FULL[:3], "not 3"),
    ],
)
def test_hands_that_are_no_deal(hands: Any, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Deal.start(hands, "2", leader=0)
