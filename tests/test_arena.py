"""The arena: the same results everywhere, whatever bots and processes do."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from guandan import (
    LEVELS,
    BotNotLoaded,
    NotationError,
    ResultsError,
    Rules,
    RulesError,
    SettingError,
    UnknownBot,
    UnknownSetting,
)
from guandan.arena import (
    BotSpec,
    InProcessExecutor,
    PairResult,
    Progress,
    Setting,
    Sprt,
    Tournament,
    Verdict,
    compare,
    crew,
    round_robin,
)
from guandan.arena.games import Task, died, play_game, play_pair
from guandan.arena.journal import Journal

HERE = InProcessExecutor()
ME = "arena_bots"


def steady(path: Path) -> list[Any]:
    """The lines of a file of results without the latencies."""

    def without(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: value for key, value in pairs if key != "latency"}

    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [json.loads(line, object_pairs_hook=without) for line in text.splitlines()]


def task(a: str, b: str = "easy", *, pair: int = 0, setting: Setting | None = None) -> Task:
    return Task(pair, (BotSpec.parse(a), BotSpec.parse(b)), 7, setting or Setting())


# --- Situations ----------------------------------------------------------------------------


def test_a_pair_is_the_same_situation_twice() -> None:
    result = play_pair(task("easy"))
    # A bot that leaves nothing to chance wins against itself with the better cards.
    assert [game.won for game in result.games] in ([True, False], [False, True])
    assert (result.score, result.gain) == (0.5, 0.0)
    assert result.games[0].latency[0].count == result.games[1].latency[1].count


def test_situations_follow_from_seed_and_pair() -> None:
    setting = Setting()
    many = [setting.situation(7, pair) for pair in range(300)]
    assert many == [setting.situation(7, pair) for pair in range(300)]
    assert many[0] != setting.situation(8, 0)
    assert {situation.level for situation in many} == set(LEVELS)
    after = [situation.finish for situation in many if situation.finish is not None]
    assert 0.74 < len(after) / 300 < 0.86
    assert len(set(after)) == 24
    assert len({situation.draws for situation in many}) == 300


def test_level_and_tribute_leave_the_cards_alone() -> None:
    base = Setting().situation(7, 3)
    other = Setting(level="T", tribute=0).situation(7, 3)
    assert (other.hands, other.draws) == (base.hands, base.draws)
    assert (str(other.level), other.finish) == ("T", None)
    assert Setting(tribute=1).situation(7, 3).finish is not None


def test_a_deal_is_worth_what_the_rules_say_on_the_ace_too() -> None:
    strong = task("easy", "random", setting=Setting(level="A", tribute=1))
    assert play_pair(strong).gain == 3
    pagat = Setting(level="A", rules="pagat")
    assert play_pair(task("easy", "random", setting=pagat)).gain == 4


def test_matches_are_played_to_their_end() -> None:
    setting = Setting(game="match", rules=Rules(start_level="Q"))
    result = play_pair(task("easy", "random", setting=setting))
    assert (result.level, result.after, result.score) == (None, None, 1.0)
    assert all(1 < game.deals < 20 and 1 <= game.gain <= 2 for game in result.games)
    assert str(setting) == "matches"


@pytest.mark.parametrize(
    ("fields", "error", "field"),
    [
        ({"game": "round"}, SettingError, "game"),
        ({"tribute": 1.1}, SettingError, "tribute"),
        ({"tribute": True}, SettingError, "tribute"),
        ({"tribute": "1"}, SettingError, "tribute"),
        ({"level": "1"}, NotationError, None),
        ({"game": "match", "level": "T"}, SettingError, "level"),
        ({"rules": "none"}, RulesError, "preset"),
    ],
)
def test_settings_that_cannot_be(
    fields: dict[str, Any], error: type[Exception], field: str | None
) -> None:
    with pytest.raises(error) as caught:
        Setting(**fields)
    assert getattr(caught.value, "field", None) == field


def test_settings_survive_json() -> None:
    setting = Setting("deal", "9", 0.5, "njupt")
    assert Setting.from_dict(json.loads(json.dumps(setting.to_dict()))) == setting


# --- The bots' names -----------------------------------------------------------------------


def test_specs_make_bots_with_seed_and_settings() -> None:
    made: Any = BotSpec.parse(f" {ME}:Seeded?depth=3 ").make(5)
    assert (type(made).__name__, made.seed, made.depth) == ("Seeded", 5, 3)
    file = Path(__file__).with_name("arena_bots.py")
    again: Any = BotSpec.parse(f"{file}:Seeded?depth=deep").make(6)
    assert (again.seed, again.depth) == (6, "deep")
    assert type(again) is type(BotSpec.parse(f"{file}:Seeded").make(7))
    assert repr(BotSpec.parse("easy").make(1)) == "EasyBot()"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?x=1",
        ":Bot",
        "module:",
        "easy?",
        "easy?x",
        "easy?x=1&x=2",
        "easy?seed=1",
        "easy?1=2",
        7,
    ],
)
def test_specs_that_are_none(text: Any) -> None:
    if text == "easy?":
        assert BotSpec.parse(text).settings == ()
        return
    with pytest.raises(SettingError):
        BotSpec.parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no_such_module:Bot", "No module named"),
        (f"{ME}:NoSuchBot", f"{ME} has no NoSuchBot; it has .*Sometimes"),
        ("no_such_file.py:Bot", "No such file"),
        (f"{ME}:no_bot", "is no strategy"),
        (f"{ME}:EasyBot.choose_play", "cannot be made: TypeError"),
        (f"{ME}:NOT_CALLABLE", "cannot be made: TypeError"),
        (f"{ME}:Seeded?width=3", "unexpected keyword argument 'width'"),
        ("easy?width=3", "the bot easy takes no width"),
        (f"{ME}:ExitsWhenMade", "cannot be made: SystemExit"),
    ],
)
def test_bots_that_cannot_be_made_are_known_before_anything_is_played(
    text: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises((BotNotLoaded, UnknownSetting), match=said):
        compare("easy", text, pairs=1, seed=7, into=tmp_path / "r.jsonl", executor=HERE)
    assert not (tmp_path / "r.jsonl").exists() or not (tmp_path / "r.jsonl").read_bytes()
    with pytest.raises(UnknownBot, match="no bot 'clever'"):
        compare("easy", "clever", pairs=1, seed=7, executor=HERE)


def test_a_file_that_fails_is_not_remembered(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import sys\nraise RuntimeError('half done')\n")
    for _ in range(2):
        with pytest.raises(BotNotLoaded, match="RuntimeError: half done"):
            BotSpec.parse(f"{file}:Bot").make(1)


# --- Whoever plays, the same results -------------------------------------------------------


def played(path: Path, executor: Executor | None = None, **more: Any) -> list[Any]:
    compare(f"{ME}:Sometimes", "random", pairs=8, seed=7, into=path, executor=executor, **more)
    return steady(path)


def test_every_executor_gives_the_same_file(tmp_path: Path) -> None:
    one = played(tmp_path / "here", HERE)
    assert len(one) == 9
    assert any(game["error"] for line in one[1:] for game in line["games"])
    with ThreadPoolExecutor(3) as threads:
        assert played(tmp_path / "threads", threads, in_flight=5) == one
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert played(tmp_path / "processes", processes) == one
    assert played(tmp_path / "own", workers=2) == one


def test_dask_gives_the_same_file(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    one = played(tmp_path / "here", HERE)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert played(tmp_path / "dask", client.get_executor(), in_flight=8) == one


def test_reports_of_the_same_results_are_the_same_but_for_latencies(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    report = compare("easy", "random", pairs=4, seed=7, into=path, executor=HERE)
    told: list[Progress] = []
    again = compare("easy", "random", pairs=4, into=path, executor=HERE, on_progress=told.append)
    assert told == []
    assert (again.share, again.gain, again.seed) == (report.share, report.gain, 7)
    assert again.bots[0].latency.buckets == report.bots[0].latency.buckets
    assert again.bots[0].latency.mean == pytest.approx(report.bots[0].latency.mean, abs=1e-8)


def test_another_seed_plays_other_deals(tmp_path: Path) -> None:
    for seed in (1, 2):
        compare("easy", "easy", pairs=4, seed=seed, into=tmp_path / f"{seed}", executor=HERE)
    assert steady(tmp_path / "1")[1:] != steady(tmp_path / "2")[1:]


# --- Stopping and going on -----------------------------------------------------------------


def test_a_file_that_was_cut_off_anywhere_becomes_the_same(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", HERE)
    data = (tmp_path / "whole").read_bytes()
    torn = tmp_path / "torn"
    for cut in (0, 20, len(data) // 2, -2_000, -40, -1):
        torn.write_bytes(data[:cut])
        assert played(torn, HERE) == whole


class Interrupting(Executor):
    """Ctrl-C comes when the sixth pair is under way."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted == 7:
            raise KeyboardInterrupt
        return HERE.submit(fn, *args, **kwargs)


