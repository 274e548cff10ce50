"""The three orders in which a hand lies on the table."""

from __future__ import annotations

import pytest

from guandan.cards import Card
from guandan.help.sorting import SortOrder, sort_cards
from guandan.shuffle import deal_hands, generator


def texts(groups: tuple[tuple[Card, ...], ...]) -> list[str]:
    return [" ".join(map(str, group)) for group in groups]


def test_by_rank_the_strongest_first_and_wilds_apart() -> None:
    found = sort_cards("S5 H5 D5 H7 HR SB C7 CA", "7")
    assert texts(found) == ["HR", "SB", "H7", "C7", "CA", "S5 H5 D5"]


def test_by_suit_in_natural_order() -> None:
    assert texts(sort_cards("S5 H5 S7 SA SB", "7", SortOrder.SUIT)) == ["SB", "SA S7 S5", "H5"]


def test_by_combination_bombs_first() -> None:
    found = sort_cards("S5 H5 D5 C5 S9 D9", "7", SortOrder.COMBINATION, rules="njupt")
    assert texts(found) == ["S5 H5 C5 D5", "S9 D9"]


@pytest.mark.parametrize("order", SortOrder)
def test_every_card_is_in_one_group(order: SortOrder) -> None:
    hand = deal_hands(generator(3))[1]
    groups = sort_cards(hand, "4", order)
    assert sorted(str(card) for group in groups for card in group) == sorted(map(str, hand))
    assert all(groups)
