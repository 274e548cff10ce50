"""The command `guandan play` and its terminal, where something stands in for one."""

from __future__ import annotations

import argparse
import builtins
import io
import json
import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from guandan.cli import main
from guandan.help.names import words
from guandan.render.text import Line, Span, plain
from guandan.table import Saved, Terminal
from guandan.table.command import add_arguments

PLAY = ["play", "--seed", "7", "--match", "deal", "--speed", "0"]


# --- Without a terminal -------------------------------------------------------------------------

Capture = pytest.CaptureFixture[str]


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_lines_from_a_pipe_are_played_and_its_end_saves(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, "!\nquit\n")
    assert main(PLAY) == 0
    out, err = capsys.readouterr()
    assert "guandan play --continue guandan-game.json" in out
    assert err == ""
    typed(monkeypatch, "")
    assert main(["play", "--continue", "guandan-game.json", "--bots", "random"]) == 0
    assert "继续" not in capsys.readouterr().out
    saved = Saved.from_json(Path("guandan-game.json").read_text("utf-8"))
    assert saved.bots == ("random",) * 3
    assert saved.speed == 0


def test_it_speaks_the_language_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "")
    assert main([*PLAY, "--lang", "zh", "--save", str(tmp_path / "game.json")]) == 0
    assert "你是0号位" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["--bots", "nobody"], 2, "no bot 'nobody'"),
        (["--bots", "easy,easy"], 2, "one or three names of bots, not 2"),
        (["--speed", "fast"], 2, "seconds are a number from 0 to 60"),
        (["--speed", "61"], 2, "seconds are a number from 0 to 60"),
        (["--match", "short", "--level", "5"], 2, "leave out --level"),
        (["--rules", "none"], 2, "no preset"),
        (["--continue", "nowhere.json"], 2, "cannot read nowhere.json"),
        (["--save", "nowhere/game.json"], 2, "cannot write nowhere/game.json: No such file"),
    ],
)
def test_bad_options_are_one_line(
    argv: list[str], code: int, message: str, capsys: Capture
) -> None:
    assert main(["play", *argv]) == code
    err = capsys.readouterr().err
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_file_that_is_no_game_is_refused(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("{}")
    assert main(["play", "--continue", str(path)]) == 1
    assert (
        f"{path}: expected a game saved in format 1, not nothing (guandan_game)"
        in capsys.readouterr().err
    )
    assert path.read_text() == "{}"


def test_a_record_is_no_game_and_stays_as_it_is(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    assert main(["watch", "--match", "deal", "--seed", "7", "--record", str(path)]) == 0
    text = path.read_text("utf-8")
    assert main(["play", "--continue", str(path)]) == 1
    err = capsys.readouterr().err
    assert f"{path}: this is the record of a match" in err
    assert "guandan replay" in err
    assert path.read_text("utf-8") == text


def test_a_game_that_cannot_be_played_names_its_file(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    typed(monkeypatch, "!\n")
    assert main([*PLAY, "--save", str(path)]) == 0
    game = json.loads(path.read_text("utf-8"))
    game["record"]["deals"][0]["actions"][0] = "3 -"
    path.write_text(json.dumps(game))
    capsys.readouterr()
    assert main(["play", "--continue", str(path)]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"guandan: {path}: ")
    assert err.endswith(" (deal 1, action 1)\n")
    assert "$" not in err


def test_a_game_goes_on_in_its_language(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.json"
    begun = [*PLAY, "--save", str(file), "--lang", "de"]
    went_on = ["play", "--continue", str(file)]
    for argv, kept in ((begun, "de"), (went_on, "de"), ([*went_on, "--lang", "zh"], "zh")):
        typed(monkeypatch, "quit\n")
        assert main(argv) == 0
        assert json.loads(file.read_text("utf-8"))["language"] == kept
        assert words(kept).say("play.saved", file=file) in capsys.readouterr().out
    old = json.loads(file.read_text("utf-8"))
    del old["language"]  # as games were saved at first
    assert Saved.from_json(json.dumps(old)).language == "en"


def test_the_options_of_the_game_have_defaults() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = parser.parse_args(["--bots", "easy, random ,easy", "--speed", "1.5"])
    assert options.bots == ("easy", "random", "easy")
    assert options.speed == 1.5
    assert parser.parse_args([]).saved is None


# --- The terminal -------------------------------------------------------------------------------


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def nothing(_text: str) -> Iterable[str]:
    return ()


def fake_toolkit(monkeypatch: pytest.MonkeyPatch, asked: list[Any]) -> None:
    """Put a stand-in for prompt_toolkit where it is imported from."""

    class PromptSession:
        def __init__(self, *, reserve_space_for_menu: int, complete_while_typing: bool) -> None:
            assert reserve_space_for_menu < 8
            assert not complete_while_typing, "or a quick tabulator is lost"

        def prompt(self, message: str, *, completer: Any) -> str:
            document = types.SimpleNamespace(text_before_cursor="s5 s")
            asked.append((message, list(completer.get_completions(document, None))))
            return "S5 S6"

    def completion(text: str, start_position: int) -> tuple[str, int]:
        return text, start_position

    package: Any = types.ModuleType("prompt_toolkit")
    package.PromptSession = PromptSession
    completions: Any = types.ModuleType("prompt_toolkit.completion")
    completions.Completer = object
    completions.Completion = completion
    monkeypatch.setitem(sys.modules, "prompt_toolkit", package)
    monkeypatch.setitem(sys.modules, "prompt_toolkit.completion", completions)


def be_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the test itself: pytest puts streams of its own in place for each of its phases."""
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())
    monkeypatch.setenv("TERM", "xterm")


def test_with_prompt_toolkit_cards_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    be_a_terminal(monkeypatch)
    fake_toolkit(monkeypatch, asked)
    shown: list[Line] = []
    terminal = Terminal(shown.append)

    def complete(text: str) -> list[str]:
        assert text == "s5 s"
        return ["S6", "S7", "D5", "sort"]

    assert terminal.ask(complete) == "S5 S6"
    assert asked == [("> ", [("S6", -1), ("S7", -1), ("sort", -1)])]
    terminal.show((Span("a line"),))
    assert plain(shown[0]) == "a line"
    terminal.wait(0)


def test_on_a_terminal_long_lines_are_broken_and_elsewhere_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "9")
    line = (Span("one two three"),)
    for stream, parts in ((Tty(), ["one two", "  three"]), (io.StringIO(), ["one two three"])):
        shown: list[Line] = []
        monkeypatch.setattr(sys, "stdout", stream)
        Terminal(shown.append).show(line)
        assert list(map(plain, shown)) == parts


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_what_follows_an_end_stands_in_a_line_of_its_own(
    end: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(_prompt: str) -> str:
        raise end

    monkeypatch.setattr(builtins, "input", ask)
    shown: list[Line] = []
    with pytest.raises(end):
        Terminal(shown.append).ask(nothing)
    assert shown == [()]


@pytest.mark.parametrize("how", ["missing", "dumb", "no input"])
def test_without_it_or_without_a_terminal_lines_are_just_read(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_a_terminal(monkeypatch)
    fake_toolkit(monkeypatch, [])
    if how == "missing":
        monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    elif how == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    else:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
    ask: Callable[[str], str] = lambda prompt: f"{prompt}S5"  # noqa: E731
    monkeypatch.setattr(builtins, "input", ask)
    assert Terminal(lambda _: None).ask(nothing) == "> S5"


@pytest.mark.parametrize("name", ["stdin", "stdout"])
def test_what_was_closed_from_the_beginning_is_at_its_end(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, name, None)
    with pytest.raises(EOFError):
        Terminal(lambda _: None).ask(nothing)