def test_a_run_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", HERE)
    path = tmp_path / "r.jsonl"
    with pytest.raises(KeyboardInterrupt):
        played(path, Interrupting(), in_flight=2)
    assert 1 < len(steady(path)) < 8
    told: list[Progress] = []
    assert played(path, HERE, on_progress=told.append) == whole
    assert [step.done for step in told] == list(range(told[0].done, 9))
    assert told[0].done > 3
    assert all(step.total == 8 and step.elapsed > 0 for step in told)
    assert told[0].left > 0
    assert told[-1].left == 0


def test_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)
    before = path.read_bytes() + b'{"pair":2,"torn'
    path.write_bytes(before)
    with pytest.raises(ResultsError, match="begun with 2 pairs: .* to more, not to 1") as caught:
        compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE)
    assert caught.value.where == f"{path}, line 1"
    with pytest.raises(ResultsError, match="seed: there 7, here 8"):
        compare("easy", "random", pairs=2, seed=8, into=path, executor=HERE)
    assert path.read_bytes() == before


def test_what_a_newer_header_says_more_is_not_ignored(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE)
    header, line = path.read_text().splitlines()
    path.write_text(f"{json.dumps(json.loads(header) | {'more': 1})}\n{line}\n")
    with pytest.raises(ResultsError, match="the fields differ"):
        compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("some notes", "line 1"),
        ("some notes\n", "line 1"),
        ("[1]\n", "line 1"),
        ('{"format":"guandan-arena/2"}\n', "line 1"),
    ],
)
def test_somebody_elses_file_is_refused_and_left_alone(
    tmp_path: Path, text: str, where: str
) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    for seed in (None, 7):
        with pytest.raises(ResultsError, match="is no file of arena results") as caught:
            compare("easy", "random", pairs=1, seed=seed, into=path, executor=HERE)
        assert caught.value.where == f"{path}, {where}"
    assert path.read_text() == text


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-10],
        lambda line: line.replace('"won":true', '"won":"yes"'),
        lambda line: line.replace('"deals":1', '"deals":1,"more":2'),
        lambda line: line.replace('"a":"easy"', '"a":7'),
        lambda line: re.sub(r'"level":"."', '"level":"1"', line),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "r.jsonl"
    compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)
    header, first, second = path.read_text().splitlines()
    path.write_text("\n".join([header, damage(first), second, ""]))
    with pytest.raises(ResultsError, match="line 2 is not the result of a pair") as caught:
        compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)
    assert caught.value.where == f"{path}, line 2"


