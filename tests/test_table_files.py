"""A game on file: where it is saved, what is refused, and how it meets a record."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guandan import Match, Record, RecordError, RecordTypeError
from guandan.help.sorting import SortOrder
from guandan.table import Saved, command, read_record
from person import ONE_DEAL, Script, answers, game, saved


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def test_a_game_tells_its_seed(path: Path) -> None:
    assert "seed 7" in answers(path).lines
    assert "seed 7" in answers(path, start=Saved.from_json(path.read_text("utf-8"))).lines


BAD_GAMES: list[tuple[object, str, str]] = [
    ([], "$", "a saved game is a JSON object"),
    (5, "$", "a saved game is a JSON object"),
    (None, "$", "a saved game is a JSON object"),
    ({}, "$.guandan_game", "format 1, not nothing"),
    ({"guandan_game": 2}, "$.guandan_game", "format 1, not 2"),
    ({"guandan_game": True}, "$.guandan_game", "format 1, not True"),
    ({"guandan_game": 1.0}, "$.guandan_game", "format 1, not 1.0"),
    ({"bots": None}, "$.bots", "three of random"),
    ({"bots": "easy"}, "$.bots", "three of random"),
    ({"bots": ["easy", "easy", "nobody"]}, "$.bots", "three of random"),
    ({"speed": "fast"}, "$.speed", "from 0 to 60"),
    ({"bots": ["easy", "easy"]}, "$.bots", "three of random"),
    ({"bots": ["easy", ["easy"], {}]}, "$.bots", "three of random"),
    ({"speed": True}, "$.speed", "from 0 to 60"),
    ({"speed": -1}, "$.speed", "from 0 to 60"),
    ({"speed": 10**300}, "$.speed", "from 0 to 60"),
    ({"sort": "colour"}, "$.sort", "one of rank"),
    ({"sort": None}, "$.sort", "one of rank"),
    ({"sort": []}, "$.sort", "one of rank"),
    ({"language": "fr"}, "$.language", "one of en, de, zh"),
    ({"language": ["en"]}, "$.language", "one of en, de, zh"),
    ({"record": None}, "$.record", "a record is a JSON object"),
    ({"record": {"format": 9}}, "$.record.format", "this version reads format 1"),
]


@pytest.mark.parametrize(("change", "where", "why"), BAD_GAMES)
def test_a_saved_game_that_is_damaged_says_where(change: object, where: str, why: str) -> None:
    data: object = change
    if isinstance(change, dict) and change and "guandan_game" not in change:
        data = json.loads(saved().to_json()) | change
    for read in (Saved.from_json, read_record):
        if read is read_record and "guandan_game" not in json.dumps(data):
            continue
        with pytest.raises(RecordError, match=re.escape(why)) as caught:
            read(json.dumps(data))
        assert caught.value.where == where
        assert str(caught.value).startswith(f"{where}: ")


@pytest.mark.parametrize("wrong", [None, 5, b"{}", {}, True])
def test_a_game_is_read_from_text(wrong: Any) -> None:
    for read in (Saved.from_json, read_record):
        with pytest.raises(RecordTypeError):
            read(wrong)


def test_a_record_is_told_from_a_saved_game() -> None:
    start = saved()
    assert read_record(start.to_json()) == read_record(start.record.to_json()) == start.record
    with pytest.raises(RecordError, match="guandan replay FILE shows it"):
        Saved.from_json(start.record.to_json())
    with pytest.raises(RecordError, match="this is not JSON"):
        read_record("{")
    for text in ("{", "", "[" * 100_000, '{"guandan_game": '):
        with pytest.raises(RecordError, match="this is not JSON|nested too deeply"):
            Saved.from_json(text)


def test_a_saved_game_reads_back() -> None:
    assert Saved.from_json(saved().to_json()) == saved()
    assert isinstance(saved().record, Record)


def test_a_record_that_cannot_be_played_is_refused(path: Path) -> None:
    match = Match(ONE_DEAL, 7)
    match.deal_next(leader=0)
    data = json.loads(match.record().to_json())
    data["deals"][0]["actions"] = ["0 -"]
    broken = Saved(Record.from_json(json.dumps(data)), ("easy",) * 3, 0, SortOrder.RANK)
    with pytest.raises(RecordError, match=r"deals\[0\].actions\[0\]"):
        game(Script(), path, broken)


# --- where a game is saved ------------------------------------------------------------------------


def options(save: Path | None = None, saved: Path | None = None) -> argparse.Namespace:
    return argparse.Namespace(save=save, saved=saved)


def test_no_game_is_saved_over_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = command.file_of(options())
    assert str(first) == "guandan-game.json"
    first.write_text("one game")
    second = command.file_of(options())
    assert str(second) == "guandan-game-2.json"
    second.write_text("another")
    assert str(command.file_of(options())) == "guandan-game-3.json"
    # Going on with a game saves where it was, or in a new file.
    assert command.file_of(options(saved=first)) == first
    assert command.file_of(options(save=Path("new.json"), saved=first)) == Path("new.json")
    assert command.file_of(options(save=tmp_path / first, saved=first)) == tmp_path / first
    for wrong in (options(save=first), options(save=first, saved=second)):
        with pytest.raises(FileExistsError, match="is there already"):
            command.file_of(wrong)
    gone = options(save=Path("new.json"), saved=Path("gone.json"))
    assert command.file_of(gone).name == "new.json"
    assert first.read_text() == "one game"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"speed": ', '"speed": 1, "speed": ', "twice"),
        ('"seed": 7', '"seed": 7, "seed": 7', "twice"),
        ('"sort": ', '"zzz": 1, "sort": ', "has no 'zzz'"),
        ('"speed": 0.5', '"speed": NaN', "NaN"),
    ],
)
def test_a_saved_game_is_read_as_strictly_as_a_record(old: str, new: str, said: str) -> None:
    text = Saved(Match(seed=7).record(), ("easy", "random", "easy"), 0.5, SortOrder.SUIT).to_json()
    assert text.count(old) == 1
    with pytest.raises(RecordError, match=said):
        Saved.from_json(text.replace(old, new))


@pytest.mark.parametrize("data", [b"!\n\xff\n!\nquit\n", "♠5\n\x00\nquit\n".encode(), b""])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_whatever_is_typed_the_game_is_saved(tmp_path: Path, data: bytes, encoding: str) -> None:
    save = tmp_path / "game.json"
    command = ["play", "--seed", "1", "--speed", "0", "--match", "deal", "--save", str(save)]
    done = subprocess.run(
        [sys.executable, "-m", "guandan", *command],
        input=data,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    Saved.from_json(save.read_text("utf-8"))


@pytest.mark.skipif(sys.platform == "win32", reason="no sh to close descriptors with")
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_game_without_an_end_of_the_terminal_is_saved(tmp_path: Path, closed: str) -> None:
    save = tmp_path / "game.json"
    command = f'"$0" -m guandan play --seed 1 --speed 0 --match deal --save "$1" {closed}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, str(save)], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    Saved.from_json(save.read_text("utf-8"))
