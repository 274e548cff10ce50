"""The engine of combinations against the oracle, on hands drawn so that everything occurs.

The oracle looks at every sub-multiset of a hand, so hands are small here: eleven cards, out of a
few neighbouring ranks and a few suits, so that runs, bombs and flushes come up all the time, with
no, one or two wilds and now and then jokers. Whole hands of 27 cards are held against a second
listing at the end of this file, which goes through all the combinations there are instead.
"""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from guandan import (
    Card,
    Combo,
    DoesNotBeat,
    Hand,
    Kind,
    LegalPlays,
    Rank,
    Rules,
    best_reading,
    classify,
    legal_plays,
)
from guandan.cards import FACES, LEVELS
from guandan.notation import ANY_RANK, Stand
from oracle import RANKS, Reading

FIELDS = (
    "joker_pair_in_full_house",
    "wild_pair_in_full_house",
    "straight_flush_as_straight",
    "wild_straight",
    "straight_flush_above",
)
VALUES = [(name, value) for name in FIELDS for value in oracle.FIELDS[name]]
NATURAL = "A" + RANKS


class Scene(NamedTuple):
    """A hand, in no particular order, and what it is played by."""

    cards: list[str]
    level: str
    rules: Rules

    @property
    def options(self) -> dict[str, object]:
        return self.rules.to_dict()

    def classified(self, cards: Iterable[str]) -> list[Reading]:
        return oracle.strongest_first(
            oracle.readings(cards, self.level, self.options), self.level, self.options
        )


def reading_of(combo: Combo) -> Reading:
    suit = None if combo.suit is None else str(combo.suit)
    return Reading(str(combo.kind), str(combo.rank), combo.size, suit)


def play_of(combo: Combo) -> oracle.Play:
    return tuple(sorted(str(card) for card in combo.hand)), reading_of(combo)


# --- what is drawn --------------------------------------------------------------------------------


def rules_by(fixed: dict[str, object] | None = None) -> st.SearchStrategy[Rules]:
    """Rules with any values of the fields that combinations depend on, but for those fixed."""
    drawn = {name: st.sampled_from(oracle.FIELDS[name]) for name in FIELDS}
    return st.fixed_dictionaries(drawn).map(lambda fields: Rules.from_dict(fields | (fixed or {})))


@st.composite
def clusters(draw: st.DrawFn, level: str, most: int, *, least: int = 1) -> list[str]:
    """Cards of a few neighbouring ranks and suits, with some wilds and jokers."""
    wild = "H" + level
    width = draw(st.integers(1, 7))
    start = draw(st.integers(0, len(NATURAL) - width))
    ranks = NATURAL[start : start + width] + draw(st.sampled_from(["", "", level, *RANKS]))
    suits = draw(st.sampled_from(["SHCD", "SHCD", "SH", "SC", "HD", "S", "H"]))
    faces = dict.fromkeys(suit + rank for rank in ranks for suit in suits)
    naturals = [face for face in faces if face != wild] * 2
    jokers = draw(st.sampled_from([[], [], ["SB"], ["HR", "HR"], ["SB", "SB", "HR", "HR"]]))
    wilds = [wild] * draw(st.sampled_from([0, 1, 1, 2, 2]))
    cards = [*wilds, *jokers][:most]
    if naturals:
        room = st.lists(
            st.sampled_from(range(len(naturals))),
            min_size=min(max(least - len(cards), 0), len(naturals)),
            max_size=max(most - len(cards), 0),
            unique=True,
        )
        cards += [naturals[place] for place in draw(room)]
    return draw(st.permutations(cards)) if cards else [draw(st.sampled_from(sorted(faces)))]


@st.composite
def scenes(
    draw: st.DrawFn,
    *,
    level: str | None = None,
    fixed: dict[str, object] | None = None,
    least: int = 1,
    most: int = 11,
) -> Scene:
    """A hand of so many cards, at a level and by rules, as far as they are not given."""
    chosen = level or draw(st.sampled_from(RANKS))
    rules = draw(rules_by(fixed))
    return Scene(draw(clusters(chosen, most, least=least)), chosen, rules)


