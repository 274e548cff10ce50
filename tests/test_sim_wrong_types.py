"""The simulator, the search and the evaluations, given what nobody should give."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

import pytest

from guandan import (
    Combo,
    Deal,
    EasyBot,
    GuandanError,
    Match,
    NormalBot,
    Phase,
    PlayerView,
    TooManyCopies,
    bot,
)
from guandan.bots.network import trained_network
from guandan.bots.weights import flatten, light_weights
from guandan.evaluation import evaluate_plays
from guandan.search import SearchSettings, compare_plays
from guandan.sim import Simulation, appraise, light_pairs, rate_plays
from test_wrong_types import WRONG

WEIGHTS: Final = tuple(flatten(light_weights()))
FEW: Final = SearchSettings(worlds=2, least=1)
VIEW: Final = Deal.at(["SK S4", "S5", "S7", "S8"], "2", to_act=0, table="S9", owner=3).view(0)


def simulation() -> Simulation:
    return Simulation(["SK S4", "S5", "S7", "S8"], "2", to_act=0, table="S9", owner=3)


def of(name: str) -> Callable[..., object]:
    def ask(**given: Any) -> object:
        return getattr(simulation(), name)(**given)  # each time of a new one

    return ask


GOOD: Final[dict[str, tuple[Callable[..., object], dict[str, Any]]]] = {
    "Simulation": (
        Simulation,
        {
            "hands": ["SK S4", "S5", "S7", "S8"],
            "level": "2",
            "to_act": 0,
            "table": "S9",
            "owner": 3,
            "finished": (),
            "rules": None,
        },
    ),
    "hand": (of("hand"), {"seat": 0}),
    "combo": (of("combo"), {"shape": simulation().shapes()[0]}),
    "play": (of("play"), {"play": Combo.parse("SK", "2")}),
    "play_shape": (of("play_shape"), {"shape": simulation().shapes()[0]}),
    "random_playouts": (of("random_playouts"), {"number": 1, "seed": 1}),
    "light_playouts": (of("light_playouts"), {"weights": WEIGHTS, "number": 1, "seed": 1}),
    "light_pairs": (
        light_pairs,
        {"weights": WEIGHTS, "others": WEIGHTS, "pairs": 1, "seed": 1, "rules": None},
    ),
    "rate_plays": (rate_plays, {"view": VIEW, "weights": WEIGHTS}),
    "appraise": (
        appraise,
        {"hand": "S5 S6", "level": "2", "unseen": "S7 S8", "weights": WEIGHTS},
    ),
    "compare_plays": (
        compare_plays,
        {"view": VIEW, "plays": [None], "weights": WEIGHTS, "settings": FEW, "seed": 1},
    ),
    "evaluate_plays": (
        evaluate_plays,
        {"view": VIEW, "weights": WEIGHTS, "network": trained_network()},
    ),
    "SearchSettings": (SearchSettings, dict.fromkeys(("worlds", "drop", "exact"), 5)),
}
LARGE: Final = ("number", "pairs")


def test_a_third_copy_is_refused_wherever_it_is() -> None:
    with pytest.raises(TooManyCopies, match="S3"):
        appraise("S3", "2", unseen="S3 S3", weights=WEIGHTS)


@pytest.mark.parametrize(
    ("name", "field"), [(name, field) for name, (_, given) in GOOD.items() for field in given]
)
def test_only_our_errors_come_out(name: str, field: str) -> None:
    call, given = GOOD[name]
    call(**given)
    said = []
    for make in WRONG:
        value = make()
        if field in LARGE and type(value) is int and 7 < value < 10**6:
            continue  # rightly taken, and long
        try:
            call(**given | {field: value})
        except GuandanError as error:
            said.append(str(error))
    assert said
    assert all(0 < len(message) < 2_000 and "\n" not in message for message in said)


def test_weights_that_were_not_flattened_are_told_so() -> None:
    with pytest.raises(GuandanError, match=r"flatten\(light_weights\(\)\)"):
        rate_plays(VIEW, light_weights())  # type: ignore[arg-type]


def views() -> list[PlayerView]:
    found = []
    for seed in range(3):
        match = Match(seed=seed)
        match.deal_next()
        for _ in range(20):
            if match.phase is Phase.PLAY and match.turn is not None:
                found.append(match.view(match.turn))
            match.step([EasyBot()] * 4)
    return found


@pytest.mark.parametrize("make", [NormalBot, lambda: bot("strong", seed=1, setting="instant")])
def test_bots_in_several_threads_do_not_disturb_each_other(make: Callable[[], Any]) -> None:
    seen = views()
    alone = [make().choose_play(view) for view in seen]
    wrong: list[object] = []

    def play(first: int) -> None:
        try:
            mine = make()
            for turn in range(len(seen)):
                place = (7 * turn + first) % len(seen)
                answer = mine.choose_play(seen[place])
                if answer != alone[place]:
                    wrong.append((place, answer))
        except Exception as error:  # noqa: BLE001  # it has to reach the test
            wrong.append(error)

    threads = [threading.Thread(target=play, args=(13 * number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_views_asked_for_by_several_threads_tell_each_event_once() -> None:
    match = Match(seed=1)
    match.deal_next()
    found: list[int] = []

    def look() -> None:
        found.append(len(match.view(0).history))

    for _ in range(30):
        match.step([EasyBot()] * 4)
        found.clear()
        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(found) == {len(match.events_for(0))}
