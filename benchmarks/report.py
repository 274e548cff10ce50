"""Make tables, and one JSON file, of what `bench_speed.py` measured.

`python benchmarks/report.py FILE [FILE]`: files of pyperf, of the interpreted build and of the
compiled one, in either order; one alone will do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final, TypeAlias

import pyperf

from catalogue import BUILDS, FIGURES, SIZES, WILDS, Figure, averages, growth_name

AVERAGES: Final = averages()

Seconds: TypeAlias = Mapping[str, Sequence[float]]
"""By the name of a case: what one thing took, each time it was measured."""


FACTS: Final = {
    "guandan": "guandan_version",
    "implementation": "python_implementation",
    "python": "python_version",
    "system": "guandan_system",
    "processor": "cpu_model_name",
    "cores": "cpu_count",
    "pyperf": "perf_version",
}
"""What is told of the conditions, and what pyperf calls it. Some systems do not say it all."""


@dataclass(frozen=True)
class Results:
    """What was measured of one build, and where."""

    build: str
    seconds: Seconds
    conditions: Mapping[str, str]

    @classmethod
    def load(cls, file: str) -> Results:
        """Read a file of pyperf."""
        suite = pyperf.BenchmarkSuite.load(file)
        facts: dict[str, Any] = suite.get_metadata()
        return cls(
            build=str(facts["guandan_build"]),
            seconds={bench.get_name(): bench.get_values() for bench in suite},
            conditions={name: str(facts.get(key, "unknown")) for name, key in FACTS.items()},
        )


@dataclass(frozen=True)
class Spread:
    """The median of some values and what the middle half of them lies between."""

    middle: float
    low: float
    high: float
    values: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of one value or more."""
        low, high = values[0], values[0]
        if len(values) > 1:
            low, _, high = quantiles(values, n=4, method="inclusive")
        return cls(median(values), low, high, len(values))

    def to_dict(self) -> dict[str, float]:
        """Return it for JSON."""
        return {
            "median": significant(self.middle, 4),
            "lower_quartile": significant(self.low, 4),
            "upper_quartile": significant(self.high, 4),
            "values": self.values,
        }

    def __str__(self) -> str:
        return f"{shown(self.middle)} ({shown(self.low)} to {shown(self.high)})"


def significant(number: float, digits: int = 3) -> float:
    """Return the number to so many significant digits."""
    return float(f"{number:.{digits}g}")


def shown(number: float) -> str:
    """Return a number as a person reads it: 1,230,000, 12.3."""
    rounded = significant(number)
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:g}"


# --- The figures -----------------------------------------------------------------------------


def summary(results: Sequence[Results]) -> dict[str, Any]:
    """Return everything measured as plain JSON values."""
    return {
        "conditions": dict(results[0].conditions),
        "figures": [
            described(figure, results)
            for figure in FIGURES
            if any(figure.name in result.seconds for result in results)
        ],
        "growth": [grown(cards, wilds, results) for cards, wilds in sizes_of(results)],
    }


def spreads(results: Sequence[Results], name: str, figure: Figure | None) -> dict[str, Spread]:
    """Return, by build, a case in the unit of its figure, or in microseconds."""
    return {
        result.build: Spread.of(
            [figure.of(value) if figure else 1e6 * value for value in result.seconds[name]]
        )
        for result in results
        if name in result.seconds
    }


def times_faster(results: Sequence[Results], name: str) -> float | None:
    """Return how many times faster the compiled build is, if both were measured."""
    found = {
        result.build: median(result.seconds[name]) for result in results if name in result.seconds
    }
    if len(found) < 2:
        return None
    return significant(found["interpreted"] / found["compiled"])


def described(figure: Figure, results: Sequence[Results]) -> dict[str, Any]:
    """Return one figure with its targets."""
    found = spreads(results, figure.name, figure)
    targets = dict(zip(BUILDS, figure.targets, strict=True))
    facts: dict[str, Any] = {"name": figure.name, "what": figure.what, "unit": figure.unit}
    if figure.answers:
        facts["each"] = AVERAGES[figure.answers]
    for build, spread in found.items():
        target = targets[build]
        facts[build] = spread.to_dict() | {
            "target": target,
            "missed": target is not None and figure.misses(spread.middle, target),
        }
    facts["ratio"] = times_faster(results, figure.name)
    facts["public"] = figure.public
    return facts


def sizes_of(results: Sequence[Results]) -> list[tuple[int, int]]:
    """Return the cards and wilds of the hands whose growth was measured."""
    measured = {name for result in results for name in result.seconds}
    return [
        (cards, wilds)
        for cards in SIZES
        for wilds in WILDS
        if growth_name("shapes", cards, wilds) in measured
        and growth_name("plays", cards, wilds) in measured
    ]


