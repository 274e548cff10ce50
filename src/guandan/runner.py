"""Playing whole deals and matches with four strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from guandan.cards import LevelLike
from guandan.deal import Deal
from guandan.errors import InputTypeError, shown
from guandan.events import Event
from guandan.hand import HandsLike
from guandan.match import Match
from guandan.phases import Phase
from guandan.rules import RulesLike
from guandan.seats import Seat
from guandan.shuffle import clean_seed, deal_hands, generator
from guandan.strategy import Strategy, decide

__all__ = ["play_deal", "play_match"]


def play_match(
    strategies: Sequence[Strategy],
    *,
    rules: RulesLike | None = None,
    seed: int | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Match:
    """Play a match to its end and return it.

    `strategies` are those of seats 0 to 3; `on_event` is called with each event after it happened.
    The same strategies and the same seed give the same match.

    Raises:
        StrategyError: a strategy raised or answered with something that is not allowed.

    >>> from guandan import RandomBot
    >>> match = play_match([RandomBot(seed=seat) for seat in range(4)], seed=7, rules="house")
    >>> match.phase
    <Phase.OVER: 'over'>
    """
    _check_listener(on_event)
    match = Match(rules, seed)
    while match.phase is not Phase.OVER:
        _tell(match.step(strategies), on_event)
    return match


def play_deal(
    strategies: Sequence[Strategy],
    level: LevelLike = "2",
    *,
    hands: HandsLike | None = None,
    leader: Seat | None = None,
    finish: Sequence[Seat] | None = None,
    rules: RulesLike | None = None,
    seed: int | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Deal:
    """Play one deal to its end and return it.

    The hands come from the seed unless they are given; `leader`, `finish` and `rules` are those of
    `Deal.start`. Without a seed nothing is reproducible.

    >>> from guandan import RandomBot
    >>> deal = play_deal([RandomBot(seed=seat) for seat in range(4)], "T", seed=7)
    >>> deal.is_over, len(deal.finish) in (2, 4)
    (True, True)
    """
    _check_listener(on_event)
    start = clean_seed(seed)
    deal = Deal.start(
        deal_hands(generator(start, "deal", 1)) if hands is None else hands,
        level,
        leader=leader,
        finish=finish,
        rules=rules,
        rng=generator(start, "draws", 1),
    )
    _tell(deal.events, on_event)
    while not deal.is_over:
        _tell(decide(deal, strategies), on_event)
    return deal


def _check_listener(on_event: object) -> None:
    if on_event is not None and not callable(on_event):
        raise InputTypeError(
            f"on_event is a function that takes an event, not {shown(on_event)}",
            text=shown(on_event),
            position=0,
        )


def _tell(events: Sequence[Event], on_event: Callable[[Event], object] | None) -> None:
    if on_event is not None:
        for event in events:
            on_event(event)
