"""The strongest bot: a learned evaluation, and a search over what the others may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from guandan.bots.basic import check_due
from guandan.bots.network import trained_network
from guandan.bots.normal import OUT, Candidate, NormalBot, why_play
from guandan.combos import Combo
from guandan.errors import UnknownSetting, shown
from guandan.evaluation import Evaluated, evaluate_plays
from guandan.search import Compared, SearchSettings, compare_plays
from guandan.shuffle import clean_seed, generator
from guandan.view import PlayerView

__all__ = ["SETTINGS", "StrongBot"]

SETTINGS: Final[Mapping[str, SearchSettings | None]] = {
    "instant": None,
    "fast": SearchSettings(worlds=64, least=16, memory=8, tries=3, steps=6, exact=10),
    "default": SearchSettings(),
    "deep": SearchSettings(worlds=1024, least=128),
}
"""The settings of `StrongBot` by name, quickest first; the first does not search at all."""

_CANDIDATES: Final = 5
_MARGIN: Final = 600
"""How much less than the best, in thousandths of a level, a play may be worth and be searched."""
_DOUBT: Final = 0.25
"""How far from the truth the evaluation is held to be: the standard deviation, in levels."""
_ERROR_FACTOR: Final = 2.0
"""How much more than it seems the variance of the playouts' mean is held to be."""


class StrongBot(NormalBot):
    """Compares the plays that a network finds best by playing each out in hands that may be.

    The network evaluates what `NormalBot` considers (`guandan.evaluation`). The hands agree with
    all that the seat knows, and are drawn as often as they explain what their holders have played
    (`guandan.search`). The work is counted in playouts, so that the same seed gives the same play
    on any machine; `setting` trades strength for time, and "instant" does without playouts.

    >>> from guandan import Deal
    >>> deal = Deal.at(["SK S4", "S5 S6", "S7", "S8"], "2", to_act=0, table="S9", owner=3)
    >>> str(StrongBot(seed=7, setting="fast").choose_play(deal.view(0)))
    'SK'
    """

    def __init__(self, seed: int | None = None, setting: str = "default") -> None:
        """Make a bot; its choices follow from the seed (None: from the system's chance).

        Raises:
            UnknownSetting: there is no setting of this name.
        """
        super().__init__(seed)
        if not isinstance(setting, str) or setting not in SETTINGS:
            raise UnknownSetting(
                f"no setting {shown(setting)}: there are {', '.join(SETTINGS)}", setting=setting
            )
        self._setting = setting
        self._network = trained_network()
        self._rng = generator(clean_seed(seed), "strong bot")

    def __repr__(self) -> str:
        return (
            "StrongBot()" if self._setting == "default" else f"StrongBot(setting={self._setting!r})"
        )

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return the play that evaluation and search together prefer, or None to pass."""
        check_due(view)
        prior = self._prior(view)
        settings = SETTINGS[self._setting]
        if len(prior) == 1 or settings is None:
            return prior[0].play
        compared = self._search(view, prior, settings, int(self._rng.random() * 2**53))
        expected = _expected(prior, compared)
        # The first of equals, which the evaluation prefers.
        return prior[expected.index(max(expected))].play

    def explain(self, view: PlayerView) -> list[Candidate]:
        """Return what was considered, the choice first, each with what the team is to gain.

        The scores are levels, and two more for winning the deal, below zero if it is lost; by
        evaluation and search together, as the order is. A search of its own, so that asking changes
        no later decision; see `NormalBot.explain`.
        """
        prior = self._prior(view)
        settings = SETTINGS[self._setting]
        if len(prior) < 2 or settings is None:
            return [
                Candidate(one.play, one.value / 1000, why_play(view, one.play, one.score))
                for one in prior
            ]
        compared = self._search(view, prior, settings, seed=0)
        rows = sorted(
            zip(_expected(prior, compared), prior, compared, strict=True), key=lambda row: -row[0]
        )
        return [
            Candidate(
                one.play,
                compared[0].gain + expected,
                f"{why_play(view, one.play, of.score)}; {_searched(one, of is prior[0])}",
            )
            for expected, of, one in rows
        ]

    def _prior(self, view: PlayerView) -> list[Evaluated]:
        """Return the candidates worth a search, the one of the highest value first."""
        found = evaluate_plays(view, weights=self._weights, network=self._network)
        out = [one for one in found if one.score >= OUT]
        if out:
            return [max(out, key=lambda one: one.score)]
        return [one for one in found[:_CANDIDATES] if one.value >= found[0].value - _MARGIN]

    def _search(
        self, view: PlayerView, prior: list[Evaluated], settings: SearchSettings, seed: int
    ) -> list[Compared]:
        plays = [one.play for one in prior]
        return compare_plays(view, plays, weights=self._weights, settings=settings, seed=seed)


def _expected(prior: list[Evaluated], compared: list[Compared]) -> list[float]:
    """Return how much more than the first each gains, by evaluation and playouts together.

    Each of the two is believed as much as it is sure: a mean weighed by inverse variances.
    """
    gains = [0.0]
    for evaluated, searched in zip(prior[1:], compared[1:], strict=True):
        difference = (evaluated.value - prior[0].value) / 1000
        variance = searched.error**2 * _ERROR_FACTOR
        weight = _DOUBT**2 / (_DOUBT**2 + variance)
        gains.append(weight * searched.better + (1 - weight) * difference)
    return gains


def _searched(one: Compared, is_first: bool) -> str:
    if is_first:
        return f"the choice of the evaluation, {one.playouts} playouts"
    return f"{one.better:+.2f} ± {1.96 * one.error:.2f} against it in {one.playouts} playouts"
