"""Sequential stopping: play no more pairs than the question needs (Wald's SPRT)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import attrs

from guandan import SettingError
from guandan.errors import shown

__all__ = ["Sprt", "SprtState", "Verdict"]


class Verdict(StrEnum):
    """What a sequential test says so far."""

    H0 = "h0"
    """The share is `p0` rather than `p1`: no gain."""
    H1 = "h1"
    """The share is `p1` rather than `p0`: a gain."""
    OPEN = "open"


def _probability(_: Sprt, field: attrs.Attribute[float], value: object) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < 1:
        raise SettingError(
            f"{field.name}: expected a number between 0 and 1, not {shown(value)}",
            field=field.name,
            value=value,
        )


@attrs.frozen
class Sprt:
    """A sequential test of bot A's win share: is it `p0`, or is it `p1`?

    After every pair the log-likelihood ratio is worked out; the test ends when it leaves the
    bounds. `alpha` is the chance to accept H1 although H0 is true, `beta` that to accept H0
    although H1 is true. The sample is the pair (0, 0.5 or 1), in the normal approximation of the
    generalised test, as chess engines are tested with.

    >>> [round(bound, 3) for bound in Sprt(0.5, 0.55).bounds]
    [-2.944, 2.944]
    >>> round(Sprt.from_elo(0, 20).p1, 4)
    0.5288

    Raises:
        SettingError: not 0 < p0 < p1 < 1, or a chance of error that is none.
    """

    p0: float = attrs.field(default=0.5, validator=_probability)
    p1: float = attrs.field(default=0.55, validator=_probability)
    alpha: float = attrs.field(default=0.05, validator=_probability)
    beta: float = attrs.field(default=0.05, validator=_probability)

    def __attrs_post_init__(self) -> None:
        if self.p0 >= self.p1:
            raise SettingError(
                f"p0 ({self.p0}) has to be less than p1 ({self.p1})", field="p0", value=self.p0
            )
        if self.alpha + self.beta >= 1:
            raise SettingError(
                f"alpha and beta are chances of error and together less than 1, not {self.alpha}"
                f" and {self.beta}",
                field="alpha",
                value=self.alpha,
            )

    @classmethod
    def from_elo(cls, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
        """Return the test of two Elo differences in place of shares."""
        return cls(share_of_elo(elo0), share_of_elo(elo1), alpha, beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the test as JSON values."""
        return attrs.asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Sprt:
        """Return the test of `to_dict`.

        Raises:
            SettingError: not these four fields, or a value that cannot be.
        """
        names = [field.name for field in attrs.fields(cls)]
        if not isinstance(values, Mapping) or set(values) != set(names):
            raise SettingError(
                f"sprt: expected the fields {', '.join(names)}, not {shown(values)}",
                field="sprt",
                value=values,
            )
        return cls(**values)


def share_of_elo(elo: float) -> float:
    """Return the win share that an Elo difference stands for.

    >>> share_of_elo(0), round(share_of_elo(400), 3)
    (0.5, 0.909)

    Raises:
        SettingError: it is not a number.
    """
    number = isinstance(elo, int | float) and not isinstance(elo, bool)
    if not number or not abs(elo) <= 4000:
        raise SettingError(
            f"elo: expected a number from -4000 to 4000, not {shown(elo)}", field="elo", value=elo
        )
    return 1 / (1 + 10 ** (-elo / 400))


class SprtState:
    """A sequential test as it goes on: `add` each pair's score, in order.

    >>> state = SprtState(Sprt(0.5, 0.6))
    >>> for pair in range(30):
    ...     verdict = state.add(1.0)
    ...     if verdict != "open":
    ...         break
    >>> pair, str(verdict)
    (5, 'h1')
    """

    def __init__(self, test: Sprt) -> None:
        if not isinstance(test, Sprt):
            raise SettingError(f"test: expected an Sprt, not {shown(test)}", field="test")
        self.test = test
        self._counts = {0.0: 0, 0.5: 0, 1.0: 0}

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 against H0."""
        n = sum(self._counts.values())
        if not n:
            return 0.0
        mean = sum(score * count for score, count in self._counts.items()) / n
        test = self.test
        return n * (test.p1 - test.p0) * (2 * mean - test.p0 - test.p1) / (2 * self._variance())

    def _variance(self) -> float:
        # Half a pair more of each result: the first pairs are often alike, and a variance of
        # nothing would decide at once.
        weights = {score: count + 0.5 for score, count in self._counts.items()}
        n = sum(weights.values())
        mean = sum(score * weight for score, weight in weights.items()) / n
        return sum(weight * (score - mean) ** 2 for score, weight in weights.items()) / n

    @property
    def verdict(self) -> Verdict:
        """What the test says now."""
        low, high = self.test.bounds
        llr = self.llr
        return Verdict.H1 if llr >= high else Verdict.H0 if llr <= low else Verdict.OPEN

    def add(self, score: float) -> Verdict:
        """Count a pair of which A won this share, and return what the test says.

        Raises:
            SettingError: the share is not 0, 0.5 or 1.
        """
        if isinstance(score, bool) or score not in (0, 0.5, 1):
            raise SettingError(
                f"score: the share of a pair is 0, 0.5 or 1, not {shown(score)}",
                field="score",
                value=score,
            )
        self._counts[score] += 1
        return self.verdict
