"""The tricks of a deal: whose turn it is, what is to be beaten, who is out (RULES 7 and 8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from guandan.cards import DECK, CardsLike, Rank
from guandan.combos import Combo, check_combo, classify, is_written_play, pick_reading
from guandan.errors import CardsNotHeld, InputTypeError, MustLead, shown
from guandan.events import CountReported, DealOver, Event, Passed, Played, TrickWon, WentOut
from guandan.hand import Hand
from guandan.notation import Kind
from guandan.rules import Rules
from guandan.seats import SEATS, Seat, next_seat, partner_of

__all__ = ["Tricks"]

_NO_HAND: Final = Hand()
_DECK: Final = Hand(DECK)


class Tricks:
    """The state of one deal's tricks. It changes only through `lead`, `play` and `pass_`.

    Nobody is to act before `lead` and after the end. The exchange moves the cards of tribute in
    `hands` before that.
    """

    __slots__ = (
        "finish",
        "hands",
        "level",
        "out",
        "owner",
        "played",
        "reported",
        "rules",
        "table",
        "trick",
        "turn",
    )

    def __init__(self, hands: Iterable[Hand], level: Rank, rules: Rules) -> None:
        self.level: Rank = level
        self.rules: Rules = rules
        self.hands: list[Hand] = list(hands)
        self.played: Hand = _NO_HAND
        self.turn: Seat | None = None
        self.table: Combo | None = None
        self.owner: Seat | None = None
        self.trick: list[tuple[Seat, Combo | None]] = []
        self.out: list[Seat] = []
        self.finish: tuple[Seat, ...] | None = None
        self.reported: set[Seat] = set()

    def enter(
        self, to_act: Seat, table: Combo | None, owner: Seat | None, finished: Sequence[Seat]
    ) -> None:
        """Go to a position in the middle (see `Deal.at`), with `to_act` to play or pass.

        The cards that are nowhere were played, and whoever holds few has reported.
        """
        self.turn = to_act
        self.table = table
        self.owner = owner
        if table is not None and owner is not None:
            self.trick.append((owner, table))
        self.out = list(finished)
        first, second, third, fourth = self.hands
        self.played = _DECK - (first + second + third + fourth)
        self.reported = {seat for seat in SEATS if len(self.hands[seat]) <= self.rules.report_at}

    def copy(self) -> Tricks:
        """Return an independent copy."""
        other = Tricks(self.hands, self.level, self.rules)
        other.played = self.played
        other.turn = self.turn
        other.table = self.table
        other.owner = self.owner
        other.trick = list(self.trick)
        other.out = list(self.out)
        other.finish = self.finish
        other.reported = set(self.reported)
        return other

    def lead(self, seat: Seat) -> None:
        """Give the first lead of the deal."""
        self.turn = seat

    def check_play(
        self, player: Seat, play: Combo | CardsLike, kind: Kind | None, rank: Rank | None
    ) -> Combo:
        """Return the play that the cards are here, if the player may make it.

        Raises:
            CardsNotHeld: the hand does not hold the cards.
            NotACombination: they are no play, or not the declared one.
            DoesNotBeat: they do not beat the table.
            NotationError: something is spelled wrongly.
        """
        if is_written_play(play):
            play = Combo.parse(play, self.level, self.rules)
        if isinstance(play, Combo):
            check_combo(play, self.level, self.rules)
            cards = play.hand
            found: tuple[Combo, ...] = (play,)
        else:
            cards = _cards_of(play)
            found = classify(cards, self.level, self.rules)
        hand = self.hands[player]
        if not hand.includes(cards):
            raise CardsNotHeld(
                f"seat {player} does not hold {cards}; it holds {hand}",
                seat=player,
                cards=tuple(cards),
            )
        return pick_reading(found, cards, self.level, self.table, kind=kind, rank=rank)

    def check_pass(self, player: Seat) -> None:
        """Check that the player need not lead.

        Raises:
            MustLead: the player has to lead.
        """
        if self.table is None:
            raise MustLead(f"seat {player} leads the trick and may not pass", seat=player)

    def play(self, player: Seat, combo: Combo) -> list[Event]:
        """Put a checked play on the table."""
        hand = self.hands[player] - combo.hand
        left = len(hand)
        self.hands[player] = hand
        self.played += combo.hand
        self.table = combo
        self.owner = player
        self.trick.append((player, combo))
        events: list[Event] = [Played(player, combo, left)]
        if 0 < left <= self.rules.report_at and player not in self.reported:
            self.reported.add(player)
            events.append(CountReported(player, left))
        if left == 0:
            self.out.append(player)
            events.append(WentOut(player, len(self.out)))
            if partner_of(player) in self.out:
                return [*events, self._end()]
        # Another seat still holds cards, or the deal would be over.
        self.turn = self._next_holder(player)
        return events

    def pass_(self, player: Seat) -> list[Event]:
        """Let the player pass; it has been checked."""
        self.trick.append((player, None))
        following = next_seat(player)
        while following != self.owner and not self.hands[following]:
            following = next_seat(following)
        if following == self.owner:
            return [Passed(player), self._end_trick(following)]
        self.turn = following
        return [Passed(player)]

    def _end_trick(self, winner: Seat) -> TrickWon:
        """Clear the table: the turn has come back to the seat that played last (RULES 7.3)."""
        if self.hands[winner]:
            leads = winner
        elif self.rules.lead_after_out == "partner":
            leads = partner_of(winner)
        else:
            leads = self._next_holder(winner)
        self._clear_table()
        self.turn = leads
        return TrickWon(winner, leads)

    def _end(self) -> DealOver:
        """End the deal: both partners of a team are out (RULES 8)."""
        if len(self.out) == 2:
            self.finish = tuple(self.out)
        else:
            last = next(seat for seat in SEATS if seat not in self.out)
            self.finish = (*self.out, last)
        self._clear_table()
        self.turn = None
        return DealOver(self.finish)

    def _clear_table(self) -> None:
        self.table = None
        self.owner = None
        self.trick = []

    def _next_holder(self, seat: Seat) -> Seat:
        following = next_seat(seat)
        while not self.hands[following]:
            following = next_seat(following)
        return following


def _cards_of(play: CardsLike) -> Hand:
    """Return the cards of a play that is given by them."""
    try:
        return Hand(play)
    except InputTypeError as error:
        if isinstance(play, Collection) and isinstance(next(iter(play), None), Combo):
            raise InputTypeError(
                f"a play is one Combo or its cards, not a list of plays: {shown(play)}",
                text=shown(play),
                position=0,
            ) from error
        raise
