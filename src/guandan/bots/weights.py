"""The weights of the light policy: what they mean, and the table that training made.

A play is chosen by the worth of the hand it leaves plus terms for the situation, all in
thousandths of whatever a turn is worth. *Standing* is how many higher ranks are still unseen in
that number: 0 is beaten by bombs only. *Nearness* is how few cards the opponent nearest to the end
holds: 1, 2, 3, 4, 5, 6, 7-8, 9-10, 11-15, more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

__all__ = ["FIELDS", "flatten", "light_weights"]

FIELDS: Final[Mapping[str, tuple[int, str]]] = {
    "single": (12, "a single left in the hand, by standing"),
    "pair": (12, "a pair, by standing"),
    "triple": (12, "a triple, by standing"),
    "bomb_4": (12, "a bomb of four, by standing; those that follow likewise"),
    "bomb_5": (12, "a bomb of five"),
    "bomb_6": (12, "a bomb of six"),
    "bomb_7": (12, "a bomb of seven"),
    "bomb_8": (12, "a bomb of eight natural cards"),
    "straight": (2, "a straight, and what each rank of its top adds"),
    "tube": (2, "a tube, likewise"),
    "plate": (2, "a plate, likewise"),
    "straight_flush": (2, "a straight flush, likewise"),
    "joker_bomb": (1, "the four jokers together"),
    "wild": (2, "the first wild, and the second"),
    "full_house": (1, "each triple that has a pair to go with it"),
    "last_group": (2, "a play that leaves one group of cards, or two"),
    "pass": (10, "a pass under an opponent's play, by nearness"),
    "pass_partner": (10, "a pass under the partner's play, by nearness"),
    "bomb": (10, "playing a bomb, by nearness"),
    "follow": (6, "a play that follows, by standing: 0, 1, 2, 3-4, 5-7, more"),
    "lead": (10, "a lead, by kind, in the order of `Kind`"),
    "danger": (6, "a play of 1 to 6 cards that can be beaten, by an opponent who holds so many"),
    "fit": (6, "a low lead of 1 to 6 cards when the partner holds so many"),
    "cover": (3, "a play over the partner's; over a high one; with a bomb"),
    "lead_standing": (6, "a lead, by standing, as for `follow`"),
    "danger_standing": (1, "each higher rank unseen, for a play that is in `danger`"),
}
"""Each group of weights: how many there are, and what they are added for."""


def flatten(table: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the weights as the one list that the kernel takes.

    Raises:
        ValueError: a group is missing, unknown or not of its length.

    >>> len(flatten(light_weights()))
    190
    """
    if table.keys() != FIELDS.keys():
        raise ValueError(f"the weights differ in {sorted(table.keys() ^ FIELDS.keys())}")
    flat = [0] * 12  # no cards at all are worth nothing
    for name, (length, _) in FIELDS.items():
        if len(table[name]) != length:
            raise ValueError(f"{name} has {length} weights, not {len(table[name])}")
        flat += table[name]
    return flat


@cache
def light_weights() -> Mapping[str, Sequence[int]]:
    """Return the weights that `training/tune_light.py` made."""
    text = resources.files("guandan.bots").joinpath("light.json").read_text(encoding="utf-8")
    table: Mapping[str, Sequence[int]] = json.loads(text)
    return table
