"""What nobody should give to the library: it answers with its own errors, quickly, unchanged."""

from __future__ import annotations

import copy
import itertools
import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from guandan import (
    DECK,
    Action,
    BaseStrategy,
    Card,
    Combo,
    Deal,
    Draws,
    EasyBot,
    GuandanError,
    Hand,
    IllegalAction,
    Match,
    NotationError,
    NotYourTurn,
    Phase,
    PlayerView,
    Rank,
    Record,
    RecordError,
    Rules,
    StrategyError,
    classify,
)
from guandan.record import FORMAT
from worlds import act, deal_of, snapshot

TWO = Rank.TWO
RULES = Rules()


class Hard:
    """Nothing can be done with it."""

    def __repr__(self) -> str:
        raise RuntimeError("no words for it")

    def __eq__(self, _other: object) -> bool:
        raise RuntimeError("no equal")

    __hash__ = None  # type: ignore[assignment]


def a_deal() -> Deal:
    return Deal.at(["S3 S4 C5 C5", "S5 S6", "S7 S8", "S9 ST"], "2", to_act=0)


NO_PLAYS: list[Any] = [
    None,
    5,
    True,
    0.5,
    b"S3",
    [None],
    ["S3", None],
    {"S3": 1},
    {"S3"}.__iter__,
    object(),
    ["S3 S4", "S5"],
    [["S3"]],
    [Hand("S3")],
    itertools.repeat("S3"),
    itertools.count(),
    itertools.cycle(DECK),
    "",
    " ",
    "-",
    "=",
    "S3=",
    "S3=3",
    "single",
    "pair S3",
    "singleS3",
    "S3 single",
    "s3",
    "S3,S4",
    "S3" * 200,
    "S3 S3 S3",
    "\x00",
    "\ud800",
    "٣",
    "C5 C5 C5",
    Rank.TWO,
    DECK,
    Hand(DECK),
    classify("S3", "3")[0],
    classify("S3", "2", "house")[0],
    classify("D3", "2")[0],
]


@pytest.mark.parametrize("key", ["", "level", "k" * 200])
def test_a_double_key_has_a_place(key: str) -> None:
    with pytest.raises(RecordError, match=f"the key '{key[:77]}.*' stands there twice") as caught:
        Record.from_json(f'{{"{key}": 1, "{key}": 2}}')
    assert caught.value.where == (key[:80] or "$")


@pytest.mark.parametrize("play", NO_PLAYS, ids=range(len(NO_PLAYS)))
def test_what_is_no_play_here(play: Any) -> None:
    deal = a_deal()
    before = (deal.hands, deal.events, deal.view(0))
    assert not deal.can_play(play)
    assert play not in deal.legal_plays
    for method in (deal.verify_play, deal.play):
        with pytest.raises(GuandanError):
            method(play)
    assert (deal.hands, deal.events, deal.view(0)) == before


@pytest.mark.parametrize(
    "declared",
    [
        {"kind": 5},
        {"kind": []},
        {"kind": ""},
        {"kind": b"x"},
        {"kind": "pair"},
        {"rank": 3},
        {"rank": []},
        {"rank": ""},
        {"rank": "SB"},
        {"kind": "single", "rank": "4"},
        {"seat": 1},
        {"seat": "0"},
        {"seat": []},
        {"seat": 0.0},
        {"seat": False},
    ],
    ids=str,
)
def test_what_is_declared_wrongly(declared: Any) -> None:
    deal = a_deal()
    assert not deal.can_play("S3", **declared)
    with pytest.raises(GuandanError):
        deal.play("S3", **declared)
    assert deal.events == ()


CODES: list[Any] = [0, 1, 7, 15, 77, -1, 2**61, 2**62, 2**63, 2**64, 10**30, True]


@pytest.mark.parametrize("code", CODES, ids=range(len(CODES)))
def test_forged_combos(code: Any) -> None:
    deal = a_deal()
    forged = Combo(code, TWO, RULES)
    assert repr(forged)
    assert not deal.can_play(forged)
    assert forged not in deal.legal_plays
    with pytest.raises(GuandanError):
        deal.play(forged)
    with pytest.raises(GuandanError):
        Deal.at(["S3", "S4", "S5", "S6"], "2", to_act=0, table=forged, owner=1)
    assert deal.events == ()


