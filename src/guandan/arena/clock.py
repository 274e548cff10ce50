"""The only clock of the library: how long bots take, and how long a tournament still will."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import attrs

from guandan import Card, Combo, PlayerView, Seat, Strategy

__all__ = ["Latency", "Stopwatch", "TimedStrategy", "now"]

T = TypeVar("T")

_STEPS = 8
"""Buckets a doubling: each is 9 % wide, so that a percentile is off by 4.5 % at most."""


def now() -> float:
    """Return the time in seconds, from an unknown beginning."""
    return time.perf_counter()


def _buckets(value: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(bucket), int(count)) for bucket, count in value))


@attrs.frozen
class Latency:
    """How long decisions took, in seconds: a histogram with a logarithmic scale.

    Count, total and longest are exact; a percentile is right within 4.5 %.

    >>> watch = Stopwatch()
    >>> for seconds in (0.001, 0.001, 0.002, 0.004):
    ...     watch.add(seconds)
    >>> latency = watch.latency()
    >>> latency.count, round(latency.mean, 6), latency.longest
    (4, 0.002, 0.004)
    >>> round(latency.percentile(50), 4)
    0.001
    """

    count: int = 0
    total: float = 0.0
    longest: float = 0.0
    buckets: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=_buckets)
    """(bucket, count): bucket `b` holds what took from 2**(b/8) to 2**((b+1)/8) microseconds."""

    @property
    def mean(self) -> float:
        """The mean in seconds; 0 if nothing was measured."""
        return self.total / self.count if self.count else 0.0

    def percentile(self, percent: float) -> float:
        """Return the seconds within which this percentage of the decisions was made."""
        rank = self.count * percent / 100
        reached = 0
        for bucket, count in self.buckets:
            reached += count
            if reached >= rank:
                return min(2 ** ((bucket + 0.5) / _STEPS) / 1e6, self.longest)
        return self.longest

    def __add__(self, other: Latency) -> Latency:
        counts = Counter(dict(self.buckets))
        counts.update(dict(other.buckets))
        return Latency(
            self.count + other.count,
            self.total + other.total,
            max(self.longest, other.longest),
            tuple(counts.items()),
        )

    def summary(self) -> dict[str, Any]:
        """Return count, mean, percentiles and maximum, in seconds, as JSON values."""
        return {
            "decisions": self.count,
            "mean": self.mean,
            "p50": self.percentile(50),
            "p95": self.percentile(95),
            "p99": self.percentile(99),
            "max": self.longest,
        }


class Stopwatch:
    """Collects how long decisions took."""

    def __init__(self) -> None:
        self._total = 0.0
        self._longest = 0.0
        self._counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count a decision that took so long."""
        self._total += seconds
        self._longest = max(self._longest, seconds)
        # Nothing takes less than a microsecond.
        self._counts[math.floor(_STEPS * math.log2(max(seconds * 1e6, 1.0)))] += 1

    def latency(self) -> Latency:
        """Return what was measured so far."""
        return Latency(
            self._counts.total(), self._total, self._longest, tuple(self._counts.items())
        )


class TimedStrategy:
    """A strategy whose decisions are timed.

    `before` is told who decides next.
    """

    def __init__(
        self, inner: Strategy, watch: Stopwatch, before: Callable[[Seat, str], None]
    ) -> None:
        self._inner = inner
        self._watch = watch
        self._before = before

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return what the bot plays."""
        return self._timed(view, lambda: self._inner.choose_play(view))

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return what the bot pays."""
        return self._timed(view, lambda: self._inner.choose_tribute(view, options))

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return what the bot gives back."""
        return self._timed(view, lambda: self._inner.choose_return(view, options))

    def _timed(self, view: PlayerView, choose: Callable[[], T]) -> T:
        assert view.seat is not None  # it is asked for a decision
        self._before(view.seat, view.phase)
        began = now()
        try:
            return choose()
        finally:
            self._watch.add(now() - began)
