"""All complete plays of a hand: every distinct set of faces times every reading.

They are listed shape by shape in the order of `shapes`, within a shape by which ranks give how
many natural cards (those that give most from the lowest rank first), then by the faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guandan._kernel.codes import LEAD, PATTERN_SHIFT, group_rank
from guandan._kernel.holding import Holding
from guandan._kernel.shapes import shapes_of
from guandan._kernel.takes import barred_flushes, takes_of
from guandan._kernel.words import BITS, SMALL_JOKER, SUBPATTERNS, pattern_of

if TYPE_CHECKING:
    from mypy_extensions import i64


def plays(low: i64, high: i64, level: i64, options: i64, over: i64) -> list[i64]:
    """Return every complete play over the play `over` (`LEAD`: any)."""
    hold = Holding(low, high, level)
    out: list[i64] = []
    for code in shapes_of(hold, options, over):
        _add_plays(out, hold, code, options)
    return out


def has_play(low: i64, high: i64, level: i64, options: i64, over: i64) -> bool:
    """Return whether there is any play over `over`."""
    if over == LEAD:
        return low != 0 or high != 0
    # A shape is listed only when some set of faces makes it.
    return len(shapes_of(Holding(low, high, level), options, over)) > 0


def _add_plays(out: list[i64], hold: Holding, code: i64, options: i64) -> None:
    suit = ((code >> 12) & 7) - 1
    barred = barred_flushes(code, options)
    for numbers in takes_of(code):
        length: i64 = len(numbers)
        if length == 0:
            out.append(code)  # the joker bomb
        elif suit >= 0:
            _add_flush(out, hold, code, numbers, suit)
        elif barred:
            _cross_but_flushes(out, hold, code, numbers, 0, 0x55, barred)
        else:
            _cross(out, hold, code, numbers, 0)


def _add_flush(out: list[i64], hold: Holding, code: i64, numbers: list[i64], suit: i64) -> None:
    window = hold.runs >> (14 * suit + ((code >> 4) & 15) - 3)
    play = code
    for group in range(5):
        if numbers[group]:
            if not (window >> group) & 1:
                return
            play |= BITS[PATTERN_SHIFT + 8 * group + 2 * suit]
    out.append(play)


def _ways(hold: Holding, code: i64, group: i64, number: i64) -> list[i64]:
    """The patterns of so many cards that the group's rank offers."""
    rank = group_rank(code, group)
    pattern = pattern_of(hold.low, hold.high, rank)
    if rank < SMALL_JOKER:
        return SUBPATTERNS[9 * pattern + number]
    return [number] if number <= pattern else []


def _cross(out: list[i64], hold: Holding, play: i64, numbers: list[i64], group: i64) -> None:
    """Add every way to take the numbers of cards from this group and those after it."""
    last: i64 = len(numbers) - 1
    while group < last and numbers[group] == 0:
        group += 1
    number = numbers[group]
    if number == 0:
        out.append(play)
        return
    shift = PATTERN_SHIFT + 8 * group
    if group == last:
        for way in _ways(hold, play, group, number):
            out.append(play | (way << shift))
    else:
        for way in _ways(hold, play, group, number):
            _cross(out, hold, play | (way << shift), numbers, group + 1)


def _cross_but_flushes(
    out: list[i64],
    hold: Holding,
    play: i64,
    numbers: list[i64],
    group: i64,
    common: i64,
    barred: i64,
) -> None:
    """The same for a straight, leaving out those that are of one barred suit.

    `common` are the suits that all cards so far are of, as a pattern; a barred one is among them.
    """
    if group == 5:
        return
    number = numbers[group]
    if number == 0:
        _cross_but_flushes(out, hold, play, numbers, group + 1, common, barred)
        return
    shift = PATTERN_SHIFT + 8 * group
    for way in _ways(hold, play, group, number):
        shared = common & way
        if shared & barred:
            _cross_but_flushes(out, hold, play | (way << shift), numbers, group + 1, shared, barred)
        elif group == 4:
            out.append(play | (way << shift))
        else:
            _cross(out, hold, play | (way << shift), numbers, group + 1)
