"""Lines that are longer than a terminal is wide, broken where words end."""

from __future__ import annotations

from itertools import groupby
from typing import Final, TypeAlias

from guandan.render.text import Line, Span, width

__all__ = ["VERBATIM", "wrapped"]

VERBATIM: Final = "verbatim"
"""The style of what is never broken, so that it can be copied: a command."""

_Sign: TypeAlias = tuple[str, str]
"""One character and its style."""

_CLOSING: Final = "，。、；：！？）」”’"
"""Signs that no line begins with."""

_INDENT: Final = 2
"""Columns by which the rest of a line stands further right than its beginning."""


def wrapped(line: Line, columns: int) -> list[Line]:
    """Return a line as lines that fit into so many columns, the later ones indented.

    It is broken at spaces and between Chinese characters. A word that is longer than a line stays
    whole, so that a file's name can be copied.

    >>> from guandan.render.text import plain
    >>> for part in wrapped((Span("You lead: "), Span("play something", "good")), 14):
    ...     print(plain(part))
    You lead: play
      something
    """
    signs = _stripped([(sign, span.style) for span in line for sign in span.text])
    lead = next((at for at, (sign, _) in enumerate(signs) if sign != " "), 0)
    indent = [(" ", "")] * (min(lead, columns // 4) + _INDENT)
    lines: list[Line] = []
    while _wide(signs) > columns:
        at = _break(signs, columns)
        if at is None:
            break
        lines.append(_line(_stripped(signs[:at])))
        rest = next(place for place in range(at, len(signs)) if signs[place][0] != " ")
        signs = indent + signs[rest:]
    return [*lines, _line(signs)]


def _break(signs: list[_Sign], columns: int) -> int | None:
    """Return where the line that fits ends: the last such place, or the first that comes after."""
    text = [sign for sign, _ in signs]
    start = next(at for at, sign in enumerate(text) if sign != " ")
    places = [
        at
        for at in range(start + 1, len(text))
        if signs[at][1] != VERBATIM and _may_break(text[at - 1], text[at])
    ]
    fitting = [at for at in places if _wide(_stripped(signs[:at])) <= columns]
    return max(fitting) if fitting else min(places, default=None)


def _may_break(before: str, after: str) -> bool:
    if after == " ":
        return before != " "
    return (_is_wide(before) or _is_wide(after)) and after not in _CLOSING and before != "（"


def _is_wide(sign: str) -> bool:
    return width((Span(sign),)) == 2


def _wide(signs: list[_Sign]) -> int:
    return width(_line(signs))


def _stripped(signs: list[_Sign]) -> list[_Sign]:
    while signs and signs[-1][0] == " ":
        signs = signs[:-1]
    return signs


def _line(signs: list[_Sign]) -> Line:
    """Return signs as spans again."""
    return tuple(
        Span("".join(sign for sign, _ in run), style)
        for style, run in groupby(signs, key=lambda sign: sign[1])
    )
