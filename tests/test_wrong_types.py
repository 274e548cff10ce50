"""Every public callable, given what nobody should give: only the library's own errors come out."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Any, Final

import attrs
import pytest

import guandan
from guandan import (
    DECK,
    Action,
    BaseStrategy,
    Card,
    Combo,
    Deal,
    DealRecord,
    Draws,
    EasyBot,
    Event,
    GuandanError,
    Hand,
    Kind,
    Match,
    NotationError,
    Passed,
    Phase,
    PlayerView,
    Rank,
    Record,
    ReturnChosen,
    Rules,
    Standing,
    Suit,
    TributeChosen,
    best_reading,
    classify,
    legal_plays,
    next_seat,
    partner_of,
    plan_tribute,
    play_deal,
    play_match,
    promote,
    return_options,
    settle_tribute,
    team_of,
    tribute_options,
)
from guandan.arena import Setting, Sprt, SprtState
from guandan.record import Verb
from guandan.seats import clean_team


class Silent:
    """It cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words for it")


HUGE: Final = 10**5_000
"""Python does not write so many digits."""

WRONG: Final[list[Callable[[], Any]]] = [
    *(
        lambda value=value: value
        for value in (
            *(None, True, False, 0, 1, -1, 4, 7, 99, 2**63, HUGE, -HUGE),
            *(0.5, math.nan, math.inf, 1j, b"S5", object(), object, Silent(), Exception("x")),
            *("", "x", "0", "2", "S5", "S5 S6 H2=7 S8 S9", "\ud800", "\x00", "S" * 100_000),
            *([], [None], [0], ["S5"], [["S5"]], (), (0, 2), [0, 2], [math.nan] * 4, [Silent()]),
            *({}, {"S5": 1}, {0: "S5"}, {"a": None}, set(), {0, 2}, range(3), range(10**9)),
            *(Rank.TWO, Rank.BIG_JOKER, Suit.SPADES, Kind.PAIR, Card.parse("S5"), Hand("S5")),
            *(Rules(), Standing.start(), Draws(), random.Random(1), Combo.parse("S5", "2")),
            *(Combo(7, Rank.TWO, Rules()), Combo(HUGE, Rank.TWO, Rules())),
            Combo(None, None, None),  # type: ignore[arg-type]
        )
    ),
    lambda: iter([]),
    lambda: iter(["S5"]),
    itertools.count,
]


def full() -> list[list[Card]]:
    return [list(DECK[seat::4]) for seat in range(4)]


def in_play() -> Deal:
    return Deal.at(["S3 S4 C5 C5", "S5 S6", "S7 S8", "S9 ST"], "2", to_act=0)


def match() -> Match:
    made = Match(seed=7)
    made.deal_next(leader=0)
    return made


def in_tribute() -> Match:
    made = Match(Rules(resist=False), seed=7)
    while made.phase is not Phase.TRIBUTE:
        made.step([EasyBot()] * 4)
    return made


MATCH: Final = match()
TRIBUTE: Final = in_tribute()
RECORD: Final = MATCH.record()
HAND: Final = Hand("S5 H5")
FIVE: Final = Combo.parse("S5", "2")
RANDOM: Final = Rules(equal_tribute="random", resist=False)
PAIR: Final = {1: "SA D8", 3: "CA D4"}
EASY: Final = [EasyBot()] * 4


def evolved(part: str) -> Callable[[Any], object]:
    """What plays and writes a record of which one part is another."""

    def change(value: Any) -> object:
        record = deal = None
        if part in ("rules", "seed", "deals", "format"):
            record = attrs.evolve(RECORD, **{part: value})
        elif part.startswith("deal."):
            deal = attrs.evolve(RECORD.deals[0], **{part.removeprefix("deal."): value})
        else:
            given: dict[str, Any] = {"seat": 0, "verb": Verb.PLAY, "text": "S5"}
            action = Action(**given | {part: value})
            str(action)
            deal = attrs.evolve(RECORD.deals[0], actions=(action,))
        if record is None:
            assert deal is not None
            record = attrs.evolve(RECORD, deals=(deal,))
        record.to_json()
        return list(record.replay()), Match.from_record(record)

    return change


Case = tuple[str, Callable[..., object], dict[str, Any]]

