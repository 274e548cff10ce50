"""Where lines are shown and asked for: a protocol, and the terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from typing import Any, Protocol, TypeAlias

from guandan.render.text import Line
from guandan.table.wrapping import wrapped

__all__ = ["Complete", "Console", "Terminal"]

Complete: TypeAlias = Callable[[str], Iterable[str]]
"""From what is typed so far to the words that its last word may become."""

PROMPT = "> "


class Console(Protocol):
    """What a game is played over."""

    def show(self, line: Line) -> None:
        """Show a line."""
        ...

    def ask(self, complete: Complete) -> str:
        """Return a line that the person types.

        Raises:
            EOFError: there will be no more lines.
            KeyboardInterrupt: the person wants to leave.
        """
        ...

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        ...


class Terminal:
    """The terminal: lines go to what prints them; prompt_toolkit asks, where it can."""

    def __init__(self, show: Callable[[Line], None]) -> None:
        """Take what prints a line."""
        self._show = show
        self._session = _session()
        if isinstance(sys.stdin, TextIOWrapper):
            # What is no text is answered like whatever else cannot be understood.
            sys.stdin.reconfigure(errors="replace")

    def show(self, line: Line) -> None:
        """Show a line, in several where the terminal is not as wide."""
        if sys.stdout is None or not sys.stdout.isatty():
            self._show(line)
            return
        for part in wrapped(line, shutil.get_terminal_size().columns):
            self._show(part)

    def ask(self, complete: Complete) -> str:
        """Return a line that the person types, completed with the tabulator where possible."""
        if self._session is None:
            if sys.stdin is None or sys.stdout is None:
                raise EOFError  # closed before the program began
            try:
                return input(PROMPT)
            except (EOFError, KeyboardInterrupt):
                self._show(())  # what comes next does not belong behind the prompt
                raise
        answer = self._session.prompt(PROMPT, completer=_completer(complete))
        return str(answer)

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        time.sleep(seconds)


def _session() -> Any:
    """Return what edits a line with completion; None if there is no terminal or it is missing."""
    ends = (sys.stdin, sys.stdout)
    if os.environ.get("TERM") == "dumb" or not all(
        end is not None and end.isatty() for end in ends
    ):
        return None
    try:
        from prompt_toolkit import PromptSession  # noqa: PLC0415  # of the extra `cli`
    except ImportError:
        return None
    # While typing it would still be at work when the tabulator is pressed, which is then lost.
    return PromptSession(reserve_space_for_menu=4, complete_while_typing=False)


def _completer(complete: Complete) -> Any:
    from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415  # as above

    def get_completions(_self: object, document: Any, _event: object) -> Iterator[Any]:
        text = document.text_before_cursor
        word = text.rpartition(" ")[2].casefold()
        for found in complete(text):
            if found.casefold().startswith(word):
                yield Completion(found, start_position=-len(word))

    # Not a class statement: types are checked without prompt_toolkit, too.
    return type("CardCompleter", (Completer,), {"get_completions": get_completions})()
