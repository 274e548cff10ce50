"""`guandan play` in a terminal: a pseudo-terminal end to end, and what stands in for one."""

from __future__ import annotations

import argparse
import builtins
import errno
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from guandan import Phase
from guandan.cli import main
from guandan.render.text import Line, Span, plain
from guandan.table import Saved, Terminal
from guandan.table.command import add_arguments

PLAY = ["play", "--seed", "7", "--match", "deal", "--speed", "0"]
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|\][^\x07]*\x07)|\r")


OWN_TERMINAL = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # or Ctrl-C would interrupt nobody
sys.argv[0] = "guandan"
runpy.run_module("guandan", run_name="__main__")
"""


class Seat:
    """A person at a pseudo-terminal in which `guandan play` runs."""

    def __init__(self, *argv: str) -> None:
        self.end, other = pty.openpty()
        env = os.environ | {
            "TERM": "xterm-256color",
            "COLUMNS": "80",
            "LINES": "50",
            # Nobody answers here when the program asks where the cursor is.
            "PROMPT_TOOLKIT_NO_CPR": "1",
        }
        env.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *argv],
            stdin=other,
            stdout=other,
            stderr=other,
            env=env,
            start_new_session=True,
        )
        os.close(other)
        self.seen = ""
        self.read = 0

    def leave(self) -> None:
        """End the program, if a test has failed before it ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        with suppress(OSError):
            os.close(self.end)

    def wait_for(self, *wanted: str, seconds: float = 90) -> str:
        """Read until one of the texts comes that has not been waited for; return which."""
        end = time.monotonic() + seconds
        text = ""
        while time.monotonic() < end:
            text = ESCAPES.sub("", self.seen)[self.read :]
            places = [(text.index(one), one) for one in wanted if one in text]
            if places:
                at, one = min(places)
                self.read += at + len(one)
                return one
            if select.select([self.end], [], [], 0.2)[0]:
                try:
                    data = os.read(self.end, 65536)
                except OSError as error:  # Linux's way to say that the other end is closed
                    if error.errno != errno.EIO:
                        raise
                    data = b""
                if not data:
                    break
                self.seen += data.decode("utf-8", "replace")
        raise AssertionError(f"none of {wanted} came after: {text[-2000:]}")

    def type(self, text: str) -> None:
        os.write(self.end, text.encode() + b"\r")

    def ends(self) -> int:
        return self.process.wait(timeout=60)


Sit = Callable[..., Seat]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """What starts a program in a pseudo-terminal."""
    seats: list[Seat] = []

    def start(*argv: str) -> Seat:
        seats.append(Seat(*argv))
        return seats[-1]

    yield start
    for seat in seats:
        seat.leave()


def play_on(seat: Seat, most: int = 200) -> int:
    """Play what is recommended until the match is over; return how often one was asked."""
    for number in range(most):
        if seat.wait_for("to pass.", "You lead.", "Enter to pass.", "wins the match") == (
            "wins the match"
        ):
            return number
        seat.wait_for(">")
        seat.type("!")
    raise AssertionError("the match does not end")


def test_a_deal_in_a_terminal_from_its_first_card_to_its_last(sit: Sit, tmp_path: Path) -> None:
    seat = sit(*PLAY, "--save", str(tmp_path / "game.json"))
    seat.wait_for("Type help to see what you can type.")
    seat.wait_for(">")
    seat.type("S5")
    seat.wait_for("The hand does not hold these cards.")
    seat.wait_for(">")
    seat.type("?")
    seat.wait_for("recommended")
    seat.wait_for(">")
    seat.type("!")
    assert play_on(seat) > 3
    assert seat.ends() == 0
    assert not (tmp_path / "game.json").exists()


