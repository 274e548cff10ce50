"""The table of RULES 13."""

from __future__ import annotations

import pytest

from guandan import FinishError, NotationError
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
