"""What the compiled and the interpreted kernel are asked, and a program that answers for one build.

`python tests/builds.py BUILD PART FIRST COUNT` asks every public function of the kernel that it
imports, and prints as JSON, for each function, one digest of inputs and results a block of inputs.
PART is `random` (the blocks from FIRST on) or `edge` (COUNT blocks, the draw named FIRST).
`tests/test_builds.py` runs it with each build and compares. With the name of a function as a fifth
argument it prints that function's inputs and results themselves, to find where digests differ.

A *situation* is one value for each name that an argument can have; `ARGUMENTS` says which of them
a function takes. A new public function of the kernel needs its line there, a new kind of argument
a value in `situation` and one in `EDGES`; a new module of the kernel its name in `MODULES`.
Nothing here is worked out by the kernel but `codes`, so both builds get the same inputs.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

Function: TypeAlias = Callable[..., Any]
Situation: TypeAlias = dict[str, Any]

MODULES: Final = ("guandan._kernel",)
"""The modules whose `__all__` is the kernel's public face."""

BLOCK: Final = 100
"""Inputs of a function that one digest is made of."""

ARGUMENTS: Final[dict[str, str]] = {
    "add_face": "low high face",
    "beats": "code other_code level options",
    "count_cards": "low high",
    "count_face": "low high face",
    "count_plays": "low high level options over",
    "count_wilds": "low high level",
    "faces": "low high",
    "group_count": "code",
    "group_rank": "code group",
    "has_play": "low high level options over",
    "includes": "low high other_low other_high",
    "is_reading": "number level options",
    "kind_of": "code",
    "level_position": "rank level",
    "overflows": "low high other_low other_high",
    "pack": "play cards_low cards_high level",
    "pair_of": "code",
    "plays": "low high level options over",
    "rank_of": "code",
    "readings": "cards_low cards_high level options",
    "represent": "low high level options codes",
    "shapes": "low high level options over",
    "size_of": "code",
    "strength": "code level options",
    "suit_of": "code",
    "unpack": "play level",
    "wilds_of": "code",
}

LEAD: Final = -1
JOKER_RANKS: Final = (13, 14)
WILD_PAIR: Final = 15
DECK: Final = [face for face in range(54) for _ in range(2)]
KINDS: Final = range(10)
SINGLE, PAIR, TRIPLE, FULL_HOUSE, STRAIGHT, TUBE, PLATE, BOMB, STRAIGHT_FLUSH, JOKER_BOMB = KINDS
RUNS: Final = {STRAIGHT: (5, 1), TUBE: (3, 2), PLATE: (2, 3), STRAIGHT_FLUSH: (5, 1)}
"""Of how many ranks a run is made, and how many cards it has of each."""

Words: TypeAlias = tuple[int, int]


def public() -> dict[str, Function]:
    """Return every public function of the kernel; what is not callable is a constant."""
    found: dict[str, Function] = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for public_name in module.__all__:
            value = getattr(module, public_name)
            if callable(value):
                found[public_name] = value
    return found


# --- cards and plays, independent of the kernel ---------------------------------------------------


def words(faces: list[int]) -> Words:
    """Return a set of cards as its two words."""
    low = sum(1 << (2 * face) for face in faces if face < 28)
    return low, sum(1 << (2 * (face - 28)) for face in faces if face >= 28)


def all_codes() -> list[int]:
    """Return the code of every shape that a hand can have on some level."""
    shapes: list[tuple[int, int, int, int, int, int]] = []  # kind, rank, size, wilds, suit, pair
    for wilds in range(3):
        for rank in range(13):
            shapes += [(kind, rank, kind + 1, wilds, 0, 0) for kind in (SINGLE, PAIR, TRIPLE)]
            shapes += [(BOMB, rank, size, wilds, 0, 0) for size in range(4, 9 + wilds)]
            shapes += [(FULL_HOUSE, rank, 5, wilds, 0, pair) for pair in range(15) if pair != rank]
        for kind, (length, width) in RUNS.items():
            for suit in range(1, 5) if kind == STRAIGHT_FLUSH else range(1):
                shapes += [
                    (kind, top, length * width, wilds, suit, 0) for top in range(length - 2, 13)
                ]
    shapes += [(FULL_HOUSE, rank, 5, 2, 0, WILD_PAIR) for rank in range(13)]
    shapes += [(kind, rank, kind + 1, 0, 0, 0) for kind in (SINGLE, PAIR) for rank in JOKER_RANKS]
    shapes.append((JOKER_BOMB, 14, 4, 0, 0, 0))
    return [
        kind | rank << 4 | size << 8 | suit << 12 | wilds << 15 | pair << 17
        for kind, rank, size, wilds, suit, pair in shapes
        if kind != SINGLE or wilds < 2
    ]


CODES: Final = all_codes()


def groups_of(code: int) -> list[tuple[int, int]]:
    """Return the ranks that a shape is made of and how many cards it has of each."""
    kind, rank, size, pair = code & 15, code >> 4 & 15, code >> 8 & 15, code >> 17 & 15
    if kind == JOKER_BOMB:
        return []
    if kind in RUNS:
        length, width = RUNS[kind]
        return [((rank - length + 1 + place) % 13, width) for place in range(length)]
    return [(rank, 3), (pair, 2)] if kind == FULL_HOUSE else [(rank, size)]


