"""The compiled kernel gives what the interpreted one gives, and is written so that it goes on so.

The installed build is the compiled one; beside it the same modules run interpreted, in a process of
their own. `nox -s builds` asks each function a million random inputs, the gate two thousand.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import builds
import guandan

TESTS = Path(__file__).resolve().parent
KERNEL = TESTS.parent / "src" / "guandan" / "_kernel"

two_builds = pytest.mark.skipif(
    not guandan.COMPILED, reason="the interpreted build is installed: there is no other to compare"
)


def test_the_build_is_the_one_that_was_asked_for() -> None:
    """Who installs a build for its own sake says so: the tests below must not be skipped unseen."""
    asked = os.environ.get("GUANDAN_BUILD", "")
    if not asked:
        pytest.skip("GUANDAN_BUILD does not say which build is to be tested")
    assert asked == ("compiled" if guandan.COMPILED else "interpreted")


def test_all_modules_of_the_kernel_are_of_one_build() -> None:
    for path in KERNEL.glob("*.py"):
        if path.name != "__init__.py":
            module = importlib.import_module(f"guandan._kernel.{path.stem}")
            assert str(module.__file__).endswith(".py") is not guandan.COMPILED, path.stem


# --- the same results -----------------------------------------------------------------------------


def test_every_public_function_is_compared() -> None:
    assert sorted(builds.public()) == sorted(builds.ARGUMENTS)


def test_every_argument_has_random_and_edge_inputs() -> None:
    for part in ("random", "edge"):
        for name, arguments in builds.ARGUMENTS.items():
            given = next(builds.inputs(part, name, 0, 1))
            assert {*arguments.split()} - {"codes"} <= {*given}, (part, name)


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder from which the same kernel is imported interpreted, and nothing else of ours."""
    home = tmp_path_factory.mktemp("interpreted")
    shutil.copytree(KERNEL, home / "guandan" / "_kernel", ignore=shutil.ignore_patterns("*.so"))
    (home / "guandan" / "__init__.py").touch()
    return home


def start(home: Path | None, *arguments: object) -> subprocess.Popen[str]:
    """Start the program that asks one build: the installed one, or that of the folder."""
    build = "compiled" if home is None else "interpreted"
    environment = os.environ if home is None else {**os.environ, "PYTHONPATH": str(home)}
    command = [sys.executable, str(TESTS / "builds.py"), build, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, encoding="utf-8")


def both(home: Path, *arguments: object) -> tuple[str, str]:
    """Return what the compiled and the interpreted build answer."""
    processes = [start(None, *arguments), start(home, *arguments)]
    compiled, interpreted = (process.communicate(timeout=1800)[0] for process in processes)
    assert [process.returncode for process in processes] == [0, 0]
    return compiled, interpreted


def compare(home: Path, part: str, first: int, count: int) -> None:
    """Fail if the builds differ in these blocks, with each function's first input that shows it."""
    compiled, interpreted = (json.loads(answer) for answer in both(home, part, first, count))
    assert compiled.keys() == interpreted.keys() == builds.ARGUMENTS.keys()
    assert all(compiled.values())
    faults: list[str] = []
    for name in builds.ARGUMENTS:
        if compiled[name] != interpreted[name]:
            lines = zip(*map(str.splitlines, both(home, part, first, count, name)), strict=True)
            fault = next(f"compiled {one}\ninterpreted {two}" for one, two in lines if one != two)
            faults.append(fault)
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def chunks(part: str, blocks: int, each: int) -> list[Any]:
    """Return the slow parts of so many blocks."""
    return [
        pytest.param(part, first, each, id=f"{part}-{first}", marks=pytest.mark.slow)
        for first in range(0, blocks, each)
    ]


@two_builds
@pytest.mark.parametrize(
    ("part", "first", "count"),
    [
        pytest.param("random", 0, 20, id="random"),
        pytest.param("edge", 0, 10, id="edge"),
        *chunks("random", 1_000_000 // builds.BLOCK, 200),
        *chunks("edge", 800, 100),
    ],
)
def test_both_builds_give_the_same(interpreted: Path, part: str, first: int, count: int) -> None:
    compare(interpreted, part, first, count)
