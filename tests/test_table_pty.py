"""`guandan play` end to end, in a pseudo-terminal, which Windows has not."""

from __future__ import annotations

import errno
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from guandan import Phase
from guandan.table import Saved

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed", exc_type=ImportError)

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


ASKED = ("Beat seat", "Nothing you hold", "You lead.")
"""How each question begins; its end may stand in another line."""

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
        if seat.wait_for(*ASKED, "wins the match") == "wins the match":
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
        seat.wait_for(*ASKED)
        seat.wait_for(">")
        seat.type("!")
    seat.wait_for(*ASKED)
    seat.wait_for(">")
    os.write(seat.end, b"\x03")
    seat.wait_for("guandan play --continue")
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
    seat.wait_for("guandan play --continue")
    assert seat.ends() == 130
    assert Saved.from_json(path.read_text("utf-8")).speed == 30
