"""The command line: every command, flag and exit code; errors are one line, never a traceback."""

from __future__ import annotations

import importlib
import importlib.metadata
import io
import json
import os
import re
import runpy
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import guandan
from guandan import PRESETS, Match, Phase, Record, Rules, classify, legal_plays
from guandan.cli import main
from guandan.jsonable import to_jsonable
from guandan.render.text import Narrator

DEAL = ["watch", "--seed", "7", "--match", "deal"]
FLUSH = "S5 S6 S8 S9 H2"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the caller's terminal is and wants must not show in the tests."""
    wishes = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM")
    for name in (*wishes, "PYTHONIOENCODING", "PYTHONUNBUFFERED"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")


def runs(capsys: Capture, *argv: str) -> str:
    """The output of a command that ends well and says nothing on standard error."""
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def fails(capsys: Capture, code: int, *argv: str) -> str:
    """The one line on standard error with which a command ends, without the program's name."""
    assert main(argv) == code
    err = capsys.readouterr().err
    assert err.startswith("guandan: ")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1, err
    assert "Traceback" not in err
    return err.removeprefix("guandan: ").rstrip("\n")


def objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects of an output that has one in each line."""
    return [json.loads(line) for line in text.splitlines()]


def python_m(
    *argv: str, env: dict[str, str] | None = None, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    """`python -m guandan` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "guandan", *argv],
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        env=os.environ | (env or {}),
        timeout=120,
    )


# --- The program ------------------------------------------------------------------------------


def test_the_version_names_the_build(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda _name: "9.8.7")
    for compiled, build in ((False, "interpreted"), (True, "compiled")):
        monkeypatch.setattr(guandan, "COMPILED", compiled)
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert ended.value.code == 0
        assert re.fullmatch(rf"guandan \S+ \({build}\)\n", capsys.readouterr().out)


