"""What the learned evaluation sees of a play: the hand it leaves and the situation, as features.

Everything is sorted into classes, and each class that holds is one feature: of each block of
`WIDTHS` exactly one. `network` adds up a row of weights for each.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    JOKER_BOMB,
    RANK_SHIFT,
    SIZE_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    WILDS_SHIFT,
)
from guandan._kernel.holding import Holding
from guandan._kernel.offers import flushes
from guandan._kernel.worth import Appraiser, marks_of

if TYPE_CHECKING:
    from mypy_extensions import i64

_CARDS: Final[list[i64]] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9, *([10] * 4), *([11] * 5), *([12] * 5), 13,
]  # fmt: skip
"""The class of a number of cards in a hand."""
_FEW: Final[list[i64]] = [0, 0, 1, 2, 3, 3, 4, 4, 4, *([5] * 19)]
_BOMBS: Final[list[i64]] = [12, 12, 12, 12, 12, 13, 14, 14, 14]
"""The place of a bomb's number among those of groups, by how many cards it is of."""
_CLASSES: Final[list[i64]] = [0, 1, 1, 2, 2, 2, *([3] * 10)]
"""The class of a standing, for what is left in hand."""
_STANDINGS: Final[list[i64]] = [0, 1, 2, 3, 3, 4, 4, 4, *([5] * 8)]
"""The class of a standing, for a play."""
_GAPS: Final[list[i64]] = [1, 50, 100, 200, 350, 500, 750, 1000, 1400]

# The situation, before the play.
_SITUATION: Final[list[i64]] = [
    14,  # cards of the next seat, of the partner, of the other opponent
    14,
    14,
    4,  # whose play is on the table: nobody's, the next seat's, the partner's, the other's
    5,  # who is out: nobody, the partner, an opponent, then a second of the other team
    3,  # big jokers unseen, small ones, wilds
    3,
    3,
    6,  # aces unseen
    8,  # ranks of which four are unseen
    11,  # the kind to beat
    7,  # its standing
]
# The play, and the hand that it leaves.
_AFTER: Final[list[i64]] = [
    14,  # cards left
    14,  # groups left
    11,  # the kind played, or the pass
    7,  # its standing
    8,  # the step of a bomb
    3,  # whether the next seat holds as many cards, and could need one that beats it
    3,  # whether the partner does
    3,  # whether the other opponent does
    3,  # wilds used
    4,  # singles left, by class of standing
    4,
    5,
    6,
    3,  # pairs
    3,
    4,
    4,
    3,  # triples
    3,
    4,
    4,  # bombs of four, of five, of more
    3,
    3,
    3,  # straight flushes
    2,  # the four jokers
    4,  # straights, tubes, plates
    3,
    3,
    4,  # full houses
    3,  # wilds
    10,  # groups that can be beaten without a bomb
    9,  # groups that cannot
    10,  # how much less than the best the light policy thinks of it
    20,  # what it thinks of the hand that is left
    3,  # bombs that are broken
    18,  # how near the nearest opponent is to the end, by pass, bomb and other plays
    19,  # how near the partner is, where the play is over the partner's
]
WIDTHS: Final[list[i64]] = [*_SITUATION, *_AFTER]
"""How many classes each block has."""
SLOTS: Final = 49
"""How many blocks there are, and so how many features hold at once."""
_START: Final[list[i64]] = [0, *accumulate(WIDTHS)]
FEATURES: Final = 322
"""How many features there are."""


