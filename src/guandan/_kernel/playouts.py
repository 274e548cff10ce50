"""Deals played to their end: at random, every shape and the pass with the same chance, or lightly.

"Lightly" is by the policy of `light`. Each function plays many deals in one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guandan._kernel.chance import Chance
from guandan._kernel.choices import count_shapes, nth_shape
from guandan._kernel.light import Light
from guandan._kernel.represent import complete
from guandan._kernel.state import State
from guandan._kernel.weighing import PASS

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


def act(state: State, code: i64) -> None:
    """Play a shape, of the cards whose loss hurts least, or pass."""
    if code == PASS:
        state.pass_turn()
    else:
        state.play(complete(state.hold(state.turn), code, state.options))


def play_out_lightly(state: State, light: Light, other: Light) -> None:
    """Play a deal to its end, team 0 by one policy, team 1 by the other."""
    while state.turn >= 0:
        act(state, (light if state.turn & 1 == 0 else other).choose(state))


def light_playouts(
    state: State, weights: list[i64], number: i64, seed: i64, double: i64
) -> list[i64]:
    """Play deals like this one by the light policy, and return what team 0 gained in each.

    The policy leaves nothing to chance, so the first is of the state itself and each further one
    of hands that are dealt anew: every seat's number of cards from all the cards in hand.
    """
    chance = Chance(seed)
    light = Light(weights)
    copy = State(state.level, state.options)
    gains: list[i64] = []
    for done in range(number):
        copy.copy_from(state)
        if done:
            copy.deal_again(chance)
        play_out_lightly(copy, light, light)
        gains.append(copy.gain(double))
    return gains


def light_pairs(
    weights: list[i64], others: list[i64], number: i64, seed: i64, options: i64, double: i64
) -> list[i64]:
    """Play so many random deals twice between two sets of weights, with the teams swapped.

    Each deal, at a random level and led by a random seat, gives what the first set gained with
    team 0, then with team 1.
    """
    chance = Chance(seed)
    light = Light(weights)
    other = Light(others)
    gains: list[i64] = []
    for _ in range(number):
        start = State(chance.below(13), options)
        start.deal_all(chance)
        start.turn = chance.below(4)
        copy = State(start.level, options)
        copy.copy_from(start)
        play_out_lightly(copy, light, other)
        gains.append(copy.gain(double))
        play_out_lightly(start, other, light)
        gains.append(-start.gain(double))
    return gains
