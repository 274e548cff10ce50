"""Hands that the others may hold: dealt at random, then weighed by what they have played.

A hand is believed in by how well it explains the plays and passes of its holder: how much worse
each was, by the light policy, than the best that the hand could have done. Random deals, then
swaps of cards between hidden hands, are accepted as often as they are believed in more (the rule
of Metropolis and Hastings).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from guandan._kernel.chance import Chance
from guandan._kernel.holding import Holding
from guandan._kernel.light import Light
from guandan._kernel.words import add_face, count_face, faces

if TYPE_CHECKING:
    from mypy_extensions import i64

_LIKELIHOODS: Final[list[i64]] = [
    round(-1000 * math.log((place + 0.5) / 1024)) for place in range(1024)
]
"""What a chance of so many in 1024 is worth, as minus its logarithm, in thousandths."""
_MISSING: Final = 1500
"""What is taken off for an action that the policy does not consider, in thousandths of a turn."""
_WORST: Final = 3000


class Action:
    """A play or pass that somebody made: the choice, what it answered, and what stood then."""

    def __init__(
        self, code: i64, table: i64, owner: i64, sizes: i64, left: i64, low: i64, high: i64
    ) -> None:
        self.code = code
        self.table = table
        self.owner = owner
        self.sizes = sizes
        # How many cards of each rank were in hand, all four hands together.
        self.left = left
        # What its maker has played since, this play among it.
        self.low = low
        self.high = high


class Hidden:
    """A hidden hand: what is known of it, and what the chain has put into it."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.known_low: i64 = 0
        self.known_high: i64 = 0
        self.barred_low: i64 = 0
        self.barred_high: i64 = 0
        self.first: i64 = 0
        self.last: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0
        self.doubt: i64 = 0
        self.actions: list[Action] = []

    def bars(self, face: i64) -> bool:
        """Return whether the hand cannot hold the face, but for copies known to be there."""
        return count_face(self.barred_low, self.barred_high, face) != 0


class Belief:
    """The hidden hands of the seats but one, and the chain that goes through what they may be."""

    def __init__(self, light: Light, level: i64, options: i64, seat: i64) -> None:
        self.light = light
        self.level = level
        self.options = options
        self.hidden: list[Hidden] = [Hidden((seat + step) & 3) for step in range(1, 4)]
        self.pool: list[i64] = []
        self.scale: i64 = 1000

    def of(self, seat: i64) -> Hidden:
        """Return the hidden hand of a seat."""
        for hidden in self.hidden:
            if hidden.seat == seat:
                return hidden
        raise IndexError(f"seat {seat} is not hidden")

    def begin(self, low: i64, high: i64, sizes: i64) -> None:
        """Take in the cards that are not known to be anywhere, and each seat's number of cards."""
        self.pool = faces(low, high)
        first: i64 = 0
        for hidden in self.hidden:
            hidden.first = first
            known: i64 = len(faces(hidden.known_low, hidden.known_high))
            first += ((sizes >> (8 * hidden.seat)) & 255) - known
            hidden.last = first

    def deal(self, chance: Chance, tries: i64, steps: i64) -> None:
        """Deal anew: the most believed of some random deals, more or less, then some swaps.

        Beginning again for every deal keeps them independent, so that the errors of means over
        them are what they seem; a long chain would hardly move from one deal to the next.
        """
        self._shuffle(chance)
        doubts = self._doubts()
        for _ in range(tries - 1):
            kept = self.pool[:]
            self._shuffle(chance)
            others = self._doubts()
            if others - doubts <= _LIKELIHOODS[chance.below(1024)]:
                doubts = others
            else:
                self.pool = kept
        for hidden in self.hidden:
            self._gather(hidden)
            hidden.doubt = self.doubt(hidden)
        for _ in range(steps):
            self.step(chance)

    def _doubts(self) -> i64:
        total: i64 = 0
        for hidden in self.hidden:
            self._gather(hidden)
            total += self.doubt(hidden)
        return total

    def _shuffle(self, chance: Chance) -> None:
        pool = self.pool
        number: i64 = len(pool)
        last = number - 1
        while last > 0:
            place = chance.below(last + 1)
            pool[last], pool[place] = pool[place], pool[last]
            last -= 1
        # What a hand cannot hold goes to one that can, for something that the first can hold.
        for hidden in self.hidden:
            for place in range(hidden.first, hidden.last):
                tries: i64 = 0
                while hidden.bars(pool[place]) and tries < 500:
                    tries += 1
                    self._swap_if_allowed(place, hidden, chance.below(number))

    def _holder(self, place: i64) -> Hidden:
        seat = 0
        while place >= self.hidden[seat].last:
            seat += 1
        return self.hidden[seat]

    def _swap_if_allowed(self, place: i64, hidden: Hidden, other: i64) -> bool:
        """Swap two cards unless they are of one hand, one face, or barred where they would go."""
        holder = self._holder(other)
        mine = self.pool[place]
        theirs = self.pool[other]
        if holder.seat == hidden.seat or mine == theirs:
            return False
        if hidden.bars(theirs) or holder.bars(mine):
            return False
        self.pool[place] = theirs
        self.pool[other] = mine
        return True

    def _gather(self, hidden: Hidden) -> None:
        """Put the cards of the pool that are a hand's together with those known to be there."""
        low = hidden.known_low
        high = hidden.known_high
        for place in range(hidden.first, hidden.last):
            low, high = add_face(low, high, self.pool[place])
        hidden.low = low
        hidden.high = high

    def doubt(self, hidden: Hidden) -> i64:
        """Return how badly a hand explains what its holder did: minus a logarithm, thousandths."""
        light = self.light
        total: i64 = 0
        for action in hidden.actions:
            hold = Holding(hidden.low + action.low, hidden.high + action.high, self.level)
            own = hold.counts + (hold.wilds << (4 * self.level))
            regret = light.regret(
                hold,
                action.left - own,
                action.sizes,
                hidden.seat,
                self.options,
                action.table,
                action.owner,
                action.code,
            )
            if regret < 0:
                regret = _MISSING
            elif regret > _WORST:
                regret = _WORST
            total += regret
        return total * 1000 // self.scale

    def step(self, chance: Chance) -> None:
        """Propose to swap two cards, and do so as likely as the hands are then believed in more."""
        number: i64 = len(self.pool)
        if number < 2:
            return
        place = chance.below(number)
        other = chance.below(number)
        hidden = self._holder(place)
        holder = self._holder(other)
        if not self._swap_if_allowed(place, hidden, other):
            return
        doubts = hidden.doubt + holder.doubt
        self._gather(hidden)
        self._gather(holder)
        first = self.doubt(hidden)
        second = self.doubt(holder)
        if first + second - doubts <= _LIKELIHOODS[chance.below(1024)]:
            hidden.doubt = first
            holder.doubt = second
            return
        self.pool[place], self.pool[other] = self.pool[other], self.pool[place]
        self._gather(hidden)
        self._gather(holder)
