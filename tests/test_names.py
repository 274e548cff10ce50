"""The words of the game: every language has the same keys and puts in the same values."""

from __future__ import annotations

import json
import string
from importlib import resources
from itertools import pairwise

import pytest

from guandan import (
    FACES,
    CardsNotHeld,
    Combo,
    Deal,
    GuandanError,
    Kind,
    LeadReason,
    NotPayable,
    Phase,
    Rules,
    classify,
)
from guandan.cards import RANKS, Suit
from guandan.help.names import (
    LANGUAGES,
    UnknownLanguage,
    Words,
    WordsError,
    read_words,
    words,
)
from guandan.render.text import Narrator

OTHERS = [language for language in LANGUAGES if language != "en"]
KEYS = sorted(words("en").table)


def placeholders(sentence: str) -> set[str]:
    """The names that a sentence has in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_the_languages_are_english_german_and_chinese() -> None:
    assert LANGUAGES == ("en", "de", "zh")
    folder = resources.files("guandan.help") / "words"
    assert {file.name for file in folder.iterdir()} == {f"{name}.json" for name in LANGUAGES}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(words(language).table) == list(words("en").table)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", KEYS)
def test_every_language_puts_in_the_same_values(language: str, key: str) -> None:
    assert placeholders(words(language).table[key]) == placeholders(words("en").table[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_clean_one_line_text(language: str) -> None:
    for key, sentence in words(language).table.items():
        assert sentence, key
        assert sentence.isprintable(), key
        assert "{}" not in sentence, key
        assert sentence == sentence.strip(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str) -> None:
    text = (resources.files("guandan.help") / "words" / f"{language}.json").read_text("utf-8")
    pairs: list[tuple[str, str]] = json.loads(text, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_bomb_size_place_and_reason_has_words(language: str) -> None:
    table = words(language).table
    wanted = {f"kind.{kind}" for kind in Kind if kind is not Kind.BOMB}
    wanted |= {f"kind.bomb.{size}" for size in range(4, 11)}
    wanted |= {f"place.{place}" for place in range(1, 5)}
    wanted |= {f"lead.{why}" for why in LeadReason} | {"lead.tribute_higher", "lead.tribute_equal"}
    wanted |= {"card.SB", "card.HR"}
    wanted |= {f"suit.{suit}" for suit in Suit} | {f"rank.{rank}" for rank in RANKS}
    wanted |= {f"phase.{phase}" for phase in Phase}
    assert wanted <= set(table)
    for group in ("kind.", "place.", "card."):
        named = {key: name for key, name in table.items() if key.startswith(group)}
        assert set(named) <= wanted
        assert len(set(named.values())) == len(named), "two things have the same name"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["single", "bomb of 4", "bomb of 10", "joker bomb", "straight flush", "tube"]),
        (
            "de",
            [
                "Einzelkarte",
                "Vierer-Bombe",
                "Zehner-Bombe",
                "Vier-Joker-Bombe",
                "Straight Flush",
                "Doppelstraße",
            ],
        ),
        ("zh", ["单张", "四张炸弹", "十张炸弹", "天王炸", "同花顺", "三连对"]),
    ],
)
def test_plays_are_called_by_their_names(language: str, names: list[str]) -> None:
    plays = [
        "S5",
        "S5 H5 C5 D5",
        "S5 S5 H5 H5 C5 C5 D5 D5 H2 H2",
        "SB SB HR HR",
        "S5 S6 S7 S8 S9",
        "S5 H5 S6 H6 S7 H7",
    ]
    said = words(language)
    assert [said.kind(classify(cards, "2")[0]) for cards in plays] == names


def test_bombs_of_every_size_are_called_by_their_number_of_cards() -> None:
    eight = ["S5", "S5", "H5", "H5", "C5", "C5", "D5", "D5", "H2", "H2"]
    names = [words().kind(classify(" ".join(eight[:size]), "2")[0]) for size in range(4, 11)]
    assert names == [f"bomb of {size}" for size in range(4, 11)]


def test_words_are_loaded_once_and_english_without_a_name() -> None:
    assert words() == words("en") == Words("en", words("en").table)
    assert words("de") is words("de")
    assert repr(words("de")) == "Words(language='de')"


def test_values_are_put_in_as_they_are() -> None:
    assert (
        words("en").say("no.combination", cards="{S5}", level="2") == "{S5} is no play on level 2"
    )
    for one, other in pairwise(LANGUAGES):
        assert words(one).say("levels", first="2", second="A").endswith("2 : A")
        assert words(one).say("pass") != words(other).say("pass")


@pytest.mark.parametrize("language", ["fr", "", "EN", "../words/en", "zh-Hant"])
def test_an_unknown_language_is_refused(language: str) -> None:
    with pytest.raises(UnknownLanguage, match="there are en, de, zh") as caught:
        words(language)
    assert isinstance(caught.value, GuandanError)
    assert isinstance(caught.value, LookupError)
    assert caught.value.code == "unknown_language"
    assert caught.value.language == language
    assert repr(language) in str(caught.value)


# --- Cards, plays and errors --------------------------------------------------------------------


def kinds_of_error(root: type[GuandanError]) -> set[type[GuandanError]]:
    """The class and all below it that the library has."""
    below = {found for cls in root.__subclasses__() for found in kinds_of_error(cls)}
    return {cls for cls in {root, *below} if cls.__module__.startswith("guandan.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_words_of_its_own(language: str) -> None:
    table = words(language).table
    codes = {cls.code for cls in kinds_of_error(GuandanError)}
    assert len(codes) > 30
    assert {f"error.{code}" for code in codes} <= set(table)
    said = [table[f"error.{code}"] for code in codes]
    assert len(set(said)) == len(said)


def test_an_error_is_said_with_its_facts() -> None:
    deal = Deal.at(["S5", "S6", "S7", "S8"], "2", to_act=0)
    with pytest.raises(CardsNotHeld) as caught:
        deal.play("S9")
    assert words("zh").error(caught.value) == "手中没有这些牌。"
    cards = tuple(classify("S5 H5", "2")[0].cards)
    paid = NotPayable("no", options=cards)
    assert words("en").error(paid) == "This card may not be paid; these may: S5 H5"
    assert words("en").error(paid, card=words("en").card) == (
        "This card may not be paid; these may: five of spades five of hearts"
    )
    # Without the fact that the sentence needs, the more general one is said.
    assert words("en").error(NotPayable("no")) == "That is not allowed now."


def test_an_error_of_another_program_is_said_as_the_one_it_is_a_kind_of() -> None:
    class Rained(CardsNotHeld):
        code = "rained"

    assert words("en").error(Rained("wet")) == "The hand does not hold these cards."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    names = [words(language).card(card) for card in FACES]
    assert len(set(names)) == 54
    assert (names[-1] == words(language).say("card.HR")) is True


@pytest.mark.parametrize(
    ("text", "label", "german", "chinese"),
    [
        ("S5", "single 5", "Einzelkarte 5", "单张5"),
        ("ST HT", "pair 10", "Paar 10", "对10"),
        ("HR HR", "pair big joker", "Paar großer Joker", "对大王"),
        ("S3 H3 C3", "triple 3", "Drilling 3", "三个3"),
        ("SB", "single small joker", "Einzelkarte kleiner Joker", "单张小王"),
        ("S9 H9 C9 SK DK", "full house 9 with K", "Full House 9, Paar K", "三个9带对K"),
        (
            "S9 H9 C9 SB SB",
            "full house 9 with small joker",
            "Full House 9, Paar kleiner Joker",
            "三个9带对小王",
        ),
        (
            "S9 D9 C9 H2=* H2=*",
            "full house 9 with the wild cards",
            "Full House 9 mit den Wildcards",
            "三个9带一对逢人配",
        ),
        ("SA H2=2 D3 S4 S5", "straight A–5", "Straße A–5", "A到5顺子"),
        ("ST SJ DQ SK SA", "straight 10–A", "Straße 10–A", "10到A顺子"),
        ("SA DA S2 D2 S3 D3", "tube A–3", "Doppelstraße A–3", "A到3三连对"),
        ("SK DK CK SA DA CA", "plate K–A", "Flugzeug K–A", "K到A钢板"),
        (
            "C3 C4 C5 C6 C7",
            "straight flush 3–7 of clubs",
            "Straight Flush Kreuz 3–7",
            "梅花3到7同花顺",
        ),
        ("S5 H5 C5 D5", "bomb of 4: 5", "Vierer-Bombe 5", "四个5炸弹"),
        ("SB SB HR HR", "joker bomb", "Vier-Joker-Bombe", "天王炸"),
    ],
)
def test_labels_say_kind_and_ranks(text: str, label: str, german: str, chinese: str) -> None:
    combo = Combo.parse(text, "2", Rules())
    assert words("en").label(combo) == label
    assert words("de").label(combo) == german
    assert words("zh").label(combo) == chinese


def test_bombs_of_every_size_have_a_label_in_every_language() -> None:
    nines = ["S9", "S9", "H9", "H9", "C9", "C9", "D9", "D9", "H2", "H2"]
    for size in range(4, 11):
        (combo,) = (one for one in classify(nines[:size], "2") if one.kind is Kind.BOMB)
        said = [words(language).label(combo) for language in LANGUAGES]
        assert said == [f"bomb of {size}: 9", f"{words('de').kind(combo)} 9", said[2]]
        assert said[2] == words("zh").kind(combo).replace("张", "个9")


def test_what_is_counted_is_said_by_its_number() -> None:
    assert [words("de").counted("cards", count) for count in (0, 1, 2)] == [
        "0 Karten",
        "1 Karte",
        "2 Karten",
    ]
    assert words("zh").counted("cards", 1) == "1张牌"


# --- Other languages ----------------------------------------------------------------------------


def file(**changes: str | None) -> str:
    """The English words with changes (None: left out), as the text of a file."""
    table: dict[str, str | None] = {**words("en").table, **changes}
    return json.dumps({key: said for key, said in table.items() if said is not None})


def test_a_language_of_ones_own_is_spoken_like_the_others() -> None:
    own = read_words(file(**{"cards.1": None, "cards.2": "both cards", "pass": "no"}), "own")
    assert own.counted("cards", 1) == "1 cards"
    assert own.counted("cards", 2) == "both cards"
    assert words(own) is own
    assert "no play" in Narrator(own).no_play()


@pytest.mark.parametrize(
    ("text", "keys", "message"),
    [
        ("{", (), "no JSON"),
        ("[]", (), "no object"),
        (json.dumps({"pass": 1}), (), "no object"),
        (file(**{"pass": None, "place.1": None}), ("place.1", "pass"), "lack"),
        (file(**{"pass": "{who}"}), ("pass",), "not there"),
        (file(**{"cards.3": "{number}"}), ("cards.3",), "not there"),
        (file(out="{seat"), ("out",), "not there"),
        (file(extra="{seat}"), ("extra",), "not there"),
    ],
)
def test_words_that_are_not_whole_are_refused(
    text: str, keys: tuple[str, ...], message: str
) -> None:
    with pytest.raises(WordsError, match=message) as caught:
        read_words(text, "own")
    assert caught.value.keys == keys
