"""`guandan replay` and the files that `guandan watch --record` writes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands import DEAL, Capture, fails, runs
from guandan import Match, Phase, Record
from guandan.cli import main

pytestmark = pytest.mark.usefixtures("plain_environment")


def changed(file: Path, change: Callable[[dict[str, Any]], object]) -> str:
    """Change the JSON of a record on file; return the file's name."""
    data = json.loads(file.read_text("utf-8"))
    change(data)
    file.write_text(json.dumps(data), "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("match", "flags"),
    [
        ("full", []),
        ("short", ["--hands"]),
        ("deal", ["--hands"]),
        ("deal", ["--lang", "de"]),
        ("deal", ["--lang", "zh"]),
        ("deal", ["--no-color"]),
    ],
    ids=str,
)
def test_a_replay_prints_the_lines_that_were_watched(
    match: str, flags: list[str], capsys: Capture, tmp_path: Path
) -> None:
    file = str(tmp_path / "match.json")
    watched = runs(capsys, "watch", "--seed", "5", "--match", match, "--record", file, *flags)
    title, _, lines = watched.partition("\n")
    which, _, bots = title.rpartition(" · ")
    assert bots.endswith("easy, easy, easy, easy")
    assert runs(capsys, "replay", file, *flags) == f"{which}\n{lines}"


def test_a_replay_in_json_prints_the_objects_that_were_watched(
    saved: Path, capsys: Capture
) -> None:
    watched = runs(capsys, *DEAL, "--json")
    assert runs(capsys, "replay", str(saved), "--json") == watched


def test_a_replay_waits_too(saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    runs(capsys, "replay", str(saved), "--speed", "1")
    assert set(waits) == {1.0}


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "Stopped in deal 1 · levels 2 : 2"),
        ("de", "Abgebrochen in Spiel 1 · Stufen 2 : 2"),
        ("zh", "第1副中止 · 级数 2 : 2"),
    ],
)
def test_a_record_that_stops_within_a_deal_is_replayed_so_far(
    language: str, last: str, saved: Path, capsys: Capture
) -> None:
    whole = runs(capsys, "replay", str(saved), "--lang", language)
    file = changed(saved, lambda data: data["deals"][0]["actions"].__delitem__(slice(9, None)))
    lines = runs(capsys, "replay", file, "--lang", language).splitlines()
    assert whole.splitlines()[: len(lines) - 2] == lines[:-2]
    assert lines[-2:] == ["", last]
    assert all(json.loads(line) for line in runs(capsys, "replay", file, "--json").splitlines())


