"""Random deals and matches by every preset and by random rules, checked at every step."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from guandan import (
    DECK,
    FACES,
    LEVELS,
    PRESETS,
    Combo,
    Deal,
    GuandanError,
    Hand,
    Match,
    Phase,
    Played,
    Record,
    Rules,
    WentOut,
    bot,
    classify,
    legal_plays,
    play_match,
)
from guandan.shuffle import pick, shuffled

FIELDS: dict[str, list[Any]] = {
    "start_level": list("29TA"),
    "joker_pair_in_full_house": [True, False],
    "wild_pair_in_full_house": ["any", "level_only"],
    "straight_flush_as_straight": [True, False],
    "wild_straight": ["any_suit", "flush_only", "mixed_cards"],
    "straight_flush_above": ["five", "all"],
    "lead_after_out": ["partner", "next_player"],
    "double_win_levels": [3, 4],
    "level_up": ["any_winner", "host_only"],
    "ace_pass_needs": ["partner_not_last", "any_win"],
    "ace_pass_in": ["own_deal", "any_deal"],
    "both_at_ace": ["host_only", "either"],
    "ace_fail": ["unlimited", "to_two_after_three", "njupt"],
    "tribute": [True, True, False],
    "resist": [True, False],
    "wild_tribute": ["never", "optional"],
    "double_tribute": ["by_rank", "by_seat"],
    "equal_tribute": ["next_seat", "random"],
    "equal_tribute_lead": ["payer_to_first", "first", "higher_seat"],
    "return_max": ["T", "9", None],
    "return_by": ["level_order", "face"],
    "first_lead": ["random", "turned_card", 0, 3],
    "report_at": [10, 0, 6],
}


def random_rules(rng: random.Random) -> Rules:
    """Rules of random values in every field."""
    return Rules(**{name: pick(values, rng) for name, values in FIELDS.items()})


def try_wrong(match: Match, rng: random.Random) -> None:
    """Try actions that are not allowed here: each is refused and changes nothing."""
    before = (match.record(), match.events, match.view(0), match.standing)
    seat = pick(range(4), rng)
    some = " ".join(map(str, rng.sample(DECK, pick([1, 2, 3, 5, 6], rng))))
    attempts = [
        (match.can_play, match.play, (some, seat)),
        (match.can_pass, match.pass_, (seat,)),
        (match.can_pay_tribute, match.pay_tribute, (str(pick(DECK, rng)), seat)),
        (match.can_return_card, match.return_card, (str(pick(DECK, rng)), seat)),
    ]
    for can, act, arguments in attempts:
        if not can(*arguments):  # type: ignore[operator]
            with pytest.raises(GuandanError):
                act(*arguments)  # type: ignore[operator]
    if match.phase is not Phase.BETWEEN:
        with pytest.raises(GuandanError):
            match.deal_next()
    assert (match.record(), match.events, match.view(0), match.standing) == before


def act_at_random(match: Match, rng: random.Random) -> None:
    """Take one decision through the verbs, for a seat that owes one."""
    if match.phase is Phase.BETWEEN:
        match.deal_next()
        return
    seat = pick(match.due, rng)
    if match.phase is Phase.TRIBUTE:
        card = pick(match.tribute_options(seat), rng)
        assert match.can_pay_tribute(card, seat)
        match.pay_tribute(card, seat)
    elif match.phase is Phase.RETURN:
        card = pick(match.return_options(seat), rng)
        assert match.can_return_card(card, seat)
        match.return_card(card, seat)
    else:
        choices: list[Combo | None] = list(match.legal_plays.shapes())
        if match.can_pass(seat):
            choices.append(None)
        play = pick(choices, rng)
        if play is None:
            match.pass_(seat)
        else:
            assert match.can_play(play, seat)
            assert match.can_play(play.cards, seat, kind=play.kind, rank=play.rank)
            [told, *_] = match.play(play, seat)
            assert isinstance(told, Played)
            assert told.seat == seat


def check_step(match: Match) -> None:
    """Check what holds at every step of a match."""
    deal = match.deal
    assert deal is not None
    total = Hand()
    for hand in deal.hands:
        total += hand
    for event in deal.events:
        if isinstance(event, Played):
            total += event.combo.hand
    assert total == Hand(DECK)
    assert list(deal.out) == [event.seat for event in deal.events if isinstance(event, WentOut)]
    assert all((count == 0) == (seat in deal.out) for seat, count in enumerate(deal.counts))
    if match.phase is Phase.PLAY:
        assert len(match.due) == 1
        assert match.turn == match.due[0]
        assert deal.counts[match.due[0]] > 0
        assert (deal.table is None) == (deal.owner is None) == (not match.can_pass())


@pytest.mark.parametrize("seed", range(6))
def test_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    match = Match(random_rules(rng), seed=seed)
    for step in range(500):
        if match.winner is not None:
            break
        act_at_random(match, rng)
        check_step(match)
        if step % 10 == 0:
            try_wrong(match, rng)
        if step % 60 == 0:
            restored = Match.from_record(Record.from_json(match.record().to_json()))
            assert restored.events == match.events
            assert [restored.view(seat) for seat in range(4)] == [
                match.view(seat) for seat in range(4)
            ]
            match = restored if step % 120 == 0 else match.copy()


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches(preset: str) -> None:
    check_whole_matches(preset, 2)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_a_hundred_whole_matches(preset: str) -> None:
    check_whole_matches(preset, 100)


def check_whole_matches(preset: str, number: int) -> None:
    """Play matches by a preset: each ends with a winner, and its record is the same match."""
    for seed in range(number):
        players = [bot(name, seed=seed) for name in ("easy", "random", "easy", "random")]
        match = play_match(players, rules=preset, seed=seed)
        assert match.winner is not None
        assert Match.from_record(match.record()).events == match.events
        again = [bot(name, seed=seed) for name in ("easy", "random", "easy", "random")]
        assert play_match(again, rules=preset, seed=seed).events == match.events


@pytest.mark.slow
def test_thousands_of_random_deals() -> None:
    for seed in range(2000):
        rng = random.Random(seed)
        match = Match(random_rules(rng), seed=seed)
        while match.phase is not Phase.BETWEEN or not match.deals_begun:
            if match.winner is not None:
                break
            act_at_random(match, rng)
        check_step(match)


def reading_of(combo: Combo) -> oracle.Reading:
    """A combo as the oracle's reading."""
    suit = None if combo.suit is None else str(combo.suit)
    return oracle.Reading(str(combo.kind), str(combo.rank), combo.size, suit)


