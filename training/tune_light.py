"""Tune the weights of the light policy: an evolution strategy on duplicate self-play.

    python training/tune_light.py --seconds 900 --log training/tune_light.log

Each generation of a separable CMA-ES tries sixteen sets of weights against the reference, each on
the same random deals, played twice with the teams swapped. From time to time the mean of the
search meets the reference on fresh deals; where it is better beyond doubt it becomes the new
reference. The reference is written to src/guandan/bots/light.json. Needs the group `train` of
pyproject.toml and the compiled kernel.

    python training/tune_light.py --polish --pairs 6000 --sigma 0.5 --log training/tune_light.log

then moves one weight after the other, which shows smaller gains than a search of all at once.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

import cma

from guandan.bots.weights import FIELDS, flatten, light_weights
from guandan.sim import light_pairs

OUT = Path(__file__).parent.parent / "src" / "guandan" / "bots" / "light.json"
SCALE = 250.0
"""One unit of the search, in the units of the weights."""
KNOTS = {
    12: (0, 1, 2, 4, 7, 11),
    10: (0, 1, 3, 6, 9),
}
"""Long tables are searched at a few places only and drawn straight between them."""
WHOLE = {"lead"}

Table = dict[str, list[int]]
Say = Callable[[str], None]


def places(name: str) -> tuple[int, ...]:
    """Return the places of a group that are searched."""
    length = FIELDS[name][0]
    if name.startswith("bomb_") and name != "bomb_4":
        return (0, 11)
    return tuple(range(length)) if name in WHOLE else KNOTS.get(length, tuple(range(length)))


def to_table(point: Sequence[float]) -> Table:
    """Return the weights at a point of the search."""
    table: Table = {}
    values = iter(point)
    for name, (length, _) in FIELDS.items():
        knots = [(place, next(values) * SCALE) for place in places(name)]
        table[name] = [round(between(knots, place)) for place in range(length)]
    return table


def between(knots: list[tuple[int, float]], place: int) -> float:
    """Return the value at a place on the line through the knots."""
    for (left, low), (right, high) in pairwise(knots):
        if left <= place <= right:
            return low + (high - low) * (place - left) / (right - left)
    return knots[0][1] if place <= knots[0][0] else knots[-1][1]


def to_point(table: Table) -> list[float]:
    """Return the point of the search where the weights are these."""
    return [table[name][place] / SCALE for name in FIELDS for place in places(name)]


def score(job: tuple[Table, Table, int, int]) -> tuple[float, float, float]:
    """Return share of deals won, its standard error, and levels gained a deal, of a table."""
    table, reference, pairs, seed = job
    gains = light_pairs(flatten(table), flatten(reference), pairs, seed=seed)
    wins = [
        ((first > 0) + (second > 0)) / 2 for first, second in zip(*[iter(gains)] * 2, strict=True)
    ]
    mean = sum(wins) / pairs
    spread = math.sqrt(sum((win - mean) ** 2 for win in wins) / (pairs - 1) / pairs)
    return mean, spread, sum(gains) / len(gains)


def search(say: Say, pool: Executor, reference: Table, options: argparse.Namespace) -> None:
    """Run the evolution strategy for so many seconds."""
    settings = {"CMA_diagonal": True, "popsize": 16, "seed": options.seed, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(to_point(reference), options.sigma, settings)
    start = time.monotonic()
    generation = 0
    say(f"# seed {options.seed}, sigma {options.sigma}, {options.pairs} pairs a candidate")
    while time.monotonic() - start < options.seconds:
        generation += 1
        seed = options.seed * 1_000_000 + generation
        points = strategy.ask()
        jobs = [(to_table(point), reference, options.pairs, seed) for point in points]
        results = list(pool.map(score, jobs))
        # Deals won decide; the levels gained break the many near ties.
        strategy.tell(points, [-(won + 0.1 * gain) for won, _, gain in results])
        if generation % 10 == 0:
            mean = to_table(strategy.result.xfavorite)
            won, error, gain = twice(pool, mean, reference, 2500, seed)
            better = won - 2 * error > 0.5
            say(
                f"generation {generation}, {time.monotonic() - start:.0f} s, sigma"
                f" {strategy.sigma:.3f}: mean against reference {won:.3f} ± {1.96 * error:.3f},"
                f" {gain:+.3f} levels a deal{', the new reference' if better else ''}"
            )
            if better:
                reference = mean
                keep(reference)


def polish(say: Say, pool: Executor, reference: Table, options: argparse.Namespace) -> None:
    """Move one place of the search after the other, as long as that is better beyond doubt.

    Where only one weight differs most deals are played alike, so that little is seen at once.
    """
    before = reference
    point = to_point(reference)
    names = [f"{name}[{place}]" for name in FIELDS for place in places(name)]
    seed = options.seed * 1_000_000
    start = time.monotonic()
    say(f"# seed {options.seed}, {options.pairs} pairs a step of {options.sigma}, place by place")
    for at, name in enumerate(names):
        seed += 1
        moved = []
        for step in (-options.sigma, options.sigma):
            there = [*point[:at], point[at] + step, *point[at + 1 :]]
            moved.append((there, to_table(there)))
        jobs = [(table, reference, options.pairs, seed) for _, table in moved]
        results = list(pool.map(score, jobs))
        best = max((0, 1), key=lambda way: results[way][0])
        won, error, gain = results[best]
        if won - 2 * error > 0.5:
            point, reference = moved[best]
            keep(reference)
            value = point[at] * SCALE
            say(f"{name} {value:.0f}: {won:.4f} ± {1.96 * error:.4f}, {gain:+.4f} levels a deal")
        if time.monotonic() - start > options.seconds:
            break
    won, error, gain = twice(pool, reference, before, 20_000, seed)
    say(
        f"{time.monotonic() - start:.0f} s: all of it against what was {won:.4f}"
        f" ± {1.96 * error:.4f}, {gain:+.4f} levels a deal"
    )


def twice(
    pool: Executor, table: Table, reference: Table, pairs: int, seed: int
) -> tuple[float, float, float]:
    """Return the score of a table from two halves of fresh deals, side by side."""
    jobs = [(table, reference, pairs, seed + half * 500_000) for half in (1, 2)]
    first, second = pool.map(score, jobs)
    error = math.hypot(first[1], second[1]) / 2
    return (first[0] + second[0]) / 2, error, (first[2] + second[2]) / 2


def keep(table: Table) -> None:
    """Write a table as the one that the bots play by."""
    OUT.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Run the search, or polish what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--sigma", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--polish", action="store_true", help="one place after the other")
    options = parser.parse_args()
    reference: Table = {name: list(values) for name, values in light_weights().items()}
    with ProcessPoolExecutor(options.workers) as pool, options.log.open("a") as log:

        def say(line: str) -> None:
            print(line, flush=True)
            print(line, file=log, flush=True)

        (polish if options.polish else search)(say, pool, reference, options)


if __name__ == "__main__":
    main()
