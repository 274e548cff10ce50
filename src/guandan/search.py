"""Search for one seat: candidates played out over hidden hands that agree with its view.

`compare_plays` reads from a `PlayerView` what the kernel's search needs: the position, what is
known of the hidden hands (the tribute among it), and what their holders have played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from guandan import _kernel as kernel
from guandan._kernel.holding import rank_counts
from guandan._kernel.search import FIELDS
from guandan._kernel.search import Search as KernelSearch
from guandan._kernel.weighing import PASS
from guandan.cards import Card
from guandan.combos import Combo
from guandan.errors import IllegalAction, InputTypeError, MustLead, shown
from guandan.events import Event, LeadGiven, Passed, Played, TrickWon
from guandan.hand import Hand
from guandan.sampling import Knowledge
from guandan.seats import SEATS, Seat
from guandan.sim import SEEDS, check_number, check_weights, clean_combo
from guandan.view import PlayerView, check_view

__all__ = ["Compared", "SearchSettings", "compare_plays"]

_MOST: Final = 1_000_000


def _from(least: int) -> Callable[[object, attrs.Attribute[int], int], None]:
    """Return a validator of whole numbers from `least` to a million."""

    def check(_: object, field: attrs.Attribute[int], value: int) -> None:
        check_number(field.name, value, _MOST, least)

    return check


@attrs.frozen(kw_only=True)
class SearchSettings:
    """How much a search does, counted in playouts, so that it is the same on every machine."""

    worlds: int = attrs.field(default=192, validator=_from(1))
    """Hidden hands that the candidates are played out in, at most."""
    least: int = attrs.field(default=32, validator=_from(1))
    """Hands before the first candidate is dropped."""
    drop: int = attrs.field(default=20, validator=_from(0))
    """When to drop: tenths of squared standard errors below the first candidate."""
    gate: int = attrs.field(default=25, validator=_from(0))
    """When to prefer to the first candidate: tenths of squared standard errors above it."""
    tries: int = attrs.field(default=4, validator=_from(1))
    """Random deals from which each of the hidden hands are chosen."""
    steps: int = attrs.field(default=10, validator=_from(0))
    """Swaps of cards proposed after that."""
    scale: int = attrs.field(default=350, validator=_from(1))
    """How much worse than its best, in thousandths of a turn, makes a play e times less likely."""
    memory: int = attrs.field(default=12, validator=_from(0))
    """The last actions of each hidden seat that beliefs are made from."""
    exact: int = attrs.field(default=12, validator=_from(0))
    """With no more cards than this in all hands, deals are solved instead of played out."""
    solve: int = attrs.field(default=200, validator=_from(1))
    """Positions that are looked at to solve one, before the rest is played out."""


@attrs.frozen
class Compared:
    """A candidate (None: the pass) and what its playouts came to."""

    play: Combo | None
    playouts: int
    gain: float
    """The mean gain of the own team: levels, and two more for winning the deal at all."""
    better: float
    """How much better than the first candidate, on average over the same hands."""
    error: float
    """The standard error of that."""
    is_clear: bool
    """Whether it passes the gate."""


def compare_plays(
    view: PlayerView,
    plays: Sequence[Combo | None],
    *,
    weights: Sequence[int],
    settings: SearchSettings | None = None,
    seed: int,
) -> list[Compared]:
    """Compare plays that the seat may make by playing each out, the first being the one to beat.

    Raises:
        InputTypeError: the view is not of a seat that has to play, there is nothing to compare,
            or a number is out of range.
        IllegalAction: the seat may not make one of the plays.
        MustLead: one of them is the pass, and the seat leads.

    >>> from guandan import Deal
    >>> from guandan.bots.weights import flatten, light_weights
    >>> deal = Deal.at(["SK S4", "S5 S6", "S7", "S8"], "2", to_act=0, table="S9", owner=3)
    >>> plays = [None, Combo.parse("SK", "2")]
    >>> found = compare_plays(deal.view(0), plays, weights=flatten(light_weights()), seed=1)
    >>> found[0].better, found[1].better > 0, found[1].is_clear
    (0.0, True, True)
    """
    check_view(view)
    chosen = SearchSettings() if settings is None else settings
    if not isinstance(chosen, SearchSettings):
        raise InputTypeError(
            f"expected SearchSettings, not {shown(chosen)}", text=shown(chosen), position=0
        )
    seat = view.seat
    if seat is None or (not view.legal_plays and not view.can_pass):
        raise InputTypeError("the view is not of a seat that has to play", text="", position=0)
    check_number("seed", seed, SEEDS)
    _check_plays(view, plays)
    search = KernelSearch(
        check_weights(weights),
        view.level.index,
        view.rules.kernel_options,
        seat,
        view.rules.double_win_levels,
    )
    out = sum(one << (2 * place) for place, one in enumerate(view.out))
    search.stand(
        view.hand.low,
        view.hand.high,
        _sizes(view.counts),
        kernel.LEAD if view.table is None else view.table.code,
        -1 if view.owner is None else view.owner,
        out,
        len(view.out),
    )
    free = _tell_what_is_known(search, view, seat)
    _tell_actions(search, view, seat, chosen.memory)
    numbers = search.compare(
        [PASS if play is None else play.code for play in plays],
        free.low,
        free.high,
        chosen.worlds,
        chosen.least,
        chosen.drop,
        chosen.tries,
        chosen.steps,
        chosen.scale,
        chosen.exact,
        chosen.solve,
        seed,
    )
    rows = [numbers[at : at + FIELDS] for at in range(0, len(numbers), FIELDS)]
    return [_compared(play, row, chosen.gate) for play, row in zip(plays, rows, strict=True)]


def _check_plays(view: PlayerView, plays: Sequence[Combo | None]) -> None:
    """A play that cannot be made would be played out all the same, or for ever."""
    if isinstance(plays, str) or not isinstance(plays, Sequence):
        raise InputTypeError(
            f"expected a list of plays, not {shown(plays)}", text=shown(plays), position=0
        )
    if not plays:
        raise InputTypeError("there is no play to compare", text="", position=0)
    for play in plays:
        if play is None:
            if not view.can_pass:
                raise MustLead(f"seat {view.seat} leads and may not pass", seat=view.seat)
        else:
            clean_combo(play)
            if play not in view.legal_plays:
                raise IllegalAction(f"{play} is no play that seat {view.seat} may make")


def _compared(play: Combo | None, row: list[int], gate: int) -> Compared:
    _, number, gains, total, squares = row
    spread = number * squares - total * total
    error = (spread / number) ** 0.5 / number if number else 0.0
    is_clear = total > 0 and 10 * number * total * total > gate * spread
    return Compared(play, number, gains / number, total / number, error, is_clear)


def _sizes(counts: Sequence[int]) -> int:
    return sum(count << (8 * seat) for seat, count in enumerate(counts))


def _tell_what_is_known(search: KernelSearch, view: PlayerView, seat: Seat) -> Hand:
    """Tell the search what is known of the hidden hands; return the cards that are not."""
    knowledge = Knowledge(view.level, view.rules)
    for event in view.history:
        knowledge.learn(event)
    free = view.unseen
    for hidden in SEATS:
        if hidden != seat:
            known = Hand(knowledge.known[hidden].elements())
            barred = Hand(_possible(knowledge.barred[hidden], view.unseen))
            search.know(hidden, known.low, known.high, barred.low, barred.high)
            free -= known
    return free


def _possible(faces: set[Card], unseen: Hand) -> Iterator[Card]:
    """Only what is unseen needs to be barred."""
    return (face for face in faces if face in unseen)


def _tell_actions(search: KernelSearch, view: PlayerView, seat: Seat, memory: int) -> None:
    """Tell the search the last actions of each hidden seat, from the last one back."""
    told = dict.fromkeys(SEATS, 0)
    counts = list(view.counts)
    left = view.unseen + view.hand
    since = dict.fromkeys(SEATS, Hand())
    for event, table, owner in reversed(_with_tables(view.history)):
        actor = event.seat
        code = PASS
        if isinstance(event, Played):
            code = event.combo.code
            counts[actor] += event.combo.size
            left += event.combo.hand
            since[actor] += event.combo.hand
        if actor != seat and told[actor] < memory and owner is not None:
            told[actor] += 1
            search.remember(
                actor,
                code,
                kernel.LEAD if table is None else table.code,
                owner,
                _sizes(counts),
                rank_counts(left.low, left.high, view.level.index),
                since[actor].low,
                since[actor].high,
            )


def _with_tables(
    history: Sequence[Event],
) -> list[tuple[Played | Passed, Combo | None, Seat | None]]:
    """Return each action with the table it answered and that one's owner, who may be unknown.

    Leading, a seat stands for its own table's owner. What lay on the table is not known at the
    beginning of a deal that was set up in mid-trick.
    """
    found: list[tuple[Played | Passed, Combo | None, Seat | None]] = []
    table: Combo | None = None
    owner: Seat | None = None
    leads = False
    for event in history:
        match event:
            case LeadGiven() | TrickWon():
                table, leads = None, True
            case Played(seat=seat, combo=combo):
                found.append((event, table, seat if leads else owner))
                table, owner, leads = combo, seat, False
            case Passed():
                found.append((event, table, owner))
            case _:
                pass
    return found