VALUES: list[Case] = [
    ("Card", Card, {"rank": "5", "suit": "S"}),
    ("Card.parse", Card.parse, {"text": "S5"}),
    ("Card.is_wild", Card.parse("H5").is_wild, {"level": "2"}),
    *(
        (f"{kind.__name__}.parse", kind.parse, {"text": text})
        for kind, text in ((Rank, "5"), (Suit, "S"), (Kind, "pair"))
    ),
    ("Hand", Hand, {"cards": "S5"}),
    ("Hand.parse", Hand.parse, {"text": "S5"}),
    ("Hand.count", HAND.count, {"card": "S5"}),
    ("Hand.includes", HAND.includes, {"cards": "S5"}),
    ("Hand.wilds", HAND.wilds, {"level": "2"}),
    ("Hand.sorted", HAND.sorted, {"level": "2"}),
    ("Hand +", lambda other: HAND + other, {"other": "S6"}),
    ("Hand -", lambda other: HAND - other, {"other": "S5"}),
    ("in Hand", lambda card: card in HAND, {"card": "S5"}),
    ("Rules", Rules, {field.name: field.default for field in attrs.fields(Rules) if field.init}),
    ("Rules.replace", lambda value: Rules().replace(resist=value), {"value": True}),
    ("Rules.preset", Rules.preset, {"name": "house"}),
    ("Rules.from_dict", Rules.from_dict, {"fields": {}}),
    ("Standing", Standing, {"levels": "22", "host": 0, "ace_failures": (0, 0), "winner": None}),
    ("Standing.start", Standing.start, {"rules": None}),
    ("promote", promote, {"standing": Standing.start(), "finish": [0, 2], "rules": None}),
    ("classify", classify, {"cards": "S5", "level": "2", "rules": None}),
    ("best_reading", best_reading, {"cards": "S5", "level": "2", "over": "S4", "rules": None}),
    (
        "legal_plays",
        lambda **given: list(legal_plays(**given)),
        {"hand": "S5 S6", "level": "2", "over": "S4", "rules": None},
    ),
    ("in LegalPlays", lambda play: play in legal_plays("S5 S6", "2"), {"play": "S5"}),
    ("Combo.parse", Combo.parse, {"text": "S5", "level": "2", "rules": None}),
    ("Combo.beats", FIVE.beats, {"other": FIVE}),
    ("Combo", lambda **given: repr(Combo(**given)), {"code": 0, "level": Rank.TWO, "rules": None}),
    *((name.__name__, name, {"seat": 0}) for name in (team_of, partner_of, next_seat)),
    ("clean_team", clean_team, {"value": 0}),
]

TRIBUTES: list[Case] = [
    (
        "plan_tribute",
        plan_tribute,
        {"finish": [0, 2], "hands": PAIR, "level": "5", "rules": None},
    ),
    *(
        (
            "settle_tribute",
            settle_tribute,
            {
                "plan": plan_tribute([0, 2], PAIR, "5", rules),
                "cards": {1: "SA", 3: "CA"},
                "rng": None,
                "lot": None,
            },
        )
        for rules in (Rules(), RANDOM)
    ),
    ("tribute_options", tribute_options, {"hand": "SA S5", "level": "2", "rules": None}),
    (
        "return_options",
        return_options,
        {"hand": "SA S5", "level": "2", "received": "SA", "rules": None},
    ),
    ("Draws", Draws, {"first_lead": None, "turned_card": None, "tribute_lot": None}),
]

STARTS: dict[str, dict[str, Any]] = {
    "leader": {"leader": 0, "finish": None, "rules": None, "rng": None, "draws": None},
    "rng": {"leader": None, "rng": random.Random(1)},
    "draws": {"rules": "tabletop", "draws": Draws(turned_card=(Card.parse("S2"), 0))},
    "finish": {"finish": [0, 2], "rules": RANDOM, "rng": random.Random(1), "draws": None},
}
PLAY: dict[str, Any] = {"play": "S3", "seat": None, "kind": None, "rank": None}
PAY: dict[str, Any] = {"card": "S5", "seat": None}
VERBS: dict[str, dict[str, Any]] = {
    **{f"{prefix}play": PLAY for prefix in ("", "can_", "verify_")},
    **{name: {"seat": None} for name in ("pass_", "can_pass", "verify_pass")},
    **{
        f"{prefix}{verb}": PAY for prefix in ("", "can_") for verb in ("pay_tribute", "return_card")
    },
    **{name: {"seat": 0} for name in ("tribute_options", "return_options", "view")},
}


