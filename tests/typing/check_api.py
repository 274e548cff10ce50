"""The types that users of the public API see: mypy checks this file, nobody runs it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, assert_type

from guandan import (
    BaseStrategy,
    Card,
    Combo,
    Deal,
    Draws,
    EasyBot,
    Event,
    Hand,
    Kind,
    LegalPlays,
    Match,
    Phase,
    PlayerView,
    RandomBot,
    Rank,
    Record,
    Rules,
    Standing,
    Strategy,
    Suit,
    TributePlan,
    best_reading,
    bot,
    classify,
    legal_plays,
    plan_tribute,
    play_deal,
    play_match,
    promote,
    return_options,
    tribute_options,
)


def values() -> None:
    card = Card.parse("S5")
    assert_type(card, Card)
    assert_type(card.rank, Rank)
    assert_type(card.suit, Suit | None)
    hand = Hand("S5 S6")
    assert_type(hand - "S5", Hand)
    assert_type(hand + "S5 H9", Hand)
    assert_type(hand.count("S5"), int)
    assert_type(list(hand), list[Card])
    assert_type(hand.sorted("2"), tuple[Card, ...])
    assert_type(classify("S5 S5", "2"), tuple[Combo, ...])
    combo = Combo.parse("S5 S5", Rank.TWO, "house")
    assert_type(combo, Combo)
    assert_type(combo.kind, Kind)
    assert_type(combo.rank, Rank)
    assert_type(combo.beats(combo), bool)
    assert_type(best_reading("S5 S5", "2"), Combo)
    plays = legal_plays(hand, "2", over=combo, rules=Rules())
    assert_type(plays, LegalPlays)
    assert_type(iter(plays), Iterator[Combo])
    assert_type(plays.shapes(), tuple[Combo, ...])
    assert_type(Rules.preset("njupt"), Rules)
    assert_type(Rules().to_dict(), dict[str, Any])
    assert_type(Rules().return_max, Rank | None)


def levels_and_tribute() -> None:
    assert_type(promote(Standing.start(), [0, 2]), Standing)
    assert_type(Standing.start().winner, int | None)
    hands = {3: "SA", 0: ["S5"]}
    assert_type(plan_tribute([0, 1, 2, 3], hands, "2"), TributePlan)
    assert_type(tribute_options("S5 S6", "2"), tuple[Card, ...])
    assert_type(return_options("S5 S6", "2", received="S6"), tuple[Card, ...])


def deals() -> None:
    deal = Deal.at(["S3", "S4", "S5", "S6"], "2", to_act=0)
    assert_type(deal, Deal)
    assert_type(Deal.start([()] * 4, "2", rng=random.Random(1)), Deal)
    assert_type(deal.phase, Phase)
    assert_type(deal.due, tuple[int, ...])
    assert_type(deal.turn, int | None)
    assert_type(deal.table, Combo | None)
    assert_type(deal.trick, tuple[tuple[int, Combo | None], ...])
    assert_type(deal.finish, tuple[int, ...] | None)
    assert_type(deal.draws, Draws)
    assert_type(deal.verify_play("S3"), Combo)
    assert_type(deal.can_play("S3", 0, kind="single", rank=Rank.THREE), bool)
    assert_type(deal.play("S3"), tuple[Event, ...])
    assert_type(deal.verify_pass(), int)
    assert_type(deal.pass_(), tuple[Event, ...])
    assert_type(deal.verify_pay_tribute("S3"), Card)
    assert_type(deal.pay_tribute(Card.parse("S3"), 0), tuple[Event, ...])
    assert_type(deal.return_card("S3", 0), tuple[Event, ...])
    assert_type(deal.view(None), PlayerView)


def matches() -> None:
    match = Match("house", seed=7)
    assert_type(match, Match)
    assert_type(match.deal, Deal | None)
    assert_type(match.winner, int | None)
    assert_type(match.deal_next(leader=0), tuple[Event, ...])
    assert_type(match.events_for(None, since=3), tuple[Event, ...])
    assert_type(match.step([EasyBot()] * 4), tuple[Event, ...])
    assert_type(match.copy(), Match)
    record = match.record()
    assert_type(record, Record)
    assert_type(record.to_json(), str)
    assert_type(Record.from_json("{}"), Record)
    assert_type(Match.from_record(record), Match)
    assert_type(record.replay(), Iterator[tuple[Match, Event]])


def views(view: PlayerView) -> None:
    assert_type(view.seat, int | None)
    assert_type(view.legal_plays, LegalPlays)
    assert_type(view.can_pass, bool)
    assert_type(view.history, tuple[Event, ...])
    assert_type(view.sample_hands(random.Random(1)), tuple[Hand, Hand, Hand, Hand])
    assert_type(view.to_dict(), dict[str, Any])
    assert_type(view.history[0].to_dict(), dict[str, Any])


class Mine(BaseStrategy):
    def choose_play(self, view: PlayerView) -> Combo | None:
        return None if view.can_pass else view.legal_plays.shapes()[0]


class Foreign:
    """A strategy is whatever has the three methods."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        return None if view.can_pass else next(iter(view.legal_plays))

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        return options[-1] if view.options else options[0]

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        return options[-1] if view.options else options[0]


class Half:
    """And nothing else is."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        return None if view.can_pass else next(iter(view.legal_plays))


def strategies() -> None:
    mixed: list[Strategy] = [Mine(), Foreign(), EasyBot(seed=1), RandomBot(2)]
    assert_type(bot("easy", seed=3), Strategy)
    assert_type(play_match(mixed, seed=1, on_event=print), Match)
    assert_type(play_deal(mixed, "T", leader=1), Deal)
    play_match([Half()] * 4)  # type: ignore[list-item]
    # What is told apart by type is refused before it runs.
    Match(seed="7")  # type: ignore[arg-type]
    classify("S5", 2)  # type: ignore[arg-type]
    Rules(ace_fail="never")  # type: ignore[arg-type]
