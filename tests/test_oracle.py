"""The oracle against the worked cases of the rules: it has to be right itself to be of use."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from oracle import (
    FACES,
    SHAPES,
    Position,
    Reading,
    beats,
    legal,
    level_order,
    perft,
    promote,
    readings,
    return_options,
    strongest_first,
    tribute,
)

DATA = Path(__file__).parent / "data"


def load(name: str, key: str) -> list[Any]:
    cases: list[Any] = json.loads((DATA / name).read_text(encoding="utf-8"))[key]
    return cases


VECTORS = [
    case
    for name in ("rules.json", "options.json")
    for case in load(name, "vectors")
    if case["topic"] != "text"
]
REPORTS = [
    case
    for case in load("field_reports.json", "reports")
    if case["input"]["op"] not in ("text", "bot")
]


def undeclared(cards: list[str], level: str, over: Reading | None, opts: dict[str, Any]) -> Reading:
    ordered = strongest_first(readings(cards, level, opts), level, opts)
    if over is not None:
        ordered = [r for r in ordered if beats(r, over, level, opts)] or ordered
    return ordered[0]


def the_reading(play: dict[str, Any], level: str, opts: dict[str, Any]) -> Reading:
    found = readings(play["cards"], level, opts)
    if "as" in play:
        found = frozenset(r for r in found if play["as"].items() <= r._asdict().items())
    [reading] = found
    return reading


def fits(reading: Reading, wanted: dict[str, Any]) -> bool:
    return (
        (reading.kind, reading.rank) == (wanted["kind"], wanted["rank"])
        and reading.size == wanted.get("size", reading.size)
        and reading.suit == wanted.get("suit", reading.suit)
    )


def same(found: list[Reading], wanted: list[dict[str, Any]]) -> bool:
    return len(found) == len(wanted) and all(any(fits(r, w) for r in found) for w in wanted)


def play(position: Position, seat: int, cards: list[str] | None) -> Position:
    if seat != position.turn:
        raise ValueError("out of turn")
    if cards is None:
        return position.apply(None)
    reading = undeclared(cards, position.level, position.table, dict(position.opts))
    action = (tuple(sorted(cards)), reading)
    assert action in position.actions()
    return position.apply(action)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    level, opts = case["level"], case.get("rules", {})
    given, wanted = case["input"], case["expected"]
    match case["topic"]:
        case "classify":
            assert same(list(readings(given["cards"], level, opts)), wanted["readings"])
        case "best_reading":
            over = the_reading(given["over"], level, opts) if "over" in given else None
            assert fits(undeclared(given["cards"], level, over, opts), wanted)
        case "compare":
            a, b = (the_reading(given[side], level, opts) for side in "ab")
            assert beats(a, b, level, opts) is wanted["beats"]
        case "legal_follow":
            over = the_reading(given["table"], level, opts) if given["table"] else None
            plays = legal(given["hand"], level, over, opts)
            distinct = {reading._replace(suit=None) for _, reading in plays}
            assert same(list(distinct), wanted["plays"])
            assert wanted["pass_allowed"] is (over is not None)
        case "trick_flow":
            position = Position(
                given["hands"],
                level,
                opts,
                turn=given["leader"],
                finished=given["already_out"],
            )
            for index, action in enumerate(given["actions"]):
                if index == wanted.get("at"):
                    with pytest.raises(ValueError, match=r"may not pass|out of turn"):
                        play(position, action["seat"], action["play"])
                    return
                position = play(position, action["seat"], action["play"])
            assert position.is_over is wanted["deal_over"]
            assert position.turn == wanted["turn"]
            assert (position.turn is not None and position.table is None) is wanted["leads"]
            assert position.finished == wanted["out"]
        case "levels":
            result: dict[str, Any] = dict(
                promote(
                    given["levels"], given["host"], given["finish"], given["ace_failures"], opts
                )
            )
            host = result["next_host"]
            result["next_level"] = None if host is None else result["levels"][host]
            assert {key: result[key] for key in wanted} == wanted
            if given["host"] is not None:
                assert given["levels"][given["host"]] == level
        case "tribute":
            dealt = given["hands"]
            numbered = dealt.items() if isinstance(dealt, dict) else enumerate(dealt)
            hands = {int(seat): hand for seat, hand in numbered}
            found = tribute(given["finish"], hands, level, opts)
            assert found["resisted"] is wanted["resisted"]
            assert found["leader"] == wanted["leader"]
            assert found["payments"] == [
                {**payment, "options": sorted(payment["options"])} for payment in wanted["payments"]
            ]
            if "returns" in wanted:  # to whoever paid
                assert wanted["returns"] == [
                    {"payer": payment["receiver"], "receiver": payment["payer"]}
                    for payment in found["payments"]
                ]
        case "return_options":
            options = return_options(given["hand"], level, given.get("received"), opts)
            assert options == sorted(wanted["options"])
        case topic:
            pytest.fail(f"unknown topic {topic}")


@pytest.mark.parametrize("case", REPORTS, ids=lambda case: case["id"])
def test_field_report(case: dict[str, Any]) -> None:
    level, given, wanted = case["level"], case["input"], case["correct"]
    match given["op"]:
        case "classify":
            found = sorted(r[:3] for r in readings(given["cards"], level))
            assert found == sorted(
                (kind, "HR" if kind == "joker_bomb" else rank, size)
                for kind, rank, size in wanted["readings"]
            )
        case "compare":
            a, b = (undeclared(given[side], level, None, {}) for side in "ab")
            assert beats(a, b, level) is wanted["a_beats_b"]
            assert beats(b, a, level) is wanted["b_beats_a"]
        case "moves":
            over = undeclared(given["table"], level, None, {}) if given["table"] else None
            found_plays = legal(given["hand"], level, over)
            assert found_plays == legal(reversed(given["hand"]), level, over)
            sets = {cards for cards, _ in found_plays}
            assert sets >= {tuple(sorted(cards)) for cards in wanted.get("include", [])}
            assert not sets & {tuple(sorted(cards)) for cards in wanted.get("exclude", [])}
            assert len(sets) == wanted.get("distinct_card_multisets", len(sets))
            assert not (wanted.get("only_pass") and sets)
            assert wanted["passes"] is (over is not None)
        case "trick":
            position = Position(
                [given["hands"][str(seat)] for seat in range(4)],
                level,
                turn=given["leader"],
                finished=given["finished"],
            )
            last = None
            for seat, cards in given["actions"]:
                last = last if cards == "pass" else cards
                position = play(position, seat, None if cards == "pass" else cards)
            assert position.turn == wanted["turn"]
            assert (last if position.table else None) == wanted["table"]
            assert position.is_over is wanted["deal_over"]
            assert position.finished == wanted["out"]
            assert position.finish == wanted.get("finish")
        case "play_error":
            position = Position([given["hand"], ["S3"], ["S4"], ["S6"]], level)
            before = repr(position)
            with pytest.raises(ValueError, match="not in the hand"):
                position.apply((tuple(given["play"]), Reading("pair", "5", 2, None)))
            assert repr(position) == before
        case "tribute":
            hands = {int(seat): hand for seat, hand in given["hands"].items()}
            assert tribute(given["finish"], hands, level) == wanted
        case "return":
            options = return_options(given["hand"], level, None)
            assert (given["card"] in options) is wanted["legal"]
        case "levels":
            result = promote(given["levels"], given["host"], given["finish"], [0, 0])
            assert result["levels"] == wanted["levels"]
            assert result["winner"] == wanted["winner"]
            host = result["next_host"]
            assert (host is None) is wanted["match_over"]
            assert wanted["next_level"] == (None if host is None else result["levels"][host])
        case op:
            pytest.fail(f"unknown op {op}")


def test_level_order() -> None:
    assert "".join(level_order("2")[:13]) == "3456789TJQKA2"
    assert "".join(level_order("A")[:13]) == "23456789TJQKA"
    assert level_order("7")[11:] == ["A", "7", "SB", "HR"]


def test_number_of_shapes() -> None:
    # singles, pairs, triples, bombs, full houses, straights, tubes, plates, the joker bomb
    assert len(SHAPES) == 15 + 15 + 13 + 13 * 7 + 13 * 14 + 10 + 12 + 13 + 1


def test_wilds_really_are_tried_as_every_face() -> None:
    """The readings with a wild are those of all natural sets that it can complete."""
    rng = random.Random(5)
    naturals = [*sorted(FACES - {"SB", "HR", "H5"}), "S5"]
    for _ in range(60):
        size, wilds = rng.choice([(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)])
        pool = rng.sample(naturals, 8)
        others = [rng.choice(pool if rng.random() < 0.5 else pool[:2]) for _ in range(size)]
        if any(others.count(card) > 2 for card in others):
            continue
        expected: set[Reading] = set()
        for faces in itertools.product(sorted(FACES - {"SB", "HR"}), repeat=wilds):
            cards = [*others, *faces]
            if any(cards.count(card) > 2 for card in cards):
                continue  # no such natural set, but another suit gives the same reading
            level = next(r for r in "23456789TJQKA" if "H" + r not in cards)
            expected |= readings(cards, level)
        assert readings([*others, *["H5"] * wilds], "5") == expected


def test_perft_by_hand() -> None:
    # Seat 0 leads its only card and is out. Nobody can beat the ace: three passes, then seat 2
    # leads one of two cards (or its pair and the deal is over).
    position = Position([["SA"], ["S3", "D3"], ["S4", "D4"], ["S5", "D5"]], "2")
    assert [perft(position, depth) for depth in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert perft(position, 5) == 3
    # Behind a single four seat 3 plays either five or passes; the finished deal counts once.
    assert perft(position, 6) == 3 + 3 + 1


def test_what_is_refused() -> None:
    for finish in ([0], [0, 1], [0, 1, 2], [0, 0, 1, 2], [0, 2, 1], [0, 1, 2, 4]):
        with pytest.raises(ValueError, match="finish"):
            promote(["2", "2"], None, finish, [0, 0])
        with pytest.raises(ValueError, match="finish"):
            tribute(finish, {seat: ["S3"] for seat in range(4)}, "2")
    with pytest.raises(ValueError, match="no such option"):
        readings(["S3"], "2", {"wild_straights": "mixed_cards"})
    with pytest.raises(ValueError, match="two decks"):
        readings(["S3", "S3", "S3"], "2")


def test_tributes_that_are_not_settled_yet() -> None:
    hands = {1: ["CA", "D8"], 3: ["SA", "D4"]}
    drawn = tribute([0, 2], hands, "5", {"equal_tribute": "random"})
    assert [payment["receiver"] for payment in drawn["payments"]] == [None, None]
    assert drawn["leader"] is None
    hands = {1: ["SA", "H5"], 3: ["DA", "D4"]}
    chosen = tribute([0, 2], hands, "5", {"wild_tribute": "optional"})
    # Seat 1 pays the first player either way: with the wild it is higher, with the ace nearer.
    assert [payment["receiver"] for payment in chosen["payments"]] == [0, 2]
    assert chosen["leader"] == 1
    chosen = tribute([2, 0], hands, "5", {"wild_tribute": "optional"})
    assert [payment["receiver"] for payment in chosen["payments"]] == [None, None]
    assert chosen["leader"] is None


def test_return_of_the_lowest() -> None:
    # By printed rank also among the cards that are too high; then never a wild or joker.
    hand = ["SJ", "CJ", "HJ", "DQ", "SA", "HR"]
    assert return_options(hand, "J", "HR") == ["DQ"]
    assert return_options(hand, "J", "HR", {"return_by": "face"}) == ["CJ", "SJ"]