def test_every_forged_code_is_a_play_or_refused() -> None:
    """Whatever bits are changed in a play's code: it is a play of its cards, or refused."""
    deal = a_deal()
    codes = {play.code for play in deal.legal_plays}
    legal = set(deal.legal_plays)
    for code in sorted(codes):
        for bit in range(64):
            forged = Combo(code ^ (1 << bit), TWO, deal.rules)
            if deal.can_play(forged):
                assert forged in legal


@pytest.mark.parametrize("code", [None, "x", 5.0, []], ids=str)
def test_forged_combos_of_no_number(code: Any) -> None:
    deal = a_deal()
    forged = Combo(code, TWO, RULES)
    assert not deal.can_play(forged)
    with pytest.raises(GuandanError):
        deal.play(forged)


@pytest.mark.parametrize(
    ("level", "rules"), [("2", RULES), (None, RULES), (TWO, None), (TWO, "house")], ids=str
)
def test_forged_combos_of_no_level_or_rules(level: Any, rules: Any) -> None:
    deal = a_deal()
    forged = Combo(classify("S3", "2")[0].code, level, rules)
    assert not deal.can_play(forged)
    with pytest.raises(GuandanError):
        deal.play(forged)


POSITIONS: list[dict[str, Any]] = [
    {"hands": None},
    {"hands": [None] * 4},
    {"hands": b"abcd"},
    {"hands": (x for x in ["S3", "S4", "S5", "S6"])},
    {"hands": {"0": "S3"}},
    {"hands": ["S3", 5, "S4", "S5"]},
    {"hands": [DECK, "", "", ""]},
    {"hands": [["S3", "S3"], ["S3"], "S4", "S5"]},
    {"level": None},
    {"level": "SB"},
    {"level": 2},
    {"to_act": None},
    {"to_act": "0"},
    {"rules": 5},
    {"rules": "nonsense"},
    {"rules": {}},
    {"table": 5, "owner": 1},
    {"table": "", "owner": 1},
    {"table": [], "owner": 1},
    {"table": "S3 S4", "owner": 1},
    {"table": "-", "owner": 1},
    {"table": "D2", "owner": "1"},
    {"table": classify("D3", "3")[0], "owner": 1},
    {"finished": "1"},
    {"finished": [None]},
    {"finished": [0]},
    {"finished": [1, 1]},
    {"finished": range(4)},
]


@pytest.mark.parametrize("change", POSITIONS, ids=range(len(POSITIONS)))
def test_what_is_no_position(change: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "hands": ["S3 S4", "S5 S6", "S7 S8", "S9 ST"],
        "level": "2",
        "to_act": 0,
    }
    with pytest.raises(GuandanError):
        Deal.at(**(given | change))


@pytest.mark.parametrize("finished", [5, None])
def test_finished_is_a_sequence(finished: Any) -> None:
    with pytest.raises(GuandanError):
        Deal.at(["S3", "S4", "S5", "S6"], "2", to_act=0, finished=finished)


@pytest.mark.parametrize("record", [None, "{}", {}, 5], ids=str)
def test_a_match_is_made_of_a_record(record: Any) -> None:
    with pytest.raises(GuandanError):
        Match.from_record(record)


def test_a_record_of_another_format_is_not_replayed() -> None:
    with pytest.raises(RecordError):
        Match.from_record(Record(RULES, 7, (), format=FORMAT + 1))


