"""Files of results: whatever a field says that cannot be is refused, with file, line and field."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from guandan import GuandanError, ResultsError
from guandan.arena import InProcessExecutor, PairResult, Setting, compare, round_robin
from guandan.cli import main

HERE = InProcessExecutor()
SOMETIMES = "arena_bots:Sometimes"
NO_NUMBERS: list[Any] = [None, "1", True, [], {}, 1.5, math.nan, math.inf, -math.inf, 10**400]
NO_TEXTS: list[Any] = [None, 1, True, [], {}]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A whole file, of a bot that fails now and then."""
    path = tmp_path_factory.mktemp("arena") / "r.jsonl"
    compare(SOMETIMES, "random", pairs=8, seed=7, into=path, executor=HERE)
    return path.read_text().splitlines()


@pytest.fixture(scope="module")
def failed(lines: list[str]) -> int:
    """The line of the file, from 1, in which the first bot fails in the first game."""
    return 1 + next(
        n for n, line in enumerate(lines) if n and json.loads(line)["games"][0]["error"]
    )


def place(data: Any, path: str) -> tuple[Any, Any]:
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in way:
        data = data[key]
    return data, last


WHOLE = ["pair", "games.0.a_team", "games.0.gain", "games.0.deals"]
WHOLE += ["games.0.latency.0.count", "games.0.latency.0.buckets.0.0"]
WHOLE += ["games.1.latency.1.buckets.0.1", "after.0", "games.0.error.seat"]
SECONDS = ["games.0.latency.0.total", "games.0.latency.0.longest", "games.1.latency.1.total"]
TEXTS = ["a", "b", *(f"games.0.error.{key}" for key in ("bot", "phase", "kind"))]
TEXTS += ["games.0.error.message", "games.0.error.traceback"]

NO_FLAGS: list[Any] = [0, 1, "true", None]
NO_LEVELS: list[Any] = ["SB", "1", "", 5, True, []]
NO_FINISHES: list[Any] = [[0, 1], [0, 1, 2, 2], [0, 1, 2, 4], "0123", 5]

DAMAGE: list[tuple[str, Any, str]] = [
    *((path, value, path) for path in WHOLE for value in NO_NUMBERS),
    *((path, -1, path) for path in WHOLE if not path.endswith("gain")),
    *((path, 10**30, path) for path in WHOLE if path != "pair"),
    *((path, value, path) for path in SECONDS for value in NO_NUMBERS if value != 1.5),
    *((path, value, path) for path in SECONDS for value in (-0.5, 1e12)),
    *((path, value, path) for path in TEXTS for value in NO_TEXTS),
    *((f"games.{n}.won", value, f"games.{n}.won") for n in (0, 1) for value in NO_FLAGS),
    *(("level", value, "level") for value in NO_LEVELS),
    *(("after", value, "after") for value in NO_FINISHES),
    ("level", None, ""),
    ("level", "3", ""),
    ("after", None, ""),
    ("games.0.a_team", 1, "games[0].a_team"),
    ("games.1.a_team", 0, "games[1].a_team"),
    ("games.0.gain", 99, "games[0].gain"),
    ("games.0.gain", -99, "games[0].gain"),
    ("games.0.gain", 4, "games[0].gain"),
    ("games.0.gain", -4, "games[0].gain"),
    ("games.0.gain", 0, "games[0].gain"),
    ("games.0.gain", 1, "games[0].gain"),  # of a game that A lost
    ("games.0.deals", 0, "games[0].deals"),
    ("games.0.deals", 2, "games[0].deals"),
    ("games.0.error.seat", 1, "games[0].error.bot"),
    ("games.0.error.bot", "random", "games[0].error.bot"),
    ("games.0.error.phase", "over", "games[0].error.phase"),
    ("games.0.error.kind", "", "games[0].error.kind"),
    ("games", [], "games"),
    ("games", None, "games"),
    ("games.0.latency", [], "games[0].latency"),
    ("games.0.latency.0", None, "games[0].latency[0]"),
    ("games.0.latency.0.count", 0, "games[0].latency[0]"),
    ("games.0.latency.0.count", 7_777, "games[0].latency[0]"),
    ("games.0.latency.0.total", 0.0, "games[0].latency[0]"),
    ("games.0.latency.0.total", 9e8, "games[0].latency[0]"),
    ("games.0.latency.0.longest", 9e8, "games[0].latency[0]"),
    ("games.0.latency.0.buckets", [], "games[0].latency[0]"),
    ("games.0.latency.0.buckets", [[1]], "games[0].latency[0].buckets"),
    ("games.0.latency.0.buckets", [[1, 2, 3]], "games[0].latency[0].buckets"),
    ("games.0.latency.0.buckets", [[1, 1], [1, 1]], "games[0].latency[0].buckets"),
]