@st.composite
def planted(draw: st.DrawFn, kind: Kind, level: str) -> list[str]:
    """Cards of a combination of one kind, some of them replaced by wilds."""
    name = "straight" if kind is Kind.STRAIGHT_FLUSH else kind
    signatures = [ranks for ranks, (found, _) in oracle.SHAPES.items() if found == name]
    ranks = draw(st.sampled_from(signatures))
    suits = draw(st.permutations(oracle.SUITS))
    if kind is Kind.STRAIGHT_FLUSH:
        suits = suits[:1]
    turn = itertools.count()
    cards = [
        rank if rank in oracle.JOKERS else suits[next(turn) % len(suits)] + rank for rank in ranks
    ]
    wilds = draw(st.integers(0, 2))
    return [*["H" + level] * wilds, *cards[wilds:]] if wilds < len(cards) else cards


def two_of_each(cards: Iterable[str], most: int) -> list[str]:
    """The first cards, third copies left out."""
    counted = Counter(itertools.islice(cards, most))
    return [card for card, copies in counted.items() for _ in range(min(copies, 2))]


@st.composite
def tables(draw: st.DrawFn, scene: Scene) -> Combo:
    """A play to beat, each kind as likely: a shape of another hand of twelve cards, or the hand's.

    What the hand itself could lead is just not beaten by it, and the next higher is.
    """
    kind = draw(st.sampled_from(Kind))
    other = scene.cards
    if draw(st.booleans()):
        cards = [*draw(planted(kind, scene.level)), *draw(clusters(scene.level, 12, least=8))]
        other = two_of_each(cards, 12)
    shapes = legal_plays(other, scene.level, rules=scene.rules).shapes()
    return draw(st.sampled_from([shape for shape in shapes if shape.kind is kind] or shapes))


@st.composite
def followings(
    draw: st.DrawFn, level: str | None = None, fixed: dict[str, object] | None = None
) -> tuple[Scene, list[Combo]]:
    """A scene, often with a combination planted in it, and some plays to beat."""
    scene = draw(scenes(level=level, fixed=fixed, least=4))
    if draw(st.booleans()):
        plant = draw(planted(draw(st.sampled_from(Kind)), scene.level))
        cards = two_of_each([*plant, *scene.cards], 11)
        scene = scene._replace(cards=draw(st.permutations(cards)))
    return scene, draw(st.lists(tables(scene), min_size=1, max_size=3))


# --- the readings of cards ------------------------------------------------------------------------


@st.composite
def selections(draw: st.DrawFn) -> Scene:
    """Cards that often are a play: one that a hand could make, or one with a card changed."""
    scene = draw(scenes(least=5, most=12))
    shapes = legal_plays(scene.cards, scene.level, rules=scene.rules).shapes()
    cards = [str(card) for card in draw(st.sampled_from(shapes)).cards]
    change = draw(st.sampled_from(["none", "none", "less", "more", "wilder"]))
    if change == "less":
        cards.pop(draw(st.integers(0, len(cards) - 1)))
    elif change == "more":
        cards.append(draw(st.sampled_from(scene.cards)))
    elif change == "wilder":
        cards[draw(st.integers(0, len(cards) - 1))] = "H" + scene.level
    cards = two_of_each(cards, 12)
    return scene._replace(cards=draw(st.permutations(cards)) if cards else [])


@given(selections())
@settings(max_examples=settings().max_examples * 12)
def test_readings_are_the_oracles_strongest_first(scene: Scene) -> None:
    found = classify(scene.cards, scene.level, scene.rules)
    assert [reading_of(combo) for combo in found] == scene.classified(scene.cards)
    wilds = [card for card in scene.cards if card == "H" + scene.level]
    for combo in found:
        assert combo.hand == Hand(scene.cards)
        assert len(combo.stands_for) == combo.wilds == len(wilds)


@given(scenes(most=11), st.randoms(use_true_random=False))
@settings(max_examples=settings().max_examples * 8)
def test_readings_of_any_cards(scene: Scene, rng: random.Random) -> None:
    for size in range(1, len(scene.cards) + 1):
        cards = rng.sample(scene.cards, size)
        found = classify(cards, scene.level, scene.rules)
        assert [reading_of(combo) for combo in found] == scene.classified(cards)


