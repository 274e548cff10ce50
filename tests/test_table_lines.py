"""Lines on a terminal: none is broken in the middle of a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from guandan.help.names import LANGUAGES
from guandan.render.text import Line, Span, plain, width
from guandan.table.wrapping import VERBATIM, wrapped
from person import Script, answers, game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [60, 80])
def test_no_line_is_broken_in_the_middle_of_a_word(path: Path, language: str, columns: int) -> None:
    console = Script("help", "count", "levels", "arrange", "?", "sort x", then="!")
    lines: list[Line] = []
    console.show = lines.append  # type: ignore[assignment,method-assign]
    assert game(console, path, language=language).play()
    assert len(lines) > 100
    for line in lines:
        parts = wrapped(line, columns)
        assert all(width(part) <= columns for part in parts), plain(line)
        assert "".join(map(plain, parts)).replace(" ", "") == plain(line).replace(" ", "")
        assert len(parts) == 1 or width(line) > columns


@pytest.mark.parametrize(
    ("text", "columns", "parts"),
    [
        ("", 5, [""]),
        ("     ", 3, [""]),
        ("one two", 7, ["one two"]),
        ("one two", 6, ["one", "  two"]),
        ("  one two  ", 8, ["  one", "    two"]),
        ("a/very/long/file here", 6, ["a/very/long/file", "  here"]),
        ("one a/very/long/file", 6, ["one", "  a/very/long/file"]),
        ("你是0号位，对家", 10, ["你是0号", "  位，对家"]),
        ("号号号号，号", 8, ["号号号", "  号，号"]),
    ],
)
def test_lines_are_broken_where_words_end(text: str, columns: int, parts: list[str]) -> None:
    assert [plain(part) for part in wrapped((Span(text),), columns)] == parts


def test_the_parts_of_a_line_keep_their_styles() -> None:
    line = (Span("one ", "dim"), Span("two three", "good"))
    assert wrapped(line, 9) == [
        (Span("one ", "dim"), Span("two", "good")),
        (Span("  "), Span("three", "good")),
    ]
    assert wrapped(line, 80) == [line]


def test_a_command_is_never_broken() -> None:
    line = (Span("  "), Span("guandan play --continue game.json", VERBATIM))
    assert wrapped(line, 9) == [line]


def test_arrangements_are_broken_between_plays(path: Path) -> None:
    lines = answers(path, "arrange").lines
    at = next(place for place, line in enumerate(lines) if line.startswith("9 turns | "))
    assert lines[at + 1].startswith("    | ")
    assert max(map(len, lines[at : at + 8])) < 80
