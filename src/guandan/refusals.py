"""What a play is told that is none, or not the one that is needed: the errors about `Combo`s."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from guandan.cards import Card, LevelLike, Rank
from guandan.errors import (
    AmbiguousPlay,
    DoesNotBeat,
    NoCards,
    NotACombination,
    NotAsDeclared,
    OtherKind,
    shown,
)

if TYPE_CHECKING:
    from guandan.combos import Combo

__all__ = ["ambiguous", "does_not_beat", "no_combination", "not_as_declared", "unsound"]


def ambiguous(text: str, found: tuple[Combo, ...]) -> AmbiguousPlay:
    """Return the error for cards of several readings where one is needed."""
    return AmbiguousPlay(
        f"{shown(text)} has {len(found)} readings, name one: {_listed(found)}", readings=found
    )


def unsound(combo: Combo) -> NotACombination:
    """Return the error for a combo made by hand, of parts that do not belong together."""
    level = combo.level if isinstance(combo.level, Rank) else shown(combo.level)
    return NotACombination(f"{shown(combo)} has no such reading on level {level}", cards=())


def no_combination(cards: Iterable[Card], level: LevelLike) -> NotACombination:
    """Return the error for cards that are none of the ten kinds."""
    held = tuple(cards)
    if not held:
        return NoCards("no cards are given: a play is one card at least", cards=())
    why = "none of the ten kinds, whatever the wilds stand for"
    return NotACombination(
        f"{' '.join(map(str, held))} is no play on level {level}: {why}", cards=held
    )


def not_as_declared(
    cards: Iterable[Card], wanted: str, level: LevelLike, found: tuple[Combo, ...]
) -> NotAsDeclared:
    """Return the error for cards that are a play, but not the one that was named."""
    held = tuple(cards)
    return NotAsDeclared(
        f"{' '.join(map(str, held))} is no {wanted} on level {level}; it is: {_listed(found)}",
        cards=held,
        readings=found,
    )


def does_not_beat(cards: Iterable[Card], over: Combo, readings: tuple[Combo, ...]) -> DoesNotBeat:
    """Return the error for a play that is too low, or of a kind that does not compare."""
    held = " ".join(map(str, cards))
    what = f"{held} does not beat the {over.kind} {over}: it is {_listed(readings)}"
    if any(combo.is_bomb or combo.kind is over.kind for combo in readings):
        return DoesNotBeat(what, readings=readings, over=over)
    # Of a bomb it is the same kind that would do, and a bomb.
    needed = "a higher bomb" if over.is_bomb else f"a higher {over.kind} or a bomb"
    return OtherKind(f"{what}, and it takes {needed}", readings=readings, over=over)


def _listed(combos: Iterable[Combo]) -> str:
    return "; ".join(f"{combo.kind} {combo}" for combo in combos)
