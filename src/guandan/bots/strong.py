"""The strongest bot: the light policy's best plays, searched over what the others may hold."""

from __future__ import annotations

from typing import Final

from guandan.bots.basic import check_due
from guandan.bots.normal import OUT, Candidate, NormalBot
from guandan.combos import Combo
from guandan.errors import UnknownSetting
from guandan.search import Compared, SearchSettings, compare_plays
from guandan.shuffle import clean_seed, generator
from guandan.sim import rate_plays
from guandan.view import PlayerView

__all__ = ["SETTINGS", "StrongBot"]

SETTINGS: Final = {
    "fast": SearchSettings(worlds=64, least=32, memory=8, tries=3, steps=6),
    "default": SearchSettings(),
    "deep": SearchSettings(worlds=1024, least=128),
}
"""The settings of `StrongBot` by name, quickest first."""

_CANDIDATES: Final = 5
_MARGIN: Final = 1000
"""How much less than the best, in thousandths of a turn, a play may score and still be searched."""


class StrongBot(NormalBot):
    """Compares the few best plays of `NormalBot` by playing each out in hands that may be.

    The hands agree with all that the seat knows, and are drawn as often as they explain what their
    holders have played (`guandan.search`). Its work is counted in playouts, so that the same seed
    gives the same play on any machine; `setting` trades strength for time.

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
                f"no setting {setting!r}: there are {', '.join(SETTINGS)}", setting=setting
            )
        self._setting = setting
        self._rng = generator(clean_seed(seed), "strong bot")

    def __repr__(self) -> str:
        return (
            "StrongBot()" if self._setting == "default" else f"StrongBot(setting={self._setting!r})"
        )

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return the play that its search prefers, or None to pass."""
        check_due(view)
        prior = self._prior(view)
        if len(prior) == 1:
            return prior[0][0]
        compared = self._search(view, prior)
        clear = [candidate for candidate in compared if candidate.is_clear]
        return max(clear, key=lambda one: one.better).play if clear else prior[0][0]

    def explain(self, view: PlayerView) -> list[Candidate]:
        """Return what was considered, the choice first, each with its gain in levels.

        A search of its own, so that asking changes no later decision; see `NormalBot.explain`.
        """
        prior = self._prior(view)
        if len(prior) < 2:
            return super().explain(view)[:1]
        compared = self._search(view, prior, seed=0)
        order = sorted(
            compared, key=lambda one: (not one.is_clear, one is not compared[0], -one.better)
        )
        return [Candidate(one.play, one.gain, _reason(one, one is compared[0])) for one in order]

    def _prior(self, view: PlayerView) -> list[tuple[Combo | None, int]]:
        """Return the candidates worth a search, the light policy's best first."""
        rated = rate_plays(view, self._weights)
        best = rated[0][1] if rated else 0
        if best >= OUT:
            return rated[:1]
        return [rating for rating in rated[:_CANDIDATES] if rating[1] >= best - _MARGIN]

    def _search(
        self, view: PlayerView, prior: list[tuple[Combo | None, int]], seed: int | None = None
    ) -> list[Compared]:
        return compare_plays(
            view,
            [play for play, _ in prior],
            weights=self._weights,
            settings=SETTINGS[self._setting],
            seed=int(self._rng.random() * 2**53) if seed is None else seed,
        )


def _reason(one: Compared, is_first: bool) -> str:
    if is_first:
        return f"the choice of normal, {one.playouts} playouts"
    verdict = "clearly better" if one.is_clear else "not clearly better"
    return f"{verdict}: {one.better:+.2f} ± {1.96 * one.error:.2f} in {one.playouts} playouts"
