"""Candidates compared by playing each to the end of the deal, over hands that may be.

Every candidate is played out in the same hands, and it is the differences that are averaged: a
candidate is dropped when it is clearly worse than the first, and preferred to it only when it is
clearly better, since the best of many noisy means is mostly luck. The work is a number of playouts,
never a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.belief import Action, Belief
from guandan._kernel.chance import Chance
from guandan._kernel.endgame import Endgame
from guandan._kernel.light import Light
from guandan._kernel.playouts import play_out_lightly
from guandan._kernel.state import State
from guandan._kernel.weighing import PASS

if TYPE_CHECKING:
    from mypy_extensions import i64

BATCH: Final = 16
"""Hands between two looks at which candidates are worth going on with."""
FIELDS: Final = 5
"""Numbers a candidate in a result: the play, how many hands, the sum of its gains, then the sums
of the differences to the first candidate and of their squares."""


class Compared:
    """A candidate and what its playouts came to."""

    def __init__(self, play: i64) -> None:
        self.play = play
        self.lives = True
        self.number: i64 = 0
        self.gains: i64 = 0
        self.sum: i64 = 0
        self.squares: i64 = 0

    def is_clearly(self, gate: i64) -> bool:
        """Whether the mean difference is so many tenths of squared standard errors from nothing."""
        spread = self.number * self.squares - self.sum * self.sum
        return 10 * self.number * self.sum * self.sum > gate * spread


class Search:
    """What one seat knows, and the comparison of its candidates."""

    def __init__(
        self, weights: list[i64], level: i64, options: i64, seat: i64, double: i64
    ) -> None:
        self.light = Light(weights)
        self.seat = seat
        self.double = double
        self.belief = Belief(self.light, level, options, seat)
        self.start = State(level, options)
        self.endgame = Endgame(self.light, double, 0)
        self.solves = False

    def stand(
        self, low: i64, high: i64, sizes: i64, table: i64, owner: i64, out: i64, out_number: i64
    ) -> None:
        """Take in the position: the own hand, and what `State` says of it."""
        start = self.start
        start.deal(self.seat, low, high)
        start.sizes = sizes
        start.table = table
        start.owner = owner
        start.turn = self.seat
        start.out = out
        start.out_number = out_number

    def know(self, seat: i64, low: i64, high: i64, barred_low: i64, barred_high: i64) -> None:
        """Take in cards known to be in a hidden hand, and faces that no other card of it has."""
        hidden = self.belief.of(seat)
        hidden.known_low = low
        hidden.known_high = high
        hidden.barred_low = barred_low
        hidden.barred_high = barred_high

    def remember(
        self,
        seat: i64,
        code: i64,
        table: i64,
        owner: i64,
        sizes: i64,
        left: i64,
        low: i64,
        high: i64,
    ) -> None:
        """Take in an action of a hidden seat (see `belief.Action`)."""
        self.belief.of(seat).actions.append(Action(code, table, owner, sizes, left, low, high))

    def compare(
        self,
        plays: list[i64],
        low: i64,
        high: i64,
        worlds: i64,
        least: i64,
        drop: i64,
        tries: i64,
        steps: i64,
        scale: i64,
        exact: i64,
        solve: i64,
        seed: i64,
    ) -> list[i64]:
        """Play the candidates out and return `FIELDS` numbers for each.

        `plays` are complete plays or `PASS`; `low` and `high` the unseen cards that are not known
        to be anywhere. `worlds` and `least` are numbers of hands, `drop` is the gate of
        `Compared.is_clearly`, `tries` and `steps` are those of `Belief.deal` for each of the hands,
        and `scale` says how much of a turn makes an action e times less likely. With no more than
        `exact` cards in all hands the deals are solved, in `solve` steps each.
        """
        chance = Chance(seed)
        belief = self.belief
        belief.scale = scale
        belief.begin(low, high, self.start.sizes)
        self.solves = _total(self.start.sizes) <= exact
        self.endgame.steps = solve
        compared = [Compared(play) for play in plays]
        first = compared[0]
        lives: i64 = len(compared)
        world = State(self.start.level, self.start.options)
        copy = State(self.start.level, self.start.options)
        for done in range(worlds):
            belief.deal(chance, tries, steps)
            world.copy_from(self.start)
            for hidden in belief.hidden:
                world.deal(hidden.seat, hidden.low, hidden.high)
            base: i64 = 0
            for candidate in compared:
                if candidate.lives:
                    copy.copy_from(world)
                    gain = self._play_out(copy, candidate.play)
                    if candidate is first:
                        base = gain
                    candidate.number += 1
                    candidate.gains += gain
                    candidate.sum += gain - base
                    candidate.squares += (gain - base) * (gain - base)
            if done + 1 >= least and (done + 1) % BATCH == 0:
                for candidate in compared:
                    if (
                        candidate.lives
                        and candidate is not first
                        and candidate.sum <= 0
                        and (candidate.squares == 0 or candidate.is_clearly(drop))
                    ):
                        candidate.lives = False
                        lives -= 1
                if lives == 1:
                    break
        result: list[i64] = []
        for candidate in compared:
            result.append(candidate.play)
            result.append(candidate.number)
            result.append(candidate.gains)
            result.append(candidate.sum)
            result.append(candidate.squares)
        return result

    def _play_out(self, state: State, play: i64) -> i64:
        """Return the gain of the searching team: levels, and two more for the win itself."""
        if play == PASS:
            state.pass_turn()
        else:
            state.play(play)
        if self.solves:
            gain = self.endgame.solve(state)
        else:
            play_out_lightly(state, self.light, self.light)
            gain = state.score(self.double)
        return gain if self.seat & 1 == 0 else -gain


def _total(sizes: i64) -> i64:
    return (sizes & 255) + ((sizes >> 8) & 255) + ((sizes >> 16) & 255) + (sizes >> 24)