@pytest.mark.parametrize(
    "text",
    ["", "0x", "4 S5", "0  -", "0 pays", "0 pays SA SA", "0 returns", "0 S5=", "-0 S5", "٠ -"],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        Action.parse(text)


@pytest.mark.parametrize("text", ["0", "0 ", "0 single", None, 5, b"0 -"], ids=repr)
def test_what_is_no_action_either(text: Any) -> None:
    with pytest.raises(NotationError):
        Action.parse(text)


def seconds(text: str) -> float:
    """Processor time to refuse a text."""
    start = time.process_time()
    with pytest.raises(RecordError):
        Record.from_json(text)
    return time.process_time() - start


def test_a_double_key_is_found_in_time_that_grows_with_the_length() -> None:
    def text(keys: int) -> str:
        return "{" + ",".join(f'"k{number}":0' for number in range(keys)) + ',"z":0,"z":0}'

    small = min(seconds(text(1_000)) for _ in range(3))
    large = min(seconds(text(8_000)) for _ in range(2))
    assert large < 25 * small  # 8 times, if it is linear; 64, if it is not


@pytest.mark.parametrize("depth", [10, 100, 900, *range(940, 1000, 6), 5_000, 100_000])
@pytest.mark.parametrize("key", ["format", "seed", "rules", "deals"])
def test_deep_nesting_is_refused(key: str, depth: int) -> None:
    data = {"format": FORMAT, "seed": 7, "rules": {}, "deals": []} | {key: "?"}
    for start, end in (("[", "]"), ('{"a":', "}")):
        inside = start * depth + ("0" if start != "[" else "") + end * depth
        with pytest.raises(RecordError):
            Record.from_json(json.dumps(data).replace('"?"', inside))


@pytest.mark.parametrize("length", [100, 200_000])
@pytest.mark.parametrize("letter", ["=", " ", "S", "S5 ", "0", "\u00e9"])
def test_long_texts_inside_are_refused_quickly(letter: str, length: int) -> None:
    match = Match(seed=7)
    match.deal_next()
    data = json.loads(match.record().to_json())
    for change in ("action", "hand", "level", "rule"):
        forged = json.loads(json.dumps(data))
        if change == "action":
            forged["deals"][0]["actions"] = ["0 " + letter * length]
        elif change == "hand":
            forged["deals"][0]["hands"][0] = letter * length
        elif change == "level":
            forged["deals"][0]["level"] = letter * length
        else:
            forged["rules"] = {letter * length: letter}
        start = time.process_time()
        with pytest.raises(RecordError):
            Match.from_record(Record.from_json(json.dumps(forged)))
        assert time.process_time() - start < 2


@pytest.mark.parametrize("deals", [3, 60])
def test_a_deal_said_twice_or_left_out_is_refused(deals: int) -> None:
    match = Match(Rules(ace_pass_needs="double_win"), seed=7)
    players = [EasyBot()] * 4
    while match.winner is None and match.deals_begun < deals:
        match.step(players)
    data = json.loads(match.record().to_json())
    for number in range(min(3, len(data["deals"]) - 1)):
        for given in (
            data["deals"][:number] + data["deals"][number + 1 :],
            data["deals"][: number + 1] + data["deals"][number:],
        ):
            # Where it happens to be legal it is another match, never a broken one.
            where, other = "", None
            try:
                other = Match.from_record(Record.from_json(json.dumps(data | {"deals": given})))
            except RecordError as error:
                where = error.where
            if other is None:
                assert where.startswith("$.deals[")
            else:
                assert json.loads(other.record().to_json())["deals"] == given


# --- strategies -------------------------------------------------------------------------------


class Answers(BaseStrategy):
    """Gives one answer whatever is asked."""

    def __init__(self, answer: Callable[[PlayerView], Any]) -> None:
        self.answer = answer

    def choose_play(self, view: PlayerView) -> Combo | None:
        answer: Combo | None = self.answer(view)
        return answer


def breaking(view: PlayerView) -> Any:
    """Try to change what is given."""
    attempts: list[Callable[[Any], object]] = [
        lambda v: setattr(v, "hand", Hand()),
        lambda v: setattr(v.hand, "low", 0),
        lambda v: setattr(v.standing, "winner", 0),
        lambda v: setattr(v.rules, "resist", False),
        lambda v: setattr(v.history[0], "hands", None),
        lambda v: setattr(v.legal_plays, "hand", Hand(DECK)),
        lambda v: v.history.append(1),
        lambda v: v.options.clear(),
        lambda v: v.counts.__setitem__(0, 1),
    ]
    for attempt in attempts:
        with pytest.raises((AttributeError, TypeError)):
            attempt(view)
    return EasyBot().choose_play(view)


def test_a_strategy_cannot_change_what_it_sees() -> None:
    changed, plain = Match(seed=7), Match(seed=7)
    for match, players in (
        (changed, [Answers(breaking)] * 4),
        (plain, [EasyBot()] * 4),
    ):
        for _ in range(12):
            match.step(players)
    assert snapshot(changed) == snapshot(plain)


def forged(code: Any, level: Any, rules: Any) -> Combo:
    """A combo of parts that cannot be."""
    return Combo(code, level, rules)


def raising(error: BaseException) -> Callable[[PlayerView], Any]:
    def answer(_view: PlayerView) -> Any:
        raise error

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: Hard(),
        lambda _: [Hard()],
        lambda _: object(),
        lambda _: itertools.count(),
        lambda view: view,
        lambda view: view.hand,
        lambda view: Combo(77, view.level, view.rules),
        lambda view: forged(1.5, view.level, view.rules),
        lambda view: forged(None, view.level, None),
        raising(RecursionError("deep")),
        raising(MemoryError()),
        raising(StopIteration()),
        raising(NotYourTurn("mine", seat=1)),
    ],
    ids=range(13),
)
def test_a_hostile_strategy_gets_a_typed_error(answer: Callable[[PlayerView], Any]) -> None:
    match = Match(seed=7)
    match.deal_next(leader=1)
    before = snapshot(match)
    with pytest.raises(StrategyError) as caught:
        match.step([EasyBot(), Answers(answer), EasyBot(), EasyBot()])
    assert (caught.value.seat, caught.value.phase) == (1, Phase.PLAY)
    assert snapshot(match) == before
    match.step([EasyBot()] * 4)


