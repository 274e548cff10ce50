"""The words of the game: every language has the same keys and puts in the same values."""

from __future__ import annotations

import json
import string
from importlib import resources
from itertools import pairwise

import pytest

from guandan import GuandanError, Kind, LeadReason, classify
from guandan.help.names import LANGUAGES, UnknownLanguage, Words, words

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
