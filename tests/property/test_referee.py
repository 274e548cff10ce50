"""Whole matches against a referee of its own: RULES 7 to 10 once more, on the oracle's words.

The referee shares nothing with the library but the texts of cards. It is told each action and says
what has to follow: whose turn it is, what lies on the table, who is out, how the deal ended, what
is to be paid and given back, who leads, and what the levels are.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from guandan import (
    PRESETS,
    CardTurned,
    CountReported,
    LeadGiven,
    LevelsChanged,
    Match,
    MatchOver,
    Passed,
    Phase,
    Played,
    Resisted,
    Returned,
    Rules,
    TributeLot,
    TributePaid,
    TrickWon,
    WentOut,
)
from guandan.shuffle import pick
from worlds import act, deal_of, random_rules


class Referee:
    """The course of a match by the rules, written down once more."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.opts: dict[str, Any] = {
            name: (None if value is None else value)
            for name, value in match.rules.to_dict().items()
        }
        self.levels = [str(match.rules.start_level)] * 2
        self.host: int | None = None
        self.failures = [0, 0]
        self.finish: list[int] | None = None

    @property
    def level(self) -> str:
        return self.levels[self.host or 0]

    def deal(self) -> None:
        """A deal begins: note the hands, and check what is due."""
        events = self.match.deal_next()
        deal = deal_of(self.match)
        assert str(deal.level) == self.level
        self.hands = [list(map(str, hand)) for hand in deal.hands]
        assert sorted(card for hand in self.hands for card in hand) == sorted(
            2 * list(oracle.FACES)
        )
        self.out: list[int] = []
        self.table: oracle.Reading | None = None
        self.owner: int | None = None
        self.passed: set[int] = set()
        self.turn: int | None = None
        self.reported: set[int] = set()
        if self.finish is None:
            turned = [event for event in events if isinstance(event, CardTurned)]
            lead = self.match.rules.first_lead
            assert bool(turned) == (lead == "turned_card")
            for event in turned:
                assert str(event.card) in self.hands[event.seat]
                assert event.seat == self.match.turn
            if isinstance(lead, int):
                assert self.match.turn == lead
            self.turn = self.match.turn
            return
        due = oracle.tribute(self.finish, dict(enumerate(self.hands)), self.level, self.opts)
        assert any(isinstance(event, Resisted) for event in events) == due["resisted"]
        assert {payment["payer"] for payment in due["payments"]} == (
            set(self.match.due) if due["payments"] else set()
        )
        for payment in due["payments"]:
            assert sorted(map(str, self.match.tribute_options(payment["payer"]))) == sorted(
                payment["options"]
            )
        self.tribute = due
        if not due["payments"]:
            assert self.match.turn == due["leader"]
            self.turn = due["leader"]

    def exchange(self, rng: random.Random) -> None:
        """Pay and return at random, checking each step."""
        before = len(self.match.events)
        while self.match.phase is Phase.TRIBUTE:
            act(self.match, rng)
        paid = [e for e in self.match.events[before:] if isinstance(e, TributePaid)]
        lots = [e for e in self.match.events[before:] if isinstance(e, TributeLot)]
        fixed = {p["payer"]: p["receiver"] for p in self.tribute["payments"]}
        for event in paid:
            assert fixed[event.payer] in (None, event.receiver)
            self.hands[event.payer].remove(str(event.card))
            self.hands[event.receiver].append(str(event.card))
        assert self.finish is not None
        assert paid[0].receiver == self.finish[0]
        self._check_pairing(paid, lots)
        for event in paid:
            options = oracle.return_options(
                self.hands[event.receiver], self.level, str(event.card), self.opts
            )
            assert sorted(map(str, self.match.return_options(event.receiver))) == sorted(options)
        while self.match.phase is Phase.RETURN:
            act(self.match, rng)
        returned = [e for e in self.match.events[before:] if isinstance(e, Returned)]
        assert [(e.seat, e.receiver) for e in returned] == [(e.receiver, e.payer) for e in paid]
        for back in returned:
            self.hands[back.seat].remove(str(back.card))
            self.hands[back.receiver].append(str(back.card))
        lead = self.match.events[-1]
        assert isinstance(lead, LeadGiven)
        assert self.tribute["leader"] in (None, lead.seat)
        self.turn = lead.seat

    def _check_pairing(self, paid: list[TributePaid], lots: list[TributeLot]) -> None:
        """Two payers: the higher card to the first, equals as the rules say (RULES 10.4)."""
        if len(paid) == 1:
            assert not lots
            return
        rules = self.match.rules
        assert self.finish is not None
        near = (self.finish[0] + 1) % 4
        order = oracle.level_order(self.level)
        first, second = (order.index(str(event.card.rank)) for event in paid)
        if rules.double_tribute == "by_seat":
            assert paid[0].payer == near
            assert not lots
        elif first != second:
            assert first > second
            assert not lots
        elif rules.equal_tribute == "random":
            assert [lot.seat for lot in lots] == [paid[0].payer]
        else:
            assert paid[0].payer == near
            assert not lots

    def follow(self, rng: random.Random) -> None:
        """One play or pass at random; check all that follows from it."""
        match = self.match
        assert match.phase is Phase.PLAY
        assert match.due == (self.turn,)
        deal = deal_of(match)
        assert [sorted(map(str, hand)) for hand in deal.hands] == list(map(sorted, self.hands))
        assert deal.owner == self.owner
        assert match.can_pass() == (self.table is not None)
        seat = self.turn
        assert seat is not None
        first, *others = act(match, rng, pass_rate=0.4)
        if isinstance(first, Passed):
            assert first.seat == seat
            self.passed.add(seat)
        else:
            assert isinstance(first, Played)
            others = self._played(seat, first, list(others))
            if match.phase is not Phase.PLAY:
                self._over(others)
                return
        others = self._turn_after(seat, list(others))
        assert not others
        assert match.turn == self.turn

    def _played(self, seat: int, event: Played, others: list[Any]) -> list[Any]:
        cards = [str(card) for card in event.combo.cards]
        for card in cards:
            self.hands[seat].remove(card)
        suit = None if event.combo.suit is None else str(event.combo.suit)
        combo = event.combo
        reading = oracle.Reading(str(combo.kind), str(combo.rank), combo.size, suit)
        assert reading in oracle.readings(cards, self.level, self.opts)
        if self.table is not None:
            assert oracle.beats(reading, self.table, self.level, self.opts)
        self.table, self.owner, self.passed = reading, seat, set()
        left = len(self.hands[seat])
        assert (event.seat, event.left) == (seat, left)
        if 0 < left <= self.match.rules.report_at and seat not in self.reported:
            self.reported.add(seat)
            assert others.pop(0) == CountReported(seat, left)
        if left == 0:
            self.out.append(seat)
            assert others.pop(0) == WentOut(seat, len(self.out))
        return others

    def _turn_after(self, seat: int, others: list[Any]) -> list[Any]:
        owner = self.owner
        assert owner is not None
        holders = [s for s in range(4) if self.hands[s]]
        if all(s in self.passed for s in holders if s != owner):
            leads = owner
            if owner not in holders:
                leads = (owner + 2) % 4
                if self.match.rules.lead_after_out == "next_player":
                    leads = next(s % 4 for s in range(owner + 1, owner + 5) if s % 4 in holders)
            assert others.pop(0) == TrickWon(owner, leads)
            self.table = self.owner = None
            self.passed = set()
            self.turn = leads
        else:
            self.turn = next(s % 4 for s in range(seat + 1, seat + 5) if s % 4 in holders)
        return others

    def _over(self, others: list[Any]) -> None:
        out = set(self.out)
        assert out >= {0, 2} or out >= {1, 3}
        finish = self.out if len(self.out) == 2 else [*self.out, *({0, 1, 2, 3} - out)]
        over, changed, *rest = others
        assert list(over.finish) == finish
        promotion = oracle.promote(self.levels, self.host, finish, self.failures, self.opts)
        assert isinstance(changed, LevelsChanged)
        after = changed.after
        assert list(map(str, changed.before.levels)) == self.levels
        assert list(map(str, after.levels)) == promotion["levels"]
        assert list(after.ace_failures) == promotion["ace_failures"]
        assert after.winner == promotion["winner"]
        assert self.match.standing == after
        if after.winner is None:
            assert after.host == promotion["next_host"]
            assert not rest
        else:
            assert rest == [MatchOver(after.winner)]
        self.levels = list(map(str, after.levels))
        self.failures = list(after.ace_failures)
        self.host = after.host
        self.finish = finish