def test_a_line_out_of_place_is_named(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)
    header, first, second = path.read_text().splitlines()
    for lines in ([header, second, first], [header, first, second, second]):
        path.write_text("\n".join([*lines, ""]))
        with pytest.raises(ResultsError, match="has no place there"):
            compare("easy", "random", pairs=2, seed=7, into=path, executor=HERE)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing keeps two runs apart there")
def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    whole = Tournament(("easy", "random"), 1, 7)
    with (
        Journal(path, whole.to_dict()),
        pytest.raises(ResultsError, match="another run is writing it"),
    ):
        compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE)
    assert compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE).pairs == 1


def test_where_no_file_can_be_locked_it_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guandan.arena.journal.fcntl", None)
    path = tmp_path / "r.jsonl"
    assert compare("easy", "random", pairs=1, seed=7, into=path, executor=HERE).pairs == 1
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("bots", value) for value in ("ab", ("easy",), ["easy", "random"], ("easy", 7), None)),
        *(("seed", value) for value in ("x", True, 1.5, None)),
        *(("pairs", 0), ("setting", 7), ("sprt", 7)),
    ],
)
def test_fields_of_a_tournament_that_cannot_be(field: str, value: Any) -> None:
    given: dict[str, Any] = {"bots": ("easy", "random"), "pairs": 1, "seed": 7, field: value}
    with pytest.raises(SettingError):
        Tournament(**given)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="cannot read"):
        compare("easy", "random", pairs=1, into=tmp_path, executor=HERE)
    with pytest.raises(ResultsError, match="cannot write"):
        compare("easy", "random", pairs=1, seed=7, into=tmp_path / "no" / "r", executor=HERE)
    for wrong in ("a\0b", "\ud800"):
        with pytest.raises(ResultsError, match="cannot"):
            compare("easy", "random", pairs=1, seed=7, into=tmp_path / wrong, executor=HERE)
    full = Path("/dev/full")
    if full.exists():
        link = tmp_path / "full"
        link.symlink_to(full)
        with pytest.raises(ResultsError, match="cannot write"):
            compare("easy", "random", pairs=1, seed=7, into=link, executor=HERE)


