"""The bots on positions with a known answer, what they may see, how they explain themselves."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from guandan import (
    COMPILED,
    DECK,
    Card,
    Combo,
    Deal,
    EasyBot,
    Hand,
    InputTypeError,
    Kind,
    Match,
    NormalBot,
    NotYourTurn,
    Phase,
    PlayerView,
    RandomBot,
    Rank,
    StrongBot,
    UnknownBot,
    UnknownSetting,
    WrongPhase,
    bot,
    play_deal,
)
from guandan._kernel.features import FEATURES
from guandan.bots import BotSpec
from guandan.bots.network import trained_network
from guandan.bots.normal import Candidate, why_play
from guandan.bots.strong import SETTINGS
from guandan.bots.weights import FIELDS, flatten, light_weights
from guandan.evaluation import evaluate_plays
from guandan.search import SearchSettings

DATA = Path(__file__).parent / "data" / "field_reports.json"
REPORTS = {
    report["id"]: report
    for report in json.loads(DATA.read_text(encoding="utf-8"))["reports"]
    if report["input"]["op"] == "bot"
}
NAMES = ("easy", "normal", "strong")


@pytest.fixture(autouse=True)
def _little_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, a search of the usual size takes ten seconds a decision."""
    if not COMPILED:
        little = SearchSettings(worlds=2, least=2, tries=1, steps=0, memory=1)
        monkeypatch.setitem(SETTINGS, "fast", little)


def position(given: dict[str, Any], level: str, seed: int = 1) -> Deal:
    """The position of a report; what it does not say is dealt at random."""
    hand, table = Hand(given["hand"]), Hand(given["table"] or ())
    pool = list(Hand(DECK) - hand - table)
    random.Random(seed).shuffle(pool)
    hands = {0: hand}
    for seat, count in given["counts"].items():
        hands[int(seat)] = Hand(pool[:count])
        pool = pool[count:]
    return Deal.at(hands, level, to_act=0, table=given["table"], owner=given["owner"])


def make(name: str) -> Any:
    return bot(name, seed=1, setting="fast") if name == "strong" else bot(name, seed=1)


def ranks(play: Combo | None) -> list[str]:
    return [] if play is None else [str(card.rank) for card in play.hand]


# What each report asks for, and by whom it has to hold; the rest is soft, and counted below.
WANTED: dict[str, Callable[[Any], bool]] = {
    "BOT-01": lambda play: play is None,
    "BOT-02": lambda play: play is None or not play.is_bomb,
    "BOT-03": lambda play: play.is_bomb or not {"3", "J"} & set(ranks(play)),
    "BOT-04": lambda play: play.kind is not Kind.FULL_HOUSE or "7" not in ranks(play),
    "BOT-05": lambda play: play is None or set(ranks(play)) == {"7"},
    "BOT-06": lambda play: ranks(play) != ["3"],
    "BOT-07": lambda play: play is not None and play.size == 4,
    "BOT-09": lambda play: play.size == 5,
    "BOT-10": lambda play: ranks(play) == ["5"],
    "BOT-12": lambda play: ranks(play) == ["4", "4"],
    "BOT-13": lambda play: play is not None,
    "BOT-22": lambda play: play.kind is not Kind.FULL_HOUSE or play.rank is Rank("7"),
    "BOT-23": lambda play: play is None or "HR" not in ranks(play),
}
SOFT = {"BOT-01", "BOT-03", "BOT-06", "BOT-10", "BOT-12", "BOT-22", "BOT-23"}
"""Those whose confidence is less than high, or that are for the strong bot."""


