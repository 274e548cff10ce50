"""One deal: tribute and return, tricks, the finish order (RULES 7, 8 and 10). Sans-IO."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from guandan.actions import Actions
from guandan.cards import DECK, Card, CardsLike, LevelLike, Rank, clean_level
from guandan.combos import Combo
from guandan.errors import (
    AlreadyChosen,
    NotYourTurn,
    SeatNeeded,
    WrongPhase,
)
from guandan.events import Dealt, Event, LeadGiven, LeadReason
from guandan.exchange import Exchange
from guandan.hand import Hand, HandsLike
from guandan.levels import Standing, clean_standing
from guandan.notation import Kind
from guandan.opening import Draws, open_deal
from guandan.phases import Phase
from guandan.plays import LegalPlays
from guandan.position import clean_hands, clean_number, clean_position, full_deal
from guandan.rules import Rules, RulesLike, clean_rules
from guandan.seats import Seat, clean_seat, clean_team
from guandan.tricks import Tricks
from guandan.view import PlayerView

__all__ = ["Deal"]

_NO_HAND: Final = Hand()
_DECK: Final = Hand(DECK)


class Deal(Actions):
    """One deal, from the cards dealt to its finish order.

    `Deal.start` begins a deal and `Deal.at` sets up any position in its middle. Each action has
    three methods: `verify_…` raises the reason why it is not allowed, `can_…` says whether it is,
    and the verb itself does it and returns the new events. A refused action changes nothing.

    >>> deal = Deal.at(["SA", "S6 C9", "S7 DT", "S8 CT"], "2", to_act=0)
    >>> deal.play("SA")[-1]
    WentOut(seat=0, place=1)
    >>> deal.turn, str(deal.table), deal.can_play("S6"), deal.can_pass()
    (1, 'SA', False, True)
    """

    __slots__ = ("_draws", "_events", "_exchange", "_level", "_rules", "_seen", "_tricks")

    def __init__(self, hands: Sequence[Hand], level: Rank, rules: Rules) -> None:
        """Make an empty frame; use `Deal.start` or `Deal.at`."""
        self._level = clean_level(level)
        self._rules = clean_rules(rules)
        self._tricks = Tricks(clean_hands(hands), self._level, self._rules)
        self._exchange: Exchange | None = None
        self._draws = Draws()
        self._events: list[Event] = []
        self._seen: dict[Seat | None, tuple[Event, ...]] = {}

    # --- Beginning -----------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        hands: HandsLike,
        level: LevelLike,
        *,
        leader: Seat | None = None,
        finish: Sequence[Seat] | None = None,
        rules: RulesLike | None = None,
        rng: random.Random | None = None,
        draws: Draws | None = None,
        number: int = 1,
        host: int | None = None,
    ) -> Deal:
        """Begin a deal with four hands of 27 cards.

        With the `finish` of the last deal there is tribute first, and it decides the lead.
        Without, `leader` leads, or whoever `rules.first_lead` says. What has to be drawn by lot
        is drawn with `rng`, or taken from `draws` (a recorded deal). `number` and `host` are only
        told on, in the `Dealt` event.

        Raises:
            PositionError: the hands are not a whole deck in hands of 27, or there is both a
                `leader` and a `finish`.
            FinishError: no deal ends so.
            NotationError: `number` is not 1 or more, or `host` no team.
            DrawNeeded: a draw is due and there is neither `rng` nor `draws`; `draw` names it.

        >>> from guandan import DECK
        >>> deal = Deal.start([DECK[seat::4] for seat in range(4)], "2", leader=3)
        >>> deal.phase, deal.turn, deal.counts
        (<Phase.PLAY: 'play'>, 3, (27, 27, 27, 27))
        """
        cleaned = clean_rules(rules)
        rank = clean_level(level)
        dealt = full_deal(hands)
        told = clean_number(number), rank, None if host is None else clean_team(host)
        opening = open_deal(
            dealt,
            rank,
            cleaned,
            leader=leader,
            finish=finish,
            rng=rng,
            draws=Draws() if draws is None else draws,
        )
        deal = cls(dealt, rank, cleaned)
        deal._draws = opening.draws
        deal._exchange = opening.exchange
        deal._events = [Dealt(*told, dealt), *opening.events]
        if opening.lead is not None:
            deal._lead(opening.lead)
        return deal

    @classmethod
    def at(
        cls,
        hands: HandsLike,
        level: LevelLike,
        *,
        to_act: Seat,
        table: Combo | CardsLike | None = None,
        owner: Seat | None = None,
        finished: Sequence[Seat] = (),
        rules: RulesLike | None = None,
    ) -> Deal:
        """Set up a position in the middle of a deal, with `to_act` to play or pass.

        `table` is the play to beat (cards only if they have one reading) and `owner` the seat that
        made it; None: `to_act` leads. `finished` are the seats that are out, in their order. Cards
        that are nowhere count as played. A seat that holds `rules.report_at` cards or fewer
        counts as reported.

        Raises:
            PositionError: the position cannot occur: a third copy, an owner without a table or a
                table without an owner, a finished seat that holds cards or is to act, a seat
                without cards that is not finished, a finish that has ended the deal ...
            AmbiguousPlay: `table` is given as cards that have several readings.

        >>> deal = Deal.at(["S3", "S4 S5", "S9", "S8"], "2", to_act=1, table="S7", owner=0)
        >>> deal.legal_plays
        legal_plays('S4 S5', '2', over=Combo.parse('S7', '2'), rules=Rules())
        """
        cleaned = clean_rules(rules)
        rank = clean_level(level)
        position = clean_position(
            hands, rank, cleaned, to_act=to_act, table=table, owner=owner, finished=finished
        )
        deal = cls(position.hands, rank, cleaned)
        deal._tricks.enter(position.to_act, position.table, position.owner, position.finished)
        return deal

    # --- What stands -----------------------------------------------------------------------

    @property
    def level(self) -> Rank:
        """The level of the deal."""
        return self._level

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._rules

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The four hands as they are now; a server must not show them to the players."""
        return tuple(self._tricks.hands)

    @property
    def phase(self) -> Phase:
        """TRIBUTE, RETURN, PLAY or OVER."""
        if self._tricks.finish is not None:
            return Phase.OVER
        if self._exchange is not None and self._tricks.turn is None:
            return self._exchange.phase
        return Phase.PLAY

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats that owe a decision now, in the order of their numbers."""
        if self._tricks.turn is not None:
            return (self._tricks.turn,)
        if self._exchange is not None and self._tricks.finish is None:
            return self._exchange.due
        return ()

    @property
    def turn(self) -> Seat | None:
        """The seat that owes a decision, if it is only one."""
        due = self.due
        return due[0] if len(due) == 1 else None

    @property
    def table(self) -> Combo | None:
        """The play to beat, or None when the next play leads a trick."""
        return self._tricks.table

    @property
    def owner(self) -> Seat | None:
        """The seat that made the play to beat."""
        return self._tricks.owner

    @property
    def trick(self) -> tuple[tuple[Seat, Combo | None], ...]:
        """The trick so far: each seat's play, None for a pass."""
        return tuple(self._tricks.trick)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds; they are public (RULES 11)."""
        return tuple(len(hand) for hand in self._tricks.hands)

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats that emptied their hands, in order."""
        return tuple(self._tricks.out)

    @property
    def finish(self) -> tuple[Seat, ...] | None:
        """The finish order once the deal is over: two seats after a 1-2 win, else four."""
        return self._tricks.finish

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return self._tricks.finish is not None

    @property
    def draws(self) -> Draws:
        """What was drawn by lot for this deal."""
        return self._draws

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened in the deal."""
        return tuple(self._events)

    @property
    def legal_plays(self) -> LegalPlays:
        """What the seat to act may play; empty when no play is due."""
        return self._legal_plays(self._tricks.turn)

    def _legal_plays(self, seat: Seat | None) -> LegalPlays:
        due = seat is not None and seat == self._tricks.turn
        return LegalPlays(
            hand=self._tricks.hands[seat] if due and seat is not None else _NO_HAND,
            level=self._level,
            over=self._tricks.table,
            rules=self._rules,
        )

    def tribute_options(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that the seat may pay; none when no payment of it is due."""
        if clean_seat(seat) in self.due and self.phase is Phase.TRIBUTE:
            return self._exchanging.tribute_options(seat)
        return ()

    def return_options(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that the seat may give back; none when no return of it is due."""
        if clean_seat(seat) in self.due and self.phase is Phase.RETURN:
            return self._exchanging.return_options(seat, self._tricks.hands[seat])
        return ()

    def view(self, seat: Seat | None, standing: Standing | None = None) -> PlayerView:
        """Return what a seat (None: a spectator) may know of the deal.

        `standing` is the match's; without one both teams count as being on the deal's level, and
        nobody as its host.

        Raises:
            NotationError: `seat` is no seat, or `standing` no `Standing`.
        """
        if seat is not None:
            clean_seat(seat)
        if standing is None:
            standing = Standing((self._level, self._level), None)
        hand = _NO_HAND if seat is None else self._tricks.hands[seat]
        # Never changed in place: views may be asked for from several threads.
        seen = self._seen.get(seat, ())
        if len(seen) < len(self._events):
            seen += tuple(event.seen_by(seat) for event in self._events[len(seen) :])
            self._seen[seat] = seen
        return PlayerView(
            seat=seat,
            hand=hand,
            level=self._level,
            rules=self._rules,
            standing=clean_standing(standing),
            phase=self.phase,
            due=self.due,
            counts=self.counts,
            table=self._tricks.table,
            owner=self._tricks.owner,
            trick=self.trick,
            history=seen,
            out=self.out,
            finish=self._tricks.finish,
            unseen=_DECK - self._tricks.played - hand,
            legal_plays=self._legal_plays(seat),
            options=() if seat is None else self.tribute_options(seat) or self.return_options(seat),
        )

    def forget_views(self) -> None:
        """Drop what was kept to make views quickly; the next view makes it anew."""
        self._seen.clear()

    def copy(self) -> Deal:
        """Return an independent copy; it shares only values that cannot change."""
        other = Deal(self._tricks.hands, self._level, self._rules)
        other._tricks = self._tricks.copy()
        other._exchange = None if self._exchange is None else self._exchange.copy()
        other._draws = self._draws
        other._events = list(self._events)
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        # No hand: it lands in logs that players may read.
        return (
            f"<Deal: level {self._level}, phase {self.phase}, due {self.due},"
            f" table {str(self.table) if self.table else '-'}, counts {self.counts}>"
        )

    # --- Tribute and return ----------------------------------------------------------------

    def verify_pay_tribute(self, card: Card | str, seat: Seat | None = None) -> Card:
        """Return the tribute card if the seat may pay it.

        Raises:
            WrongPhase: no tribute is due.
            NotYourTurn: none is due of this seat, or two seats owe one and none is named.
            AlreadyChosen: it has chosen.
            NotPayable: it may not pay this card.
        """
        payer = self._actor(Phase.TRIBUTE, seat)
        chosen = card if isinstance(card, Card) else Card.parse(card)
        self._exchanging.check_payment(payer, chosen)
        return chosen

    def pay_tribute(self, card: Card | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Choose the tribute card of a payer; the cards move when all have chosen (RULES 10)."""
        chosen = self.verify_pay_tribute(card, seat)
        payer = self._actor(Phase.TRIBUTE, seat)
        return self._happened(self._exchanging.pay(payer, chosen, self._tricks.hands))

    def verify_return_card(self, card: Card | str, seat: Seat | None = None) -> Card:
        """Return the card if the seat may give it back.

        Raises:
            WrongPhase: no return is due.
            NotYourTurn: none is due of this seat, or two seats owe one and none is named.
            AlreadyChosen: it has chosen.
            NotReturnable: it may not give back this card.
        """
        giver = self._actor(Phase.RETURN, seat)
        chosen = card if isinstance(card, Card) else Card.parse(card)
        self._exchanging.check_return(giver, chosen, self._tricks.hands[giver])
        return chosen

    def return_card(self, card: Card | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Choose the card that a receiver gives back; they move when all have chosen."""
        chosen = self.verify_return_card(card, seat)
        exchange = self._exchanging
        giver = self._actor(Phase.RETURN, seat)
        events = exchange.give_back(giver, chosen, self._tricks.hands)
        if exchange.phase is not Phase.PLAY:
            return self._happened(events)
        assert exchange.settled is not None
        lead = LeadGiven(exchange.settled.leader, LeadReason.TRIBUTE)
        return (*self._happened(events), *self._lead(lead))

    # --- Play ------------------------------------------------------------------------------

    def verify_play(
        self,
        play: Combo | CardsLike,
        seat: Seat | None = None,
        *,
        kind: Kind | str | None = None,
        rank: Rank | str | None = None,
    ) -> Combo:
        """Return the play that the cards are here, if the seat may make it.

        Cards with several readings are the strongest that beats the table, among those of `kind`
        and `rank` where they are given (as a client would send them).

        Raises:
            WrongPhase: no play is due.
            NotYourTurn: another seat is to act.
            CardsNotHeld: the hand does not hold the cards.
            NotACombination: they are no play, or not the declared one.
            DoesNotBeat: they do not beat the table.
            NotationError: something is spelled wrongly.
        """
        player = self._actor(Phase.PLAY, seat)
        wanted_kind = None if kind is None else Kind.parse(kind)
        wanted_rank = None if rank is None else Rank.parse(rank)
        return self._tricks.check_play(player, play, wanted_kind, wanted_rank)

    def play(
        self,
        play: Combo | CardsLike,
        seat: Seat | None = None,
        *,
        kind: Kind | str | None = None,
        rank: Rank | str | None = None,
    ) -> tuple[Event, ...]:
        """Put a play on the table and return what happened; raises as `verify_play`.

        >>> deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "S4", "S7"], "2", to_act=0)
        >>> deal.play("S5 S6 S8 S9 H2", kind="straight")
        (Played(seat=0, combo=Combo.parse('S5 S6 H2=7 S8 S9', '2'), left=1),)
        """
        combo = self.verify_play(play, seat, kind=kind, rank=rank)
        return self._happened(self._tricks.play(self._actor(Phase.PLAY, seat), combo))

    def verify_pass(self, seat: Seat | None = None) -> Seat:
        """Return the seat if it may pass.

        Raises:
            WrongPhase: no play is due.
            NotYourTurn: another seat is to act.
            MustLead: the seat has to lead.
        """
        player = self._actor(Phase.PLAY, seat)
        self._tricks.check_pass(player)
        return player

    def pass_(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Pass and return what happened; raises as `verify_pass`."""
        return self._happened(self._tricks.pass_(self.verify_pass(seat)))

    # --- Shared ----------------------------------------------------------------------------

    @property
    def _exchanging(self) -> Exchange:
        """The exchange, in its two phases."""
        assert self._exchange is not None, "there is tribute in the phases of tribute"
        return self._exchange

    def _actor(self, phase: Phase, seat: Seat | None) -> Seat:
        """Return the seat that acts: the one named, or the only one that is due."""
        now = self.phase
        if now is not phase:
            raise WrongPhase(f"this is phase {now}, not {phase}", phase=now, wanted=phase)
        due = self.due
        if seat is None:
            if len(due) != 1:
                raise SeatNeeded(
                    f"seats {due[0]} and {due[1]} both owe a {phase} card: name the seat",
                    seat=None,
                    due=due,
                )
            return due[0]
        named = clean_seat(seat)
        if named in due:
            return named
        owing = " and ".join(map(str, due))
        if phase is not Phase.PLAY and self._exchanging.has_chosen(named):
            raise AlreadyChosen(
                f"seat {named} has already chosen its {phase} card; seat {owing} has not",
                seat=named,
                due=due,
            )
        raise NotYourTurn(f"seat {named} is not to act, but seat {owing}", seat=named, due=due)

    def _lead(self, lead: LeadGiven) -> tuple[Event, ...]:
        self._tricks.lead(lead.seat)
        return self._happened([lead])

    def _happened(self, events: list[Event]) -> tuple[Event, ...]:
        self._events += events
        return tuple(events)