# --- Bots that fail ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "kind", "phase", "said"),
    [
        ("Sometimes", "ZeroDivisionError", "play", "sometimes <object object at 0x...>"),
        ("Exits", "SystemExit", "play", "raised SystemExit: enough"),
        ("Cancels", "CancelledError", "play", "raised CancelledError: not now"),
        ("Speechless", "Mute", "play", "raised Mute: it cannot be written"),
        ("ExitsLater", "SystemExit", "play", "answered with what raises SystemExit: 0"),
        ("Cheats", "MustLead", "play", "answered None"),
        ("Unmade", "BotNotLoaded", "making", "no model file"),
    ],
)
def test_a_bot_that_fails_loses_the_game_and_is_named(
    bot: str, kind: str, phase: str, said: str
) -> None:
    report = compare(f"{ME}:{bot}", "easy", pairs=8, seed=7, executor=HERE)
    assert report.errors
    for error in report.errors:
        assert (error.bot, error.kind, error.phase) == (f"{ME}:{bot}", kind, phase)
        assert said in error.message
        assert error.traceback.startswith("Traceback") or len(error.traceback) == 8_000
    assert [bot.errors for bot in report.bots] == [len(report.errors), 0]
    other = compare("easy", f"{ME}:{bot}", pairs=8, seed=7, executor=HERE)
    assert [bot.errors for bot in other.bots] == [0, len(other.errors)]
    assert f"{len(other.errors)} x {ME}:{bot}: {kind}: " in str(other)


def test_to_fail_is_never_better_than_to_lose() -> None:
    deal = play_pair(task(f"{ME}:Cheats"))
    assert {(game.won, game.gain) for game in deal.games if game.error} == {(False, -3)}
    pagat = play_pair(task(f"{ME}:Cheats", setting=Setting(rules="pagat")))
    assert {game.gain for game in pagat.games if game.error} == {-4}
    match = play_pair(task(f"{ME}:Sometimes", setting=Setting(game="match")))
    for game in match.games:
        assert game.error is not None
        assert not game.won
        assert -12 <= game.gain < 0


@pytest.mark.parametrize("game", ["deal", "match"])
def test_a_worker_that_died_is_the_fault_of_who_was_deciding(game: Any) -> None:
    setting = Setting(game=game)
    for a_team, seat, loser in [(0, 0, "x"), (0, 1, "y"), (1, 2, "y"), (1, 3, "x")]:
        lost = died(task("x", "y", setting=setting), a_team, f"{seat} play\n")
        assert lost.error is not None
        assert (lost.error.bot, lost.error.seat, lost.error.kind) == (loser, seat, "WorkerDied")
        assert lost.won == (loser == "y")
        assert abs(lost.gain) == (3 if game == "deal" else 12)


