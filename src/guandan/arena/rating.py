"""Bradley-Terry ratings of a field of bots, fitted with choix (the extra `arena`)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from guandan import MissingExtra
from guandan.arena.intervals import Z
from guandan.errors import InputTypeError, shown

__all__ = ["Rating", "bradley_terry"]

_ELO = 400 / math.log(10)
"""Points of the Elo scale for one natural logarithm of odds."""


@attrs.frozen
class Rating:
    """A bot's strength on the Elo scale, where the mean of the field is 0, and its 95 % interval.

    A bot that is 100 points above another wins 64 % of the games against it.
    """

    bot: str
    rating: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as JSON values."""
        return attrs.asdict(self)


def bradley_terry(
    bots: Sequence[str], pairs: Iterable[tuple[str, str, float]]
) -> tuple[Rating, ...]:
    """Return the ratings of the bots, in their order.

    `pairs` are (A, B, score): the share (0, 0.5 or 1) of the two games of a pair that A won. Each
    two bots that met are given half a win more to each side, so that a bot that won all its games
    has a rating too. The two games of a pair hang together, which the intervals allow for: they
    follow from how the scores of the pairs vary (the sandwich estimate), not from the number of
    games.

    Raises:
        InputTypeError: a bot is no text or there twice, a pair is not of two of them and a score,
            or not all bots can be compared, since no chain of pairs leads from one to the other.
        MissingExtra: choix is not installed.
    """
    pairs = _checked(bots, pairs)
    try:
        # An extra, and slow to load.
        import choix  # noqa: PLC0415  # pyright: ignore[reportMissingImports]
        import numpy as np  # noqa: PLC0415  # comes with choix
    except ImportError as error:
        raise MissingExtra(
            "a rating needs choix: pip install 'guandan-rules[arena]'", extra="arena"
        ) from error
    index = {bot: at for at, bot in enumerate(bots)}
    scores: dict[tuple[int, int], Counter[float]] = {}
    for first, second, score in pairs:
        scores.setdefault((index[first], index[second]), Counter())[score] += 1

    wins = np.zeros((len(bots), len(bots)))
    for (i, j), counts in scores.items():
        wins[i, j] += sum(2 * score * count for score, count in counts.items()) + 0.5
        wins[j, i] += sum(2 * (1 - score) * count for score, count in counts.items()) + 0.5
    strengths = choix.ilsr_pairwise_dense(wins, max_iter=1_000)

    slope = np.zeros_like(wins)
    spread = np.zeros_like(wins)
    for (i, j), counts in scores.items():
        expected = 1 / (1 + math.exp(strengths[j] - strengths[i]))
        edge = np.zeros(len(bots))
        edge[i], edge[j] = 1, -1
        between = np.outer(edge, edge)
        weights = {score: counts[score] + 0.5 for score in (0.0, 0.5, 1.0)}
        games = 2 * counts.total() + 1
        slope += games * expected * (1 - expected) * between
        # A pair's part in the gradient is twice how far its score is from what was expected.
        spread += 4 * between * sum(w * (s - expected) ** 2 for s, w in weights.items())
    inverse = np.linalg.pinv(slope)
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))

    centred = strengths - strengths.mean()
    return tuple(
        Rating(bot, _ELO * at, _ELO * (at - Z * error), _ELO * (at + Z * error))
        for bot, at, error in zip(bots, map(float, centred), map(float, errors), strict=True)
    )


def _checked(
    bots: Sequence[str], pairs: Iterable[tuple[str, str, float]]
) -> list[tuple[str, str, float]]:
    """Return the pairs, if they and the bots are such."""
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not bots:
        raise _bad("bots are a list of texts", bots)
    for bot in bots:
        if not isinstance(bot, str) or list(bots).count(bot) > 1:
            raise _bad("bots are texts, each there once", bot)
    if isinstance(pairs, str) or not isinstance(pairs, Iterable):
        raise _bad("pairs are a list of (A, B, score)", pairs)
    found: list[tuple[str, str, float]] = []
    # Bots that can be compared, each with those of whom it is one.
    groups = {bot: {bot} for bot in bots}
    for pair in pairs:
        match pair:
            case (str(first), str(second), 0 | 0.5 | 1 as score) if (
                first != second and first in groups and second in groups
            ):
                found.append((first, second, float(score)))
            case _:
                raise _bad("a pair is two of the bots and the score 0, 0.5 or 1 of the first", pair)
        if groups[first] is not groups[second]:
            groups[first] |= groups[second]
            for bot in groups[second]:
                groups[bot] = groups[first]
    apart = [bot for bot in bots if bot not in groups[bots[0]]]
    if apart:
        raise _bad("every bot has met another that can be compared with the first", apart[0])
    return found


def _bad(wanted: str, value: object) -> InputTypeError:
    return InputTypeError(f"{wanted}, not {shown(value)}", text=shown(value), position=0)