@pytest.mark.parametrize("command", ["", "play", "watch", "replay", "classify", "legal", "arena"])
def test_help_names_the_exit_codes(command: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"] if command else ["--help"])
    assert ended.value.code == 0
    out, err = capsys.readouterr()
    assert "exit codes:\n  0    done\n  1    " in out
    assert f"usage: guandan {command}".rstrip() in out
    assert err == ""


def test_without_arguments_those_of_the_program_are_read(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["guandan", "classify", "S5", "--level", "2"])
    assert main() == 0
    assert capsys.readouterr().out == "♠5  single\n"


def test_it_runs_as_a_module(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("guandan.__main__")
    assert capsys.readouterr() == ("", "")
    del sys.modules["guandan.__main__"]
    monkeypatch.setattr(sys, "argv", ["guandan", "classify", "S5 S6", "--level", "2"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("guandan", run_name="__main__")
    assert ended.value.code == 1
    assert capsys.readouterr().err == "guandan: ♠5 ♠6 is no play on level 2\n"


@pytest.mark.parametrize(
    ("code", "argv"),
    [
        (0, ["classify", "S5", "--level", "2"]),
        (1, ["classify", "S5 S6", "--level", "2"]),
        (2, ["classify", "S1", "--level", "2"]),
        (2, []),
    ],
)
def test_the_process_ends_with_the_exit_code(code: int, argv: list[str]) -> None:
    ran = python_m(*argv)
    assert ran.returncode == code
    assert len(ran.stderr.splitlines()) == (code > 0)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "required: COMMAND"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["--nonsense"], "required: COMMAND"),
        (["watch", "--nonsense"], "unrecognized arguments: '--nonsense'"),
        (["watch", "more"], "unrecognized arguments: 'more'"),
        (["watch", "--seed", "seven"], "a seed is a whole number, not 'seven'"),
        (["watch", "--seed", "7.5"], "a seed is a whole number, not '7.5'"),
        (["watch", "--seed", "9" * 10_000], "a seed is a whole number, not '9999"),
        (["watch", "--seed"], "expected one argument"),
        (["watch", "--bots", ""], "a bot is a name, module:Class or file.py:Class, not ''"),
        (["watch", "--bots", "genius"], "no bot 'genius': there are random, easy"),
        (["watch", "--bots", "easy,"], "a bot is a name, module:Class or file.py:Class, not ''"),
        (["watch", "--bots", "easy,easy,random"], "one, two or four names of bots, not 3"),
        (["watch", "--bots", "easy,easy,easy,easy,easy"], "not 5"),
        (["watch", "--match", "long"], "invalid choice: 'long'"),
        (["watch", "--match", "short", "--level", "T"], "starts at 10: leave out --level"),
        (["watch", "--level", "A", "--match", "short"], "leave out --level"),
        (["watch", "--level", "1"], "'1' is no level: levels are 2 to 10 (or T), J, Q, K or A"),
        (["watch", "--level", "SB"], "'SB' is no level"),
        (["watch", "--level", "t"], "'t' is no level"),
        (["watch", "--level", ""], "'' is no level"),
        (["watch", "--rules", "none"], "no preset 'none': there are tournament"),
        (["watch", "--rules", ""], "no preset ''"),
        (["watch", "--speed", "fast"], "seconds are a number from 0 to 3600, not 'fast'"),
        (["watch", "--speed", "-1"], "not '-1'"),
        (["watch", "--speed", "nan"], "not 'nan'"),
        (["watch", "--speed", "inf"], "not 'inf'"),
        (["watch", "--speed", "3601"], "not '3601'"),
        (["watch", "--lang", "fr"], "invalid choice: 'fr'"),
        (["replay"], "required: FILE"),
        (["replay", "x", "--seed", "7"], "unrecognized arguments: '--seed' '7'"),
        (["classify", "S5"], "required: --level"),
        (["classify", "--level", "2"], "required: CARDS"),
        (["classify", "S1", "--level", "2"], "'S1'"),
        (["classify", "S5\nX9", "--level", "2"], "X"),
        (["classify", "S5", "--level", "X"], "X"),
        (["classify", "S5", "--level", ""], "level"),
        (["classify", "S5", "--level", "2", "--rules", "none"], "no preset 'none'"),
        (["classify", "S5", "--level", "2", "--lang", "fr"], "invalid choice: 'fr'"),
        (["legal", "S5"], "required: --level"),
        (["legal", "S5 ZZ", "--level", "2"], "ZZ"),
        (["legal", "S5 S5 S5", "--level", "2"], "a third copy of S5"),
        (["classify", "S5 S5 S5", "--level", "2"], "a third copy of S5"),
        (["legal", "S5", "--level", "2", "--over", "ZZ"], "ZZ"),
        (["legal", "S5", "--level", "2", "--over", FLUSH], "has 2 readings, name one: "),
        (["legal", "S5", "--level", "2", "--rules", "none"], "no preset 'none'"),
    ],
    ids=str,
)
def test_bad_usage_is_2_and_one_line(argv: list[str], said: str, capsys: Capture) -> None:
    assert said in fails(capsys, 2, *argv)
    assert capsys.readouterr().out == ""


def test_bad_usage_points_at_the_help(capsys: Capture) -> None:
    assert fails(capsys, 2, "watch", "--match", "x").endswith("(try: guandan watch --help)")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["classify", "S5 S6", "--level", "2"], "♠5 ♠6 is no play on level 2"),
        (["classify", "S5 S6", "--level", "2", "--lang", "de"], "auf Stufe 2 keine Kombination"),
        (["classify", "S5 S6", "--level", "2", "--lang", "zh"], "在打2时不成牌型"),
        (["legal", "S3", "--level", "2", "--over", "S4 S5"], "♠4 ♠5 is no play on level 2"),
        (["legal", "S3", "--level", "2", "--over", "S4"], "no play"),
        (
            ["legal", "S3", "--level", "2", "--over", "S4", "--lang", "de"],
            "keine spielbare Kombination",
        ),
        (["legal", "S3", "--level", "2", "--over", "S4", "--lang", "zh"], "要不起"),
        (["legal", "", "--level", "2"], "no play"),
        (["classify", "", "--level", "2"], "no cards are no play"),
        (["classify", "ST S6", "--level", "10", "--lang", "de"], "♠6 ♠10 ist auf Stufe 10"),
    ],
    ids=str,
)
def test_no_is_1_and_one_line(argv: list[str], said: str, capsys: Capture) -> None:
    assert said in fails(capsys, 1, *argv)
    assert capsys.readouterr().out == ""


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


