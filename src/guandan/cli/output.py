"""What a command prints: lines, coloured where that is possible, or JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from guandan import Event, GuandanError, NotACard, Rules
from guandan.errors import shown
from guandan.help.names import words
from guandan.jsonable import to_jsonable
from guandan.render.text import Line, Narrator, plain

__all__ = ["Show", "can_show_signs", "narrator_for", "print_all", "printer", "said_in"]

_SIGNS: Final = "♠♥♣♦→·"
"""What the output must be able to show for cards to be drawn with them."""

_STYLES: Final = {
    "head": "bold",
    "trick": "bold cyan",
    "seat0": "green",
    "seat1": "magenta",
    "seat2": "green",
    "seat3": "magenta",
    "team0": "green",
    "team1": "magenta",
    "red": "red",
    "joker": "bold yellow",
    "wild": "bold blue",
    "kind": "dim",
    "bomb": "bold white on red",
    "dim": "dim",
    "good": "bold green",
}
"""How the styles of `guandan.render.text` look on a terminal."""


def narrator_for(options: argparse.Namespace, rules: Rules | None = None) -> Narrator:
    """Return what tells events, which show all cards, as the options wish."""
    return Narrator(
        options.lang or "en",
        signs=can_show_signs(),
        hands=getattr(options, "hands", False),
        unplayed=True,
        rules=rules,
    )


def said_in(language: str, error: GuandanError) -> str:
    """Return an error in a language.

    The message, which is English, has the facts: in other languages it follows in brackets, or is
    replaced by the place where cards are written wrongly.
    """
    if language == "en":
        return str(error)
    said = words(language)
    if isinstance(error, NotACard) and (rest := error.text[error.position :]):
        return said.say("error.not_a_card.at", rest=shown(rest))
    return said.say("error.detail", said=said.error(error), detail=error)


def print_all(lines: Iterable[Line], options: argparse.Namespace) -> None:
    """Print lines."""
    show = printer(options.no_color)
    for line in lines:
        show(line)


def can_show_signs() -> bool:
    """Return whether the output can show the signs of the suits."""
    try:
        _SIGNS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class Show:
    """Shows events as they come: as lines, coloured where that is possible, or as JSON."""

    def __init__(self, options: argparse.Namespace, rules: Rules) -> None:
        self.narrator: Narrator = narrator_for(options, rules)
        self._json: bool = options.json
        self._speed: float = options.speed or 0.0
        self._print = printer(options.no_color)

    def told(self, lines: Iterable[Line]) -> None:
        """Show lines that belong to no event; not in JSON."""
        if not self._json:
            for line in lines:
                self._print(line)

    def event(self, event: Event) -> None:
        """Show an event, then wait as the speed says, unless there was nothing to show."""
        if self._json:
            print(json.dumps(to_jsonable(event)), flush=True)
        else:
            lines = self.narrator.lines(event)
            if not lines:
                return
            self.told(lines)
        if self._speed:
            time.sleep(self._speed)


def printer(no_color: bool) -> Callable[[Line], None]:
    """Return what prints a line: through rich where there are colours and it is installed."""
    if no_color or os.environ.get("NO_COLOR") or sys.stdout is None or not sys.stdout.isatty():
        return _print_plain
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        return _print_plain
    console = Console(highlight=False, soft_wrap=True)

    def show(line: Line) -> None:
        spans: list[Any] = [(span.text, _STYLES.get(span.style, "")) for span in line]
        console.print(Text.assemble(*spans))

    return show


def _print_plain(line: Line) -> None:
    print(plain(line), flush=True)
