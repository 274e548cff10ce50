"""The command line as a program: help, version, exit codes; errors are one line."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
import runpy
import sys

import pytest

import guandan
from commands import FLUSH, Capture, fails, python_m
from guandan.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment")


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
        (["classify", "", "--level", "2"], "there are no cards, so no play"),
        (["classify", "ST S6", "--level", "10", "--lang", "de"], "♠6 ♠10 ist auf Stufe 10"),
    ],
    ids=str,
)
def test_no_is_1_and_one_line(argv: list[str], said: str, capsys: Capture) -> None:
    assert said in fails(capsys, 1, *argv)
    assert capsys.readouterr().out == ""
