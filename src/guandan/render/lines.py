"""A line of text: spans, each with the name of a style, and how lines are put together."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TypeAlias

import attrs

__all__ = ["Line", "Span", "indented", "joined", "padded", "plain", "width"]


@attrs.frozen
class Span:
    """A piece of a line.

    Styles: `head` (a deal begins), `trick`, `seat0` to `seat3`, `team0` and `team1`, `black`,
    `red`, `joker`, `wild` (a wild with what it stands for), `kind`, `bomb`, `dim`, `good` (a
    finish, a win), or none.
    """

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


def plain(line: Line) -> str:
    """Return a line as bare text.

    >>> plain((Span("Trick 1", "trick"), Span(" "), Span("seat 2 leads")))
    'Trick 1 seat 2 leads'
    """
    return "".join(span.text for span in line).rstrip()


def width(line: Line) -> int:
    """Return how many columns of a terminal a line takes; a Chinese character takes two.

    >>> width((Span("♠5 "), Span("单张")))
    7
    """
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for span in line
        for sign in span.text
    )


def joined(lines: Iterable[Line], between: Span) -> Line:
    """Return lines as one, with something between them."""
    spans: list[Span] = []
    for line in lines:
        if spans:
            spans.append(between)
        spans += line
    return tuple(spans)


def padded(line: Line, columns: int) -> Line:
    """Return a line that takes so many columns at least."""
    return (*line, Span(" " * max(0, columns - width(line))))


def indented(line: Line, indent: int = 2) -> Line:
    """Return a line that begins so many columns further right."""
    return (Span(" " * indent), *line)