def grown(cards: int, wilds: int, results: Sequence[Results]) -> dict[str, Any]:
    """Return what hands of one size cost, in microseconds a hand."""
    facts: dict[str, Any] = {"cards": cards, "wilds": wilds}
    for listing in ("shapes", "plays"):
        name = growth_name(listing, cards, wilds)
        facts[listing] = {
            "each": AVERAGES[f"{listing}_{cards}_{wilds}"],
            **{build: spread.to_dict() for build, spread in spreads(results, name, None).items()},
            "ratio": times_faster(results, name),
        }
    return facts


# --- The tables ------------------------------------------------------------------------------


def markdown(results: Sequence[Results]) -> str:
    """Return the page's part that is measured."""
    parts = [conditions(results)]
    figures = [figure for figure in FIGURES if spreads(results, figure.name, figure)]
    if figures:
        parts.append(figure_table(figures, results))
    if sizes_of(results):
        parts.append(growth_table(results))
    return "\n\n".join(parts) + "\n"


def conditions(results: Sequence[Results]) -> str:
    """Return a sentence on what was measured where."""
    facts = results[0].conditions
    builds = " and ".join(result.build for result in results)
    values = {len(values) for result in results for values in result.seconds.values()}
    return (
        f"guandan-rules {facts['guandan']}, {builds}; {facts['implementation']}"
        f" {facts['python']}; {facts['system']}; {facts['processor']}, {facts['cores']} cores,"
        f" of which one is used; pyperf {facts['pyperf']}, {min(values)} to {max(values)} values"
        " each. Medians, and in brackets what the middle half of the values lies between."
    )


def figure_table(figures: Sequence[Figure], results: Sequence[Results]) -> str:
    """Return the table of the figures."""
    builds = [result.build for result in results]
    both = len(builds) == 2
    head = ["what", "unit"]
    for build in builds:
        head += [build, "target"]
    head += ["ratio"] * both + ["public engines"]
    rows: list[list[str]] = []
    for figure in figures:
        found = spreads(results, figure.name, figure)
        targets = dict(zip(BUILDS, figure.targets, strict=True))
        row = [labelled(figure), figure.unit]
        for build in builds:
            row += against(figure, found.get(build), targets[build])
        if both:
            row.append(ratio(results, figure.name))
        rows.append([*row, figure.public or "-"])
    return table(head, rows)


def labelled(figure: Figure) -> str:
    """Return what is measured, and how much of it one call gives."""
    if not figure.answers:
        return figure.what
    listed = figure.answers.partition("_")[0]
    number = shown(AVERAGES[figure.answers])
    return f"{figure.what} ({number} {listed} a {figure.unit.removesuffix('s/s')})"


def against(figure: Figure, spread: Spread | None, target: float | None) -> list[str]:
    """Return the cells of what was reached and what was to be."""
    goal = "-" if target is None else shown(target)
    if spread is None:
        return ["-", goal]
    if target is not None and figure.misses(spread.middle, target):
        goal += " (missed)"
    return [str(spread), goal]


def growth_table(results: Sequence[Results]) -> str:
    """Return the table of how the cost grows with cards and wilds."""
    builds = [result.build for result in results]
    both = len(builds) == 2
    head = ["cards", "wilds"]
    for listing in ("shapes", "plays"):
        head += [listing, *(f"µs, {build}" for build in builds), *["ratio"] * both]
    rows: list[list[str]] = []
    for cards, wilds in sizes_of(results):
        row = [str(cards), str(wilds)]
        for listing in ("shapes", "plays"):
            name = growth_name(listing, cards, wilds)
            found = spreads(results, name, None)
            row.append(shown(AVERAGES[f"{listing}_{cards}_{wilds}"]))
            row += [shown(found[build].middle) if build in found else "-" for build in builds]
            if both:
                row.append(ratio(results, name))
        rows.append(row)
    return table(head, rows)


def ratio(results: Sequence[Results], name: str) -> str:
    """Return how many times faster the compiled build is, as a cell."""
    faster = times_faster(results, name)
    return "-" if faster is None else f"{shown(faster)} x"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    """Print the tables and write what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="what bench_speed.py wrote")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all figures here")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write the tables here too")
    options = parser.parse_args()
    results = [Results.load(file) for file in options.files]
    builds = [result.build for result in results]
    if len(set(builds)) < len(builds):
        parser.error(f"expected one file for each build, not {' and '.join(builds)}")
    results.sort(key=lambda result: BUILDS.index(result.build))
    tables = markdown(results)
    print(tables, end="")
    if options.json is not None:
        text = json.dumps(summary(results), indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.markdown is not None:
        options.markdown.write_text(tables, encoding="utf-8")


if __name__ == "__main__":
    main()
