"""Bots that installed packages bring: the entry points of the group `guandan.bots`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, cast

from guandan.errors import BotNotLoaded, shown, told
from guandan.strategy import Strategy, missing_methods

__all__ = ["GROUP", "find_maker", "installed_names", "make_with"]

GROUP: Final = "guandan.bots"
"""The group of entry points under which a package names its bots."""


def installed_names() -> tuple[str, ...]:
    """Return the names of the bots that installed packages bring; none of them is loaded."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow: only when asked for

    return tuple(sorted(entry_points(group=GROUP).names))


def find_maker(name: str) -> Callable[..., object] | None:
    """Return what makes the bot of this name in an installed package; None if none has it.

    Raises:
        BotNotLoaded: the entry point is broken, or two packages bring a bot of this name.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow: only when asked for

    points = list(entry_points(group=GROUP, name=name))
    if not points:
        return None
    brought_by = ", ".join(sorted(_distribution(point.dist) for point in points))
    if len(points) > 1:
        raise BotNotLoaded(
            f"more than one package brings a bot {name!r}: {brought_by}; uninstall all but one",
            name=name,
            distribution=brought_by,
        )
    point = points[0]
    try:
        maker = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's module does while it is imported
        raise BotNotLoaded(
            f"the bot {name!r} of the package {brought_by} cannot be loaded from"
            f" {point.value!r}: {told(error)}",
            name=name,
            distribution=brought_by,
        ) from error
    if not callable(maker):
        raise BotNotLoaded(
            f"the bot {name!r} of the package {brought_by}: {point.value!r} is no class or function"
            f" that makes a bot, but {shown(maker)}",
            name=name,
            distribution=brought_by,
        )
    made: Callable[..., object] = maker
    return made


def make_with(
    maker: Callable[..., object], name: str, *, seed: int | None = None, **settings: Any
) -> Strategy:
    """Return a bot made by a class or function that comes from elsewhere.

    It is given the `seed`, if it takes one, and the settings, all by name.

    Raises:
        BotNotLoaded: it raises, or what it makes is no strategy.

    >>> from guandan import BaseStrategy
    >>> class Mine(BaseStrategy):
    ...     pass
    >>> make_with(Mine, "mine", seed=7)
    Mine()
    """
    try:
        if _takes_seed(maker):
            settings = {"seed": seed, **settings}
        made = maker(**settings)
        # What it makes may have a way of its own to look names up, which may raise.
        is_strategy = not isinstance(made, type) and isinstance(made, Strategy)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # of a stranger's making
        raise BotNotLoaded(f"the bot {name!r} cannot be made: {told(error)}", name=name) from error
    if not is_strategy:
        raise BotNotLoaded(
            f"the bot {name!r} is no strategy, but {shown(made)}: derive from BaseStrategy, or"
            f" write {', '.join(missing_methods(made))}",
            name=name,
        )
    return cast(Strategy, made)


def _takes_seed(maker: Callable[..., object]) -> bool:
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # built in C, without a signature
        return False
    return any(
        parameter.name == "seed" or parameter.kind is parameter.VAR_KEYWORD
        for parameter in parameters
    )


def _distribution(dist: Any) -> str:
    return "of an unknown name" if dist is None else str(dist.name)
