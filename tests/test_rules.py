"""The fields of `Rules`, their values, and the presets."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from guandan import GuandanError, Rank, Rules, RulesError
from guandan.rules import DEFAULT, PRESETS, clean_rules
from oracle import FIELDS
from vectors import VECTORS

CHOICES = [(name, value) for name, values in FIELDS.items() for value in dict.fromkeys(values)]
RANK_FIELDS = {"start_level", "return_max"}


def test_the_fields_are_those_of_the_rules() -> None:
    fields = [field.name for field in attrs.fields(Rules) if field.init]
    assert fields == list(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_defaults(name: str) -> None:
    assert getattr(Rules(), name) == FIELDS[name][0]


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_every_value_of_every_field(name: str, value: object) -> None:
    rules = Rules.from_dict({name: value})
    assert getattr(rules, name) == value
    assert type(getattr(rules, name)) is (
        Rank if name in RANK_FIELDS and value is not None else type(value)
    )
    is_default = value == FIELDS[name][0]
    assert rules.to_dict() == ({} if is_default else {name: value})
    assert (rules == Rules()) is is_default
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules
    restored = pickle.loads(pickle.dumps(rules))
    assert restored == copy.copy(rules) == copy.deepcopy(rules) == rules
    assert hash(restored) == hash(rules)
    assert restored.kernel_options == rules.kernel_options
    change: Any = {name: value}
    assert Rules().replace(**change) == attrs.evolve(Rules(), **change) == rules


def test_every_value_has_a_worked_case() -> None:
    named = {(name, value) for case in VECTORS for name, value in case.rules.items()}
    sampled = {"start_level", "return_max", "report_at"}  # numbers and ranks: some of many
    wanted = {
        (name, value)
        for name, values in FIELDS.items()
        for value in values[1:]
        if name not in sampled and not isinstance(value, int)
    }
    assert wanted <= named
    assert {name for name, _ in named} == set(FIELDS)


def test_combinations_of_values_have_options_of_their_own() -> None:
    names = [
        "joker_pair_in_full_house",
        "wild_pair_in_full_house",
        "straight_flush_as_straight",
        "wild_straight",
        "straight_flush_above",
        "lead_after_out",
    ]
    seen = {
        Rules(**dict(zip(names, values, strict=True))).kernel_options  # type: ignore[arg-type]
        for values in itertools.product(*(FIELDS[name] for name in names))
    }
    assert len(seen) == 2 * 2 * 2 * 3 * 2 * 2
    others = set(FIELDS) - set(names)
    for name in others:
        for value in FIELDS[name]:
            assert Rules.from_dict({name: value}).kernel_options == DEFAULT.kernel_options


FLAGS = ["joker_pair_in_full_house", "straight_flush_as_straight", "tribute", "resist"]


def _wrong(name: str, *values: object) -> list[tuple[str, object]]:
    return [(name, value) for value in values]


WRONG: list[tuple[str, object]] = [
    *_wrong("start_level", 2, "1", "SB", "t", None, True, [], b"2"),
    *_wrong("return_max", 10, "HR", "", False, "none", float("nan")),
    *_wrong("match_format", "Full", "", None, 1, ["full"], b"full", {}),
    *_wrong("first_lead", 4, -1, True, False, "0", 0.0, None, "Random"),
    *_wrong("report_at", -1, 28, True, "10", 10.0, None, float("nan"), [10]),
    *_wrong("double_win_levels", 2, 5, 3.0, "3", True, None),
    *[(name, value) for name in FLAGS for value in (0, 1)],
    *[(name, value) for name in FLAGS[2:] for value in ("true", None, [True], 1.0)],
    *[
        (name, value)
        for name in FIELDS
        if isinstance(FIELDS[name][0], str) and name not in RANK_FIELDS
        for value in ("no such value", True, object, {"a": 1}, f"{FIELDS[name][0]} ")
    ],
]


@pytest.mark.parametrize(
    ("name", "value"), WRONG, ids=[f"{name}-{type(value).__name__}" for name, value in WRONG]
)
def test_values_that_a_field_does_not_have(name: str, value: object) -> None:
    fields: Any = {name: value}
    makes: list[Callable[[], Rules]] = [
        lambda: Rules(**fields),
        lambda: Rules().replace(**fields),
        lambda: Rules.from_dict(fields),
    ]
    for make in makes:
        with pytest.raises(RulesError) as caught:
            make()
        assert caught.value.field == name
        assert name in str(caught.value)
        assert caught.value.facts["value"] is value or value != value  # NaN


@pytest.mark.parametrize("name", FLAGS[:2])
@pytest.mark.parametrize("value", ["true", None, [True], 1.0], ids=str)
def test_values_that_a_flag_of_the_kernel_does_not_have(name: str, value: object) -> None:
    with pytest.raises(RulesError):
        Rules.from_dict({name: value})


def test_unknown_fields() -> None:
    with pytest.raises(
        RulesError, match="no rules field 'tributes': there are ace_fail, "
    ) as caught:
        Rules.from_dict({"tributes": True})
    assert caught.value.field == "tributes"
    for name in ("kernel_options", "", 5, None):
        with pytest.raises(RulesError, match="no rules field"):
            Rules.from_dict({name: 1})  # type: ignore[dict-item]  # what a file could hold
    with pytest.raises(RulesError):
        Rules().replace(tributes=True)
    with pytest.raises(TypeError):
        Rules(tributes=True)  # type: ignore[call-arg]  # the fault that is tested
    with pytest.raises(TypeError):
        Rules("2")  # type: ignore[call-arg]  # the fault that is tested


@pytest.mark.parametrize("fields", [None, 5, "tribute", [("tribute", True)], {"tribute"}, Rules()])
def test_what_is_no_mapping(fields: Any) -> None:
    with pytest.raises(RulesError, match="rules are a mapping of field names to values"):
        Rules.from_dict(fields)


def test_rules_are_frozen() -> None:
    rules = Rules()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        rules.resist = False  # type: ignore[misc]  # the fault that is tested
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        rules.note = "mine"  # type: ignore[attr-defined]  # the fault that is tested
    assert rules.replace() == rules
    plain = rules.to_dict()
    plain["resist"] = False
    assert rules.to_dict() == {}


def test_a_changed_field_can_be_changed_back() -> None:
    rules = Rules(resist=False, start_level=Rank.TEN, return_max=None)
    assert rules.to_dict() == {"start_level": "T", "resist": False, "return_max": None}
    assert rules.replace(resist=True, start_level="2", return_max="10") == Rules()


def test_a_pickle_means_the_same_in_a_process_that_hashes_otherwise() -> None:
    rules = Rules.preset("njupt")
    hash(rules)  # kept in the value, and not to be kept in the pickle
    script = (
        "import pickle, sys; from guandan import Rules; "
        "rules = pickle.loads(bytes.fromhex(sys.argv[1])); "
        "print(rules in {Rules.preset('njupt')})"
    )
    command = [sys.executable, "-c", script, pickle.dumps(rules).hex()]
    run = subprocess.run(command, capture_output=True, check=True, text=True)
    assert run.stdout.strip() == "True"


# --- presets --------------------------------------------------------------------------------------


PRESET_FIELDS: dict[str, dict[str, object]] = {
    "tournament": {},
    "community": {"level_up": "host_only", "wild_tribute": "optional"},
    "house": {"ace_fail": "to_two_after_three"},
    "plain_jokers": {"joker_pair_in_full_house": False, "both_at_ace": "either"},
    "tabletop": {
        "ace_fail": "to_two_after_three",
        "equal_tribute_lead": "first",
        "first_lead": "turned_card",
    },
    "pagat": {"double_win_levels": 4, "ace_fail": "to_two_after_three", "return_max": None},
    "njupt": {
        "wild_pair_in_full_house": "level_only",
        "wild_straight": "mixed_cards",
        "ace_fail": "njupt",
        "double_tribute": "by_seat",
        "equal_tribute_lead": "higher_seat",
    },
}


@pytest.mark.parametrize(("name", "fields"), PRESET_FIELDS.items())
def test_presets(name: str, fields: dict[str, object]) -> None:
    rules = Rules.preset(name)
    assert rules.to_dict() == fields
    assert rules == Rules.from_dict(fields) == clean_rules(name)


def test_there_are_no_other_presets() -> None:
    assert list(PRESETS) == list(PRESET_FIELDS)


@pytest.mark.parametrize(
    "name", ["", "Tournament", "house ", "default", None, 5, ["house"], b"house"]
)
def test_no_preset(name: Any) -> None:
    with pytest.raises(RulesError, match="no preset .*: there are tournament, community") as caught:
        Rules.preset(name)
    assert caught.value.field == "preset"


def test_rules_in_every_form() -> None:
    rules = Rules(resist=False)
    assert clean_rules(None) is DEFAULT == Rules()
    assert clean_rules(rules) is rules
    assert clean_rules("pagat") == Rules.preset("pagat")
    for value in (5, {"resist": False}, True, object()):
        with pytest.raises(GuandanError):
            clean_rules(value)  # type: ignore[arg-type]  # what an untyped caller could write


def test_presets_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PRESETS["house"]["ace_fail"] = "to_two_after_three"  # type: ignore[index]  # the fault
