"""Whatever a function of the kernel is given, the process lives on.

The preconditions are the callers' to keep; breaking one may give any value or any error. Compiled
code could do worse, so each function is asked in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import builds
import kernel_fuzz

PROGRAM = Path(kernel_fuzz.__file__)
ENOUGH = 2
"""Faults of one function that are told."""


def faults(name: str, progress: Path) -> list[str]:
    """Return the first calls that ended the process, and how."""
    arguments = list(kernel_fuzz.hostile(name))
    found: list[str] = []
    first = 0
    while len(found) < ENOUGH:
        command = [sys.executable, str(PROGRAM), name, str(first), str(progress)]
        try:
            run = subprocess.run(
                command, stderr=subprocess.PIPE, encoding="utf-8", timeout=120, check=False
            )
        except subprocess.TimeoutExpired:
            how = "runs on"
        else:
            if run.returncode == 0:
                break
            how = f"{run.returncode} {run.stderr.strip()}"
        last = int(progress.read_text(encoding="ascii") or -1)
        given = ", ".join(map(repr, arguments[last])) if last >= 0 else "before the first call"
        found.append(f"{name}({given}): {how}")
        first = last + 1
    return found


@pytest.mark.parametrize("name", builds.ARGUMENTS)
def test_no_argument_ends_the_process(name: str, tmp_path: Path) -> None:
    found = faults(name, tmp_path / "progress")
    assert not found, "\n".join(found)
