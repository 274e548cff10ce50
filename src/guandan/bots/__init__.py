"""Bots: strategies that come with the library, and `bot` to make one by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from guandan.bots.basic import EasyBot, RandomBot
from guandan.errors import UnknownBot
from guandan.strategy import Strategy

__all__ = ["BOTS", "EasyBot", "RandomBot", "bot"]

BOTS: Final[Mapping[str, Callable[[int | None], Strategy]]] = {
    "random": RandomBot,
    "easy": EasyBot,
}
"""The bots by name, weakest first: each is made from a seed."""


def bot(name: str, *, seed: int | None = None) -> Strategy:
    """Return a new bot of this name.

    Raises:
        UnknownBot: there is none of that name.

    >>> bot("easy", seed=7)
    EasyBot()
    """
    make = BOTS.get(name) if isinstance(name, str) else None
    if make is None:
        raise UnknownBot(f"no bot {name!r}: there are {', '.join(BOTS)}", name=name)
    return make(seed)
