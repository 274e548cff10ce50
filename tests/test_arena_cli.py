"""`guandan arena`: its options, exit codes, output and progress."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from guandan.arena import command
from guandan.arena.tournament import Progress
from guandan.cli import main

Capture = pytest.CaptureFixture[str]
HERE = ["--workers", "0", "--seed", "7"]


def arena(capsys: Capture, *argv: str, code: int = 0) -> str:
    """The output of the command, which ends with this code and says nothing beside."""
    assert main(["arena", *argv]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *argv: str) -> str:
    assert main(["arena", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


def test_two_bots_are_compared(capsys: Capture) -> None:
    out = arena(capsys, "easy", "random", "--pairs", "4", *HERE)
    assert out.startswith(
        "easy against random: 4 pairs, seed 7\n"
        "single deals, random levels, 80 % with tribute\n"
        "\n"
        "win share   100.0 %  ["
    )
    assert re.search(r"\nlevel gain  \+[23]\.\d\d  \[", out)


def test_more_are_a_round_robin(capsys: Capture) -> None:
    bots = ["easy", "random", "arena_bots:Seeded"]
    out = arena(capsys, *bots, "--pairs", "1", *HERE)
    assert out.startswith("3 bots, 1 pairs each two, seed 7\n")
    assert "random against arena_bots:Seeded" in out


def test_json_for_machines(capsys: Capture) -> None:
    options = ["--level", "10", "--tribute", "0.5", "--rules", "pagat", "--json"]
    report = json.loads(arena(capsys, "easy", "random", "--pairs", "2", *options, *HERE))
    rules = report["setting"].pop("rules")
    assert report["setting"] == {"game": "deal", "level": "T", "tribute": 0.5}
    assert rules["double_win_levels"] == 4
    assert (report["a"], report["pairs"], report["errors"]) == ("easy", 2, [])
    assert {"mean", "p50", "p95", "p99", "max"} < set(report["bots"][0]["latency"])
    matches = ["easy", "random", "--pairs", "1", "--game", "match", "--json", *HERE]
    assert json.loads(arena(capsys, *matches))["setting"]["game"] == "match"


def test_a_bot_that_fails_is_exit_code_1(capsys: Capture) -> None:
    out = arena(capsys, "easy", "arena_bots:Cheats", "--pairs", "2", *HERE, code=1)
    assert " x arena_bots:Cheats: MustLead: " in out


@pytest.mark.parametrize("options", [["--sprt", "0.5,0.6"], ["--sprt-elo", "0,70"]])
def test_sequential_stopping(capsys: Capture, options: list[str]) -> None:
    out = arena(capsys, "easy", "random", *options, *HERE, "--alpha", "0.1", "--json")
    report = json.loads(out)
    assert report["sprt"]["verdict"] == "h1"
    assert report["sprt"]["test"]["alpha"] == 0.1
    assert report["pairs"] < 20


def test_a_file_is_gone_on_with_without_naming_the_seed(capsys: Capture, tmp_path: Path) -> None:
    into = ["--into", str(tmp_path / "r.jsonl"), "--json"]
    first = arena(capsys, "easy", "random", "--pairs", "2", *HERE, *into)
    again = arena(capsys, "easy", "random", "--pairs", "2", *into)
    assert json.loads(first)["share"] == json.loads(again)["share"]
    more = arena(capsys, "easy", "random", "--pairs", "3", *into)
    assert json.loads(more)["pairs"] == 3
    assert "can go on to more, not to 2" in refused(capsys, "easy", "random", "--pairs", "2", *into)
    assert "another tournament" in refused(capsys, "easy", "easy?", "--pairs", "3", *into)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "required: BOT"),
        (["easy"], "two bots at least"),
        (["easy", "clever"], "no bot 'clever'"),
        (["easy", "no_such_module:Bot"], "cannot be loaded"),
        (["easy", "easy?x"], "a setting is key=value"),
        (["easy", "random", "--pairs", "0"], "expected 1 or more, not 0"),
        (["easy", "random", "--pairs", "x"], "expected a whole number, not 'x'"),
        (["easy", "random", "--workers", "-1"], "expected 0 or more, not -1"),
        (["easy", "random", "--seed", "x"], "expected a whole number, not 'x'"),
        (["easy", "random", "--level", "1"], "'1'"),
        (["easy", "random", "--tribute", "2"], "a share of the deals from 0 to 1"),
        (["easy", "random", "--tribute", "x"], "expected a number, not 'x'"),
        (["easy", "random", "--rules", "none"], "no preset 'none'"),
        (["easy", "random", "--sprt", "0.5"], "two numbers with a comma"),
        (["easy", "random", "--sprt", "0.5,x"], "expected a number, not 'x'"),
        (["easy", "random", "--sprt", "0.6,0.5"], "has to be less than p1"),
        (["easy", "random", "random?", "--sprt", "0.5,0.6"], "--sprt compares two bots"),
        (["easy", "random", "--into", "/no/such/folder/r"], "cannot write"),
    ],
)
def test_bad_usage_is_exit_code_2(capsys: Capture, argv: list[str], said: str) -> None:
    # The last of an option counts, but a bad one is bad wherever it stands.
    assert said in refused(capsys, *argv, "--workers", "0")


# --- Stopped by Ctrl-C ---------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT can be sent to one process there")
def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    argv = ["easy", "random", "--pairs", "5000", "--seed", "7", "--workers", "1"]
    run = subprocess.Popen(
        [sys.executable, "-m", "guandan", "arena", *argv, "--into", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up and not (path.exists() and path.read_text().count("\n") > 3):
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert run.returncode == 130
    assert out == ""
    [line] = err.splitlines()
    assert line.startswith("guandan: stopped after ")
    assert line.endswith(f" of 5000 pairs; the same command goes on from there ({path})")
    assert path.read_text().endswith("\n")


@pytest.mark.parametrize(
    ("last", "into", "said"),
    [
        (None, None, "stopped before the first pair; with --into FILE it could go on from there"),
        (
            Progress(3, 9, 1.0, 2.0),
            Path("r"),
            "stopped after 3 of 9 pairs; the same command goes on from there (r)",
        ),
    ],
)
def test_what_is_said_when_stopped(
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    last: Progress | None,
    into: Path | None,
    said: str,
) -> None:
    def interrupted(*_: object, on_progress: Any, **__: object) -> None:
        if last is not None:
            on_progress(last)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "compare", interrupted)
    saved = [] if into is None else ["--into", str(into)]
    assert main(["arena", "easy", "random", *saved]) == 130
    assert capsys.readouterr().err == f"guandan: {said}\n"


# --- Progress ------------------------------------------------------------------------------


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    pytest.importorskip("rich")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["arena", "easy", "random", "--pairs", "2", *HERE]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("easy against random")
    assert "pairs · " in err
    assert main(["arena", "easy", "random", "--pairs", "2", "--no-progress", *HERE]) == 0
    assert capsys.readouterr().err == ""


def test_progress_without_rich_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["arena", "easy", "random", "--pairs", "3", *HERE]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(" · ")[0] for line in lines] == [
        f"guandan: {done} of 3 pairs" for done in (1, 2, 3)
    ]
    lines_of = command._Lines()
    for done in range(1, 101):
        lines_of.show(Progress(done, 100, 1.0, 100.0 - done))
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 21
    assert said[0] == "guandan: 1 of 100 pairs · 0:01:39 left"


def test_without_a_standard_error_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["arena", "easy", "random", "--pairs", "1", *HERE]) == 0
    command._tell("nobody hears it")
    assert capsys.readouterr().out.startswith("easy against random: 1 pairs")
