"""The kernel's own functions, where the layers above do not show everything they do."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan import DECK, FACES, Hand, Rules
from guandan import _kernel as kernel
from guandan._kernel import choices, codes, offers, packing, takes, words
from guandan._kernel.holding import Holding
from guandan._kernel.represent import complete

# A set of cards as two words, and a level.
hands = st.lists(st.sampled_from(range(108)), unique=True, max_size=30).map(
    lambda places: Hand([DECK[place] for place in places])
)
levels = st.integers(0, 12)
options = st.integers(0, 127).filter(
    lambda bits: not (bits & kernel.WILD_FLUSH_ONLY and bits & kernel.MIXED_CARDS)
)


# --- words ----------------------------------------------------------------------------------------


@given(hands, hands)
def test_words(one: Hand, two: Hand) -> None:
    counts, others = Counter(one), Counter(two)
    assert kernel.faces(one.low, one.high) == sorted(card.index for card in one)
    assert kernel.count_cards(one.low, one.high) == counts.total()
    for face in FACES:
        assert kernel.count_face(one.low, one.high, face.index) == counts[face]
        if counts[face] < 2:
            grown = Hand.from_words(*kernel.add_face(one.low, one.high, face.index))
            assert Counter(grown) == counts + Counter([face])
    for level in range(13):
        assert kernel.count_wilds(one.low, one.high, level) == counts[FACES[4 * level + 1]]
    for rank in range(15):
        pattern = words.pattern_of(one.low, one.high, rank)
        if rank >= kernel.SMALL_JOKER:
            assert pattern == counts[FACES[39 + rank]]
        else:
            copies = [(pattern >> (2 * suit)) & 3 for suit in range(4)]
            assert copies == [counts[FACES[4 * rank + suit]] for suit in range(4)]
            assert words.COUNT[pattern] == sum(copies)
    included = all(counts[face] >= number for face, number in others.items())
    assert kernel.includes(one.low, one.high, two.low, two.high) is included
    too_many = any(number > 2 for number in (counts + others).values())
    assert kernel.overflows(one.low, one.high, two.low, two.high) is too_many


def test_words_have_62_bits_at_most() -> None:
    everything = Hand(DECK)
    assert everything.low.bit_length() <= 62
    assert everything.high.bit_length() <= 62
    assert everything.high >> words.JOKER_SHIFT == 0b1010
    assert Hand("SB SB HR HR").high == words.ALL_JOKERS
    assert kernel.count_cards(everything.low, everything.high) == 108
    assert kernel.faces(0, 0) == []
    assert [2**place for place in range(62)] == words.BITS


def test_the_tables_of_patterns() -> None:
    for copies in itertools.product(range(3), repeat=4):
        pattern = sum(number << (2 * suit) for suit, number in enumerate(copies))
        cards = [suit for suit, number in enumerate(copies) for _ in range(number)]
        for number in range(9):
            ways = sorted(set(itertools.combinations(cards, number)))
            wanted = [sum(1 << (2 * suit) for suit in way) for way in ways]
            assert words.SUBPATTERNS[9 * pattern + number] == wanted
            assert words.WAYS[9 * pattern + number] == len(wanted)
        assert words.SUITS[pattern] == sum(1 << suit for suit in set(cards))
        assert words.RUNS[pattern] == sum(1 << (14 * suit) for suit in set(cards))
    third = 0b11
    assert words.WAYS[9 * third : 9 * third + 9] == [0] * 9


def test_the_two_orders() -> None:
    for level in range(13):
        order = [rank for rank in range(13) if rank != level] + [level, 13, 14]
        assert [kernel.level_position(rank, level) for rank in order] == list(range(15))


# --- plays as integers ----------------------------------------------------------------------------


@given(hands, levels, options)
def test_a_play_unpacks_to_its_cards_and_packs_again(hand: Hand, level: int, bits: int) -> None:
    for play in kernel.plays(hand.low, hand.high, level, bits, kernel.LEAD)[:300]:
        low, high = kernel.unpack(play, level)
        assert kernel.includes(hand.low, hand.high, low, high)
        assert kernel.count_cards(low, high) == kernel.size_of(play)
        assert kernel.pack(play & kernel.SHAPE, low, high, level) == play
        assert kernel.count_wilds(low, high, level) == kernel.wilds_of(play)
        assert kernel.is_reading(play, level, bits)
        assert 0 <= play < 2**61


@given(hands, levels, options, st.data())
def test_an_integer_from_anywhere_is_a_play_or_is_not(
    hand: Hand, level: int, bits: int, data: st.DataObject
) -> None:
    """Whatever number comes in, the answer is the one that its own cards give."""
    found = kernel.plays(hand.low, hand.high, level, bits, kernel.LEAD)
    flips = st.integers(0, 61).map(lambda place: 2**place)
    numbers = data.draw(st.lists(st.integers(-(2**62), 2**62 - 1), max_size=20))
    if found:
        for play in data.draw(st.lists(st.sampled_from(found), max_size=20)):
            numbers += [play ^ data.draw(flips), play ^ data.draw(flips) ^ data.draw(flips)]
    for number in numbers:
        is_play = kernel.is_reading(number, level, bits)
        if not packing.is_sound(number):
            assert not is_play
            continue
        low, high = kernel.unpack(number, level)
        assert is_play is (number in kernel.readings(low, high, level, bits))
        if is_play:
            own = Hand(list(Hand.from_words(low, high)))  # no third copy, or this raises
            assert number in kernel.plays(own.low, own.high, level, bits, kernel.LEAD)


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (-1, "negative"),
        (0xA, "an eleventh kind"),
        (0xF | 1 << 8, "a sixteenth kind"),
        (0x1F0, "a sixteenth rank"),
        (0x100 | 3 << 15, "three wilds"),
        (0x1D0 | 3 << 21, "three small jokers"),
        (0x100 | 3 << 21, "three copies of a face"),
        (0x503 | 13 << 17 | 0x15 << 21 | 3 << 29, "three jokers as a pair"),
        (0x100 | 1 << 21 | 1 << 29, "a second rank in a single"),
        (0x4E9 | 1 << 21, "patterns in a joker bomb"),
        (1 << 62, "too many bits"),
    ],
)
def test_numbers_that_do_not_unpack(number: int, fault: str) -> None:
    assert not packing.is_sound(number), fault
    assert not any(kernel.is_reading(number, level, 1) for level in range(13)), fault


def test_the_parts_of_a_code() -> None:
    for kind, rank, size, wilds in itertools.product(range(10), range(15), range(1, 11), range(3)):
        code = codes.make_code(kind, rank, size, wilds)
        assert [kernel.kind_of(code), kernel.rank_of(code), kernel.size_of(code)] == [
            kind,
            rank,
            size,
        ]
        assert [kernel.wilds_of(code), kernel.suit_of(code), kernel.pair_of(code)] == [wilds, -1, 0]
        assert kernel.suit_of(code | 3 << codes.SUIT_SHIFT) == 2
        assert kernel.pair_of(code | 14 << codes.PAIR_SHIFT) == 14
        assert code & kernel.SHAPE == code


def test_the_ranks_that_a_play_is_made_of() -> None:
    def groups(kind: int, rank: int, pair: int = 0) -> list[int]:
        code = codes.make_code(kind, rank, 5, 0) | pair << codes.PAIR_SHIFT
        return [kernel.group_rank(code, group) for group in range(kernel.group_count(code))]

    assert groups(kernel.SINGLE, 14) == [14]
    assert groups(kernel.BOMB, 3) == [3]
    assert groups(kernel.FULL_HOUSE, 3, 13) == [3, 13]
    assert groups(kernel.FULL_HOUSE, 3, kernel.WILD_PAIR) == [3, kernel.WILD_PAIR]
    assert groups(kernel.STRAIGHT, 3) == [12, 0, 1, 2, 3]
    assert groups(kernel.STRAIGHT_FLUSH, 12) == [8, 9, 10, 11, 12]
    assert groups(kernel.TUBE, 1) == [12, 0, 1]
    assert groups(kernel.PLATE, 0) == [12, 0]
    assert groups(kernel.JOKER_BOMB, 14) == []


@given(hands, hands, levels, options)
def test_strength_orders_what_beats_what(one: Hand, two: Hand, level: int, bits: int) -> None:
    found = [
        code
        for hand in (one, two)
        for code in kernel.shapes(hand.low, hand.high, level, bits, kernel.LEAD)[::5]
    ]
    for a, b in itertools.product(found, repeat=2):
        strong, weak = kernel.strength(a, level, bits), kernel.strength(b, level, bits)
        is_bomb = kernel.kind_of(a) >= kernel.BOMB
        assert (strong >= kernel.BOMB_STRENGTH) is is_bomb
        same_kind = kernel.kind_of(a) == kernel.kind_of(b)
        assert kernel.beats(a, b, level, bits) is (strong > weak and (is_bomb or same_kind))


# --- a hand taken apart ---------------------------------------------------------------------------


@given(hands, levels)
def test_a_holding(hand: Hand, level: int) -> None:
    hold = Holding(hand.low, hand.high, level)
    natural = [card for card in hand if card.index != 4 * level + 1]
    assert hold.wilds == len(hand) - len(natural)
    assert hold.level == level
    assert Hand.from_words(hold.low, hold.high) == Hand(natural)
    by_rank = Counter(card.rank.index for card in natural)
    assert [(hold.counts >> (4 * rank)) & 15 for rank in range(15)] == [
        by_rank[rank] for rank in range(15)
    ]
    columns = [12, *range(13)]
    for mask, least in ((hold.ones, 1), (hold.twos, 2), (hold.threes, 3), (hold.fours, 4)):
        assert mask == sum(1 << at for at, rank in enumerate(columns) if by_rank[rank] >= least)
    held = {(card.rank.index, card.index % 4) for card in natural if not card.is_joker}
    for suit in range(4):
        run = (hold.runs >> (14 * suit)) & 0x3FFF
        assert run == sum(1 << at for at, rank in enumerate(columns) if (rank, suit) in held)


@given(hands, levels, st.data())
def test_a_holding_of_which_cards_are_taken(hand: Hand, level: int, data: st.DataObject) -> None:
    """It is what it would be if it had been made without them."""
    hold = Holding(hand.low, hand.high, level)
    left = hand
    for play in kernel.represent(
        hand.low, hand.high, level, 0, kernel.shapes(hand.low, hand.high, level, 0, kernel.LEAD)
    ):
        low, high = kernel.unpack(play, level)
        cards = Hand.from_words(low, high)
        natural = Hand([card for card in cards if card.index != 4 * level + 1])
        if left.includes(natural) and data.draw(st.booleans()):
            left -= natural
            for rank in range(15):
                pattern = words.pattern_of(natural.low, natural.high, rank)
                if pattern:
                    hold.take(rank, pattern)
            assert fields(hold) == fields(Holding(left.low, left.high, level))
    copy = Holding(0, 0, 0)
    copy.copy_from(hold)
    assert fields(copy) == fields(hold)


def fields(hold: Holding) -> dict[str, int]:
    names = "level low high wilds counts runs ones twos threes fours"
    return {name: getattr(hold, name) for name in names.split()}


@pytest.mark.parametrize(
    ("hand", "used", "bits", "wanted"),
    [
        ("S3 S4 S5 S6 S7", 0, 0, False),
        ("S3 S4 S5 S6 S7", 0, kernel.FLUSH_IS_STRAIGHT, True),
        ("S3 S4 S5 S6 S7 D7", 0, 0, True),
        ("S3 S4 S5 S6", 0, 0, False),
        ("S3 S4 S5 S6", 1, kernel.WILD_FLUSH_ONLY, False),
        ("S3 S4 S5 S6 D6", 1, kernel.WILD_FLUSH_ONLY, True),
        ("S3 S4 S5 S6", 1, 0, True),
        ("S3 S4 S5 S6", 1, kernel.MIXED_CARDS, True),
        ("H3 H4 H5 H6", 1, kernel.MIXED_CARDS, False),
        ("H3 H4 H5 H6 S3", 1, kernel.MIXED_CARDS, True),
        ("H3 H4 H5 H6", 1, 0, True),
        ("S3 S4 S5", 1, 0, False),
        ("S3 S4 S5", 2, 0, True),
    ],
)
def test_straights_that_are_more_than_flushes(
    hand: str, used: int, bits: int, wanted: bool
) -> None:
    cards = Hand(hand)
    hold = Holding(cards.low, cards.high, 0)
    assert bool(offers.straights(hold, bits, used) & 4) is wanted


@given(hands, levels, options, st.data())
def test_shapes_are_counted_and_picked_without_a_list(
    hand: Hand, level: int, bits: int, data: st.DataObject
) -> None:
    hold = Holding(hand.low, hand.high, level)
    led = kernel.shapes(hand.low, hand.high, level, bits, kernel.LEAD)
    over = data.draw(st.sampled_from([kernel.LEAD, *led]))
    found = kernel.shapes(hand.low, hand.high, level, bits, over)
    assert choices.count_shapes(hold, bits, over) == len(found)
    picked = [choices.nth_shape(hold, bits, over, number) for number in range(len(found))]
    assert sorted(picked) == sorted(found)
    assert choices.nth_shape(hold, bits, over, len(found)) < 0
    completed = [complete(hold, code, bits) for code in found]
    assert completed == kernel.represent(hand.low, hand.high, level, bits, found)


# --- takes, plays and their number ----------------------------------------------------------------


def test_takes() -> None:
    for kind, widths in ((4, [1] * 5), (8, [1] * 5), (5, [2] * 3), (6, [3] * 2)):
        for wilds in range(3):
            code = codes.make_code(kind, 5, sum(widths), wilds)
            wanted = [
                list(numbers)
                for numbers in itertools.product(*[range(width, -1, -1) for width in widths])
                if sum(numbers) == sum(widths) - wilds
            ]
            assert takes.takes_of(code) == wanted
    full_house = codes.make_code(kernel.FULL_HOUSE, 5, 5, 2)
    assert takes.takes_of(full_house | 7 << codes.PAIR_SHIFT) == [[1, 2], [2, 1]]
    assert takes.takes_of(full_house | 13 << codes.PAIR_SHIFT) == [[1, 2]]
    assert takes.takes_of(full_house | 15 << codes.PAIR_SHIFT) == [[3, 0]]
    assert takes.takes_of(codes.make_code(kernel.BOMB, 5, 10, 2)) == [[8]]
    assert takes.takes_of(codes.make_code(kernel.SINGLE, 5, 1, 1)) == [[0]]
    assert takes.takes_of(codes.make_code(kernel.JOKER_BOMB, 14, 4, 0)) == [[]]


def test_barred_flushes() -> None:
    natural, wild = (codes.make_code(kernel.STRAIGHT, 5, 5, wilds) for wilds in (0, 1))
    every, hearts = 0b01010101, 0b0100
    for bits, wanted in (
        (0, (every, 0)),
        (kernel.WILD_FLUSH_ONLY, (every, every)),
        (kernel.MIXED_CARDS, (every, hearts)),
        (kernel.FLUSH_IS_STRAIGHT, (0, 0)),
        (kernel.FLUSH_IS_STRAIGHT | kernel.MIXED_CARDS, (0, 0)),
    ):
        found = takes.barred_flushes(natural, bits), takes.barred_flushes(wild, bits)
        assert found == wanted
    flush = codes.make_code(kernel.STRAIGHT_FLUSH, 5, 5, 0)
    assert takes.barred_flushes(flush, 0) == 0


@given(hands, levels, options)
@settings(max_examples=settings().max_examples * 2)
def test_shapes_plays_and_numbers_agree(hand: Hand, level: int, bits: int) -> None:
    leads = kernel.shapes(hand.low, hand.high, level, bits, kernel.LEAD)
    for over in (kernel.LEAD, *leads[:: max(len(leads) // 12, 1)]):
        question = (hand.low, hand.high, level, bits, over)
        found = kernel.shapes(*question)
        listed = kernel.plays(*question)
        assert list(dict.fromkeys(play & kernel.SHAPE for play in listed)) == found
        assert len(set(listed)) == len(listed) == kernel.count_plays(*question)
        assert kernel.has_play(*question) is bool(listed)
        if over != kernel.LEAD:
            stronger = {code for code in leads if kernel.beats(code, over, level, bits)}
            assert set(found) == stronger
        standing = kernel.represent(hand.low, hand.high, level, bits, found)
        assert [play & kernel.SHAPE for play in standing] == found
        assert set(standing) <= set(listed)


def test_the_best_that_a_hand_can_hold() -> None:
    """The largest numbers that occur: all cards, both wilds, every level."""
    everything = Hand(DECK)
    numbers: list[int] = []
    for level in range(13):
        question = (everything.low, everything.high, level, kernel.JOKER_PAIR)
        numbers.append(kernel.count_plays(*question, kernel.LEAD))
        assert all(0 <= code < 2**21 for code in kernel.shapes(*question, kernel.LEAD))
    assert numbers[0] == len(kernel.plays(everything.low, everything.high, 0, 1, kernel.LEAD))
    assert 100_000 < min(numbers) <= max(numbers) < 200_000


# --- the package ----------------------------------------------------------------------------------


def test_the_options_are_those_of_the_rules() -> None:
    assert Rules().kernel_options == kernel.JOKER_PAIR
    bits = [
        *[kernel.JOKER_PAIR, kernel.LEVEL_PAIR_ONLY, kernel.FLUSH_IS_STRAIGHT],
        *[kernel.WILD_FLUSH_ONLY, kernel.MIXED_CARDS, kernel.FLUSH_ABOVE_ALL],
        kernel.NEXT_PLAYER_LEADS,
    ]
    assert bits == [1 << place for place in range(7)]


def test_a_small_hand_has_few_shapes() -> None:
    rng = random.Random(1)
    for _ in range(20):
        small = Hand(rng.sample(DECK, 4))
        assert len(kernel.shapes(small.low, small.high, 0, 1, kernel.LEAD)) < 40