def refused(path: Path, line: int) -> str:
    """What is said of a file in which a line is damaged; the file is as it was."""
    before = path.read_bytes()
    with pytest.raises(ResultsError) as caught:
        compare(SOMETIMES, "random", pairs=8, seed=7, into=path, executor=HERE)
    assert caught.value.where == f"{path}, line {line}"
    assert str(caught.value).startswith(f"{path}, line {line}")
    assert len(str(caught.value)) < len(str(path)) + 500
    assert path.read_bytes() == before
    return str(caught.value).removeprefix(f"{path}, line {line}")


@pytest.mark.parametrize(("path", "value", "named"), DAMAGE, ids=repr)
def test_every_field_is_checked(
    lines: list[str], failed: int, tmp_path: Path, path: str, value: Any, named: str
) -> None:
    data = json.loads(lines[failed - 1])
    holder, key = place(data, path)
    assert holder[key] != value or type(holder[key]) is not type(value)
    holder[key] = value
    file = tmp_path / "r.jsonl"
    file.write_text("\n".join([*lines[: failed - 1], json.dumps(data), *lines[failed:], ""]))
    said = refused(file, failed)
    if named and path not in ("a", "b", "pair"):  # of those it may only be said what has no place
        parts = [key for key in named.replace("[", ".").replace("]", "").split(".") if key]
        assert parts[0] in said, said
        if len(parts) > 2 and parts[2] not in ("error", "latency"):
            assert parts[2] in said, said


@pytest.mark.parametrize(
    "path",
    [
        *("pair", "a", "level", "after", "games", "games.0.won", "games.1.error"),
        *("games.0.latency", "games.0.latency.0.total", "games.0.error.seat"),
    ],
)
def test_a_missing_or_doubled_field_is_named(
    lines: list[str], failed: int, tmp_path: Path, path: str
) -> None:
    file = tmp_path / "r.jsonl"
    data = json.loads(lines[failed - 1])
    holder, key = place(data, path)
    del holder[key]
    file.write_text("\n".join([*lines[: failed - 1], json.dumps(data), *lines[failed:], ""]))
    assert f"the field '{key}' is missing" in refused(file, failed)
    data = json.loads(lines[failed - 1])
    place(data, path)[0]["more"] = 1
    file.write_text("\n".join([*lines[: failed - 1], json.dumps(data), *lines[failed:], ""]))
    assert "more" in refused(file, failed)
    doubled = lines[failed - 1].replace('"pair":', '"pair":0,"pair":', 1)
    file.write_text("\n".join([*lines[: failed - 1], doubled, *lines[failed:], ""]))
    assert "a key stands there twice" in refused(file, failed)


@pytest.mark.parametrize(
    "text", ["", "x", "[", "5", "null", "[]", '"x"', "[" * 100_000, "9" * 9_999]
)
def test_what_is_no_line(text: str) -> None:
    with pytest.raises(ResultsError, match="is not the result of a pair") as caught:
        PairResult.from_json(text, "r, line 2")
    assert caught.value.where == "r, line 2"


def test_a_failure_that_was_won_is_refused(lines: list[str], failed: int) -> None:
    data = json.loads(lines[failed - 1])
    data["games"][0] |= {"won": True, "gain": 3}
    with pytest.raises(ResultsError, match=r"games\[0\].error: .* failed, and by that lost"):
        PairResult.from_json(json.dumps(data))