def test_an_error_of_ours_that_a_strategy_raises_is_told_as_raised() -> None:
    match = Match(seed=7)
    match.deal_next(leader=1)
    with pytest.raises(StrategyError, match="raised NotYourTurn: mine"):
        match.step([Answers(raising(NotYourTurn("mine", seat=1)))] * 4)


@pytest.mark.parametrize(
    "strategies", [None, 5, iter([EasyBot()] * 4), {EasyBot() for _ in range(4)}], ids=range(4)
)
def test_what_are_no_four_strategies(strategies: Any) -> None:
    match = Match(seed=7)
    match.deal_next()
    with pytest.raises(GuandanError):
        match.step(strategies)


# --- the rest ---------------------------------------------------------------------------------


def test_a_view_between_deals_has_the_next_level() -> None:
    """`PlayerView.level`: the level of the deal; between deals, of the next one."""
    match = Match(seed=7)
    while not (match.phase is Phase.BETWEEN and match.deals_begun):
        match.step([EasyBot()] * 4)
    assert match.standing.level is not TWO
    assert match.view(0).level is match.level is match.standing.level


@pytest.mark.parametrize("seat", ["0", 9, None, True])
def test_options_of_what_is_no_seat(seat: Any) -> None:
    deal = a_deal()
    with pytest.raises(NotationError):
        deal.tribute_options(seat)
    with pytest.raises(NotationError):
        deal.return_options(seat)


def test_copy_of_the_standard_library() -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    before = match.record()
    copy.copy(match).play(match.legal_plays.shapes()[0])
    assert match.record() == before


@pytest.mark.parametrize("given", [{"draws": "x"}, {"rng": 5}, {"rng": "x"}], ids=str)
def test_draws_and_generators_of_a_wrong_type(given: Any) -> None:
    with pytest.raises(GuandanError):
        Deal.start([DECK[seat::4] for seat in range(4)], "2", **given)


def test_a_hostile_client_changes_nothing_at_any_step() -> None:
    """Every seat sends every kind of nonsense at every tenth step of two deals."""
    rng = random.Random(12)
    match = Match(Rules(resist=False, wild_tribute="optional"), seed=12)
    nonsense: list[Any] = [None, "", "-", "zz", "SA", "SB SB HR HR", 7, Card.parse("H2"), ["S3"]]
    step = 0
    while match.deals_begun < 3:
        phase = match.phase
        act(match, rng)
        step += 1
        if phase is match.phase and step % 10:
            continue
        before = snapshot(match)
        for seat, what in itertools.product((0, 1, 2, 3, None, 4, "0"), nonsense):
            sent: Any = seat
            for can, do in (
                (match.can_play, match.play),
                (match.can_pay_tribute, match.pay_tribute),
                (match.can_return_card, match.return_card),
            ):
                if not can(what, sent):
                    with pytest.raises(GuandanError):
                        do(what, sent)
            if not match.can_pass(sent):
                with pytest.raises((IllegalAction, NotationError)):
                    match.pass_(sent)
        assert snapshot(match) == before
        if match.phase is not Phase.BETWEEN:
            assert deal_of(match).draws == Draws() or match.deals_begun == 1
