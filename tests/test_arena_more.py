"""A run that goes on to more pairs; and how the bots in files are named."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from guandan import BotNotLoaded, OtherTournament, ResultsError, SettingError, UnknownBot, bot
from guandan.arena import BotSpec, InProcessExecutor, Sprt, compare, round_robin
from guandan.cli import main

HERE = InProcessExecutor()
SOMETIMES = "arena_bots:Sometimes"


def steady(path: Path) -> list[Any]:
    """The lines of a file without what two runs do not have in common."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        for game in line["games"]:
            del game["latency"]
            if game["error"]:
                del game["error"]["traceback"]
    return lines


# --- More pairs ----------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [(9,), (3, 9), (1, 2, 9), (8, 9), (6, 6, 9)])
def test_a_run_that_goes_on_to_more_is_the_run_of_so_many(
    tmp_path: Path, steps: tuple[int, ...]
) -> None:
    whole = tmp_path / "whole.jsonl"
    report = compare(SOMETIMES, "random", pairs=12, seed=7, into=whole, executor=HERE)
    path = tmp_path / "r.jsonl"
    shares = []
    for pairs in (*steps, 12):
        begun = compare(SOMETIMES, "random", pairs=pairs, seed=7, into=path, executor=HERE)
        shares.append(begun.share)
        assert begun.pairs == pairs
        assert steady(path)[0]["pairs"] == pairs
    assert steady(path) == steady(whole)
    assert path.read_text().splitlines()[0] == whole.read_text().splitlines()[0]
    assert shares[-1] == report.share
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["r.jsonl", "whole.jsonl"]


def test_a_field_of_bots_goes_on_to_more(tmp_path: Path) -> None:
    bots = ["easy", "random", SOMETIMES]
    whole, path = tmp_path / "whole", tmp_path / "r"
    round_robin(bots, pairs=3, seed=7, into=whole, executor=HERE)
    round_robin(bots, pairs=1, seed=7, into=path, executor=HERE)
    # Not to its end either: the last line is torn.
    path.write_bytes(path.read_bytes()[:-20])
    round_robin(bots, pairs=3, into=path, executor=HERE)
    assert steady(path) == steady(whole)


def test_a_test_that_is_decided_stays_so(tmp_path: Path) -> None:
    test = Sprt(0.5, 0.9)
    whole, path = tmp_path / "whole", tmp_path / "r"
    for into, numbers in ((whole, [200]), (path, [150, 200])):
        for pairs in numbers:
            report = compare(
                "easy", "random", pairs=pairs, seed=7, sprt=test, into=into, executor=HERE
            )
            assert report.pairs < 100
    assert steady(path) == steady(whole)


def test_fewer_pairs_and_other_runs_are_refused_and_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    compare("easy", "random", pairs=3, seed=7, into=path, executor=HERE)
    before = path.read_bytes()
    with pytest.raises(OtherTournament, match="begun with 3 pairs: it can go on to more, not to 2"):
        compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)
    for changed in ({"seed": 8}, {"sprt": Sprt(0.5, 0.6)}, {"setting": None, "b": "easy"}):
        given: dict[str, Any] = {"b": "random", "seed": 7} | changed
        with pytest.raises(OtherTournament, match="of another tournament"):
            compare("easy", given.pop("b"), pairs=5, into=path, executor=HERE, **given)
    assert path.read_bytes() == before
    # A damaged line is found before the header is written anew.
    damaged = before.replace(b'"pair":1', b'"pair":2')
    path.write_bytes(damaged)
    with pytest.raises(ResultsError, match="line 3"):
        compare("easy", "random", pairs=5, seed=7, into=path, executor=HERE)
    assert path.read_bytes() == damaged


def test_a_file_that_cannot_be_made_longer_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.jsonl"
    compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ResultsError, match="cannot write .*: No space left on device") as caught:
        compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)
    assert caught.value.code == "results_file"
    assert path.read_bytes() == before


# --- Bots in files -------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with a bot in it, which cannot be imported."""
    (tmp_path / "saving_bot.py").write_text(
        "from guandan import EasyBot\n\n\nclass Saver(EasyBot):\n    pass\n"
        "\n\ndef make():\n    return Saver()\n\n\n_NUMBER = 7\n"
    )
    (tmp_path / "empty_bot.py").write_text("NUMBER = 7\n")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "saving_bot.py").write_text("import no_such_thing\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "saving_bot:Saver",
            "No module named 'saving_bot'; there is a file of that name, whose bot is"
            r" saving_bot\.py:Saver",
        ),
        ("inner.saving_bot:A", r"whose bot is inner/saving_bot\.py:A"),
        ("no_bots.here:A", r"named by its path, as in path/to/no_bots/here\.py:A"),
        ("saving_bot.py:Nope", r"loaded: saving_bot\.py has no Nope; it has Saver, make$"),
        ("saving_bot.py:Saver.nope", r"saving_bot\.py has no Saver\.nope; it has Saver, make$"),
        ("empty_bot.py:Nope", r"empty_bot\.py has no Nope; it has no class or function$"),
        ("arena_bots:Nope", "loaded: arena_bots has no Nope; it has .*Sometimes"),
        ("inner/saving_bot.py:A", "ModuleNotFoundError: No module named 'no_such_thing'$"),
    ],
)
def test_a_bot_that_is_named_wrongly_is_told_how(text: str, said: str) -> None:
    with pytest.raises(BotNotLoaded, match=said) as caught:
        BotSpec.parse(text).make(1)
    assert "_arena_" not in str(caught.value)


@pytest.mark.parametrize("text", ["saving_bot.py", "no_file.py?x=1"])
def test_a_file_without_a_class_is_refused_wherever_bots_are_named(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = text.partition("?")[0]
    with pytest.raises(SettingError, match=f"name the class in the file, as in {file}:CLASS"):
        BotSpec.parse(text)
    for command in (["watch", "--bots"], ["play", "--bots"], ["arena", "easy"]):
        with contextlib.suppress(SystemExit):
            assert main([*command, text]) == 2
        assert f"name the class in the file, as in {file}:CLASS" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_a_bot_that_is_named_rightly_plays() -> None:
    assert type(BotSpec.parse("saving_bot.py:Saver").make(1)).__name__ == "Saver"
    assert type(BotSpec.parse("saving_bot.py:make").make(1)).__name__ == "Saver"


@pytest.mark.parametrize("name", ["my_bot.py", "my_bot:MyBot", "my_bot.py:MyBot"])
def test_bot_by_name_says_where_files_are_taken(name: str) -> None:
    with pytest.raises(UnknownBot, match=r"there are random, .*; BotSpec.parse makes those of mod"):
        bot(name)
    with pytest.raises(UnknownBot) as caught:
        bot("clever")
    assert "files" not in str(caught.value)
