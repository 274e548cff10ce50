"""`guandan watch`: a match told as it is played."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from commands import DEAL, Capture, objects, runs
from guandan import PRESETS, Match, Record, Rules
from guandan.cli import main
from guandan.jsonable import to_jsonable
from guandan.render.text import Narrator

pytestmark = pytest.mark.usefixtures("plain_environment")


OPENING = {
    "en": """\
seed 7 · rules tournament · bots easy, easy, easy, easy
team 0: seat 0 and seat 2 · team 1: seat 1 and seat 3

Deal 1 · level 2 · no host yet · levels 2 : 2
  seat 2 leads: drawn by lot.

  Trick 1 · seat 2 leads
    seat 2  ♣3                      single
    seat 3  ♦4                      single
""",
    "de": """\
Startwert 7 · Regeln tournament · Bots easy, easy, easy, easy
Team 0: Platz 0 und Platz 2 · Team 1: Platz 1 und Platz 3

Spiel 1 · Stufe 2 · noch kein Gastgeber · Stufen 2 : 2
  Platz 2 spielt aus: ausgelost.

  Stich 1 · Platz 2 spielt aus
    Platz 2  ♣3                      Einzelkarte
    Platz 3  ♦4                      Einzelkarte
""",
    "zh": """\
种子 7 · 规则 tournament · 机器人 easy, easy, easy, easy
0队：0号位、2号位 · 1队：1号位、3号位

第1副 · 打2 · 首副无庄 · 级数 2 : 2
  抽签决定，2号位先出。

  第1轮 · 2号位先出
    2号位  ♣3                      单张
    3号位  ♦4                      单张
""",
}
END = {
    "en": r"team [01] wins the match · levels (\w+) : (\w+) · \d+ deals?",
    "de": r"Team [01] gewinnt die Partie · Stufen (\w+) : (\w+) · \d+ Spiele?",
    "zh": r"[01]队赢得整场 · 级数 (\w+) : (\w+) · 共\d+副",
}


@pytest.mark.parametrize("language", OPENING)
def test_watch_tells_a_deal_in_each_language(language: str, capsys: Capture) -> None:
    out = runs(capsys, *DEAL, "--lang", language)
    assert out.startswith(OPENING[language])
    assert re.fullmatch(END[language], out.splitlines()[-1])


def test_watch_plays_a_whole_match(capsys: Capture) -> None:
    out = runs(capsys, "watch", "--seed", "7")
    end = re.fullmatch(END["en"], out.splitlines()[-1])
    assert end is not None
    assert "A" in end.groups()
    assert "Deal 2 · level" in out
    assert re.search(r"^  Tribute from seat \d to seat \d: .+\.$", out, re.MULTILINE)
    assert re.search(r"^  Return from seat \d to seat \d: .+\.$", out, re.MULTILINE)
    assert re.search(r"^  team \d rises from \w+ to \w+ and hosts", out, re.MULTILINE)
    assert "→" in out
    assert "*** bomb of 4 ***" in out


def test_the_same_seed_gives_the_same_match_and_another_another(capsys: Capture) -> None:
    assert runs(capsys, *DEAL) == runs(capsys, *DEAL)
    other = runs(capsys, "watch", "--seed", "-8", "--match", "deal")
    assert other.startswith("seed -8 · rules tournament · ")
    assert other.splitlines()[1:] != runs(capsys, *DEAL).splitlines()[1:]


def test_without_a_seed_one_is_drawn_and_told(capsys: Capture) -> None:
    argv = ["watch", "--match", "deal"]
    first = runs(capsys, *argv)
    seed = re.match(r"seed (\d+) · ", first)
    assert seed is not None
    assert runs(capsys, *argv, "--seed", seed[1]) == first


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        ([], "2"),
        (["--level", "A"], "A"),
        (["--level", "10"], "10"),
        (["--level", "T"], "10"),
        (["--match", "short"], "10"),
        (["--match", "deal", "--level", "K"], "K"),
    ],
    ids=str,
)
def test_the_level_a_match_starts_on(flags: list[str], level: str, capsys: Capture) -> None:
    out = runs(capsys, "watch", "--seed", "7", *flags)
    assert f"\nDeal 1 · level {level} · no host yet · levels {level} : {level}\n" in out
    assert ("\nDeal 2 " in out) is ("deal" not in flags)


def made_by(bots: str, capsys: Capture) -> str:
    return runs(capsys, *DEAL, "--bots", bots)


def test_bots_are_one_for_all_two_for_the_teams_or_four(capsys: Capture) -> None:
    easy = runs(capsys, *DEAL)
    assert made_by("easy", capsys) == made_by("easy,easy", capsys) == easy
    assert made_by("easy, easy, easy, easy", capsys) == easy
    teams = made_by("easy,random", capsys)
    assert teams == made_by("easy,random,easy,random", capsys)
    assert teams != made_by("random,easy", capsys)
    assert len({easy, teams, made_by("random", capsys)}) == 3


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_watched(preset: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    out = runs(capsys, *DEAL, "--rules", preset, "--record", str(file))
    assert out.startswith(f"seed 7 · rules {preset} · bots easy, easy, easy, easy\n")
    record = Record.from_json(file.read_text("utf-8"))
    assert record.rules == Rules.preset(preset).replace(match_format="deal")


def test_hands_are_shown_when_asked_for(capsys: Capture) -> None:
    shown = runs(capsys, *DEAL, "--hands").splitlines()
    hidden = runs(capsys, *DEAL).splitlines()
    assert shown[:4] + shown[12:] == hidden
    rows = shown[4:12]
    assert [row[2:8] for row in rows[::2]] == ["seat 0", "seat 1", "seat 2", "seat 3"]
    assert {row[:10] for row in rows[1::2]} == {" " * 10}
    assert max(map(len, rows)) < 80


def test_watch_in_json_is_an_object_for_each_event(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    found = objects(runs(capsys, *DEAL, "--json", "--record", str(file)))
    match = Match.from_record(Record.from_json(file.read_text("utf-8")))
    assert found == json.loads(json.dumps([to_jsonable(event) for event in match.events]))
    assert [found[0]["event"], found[-1]["event"]] == ["Dealt", "MatchOver"]


def test_speed_waits_after_each_event_that_is_shown(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    file = tmp_path / "match.json"
    argv = ["watch", "--seed", "7", "--level", "K", "--record", str(file), "--overwrite"]
    runs(capsys, *argv)
    assert waits == []
    events = Match.from_record(Record.from_json(file.read_text("utf-8"))).events
    narrator = Narrator()
    shown = [event for event in events if narrator.lines(event)]
    assert len(shown) < len(events)
    runs(capsys, *argv, "--speed", "0.25")
    assert waits == [0.25] * len(shown)
    waits.clear()
    runs(capsys, *argv, "--speed", "3600", "--json")
    assert waits == [3600] * len(events)


def test_in_json_the_seed_that_was_drawn_is_told_beside(capsys: Capture) -> None:
    argv = ["watch", "--match", "deal", "--json"]
    assert main(argv) == 0
    out, err = capsys.readouterr()
    seed = re.fullmatch(r"guandan: the seed is (\d+)\n", err)
    assert seed is not None
    assert runs(capsys, *argv, "--seed", seed[1]) == out
