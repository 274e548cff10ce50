"""Tune the weights of the light policy: an evolution strategy on duplicate self-play.

    python training/tune_light.py --seconds 900 --log training/tune_light.log

Each generation of a separable CMA-ES tries sixteen sets of weights against the reference, each on
the same random deals, played twice with the teams swapped. From time to time the mean of the
search meets the reference on fresh deals; where it is better beyond doubt it becomes the new
reference. The reference is written to src/guandan/bots/light.json. Needs the group `train` of
pyproject.toml and the compiled kernel.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
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


def score(job: tuple[Sequence[float], Table, int, int]) -> tuple[float, float, float]:
    """Return share of deals won, its standard error, and levels gained a deal, of a point."""
    point, reference, pairs, seed = job
    gains = light_pairs(flatten(to_table(point)), flatten(reference), pairs, seed=seed)
    wins = [
        ((first > 0) + (second > 0)) / 2 for first, second in zip(*[iter(gains)] * 2, strict=True)
    ]
    mean = sum(wins) / pairs
    spread = math.sqrt(sum((win - mean) ** 2 for win in wins) / (pairs - 1) / pairs)
    return mean, spread, sum(gains) / len(gains)


def main() -> None:
    """Run the search for so many seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--sigma", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log", type=Path, required=True)
    options = parser.parse_args()
    reference: Table = {name: list(values) for name, values in light_weights().items()}
    settings = {"CMA_diagonal": True, "popsize": 16, "seed": options.seed, "verbose": -9}
    search = cma.CMAEvolutionStrategy(to_point(reference), options.sigma, settings)
    start = time.monotonic()
    generation = 0
    with ProcessPoolExecutor(options.workers) as pool, options.log.open("a") as log:

        def say(line: str) -> None:
            print(line, flush=True)
            print(line, file=log, flush=True)

        say(f"# seed {options.seed}, sigma {options.sigma}, {options.pairs} pairs a candidate")
        while time.monotonic() - start < options.seconds:
            generation += 1
            seed = options.seed * 1_000_000 + generation
            points = search.ask()
            jobs = [(point, reference, options.pairs, seed) for point in points]
            results = list(pool.map(score, jobs))
            # Deals won decide; the levels gained break the many near ties.
            search.tell(points, [-(won + 0.1 * gain) for won, _, gain in results])
            if generation % 10 == 0:
                mean = search.result.xfavorite
                jobs = [(mean, reference, 2500, seed + half * 500_000) for half in (1, 2)]
                halves = list(pool.map(score, jobs))
                won = sum(half[0] for half in halves) / 2
                error = math.hypot(*(half[1] for half in halves)) / 2
                gain = sum(half[2] for half in halves) / 2
                better = won - 2 * error > 0.5
                say(
                    f"generation {generation}, {time.monotonic() - start:.0f} s, sigma"
                    f" {search.sigma:.3f}: mean against reference {won:.3f} ± {1.96 * error:.3f},"
                    f" {gain:+.3f} levels a deal{', the new reference' if better else ''}"
                )
                if better:
                    reference = to_table(mean)
                    OUT.write_text(json.dumps(reference, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