@given(followings())
@settings(max_examples=settings().max_examples * 4)
def test_the_reading_of_an_undeclared_play(drawn: tuple[Scene, list[Combo]]) -> None:
    scene, overs = drawn
    shapes = legal_plays(scene.cards, scene.level, rules=scene.rules).shapes()
    for over, cards in itertools.product(overs, dict.fromkeys(shape.hand for shape in shapes)):
        ordered = scene.classified(map(str, cards))
        assert reading_of(best_reading(cards, scene.level, rules=scene.rules)) == ordered[0]
        beating = [
            reading
            for reading in ordered
            if oracle.beats(reading, reading_of(over), scene.level, scene.options)
        ]
        if beating:
            best = best_reading(cards, scene.level, over=over, rules=scene.rules)
            assert reading_of(best) == beating[0]
        else:
            with pytest.raises(DoesNotBeat):
                best_reading(cards, scene.level, over=over, rules=scene.rules)


# --- what beats what ------------------------------------------------------------------------------


@given(scenes(least=8, most=12), st.data())
@settings(max_examples=settings().max_examples * 2)
def test_beats(scene: Scene, data: st.DataObject) -> None:
    """All pairs of the shapes of a hand, and some of other hands."""
    combos = list(legal_plays(scene.cards, scene.level, rules=scene.rules).shapes())
    combos += data.draw(st.lists(tables(scene), max_size=5))
    readings = {combo: reading_of(combo) for combo in combos}
    for one, two in itertools.product(combos, repeat=2):
        wanted = oracle.beats(readings[one], readings[two], scene.level, scene.options)
        assert one.beats(two) is wanted
        if one.kind is two.kind or (one.is_bomb and two.is_bomb):
            assert (one.strength > two.strength) is wanted
        assert one.is_bomb is (one.kind in BOMBS)


BOMBS = (Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.JOKER_BOMB)


# --- what may be played ---------------------------------------------------------------------------


def check_list(scene: Scene, over: Combo | None) -> None:
    """Check everything about the list of legal plays of one hand over one table."""
    view = legal_plays(scene.cards, scene.level, over=over, rules=scene.rules)
    table = None if over is None else reading_of(over)
    wanted = oracle.legal(scene.cards, scene.level, table, scene.options)
    listed = list(view)
    assert {play_of(play) for play in listed} == wanted
    assert len(listed) == len(wanted) == len(view)
    assert bool(view) is bool(wanted)
    for play in listed:
        assert play in view
        assert play in classify(play.hand, scene.level, scene.rules)
    # The order is the documented one, and it is that of the cards however they are given.
    assert (
        list(legal_plays(sorted(scene.cards), scene.level, over=over, rules=scene.rules)) == listed
    )
    check_order(view, listed)
    shapes = view.shapes()
    assert [play.shape for play in shapes] == list(dict.fromkeys(play.shape for play in listed))
    assert set(shapes) <= set(listed)


def check_order(view: LegalPlays, listed: list[Combo]) -> None:
    keys = [listing_key(play, view) for play in listed]
    assert keys == sorted(keys)
    for before, after in itertools.pairwise(listed):
        if before.shape == after.shape:
            one, two = naturals_of(before), naturals_of(after)
            if [card.rank for card in one] != [card.rank for card in two]:
                assert takes_of(before) > takes_of(after)
            else:
                assert [card.index for card in one] < [card.index for card in two]


def naturals_of(combo: Combo) -> list[Card]:
    return [card for card in combo.cards if not card.is_wild(combo.level)]


def takes_of(combo: Combo) -> list[int]:
    """How many natural cards each rank gives, in the written order; a full house's pair first."""
    taken = Counter(card.rank for card in naturals_of(combo))
    if combo.kind is Kind.FULL_HOUSE:
        return [-taken[combo.rank]]
    ranks = [slot.card.rank if slot.stand is None else rank_of(slot.stand) for slot in combo.slots]
    return [taken[rank] for rank in dict.fromkeys(ranks)]


def rank_of(stand: Stand) -> Rank:
    assert stand != ANY_RANK
    return stand.rank if isinstance(stand, Card) else Rank(stand)


