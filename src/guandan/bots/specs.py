"""The text that names a bot, and the bot made from it, in whichever process plays."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from guandan.bots.installed import make_with
from guandan.errors import BotNotLoaded, SettingError, UnknownBot, shown, told
from guandan.strategy import Strategy

__all__ = ["BotSpec"]


@attrs.frozen
class BotSpec:
    """A bot by a text, which every process can make again.

    The text is a name (`easy`, or one that an installed package brings), or `module:Class`, or
    `path/to/file.py:Class`; then, if it takes settings, `?key=value&key=value`. A value is read as
    JSON if it is such (a number, `true`), else it is text.

    >>> BotSpec.parse("my_bot:MyBot?depth=3&style=bold").settings
    (('depth', 3), ('style', 'bold'))
    """

    text: str
    """The text as it was written: the bot's name in reports."""
    target: str
    """What stands before the settings."""
    settings: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def parse(cls, text: str) -> BotSpec:
        """Read the text; whether there is such a bot is seen when one is made.

        Raises:
            SettingError: it is not written as above.
        """
        if not isinstance(text, str):
            raise SettingError(
                f"a bot is named by a text, not {shown(text)}", field="bots", value=text
            )
        target, _, query = text.strip().partition("?")
        settings: dict[str, Any] = {}
        for part in query.split("&") if query else ():
            key, equals, value = part.partition("=")
            if not (key.isidentifier() and equals) or key in {"seed", *settings}:
                raise SettingError(
                    f"{shown(part)} in {shown(text)}: a setting is key=value, each key once, and"
                    " not the seed, which is given",
                    field="bots",
                    value=text,
                )
            settings[key] = _value(value)
        if not target or target.startswith(":") or target.endswith(":"):
            raise SettingError(
                f"a bot is a name, module:Class or file.py:Class, not {shown(text)}",
                field="bots",
                value=text,
            )
        if target.endswith(".py"):
            raise SettingError(
                f"the bot {shown(text)}: name the class in the file, as in {target}:CLASS",
                field="bots",
                value=text,
            )
        return cls(text.strip(), target, tuple(settings.items()))

    @property
    def is_own(self) -> bool:
        """Whether it names a class in a module or file, so that making it runs that code."""
        return ":" in self.target

    def check(self) -> BotSpec:
        """Return the same, if there is a bot of this name; what is one's own is not loaded.

        Raises:
            UnknownBot: no bot has this name.
        """
        from guandan.bots import bot_names  # noqa: PLC0415  # which exports this class

        if not self.is_own and self.target not in (names := bot_names()):
            raise UnknownBot(
                f"no bot {shown(self.target)}: there are {', '.join(names)}", name=self.target
            )
        return self

    def make(self, seed: int) -> Strategy:
        """Return a new bot.

        Raises:
            UnknownBot: no bot has this name.
            BotNotLoaded: its module, class or file cannot be loaded, or it cannot be made.

        >>> BotSpec.parse("easy").make(7)
        EasyBot()
        """
        from guandan.bots import bot  # noqa: PLC0415  # which exports this class

        settings = dict(self.settings)
        if self.is_own:
            return make_with(self._maker(), self.text, seed=seed, **settings)
        return bot(self.target, seed=seed, **settings)

    def _maker(self) -> Callable[..., object]:
        place, _, name = self.target.rpartition(":")
        try:
            module = _load_file(place) if place.endswith(".py") else importlib.import_module(place)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a stranger's module does while it is imported
            raise self._not_loaded(told(error) + _hint(error, place, name)) from error
        try:
            maker: Callable[..., object] = attrgetter(name)(module)
        except Exception as error:  # a module may have its own way to look names up
            there = ", ".join(_made_there(module)) or "no class or function"
            raise self._not_loaded(f"{place} has no {name}; it has {there}") from error
        return maker

    def _not_loaded(self, why: str) -> BotNotLoaded:
        return BotNotLoaded(f"the bot {shown(self.text)} cannot be loaded: {why}", name=self.text)


def _hint(error: BaseException, place: str, name: str) -> str:
    """Return how the file of a module is named, where there is no such module."""
    if not isinstance(error, ModuleNotFoundError) or error.name not in (
        place,
        place.partition(".")[0],
    ):
        return ""
    file = f"{place.replace('.', '/')}.py"
    if Path(file).is_file():
        return f"; there is a file of that name, whose bot is {file}:{name}"
    return f"; a bot in a file is named by its path, as in path/to/{file}:{name}"


def _made_there(module: ModuleType) -> list[str]:
    """Return the names of the classes and functions that a module makes itself."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
    ]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@cache
def _load_file(path: str) -> ModuleType:
    """Return the module of a file, which is run once a process."""
    name = f"_bots_of_{Path(path).stem}"
    spec = importlib.util.spec_from_file_location(name, Path(path).resolve())
    if spec is None or spec.loader is None:  # pragma: no cover  # it ends in .py: there is a loader
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    # What looks its own module up while it is made, as a dataclass does, has to find it.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
