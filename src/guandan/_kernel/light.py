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
    RANK_SHIFT,
    READING,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    TUBE,
    make_code,
    strength,
)
from guandan._kernel.holding import Holding, rank_counts
from guandan._kernel.offers import (
    HIGHER,
    RANKS,
    flushes,
    of_a_kind,
    plates,
    straights,
    tubes,
)
from guandan._kernel.shapes import shapes_of
from guandan._kernel.state import State
from guandan._kernel.weighing import (
    COVER_AT,
    NO_TARGET,
    OUT,
    PASS,
    PASS_AT,
    PASS_PARTNER_AT,
    Weighing,
)
from guandan._kernel.words import BIG_JOKER, SMALL_JOKER

if TYPE_CHECKING:
    from mypy_extensions import i64


_UP_TO_THREE: Final[list[i64]] = [0, 1, 2, *([3] * 6)]


class Light(Weighing):
    """The policy: which plays are weighed, and the best of them."""

    def choose(self, state: State) -> i64:
        """Return the shape to play, or `PASS`."""
        seat = state.turn
        hold = state.hold(seat)
        if state.table >= 0 and count_shapes(hold, state.options, state.table) == 0:
            return PASS  # as often as not: nothing has to be weighed
        self._look(hold, state.unseen(seat), state.level, state.sizes, seat)
        return self._decide(hold, state.options, state.table, state.owner ^ seat)

    def weigh(self, state: State) -> None:
        """Put the candidates for the seat to act into `codes`, each once, and `scores`."""
        seat = state.turn
        hold = state.hold(seat)
        self._look(hold, state.unseen(seat), state.level, state.sizes, seat)
        self._keep(hold, state.options, state.table, state.owner ^ seat)

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
        self._keep(hold, options, table, owner ^ seat)
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

    def _keep(self, hold: Holding, options: i64, table: i64, owner: i64) -> None:
        """Decide, and keep what was weighed."""
        self.keeps = True
        self.codes = []
        self.scores = []
        self._decide(hold, options, table, owner)
        self.keeps = False

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
            if self.plan.standing_of(table) < 3:
                self.cover += plan.weight(COVER_AT + 1)
        else:
            self._offer_score(PASS, self.now + plan.weight(PASS_AT + self.nearness))
        self._offer_answers(hold, options, table)
        return self.best

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
                for size in range(1, _UP_TO_THREE[count] + 1):
                    self._offer_same_rank(rank, size, 0, hold)
                if count > 3:
                    self._offer_same_rank(rank, count, 0, hold)
                if count >= 3 and rank < SMALL_JOKER and pair >= 0:
                    self._offer_full_house(rank, pair)
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
