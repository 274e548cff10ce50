"""Hints: every shape once, from cheap to dear; one recommended; broken bombs are named."""

from __future__ import annotations

import random

import pytest

from guandan import (
    BaseStrategy,
    Combo,
    Deal,
    EasyBot,
    Match,
    Phase,
    PlayerView,
    RandomBot,
    WrongPhase,
    legal_plays,
)
from guandan.help.hints import Bombs, card_hints, cheapest_first, hints


class Fixed(BaseStrategy):
    """Plays what it was told to."""

    def __init__(self, play: str | None) -> None:
        self.play = play

    def choose_play(self, view: PlayerView) -> Combo | None:
        return None if self.play is None else Combo.parse(self.play, view.level, view.rules)


def position(hand: str, table: str | None = None) -> Deal:
    return Deal.at(
        [hand, "S3", "S4", "S6"],
        "2",
        to_act=0,
        table=table,
        owner=None if table is None else 3,
    )


def test_leading_the_cheapest_play_comes_first_and_there_is_no_pass() -> None:
    found = hints(position("S7 D7 S9 HK"))
    assert [str(hint.play) for hint in found] == ["S7 D7", "D7", "S9", "HK"]
    assert [hint.recommended for hint in found] == [False, False, True, False]


def test_following_bombs_come_after_what_is_ordinary_and_the_pass_last() -> None:
    found = hints(position("S7 D7 C7 H7 S9 H2", "S5"))
    assert [str(hint.play) for hint in found] == [
        "S9", "H2", "D7", "S7 H7 C7 D7", "H7 C7 D7 H2=7", "S7 H7 C7 D7 H2=7", "None",
    ]  # fmt: skip
    breaks = {str(hint.play): [str(bomb) for bomb in hint.breaks] for hint in found}
    assert breaks["D7"] == ["S7 H7 C7 D7"]
    assert breaks["S9"] == breaks["None"] == breaks["S7 H7 C7 D7"] == []
    # A bomb of that rank is no broken one, even if fewer than four of its cards stay.
    assert breaks["H7 C7 D7 H2=7"] == []


@pytest.mark.parametrize(("play", "number"), [("S9", 1), (None, 1), ("D7", 1)])
def test_the_recommended_one_is_what_the_strategy_would_do(play: str | None, number: int) -> None:
    found = hints(position("S7 D7 S9 HK", "S5"), strategy=Fixed(play))
    recommended = [hint.play for hint in found if hint.recommended]
    assert [None if one is None else str(one) for one in recommended] == [play]
    assert len(recommended) == number


def test_a_play_of_other_cards_than_the_listed_ones_is_listed_too() -> None:
    deal = position("S7 D7 S9", "S5")
    assert "S7" not in [str(hint.play) for hint in hints(deal)]
    found = hints(deal.view(0), strategy=Fixed("S7"))
    assert [str(hint.play) for hint in found if hint.recommended] == ["S7"]


def test_who_is_not_due_gets_no_hints() -> None:
    with pytest.raises(WrongPhase, match="seat 1 has nothing to decide"):
        hints(position("S7").view(1))
    with pytest.raises(WrongPhase):
        card_hints(position("S7").view(0))
    deal = Deal.at(["S5", "S6", "S7", "S8"], "2", to_act=0)
    for _ in range(2):
        deal.play(deal.legal_plays.shapes()[0])
    deal.play(deal.legal_plays.shapes()[0])
    assert deal.is_over
    with pytest.raises(WrongPhase):
        hints(deal)


def test_bombs_are_broken_by_what_leaves_none_of_them() -> None:
    bombs = Bombs("S5 S6 S7 S8 S9 D9 C9 H9 D9 SB SB HR HR H2", "2")

    def broken(text: str) -> list[str]:
        return [str(bomb) for bomb in bombs.broken_by(Combo.parse(text, "2"))]

    assert broken("D9") == []
    assert broken("D9 C9") == ["S9 H9 C9 D9 D9"]
    assert broken("S9") == ["S5 S6 S7 S8 S9"]
    assert broken("S8") == ["S5 S6 S7 S8 S9"]
    assert broken("SB") == broken("HR HR") == ["SB SB HR HR"]
    assert broken("SB SB HR HR") == []
    assert broken("H2") == []
    assert broken("S5 S6 S7 S8 S9") == []
    assert Bombs("S5 S6", "2").broken_by(Combo.parse("S5", "2")) == ()


def test_every_hint_over_a_whole_match_is_legal_and_one_is_recommended() -> None:
    match = Match(seed=7, rules="house")
    rng = random.Random(7)
    adviser = RandomBot(seed=1)
    seen: set[Phase] = set()
    while match.phase is not Phase.OVER and len(seen) < 3:
        if match.phase is Phase.BETWEEN:
            match.deal_next()
            continue
        view = match.view(match.due[0])
        if match.phase is Phase.PLAY:
            if rng.random() < 0.05:
                found = hints(view, strategy=adviser)
                assert sum(hint.recommended for hint in found) == 1
                shapes = view.legal_plays.shapes()
                assert {hint.play for hint in found} >= set(shapes)
                for hint in found:
                    assert view.can_pass if hint.play is None else hint.play in view.legal_plays
        else:
            advice = card_hints(view)
            assert advice.options == view.options
            assert advice.recommended in advice.options
            seen.add(match.phase)
            if match.phase is Phase.RETURN:
                seen.add(Phase.PLAY)
        match.step([EasyBot()] * 4)
    assert seen == {Phase.TRIBUTE, Phase.RETURN, Phase.PLAY}


def test_plays_over_a_table_that_nobody_sits_at() -> None:
    plays = legal_plays("S9 D9 C9 H9 H2 SK", "2", over="S3 D3")
    found = [str(play) for play in cheapest_first(plays)]
    # A wild is dear, but not so dear as a broken bomb.
    assert found[:3] == ["SK H2=K", "C9 D9", "D9 H2=9"]
    assert len(found) == len(plays.shapes())
