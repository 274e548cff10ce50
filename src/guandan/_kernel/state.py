"""A deal in play as integers: four hands, the table, whose turn it is, who is out (RULES 7 and 8).

This is what simulations play on. It verifies nothing: `guandan.sim` and `Deal` do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guandan._kernel.chance import Chance
from guandan._kernel.codes import LEAD, NEXT_PLAYER_LEADS, SIZE_SHIFT
from guandan._kernel.holding import Holding
from guandan._kernel.words import BITS, HEART, add_face, count_cards, faces

if TYPE_CHECKING:
    from mypy_extensions import i64


class State:
    """A deal from one play to the next.

    `sizes` holds the number of cards of each seat, eight bits a seat; `out` the seats that have
    gone out, in order, two bits each, and `out_number` how many they are. `owner` is the seat that
    made the play on the table, -1 when the next play leads. Over, `turn` is -1.
    """

    def __init__(self, level: i64, options: i64) -> None:
        self.level = level
        self.options = options
        self.first = Holding(0, 0, level)
        self.second = Holding(0, 0, level)
        self.third = Holding(0, 0, level)
        self.fourth = Holding(0, 0, level)
        self.sizes: i64 = 0
        self.table: i64 = LEAD
        self.owner: i64 = -1
        self.turn: i64 = -1
        self.out: i64 = 0
        self.out_number: i64 = 0

    def hold(self, seat: i64) -> Holding:
        """Return the hand of a seat."""
        if seat < 2:
            return self.first if seat == 0 else self.second
        return self.third if seat == 2 else self.fourth

    def faces(self, seat: i64) -> list[i64]:
        """Return the cards that a seat holds, each by its face."""
        hold = self.hold(seat)
        cards = faces(hold.low, hold.high)
        for _ in range(hold.wilds):
            cards.append(4 * self.level + HEART)
        return cards

    def unseen(self, seat: i64) -> i64:
        """Return how many cards of each rank the other seats hold, four bits a rank."""
        total: i64 = 0
        for step in range(1, 4):
            other = self.hold((seat + step) & 3)
            total += other.counts + (other.wilds << (4 * self.level))
        return total

    def deal(self, seat: i64, low: i64, high: i64) -> None:
        """Give a seat its hand."""
        self.hold(seat).copy_from(Holding(low, high, self.level))
        self.sizes &= ~(255 * BITS[8 * seat])
        self.sizes |= count_cards(low, high) << (8 * seat)

    def deal_all(self, chance: Chance) -> None:
        """Deal the whole deck, 27 cards to each seat."""
        self._deal_cards([face for face in range(54) for _ in range(2)], 0x1B1B1B1B, chance)

    def deal_again(self, chance: Chance) -> None:
        """Deal the cards in hand anew, to each seat as many as it has."""
        cards: list[i64] = []
        for seat in range(4):
            cards.extend(self.faces(seat))
        self._deal_cards(cards, self.sizes, chance)

    def _deal_cards(self, cards: list[i64], sizes: i64, chance: Chance) -> None:
        """Shuffle the cards (Fisher-Yates) and give each seat its number of them."""
        last: i64 = len(cards) - 1
        while last > 0:
            place = chance.below(last + 1)
            cards[last], cards[place] = cards[place], cards[last]
            last -= 1
        first: i64 = 0
        for seat in range(4):
            low: i64 = 0
            high: i64 = 0
            number = (sizes >> (8 * seat)) & 255
            for place in range(first, first + number):
                low, high = add_face(low, high, cards[place])
            first += number
            self.deal(seat, low, high)

    def copy_from(self, other: State) -> None:
        """Become equal to another state."""
        self.level = other.level
        self.options = other.options
        self.first.copy_from(other.first)
        self.second.copy_from(other.second)
        self.third.copy_from(other.third)
        self.fourth.copy_from(other.fourth)
        self.sizes = other.sizes
        self.table = other.table
        self.owner = other.owner
        self.turn = other.turn
        self.out = other.out
        self.out_number = other.out_number

    def size(self, seat: i64) -> i64:
        """Return how many cards a seat holds."""
        return (self.sizes >> (8 * seat)) & 255

    def play(self, play: i64) -> None:
        """Put a complete play of the seat whose turn it is on the table."""
        seat = self.turn
        self.hold(seat).give(play)
        self.sizes -= ((play >> SIZE_SHIFT) & 15) << (8 * seat)
        self.table = play
        self.owner = seat
        if (self.sizes >> (8 * seat)) & 255 == 0:
            self.out |= seat << (2 * self.out_number)
            self.out_number += 1
            if self._is_decided(seat):
                self.turn = -1
                self.table = LEAD
                self.owner = -1
                return
        self._pass_turn()

    def pass_turn(self) -> None:
        """Pass; the caller sees to it that there is a play on the table."""
        self._pass_turn()

    def _is_decided(self, seat: i64) -> bool:
        """Whether both partners of the seat that just went out are out."""
        for place in range(self.out_number - 1):
            if (self.out >> (2 * place)) & 3 == seat ^ 2:
                return True
        return False

    def _pass_turn(self) -> None:
        seat = self.turn
        while True:
            seat = (seat + 1) & 3
            if seat == self.owner:
                self._end_trick()
                return
            if (self.sizes >> (8 * seat)) & 255:
                self.turn = seat
                return

    def _end_trick(self) -> None:
        leader = self.owner
        if (self.sizes >> (8 * leader)) & 255 == 0:
            if self.options & NEXT_PLAYER_LEADS:
                while (self.sizes >> (8 * leader)) & 255 == 0:
                    leader = (leader + 1) & 3
            else:
                leader ^= 2
        self.table = LEAD
        self.owner = -1
        self.turn = leader

    def finish(self) -> i64:
        """Return the finish order of a deal that is over: four seats, two bits each from the first.

        After a 1-2 win, which leaves the order of the other two open, they are in seat order.
        """
        order = self.out
        number = self.out_number
        for seat in range(4):
            if (self.sizes >> (8 * seat)) & 255:
                order |= seat << (2 * number)
                number += 1
        return order

    def gain(self, double: i64) -> i64:
        """Return how many levels team 0 rises, below zero team 1; `double` is for a 1-2 win."""
        order = self.finish()
        first = order & 3
        partner = first ^ 2
        rise: i64 = 1
        if (order >> 2) & 3 == partner:
            rise = double
        elif (order >> 4) & 3 == partner:
            rise = 2
        return rise if first & 1 == 0 else -rise

    def score(self, double: i64) -> i64:
        """Return what a search plays for: the gain of team 0, and two more for the win itself."""
        gain = self.gain(double)
        return gain + 2 if gain > 0 else gain - 2