def plays_of(deal: Deal) -> set[object]:
    """The actions of a deal as the oracle lists them."""
    found: set[object] = {
        (tuple(sorted(map(str, play.cards))), reading_of(play)) for play in deal.legal_plays
    }
    return found | {None} if deal.can_pass() else found


@pytest.mark.parametrize("lead_after_out", ["partner", "next_player"])
def test_small_positions_agree_with_the_oracle(lead_after_out: str) -> None:
    for seed in range(25):
        rng = random.Random(seed)
        level = str(pick(LEVELS, rng))
        order = list(map(str, shuffled(DECK, rng)))
        hands = [[order.pop() for _ in range(pick([1, 2, 3, 4], rng))] for _ in range(4)]
        opts = {"lead_after_out": lead_after_out}
        deal = Deal.at(hands, level, to_act=0, rules=Rules.from_dict(opts))
        position = oracle.Position(hands, level, opts, None, None, 0, [], [])
        while not deal.is_over:
            actions = position.actions()
            assert {
                None if a is None else (tuple(sorted(a[0])), a[1]) for a in actions
            } == plays_of(deal)
            assert deal.turn == position.turn
            action = pick(actions, rng)
            if action is None:
                deal.pass_()
            else:
                cards, reading = action
                deal.play(list(cards), kind=reading.kind, rank=reading.rank)
            position = position.apply(action)
        assert position.is_over
        assert position.finish is not None
        assert deal.finish is not None
        assert tuple(position.finish)[: len(deal.finish)] == deal.finish


# --- going on after a save, and what is refused -------------------------------------------------


