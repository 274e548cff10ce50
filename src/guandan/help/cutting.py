"""The search behind `guandan.help.arrange`: every way to cut a hand, cheapest first, exactly.

Suits matter to straight flushes alone. So the straight flushes are chosen first, in every way
there is; what is left is a number of cards of each rank, packed in nibbles, and wilds. That is
cut from the lowest rank up: at each rank it is chosen which straights, tubes and plates begin
there, how many wilds join it, and which groups the cards left over form. What the ranks above
then cost depends only on their numbers, the wilds left and the pairs that still seek a triple,
so it is worked out once for each. With those costs known, walking the choices in the order of
what they come to in the end yields the cuts from the cheapest on and looks at little else.

Some choices are left out because another is at least as cheap: a wild where the natural card
could stand, two singles of one rank, anything that a cheaper choice also leaves with more
triples for pairs to join. A cut may claim a straight whose cards turn out to be of one suit; it
is then a cheaper straight flush, which another cut has, so the cheapest never does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, TypeAlias

__all__ = ["ACE", "Costs", "Cut", "Cutter", "Group", "Run"]

ACE: Final = 12
"""The place of the ace among the ranks; below the two it is place -1."""

_RANKS: Final = 13
_NO_WAY: Final = 10**6
_FLUSH_STARTS: Final = range(-1, 9)
_WINDOW: Final = 0xFFFFF
_RUNS: Final = ((5, 1), (3, 2), (2, 3))
"""Straights, tubes and plates: so many ranks, so many cards of each."""


class Costs(NamedTuple):
    """What plays cost at a level, by the place of their rank or top card (see `turn_cost`)."""

    group: tuple[tuple[int, ...], ...]
    """By number of cards (to ten), then by rank (13 and 14 are the jokers)."""
    run: tuple[tuple[int, ...], ...]
    """Of straights, tubes, plates, then by top card."""
    flush: tuple[int, ...]
    joker_bomb: int


class Group(NamedTuple):
    """Cards of one rank: a single, pair, triple or bomb."""

    rank: int
    """13 and 14 are the jokers; -1 are wilds alone, -2 the joker bomb."""
    size: int
    wilds: int = 0
    joins: bool = False
    """Whether it is a pair that is no play of its own, but part of a full house."""


class Run(NamedTuple):
    """A straight, tube or plate (a straight flush where a suit is named) from its lowest rank."""

    start: int
    length: int
    width: int
    suit: int = -1
    wilds: tuple[int, ...] = ()
    """The ranks that wilds stand for, one entry a wild."""


Part: TypeAlias = "Group | Run"


class Cut(NamedTuple):
    """A whole hand in parts, and what it costs."""

    cost: int
    parts: tuple[Part, ...]


class _Choice(NamedTuple):
    """One way to deal with a rank (or with something before the ranks)."""

    cost: int
    room: int
    """Triples that can take a pair, less the pairs that need one."""
    parts: tuple[Part, ...]


_State: TypeAlias = tuple[int, int, int, int]
"""What is left to cut: the place of the lowest rank, the numbers of cards as nibbles from there on,
the wilds, and the room in triples for pairs (below zero: pairs that still need one)."""


class Cutter:
    """Cuts a hand given as numbers of each face.

    `suits[suit][rank]` are the natural cards, without wilds; the wilds and jokers are apart.
    """

    def __init__(
        self,
        suits: tuple[tuple[int, ...], ...],
        wilds: int,
        jokers: tuple[int, int],
        costs: Costs,
        *,
        joker_pair: bool,
        level: int,
    ) -> None:
        """Take a hand; `joker_pair`: two like jokers may be the pair of a full house."""
        self._suits = suits
        self._wilds = wilds
        self._jokers = jokers
        self._costs = costs
        self._joker_pair = joker_pair
        self._level = level
        self._group_costs = tuple(zip(*costs.group, strict=True))
        self._values: dict[_State, int] = {}

    def cuts(self) -> Iterator[Cut]:
        """Yield the cuts of the hand, cheapest first; no two have the same parts."""
        order = count()
        open_: list[tuple[int, int, int, _State, tuple[Part, ...]]] = []

        def offer(spent: int, state: _State, parts: tuple[Part, ...]) -> None:
            total = spent + self._value(*state)
            if total < _NO_WAY // 2:
                heappush(open_, (total, next(order), spent, state, parts))

        for spent, state, parts in self._starts():
            offer(spent, state, parts)
        while open_:
            total, _, spent, state, parts = heappop(open_)
            if state[0] > _RANKS:
                yield Cut(total, parts)
                continue
            for choice, after in self._steps(state):
                offer(spent + choice.cost, after, parts + choice.parts)

    # --- before the ranks: straight flushes, jokers, runs from the low ace -------------------

    def _starts(self) -> Iterator[tuple[int, _State, tuple[Part, ...]]]:
        jokers = self._joker_choices()
        for spent, suits, wilds, flushes in self._flush_sets():
            numbers = sum(sum(suit[rank] for suit in suits) << (4 * rank) for rank in range(_RANKS))
            for choice, after, left in self._low_runs(numbers, wilds):
                for joker in jokers:
                    yield (
                        spent + choice.cost + joker.cost,
                        (0, after, left, joker.room),
                        (*flushes, *choice.parts, *joker.parts),
                    )

    def _flush_sets(
        self,
    ) -> Iterator[tuple[int, tuple[tuple[int, ...], ...], int, tuple[Part, ...]]]:
        """Yield every choice of straight flushes: its cost, the cards and wilds left, and them."""
        windows = [(suit, start) for suit in range(4) for start in _FLUSH_STARTS]
        todo: list[tuple[int, int, tuple[tuple[int, ...], ...], int, tuple[Part, ...]]] = [
            (0, 0, self._suits, self._wilds, ())
        ]
        while todo:
            spent, first, suits, wilds, parts = todo.pop()
            yield spent, suits, wilds, parts
            for at in range(first, len(windows)):
                suit, start = windows[at]
                held = suits[suit]
                ranks = [rank % _RANKS for rank in range(start, start + 5)]
                lacking = tuple(rank for rank in ranks if not held[rank])
                if len(lacking) <= wilds:
                    left = tuple(n - (rank in ranks and n > 0) for rank, n in enumerate(held))
                    run = Run(start, 5, 1, suit, lacking)
                    todo.append(
                        (
                            spent + self._costs.flush[start + 4],
                            at,
                            (*suits[:suit], left, *suits[suit + 1 :]),
                            wilds - len(lacking),
                            (*parts, run),
                        )
                    )

    def _joker_choices(self) -> list[_Choice]:
        choices = [_Choice(0, 0, ())]
        for rank, held in zip((13, 14), self._jokers, strict=True):
            one, two = self._costs.group[1][rank], self._costs.group[2][rank]
            if held == 1:
                ways = [_Choice(one, 0, (Group(rank, 1),))]
            elif held == 2:
                ways = [_Choice(two, 0, (Group(rank, 2),))]
                if self._joker_pair:
                    ways.append(_Choice(0, -1, (Group(rank, 2, joins=True),)))
            else:
                continue
            choices = [
                _Choice(one.cost + way.cost, one.room + way.room, one.parts + way.parts)
                for one in choices
                for way in ways
            ]
        if self._jokers == (2, 2):
            choices.append(_Choice(self._costs.joker_bomb, 0, (Group(-2, 4),)))
        return choices

    def _low_runs(self, numbers: int, wilds: int) -> Iterator[tuple[_Choice, int, int]]:
        """Yield the choices of runs that begin with the ace below the two, and what they leave."""
        todo = [(0, _Choice(0, 0, ()), numbers, wilds)]
        while todo:
            first, choice, left, free = todo.pop()
            yield choice, left, free
            for which in range(first, 3):
                length, width = _RUNS[which]
                # The ace's nibble is brought below the two's for a moment.
                window = (left >> (4 * ACE)) | (left << 4)
                taken, lacking = _take(window & ((1 << (4 * length)) - 1), length, width)
                if len(lacking) <= free:
                    after = left - ((taken & 15) << (4 * ACE)) - (taken >> 4)
                    places = tuple((place - 1) % _RANKS for place in lacking)
                    run = Run(-1, length, width, -1, places)
                    cost = choice.cost + self._costs.run[which][length - 2]
                    todo.append(
                        (
                            which,
                            _Choice(cost, 0, (*choice.parts, run)),
                            after,
                            free - len(lacking),
                        )
                    )

    # --- rank by rank ------------------------------------------------------------------------

    def _value(self, rank: int, numbers: int, wilds: int, room: int) -> int:
        """Return what the cheapest cut of what is left costs."""
        if rank >= _RANKS:
            return min((end.cost for end in self._ends(rank, wilds, room)), default=_NO_WAY)
        state = (rank, numbers, wilds, room)
        known = self._values.get(state)
        if known is not None:
            return known
        best = _NO_WAY
        group_costs = self._group_costs[rank]
        for taken, filled, runs in _run_sets(numbers & _WINDOW, wilds, _RANKS - rank):
            spent = sum([self._run_cost(rank, kind) for kind, _ in runs])
            after = numbers - taken
            left = after & 15
            after >>= 4
            free = wilds - filled
            for used in range(free + 1 if left else 1):
                for cost, more, _ in _group_sets(group_costs, rank, left, used):
                    total = spent + cost + self._value(rank + 1, after, free - used, room + more)
                    best = min(best, total)
        self._values[state] = best
        return best

    def _steps(self, state: _State) -> Iterator[tuple[_Choice, _State]]:
        """Yield each choice at the lowest rank, and what it leaves."""
        rank, numbers, wilds, room = state
        if rank == _RANKS:
            for end in self._ends(rank, wilds, room):
                yield end, (rank + 1, 0, 0, 0)
            return
        group_costs = self._group_costs[rank]
        for taken, filled, runs in _run_sets(numbers & _WINDOW, wilds, _RANKS - rank):
            spent = sum([self._run_cost(rank, kind) for kind, _ in runs])
            parts = [
                Run(rank, *_RUNS[kind], wilds=tuple(rank + place for place in lacking))
                for kind, lacking in runs
            ]
            after = numbers - taken
            left = after & 15
            free = wilds - filled
            for used in range(free + 1 if left else 1):
                for cost, more, groups in _group_sets(group_costs, rank, left, used):
                    choice = _Choice(spent + cost, more, (*parts, *groups))
                    yield choice, (rank + 1, after >> 4, free - used, room + more)

    def _run_cost(self, rank: int, kind: int) -> int:
        return self._costs.run[kind][rank + _RUNS[kind][0] - 1]

    def _ends(self, rank: int, wilds: int, room: int) -> list[_Choice]:
        """Return what can become of the wilds that no rank took: a level card or two."""
        if rank > _RANKS:
            return [_Choice(0, 0, ())]
        if not wilds:
            return [_Choice(0, 0, ())] if room >= 0 else []
        ends = []
        if room >= 0:
            cost = self._costs.group[wilds][self._level]
            ends.append(_Choice(cost, 0, (Group(-1, wilds),)))
        if wilds == 2 and room >= 1:
            ends.append(_Choice(0, -1, (Group(-1, 2, joins=True),)))
        return ends


@cache
def _take(window: int, length: int, width: int) -> tuple[int, tuple[int, ...]]:
    """Return what a run takes of the numbers of its ranks, and the places that wilds must fill."""
    taken = 0
    lacking: list[int] = []
    for place in range(length):
        held = min(width, (window >> (4 * place)) & 15)
        taken |= held << (4 * place)
        lacking += [place] * (width - held)
    return taken, tuple(lacking)


_RunSet: TypeAlias = tuple[int, int, tuple[tuple[int, tuple[int, ...]], ...]]


@lru_cache(maxsize=1 << 16)
def _run_sets(window: int, wilds: int, span: int) -> tuple[_RunSet, ...]:
    """Return every set of runs that begins at the lowest of five ranks, `span` below the top.

    Each is what it takes of their numbers, how many wilds it takes, and its runs: of which kind,
    and the places that wilds fill.
    """
    sets: list[_RunSet] = [(0, 0, ())]
    for taken, filled, runs in sets:
        for kind in range(runs[-1][0] if runs else 0, 3):
            length, width = _RUNS[kind]
            if length <= span:
                window_of_run = (window - taken) & ((1 << (4 * length)) - 1)
                more, lacking = _take(window_of_run, length, width)
                if filled + len(lacking) <= wilds:
                    one = (kind, lacking)
                    sets.append((taken + more, filled + len(lacking), (*runs, one)))
    return tuple(sets)


@lru_cache(maxsize=1 << 12)
def _group_sets(
    costs: tuple[int, ...], rank: int, natural: int, wilds: int
) -> tuple[tuple[int, int, tuple[Group, ...]], ...]:
    """Return the ways to group the cards of a rank that runs have left, with so many wilds.

    Each is what it costs, the room for pairs it makes, and the groups. Every group has a natural
    card. Left out is what another way betters in cost without making less room.
    """
    ways: list[tuple[int, int, tuple[Group, ...]]] = []
    for sizes in _partitions(natural + wilds, natural + wilds):
        if len(sizes) > natural or sizes.count(1) > 1:
            continue
        pairs = sizes.count(2)
        alone = sum([costs[size] for size in sizes if size != 2])
        for joining in range(pairs + 1):
            cost = alone + (pairs - joining) * costs[2]
            ways.append((cost, sizes.count(3) - joining, _groups(rank, sizes, joining, wilds)))
    ways.sort(key=lambda way: (way[0], -way[1]))
    kept: list[tuple[int, int, tuple[Group, ...]]] = []
    for way in ways:
        if all(way[1] > better[1] for better in kept):
            kept.append(way)
    return tuple(kept)


def _groups(rank: int, sizes: tuple[int, ...], joining: int, wilds: int) -> tuple[Group, ...]:
    """Return the groups of these sizes; the wilds go to the large ones, each keeps a natural."""
    groups = []
    for size in sizes:
        used = min(wilds, size - 1)
        wilds -= used
        joins = size == 2 and joining > 0
        joining -= joins
        groups.append(Group(rank, size, used, joins))
    return tuple(groups)


@cache
def _partitions(number: int, largest: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write a number as a sum, largest parts first.

    >>> _partitions(4, 4)
    ((4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
    """
    if number == 0:
        return ((),)
    return tuple(
        (first, *rest)
        for first in range(min(number, largest), 0, -1)
        for rest in _partitions(number - first, first)
    )
