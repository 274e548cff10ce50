"""The cards that stand for a shape: those whose loss hurts the hand least.

The rule is that of `guandan._kernel.represent`, here once more in the long way: of all plays of a
shape the list has, the one that it prefers.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan import DECK, Card, Combo, Hand, Kind, LegalPlays, Rank, Rules, Suit, legal_plays
from guandan.cards import LEVELS

WORTH = [0, -2, 2, 5, 14, 18, 23, 28, 33]
SUITS = tuple(Suit)


def shape(hand: str, level: str, kind: str, rank: str, **wanted: object) -> str:
    """The text of the play that stands for the one shape of this kind, rank and so on."""
    rules = wanted.pop("rules", None)
    assert rules is None or isinstance(rules, Rules)
    found = [
        play
        for play in legal_plays(hand, level, rules=rules).shapes()
        if play.kind == kind
        and play.rank == rank
        and all(getattr(play.shape, name) == value for name, value in wanted.items())
    ]
    assert len(found) == 1, found
    return str(found[0])


# --- the rule in the long way ---------------------------------------------------------------------


def naturals(play: Combo) -> list[Card]:
    return [card for card in play.hand if not card.is_wild(play.level)]


def needed_for_flushes(hand: Hand, level: Rank) -> set[Card]:
    """The faces that a straight flush in hand needs, or one that a single wild completes."""
    held = {card for card in hand if not card.is_wild(level)}
    short = 1 if hand.wilds(level) else 0
    ring = (Rank.ACE, *LEVELS)
    found: set[Card] = set()
    for start in range(10):
        for suit in SUITS:
            run = {Card(rank, suit) for rank in ring[start : start + 5]}
            if len(run & held) >= 5 - short:
                found |= run & held
    return found


def hurt(play: Combo, hand: Hand) -> tuple[int, int]:
    """What it costs to take these ranks: the worth lost, then how high the cards are."""
    held = Counter(card.rank for card in hand if not card.is_wild(play.level))
    taken = Counter(card.rank for card in naturals(play))
    order = [*(rank for rank in LEVELS if rank is not play.level), play.level, *tuple(Rank)[13:]]
    lost = sum(WORTH[held[rank]] - WORTH[held[rank] - taken[rank]] for rank in taken)
    return lost, sum(order.index(rank) * number for rank, number in taken.items())


def by_suits(cards: list[Card], held: Hand, needed: set[Card], number: int) -> list[Card]:
    """So many cards of a rank: spare copies and unneeded cards first, diamonds before spades."""
    last_first = sorted(cards, key=lambda card: -card.index)
    spare: list[Card] = []
    kept: list[Card] = []
    for card in last_first:
        is_last_copy = card in needed and card not in kept
        (kept if is_last_copy else spare).append(card)
    return [*spare, *kept][:number]


def check_choice(view: LegalPlays, play: Combo, same: list[Combo], needed: set[Card]) -> None:
    """Check that of the plays of its shape this is the one that hurts least."""
    hand = view.hand
    assert hurt(play, hand) == min(hurt(other, hand) for other in same)
    taken = Counter(card.rank for card in naturals(play))
    if play.kind is Kind.STRAIGHT_FLUSH:
        return  # its ranks settle its cards
    ideal = Counter[Card]()
    for rank, number in taken.items():
        held = [card for card in hand if card.rank is rank and not card.is_wild(view.level)]
        ideal += Counter(by_suits(held, hand, needed, number))
    chosen = Counter(naturals(play))
    if ideal in [Counter(naturals(other)) for other in same]:
        assert chosen == ideal
        return
    # A flush that may not be played as a straight: one card is of another suit.
    assert play.kind is Kind.STRAIGHT
    assert len({card.suit for card in ideal}) == 1
    [dropped], [given] = list(ideal - chosen), list(chosen - ideal)
    assert dropped.rank is given.rank
    changes = [
        candidate
        for card in ideal
        for candidate in hand
        if candidate.rank is card.rank
        and candidate.suit is not card.suit
        and not candidate.is_wild(view.level)
    ]
    copies = Counter(hand)
    spare = [card for card in changes if card not in needed or copies[card] == 2]
    assert given in (spare or changes)


def check_hand(cards: list[str], level: str, rules: Rules) -> None:
    view = legal_plays(cards, level, rules=rules)
    needed = needed_for_flushes(view.hand, view.level)
    by_shape: dict[object, list[Combo]] = {}
    for play in view:
        by_shape.setdefault(play.shape, []).append(play)
    shapes = view.shapes()
    assert [play.shape for play in shapes] == list(by_shape)
    for play in shapes:
        assert play in by_shape[play.shape]  # so that no barred flush comes out
        check_choice(view, play, by_shape[play.shape], needed)


ALL_RULES = [
    Rules(wild_straight=wild, straight_flush_as_straight=free)
    for wild in ("any_suit", "flush_only", "mixed_cards")
    for free in (False, True)
]


@st.composite
def clusters(draw: st.DrawFn) -> tuple[list[str], str]:
    """Up to sixteen cards of neighbouring ranks and few suits, with no, one or two wilds."""
    level = draw(st.sampled_from(LEVELS))
    ring = (Rank.ACE, *LEVELS)
    width = draw(st.integers(5, 8))
    start = draw(st.integers(0, len(ring) - width))
    suits = draw(st.sampled_from(["S", "H", "SH", "SD", "HC", "SHCD"]))
    faces = [f"{suit}{rank}" for rank in ring[start : start + width] for suit in suits]
    wild = f"H{level}"
    pool = [face for face in dict.fromkeys(faces) if face != wild] * 2
    places = st.lists(st.sampled_from(range(len(pool))), min_size=5, max_size=14, unique=True)
    cards = [pool[place] for place in draw(places)] + [wild] * draw(st.integers(0, 2))
    return cards, str(level)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_choice_is_the_documented_one(rules: Rules) -> None:
    @given(clusters())
    @settings(max_examples=settings().max_examples * 2)
    def check(drawn: tuple[list[str], str]) -> None:
        check_hand(*drawn, rules)

    check()


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_choice_in_dealt_hands(rules: Rules) -> None:
    rng = random.Random(27)
    for level in LEVELS[::4]:
        wild = Card(level, Suit.HEARTS)
        for wilds in range(3):
            others = [card for card in DECK if card is not wild]
            cards = [*[wild] * wilds, *rng.sample(others, 27 - wilds)]
            check_hand([str(card) for card in cards], str(level), rules)


# --- crafted hands --------------------------------------------------------------------------------


def test_a_single_of_the_rank_is_any_suit_but_the_one_of_a_flush() -> None:
    assert shape("S5 H5 C5 D5", "2", "single", "5") == "D5"
    assert shape("D5 D6 D7 D8 D9 S5", "2", "single", "5") == "S5"
    assert shape("D5 D6 D7 D8 D9", "2", "single", "5") == "D5"


def test_second_copies_go_first() -> None:
    # Both fives of diamonds: one stays in the flush.
    assert shape("D5 D5 D6 D7 D8 D9", "2", "single", "5") == "D5"
    assert shape("D5 D5 S5 D6 D7 D8 D9", "2", "pair", "5") == "S5 D5"
    assert shape("S5 S5 H5 S6 S7 S8 S9", "2", "pair", "5") == "S5 H5"
    assert shape("S5 S5 D5 S6 S7 S8 S9 H5", "2", "triple", "5") == "S5 H5 D5"


def test_a_run_that_a_wild_completes_is_kept_where_the_hand_holds_one() -> None:
    assert shape("D5 D6 D7 D8 S5", "2", "single", "5") == "D5"
    assert shape("D5 D6 D7 D8 S5 H2", "2", "single", "5") == "S5"
    # Two wilds complete a run of three as well, but it is not kept for that.
    assert shape("D5 D6 D7 S5 H2 H2", "2", "single", "5") == "D5"


def test_the_ace_at_the_low_end_is_kept_too() -> None:
    assert shape("DA D2 D3 D4 D5 SA", "7", "single", "A") == "SA"
    assert shape("DT DJ DQ DK DA SA", "7", "single", "A") == "SA"


def test_wilds_take_the_place_that_keeps_a_bomb() -> None:
    # 44 55 66: a wild may be any of them; four nines stay whole, the lone card goes.
    hand = "S4 D4 S5 H5 C5 D5 S6 D6 H2"
    assert shape(hand, "2", "tube", "6", wilds=1) == "S4 D4 D5 H2=5 S6 D6"
    # of a plate: three of the four fives, or two
    assert shape("S4 D4 C4 S5 H5 C5 D5 H2", "2", "plate", "5", wilds=1) == "S4 C4 D4 C5 D5 H2=5"


def test_wilds_take_the_place_that_keeps_pairs_and_triples() -> None:
    # Better a pair is left of three than a lone card of two; best that a lone card goes.
    hand = "S5 S6 D6 D7 C7 H7 S8 D9 H2"
    assert shape(hand, "2", "straight", "9", wilds=1) == "S5 H2=6 D7 S8 D9"
    hand = "S5 S6 D7 C7 H7 S8 D9 H2"
    assert shape(hand, "2", "straight", "9", wilds=1) == "S5 S6 H2=7 S8 D9"
    hand = "S5 S6 D6 D7 C7 S8 D9 H2"
    # Two pairs are worth the same: the higher stays.
    assert shape(hand, "2", "straight", "9", wilds=1) == "S5 D6 H2=7 S8 D9"


def test_a_full_house_takes_the_triple_rather_than_breaking_a_bomb() -> None:
    hand = "S4 D4 C4 S9 H9 C9 D9 H2"
    # 9 over 4: two nines and a wild, with two of the fours; or three and one.
    play = shape(hand, "2", "full_house", "9", pair="4", wilds=1)
    assert play == "C9 D9 H2=9 C4 D4"
    play = shape(hand, "2", "full_house", "4", pair="9", wilds=1)
    assert play == "S4 C4 D4 D9 H2=9"


def test_of_equal_ranks_the_higher_is_kept() -> None:
    assert shape("S5 S6 S7 D8 D9 H2 H2", "2", "straight", "9", wilds=1) == "S5 S6 S7 D8 H2=9"
    # In level order: the level's own rank is the highest of all.
    assert shape("S5 S6 S7 D8 D9 H7 H7", "7", "straight", "9", wilds=1) == "S5 S6 H7=7 D8 D9"


@pytest.mark.parametrize(
    ("hand", "rules", "wanted"),
    [
        # No wild: never a flush, however it is chosen. Diamonds first, but one card.
        ("D5 D6 D7 D8 D9 S7", Rules(), "D5 D6 S7 D8 D9"),
        ("D5 D6 D7 D8 D9 S7 C9", Rules(), "D5 D6 S7 D8 C9"),
        ("D5 D6 D7 D8 D9 S7", Rules(straight_flush_as_straight=True), "D5 D6 S7 D8 D9"),
        ("S5 S6 S7 S8 S9 S5 S6 S7 S8 S9 H7", Rules(), "S5 S6 H7 S8 S9"),
    ],
)
def test_a_straight_without_wilds_is_no_flush(hand: str, rules: Rules, wanted: str) -> None:
    assert shape(hand, "2", "straight", "9", wilds=0, rules=rules).endswith(wanted)


@pytest.mark.parametrize(
    ("wild_straight", "hand", "wanted"),
    [
        # The wild may take another suit: any cards will do.
        ("any_suit", "D5 D6 D7 D8 S5 H2", "S5 D6 D7 D8 H2=9"),
        ("any_suit", "D5 D6 D7 D8 H2", "D5 D6 D7 D8 H2=9"),
        # By flush_only the naturals have to be of two suits.
        ("flush_only", "D5 D6 D7 D8 S7 H2", "D5 D6 S7 D8 H2=9"),
        ("flush_only", "D5 D6 D7 D8 H2", None),
        ("flush_only", "H5 H6 H7 H8 S7 H2", "H5 H6 S7 H8 H2=9"),
        # By mixed_cards only five hearts, the wild among them, are barred.
        ("mixed_cards", "D5 D6 D7 D8 H2", "D5 D6 D7 D8 H2=9"),
        ("mixed_cards", "H5 H6 H7 H8 H2", None),
        ("mixed_cards", "H5 H6 H7 H8 D5 H2", "D5 H6 H7 H8 H2=9"),
        ("mixed_cards", "H5 H5 H6 H6 H7 H7 H8 H8 S8 H2", "H5 H6 H7 S8 H2=9"),
    ],
)
def test_a_straight_with_a_wild_is_no_barred_flush(
    wild_straight: str, hand: str, wanted: str | None
) -> None:
    rules = Rules.from_dict({"wild_straight": wild_straight})
    if wanted is None:
        plays = legal_plays(hand, "2", rules=rules)
        assert not any(play.kind is Kind.STRAIGHT for play in plays.shapes())
        assert any(play.kind is Kind.STRAIGHT_FLUSH for play in plays.shapes())
    else:
        assert shape(hand, "2", "straight", "9", wilds=1, rules=rules) == wanted


def test_another_place_for_the_wild_where_the_best_would_be_a_barred_flush() -> None:
    """Only one rank has a second suit, and it is the one that a wild had best replace."""
    rules = Rules(wild_straight="flush_only")
    # The wild as a five keeps the pair of fives, but leaves five hearts to be a flush.
    hand = "D5 S5 D6 D7 D8 D9 H2"
    assert shape(hand, "2", "straight", "9", wilds=1, rules=rules) == "S5 D6 D7 D8 H2=9"
    free = Rules(wild_straight="any_suit")
    assert shape(hand, "2", "straight", "9", wilds=1, rules=free) == "H2=5 D6 D7 D8 D9"


def test_the_changed_card_is_a_spare_one() -> None:
    """Of the cards that keep a straight from being a flush, one that no other flush needs."""
    # Spades five to nine are a flush; hearts six to ten as well; the clubs eight is nobody's.
    hand = "S5 S6 S7 S8 S9 S5 S6 S7 S8 S9 H6 H7 H8 H9 HT C8"
    assert shape(hand, "2", "straight", "9", wilds=0) == "S5 S6 S7 C8 S9"


def test_joker_plays_and_bombs_are_what_they_are() -> None:
    hand = "SB SB HR HR S9 H9 C9 D9 H2 H2"
    assert shape(hand, "2", "joker_bomb", "HR") == "SB SB HR HR"
    assert shape(hand, "2", "pair", "SB") == "SB SB"
    assert shape(hand, "2", "bomb", "9", size=6) == "S9 H9 C9 D9 H2=9 H2=9"
    assert shape(hand, "2", "bomb", "9", size=4, wilds=2) == "C9 D9 H2=9 H2=9"
    assert shape(hand, "2", "full_house", "9", pair="HR", wilds=0) == "H9 C9 D9 HR HR"
    assert shape(hand, "2", "full_house", "9", pair=None) == "H9 C9 D9 H2=* H2=*"
    assert shape(hand, "2", "pair", "2") == "H2 H2"
