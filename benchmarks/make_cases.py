"""Make `cases.json`: `python benchmarks/make_cases.py`. The same seeds give the same cases.

The file is kept, and measured with, as it is: make it anew only when the rules of a case change.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from statistics import fmean
from typing import Any, Final

from catalogue import CASES, KINDS, SIZES, WILDS
from guandan import (
    DECK,
    LEVELS,
    Card,
    EasyBot,
    Hand,
    Match,
    Phase,
    Rank,
    Rules,
    classify,
    legal_plays,
    play_match,
)
from guandan.shuffle import deal_hands, generator, pick, shuffled
from workload import Position, Workload

LEADS: Final = 300
FOLLOWS: Final = 200
MIDGAME_DEALS: Final = 40
MIDGAME_A_DEAL: Final = 5
A_SIZE: Final = 60
"""Of twenty hands that come again and again the processor learns the branches."""
SELECTIONS: Final = 100
DEALS: Final = 10
MATCH_SEED: Final = 7

Case = list[str]


def rng_for(kind: str) -> random.Random:
    """Return the generator of one kind of cases."""
    return generator(1, "benchmarks", kind)


def text(cards: Iterable[Card]) -> str:
    """Return cards as text, without spaces."""
    return "".join(map(str, Hand(tuple(cards))))


def leads() -> list[Case]:
    """Random hands on random levels."""
    rng = rng_for("leads")
    return [[str(pick(LEVELS, rng)), text(deal_hands(rng)[0])] for _ in range(LEADS)]


def follows() -> list[Case]:
    """Random hands over a play of another random hand, each of whose shapes is as likely."""
    rng = rng_for("follows")
    cases: list[Case] = []
    for _ in range(FOLLOWS):
        level = pick(LEVELS, rng)
        hand, other, *_ = deal_hands(rng)
        over = pick(legal_plays(other, level).shapes(), rng)
        cases.append([str(level), text(hand), str(over)])
    return cases


def midgame() -> list[Case]:
    """Positions of seats that had to follow in first deals of four `EasyBot`s."""
    rng = rng_for("midgame")
    cases: list[Case] = []
    for seed in range(MIDGAME_DEALS):
        level = pick(LEVELS, rng)
        found = followed(seed, level)
        cases += sorted(shuffled(found, rng)[:MIDGAME_A_DEAL])
    return cases


def followed(seed: int, level: Rank) -> list[Case]:
    """Return every position of one deal in which a seat had a play to beat."""
    bots = [EasyBot() for _ in range(4)]
    match = Match(Rules(start_level=level), seed)
    match.deal_next()
    found: list[Case] = []
    while match.phase is Phase.PLAY:
        if match.table is not None:
            found.append([str(level), text(match.legal_plays.hand), str(match.table)])
        match.step(bots)
    return found


def growth() -> dict[str, list[Case]]:
    """Random hands of each size with each number of wilds, as `cards-wilds`."""
    rng = rng_for("growth")
    return {
        f"{cards}-{wilds}": [hand_of(cards, wilds, rng) for _ in range(A_SIZE)]
        for cards in SIZES
        for wilds in WILDS
    }


def hand_of(cards: int, wilds: int, rng: random.Random) -> Case:
    """Return a random hand of so many cards, so many of them wild, and its level."""
    level = pick(LEVELS, rng)
    order = shuffled(DECK, rng)
    wild = [card for card in order if card.is_wild(level)]
    others = [card for card in order if not card.is_wild(level)]
    return [str(level), text([*wild[:wilds], *others[: cards - wilds]])]


def selections() -> list[Case]:
    """Six cards, two of them wild, that are a play: tubes, plates and bombs."""
    rng = rng_for("selections")
    cases: list[Case] = []
    while len(cases) < SELECTIONS:
        level, cards = hand_of(27, 2, rng)
        plays = legal_plays(cards, level).shapes()
        sixes = [play for play in plays if play.size == 6 and play.wilds == 2]
        if sixes:
            # In the order of a random hand, not of the notation.
            chosen = shuffled(pick(sixes, rng).cards, rng)
            cases.append([level, "".join(map(str, chosen))])
    return cases


def averages(workload: Workload) -> dict[str, float]:
    """Return how many shapes, plays or readings a case has."""

    def shapes(positions: list[Position]) -> float:
        return fmean(len(legal_plays(p.hand, p.level, over=p.over).shapes()) for p in positions)

    def plays(positions: list[Position]) -> float:
        return fmean(len(legal_plays(p.hand, p.level, over=p.over)) for p in positions)

    found = {f"shapes_{kind}": shapes(workload.positions(kind)) for kind in KINDS}
    found["plays_leads"] = plays(workload.positions("leads"))
    found["readings"] = fmean(len(classify(*case)) for case in workload.selections)
    for cards in SIZES:
        for wilds in WILDS:
            positions = workload.grown(cards, wilds)
            found[f"shapes_{cards}_{wilds}"] = shapes(positions)
            found[f"plays_{cards}_{wilds}"] = plays(positions)
    return {name: round(value, 1) for name, value in found.items()}


def lines(data: dict[str, Any]) -> str:
    """Return the data as JSON with a line for each case."""
    plain = json.dumps(data, indent=1, ensure_ascii=False)
    # A case is an innermost list, and none of its texts holds a bracket or begins with a space.
    return re.sub(r"\[[^\[\]{}]*\]", lambda case: re.sub(r"\n *", "", case[0]), plain) + "\n"


def main() -> None:
    """Write the file."""
    match = play_match([EasyBot() for _ in range(4)], seed=MATCH_SEED)
    data: dict[str, Any] = {
        "leads": leads(),
        "follows": follows(),
        "midgame": midgame(),
        "selections": selections(),
        "growth": growth(),
        "deal_seeds": list(range(DEALS)),
        "match": json.loads(match.record().to_json()),
    }
    data["averages"] = averages(Workload(data))
    CASES.write_text(lines(data), encoding="utf-8")


if __name__ == "__main__":
    main()
