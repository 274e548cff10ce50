"""Perft: how many sequences of actions there are to a depth, against kept counts and the oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import guandan
import oracle
from perft_counts import count, deal_of, small_position, visits

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "perft" / "counts.json").read_text(encoding="utf-8")
)
QUICK = 500
"""Positions of the last depth that the gate has time to visit."""
SLOW = 10_000
"""Those that the interpreted build has time for; the rest of the table is the compiled one's."""


def cases(most: float, *, above: float = 0) -> list[Any]:
    """Return each case with the last depth that visits so few positions, if it is above a number.

    A case's shallower depths are counted on the way.
    """
    found: list[Any] = []
    for case in CASES:
        counts = case["counts"]
        depths = [d for d in range(1, len(counts) + 1) if visits(counts, d) <= most]
        if depths and visits(counts, depths[-1]) > above:
            name = f"{case['kind']}-{case['seed']}-{depths[-1]}"
            found.append(pytest.param(case, depths[-1], id=name))
    return found


@pytest.mark.parametrize(("case", "depth"), cases(QUICK))
def test_counts(case: dict[str, Any], depth: int) -> None:
    assert count(deal_of(case), depth) == case["counts"][:depth]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "depth"), cases(SLOW, above=QUICK))
def test_larger_counts(case: dict[str, Any], depth: int) -> None:
    assert count(deal_of(case), depth) == case["counts"][:depth]


@pytest.mark.slow
@pytest.mark.skipif(not guandan.COMPILED, reason="only the compiled build gets so deep")
@pytest.mark.parametrize(("case", "depth"), cases(float("inf"), above=SLOW))
def test_all_counts(case: dict[str, Any], depth: int) -> None:
    assert count(deal_of(case), depth) == case["counts"][:depth]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["kind"] == "small"], ids=lambda case: str(case["seed"])
)
def test_the_oracle_counts_the_same(case: dict[str, Any]) -> None:
    hands, level = small_position(case["seed"])
    start = oracle.Position(hands, level, case["rules"], None, None, 0, [], [])
    for depth, wanted in enumerate(case["counts"], 1):
        if wanted > 2_000:
            break
        assert oracle.perft(start, depth) == wanted
