"""Endgames are solved as plain minimax solves them."""

from __future__ import annotations

from typing import Any

import pytest

from guandan import Rules
from guandan._kernel.chance import Chance
from guandan._kernel.endgame import Endgame
from guandan._kernel.light import Light
from guandan._kernel.playouts import play_out_lightly
from guandan._kernel.represent import complete
from guandan._kernel.shapes import shapes_of
from guandan._kernel.state import State
from guandan._kernel.words import add_face
from guandan.bots.weights import flatten, light_weights

LIGHT = Light(flatten(light_weights()))


def copied(state: State) -> State:
    copy = State(state.level, state.options)
    copy.copy_from(state)
    return copy


def minimax(state: State) -> int:
    """What team 0 gains, every play tried by everybody."""
    if state.turn < 0:
        return state.score(3)
    hold = state.hold(state.turn)
    results = []
    for code in shapes_of(hold, state.options, state.table):
        after = copied(state)
        after.play(complete(hold, code, state.options))
        results.append(minimax(after))
    if state.table >= 0:
        after = copied(state)
        after.pass_turn()
        results.append(minimax(after))
    return max(results) if state.turn % 2 == 0 else min(results)


def endgame(seed: int, sizes: list[int], **rules: Any) -> State:
    """A few cards each, many of them alike, so that there are bombs and runs."""
    chance = Chance(seed)
    level = chance.below(13)
    state = State(level, Rules(**rules).kernel_options)
    ranks = [chance.below(13) for _ in range(3)]
    deck = [4 * rank + suit for rank in ranks for suit in range(4)] * 2
    deck += [chance.below(54) for _ in range(12)]
    deck = [face for place, face in enumerate(deck) if deck[:place].count(face) < 2]
    for seat, size in enumerate(sizes):
        low = high = 0
        for _ in range(size):
            low, high = add_face(low, high, deck.pop(chance.below(len(deck))))
        state.deal(seat, low, high)
    state.turn = chance.below(4)
    return state


@pytest.mark.parametrize("seed", range(60))
def test_solved_like_minimax(seed: int) -> None:
    sizes = [[2, 2, 2, 2], [4, 1, 2, 2], [3, 3, 1, 2], [1, 5, 1, 1]][seed % 4]
    state = endgame(seed, sizes, lead_after_out=["partner", "next_player"][seed % 2])
    before = (state.sizes, state.table, state.turn, state.out)
    solver = Endgame(LIGHT, 3, 1_000_000)
    assert solver.solve(state) == minimax(state)
    assert (state.sizes, state.table, state.turn, state.out) == before
    # Once more with the same solver: nothing is left over.
    assert solver.solve(state) == minimax(state)


def test_without_steps_it_is_a_playout() -> None:
    for seed in range(10):
        state = endgame(seed, [3, 3, 3, 3])
        played = copied(state)
        play_out_lightly(played, LIGHT, LIGHT)
        assert Endgame(LIGHT, 3, 0).solve(state) == played.score(3)


def test_some_steps_are_no_worse_than_none_and_end() -> None:
    solver = Endgame(LIGHT, 3, 50)
    for seed in range(10):
        state = endgame(seed, [6, 6, 6, 6])
        assert abs(int(solver.solve(state))) in {3, 4, 5}
