"""What the output is shown on: terminals, encodings, colours, and a reader that has gone."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from commands import COLOUR, DEAL, FLUSH, Capture, fails, python_m, runs
from guandan import Record
from guandan.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment")


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