def of(make: Callable[[], Deal | Match], verb: str) -> Callable[..., object]:
    def ask(**given: Any) -> object:
        return getattr(make(), verb)(**given)  # each time of a new one

    return ask


GAMES: list[Case] = [
    *(
        (f"Deal.start {name}", Deal.start, {"hands": full(), "level": "2", **given})
        for name, given in STARTS.items()
    ),
    (
        "Deal.start told",
        Deal.start,
        {"hands": full(), "level": "2", "leader": 0, "number": 1, "host": None},
    ),
    (
        "Deal.at",
        Deal.at,
        {
            "hands": ["S3", "S4 S5", "S9", "S8"],
            "level": "2",
            "to_act": 1,
            "table": "S7",
            "owner": 0,
            "finished": (),
            "rules": None,
        },
    ),
    ("Deal", lambda **given: repr(Deal(**given)), {"hands": [()] * 4, "level": "2", "rules": None}),
    *(
        (f"{name}.{verb}", of(make, verb), given)
        for name, make in (("Deal", in_play), ("Match", match), ("in tribute", TRIBUTE.copy))
        for verb, given in VERBS.items()
    ),
    ("Deal.view", lambda **given: in_play().view(**given), {"seat": 0, "standing": None}),
    ("Match.events_for", MATCH.events_for, {"seat": 0, "since": 0}),
    ("Match.step", lambda strategies: match().step(strategies), {"strategies": EASY}),
    ("Match", Match, {"rules": None, "seed": 1}),
    ("Match.deal_next", lambda **given: Match().deal_next(**given), {"hands": None, "leader": 0}),
    ("Match.from_record", Match.from_record, {"record": RECORD}),
    ("Match.replay", lambda record: list(Match.replay(record)), {"record": RECORD}),
    (
        "play_match",
        play_match,
        {"strategies": None, "rules": Rules(match_format="deal"), "seed": 1, "on_event": None},
    ),
    (
        "play_deal",
        play_deal,
        {
            "strategies": EASY,
            "level": "2",
            "hands": None,
            "leader": 0,
            "finish": None,
            "rules": None,
            "seed": 1,
            "on_event": None,
        },
    ),
    ("PlayerView.sample_hands", MATCH.view(0).sample_hands, {"rng": random.Random(1)}),
    (
        "PlayerView.before_a_deal",
        PlayerView.before_a_deal,
        {"seat": 0, "rules": Rules(), "standing": Standing.start()},
    ),
    *(
        (f"{type(event).__name__}.seen_by", event.seen_by, {"seat": 0})
        for event in (*MATCH.events, TributeChosen(0, None), ReturnChosen(0, None), Passed(0))
    ),
]

RECORDS: list[Case] = [
    ("Record.from_json", Record.from_json, {"text": RECORD.to_json()}),
    ("Action.parse", Action.parse, {"text": "0 S5"}),
    ("Action.of", Action.of, {"event": Passed(0)}),
    *(
        (f"Record {part}", evolved(part), {"value": None})
        for part in (
            *(field.name for field in attrs.fields(Record)),
            *(f"deal.{field.name}" for field in attrs.fields(DealRecord)),
            *(field.name for field in attrs.fields(Action)),
        )
    ),
]

ARENA: list[Case] = [
    ("Setting", Setting, {"game": "deal", "level": None, "tribute": 0.8, "rules": None}),
    ("Setting.from_dict", Setting.from_dict, {"values": Setting().to_dict()}),
    ("Sprt", Sprt, {"p0": 0.5, "p1": 0.55, "alpha": 0.05, "beta": 0.05}),
    ("Sprt.from_elo", Sprt.from_elo, {"elo0": 0, "elo1": 9, "alpha": 0.05, "beta": 0.05}),
    ("Sprt.from_dict", Sprt.from_dict, {"values": Sprt().to_dict()}),
    ("SprtState", SprtState, {"test": Sprt()}),
    ("SprtState.add", SprtState(Sprt()).add, {"score": 0.5}),
]

