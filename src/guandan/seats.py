"""Seats 0-3 in the order of play, and the two teams: 0 and 2 against 1 and 3 (RULES 1)."""

from __future__ import annotations

from typing import TypeAlias

from guandan.errors import InputTypeError, NotASeat, NotationError, shown

__all__ = [
    "SEATS",
    "Seat",
    "Team",
    "clean_seat",
    "clean_team",
    "next_seat",
    "partner_of",
    "team_of",
]

Seat: TypeAlias = int
"""A seat at the table: 0, 1, 2 or 3, in the order of play."""

Team: TypeAlias = int
"""A team: 0 (seats 0 and 2) or 1 (seats 1 and 3)."""

SEATS: tuple[Seat, ...] = (0, 1, 2, 3)


def clean_seat(value: object) -> Seat:
    """Return `value` as a seat.

    Raises:
        InputTypeError: `value` is not an int (a bool is none).
        NotationError: the number is not 0, 1, 2 or 3.

    >>> clean_seat(3)
    3
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputTypeError(
            f"a seat is an int from 0 to 3, not {shown(value)}", text=shown(value), position=0
        )
    if not 0 <= value <= 3:
        raise NotASeat(
            f"there is no seat {shown(value)}: seats are 0 to 3", text=shown(value), position=0
        )
    return int(value)


def clean_team(value: object) -> Team:
    """Return `value` as a team.

    Raises:
        InputTypeError: `value` is not an int (a bool is none).
        NotationError: the number is not 0 or 1.

    >>> clean_team(1)
    1
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputTypeError(
            f"a team is the int 0 or 1, not {shown(value)}", text=shown(value), position=0
        )
    if not 0 <= value <= 1:
        raise NotationError(
            f"there is no team {shown(value)}: teams are 0 and 1", text=shown(value), position=0
        )
    return int(value)


def team_of(seat: Seat) -> Team:
    """Return the team of a seat.

    Raises:
        NotationError: it is no seat.

    >>> [team_of(seat) for seat in SEATS]
    [0, 1, 0, 1]
    """
    return clean_seat(seat) & 1


def partner_of(seat: Seat) -> Seat:
    """Return the seat opposite.

    Raises:
        NotationError: it is no seat.

    >>> partner_of(1)
    3
    """
    return clean_seat(seat) ^ 2


def next_seat(seat: Seat) -> Seat:
    """Return the seat that follows in the order of play, whether or not it still holds cards.

    Raises:
        NotationError: it is no seat.

    >>> next_seat(3)
    0
    """
    return (clean_seat(seat) + 1) & 3
