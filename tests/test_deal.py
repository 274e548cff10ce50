"""A deal: the course of a trick, who leads, who is out, what is refused and leaves no trace."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from guandan import (
    DECK,
    AlreadyChosen,
    AmbiguousPlay,
    Card,
    CardsNotHeld,
    CardTurned,
    Combo,
    CountReported,
    Deal,
    DealOver,
    DoesNotBeat,
    DrawNeeded,
    Draws,
    FinishError,
    GuandanError,
    Hand,
    IllegalAction,
    IncomparablePlays,
    InputTypeError,
    Kind,
    LeadGiven,
    LeadReason,
    MustLead,
    NotACombination,
    NotationError,
    NotYourTurn,
    Phase,
    PositionError,
    RandomBot,
    Rank,
    Rules,
    WentOut,
    WrongPhase,
    classify,
    play_deal,
)
from vectors import Report, Vector, each, report, reports, vectors

HANDS = [DECK[seat::4] for seat in range(4)]


def snapshot(deal: Deal) -> tuple[object, ...]:
    """Everything that can be seen of a deal."""
    return (
        deal.hands,
        deal.phase,
        deal.due,
        deal.turn,
        deal.table,
        deal.owner,
        deal.trick,
        deal.counts,
        deal.out,
        deal.finish,
        deal.draws,
        deal.events,
        [deal.view(seat) for seat in (0, 1, 2, 3, None)],
    )


# --- the worked cases -------------------------------------------------------------------------


@each(vectors("trick_flow"))
def test_trick_flow(case: Vector) -> None:
    given, expected = case.given, case.expected
    deal = Deal.at(
        given["hands"],
        case.level,
        to_act=given["leader"],
        finished=given["already_out"],
        rules=Rules(**case.rules),
    )
    for number, action in enumerate(given["actions"]):
        play = action["play"]
        if expected.get("illegal") and expected["at"] == number:
            before = snapshot(deal)
            with pytest.raises(IllegalAction):
                deal.pass_(action["seat"]) if play is None else deal.play(play, action["seat"])
            assert snapshot(deal) == before
            return
        deal.pass_(action["seat"]) if play is None else deal.play(play, action["seat"])
    assert deal.is_over == expected["deal_over"]
    assert deal.turn == expected["turn"]
    assert list(deal.out) == expected["out"]
    assert (deal.turn is not None and deal.table is None) == expected["leads"]


@each(reports("trick"))
def test_trick_reports(case: Report) -> None:
    given, correct = case.given, case.correct
    hands = {int(seat): hand for seat, hand in given["hands"].items()}
    deal = Deal.at(hands, case.level, to_act=given["leader"], finished=given["finished"])
    for seat, play in given["actions"]:
        deal = deal.copy()  # nothing may hang on which object it is
        deal.pass_(seat) if play == "pass" else deal.play(play, seat)
    assert deal.turn == correct["turn"]
    assert deal.is_over == correct["deal_over"]
    assert list(deal.out) == correct["out"]
    table = correct["table"]
    assert deal.table == (None if table is None else classify(table, case.level)[0])
    if "finish" in correct:
        assert deal.finish is not None
        assert list(deal.finish) == correct["finish"]


@each(reports("play_error"))
def test_refused_plays_leave_no_trace(case: Report) -> None:
    deal = Deal.at([case.given["hand"], "S3 S4", "S6", "H9"], case.level, to_act=0)
    before = snapshot(deal)
    with pytest.raises(IllegalAction):
        deal.play(case.given["play"])
    assert snapshot(deal) == before


def test_trk_12_acting_out_of_turn() -> None:
    assert report("TRK-12").correct
    deal = Deal.at(["S3 S4", "S5 S6", "S7 S8", "S9 ST"], "2", to_act=0)
    deal.play("S3", 0)
    before = snapshot(deal)
    with pytest.raises(NotYourTurn, match="seat 2 is not to act, but seat 1$"):
        deal.pass_(2)
    assert snapshot(deal) == before
    deal.pass_(1)
    with pytest.raises(NotYourTurn):
        deal.pass_(1)
    assert deal.turn == 2


@pytest.mark.parametrize(("play", "left"), [("C5", "C5 D7"), ("C5 C5", "D7")])
def test_api_03_copies_leave_one_by_one(play: str, left: str) -> None:
    deal = Deal.at(["C5 C5 D7", "S3 S4", "S6", "H9"], "2", to_act=0)
    deal.play(play)
    assert deal.hands[0] == Hand(left)


def test_fin_06_a_replacement_takes_no_place() -> None:
    deal = Deal.at(["SA", "S3 S4", "S6 S7", "H9 HT"], "2", to_act=2)
    deal.play("S6")  # whoever chooses for the seat, places come from emptied hands
    deal.pass_()
    deal.play("SA")
    assert deal.out == (0,)
    assert deal.can_pass(1)


# --- what a play is here ----------------------------------------------------------------------


def test_undeclared_is_the_strongest_that_beats() -> None:
    cards = "S5 D5 S6 D6 H2 H2"
    deal = Deal.at([f"{cards} S3", "S4", "S7", "S8"], "2", to_act=0)
    assert deal.verify_play(cards).kind is Kind.PLATE
    over = Deal.at(
        [f"{cards} S3", "S9", "S7", "S8"], "2", to_act=0, table="C4 H4 C5 H5 C6 H6", owner=3
    )
    assert over.verify_play(cards).rank is Rank.SEVEN
    assert over.can_play(cards, kind="tube", rank="7")
    assert not over.can_play(cards, kind="plate")
    with pytest.raises(DoesNotBeat, match="does not beat the tube"):
        over.play(cards, kind="plate")


def test_kind_and_rank_pick_a_reading() -> None:
    deal = Deal.at(["S5 S6 S7 S8 H2 D3", "S4", "S9", "ST"], "2", to_act=0)
    cards = "S5 S6 S7 S8 H2"
    assert str(deal.verify_play(cards)) == "S5 S6 S7 S8 H2=S9"
    assert str(deal.verify_play(cards, kind="straight")) == "S5 S6 S7 S8 H2=9"
    assert str(deal.verify_play(cards, kind=Kind.STRAIGHT, rank=Rank.EIGHT)).startswith("H2=4")
    assert str(deal.verify_play("straight H2=4 S5 S6 S7 S8")).startswith("H2=4")
    with pytest.raises(NotACombination, match="is no bomb"):
        deal.play(cards, kind="bomb")
    with pytest.raises(NotationError):
        deal.play(cards, kind="street")
    with pytest.raises(NotationError):
        deal.play(cards, rank="1")


def test_a_combo_is_checked_like_cards() -> None:
    deal = Deal.at(["S5 S6", "S4", "S9", "ST"], "2", to_act=0)
    [other_level] = classify("S5", "3")
    [other_rules] = classify("S5", "2", Rules(resist=False))
    [not_held] = classify("S7", "2")
    before = snapshot(deal)
    for play, error in [
        (other_level, IncomparablePlays),
        (other_rules, IncomparablePlays),
        (not_held, CardsNotHeld),
        (Combo(-1, Rank.TWO, deal.rules), NotACombination),
        (Combo(10**30, Rank.TWO, deal.rules), NotACombination),
        ("S5 S6", NotACombination),
        ("", NotACombination),
        ("S7", CardsNotHeld),
        (["S5", 5], NotationError),
    ]:
        with pytest.raises(error):
            deal.play(play)  # type: ignore[arg-type]
        assert not deal.can_play(play)  # type: ignore[arg-type]
    assert snapshot(deal) == before


def test_the_leader_must_lead() -> None:
    deal = Deal.at(["S5 S6", "S4", "S9", "ST"], "2", to_act=0)
    assert not deal.can_pass()
    with pytest.raises(MustLead, match="seat 0 leads"):
        deal.pass_()
    assert deal.can_play("S5", 0)
    assert not deal.can_play("S5", 1)


@pytest.mark.parametrize("seat", [4, -1, True, "0", None, 0.0])
def test_seats(seat: Any) -> None:
    deal = Deal.at(["S5 S6", "S4", "S9", "ST"], "2", to_act=0)
    if seat is None:
        assert deal.verify_play("S5", seat) == classify("S5", "2")[0]
    else:
        with pytest.raises(NotationError):
            deal.play("S5", seat)


# --- beginning --------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_named_seat_leads(seat: int) -> None:
    by_rule = Deal.start(HANDS, "2", rules=Rules(first_lead=seat))
    by_call = Deal.start(HANDS, "2", leader=seat, rules="tabletop")
    for deal in (by_rule, by_call):
        assert deal.turn == seat
        assert deal.events[-1] == LeadGiven(seat, LeadReason.SEAT)


def test_the_first_lead_is_drawn() -> None:
    seats = {Deal.start(HANDS, "2", rng=random.Random(seed)).turn for seed in range(60)}
    assert seats == {0, 1, 2, 3}
    with pytest.raises(DrawNeeded, match="who leads the first deal") as caught:
        Deal.start(HANDS, "2")
    assert caught.value.draw == "first_lead"


def test_the_turned_card_leads() -> None:
    rules = Rules(first_lead="turned_card")
    seats = set()
    for seed in range(60):
        deal = Deal.start(HANDS, "2", rules=rules, rng=random.Random(seed))
        [turned] = [event for event in deal.events if isinstance(event, CardTurned)]
        assert turned.card in deal.hands[turned.seat]
        assert deal.events[-1] == LeadGiven(turned.seat, LeadReason.CARD)
        seats.add(deal.turn)
        again = Deal.start(HANDS, "2", rules=rules, draws=deal.draws)
        assert snapshot(again) == snapshot(deal)
    assert seats == {0, 1, 2, 3}
    with pytest.raises(DrawNeeded) as caught:
        Deal.start(HANDS, "2", rules=rules)
    assert caught.value.draw == "turned_card"


@pytest.mark.parametrize(
    ("draws", "rules"),
    [
        (Draws(first_lead=1), Rules(first_lead=2)),
        (Draws(tribute_lot=1), Rules()),
        (Draws(first_lead=1), Rules(first_lead="turned_card")),
        (Draws(turned_card=(Card.parse("S2"), 0)), Rules()),
        (Draws(turned_card=(Card.parse("S2"), 3)), Rules(first_lead="turned_card")),
    ],
)
def test_draws_that_are_not_due(draws: Draws, rules: Rules) -> None:
    with pytest.raises(PositionError):
        Deal.start(HANDS, "2", rules=rules, draws=draws)


def test_leader_or_finish() -> None:
    with pytest.raises(PositionError, match="the tribute decides"):
        Deal.start(HANDS, "2", leader=1, finish=[0, 2])
    with pytest.raises(FinishError):
        Deal.start(HANDS, "2", finish=[0, 1])


# --- counts and ends --------------------------------------------------------------------------


@pytest.mark.parametrize("report_at", [0, 6, 10, 27])
def test_each_seat_is_reported_once(report_at: int) -> None:
    rules = Rules(report_at=report_at)
    for seed in range(8):
        deal = play_deal([RandomBot(seed) for _ in range(4)], "2", rules=rules, seed=seed)
        told = [event for event in deal.events if isinstance(event, CountReported)]
        seats = [event.seat for event in told]
        assert len(seats) == len(set(seats))
        assert all(1 <= event.count <= report_at for event in told)
        if report_at == 0:
            assert not told
        gone = {event.seat for event in deal.events if isinstance(event, WentOut)}
        for seat in set(range(4)) - gone:
            assert (seat in seats) == (0 < deal.counts[seat] <= report_at)


def test_the_end() -> None:
    deal = Deal.at([(), "S3 S4", "CA", "H9"], "2", to_act=2, finished=[0])
    events = deal.play("CA")
    assert events[-1] == DealOver((0, 2))
    assert (deal.phase, deal.due, deal.turn, deal.table) == (Phase.OVER, (), None, None)
    assert not deal.legal_plays
    assert deal.tribute_options(0) == deal.return_options(0) == ()
    actions: list[Callable[[], object]] = [
        lambda: deal.play("S3"),
        deal.pass_,
        lambda: deal.pay_tribute("S3"),
        lambda: deal.return_card("S3"),
    ]
    for action in actions:
        with pytest.raises(WrongPhase, match="this is phase over"):
            action()
    assert not deal.can_play("S3")
    assert not deal.can_pay_tribute("S3")
    assert not deal.can_return_card("S3")


def test_a_copy_is_independent() -> None:
    deal = Deal.at(["S5 S6", "S7 S8", "S9 ST", "SJ SQ"], "2", to_act=0)
    copy = deal.copy()
    copy.play("S5")
    assert deal.turn == 0
    assert copy.turn == 1
    deal.forget_views()
    assert deal.view(0).history == ()


def test_the_table_needs_one_reading() -> None:
    with pytest.raises(AmbiguousPlay):
        Deal.at(["S3", "S4 S5", "D9", "D8"], "2", to_act=1, table="S5 S6 S8 S9 H2", owner=0)


def test_errors_are_of_one_root() -> None:
    assert issubclass(AlreadyChosen, NotYourTurn)
    assert issubclass(NotYourTurn, GuandanError)


def test_verify_can_and_the_verb_agree_on_plays() -> None:
    deal = Deal.at(["S5 S6 S7 S8 H2 D3", "S9 C9 D9 H9", "ST", "SJ"], "2", to_act=0)
    for tabled in (None, "S4", "C3 H4 C5 D6 S7"):
        if tabled is not None:
            deal = Deal.at(deal.hands, "2", to_act=0, table=tabled, owner=3)
        before = snapshot(deal)
        for play in ("S5", "S5 S6", "S5 S6 S7 S8 H2", "D3 H2", "S9", "H2", ""):
            for seat in (0, 1, None):
                allowed = deal.can_play(play, seat)
                assert allowed == (seat != 1 and play in deal.legal_plays)
                if allowed:
                    combo = deal.verify_play(play, seat)
                    assert deal.copy().play(play, seat) == deal.copy().play(combo, seat)
                    continue
                for act in (deal.verify_play, deal.play):
                    with pytest.raises(GuandanError):
                        act(play, seat)
        for seat in (0, 1, None):
            assert deal.can_pass(seat) == (tabled is not None and seat != 1)
            if deal.can_pass(seat):
                assert deal.verify_pass(seat) == 0
                assert deal.copy().pass_(seat)
        assert snapshot(deal) == before  # API-09: no event of what was refused


def test_api_11_what_is_given_and_handed_out_is_not_shared() -> None:
    given = [list(hand) for hand in HANDS]
    deal = Deal.start(given, "2", leader=0)
    given[0].clear()
    given.clear()
    assert deal.counts == (27, 27, 27, 27)
    before = snapshot(deal)
    for handed in (deal.hands, deal.events, deal.trick, deal.out, deal.due, deal.counts):
        assert isinstance(handed, tuple)
    list(deal.hands[0]).clear()
    deal.view(0).to_dict()["history"].clear()
    assert snapshot(deal) == before


@pytest.mark.parametrize(
    ("report_at", "told"), [(0, []), (1, [(1, 1)]), (2, [(0, 2)]), (3, []), (27, [])]
)
def test_a_position_counts_as_reported(report_at: int, told: list[tuple[int, int]]) -> None:
    rules = Rules(report_at=report_at)
    deal = Deal.at(["S3 S4 S5", "S6 S7", "S8", "S9"], "2", to_act=0, rules=rules)
    for play in ("S3", "S6", "S8", "S9"):
        deal.play(play)
    deal.pass_()
    found = [(e.seat, e.count) for e in deal.events if isinstance(e, CountReported)]
    assert found == told


@pytest.mark.parametrize("lead_after_out", ["partner", "next_player"])
def test_who_is_out_does_not_lead(lead_after_out: Any) -> None:
    rules = Rules(lead_after_out=lead_after_out)
    deal = Deal.at(["SA", "", "S3 S4", "S5"], "2", to_act=0, finished=[1], rules=rules)
    deal.play("SA")
    deal.pass_(2)
    deal.pass_(3)
    assert deal.turn == 2


@pytest.mark.parametrize("wrap", [list, tuple, lambda plays: plays])
def test_a_list_of_plays_is_told_from_a_list_of_cards(wrap: Callable[[Any], Any]) -> None:
    deal = Deal.at(["S5 S6", "S7", "S8", "S9"], "2", to_act=0)
    with pytest.raises(InputTypeError, match="one Combo or its cards, not a list of plays"):
        deal.play(wrap(deal.legal_plays))
    with pytest.raises(InputTypeError, match="expected a text such as 'S5', not 7"):
        deal.play([7])  # type: ignore[list-item]
    assert deal.can_play([Card.parse("S5")])
