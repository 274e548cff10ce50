"""Bots: strategies that come with the library, and `bot` to make one by its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from guandan.bots.basic import EasyBot, RandomBot
from guandan.bots.installed import find_maker, installed_names, make_with
from guandan.bots.normal import Candidate, NormalBot
from guandan.bots.specs import BotSpec
from guandan.bots.strong import StrongBot
from guandan.errors import UnknownBot, UnknownSetting, shown
from guandan.shuffle import clean_seed
from guandan.strategy import Strategy

__all__ = [
    "BOTS",
    "BotSpec",
    "Candidate",
    "EasyBot",
    "NormalBot",
    "RandomBot",
    "StrongBot",
    "bot",
    "bot_names",
    "make_with",
]

BOTS: Final[Mapping[str, Callable[..., Strategy]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
    "strong": StrongBot,
}
"""The library's own bots by name, weakest first: each is made from a seed."""


def bot(name: str, *, seed: int | None = None, **settings: Any) -> Strategy:
    """Return a new bot of this name, one of the library's or of an installed package.

    A package adds a bot with an entry point of the group `guandan.bots`, which names a class or
    function; the library's own names win. `settings` are what that bot takes besides the seed.

    Raises:
        UnknownBot: there is none of that name.
        BotNotLoaded: a package brings the bot, but it cannot be loaded or made.
        UnknownSetting: the library's bot has no such setting.
        InputTypeError: the seed is none.

    >>> bot("easy", seed=7)
    EasyBot()
    """
    if isinstance(name, str):
        if (own := BOTS.get(name)) is not None:
            taken = inspect.signature(own).parameters
            if strange := [setting for setting in settings if setting not in taken]:
                raise UnknownSetting(
                    f"the bot {name} takes no {strange[0]}: it takes {', '.join(taken)}",
                    setting=strange[0],
                )
            return own(None if seed is None else clean_seed(seed), **settings)
        if (maker := find_maker(name)) is not None:
            return make_with(maker, name, seed=seed, **settings)
    hint = ""
    if isinstance(name, str) and (":" in name or name.endswith(".py")):
        hint = "; BotSpec.parse makes those of modules and files, as in my_bot.py:MyBot"
    raise UnknownBot(f"no bot {shown(name)}: there are {', '.join(bot_names())}{hint}", name=name)


def bot_names() -> tuple[str, ...]:
    """Return the names that `bot` knows: the library's, then those of installed packages.

    >>> bot_names()[:2]
    ('random', 'easy')
    """
    return (*BOTS, *(name for name in installed_names() if name not in BOTS))
