"""The search: hands that agree with the view, candidates told apart, the same in both builds."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest

from guandan import (
    DECK,
    Combo,
    Deal,
    Hand,
    IllegalAction,
    InputTypeError,
    Match,
    MustLead,
    NormalBot,
    play_deal,
)
from guandan._kernel.belief import Action, Belief
from guandan._kernel.chance import Chance
from guandan._kernel.holding import rank_counts
from guandan._kernel.light import Light
from guandan._kernel.weighing import PASS
from guandan.bots.weights import FIELDS, flatten, light_weights
from guandan.search import Compared, SearchSettings, compare_plays

WEIGHTS = flatten(light_weights())
QUICK = SearchSettings(worlds=32, least=16, tries=2, steps=3, memory=4)


def test_what_wins_is_told_from_what_loses() -> None:
    # The pair first and the king after it beats everything; the king first lets the two eights out.
    view = Deal.at(["S3 D3 SK", "S8 D8", "S5 S6", "S9 D9"], "2", to_act=0).view(0)
    plays = [Combo.parse("S3 D3", "2"), Combo.parse("SK", "2")]
    pair, king = compare_plays(view, plays, weights=WEIGHTS, settings=QUICK, seed=1)
    assert (pair.play, king.play) == tuple(plays)
    assert pair.better == pair.error == 0
    assert not pair.is_clear
    assert king.playouts == pair.playouts == 32
    assert king.gain == pytest.approx(pair.gain + king.better)
    assert compare_plays(view, plays, weights=WEIGHTS, settings=QUICK, seed=1) == [pair, king]


def test_a_clearly_worse_candidate_is_dropped_early() -> None:
    # Out at once with the pair, or the pair kept and the king thrown away.
    view = Deal.at(["SA DA SK", "S8 D8 S7", "S5 S6 H4", "S9 D9 C4"], "2", to_act=0).view(0)
    plays = [Combo.parse("SK", "2"), Combo.parse("SA", "2")]
    settings = SearchSettings(worlds=320, least=32, tries=1, steps=1, memory=4)
    best, worse = compare_plays(view, plays, weights=WEIGHTS, settings=settings, seed=3)
    assert worse.playouts == best.playouts == 32
    assert not worse.is_clear


def test_the_others_go_on_when_some_are_dropped() -> None:
    # Which of two low cards is thrown away hardly matters; that of an ace clearly does.
    view = Deal.at(["S3 D4 SA DA", "S8 D8 S7", "S5 S6 H4", "S9 D9 C4"], "2", to_act=0).view(0)
    plays = [Combo.parse(text, "2") for text in ("S3", "SA DA", "D4", "DA")]
    settings = SearchSettings(worlds=320, least=32, tries=1, steps=1, memory=4)
    compared = compare_plays(view, plays, weights=WEIGHTS, settings=settings, seed=3)
    assert [each.playouts for each in compared] == [320, 32, 320, 32]


def test_only_who_has_to_play_can_search() -> None:
    deal = Deal.at(["S3", "S4 S5", "S6", "S7"], "2", to_act=1)
    for seat in (0, None):
        with pytest.raises(InputTypeError, match="has to play"):
            compare_plays(deal.view(seat), [], weights=WEIGHTS, seed=1)


def test_what_cannot_be_played_is_refused() -> None:
    deal = Deal.at(["S3 D3 SK", "S4", "S5", "S6"], "2", to_act=0, table="S9", owner=3)
    view, king = deal.view(0), Combo.parse("SK", "2")
    for wrong in (Combo.parse("CA", "2"), Combo.parse("S3", "2"), Combo.parse("SK", "3")):
        with pytest.raises(IllegalAction, match="no play that seat 0 may make"):
            compare_plays(view, [king, wrong], weights=WEIGHTS, seed=1)
    with pytest.raises(InputTypeError, match="expected a Combo"):
        compare_plays(view, [king, "SK"], weights=WEIGHTS, seed=1)  # type: ignore[list-item]
    led = Deal.at(["S3 D3 SK", "S4", "S5", "S6"], "2", to_act=0).view(0)
    with pytest.raises(MustLead):
        compare_plays(led, [None], weights=WEIGHTS, seed=1)
    with pytest.raises(InputTypeError, match="no play to compare"):
        compare_plays(view, [], weights=WEIGHTS, seed=1)
    with pytest.raises(InputTypeError, match="weights"):
        compare_plays(view, [king], weights=[], seed=1)
    for seed in (-1, 2**62, True, None):
        with pytest.raises(InputTypeError, match="seed is a whole number"):
            compare_plays(view, [king], weights=WEIGHTS, seed=seed)  # type: ignore[arg-type]
    for name in ("worlds", "least", "tries", "scale"):
        with pytest.raises(InputTypeError, match=f"{name} is a whole number from 1"):
            SearchSettings(**{name: 0})


def positions() -> list[Match]:
    """Matches in the middle of a deal with a tribute behind it."""
    found = []
    for seed in range(4):
        match = Match(seed=seed)
        match.deal_next()
        while len(match.record().deals) < 2 or len(match.events_for(None)) % 60 != 0:
            match.step([NormalBot()] * 4) if match.due else match.deal_next()
        found.append(match)
    return found


def test_beliefs_hold_what_is_known_and_nothing_barred() -> None:
    rng = random.Random(5)
    cards = list(DECK)
    rng.shuffle(cards)
    own, unseen = Hand(cards[:20]), Hand(cards[20:80])
    known = Hand([cards[20], cards[21]])
    barred = Hand(set(cards[22:40]) - set(known))
    sizes = 20 | 25 << 8 | 15 << 16 | 20 << 24
    belief = Belief(Light(WEIGHTS), 3, 1, 0)
    hidden = belief.of(1)
    hidden.known_low, hidden.known_high = known.low, known.high
    hidden.barred_low, hidden.barred_high = barred.low, barred.high
    free = unseen - known
    left = rank_counts((unseen + own).low, (unseen + own).high, 3)
    # It passed a low single, so it is thought to hold little that beats it.
    hidden.actions.append(Action(PASS, 17 | 1 << 8, 0, sizes, left, 0, 0))
    belief.scale = 500
    chance = Chance(9)
    belief.begin(free.low, free.high, sizes)
    for number in range(300):
        if number % 20:
            belief.step(chance)
        else:
            belief.deal(chance, 3, 0)
        hands = [Hand.from_words(one.low, one.high) for one in belief.hidden]
        assert [len(hand) for hand in hands] == [25, 15, 20]
        assert Counter(hands[0]) + Counter(hands[1]) + Counter(hands[2]) == Counter(unseen)
        assert hands[0].includes(known)
        assert not set(hands[0] - known) & set(barred)
    assert [one.doubt for one in belief.hidden] == [belief.doubt(one) for one in belief.hidden]
    with pytest.raises(IndexError, match="seat 0 is not hidden"):
        belief.of(0)


def test_a_pass_makes_high_cards_unlikely() -> None:
    """Seat 1 passed on a ten: that it holds the lone king is believed less than without."""

    def share_with_king(passes: bool) -> float:
        belief = Belief(Light(WEIGHTS), 3, 1, 0)
        unseen = Hand("SK D2 C2 H4 S4 D6 C6 H7 S7 D8 C8 H9 S9 S3 D3")
        sizes = 5 | 5 << 8 | 5 << 16 | 5 << 24
        left = rank_counts(unseen.low, unseen.high, 3) + 5
        if passes:
            belief.of(1).actions.append(Action(PASS, 8 << 4 | 1 << 8, 0, sizes, left, 0, 0))
        belief.scale = 300
        chance = Chance(2)
        belief.begin(unseen.low, unseen.high, sizes)
        belief.deal(chance, 1, 0)
        held = 0
        for _ in range(2000):
            belief.step(chance)
            held += "SK" in Hand.from_words(belief.of(1).low, belief.of(1).high)
        return held / 2000

    assert 0.2 < share_with_king(False) < 0.47
    assert share_with_king(True) < 0.15


def test_both_builds_search_alike() -> None:
    """The digest is that of both; the weights are the test's own, which no tuning changes."""
    own = [(place * 7919) % 2001 - 1000 for place in range(12 + sum(n for n, _ in FIELDS.values()))]
    lines: list[list[Compared]] = []
    for match in positions():
        seat = match.due[0]
        view = match.view(seat)
        if view.legal_plays:
            plays: list[Combo | None] = [*view.legal_plays.shapes()[:4]]
            lines.append(compare_plays(view, plays, weights=own, settings=QUICK, seed=7))
    assert lines
    assert hashlib.sha256(repr(lines).encode()).hexdigest()[:16] == DIGEST


DIGEST = "09223dd7ecea9a0a"


def test_a_search_needs_no_history() -> None:
    """In a position that was set up nothing was played yet; from there on it is remembered."""
    deal = Deal.at(
        ["S3 D3 SK H4", "S8 D8 S7 SA", "S5 S6 C9", "S9 D9 C4"], "2", to_act=3, table="S6", owner=1
    )
    deal.play("S9")
    deal.pass_(0)
    deal.play("SA")
    deal.pass_(2)
    view = deal.view(3)
    found = compare_plays(view, [None], weights=WEIGHTS, settings=QUICK, seed=1)
    assert [one.playouts for one in found] == [16]
    assert play_deal([NormalBot()] * 4, seed=1).is_over
