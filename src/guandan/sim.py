"""Simulation: the public face of the kernel for bots that search.

A `Simulation` is a deal in play that is a handful of integers inside: copying it or playing on
takes well under a microsecond when the kernel is compiled, playing it to its end some tens. What a
play is, is the code of a shape (an integer) until somebody asks for the `Combo`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from guandan import _kernel as kernel
from guandan._kernel import playouts
from guandan._kernel.light import Light
from guandan._kernel.represent import complete
from guandan._kernel.state import State
from guandan._kernel.weighing import PASS, WEIGHTS
from guandan.cards import CardsLike, LevelLike, Rank, clean_level
from guandan.combos import Combo, check_combo
from guandan.errors import (
    CardsNotHeld,
    IllegalAction,
    InputTypeError,
    MustLead,
    WrongPhase,
    shown,
)
from guandan.hand import Hand, HandsLike
from guandan.phases import Phase
from guandan.position import clean_position
from guandan.refusals import does_not_beat
from guandan.rules import DEFAULT, Rules, RulesLike, clean_rules
from guandan.seats import Seat, clean_seat
from guandan.view import PlayerView, check_view

__all__ = ["Simulation", "appraise", "light_pairs", "rate_plays"]

_MOST: Final = 1_000_000
SEEDS: Final = 2**62
"""Seeds are below this."""


class Simulation:
    """A deal from any position in play, with all four hands open.

    The arguments are those of `Deal.at`, and so are the errors.

    >>> simulation = Simulation(["S3 D3", "S4", "S5", "S6"], "2", to_act=0)
    >>> simulation.turn, simulation.counts, [str(simulation.combo(s)) for s in simulation.shapes()]
    (0, (2, 1, 1, 1), ['D3', 'S3 D3'])
    >>> simulation.play_shape(simulation.shapes()[0])
    >>> simulation.turn, str(simulation.table), simulation.owner
    (1, 'D3', 0)
    >>> simulation.random_playouts(4, seed=1)
    [3, 3, -3, -3]
    """

    __slots__ = ("_level", "_rules", "_state")

    def __init__(
        self,
        hands: HandsLike,
        level: LevelLike,
        *,
        to_act: Seat,
        table: Combo | CardsLike | None = None,
        owner: Seat | None = None,
        finished: Sequence[Seat] = (),
        rules: RulesLike | None = None,
    ) -> None:
        self._rules: Rules = clean_rules(rules)
        self._level: Rank = clean_level(level)
        position = clean_position(
            hands,
            self._level,
            self._rules,
            to_act=to_act,
            table=table,
            owner=owner,
            finished=finished,
        )
        state = State(self._level.index, self._rules.kernel_options)
        for seat, hand in enumerate(position.hands):
            state.deal(seat, hand.low, hand.high)
        state.turn = position.to_act
        if position.table is not None and position.owner is not None:
            state.table = position.table.code
            state.owner = position.owner
        for place, seat in enumerate(position.finished):
            state.out |= seat << (2 * place)
        state.out_number = len(position.finished)
        self._state = state

    @property
    def level(self) -> Rank:
        """The level of the deal."""
        return self._level

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._rules

    @property
    def turn(self) -> Seat | None:
        """The seat that has to play or pass; None when the deal is over."""
        turn = self._state.turn
        return None if turn < 0 else turn

    @property
    def table(self) -> Combo | None:
        """The play to beat; None: the next play leads."""
        return None if self._state.table < 0 else self._combo(self._state.table)

    @property
    def owner(self) -> Seat | None:
        """The seat that made the play to beat."""
        return None if self._state.owner < 0 else self._state.owner

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many cards each seat holds."""
        size = self._state.size
        return size(0), size(1), size(2), size(3)

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats that emptied their hands, in order."""
        state = self._state
        return tuple((state.out >> (2 * place)) & 3 for place in range(state.out_number))

    @property
    def finish(self) -> tuple[Seat, ...] | None:
        """The finish order when the deal is over: two seats after a 1-2 win, else four."""
        if self._state.turn >= 0:
            return None
        out = self.out
        return out if len(out) == 2 else (*out, 6 - sum(out))

    def hand(self, seat: Seat) -> Hand:
        """Return the cards that a seat holds."""
        hold = self._state.hold(clean_seat(seat))
        low, high = hold.low, hold.high
        for _ in range(hold.wilds):
            low, high = kernel.add_face(low, high, 4 * self._level.index + 1)
        return Hand.from_words(low, high)

    def shapes(self) -> list[int]:
        """Return the code of every shape that the seat to act may play; none when it is over."""
        if self._state.turn < 0:
            return []
        hand = self.hand(self._state.turn)
        return kernel.shapes(
            hand.low, hand.high, self._level.index, self._rules.kernel_options, self._state.table
        )

    def combo(self, shape: int) -> Combo:
        """Return the play of a shape for the seat to act, the one that `LegalPlays.shapes` has.

        Raises:
            IllegalAction: it is none of `shapes`.
        """
        return self._combo(self._complete(shape))

    def play(self, play: Combo) -> None:
        """Play for the seat to act.

        Raises:
            WrongPhase: the deal is over.
            CardsNotHeld: the seat does not hold these cards.
            DoesNotBeat: it does not beat the table.
            IncomparablePlays: it is a play on another level or by other rules.
        """
        self._check_not_over()
        state = self._state
        clean_combo(play)
        check_combo(play, self._level, self._rules)
        seat = state.turn
        hand = self.hand(seat)
        if not hand.includes(play.hand):
            raise CardsNotHeld(
                f"seat {seat} holds {hand}, not all of {play}", seat=seat, cards=tuple(play.hand)
            )
        if state.table >= 0 and not kernel.beats(
            play.code, state.table, self._level.index, self._rules.kernel_options
        ):
            raise does_not_beat(play.cards, self._combo(state.table), (play,))
        state.play(play.code)

    def play_shape(self, shape: int) -> None:
        """Play a shape of `shapes`, made of the cards whose loss hurts least.

        Raises:
            IllegalAction: it is none of them.
        """
        self._state.play(self._complete(shape))

    def pass_(self) -> None:
        """Pass for the seat to act.

        Raises:
            WrongPhase: the deal is over.
            MustLead: there is nothing on the table.
        """
        self._check_not_over()
        if self._state.table < 0:
            raise MustLead(f"seat {self._state.turn} leads and may not pass", seat=self.turn)
        self._state.pass_turn()

    def copy(self) -> Simulation:
        """Return a simulation that stands as this one and goes its own way."""
        copy = object.__new__(Simulation)
        copy._rules = self._rules
        copy._level = self._level
        copy._state = State(self._level.index, self._rules.kernel_options)
        copy._state.copy_from(self._state)
        return copy

    def random_playouts(self, number: int, *, seed: int) -> list[int]:
        """Play on to the end so many times, every shape and the pass with the same chance.

        Returns what team 0 gains in each, in levels; below zero, what team 1 does. The simulation
        itself stays where it is. A seed (below 2**62) gives the same playouts in both builds.
        """
        check_number("number", number, _MOST)
        check_number("seed", seed, SEEDS)
        return playouts.random_playouts(self._state, number, seed, self._rules.double_win_levels)

    def light_playouts(self, weights: Sequence[int], number: int, *, seed: int) -> list[int]:
        """Play on by the light policy, which leaves nothing to chance, so many times.

        The first playout is of the hands as they are, in each further one the cards in hand are
        dealt anew, to each seat as many as it has. Returns and `seed` are as above; the weights
        are `flatten(light_weights())` of `guandan.bots.weights`, or others of that form.
        """
        check_number("number", number, _MOST)
        check_number("seed", seed, SEEDS)
        return playouts.light_playouts(
            self._state, check_weights(weights), number, seed, self._rules.double_win_levels
        )

    def _complete(self, shape: int) -> int:
        self._check_not_over()
        if isinstance(shape, bool) or not isinstance(shape, int) or shape not in self.shapes():
            raise IllegalAction(f"{shown(shape)} is no shape that seat {self.turn} may play")
        state = self._state
        return complete(state.hold(state.turn), shape, self._rules.kernel_options)

    def _check_not_over(self) -> None:
        if self._state.turn < 0:
            raise WrongPhase("the deal is over", phase=Phase.OVER, wanted=Phase.PLAY)

    def _combo(self, code: int) -> Combo:
        return Combo(code, self._level, self._rules)

    def __repr__(self) -> str:
        table = "" if self.table is None else f", table={str(self.table)!r}, owner={self.owner}"
        hands = [str(self.hand(seat)) for seat in range(4)]
        return f"<Simulation of {hands}, level {self._level}, turn {self.turn}{table}>"


def rate_plays(view: PlayerView, weights: Sequence[int]) -> list[tuple[Combo | None, int]]:
    """Return what the light policy considers in the position of a view, each with its score.

    The best comes first, None is the pass. Empty where the seat owes no play.

    >>> from guandan import Deal
    >>> from guandan.bots.weights import flatten, light_weights
    >>> deal = Deal.at(["SK S4", "S5 S6", "S7", "S8"], "2", to_act=0, table="S9", owner=3)
    >>> [str(play) for play, score in rate_plays(deal.view(0), flatten(light_weights()))]
    ['SK', 'None']
    """
    decision = decision_of(view)
    if decision is None:
        return []
    rated = _LIGHTS.of(weights).rate(*decision)
    plays = plays_of(view, rated[::2])
    rows = zip(plays, rated[1::2], strict=True)
    return sorted(rows, key=lambda row: (-row[1], row[0] is None))  # of equals, a play


def decision_of(
    view: PlayerView,
) -> tuple[int, int, int, int, int, int, int, Seat, int, int] | None:
    """Return a decision as `Light.rate` takes it; None where the seat owes no play.

    Raises:
        InputTypeError: it is no view.
    """
    check_view(view)
    if view.seat is None or view.seat not in view.due or view.phase is not Phase.PLAY:
        return None
    return (
        view.hand.low,
        view.hand.high,
        view.unseen.low,
        view.unseen.high,
        view.level.index,
        view.rules.kernel_options,
        sum(count << (8 * seat) for seat, count in enumerate(view.counts)),
        view.seat,
        kernel.LEAD if view.table is None else view.table.code,
        0 if view.owner is None else view.owner,
    )


def plays_of(view: PlayerView, codes: Sequence[int]) -> list[Combo | None]:
    """Return the play for each shape that the hand of a view can make; None for `PASS`."""
    shapes = [code for code in codes if code != PASS]
    hand, options = view.hand, view.rules.kernel_options
    made = iter(kernel.represent(hand.low, hand.high, view.level.index, options, shapes))
    return [None if code == PASS else Combo(next(made), view.level, view.rules) for code in codes]


def appraise(
    hand: CardsLike, level: LevelLike, *, unseen: CardsLike, weights: Sequence[int]
) -> int:
    """Return what a hand is worth by the light policy, in thousandths of a turn.

    >>> from guandan.bots.weights import flatten, light_weights
    >>> weights = flatten(light_weights())
    >>> good, bad = (
    ...     appraise(hand, "2", unseen="S6 S7 S8", weights=weights)
    ...     for hand in ("SA DA CA HA", "S3 D4 C5 H7")
    ... )
    >>> good > bad
    True
    """
    rank = clean_level(level)
    held, others = Hand(hand), Hand(unseen)
    held + others  # raises at a third copy
    light = _LIGHTS.of(weights)
    return light.appraise(held.low, held.high, others.low, others.high, rank.index)


def light_pairs(
    weights: Sequence[int],
    others: Sequence[int],
    pairs: int,
    *,
    seed: int,
    rules: RulesLike | None = None,
) -> list[int]:
    """Play random deals between two sets of weights of the light policy, each deal twice.

    Returns two numbers a pair: the levels that the first set gained (below zero: lost) with team
    0, then with team 1. The levels and the leading seats are random, there is no tribute.
    """
    check_number("pairs", pairs, _MOST)
    check_number("seed", seed, SEEDS)
    cleaned = DEFAULT if rules is None else clean_rules(rules)
    options, double = cleaned.kernel_options, cleaned.double_win_levels
    return playouts.light_pairs(
        check_weights(weights), check_weights(others), pairs, seed, options, double
    )


class _Lights(threading.local):
    """The policies lately used, others in every thread: a policy notes what it weighs."""

    def __init__(self) -> None:
        self._made = lru_cache(maxsize=16)(lambda weights: Light(list(weights)))

    def of(self, weights: Sequence[int]) -> Light:
        """Return the policy of these weights."""
        return self._made(tuple(check_weights(weights)))


_LIGHTS: Final = _Lights()


def clean_combo(play: object) -> Combo:
    """Return the combo, if it is one whose parts belong together.

    Raises:
        InputTypeError: it is not.
    """
    if not isinstance(play, Combo) or not play.is_sound():
        raise InputTypeError(
            f"expected a Combo, as `Combo.parse` gives it, not {shown(play)}",
            text=shown(play),
            position=0,
        )
    return play


def check_weights(weights: Sequence[int]) -> list[int]:
    """Return the weights as a list, if they are some.

    Raises:
        InputTypeError: they are not.
    """
    # A mapping would be read as its keys: the weights before they are flattened.
    listed = [] if isinstance(weights, Mapping) or not isinstance(weights, Iterable) else weights
    listed = list(islice(listed, WEIGHTS + 1))
    if len(listed) != WEIGHTS or not all(
        isinstance(weight, int) and abs(weight) <= 1_000_000 for weight in listed
    ):
        raise InputTypeError(
            f"expected {WEIGHTS} weights, whole numbers of at most a million, such as"
            f" flatten(light_weights()) of guandan.bots.weights, not {shown(weights)}",
            text=shown(weights),
            position=0,
        )
    return listed


def check_number(name: str, number: int, most: int, least: int = 0) -> None:
    """Check a number from `least` and below `most`.

    Raises:
        InputTypeError: it is none.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number < most:
        raise InputTypeError(
            f"{name} is a whole number from {least} and below {most}, not {shown(number)}",
            text=shown(number),
            position=0,
        )
