"""Deals with few cards left, played by all four as well as can be, hands open: alpha-beta.

Every shape is tried, made of the cards that `represent` chooses. A number of positions bounds the
work; where it is used up, the rest is played by the light policy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import SIZE_SHIFT
from guandan._kernel.light import Light
from guandan._kernel.playouts import act, play_out_lightly
from guandan._kernel.shapes import shapes_of
from guandan._kernel.state import State
from guandan._kernel.weighing import PASS

if TYPE_CHECKING:
    from mypy_extensions import i64

MOST: Final = 100
"""More than any gain."""


class Endgame:
    """Solves positions, one after another, each with so many steps at most."""

    def __init__(self, light: Light, double: i64, steps: i64) -> None:
        self.light = light
        self.double = double
        self.steps = steps
        self.left: i64 = 0
        # One state for each depth, made when it is first reached.
        self.states: list[State] = []

    def solve(self, state: State) -> i64:
        """Return what team 0 gains, as `State.score` says; the state stays as it is."""
        self.left = self.steps
        return self._solve(state, -MOST, MOST, 0)

    def _solve(self, state: State, low: i64, high: i64, depth: i64) -> i64:
        """Return the gain if it is between the bounds, else something on its side of them."""
        if state.turn < 0:
            return state.score(self.double)
        if depth == len(self.states):
            self.states.append(State(state.level, state.options))
        copy = self.states[depth]
        if self.left <= 0:
            copy.copy_from(state)
            play_out_lightly(copy, self.light, self.light)
            return copy.score(self.double)
        self.left -= 1
        is_first_team = state.turn & 1 == 0
        best: i64 = -MOST if is_first_team else MOST
        for code in self._tries(state):
            copy.copy_from(state)
            act(copy, code)
            gain = self._solve(copy, low, high, depth + 1)
            if is_first_team:
                if gain > best:
                    best = gain
                if best > low:
                    low = best
            else:
                if gain < best:
                    best = gain
                if best < high:
                    high = best
            if low >= high:
                break
        return best

    def _tries(self, state: State) -> list[i64]:
        """Return what the seat may do, what is most likely good first."""
        hold = state.hold(state.turn)
        shapes = shapes_of(hold, state.options, state.table)
        size = state.size(state.turn)
        ordered: list[i64] = [code for code in shapes if (code >> SIZE_SHIFT) & 15 == size]
        over_partner = state.table >= 0 and state.owner == state.turn ^ 2
        if over_partner:
            ordered.append(PASS)
        while size > 1:
            size -= 1
            for code in shapes:
                if (code >> SIZE_SHIFT) & 15 == size:
                    ordered.append(code)
        if state.table >= 0 and not over_partner:
            ordered.append(PASS)
        return ordered
