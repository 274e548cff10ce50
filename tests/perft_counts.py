"""Counting sequences of actions; `python tests/perft_counts.py` makes `tests/perft/counts.json`.

A *full* case is a seeded deal of 27 cards each, seat 0 to lead; a *small* one a seeded position of
a few cards each, one or two of them wild. Each complete play and each pass is an action; a
sequence that ends the deal counts once, where it ends.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from guandan import DECK, LEVELS, Deal, Rules
from guandan.shuffle import deal_hands, generator, pick, shuffled

DEEPEST = {"full": 400_000, "small": 30_000}
"""By kind of case: the most positions to visit in the last depth that is kept. The compiled build
visits some 30,000 a second."""
LONGEST = 24
"""Depths are not kept beyond: most of the sequences of a small position have ended."""

VARIANTS: list[dict[str, Any]] = [
    {},
    {"lead_after_out": "next_player"},
    {"wild_straight": "flush_only", "straight_flush_above": "all"},
    {"straight_flush_as_straight": True},
    {"joker_pair_in_full_house": False, "wild_pair_in_full_house": "level_only"},
]


def count(deal: Deal, depth: int) -> list[int]:
    """Return the numbers of sequences of one action, of two, and so on to `depth`."""
    found = [0] * depth

    def visit(deal: Deal, made: int) -> None:
        if deal.is_over:
            for longer in range(made, depth):
                found[longer] += 1
            return
        plays = deal.legal_plays
        may_pass = deal.can_pass()
        found[made] += len(plays) + may_pass
        if made + 1 == depth:
            return
        for play in plays:
            after = deal.copy()
            after.play(play)
            visit(after, made + 1)
        if may_pass:
            after = deal.copy()
            after.pass_()
            visit(after, made + 1)

    visit(deal, 0)
    return found


def visits(counts: list[int], depth: int) -> int:
    """Return in how many positions the plays are counted for the last of these depths, at most."""
    return counts[depth - 2] if depth > 1 else 1


def small_position(seed: int) -> tuple[list[list[str]], str]:
    """Return four hands of two to five cards and a level; seat 0 holds none to two wilds."""
    rng = random.Random(seed)
    level = str(pick(LEVELS, rng))
    wild = f"H{level}"
    order = [card for card in map(str, shuffled(DECK, rng)) if card != wild]
    hands = [[order.pop() for _ in range(pick([2, 3, 4], rng))] for _ in range(4)]
    hands[0] += [wild] * (seed % 3)
    return hands, level


def deal_of(case: dict[str, Any]) -> Deal:
    """Return the position of a case."""
    rules = Rules.from_dict(case["rules"])
    if case["kind"] == "small":
        hands, level = small_position(case["seed"])
        return Deal.at(hands, level, to_act=0, rules=rules)
    seed = case["seed"]
    dealt = deal_hands(generator(seed, "perft"))
    return Deal.start(dealt, LEVELS[seed % 13], leader=0, rules=rules)


def make() -> list[dict[str, Any]]:
    """Return all cases with their counts."""
    cases: list[dict[str, Any]] = [
        *({"kind": "full", "seed": seed, "rules": VARIANTS[seed % 5]} for seed in range(5)),
        *({"kind": "small", "seed": seed, "rules": VARIANTS[seed % 5]} for seed in range(20)),
    ]
    for case in cases:
        counts: list[int] = []
        most = DEEPEST[case["kind"]]
        while len(counts) < LONGEST and visits(counts, len(counts) + 1) <= most:
            counts = count(deal_of(case), len(counts) + 1)
        case["counts"] = counts
    return cases


if __name__ == "__main__":
    path = Path(__file__).parent / "perft" / "counts.json"
    path.write_text(json.dumps(make(), indent=1) + "\n", encoding="utf-8")
