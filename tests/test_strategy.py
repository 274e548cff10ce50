"""Strategies, the bots, and playing with them."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Sequence
from typing import Any

import pytest

from guandan import (
    BaseStrategy,
    Card,
    Combo,
    Deal,
    EasyBot,
    Event,
    InputTypeError,
    Match,
    MustLead,
    Phase,
    PlayerView,
    RandomBot,
    Strategy,
    StrategyError,
    StrategyFailed,
    UnknownBot,
    UnknownSetting,
    bot,
    classify,
    play_deal,
    play_match,
)
from guandan.bots import BOTS
from guandan.strategy import decide
from vectors import report

LINE_OF_RAISE = re.compile(r"test_strategy\.py, line \d+")


class Answering(BaseStrategy):
    """Answers with what it was given, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked = 0

    def choose_play(self, view: PlayerView) -> Combo | None:
        assert view.due == (view.seat,)
        self.asked += 1
        if isinstance(self.answer, BaseException):
            raise self.answer
        answer: Combo | None = self.answer
        return answer

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        return self.answer or super().choose_tribute(view, options)

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        return self.answer or super().choose_return(view, options)


ODD = [
    ValueError("no idea"),
    None,
    classify("SB SB HR HR", "2")[0],
    classify("S5", "3")[0],
    "S1",
    42,
    Combo(77, classify("S5", "2")[0].level, classify("S5", "2")[0].rules),
]


@pytest.mark.parametrize("answer", ODD, ids=range(len(ODD)))
def test_bot_14_a_bad_answer_is_a_typed_error(answer: Any) -> None:
    assert report("BOT-14").correct
    match = Match(seed=7)
    match.deal_next(leader=2)
    before = (match.record(), match.events, match.view(2))
    odd = Answering(answer)
    with pytest.raises(StrategyError, match="Answering at seat 2, in phase play") as caught:
        match.step([EasyBot(), EasyBot(), odd, EasyBot()])
    error = caught.value
    assert (error.seat, error.phase) == (2, Phase.PLAY)
    assert error.__cause__ is not None
    assert error.answer is (None if isinstance(answer, Exception) else answer)
    assert odd.asked == 1
    assert (match.record(), match.events, match.view(2)) == before
    if answer is None:
        assert isinstance(error.__cause__, MustLead)


class Speechless(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Speechless(), "raised Speechless: it cannot be written"),
        (ValueError("two\nlines"), "raised ValueError: two lines"),
        (ValueError(), "raised ValueError"),
        (SystemExit(3), "raised SystemExit: 3"),
        (GeneratorExit(), "raised GeneratorExit"),
    ],
)
def test_what_a_strategy_raises_is_told_on_one_line(error: BaseException, told: str) -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    with pytest.raises(StrategyError) as caught:
        match.step([Answering(error)] * 4)
    line = LINE_OF_RAISE.search(str(caught.value))
    assert line is not None
    assert str(caught.value).endswith(f"{told} ({line[0]})")
    # What it was shown is there, to ask it again.
    assert caught.value.view == match.view(0)
    assert pickle.loads(pickle.dumps(caught.value)).view == match.view(0)


def test_the_place_of_a_failure_is_in_the_strategys_own_file() -> None:
    class Reading(BaseStrategy):
        def choose_play(self, view: PlayerView) -> Combo | None:
            # Raises far from here.
            return json.loads(f"no play at level {view.level}")  # type: ignore[no-any-return]

    match = Match(seed=7)
    match.deal_next(leader=0)
    with pytest.raises(StrategyError, match=r" \(test_strategy\.py, line \d+\)$"):
        match.step([Reading()] * 4)
    # The library's own bots are no place for a bot's author to look at.
    with pytest.raises(StrategyError, match="does not say how it plays$"):
        match.step([BaseStrategy()] * 4)


@pytest.mark.parametrize("given", ["easy", 5, None, object()])
def test_what_is_no_strategy_is_refused_as_such(given: Any) -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    before = match.record()
    with pytest.raises(
        InputTypeError, match="the strategy of seat 0, .*, is none: it has no"
    ) as no:
        match.step([given] * 4)
    assert ("bot('easy')" in str(no.value)) == (given == "easy")
    assert match.record() == before


def test_an_attribute_that_a_strategy_lacks_is_its_own_failure() -> None:
    class Forgetful(BaseStrategy):
        def choose_play(self, view: PlayerView) -> Combo | None:
            return self.plan(view)  # type: ignore[attr-defined,no-any-return]

    match = Match(seed=7)
    match.deal_next(leader=0)
    with pytest.raises(StrategyFailed, match="no attribute 'plan'"):
        match.step([Forgetful()] * 4)


@pytest.mark.parametrize("error", [Speechless(), SystemExit(0), GeneratorExit(), StopIteration()])
def test_an_answer_that_raises_while_it_is_looked_at_is_a_bad_answer(error: BaseException) -> None:
    class Cards:
        def __iter__(self) -> Any:
            raise error

    match = Match(seed=7)
    match.deal_next(leader=0)
    before = match.record()
    with pytest.raises(StrategyError, match=f"answered .*{type(error).__name__}") as caught:
        match.step([Answering(Cards())] * 4)
    assert caught.value.__cause__ is error
    assert match.record() == before


def test_interrupts_pass_through() -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    with pytest.raises(KeyboardInterrupt):
        match.step([Answering(KeyboardInterrupt())] * 4)

    class Cards:
        def __iter__(self) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.step([Answering(Cards())] * 4)


