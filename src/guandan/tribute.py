"""Tribute: who pays which card to whom, what may go back, and who then leads (RULES 10).

`plan_tribute` says what is due as soon as the cards are dealt; once every payer has chosen,
`settle_tribute` says where the cards go. The functions move no cards: they take hands and choices
and answer with values.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from guandan.cards import Card, CardsLike, LevelLike, Rank, clean_level
from guandan.errors import (
    CardsNotHeld,
    DrawNeeded,
    HandTooSmall,
    IllegalAction,
    InputTypeError,
    NotPayable,
    NotYourTurn,
    PositionError,
    TooManyCopies,
    shown,
)
from guandan.finish import clean_finish, is_double_win
from guandan.hand import Hand, HandsLike
from guandan.rules import Rules, RulesLike, clean_rules
from guandan.seats import SEATS, Seat, clean_seat, next_seat, partner_of
from guandan.shuffle import clean_rng

if TYPE_CHECKING:
    import random

__all__ = [
    "PaidTribute",
    "SettledTribute",
    "TributePayment",
    "TributePlan",
    "plan_tribute",
    "return_options",
    "settle_tribute",
    "tribute_options",
]


@attrs.frozen
class TributePayment:
    """A payment that is due: who pays, which cards they may choose from, and who receives.

    >>> [payment] = plan_tribute([0, 1, 2, 3], {3: "SA CA D4"}, "5").payments
    >>> payment.payer, " ".join(map(str, payment.options)), payment.receiver
    (3, 'SA CA', 0)
    """

    payer: Seat
    options: tuple[Card, ...]
    """Distinct faces, in the order of `Card.index`."""
    receiver: Seat | None
    """None while the payers' choices or a draw can still change it."""


@attrs.frozen
class TributePlan:
    """The tribute due before a deal, as known before anybody has chosen; see `plan_tribute`.

    The payment to the first player comes first. Where that is not settled yet, that of the payer
    who plays next after the first player does.

    >>> plan = plan_tribute([0, 2], {1: "SA D8", 3: "CA D4"}, "5", Rules(equal_tribute="random"))
    >>> [(payment.payer, payment.receiver) for payment in plan.payments], plan.leader
    ([(1, None), (3, None)], None)
    """

    finish: tuple[Seat, ...]
    """The finish of the last deal."""
    level: Rank
    """The level of the deal about to be played."""
    rules: Rules
    resisted: bool
    """Whether the payers hold both big jokers and therefore pay nothing (RULES 10.2)."""
    payments: tuple[TributePayment, ...]
    """None, one or two; none after resistance and under `tribute` False."""
    leader: Seat | None
    """Who leads the deal; None while the payers' choices or a draw can still change it."""

    @property
    def payers(self) -> tuple[Seat, ...]:
        """The seats that owe a card, in the order of `payments`.

        >>> plan_tribute([0, 2], {1: "SK D8", 3: "SA D4"}, "5").payers
        (3, 1)
        """
        return tuple(payment.payer for payment in self.payments)

    @property
    def resisters(self) -> tuple[Seat, ...]:
        """The seats that hold both big jokers between them and so need not pay, if it is so.

        >>> plan_tribute([0, 2], {1: "HR D8", 3: "HR D4"}, "5").resisters
        (1, 3)
        """
        return _payers(self.finish) if self.resisted else ()


@attrs.frozen
class PaidTribute:
    """A card that goes from a payer to a receiver, who returns one to this payer (RULES 10.5).

    >>> PaidTribute(payer=3, receiver=0, card=Card.parse("SA"))
    PaidTribute(payer=3, receiver=0, card=Card.parse('SA'))
    """

    payer: Seat
    receiver: Seat
    card: Card


@attrs.frozen
class SettledTribute:
    """Where the tribute goes and who leads, once all is chosen; see `settle_tribute`.

    >>> settle_tribute(plan_tribute([0, 1, 2, 3], {3: "HR HR D4"}, "5"), {})
    SettledTribute(payments=(), leader=0, lot=None)
    """

    payments: tuple[PaidTribute, ...]
    """None, one or two; the one to the first player comes first."""
    leader: Seat
    """Who leads the deal."""
    lot: Seat | None
    """The payer drawn by lot to pay the first player; None if no draw was due."""


