"""What is measured: the name of each case, its unit, and the figures it is held against.

A case's name is stable, so that files of measurements from different versions can be compared.
This module does without the library, so that a report needs none installed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CASES: Final = Path(__file__).with_name("cases.json")

BUILDS: Final = ("interpreted", "compiled")
KINDS: Final = ("leads", "follows", "midgame")
"""The positions of cases.json: leading, over a play of a random hand, within a bots' deal."""


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    name: str
    what: str
    unit: str
    """`things/s`, where more is better, or `ms`, where less is."""
    targets: tuple[float | None, float | None] = (None, None)
    """What the two builds have to reach on one core of an x86-64 server with CPython 3.11."""
    public: str = ""
    """What public engines reached there, before this library was begun."""
    answers: str = ""
    """What of `averages` in cases.json tells how much one call gives."""

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit.endswith("/s")

    def of(self, seconds: float) -> float:
        """Return what so many seconds for one thing are in this unit."""
        return 1 / seconds if self.is_rate else 1000 * seconds

    def misses(self, value: float, target: float) -> bool:
        """Return whether a value does not reach the target."""
        return value < target if self.is_rate else value > target


FIGURES: Final = (
    Figure(
        "kernel-shapes-lead",
        "all shapes, leading with 27 random cards, kernel",
        "hands/s",
        (8_000, 450_000),
        "46,800 (TypeScript, 55 shapes a hand)",
        answers="shapes_leads",
    ),
    Figure(
        "kernel-shapes-follow",
        "all shapes, 27 random cards over a random play, kernel",
        "hands/s",
        (20_000, 1_500_000),
        "88,400",
        answers="shapes_follows",
    ),
    Figure(
        "kernel-shapes-midgame",
        "all shapes, following in the middle of a bots' deal, kernel",
        "hands/s",
        answers="shapes_midgame",
    ),
    Figure(
        "kernel-plays-lead",
        "all complete plays, leading with 27 random cards, kernel",
        "hands/s",
        (500, 40_000),
        "2,750 (Java), 554 (Python)",
        answers="plays_leads",
    ),
    Figure(
        "legal-plays-len",
        "`len(legal_plays(...))`, leading with 27 random cards",
        "hands/s",
        (2_000, 50_000),
    ),
    Figure(
        "legal-plays-shapes",
        "`legal_plays(...).shapes()`, the same, as `Combo` objects",
        "hands/s",
        (2_500, 10_000),
        answers="shapes_leads",
    ),
    Figure(
        "legal-plays-iter",
        "iterating `legal_plays(...)`, the same, as `Combo` objects",
        "hands/s",
        (300, 1_500),
        answers="plays_leads",
    ),
    Figure(
        "classify-text",
        "`classify` six cards with two wilds, from text",
        "calls/s",
        (10_000, 100_000),
        answers="readings",
    ),
    Figure(
        "classify-hand",
        "`classify` six cards with two wilds, from a `Hand`",
        "calls/s",
        (10_000, 100_000),
        answers="readings",
    ),
    Figure(
        "match-actions",
        "actions of a whole `Match` through its verbs, from `Combo` objects",
        "actions/s",
        (8_000, 25_000),
    ),
    Figure(
        "record-replay",
        "actions of the same match, loaded from its JSON text and replayed",
        "actions/s",
    ),
    Figure(
        "easybot-deals", "whole deals of four `EasyBot`s through `Match`", "deals/s", (20, None)
    ),
    Figure(
        "kernel-random-deals",
        "random deals to their end, uniform over shapes and pass, kernel",
        "deals/s",
        (150, 18_000),
        "1,690 (TypeScript), 131 (Python); a throw-away C program: 36,000",
    ),
    Figure(
        "kernel-light-deals",
        "random deals to their end by the light policy, kernel",
        "deals/s",
        (50, 6_000),
        "a throw-away C program: 10,000 to 16,000",
    ),
    Figure("import", "`import guandan` in a new process", "ms", (150, 150)),
)

SIZES: Final = (5, 10, 15, 20, 27)
"""Cards of the hands that show how the cost grows."""
WILDS: Final = (0, 1, 2)


def averages() -> dict[str, float]:
    """Return how many shapes, plays or readings the cases of each kind have."""
    found: dict[str, float] = json.loads(CASES.read_text(encoding="utf-8"))["averages"]
    return found


def growth_name(listing: str, cards: int, wilds: int) -> str:
    """Return the name of a growth case; `listing` is `shapes` or `plays`."""
    return f"growth-{listing}-{cards:02}-{wilds}"
