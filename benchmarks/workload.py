"""The cases kept in `cases.json` (`make_cases.py` made them), as values of the library."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from catalogue import CASES
from guandan import Combo, Hand, Rank, Record, Rules
from guandan import _kernel as kernel

RULES: Final = Rules()

Question: TypeAlias = tuple[int, int, int, int, int]
"""What the kernel is asked: the two words of a hand, level, options, the play to beat."""


@dataclass(frozen=True)
class Position:
    """A hand that leads (over None) or follows."""

    hand: Hand
    level: Rank
    over: Combo | None = None

    @property
    def question(self) -> Question:
        """The position as the kernel is asked about it."""
        over = kernel.LEAD if self.over is None else self.over.code
        return self.hand.low, self.hand.high, self.level.index, RULES.kernel_options, over


class Workload:
    """All cases; each kind of them is made when first asked for, and counted without."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    @classmethod
    def load(cls) -> Workload:
        """Read the file."""
        return cls(json.loads(CASES.read_text(encoding="utf-8")))

    def count(self, kind: str) -> int:
        """Return how many cases of a kind there are: `leads`, `follows`, `selections` ..."""
        return len(self._data[kind])

    def positions(self, kind: str) -> list[Position]:
        """Return the positions of a kind: `leads`, `follows` or `midgame`."""
        return [_position(*case) for case in self._data[kind]]

    def grown(self, cards: int, wilds: int) -> list[Position]:
        """Return the leading hands of so many cards and wilds."""
        return [_position(*case) for case in self._data["growth"][f"{cards}-{wilds}"]]

    def grown_count(self, cards: int, wilds: int) -> int:
        """Return how many of them there are."""
        return len(self._data["growth"][f"{cards}-{wilds}"])

    @property
    def selections(self) -> list[tuple[str, str]]:
        """The selections of six cards, as cards and level in text."""
        return [(cards, level) for level, cards in self._data["selections"]]

    @property
    def deal_seeds(self) -> Sequence[int]:
        """The seeds of the deals that are played to their end."""
        seeds: list[int] = self._data["deal_seeds"]
        return seeds

    @cached_property
    def record(self) -> Record:
        """The recorded match."""
        return Record.from_json(self.record_text)

    @cached_property
    def record_text(self) -> str:
        """The recorded match as it is on file."""
        return json.dumps(self._data["match"])

    @property
    def action_count(self) -> int:
        """How many actions the recorded match has."""
        return sum(len(deal["actions"]) for deal in self._data["match"]["deals"])


def _position(level: str, cards: str, over: str | None = None) -> Position:
    rank = Rank(level)
    return Position(Hand(cards), rank, None if over is None else Combo.parse(over, rank, RULES))
