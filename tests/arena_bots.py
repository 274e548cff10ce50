"""Bots that misbehave, for the tests of the arena: found by name in worker processes too."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from guandan import BaseStrategy, Combo, EasyBot, PlayerView

FAILED_IMPORT = "no_such_module_anywhere"


class Seeded(EasyBot):
    """Takes the seed by name, and a setting."""

    def __init__(self, seed: int | None = None, depth: int = 1) -> None:
        super().__init__(seed)
        self.seed = seed
        self.depth = depth


class Sometimes(EasyBot):
    """Does something bad at each n-th deal whose cards say so: the same in every process."""

    def bad(self) -> Combo | None:
        raise ZeroDivisionError(f"sometimes {object()!r}")

    def choose_play(self, view: PlayerView) -> Combo | None:
        if len(view.hand) < 20 and view.hand.count("HR") == 2:
            return self.bad()
        return super().choose_play(view)


class Exits(Sometimes):
    """Would end the program."""

    def bad(self) -> Combo | None:
        sys.exit("enough")


class Cancels(Sometimes):
    """Raises what few catch."""

    def bad(self) -> Combo | None:
        raise asyncio.CancelledError("not now")


class Speechless(Sometimes):
    """Raises what cannot be written."""

    def bad(self) -> Combo | None:
        class Mute(Exception):
            def __str__(self) -> str:
                raise ZeroDivisionError

        raise Mute


class ExitsLater(Sometimes):
    """Answers with what would end the program when it is looked at."""

    def bad(self) -> Any:
        def cards() -> Iterator[str]:
            yield "HR"
            sys.exit(0)

        return cards()


class Dies(Sometimes):
    """Ends its process as a crash in C would."""

    def bad(self) -> Combo | None:
        os._exit(3)


class DiesOnce(EasyBot):
    """Ends its process the first time that anybody asks it; `mark` is a file that remembers."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self.mark = mark

    def choose_play(self, view: PlayerView) -> Combo | None:
        try:
            with open(self.mark, "x"):  # noqa: PTH123  # it must fail if the file is there
                os._exit(3)
        except FileExistsError:
            return super().choose_play(view)


class Cheats(BaseStrategy):
    """Passes where it must lead."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        del view
        return None


class Slow(EasyBot):
    """Takes its time."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        time.sleep(0.002)
        return super().choose_play(view)


class Unmade(EasyBot):
    """Can be made with some seeds only."""

    def __init__(self, seed: int) -> None:
        if seed:
            raise OSError("no model file")
        super().__init__()


class ExitsWhenMade(EasyBot):
    """Would end the program at once."""

    def __init__(self) -> None:
        sys.exit(2)


class DiesWhenMade(EasyBot):
    """Ends its process at once."""

    def __init__(self) -> None:
        os._exit(3)


def no_bot() -> Any:
    """Make something that plays nothing."""
    return object()


NOT_CALLABLE = 7
