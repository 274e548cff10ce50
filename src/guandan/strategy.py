"""Strategies: what decides for a seat, seeing only its `PlayerView`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final, Protocol, runtime_checkable

from guandan.cards import Card
from guandan.combos import Combo
from guandan.deal import Deal
from guandan.errors import GuandanError, InputTypeError, StrategyError, StrategyFailed, shown, told
from guandan.events import Event
from guandan.levels import Standing
from guandan.phases import Phase
from guandan.seats import Seat
from guandan.view import PlayerView

__all__ = ["BaseStrategy", "Strategy", "decide", "missing_methods"]


@runtime_checkable
class Strategy(Protocol):
    """What decides for a seat. Anything with these three methods is a strategy."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return a play of `view.legal_plays`, or None to pass (where `view.can_pass`)."""
        ...

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return the card of `options` to pay."""
        ...

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return the card of `options` to give back."""
        ...


class BaseStrategy:
    """Supplies the tribute and return choices; a subclass writes `choose_play`.

    It keeps its straight flushes and pairs where it can: of equal tribute cards it pays one that
    it holds a single copy of, and it gives back the lowest card of the rank it has fewest of.
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return the play to make, or None to pass."""
        # Meant for good: a bot that only pays tribute has no play to make, and says so by name.
        raise NotImplementedError(f"{type(self).__name__} does not say how it plays")

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return an option that is not wild, one without a second copy first."""
        return min(options, key=lambda card: (card.is_wild(view.level), view.hand.count(card)))

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        """Return a card of the rank the hand has fewest of, the lowest such."""
        held = [card.rank for card in view.hand]
        return min(options, key=lambda card: (held.count(card.rank), card.index))


def decide(
    deal: Deal, strategies: Sequence[Strategy], standing: Standing | None = None
) -> tuple[Event, ...]:
    """Take the next decision of a deal: ask the strategy of the first seat due, and do it.

    Raises:
        StrategyError: the strategy raised, or its answer is not allowed; the deal is unchanged.
            Nothing is asked again.
        InputTypeError: there are not four strategies, or one is a class of them, or the one that
            is asked is none.
    """
    if isinstance(strategies, str) or not isinstance(strategies, Sequence) or len(strategies) != 4:
        raise InputTypeError(
            f"expected four strategies, one a seat, not {shown(strategies)}",
            text=shown(strategies),
            position=0,
        )
    for place, given in enumerate(strategies):
        if isinstance(given, type):
            raise InputTypeError(
                f"the strategy of seat {place} is the class {given.__name__}: make one of it, as in"
                f" {given.__name__}()",
                text=given.__name__,
                position=place,
            )
    seat = deal.due[0]
    phase = deal.phase
    strategy = strategies[seat]
    view = deal.view(seat, standing)
    try:
        answer = _ask(strategy, view)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a bot that calls sys.exit must not end a server
        _check_methods(strategy, seat, error)
        why = f"raised {told(error)}{_place_of(error)}"
        raise _strategy_error(strategy, view, None, why, failed=True) from error
    try:
        if phase is Phase.TRIBUTE:
            return deal.pay_tribute(answer, seat)
        if phase is Phase.RETURN:
            return deal.return_card(answer, seat)
        return deal.pass_(seat) if answer is None else deal.play(answer, seat)
    except GuandanError as error:
        why = f"answered {shown(answer)}: {error}"
        raise _strategy_error(strategy, view, answer, why) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # of the answer's own making: an odd __iter__, an odd __repr__
        why = f"answered with what raises {told(error)}"
        raise _strategy_error(strategy, view, answer, why, failed=True) from error


def _ask(strategy: Strategy, view: PlayerView) -> Any:
    """Return what the strategy answers; a strategy from anywhere may answer with anything."""
    if view.phase is Phase.TRIBUTE:
        return strategy.choose_tribute(view, view.options)
    if view.phase is Phase.RETURN:
        return strategy.choose_return(view, view.options)
    return strategy.choose_play(view)


def missing_methods(strategy: object) -> list[str]:
    """Return which methods of a strategy an object lacks."""
    names = ("choose_play", "choose_tribute", "choose_return")
    return [name for name in names if not hasattr(strategy, name)]


def _check_methods(strategy: object, seat: Seat, error: BaseException) -> None:
    """Refuse what is no strategy, if that is why asking it failed."""
    if not isinstance(error, AttributeError) or error.obj is not strategy:
        return
    missing = missing_methods(strategy)
    if error.name in missing:
        made = f"; a bot is made by bot({shown(strategy)})" if isinstance(strategy, str) else ""
        raise InputTypeError(
            f"the strategy of seat {seat}, {shown(strategy)}, is none: it has no"
            f" {', '.join(missing)}{made}",
            text=shown(strategy),
            position=seat,
        ) from error


# By `os.path`: to load `pathlib` takes as long as a good part of the library.
_LIBRARY: Final = os.path.dirname(__file__) + os.sep  # noqa: PTH120


def _place_of(error: BaseException) -> str:
    """Return where in a strategy's file an error came from; nothing for the library's own bots."""
    own: list[tuple[str, int]] = []
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(_LIBRARY):
            own.append((file, trace.tb_lineno))
        trace = trace.tb_next
    if not own:
        return ""
    # The strategy may be wrapped in the library's own, and may itself call anything.
    file = own[0][0]
    line = [line for other, line in own if other == file][-1]
    return f" ({os.path.basename(file)}, line {line})"  # noqa: PTH119


def _strategy_error(
    strategy: Strategy, view: PlayerView, answer: object, why: str, *, failed: bool = False
) -> StrategyError:
    kind = StrategyFailed if failed else StrategyError
    return kind(
        f"{type(strategy).__name__} at seat {view.seat}, in phase {view.phase}, {why}",
        seat=view.seat,
        phase=view.phase,
        answer=answer,
        view=view,
    )