def plan_tribute(
    finish: Sequence[Seat], hands: HandsLike, level: LevelLike, rules: RulesLike | None = None
) -> TributePlan:
    """Return the tribute due before a deal (RULES 10.1-10.4 and 10.7).

    `finish` is that of the last deal; `hands` are the newly dealt ones, all four or by seat with
    those of the payers at least; `level` is that of the deal about to be played.

    A receiver and the leader are None only where the payers' choices or a draw decide. With one
    payer they never do; with two, only under `wild_tribute` "optional" or `equal_tribute` "random".

    Raises:
        FinishError: no deal can end so.
        PositionError: not four hands, no hand of a payer, or a face more than twice in all.
        NotationError: something in the hands is not a card, or a key of a mapping is no seat.
        HandTooSmall: a payer holds nothing but wilds.

    >>> plan = plan_tribute([0, 2], {1: "SK D8", 3: "SA D4"}, "5")
    >>> [(payment.payer, payment.receiver) for payment in plan.payments], plan.leader
    ([(3, 0), (1, 2)], 3)
    >>> plan_tribute([0, 1, 2, 3], {3: "HR HR D4"}, "5").resisted
    True
    """
    order = clean_finish(finish)
    held = _clean_hands(hands)
    rank = clean_level(level)
    cleaned = clean_rules(rules)
    if not cleaned.tribute:
        return TributePlan(order, rank, cleaned, False, (), order[0])

    payers = _payers(order)
    missing = tuple(payer for payer in payers if payer not in held)
    if missing:
        raise PositionError(
            f"after the finish {order} the hands of seats {payers} are needed: missing {missing}",
            missing=missing,
        )
    if cleaned.resist and sum(held[payer].count("HR") for payer in payers) == 2:
        return TributePlan(order, rank, cleaned, True, (), order[0])

    options = {payer: tribute_options(held[payer], rank, cleaned) for payer in payers}
    # Cards of one rank have the same consequences, so one of each is enough to look ahead.
    representatives = [{card.rank: card for card in options[payer]}.values() for payer in payers]
    to_first: set[Seat] = set()
    leaders: set[Seat] = set()
    for cards in itertools.product(*representatives):
        outcomes = _outcomes(order, dict(zip(payers, cards, strict=True)), rank, cleaned)
        to_first.update(outcomes)
        leaders.update(outcomes.values())
    receivers: dict[Seat, Seat | None] = dict.fromkeys(payers)
    if len(to_first) == 1:
        receivers = dict(_pairing(order, *to_first))
    payments = tuple(
        TributePayment(payer, options[payer], receiver) for payer, receiver in receivers.items()
    )
    leader = leaders.pop() if len(leaders) == 1 else None
    return TributePlan(order, rank, cleaned, False, payments, leader)


def tribute_options(
    hand: CardsLike, level: LevelLike, rules: RulesLike | None = None
) -> tuple[Card, ...]:
    """Return the cards that a payer with this hand may choose from (RULES 10.3).

    They are the highest in level order, wilds excluded: distinct faces, in the order of
    `Card.index`. Under `wild_tribute` "optional" a wild joins them where it is not lower.

    Raises:
        HandTooSmall: the hand holds nothing but wilds.

    >>> " ".join(map(str, tribute_options("H5 SA CA DK", "5")))
    'SA CA'
    >>> " ".join(map(str, tribute_options("H5 SA CA DK", "5", "community")))
    'H5 SA CA'
    """
    held = Hand(hand)
    rank = clean_level(level)
    natural = [card for card in held.sorted(rank) if not card.is_wild(rank)]
    if not natural:
        raise HandTooSmall(
            f"a payer needs a card that is not wild on level {rank}; the hand is {str(held)!r}",
            cards=tuple(held),
        )
    highest = natural[-1]
    # A wild counts as a level card, so only a joker is above it.
    wild_too = clean_rules(rules).wild_tribute == "optional" and not highest.is_joker
    return tuple(
        card
        for card in dict.fromkeys(held)
        if (wild_too if card.is_wild(rank) else card.rank is highest.rank)
    )


