"""Measure the speed of the engine and of the public API with pyperf.

`python benchmarks/bench_speed.py -o FILE` measures the library that is installed; `nox -s bench`
does so for both builds in turns and makes the table (`report.py`). The options are pyperf's, and:
"""

from __future__ import annotations

import argparse
import fnmatch
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import methodcaller
from time import process_time
from typing import Final, TypeAlias

import pyperf

import guandan
from catalogue import FIGURES, SIZES, WILDS, growth_name
from guandan import Combo, EasyBot, Hand, Match, Phase, Rank, Record, classify, legal_plays
from guandan import _kernel as kernel
from guandan.bots.weights import flatten, light_weights
from guandan.record import Action, Verb
from guandan.shuffle import deal_hands, generator
from guandan.sim import Simulation
from workload import RULES, Position, Question, Workload

Work: TypeAlias = Callable[[], object]

PLAYOUTS = 10
"""Deals that are played out in one call."""
"""What is timed: it goes over all cases of its kind once."""


@dataclass(frozen=True)
class Benchmark:
    """What is measured under a name, and how many things (hands, deals ...) that does."""

    name: str
    things: int
    seconds: Callable[[int], float]
    """Returns how long so many rounds took."""


def timed(make: Callable[[], Work]) -> Callable[[int], float]:
    """Return a function that times rounds of the work, which is made when first needed.

    The time is that of the process on the CPU: the work is one thread that waits for nothing, and
    so what else the machine does counts least.
    """
    made = cache(make)

    def seconds(rounds: int) -> float:
        work = made()
        start = process_time()
        for _ in range(rounds):
            work()
        return process_time() - start

    return seconds


# --- The engine ------------------------------------------------------------------------------


def asking(
    function: Callable[[int, int, int, int, int], object], positions: Callable[[], list[Position]]
) -> Work:
    """Return the work of asking a function of the kernel about every position."""
    questions: list[Question] = [position.question for position in positions()]

    def work() -> None:
        for low, high, level, options, over in questions:
            function(low, high, level, options, over)

    return work


def simulations(seeds: Sequence[int]) -> list[Simulation]:
    """Return random deals, dealt and led by seat 0."""
    hands = [deal_hands(generator(seed, "benchmarks")) for seed in seeds]
    return [Simulation(four, Rank.TWO, to_act=0, rules=RULES) for four in hands]


def random_deals(seeds: Sequence[int]) -> Work:
    """Return the work of playing random deals to their end, many in a call."""
    made = simulations(seeds)

    def work() -> None:
        for seed, simulation in enumerate(made):
            simulation.random_playouts(PLAYOUTS, seed=seed)

    return work


def light_deals(seeds: Sequence[int]) -> Work:
    """Return the work of playing random deals to their end by the light policy."""
    made = simulations(seeds)
    weights = flatten(light_weights())

    def work() -> None:
        for seed, simulation in enumerate(made):
            simulation.light_playouts(weights, PLAYOUTS, seed=seed)

    return work


def looking(look: Callable[[Hand, Rank], object], positions: Callable[[], list[Position]]) -> Work:
    """Return the work of looking at what every hand may play."""
    hands = [(position.hand, position.level) for position in positions()]

    def work() -> None:
        for hand, level in hands:
            look(hand, level)

    return work


def count_plays(hand: Hand, level: Rank) -> int:
    """Count without listing."""
    return len(legal_plays(hand, level))


def list_shapes(hand: Hand, level: Rank) -> tuple[Combo, ...]:
    """List the shapes as objects."""
    return legal_plays(hand, level).shapes()


def list_plays(hand: Hand, level: Rank) -> None:
    """Go over all plays as objects."""
    for _ in legal_plays(hand, level):
        pass


def classifying(selections: Sequence[tuple[str, str]]) -> Work:
    """Return the work of classifying selections in text."""

    def work() -> None:
        for cards, level in selections:
            classify(cards, level)

    return work


def classifying_hands(selections: Sequence[tuple[str, str]]) -> Work:
    """Return the work of classifying selections that are hands, on levels that are ranks."""
    hands = [(Hand(cards), Rank(level)) for cards, level in selections]

    def work() -> None:
        for hand, level in hands:
            classify(hand, level)

    return work


def acting(record: Record) -> Work:
    """Return the work of playing a recorded match by the verbs of `Match`."""
    script = [
        [action_of(action, deal.level, record) for action in deal.actions] for deal in record.deals
    ]

    def work() -> None:
        match = Match(record.rules, record.seed)
        for actions in script:
            match.deal_next()
            for act in actions:
                act(match)

    return work


def action_of(action: Action, level: Rank, record: Record) -> Callable[[Match], object]:
    """Return the call of a verb that a recorded action is, its play ready-made."""
    match action.verb:
        case Verb.PLAY:
            combo = Combo.parse(action.text, level, record.rules)
            return methodcaller("play", combo, action.seat)
        case Verb.PASS:
            return methodcaller("pass_", action.seat)
        case Verb.PAY:
            return methodcaller("pay_tribute", guandan.Card.parse(action.text), action.seat)
        case Verb.RETURN:
            return methodcaller("return_card", guandan.Card.parse(action.text), action.seat)


