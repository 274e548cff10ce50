"""Candidates of one decision, weighed: the hand that a play leaves, plus terms for the situation.

`light` says which plays are offered; here each gets its score. What is weighed is said with the
weights, in `guandan.bots.weights`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.choices import nth_bit
from guandan._kernel.codes import (
    BOMB,
    FULL_HOUSE,
    JOKER_BOMB,
    PAIR,
    PAIR_SHIFT,
    RANK_SHIFT,
    READING,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUIT_SHIFT,
    TRIPLE,
    group_count,
    group_rank,
    make_code,
)
from guandan._kernel.holding import Holding
from guandan._kernel.offers import flushes, joker_pairs
from guandan._kernel.takes import STRAIGHT_PLACES, takes_of
from guandan._kernel.words import BITS
from guandan._kernel.worth import FULL_HOUSE_AT, WILD_AT, Appraiser, without_places

if TYPE_CHECKING:
    from mypy_extensions import i64

# Places of the weights after those of `worth`.
LAST_GROUP_AT: Final = 120
"""A play that leaves one group, then one that leaves two."""
PASS_AT: Final = 122
"""A pass under an opponent's play, by how near to the end the nearest opponent is."""
PASS_PARTNER_AT: Final = 132
BOMB_AT: Final = 142
TEMPO_AT: Final = 152
"""A play that follows, by how many higher ones are unseen."""
LEAD_AT: Final = 158
"""A lead, by its kind."""
DANGER_AT: Final = 168
"""A play of 1 to 6 cards that can be beaten, by an opponent with so many cards left."""
FIT_AT: Final = 174
"""A low lead of 1 to 6 cards with which the partner can go out."""
COVER_AT: Final = 180
"""A play over the partner's, then over a high one of the partner's, then with a bomb."""
LEAD_TEMPO_AT: Final = 183
DANGER_STANDING_AT: Final = 189
"""What each higher rank unseen adds for a play in danger: the higher card is the safer one."""
WEIGHTS: Final = 190
"""How many weights there are."""

PASS: Final = -1
NO_TARGET: Final = -1
OUT: Final = 1_000_000
"""The score of a play that empties the hand."""

_NEARNESS: Final[list[i64]] = [
    0
    if cards <= 1
    else cards - 1
    if cards <= 6
    else 6
    if cards <= 8
    else 7
    if cards <= 10
    else 8
    if cards <= 15
    else 9
    for cards in range(64)
]
_NIBBLES: Final[list[i64]] = [
    sum([BITS[4 * place] for place in range(5) if (places >> place) & 1]) for places in range(32)
]
"""By five bits: a one in the nibble of each."""
_TEMPO: Final[list[i64]] = [0, 1, 2, 3, 3, 4, 4, 4, *([5] * 8)]


