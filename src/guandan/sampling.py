"""Hidden hands at random, consistent with what one seat knows.

What is known is read from the seat's own history of the deal: cards that are known to be
somewhere, and faces that a seat cannot hold. The rest is dealt at random: first the cards that
not every hand may hold, each to a hand chosen in proportion to the room it has left, and only
where the cards after it still find room; then the others, shuffled.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

import attrs

from guandan import _kernel as kernel
from guandan.cards import FACES, Card, Rank
from guandan.errors import PositionError
from guandan.events import (
    CardTurned,
    Dealt,
    Event,
    Played,
    Resisted,
    Returned,
    TributeChosen,
    TributePaid,
)
from guandan.hand import Hand
from guandan.phases import Phase
from guandan.seats import SEATS, Seat
from guandan.shuffle import clean_rng, pick, shuffled
from guandan.tribute import is_low

if TYPE_CHECKING:
    from guandan.rules import Rules
    from guandan.view import PlayerView

_BIG_JOKER: Final = Card(Rank.BIG_JOKER)
_ATTEMPTS: Final = 200


@attrs.define
class Knowledge:
    """What the public part of a deal says of the hidden hands."""

    level: Rank
    rules: Rules
    known: dict[Seat, Counter[Card]] = attrs.field(factory=lambda: {s: Counter() for s in SEATS})
    """Cards that are certainly there."""
    barred: dict[Seat, set[Card]] = attrs.field(factory=lambda: {s: set() for s in SEATS})
    """Faces of which the seat holds no more copies than are known to be there."""

    def learn(self, event: Event) -> None:
        """Take in one event of the deal, in order."""
        match event:
            case CardTurned(card=card, seat=seat):
                self.known[seat][card] += 1
            case Resisted(payers=payers):
                for seat in SEATS:
                    if seat not in payers:
                        self.barred[seat].add(_BIG_JOKER)
            case TributePaid(payer=payer, receiver=receiver, card=card):
                self._leave(payer, card)
                self.known[receiver][card] += 1
                self.barred[payer] |= self._above(card)
            case Returned(seat=seat, receiver=receiver, card=card):
                self._learn_return(seat, receiver, card)
            case Played(seat=seat, combo=combo):
                for card in combo.hand:
                    self._leave(seat, card)
            case _:
                pass

    def _leave(self, seat: Seat, card: Card) -> None:
        """A copy of the face left the hand: it may have been the one known to be there."""
        if self.known[seat][card]:
            self.known[seat][card] -= 1

    def _learn_return(self, seat: Seat, receiver: Seat, card: Card) -> None:
        # The face just paid goes back only from a second copy, so the paid one stays.
        self.known[receiver][card] += 1
        limit = self.rules.return_max
        if limit is None or is_low(card, self.level, limit, self.rules):
            return
        self.barred[seat] |= {
            face
            for face in FACES
            if is_low(face, self.level, limit, self.rules) or self._returns_before(face, card)
        }

    def _returns_before(self, face: Card, card: Card) -> bool:
        """Whether, with nothing within the limit, the face would have gone back first."""
        if self.rules.return_by == "face":
            # Wilds and jokers go back last, and a hand of 28 cards holds others.
            return self._is_plain(face) and face.rank.index < card.rank.index
        return self._position(face) < self._position(card)

    def _is_plain(self, card: Card) -> bool:
        return not card.is_joker and not card.is_wild(self.level)

    def _above(self, paid: Card) -> set[Card]:
        """The faces that a payer cannot have held beside the card it paid."""
        above = {
            face
            for face in FACES
            if self._position(face) > self._position(paid) and not face.is_wild(self.level)
        }
        # With a second big joker among the payers nobody would have paid.
        return above | {_BIG_JOKER} if self.rules.resist else above

    def _position(self, card: Card) -> int:
        return kernel.level_position(card.rank.index, self.level.index)


def sample_hands(view: PlayerView, rng: random.Random) -> tuple[Hand, Hand, Hand, Hand]:
    """Return four hands that agree with a view (see `PlayerView.sample_hands`).

    Raises:
        InputTypeError: `rng` is no `random.Random`.
        PositionError: no hands agree with it, which no view of a real deal does.
    """
    clean_rng(rng)
    # Between deals the view's level is the next deal's, its history the last one's.
    levels = [event.level for event in view.history if isinstance(event, Dealt)]
    knowledge = Knowledge(levels[0] if levels else view.level, view.rules)
    for event in view.history:
        knowledge.learn(event)
    hidden = [seat for seat in SEATS if seat != view.seat]
    dealt: dict[Seat, list[Card]] = {seat: [] for seat in hidden}
    pool = Counter(view.unseen)
    for seat in hidden:
        for card in knowledge.known[seat].elements():
            dealt[seat].append(card)
            pool[card] -= 1
    room = {seat: view.counts[seat] - len(dealt[seat]) for seat in hidden}
    fits = sum(room.values()) == sum(pool.values())
    if not fits or min([*room.values(), *pool.values()]) < 0:
        raise _nothing_agrees()
    open_seats = frozenset(seat for seat in hidden if room[seat] > 0)
    allowed = {
        face: frozenset(seat for seat in open_seats if face not in knowledge.barred[seat])
        for face in pool
    }
    payers = _deciding_payers(view)
    for _ in range(_ATTEMPTS):
        rest = _deal_rest(pool, allowed, room, rng)
        first, second, third, fourth = (
            view.hand if seat == view.seat else Hand(dealt[seat] + rest[seat]) for seat in SEATS
        )
        hands = (first, second, third, fourth)
        if sum(hands[seat].count(_BIG_JOKER) for seat in payers) < 2:
            return hands
    raise _nothing_agrees()


def _deciding_payers(view: PlayerView) -> tuple[Seat, ...]:
    """The payers while tribute is being chosen: they do not hold both big jokers."""
    if view.phase is not Phase.TRIBUTE or not view.rules.resist:
        return ()
    chosen = {event.seat for event in view.history if isinstance(event, TributeChosen)}
    return tuple(chosen.union(view.due))


def _deal_rest(
    pool: Counter[Card],
    allowed: Mapping[Card, frozenset[Seat]],
    room: Mapping[Seat, int],
    rng: random.Random,
) -> dict[Seat, list[Card]]:
    """Deal the cards of the pool to the seats that may hold them and have room."""
    left = dict(room)
    dealt: dict[Seat, list[Card]] = {seat: [] for seat in room}
    everywhere = frozenset(seat for seat in room if room[seat] > 0)
    bound = [card for card in pool.elements() if allowed[card] != everywhere]
    # The cards with the fewest places first; the order of equals is left to chance.
    bound = sorted(shuffled(bound, rng), key=lambda card: len(allowed[card]))
    waiting = Counter(allowed[card] for card in bound)
    for card in bound:
        waiting[allowed[card]] -= 1
        seats = [seat for seat in sorted(allowed[card]) if _fits(seat, left, waiting)]
        if not seats:
            raise _nothing_agrees()
        room_left = [seat for seat in seats for _ in range(left[seat])]
        seat = pick(room_left, rng)
        dealt[seat].append(card)
        left[seat] -= 1
    free = iter(shuffled((c for c in pool.elements() if allowed[c] == everywhere), rng))
    for seat in dealt:
        dealt[seat] += islice(free, left[seat])
    return dealt


def _fits(seat: Seat, left: Mapping[Seat, int], waiting: Mapping[frozenset[Seat], int]) -> bool:
    """Whether, with one more card at the seat, every waiting card still finds a place.

    By Hall's theorem that is so when no set of seats has more cards that must go into it than it
    has room for.
    """
    if left[seat] == 0:
        return False
    return all(
        sum(number for places, number in waiting.items() if places <= within)
        <= sum(left[s] for s in within) - (seat in within)
        for within in _subsets(left)
    )


def _subsets(seats: Iterable[Seat]) -> list[frozenset[Seat]]:
    listed = list(seats)
    return [
        frozenset(chosen)
        for size in range(1, len(listed) + 1)
        for chosen in combinations(listed, size)
    ]


def _nothing_agrees() -> PositionError:
    return PositionError("no hidden hands agree with what this view knows")
