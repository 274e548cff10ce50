"""What a hand is worth to its holder: the integer evaluation that the light policy plays by.

A hand is taken apart into groups: of one rank, and runs where they save turns. Each group has a
worth by how many cards it is of and by its *standing*: how many higher ranks are still unseen in
that number, so that 0 is "nothing but a bomb beats it". What the weights are is said in
`guandan.bots.weights`; here are only their places. All arithmetic is in whole numbers, so that both
builds judge alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FULL_HOUSE,
    PLATE,
    RANK_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUIT_SHIFT,
    TRIPLE,
    TUBE,
    make_code,
)
from guandan._kernel.holding import Holding
from guandan._kernel.offers import flushes

if TYPE_CHECKING:
    from mypy_extensions import i64

# Places of the weights. A table of twelve standings for each number of cards, 1 to 8, comes first.
STANDINGS: Final = 12
STRAIGHT_AT: Final = 108
"""A straight, then by how much each rank of its top adds; likewise the three that follow."""
TUBE_AT: Final = 110
PLATE_AT: Final = 112
FLUSH_AT: Final = 114
JOKER_BOMB_AT: Final = 116
WILD_AT: Final = 117
SECOND_WILD_AT: Final = 118
FULL_HOUSE_AT: Final = 119
_RUN_AT: Final[list[i64]] = [0, 0, 0, 0, STRAIGHT_AT, TUBE_AT, PLATE_AT, 0, FLUSH_AT, 0]
"""Where the worth of a run is, by its kind."""

ONES: Final = 0x111111111111111
"""One in each of fifteen nibbles, one nibble a rank."""
_RANKS: Final = 0x1111111111111
_NATURAL: Final = 0xFFFFFFFFFFFFF
NO_RUN: Final = -1_000_000
_RANK_AT: Final[list[i64]] = [12, *range(13)]
"""The rank at each place of a run, the ace below the two as well."""
_ONES_OF: Final[list[i64]] = [0, 0x1, 0x11, 0x111, 0x1111, 0x11111]
"""Ones in so many nibbles."""
_MOST_RUNS: Final = 4
_STARTS: Final = 14
"""How many places there are for a run to start at."""
_NEXT: Final = 16
"""From the code of a run to that of the next higher one."""
_BIAS: Final = 0x1000000
"""Added to the weights that are kept: small numbers above zero are the quickest to read."""


def marks_of(counts: i64, number: i64) -> i64:
    """Return a one in the nibble of each rank that counts so much at least; eight at most do."""
    return ((counts + (8 - number) * ONES) >> 3) & ONES


def standings(unseen: i64, number: i64, level: i64) -> i64:
    """Return, a nibble a rank, how many ranks above it are unseen in this number."""
    marks = marks_of(unseen, number)
    jokers = ((marks >> 52) & 1) + (marks >> 56)
    place = 4 * level
    own = (marks >> place) & 1
    others = marks - (own << place)
    # Sums of each nibble and all above it, by doubling; none passes fifteen.
    sums = others + (others >> 4)
    sums += sums >> 8
    sums += sums >> 16
    sums += sums >> 32
    above = sums - others + own * _RANKS
    return above + ((jokers - ((above >> place) & 15)) << place)


class Appraiser:
    """Takes a hand apart and says what it is worth; made once, used for one hand after another."""

    def __init__(self, weights: list[i64]) -> None:
        self.weights: list[i64] = [weight + _BIAS for weight in weights]
        # The first of them in rows of sixteen, so that a standing is a place; no card is worth 0.
        self.worths: list[i64] = [_BIAS] * 16
        for number in range(1, 9):
            row = self.weights[STANDINGS * number : STANDINGS * (number + 1)]
            self.worths += row + row[-1:] * (16 - STANDINGS)
        # What the lowest straight, tube and plate are worth, and what each rank above adds.
        self.straight: i64 = self.weight(STRAIGHT_AT) + 3 * self.weight(STRAIGHT_AT + 1)
        self.straight_slope: i64 = self.weight(STRAIGHT_AT + 1)
        self.tube: i64 = self.weight(TUBE_AT) + self.weight(TUBE_AT + 1)
        self.tube_slope: i64 = self.weight(TUBE_AT + 1)
        self.plate: i64 = self.weight(PLATE_AT)
        self.plate_slope: i64 = self.weight(PLATE_AT + 1)
        self.level: i64 = 0
        # A nibble a rank: how many higher ranks are unseen once, twice, three and four times.
        self.singles: i64 = 0
        self.pairs: i64 = 0
        self.triples: i64 = 0
        self.fours: i64 = 0
        # What the last plan since the last look was of, or -1, and what it came to.
        self.planned: i64 = -1
        self.planned_wilds: i64 = 0
        self.value: i64 = 0
        self.rest: i64 = 0
        self.groups: i64 = 0
        self.houses: i64 = 0
        self.run_number: i64 = 0
        self.first_run: i64 = 0
        self.second_run: i64 = 0
        self.third_run: i64 = 0
        self.fourth_run: i64 = 0
        self.best_run: i64 = 0
        self.best_gain: i64 = 0
        # The natural cards of the first hand since the last look, or -1, and what runs gain in it.
        self.learnt: i64 = -1
        self.gains: list[i64] = [0] * (3 * _STARTS)

    def look(self, unseen: i64, level: i64) -> None:
        """Take in how many cards of each rank are unseen, four bits a rank."""
        self.level = level
        self.learnt = -1
        self.planned = -1
        self.singles = standings(unseen, 1, level)
        self.pairs = standings(unseen, 2, level)
        self.triples = standings(unseen, 3, level)
        self.fours = standings(unseen, 4, level)

    def weight(self, place: i64) -> i64:
        """Return the weight at a place."""
        return self.weights[place] - _BIAS

    def standing(self, number: i64, rank: i64) -> i64:
        """Return how many higher ranks are unseen in this number."""
        if number >= 4:
            return (self.fours >> (4 * rank)) & 15
        if number == 1:
            return (self.singles >> (4 * rank)) & 15
        return ((self.pairs if number == 2 else self.triples) >> (4 * rank)) & 15

    def standing_of(self, code: i64) -> i64:
        """Return how many plays of its kind might still beat it, roughly; 0 for a bomb."""
        kind = code & 15
        rank = (code >> RANK_SHIFT) & 15
        if kind <= TRIPLE:
            return self.standing(kind + 1, rank)
        if kind == FULL_HOUSE:
            return self.standing(3, rank)
        if kind >= BOMB:
            return 0
        return 12 - rank

    def worth(self, number: i64, rank: i64) -> i64:
        """Return what so many cards of a rank are worth together."""
        return self.worths[16 * number + self.standing(number, rank)] - _BIAS

    def plan(self, counts: i64, wilds: i64, hold: Holding, has_flush: bool) -> i64:
        """Take apart the hand of these counts (four bits a rank) and return its worth.

        `hold` is asked for straight flushes only, if `has_flush`. Two straight flushes that use
        wilds often leave the same hand, one after the other; it is taken apart once.
        """
        if counts == self.planned and wilds == self.planned_wilds and not has_flush:
            return self.value
        # What straight flushes come to depends on more than the counts.
        self.planned = counts
        if has_flush:
            self.planned = -1
        self.planned_wilds = wilds
        value: i64 = 0
        self.run_number = 0
        if counts >> 52 == 0x22:
            value += self.weight(JOKER_BOMB_AT)
            counts &= _NATURAL
            self.groups = 1
        else:
            self.groups = 0
        if wilds:
            value += self.weight(WILD_AT)
            if wilds == 2:
                value += self.weight(SECOND_WILD_AT)
        if has_flush:
            counts, value = self._keep_flushes(counts, value, hold)
        while self.run_number < _MOST_RUNS:
            gain = self._best_run(counts)
            if gain == NO_RUN:
                break
            value += gain
            counts = self._without(counts, self.run(self.run_number))
            self.run_number += 1
            self.groups += 1
        triples: i64 = 0
        pairs: i64 = 0
        rest = counts
        rank: i64 = 0
        while rest:
            count = rest & 15
            if count:
                value += self.worth(count, rank)
                self.groups += 1
                if count == 3:
                    triples += 1
                elif count == 2:
                    pairs += 1
            rest >>= 4
            rank += 1
        houses = triples
        if pairs < triples:
            houses = pairs
        self.houses = houses
        self.rest = counts
        self.groups -= houses
        self.value = value + houses * self.weight(FULL_HOUSE_AT)
        return self.value

    def run_worth(self, code: i64) -> i64:
        """Return what a run is worth as such."""
        place = _RUN_AT[code & 15]
        return self.weight(place) + ((code >> RANK_SHIFT) & 15) * self.weight(place + 1)

    def run(self, place: i64) -> i64:
        """Return one of the runs that the plan has set aside."""
        if place < 2:
            return self.first_run if place == 0 else self.second_run
        return self.third_run if place == 2 else self.fourth_run

    def _set_run(self, place: i64, code: i64) -> None:
        if place == 0:
            self.first_run = code
        elif place == 1:
            self.second_run = code
        elif place == 2:
            self.third_run = code
        else:
            self.fourth_run = code

    def _keep_flushes(self, counts: i64, value: i64, hold: Holding) -> tuple[i64, i64]:
        """Set aside the straight flushes of natural cards that are worth it, the best first."""
        while self.run_number < 2:
            mask = flushes(hold, 0)
            best: i64 = 0
            chosen: i64 = -1
            for suit in range(4):
                starts = (mask >> (14 * suit)) & 0x3FF
                for start in range(10):
                    if (starts >> start) & 1:
                        code = make_code(STRAIGHT_FLUSH, start + 3, 5, 0) | (
                            (suit + 1) << SUIT_SHIFT
                        )
                        gain = self._flush_gain(counts, code)
                        if gain > best and not self._crosses(code):
                            best = gain
                            chosen = code
            if chosen < 0:
                return counts, value
            # What its ranks lose is seen when they are added up.
            value += self.run_worth(chosen)
            counts = self._without(counts, chosen)
            self._set_run(self.run_number, chosen)
            self.run_number += 1
            self.groups += 1
        return counts, value

    def _crosses(self, code: i64) -> bool:
        """Whether a straight flush might share a card with one that is set aside."""
        for place in range(self.run_number):
            kept = self.run(place)
            apart = ((code >> 4) & 15) - ((kept >> 4) & 15)
            if (code >> SUIT_SHIFT) & 7 == (kept >> SUIT_SHIFT) & 7 and -5 < apart < 5:
                return True
        return False

    def _best_run(self, counts: i64) -> i64:
        """Find the run whose setting aside gains most; return what it is worth, or `NO_RUN`."""
        # A nibble for each place to start, the ace below the two as well.
        natural = counts & _NATURAL
        ones = _with_low_ace(marks_of(natural, 1))
        in_two = ones & (ones >> 4)
        if in_two == 0:
            return NO_RUN
        twos = _with_low_ace(marks_of(natural, 2))
        threes = _with_low_ace(marks_of(natural, 3))
        fresh = ones
        if self.learnt < 0:
            self.learnt = natural
        else:
            fresh = _with_low_ace(marks_of(natural ^ self.learnt, 1))
        self.best_gain = 0
        straights = in_two & (in_two >> 8) & (ones >> 16)
        if straights:
            self._try_runs(STRAIGHT, 5, 1, counts, straights, fresh)
        tubes = twos & (twos >> 4) & (twos >> 8)
        if tubes:
            self._try_runs(TUBE, 3, 2, counts, tubes, fresh)
        plates = threes & (threes >> 4)
        if plates:
            self._try_runs(PLATE, 2, 3, counts, plates, fresh)
        if self.best_gain == 0:
            return NO_RUN
        self._set_run(self.run_number, self.best_run)
        return self.run_worth(self.best_run)

    def _try_runs(
        self, kind: i64, length: i64, number: i64, counts: i64, starts: i64, fresh: i64
    ) -> None:
        """Try the runs of a kind that begin at these marks.

        Where no rank is `fresh` the gain is known: that of the first hand since the last `look`.
        """
        fresh |= fresh >> 4
        if length > 2:
            fresh |= fresh >> 4
            if length > 3:
                fresh |= fresh >> 8
        learns = counts & _NATURAL == self.learnt
        place = _STARTS * (number - 1)
        code = make_code(kind, length - 2, length * number, 0)
        worth = self.straight
        slope = self.straight_slope
        if kind == TUBE:
            worth = self.tube
            slope = self.tube_slope
        elif kind == PLATE:
            worth = self.plate
            slope = self.plate_slope
        start: i64 = 0
        # What the ranks from `since` to before `upto` lose together: the runs overlap.
        since: i64 = 0
        upto: i64 = 0
        loss: i64 = 0
        while starts:
            if starts & 1:
                if fresh & 1:
                    if upto <= start:
                        since = start
                        upto = start
                        loss = 0
                    while since < start:
                        loss -= self._loss(counts, since, number)
                        since += 1
                    while upto < start + length:
                        loss += self._loss(counts, upto, number)
                        upto += 1
                    gain = worth - loss
                    if learns:
                        self.gains[place + start] = gain
                else:
                    gain = self.gains[place + start]
                if gain > self.best_gain:
                    self.best_gain = gain
                    self.best_run = code
            starts >>= 4
            fresh >>= 4
            start += 1
            code += _NEXT
            worth += slope

    def _loss(self, counts: i64, place: i64, number: i64) -> i64:
        """Return what the rank at a place of a run loses with so many of its cards."""
        rank = _RANK_AT[place]
        count = (counts >> (4 * rank)) & 15
        loss = self.worth(count, rank)
        if count > number:
            loss -= self.worth(count - number, rank)
        return loss

    def _flush_gain(self, counts: i64, code: i64) -> i64:
        """Return what it adds to set aside a straight flush; below zero if its cards lack."""
        gain = self.run_worth(code)
        start = ((code >> RANK_SHIFT) & 15) - 3
        for place in range(start, start + 5):
            if (counts >> (4 * _RANK_AT[place])) & 15 == 0:
                return -1
            gain -= self._loss(counts, place, 1)
        return gain

    def _without(self, counts: i64, code: i64) -> i64:
        """Return the counts without a run's cards."""
        kind = code & 15
        length: i64 = 5
        number: i64 = 1
        if kind == TUBE:
            length = 3
            number = 2
        elif kind == PLATE:
            length = 2
            number = 3
        start = ((code >> RANK_SHIFT) & 15) + 2 - length
        return without_places(counts, number * _ONES_OF[length], start)


def without_places(counts: i64, cards: i64, start: i64) -> i64:
    """Return the counts without the cards at places of a run, four bits a place from the start."""
    cards <<= 4 * start
    # The first place is the ace's below the two.
    return counts - (cards >> 4) - ((cards & 15) << 48)


def _with_low_ace(marks: i64) -> i64:
    """Return the marks of the thirteen ranks with the ace's below the two's as well."""
    return (marks << 4) | (marks >> 48)