def settle_tribute(
    plan: TributePlan,
    cards: Mapping[Seat, Card | str],
    rng: random.Random | None = None,
    *,
    lot: Seat | None = None,
) -> SettledTribute:
    """Return who gets which card and who leads, all payers having chosen (RULES 10.4 and 10.7).

    A draw by lot is due under `equal_tribute` "random" when both cards are equal, unless the
    pairing is "by_seat" anyway. `lot`, the payer who pays the first player, replays a recorded
    draw; without it one number is taken from `rng`. Without a draw due both are ignored, so that
    a lot may be drawn before the payers choose.

    Raises:
        InputTypeError: `plan` is no `TributePlan`, `rng` no `random.Random`, or `lot` no seat.
        NotYourTurn: a seat chose that pays nothing.
        IllegalAction: a payer has not chosen, or a draw is due and `lot` is no payer.
        NotPayable: a card is not among the payer's options, which are in `options`.
        DrawNeeded: a draw is due, and there is neither `rng` nor `lot`; `draw` is "tribute_lot".

    >>> plan = plan_tribute([0, 2], {1: "SA D8", 3: "CA D4"}, "5")
    >>> settled = settle_tribute(plan, {1: "SA", 3: "CA"})
    >>> [(paid.payer, paid.receiver, str(paid.card)) for paid in settled.payments]
    [(1, 0, 'SA'), (3, 2, 'CA')]
    >>> settled.leader, settled.lot
    (1, None)
    """
    if not isinstance(plan, TributePlan):
        raise InputTypeError(
            f"expected the TributePlan that plan_tribute returns, not {shown(plan)}",
            text=shown(plan),
            position=0,
        )
    if rng is not None:
        clean_rng(rng)
    if lot is not None:
        lot = clean_seat(lot)
    chosen = _clean_choices(plan, cards)
    outcomes = _outcomes(plan.finish, chosen, plan.level, plan.rules) if chosen else {}
    drawn = _draw(plan, rng, lot) if len(outcomes) > 1 else None
    if not outcomes:
        return SettledTribute((), plan.finish[0], None)
    to_first = next(iter(outcomes)) if drawn is None else drawn
    payments = tuple(
        PaidTribute(payer, receiver, chosen[payer])
        for payer, receiver in _pairing(plan.finish, to_first)
    )
    return SettledTribute(payments, outcomes[to_first], drawn)


def return_options(
    hand: CardsLike,
    level: LevelLike,
    *,
    received: Card | str | None = None,
    rules: RulesLike | None = None,
) -> tuple[Card, ...]:
    """Return the cards that a receiver with this hand may give back (RULES 10.5).

    `hand` already holds the card `received`, which may go back only if there is a second copy.
    The options are distinct faces in the order of `Card.index`: those up to `return_max`, or the
    lowest cards where there is none such. No card at all only if the hand holds no other.

    Raises:
        CardsNotHeld: the hand does not hold `received`.

    >>> " ".join(map(str, return_options("S9 HT S2 H2 DK", "2", received="DK")))
    'S9 HT'
    >>> " ".join(map(str, return_options("SJ DJ HQ HR", "2", received="HR")))
    'SJ DJ'
    """
    held = Hand(hand)
    rank = clean_level(level)
    cleaned = clean_rules(rules)
    others = list(dict.fromkeys(held))
    if received is not None:
        paid = received if isinstance(received, Card) else Card.parse(received)
        if paid not in held:
            raise CardsNotHeld(
                f"the hand {held} does not hold {paid}: give the hand after the payment",
                cards=(paid,),
                missing=(paid,),
            )
        if held.count(paid) == 1:
            others.remove(paid)
    if not others or cleaned.return_max is None:
        return tuple(others)
    low = [card for card in others if is_low(card, rank, cleaned.return_max, cleaned)]
    return tuple(low or _lowest(others, rank, cleaned))


def is_low(card: Card, level: Rank, limit: Rank, rules: Rules) -> bool:
    """Return whether a card is no higher than a return limit; wilds and jokers are above any.

    >>> is_low(Card.parse("S5"), Rank.FIVE, Rank.TEN, Rules())
    False
    >>> is_low(Card.parse("S5"), Rank.FIVE, Rank.TEN, Rules(return_by="face"))
    True
    """
    if card.is_joker or card.is_wild(level):
        return False
    if card.rank is level and rules.return_by == "level_order":
        return False
    return card.rank.index <= limit.index


def _lowest(cards: Sequence[Card], level: Rank, rules: Rules) -> list[Card]:
    """Return those of the lowest rank among cards, sorted by index, that are above the limit."""
    plain: list[Card] = []
    if rules.return_by == "face":
        plain = [card for card in cards if not card.is_joker and not card.is_wild(level)]
    lowest = plain[0] if plain else Hand(cards).sorted(level)[0]
    return [card for card in plain or cards if card.rank is lowest.rank]