def snapshot(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match."""
    deal = match.deal
    return (
        match.record().to_json(),
        match.events,
        None if deal is None else (deal.hands, deal.trick, deal.out),
        (match.phase, match.due, match.standing, match.legal_plays),
        [match.tribute_options(seat) + match.return_options(seat) for seat in range(4)],
        [match.view(seat) for seat in (0, 1, 2, 3, None)],
    )


def check_it_goes_on_alike(match: Match, seed: int, steps: int) -> None:
    """Play a match, a saved and restored one and a copy on by the same choices."""
    branches = [match, Match.from_record(Record.from_json(match.record().to_json())), match.copy()]
    start = snapshot(match)
    for branch in reversed(branches):
        assert snapshot(branch) == start  # playing the others has not touched it
        rng = random.Random(seed)
        for _ in range(steps):
            if branch.winner is None:
                act_at_random(branch, rng)
    assert snapshot(branches[0]) == snapshot(branches[1]) == snapshot(branches[2])


@pytest.mark.parametrize("seed", range(8))
def test_saved_at_a_random_step_it_goes_on_alike(seed: int) -> None:
    rng = random.Random(seed)
    match = Match(random_rules(rng), seed=seed)
    for _ in range(pick(range(400), rng)):
        if match.winner is None:
            act_at_random(match, rng)
    check_it_goes_on_alike(match, seed, 120)


def test_saved_in_every_phase_it_goes_on_alike() -> None:
    met: set[tuple[Phase, int]] = set()
    for seed in range(8):
        match = Match(Rules(equal_tribute="random", resist=False), seed=seed)
        rng = random.Random(seed)
        while match.winner is None and match.deals_begun < 5:
            act_at_random(match, rng)
            station = match.phase, len(match.due)
            if station not in met:
                met.add(station)
                check_it_goes_on_alike(match.copy(), seed, 30)
    exchanges = {(phase, due) for phase in (Phase.TRIBUTE, Phase.RETURN) for due in (1, 2)}
    assert met == exchanges | {(Phase.PLAY, 1), (Phase.BETWEEN, 0)}


Attempt = tuple[str, tuple[Any, ...], dict[str, Any]]

MALFORMED: list[Attempt] = [
    *(("play", (play,), {}) for play in ("", "S5 S6", "S1", "S5 S5 S5", None, 5, ["S5", 5])),
    *(("play", ("S5", seat), {}) for seat in (4, -1, True, "0")),
    ("play", ("S5",), {"kind": "street"}),
    ("play", ("S5",), {"rank": "1"}),
    *(("pass_", (seat,), {}) for seat in (4, -1, True, "0")),
    ("pay_tribute", ("zz",), {}),
    ("return_card", ("S5 S6",), {}),
]


def wrong_actions(match: Match, rng: random.Random) -> list[Attempt]:
    """Actions of many kinds, each of which is not allowed where the match stands."""
    wrong = [*MALFORMED, ("play", (Combo(-5, match.level, match.rules),), {})]
    deal, due, phase = match.deal, match.due, match.phase
    if phase is Phase.BETWEEN:
        wrong += [("deal_next", ([DECK[:27]] * 4,), {}), ("deal_next", (), {"leader": 7})]
    else:
        wrong += [("deal_next", (), {}), ("deal_next", (), {"leader": 1})]
    if deal is None or not due:
        return [*wrong, ("pass_", (), {}), ("pay_tribute", ("S5", 1), {}), ("play", ("S5", 0), {})]
    seat = due[0]
    own = deal.hands[seat]
    card = pick(list(own), rng)
    missing = pick([face for face in FACES if face not in own], rng)
    for other in {0, 1, 2, 3} - set(due):
        some = pick(list(deal.hands[other]) or [card], rng)
        wrong += [("pass_", (other,), {}), ("play", (some, other), {})]
        wrong += [("pay_tribute", (some, other), {}), ("return_card", (some, other), {})]
    wrong += [(verb, (missing, seat), {}) for verb in ("play", "pay_tribute", "return_card")]
    if phase is not Phase.PLAY:
        wrong += [("play", (card, seat), {}), ("pass_", (seat,), {})]
    for verb, asked, options in (
        ("pay_tribute", Phase.TRIBUTE, match.tribute_options(seat)),
        ("return_card", Phase.RETURN, match.return_options(seat)),
    ):
        wrong += [(verb, (face, seat), {}) for face in FACES if face not in options]
        if phase is asked and len(due) == 2:
            wrong.append((verb, (options[0],), {}))  # whose choice is it?
    if phase is Phase.PLAY:
        above = LEVELS[(LEVELS.index(match.level) + 1) % len(LEVELS)]
        weak: list[Combo] = list(classify(str(card), above, match.rules))
        if match.table is None:
            wrong.append(("pass_", (), {}))
        else:
            leads = legal_plays(own, match.level, rules=match.rules).shapes()
            weak += [play for play in leads if not play.beats(match.table)]
        wrong += [("play", (play, seat), {}) for play in weak]
    return wrong


def refuse_all(match: Match, rng: random.Random) -> None:
    """Check that wrong actions are refused by each of the three methods and change nothing."""
    before = snapshot(match)
    for verb, arguments, named in wrong_actions(match, rng):
        with pytest.raises(GuandanError) as caught:
            getattr(match, verb)(*arguments, **named)
        if verb != "deal_next":
            name = verb.rstrip("_")
            assert getattr(match, f"can_{name}")(*arguments, **named) is False
            with pytest.raises(type(caught.value)) as again:
                getattr(match, f"verify_{name}")(*arguments, **named)
            assert str(again.value) == str(caught.value)
    assert snapshot(match) == before


@pytest.mark.parametrize("seed", range(4))
def test_what_is_refused_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng).replace(start_level="2", tribute=True, resist=False)
    match = Match(rules, seed=seed)
    refuse_all(match, rng)
    phases = set()
    steps = 0
    while match.winner is None and match.deals_begun < 4:
        act_at_random(match, rng)
        steps += 1
        if match.phase is not Phase.PLAY or steps % 12 == 0:
            phases.add(match.phase)
            refuse_all(match, rng)
    assert phases >= {Phase.TRIBUTE, Phase.RETURN, Phase.PLAY, Phase.BETWEEN}


def test_what_is_refused_after_the_end_changes_nothing() -> None:
    match = play_match([bot("easy")] * 4, rules=Rules(match_format="deal"), seed=1)
    refuse_all(match, random.Random(1))
