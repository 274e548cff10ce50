"""A sound club player without search: the best play by the light policy, every time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from guandan.bots.basic import check_due
from guandan.bots.weights import flatten, light_weights
from guandan.cards import Card
from guandan.combos import Combo
from guandan.hand import Hand
from guandan.sim import appraise, rate_plays
from guandan.strategy import BaseStrategy
from guandan.view import PlayerView

__all__ = ["OUT", "Candidate", "NormalBot", "why_play"]

OUT: Final = 1_000_000
"""The score of a play that empties the hand, or more."""


@attrs.frozen
class Candidate:
    """A play (None: the pass) that a bot considered, with its score and a short reason."""

    play: Combo | None
    score: float
    """Of `NormalBot` in thousandths of a turn, of `StrongBot` in levels (see its `explain`)."""
    reason: str


class NormalBot(BaseStrategy):
    """Plays what leaves the hand worth most, with an eye on how near everyone is to the end.

    What it weighs is one table, `guandan.bots.weights`, tuned by `training/tune_light.py`.

    >>> from guandan import Deal
    >>> deal = Deal.at(["SK S4", "S5 S6", "S7", "S8"], "2", to_act=0, table="S9", owner=3)
    >>> str(NormalBot().choose_play(deal.view(0)))
    'SK'
    """

    def __init__(self, seed: int | None = None) -> None:  # noqa: ARG002  # as every bot
        """Make a bot; it takes a seed like every bot, though it leaves nothing to chance."""
        self._weights = tuple(flatten(light_weights()))

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return the best play, or None to pass."""
        check_due(view)
        return rate_plays(view, self._weights)[0][0]

    def explain(self, view: PlayerView) -> list[Candidate]:
        """Return what was considered, best first; nothing where the seat owes no play.

        >>> from guandan import Deal
        >>> deal = Deal.at(["S3 D3 SK", "S4", "S5 S6", "S6"], "2", to_act=0, table="S9", owner=1)
        >>> for candidate in NormalBot().explain(deal.view(0)):
        ...     print(candidate.play, candidate.reason)
        SK beats the single S9, keeps 2 cards
        None passes, keeps 3 cards
        """
        return [
            Candidate(play, score, why_play(view, play, score))
            for play, score in rate_plays(view, self._weights)
        ]

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return the option without which the hand is worth most."""
        return self._least_missed(view, options)

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return the option without which the hand is worth most."""
        return self._least_missed(view, options)

    def _least_missed(self, view: PlayerView, options: Sequence[Card]) -> Card:
        def worth(card: Card) -> tuple[int, int]:
            rest = view.hand - Hand([card])
            left = appraise(rest, view.level, unseen=view.unseen, weights=self._weights)
            return left, -card.index

        return max(options, key=worth)


def why_play(view: PlayerView, play: Combo | None, score: int) -> str:
    """Return in words what a play does, scored so by the light policy."""
    if play is None:
        return f"passes, keeps {len(view.hand)} cards"
    if score >= OUT:
        return "goes out"
    left = len(view.hand) - play.size
    cards = "1 card" if left == 1 else f"{left} cards"
    if view.table is None:
        return f"leads a {play.kind}, keeps {cards}"
    return f"beats the {view.table.kind} {view.table}, keeps {cards}"
