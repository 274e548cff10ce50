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
    PATTERN_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    group_count,
    group_rank,
)
from guandan._kernel.holding import Holding
from guandan._kernel.offers import RANKS
from guandan._kernel.takes import barred_flushes, takes_of
from guandan._kernel.words import (
    BITS,
    COUNT,
    LEVEL_POSITIONS,
    POPULATION,
    SMALL_JOKER,
    SUBPATTERNS,
    pattern_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_WORTH: Final[list[i64]] = [0, -2, 2, 5, 14, 18, 23, 28, 33]
"""What so many cards of one rank are worth together, in no unit but each other."""
_TOO_MANY: Final = 1_000_000
_LATEST: Final[list[i64]] = [ways[-1] if ways else 0 for ways in SUBPATTERNS]
"""At `9 * pattern + number`: so many cards of the latest suits (the last of the subpatterns)."""


class Chooser:
    """Chooses the cards for shapes of one hand."""

    def __init__(self, hold: Holding) -> None:
        self.hold = hold
        self.kept = _kept_patterns(hold)
        # At `5 * rank + number`: what it hurts to take so many cards of a rank, and which they are.
        # They are worked out when there first is a choice.
        self.hurts: list[i64] = []
        self.taken: list[i64] = []

    def choose(self, code: i64, options: i64) -> i64:
        """Return the play for a shape that the hand can make."""
        kind = code & 15
        if kind < FULL_HOUSE or kind == BOMB:
            number = ((code >> 8) & 15) - ((code >> 15) & 3)
            return code | (self._take((code >> 4) & 15, number) << PATTERN_SHIFT)
        if not self.hurts:
            self.weigh(RANKS)
        if kind == FULL_HOUSE and (code >> 17) & 15 < SMALL_JOKER:
            # Most shapes are these. A wild is in the triple or in the pair.
            triple = 5 * ((code >> 4) & 15) + 3 - ((code >> 15) & 3)
            pair = 5 * ((code >> 17) & 15) + 2
            if (
                self.hurts[triple + 1] + self.hurts[pair - 1]
                < self.hurts[triple] + self.hurts[pair]
            ):
                triple += 1
                pair -= 1
            return (
                code
                | (self.taken[triple] << PATTERN_SHIFT)
                | (self.taken[pair] << (PATTERN_SHIFT + 8))
            )
        if kind == STRAIGHT_FLUSH:
            return self._flush(code)
        if kind == STRAIGHT:
            return self._straight(code, options)
        takes = takes_of(code)
        if len(takes) == 1:
            return self.take(code, takes[0])
        hurts = self.hurts
        groups = group_count(code)
        places = [5 * group_rank(code, group) for group in range(groups)]
        best: i64 = 0
        best_hurt: i64 = _TOO_MANY
        for way in range(len(takes)):
            numbers = takes[way]
            hurt: i64 = 0
            for group in range(groups):
                hurt += hurts[places[group] + numbers[group]]
            if hurt < best_hurt:
                best = way
                best_hurt = hurt
        return self.take(code, takes[best])

    def _flush(self, code: i64) -> i64:
        """The same for a straight flush: the wilds are in place of the cards that hurt most."""
        shift = 2 * (((code >> 12) & 7) - 1)
        first = ((code >> 4) & 15) - 4
        hurts: list[i64] = [0] * 5
        play = code
        for group in range(5):
            rank = first + group
            if rank < 0:
                rank = 12
            if (pattern_of(self.hold.low, self.hold.high, rank) >> shift) & 3:
                hurts[group] = self.hurts[5 * rank + 1]
                play |= BITS[PATTERN_SHIFT + 8 * group + shift]
            else:
                hurts[group] = _TOO_MANY
        return _use_wilds(play, hurts)

    def _straight(self, code: i64, options: i64) -> i64:
        """The same for a straight, as long as it is not a flush that is none by the rules."""
        first = ((code >> 4) & 15) - 4
        hurts: list[i64] = [0] * 5
        play = code
        for group in range(5):
            place = 5 * (first + group) + 1
            if place < 0:
                place = 61
            hurts[group] = self.hurts[place]
            play |= self.taken[place] << (PATTERN_SHIFT + 8 * group)
        play = _use_wilds(play, hurts)
        barred = barred_flushes(code, options)
        if barred:
            play = self._unflush(play, barred)
        return play if play >= 0 else self._other_straight(code, barred)

    def _other_straight(self, code: i64, barred: i64) -> i64:
        """The least that hurts, where the wilds' best places leave cards that are a flush."""
        best: i64 = code
        best_hurt: i64 = _TOO_MANY
        for numbers in takes_of(code):
            hurt: i64 = 0
            for group in range(5):
                hurt += self.hurts[5 * group_rank(code, group) + numbers[group]]
            if hurt < best_hurt:
                play = self._unflush(self.take(code, numbers), barred)
                if play >= 0:
                    best = play
                    best_hurt = hurt
        return best

    def weigh(self, ranks: i64) -> None:
        """Make the tables, for up to three cards of these ranks; to take four hurts too much.

        Otherwise `choose` makes them, of all ranks: do this if only one shape is to be chosen for.
        """
        hurts: list[i64] = [2 * _TOO_MANY] * 65
        taken: list[i64] = [0] * 65
        for rank in range(13):
            hurts[5 * rank] = 0
            if (ranks >> rank) & 1:
                count = (self.hold.counts >> (4 * rank)) & 15
                position = LEVEL_POSITIONS[15 * self.hold.level + rank]
                for number in range(1, min(count, 3) + 1):
                    worth = _WORTH[count] - _WORTH[count - number]
                    hurts[5 * rank + number] = 64 * worth + number * position
                    taken[5 * rank + number] = self._take(rank, number)
        self.hurts = hurts
        self.taken = taken

    def take(self, code: i64, numbers: list[i64]) -> i64:
        """Return the play that takes so many cards from each rank, of a straight flush's suit."""
        suit = ((code >> 12) & 7) - 1
        play = code
        for group, number in enumerate(numbers):
            if number:
                rank = group_rank(code, group)
                shift = PATTERN_SHIFT + 8 * group
                if suit < 0:
                    play |= self._take(rank, number) << shift
                else:
                    play |= BITS[shift + 2 * suit]
        return play

    def _take(self, rank: i64, number: i64) -> i64:
        """Return which cards of a rank to take."""
        if rank >= SMALL_JOKER:
            return number
        pattern = pattern_of(self.hold.low, self.hold.high, rank)
        free = pattern - self.kept[rank]
        spare = COUNT[free]
        if number <= spare:
            return _LATEST[9 * free + number]
        return free + _LATEST[9 * (pattern - free) + number - spare]

    def _unflush(self, play: i64, barred: i64) -> i64:
        """Change one card of a straight if all are of one barred suit; -1 if that cannot be."""
        common: i64 = 0x55
        for group in range(5):
            pattern = (play >> (PATTERN_SHIFT + 8 * group)) & 255
            if pattern:
                common &= pattern
        if not common & barred:
            return play
        changed: i64 = -1
        spares = False
        for group in range(5):
            shift = PATTERN_SHIFT + 8 * group
            if not (play >> shift) & 255:
                continue
            rank = group_rank(play, group)
            pattern = pattern_of(self.hold.low, self.hold.high, rank)
            others = pattern & ~(common * 3)
            if not others:
                continue
            # Free copies, that no straight flush needs, are changed first.
            free = others - (self.kept[rank] & ~(common * 3))
            if changed < 0 or (free > 0 and not spares):
                spares = free > 0
                replacement = _LATEST[9 * (free if spares else others) + 1]
                changed = (play & ~(common << shift)) | (replacement << shift)
        return changed


def _use_wilds(play: i64, hurts: list[i64]) -> i64:
    """Return a play of five ranks with its wilds in place of the cards that hurt most.

    Of several that hurt alike it is the last. The list, of a number for each rank, is used up.
    """
    for _ in range((play >> 15) & 3):
        most: i64 = 4
        for place in range(3, -1, -1):
            if hurts[place] > hurts[most]:
                most = place
        hurts[most] = -_TOO_MANY
        play &= ~(255 * BITS[PATTERN_SHIFT + 8 * most])
    return play


def _fives(runs: i64) -> i64:
    """Return a bit for each start of five in a row."""
    pairs = runs & (runs >> 1)
    return pairs & (pairs >> 2) & (runs >> 4)


def _kept_patterns(hold: Holding) -> list[i64]:
    """Return, by rank, the cards that a straight flush in hand needs (one copy of each face)."""
    kept: list[i64] = [0] * 15
    allowed: i64 = 1 if hold.wilds else 0
    runs = hold.runs
    # Without a wild, five in a row of a suit are rare and seen at once.
    if allowed == 0 and _fives(runs) == 0:
        return kept
    for start in range(10):
        if 5 - POPULATION[(hold.ones >> start) & 31] > allowed:
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
    """Return the play for each shape."""
    chooser = Chooser(Holding(low, high, level))
    return [chooser.choose(code, options) for code in codes]


def complete(hold: Holding, code: i64, options: i64) -> i64:
    """Return the play for one shape: that of `represent`, faster where there is little to choose.

    So it is where the hand holds neither a wild nor a straight flush, as it mostly does.
    """
    kind = code & 15
    if hold.wilds or kind == STRAIGHT_FLUSH or _fives(hold.runs):
        chooser = Chooser(hold)
        if (code >> 15) & 3 == 0 and kind != STRAIGHT:
            return chooser.take(code, takes_of(code)[0])
        if FULL_HOUSE <= kind != BOMB:
            ranks: i64 = 0
            for group in range(group_count(code)):
                ranks |= BITS[group_rank(code, group)]
            chooser.weigh(ranks)
        return chooser.choose(code, options)
    numbers = takes_of(code)[0]
    play = code
    for group in range(group_count(code)):
        rank = group_rank(code, group)
        number = numbers[group]
        if rank < SMALL_JOKER:
            number = _LATEST[9 * pattern_of(hold.low, hold.high, rank) + number]
        play |= number << (PATTERN_SHIFT + 8 * group)
    # There is no straight flush in hand, so a straight is not all of one suit.
    return play
