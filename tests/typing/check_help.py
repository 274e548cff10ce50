"""What callers of `guandan.help` and `guandan.table` see; checked by mypy, never run."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

from guandan import Card, Combo, Deal, Event, GuandanError, LegalPlays, PlayerView, Rank
from guandan.help.arrange import Arrangement, arrange, turn_cost
from guandan.help.counters import Counters, counters, unbeatable
from guandan.help.hints import CardHints, Hint, card_hints, cheapest_first, hints
from guandan.help.names import Words, read_words, words
from guandan.help.rewards import deal_points, match_points
from guandan.help.selection import Selection, Selector
from guandan.help.sorting import SortOrder, sort_cards
from guandan.render.oneline import Teller
from guandan.table import Game, Saved, Terminal


def help_for_a_turn(view: PlayerView, deal: Deal, plays: LegalPlays) -> None:
    assert_type(arrange("S5", "2", alternatives=1), tuple[Arrangement, ...])
    assert_type(turn_cost(deal.legal_plays.shapes()[0]), int)
    assert_type(sort_cards("S5", "2", SortOrder.SUIT), tuple[tuple[Card, ...], ...])
    assert_type(hints(view), tuple[Hint, ...])
    assert_type(hints(deal)[0].play, Combo | None)
    assert_type(card_hints(view), CardHints)
    assert_type(cheapest_first(plays), tuple[Combo, ...])
    assert_type(Selector(plays).select(["S5", "H5"]), Selection)
    assert_type(Selector(plays).select("S5").preselected, Combo | None)
    assert_type(counters(view), Counters)
    assert_type(counters(view).count(Rank.ACE), int)
    assert_type(unbeatable(view), tuple[Combo, ...])
    assert_type(deal_points(1, "local") + match_points(True, "local"), int)


def said(event: Event, error: GuandanError, own: str) -> None:
    assert_type(words("zh"), Words)
    assert_type(words(read_words(own, "fr")).error(error), str)
    assert_type(Teller("de").line(event), str)


def at_the_table(saved: Saved) -> None:
    terminal = Terminal(lambda _: None)
    assert_type(Game(saved, terminal, words(), Path("game.json")).play(), bool)
    assert_type(saved.bots, tuple[str, str, str])
