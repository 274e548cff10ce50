"""The two lengths of the property tests, and what the tests of the command line are given.

The length is chosen by the environment variable HYPOTHESIS_PROFILE. `gate` takes seconds and tries
the same examples each time; `long` tries fresh ones for minutes. `slow` is the name by which the
slow tests ask for the long ones.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from commands import DEAL, Capture, runs
from guandan import COMPILED

# Begun in the background a process may ignore Ctrl-C, and so does all that it begins; some tests
# send it to a program that they have begun.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no fault, and neither is a strategy that looks at more than it keeps.
_PATIENT = settings(
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Interpreted, an example takes several times as long.
_EXAMPLES = 25 if COMPILED else 15
settings.register_profile("gate", _PATIENT, max_examples=_EXAMPLES, derandomize=True)
settings.register_profile("long", _PATIENT, max_examples=1_000)
settings.register_profile("slow", settings.get_profile("long"))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the caller's terminal is and wants must not show in the tests."""
    wishes = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM")
    for name in (*wishes, "PYTHONIOENCODING", "PYTHONUNBUFFERED"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def saved(tmp_path: Path, capsys: Capture) -> Path:
    """A file with the record of one deal."""
    file = tmp_path / "match.json"
    runs(capsys, *DEAL, "--record", str(file))
    return file
