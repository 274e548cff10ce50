"""`guandan classify` and `guandan legal`."""

from __future__ import annotations

import json

import pytest

from commands import FLUSH, Capture, fails, runs
from guandan import classify, legal_plays
from guandan.cli import main
from guandan.jsonable import to_jsonable

pytestmark = pytest.mark.usefixtures("plain_environment")


# --- classify ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** straight flush ***", "♠5 ♠6 ♥2→7 ♠8 ♠9   straight"]),
        ("de", ["♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** Straight Flush ***", "♠5 ♠6 ♥2→7 ♠8 ♠9   Straße"]),
        ("zh", ["♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** 同花顺 ***", "♠5 ♠6 ♥2→7 ♠8 ♠9   顺子"]),
    ],
)
def test_classify_says_what_cards_can_be(language: str, lines: list[str], capsys: Capture) -> None:
    out = runs(capsys, "classify", FLUSH, "--level", "2", "--lang", language)
    assert out.splitlines() == lines


def test_classify_in_json(capsys: Capture) -> None:
    out = runs(capsys, "classify", FLUSH, "--level", "2", "--json")
    assert json.loads(out) == [to_jsonable(combo) for combo in classify(FLUSH, "2")]
    assert main(["classify", "S5 S6", "--level", "2", "--json"]) == 1
    assert capsys.readouterr() == ("[]\n", "")


def test_classify_by_other_rules(capsys: Capture) -> None:
    cards = "S9 C9 D9 SB SB"
    assert "full house" in runs(capsys, "classify", cards, "--level", "2")
    fails(capsys, 1, "classify", cards, "--level", "2", "--rules", "plain_jokers")


def test_the_level_decides_what_is_wild(capsys: Capture) -> None:
    assert runs(capsys, "classify", "S5 H10", "--level", "10") == "♠5 ♥10→5  pair\n"
    fails(capsys, 1, "classify", "S5 H10", "--level", "9")


# --- legal ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", ["♥5 ♥2→5     pair", "♠5 ♥5 ♥2→5  triple", "plays: 7, shapes: 5"]),
        ("de", ["♥5 ♥2→5     Paar", "♠5 ♥5 ♥2→5  Drilling", "Möglichkeiten: 7, Formen: 5"]),
        ("zh", ["♥5 ♥2→5     对子", "♠5 ♥5 ♥2→5  三张", "出法7种，牌形5种"]),
    ],
)
def test_legal_lists_a_play_for_each_shape(language: str, last: list[str], capsys: Capture) -> None:
    out = runs(capsys, "legal", "S5 H5 H2", "--level", "2", "--lang", language)
    lines = out.splitlines()
    assert len(lines) == 5 + 1
    assert lines[-3:] == last


def test_legal_lists_all_plays_when_asked(capsys: Capture) -> None:
    lines = runs(capsys, "legal", "S5 H5 H2", "--level", "2", "--all").splitlines()
    assert len(lines) == 7 + 1
    assert {"♠5          single", "♥5          single"} <= set(lines)
    assert lines[-1] == "plays: 7, shapes: 5"


def test_legal_over_a_play(capsys: Capture) -> None:
    out = runs(capsys, "legal", "S5 H5 C5 D5 SA", "--level", "2", "--over", "SK")
    assert out.splitlines() == [
        "♠A           single",
        "♠5 ♥5 ♣5 ♦5  *** bomb of 4 ***",
        "plays: 2, shapes: 2",
    ]


@pytest.mark.parametrize("all_plays", [False, True])
@pytest.mark.parametrize("over", [None, "S4", "S4 C4"])
def test_legal_in_json(over: str | None, all_plays: bool, capsys: Capture) -> None:
    plays = legal_plays("S5 H5 H2", "2", over=over)
    argv = ["legal", "S5 H5 H2", "--level", "2", "--json"]
    argv += ["--all"] if all_plays else []
    argv += ["--over", over] if over else []
    listed = plays if all_plays else plays.shapes()
    assert json.loads(runs(capsys, *argv)) == {
        "hand": "H2 S5 H5",
        "level": "2",
        "over": to_jsonable(classify(over, "2")[0]) if over else None,
        "count": len(plays),
        "shapes": len(plays.shapes()),
        "plays": [to_jsonable(combo) for combo in listed],
    }


def test_legal_in_json_says_no_with_an_empty_list(capsys: Capture) -> None:
    assert main(["legal", "S3", "--level", "2", "--over", "S4", "--json"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["count"], found["shapes"], found["plays"], err) == (0, 0, [], "")


def test_legal_by_other_rules(capsys: Capture) -> None:
    argv = ["legal", "S9 C9 D9 SB SB", "--level", "2"]
    assert "full house" in runs(capsys, *argv)
    assert "full house" not in runs(capsys, *argv, "--rules", "plain_jokers")