CASES: Final = [
    (name, call, given, field)
    for name, call, given in (*VALUES, *TRIBUTES, *GAMES, *RECORDS, *ARENA)
    for field in given
]

NEVER_WRONG: Final = {"Combo", "Action.of"}
"""What takes everything: a combo made by hand is checked when it is played."""

CALLED_BY_US: Final = {
    ("play_match", "on_event"),
    ("play_deal", "on_event"),
}
"""What is a function may raise what it likes when it is called."""


@pytest.mark.parametrize(
    ("name", "call", "given", "field"), CASES, ids=[f"{case[0]}-{case[3]}" for case in CASES]
)
def test_only_our_errors_come_out(
    name: str, call: Callable[..., object], given: dict[str, Any], field: str
) -> None:
    said = []
    for make in WRONG:
        value = make()
        if (name, field) in CALLED_BY_US and callable(value):
            continue
        try:
            call(**given | {field: value})
        except GuandanError as error:
            said.append(str(error))
    assert said or name.startswith("in ") or ".can_" in name or name in NEVER_WRONG
    for message in said:
        assert 0 < len(message) < 2_000
        assert "\n" not in message


NOT_CALLED: Final = {
    *("COMPILED", "DECK", "FACES", "LEVELS", "PRESETS", "SEATS"),  # constants
    *("CardsLike", "LevelLike", "RulesLike", "Seat", "Stand", "Team"),  # types by another name
    *("LeadReason", "Phase"),  # enumerations, which are Python's own
    *("LegalPlays", "PaidTribute", "SettledTribute", "Shape"),  # what functions answer with
    *("TributePayment", "TributePlan"),
    *("BaseStrategy", "Strategy"),  # asked by the library, and told of as a StrategyError
    *("Candidate", "EasyBot", "NormalBot", "RandomBot", "StrongBot", "bot"),  # test_bots.py
}


def test_no_public_name_is_forgotten() -> None:
    tried = {word.split(".")[0] for case in CASES for word in case[0].split()} | {
        type(event).__name__ for event in MATCH.events
    }
    tried |= {"DealRecord"}
    for name in guandan.__all__:
        value = getattr(guandan, name)
        if isinstance(value, type) and issubclass(value, GuandanError | Event):
            continue
        assert name in tried | NOT_CALLED, name


@pytest.mark.parametrize("seat", [-1, 4, 7, HUGE, True, False, None, 0.0, "0"], ids=type)
def test_what_is_no_seat_has_no_team_no_partner_and_no_next(seat: Any) -> None:
    for ask in (team_of, partner_of, next_seat):
        with pytest.raises(NotationError):
            ask(seat)


@pytest.mark.parametrize("number", [0, -1, HUGE, True, "x", None, 1.0], ids=type)
def test_the_number_of_a_deal_and_its_host_are_checked(number: Any) -> None:
    with pytest.raises(NotationError):
        Deal.start(full(), "2", leader=0, number=number)
    if number not in (0, None):
        with pytest.raises(NotationError):
            Deal.start(full(), "2", leader=0, host=number)


def test_a_lot_or_a_generator_is_checked_even_where_none_is_due() -> None:
    plan = plan_tribute([0, 1, 2, 3], {3: "SA D4"}, "5")
    for wrong in ({"lot": True}, {"rng": 5}, {"lot": 9}, {"lot": "1"}):
        given: dict[str, Any] = wrong
        with pytest.raises(NotationError):
            settle_tribute(plan, {3: "SA"}, **given)


def test_a_match_and_a_deal_say_where_they_are_and_hide_what_is_hidden() -> None:
    begun = match()
    assert repr(begun) == "<Match: deal 1, phase play, levels 2 : 2>"
    assert repr(begun.deal) == (
        "<Deal: level 2, phase play, due (0,), table -, counts (27, 27, 27, 27)>"
    )
    begun.play(begun.legal_plays.shapes()[0])
    assert ", due (1,), table " in repr(begun.deal)
    over = play_match(EASY, rules=Rules(match_format="deal"), seed=1)
    assert repr(over).endswith(f", won by team {over.winner}>")
    assert repr(BaseStrategy()) == "BaseStrategy()"