# --- watch ------------------------------------------------------------------------------------

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


# --- Records ----------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path, capsys: Capture) -> Path:
    """A file with the record of one deal."""
    file = tmp_path / "match.json"
    runs(capsys, *DEAL, "--record", str(file))
    return file


def changed(file: Path, change: Callable[[dict[str, Any]], object]) -> str:
    """Change the JSON of a record on file; return the file's name."""
    data = json.loads(file.read_text("utf-8"))
    change(data)
    file.write_text(json.dumps(data), "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("match", "flags"),
    [
        ("full", []),
        ("short", ["--hands"]),
        ("deal", ["--hands"]),
        ("deal", ["--lang", "de"]),
        ("deal", ["--lang", "zh"]),
        ("deal", ["--no-color"]),
    ],
    ids=str,
)
def test_a_replay_prints_the_lines_that_were_watched(
    match: str, flags: list[str], capsys: Capture, tmp_path: Path
) -> None:
    file = str(tmp_path / "match.json")
    watched = runs(capsys, "watch", "--seed", "5", "--match", match, "--record", file, *flags)
    title, _, lines = watched.partition("\n")
    which, _, bots = title.rpartition(" · ")
    assert bots.endswith("easy, easy, easy, easy")
    assert runs(capsys, "replay", file, *flags) == f"{which}\n{lines}"


def test_a_replay_in_json_prints_the_objects_that_were_watched(
    saved: Path, capsys: Capture
) -> None:
    watched = runs(capsys, *DEAL, "--json")
    assert runs(capsys, "replay", str(saved), "--json") == watched


def test_a_replay_waits_too(saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    runs(capsys, "replay", str(saved), "--speed", "1")
    assert set(waits) == {1.0}


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "Stopped in deal 1 · levels 2 : 2"),
        ("de", "Abgebrochen in Spiel 1 · Stufen 2 : 2"),
        ("zh", "第1副中止 · 级数 2 : 2"),
    ],
)
def test_a_record_that_stops_within_a_deal_is_replayed_so_far(
    language: str, last: str, saved: Path, capsys: Capture
) -> None:
    whole = runs(capsys, "replay", str(saved), "--lang", language)
    file = changed(saved, lambda data: data["deals"][0]["actions"].__delitem__(slice(9, None)))
    lines = runs(capsys, "replay", file, "--lang", language).splitlines()
    assert whole.splitlines()[: len(lines) - 2] == lines[:-2]
    assert lines[-2:] == ["", last]
    assert all(json.loads(line) for line in runs(capsys, "replay", file, "--json").splitlines())


