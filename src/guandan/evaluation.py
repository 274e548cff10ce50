"""The learned evaluation: what a play is expected to gain, from all that its maker can see."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import attrs

from guandan._kernel.judge import RATED, Judge
from guandan._kernel.network import Network
from guandan.combos import Combo
from guandan.errors import InputTypeError, shown
from guandan.sim import check_weights, decision_of, plays_of
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
    if not isinstance(network, Network):
        raise InputTypeError(
            f"expected a Network, such as trained_network() of guandan.bots.network,"
            f" not {shown(network)}",
            text=shown(network),
            position=0,
        )
    decision = decision_of(view)
    if decision is None:
        return []
    out = sum(one << (2 * place) for place, one in enumerate(view.out))
    rated = _JUDGES.of(weights, network).rate(*decision, out, len(view.out))
    plays = plays_of(view, rated[::RATED])
    found = map(Evaluated, plays, rated[1::RATED], rated[2::RATED])
    return sorted(found, key=lambda one: -one.value)


class _Judges(threading.local):
    """The judges lately used, others in every thread: a judge notes what it weighs."""

    def __init__(self) -> None:
        self._made = lru_cache(maxsize=16)(lambda weights, network: Judge(list(weights), network))

    def of(self, weights: Sequence[int], network: Network) -> Judge:
        """Return the judge with these weights and this network."""
        return self._made(tuple(check_weights(weights)), network)


_JUDGES: Final = _Judges()
