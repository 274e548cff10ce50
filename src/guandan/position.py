"""Checks of hands and mid-deal positions: what cannot occur is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from guandan.cards import CardsLike, Rank
from guandan.combos import Combo, clean_over
from guandan.errors import InputTypeError, NotationError, PositionError, TooManyCopies, shown
from guandan.hand import Hand, HandsLike
from guandan.rules import Rules
from guandan.seats import SEATS, Seat, clean_seat, partner_of

__all__ = ["Position", "clean_hands", "clean_number", "clean_position", "full_deal"]

HAND_SIZE = 27
_MOST_DEALS = 10**9


def clean_hands(hands: HandsLike) -> tuple[Hand, Hand, Hand, Hand]:
    """Return four hands; a seat that a mapping leaves out holds none.

    Raises:
        PositionError: not four hands.
        NotationError: no hand, or no seat, is spelled so.
    """
    if isinstance(hands, Mapping):
        by_seat = {clean_seat(seat): hand for seat, hand in hands.items()}
        listed = [by_seat.get(seat, ()) for seat in SEATS]
    elif isinstance(hands, str | Hand) or not isinstance(hands, Sequence):
        raise PositionError(
            f"expected four hands, one a seat, or a mapping of seats to hands, not {shown(hands)}"
        )
    else:
        if len(hands) != 4:
            raise PositionError(f"expected four hands, one a seat, not {len(hands)}")
        listed = list(hands)
    first, second, third, fourth = (
        hand if isinstance(hand, Hand) else Hand(hand) for hand in listed
    )
    return first, second, third, fourth


def full_deal(hands: HandsLike) -> tuple[Hand, Hand, Hand, Hand]:
    """Return four hands of 27 that are together the whole deck.

    Raises:
        PositionError: a hand of another size, or a card that is there too often or not at all.
    """
    cleaned = clean_hands(hands)
    for seat, hand in enumerate(cleaned):
        if len(hand) != HAND_SIZE:
            raise PositionError(
                f"seat {seat} is dealt {len(hand)} cards, not {HAND_SIZE}", seat=seat
            )
    _together(cleaned)
    return cleaned


def clean_number(number: object) -> int:
    """Return the number of a deal in its match, from 1.

    Raises:
        InputTypeError: it is not an int.
        NotationError: it is less than 1, or larger than any match is long.
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputTypeError(
            f"the number of a deal is an int from 1 on, not {shown(number)}",
            text=shown(number),
            position=0,
        )
    if not 1 <= number < _MOST_DEALS:
        raise NotationError(
            f"there is no deal {shown(number)}: they are numbered from 1 on",
            text=shown(number),
            position=0,
        )
    return int(number)


def _together(hands: Iterable[Hand]) -> Hand:
    """Return all the cards as one multiset."""
    total = Hand()
    for hand in hands:
        try:
            total += hand
        except TooManyCopies as error:
            raise PositionError(f"the hands cannot be of one deck: {error}") from error
    return total


@attrs.frozen
class Position:
    """A mid-deal position that can occur."""

    hands: tuple[Hand, Hand, Hand, Hand]
    to_act: Seat
    table: Combo | None
    owner: Seat | None
    finished: tuple[Seat, ...]


def clean_position(
    hands: HandsLike,
    level: Rank,
    rules: Rules,
    *,
    to_act: int,
    table: Combo | CardsLike | None,
    owner: int | None,
    finished: Sequence[int],
) -> Position:
    """Return the position, checked (see `Deal.at`)."""
    cleaned = clean_hands(hands)
    turn = clean_seat(to_act)
    on_table = clean_over(table, level, rules)
    table_owner = None if owner is None else clean_seat(owner)
    if not isinstance(finished, Sequence):
        raise PositionError(
            f"the finished seats are a sequence, in their order, not {shown(finished)}"
        )
    out = tuple(clean_seat(seat) for seat in finished)
    _check_finished(cleaned, out)
    if turn in out:
        raise PositionError(f"seat {turn} is out and cannot be to act", seat=turn)
    _check_table(turn, on_table, table_owner, out)
    cards = _together(cleaned)
    if on_table is not None:
        _together((cards, on_table.hand))
    for seat, hand in enumerate(cleaned):
        played = on_table.size if on_table is not None and seat == table_owner else 0
        if len(hand) + played > HAND_SIZE:
            raise PositionError(
                f"seat {seat} holds {len(hand)} cards"
                + (f" and has {played} on the table" if played else "")
                + f": more than the {HAND_SIZE} it was dealt",
                seat=seat,
            )
    return Position(cleaned, turn, on_table, table_owner, out)


def _check_finished(hands: tuple[Hand, ...], finished: tuple[Seat, ...]) -> None:
    if len(set(finished)) != len(finished):
        raise PositionError(f"a seat is out twice in {finished}")
    for seat in SEATS:
        if seat in finished and hands[seat]:
            raise PositionError(f"seat {seat} is out but holds {hands[seat]}", seat=seat)
        if seat not in finished and not hands[seat]:
            raise PositionError(
                f"seat {seat} holds no card, so it has to be among the finished", seat=seat
            )
    for seat in finished:
        if partner_of(seat) in finished:
            raise PositionError(
                f"the deal is over: seats {seat} and {partner_of(seat)} are both out", seat=seat
            )


def _check_table(
    turn: Seat,
    table: Combo | None,
    owner: Seat | None,
    finished: tuple[Seat, ...],
) -> None:
    if table is None:
        if owner is not None:
            raise PositionError(f"seat {owner} owns a table on which nothing lies", seat=owner)
        return
    if owner is None:
        raise PositionError(f"{table} lies on the table, owned by nobody: name its owner")
    if owner == turn:
        raise PositionError(
            f"seat {owner} owns the table and is to act: the trick would be over", seat=owner
        )
    if owner in finished and owner != finished[-1]:
        raise PositionError(
            f"seat {owner} went out with the play on the table, so nobody can have gone out"
            f" after it, as {finished} says",
            seat=owner,
        )