def test_a_record_that_stops_between_deals(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    watched = runs(capsys, "watch", "--seed", "7", "--record", str(file))
    lines = runs(
        capsys, "replay", changed(file, lambda data: data["deals"].__delitem__(slice(2, None)))
    )
    end = re.fullmatch(r"Stopped after deal 2 · levels (\w+) : (\w+)", lines.splitlines()[-1])
    assert end is not None
    assert "A" not in end.groups()
    assert f" · levels {end[1]} : {end[2]}\n" in watched


@pytest.mark.parametrize(("rules", "level"), [({}, "2"), ({"start_level": "T"}, "10")], ids=str)
def test_a_record_of_no_deal_is_stopped_before_the_first(
    rules: dict[str, str], level: str, saved: Path, capsys: Capture
) -> None:
    file = changed(saved, lambda data: data.update(deals=[], rules=rules))
    out = runs(capsys, "replay", file)
    assert out.splitlines()[-1] == f"Stopped before the first deal · levels {level} : {level}"
    assert runs(capsys, "replay", file, "--json") == ""


def test_a_replay_names_the_rules(saved: Path, capsys: Capture) -> None:
    assert runs(capsys, "replay", str(saved)).startswith("seed 7 · rules tournament\n")
    own = {"report_at": 5, "match_format": "deal"}
    out = runs(capsys, "replay", changed(saved, lambda data: data.update(rules=own, deals=[])))
    assert out.startswith("seed 7 · rules of its own\n")


def forge_action(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"][3] = "1 HR HR"


def forge_turn(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"].insert(2, "3 -")


def forge_card(data: dict[str, Any]) -> None:
    data["deals"][0]["hands"][1] = "S1" + data["deals"][0]["hands"][1][2:]


def forge_copy(data: dict[str, Any]) -> None:
    data["deals"][0]["hands"][1] = data["deals"][0]["hands"][0]


def forge_level(data: dict[str, Any]) -> None:
    data["deals"][0]["level"] = "9"


def forge_more(data: dict[str, Any]) -> None:
    data["deals"].append(data["deals"][0])


def forge_verb(data: dict[str, Any]) -> None:
    data["deals"][0]["actions"][0] = "0 steals SA"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (forge_action, "(deal 1, action 4)"),
        (forge_turn, "(deal 1, action 3)"),
        (forge_card, "(deal 1, hand"),
        (forge_copy, "(deal 1, hand"),
        (forge_level, "(deal 1"),
        (forge_more, "(deal 2"),
        (forge_verb, "(deal 1, action 1)"),
        (lambda data: data.pop("seed"), "seed"),
        (lambda data: data.update(more=1), "more"),
        (lambda data: data.update(format=2), "(format)"),
        (lambda data: data.update(rules={"ace_fail": "never"}), "(rules"),
    ],
    ids=[
        "action",
        "turn",
        "card",
        "copy",
        "level",
        "more_deals",
        "verb",
        "no_seed",
        "more_fields",
        "format",
        "rules",
    ],
)
@pytest.mark.parametrize("flags", [[], ["--json"]], ids=str)
def test_a_forged_record_is_1_with_the_place_named(
    flags: list[str],
    change: Callable[[dict[str, Any]], object],
    where: str,
    saved: Path,
    capsys: Capture,
) -> None:
    file = changed(saved, change)
    assert main(["replay", file, *flags]) == 1
    out, err = capsys.readouterr()
    assert out == "", "all of it is checked first"
    assert err.startswith(f"guandan: {file}: ")
    assert where in err
    assert "$" not in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is not JSON: Expecting value (line 1 column 1)"),
        (b"no record", "(line 1 column 1)"),
        (b'{"format":\n nothing}', "(line 2 column 2)"),
        (b"[]", ": a record is a JSON object"),
        (b"{}", "the format is missing"),
        (b"[" * 100_000, ""),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "it is not UTF-8 text"),
        (b"\x00" * 100, "(line 1 column 1)"),
        (b'{"format": "\xff"}', "it is not UTF-8 text"),
    ],
    ids=["empty", "text", "broken", "list", "object", "deep", "picture", "zeros", "latin"],
)
def test_a_file_that_is_no_record_is_1(
    content: bytes, said: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert said in fails(capsys, 1, "replay", str(file))
    assert capsys.readouterr().out == ""


def test_a_file_longer_than_any_record_is_read_no_further(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guandan.cli.commands._LARGEST_FILE", 10)
    file = tmp_path / "file"
    file.write_bytes(b" " * 10 + b"\xff" * 10)
    assert "this is not JSON" in fails(capsys, 1, "replay", str(file))


def test_a_file_that_cannot_be_read_is_2(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "missing.json"
    assert f"cannot read {missing}: " in fails(capsys, 2, "replay", str(missing))
    assert f"cannot read {tmp_path}: " in fails(capsys, 2, "replay", str(tmp_path))

    def refused(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    said = fails(capsys, 2, "replay", str(missing))
    assert said == f"cannot read {missing}: Permission denied"


def test_a_record_that_cannot_be_written_is_2_before_the_match_begins(
    tmp_path: Path, capsys: Capture
) -> None:
    for path in (tmp_path, tmp_path / "missing" / "match.json"):
        assert main([*DEAL, "--record", str(path)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"guandan: cannot write {path}: ")
        assert len(err.splitlines()) == 1


def test_the_record_is_written_before_the_match_begins(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    found: list[Record] = []
    monkeypatch.setattr(
        time, "sleep", lambda _seconds: found.append(Record.from_json(file.read_text("utf-8")))
    )
    runs(capsys, *DEAL, "--record", str(file), "--speed", "1")
    assert {record.deals for record in found} == {()}
    assert Match.from_record(Record.from_json(file.read_text("utf-8"))).phase is Phase.OVER


@pytest.mark.parametrize("flags", [[], ["--json"]], ids=str)
def test_an_interrupted_match_is_130_and_saved_so_far(
    flags: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = iter(range(20))

    def interrupted(_seconds: float) -> None:
        if next(waits) == 19:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    file = tmp_path / "match.json"
    assert main([*DEAL, "--speed", "1", "--record", str(file), *flags]) == 130
    out, err = capsys.readouterr()
    assert err == ""
    match = Match.from_record(Record.from_json(file.read_text("utf-8")))
    assert match.phase is Phase.PLAY
    monkeypatch.undo()
    replayed = runs(capsys, "replay", str(file), *flags)
    title = 0 if flags else 1  # only while watching it is known who the bots are
    assert len(out.splitlines()) > 10
    assert (
        replayed.splitlines()[title:][: len(out.splitlines()) - title] == (out.splitlines()[title:])
    )
    assert ("Stopped in deal 1" in replayed) is (not flags)


def test_an_interrupted_match_without_a_record_is_130(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    assert main([*DEAL, "--speed", "1"]) == 130
    assert capsys.readouterr().err == ""