def _payers(finish: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return who pays unless it is resisted; of two, the one who plays next after the first."""
    if is_double_win(finish):
        near = next_seat(finish[0])
        return near, partner_of(near)
    return finish[-1:]


def _pairing(finish: tuple[Seat, ...], to_first: Seat) -> list[tuple[Seat, Seat]]:
    """Return (payer, receiver) of each payment, given who pays the first player."""
    pairs = [(to_first, finish[0]), (partner_of(to_first), partner_of(finish[0]))]
    return pairs if is_double_win(finish) else pairs[:1]


def _outcomes(
    finish: tuple[Seat, ...], chosen: Mapping[Seat, Card], level: Rank, rules: Rules
) -> dict[Seat, Seat]:
    """Return what can come of the cards chosen: {the payer who pays the first: who leads}.

    There are two entries only where a draw by lot decides. A wild is compared as a level card,
    which its rank sees to.
    """
    payers = _payers(finish)
    if len(payers) == 1:
        return {payers[0]: payers[0]}
    near, far = payers
    by_seat = rules.double_tribute == "by_seat"
    if chosen[near].rank is not chosen[far].rank:
        highest = Hand([chosen[near], chosen[far]]).sorted(level)[-1]
        higher = near if chosen[near] is highest else far
        return {near if by_seat else higher: higher}
    drawn = rules.equal_tribute == "random" and not by_seat
    lead = {"first": finish[0], "higher_seat": max(payers)}
    return {
        payer: lead.get(rules.equal_tribute_lead, payer)
        for payer in (payers if drawn else payers[:1])
    }


def _draw(plan: TributePlan, rng: random.Random | None, lot: Seat | None) -> Seat:
    """Return the payer who pays the first player, recorded or drawn."""
    payers = _payers(plan.finish)
    if lot is not None:
        if lot not in payers:
            raise IllegalAction(
                f"the draw is between seats {payers}, not seat {lot}", lot=lot, payers=payers
            )
        return lot
    if rng is None:
        raise DrawNeeded(
            f"seats {payers} pay equal cards: a draw decides who pays the first; give rng or lot",
            draw="tribute_lot",
            payers=payers,
        )
    # Only the sequence of random() is the same on every Python.
    return payers[int(rng.random() * len(payers))]


def _clean_choices(plan: TributePlan, cards: Mapping[Seat, Card | str]) -> dict[Seat, Card]:
    """Return the payers' choices, checked against the plan."""
    if not isinstance(cards, Mapping):
        raise InputTypeError(
            f"expected the chosen cards by payer, such as {{3: 'SA'}}, not {shown(cards)}",
            text=shown(cards),
            position=0,
        )
    given = {clean_seat(seat): card for seat, card in cards.items()}
    payers = plan.payers
    for seat in given:
        if seat not in payers:
            raise NotYourTurn(
                f"seat {seat} pays no tribute: the payers are {payers}", seat=seat, payers=payers
            )
    missing = tuple(payer for payer in payers if payer not in given)
    if missing:
        raise IllegalAction(
            f"all payers choose before tribute is settled: missing {missing}", missing=missing
        )
    chosen: dict[Seat, Card] = {}
    for payment in plan.payments:
        choice = given[payment.payer]
        card = choice if isinstance(choice, Card) else Card.parse(choice)
        if card not in payment.options:
            raise NotPayable(
                f"seat {payment.payer} cannot pay {card}: on level {plan.level} it chooses from"
                f" {' '.join(map(str, payment.options))}",
                seat=payment.payer,
                card=card,
                options=payment.options,
            )
        chosen[payment.payer] = card
    return chosen


def _clean_hands(hands: HandsLike) -> dict[Seat, Hand]:
    """Return the hands by seat; together they hold no third copy of a face."""
    held = {clean_seat(seat): Hand(hand) for seat, hand in _by_seat(hands).items()}
    together = Hand()
    try:
        for hand in held.values():
            together += hand
    except TooManyCopies as error:
        raise PositionError(f"the hands cannot be of one deck: {error}") from error
    return held


def _by_seat(hands: object) -> Mapping[Any, Any]:
    if isinstance(hands, Mapping):
        return hands
    if not isinstance(hands, Sequence) or len(hands) != len(SEATS):
        raise PositionError(
            f"expected four hands, one a seat, or a mapping of seats to hands, not {shown(hands)}"
        )
    return dict(zip(SEATS, hands, strict=True))
