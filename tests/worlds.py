"""Other worlds that a seat cannot tell from the real one, and play by random rules.

A *world* is a deal that went as a seat saw it go, though the hidden hands may be others. If a view
holds what its seat may know and nothing more, it is the same in every such world; and hands that
are sampled from a view have to make such a world.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from guandan import (
    Card,
    Deal,
    Dealt,
    DrawNeeded,
    Draws,
    Event,
    Hand,
    Match,
    Passed,
    Phase,
    Played,
    PlayerView,
    PositionError,
    ReturnChosen,
    Returned,
    Rules,
    TributeChosen,
    TributePaid,
)
from guandan.shuffle import pick

SEATS: Final[tuple[int | None, ...]] = (0, 1, 2, 3, None)

FIELDS: Final[dict[str, list[Any]]] = {
    "start_level": list("2356789TJQKA"),
    "match_format": ["full", "full", "full", "deal"],
    "joker_pair_in_full_house": [True, False],
    "wild_pair_in_full_house": ["any", "level_only"],
    "straight_flush_as_straight": [False, True],
    "wild_straight": ["any_suit", "flush_only", "mixed_cards"],
    "straight_flush_above": ["five", "all"],
    "lead_after_out": ["partner", "next_player"],
    "double_win_levels": [3, 4],
    "level_up": ["any_winner", "host_only"],
    "ace_pass_needs": ["partner_not_last", "any_win", "double_win"],
    "ace_pass_in": ["own_deal", "any_deal"],
    "both_at_ace": ["host_only", "either"],
    "ace_fail": ["unlimited", "to_two_after_three", "njupt"],
    "tribute": [True, True, True, False],
    "resist": [True, False],
    "wild_tribute": ["never", "optional"],
    "double_tribute": ["by_rank", "by_seat"],
    "equal_tribute": ["next_seat", "random"],
    "equal_tribute_lead": ["payer_to_first", "first", "higher_seat"],
    "return_max": ["T", "T", None, "A", "3"],
    "return_by": ["level_order", "face"],
    "first_lead": ["random", "turned_card", 0, 1, 2, 3],
    "report_at": [10, 0, 1, 6, 27],
}
"""Every field of the rules, with values it may have."""


def random_rules(rng: random.Random) -> Rules:
    """Rules with a random value in every field."""
    return Rules(**{name: pick(values, rng) for name, values in FIELDS.items()})


def act(match: Match, rng: random.Random, *, pass_rate: float = 0.3) -> tuple[Event, ...]:
    """Take one decision at random through the verbs, for any seat that owes one."""
    if match.phase is Phase.BETWEEN:
        return match.deal_next()
    seat = pick(match.due, rng)
    if match.phase is Phase.TRIBUTE:
        return match.pay_tribute(pick(match.tribute_options(seat), rng), seat)
    if match.phase is Phase.RETURN:
        return match.return_card(pick(match.return_options(seat), rng), seat)
    plays = match.legal_plays.shapes()
    if match.can_pass(seat) and (not plays or rng.random() < pass_rate):
        return match.pass_(seat)
    return match.play(pick(plays, rng), seat)


def deal_of(match: Match) -> Deal:
    """The deal that is on, or the last one."""
    deal = match.deal
    assert deal is not None
    return deal


def snapshot(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match."""
    deal = match.deal
    return (
        match.record(),
        match.events,
        match.standing,
        (match.phase, match.due, match.turn, match.table, match.level, match.winner),
        match.deals_begun,
        None if deal is None else (deal.hands, deal.trick, deal.owner, deal.out, deal.finish),
        [match.view(seat) for seat in SEATS],
        [match.events_for(seat) for seat in SEATS],
    )


def dealt_hands(hands: Sequence[Hand], history: Sequence[Event]) -> list[Hand]:
    """The hands as they were dealt, of which these are left after what happened."""
    start = list(hands)
    for event in reversed(history):
        match event:
            case Played(seat=seat, combo=combo):
                start[seat] += combo.hand
            case (
                Returned(seat=giver, receiver=taker, card=card)
                | TributePaid(payer=giver, receiver=taker, card=card)
            ):
                start[taker] -= card
                start[giver] += card
            case _:
                pass
    return start


def _choices(history: Sequence[Event]) -> tuple[dict[int, Card], dict[int, Card]]:
    """The cards that were paid and returned, as far as the history says them."""
    paid: dict[int, Card] = {}
    returned: dict[int, Card] = {}
    for event in history:
        match event:
            case TributePaid(payer=seat, card=card):
                paid[seat] = card
            case Returned(seat=seat, card=card):
                returned[seat] = card
            case TributeChosen(seat=seat, card=chosen) if chosen is not None:
                paid[seat] = chosen
            case ReturnChosen(seat=seat, card=chosen) if chosen is not None:
                returned[seat] = chosen
            case _:
                pass
    return paid, returned


def _start(
    hands: Sequence[Hand], view: PlayerView, finish: Sequence[int] | None, draws: Draws
) -> Deal:
    dealt = view.history[0]
    assert isinstance(dealt, Dealt)
    number, host = dealt.number, dealt.host
    for given in (draws, Draws()):
        try:
            return Deal.start(
                hands,
                view.level,
                finish=finish,
                rules=view.rules,
                draws=given,
                number=number,
                host=host,
            )
        except (PositionError, DrawNeeded):
            continue  # in the other world a lot may be due that is not due here, or not due
    return Deal.start(
        hands,
        view.level,
        finish=finish,
        rules=view.rules,
        rng=random.Random(0),
        number=number,
        host=host,
    )


def world(
    hands: Sequence[Hand], view: PlayerView, finish: Sequence[int] | None, draws: Draws
) -> Deal:
    """Play the deal that the view tells of with these hands left; raises if it cannot be.

    Choices that the view does not know are made freely.
    """
    deal = _start(dealt_hands(hands, view.history), view, finish, draws)
    paid, returned = _choices(view.history)
    for event in view.history:
        match event:
            case TributeChosen(seat=seat):
                deal.pay_tribute(paid.get(seat) or deal.tribute_options(seat)[0], seat)
            case ReturnChosen(seat=seat):
                deal.return_card(returned.get(seat) or deal.return_options(seat)[0], seat)
            case Played(seat=seat, combo=combo):
                deal.play(combo, seat)
            case Passed(seat=seat):
                deal.pass_(seat)
            case _:
                pass
    return deal
