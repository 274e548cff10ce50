"""Arrange a hand (理牌): cut it into the plays by which it is got rid of soonest."""

from __future__ import annotations

from functools import cache
from typing import Final

import attrs

from guandan import (
    Card,
    CardsLike,
    Combo,
    Hand,
    Kind,
    LevelLike,
    PositionError,
    Rank,
    Rules,
    RulesLike,
    classify,
)
from guandan.cards import FACES, LEVELS, RANKS, clean_level
from guandan.help.checking import expect, wrong
from guandan.help.cutting import ACE, Costs, Cut, Cutter, Group, Run
from guandan.rules import clean_rules

__all__ = ["TURN", "Arrangement", "arrange", "turn_cost"]

TURN: Final = 100
"""What a play costs that wins nothing: one turn."""

_CONTROLS: Final = {12: 40, 13: 50, 14: 70}
"""What the level card and the jokers have in their favour; other cards, two for each place."""

_BOMBS: Final = {4: -40, 5: -50, 6: -60, 7: -65, 8: -70, 9: -75, 10: -79}
_FLUSH: Final = -55
_JOKER_BOMB: Final = -100
_RUN_KINDS: Final = {1: Kind.STRAIGHT, 2: Kind.TUBE, 3: Kind.PLATE}
_LARGEST: Final = 28
"""Cards: a dealt hand and a card of tribute. The search for many more would not end."""
_GROUP_KINDS: Final = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE}
_MOST_LOOKED_AT: Final = 400
"""Cuts looked at for alternatives: many differ only in which pair joins which triple."""


@attrs.frozen
class Arrangement:
    """A hand cut into plays, each card in one of them."""

    plays: tuple[Combo, ...]
    """The plays: ordinary ones from the weakest on, then the bombs."""
    cost: int
    """What they cost together (see `turn_cost`)."""

    @property
    def turns(self) -> int:
        """How many plays it takes to be out."""
        return len(self.plays)


def arrange(
    hand: CardsLike,
    level: LevelLike,
    *,
    rules: RulesLike | None = None,
    alternatives: int = 3,
) -> tuple[Arrangement, ...]:
    """Return the best ways to cut a hand into plays, the cheapest first.

    The first costs the least of all that there are, by the sum of `turn_cost`; where several cost
    the same, which of them comes first is fixed. Up to `alternatives` more follow: the next
    cheapest that differ from those before them in a straight, tube, plate, bomb or triple, not
    only in which pair goes with which triple.

    Raises:
        NotationError: something is not a card or a level.
        InputTypeError: `alternatives` is no number from 0 on.
        PositionError: more cards than a hand can hold, 28 with a card of tribute.

    >>> best, *others = arrange("S3 S4 D5 S6 S7 H7 C7 D9 C9 SA", "2")
    >>> [str(play) for play in best.plays], best.cost, best.turns
    (['S7 C7', 'S3 S4 D5 S6 H7', 'C9 D9', 'SA'], 348, 4)
    """
    rank = clean_level(level)
    cleaned = clean_rules(rules)
    held = hand if isinstance(hand, Hand) else Hand(hand)
    expect(alternatives, int, "a number of alternatives from 0 on")
    if alternatives < 0:
        raise wrong(alternatives, "a number of alternatives from 0 on")
    if len(held) > _LARGEST:
        raise PositionError(f"a hand holds at most {_LARGEST} cards, not {len(held)}")
    found: list[Arrangement] = []
    seen: set[frozenset[tuple[object, ...]]] = set()
    for looked_at, cut in enumerate(_cutter(held, rank, cleaned).cuts()):
        if len(found) > alternatives or looked_at == _MOST_LOOKED_AT:
            break
        frame = _frame(cut)
        if frame not in seen and (made := _Table(held, rank, cleaned).realize(cut)) is not None:
            seen.add(frame)
            found.append(made)
    return tuple(found)


def turn_cost(play: Combo) -> int:
    """Return what a play costs in an arrangement: hundredths of a turn.

    An ordinary play costs a turn (100), less two for each place of its rank in the order that
    ranks its kind: nothing off for the lowest, 22 for an ace (24 on top of a run), but 40 for the
    level card, 50 for the small and 70 for the big joker, which win the lead back. A bomb is worth
    more than the turn it takes: four cards cost -40, five -50, six -60, then 5 less for each card
    (the tenth 4), a straight flush -55, less one for each place of its rank; the joker bomb -100.

    Raises:
        InputTypeError: it is no play.

    >>> from guandan import classify
    >>> [turn_cost(classify(cards, "2")[0]) for cards in ("S3", "SA", "S2 H2", "S3 H3 C3 D3")]
    [100, 78, 60, -40]
    """
    expect(play, Combo, "a play (Combo)")
    if play.kind is Kind.JOKER_BOMB:
        return _JOKER_BOMB
    if play.kind is Kind.STRAIGHT_FLUSH:
        return _FLUSH - play.order
    if play.kind is Kind.BOMB:
        return _BOMBS[play.size] - play.order
    natural = play.kind in _RUN_KINDS.values()
    return TURN - (2 * play.order if natural else _control(play.order))


def _control(place: int) -> int:
    """Return what a place in level order takes off the cost of a turn."""
    return _CONTROLS.get(place, 2 * place)


