"""Seats and teams."""

from __future__ import annotations

from enum import IntEnum

import pytest

from guandan import InputTypeError, NotationError, Seat
from guandan.seats import SEATS, clean_seat, next_seat, partner_of, team_of


def test_four_seats_in_the_order_of_play() -> None:
    assert SEATS == (0, 1, 2, 3)
    assert [next_seat(seat) for seat in SEATS] == [1, 2, 3, 0]
    seat: Seat = 2
    for _ in SEATS:
        seat = next_seat(seat)
    assert seat == 2


def test_partners_sit_opposite_and_are_a_team() -> None:
    assert [partner_of(seat) for seat in SEATS] == [2, 3, 0, 1]
    assert [team_of(seat) for seat in SEATS] == [0, 1, 0, 1]
    for seat in SEATS:
        assert partner_of(partner_of(seat)) == seat
        assert team_of(partner_of(seat)) == team_of(seat) != team_of(next_seat(seat))


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_is_kept(seat: Seat) -> None:
    assert clean_seat(seat) == seat


def test_a_number_of_another_class_becomes_a_plain_one() -> None:
    class Chair(IntEnum):
        NORTH = 2

    assert type(clean_seat(Chair.NORTH)) is int


@pytest.mark.parametrize("number", [-1, 4, 27, 10**30])
def test_no_such_seat(number: int) -> None:
    with pytest.raises(NotationError, match="seats are 0 to 3") as caught:
        clean_seat(number)
    assert not isinstance(caught.value, InputTypeError)
    assert caught.value.text == str(number)


@pytest.mark.parametrize("value", [True, False, None, "0", 1.0, float("nan"), b"0", [0], object()])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(InputTypeError) as caught:
        clean_seat(value)
    assert repr(value) in str(caught.value)
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)


def test_a_number_too_long_to_be_written() -> None:
    # Python does not write so long a number, so the message must not try to.
    with pytest.raises(NotationError, match="no seat a value of type int, too long"):
        clean_seat(10**5_000)
