"""A match in single lines: one for every event, for a log, a chat or a screen reader."""

from __future__ import annotations

import re
from typing import Final

from guandan import Event, Played
from guandan.help.names import Words
from guandan.render.text import Narrator, plain

__all__ = ["Teller"]

_WIDE: Final = re.compile(r"\s{2,}")


class Teller:
    """Tells every event of a match as one line of bare text, in the narrator's words.

    >>> from guandan import Deal
    >>> teller = Teller("en")
    >>> for event in Deal.at(["S5", "S6", "S7 S9", "S8"], "2", to_act=0).play("S5"):
    ...     print(teller.line(event))
    seat 0  ♠5  single
    seat 0 is out: first.
    """

    def __init__(self, language: str | Words = "en", *, signs: bool = True) -> None:
        self._narrator = Narrator(language, signs=signs)

    def line(self, event: Event) -> str:
        """Return the line of an event; never an empty one."""
        lines = [plain(line) for line in self._narrator.lines(event) if line]
        if isinstance(event, Played):
            lines = lines[-1:]  # without the head of its trick
        if not lines:
            lines = [plain(self._narrator.silent(event))]
        # The columns of a page are no use in single lines.
        return " ".join(_WIDE.sub("  ", line.strip()) for line in lines)
