"""Counters: unseen cards, unbeatable plays, announcements."""

from __future__ import annotations

import pickle

import pytest

from guandan import Deal, EasyBot, Match, Phase, Rank, Rules, legal_plays
from guandan.help.counters import counters, unbeatable


def test_everything_but_the_own_hand_is_unseen_at_first() -> None:
    match = Match(seed=7)
    match.deal_next(leader=0)
    found = counters(match.view(0))
    own = match.view(0).hand
    assert sum(found.by_rank) == 81
    for rank in Rank:
        held = sum(card.rank is rank for card in own)
        assert found.count(rank) == (2 if rank.is_joker else 8) - held
    assert found.wilds == 2 - own.wilds("2")
    assert found.level_cards == found.count(Rank.TWO) - found.wilds
    assert (found.small_jokers, found.big_jokers) == (
        found.count(Rank.SMALL_JOKER),
        found.count(Rank.BIG_JOKER),
    )
    assert found.reported == ()
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(counters(match.view(0)))


def test_played_cards_are_seen_and_small_hands_are_reported() -> None:
    deal = Deal.at(["SB S5", "S3 HR S9", "H2 D2", "S7"], "2", to_act=0, rules=Rules(report_at=2))
    assert counters(deal.view(0)).reported == ((0, 2), (2, 2), (3, 1))
    deal.play("SB")
    deal.play("HR")
    found = counters(deal.view(3))
    assert (found.small_jokers, found.big_jokers) == (0, 0)
    assert (found.wilds, found.level_cards) == (1, 1)
    assert counters(deal.view(None)).count(Rank.SEVEN) == 1


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # Nothing higher is out, and no bomb.
        (["HR SB S5", "SB D5", "S3", "S4"], ["SB", "HR"]),
        # Four nines could be with one opponent ...
        (["HR S5", "S9 D9", "C9", "H9 D4"], ["HR"]),
        (["HR S5", "S9 D9 C3 C4", "C9", "H9 D4"], []),
        # ... the partner's cards are not known to be the partner's.
        (["SA S5", "S3", "SB", "S4"], []),
    ],
)
def test_plays_that_no_opponent_can_beat(hands: list[str], expected: list[str]) -> None:
    view = Deal.at(hands, "2", to_act=0).view(0)
    assert [str(play) for play in unbeatable(view)] == expected


def test_other_plays_than_the_legal_ones_may_be_asked_about() -> None:
    view = Deal.at(["HR SB S5", "S6", "S3", "S4"], "2", to_act=1).view(0)
    assert unbeatable(view) == ()
    plays = list(legal_plays(view.hand, "2"))
    assert [str(play) for play in unbeatable(view, plays)] == ["SB", "HR"]


def test_what_is_called_unbeatable_is_not_beaten() -> None:
    match = Match(seed=3, rules=Rules(match_format="deal"))
    match.deal_next()
    certain = 0
    while match.phase is Phase.PLAY:
        seat = match.due[0]
        sure = unbeatable(match.view(seat))
        play = EasyBot().choose_play(match.view(seat))
        match.step([EasyBot()] * 4)
        if play is not None and play in sure and match.phase is Phase.PLAY:
            certain += 1
            table = match.table
            while match.phase is Phase.PLAY and match.table is table and table is not None:
                later = match.due[0]
                assert later % 2 == seat % 2 or not match.legal_plays
                match.step([EasyBot()] * 4)
    assert certain