def listing_key(play: Combo, view: LegalPlays) -> tuple[int, ...]:
    """The place of a play in the list, up to plays of one shape, as its description says."""
    order, natural = oracle.level_order(view.level), oracle.ALL_RANKS
    kind = list(Kind).index(play.kind)
    if play.kind is Kind.FULL_HOUSE:
        # Within a triple by wilds, then by pairs in natural order, the two wilds last.
        pair = play.shape.pair
        place = 99 if pair is None else natural.index(pair)
        return kind, order.index(play.rank), play.wilds, place
    if play.kind in (Kind.STRAIGHT, Kind.TUBE, Kind.PLATE, Kind.STRAIGHT_FLUSH):
        suit = -1 if play.suit is None else oracle.SUITS.index(play.suit)
        return kind, play.wilds, suit, RANKS.index(play.rank)
    return kind, play.size, play.wilds, order.index(play.rank)


@pytest.mark.parametrize("level", RANKS)
def test_leading_and_following_at_every_level(level: str) -> None:
    @given(followings(level))
    @settings(max_examples=settings().max_examples)
    def check(drawn: tuple[Scene, list[Combo]]) -> None:
        scene, overs = drawn
        for over in (None, *overs):
            check_list(scene, over)

    check()


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_leading_and_following_by_every_option(name: str, value: object) -> None:
    @given(followings(fixed={name: value}))
    @settings(max_examples=settings().max_examples)
    def check(drawn: tuple[Scene, list[Combo]]) -> None:
        scene, overs = drawn
        for over in (None, *overs):
            check_list(scene, over)

    check()