def test_the_trace_says_whose_decision_is_due(tmp_path: Path) -> None:
    trace = tmp_path / "due"
    games = [play_game(task(f"{ME}:Cheats", pair=pair), 0, str(trace)) for pair in range(4)]
    assert any(game.error is not None for game in games)
    game = play_game(task(f"{ME}:Unmade"), 1, str(trace))
    assert game.error is not None
    assert trace.read_text().split() == [str(game.error.seat), "making"]
    game = play_game(task(f"{ME}:Cheats", f"{ME}:Cheats"), 0, str(trace))
    assert game.error is not None
    assert trace.read_text().split()[:2] == [str(game.error.seat), "play"]


def test_a_worker_that_dies_costs_one_game_and_nothing_else(tmp_path: Path) -> None:
    bot = f"{ME}:Dies"
    report = compare(bot, "easy", pairs=6, seed=7, into=tmp_path / "dies", workers=2)
    assert report.pairs == 6
    assert report.errors
    assert {(error.bot, error.kind) for error in report.errors} == {(bot, "WorkerDied")}
    assert report.restarts >= len(report.errors)
    assert f"that died and were replaced: {report.restarts};" in str(report)
    # The deals in which it dies are those in which its like raises; the others are the same.
    compare(f"{ME}:Sometimes", "easy", pairs=6, seed=7, into=tmp_path / "raises", executor=HERE)

    def outcomes(name: str) -> list[Any]:
        lines = steady(tmp_path / name)[1:]
        return [
            [(game["won"], game["gain"], game["error"] and game["error"]["seat"])
             for game in line["games"]]
            for line in lines
        ]  # fmt: skip

    assert outcomes("dies") == outcomes("raises")


def test_a_worker_that_died_of_something_else_is_played_again(tmp_path: Path) -> None:
    bot = f"{ME}:DiesOnce?mark={tmp_path / 'mark'}"
    report = compare(bot, "easy", pairs=3, seed=7, workers=1)
    assert report.errors == ()
    assert report.restarts == 1
    assert report.pairs == 3


def test_an_executor_that_broke_is_replaced(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as given:
        bot = f"{ME}:DiesOnce?mark={tmp_path / 'mark'}"
        report = compare(bot, "easy", pairs=4, seed=7, executor=given, workers=1, in_flight=2)
    assert (report.pairs, report.errors) == (4, ())


class Failing(Executor):
    """Gives up after some calls, as `fails` says: when it is called, or in its results."""

    def __init__(self, fails: Callable[[], Future[Any]], calls: int) -> None:
        self.fails = fails
        self.left = calls

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        return self.fails() if self.left < 0 else HERE.submit(fn, *args, **kwargs)


def broken_when_called() -> Future[Any]:
    raise BrokenExecutor("no process is left")


def lost_with_its_machine() -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(RuntimeError("three machines died of it"))
    return future


@pytest.mark.parametrize(
    ("fails", "restarts"), [(broken_when_called, 1), (lost_with_its_machine, 2)]
)
def test_whatever_ends_an_executor_nothing_is_lost(
    fails: Callable[[], Future[Any]], restarts: int, tmp_path: Path
) -> None:
    for name, executor in (("failing", Failing(fails, 2)), ("here", HERE)):
        report = compare(
            "easy", "random", pairs=3, seed=7, into=tmp_path / name, executor=executor, workers=1
        )
        assert report.restarts == (0 if executor is HERE else restarts)
    assert steady(tmp_path / "failing") == steady(tmp_path / "here")


def test_where_no_process_starts_no_bot_is_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pool(workers: int) -> Any:
        return SimpleNamespace(executor=Failing(lost_at_once, 0), end=lambda **_: None)

    def lost_at_once() -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future

    monkeypatch.setattr(crew, "_new_pool", no_pool)
    with pytest.raises(SettingError, match="worker processes cannot start here"):
        compare("easy", "random", pairs=1, executor=Failing(lost_at_once, 1), workers=1)


def test_a_bot_that_ends_its_process_when_it_is_made() -> None:
    with pytest.raises(BotNotLoaded, match="died as it started or made the bots"):
        compare("easy", f"{ME}:DiesWhenMade", pairs=2, seed=7, workers=1)


# --- Which tournaments there are -----------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"pairs": 0}, "pairs"),
        ({"pairs": True}, "pairs"),
        ({"pairs": 1.5}, "pairs"),
        ({"workers": 0}, "workers"),
        ({"in_flight": "2"}, "in_flight"),
        ({"setting": "deal"}, "setting"),
    ],
)
def test_tournaments_that_cannot_be(fields: dict[str, Any], field: str) -> None:
    options: dict[str, Any] = {"pairs": 1, "executor": HERE} | fields
    with pytest.raises(SettingError) as caught:
        compare("easy", "random", **options)
    assert caught.value.field == field


