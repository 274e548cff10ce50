"""Sort a hand to be looked at: by rank, by suit, or by what it can be played as."""

from __future__ import annotations

from enum import StrEnum

from guandan import Card, CardsLike, Hand, LevelLike, NotationError, RulesLike, Suit
from guandan.cards import clean_level
from guandan.errors import shown
from guandan.help.arrange import arrange

__all__ = ["SortOrder", "sort_cards"]


class SortOrder(StrEnum):
    """How a hand lies on the table."""

    RANK = "rank"
    """A group a rank, from the strongest in level order on; wilds are a group of their own."""
    SUIT = "suit"
    """A group a suit, jokers first; in a suit in natural order, which shows straight flushes."""
    COMBINATION = "combination"
    """A group a play of the best arrangement, bombs first, then from the strongest play on."""


def sort_cards(
    hand: CardsLike,
    level: LevelLike,
    order: SortOrder | str = SortOrder.RANK,
    *,
    rules: RulesLike | None = None,
) -> tuple[tuple[Card, ...], ...]:
    """Return the cards in groups, the strongest first; a table shows a column or fan for each.

    `order` may be the name of one: `"suit"`.

    Raises:
        NotationError: something is not a card, a level or an order.

    >>> for order in SortOrder:
    ...     groups = sort_cards("S5 D5 SA H2 SB D3 C5 S4 S3", "2", order)
    ...     print([" ".join(map(str, group)) for group in groups])
    ['SB', 'H2', 'SA', 'S5 C5 D5', 'S4', 'S3 D3']
    ['SB', 'SA S5 S4 S3', 'H2', 'C5', 'D5 D3']
    ['SA H2 S3 S4 S5', 'SB', 'C5 D5', 'D3']
    """
    if order not in list(SortOrder):
        raise NotationError(
            f"{shown(order)} is no order: there are {', '.join(SortOrder)}",
            text=shown(order),
            position=0,
        )
    rank = clean_level(level)
    held = hand if isinstance(hand, Hand) else Hand(hand)
    if order == SortOrder.COMBINATION:
        best = arrange(held, rank, rules=rules, alternatives=0)[0]
        return tuple(play.cards for play in reversed(best.plays))
    if order == SortOrder.SUIT:
        suits = [[card for card in held if card.suit is suit] for suit in (None, *Suit)]
        return tuple(
            tuple(sorted(suit, key=lambda card: -card.rank.index)) for suit in suits if suit
        )
    groups: dict[object, list[Card]] = {}
    for card in held.sorted(rank):
        groups.setdefault("wild" if card.is_wild(rank) else card.rank, []).append(card)
    return tuple(map(tuple, reversed(groups.values())))
