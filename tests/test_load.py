"""Many matches alive at once, stepped by threads, stand as they do alone; and they are small."""

from __future__ import annotations

import gc
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from guandan import Match, RandomBot, Strategy

ACTIONS = 50


def players(seed: int) -> list[Strategy]:
    """Four bots whose choices follow from the seed."""
    return [RandomBot(4 * seed + seat) for seat in range(4)]


def alone(seed: int) -> Match:
    """A match after so many actions, played with nothing else going on."""
    match = Match(seed=seed)
    four = players(seed)
    for _ in range(ACTIONS):
        match.step(four)
    return match


def check_load(number: int) -> None:
    """Step many matches in turns from several threads, each the same number of times."""
    tables = [(Match(seed=seed), players(seed)) for seed in range(number)]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(ACTIONS):
            for _ in pool.map(lambda table: table[0].step(table[1]), tables, chunksize=16):
                pass
    for seed, (match, _) in enumerate(tables):
        if seed % max(1, number // 200) == 0:
            assert match.events == alone(seed).events


def test_hundreds_of_matches() -> None:
    check_load(200)


@pytest.mark.slow
def test_ten_thousand_matches() -> None:
    check_load(10_000)


def size_of(actions: int) -> float:
    """Kilobytes that a match takes after so many actions, or at its end."""
    warm = Match(seed=0)
    for _ in range(3):
        warm.step(players(0))
    gc.collect()
    tracemalloc.start()
    matches = []
    for seed in range(5):
        match = Match(seed=seed)
        four = players(seed)
        taken = 0
        while match.winner is None and taken < actions:
            match.step(four)
            taken += 1
        for seat in (0, 1, 2, 3, None):
            match.view(seat)
        matches.append(match)
    gc.collect()
    current, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return current / 1000 / len(matches)


def test_a_match_is_small() -> None:
    assert size_of(ACTIONS) < 100
    assert size_of(100_000) < 400