class Weighing:
    """One decision being weighed: the hand, the situation, and the best play so far."""

    def __init__(self, weights: list[i64]) -> None:
        self.plan = Appraiser(weights)
        self.keeps = False
        self.codes: list[i64] = []
        self.scores: list[i64] = []
        self.target: i64 = NO_TARGET
        self.target_score: i64 = 0
        self.best: i64 = PASS
        self.best_score: i64 = 0
        self.now: i64 = 0
        self.rest: i64 = 0
        self.groups: i64 = 0
        self.counts: i64 = 0
        self.wilds: i64 = 0
        self.size: i64 = 0
        self.level: i64 = 0
        self.nearness: i64 = 0
        self.next_size: i64 = 0
        self.other_size: i64 = 0
        self.partner_size: i64 = 0
        self.leads = False
        self.cover: i64 = 0
        self.has_flush = False

    def _look(self, hold: Holding, unseen: i64, level: i64, sizes: i64, seat: i64) -> None:
        self.level = level
        self.counts = hold.counts
        self.wilds = hold.wilds
        self.size = (sizes >> (8 * seat)) & 255
        self.next_size = (sizes >> (8 * ((seat + 1) & 3))) & 255
        self.other_size = (sizes >> (8 * ((seat + 3) & 3))) & 255
        self.partner_size = (sizes >> (8 * (seat ^ 2))) & 255
        nearest = self.next_size
        if nearest == 0 or 0 < self.other_size < nearest:
            nearest = self.other_size
        self.nearness = _NEARNESS[nearest]
        self.has_flush = flushes(hold, 0) != 0
        plan = self.plan
        plan.look(unseen, level)
        self.now = plan.plan(hold.counts, hold.wilds, hold, self.has_flush)
        self.rest = plan.rest
        self.groups = plan.groups

    def _offer_score(self, code: i64, score: i64) -> None:
        if self.keeps:
            self._note(code, score)
        if code & READING == self.target and score > self.target_score:
            self.target_score = score
        if score > self.best_score:
            self.best_score = score
            self.best = code

    def _note(self, code: i64, score: i64) -> None:
        """Keep a candidate; offered twice, it has the better score."""
        for place in range(len(self.codes)):
            if self.codes[place] == code:
                self.scores[place] = max(score, self.scores[place])
                return
        self.codes.append(code)
        self.scores.append(score)

    def _offer(self, code: i64, left: i64, groups: i64) -> None:
        """Offer a play that leaves a hand of this worth, in so many groups."""
        plan = self.plan
        kind = code & 15
        size = (code >> 8) & 15
        if size == self.size:
            self._offer_score(code, OUT + kind)
            return
        score = left
        if groups <= 2:
            score += plan.weight(LAST_GROUP_AT + (1 if groups == 2 else 0))
        if kind >= BOMB:
            score += plan.weight(BOMB_AT + self.nearness)
            if self.cover:
                score += plan.weight(COVER_AT + 2)
        else:
            standing = self.plan.standing_of(code)
            if self.leads:
                score += plan.weight(LEAD_AT + kind) + plan.weight(LEAD_TEMPO_AT + _TEMPO[standing])
                if standing > 2 and size == self.partner_size:
                    score += plan.weight(FIT_AT + size - 1)
            else:
                score += plan.weight(TEMPO_AT + _TEMPO[standing])
            if standing and (size == self.next_size or size == self.other_size):
                score += plan.weight(DANGER_AT + size - 1)
                score += standing * plan.weight(DANGER_STANDING_AT)
        self._offer_score(code, score + self.cover)

    def _offer_planned(self, code: i64, hold: Holding) -> None:
        """Offer a play after which the hand is taken apart anew."""
        counts = self.counts
        # Whole ranks: a run's and a full house's natural cards as the first of their takes says.
        wilds = (code >> 15) & 3
        if code & 15 == JOKER_BOMB:
            left = counts & 0xFFFFFFFFFFFFF
            value = self.plan.plan(left, self.wilds, hold, self.has_flush)
            self._offer(code, value, self.plan.groups + self.wilds)
            return
        if code & 15 == STRAIGHT or code & 15 == STRAIGHT_FLUSH:
            self._offer_straight(code, hold)
            return
        best: i64 = -OUT
        groups: i64 = 9
        for numbers in takes_of(code):
            left = counts
            fits = True
            for group in range(group_count(code)):
                number = numbers[group]
                if number:
                    rank = group_rank(code, group)
                    if (left >> (4 * rank)) & 15 < number:
                        fits = False
                        break
                    left -= number << (4 * rank)
            if fits:
                value = self.plan.plan(left, self.wilds - wilds, hold, self.has_flush)
                if value > best:
                    best = value
                    groups = self.plan.groups
        # What is offered can be played, so one of the takes has fitted.
        self._offer(code, best, groups + self.wilds - wilds)

    def _offer_straight(self, code: i64, hold: Holding) -> None:
        """The same for a straight or a straight flush."""
        wilds = (code >> 15) & 3
        start = ((code >> RANK_SHIFT) & 15) - 3
        have = hold.ones
        keeps = self.has_flush
        if code & 15 == STRAIGHT_FLUSH:
            suit = ((code >> SUIT_SHIFT) & 7) - 1
            have = hold.runs >> (14 * suit)
            keeps = False
        lacks = ~(have >> start)
        best: i64 = -OUT
        groups: i64 = 9
        for places in STRAIGHT_PLACES[wilds]:
            if places & lacks == 0:
                left = without_places(self.counts, _NIBBLES[places], start)
                value = self.plan.plan(left, self.wilds - wilds, hold, keeps)
                if value > best:
                    best = value
                    groups = self.plan.groups
        # Once more: it can be played.
        self._offer(code, best, groups + self.wilds - wilds)

    def _wild_cost(self, used: i64) -> i64:
        """Return what using so many wilds takes from the hand's worth."""
        plan = self.plan
        cost: i64 = 0
        if used == 2 or (used == 1 and self.wilds == 1):
            cost = plan.weight(WILD_AT)
        if self.wilds == 2 and used:
            cost += plan.weight(WILD_AT + 1)
        return cost

    def _offer_same_rank(self, rank: i64, size: i64, used: i64, hold: Holding) -> None:
        """Offer so many cards of one rank, from what the plan leaves of it if that has them."""
        kind = SINGLE if size == 1 else PAIR if size == 2 else TRIPLE if size == 3 else BOMB
        code = make_code(kind, rank, size, used)
        natural = size - used
        held = (self.rest >> (4 * rank)) & 15
        if natural > held:
            self._offer_planned(code, hold)
            return
        left = self.now
        groups = self.groups + self.wilds - used
        if natural:
            left += self.plan.worth(held - natural, rank) - self.plan.worth(held, rank)
            if natural == held:
                groups -= 1
        if used:
            left -= self._wild_cost(used)
        self._offer(code, left, groups)

    def _cheapest_pair(self) -> i64:
        return self._second_pair(-1)

    def _second_pair(self, but: i64) -> i64:
        """Return the rank, but one, whose pair is missed least; -1 if none is a pair."""
        best: i64 = -1
        least: i64 = OUT
        word = self.rest & 0xFFFFFFFFFFFFF
        rank: i64 = 0
        while word:
            if word & 15 == 2 and rank != but:
                worth = self.plan.worth(2, rank)
                if worth < least:
                    least = worth
                    best = rank
            word >>= 4
            rank += 1
        return best

    def _offer_full_house(self, triple: i64, pair: i64) -> None:
        plan = self.plan
        held = (self.rest >> (4 * triple)) & 15
        left = self.now + plan.worth(held - 3, triple) - plan.worth(held, triple)
        left -= plan.worth(2, pair)
        groups = self.groups + self.wilds
        if held == 3:
            left -= self.plan.weight(FULL_HOUSE_AT)
            groups -= 1
        code = make_code(FULL_HOUSE, triple, 5, 0) | (pair << PAIR_SHIFT)
        self._offer(code, left, groups)

    def _offer_with_any_pair(self, hold: Holding, options: i64, triple: i64, used: i64) -> None:
        pairs = (hold.twos >> 1) & ~BITS[triple]
        if options & 1:
            pairs |= joker_pairs(hold)
        if pairs == 0:
            return
        best: i64 = -1
        least: i64 = OUT
        while pairs:
            pair = nth_bit(pairs, 0)
            pairs &= pairs - 1
            count = (self.counts >> (4 * pair)) & 15
            worth = self.plan.worth(count, pair) - self.plan.worth(count - 2, pair)
            if worth < least:
                least = worth
                best = pair
        self._offer_planned(make_code(FULL_HOUSE, triple, 5, used) | (best << PAIR_SHIFT), hold)