def make_play(code: int, level: int, rng: random.Random) -> tuple[int, Words] | None:
    """Return a random play of a shape and its cards; None if there is none on this level."""
    kind, suit, wilds = code & 15, (code >> 12 & 7) - 1, code >> 15 & 3
    if kind == JOKER_BOMB:
        return code, words([52, 52, 53, 53])
    groups = groups_of(code)
    natural = [rank for rank, width in groups if rank != WILD_PAIR for _ in range(width)]
    free = wilds - 2 if (WILD_PAIR, 2) in groups else wilds
    for _ in range(free):
        replaced = [rank for rank in natural if rank not in JOKER_RANKS]
        if not replaced:
            return None
        natural.remove(rng.choice(replaced))
    if not natural and groups[0][0] != level:
        return None
    faces = [4 * level + 1] * wilds
    play = code
    for group, (rank, _) in enumerate(groups):
        number = natural.count(rank)
        if rank in JOKER_RANKS:
            taken = [39 + rank] * number
            pattern = number
        else:
            suits = range(4) if suit < 0 else [suit]
            held = [each for each in suits if (rank, each) != (level, 1) for _ in range(2)]
            if len(held) < number:
                return None
            chosen = rng.sample(held, number)
            taken = [4 * rank + each for each in chosen]
            pattern = sum(1 << (2 * each) for each in chosen)
        faces += taken
        play |= pattern << (21 + 8 * group)
    return play, words(faces)


def any_play(level: int, rng: random.Random) -> tuple[int, Words]:
    """Return a random play of a random shape, and its cards."""
    while True:
        # Every kind as often, or the full houses would be most of them.
        kind = rng.choice(KINDS)
        made = make_play(rng.choice(CODES_OF[kind]), level, rng)
        if made is not None:
            return made


CODES_OF: Final = [[code for code in CODES if code & 15 == kind] for kind in KINDS]


