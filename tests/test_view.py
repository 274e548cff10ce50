"""What a seat may know: all of that, and nothing else, wherever one looks in the view."""

from __future__ import annotations

import ast
import gc
import inspect
import itertools
import json
import pickle
import random
import types
from collections.abc import Iterator
from enum import Enum

import attrs
import pytest

from guandan import (
    DECK,
    Card,
    Dealt,
    Event,
    Hand,
    Match,
    Phase,
    PlayerView,
    RandomBot,
    ReturnChosen,
    Rules,
    TributeChosen,
    bot,
)
from guandan.jsonable import to_jsonable

SEED = 0xDEADBEEFCAFEF00D1234567890ABCDEF
SEATS: tuple[int | None, ...] = (0, 1, 2, 3, None)
_ELSEWHERE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, Enum, Card)


def everything(root: object) -> Iterator[object]:
    """Every object that can be reached from one, private slots and all, but code and constants."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, _ELSEWHERE):
            continue
        seen.add(id(found))
        yield found
        waiting += gc.get_referents(found)


def check_view(match: Match, view: PlayerView, hidden: set[Hand]) -> None:
    """Check that a view holds no hidden hand, no hidden choice and no seed."""
    for found in everything(view):
        assert found != SEED
        if isinstance(found, Hand) and found not in (view.hand, view.unseen):
            assert found not in hidden
        if isinstance(found, Dealt):
            assert [hand for seat, hand in enumerate(found.hands) if seat != view.seat] == [
                None
            ] * (4 if view.seat is None else 3)
        if isinstance(found, TributeChosen | ReturnChosen) and found.seat != view.seat:
            assert found.card is None
    text = json.dumps(view.to_dict()) + json.dumps(to_jsonable(match.events_for(view.seat)))
    assert str(SEED) not in text
    assert f"{SEED:x}" not in text
    for hand in hidden - {view.hand}:
        # Where one hand is all that is unseen, or a run of it, the seat may as well know.
        assert str(hand) not in text or str(hand) in str(view.unseen)


def hidden_hands(match: Match) -> dict[int | None, set[Hand]]:
    """The hands that each seat must not see: as dealt and as they are, of five cards or more."""
    deal = match.deal
    if deal is None:
        return {seat: set() for seat in SEATS}
    dealt = next(event for event in deal.events if isinstance(event, Dealt))
    return {
        seat: {
            hand
            for other in range(4)
            if other != seat
            for hand in (dealt.hands[other], deal.hands[other])
            if hand is not None and len(hand) > 5
        }
        for seat in SEATS
    }


@pytest.mark.parametrize("rules", ["tournament", "tabletop", "njupt", "community"])
def test_views_leak_nothing(rules: str) -> None:
    match = Match(rules, seed=SEED)
    players = [bot("easy"), RandomBot(1), bot("easy"), RandomBot(3)]
    steps = 0
    while match.winner is None and match.deals_begun < 4:
        hidden = hidden_hands(match)
        if match.phase in (Phase.TRIBUTE, Phase.RETURN, Phase.BETWEEN) or steps % 9 == 0:
            for seat in SEATS:
                check_view(match, match.view(seat), hidden[seat])
        match.step(players)
        steps += 1
    assert steps > 100


def test_a_view_is_what_the_seat_knows() -> None:
    match = Match(seed=7)
    match.deal_next(leader=1)
    own = [match.view(seat).hand for seat in range(4)]
    total = Hand()
    for hand in own:
        total += hand
    assert total == Hand(DECK)  # HID-02
    play = next(p for p in match.legal_plays.shapes() if p.size == 5)
    match.play(play)
    for seat in SEATS:
        view = match.view(seat)
        assert view.counts == (27, 22, 27, 27)  # HID-05
        assert view.table == play
        assert view.owner == 1
        assert view.trick == ((1, play),)
        assert view.due == (2,)
        assert view.can_pass == (seat == 2)
        assert bool(view.legal_plays) == (seat == 2 and bool(match.legal_plays))
        assert view.options == ()
        assert view.unseen == Hand(DECK) - play.hand - view.hand
        assert view.team == (None if seat is None else seat % 2)
        assert pickle.loads(pickle.dumps(view)) == view
    assert match.view(None).hand == Hand()
    saved = match.record().to_json()  # HID-06: the full save is another thing
    assert all(str(hand) in saved for hand in own)


def test_options_are_shown_to_the_seat_that_owes() -> None:
    match = Match(Rules(resist=False), seed=3)
    players = [RandomBot(seed) for seed in range(4)]
    while match.phase is not Phase.TRIBUTE:
        match.step(players)
    for phase in (Phase.TRIBUTE, Phase.RETURN):
        while match.phase is phase:
            for seat in SEATS:
                view = match.view(seat)
                assert bool(view.options) == (seat in match.due)
                assert not view.legal_plays
                assert not view.can_pass
            match.step(players)


def test_a_view_before_and_after() -> None:
    match = Match(seed=7)
    for seat in SEATS:
        view = match.view(seat)
        assert (view.phase, view.counts, view.history) == (Phase.BETWEEN, (0, 0, 0, 0), ())
        assert not view.legal_plays
    players = [RandomBot(seed) for seed in range(4)]
    while not (match.phase is Phase.BETWEEN and match.deals_begun):
        match.step(players)
    deal = match.deal
    assert deal is not None
    for seat in SEATS:
        view = match.view(seat)
        assert view.phase is Phase.BETWEEN
        assert view.finish == deal.finish
        assert view.standing == match.standing


# --- the same view of another match -------------------------------------------------------------


def told_otherwise(event: Event, seat: int | None) -> Event:
    """An event with other contents where the seat must not look."""
    if isinstance(event, Dealt):
        first, second, third, fourth = (
            hand if owner == seat else Hand() for owner, hand in enumerate(event.hands)
        )
        return attrs.evolve(event, hands=(first, second, third, fourth))
    if isinstance(event, TributeChosen | ReturnChosen) and event.seat != seat:
        return attrs.evolve(event, card=Card.parse("SB"))
    return event


def disguised(match: Match, view: PlayerView, rng: random.Random) -> Match:
    """The match with another seed, and other hands and choices where the view must not look."""
    other = match.copy()
    other._seed = SEED + 1
    deal = other._deals[-1]
    deal._tricks.hands = list(view.sample_hands(rng))
    deal._events = [told_otherwise(event, view.seat) for event in deal._events]
    other._events = [told_otherwise(event, view.seat) for event in other._events]
    if deal._exchange is not None:
        deal._exchange.lot = None
        for chosen in (deal._exchange._paid, deal._exchange._returned):
            chosen.update({other: Card.parse("SB") for other in chosen if other != view.seat})
    return other


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(equal_tribute="random", resist=False, wild_tribute="optional"),
        Rules(return_max=None, return_by="face", first_lead="turned_card"),
    ],
    ids=lambda rules: "-".join(rules.to_dict()) or "default",
)
def test_a_view_does_not_depend_on_what_is_hidden(rules: Rules) -> None:
    match = Match(rules, seed=SEED)
    players = [RandomBot(seed) for seed in range(4)]
    rng = random.Random(3)
    met: set[tuple[Phase, int]] = set()
    steps = 0
    while match.winner is None and match.deals_begun < 9:
        match.step(players)
        steps += 1
        if match.phase is Phase.PLAY and steps % 29:
            continue
        met.add((match.phase, len(match.due)))
        for seat in SEATS:
            view = match.view(seat)
            other = disguised(match, view, rng)
            assert other.view(seat) == view
            assert other.view(seat).to_dict() == view.to_dict()
            assert other.events_for(seat) == match.events_for(seat)
    exchanges = {(phase, due) for phase in (Phase.TRIBUTE, Phase.RETURN) for due in (1, 2)}
    assert met >= exchanges | {(Phase.PLAY, 1), (Phase.BETWEEN, 0)}


# --- decisions, and their order -----------------------------------------------------------------


def check_decisions(match: Match) -> None:
    """Check that only a seat that is due is told what it may do."""
    deal = match.deal
    assert deal is not None
    for seat in SEATS:
        view = match.view(seat)
        due = seat is not None and seat in match.due
        assert bool(view.options) == (due and match.phase in (Phase.TRIBUTE, Phase.RETURN))
        assert set(view.options) <= set(view.hand)
        to_play = due and match.phase is Phase.PLAY
        assert view.can_pass == (to_play and deal.table is not None)
        if to_play:
            assert view.legal_plays == deal.legal_plays
        else:
            assert (len(view.legal_plays), view.legal_plays.hand) == (0, Hand())


def test_only_the_seat_that_is_due_is_told_what_it_may_do() -> None:
    match = Match("community", seed=SEED)
    players = [RandomBot(seed) for seed in range(4)]
    while match.winner is None and match.deals_begun < 6:
        match.step(players)
        check_decisions(match)


@pytest.mark.parametrize("first", [0, 1])
def test_a_choice_is_hidden_until_both_have_chosen(first: int) -> None:
    match = Match(Rules(resist=False), seed=SEED)
    players = [RandomBot(seed) for seed in range(4)]
    while match.phase is not Phase.TRIBUTE or len(match.due) < 2:
        match.step(players)
    for options, choose, kind in (
        (match.tribute_options, match.pay_tribute, TributeChosen),
        (match.return_options, match.return_card, ReturnChosen),
    ):
        early, late = match.due[first], match.due[1 - first]
        before = {seat: match.view(seat) for seat in SEATS}
        card = options(early)[-1]
        assert choose(card, early) == (kind(early, card),)
        for seat in SEATS:
            view = match.view(seat)
            told = kind(early, card if seat == early else None)
            assert view.history == (*before[seat].history, told)
            assert match.events_for(seat)[-1] == told
            assert view.due == (late,)
            assert view.counts == before[seat].counts
            assert (view.hand, view.unseen) == (before[seat].hand, before[seat].unseen)
            assert bool(view.options) == (seat == late)
        choose(options(late)[0], late)
        for seat in SEATS:
            # Who has chosen what stays untold even then; what moved is another event.
            chosen = [event for event in match.events_for(seat) if isinstance(event, kind)]
            assert all((event.card is None) == (event.seat != seat) for event in chosen)


def test_every_field_says_what_it_holds() -> None:
    (described,) = (
        node
        for node in ast.parse(inspect.getsource(PlayerView)).body
        if isinstance(node, ast.ClassDef)
    )
    told = [
        before.target.id
        for before, after in itertools.pairwise(described.body)
        if isinstance(before, ast.AnnAssign)
        and isinstance(before.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
    ]
    assert told == [field.name for field in attrs.fields(PlayerView)]
