"""The order in which a deal was finished: two seats after a 1-2 win, else four (RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence

from guandan.errors import FinishError, NotationError, shown
from guandan.seats import Seat, clean_seat, partner_of, team_of

__all__ = ["clean_finish", "is_double_win", "partner_place"]


def clean_finish(finish: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return `finish` as the two seats of a 1-2 win, or else as four seats (RULES 8).

    A 1-2 win ends the deal, so its last two have no order. Sources that list four seats all the
    same are accepted, and the last two are dropped.

    Raises:
        FinishError: no deal can end so.

    >>> clean_finish([0, 1, 3, 2])
    (0, 1, 3, 2)
    >>> clean_finish([1, 3, 2, 0])
    (1, 3)
    >>> clean_finish([0, 1])
    Traceback (most recent call last):
    guandan.errors.FinishError: ...
    """
    try:
        seats = tuple(clean_seat(seat) for seat in _in_order(finish))
    except NotationError as error:
        raise _no_finish(finish) from error
    if len(seats) not in (2, 4) or len(set(seats)) < len(seats):
        raise _no_finish(finish)
    if team_of(seats[0]) == team_of(seats[1]):
        return seats[:2]
    if len(seats) == 2:
        raise _no_finish(finish)
    return seats


def is_double_win(finish: Sequence[Seat]) -> bool:
    """Return whether one team came first and second: a 1-2 win.

    Raises:
        FinishError: no deal can end so.

    >>> is_double_win([0, 2]), is_double_win([0, 1, 2, 3])
    (True, False)
    """
    return len(clean_finish(finish)) == 2


def partner_place(finish: Sequence[Seat]) -> int:
    """Return the place of the first finisher's partner: 2, 3 or 4.

    What a win is worth hangs on it (RULES 8 and 9).

    Raises:
        FinishError: no deal can end so.

    >>> partner_place([0, 1, 3, 2])
    4
    """
    seats = clean_finish(finish)
    return seats.index(partner_of(seats[0])) + 1


def _in_order(finish: object) -> Sequence[object]:
    if not isinstance(finish, Sequence):  # a set, say, which has no order
        raise _no_finish(finish)
    return finish


def _no_finish(finish: object) -> FinishError:
    return FinishError(
        "a finish is the two seats of one team after a 1-2 win, such as (0, 2), or four different"
        f" seats from the first to the last, such as (0, 1, 3, 2), not {shown(finish)}",
        finish=finish,
    )
