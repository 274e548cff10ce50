"""Deals played to their end without a thought: every shape, and the pass, with the same chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guandan._kernel.chance import Chance
from guandan._kernel.choices import count_shapes, nth_shape
from guandan._kernel.represent import complete
from guandan._kernel.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64


def play_out_at_random(state: State, chance: Chance) -> None:
    """Play a deal to its end."""
    options = state.options
    while state.turn >= 0:
        hold = state.hold(state.turn)
        number = count_shapes(hold, options, state.table)
        if state.table < 0:
            number = chance.below(number)
        else:
            passes = number
            number = chance.below(number + 1)
            if number == passes:
                state.pass_turn()
                continue
        state.play(complete(hold, nth_shape(hold, options, state.table, number), options))


def random_playouts(state: State, number: i64, seed: i64, double: i64) -> list[i64]:
    """Play a state to its end so many times, and return what team 0 gained in each.

    The state stays as it is.
    """
    chance = Chance(seed)
    copy = State(state.level, state.options)
    gains: list[i64] = []
    for _ in range(number):
        copy.copy_from(state)
        play_out_at_random(copy, chance)
        gains.append(copy.gain(double))
    return gains
