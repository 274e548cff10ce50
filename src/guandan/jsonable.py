"""Events and views as plain JSON values: what a server sends to its clients.

Cards, hands and plays become their text; a play also says its kind and rank, an event its name.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import attrs
import cattrs

from guandan.cards import Card
from guandan.combos import Combo
from guandan.events import Event
from guandan.hand import Hand
from guandan.plays import LegalPlays
from guandan.rules import Rules

__all__ = ["to_jsonable"]

_CONVERTER: Final = cattrs.Converter()


def to_jsonable(value: object) -> Any:
    """Return an event, a view, or any value of the library as plain JSON values.

    >>> from guandan.events import Passed
    >>> to_jsonable(Passed(seat=2))
    {'event': 'Passed', 'seat': 2}
    """
    return _plain(_CONVERTER.unstructure(value))


def _plain(value: Any) -> Any:
    """Return what cattrs leaves as it is (a tuple, a rank) as what JSON knows."""
    if isinstance(value, dict):
        return {str(key): _plain(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    return str(value) if isinstance(value, StrEnum) else value


def _combo(combo: Combo) -> dict[str, Any]:
    return {
        "play": str(combo),
        "kind": str(combo.kind),
        "rank": str(combo.rank),
        "size": combo.size,
        "cards": [str(card) for card in combo.cards],
        "stands_for": [str(stand) for stand in combo.stands_for],
    }


def _event(event: Event) -> dict[str, Any]:
    return {"event": type(event).__name__} | _fields(event)


def _fields(value: Any) -> dict[str, Any]:
    return {
        field.name: _CONVERTER.unstructure(getattr(value, field.name))
        for field in attrs.fields(type(value))
    }


_CONVERTER.register_unstructure_hook(Card, str)
_CONVERTER.register_unstructure_hook(Hand, str)
_CONVERTER.register_unstructure_hook_func(
    lambda cls: isinstance(cls, type) and issubclass(cls, StrEnum), str
)
_CONVERTER.register_unstructure_hook(Combo, _combo)
_CONVERTER.register_unstructure_hook(Rules, Rules.to_dict)
_CONVERTER.register_unstructure_hook(
    LegalPlays, lambda plays: [str(combo) for combo in plays.shapes()]
)
_CONVERTER.register_unstructure_hook_func(
    lambda cls: isinstance(cls, type) and issubclass(cls, Event), _event
)
