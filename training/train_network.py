"""Train the learned evaluation on self-play of the light policy.

    python training/train_network.py --log training/train_network.log

Several plays of one decision are played out in the same deal (`guandan._kernel.lessons`); the
network learns the gain of each from what the seat can see. Since only the differences between the
plays of a decision matter to a choice, and hidden cards move all of them together, the loss is that
of the differences, plus a tenth of that of the common level. The result, in whole numbers, is
written to src/guandan/bots/network.json. Needs the group `train` of pyproject.toml and the
compiled kernel.
"""

from __future__ import annotations

import argparse
import base64
import json
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from guandan._kernel.features import FEATURES, SLOTS, WIDTHS
from guandan._kernel.lessons import MOST, lessons
from guandan.bots.weights import flatten, light_weights

OUT = Path(__file__).parent.parent / "src" / "guandan" / "bots" / "network.json"
DEALS = 500
"""Deals a job."""
RATE = 150
"""Of a thousand decisions, how many are learned from."""
LEVEL = 0.1
"""What the common level of a decision's plays counts for in the loss."""
WORDS = {"first": "<i2", "second": "<i2"}
"""Two bytes a number for the tables, four for the rest."""
FIRST, SECOND, THIRD = 256, 64, 256
"""By how much the weights of each layer are multiplied to be whole numbers."""

NONE = np.iinfo(np.int8).min
"""The gain where a decision has no more plays."""

Array: TypeAlias = NDArray[Any]


def play(seed: int) -> tuple[Array, Array]:
    """Return features (groups, MOST, SLOTS) and gains (groups, MOST) of some deals.

    Where a decision has fewer plays, the gains end with `NONE`.
    """
    flat = np.array(lessons(flatten(light_weights()), DEALS, seed, 0, 3, RATE), dtype=np.int16)
    starts = []
    at = 0
    while at < len(flat):
        starts.append(at)
        at += 1 + int(flat[at]) * (SLOTS + 1)
    features = np.zeros((len(starts), MOST, SLOTS), dtype=np.uint16)
    gains = np.full((len(starts), MOST), NONE, dtype=np.int8)
    for group, start in enumerate(starts):
        number = int(flat[start])
        rows = flat[start + 1 : start + 1 + number * (SLOTS + 1)].reshape(number, SLOTS + 1)
        features[group, :number] = rows[:, :SLOTS]
        gains[group, :number] = rows[:, SLOTS]
    return features, gains


