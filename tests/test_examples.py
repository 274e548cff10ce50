"""The examples run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_watch_match_plays_a_match_to_its_end() -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / "watch_match.py")],
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    lines = ran.stdout.splitlines()
    end = re.fullmatch(r"(\d+) deals, won by team ([01])", lines[-1])
    assert end is not None, lines[-1]
    deals, winner = end.groups()
    assert sum(line.startswith("Deal ") for line in lines) == int(deals)
    assert lines[-2].startswith(f"team {winner} wins the match · levels ")
    assert any(line.startswith("  Tribute from seat ") for line in lines)


def test_my_bot_enters_the_arena_and_is_better_than_chance() -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / "my_bot.py")],
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    share = re.search(r"^win share +([0-9.]+) %", ran.stdout, re.MULTILINE)
    assert share is not None, ran.stdout
    assert float(share[1]) > 80


def test_my_bot_is_about_twenty_lines() -> None:
    text = (EXAMPLES / "my_bot.py").read_text(encoding="utf-8")
    bot = text[text.index("class MyBot") : text.index("if __name__")]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 20
