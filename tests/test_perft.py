"""Perft: how many sequences of actions there are to a depth, against kept counts and the oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import oracle
from perft_counts import count, deal_of, small_position

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "perft" / "counts.json").read_text(encoding="utf-8")
)
QUICK = 60_000
"""Sequences that the gate has time for."""


def cases(*, slow: bool) -> list[Any]:
    return [
        pytest.param(case, depth, wanted, id=f"{case['kind']}-{case['seed']}-{depth}")
        for case in CASES
        for depth, wanted in enumerate(case["counts"], 1)
        if (wanted > QUICK) == slow
    ]


@pytest.mark.parametrize(("case", "depth", "wanted"), cases(slow=False))
def test_counts(case: dict[str, Any], depth: int, wanted: int) -> None:
    assert count(deal_of(case), depth) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("case", "depth", "wanted"), cases(slow=True))
def test_larger_counts(case: dict[str, Any], depth: int, wanted: int) -> None:
    assert count(deal_of(case), depth) == wanted


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] == "small"], ids=str)
def test_the_oracle_counts_the_same(case: dict[str, Any]) -> None:
    hands, level = small_position(case["seed"])
    start = oracle.Position(hands, level, case["rules"], None, None, 0, [], [])
    for depth, wanted in enumerate(case["counts"], 1):
        if wanted > 4_000:
            break
        assert oracle.perft(start, depth) == wanted
