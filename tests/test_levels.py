"""Finish orders, levels, the ace, and who wins the match (RULES 2, 8, 9)."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from guandan.cards import LEVELS, Rank
from guandan.errors import FinishError, GuandanError, MatchIsOver, StandingError
from guandan.finish import clean_finish, is_double_win, partner_place
from guandan.levels import Standing, promote
from guandan.rules import PRESETS, Rules
from guandan.seats import partner_of, team_of
from vectors import Report, Vector, each, reports, vectors

ONE_TWO: Final = ((0, 2), (2, 0), (1, 3), (3, 1))
ORDERS: Final = tuple(itertools.permutations(range(4)))
FULL: Final = tuple(order for order in ORDERS if partner_of(order[0]) != order[1])
FINISHES: Final = ONE_TWO + FULL

# --- the finish -----------------------------------------------------------------------------------


def test_there_are_twenty_finishes() -> None:
    assert len(FINISHES) == 4 + 16
    assert {clean_finish(finish) for finish in FINISHES} == set(FINISHES)
    assert {clean_finish(order) for order in ORDERS} == set(FINISHES)


@pytest.mark.parametrize("finish", [(0, 2, 1, 3), [0, 2, 3, 1], [0, 2], range(0, 4, 2)])
def test_the_last_two_of_a_double_win_have_no_order(finish: Sequence[int]) -> None:
    assert clean_finish(finish) == (0, 2)


@pytest.mark.parametrize(
    "finish",
    [
        (),
        (0,),
        (0, 1),
        (1, 2),
        (0, 0),
        (0, 1, 2),
        (0, 2, 1),
        (0, 0, 1, 2),
        (0, 2, 1, 1),
        (0, 2, 2, 0),
        (0, 1, 2, 4),
        (0, 1, 2, -1),
        (0, 1, 2, 3, 0),
        (0, 1, 2, True),
        (0.0, 2.0),
        "02",
        "0123",
        {0, 2},
        {0: 1, 2: 3},
        iter((0, 2)),
        None,
        2,
    ],
)
def test_what_no_deal_can_end_in_is_refused(finish: Any) -> None:
    for ask in (clean_finish, is_double_win, partner_place):
        with pytest.raises(FinishError, match=r"such as \(0, 2\)") as caught:
            ask(finish)
        assert caught.value.facts == {"finish": finish}
    with pytest.raises(FinishError):
        promote(Standing.start(), finish)


def test_the_place_of_the_partner() -> None:
    assert [partner_place(finish) for finish in ((1, 3), (1, 0, 3, 2), (1, 0, 2, 3))] == [2, 3, 4]
    for order in ORDERS:
        assert partner_place(order) == order.index(partner_of(order[0])) + 1
        assert is_double_win(order) is (partner_place(order) == 2)


# --- the standing ---------------------------------------------------------------------------------


def test_the_start() -> None:
    assert Standing.start() == Standing((Rank.TWO, Rank.TWO), None, (0, 0), None)
    assert Standing.start(Rules(start_level="T")) == Standing(["10", "T"], None)
    assert Standing.start("njupt") == Standing.start(None)


@pytest.mark.parametrize("level", LEVELS)
def test_every_start_level(level: Rank) -> None:
    assert Standing.start(Rules(start_level=level)).level is level


def test_the_level_is_the_hosts() -> None:
    assert Standing(("5", "9"), 0).level is Rank.FIVE
    assert Standing(("5", "9"), 1).level is Rank.NINE


def test_a_standing_is_a_value() -> None:
    standing = Standing(("5", "A"), 1, (0, 2))
    assert pickle.loads(pickle.dumps(standing)) == standing
    assert {standing: 1}[Standing(["5", "A"], 1, [0, 2])] == 1
    assert standing != Standing(("5", "A"), 0, (0, 2))
    with pytest.raises(AttributeError):
        standing.host = 0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("levels", {"levels": "22"}),
        ("levels", {"levels": "10"}),
        ("levels", {"levels": ("2",)}),
        ("levels", {"levels": ("2", "2", "2")}),
        ("levels", {"levels": ("2", 2)}),
        ("levels", {"levels": ("2", "SB")}),
        ("levels", {"levels": None}),
        ("host", {"host": 2}),
        ("host", {"host": -1}),
        ("host", {"host": True}),
        ("host", {"host": "0"}),
        ("host", {"levels": ("2", "3"), "host": None}),
        ("ace_failures", {"ace_failures": (0,)}),
        ("ace_failures", {"ace_failures": (0, -1)}),
        ("ace_failures", {"ace_failures": (0, "1")}),
        ("ace_failures", {"ace_failures": (False, 0)}),
        ("ace_failures", {"ace_failures": 0}),
        ("winner", {"winner": 2}),
        ("winner", {"winner": False}),
        ("winner", {"winner": "A"}),
    ],
)
def test_a_standing_that_cannot_be_is_refused(field: str, values: dict[str, Any]) -> None:
    sound: dict[str, Any] = {"levels": ("2", "2"), "host": 0}
    with pytest.raises(StandingError, match=f"^{field}: ") as caught:
        Standing(**(sound | values))
    assert caught.value.field == field
    assert isinstance(caught.value, ValueError)
    assert caught.value.code == "standing"


# --- worked cases ---------------------------------------------------------------------------------


@each(vectors("levels"))
def test_worked_case(case: Vector) -> None:
    asked = case.given
    standing = Standing(asked["levels"], asked["host"], asked["ace_failures"])
    assert standing.level == case.level
    after = promote(standing, asked["finish"], Rules.from_dict(case.rules))
    won = after.winner is not None
    found = {
        "levels": list(after.levels),
        "next_host": None if won else after.host,
        "next_level": None if won else after.level,
        "winner": after.winner,
        "ace_failures": list(after.ace_failures),
    }
    assert {key: found[key] for key in case.expected} == case.expected


@each(reports("levels"))
def test_field_report(case: Report) -> None:
    standing = Standing(case.given["levels"], case.given["host"])
    assert standing.level == case.level
    after = promote(standing, case.given["finish"])
    assert list(after.levels) == case.correct["levels"]
    assert after.winner == case.correct["winner"]
    assert (after.winner is not None) is case.correct["match_over"]
    if after.winner is None:
        assert after.level == case.correct["next_level"]


# --- the options ----------------------------------------------------------------------------------

DOUBLE, PARTNER_THIRD, PARTNER_LAST = (0, 2), (0, 1, 2, 3), (0, 1, 3, 2)
LOST = (1, 0, 3, 2)
LET_GUESTS_WIN: Final[tuple[dict[str, Any], ...]] = (
    {"ace_pass_in": "any_deal"},
    {"both_at_ace": "either"},
)


def after(
    levels: tuple[str, str],
    host: int | None,
    finish: Sequence[int],
    failures: tuple[int, int] = (0, 0),
    **fields: Any,
) -> Standing:
    return promote(Standing(levels, host, failures), finish, Rules(**fields))


@pytest.mark.parametrize(("steps", "level"), [(3, "5"), (4, "6")])
def test_double_win_levels(steps: int, level: str) -> None:
    assert after(("2", "2"), None, DOUBLE, double_win_levels=steps).levels == (level, "2")
    # A single win is worth the same either way.
    assert after(("2", "2"), None, PARTNER_THIRD, double_win_levels=steps).levels == ("4", "2")


def test_level_up() -> None:
    assert after(("5", "9"), 1, DOUBLE, level_up="any_winner").levels == ("8", "9")
    guests = after(("5", "9"), 1, DOUBLE, level_up="host_only")
    assert (guests.levels, guests.host) == (("5", "9"), 0)
    assert after(("5", "9"), 0, DOUBLE, level_up="host_only").levels == ("8", "9")
    assert after(("2", "2"), None, DOUBLE, level_up="host_only").levels == ("5", "2")


def test_host_only_prevails_over_what_lets_guests_win() -> None:
    for fields in LET_GUESTS_WIN:
        assert after(("A", "A"), 1, DOUBLE, **fields).winner == 0
        assert after(("A", "A"), 1, DOUBLE, level_up="host_only", **fields).winner is None


@pytest.mark.parametrize(
    ("needs", "winners"),
    [
        ("partner_not_last", [0, 0, None]),
        ("any_win", [0, 0, 0]),
        ("double_win", [0, None, None]),
    ],
)
def test_ace_pass_needs(needs: str, winners: list[int | None]) -> None:
    found = [
        after(("A", "5"), 0, finish, ace_pass_needs=needs).winner
        for finish in (DOUBLE, PARTNER_THIRD, PARTNER_LAST)
    ]
    assert found == winners


def test_ace_pass_in() -> None:
    assert after(("A", "5"), 1, PARTNER_THIRD, ace_pass_in="own_deal").winner is None
    assert after(("A", "5"), 1, PARTNER_THIRD, ace_pass_in="any_deal").winner == 0
    assert after(("A", "5"), 1, PARTNER_LAST, ace_pass_in="any_deal").winner is None
    # On the ace before the deal, not through it.
    assert after(("Q", "5"), 0, DOUBLE, ace_pass_in="any_deal").winner is None


def test_both_at_ace() -> None:
    assert after(("A", "A"), 1, DOUBLE, both_at_ace="host_only").winner is None
    assert after(("A", "A"), 1, DOUBLE, both_at_ace="either").winner == 0
    assert after(("A", "K"), 1, DOUBLE, both_at_ace="either").winner is None


def test_ace_fail() -> None:
    for finish, counted in (
        (PARTNER_LAST, {"unlimited": 3, "to_two_after_three": 0, "njupt": 3}),
        (LOST, {"unlimited": 3, "to_two_after_three": 0, "njupt": 2}),
    ):
        for ace_fail, failures in counted.items():
            standing = after(("A", "5"), 0, finish, (2, 1), ace_fail=ace_fail)
            assert standing.ace_failures == (failures, 1)
            assert standing.levels[0] == ("A" if failures else "2")
    fourth = after(("A", "5"), 0, PARTNER_LAST, (3, 0), ace_fail="njupt")
    assert (fourth.levels, fourth.host, fourth.level) == (("2", "5"), 0, "2")
    assert fourth.ace_failures == (0, 0)


def test_match_format() -> None:
    single = Rules(match_format="deal", start_level="T")
    for finish in FINISHES:
        ended = promote(Standing.start(single), finish, single)
        assert ended.winner == ended.host == team_of(finish[0])
        assert ended.levels[ended.winner] in {"J", "Q", "K"}
        assert promote(Standing.start(), finish, Rules(match_format="full")).winner is None
    # The single deal is won even where the ace would not have been passed.
    ace = Rules(match_format="deal", start_level="A", ace_pass_needs="double_win")
    assert promote(Standing.start(ace), PARTNER_LAST, ace) == Standing(("A", "A"), 0, (0, 0), 0)


# --- corners --------------------------------------------------------------------------------------


def test_levels_stop_at_the_ace() -> None:
    for level, steps in itertools.product(("J", "Q", "K", "A"), (3, 4)):
        assert after((level, "5"), 1, DOUBLE, double_win_levels=steps).levels == ("A", "5")


def test_a_demotion_goes_to_two_in_a_short_match_too() -> None:
    sent_back = after(("A", "T"), 0, LOST, (2, 0), start_level="T", ace_fail="to_two_after_three")
    assert (sent_back.levels, sent_back.host, sent_back.level) == (("2", "Q"), 1, "Q")


def test_nobody_is_demoted_once_the_match_is_won() -> None:
    # Team 1 wins the match in the deal that is team 0's third failure.
    ended = after(("A", "A"), 0, LOST, (2, 0), ace_fail="to_two_after_three", both_at_ace="either")
    assert ended == Standing(("A", "A"), 1, (3, 0), 1)


def test_a_first_deal_on_the_ace_has_no_host() -> None:
    for finish in FINISHES:
        own = after(("A", "A"), None, finish)
        assert own == Standing(("A", "A"), team_of(finish[0]))  # neither won nor failed
        for fields in LET_GUESTS_WIN:
            won = after(("A", "A"), None, finish, **fields).winner is not None
            assert won is (partner_place(finish) < 4)


def test_njupt_counts_no_win_with_the_partner_third() -> None:
    stays = after(
        ("A", "5"), 0, PARTNER_THIRD, (1, 0), ace_fail="njupt", ace_pass_needs="double_win"
    )
    assert stays == Standing(("A", "5"), 0, (1, 0))


def test_failures_add_up_over_other_deals() -> None:
    rules = Rules(ace_fail="to_two_after_three")
    standing = Standing(("A", "5"), 0)
    for finish in (PARTNER_LAST, LOST, LOST, PARTNER_LAST, PARTNER_LAST):
        assert standing.levels[0] == "A"
        standing = promote(standing, finish, rules)
    # Failed on its own ace; lost it; lost team 1's deal; took the host's place; failed again.
    assert standing == Standing(("2", "9"), 0, (0, 0))


def test_nothing_is_promoted_after_the_match() -> None:
    ended = after(("A", "5"), 0, DOUBLE)
    assert ended == Standing(("A", "5"), 0, (0, 0), 0)
    with pytest.raises(MatchIsOver, match="team 0 has won") as caught:
        promote(ended, DOUBLE)
    assert caught.value.facts == {"winner": 0}


def test_rules_by_name() -> None:
    for name in PRESETS:
        by_name = promote(Standing.start(name), DOUBLE, name)
        assert by_name == promote(Standing.start(), DOUBLE, Rules.preset(name))
    with pytest.raises(GuandanError):
        promote(Standing.start(), DOUBLE, "no such preset")


# --- against the oracle ---------------------------------------------------------------------------

LEVEL_FIELDS: Final = (
    "double_win_levels",
    "level_up",
    "ace_pass_needs",
    "ace_pass_in",
    "both_at_ace",
    "ace_fail",
    "match_format",
)


def all_rules(*names: str) -> Iterator[tuple[dict[str, Any], Rules]]:
    """Every combination of the values of the fields, as a mapping and as rules."""
    for values in itertools.product(*(oracle.FIELDS[name] for name in names)):
        fields: dict[str, Any] = dict(zip(names, values, strict=True))
        yield fields, Rules(**fields)


def check_against_oracle(
    standing: Standing, finish: Sequence[int], fields: dict[str, Any], rules: Rules
) -> None:
    before = list(map(str, standing.levels))
    found = promote(standing, finish, rules)
    wanted = oracle.promote(before, standing.host, finish, standing.ace_failures, fields)
    levels, failures = wanted["levels"], wanted["ace_failures"]
    assert found.winner == wanted["winner"]
    assert found.host == (wanted["next_host"] if wanted["winner"] is None else wanted["winner"])
    assert list(found.levels) == levels
    assert list(found.ace_failures) == failures


def test_all_rules_around_the_ace_like_the_oracle() -> None:
    positions: list[tuple[Standing, tuple[int, ...]]] = [
        (Standing(levels, host, (count, 0) if host == 0 else (0, count)), finish)
        for levels in (("A", "A"), ("A", "5"), ("5", "A"))
        for host in (0, 1)
        for count in (0, 2, 3)
        for finish in ((0, 2), (0, 1, 2, 3), (0, 1, 3, 2), (1, 3), (1, 0, 3, 2), (1, 0, 2, 3))
    ]
    positions += [(Standing(("A", "A"), None), finish) for finish in FINISHES]
    for fields, rules in all_rules(*LEVEL_FIELDS):
        for standing, finish in positions:
            check_against_oracle(standing, finish, fields, rules)


LEVEL: Final = st.sampled_from(LEVELS)


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    host = draw(st.sampled_from((None, 0, 1)))
    first = draw(LEVEL)
    second = first if host is None else draw(LEVEL)
    return Standing((first, second), host, draw(st.tuples(*[st.integers(0, 4)] * 2)))


FIELD_VALUES: Final = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(oracle.FIELDS[name]) for name in LEVEL_FIELDS}
)


@given(standings(), st.sampled_from(ORDERS + ONE_TWO), FIELD_VALUES)
def test_any_deal_like_the_oracle(
    standing: Standing, finish: tuple[int, ...], fields: dict[str, Any]
) -> None:
    check_against_oracle(standing, finish, fields, Rules(**fields))


@given(st.lists(st.sampled_from(FINISHES), max_size=60), FIELD_VALUES)
def test_a_match_goes_on_until_it_is_won(
    finishes: list[tuple[int, ...]], fields: dict[str, Any]
) -> None:
    rules = Rules(**fields)
    standing = Standing.start(rules)
    for finish in finishes:
        if standing.winner is not None:
            with pytest.raises(MatchIsOver):
                promote(standing, finish, rules)
            break
        check_against_oracle(standing, finish, fields, rules)
        standing = promote(standing, finish, rules)
        assert standing.host == team_of(finish[0])
        assert standing.winner in {None, standing.host}


def test_who_has_won_was_the_host() -> None:
    for host in (None, 0):
        with pytest.raises(StandingError, match="team 1, which has won the match"):
            Standing(("A", "A"), host, winner=1)