def test_a_record_that_stops_between_deals(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    watched = runs(capsys, "watch", "--seed", "7", "--record", str(file))
    lines = runs(
        capsys, "replay", changed(file, lambda data: data["deals"].__delitem__(slice(2, None)))
    )
    end = re.fullmatch(r"Stopped after deal 2 · levels (\w+) : (\w+)", lines.splitlines()[-1])
    assert end is not None
    assert "A" not in end.groups()
    assert f" · levels {end[1]} : {end[2]}\n" in watched


@pytest.mark.parametrize(("rules", "level"), [({}, "2"), ({"start_level": "T"}, "10")], ids=str)
def test_a_record_of_no_deal_is_stopped_before_the_first(
    rules: dict[str, str], level: str, saved: Path, capsys: Capture
) -> None:
    file = changed(saved, lambda data: data.update(deals=[], rules=rules))
    out = runs(capsys, "replay", file)
    assert out.splitlines()[-1] == f"Stopped before the first deal · levels {level} : {level}"
    assert runs(capsys, "replay", file, "--json") == ""


def test_a_replay_names_the_rules(saved: Path, capsys: Capture) -> None:
    assert runs(capsys, "replay", str(saved)).startswith("seed 7 · rules tournament\n")
    own = {"report_at": 5, "match_format": "deal"}
    out = runs(capsys, "replay", changed(saved, lambda data: data.update(rules=own, deals=[])))
    assert out.startswith("seed 7 · rules of its own\n")


def forge_action(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"][3] = "1 HR HR"


def forge_turn(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"].insert(2, "3 -")


def forge_card(data: dict[str, Any]) -> None:
    data["deals"][0]["hands"][1] = "S1" + data["deals"][0]["hands"][1][2:]


def forge_copy(data: dict[str, Any]) -> None:
    data["deals"][0]["hands"][1] = data["deals"][0]["hands"][0]


def forge_level(data: dict[str, Any]) -> None:
    data["deals"][0]["level"] = "9"


def forge_more(data: dict[str, Any]) -> None:
    data["deals"].append(data["deals"][0])


def forge_verb(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"][0] = "0 steals SA"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (forge_action, "(deal 1, action 4)"),
        (forge_turn, "(deal 1, action 3)"),
        (forge_card, "(deal 1, hand"),
        (forge_copy, "(deal 1, hand"),
        (forge_level, "(deal 1"),
        (forge_more, "(deal 2"),
        (forge_verb, "(deal 1, action 1)"),
        (lambda data: data.pop("seed"), "seed"),
        (lambda data: data.update(more=1), "more"),
        (lambda data: data.update(format=2), "(format)"),
        (lambda data: data.update(rules={"ace_fail": "never"}), "(rules"),
    ],
    ids=[
        "action",
        "turn",
        "card",
        "copy",
        "level",
        "more_deals",
        "verb",
        "no_seed",
        "more_fields",
        "format",
        "rules",
    ],
)
@pytest.mark.parametrize("flags", [[], ["--json"]], ids=str)
def test_a_forged_record_is_1_with_the_place_named(
    flags: list[str],
    change: Callable[[dict[str, Any]], object],
    where: str,
    saved: Path,
    capsys: Capture,
) -> None:
    file = changed(saved, change)
    assert main(["replay", file, *flags]) == 1
    out, err = capsys.readouterr()
    assert out == "", "all of it is checked first"
    assert err.startswith(f"guandan: {file}: ")
    assert where in err
    assert "$" not in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is not JSON: Expecting value (line 1 column 1)"),
        (b"no record", "(line 1 column 1)"),
        (b'{"format":\n nothing}', "(line 2 column 2)"),
        (b"[]", ": a record is a JSON object"),
        (b"{}", "the format is missing"),
        (b"[" * 100_000, ""),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "it is not UTF-8 text"),
        (b"\x00" * 100, "(line 1 column 1)"),
        (b'{"format": "\xff"}', "it is not UTF-8 text"),
    ],
    ids=["empty", "text", "broken", "list", "object", "deep", "picture", "zeros", "latin"],
)
def test_a_file_that_is_no_record_is_1(
    content: bytes, said: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert said in fails(capsys, 1, "replay", str(file))
    assert capsys.readouterr().out == ""


def test_a_file_longer_than_any_record_is_read_no_further(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guandan.cli.commands._LARGEST_FILE", 10)
    file = tmp_path / "file"
    file.write_bytes(b" " * 10 + b"\xff" * 10)
    assert "this is not JSON" in fails(capsys, 1, "replay", str(file))


def test_a_file_that_cannot_be_read_is_2(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "missing.json"
    assert f"cannot read {missing}: " in fails(capsys, 2, "replay", str(missing))
    assert f"cannot read {tmp_path}: " in fails(capsys, 2, "replay", str(tmp_path))

    def refused(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    said = fails(capsys, 2, "replay", str(missing))
    assert said == f"cannot read {missing}: Permission denied"


def test_a_record_that_cannot_be_written_is_2_before_the_match_begins(
    tmp_path: Path, capsys: Capture
) -> None:
    for path in (tmp_path, tmp_path / "missing" / "match.json"):
        assert main([*DEAL, "--record", str(path)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"guandan: cannot write {path}: ")
        assert len(err.splitlines()) == 1


def test_the_record_is_written_before_the_match_begins(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    found: list[Record] = []
    monkeypatch.setattr(
        time, "sleep", lambda _seconds: found.append(Record.from_json(file.read_text("utf-8")))
    )
    runs(capsys, *DEAL, "--record", str(file), "--speed", "1")
    assert {record.deals for record in found} == {()}
    assert Match.from_record(Record.from_json(file.read_text("utf-8"))).phase is Phase.OVER


@pytest.mark.parametrize("flags", [[], ["--json"]], ids=str)
def test_an_interrupted_match_is_130_and_saved_so_far(
    flags: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = iter(range(20))

    def interrupted(_seconds: float) -> None:
        if next(waits) == 19:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    file = tmp_path / "match.json"
    assert main([*DEAL, "--speed", "1", "--record", str(file), *flags]) == 130
    out, err = capsys.readouterr()
    assert err == ""
    match = Match.from_record(Record.from_json(file.read_text("utf-8")))
    assert match.phase is Phase.PLAY
    monkeypatch.undo()
    replayed = runs(capsys, "replay", str(file), *flags)
    title = 0 if flags else 1  # only while watching it is known who the bots are
    assert len(out.splitlines()) > 10
    assert (
        replayed.splitlines()[title:][: len(out.splitlines()) - title] == (out.splitlines()[title:])
    )
    assert ("Stopped in deal 1" in replayed) is (not flags)


def test_an_interrupted_match_without_a_record_is_130(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    assert main([*DEAL, "--speed", "1"]) == 130
    assert capsys.readouterr().err == ""


# --- What it is shown on ----------------------------------------------------------------------


class Terminal(io.TextIOWrapper):
    """A standard output that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding, newline="\n", write_through=True)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode(self.encoding)


def on_terminal(monkeypatch: pytest.MonkeyPatch, argv: Sequence[str], encoding: str) -> str:
    """What a command that ends well prints on a terminal."""
    terminal = Terminal(encoding)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", terminal)
        assert main(argv) == 0
    return terminal.text()


def test_on_a_terminal_there_are_colours(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    shown = on_terminal(monkeypatch, DEAL, "utf-8")
    assert COLOUR.search(shown)
    lines = [line.rstrip() for line in COLOUR.sub("", shown).splitlines()]
    assert lines == runs(capsys, *DEAL).splitlines()
    assert re.search(r"\x1b\[1;37;41m\*\*\* bomb of 4 \*\*\*\x1b\[0m", shown)
    assert re.search(r"\x1b\[31m♦4\x1b\[0m", shown)
    assert re.search(r"\x1b\[1;34m♥2→5\x1b\[0m", shown)


def test_what_was_asked_is_answered_in_colours(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich")
    for argv in (["classify", FLUSH, "--level", "2"], ["legal", FLUSH, "--level", "2"]):
        shown = on_terminal(monkeypatch, argv, "utf-8")
        assert COLOUR.search(shown)
        assert COLOUR.sub("", shown) == runs(capsys, *argv)
        assert not COLOUR.search(on_terminal(monkeypatch, [*argv, "--no-color"], "utf-8"))


def test_long_lines_are_not_wrapped_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.setenv("COLUMNS", "20")
    shown = COLOUR.sub("", on_terminal(monkeypatch, [*DEAL, "--hands"], "utf-8"))
    assert max(map(len, shown.splitlines())) > 60


def test_a_replay_has_colours_too(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    assert COLOUR.search(on_terminal(monkeypatch, ["replay", str(saved)], "utf-8"))


def test_no_colours_where_none_are_wanted(
    saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = runs(capsys, *DEAL)
    assert on_terminal(monkeypatch, [*DEAL, "--no-color"], "utf-8") == bare
    replay = ["replay", str(saved), "--no-color"]
    assert not COLOUR.search(on_terminal(monkeypatch, replay, "utf-8"))
    assert not COLOUR.search(on_terminal(monkeypatch, [*DEAL, "--json"], "utf-8"))
    monkeypatch.setenv("NO_COLOR", "1")
    assert on_terminal(monkeypatch, DEAL, "utf-8") == bare


def test_an_empty_no_color_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.setenv("NO_COLOR", "")
    assert COLOUR.search(on_terminal(monkeypatch, DEAL, "utf-8"))


def test_without_rich_a_terminal_gets_plain_text(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rich", "rich.console", "rich.text"):
        monkeypatch.setitem(sys.modules, name, None)
    assert on_terminal(monkeypatch, DEAL, "utf-8") == runs(capsys, *DEAL)


def test_a_terminal_without_suit_signs_gets_the_notation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = on_terminal(monkeypatch, [*DEAL, "--no-color"], "latin-1")
    assert "\nDeal 1 - level 2 - no host yet - levels 2 : 2\n" in shown
    assert f"    seat 2  {'C3':22}  single\n" in shown
    assert "H2=5" in shown
    argv = ["classify", "S3 S4 S5 S6 D7", "--level", "2", "--lang", "de", "--no-color"]
    german = on_terminal(monkeypatch, argv, "latin-1")
    assert german == "S3 S4 S5 S6 D7  Straße\n"


def test_an_output_that_cannot_be_asked_or_changed_gets_the_notation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["classify", "HT", "--level", "2"]) == 0
    assert output.getvalue() == "HT  single\n"


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_ascii_output_is_no_crash(language: str) -> None:
    ran = python_m(*DEAL, "--lang", language, env={"PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0
    assert ran.stderr == b""
    out = ran.stdout.decode("ascii")
    assert "  C3  " in out
    assert ("\\u" in out) is (language == "zh")


def test_ascii_errors_are_no_crash() -> None:
    for argv in (
        ["classify", "♠5 x", "--level", "2", "--lang", "zh"],
        ["replay", "缺.json"],
        ["legal", "S3", "--over", "S4", "--level", "2", "--lang", "zh"],
    ):
        ran = python_m(*argv, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"})
        assert ran.returncode in (1, 2)
        assert ran.stdout == b""
        assert re.fullmatch(r"guandan: [^\n]+\n", ran.stderr.decode("ascii").replace("\r", ""))


# --- A reader that has gone -------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv",
    [
        DEAL,
        [*DEAL, "--json"],
        ["classify", "S5", "--level", "2"],
        ["classify", "S5", "--level", "2", "--json"],
        ["legal", "S5 H5", "--level", "2"],
    ],
    ids=str,
)
def test_a_closed_pipe_ends_quietly(argv: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = python_m(*argv, stdout=writing)
    finally:
        os.close(writing)
    assert ran.stderr == b""
    assert ran.returncode == 141


def test_help_to_a_closed_pipe_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = python_m("--help", stdout=writing)
    finally:
        os.close(writing)
    assert ran.stderr == b""


def test_a_reader_of_one_line_is_enough() -> None:
    with subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "guandan", "watch", "--seed", "7"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"seed 7 ")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(120) in (0, 141)


class Refusing(io.StringIO):
    """A standard output that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self._error = error

    def write(self, _text: str) -> int:
        raise self._error


def test_a_broken_output_that_is_no_file_ends_quietly(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Refusing(BrokenPipeError()))
    assert main(DEAL) == 141
    assert capsys.readouterr().err == ""


def test_the_record_is_saved_when_the_reader_has_gone(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    monkeypatch.setattr(sys, "stdout", Refusing(BrokenPipeError()))
    assert main([*DEAL, "--json", "--record", str(file)]) == 141
    assert len(Record.from_json(file.read_text("utf-8")).deals) == 1


@pytest.mark.parametrize("argv", [DEAL, ["classify", "S5", "--level", "2"]], ids=str)
def test_an_output_that_cannot_be_written_is_one_line(
    argv: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Refusing(OSError(28, "No space left on device")))
    said = fails(capsys, 2, *argv)
    assert said == "cannot write the output: No space left on device"


@pytest.mark.parametrize("argv", [DEAL, ["classify", "S5", "--level", "2"]], ids=str)
def test_no_output_at_all_is_no_crash(
    argv: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(argv) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("argv", [["classify", "S1", "--level", "2"], []], ids=str)
def test_without_a_standard_error_only_the_exit_code_tells(
    argv: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream in (None, Refusing(OSError(28, "No space left on device"))):
        monkeypatch.setattr(sys, "stderr", stream)
        assert main(argv) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("argv", [DEAL, ["classify", "S5", "--level", "2"], ["--help"]], ids=str)
def test_a_full_disk_is_one_line(argv: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = python_m(*argv, stdout=full.fileno())
    assert ran.returncode == 2
    assert ran.stderr == b"guandan: cannot write the output: No space left on device\n"