class Model:
    """Two hidden layers, their gradients, and Adam."""

    def __init__(self, hidden: int, second: int, rng: np.random.Generator) -> None:
        shapes = [(FEATURES, hidden), (hidden,), (hidden, second), (second,), (second,), ()]
        scales = [SLOTS**-0.5, 0, (2 / hidden) ** 0.5, 0, second**-0.5, 0]
        self.weights: list[Array] = [
            (rng.standard_normal(shape) * scale).astype(np.float32)
            for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def forward(self, rows: Array) -> tuple[Array, Array, Array, Array]:
        """Return the input, both hidden layers and the output of rows of features."""
        first, first_bias, second, second_bias, third, third_bias = self.weights
        held = np.zeros((len(rows), FEATURES), dtype=np.float32)
        held[np.arange(len(rows))[:, None], rows] = 1
        low = np.maximum(held @ first + first_bias, 0)
        high = np.maximum(low @ second + second_bias, 0)
        return held, low, high, high @ third + third_bias

    def learn(self, features: Array, gains: Array, rate: float) -> float:
        """Take one step, and return the loss of the differences."""
        there = gains > NONE
        held, low, high, output = self.forward(features[there])
        inside, common, loss = errors(spread(output, there), gains)
        slope = ((inside + LEVEL * common) * (2 / len(features)))[there].astype(np.float32)
        _, _, second, _, third, _ = self.weights
        to_high = slope[:, None] * third * (high > 0)
        to_low = (to_high @ second.T) * (low > 0)
        slopes = [
            held.T @ to_low,
            to_low.sum(0),
            low.T @ to_high,
            to_high.sum(0),
            high.T @ slope,
            slope.sum(),
        ]
        self.steps += 1
        for place, slope in enumerate(slopes):
            self.means[place] += 0.1 * (slope - self.means[place])
            self.squares[place] += 0.001 * (slope * slope - self.squares[place])
            mean = self.means[place] / (1 - 0.9**self.steps)
            square = self.squares[place] / (1 - 0.999**self.steps)
            self.weights[place] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return loss

    def whole(self) -> list[Array]:
        """Return the weights as the whole numbers that the bot plays by."""
        first, first_bias, second, second_bias, third, _ = self.weights
        scaled = [
            (first, FIRST),
            (first_bias, FIRST),
            (second, SECOND),
            (second_bias, FIRST * SECOND),
            (third, THIRD),
        ]
        weights = [np.round(weight * scale).astype(np.int32) for weight, scale in scaled]
        most = np.abs(weights[1]).copy()
        for start, width in zip(np.cumsum([0, *WIDTHS[:-1]]), WIDTHS, strict=True):
            most += np.abs(weights[0][start : start + width]).max(0)
        if most.max() >= 2**15:
            raise OverflowError(f"a sum of the first layer may reach {most.max()}: lower FIRST")
        return weights


def spread(output: Array, there: Array) -> Array:
    """Return what the model says of the plays that are there, a row a decision again."""
    rows = np.full(there.shape, -np.inf, dtype=np.float32)
    rows[there] = output
    return rows


def errors(output: Array, gains: Array) -> tuple[Array, Array, float]:
    """Return the errors of the differences within each group, that of its level, and the loss."""
    there = gains > NONE
    number = there.sum(1, keepdims=True)
    error = np.where(there, output - gains, 0)
    common = error.sum(1, keepdims=True) / number
    inside = np.where(there, error - common, 0)
    loss = float((inside**2).sum() / len(gains))
    return inside, np.where(there, common / number, 0), loss


def judge(model: Model, features: Array, gains: Array) -> tuple[float, float, float]:
    """Return the loss, and what the model's choices gain over the policy's, with its error."""
    losses, chosen = [], []
    for at in range(0, len(gains), 4096):
        part = gains[at : at + 4096].astype(np.float32)
        there = part > NONE
        output = spread(model.forward(features[at : at + 4096][there])[3], there)
        losses.append(errors(output, part)[2] * len(part))
        chosen.append(part[np.arange(len(part)), output.argmax(1)] - part[:, 0])
    better = np.concatenate(chosen)
    return sum(losses) / len(gains), float(better.mean()), float(better.std() / len(better) ** 0.5)


def make(groups: int, seed: int, workers: int) -> tuple[Array, Array, int]:
    """Return features and gains of so many decisions, and how many deals they took."""
    features = np.zeros((groups, MOST, SLOTS), dtype=np.uint16)
    gains = np.zeros((groups, MOST), dtype=np.int8)
    done = jobs = 0
    with ProcessPoolExecutor(workers) as pool:
        while done < groups:
            first = seed * 10_000_000 + jobs
            for more, their in pool.map(play, range(first, first + 40)):
                fit = min(len(more), groups - done)
                features[done : done + fit] = more[:fit]
                gains[done : done + fit] = their[:fit]
                done += fit
            jobs += 40
    return features, gains, jobs * DEALS


def main() -> None:
    """Make the lessons, train, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--groups", type=int, default=6_000_000)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log", type=Path, required=True)
    options = parser.parse_args()
    start = time.monotonic()
    with options.log.open("a") as log:

        def say(line: str) -> None:
            line = f"{time.monotonic() - start:.0f} s: {line}"
            print(line, flush=True)
            print(line, file=log, flush=True)

        say(" ".join(f"{name}={value}" for name, value in vars(options).items()))
        features, gains, deals = make(options.groups, options.seed, options.workers)
        say(f"{options.groups} decisions of {deals} deals")
        rng = np.random.default_rng(options.seed)
        kept = options.groups // 40
        model = Model(options.hidden, options.second, rng)
        batch = 1024
        steps = options.passes * ((options.groups - kept) // batch)
        step = 0
        for number in range(options.passes):
            order = kept + rng.permutation(options.groups - kept)
            losses = []
            for at in range(0, len(order) - batch + 1, batch):
                rate = options.rate * (1 - step / steps)
                chosen = order[at : at + batch]
                losses.append(model.learn(features[chosen], gains[chosen], rate))
                step += 1
            loss, better, error = judge(model, features[:kept], gains[:kept])
            say(
                f"pass {number + 1}: loss {np.mean(losses):.4f}, on decisions kept back"
                f" {loss:.4f}; its choices gain {better:.4f} ± {1.96 * error:.4f}"
            )
        names = ["first", "first_bias", "second", "second_bias", "third"]
        table = {
            name: base64.b64encode(weight.astype(WORDS.get(name, "<i4")).tobytes()).decode()
            for name, weight in zip(names, model.whole(), strict=True)
        }
        OUT.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