def referee(rules: Rules, seed: int, *, deals: int) -> None:
    """Play a match under the referee's eyes, at most so many deals of it."""
    rng = random.Random(seed)
    match = Match(rules, seed=seed)
    watch = Referee(match)
    while match.winner is None and match.deals_begun < deals:
        watch.deal()
        if match.phase is Phase.TRIBUTE:
            watch.exchange(rng)
        acted = 0
        while match.phase is Phase.PLAY:
            watch.follow(rng)
            acted += 1
        assert acted < 1_000, "no deal is so long"
        assert match.due == ()


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    referee(Rules.preset(preset), 3, deals=4)


@pytest.mark.parametrize("seed", range(10))
def test_random_rules(seed: int) -> None:
    referee(random_rules(random.Random(seed)), seed, deals=3)


@pytest.mark.parametrize("seed", range(6))
def test_on_the_ace(seed: int) -> None:
    rules = random_rules(random.Random(50 + seed)).to_dict()
    rules |= {"start_level": pick("KA", random.Random(seed)), "match_format": "full"}
    rules |= {"ace_pass_needs": "double_win"}
    referee(Rules.from_dict(rules), seed, deals=4)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches(preset: str) -> None:
    for seed in range(10):
        referee(Rules.preset(preset), seed, deals=10_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 280))
def test_more_random_rules(seed: int) -> None:
    referee(random_rules(random.Random(seed)), seed, deals=20)
