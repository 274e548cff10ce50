"""What the arena computes from results: intervals, sequential tests, ratings, latencies."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import pytest

from guandan import InputTypeError, MissingExtra, SettingError
from guandan.arena import (
    InProcessExecutor,
    Interval,
    Latency,
    Rating,
    Sprt,
    SprtState,
    Verdict,
    bradley_terry,
    mean_interval,
    round_robin,
)
from guandan.arena.clock import Stopwatch
from guandan.shuffle import generator

HERE = InProcessExecutor()


def drawn(share: float, n: int, *stream: object) -> list[float]:
    """Scores of pairs whose two games are won with this chance, independently."""
    rng = generator(7, "scores", share, *stream)
    return [((rng.random() < share) + (rng.random() < share)) / 2 for _ in range(n)]


def numbers(interval: Interval | None) -> tuple[float, ...]:
    assert interval is not None
    return interval.mean, interval.low, interval.high, interval.n


# --- Intervals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("samples", "low", "high"),
    [
        ([2], 0, 1),
        ([math.nan], 0, 1),
        ([math.inf], 0, math.inf),
        ([1, 1], 1, 1),
        ([1], 1, 0),
        (["1"], 0, 1),
        ([True], 0, 1),
        ("1", 0, 1),
        (None, 0, 1),
        pytest.param([10**5000], 0, 10**5001, id="huge"),
        ([0.5], None, 1),
    ],
)
def test_what_no_interval_is_of(samples: Any, low: Any, high: Any) -> None:
    with pytest.raises(InputTypeError):
        mean_interval(samples, low, high)


def test_the_same_samples_have_wilsons_interval_however_their_mean_is_rounded() -> None:
    for sample in (0.1, 1 / 3, 0.7, 1e-9):
        for n in range(1, 20):
            interval = mean_interval([sample] * n, 0, 1)
            assert interval is not None
            assert interval.mean == sample
            assert interval.high - interval.low > 0.1


def test_an_interval_as_computed_by_hand() -> None:
    # Mean 0.6; squares 0.16 + 0.01 + 0.16 + 0.01 + 0.36 = 0.7; s = sqrt(0.7 / 4) = 0.41833;
    # s / sqrt(5) = 0.18708; times 1.96 = 0.36668.
    interval = mean_interval([1, 0.5, 1, 0.5, 0], 0, 1)
    assert interval is not None
    assert (interval.mean, interval.n) == (0.6, 5)
    assert interval.low == pytest.approx(0.6 - 0.36668, abs=1e-5)
    assert interval.high == pytest.approx(0.6 + 0.36668, abs=1e-5)
    assert interval.to_dict()["n"] == 5


def test_an_interval_of_equal_samples_is_wilsons() -> None:
    # Wilson for 4 of 4: n / (n + z²) = 4 / 7.8416.
    assert numbers(mean_interval([1.0] * 4, 0, 1)) == pytest.approx((1, 4 / 7.8416, 1, 4))
    assert numbers(mean_interval([0.0] * 4, 0, 1)) == pytest.approx((0, 0, 3.8416 / 7.8416, 4))
    half = mean_interval([0.5], 0, 1)
    assert half is not None
    assert half.low == pytest.approx(1 - half.high)
    gain = mean_interval([3.0] * 4, -3, 3)
    assert numbers(gain) == pytest.approx((3, -3 + 6 * 4 / 7.8416, 3, 4))
    assert mean_interval([], 0, 1) is None


def test_an_interval_stays_within_what_can_be() -> None:
    interval = mean_interval([1, 1, 1, 0.5], 0, 1)
    assert interval is not None
    assert interval.high == 1
    assert interval.low > 0


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    held = 0
    for run in range(400):
        interval = mean_interval(drawn(0.6, 100, run), 0, 1)
        assert interval is not None
        held += interval.low <= 0.6 <= interval.high
    assert 0.92 < held / 400 < 0.98


# --- Sequential tests ----------------------------------------------------------------------


def decide(test: Sprt, share: float, run: int) -> tuple[Verdict, int]:
    state = SprtState(test)
    for number, score in enumerate(drawn(share, 20_000, run), 1):
        if (verdict := state.add(score)) is not Verdict.OPEN:
            return verdict, number
    return Verdict.OPEN, 20_000


@pytest.mark.parametrize(("share", "right"), [(0.5, Verdict.H0), (0.6, Verdict.H1)])
def test_a_sequential_test_errs_as_rarely_as_it_says(share: float, right: Verdict) -> None:
    decided = [decide(Sprt(0.5, 0.6), share, run) for run in range(150)]
    wrong = sum(verdict is not right for verdict, _ in decided)
    assert wrong / 150 < 0.08
    # A fixed test with the same chances of error needs about 135 pairs.
    assert sum(number for _, number in decided) / 150 < 110


def test_what_is_clear_is_decided_soon() -> None:
    assert decide(Sprt(0.5, 0.55), 1.0, 0)[1] < 15
    assert decide(Sprt(0.5, 0.55), 0.0, 0)[0] is Verdict.H0
    assert SprtState(Sprt()).verdict is Verdict.OPEN
    assert SprtState(Sprt()).llr == 0


def test_the_ratio_as_computed_by_hand() -> None:
    state = SprtState(Sprt(0.5, 0.6))
    for score in (1.0, 1.0, 0.5, 0.0):
        state.add(score)
    # Mean 0.625; with half a pair more of each: weights 1.5, 1.5, 2.5 of 5.5, mean 0.590909,
    # variance (1.5·0.349174 + 1.5·0.008264 + 2.5·0.167355) / 5.5 = 0.173554.
    assert state.llr == pytest.approx(4 * 0.1 * (1.25 - 1.1) / (2 * 0.173554), rel=1e-5)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"p0": 0}, "p0"),
        ({"p1": 1}, "p1"),
        ({"p0": "0.5"}, "p0"),
        ({"alpha": True}, "alpha"),
        ({"p0": 0.6, "p1": 0.6}, "p0"),
        ({"alpha": 0.5, "beta": 0.5}, "alpha"),
    ],
)
def test_sequential_tests_that_cannot_be(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(SettingError) as caught:
        Sprt(**fields)
    assert caught.value.field == field


@pytest.mark.parametrize("elo", [math.nan, math.inf, "5"])
def test_elo_is_a_number(elo: Any) -> None:
    with pytest.raises(SettingError, match="elo: expected a number"):
        Sprt.from_elo(0, elo)


# --- Ratings -------------------------------------------------------------------------------


TRUE = {"weak": -150.0, "middle": 0.0, "good": 40.0, "strong": 110.0}


def field(run: int, pairs: int = 150) -> list[tuple[str, str, float]]:
    names = list(TRUE)
    return [
        (a, b, score)
        for at, a in enumerate(names)
        for b in names[at + 1 :]
        for score in drawn(1 / (1 + 10 ** ((TRUE[b] - TRUE[a]) / 400)), pairs, a, b, run)
    ]


def test_known_ratings_are_found_again() -> None:
    pytest.importorskip("choix")
    held = 0
    ratings: tuple[Rating, ...] = ()
    for run in range(25):
        ratings = bradley_terry(list(TRUE), field(run))
        assert sum(rating.rating for rating in ratings) == pytest.approx(0, abs=1e-6)
        held += sum(rating.low <= TRUE[rating.bot] <= rating.high for rating in ratings)
        for rating in ratings:
            assert rating.rating == pytest.approx(TRUE[rating.bot], abs=55)
            assert 10 < rating.high - rating.rating < 30
            assert rating.rating - rating.low == pytest.approx(rating.high - rating.rating)
    assert held / 100 > 0.9
    assert [rating.bot for rating in ratings] == list(TRUE)


def test_pairs_that_are_always_shared_say_more_than_their_games() -> None:
    pytest.importorskip("choix")
    luck = bradley_terry(["a", "b"], [("a", "b", 0.5)] * 200)
    same = bradley_terry(["a", "b"], [("a", "b", 1.0), ("a", "b", 0.0)] * 100)
    assert luck[0].rating == same[0].rating == pytest.approx(0, abs=1e-6)
    assert luck[0].high < same[0].high / 5


def test_who_won_all_has_a_rating_too() -> None:
    pytest.importorskip("choix")
    first, second = bradley_terry(["a", "b"], [("a", "b", 1.0)] * 10)
    assert 200 < first.rating < 1_000
    assert second.rating == pytest.approx(-first.rating)
    assert first.low < first.rating < first.high < 2_000


def test_without_the_extra_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(MissingExtra, match=r"pip install 'guandan-rules\[arena\]'") as caught:
        bradley_terry(["a", "b"], [("a", "b", 1.0)])
    assert caught.value.extra == "arena"
    report = round_robin(["easy", "random"], pairs=1, seed=7, executor=HERE)
    assert report.ratings is None
    assert json.loads(report.to_json())["ratings"] is None
    assert "guandan-rules[arena]" in str(report)


def test_a_field_is_rated_strongest_first() -> None:
    pytest.importorskip("choix")
    report = round_robin(["random", "easy"], pairs=6, seed=7, executor=HERE)
    assert report.ratings is not None
    assert [rating.bot for rating in report.ratings] == ["random", "easy"]
    lines = str(report).splitlines()
    assert lines[3].startswith("easy ")
    assert lines[4].startswith("random ")
    read = json.loads(report.to_json())
    assert read["ratings"][0] == report.ratings[0].to_dict()
    assert read["reports"][0]["share"]["mean"] == report.reports[0].share.mean


# --- Latencies -----------------------------------------------------------------------------


def test_latencies() -> None:
    watch = Stopwatch()
    for milliseconds in range(1, 1_001):
        watch.add(milliseconds / 1_000)
    latency = watch.latency()
    assert latency.count == 1_000
    assert latency.mean == pytest.approx(0.5005)
    for percent in (1, 10, 50, 95, 99):
        assert latency.percentile(percent) == pytest.approx(percent / 100, rel=0.046)
    assert latency.percentile(100) == latency.longest == 1.0
    assert latency + Latency() == latency
    twice = latency + latency
    assert (twice.count, twice.percentile(50)) == (2_000, latency.percentile(50))


def test_latencies_of_nothing_and_of_next_to_nothing() -> None:
    assert Latency().summary() == dict.fromkeys(("mean", "p50", "p95", "p99", "max"), 0.0) | {
        "decisions": 0
    }
    watch = Stopwatch()
    watch.add(0.0)
    watch.add(1e-9)
    assert watch.latency().buckets == ((0, 2),)
    assert watch.latency().percentile(50) == 1e-9


@pytest.mark.parametrize(
    ("bots", "pairs", "said"),
    [
        ("ab", [], "bots are a list"),
        ([], [], "bots are a list"),
        (["a", "a"], [("a", "a", 1)], "each there once"),
        (["a", 1], [], "bots are texts"),
        (["a", "b"], [("a", "c", 1)], "two of the bots"),
        (["a", "b"], [("a", "a", 1)], "two of the bots"),
        (["a", "b"], [("a", "b", 0.7)], "the score"),
        (["a", "b"], [("a", "b", math.nan)], "the score"),
        (["a", "b"], [("a", "b")], "a pair is"),
        (["a", "b"], 7, "pairs are a list"),
        (["a", "b"], [], "not 'b'"),
        (["a", "b", "c", "d"], [("a", "b", 1), ("c", "d", 0)], "not 'c'"),
    ],
)
def test_what_no_rating_is_of(bots: Any, pairs: Any, said: str) -> None:
    with pytest.raises(InputTypeError, match=said):
        bradley_terry(bots, pairs)
