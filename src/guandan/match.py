"""A match: deals, tribute and levels until a team has won. Sans-IO."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn, assert_never

import attrs

from guandan.actions import Actions
from guandan.cards import Card, CardsLike, Rank
from guandan.combos import Combo
from guandan.deal import Deal
from guandan.errors import (
    DrawNeeded,
    GuandanError,
    InputTypeError,
    MatchIsOver,
    RecordError,
    RecordTypeError,
    UnknownFormat,
    WrongPhase,
    shown,
)
from guandan.events import Dealt, Event, LeadGiven, LeadReason, LevelsChanged, MatchOver
from guandan.hand import Hand, HandsLike
from guandan.levels import Standing, promote
from guandan.notation import Kind
from guandan.phases import Phase
from guandan.plays import LegalPlays, legal_plays
from guandan.record import FORMAT, Action, DealRecord, Record, Verb
from guandan.rules import Rules, RulesLike, clean_rules
from guandan.seats import Seat, Team, clean_seat
from guandan.shuffle import clean_seed, deal_hands, generator
from guandan.strategy import Strategy, decide
from guandan.view import PlayerView

__all__ = ["Match"]


class Match(Actions):
    """A match from the first deal to its winner.

    It starts between deals; `deal_next` deals, then the same verbs as a deal's (`play`, `pass_`,
    `pay_tribute`, `return_card`, each with its `verify_…` and `can_…`) lead through it. `phase` and
    `due` say which decision is due; nothing happens by itself. A refused action changes nothing.

    Each deal depends only on the seed and its number. Without a seed one is drawn from the system
    and shown nowhere but in the record.

    >>> match = Match(seed=7)
    >>> match.phase, match.due
    (<Phase.BETWEEN: 'between'>, ())
    >>> _ = match.deal_next(leader=0)
    >>> match.phase, match.turn, match.level
    (<Phase.PLAY: 'play'>, 0, <Rank.TWO: '2'>)
    """

    __slots__ = ("_deals", "_events", "_rules", "_seed", "_standing")

    def __init__(self, rules: RulesLike | None = None, seed: int | None = None) -> None:
        """Begin a match by these rules (or a preset's name), from this seed."""
        self._rules = clean_rules(rules)
        self._seed = clean_seed(seed)
        self._standing = Standing.start(self._rules)
        self._deals: list[Deal] = []
        self._events: list[Event] = []

    # --- What stands -----------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._rules

    @property
    def standing(self) -> Standing:
        """The levels, the host, the attempts on the ace and the winner."""
        return self._standing

    @property
    def winner(self) -> Team | None:
        """The team that has won the match."""
        return self._standing.winner

    @property
    def deal(self) -> Deal | None:
        """A copy of the deal that is on, or of the last one; None before the first.

        Playing on the copy does not touch the match: that is what the match's own verbs are for.
        """
        return self._deals[-1].copy() if self._deals else None

    @property
    def deals_begun(self) -> int:
        """How many deals have been dealt."""
        return len(self._deals)

    @property
    def _current(self) -> Deal | None:
        """The deal that is on."""
        if self._deals and not self._deals[-1].is_over:
            return self._deals[-1]
        return None

    @property
    def level(self) -> Rank:
        """The level of the deal that is on; between deals, of the next one."""
        current = self._current
        return self._standing.level if current is None else current.level

    @property
    def phase(self) -> Phase:
        """BETWEEN, TRIBUTE, RETURN, PLAY or OVER."""
        if self.winner is not None:
            return Phase.OVER
        current = self._current
        return Phase.BETWEEN if current is None else current.phase

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats that owe a decision now, in the order of their numbers."""
        current = self._current
        return () if current is None else current.due

    @property
    def turn(self) -> Seat | None:
        """The seat that owes a decision, if it is only one."""
        due = self.due
        return due[0] if len(due) == 1 else None

    @property
    def table(self) -> Combo | None:
        """The play to beat, or None."""
        current = self._current
        return None if current is None else current.table

    @property
    def legal_plays(self) -> LegalPlays:
        """What the seat to act may play; empty when no play is due."""
        current = self._current
        if current is None:
            return legal_plays(Hand(), self.level, rules=self._rules)
        return current.legal_plays

    def tribute_options(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that the seat may pay; none when no payment of it is due."""
        current = self._current
        if current is None:
            clean_seat(seat)
            return ()
        return current.tribute_options(seat)

    def return_options(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that the seat may give back; none when no return of it is due."""
        current = self._current
        if current is None:
            clean_seat(seat)
            return ()
        return current.return_options(seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, hidden things included: not for the eyes of the players."""
        return tuple(self._events)

    def events_for(self, seat: Seat | None, since: int = 0) -> tuple[Event, ...]:
        """Return what a seat (None: a spectator) may see of the events from number `since` on.

        Every event is seen by everybody, if not all of it, so numbers are the same for all: a
        client that has seen `n` events asks for those since `n`.

        >>> match = Match(seed=7)
        >>> _ = match.deal_next(leader=0)
        >>> match.events_for(None)[0].hands
        (None, None, None, None)
        """
        if seat is not None:
            clean_seat(seat)
        if isinstance(since, bool) or not isinstance(since, int) or since < 0:
            raise InputTypeError(
                f"since is the number of events already seen, not {shown(since)}",
                text=shown(since),
                position=0,
            )
        return tuple(event.seen_by(seat) for event in self._events[since:])

    def view(self, seat: Seat | None) -> PlayerView:
        """Return exactly what a seat (None: a spectator) may know now."""
        if self._deals:
            view = self._deals[-1].view(seat, self._standing)
            if view.phase is not Phase.OVER:
                return view
            return attrs.evolve(view, phase=self.phase, level=self.level)
        return PlayerView.before_a_deal(seat, self._rules, self._standing)

    def copy(self) -> Match:
        """Return an independent copy, which goes on with the same deals."""
        other = Match(self._rules, self._seed)
        other._standing = self._standing
        other._deals = [deal.copy() for deal in self._deals]
        other._events = list(self._events)
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        # Neither the seed nor a hand: it lands in logs that players may read.
        levels = " : ".join(map(str, self._standing.levels))
        winner = "" if self.winner is None else f", won by team {self.winner}"
        return f"<Match: deal {self.deals_begun}, phase {self.phase}, levels {levels}{winner}>"

    # --- Actions ---------------------------------------------------------------------------

    def deal_next(
        self, hands: HandsLike | None = None, *, leader: Seat | None = None
    ) -> tuple[Event, ...]:
        """Deal the next deal, from the seed or with the hands given.

        `leader` names who leads the first deal; later ones are led by the rules of tribute.

        Raises:
            WrongPhase: a deal is on.
            MatchIsOver: the match has a winner.
            PositionError: the hands are not a whole deck in hands of 27.
        """
        if self.winner is not None:
            raise MatchIsOver(f"team {self.winner} has won the match", winner=self.winner)
        if self._current is not None:
            raise WrongPhase(
                f"a deal is on, in phase {self.phase}: finish it before the next is dealt",
                phase=self.phase,
                wanted=Phase.BETWEEN,
            )
        number = len(self._deals) + 1
        if hands is None:
            hands = deal_hands(generator(self._seed, "deal", number))
        deal = Deal.start(
            hands,
            self._standing.level,
            leader=leader,
            finish=self._deals[-1].finish if self._deals else None,
            rules=self._rules,
            rng=generator(self._seed, "draws", number),
            number=number,
            host=self._standing.host,
        )
        return self._begin(deal)

    def _begin(self, deal: Deal) -> tuple[Event, ...]:
        self._deals.append(deal)
        self._events += deal.events
        return deal.events

    def _playing(self) -> Deal:
        """The deal that is on, for an action."""
        current = self._current
        if current is None:
            self._refuse_action()
        return current

    def _refuse_action(self) -> NoReturn:
        if self.winner is not None:
            raise MatchIsOver(f"team {self.winner} has won the match", winner=self.winner)
        raise WrongPhase(
            "no deal is on: deal_next() deals the next one", phase=self.phase, wanted=Phase.PLAY
        )

    def _happened(self, deal: Deal, events: tuple[Event, ...]) -> tuple[Event, ...]:
        if deal.finish is not None:
            before = self._standing
            self._standing = promote(before, deal.finish, self._rules)
            events = (*events, LevelsChanged(before, self._standing))
            if self._standing.winner is not None:
                events = (*events, MatchOver(self._standing.winner))
            deal.forget_views()
        self._events += events
        return events

    def verify_play(
        self,
        play: Combo | CardsLike,
        seat: Seat | None = None,
        *,
        kind: Kind | str | None = None,
        rank: Rank | str | None = None,
    ) -> Combo:
        """Return the play that the cards are here; raises as `Deal.verify_play`."""
        return self._playing().verify_play(play, seat, kind=kind, rank=rank)

    def play(
        self,
        play: Combo | CardsLike,
        seat: Seat | None = None,
        *,
        kind: Kind | str | None = None,
        rank: Rank | str | None = None,
    ) -> tuple[Event, ...]:
        """Put a play on the table and return what happened; raises as `Deal.verify_play`."""
        deal = self._playing()
        return self._happened(deal, deal.play(play, seat, kind=kind, rank=rank))

    def verify_pass(self, seat: Seat | None = None) -> Seat:
        """Return the seat if it may pass; raises as `Deal.verify_pass`."""
        return self._playing().verify_pass(seat)

    def pass_(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Pass and return what happened; raises as `Deal.verify_pass`."""
        deal = self._playing()
        return self._happened(deal, deal.pass_(seat))

    def verify_pay_tribute(self, card: Card | str, seat: Seat | None = None) -> Card:
        """Return the tribute card if the seat may pay it; raises as `Deal.verify_pay_tribute`."""
        return self._playing().verify_pay_tribute(card, seat)

    def pay_tribute(self, card: Card | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Choose a payer's tribute card; raises as `Deal.verify_pay_tribute`."""
        deal = self._playing()
        return self._happened(deal, deal.pay_tribute(card, seat))

    def verify_return_card(self, card: Card | str, seat: Seat | None = None) -> Card:
        """Return the card if the seat may give it back; raises as `Deal.verify_return_card`."""
        return self._playing().verify_return_card(card, seat)

    def return_card(self, card: Card | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Choose the card a receiver gives back; raises as `Deal.verify_return_card`."""
        deal = self._playing()
        return self._happened(deal, deal.return_card(card, seat))

    def step(self, strategies: Sequence[Strategy]) -> tuple[Event, ...]:
        """Take the next decision with the strategies of the four seats; between deals, deal.

        Where two seats owe a card the one with the lower number goes first.

        Raises:
            StrategyError: a strategy raised, or its answer is not allowed; the match is unchanged.
            MatchIsOver: there is no next decision.
        """
        if self.phase is Phase.BETWEEN:
            return self.deal_next()
        deal = self._playing()
        return self._happened(deal, decide(deal, strategies, self._standing))

    # --- Records ---------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the match as a record: to save it, at any moment, or to replay it."""
        return Record(
            rules=self._rules,
            seed=self._seed,
            deals=tuple(_record_deal(deal) for deal in self._deals),
        )

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """Return the match of a record, at the point where it was saved, ready to go on.

        Raises:
            RecordError: an action or a draw is not possible where it stands; `where` names it.
        """
        _check_record(record)
        match = cls(record.rules, record.seed)
        for _ in match._replayed(record):
            pass
        return match

    @classmethod
    def replay(cls, record: Record) -> Iterator[tuple[Match, Event]]:
        """Play a record again: yield the match after each event, with that event."""
        _check_record(record)
        match = cls(record.rules, record.seed)
        for events in match._replayed(record):
            for event in events:
                yield match, event

    def _replayed(self, record: Record) -> Iterator[tuple[Event, ...]]:
        for number, recorded in enumerate(record.deals):
            where = f"$.deals[{number}]"
            try:
                events = self._begin_recorded(recorded)
            except DrawNeeded as error:
                place = f"{where}.draws.{error.draw}"
                why = str(error).partition(":")[0]
                raise RecordError(f"{place}: it is missing, for {why}", where=place) from error
            except GuandanError as error:
                raise RecordError(f"{where}: {error}", where=where) from error
            yield events
            for count, action in enumerate(recorded.actions):
                place = f"{where}.actions[{count}]"
                if self._current is None:
                    raise RecordError(f"{place}: the deal was over before this", where=place)
                try:
                    events = self._do(action)
                except GuandanError as error:
                    raise RecordError(f"{place}: {error}", where=place) from error
                yield events

    def _begin_recorded(self, recorded: DealRecord) -> tuple[Event, ...]:
        if self.phase is not Phase.BETWEEN:
            self._playing()  # raises if the match is over
            raise WrongPhase("the deal before this one is not finished", phase=self.phase)
        if recorded.level is not self._standing.level:
            raise WrongPhase(
                f"the deal is on level {recorded.level}, but the match is on"
                f" {self._standing.level}",
                phase=self.phase,
            )
        return self._begin(
            Deal.start(
                recorded.hands,
                recorded.level,
                leader=recorded.leader,
                finish=self._deals[-1].finish if self._deals else None,
                rules=self._rules,
                draws=recorded.draws,
                number=len(self._deals) + 1,
                host=self._standing.host,
            )
        )

    def _do(self, action: Action) -> tuple[Event, ...]:
        match action.verb:
            case Verb.PLAY:
                return self.play(Combo.parse(action.text, self.level, self._rules), action.seat)
            case Verb.PASS:
                return self.pass_(action.seat)
            case Verb.PAY:
                return self.pay_tribute(action.text, action.seat)
            case Verb.RETURN:
                return self.return_card(action.text, action.seat)
            case _:
                assert_never(action.verb)


def _check_record(record: object) -> None:
    if not isinstance(record, Record):
        raise RecordTypeError(
            f"expected a Record, which Record.from_json reads, not {shown(record)}", where="$"
        )
    if record.format != FORMAT:
        raise UnknownFormat(
            f"$.format: this version plays format {FORMAT}, not {shown(record.format)}",
            where="$.format",
        )


def _record_deal(deal: Deal) -> DealRecord:
    dealt, *_ = (event for event in deal.events if isinstance(event, Dealt))
    leads = [event for event in deal.events if isinstance(event, LeadGiven)]
    named = bool(leads) and leads[0].why is LeadReason.SEAT
    actions = (Action.of(event) for event in deal.events)
    first, second, third, fourth = (hand for hand in dealt.hands if hand is not None)
    return DealRecord(
        level=deal.level,
        hands=(first, second, third, fourth),
        leader=leads[0].seat if named and leads[0].seat != deal.rules.first_lead else None,
        draws=deal.draws,
        actions=tuple(action for action in actions if action is not None),
    )