@pytest.mark.parametrize("wilds", range(3))
@pytest.mark.parametrize("size", range(8, 13))
def test_no_size_of_a_hand_changes_the_answer(size: int, wilds: int) -> None:
    """PRF-06 of the field reports: shortcuts for larger hands that lose plays."""

    @given(scenes(least=size, most=size), st.data())
    @settings(max_examples=max(settings().max_examples // 8, 2))
    def check(scene: Scene, data: st.DataObject) -> None:
        wild = "H" + scene.level
        cards = [*[wild] * wilds, *[card for card in scene.cards if card != wild]][:size]
        free = [face for face in sorted(oracle.FACES - {wild}) if face not in cards]
        cards += data.draw(st.permutations(free))[: size - len(cards)]
        exact = scene._replace(cards=cards)
        for over in (None, data.draw(tables(scene))):
            check_list(exact, over)

    check()


@given(followings())
def test_in_says_the_same_of_every_selection(drawn: tuple[Scene, list[Combo]]) -> None:
    """Every sub-multiset of a hand, and selections the hand does not hold."""
    scene, overs = drawn
    scene = scene._replace(cards=scene.cards[:8])
    selections = {
        tuple(sorted(cards))
        for size in range(len(scene.cards) + 1)
        for cards in itertools.combinations(scene.cards, size)
    }
    for over in (None, *overs[:1]):
        view = legal_plays(scene.cards, scene.level, over=over, rules=scene.rules)
        table = None if over is None else reading_of(over)
        legal = oracle.legal(scene.cards, scene.level, table, scene.options)
        accepted = {cards for cards, _ in legal}
        for cards in selections:
            assert (cards in view) is (cards in accepted)
            for combo in classify(cards, scene.level, scene.rules):
                assert (combo in view) is ((cards, reading_of(combo)) in legal)
        for play in overs:
            assert (play in view) is (play_of(play) in legal)


# --- there and back -------------------------------------------------------------------------------


@given(scenes(least=5, most=9))
@settings(max_examples=settings().max_examples * 2)
def test_plays_are_read_back(scene: Scene) -> None:
    names: dict[str, object] = {"Combo": Combo, "Rules": Rules}
    for combo in legal_plays(scene.cards, scene.level, rules=scene.rules):
        assert Combo.parse(str(combo), scene.level, scene.rules) == combo
        compact = f"{combo.kind} " + "".join(map(str, combo.slots))
        assert Combo.parse(compact, scene.level, scene.rules) == combo
        assert eval(repr(combo), names) == combo
        again = pickle.loads(pickle.dumps(combo))
        assert again == combo
        assert (hash(again), again.shape) == (hash(combo), combo.shape)
        assert Hand.parse(str(combo.hand)) == combo.hand


# --- whole hands ----------------------------------------------------------------------------------


def takings(cards: list[str], number: int) -> set[tuple[str, ...]]:
    """The distinct ways to take that many of the cards."""
    return set(itertools.combinations(sorted(cards), number))


def sets_of_faces(hand: list[str], level: str) -> Iterator[tuple[str, ...]]:
    """Go through all combinations there are: what the hand could lay down for each, no filter."""
    wild = "H" + level
    wilds = hand.count(wild)
    by_rank: dict[str, list[str]] = {}
    for card in hand:
        if card != wild:
            by_rank.setdefault(card if card in oracle.JOKERS else card[1], []).append(card)
    for ranks in oracle.SHAPES:
        for used in range(min(wilds, len(ranks)) + 1):
            for replaced in set(itertools.combinations(ranks, used)):
                needed = Counter(ranks) - Counter(replaced)
                groups = [takings(by_rank.get(rank, []), number) for rank, number in needed.items()]
                for parts in itertools.product(*groups):
                    yield tuple(sorted([*itertools.chain(*parts), *[wild] * used]))


def all_plays(scene: Scene) -> set[oracle.Play]:
    """Every legal lead: the sets of faces above, read by the oracle."""
    return {
        (cards, reading)
        for cards in set(sets_of_faces(scene.cards, scene.level))
        for reading in oracle.readings(cards, scene.level, scene.options)
    }


@given(scenes(most=9))
@settings(max_examples=10)
def test_the_second_listing_is_right_itself(scene: Scene) -> None:
    assert all_plays(scene) == oracle.legal(scene.cards, scene.level, None, scene.options)


@given(scenes(least=4, most=18), st.data())
@settings(max_examples=max(settings().max_examples // 4, 3))
def test_whole_hands(scene: Scene, data: st.DataObject) -> None:
    """27 cards: a cluster, and any others."""
    deck = Counter(dict.fromkeys(map(str, FACES), 2)) - Counter(scene.cards)
    others = data.draw(st.permutations(sorted(deck.elements())))
    whole = scene._replace(cards=[*scene.cards, *others][:27])
    leads = all_plays(whole)
    for over in (None, data.draw(tables(scene)), data.draw(tables(scene))):
        view = legal_plays(whole.cards, whole.level, over=over, rules=whole.rules)
        wanted = leads
        if over is not None:
            table = reading_of(over)
            wanted = {
                play for play in leads if oracle.beats(play[1], table, whole.level, whole.options)
            }
        listed = list(view)
        assert {play_of(play) for play in listed} == wanted
        assert len(listed) == len(wanted) == len(view)
        assert bool(view) is bool(wanted)
        check_order(view, listed)
        shapes = view.shapes()
        assert [play.shape for play in shapes] == list(dict.fromkeys(p.shape for p in listed))
        assert set(shapes) <= set(listed)


# --- what the strategies reach --------------------------------------------------------------------


def test_everything_occurs() -> None:
    """The strategies are of use only as far as they reach every kind, wild and option."""
    seen: set[object] = set()

    @given(followings())
    @settings(max_examples=300, derandomize=True)
    def collect(drawn: tuple[Scene, list[Combo]]) -> None:
        scene, overs = drawn
        seen.update(("table", over.kind, over.wilds) for over in overs)
        seen.update(("value", name, getattr(scene.rules, name)) for name in FIELDS)
        seen.add(("wilds", scene.cards.count("H" + scene.level)))
        seen.add(("level", scene.level))
        seen.add(("size", len(scene.cards)))
        for over in (None, *overs):
            view = legal_plays(scene.cards, scene.level, over=over, rules=scene.rules)
            seen.update(("play", over and over.kind, play.kind) for play in view.shapes())
            seen.add(("any", over and over.kind, bool(view)))

    collect()
    tables_wanted = {
        ("table", kind, wilds)
        for kind in Kind
        for wilds in range(3)
        if (kind, wilds) != (Kind.SINGLE, 2) and not (kind is Kind.JOKER_BOMB and wilds)
    }
    assert tables_wanted <= seen
    assert {("value", name, value) for name, value in VALUES} <= seen
    assert {("wilds", number) for number in range(3)} <= seen
    assert {("level", level) for level in LEVELS} <= seen
    assert {("size", size) for size in range(4, 12)} <= seen
    assert {("play", None, kind) for kind in Kind} <= seen
    assert {("play", kind, kind) for kind in Kind if kind is not Kind.JOKER_BOMB} <= seen
    ordinary = [kind for kind in Kind if kind not in BOMBS]
    assert {("play", kind, bomb) for kind in ordinary for bomb in BOMBS[:2]} <= seen
    assert {("any", kind, False) for kind in Kind} <= seen
