"""The learned evaluation: what a play is expected to gain, from all that its maker can see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from guandan import _kernel as kernel
from guandan._kernel.judge import RATED, Judge
from guandan._kernel.network import Network
from guandan._kernel.weighing import PASS
from guandan.combos import Combo
from guandan.phases import Phase
from guandan.sim import check_weights
from guandan.view import PlayerView

__all__ = ["Evaluated", "Network", "evaluate_plays"]


@attrs.frozen
class Evaluated:
    """A play (None: the pass) that the light policy considers."""

    play: Combo | None
    score: int
    """What the light policy thinks of it, in thousandths of a turn."""
    value: int
    """What the network expects the own team to gain: thousandths of a level, and two levels more
    for winning the deal at all. Only differences between plays of one decision are learned well."""


def evaluate_plays(
    view: PlayerView, *, weights: Sequence[int], network: Network
) -> list[Evaluated]:
    """Return what the light policy considers in the position of a view, evaluated by a network.

    The most valuable comes first. Empty where the seat owes no play.

    >>> from guandan import Deal
    >>> from guandan.bots.network import trained_network
    >>> from guandan.bots.weights import flatten, light_weights
    >>> deal = Deal.at(["SK S4", "S5 S6", "S7", "S8"], "2", to_act=0, table="S9", owner=3)
    >>> found = evaluate_plays(
    ...     deal.view(0), weights=flatten(light_weights()), network=trained_network()
    ... )
    >>> [str(one.play) for one in found]
    ['SK', 'None']
    """
    if view.seat is None or view.seat not in view.due or view.phase is not Phase.PLAY:
        return []
    options, level = view.rules.kernel_options, view.level.index
    low, high = view.hand.low, view.hand.high
    rated = _judge(tuple(weights), network).rate(
        low,
        high,
        view.unseen.low,
        view.unseen.high,
        level,
        options,
        sum(count << (8 * seat) for seat, count in enumerate(view.counts)),
        view.seat,
        kernel.LEAD if view.table is None else view.table.code,
        0 if view.owner is None else view.owner,
        sum(one << (2 * place) for place, one in enumerate(view.out)),
        len(view.out),
    )
    rows = [rated[at : at + RATED] for at in range(0, len(rated), RATED)]
    plays = kernel.represent(
        low, high, level, options, [code for code, _, _ in rows if code != PASS]
    )
    made = iter(plays)
    found = [
        Evaluated(None if code == PASS else Combo(next(made), view.level, view.rules), score, value)
        for code, score, value in rows
    ]
    return sorted(found, key=lambda one: -one.value)


@lru_cache(maxsize=16)
def _judge(weights: tuple[int, ...], network: Network) -> Judge:
    return Judge(check_weights(weights), network)
