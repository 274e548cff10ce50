"""The table of RULES 13."""

from __future__ import annotations

from typing import Any

import pytest

from guandan import FinishError, InputTypeError, NotationError
from guandan.help.rewards import Mode, deal_points, match_points


@pytest.mark.parametrize(
    ("mode", "places", "won", "lost"),
    [
        ("local", [4, 3, 1, 1], 20, 10),
        ("single_player", [8, 6, 2, 2], 40, 20),
        ("multiplayer", [12, 9, 3, 3], 60, 30),
    ],
)
def test_the_table(mode: str, places: list[int], won: int, lost: int) -> None:
    assert [deal_points(place, mode) for place in (1, 2, 3, 4)] == places
    assert match_points(True, Mode(mode)) == won
    assert match_points(False, mode) == lost
    assert deal_points(1, mode, guest=True) == match_points(True, mode, guest=True) == 0


@pytest.mark.parametrize("place", [0, 5, True, "1"])
def test_there_are_four_places(place: int) -> None:
    with pytest.raises(FinishError, match="1, 2, 3 or 4"):
        deal_points(place, Mode.LOCAL)


def test_there_are_three_modes() -> None:
    assert len(Mode) == 3
    with pytest.raises(NotationError, match="local, single_player, multiplayer"):
        match_points(True, "solo")


@pytest.mark.parametrize("wrong", ["lost", None, 1, [], "no"])
def test_yes_and_no_are_true_and_false(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match="expected won as True or False"):
        match_points(wrong, "local")
    with pytest.raises(InputTypeError, match="expected guest as True or False"):
        deal_points(1, "local", guest=wrong)
    with pytest.raises(InputTypeError, match="expected guest as True or False"):
        match_points(True, "local", guest=wrong)


def test_a_guest_is_asked_as_strictly_as_anybody() -> None:
    with pytest.raises(NotationError, match="no mode"):
        deal_points(1, "solo", guest=True)
    with pytest.raises(NotationError, match="no mode"):
        match_points(True, "solo", guest=True)
