"""Help and pictures given what they cannot take: their own errors, which say what is right."""

from __future__ import annotations

import inspect
import itertools
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from guandan import (
    BaseStrategy,
    Card,
    Combo,
    Deal,
    EasyBot,
    GuandanError,
    Hand,
    InputTypeError,
    Match,
    NotationError,
    PlayerView,
    PositionError,
    Rank,
    Rules,
    StrategyError,
    classify,
    legal_plays,
    play_match,
)
from guandan.cards import DECK
from guandan.help import arrange, counters, hints, names, rewards, selection, sorting
from guandan.render import html, oneline, picture, svg, text

VIEW = Deal.at(["S5 D5 SK", "S3", "S4", "S6"], "2", to_act=0, table="S4", owner=3).view(0)
PLAYS = VIEW.legal_plays
FLUSH = classify("S5 S6 S8 S9 H2", "2")[0]
RECORD = play_match([EasyBot(seed=seat) for seat in range(4)], rules="house", seed=7).record()
MATCH = Match(seed=7)
MATCH.deal_next()
WORDS = names.words("en")
NARRATOR = text.Narrator("en")


def paying() -> PlayerView:
    match = Match(seed=7)
    while not match.view(match.due[0] if match.due else 0).options:
        match.step([EasyBot()] * 4)
    return match.view(match.due[0])


GOOD: dict[Callable[..., Any], dict[str, Any]] = {
    arrange.arrange: {"hand": "S5 D5", "level": "2", "rules": None, "alternatives": 1},
    arrange.turn_cost: {"play": FLUSH},
    counters.counters: {"view": VIEW},
    counters.unbeatable: {"view": VIEW, "plays": [FLUSH]},
    counters.counters(VIEW).count: {"rank": Rank.ACE},
    hints.hints: {"asked": VIEW, "strategy": None},
    hints.card_hints: {"view": paying(), "strategy": None},
    hints.cheapest_first: {"plays": PLAYS, "also": None},
    hints.Bombs: {"hand": "S5", "level": "2", "rules": None},
    hints.Bombs("S5", "2").broken_by: {"play": FLUSH},
    names.words: {"language": "en"},
    names.read_words: {"text": json.dumps(dict(WORDS.table)), "language": "xx"},
    WORDS.say: {"key": "pass"},
    WORDS.counted: {"key": "cards", "count": 2},
    WORDS.kind: {"combo": FLUSH},
    WORDS.label: {"combo": FLUSH},
    WORDS.card: {"card": Card.parse("S5")},
    WORDS.error: {"error": InputTypeError("what", text="", position=0)},
    rewards.Mode.parse: {"text": "local"},
    rewards.deal_points: {"place": 1, "mode": "local"},
    rewards.match_points: {"won": True, "mode": "local"},
    selection.Selector: {"plays": PLAYS},
    selection.Selector(PLAYS).select: {"cards": "S5"},
    sorting.sort_cards: {"hand": "S5", "level": "2", "order": "rank", "rules": None},
    picture: {"value": FLUSH},
    svg.card: {"card": "H2", "level": "2", "stand": Card.parse("S5"), "language": "en"},
    svg.hand: {
        "hand": "S5 S6 S8 S9 H2",
        "level": "2",
        "by": "play",
        "plays": [FLUSH],
        "rules": None,
        "language": "en",
    },
    svg.play: {"combo": FLUSH, "language": "en"},
    svg.trick: {"plays": [(0, FLUSH), (1, None)], "names": None, "language": "en"},
    svg.table: {"view": VIEW, "names": None, "language": "en"},
    html.page: {"record": RECORD, "view": 0, "names": None, "language": "en"},
    oneline.Teller: {"language": "en"},
    text.Narrator: {"language": "en"},
    NARRATOR.card: {"card": Card.parse("S5"), "stand": None},
    NARRATOR.cards: {"cards": Hand("S5")},
    NARRATOR.play: {"combo": FLUSH},
    NARRATOR.kind: {"combo": FLUSH},
    NARRATOR.listing: {"combos": [FLUSH]},
}
"""Each public function of help and pictures, with arguments that are right."""

WRONG: list[Any] = [
    None,
    True,
    False,
    -1,
    4,
    99,
    10**400,
    0.5,
    float("nan"),
    "",
    "foo",
    "S5 S5 S5",
    "\ud800",
    b"S5",
    (),
    [],
    [None],
    [[]],
    ["S5", 5],
    [(0, "S5")],
    [(4, None)],
    [(True, None)],
    {},
    {"S5": 1},
    {1, 2},
    object(),
    object,
    len,
    Card.parse("HR"),
    Hand("S5"),
    Hand(),
    Rank.BIG_JOKER,
    FLUSH,
    VIEW,
    MATCH,
    MATCH.deal,
    PLAYS,
    legal_plays("", "2"),
    RECORD,
    Rules(),
    EasyBot,
    EasyBot(),
    BaseStrategy(),
    WORDS,
    MATCH.events[0],
    MATCH.view(None),
    ValueError("what"),
]