def test_a_round_robin_has_each_bot_once() -> None:
    for bots in (["easy"], [], ["easy", "random", "easy"]):
        with pytest.raises(SettingError) as caught:
            round_robin(bots, pairs=1, executor=HERE)
        assert caught.value.field == "bots"


def test_a_round_robin_plays_the_same_deals_with_everybody(tmp_path: Path) -> None:
    bots = ["easy", "random", f"{ME}:Seeded"]
    path = tmp_path / "field"
    field = round_robin(bots, pairs=3, seed=7, into=path, executor=HERE)
    _, *lines = steady(path)
    assert [(line["pair"], line["a"], line["b"]) for line in lines[:4]] == [
        (0, "easy", "random"),
        (0, "easy", bots[2]),
        (0, "random", bots[2]),
        (1, "easy", "random"),
    ]
    assert len({(line["level"], str(line["after"])) for line in lines[:3]}) == 1
    assert [bot.games for bot in field.bots] == [12, 12, 12]
    assert sum(bot.won for bot in field.bots) == 18
    assert field.reports[1].share.mean == 0.5
    assert field.errors == ()
    # A pairing of the field is that pairing alone.
    alone = compare("easy", "random", pairs=3, seed=7, executor=HERE)
    assert (alone.share, alone.gain) == (field.reports[0].share, field.reports[0].gain)


def test_sequential_stopping_stops_and_stays_stopped(tmp_path: Path) -> None:
    path = tmp_path / "sprt"
    test = Sprt.from_elo(0, 100)
    told: list[Progress] = []
    report = compare(
        "easy", "random", pairs=200, seed=7, sprt=test, into=path, workers=2,
        on_progress=told.append,
    )  # fmt: skip
    assert report.sprt is not None
    assert report.sprt.verdict is Verdict.H1
    assert report.sprt.llr > test.bounds[1]
    assert 1 < report.pairs < 40
    assert told[-1].left == 0
    before = path.read_bytes()
    again = compare("easy", "random", pairs=200, seed=7, sprt=test, into=path, executor=HERE)
    assert (again.pairs, again.sprt) == (report.pairs, report.sprt)
    assert path.read_bytes() == before
    assert "SPRT H1" in str(report)


def test_a_tournament_is_its_header(tmp_path: Path) -> None:
    path = tmp_path / "r"
    test = Sprt(0.4, 0.6)
    compare("easy", "random", pairs=2, seed=7, sprt=test, into=path, executor=HERE)
    header = json.loads(path.read_text().splitlines()[0])
    wanted = Tournament(("easy", "random"), 2, 7, Setting(), test).to_dict()
    assert header == {"format": "guandan-arena/1"} | wanted
    assert Sprt.from_dict(header["sprt"]) == test
    assert Setting.from_dict(header["setting"]) == Setting()


def test_results_survive_json() -> None:
    for one in (play_pair(task(f"{ME}:Cheats")), play_pair(task("easy", setting=Setting("match")))):
        again = PairResult.from_json(one.to_json())
        assert again.to_json() == one.to_json()
        assert again.errors == one.errors


def test_latencies_are_those_of_the_decisions() -> None:
    report = compare(f"{ME}:Slow", "easy", pairs=1, seed=7, executor=HERE)
    slow, quick = (bot.latency for bot in report.bots)
    assert slow.percentile(50) >= 0.0019
    assert quick.percentile(50) < slow.percentile(50) <= slow.percentile(95) <= slow.longest
    assert 0.002 <= slow.mean <= slow.longest