@pytest.mark.parametrize("phase", [Phase.TRIBUTE, Phase.RETURN])
def test_bad_tribute_and_return(phase: Phase) -> None:
    match = Match(seed=3)
    while match.phase is not phase:
        match.step([EasyBot()] * 4)
    for answer in (Card.parse("SB"), "zz", 7):
        if answer in match.tribute_options(match.due[0]):
            continue
        with pytest.raises(StrategyError, match=f"in phase {phase}") as caught:
            match.step([Answering(answer)] * 4)
        assert caught.value.answer == answer
    match.step([Answering(None)] * 4)


@pytest.mark.parametrize("players", [[], [EasyBot()] * 3, "easy", [EasyBot()] * 5])
def test_four_strategies(players: Any) -> None:
    with pytest.raises(InputTypeError, match="expected four strategies"):
        play_match(players, seed=1)


@pytest.mark.parametrize("seat", range(4))
def test_a_class_is_no_strategy_but_makes_one(seat: int) -> None:
    players: list[Any] = [RandomBot(seed=number) for number in range(4)]
    players[seat] = RandomBot
    for play in (play_match, play_deal):
        with pytest.raises(InputTypeError, match=rf"seat {seat} is the class .* RandomBot\(\)"):
            play(players, seed=7)


def test_a_base_strategy_does_not_play() -> None:
    with pytest.raises(NotImplementedError, match="BaseStrategy does not say"):
        BaseStrategy().choose_play(Match(seed=1).view(0))
    assert isinstance(EasyBot(), Strategy)
    assert not isinstance(object(), Strategy)


def test_base_choices() -> None:
    deal = Deal.at(["S5 S5 C5 H2 S9 D9 D3", "S3", "S4", "S6"], "2", to_act=0)
    view = deal.view(0)
    chooser = BaseStrategy()
    cards = [Card.parse(text) for text in ("H2", "S5", "C5")]
    assert str(chooser.choose_tribute(view, cards)) == "C5"
    cards = [Card.parse(text) for text in ("S5", "S9", "D3")]
    assert str(chooser.choose_return(view, cards)) == "D3"


def test_play_deal_and_match_tell_all_events() -> None:
    told: list[Event] = []
    deal = play_deal([EasyBot()] * 4, "T", seed=5, on_event=told.append)
    assert tuple(told) == deal.events
    told.clear()
    match = play_match([EasyBot()] * 4, seed=5, on_event=told.append)
    assert tuple(told) == match.events
    hands = [hand for hand in play_deal([EasyBot()] * 4, seed=5).events[0].hands if hand]  # type: ignore[attr-defined]
    given = play_deal([EasyBot()] * 4, hands=hands, finish=[0, 1, 2, 3], rules="house", seed=1)
    assert given.is_over
    assert play_deal([EasyBot()] * 4).is_over


# --- bots -------------------------------------------------------------------------------------


def position(hand: str, table: str | None = None, owner: int | None = None) -> Deal:
    """A position in which seat 0 holds this hand and is to act."""
    others = ["S2 H3 C6 D8 HJ SQ CK", "D2 C3 H6 S8 DJ", "C2 D3 S6 H8 CQ"]
    return Deal.at([hand, *others], "T", to_act=0, table=table, owner=owner)


@pytest.mark.parametrize("name", BOTS)
def test_bots_play_what_is_legal(name: str) -> None:
    if name != "strong":  # whose deals, played with little search, are in test_bots
        for seed in range(3):
            assert play_deal([bot(name, seed=seed)] * 4, "2", seed=seed).is_over
    player = bot(name, seed=1)
    for hand, table in [("S7 H7 D7 C7 S3 D4", "S5 D5 C5"), ("S3 D4 H4 C7", None)]:
        deal = position(hand, table, None if table is None else 3)  # BOT-05, BOT-13
        play = player.choose_play(deal.view(0))
        assert deal.can_pass() if play is None else deal.can_play(play)


@pytest.mark.parametrize(
    ("hand", "table", "owner", "play"),
    [
        ("S9 H9 D9 C9", "SA", 1, "S9 H9 C9 D9"),  # BOT-07: out, if by a bomb
        ("S7 D8 C9 ST DJ", None, None, "S7 D8 C9 ST DJ"),  # BOT-09: out at once
        ("S5 D5 SK", None, None, "S5 D5"),
        ("S5 SK D9", "S4", 3, "S5"),
        ("S5 SK D9", "S4", 2, None),  # the partner is left to win
        ("S5 H5 C5 D5 SK", "SA", 1, "S5 H5 C5 D5"),
        ("S5 S4 SK", "HR", 1, None),
    ],
)
def test_easy_bot(hand: str, table: str | None, owner: int | None, play: str | None) -> None:
    deal = position(hand, table, owner)
    chosen = EasyBot().choose_play(deal.view(0))
    assert (None if chosen is None else str(chosen)) == play


def test_random_bot_uses_all_its_choices() -> None:
    deal = position("S5 S6", "S4", 3)
    seen = {str(RandomBot(seed).choose_play(deal.view(0))) for seed in range(40)}
    assert seen == {"None", "S5", "S6"}


def test_bots_by_name() -> None:
    assert repr(bot("easy")) == "EasyBot()"
    with pytest.raises(UnknownBot, match="no bot 'clever': there are random, easy"):
        bot("clever")
    odd: Any = 7
    with pytest.raises(UnknownBot):
        bot(odd)


@pytest.mark.parametrize("name", [*BOTS])
def test_what_no_bot_is_made_with(name: str) -> None:
    with pytest.raises(UnknownSetting, match=f"the bot {name} takes no depth: it takes seed"):
        bot(name, seed=1, depth=3)
    wrong: Any
    for wrong in ("x", True, 1.5, b"1"):
        with pytest.raises(InputTypeError, match="a seed is an int"):
            bot(name, seed=wrong)


def test_decide_on_a_deal_of_its_own() -> None:
    deal = position("S5 S6")
    assert decide(deal, [EasyBot()] * 4)
    assert deal.turn == 1