def any_hand(level: int, rng: random.Random) -> Words:
    """Return 0 to 27 cards with 0 to 2 wilds: mixed, of a few ranks or of one or two suits."""
    wild = 4 * level + 1
    pool = [face for face in DECK if face != wild]
    leaning = rng.randrange(4)
    if leaning == 0:
        ranks = rng.sample(range(14), 4)  # 13: the jokers
        pool = [face for face in pool if face // 4 in ranks]
    elif leaning == 1:
        suits = rng.choices(range(4), k=2)
        pool = [face for face in pool if face % 4 in suits]
    size, wilds = rng.randrange(28), rng.randrange(3)
    natural = rng.sample(pool, min(max(size - wilds, 0), len(pool)))
    return words([*natural, *[wild] * min(wilds, size)])


# --- random inputs --------------------------------------------------------------------------------


def situation(rng: random.Random) -> Situation:
    """Return a random value for each name of an argument."""
    level, options = rng.randrange(13), rng.getrandbits(7)
    hand = any_hand(level, rng)
    play, cards = any_play(level, rng)
    other = cards if rng.getrandbits(1) else any_hand(level, rng)
    over, _ = any_play(level, rng)
    if rng.getrandbits(2) == 0:
        # Any cards, most often no play; in any number, more than a play has among them.
        cards = words(rng.sample(DECK, rng.randrange(13)))
    return {
        "level": level,
        "options": options,
        "low": hand[0],
        "high": hand[1],
        "other_low": other[0],
        "other_high": other[1],
        "cards_low": cards[0],
        "cards_high": cards[1],
        "play": play,
        "code": play if rng.getrandbits(1) else rng.choice(CODES),
        "other_code": over,
        "over": LEAD if rng.getrandbits(1) else over,
        "number": any_number(play, rng),
        "face": rng.randrange(54),
        "rank": rng.randrange(15),
        "group": rng.randrange(5),
    }


def any_number(play: int, rng: random.Random) -> int:
    """Return a play, a play with one or two bits changed, or any number of 64 bits."""
    way = rng.randrange(4)
    if way == 3:
        return rng.getrandbits(64) - 2**63
    for _ in range(way):
        play ^= 1 << rng.randrange(62)
    return play


def random_inputs(first: int, count: int) -> Iterator[Situation]:
    """Return the random situations of so many blocks, always the same ones."""
    for block in range(first, first + count):
        rng = random.Random(block)
        for _ in range(BLOCK):
            yield situation(rng)


# --- edge inputs ----------------------------------------------------------------------------------

HANDS: Final = [
    words(faces)
    for faces in [
        [],
        [0],
        [27],
        [28],
        [51],
        [52],
        [53],
        [53, 53],
        [52, 52, 53, 53],
        [1, 1],
        [49, 49],
        [0, 0, 1, 1, 2, 2, 3, 3],
        [*range(48, 52), *range(48, 52), 1, 1],
        [face for face in DECK if face % 4 == 1],
        [face for face in DECK if face % 4 == 0 and face < 52],
        [face for face in DECK if face < 28],
        [face for face in DECK if face >= 28],
        list(range(54)),
        DECK,
    ]
]


def edge_plays() -> list[tuple[int, int, int, int]]:
    """Return a play of every shape on every level where there is one, its cards and the level."""
    rng = random.Random(0)
    found: list[tuple[int, int, int, int]] = []
    for level in range(13):
        for code in CODES:
            made = make_play(code, level, rng)
            if made is not None:
                found.append((made[0], *made[1], level))
    return found


def edge_numbers() -> list[int]:
    """Return the numbers around every power of two, plays that are none, and every kind."""
    powers = [2**place for place in range(63)]
    near = [sign * power + step for power in powers for sign in (1, -1) for step in (-1, 0, 1)]
    return sorted({*near, *range(256), 2**63 - 1, -(2**63), 2**61 - 1, 2**62 - 1, *CODES})


EDGES: Final[list[tuple[str, Callable[[], list[Any]]]]] = [
    ("play cards_low cards_high level", edge_plays),
    ("low high", lambda: HANDS),
    ("other_low other_high", lambda: HANDS),
    ("level", lambda: list(range(13))),
    ("options", lambda: list(range(128))),
    ("over", lambda: [LEAD, *CODES]),
    ("code", lambda: CODES),
    ("other_code", lambda: CODES),
    ("number", edge_numbers),
    ("face", lambda: list(range(54))),
    ("rank", lambda: list(range(15))),
    ("group", lambda: list(range(5))),
]
"""The edge values by the names that they belong to together; every combination is an edge input."""


def edge_inputs(name: str, draw: int, limit: int) -> Iterator[Situation]:
    """Return the edge situations of a function: all of them, or so many drawn from them."""
    wanted = set(ARGUMENTS[name].split()) - {"codes"}
    columns: list[tuple[list[str], list[Any]]] = []
    for names, make in EDGES:
        together = names.split()
        # A play brings its level with it, but a level brings no play.
        if wanted & ({*together} - {"level"} or {"level"}):
            columns.append((together, make()))
            wanted -= {*together}
    if wanted:
        raise LookupError(f"no edge values for {sorted(wanted)}")
    total = math.prod(len(values) for _, values in columns)
    drawn = range(total)
    numbers = random.Random(f"{name} {draw}").sample(drawn, limit) if total > limit else drawn
    for number in numbers:
        found: Situation = {}
        for together, values in columns:
            number, place = divmod(number, len(values))
            value = values[place] if len(together) > 1 else [values[place]]
            found.update(zip(together, value, strict=True))
        yield found


# --- answers --------------------------------------------------------------------------------------


def result_of(function: Function, arguments: list[Any]) -> str:
    """Return the result as text; of an error its name: its words are the build's own."""
    try:
        return repr(function(*arguments))
    except Exception as error:  # noqa: BLE001  # whatever it is, the other build has to raise it too
        return type(error).__name__


def inputs(part: str, name: str, first: int, count: int) -> Iterator[Situation]:
    """Return the inputs of a function in some blocks of a part."""
    if part == "random":
        return random_inputs(first, count)
    return edge_inputs(name, first, count * BLOCK)


class Answers:
    """Asks the public functions of one build."""

    def __init__(self) -> None:
        self.functions = public()

    def ask(self, name: str, given: Situation) -> str:
        """Return a function's arguments in this situation and its result, as one line."""
        if "codes" in ARGUMENTS[name]:
            question = [given[key] for key in ("low", "high", "level", "options")]
            given = {**given, "codes": self.functions["shapes"](*question, LEAD)}
        arguments = [given[key] for key in ARGUMENTS[name].split()]
        return f"{name}{tuple(arguments)!r} -> {result_of(self.functions[name], arguments)}"

    def digests(self, part: str, first: int, count: int) -> dict[str, list[str]]:
        """Return by function a digest a block."""
        found: dict[str, list[str]] = {name: [] for name in ARGUMENTS}
        if part == "random":
            for block in range(first, first + count):
                given = list(random_inputs(block, 1))  # made once for all functions
                for name in ARGUMENTS:
                    found[name] += self._digests(name, given)
        else:
            for name in ARGUMENTS:
                found[name] += self._digests(name, inputs(part, name, first, count))
        return found

    def _digests(self, name: str, situations: Iterable[Situation]) -> Iterator[str]:
        left = iter(situations)
        while block := list(itertools.islice(left, BLOCK)):
            digest = hashlib.blake2b(digest_size=8)
            for given in block:
                digest.update(self.ask(name, given).encode())
            yield digest.hexdigest()


def main(build: str, part: str, first: str, count: str, name: str | None = None) -> None:
    """Print what the arguments ask for."""
    kernel = importlib.import_module("guandan._kernel")
    if build != ("compiled" if kernel.COMPILED else "interpreted"):
        sys.exit(f"{kernel.__file__} is not the {build} build")
    answers = Answers()
    if name is None:
        json.dump(answers.digests(part, int(first), int(count)), sys.stdout)
        return
    for given in inputs(part, name, int(first), int(count)):
        sys.stdout.write(answers.ask(name, given) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
