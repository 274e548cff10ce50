"""The one play that stands for a shape: made of the cards whose loss hurts the hand least.

The rule, in order:

1. Which ranks give how many cards is chosen by what the rest of each rank is worth: four or more
   of a rank are worth most, then triples, then pairs, and a card that is left alone is worth less
   than nothing. Of equal choices the one that keeps the higher cards is taken.
2. Within a rank the suits are chosen so that a straight flush in hand is kept: a card that is the
   last copy of its face in a run of five of its suit (or in a run that one wild completes, where
   the hand holds a wild) goes last.
3. Then diamonds go before clubs, clubs before hearts, hearts before spades.

A straight that would come out as a flush, where the rules do not let it be one, gives one card
of another suit instead, the one that hurts least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.codes import (
    BOMB,
    FULL_HOUSE,
    JOKER_BOMB,
    WILD_PAIR,
)
from guandan._kernel.holding import Holding
from guandan._kernel.plays import (
    flushes_barred,
    full_house_takes,
    rank_words,
    run_rank,
    takes_of,
    wild_words,
)
from guandan._kernel.words import (
    ALL_JOKERS,
    BITS,
    COUNT,
    LEVEL_POSITIONS,
    POPULATION,
    SMALL_JOKER,
    SUBPATTERNS,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_WORTH: Final[list[i64]] = [0, -2, 2, 5, 14, 18, 23, 28, 33]
"""What so many cards of one rank are worth together, in no unit but each other."""
_TOO_MANY: Final = 1_000_000


class Chooser:
    """Chooses the cards for shapes of one hand."""

    def __init__(self, hold: Holding) -> None:
        self.hold = hold
        self.kept = _kept_patterns(hold)

    def choose(self, code: i64, options: i64) -> tuple[i64, i64]:
        """Return the words of the play for a shape that the hand can make."""
        hold = self.hold
        low, high = wild_words(code, hold.level)
        kind = code & 15
        rank = (code >> 4) & 15
        ranks: list[i64] = []
        numbers: list[i64] = []
        if kind < FULL_HOUSE or kind == BOMB:
            ranks.append(rank)
            numbers.append(((code >> 8) & 15) - ((code >> 15) & 3))
        elif kind == JOKER_BOMB:
            return 0, ALL_JOKERS
        elif kind == FULL_HOUSE:
            pair = (code >> 17) & 15
            ranks.append(rank)
            if pair != WILD_PAIR:
                ranks.append(pair)
            takes = full_house_takes(code)
            best: i64 = 0
            if len(takes) > 2 and self._hurt(ranks, takes[2:4]) < self._hurt(ranks, takes[0:2]):
                best = 2
            numbers = takes[best : best + len(ranks)]
        else:
            suit = ((code >> 12) & 7) - 1
            return self._choose_run(code, low, high, suit, flushes_barred(code, options))
        for index in range(len(ranks)):
            if numbers[index]:
                rank_low, rank_high = rank_words(
                    self._take(ranks[index], numbers[index]), ranks[index]
                )
                low |= rank_low
                high |= rank_high
        return low, high

    def _hurt(self, ranks: list[i64], numbers: list[i64]) -> i64:
        """Return what it costs to take the numbers of cards; `_TOO_MANY` or more if they lack."""
        hold = self.hold
        total: i64 = 0
        for index in range(len(ranks)):
            number = numbers[index]
            if number:
                rank = ranks[index]
                count = hold.counts[rank]
                if number > count:
                    return _TOO_MANY
                total += 64 * (_WORTH[count] - _WORTH[count - number])
                total += number * LEVEL_POSITIONS[15 * hold.level + rank]
        return total

    def _take(self, rank: i64, number: i64) -> i64:
        """Return which cards of a rank to take."""
        pattern = self.hold.patterns[rank]
        if rank >= SMALL_JOKER:
            return number
        free = pattern - self.kept[rank]
        spare = COUNT[free]
        # The last of the subpatterns are those with the latest suits.
        if number <= spare:
            return SUBPATTERNS[9 * free + number][-1]
        return free + SUBPATTERNS[9 * (pattern - free) + number - spare][-1]

    def _choose_run(
        self, code: i64, low: i64, high: i64, suit: i64, barred: i64
    ) -> tuple[i64, i64]:
        """Choose which ranks of the run the wilds take, then the suits."""
        best_hurt: i64 = _TOO_MANY
        best_low = low
        best_high = high
        for numbers in takes_of(code):
            length = len(numbers)
            ranks = [run_rank(code, place, length) for place in range(length)]
            hurt = self._hurt(ranks, numbers)
            if hurt >= best_hurt:
                continue
            patterns: list[i64] = []
            if suit >= 0:
                bit = BITS[2 * suit]
                held = True
                for place in range(length):
                    if not numbers[place]:
                        patterns.append(0)
                    elif (self.hold.patterns[ranks[place]] >> (2 * suit)) & 3:
                        patterns.append(bit)
                    else:
                        held = False
                if not held:
                    continue
            else:
                for place in range(length):
                    number = numbers[place]
                    patterns.append(self._take(ranks[place], number) if number else 0)
                if barred and not self._unflush(patterns, ranks, barred):
                    continue
            best_hurt = hurt
            best_low = low
            best_high = high
            for place in range(length):
                rank_low, rank_high = rank_words(patterns[place], ranks[place])
                best_low |= rank_low
                best_high |= rank_high
        return best_low, best_high

    def _unflush(self, patterns: list[i64], ranks: list[i64], barred: i64) -> bool:
        """Change one card if all are of one barred suit; return whether that worked."""
        common: i64 = 0
        for pattern in patterns:
            if pattern:
                if common and pattern != common:
                    return True
                common = pattern
        suit: i64 = 0
        while (common >> (2 * suit)) & 3 == 0:
            suit += 1
        if not (barred >> suit) & 1:
            return True
        changed: i64 = -1
        replacement: i64 = 0
        spares = False
        for place in range(len(patterns)):
            if not patterns[place]:
                continue
            pattern = self.hold.patterns[ranks[place]]
            others = pattern - (((pattern >> (2 * suit)) & 3) << (2 * suit))
            if not others:
                continue
            # Free copies, that no straight flush needs, are changed first.
            free = others - (self.kept[ranks[place]] & ~(common * 3))
            if changed < 0 or (free > 0 and not spares):
                changed = place
                spares = free > 0
                replacement = SUBPATTERNS[9 * (free if spares else others) + 1][-1]
        if changed < 0:
            return False
        patterns[changed] = replacement
        return True


def _kept_patterns(hold: Holding) -> list[i64]:
    """Return, by rank, the cards that a straight flush in hand needs (one copy of each face)."""
    kept: list[i64] = [0] * 15
    allowed: i64 = 1 if hold.wilds else 0
    for start in range(10):
        if 5 - POPULATION[(hold.present >> start) & 31] > allowed:
            continue
        for suit in range(4):
            window = (hold.runs >> (14 * suit + start)) & 31
            if 5 - POPULATION[window] > allowed:
                continue
            for place in range(5):
                if (window >> place) & 1:
                    rank = start + place - 1
                    if rank < 0:
                        rank = 12
                    kept[rank] |= BITS[2 * suit]
    return kept


def represent(low: i64, high: i64, level: i64, options: i64, codes: list[i64]) -> list[i64]:
    """Return the play for each shape, three entries each: code, low word, high word."""
    chooser = Chooser(Holding(low, high, level))
    out: list[i64] = []
    for code in codes:
        play_low, play_high = chooser.choose(code, options)
        out.append(code)
        out.append(play_low)
        out.append(play_high)
    return out