def replaying(text: str) -> Work:
    """Return the work of loading a match from its text."""
    return lambda: Match.from_record(Record.from_json(text))


def bot_deals(seeds: Sequence[int]) -> Work:
    """Return the work of first deals of matches between four bots."""

    def work() -> None:
        for seed in seeds:
            match = Match(seed=seed)
            bots = [EasyBot() for _ in range(4)]
            match.step(bots)
            while match.phase is Phase.PLAY:
                match.step(bots)

    return work


IMPORT: Final = (
    "import time; start = time.perf_counter(); import guandan; print(time.perf_counter() - start)"
)


def import_seconds(rounds: int) -> float:
    """Import the library in new processes, and return what the imports took by the clock."""
    command = [sys.executable, "-c", IMPORT]
    total = 0.0
    for _ in range(rounds):
        result = subprocess.run(command, capture_output=True, check=True, text=True)
        total += float(result.stdout)
    return total


# --- All of it -------------------------------------------------------------------------------


def table(cases: Workload) -> Iterator[Benchmark]:
    """Return what the table shows, a benchmark for each of `FIGURES`."""
    leads = partial(cases.positions, "leads")
    follows = partial(cases.positions, "follows")
    midgame = partial(cases.positions, "midgame")
    hands = cases.count("leads")
    works: dict[str, tuple[int, Callable[[], Work]]] = {
        "kernel-shapes-lead": (hands, lambda: asking(kernel.shapes, leads)),
        "kernel-shapes-follow": (cases.count("follows"), lambda: asking(kernel.shapes, follows)),
        "kernel-shapes-midgame": (cases.count("midgame"), lambda: asking(kernel.shapes, midgame)),
        "kernel-plays-lead": (hands, lambda: asking(kernel.plays, leads)),
        "legal-plays-len": (hands, lambda: looking(count_plays, leads)),
        "legal-plays-shapes": (hands, lambda: looking(list_shapes, leads)),
        "legal-plays-iter": (hands, lambda: looking(list_plays, leads)),
        "classify-text": (cases.count("selections"), lambda: classifying(cases.selections)),
        "classify-hand": (cases.count("selections"), lambda: classifying_hands(cases.selections)),
        "match-actions": (cases.action_count, lambda: acting(cases.record)),
        "record-replay": (cases.action_count, lambda: replaying(cases.record_text)),
        "easybot-deals": (len(cases.deal_seeds), lambda: bot_deals(cases.deal_seeds)),
        "kernel-random-deals": (
            PLAYOUTS * len(cases.deal_seeds),
            lambda: random_deals(cases.deal_seeds),
        ),
        "kernel-light-deals": (
            PLAYOUTS * len(cases.deal_seeds),
            lambda: light_deals(cases.deal_seeds),
        ),
    }
    for figure in FIGURES:
        if figure.name == "import":
            yield Benchmark(figure.name, 1, import_seconds)
        else:
            things, make = works[figure.name]
            yield Benchmark(figure.name, things, timed(make))


def growth(cases: Workload) -> Iterator[Benchmark]:
    """Return what shows how the cost grows with the cards and the wilds of a hand."""
    for listing, function in (("shapes", kernel.shapes), ("plays", kernel.plays)):
        for cards in SIZES:
            for wilds in WILDS:
                positions = partial(cases.grown, cards, wilds)
                yield Benchmark(
                    growth_name(listing, cards, wilds),
                    cases.grown_count(cards, wilds),
                    timed(partial(asking, function, positions)),
                )


def pass_on(command: list[str], options: argparse.Namespace) -> None:
    """Give the options that are not pyperf's to the processes that measure."""
    command += ["--only", options.only]
    if options.growth:
        command.append("--growth")


def main() -> None:
    """Measure what the command line asks for."""
    # Little for one run: in_turns.py makes several.
    runner = pyperf.Runner(processes=2, values=2, add_cmdline_args=pass_on)
    parser: argparse.ArgumentParser = runner.argparser
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--only", metavar="NAMES", default="*", help="measure what has such a name: 'kernel-*'"
    )
    parser.add_argument(
        "--growth", action="store_true", help="measure hands of 5 to 27 cards, 0 to 2 wilds"
    )
    options = runner.parse_args()
    runner.metadata["guandan_build"] = "compiled" if guandan.COMPILED else "interpreted"
    runner.metadata["guandan_version"] = guandan.__version__
    runner.metadata["guandan_system"] = f"{platform.system()} {platform.machine()}"
    cases = Workload.load()
    for benchmark in growth(cases) if options.growth else table(cases):
        if fnmatch.fnmatchcase(benchmark.name, options.only):
            runner.bench_time_func(benchmark.name, benchmark.seconds, inner_loops=benchmark.things)


if __name__ == "__main__":
    main()
