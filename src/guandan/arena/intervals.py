"""Means with their 95 % intervals, from independent samples: one a pair, never one a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import attrs

__all__ = ["Interval", "Z", "mean_interval"]

Z = 1.96
"""Standard errors to each side for 95 %."""


@attrs.frozen
class Interval:
    """A mean and the interval that holds the true one in 95 of 100 cases."""

    mean: float
    low: float
    high: float
    n: int
    """The number of samples, which are pairs."""

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as JSON values."""
        return attrs.asdict(self)


def mean_interval(samples: Sequence[float], low: float, high: float) -> Interval | None:
    """Return the mean of the samples and its interval; None if there are none.

    The interval is mean ± 1.96·s/√n, `s` the standard deviation of the sample, cut off at the
    limits `low` and `high` that a sample can have. If all samples are the same, `s` says nothing,
    and the interval is Wilson's, for a share of `n` on the scale from `low` to `high`: after ten
    wins out of ten the true share may well be 0.75.

    >>> mean_interval([1, 0.5, 0.5, 0], 0, 1)
    Interval(mean=0.5, low=0.09991667534541426, high=0.9000833246545857, n=4)
    >>> round(mean_interval([1] * 10, 0, 1).low, 4)
    0.7225
    """
    n = len(samples)
    if not n:
        return None
    mean = math.fsum(samples) / n
    squares = math.fsum((sample - mean) ** 2 for sample in samples)
    if squares == 0:
        return _wilson(mean, low, high, n)
    half = Z * math.sqrt(squares / (n - 1) / n)
    return Interval(mean, max(low, mean - half), min(high, mean + half), n)


def _wilson(mean: float, low: float, high: float, n: int) -> Interval:
    width = high - low
    share = (mean - low) / width
    centre = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return Interval(
        mean,
        min(mean, low + width * max(0.0, centre - half)),
        max(mean, low + width * min(1.0, centre + half)),
        n,
    )