class Scene:
    """A decision as the evaluation sees it; made once, used for one decision after another."""

    def __init__(self, plan: Appraiser) -> None:
        self.plan = plan
        self.seen: list[i64] = []
        self.level: i64 = 0
        self.next_size: i64 = 0
        self.partner_size: i64 = 0
        self.other_size: i64 = 0
        self.nearest: i64 = 0
        self.over_partner = False
        self.bombs: i64 = 0
        self.best: i64 = 0
        # What was counted in the hand that is left.
        self.losers: i64 = 0
        self.masters: i64 = 0

    def look(
        self,
        hold: Holding,
        unseen: i64,
        sizes: i64,
        seat: i64,
        table: i64,
        owner: i64,
        out: i64,
        out_number: i64,
        best: i64,
    ) -> None:
        """Take in the situation; `best` is the light policy's best score."""
        plan = self.plan
        self.level = hold.level
        plan.look(unseen, hold.level)
        self.seen = []
        self.next_size = (sizes >> (8 * ((seat + 1) & 3))) & 255
        self.partner_size = (sizes >> (8 * (seat ^ 2))) & 255
        self.other_size = (sizes >> (8 * ((seat + 3) & 3))) & 255
        nearest = self.next_size
        if nearest == 0 or 0 < self.other_size < nearest:
            nearest = self.other_size
        self.nearest = _FEW[nearest]
        self.best = best
        self.bombs = self._bombs(hold)
        self._see(_CARDS[self.next_size])
        self._see(_CARDS[self.partner_size])
        self._see(_CARDS[self.other_size])
        relation: i64 = 0
        if table >= 0:
            relation = (owner - seat) & 3
        self.over_partner = relation == 2
        self._see(relation)
        first = out & 3
        if out_number == 0:
            self._see(0)
        else:
            ours: i64 = 1 if first & 1 == seat & 1 else 2
            self._see(ours if out_number == 1 else ours + 2)
        self._see((unseen >> 56) & 15)
        self._see((unseen >> 52) & 15)
        # Wilds are level cards among the unseen, of which this tells only the number.
        self._see(((unseen >> (4 * hold.level)) & 15) // 3)
        self._see(((unseen >> 48) & 15) // 2 + ((unseen >> 48) & 1))
        marks = marks_of(unseen, 4)
        number: i64 = 0
        while marks:
            number += 1
            marks &= marks - 1
        self._see(number)
        if table < 0:
            self._see(10)
            self._see(6)
        else:
            self._see(table & 15)
            self._see(_STANDINGS[self.plan.standing_of(table)])

    def see(self, code: i64, after: Holding, score: i64) -> list[i64]:
        """Return the features of a play (below 0: the pass), scored so by the light policy.

        Those of the situation, `seen`, are not among them.
        """
        kept: i64 = len(self.seen)
        size: i64 = 0
        kind = code & 15
        is_bomb = code >= 0 and kind >= BOMB
        if code >= 0:
            size = (code >> SIZE_SHIFT) & 15
        left = _size_of(after)
        value = self.plan.plan(after.counts, after.wilds, after, flushes(after, 0) != 0)
        self._see(_CARDS[left])
        self._see(self.plan.groups + after.wilds)
        if code < 0:
            self._see(10)
            self._see(6)
            self._see(0)
            for _ in range(4):
                self._see(0)
        else:
            standing = self.plan.standing_of(code)
            self._see(kind)
            self._see(_STANDINGS[standing])
            self._see_if(is_bomb, _step(code))
            fits: i64 = 1 if standing == 0 else 2
            self._see_if(size == self.next_size, fits)
            self._see_if(size == self.partner_size, fits)
            self._see_if(size == self.other_size, fits)
            self._see((code >> WILDS_SHIFT) & 3)
        self._see_rest(after)
        gap = self.best - score
        place: i64 = 0
        while place < 9 and gap >= _GAPS[place]:
            place += 1
        self._see(place)
        self._see((value >> 9) + 10)
        broken = self.bombs - self._bombs(after)
        if is_bomb:
            broken -= 1
        self._see(broken)
        action: i64 = 0 if code < 0 else 1 if is_bomb else 2
        self._see(6 * action + self.nearest)
        if self.over_partner:
            self._see(6 * action + _FEW[self.partner_size])
        else:
            self._see(18)
        features = self.seen[kept:]
        self.seen = self.seen[:kept]
        return features

    def _see(self, value: i64) -> None:
        """Note which class of the next block holds; what is outside counts as the first or last."""
        slot: i64 = len(self.seen)
        last = WIDTHS[slot] - 1
        if value > last:
            value = last
        elif value < 0:
            value = 0
        self.seen.append(_START[slot] + value)

    def _see_if(self, holds: bool, value: i64) -> None:
        """Note this class of the next block on a condition, else the first."""
        if holds:
            self._see(value)
        else:
            self._see(0)

    def _see_rest(self, after: Holding) -> None:
        """Note what groups the plan has put the hand into."""
        plan = self.plan
        numbers: list[i64] = [0] * 15
        losers: i64 = 0
        masters: i64 = 0
        rest = plan.rest
        rank: i64 = 0
        while rest:
            count = rest & 15
            if count:
                if count < 4:
                    standing = plan.standing(count, rank)
                    numbers[4 * (count - 1) + _CLASSES[standing]] += 1
                    if standing:
                        losers += 1
                    else:
                        masters += 1
                else:
                    numbers[_BOMBS[count]] += 1
            rest >>= 4
            rank += 1
        for place in range(11):
            if place == 10:
                # Triples of the last two classes are one.
                self._see(numbers[10] + numbers[11])
            else:
                self._see(numbers[place])
        self._see(numbers[12])
        self._see(numbers[13])
        self._see(numbers[14])
        runs: list[i64] = [0, 0, 0, 0]
        for place in range(plan.run_number):
            run = plan.run(place)
            kind = run & 15
            if kind == STRAIGHT_FLUSH:
                runs[0] += 1
            else:
                runs[1 if kind == STRAIGHT else 2 if kind == TUBE else 3] += 1
                if (run >> RANK_SHIFT) & 15 < 12:
                    losers += 1
                else:
                    masters += 1
        self._see(runs[0])
        self._see(1 if after.counts >> 52 == 0x22 else 0)
        self._see(runs[1])
        self._see(runs[2])
        self._see(runs[3])
        self._see(plan.houses)
        self._see(after.wilds)
        # A full house needs no turn of its own for the pair.
        losers -= plan.houses
        self._see(losers)
        self._see(masters)

    def _bombs(self, hold: Holding) -> i64:
        """Return how many bombs the hand holds without a wild, straight flushes once."""
        number: i64 = 1 if flushes(hold, 0) else 0
        fours = hold.fours >> 1
        while fours:
            number += 1
            fours &= fours - 1
        return number + (1 if hold.counts >> 52 == 0x22 else 0)


def _size_of(hold: Holding) -> i64:
    """Return how many cards a hand is."""
    size = hold.wilds
    counts = hold.counts
    while counts:
        size += counts & 15
        counts >>= 4
    return size


def _step(code: i64) -> i64:
    """Return the step of a bomb, from 1."""
    kind = code & 15
    if kind == JOKER_BOMB:
        return 7
    if kind == STRAIGHT_FLUSH:
        return 3
    size = (code >> SIZE_SHIFT) & 15
    # A straight flush is between five and six.
    return size - (3 if size < 6 else 2)
