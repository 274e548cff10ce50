"""A person at the table for the tests: what is typed is given before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from guandan import Match, Rules
from guandan.help.names import words
from guandan.help.sorting import SortOrder
from guandan.render.text import Line, Span, plain
from guandan.table import Console, Game, Saved

ONE_DEAL = Rules(match_format="deal")


class Script:
    """A console whose person types what is given, then for ever `then`."""

    def __init__(self, *typed: str, then: str | None = None) -> None:
        self.typed = list(typed)
        self.then = then
        self.lines: list[str] = []
        self.spans: list[Span] = []
        self.waited: list[float] = []
        self.completed: list[list[str]] = []
        self.completing = ""
        self.interrupt_wait_at = 0

    def show(self, line: Line) -> None:
        self.lines.append(plain(line))
        self.spans += line

    def ask(self, complete: Callable[[str], Iterable[str]]) -> str:
        self.completed.append(list(complete(self.completing)))
        answer = self.typed.pop(0) if self.typed else self.then
        if answer is None:
            raise EOFError
        if answer == "^C":
            raise KeyboardInterrupt
        self.lines.append(f"> {answer}")
        return answer

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        if len(self.waited) == self.interrupt_wait_at:
            raise KeyboardInterrupt

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def saved(rules: Rules = ONE_DEAL, seed: int = 7, *, speed: float = 0, bots: str = "easy") -> Saved:
    return Saved(Match(rules, seed).record(), (bots, bots, bots), speed, SortOrder.RANK)


def game(console: Console, path: Path, start: Saved | None = None, language: str = "en") -> Game:
    return Game(start or saved(), console, words(language), path)


def answers(path: Path, *typed: str, start: Saved | None = None) -> Script:
    console = Script(*typed)
    game(console, path, start).play()
    return console