def test_matches_have_no_level_and_other_gains(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    def play() -> None:
        compare("easy", "random", pairs=1, seed=7, into=path, setting=setting, executor=HERE)

    setting = Setting(game="match")
    play()
    play()
    header, line = path.read_text().splitlines()
    good = json.loads(line)
    changes: list[Callable[[Any], None]] = [
        lambda data: data.update(level="2"),
        lambda data: data.update(after=[0, 1, 2, 3]),
        lambda data: data["games"][0].update(gain=13),
    ]
    for change in changes:
        data = copy.deepcopy(good)
        change(data)
        path.write_text(f"{header}\n{json.dumps(data)}\n")
        with pytest.raises(ResultsError) as caught:
            play()
        assert caught.value.where == f"{path}, line 2"


@pytest.mark.parametrize("seed", [None, "7", True, 7.0, [], 10**1001], ids=type)
def test_the_seed_of_a_file_is_checked(lines: list[str], tmp_path: Path, seed: Any) -> None:
    path = tmp_path / "r.jsonl"
    header = json.loads(lines[0]) | {"seed": seed}
    path.write_text("\n".join([json.dumps(header), *lines[1:], ""]))
    with pytest.raises(ResultsError, match="line 1: the seed of the tournament") as caught:
        compare(SOMETIMES, "random", pairs=8, into=path, executor=HERE)
    assert caught.value.where == f"{path}, line 1"


def test_at_the_command_line_it_is_one_line(
    lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join([lines[0], lines[1].replace('"gain":', '"gain":9'), *lines[2:], ""]))
    argv = ["arena", SOMETIMES, "random", "--pairs", "8", "--into", str(path), "--workers", "0"]
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"guandan: {path}, line 2 is not the result of a pair: games[0].gain: ")
    assert len(err.splitlines()) == 1


def test_a_failure_of_any_words_is_written_and_read_again(tmp_path: Path) -> None:
    """U+2028 ends a line for `splitlines`, and half a surrogate pair is no UTF-8."""
    bot = tmp_path / "odd.py"
    bot.write_text(
        "from guandan import EasyBot\n"
        "class Odd(EasyBot):\n"
        "    def choose_play(self, view):\n"
        "        raise ValueError('a\\u2028b\\x85c\\ud800d\\n\\x0b')\n"
    )
    path = tmp_path / "r.jsonl"
    first = compare(f"{bot}:Odd", "random", pairs=2, seed=7, into=path, executor=HERE)
    again = compare(f"{bot}:Odd", "random", pairs=2, into=path, executor=HERE)
    assert first.errors == again.errors
    assert "a b c\ud800d" in again.errors[0].message
    assert "a\u2028b\x85c\ud800d" in again.errors[0].traceback


NO_RUNS: dict[str, list[Any]] = {
    "workers": [0, True, 1.5, 10**5_000],
    "in_flight": [0, True, 1.5, 10**5_000],
    "pairs": [0, True, 1.5, None, "2", -(10**5_000)],
    "sprt": [True, 0.5, "0.5,0.6", [], (0.5, 0.6)],
    "into": [5, True, [], b"r"],
    "executor": [5, "x", []],
    "on_progress": [5, "x", []],
    "setting": [5, "deal", {}, 10**5_000],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in NO_RUNS.items() for value in values],
    ids=lambda value: value if isinstance(value, str) else str(type(value)),
)
def test_how_a_tournament_is_run_is_checked(field: str, value: Any) -> None:
    given: dict[str, Any] = {"pairs": 1, "seed": 7, "executor": HERE} | {field: value}
    with pytest.raises(GuandanError) as caught:
        compare("easy", "random", **given)
    assert caught.value.facts["field"] == field


@pytest.mark.parametrize("bots", [None, 5, "easy", {"easy", "random"}, iter(["easy"]), [5, "easy"]])
def test_a_field_of_bots_is_a_list_of_names(bots: Any) -> None:
    with pytest.raises(GuandanError) as caught:
        round_robin(bots, pairs=1, seed=7, executor=HERE)
    assert caught.value.facts["field"] == "bots"


def test_a_bot_that_decided_nothing_has_no_latency(lines: list[str], failed: int) -> None:
    data = json.loads(lines[failed - 1])
    data["games"][0]["latency"][0] = {"count": 0, "total": 0.0, "longest": 0.0, "buckets": []}
    assert PairResult.from_json(json.dumps(data)).games[0].latency[0].mean == 0
    data["games"][0]["latency"][0]["total"] = 1.0
    with pytest.raises(ResultsError, match=r"games\[0\].latency\[0\]"):
        PairResult.from_json(json.dumps(data))
