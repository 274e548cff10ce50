"""The light policy: the play after which the hand is worth most, plus terms for the situation.

It plays a decision in about a microsecond when compiled, so that a search can play whole deals
with it. What it weighs is said with the weights, in `guandan.bots.weights`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.choices import count_shapes, nth_bit
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
    TRIPLE,
    TUBE,
    group_count,
    group_rank,
    make_code,
    strength,
)
from guandan._kernel.holding import Holding
from guandan._kernel.offers import (
    HIGHER,
    RANKS,
    flushes,
    joker_pairs,
    of_a_kind,
    plates,
    straights,
    tubes,
)
from guandan._kernel.shapes import shapes_of
from guandan._kernel.state import State
from guandan._kernel.takes import takes_of
from guandan._kernel.words import BIG_JOKER, BITS, SMALL_JOKER
from guandan._kernel.worth import FULL_HOUSE_AT, WILD_AT, Appraiser

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
WEIGHTS: Final = 189
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
_TEMPO: Final[list[i64]] = [0, 1, 2, 3, 3, 4, 4, 4, *([5] * 8)]


class Light:
    """The policy with its weights; it keeps what it found out about one decision."""

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

    def choose(self, state: State) -> i64:
        """Return the shape to play, or `PASS`."""
        seat = state.turn
        hold = state.hold(seat)
        if state.table >= 0 and count_shapes(hold, state.options, state.table) == 0:
            return PASS  # as often as not: nothing has to be weighed
        unseen: i64 = 0
        for step in range(1, 4):
            other = state.hold((seat + step) & 3)
            unseen += other.counts + (other.wilds << (4 * state.level))
        self._look(hold, unseen, state.level, state.sizes, seat)
        return self._decide(hold, state.options, state.table, state.owner ^ seat)

    def rate(
        self,
        low: i64,
        high: i64,
        unseen_low: i64,
        unseen_high: i64,
        level: i64,
        options: i64,
        sizes: i64,
        seat: i64,
        table: i64,
        owner: i64,
    ) -> list[i64]:
        """Return the candidates of a decision, each followed by its score.

        The unseen cards are those of the others' hands; `sizes` has eight bits a seat; `owner` is
        the seat that made the play on the table, whatever it is when there is none.
        """
        hold = Holding(low, high, level)
        self._look(hold, rank_counts(unseen_low, unseen_high, level), level, sizes, seat)
        self.keeps = True
        self.codes = []
        self.scores = []
        self._decide(hold, options, table, owner ^ seat)
        self.keeps = False
        rated: list[i64] = []
        for place in range(len(self.codes)):
            rated.append(self.codes[place])
            rated.append(self.scores[place])
        return rated

    def regret(
        self,
        hold: Holding,
        unseen: i64,
        sizes: i64,
        seat: i64,
        options: i64,
        table: i64,
        owner: i64,
        code: i64,
    ) -> i64:
        """Return how much better the best is than what was done; -1 if that is not considered.

        Full houses that differ in the pair, and plays that differ in their wilds, count as one.
        """
        if code == PASS and count_shapes(hold, options, table) == 0:
            return 0
        self._look(hold, unseen, hold.level, sizes, seat)
        self.target = code & READING
        self.target_score = -OUT - 1
        self._decide(hold, options, table, owner ^ seat)
        self.target = NO_TARGET
        if self.target_score < -OUT:
            return -1
        return self.best_score - self.target_score

    def appraise(self, low: i64, high: i64, unseen_low: i64, unseen_high: i64, level: i64) -> i64:
        """Return what a hand is worth to its holder."""
        hold = Holding(low, high, level)
        plan = self.plan
        plan.look(rank_counts(unseen_low, unseen_high, level), level)
        return plan.plan(hold.counts, hold.wilds, hold, flushes(hold, 0) != 0)

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

    def _decide(self, hold: Holding, options: i64, table: i64, owner: i64) -> i64:
        """Weigh the candidates; `owner` is how many seats after this one the table's is."""
        self.best_score = -OUT
        self.best = PASS
        self.cover = 0
        self.leads = table < 0
        if (self.wilds and self.size <= 10) or 5 <= self.size <= 6:
            # Other hands that go out at once are offered to do so below in any case.
            for code in shapes_of(hold, options, table):
                if (code >> 8) & 15 == self.size:
                    self._offer_score(code, OUT + (code & 15))
                    if not self.keeps and self.target == NO_TARGET:
                        return self.best
        if self.leads:
            self._offer_leads(hold, options)
            return self.best
        plan = self.plan
        if owner == 2:
            self._offer_score(PASS, self.now + plan.weight(PASS_PARTNER_AT + self.nearness))
            self.cover = plan.weight(COVER_AT)
            if self._standing(table) < 3:
                self.cover += plan.weight(COVER_AT + 1)
        else:
            self._offer_score(PASS, self.now + plan.weight(PASS_AT + self.nearness))
        self._offer_answers(hold, options, table)
        return self.best

    def _offer_score(self, code: i64, score: i64) -> None:
        if self.keeps:
            self.codes.append(code)
            self.scores.append(score)
        if code & READING == self.target and score > self.target_score:
            self.target_score = score
        if score > self.best_score:
            self.best_score = score
            self.best = code

    def _standing(self, code: i64) -> i64:
        """Return how many plays of its kind might still beat it, roughly; 0 for a bomb."""
        kind = code & 15
        rank = (code >> RANK_SHIFT) & 15
        if kind <= TRIPLE:
            return self.plan.standing(kind + 1, rank)
        if kind == FULL_HOUSE:
            return self.plan.standing(3, rank)
        return 0 if kind >= BOMB else 12 - rank

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
            standing = self._standing(code)
            if self.leads:
                score += plan.weight(LEAD_AT + kind) + plan.weight(LEAD_TEMPO_AT + _TEMPO[standing])
                if standing > 2 and size == self.partner_size:
                    score += plan.weight(FIT_AT + size - 1)
            else:
                score += plan.weight(TEMPO_AT + _TEMPO[standing])
            if standing and (size == self.next_size or size == self.other_size):
                score += plan.weight(DANGER_AT + size - 1)
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
                keeps = self.has_flush and (code & 15) != STRAIGHT_FLUSH
                value = self.plan.plan(left, self.wilds - wilds, hold, keeps)
                if value > best:
                    best = value
                    groups = self.plan.groups
        if best > -OUT:
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

    def _offer_leads(self, hold: Holding, options: i64) -> None:
        plan = self.plan
        rest = self.rest
        runs = plan.run_number
        first, second, third, fourth = (
            plan.first_run,
            plan.second_run,
            plan.third_run,
            plan.fourth_run,
        )
        for place in range(runs):
            code = (
                first if place == 0 else second if place == 1 else third if place == 2 else fourth
            )
            if self._is_plain(code, hold, options):
                self._offer(code, self.now - plan.run_worth(code), self.groups + self.wilds - 1)
        if self.counts >> 52 == 0x22:
            self._offer_planned(make_code(JOKER_BOMB, BIG_JOKER, 4, 0), hold)
            for joker in range(SMALL_JOKER, BIG_JOKER + 1):
                self._offer_planned(make_code(SINGLE, joker, 1, 0), hold)
                self._offer_planned(make_code(PAIR, joker, 2, 0), hold)
        pair = self._cheapest_pair()
        word = rest
        rank: i64 = 0
        while word:
            count = word & 15
            word >>= 4
            if count:
                for size in range(1, (count if count < 3 else 3) + 1):
                    self._offer_same_rank(rank, size, 0, hold)
                if count > 3:
                    self._offer_same_rank(rank, count, 0, hold)
                if count >= 3 and rank < SMALL_JOKER and pair >= 0:
                    other = pair if pair != rank else self._second_pair(rank)
                    if other >= 0:
                        self._offer_full_house(rank, other)
            rank += 1
        if self.wilds and self.size <= 10:
            for code in shapes_of(hold, options, -1):
                if (code >> 15) & 3:
                    self._offer_planned(code, hold)
        elif self.wilds:
            self._offer_wild_singles(hold)
        if self.best == PASS:
            # The plan was all of straights that can only be flushes.
            for code in shapes_of(hold, options, -1):
                self._offer_planned(code, hold)

    def _is_plain(self, code: i64, hold: Holding, options: i64) -> bool:
        """Return whether a run of the plan can be what it is meant as, and not only a flush."""
        if code & 15 != STRAIGHT:
            return True
        start = ((code >> RANK_SHIFT) & 15) - 3
        return (straights(hold, options, 0) >> start) & 1 != 0

    def _offer_wild_singles(self, hold: Holding) -> None:
        for used in range(1, self.wilds + 1):
            self._offer_same_rank(self.level, used, used, hold)

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

    def _offer_answers(self, hold: Holding, options: i64, table: i64) -> None:
        kind = table & 15
        rank = (table >> RANK_SHIFT) & 15
        higher = HIGHER[15 * self.level + rank]
        wilds = self.wilds
        if kind <= TRIPLE:
            size = kind + 1
            for used in range(wilds + 1):
                mask = of_a_kind(hold, size, used) & higher
                while mask:
                    self._offer_same_rank(nth_bit(mask, 0), size, used, hold)
                    mask &= mask - 1
        elif kind == FULL_HOUSE:
            self._offer_full_houses(hold, options, higher & RANKS)
        elif kind < BOMB:
            self._offer_runs(hold, options, kind, rank)
        self._offer_bombs(hold, options, table)

    def _offer_full_houses(self, hold: Holding, options: i64, higher: i64) -> None:
        """Offer each triple with the pair that is missed least."""
        mask = (hold.threes >> 1) & higher
        pair = self._cheapest_pair()
        while mask:
            triple = nth_bit(mask, 0)
            mask &= mask - 1
            other = pair if pair != triple else self._second_pair(triple)
            if other >= 0 and (self.rest >> (4 * triple)) & 15 >= 3:
                self._offer_full_house(triple, other)
            else:
                self._offer_with_any_pair(hold, options, triple, 0)
        if self.wilds:
            mask = (hold.twos >> 1) & ~(hold.threes >> 1) & higher
            while mask:
                self._offer_with_any_pair(hold, options, nth_bit(mask, 0), 1)
                mask &= mask - 1

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

    def _offer_runs(self, hold: Holding, options: i64, kind: i64, rank: i64) -> None:
        for used in range(self.wilds + 1):
            if kind == STRAIGHT:
                starts = straights(hold, options, used)
                offset: i64 = 3
                size: i64 = 5
            elif kind == TUBE:
                starts = tubes(hold, used)
                offset = 1
                size = 6
            else:
                starts = plates(hold, used)
                offset = 0
                size = 6
            while starts:
                top = nth_bit(starts, 0) + offset
                starts &= starts - 1
                if top > rank:
                    self._offer_planned(make_code(kind, top, size, used), hold)

    def _offer_bombs(self, hold: Holding, options: i64, table: i64) -> None:
        floor = strength(table, self.level, options)
        wilds = self.wilds
        mask = (hold.fours if wilds == 0 else hold.threes if wilds == 1 else hold.twos) >> 1
        while mask:
            rank = nth_bit(mask, 0)
            mask &= mask - 1
            count = (self.counts >> (4 * rank)) & 15
            for used in range(wilds + 1):
                size = count + used
                if size >= 4:
                    code = make_code(BOMB, rank, size, used)
                    if strength(code, self.level, options) > floor:
                        self._offer_same_rank(rank, size, used, hold)
        if self.has_flush or wilds:
            for used in range(wilds + 1):
                starts = flushes(hold, used)
                while starts:
                    place = nth_bit(starts, 0)
                    starts &= starts - 1
                    suit = place // 14
                    code = make_code(STRAIGHT_FLUSH, place - 14 * suit + 3, 5, used) | (
                        (suit + 1) << 12
                    )
                    if strength(code, self.level, options) > floor:
                        self._offer_planned(code, hold)
        if self.counts >> 52 == 0x22:
            self._offer_planned(make_code(JOKER_BOMB, BIG_JOKER, 4, 0), hold)


def rank_counts(low: i64, high: i64, level: i64) -> i64:
    """Return how many cards there are of each rank, four bits a rank; wilds are level cards."""
    hold = Holding(low, high, level)
    return hold.counts + (hold.wilds << (4 * level))
