"""The worked cases of `tests/data`, typed, picked by topic or operation, with readable ids.

`VECTORS` are the cases of `rules.json` and `options.json`; their `topic` says what they are about.
`REPORTS` are those of `field_reports.json`, faults that engines really had; their `op` says what
is asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

DATA: Final = Path(__file__).parent / "data"

Facts = Mapping[str, Any]
"""A piece of a case as it stands in the file."""


@dataclass(frozen=True)
class Vector:
    """A worked case of the rules."""

    id: str
    topic: str
    level: str
    given: Facts
    expected: Facts
    why: str
    rules: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """A fault that some engine had, as a case with the right answer."""

    id: str
    area: str
    fault: str
    op: str
    level: str
    given: Facts
    correct: Facts


def _load(name: str, key: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))[key]
    return cases


def _vector(case: dict[str, Any]) -> Vector:
    return Vector(
        id=case["id"],
        topic=case["topic"],
        level=case["level"],
        given=case["input"],
        expected=case["expected"],
        why=case["why"],
        rules=case.get("rules", {}),
    )


def _report(case: dict[str, Any]) -> Report:
    return Report(
        id=case["id"],
        area=case["area"],
        fault=case["fault"],
        op=case["input"]["op"],
        level=case["level"],
        given=case["input"],
        correct=case["correct"],
    )


VECTORS: Final = tuple(
    _vector(case) for name in ("rules.json", "options.json") for case in _load(name, "vectors")
)
REPORTS: Final = tuple(_report(case) for case in _load("field_reports.json", "reports"))


def vectors(topic: str) -> list[Vector]:
    """Return the worked cases of a topic; one at least."""
    found = [vector for vector in VECTORS if vector.topic == topic]
    assert found, f"no case has the topic {topic}"
    return found


def reports(op: str) -> list[Report]:
    """Return the field reports that ask for an operation; one at least."""
    found = [report for report in REPORTS if report.op == op]
    assert found, f"no field report asks for {op}"
    return found


def report(name: str) -> Report:
    """Return one field report by its id."""
    [found] = [report for report in REPORTS if report.id == name]
    return found


Case = TypeVar("Case", Vector, Report)
Test = TypeVar("Test", bound=Callable[..., object])


def _id(case: Vector | Report) -> str:
    about = case.why if isinstance(case, Vector) else case.fault
    words = "".join(letter if letter.isalnum() else " " for letter in about).split()
    return "-".join([case.id, *words[:7]])


def each(cases: Iterable[Case]) -> Callable[[Test], Test]:
    """Run a test once for each case, given as `case`; the test's id says what it is about."""
    mark: Callable[[Test], Test] = pytest.mark.parametrize(
        "case", [pytest.param(case, id=_id(case)) for case in cases]
    )
    return mark


def shown(value: object) -> str:
    """A readable id of any value, short and the same in every process."""
    text = ascii(value)
    if isinstance(value, set | frozenset) or " at 0x" in text:
        return type(value).__name__
    return text if len(text) <= 30 else f"{text[:27]}..."