def test_every_report_about_bots_is_asked() -> None:
    assert WANTED.keys() == REPORTS.keys()
    assert {name for name in REPORTS if REPORTS[name]["confidence"] != "high"} <= SOFT | {"BOT-04"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("report", sorted(WANTED.keys() - SOFT))
def test_field_reports(report: str, name: str) -> None:
    given, level = REPORTS[report]["input"], REPORTS[report]["level"]
    for seed in range(3):
        deal = position(given, level, seed)
        play = make(name).choose_play(deal.view(0))
        assert play is None or deal.can_play(play, 0)
        assert WANTED[report](play), play


def test_soft_field_reports_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """At least four of seven for each; the score is printed (`pytest -s`)."""
    for name in NAMES[1:]:
        met = [
            report
            for report in sorted(SOFT)
            if WANTED[report](
                make(name).choose_play(
                    position(REPORTS[report]["input"], REPORTS[report]["level"]).view(0)
                )
            )
        ]
        with capsys.disabled():
            print(  # noqa: T201  # the score is to be seen
                f"\n{name}: {len(met)} of {len(SOFT)} soft reports: {', '.join(met)}"
            )
        assert len(met) >= 4


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("lowest", range(3, 7))
def test_the_highest_of_low_singles_is_led_when_an_opponent_has_one_card(
    lowest: int, seat: int
) -> None:
    given = {
        "hand": [f"S{lowest}", f"H{lowest + 1}", f"D{lowest + 2}"],
        "table": None,
        "owner": None,
        "counts": {str(other): 1 if other == seat else 8 for other in (1, 2, 3)},
    }
    for level in ("2", "A"):
        play = bot("normal").choose_play(position(given, level).view(0))
        assert ranks(play) == [str(lowest + 2)]


def test_the_bots_differ() -> None:
    """BOT-18: at least one position separates each pair."""
    bots = [RandomBot(seed=1), EasyBot(), NormalBot(), make("strong")]
    choices: list[list[Combo | None]] = [[] for _ in bots]
    for seed in range(12):
        deal = Match(seed=seed)
        deal.deal_next(leader=0)
        view = deal.view(0)
        for chosen, one in zip(choices, bots, strict=True):
            chosen.append(one.choose_play(view))
    for first in range(len(bots)):
        for second in range(first):
            assert choices[first] != choices[second], (bots[first], bots[second])


@pytest.mark.parametrize("name", NAMES)
def test_nobody_bombs_the_partner_and_everybody_goes_out(name: str) -> None:
    over_partner = Deal.at(
        ["S9 H9 D9 C9 S3 S4 D6 C7", "S5 H5 H6", "SK SQ", "H3 D4 C8"],
        "2",
        to_act=0,
        table="SA",
        owner=2,
    )
    play = make(name).choose_play(over_partner.view(0))
    assert play is None or not play.is_bomb
    last = Deal.at(["SA DA", "S5 S6", "SK", "H3"], "2", to_act=0, table="SQ DQ", owner=2)
    assert make(name).choose_play(last.view(0)) == Combo.parse("SA DA", "2")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_deal_with_tribute(name: str) -> None:
    deal = play_deal([make(name) for _ in range(4)], seed=3, finish=(0, 2))
    assert deal.is_over


@pytest.mark.parametrize("name", ["normal", "strong"])
def test_tribute_and_return_choices_are_options(name: str) -> None:
    match = Match(seed=4)
    match.deal_next(leader=0)
    view = match.view(0)
    options = [card for card in view.hand if card.rank.index < 9]
    for choose in (make(name).choose_tribute, make(name).choose_return):
        assert choose(view, options) in options
        # A card of a pair or a triple is missed more than one that stands alone.
        lone = choose(view, [Card.parse(str(card)) for card in options])
        assert lone in options


@pytest.mark.parametrize("name", ["random", *NAMES])
def test_who_owes_no_play_is_told_so(name: str) -> None:
    deal = Deal.at(["S3", "S4 S5", "S6", "S7"], "2", to_act=1)
    for seat in (0, None):
        with pytest.raises(NotYourTurn, match=f"seat {seat} owes no play"):
            make(name).choose_play(deal.view(seat))
    with pytest.raises(WrongPhase, match="nobody owes a play in phase between"):
        make(name).choose_play(Match(seed=7).view(0))
    wrong: Any
    for wrong in (None, "S5", deal, 7):
        with pytest.raises(InputTypeError, match="expected a PlayerView"):
            make(name).choose_play(wrong)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_swapping_hidden_cards_changes_no_decision(name: str, seed: int) -> None:
    """A view is all that a bot gets, so what it cannot show cannot matter."""
    rng = random.Random(seed)
    cards = list(DECK)
    rng.shuffle(cards)
    hands = [Hand(cards[27 * at : 27 * at + 27]) for at in range(4)]
    swapped = [hands[0], hands[3], hands[2], hands[1]]
    views = [Deal.at(one, "5", to_act=0).view(0) for one in (hands, swapped)]
    assert views[0] == views[1]
    first, second = (make(name).choose_play(view) for view in views)
    assert first == second


def test_the_same_seed_gives_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    little = SearchSettings(worlds=4, least=4, tries=1, steps=1, memory=2)
    monkeypatch.setitem(SETTINGS, "fast", little)

    def played() -> tuple[Any, ...]:
        bots = [StrongBot(seed=seat, setting="fast") for seat in range(4)]
        return play_deal(bots, seed=9).finish or ()

    assert played() == played()


# --- settings and reasons -------------------------------------------------------------------------


def test_settings() -> None:
    assert repr(StrongBot(seed=1)) == "StrongBot()"
    assert repr(bot("strong", seed=1, setting="fast")) == "StrongBot(setting='fast')"
    worlds = [0 if one is None else one.worlds for one in SETTINGS.values()]
    assert worlds == sorted(worlds)
    assert worlds[0] == 0
    with pytest.raises(UnknownSetting, match="are instant, fast, default, deep") as caught:
        StrongBot(seed=1, setting="turbo")
    assert caught.value.setting == "turbo"


@pytest.mark.parametrize(
    "odd", [10**5000, "x" * 10_000, None, ["strong"]], ids=["number", "text", "none", "list"]
)
def test_odd_names_are_refused_briefly(odd: Any) -> None:
    with pytest.raises(UnknownBot) as unknown:
        bot(odd)
    with pytest.raises(UnknownSetting) as unset:
        StrongBot(seed=1, setting=odd)
    assert max(len(str(unknown.value)), len(str(unset.value))) < 400


def view_of(hand: str, table: str | None = None, owner: int | None = None) -> PlayerView:
    others = ["S5 H5 H6", "SK SQ", "H3 D4 C8"]
    return Deal.at([hand, *others], "2", to_act=0, table=table, owner=owner).view(0)


def test_normal_explains() -> None:
    told = NormalBot().explain(view_of("SA D3", "ST", 1))
    assert [(str(one.play), one.reason) for one in told] == [
        ("SA", "beats the single ST, keeps 1 card"),
        ("None", "passes, keeps 2 cards"),
    ]
    assert told[0].score > told[1].score
    led = NormalBot().explain(view_of("SA D3 D3 C3"))
    assert led[0].play == NormalBot().choose_play(view_of("SA D3 D3 C3"))
    assert all(one.reason.startswith("leads a ") for one in led)
    out = NormalBot().explain(view_of("SA DA"))
    assert (str(out[0].play), out[0].reason) == ("SA DA", "goes out")
    over = Deal.at(["S3", "S4 S5", "S6", "S7"], "2", to_act=1).view(0)
    assert NormalBot().explain(over) == [] == make("strong").explain(over)


def test_strong_explains_what_it_plays() -> None:
    strong = make("strong")
    view = view_of("S3 D3 S6 H9 C9 SJ SA")
    told = strong.explain(view)
    assert strong.explain(view) == told
    assert any("the choice of the evaluation" in one.reason for one in told)
    assert told[0].play == make("strong").choose_play(view) or "not clearly" not in told[0].reason
    assert all("playouts" in one.reason for one in told)
    assert len(make("strong").explain(view_of("SA DA"))) == 1


def test_without_playouts_it_is_the_evaluation_that_chooses() -> None:
    for view in (view_of("S3 D3 S6 H9 C9 SJ SA"), view_of("S3 SK D9 C4", "ST", 1)):
        best = evaluate_plays(view, weights=flatten(light_weights()), network=trained_network())[0]
        player = StrongBot(seed=1, setting="instant")
        assert player.choose_play(view) == best.play
        told = player.explain(view)
        assert told[0] == Candidate(
            best.play, best.value / 1000, why_play(view, best.play, best.score)
        )
        assert [one.score for one in told] == sorted((one.score for one in told), reverse=True)


@pytest.mark.parametrize("name", ["normal", "strong?setting=instant", "strong?setting=fast"])
def test_what_is_explained_first_is_what_is_played(name: str) -> None:
    """Also where one play is so much better that nothing else is considered, or goes out."""
    match = Match(seed=5)
    match.deal_next()
    lengths = set()
    while match.due:
        view = match.view(match.due[0])
        player = BotSpec.parse(name).make(3)
        if view.phase is Phase.PLAY:
            assert isinstance(player, NormalBot)
            told = player.explain(view)
            assert [one.score for one in told] == sorted((one.score for one in told), reverse=True)
            if name != "strong?setting=fast":  # whose search is another each time
                assert told[0].play == player.choose_play(view)
            lengths.add(min(len(told), 2))
        match.step([player] * 4)
    assert lengths == {1, 2}


# --- weights --------------------------------------------------------------------------------------


def test_the_table_of_weights_is_whole() -> None:
    table = dict(light_weights())
    assert len(flatten(table)) == 12 + sum(length for length, _ in FIELDS.values())
    assert all(isinstance(weight, int) for weight in flatten(table))
    with pytest.raises(ValueError, match="fit has 6 weights, not 1"):
        flatten(table | {"fit": [1]})
    with pytest.raises(ValueError, match="differ in .'fitness'."):
        flatten(table | {"fitness": [1]})


def test_the_manual_has_the_numbers_that_are_true() -> None:
    manual = (Path(__file__).parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")
    weights = len(flatten(light_weights()))
    assert [int(number) for number in re.findall(r"(\d+) weights", manual)] == [weights]
    assert f"{FEATURES} features" in manual
