"""Who pays, what, to whom; what may go back; who leads (RULES 10)."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from guandan.cards import DECK, LEVELS, Card, Rank, clean_cards
from guandan.errors import (
    CardsNotHeld,
    DrawNeeded,
    FinishError,
    HandTooSmall,
    IllegalAction,
    InputTypeError,
    NotationError,
    NotPayable,
    NotYourTurn,
    PositionError,
    TooManyCopies,
)
from guandan.finish import clean_finish
from guandan.hand import Hand
from guandan.rules import Rules
from guandan.tribute import (
    PaidTribute,
    SettledTribute,
    TributePayment,
    TributePlan,
    plan_tribute,
    return_options,
    settle_tribute,
    tribute_options,
)
from vectors import Report, Vector, each, report, reports, vectors

DOUBLE: Final = (0, 2)
SINGLE: Final = (0, 1, 2, 3)


def faces(text: str) -> tuple[Card, ...]:
    return clean_cards(text)


def by_seat(hands: Any) -> dict[int, list[str]]:
    numbered = hands.items() if isinstance(hands, Mapping) else enumerate(hands)
    return {int(seat): hand for seat, hand in numbered}


def as_facts(plan: TributePlan) -> dict[str, Any]:
    """A plan as it stands in the worked cases and in the oracle, options sorted by their text."""
    return {
        "resisted": plan.resisted,
        "payments": [
            {
                "payer": payment.payer,
                "receiver": payment.receiver,
                "options": sorted(map(str, payment.options)),
            }
            for payment in plan.payments
        ],
        "leader": plan.leader,
    }


def with_sorted_options(facts: Mapping[str, Any]) -> dict[str, Any]:
    payments = [pay | {"options": sorted(pay["options"])} for pay in facts["payments"]]
    return {"resisted": facts["resisted"], "payments": payments, "leader": facts["leader"]}


def settled_pairs(settled: SettledTribute) -> list[tuple[int, int, str]]:
    return [(paid.payer, paid.receiver, str(paid.card)) for paid in settled.payments]


# --- worked cases ---------------------------------------------------------------------------------


@each(vectors("tribute"))
def test_worked_case(case: Vector) -> None:
    rules = Rules.from_dict(case.rules)
    given_hands = case.given["hands"]
    hands = by_seat(given_hands)
    plan = plan_tribute(case.given["finish"], hands, case.level, rules)
    assert as_facts(plan) == with_sorted_options(case.expected)
    if isinstance(given_hands, list):
        assert plan_tribute(case.given["finish"], given_hands, case.level, rules) == plan
    # Whatever is chosen now, it goes as planned, and the returns go back to who paid.
    choices = {payment.payer: payment.options[-1] for payment in plan.payments}
    settled = settle_tribute(plan, choices)
    assert settled.leader == plan.leader
    assert [(paid.payer, paid.receiver) for paid in settled.payments] == [
        (payment.payer, payment.receiver) for payment in plan.payments
    ]
    if "returns" in case.expected:
        back = [{"payer": paid.receiver, "receiver": paid.payer} for paid in settled.payments]
        assert back == case.expected["returns"]


@each(vectors("return_options"))
def test_worked_case_of_a_return(case: Vector) -> None:
    found = return_options(
        case.given["hand"],
        case.level,
        received=case.given.get("received"),
        rules=Rules.from_dict(case.rules),
    )
    assert sorted(map(str, found)) == sorted(case.expected["options"])
    assert list(found) == sorted(found, key=lambda card: card.index)


@each(reports("tribute"))
def test_field_report(case: Report) -> None:
    plan = plan_tribute(case.given["finish"], by_seat(case.given["hands"]), case.level)
    assert as_facts(plan) == with_sorted_options(case.correct)


@each(reports("return"))
def test_field_report_of_a_return(case: Report) -> None:
    options = return_options(case.given["hand"], case.level)
    assert (Card.parse(case.given["card"]) in options) is case.correct["legal"]


def test_the_card_just_paid_does_not_go_back() -> None:
    level = report("TRI-21").level
    plan = plan_tribute(SINGLE, {3: "S9 D8 C4"}, level)
    [paid] = settle_tribute(plan, {3: "S9"}).payments
    assert paid == PaidTribute(3, 0, Card.parse("S9"))
    hand = Hand("S3 DK") + paid.card
    assert return_options(hand, level, received=paid.card) == faces("S3")
    assert return_options(hand + "S9", level, received=paid.card) == faces("S3 S9")


def test_the_return_goes_to_the_payer_of_the_card() -> None:
    level = report("TRI-22").level
    plan = plan_tribute([0, 2, 1, 3], {1: "SA D8", 3: "SK D4"}, level)
    settled = settle_tribute(plan, {1: "SA", 3: "SK"})
    assert {paid.receiver: paid.payer for paid in settled.payments} == {0: 1, 2: 3}


# --- the plan -------------------------------------------------------------------------------------


def test_a_plan_says_what_it_was_made_of() -> None:
    plan = plan_tribute([0, 2, 3, 1], {1: "SK D8", 3: "SA CA D4"}, "10", "njupt")
    assert plan.finish == (0, 2)
    assert plan.level is Rank.TEN
    assert plan.rules == Rules.preset("njupt")
    assert plan.payments == (
        TributePayment(1, faces("SK"), 0),
        TributePayment(3, faces("SA CA"), 2),
    )
    assert (plan.payers, plan.resisters, plan.leader) == ((1, 3), (), 3)


def test_values_are_frozen_hashable_and_picklable() -> None:
    plan = plan_tribute(DOUBLE, {1: "SK D8", 3: "SA D4"}, "5")
    settled = settle_tribute(plan, {1: "SK", 3: "SA"})
    for value in (plan, *plan.payments, settled, *settled.payments):
        assert pickle.loads(pickle.dumps(value)) == value
        assert len({value, value}) == 1
    with pytest.raises(AttributeError):
        plan.leader = 0  # type: ignore[misc]


def test_who_resists() -> None:
    assert plan_tribute(SINGLE, {3: "HR HR D4"}, "5").resisters == (3,)
    assert plan_tribute(DOUBLE, {1: "HR HR", 3: "SA"}, "5").resisters == (1, 3)
    plan = plan_tribute(DOUBLE, {1: "HR SB", 3: "SB D4"}, "5")
    assert (plan.resisted, plan.resisters) == (False, ())


def test_a_resisting_payer_may_hold_nothing_else() -> None:
    assert plan_tribute(DOUBLE, {1: "HR HR", 3: "H5"}, "5").resisted


def test_hands_are_accepted_in_every_form() -> None:
    wanted = plan_tribute(DOUBLE, {1: "SK D8", 3: "SA D4"}, "5")
    one, three = Hand("SK D8"), [Card.parse("SA"), "D4"]
    forms: list[Any] = [["", one, "", three], (Hand(), one, (), three), {1: one, 3: three, 0: "S3"}]
    for hands in forms:
        assert plan_tribute(DOUBLE, hands, Rank.FIVE) == wanted


@pytest.mark.parametrize(
    "hands",
    [
        ["SA"] * 3,
        [],
        Hand("SA SK S9 S8"),
        None,
        4,
        {},
        {1: "SA"},
        {0: "S2", 2: "S3"},
        {1: "SA SA", 3: "SA"},
        ["SA", "SA", "SA", "S4"],
    ],
)
def test_hands_that_cannot_be(hands: Any) -> None:
    with pytest.raises(PositionError):
        plan_tribute(DOUBLE, hands, "5")


def test_missing_payers_are_named() -> None:
    with pytest.raises(PositionError, match=r"missing \(3,\)") as caught:
        plan_tribute(DOUBLE, {1: "SA"}, "5")
    assert caught.value.facts == {"missing": (3,)}


def test_other_things_that_cannot_be_planned() -> None:
    with pytest.raises(FinishError):
        plan_tribute((0, 1), {3: "SA"}, "5")
    with pytest.raises(NotationError):
        plan_tribute(SINGLE, {3: "S1"}, "5")
    with pytest.raises(NotationError):
        plan_tribute(SINGLE, {4: "SA", 3: "SA"}, "5")
    with pytest.raises(NotationError):
        plan_tribute(SINGLE, "S5H5", "5")
    with pytest.raises(InputTypeError):
        plan_tribute(SINGLE, {"3": "SA"}, "5")  # type: ignore[dict-item]
    with pytest.raises(InputTypeError):
        plan_tribute(SINGLE, {3: "SA"}, 5)  # type: ignore[arg-type]
    with pytest.raises(TooManyCopies):
        plan_tribute(SINGLE, {3: "SA SA SA"}, "5")
    for hand in ("", "H5", "H5 H5"):
        for rules in ("tournament", "community"):
            with pytest.raises(HandTooSmall) as caught:
                plan_tribute(SINGLE, {3: hand}, "5", rules)
            assert caught.value.facts == {"cards": faces(hand)}


# --- the options ----------------------------------------------------------------------------------


def test_tribute() -> None:
    plan = plan_tribute(DOUBLE, {}, "5", Rules(tribute=False))
    assert (plan.payments, plan.resisted, plan.leader) == ((), False, 0)
    hands = {1: "HR HR", 3: "SA"}
    assert plan_tribute(DOUBLE, hands, "5", Rules(tribute=False)) == plan
    assert plan_tribute(DOUBLE, hands, "5", Rules(tribute=True)).resisted


def test_resist() -> None:
    hands = {1: "HR D8", 3: "HR D4"}
    assert plan_tribute(DOUBLE, hands, "5", Rules(resist=True)).resisted
    plan = plan_tribute(DOUBLE, hands, "5", Rules(resist=False))
    assert not plan.resisted
    assert [payment.options for payment in plan.payments] == [faces("HR")] * 2
    assert plan.leader == 1


@pytest.mark.parametrize(
    ("hand", "never", "optional"),
    [
        ("SA CA H5", "SA CA", "H5 SA CA"),
        ("S5 H5 SA", "S5", "S5 H5"),
        ("SB H5 SA", "SB", "SB"),
        ("HR H5", "HR", "HR"),
        ("H5 H5 D3", "D3", "D3 H5"),
    ],
)
def test_wild_tribute(hand: str, never: str, optional: str) -> None:
    assert tribute_options(hand, "5", Rules(wild_tribute="never")) == faces(never)
    assert tribute_options(hand, "5", Rules(wild_tribute="optional")) == faces(optional)


def test_a_paid_wild_is_compared_as_a_level_card() -> None:
    rules = Rules(wild_tribute="optional")
    plan = plan_tribute(DOUBLE, {1: "SA", 3: "H5 SK"}, "5", rules)
    assert [(pay.payer, pay.receiver) for pay in plan.payments] == [(1, None), (3, None)]
    assert plan.leader is None
    as_wild = settle_tribute(plan, {1: "SA", 3: "H5"})
    assert settled_pairs(as_wild) == [(3, 0, "H5"), (1, 2, "SA")]
    assert as_wild.leader == 3
    as_king = settle_tribute(plan, {1: "SA", 3: "SK"})
    assert settled_pairs(as_king) == [(1, 0, "SA"), (3, 2, "SK")]
    assert as_king.leader == 1
    # Equal to a level card of another suit.
    plan = plan_tribute(DOUBLE, {1: "S5", 3: "H5 SK"}, "5", rules)
    assert (plan.payments[0].receiver, plan.leader) == (0, 1)
    plan = plan_tribute(DOUBLE, {1: "S5", 3: "H5 SK"}, "5", rules.replace(equal_tribute="random"))
    assert settle_tribute(plan, {1: "S5", 3: "H5"}, lot=3).leader == 3


def test_double_tribute() -> None:
    hands = {1: "SK D8", 3: "SA D4"}
    by_rank = plan_tribute(DOUBLE, hands, "5", Rules(double_tribute="by_rank"))
    assert [(pay.payer, pay.receiver) for pay in by_rank.payments] == [(3, 0), (1, 2)]
    seated = plan_tribute(DOUBLE, hands, "5", Rules(double_tribute="by_seat"))
    assert [(pay.payer, pay.receiver) for pay in seated.payments] == [(1, 0), (3, 2)]
    assert by_rank.leader == seated.leader == 3


def test_equal_tribute() -> None:
    hands = {1: "SA D8", 3: "CA D4"}
    fixed = plan_tribute(DOUBLE, hands, "5", Rules(equal_tribute="next_seat"))
    assert [(pay.payer, pay.receiver) for pay in fixed.payments] == [(1, 0), (3, 2)]
    drawn = plan_tribute(DOUBLE, hands, "5", Rules(equal_tribute="random"))
    assert [(pay.payer, pay.receiver) for pay in drawn.payments] == [(1, None), (3, None)]
    # Between unequal cards nothing is drawn.
    unequal = plan_tribute(DOUBLE, {1: "SK", 3: "CA"}, "5", Rules(equal_tribute="random"))
    assert unequal.payments[0].receiver == 0
    assert settle_tribute(unequal, {1: "SK", 3: "CA"}).lot is None


@pytest.mark.parametrize(
    ("lead", "leaders"),
    [
        ("payer_to_first", {(0, 2): 1, (2, 0): 3, (1, 3): 2, (3, 1): 0}),
        ("first", {(0, 2): 0, (2, 0): 2, (1, 3): 1, (3, 1): 3}),
        ("higher_seat", {(0, 2): 3, (2, 0): 3, (1, 3): 2, (3, 1): 2}),
    ],
)
def test_equal_tribute_lead(lead: str, leaders: dict[tuple[int, ...], int]) -> None:
    for finish, leader in leaders.items():
        near, far = (finish[0] + 1) % 4, (finish[0] + 3) % 4
        for pairing in ("by_rank", "by_seat"):
            rules = Rules.from_dict({"equal_tribute_lead": lead, "double_tribute": pairing})
            plan = plan_tribute(finish, {near: "SA", far: "CA"}, "5", rules)
            assert plan.leader == leader
            assert plan.payments[0] == TributePayment(near, faces("SA"), finish[0])
            # Unequal cards: the payer of the higher one leads in every setting.
            assert plan_tribute(finish, {near: "SK", far: "CA"}, "5", rules).leader == far


def test_by_seat_draws_nothing() -> None:
    rules = Rules(double_tribute="by_seat", equal_tribute="random")
    plan = plan_tribute(DOUBLE, {1: "SA D8", 3: "CA D4"}, "5", rules)
    assert [(pay.payer, pay.receiver) for pay in plan.payments] == [(1, 0), (3, 2)]
    settled = settle_tribute(plan, {1: "SA", 3: "CA"})
    assert (settled.leader, settled.lot) == (1, None)


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        ("T", "S3 S9 ST"),
        ("9", "S3 S9"),
        ("2", "S3"),
        ("K", "S3 S9 ST DK"),
        ("A", "S3 S9 ST DK SA"),
        (None, "S3 S5 H5 S9 ST DK SA SB HR"),
    ],
)
def test_return_max(limit: str | None, options: str) -> None:
    hand = "S3 S5 H5 S9 ST DK SA SB HR"
    assert return_options(hand, "5", rules=Rules(return_max=limit)) == faces(options)


def test_return_by() -> None:
    hand = "S5 H5 SJ DT"
    assert return_options(hand, "5", rules=Rules(return_by="level_order")) == faces("DT")
    assert return_options(hand, "5", rules=Rules(return_by="face")) == faces("S5 DT")
    assert return_options(hand, "5", rules=Rules(return_by="face", return_max=None)) == faces(
        "S5 H5 DT SJ"
    )


@pytest.mark.parametrize(
    ("hand", "level_order", "face"),
    [
        ("SJ CJ HJ DQ SA HR", "DQ", "SJ CJ"),  # level cards in between
        ("SQ DQ HJ", "SQ DQ", "SQ DQ"),
        ("SJ HJ SB", "SJ HJ", "SJ"),  # a wild counts as a level card; by face it stays out
        ("HJ SB HR", "HJ", "HJ"),  # nothing but wilds and jokers
        ("SB SB HR", "SB", "SB"),
    ],
)
def test_the_lowest_where_nothing_is_low(hand: str, level_order: str, face: str) -> None:
    assert return_options(hand, "J") == faces(level_order)
    assert return_options(hand, "J", rules=Rules(return_by="face")) == faces(face)


# --- settling -------------------------------------------------------------------------------------


def equal_plan(**fields: Any) -> TributePlan:
    rules = Rules(equal_tribute="random", **fields)
    return plan_tribute(DOUBLE, {1: "SA D8", 3: "CA D4"}, "5", rules)


def test_a_single_payer() -> None:
    plan = plan_tribute((2, 1, 3, 0), {0: "SA CA D4"}, "5")
    for card in ("CA", Card.parse("CA")):
        assert settle_tribute(plan, {0: card}) == SettledTribute(
            (PaidTribute(0, 2, Card.parse("CA")),), 0, None
        )


def test_nothing_to_settle() -> None:
    for hands, rules in (({3: "HR HR"}, Rules()), ({3: "SA"}, Rules(tribute=False))):
        plan = plan_tribute(SINGLE, hands, "5", rules)
        wanted = SettledTribute((), 0, None)
        assert settle_tribute(plan, {}) == wanted
        assert settle_tribute(plan, {}, random.Random(1), lot=3) == wanted
        with pytest.raises(NotYourTurn, match="seat 3 pays no tribute") as caught:
            settle_tribute(plan, {3: "HR"})
        assert caught.value.seat == 3


def test_a_draw_is_due() -> None:
    plan = equal_plan()
    with pytest.raises(DrawNeeded) as caught:
        settle_tribute(plan, {1: "SA", 3: "CA"})
    assert caught.value.draw == "tribute_lot"
    assert caught.value.facts["payers"] == (1, 3)


def test_a_draw_is_replayed() -> None:
    near = settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, lot=1)
    assert (settled_pairs(near), near.leader, near.lot) == ([(1, 0, "SA"), (3, 2, "CA")], 1, 1)
    far = settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, lot=3)
    assert (settled_pairs(far), far.leader, far.lot) == ([(3, 0, "CA"), (1, 2, "SA")], 3, 3)


@pytest.mark.parametrize(("lead", "leader"), [("first", 0), ("higher_seat", 3)])
def test_a_draw_that_does_not_touch_the_lead(lead: str, leader: int) -> None:
    plan = equal_plan(equal_tribute_lead=lead)
    assert plan.leader == leader
    for lot in (1, 3):
        settled = settle_tribute(plan, {1: "SA", 3: "CA"}, lot=lot)
        assert (settled.leader, settled.payments[0].payer) == (leader, lot)


def test_draws_take_one_number_and_are_fair() -> None:
    class Given(random.Random):
        """A generator of one given number, and of nothing else."""

        def __init__(self, number: float) -> None:
            super().__init__(0)
            self.numbers = [number]

        def random(self) -> float:
            return self.numbers.pop()

        def getrandbits(self, _: int, /) -> int:
            raise AssertionError("only random() is the same on every Python")

    for number, lot in ((0.0, 1), (0.4999, 1), (0.5, 3), (0.9999, 3)):
        assert settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, Given(number)).lot == lot
    rng = random.Random(7)
    lots = [settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, rng).lot for _ in range(1000)]
    assert 450 < lots.count(1) < 550
    rng = random.Random(7)
    again = [settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, rng).lot for _ in range(10)]
    assert again == lots[:10]


def test_a_recorded_draw_comes_before_the_generator() -> None:
    rng = random.Random(1)
    state = rng.getstate()
    assert settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, rng, lot=3).lot == 3
    # Nor is it touched where nothing is drawn; a lot drawn in advance is then not used either.
    plan = plan_tribute(DOUBLE, {1: "SA", 3: "CK"}, "5", Rules(equal_tribute="random"))
    assert settle_tribute(plan, {1: "SA", 3: "CK"}, rng, lot=3).lot is None
    assert rng.getstate() == state


@pytest.mark.parametrize("lot", [0, 2])
def test_the_lot_falls_on_a_payer(lot: int) -> None:
    with pytest.raises(IllegalAction, match=r"between seats \(1, 3\)") as caught:
        settle_tribute(equal_plan(), {1: "SA", 3: "CA"}, lot=lot)
    assert caught.value.facts == {"lot": lot, "payers": (1, 3)}


def test_choices_that_are_refused() -> None:
    plan = plan_tribute(DOUBLE, {1: "SA CA D8", 3: "SK D4"}, "5")
    with pytest.raises(IllegalAction, match=r"missing \(3,\)") as missing:
        settle_tribute(plan, {1: "SA"})
    assert missing.value.facts == {"missing": (3,)}
    with pytest.raises(IllegalAction, match=r"missing \(1, 3\)"):
        settle_tribute(plan, {})
    with pytest.raises(NotYourTurn, match="seat 2 pays no tribute"):
        settle_tribute(plan, {1: "SA", 2: "SA", 3: "SK"})
    with pytest.raises(NotationError):
        settle_tribute(plan, {1: "SA", 3: "SK", 4: "SA"})
    with pytest.raises(NotationError):
        settle_tribute(plan, {1: "SA", 3: "SK SK"})
    for cards in (["SA", "SK"], "SASK", None):
        with pytest.raises(InputTypeError):
            settle_tribute(plan, cards)  # type: ignore[arg-type]
    with pytest.raises(NotPayable, match="seat 1 cannot pay D8") as unpayable:
        settle_tribute(plan, {1: "D8", 3: "SK"})
    assert unpayable.value.facts == {
        "seat": 1,
        "card": Card.parse("D8"),
        "options": faces("SA CA"),
    }


# --- returns --------------------------------------------------------------------------------------


def test_no_other_card_at_all() -> None:
    for rules in (None, Rules(return_max=None), Rules(return_by="face")):
        assert return_options("", "5", rules=rules) == ()
        assert return_options("SA", "5", received="SA", rules=rules) == ()
        assert return_options("SA SA", "5", received=Card.parse("SA"), rules=rules) == faces("SA")


def test_the_hand_holds_what_it_received() -> None:
    with pytest.raises(CardsNotHeld, match="does not hold SA") as caught:
        return_options("S3 S4", "5", received="SA")
    assert caught.value.facts == {"cards": faces("SA"), "missing": faces("SA")}
    with pytest.raises(NotationError):
        return_options("S3 S4", "5", received="")


# --- against the oracle ---------------------------------------------------------------------------

PLAN_FIELDS: Final = (
    "resist",
    "wild_tribute",
    "double_tribute",
    "equal_tribute",
    "equal_tribute_lead",
)
ONE_TWO: Final = ((0, 2), (2, 0), (1, 3), (3, 1))


def all_rules(*names: str) -> Iterator[tuple[dict[str, Any], Rules]]:
    """Every combination of the values of the fields, as a mapping and as rules."""
    for values in itertools.product(*(oracle.FIELDS[name] for name in names)):
        fields: dict[str, Any] = dict(zip(names, values, strict=True))
        yield fields, Rules(**fields)


def check_settlements(plan: TributePlan, fields: dict[str, Any]) -> None:
    """Settle every choice; the oracle plans for hands of just the cards chosen."""
    level = str(plan.level)
    outcomes: set[tuple[tuple[tuple[int, int], ...], int]] = set()
    options = [payment.options for payment in plan.payments]
    for cards in itertools.product(*options):
        chosen = dict(zip(plan.payers, cards, strict=True))
        # Alone a wild cannot be paid; a level card of another suit is equal to it.
        hands = {
            seat: [f"S{level}" if card.is_wild(plan.level) else str(card)]
            for seat, card in chosen.items()
        }
        wanted = oracle.tribute(plan.finish, hands, level, fields | {"resist": False})
        drawn = wanted["payments"][0]["receiver"] is None
        for lot in plan.payers if drawn else [None]:
            settled = settle_tribute(plan, chosen, lot=lot)
            assert settled.lot == lot
            assert {paid.payer: paid.card for paid in settled.payments} == chosen
            assert settled.payments[0].receiver == plan.finish[0]
            pairs = tuple((paid.payer, paid.receiver) for paid in settled.payments)
            outcomes.add((pairs, settled.leader))
            if drawn:
                assert settled.payments[0].payer == lot
                assert wanted["leader"] in {None, settled.leader}
            else:
                paid_so = tuple((pay["payer"], pay["receiver"]) for pay in wanted["payments"])
                assert (pairs, settled.leader) == (paid_so, wanted["leader"])
    # The plan leaves open exactly what differs.
    leaders = {leader for _, leader in outcomes}
    pairings = {pairs for pairs, _ in outcomes}
    assert plan.leader == (leaders.pop() if len(leaders) == 1 else None)
    if len(pairings) == 1:
        assert pairings == {tuple((pay.payer, pay.receiver) for pay in plan.payments)}
    else:
        assert [pay.receiver for pay in plan.payments] == [None, None]
        assert plan.payers[0] == (plan.finish[0] + 1) % 4


def check_plan(
    finish: Sequence[int],
    hands: Mapping[int, Sequence[str]],
    level: str,
    fields: dict[str, Any],
    rules: Rules,
) -> None:
    plan = plan_tribute(finish, hands, level, rules)
    assert as_facts(plan) == oracle.tribute(clean_finish(finish), hands, level, fields)
    for payment in plan.payments:
        assert list(payment.options) == sorted(payment.options, key=lambda card: card.index)
        assert payment.options == tribute_options(hands[payment.payer], level, rules)
    if plan.payments:
        check_settlements(plan, fields)


def test_all_rules_of_a_double_tribute_like_the_oracle() -> None:
    texts = ("SK", "DK D3", "SA CA", "DA H5", "H5 SK", "S5 SA", "S5 H5", "SB H5", "HR SB")
    cases = [
        (near.split(), far.split())
        for near, far in itertools.product(texts, repeat=2)
        if max(Counter([*near.split(), *far.split()]).values()) <= 2
    ]
    for fields, rules in all_rules(*PLAN_FIELDS):
        for index, (near, far) in enumerate(cases):
            finish = ONE_TWO[index % 4]
            hands = {(finish[0] + 1) % 4: near, (finish[0] + 3) % 4: far}
            check_plan(finish, hands, "5", fields, rules)


HIGH: Final = [card for card in DECK if card.rank.index >= Rank.QUEEN.index]


@st.composite
def deals(draw: st.DrawFn, level: Rank) -> list[list[str]]:
    """Four hands that can be of one deck, rich in equal high cards and in level cards."""
    level_cards = [card for card in DECK if card.rank is level]
    others = draw(st.sampled_from([DECK, (*HIGH, *level_cards), (*HIGH[-8:], *level_cards)]))
    pool = draw(st.permutations([str(card) for card in others if card.rank is not level]))
    pool = [*pool[:12], *draw(st.permutations(list(map(str, level_cards))))[:6]]
    pool = draw(st.permutations(pool))
    size = len(pool) // 4
    hands = [pool[seat * size : (seat + 1) * size] for seat in range(4)]
    # A hand of two could be the two wilds, which no payer holds alone.
    return [hand if set(hand) - {f"H{level}"} else ["S3"] for hand in hands]


@given(
    st.data(),
    st.sampled_from(LEVELS),
    st.sampled_from([*ONE_TWO, *itertools.permutations(range(4))]),
    st.fixed_dictionaries(
        {},
        optional={name: st.sampled_from(oracle.FIELDS[name]) for name in (*PLAN_FIELDS, "tribute")},
    ),
)
def test_any_tribute_like_the_oracle(
    data: st.DataObject, level: Rank, finish: tuple[int, ...], fields: dict[str, Any]
) -> None:
    hands = dict(enumerate(data.draw(deals(level))))
    check_plan(finish, hands, str(level), fields, Rules(**fields))


@given(
    st.data(),
    st.sampled_from(LEVELS),
    st.fixed_dictionaries(
        {},
        optional={
            name: st.sampled_from(oracle.FIELDS[name]) for name in ("return_max", "return_by")
        },
    ),
)
def test_any_return_like_the_oracle(
    data: st.DataObject, level: Rank, fields: dict[str, Any]
) -> None:
    hand = [card for part in data.draw(deals(level))[:2] for card in part]
    low = data.draw(st.sampled_from([[], ["D3"], ["D3", "C9", "DT", "HJ"]]))
    hand += [card for card in low if hand.count(card) < 2]
    received = data.draw(st.sampled_from([None, *hand]))
    found = return_options(hand, level, received=received, rules=Rules(**fields))
    assert sorted(map(str, found)) == oracle.return_options(hand, str(level), received, fields)
    assert list(found) == sorted(found, key=lambda card: card.index)