def test_a_game_left_with_ctrl_c_goes_on_later(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    seat = sit(*PLAY, "--save", str(path), "--bots", "random,easy,easy")
    for _ in range(3):
        seat.wait_for("to pass.", "You lead.")
        seat.wait_for(">")
        seat.type("!")
    seat.wait_for("to pass.", "You lead.")
    seat.wait_for(">")
    os.write(seat.end, b"\x03")
    seat.wait_for("To go on: guandan play --continue")
    assert seat.ends() == 130
    saved = Saved.from_json(path.read_text("utf-8"))
    assert saved.bots == ("random", "easy", "easy")
    seat = sit("play", "--continue", str(path), "--speed", "0")
    seat.wait_for("The game goes on where it was saved.")
    play_on(seat)
    assert seat.ends() == 0
    *_, (match, _) = Saved.from_json(path.read_text("utf-8")).record.replay()
    assert match.phase is Phase.OVER


def test_an_interruption_between_two_plays_saves_too(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    seat = sit(*PLAY[:-1], "30", "--save", str(path))
    seat.wait_for("Deal 1")
    seat.process.send_signal(signal.SIGINT)
    seat.wait_for("To go on:")
    assert seat.ends() == 130
    assert Saved.from_json(path.read_text("utf-8")).speed == 30


# --- Without a terminal -------------------------------------------------------------------------

Capture = pytest.CaptureFixture[str]


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_lines_from_a_pipe_are_played_and_its_end_saves(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, "!\nquit\n")
    assert main(PLAY) == 0
    out, err = capsys.readouterr()
    assert "guandan play --continue guandan-game.json" in out
    assert err == ""
    typed(monkeypatch, "")
    assert main(["play", "--continue", "guandan-game.json", "--bots", "random"]) == 0
    assert "继续" not in capsys.readouterr().out
    saved = Saved.from_json(Path("guandan-game.json").read_text("utf-8"))
    assert saved.bots == ("random",) * 3
    assert saved.speed == 0


def test_it_speaks_the_language_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "")
    assert main([*PLAY, "--lang", "zh", "--save", str(tmp_path / "game.json")]) == 0
    assert "你是0号位" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["--bots", "nobody"], 2, "no bot 'nobody'"),
        (["--bots", "easy,easy"], 2, "one or three names of bots, not 2"),
        (["--speed", "fast"], 2, "seconds are a number from 0 to 60"),
        (["--speed", "61"], 2, "seconds are a number from 0 to 60"),
        (["--match", "short", "--level", "5"], 2, "leave out --level"),
        (["--rules", "none"], 2, "no preset"),
        (["--continue", "nowhere.json"], 2, "cannot read nowhere.json"),
        (["--save", "nowhere/game.json"], 2, "cannot write nowhere/game.json.part: No such file"),
    ],
)
def test_bad_options_are_one_line(
    argv: list[str], code: int, message: str, capsys: Capture
) -> None:
    assert main(["play", *argv]) == code
    err = capsys.readouterr().err
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_file_that_is_no_game_is_refused(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("{}")
    assert main(["play", "--continue", str(path)]) == 1
    assert "expected a game saved in format 1" in capsys.readouterr().err


def test_the_options_of_the_game_have_defaults() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = parser.parse_args(["--bots", "easy, random ,easy", "--speed", "1.5"])
    assert options.bots == ("easy", "random", "easy")
    assert options.speed == 1.5
    assert parser.parse_args([]).saved is None


# --- The terminal -------------------------------------------------------------------------------


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def nothing(_text: str) -> Iterable[str]:
    return ()


def fake_toolkit(monkeypatch: pytest.MonkeyPatch, asked: list[Any]) -> None:
    """Put a stand-in for prompt_toolkit where it is imported from."""

    class PromptSession:
        def __init__(self, *, reserve_space_for_menu: int) -> None:
            assert reserve_space_for_menu < 8

        def prompt(self, message: str, *, completer: Any) -> str:
            document = types.SimpleNamespace(text_before_cursor="S5 S")
            asked.append((message, list(completer.get_completions(document, None))))
            return "S5 S6"

    def completion(text: str, start_position: int) -> tuple[str, int]:
        return text, start_position

    package: Any = types.ModuleType("prompt_toolkit")
    package.PromptSession = PromptSession
    completions: Any = types.ModuleType("prompt_toolkit.completion")
    completions.Completer = object
    completions.Completion = completion
    monkeypatch.setitem(sys.modules, "prompt_toolkit", package)
    monkeypatch.setitem(sys.modules, "prompt_toolkit.completion", completions)


def be_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the test itself: pytest puts streams of its own in place for each of its phases."""
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())
    monkeypatch.setenv("TERM", "xterm")


def test_with_prompt_toolkit_cards_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    be_a_terminal(monkeypatch)
    fake_toolkit(monkeypatch, asked)
    shown: list[Line] = []
    terminal = Terminal(shown.append)

    def complete(text: str) -> list[str]:
        assert text == "S5 S"
        return ["S6", "S7", "D5"]

    assert terminal.ask(complete) == "S5 S6"
    assert asked == [("> ", [("S6", -1), ("S7", -1)])]
    terminal.show((Span("a line"),))
    assert plain(shown[0]) == "a line"
    terminal.wait(0)


@pytest.mark.parametrize("how", ["missing", "dumb", "no input", "no output"])
def test_without_it_or_without_a_terminal_lines_are_just_read(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_a_terminal(monkeypatch)
    fake_toolkit(monkeypatch, [])
    if how == "missing":
        monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    elif how == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    elif how == "no input":
        monkeypatch.setattr(sys, "stdin", io.StringIO())
    else:
        monkeypatch.setattr(sys, "stdout", None)
    ask: Callable[[str], str] = lambda prompt: f"{prompt}S5"  # noqa: E731
    monkeypatch.setattr(builtins, "input", ask)
    assert Terminal(lambda _: None).ask(nothing) == "> S5"
