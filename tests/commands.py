"""What the tests of the command line share: a run that ends well, one that fails, a process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from guandan.cli import main

DEAL = ["watch", "--seed", "7", "--match", "deal"]
FLUSH = "S5 S6 S8 S9 H2"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

Capture = pytest.CaptureFixture[str]


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
