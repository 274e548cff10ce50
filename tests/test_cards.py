"""Cards, ranks, suits, the deck, and the cleaning of what callers give."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from collections.abc import Callable, Iterator

import attrs
import pytest

from guandan import DECK, Card, Hand, InputTypeError, NotationError, Rank, Suit, classify
from guandan.cards import FACES, LEVELS, clean_cards, clean_level
from vectors import shown

S5 = Card.parse("S5")

SPELLINGS = {
    "S5": "S5",
    "HT": "HT",
    "H10": "HT",
    "♠5": "S5",
    "♥10": "HT",
    "♣J": "CJ",
    "♦A": "DA",
    "♠\ufe0f5": "S5",  # the sign as an emoji
    "♥\ufe0f10": "HT",
    " S5\n": "S5",
    "\u3000S5\u00a0": "S5",
    "SB": "SB",
    "HR": "HR",
}

NO_CARDS = [
    *["", " ", "S", "5", "5S", "s5", "st", "S1", "S0", "S11", "SZ", "S 5", "XR", "hr", "sb", "H R"],
    *["S5S6", "S5 S6", "S55", "S5-", "-", "*", "S5=5", "♠", "♠\ufe0f", "\ufe0f5", "S\ufe0f"],
    *["Ｓ５", "S５", "S²", "S٣", "ſ5", "\x00", "S5\x00", "S5\u200b", "\ud800", "S\ud800", "🂥"],
    *["S" * 100_000, "S5" * 100_000, "S5 " * 109],
]

NOT_TEXT: list[object] = [
    *[None, True, 5, 5.0, float("nan"), b"S5", bytearray(b"S5"), memoryview(b"S5"), object()],
    *[["S5"], ("S", "5"), {"S5"}, Hand("S5"), classify("S5", "2")[0], Card, S5],
]


# --- ranks and suits ------------------------------------------------------------------------------


def test_ranks() -> None:
    assert [str(rank) for rank in Rank] == [*"23456789TJQKA", "SB", "HR"]
    assert [rank.index for rank in Rank] == list(range(15))
    assert [rank for rank in Rank if rank.is_joker] == [Rank.SMALL_JOKER, Rank.BIG_JOKER]
    assert tuple(Rank)[:13] == LEVELS


@pytest.mark.parametrize("rank", Rank)
def test_a_rank_is_read_back(rank: Rank) -> None:
    assert Rank.parse(str(rank)) is rank
    assert Rank.parse(rank) is rank
    assert pickle.loads(pickle.dumps(rank)) is rank
    assert copy.deepcopy(rank) is rank


def test_ten_has_two_spellings() -> None:
    assert Rank.parse("10") is Rank.TEN
    assert str(Rank.TEN) == "T"


@pytest.mark.parametrize(
    "text", ["", "1", "11", "t", "a", "B", "R", "sb", " 5", "5 ", "S5", "٣", "\ud800", None, 5, [5]]
)
def test_no_rank(text: object) -> None:
    with pytest.raises(NotationError, match="no rank: write one of 2 3 4"):
        Rank.parse(text)  # type: ignore[arg-type]  # what an untyped caller could write


def test_suits() -> None:
    assert [str(suit) for suit in Suit] == list("SHCD")
    assert [Suit.parse(letter) for letter in "SHCD"] == list(Suit)
    assert [Suit.parse(sign) for sign in "♠♥♣♦"] == list(Suit)


@pytest.mark.parametrize("text", ["", "s", "SS", "spades", "♡", "S ", "\ud800", None, 0, ["S"]])
def test_no_suit(text: object) -> None:
    with pytest.raises(NotationError, match="no suit: write S, H, C or D"):
        Suit.parse(text)  # type: ignore[arg-type]  # what an untyped caller could write


def test_a_suit_as_an_emoji() -> None:
    assert Card.parse("♥\ufe0f5").suit is Suit.HEARTS
    assert Suit.parse("♥\ufe0f") is Suit.HEARTS


# --- cards ----------------------------------------------------------------------------------------


def test_faces_and_deck() -> None:
    assert [str(card) for card in FACES[:6]] == ["S2", "H2", "C2", "D2", "S3", "H3"]
    assert [str(card) for card in FACES[-3:]] == ["DA", "SB", "HR"]
    assert [card.index for card in FACES] == list(range(54))
    assert len(DECK) == 108
    assert Counter(DECK) == dict.fromkeys(FACES, 2)
    assert list(DECK) == sorted(DECK, key=lambda card: card.index)


@pytest.mark.parametrize("card", FACES, ids=str)
def test_a_card_is_one_object_however_it_is_made(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card(card.rank, card.suit) is card
    assert eval(repr(card), {"Card": Card}) is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert card.is_joker is (card.suit is None) is card.rank.is_joker
    assert len(str(card)) == 2


def test_cards_are_frozen() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        S5.rank = Rank.SIX  # type: ignore[misc]  # the fault that is tested
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        S5.note = "mine"  # type: ignore[attr-defined]  # the fault that is tested
    assert str(S5) == "S5"


def test_the_wild_is_the_heart_of_the_level() -> None:
    for level in LEVELS:
        assert [card for card in FACES if card.is_wild(level)] == [Card(level, Suit.HEARTS)]
    assert not Card.parse("HR").is_wild(Rank.BIG_JOKER)


def test_the_wild_of_a_level_given_as_text() -> None:
    assert Card.parse("H5").is_wild("5")
    assert Card.parse("HT").is_wild("10")


@pytest.mark.parametrize(
    ("rank", "suit"),
    [
        (Rank.FIVE, None),
        (Rank.BIG_JOKER, Suit.HEARTS),
        (Rank.SMALL_JOKER, Suit.SPADES),
        (None, None),
        (None, Suit.SPADES),
        (5, Suit.SPADES),
        (Rank.FIVE, "s"),
        (Suit.SPADES, Rank.FIVE),
        ("S5", None),
        (float("nan"), None),
    ],
)
def test_no_such_card(rank: Rank, suit: Suit | None) -> None:
    with pytest.raises(NotationError, match="the thirteen ranks have a suit, the jokers have none"):
        Card(rank, suit)


@pytest.mark.parametrize("rank", [["5"], {"5"}, bytearray(b"5")])
def test_no_card_of_what_cannot_be_hashed(rank: Rank) -> None:
    with pytest.raises(NotationError):
        Card(rank, Suit.SPADES)


@pytest.mark.parametrize(("text", "card"), SPELLINGS.items())
def test_spellings(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize("text", NO_CARDS, ids=shown)
def test_text_that_is_not_one_card(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert not isinstance(caught.value, InputTypeError)
    assert 0 <= caught.value.position <= len(text)


@pytest.mark.parametrize(
    ("text", "position"), [("S1", 1), ("S", 1), ("x5", 0), ("♠\ufe0f1", 2), ("S5 H1", 4)]
)
def test_where_the_text_goes_wrong(text: str, position: int) -> None:
    with pytest.raises(NotationError, match=f"at position {position} of") as caught:
        Card.parse(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_small_letters_get_a_hint() -> None:
    with pytest.raises(NotationError, match="letters are capitals"):
        Card.parse("s5")
    with pytest.raises(NotationError) as caught:
        Card.parse("x5")
    assert "capitals" not in str(caught.value)


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse("S" * 1_000_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("parse", [Rank.parse, Suit.parse, clean_level])
def test_nor_is_one_that_is_no_rank_suit_or_level(parse: Callable[[str], object]) -> None:
    with pytest.raises(NotationError) as caught:
        parse("S" * 1_000_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", NOT_TEXT, ids=lambda value: type(value).__name__)
def test_what_is_not_text(value: str) -> None:
    with pytest.raises(InputTypeError, match="expected a text such as 'S5'"):
        Card.parse(value)


# --- cleaning -------------------------------------------------------------------------------------


class Text(str):
    """A text of a class of its own."""

    __slots__ = ()


@pytest.mark.parametrize(
    "cards",
    [
        "S5 HT SB",
        "S5HTSB",
        "♠5 H10SB",
        "\tS5\nHT\r\nSB ",
        Text("S5 HT SB"),
        ["S5", "HT", "SB"],
        ("S5", Card.parse("HT"), "SB"),
        [Text("S5"), "H10", "SB"],
        {"S5": 1, "HT": 1, "SB": 1}.keys(),
        Hand("S5 HT SB"),
    ],
)
def test_cards_in_every_form(cards: str) -> None:
    assert clean_cards(cards) == (Card.parse("S5"), Card.parse("HT"), Card.parse("SB"))


def test_cards_from_anything_that_can_be_gone_through() -> None:
    assert clean_cards(S5) == (S5,)
    assert clean_cards(card for card in ("S5", "S5")) == (S5, S5)
    assert set(clean_cards({"S5", "H5"})) == {S5, Card.parse("H5")}
    assert clean_cards("") == clean_cards(()) == clean_cards(" \n") == ()
    # A joker's rank is spelled as the card itself; no other rank is a card.
    assert clean_cards([Rank.BIG_JOKER]) == (Card.parse("HR"),)


def test_the_order_is_kept_and_nothing_is_dropped() -> None:
    shuffled = [str(card) for card in reversed(DECK)]
    assert [str(card) for card in clean_cards(" ".join(shuffled))] == shuffled
    assert [str(card) for card in clean_cards(shuffled)] == shuffled


@pytest.mark.parametrize(
    "value",
    [None, True, 5, float("inf"), object(), len, Card, classify("S5", "2")[0]],
    ids=lambda value: type(value).__name__,
)
def test_what_holds_no_cards(value: str) -> None:
    with pytest.raises(InputTypeError, match="expected cards as a text such as 'S5 H5'"):
        clean_cards(value)


@pytest.mark.parametrize(
    "value",
    [
        [None],
        [5],
        [["S5"]],
        ["S5 S6"],
        [""],
        b"S5",
        bytearray(b"S5"),
        [Rank.FIVE],
        [Suit.SPADES],
        Rank.FIVE,
        Suit.SPADES,
        ["S5", Hand("S6")],
        range(3),
        "S5,S6",
        "S5;S6",
        "S5/S6",
    ],
    ids=shown,
)
def test_what_holds_something_else(value: str) -> None:
    with pytest.raises(NotationError):
        clean_cards(value)


def test_endless_cards_end_in_an_error() -> None:
    with pytest.raises(NotationError, match="more cards than the deck's 108"):
        clean_cards(itertools.repeat("S5"))
    with pytest.raises(NotationError, match="more cards than the deck's 108"):
        clean_cards("S5" * 109)
    assert len(clean_cards("S5" * 108)) == 108


def test_an_error_of_the_givers_own_is_left_alone() -> None:
    def cards() -> Iterator[str]:
        yield "S5"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        clean_cards(cards())


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: Rank) -> None:
    assert clean_level(level) is level
    assert clean_level(str(level)) is level
    assert clean_level(Text(str(level))) is level


def test_the_level_ten() -> None:
    assert clean_level("10") is Rank.TEN


@pytest.mark.parametrize(
    "level", ["", "1", "0", "11", "14", "52", "t", "SB", "HR", " 5", "5 ", "S5", "\ud800", "１０"]
)
def test_no_level(level: str) -> None:
    with pytest.raises(NotationError, match="no level: levels are 2 3 4") as caught:
        clean_level(level)
    assert not isinstance(caught.value, InputTypeError)
    assert caught.value.text == level


@pytest.mark.parametrize("joker", [Rank.SMALL_JOKER, Rank.BIG_JOKER])
def test_a_joker_is_no_level(joker: Rank) -> None:
    with pytest.raises(NotationError, match="no level"):
        clean_level(joker)


@pytest.mark.parametrize(
    "level", [None, True, 5, 10, 5.0, float("nan"), b"5", ["5"], S5, Hand("S5")], ids=shown
)
def test_what_is_never_a_level(level: str) -> None:
    with pytest.raises(InputTypeError, match="a level is a Rank or a text") as caught:
        clean_level(level)
    assert repr(level) in str(caught.value)
