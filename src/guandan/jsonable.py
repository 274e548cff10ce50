"""Events, views and values as plain JSON values: what a server sends to its clients.

Cards, hands and plays become their text; a play also says its kind and rank, an event its name.
"""

from __future__ import annotations

from enum import StrEnum
from functools import singledispatch
from typing import Any

import attrs

from guandan.cards import Card
from guandan.combos import Combo
from guandan.hand import Hand
from guandan.plays import LegalPlays
from guandan.rules import Rules

__all__ = ["fields_to_json", "to_jsonable"]


@singledispatch
def to_jsonable(value: object) -> Any:
    """Return an event, a view, or any value of the library as plain JSON values.

    >>> from guandan.events import Passed
    >>> to_jsonable(Passed(seat=2))
    {'event': 'Passed', 'seat': 2}
    """
    return fields_to_json(value) if attrs.has(type(value)) else value


def fields_to_json(value: Any) -> dict[str, Any]:
    """Return the fields of a value, each as plain JSON values."""
    return {
        field.name: to_jsonable(getattr(value, field.name)) for field in attrs.fields(type(value))
    }


@to_jsonable.register
def _text(value: Card | Hand | StrEnum) -> str:
    return str(value)


@to_jsonable.register
def _row(value: list | tuple) -> list[Any]:  # type: ignore[type-arg]  # it is told apart by it
    return [to_jsonable(member) for member in value]


@to_jsonable.register
def _table(value: dict) -> dict[str, Any]:  # type: ignore[type-arg]  # as above
    return {str(key): to_jsonable(member) for key, member in value.items()}


@to_jsonable.register
def _combo(combo: Combo) -> dict[str, Any]:
    return {
        "play": str(combo),
        "kind": str(combo.kind),
        "rank": str(combo.rank),
        "size": combo.size,
        "cards": [str(card) for card in combo.cards],
        "stands_for": [str(stand) for stand in combo.stands_for],
    }


@to_jsonable.register
def _rules(rules: Rules) -> dict[str, Any]:
    return rules.to_dict()


@to_jsonable.register
def _shapes(plays: LegalPlays) -> list[dict[str, Any]]:
    return [_combo(combo) for combo in plays.shapes()]