def name_of(function: object) -> str:
    return getattr(function, "__qualname__", "?")


@pytest.mark.parametrize("function", GOOD, ids=name_of)
def test_what_is_right_is_taken(function: Callable[..., Any]) -> None:
    function(**GOOD[function])


@pytest.mark.parametrize(
    ("function", "argument"),
    [(function, argument) for function, good in GOOD.items() for argument in good],
    ids=lambda value: value if isinstance(value, str) else name_of(value),
)
def test_what_is_wrong_is_refused_by_name(function: Callable[..., Any], argument: str) -> None:
    for value in WRONG:
        try:
            with suppress(GuandanError):
                function(**{**GOOD[function], argument: value})
        except Exception as error:
            raise AssertionError(f"{name_of(function)}({argument}={type(value)})") from error


def test_words_that_lack_much_name_the_first_keys() -> None:
    with pytest.raises(names.WordsError, match=r"lack kind\.single, .* and \d+ more$") as caught:
        names.read_words("{}", "xx")
    assert len(str(caught.value)) < 200
    assert len(caught.value.keys) > 100


def test_words_of_ones_own_are_taken_by_a_page() -> None:
    own = names.read_words(json.dumps({**WORDS.table, "page.title": "Ein <Titel>"}), '"><x')
    page = html.page(RECORD, language=own)
    assert "<title>Ein &lt;Titel&gt;</title>" in page
    assert '"><x' not in page
    assert names.LANGUAGES[0] in page


def test_no_public_function_is_left_out() -> None:
    modules = (arrange, counters, hints, names, rewards, selection, sorting, svg, html)
    public = {
        getattr(module, name)
        for module in modules
        for name in module.__all__
        if inspect.isfunction(getattr(module, name))
    }
    assert public <= set(GOOD)


@pytest.mark.parametrize("by", ["foo", "", None, 5, True, ["rank"], "Rank"])
def test_an_order_that_is_none_names_those_there_are(by: Any) -> None:
    with pytest.raises(InputTypeError, match="'rank', 'row' or 'play'"):
        svg.hand("S5", "2", by=by)
    with pytest.raises(NotationError, match="there are rank, suit, combination"):
        sorting.sort_cards("S5", "2", by)


def test_an_order_is_taken_by_its_name() -> None:
    for order in sorting.SortOrder:
        assert sorting.sort_cards("S5 D5 S6", "2", str(order)) == sorting.sort_cards(
            "S5 D5 S6", "2", order
        )


def test_hints_of_a_match_say_what_to_give_instead() -> None:
    wrong: Any = MATCH
    for ask in (hints.hints, hints.card_hints):
        with pytest.raises(InputTypeError, match=r"such as match\.view\(seat\)"):
            ask(wrong)


class Odd(BaseStrategy):
    """Answers whatever it was made with."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose_play(self, view: PlayerView) -> Combo | None:  # noqa: ARG002  # whatever it sees
        answer: Combo | None = self.answer
        return answer

    def choose_tribute(self, view: PlayerView, options: Any) -> Card:  # noqa: ARG002  # as above
        answer: Card = self.answer
        return answer


@pytest.mark.parametrize(
    "answer", [5, "SK", FLUSH, classify("SA", "2")[0], classify("SK", "3")[0], Card.parse("H2")]
)
def test_a_strategy_that_may_not_play_so_is_named(answer: Any) -> None:
    with pytest.raises(StrategyError, match="Odd, asked for a hint for seat 0, answered") as caught:
        hints.hints(VIEW, strategy=Odd(answer))
    assert caught.value.answer == answer
    with pytest.raises(StrategyError, match="which may not be chosen"):
        hints.card_hints(paying(), strategy=Odd(answer))


def test_a_strategy_that_passes_when_it_leads_is_named() -> None:
    leading = Deal.at(["S5", "S3", "S4", "S6"], "2", to_act=0)
    with pytest.raises(StrategyError, match="answered None"):
        hints.hints(leading, strategy=Odd(None))


def test_a_strategy_that_raises_is_named() -> None:
    with pytest.raises(StrategyError, match="BaseStrategy, asked .* raised NotImplementedError"):
        hints.hints(VIEW, strategy=BaseStrategy())


def test_no_hand_is_larger_than_a_seat_can_hold() -> None:
    assert arrange.arrange(DECK[:28:2], "2")
    with pytest.raises(PositionError, match="at most 28 cards, not 29"):
        arrange.arrange(DECK[:29], "2")
    with pytest.raises(NotationError):
        arrange.arrange(itertools.cycle(DECK), "2")


@pytest.mark.parametrize(
    ("key", "values", "why"),
    [
        ("nothing", {}, "no words have the key 'nothing'"),
        ("left", {}, "put in 'count' too"),
        ("left", {"number": 5}, "put in 'count' too"),
    ],
)
def test_words_that_cannot_be_said_name_what_is_missing(
    key: str, values: dict[str, object], why: str
) -> None:
    with pytest.raises(names.WordsError, match=why) as caught:
        WORDS.say(key, **values)
    assert caught.value.keys == (key,)
