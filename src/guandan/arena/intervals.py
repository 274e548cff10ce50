"""Means with their 95 % intervals, from independent samples: one a pair, never one a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, TypeGuard

import attrs

from guandan.errors import InputTypeError, shown

__all__ = ["Interval", "Z", "mean_interval"]

Z = 1.96
"""Standard errors to each side for 95 %."""

_MOST: Final = 10**15
"""Larger samples would lose whole units as they are squared."""


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

    Raises:
        InputTypeError: a sample is no number between the limits, or they are no limits.

    >>> mean_interval([1, 0.5, 0.5, 0], 0, 1)
    Interval(mean=0.5, low=0.09991667534541426, high=0.9000833246545857, n=4)
    >>> round(mean_interval([1] * 10, 0, 1).low, 4)
    0.7225
    """
    _check(samples, low, high)
    n = len(samples)
    if not n:
        return None
    mean = math.fsum(samples) / n
    squares = math.fsum((sample - mean) ** 2 for sample in samples)
    if min(samples) == max(samples):  # the squares of rounded differences may not be nothing
        return _wilson(samples[0], low, high, n)
    half = Z * math.sqrt(squares / (n - 1) / n)
    return Interval(mean, max(low, mean - half), min(high, mean + half), n)


def _check(samples: object, low: object, high: object) -> None:
    if not (_is_number(low) and _is_number(high) and low < high):
        raise InputTypeError(
            f"the limits are two numbers, the lower one first, not {shown(low)} and {shown(high)}",
            text=shown((low, high)),
            position=0,
        )
    if isinstance(samples, str) or not isinstance(samples, Sequence):
        raise InputTypeError(
            f"samples are a list of numbers, not {shown(samples)}", text=shown(samples), position=0
        )
    for place, sample in enumerate(samples):
        if not (_is_number(sample) and low <= sample <= high):
            raise InputTypeError(
                f"sample {place} is a number from {low} to {high}, not {shown(sample)}",
                text=shown(sample),
                position=place,
            )


def _is_number(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= _MOST  # not a number is in no range


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