@cache
def _costs(level: Rank) -> Costs:
    """Return `turn_cost` as tables for the search."""
    places = [*(rank.index - (rank.index > level.index) for rank in LEVELS), 13, 14]
    places[level.index] = 12
    ordinary = tuple(TURN - _control(place) for place in places)
    group = [ordinary] * 4
    group += [tuple(_BOMBS[size] - place for place in places) for size in range(4, 11)]
    tops = range(ACE + 1)
    return Costs(
        group=tuple(group),
        run=(tuple(TURN - 2 * top for top in tops),) * 3,
        flush=tuple(_FLUSH - top for top in tops),
        joker_bomb=_JOKER_BOMB,
    )


def _cutter(hand: Hand, level: Rank, rules: Rules) -> Cutter:
    wild = Card.parse(f"H{level}")
    counts = [0 if card is wild else hand.count(card) for card in FACES]
    return Cutter(
        suits=tuple(tuple(counts[suit:52:4]) for suit in range(4)),
        wilds=hand.count(wild),
        jokers=(counts[52], counts[53]),
        costs=_costs(level),
        joker_pair=rules.joker_pair_in_full_house,
        level=level.index,
    )


def _frame(cut: Cut) -> frozenset[tuple[object, ...]]:
    """Return what makes a cut another one: its runs, bombs and triples, with their numbers."""
    parts = [
        part[:4] if isinstance(part, Run) else part[:2]
        for part in cut.parts
        if isinstance(part, Run) or part.size > 2
    ]
    return frozenset((part, parts.count(part)) for part in parts)


class _Table:
    """Puts cards to the parts of a cut."""

    def __init__(self, hand: Hand, level: Rank, rules: Rules) -> None:
        self._level = level
        self._rules = rules
        self._wild = Card.parse(f"H{level}")
        self._left: dict[int, list[Card]] = {}
        self._wilds: list[Card] = []
        for card in hand:
            if card is self._wild:
                self._wilds.append(card)
            else:
                self._left.setdefault(card.rank.index, []).append(card)

    def realize(self, cut: Cut) -> Arrangement | None:
        """Return the cut as plays; None if a straight of it can only be a straight flush."""
        runs = [part for part in cut.parts if isinstance(part, Run)]
        groups = [part for part in cut.parts if isinstance(part, Group)]
        plays: list[Combo | None] = []
        for run in sorted(runs, key=lambda run: (run.suit < 0, run.width)):
            rank = LEVELS[run.start + run.length - 1]
            kind = _RUN_KINDS[run.width] if run.suit < 0 else Kind.STRAIGHT_FLUSH
            plays.append(self._play(self._run_cards(run), kind, rank))
        pairs = [group for group in groups if group.joins]
        triples = [group for group in groups if group.size == 3]
        joined = _match(pairs, triples, self._level.index)
        if joined is None:
            return None
        for triple, pair in joined:
            cards = [*self._group_cards(triple), *self._group_cards(pair)]
            plays.append(self._play(cards, Kind.FULL_HOUSE, LEVELS[triple.rank]))
            groups.remove(triple)
        plays += [self._group_play(group) for group in groups if not group.joins]
        found = [play for play in plays if play is not None]
        if len(found) < len(plays):
            return None
        found.sort(key=lambda play: (play.is_bomb, play.strength if play.is_bomb else play.order))
        return Arrangement(tuple(found), sum(map(turn_cost, found)))

    def _run_cards(self, run: Run) -> list[Card]:
        cards: list[Card] = []
        for place in range(run.start, run.start + run.length):
            rank = place % (ACE + 1)
            wilds = run.wilds.count(rank)
            cards += self._wilds[:wilds]
            del self._wilds[:wilds]
            for _ in range(run.width - wilds):
                cards.append(self._pick(rank, run.suit, cards))
        return cards

    def _pick(self, rank: int, suit: int, others: list[Card]) -> Card:
        """Take a card of a rank: of the suit, or else one by which a straight is of two suits."""
        left = self._left[rank]
        wanted = [
            card
            for card in left
            if (card.index % 4 == suit if suit >= 0 else others and card.suit is not others[0].suit)
        ]
        card = (wanted or left)[0]
        left.remove(card)
        return card

    def _group_play(self, group: Group) -> Combo | None:
        kind = _GROUP_KINDS.get(group.size, Kind.BOMB)
        if group.rank == -2:
            jokers = [*self._left[13], *self._left[14]]
            return self._play(jokers, Kind.JOKER_BOMB, Rank.BIG_JOKER)
        rank = RANKS[group.rank] if group.rank >= 0 else self._level
        return self._play(self._group_cards(group), kind, rank)

    def _group_cards(self, group: Group) -> list[Card]:
        wilds = group.size if group.rank == -1 else group.wilds
        cards = self._wilds[:wilds]
        del self._wilds[:wilds]
        natural = self._left.get(group.rank, [])
        cards += natural[: group.size - wilds]
        del natural[: group.size - wilds]
        return cards

    def _play(self, cards: list[Card], kind: Kind, rank: Rank) -> Combo | None:
        found = classify(cards, self._level, self._rules)
        return next((play for play in found if play.kind is kind and play.rank is rank), None)


def _match(
    pairs: list[Group], triples: list[Group], level: int
) -> list[tuple[Group, Group]] | None:
    """Return each pair with a triple of another rank; None if they cannot all have one."""
    if not pairs:
        return []
    pair, *others = pairs
    own = level if pair.rank == -1 else pair.rank
    for at, triple in enumerate(triples):
        if triple.rank != own:
            rest = _match(others, triples[:at] + triples[at + 1 :], level)
            if rest is not None:
                return [(triple, pair), *rest]
    return None
