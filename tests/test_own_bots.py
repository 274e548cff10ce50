"""Bots of one's own on the command line: watched, played against, saved and gone on with."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from guandan import RecordError
from guandan.bots import BotSpec, bot_names
from guandan.cli import main
from guandan.table import Saved, read_record

CODE = """
from pathlib import Path

from guandan import EasyBot

MADE = Path("made.txt")


def note(text):
    with MADE.open("a") as file:
        file.write(text + " ")


note("loaded")


class Saver(EasyBot):
    def __init__(self, seed=None, depth=1):
        super().__init__(seed)
        note(str(depth))


def broken():
    raise RuntimeError("not today")


class Other:
    pass


class Asked:
    def __getattr__(self, name):
        raise RuntimeError("do not ask")


class Unsigned:
    @property
    def __signature__(self):
        raise RuntimeError("no signature")

    def __call__(self):
        return EasyBot()


unsigned = Unsigned()
"""
DEAL = ["--seed", "7", "--match", "deal", "--speed", "0"]

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bot, in which the commands run; its file has a name of its own."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / f"bot_{abs(hash(tmp_path))}.py"
    file.write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return file


def made() -> list[str]:
    file = Path("made.txt")
    return file.read_text().split() if file.exists() else []


@pytest.mark.parametrize("form", ["{file}:Saver", "{module}:Saver", "{file}:Saver?depth=3"])
def test_own_bots_are_watched(form: str, here: Path, capsys: Capture) -> None:
    name = form.format(file=here.name, module=here.stem)
    assert main(["watch", *DEAL, "--bots", f"{name},easy"]) == 0
    out, err = capsys.readouterr()
    assert f"bots {name}, easy, {name}, easy" in out
    assert "wins the match" in out
    assert err == ""
    assert made() == ["loaded", *(["3"] if "depth" in form else ["1"]) * 2]


def test_a_game_against_own_bots_is_gone_on_with_when_they_are_named_again(
    here: Path, capsys: Capture
) -> None:
    name = f"{here.name}:Saver"
    assert main(["play", *DEAL, "--bots", f"{name},easy,{name}", "--save", "game.json"]) == 0
    out = capsys.readouterr().out
    command = f"guandan play --continue game.json --bots {name},easy,{name}"
    assert command in out
    saved = Saved.from_json(Path("game.json").read_text("utf-8"))
    assert saved.bots == (name, "easy", name)
    Path("made.txt").unlink()
    # What only a file names is not run: it may be anybody's file.
    assert main(["play", "--continue", "game.json"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("guandan: game.json was played against ")
    assert f"add --bots {name},easy,{name}" in err
    assert len(err.splitlines()) == 1
    assert read_record(Path("game.json").read_text("utf-8")) == saved.record
    assert main(["replay", "game.json"]) == 0
    assert made() == []
    for bots in (f"{name},easy,{name}", "easy"):
        assert main(["play", "--continue", "game.json", "--bots", bots]) == 0
    assert made()[-2:] == ["1", "1"]


@pytest.mark.parametrize("command", ["watch", "play"])
@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("missing.py:Saver", "the bot 'missing.py:Saver' cannot be loaded: FileNotFoundError"),
        ("no_module_of_this_name:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("{file}:Nobody", "has no Nobody; it has"),
        ("{file}:broken", "cannot be made: RuntimeError: not today"),
        ("{file}:Other", "is no strategy"),
        # Whether it is asked at all depends on the Python.
        ("{file}:Asked", ":Asked' "),
        ("{file}:unsigned", "cannot be made: RuntimeError: no signature"),
        (":Saver", "a bot is a name, module:Class or file.py:Class, not ':Saver'"),
        ("easy?depth", "a setting is key=value"),
        ("genius", "no bot 'genius': there are random, easy, normal, strong"),
    ],
)
def test_a_bot_that_cannot_be_had_is_bad_usage_and_one_line(
    command: str, bots: str, said: str, here: Path, capsys: Capture
) -> None:
    files = {"watch": ["--record", "new.json"], "play": ["--save", "new.json"]}[command]
    argv = [command, *DEAL, "--bots", bots.format(file=here.name), *files]
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert len(err.splitlines()) == 1
    assert "Deal 1" not in out
    assert not Path("new.json").exists()


def test_a_saved_game_names_bots_that_there_can_be(here: Path) -> None:
    assert main(["play", *DEAL, "--save", "game.json"]) == 0
    game = json.loads(Path("game.json").read_text("utf-8"))
    for name in (":Saver", "genius", "easy?seed=1", " easy", "x.py:"):
        with pytest.raises(RecordError, match=r"file\.py:Class or module:Class"):
            Saved.from_json(json.dumps(game | {"bots": [name] * 3}))
    own = f"{here.name}:Saver"
    assert Saved.from_json(json.dumps(game | {"bots": [own] * 3})).bots == (own,) * 3
    assert made() == []


def test_a_name_is_checked_without_loading_what_is_ones_own() -> None:
    for name in (*bot_names(), "nowhere.py:Bot", "strong?playouts=3"):
        assert BotSpec.parse(name).check().text == name
    specs = [BotSpec.parse(name) for name in ("easy", "a.b:C", "c.py:D?x=1")]
    assert [spec.is_own for spec in specs] == [False, True, True]


# --- A record is not written over ---------------------------------------------------------------


def test_a_record_is_written_over_nothing(capsys: Capture) -> None:
    file = Path("match.json")
    watch = ["watch", *DEAL, "--record", str(file)]
    assert main(watch) == 0
    text = file.read_text("utf-8")
    other = ["watch", "--seed", "8", "--match", "deal", "--record", str(file)]
    capsys.readouterr()
    assert main(other) == 2
    out, err = capsys.readouterr()
    said = "cannot write match.json: it is there already: name another, or add --overwrite"
    assert (out, err) == ("", f"guandan: {said}\n")
    assert file.read_text("utf-8") == text
    assert main([*other, "--overwrite"]) == 0
    assert file.read_text("utf-8") != text
    assert main(["watch", *DEAL, "--overwrite"]) == 2
    assert "--overwrite is for the file that --record names" in capsys.readouterr().err


def test_a_record_may_go_where_nothing_is_lost() -> None:
    assert main(["watch", *DEAL, "--record", os.devnull]) == 0
