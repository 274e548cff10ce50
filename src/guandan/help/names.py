"""The words of the game in English, German and Chinese, as data (RULES 14).

Each language is a JSON file of keys and sentences in `help/words`; a sentence names in braces what
is put in, in the order its language wants. A translator adds a language with a file of the same
keys, which `read_words` checks; whoever takes the name of a language takes its words, too.

What is counted has a key for each number that is said in another way (`cards.1`) and one for all
`other` numbers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Final

import attrs

from guandan import Card, Combo, GuandanError, Kind, Rank
from guandan.cards import LEVELS
from guandan.errors import shown
from guandan.help.checking import expect

__all__ = ["LANGUAGES", "UnknownLanguage", "Words", "WordsError", "read_words", "words"]

LANGUAGES: Final = ("en", "de", "zh")
"""The languages there are."""

_RUNS: Final = {Kind.STRAIGHT: 5, Kind.STRAIGHT_FLUSH: 5, Kind.TUBE: 3, Kind.PLATE: 2}
"""How many ranks each run has."""


class UnknownLanguage(GuandanError, LookupError):
    """There are no words in this language."""

    code = "unknown_language"
    language: str


class WordsError(GuandanError, ValueError):
    """A file of words is no table, lacks keys or puts in other values; `keys` names them."""

    code = "words"
    keys: tuple[str, ...]


@attrs.frozen
class Words:
    """The words of one language.

    >>> words("de").say("place.1")
    'Erster'
    >>> words("zh").say("out", seat="2号位", place="头游")
    '2号位出完，头游。'
    """

    language: str
    table: Mapping[str, str] = attrs.field(repr=False)

    def say(self, key: str, **values: object) -> str:
        """Return the words of a key, with the values put in.

        Raises:
            WordsError: there is no such key, or a value that its sentence puts in is missing.
        """
        said = self.table.get(key) if isinstance(key, str) else None
        if said is None:
            raise WordsError(f"no words have the key {shown(key)}", keys=(str(key),))
        try:
            return said.format_map(values)
        except KeyError as error:
            raise WordsError(f"the words of {key!r} put in {error} too", keys=(key,)) from None

    def counted(self, key: str, count: int) -> str:
        """Return the words of a key for so many of it.

        Raises:
            WordsError: there is no such key.
            InputTypeError: `count` is no int.

        >>> [words("en").counted("cards", count) for count in (1, 2)]
        ['1 card', '2 cards']
        """
        expect(count, int, "a number")
        own = f"{key}.{count}"
        return self.say(own if own in self.table else f"{key}.other", count=count)

    def kind(self, combo: Combo) -> str:
        """Return what a play is called; a bomb by its number of cards.

        >>> from guandan import classify
        >>> [words(language).kind(classify("S5 H5 C5 D5", "2")[0]) for language in LANGUAGES]
        ['bomb of 4', 'Vierer-Bombe', '四张炸弹']
        """
        expect(combo, Combo, "a play (Combo)")
        if combo.kind is Kind.BOMB:
            return self.say(f"kind.bomb.{combo.size}")
        return self.say(f"kind.{combo.kind}")

    def card(self, card: Card) -> str:
        """Return what a card is called.

        >>> [words(language).card(Card.parse("SA")) for language in LANGUAGES]
        ['ace of spades', 'Pik Ass', '黑桃A']
        """
        expect(card, Card, "a Card")
        if card.suit is None:
            return self.say(f"card.{card}")
        return self.say(
            "face", rank=self.say(f"rank.{card.rank}"), suit=self.say(f"suit.{card.suit}")
        )

    def label(self, combo: Combo) -> str:
        """Return a play's kind with its rank, or the ranks it runs from and to.

        >>> from guandan import classify
        >>> for combo in classify("S5 S6 S8 S9 H2", "2"):
        ...     print(words("en").label(combo), "|", words("zh").label(combo))
        straight flush 5–9 of spades | 黑桃5到9同花顺
        straight 5–9 | 5到9顺子
        """
        expect(combo, Combo, "a play (Combo)")
        key = f"label.{combo.kind}"
        if combo.kind is Kind.JOKER_BOMB:
            return self.kind(combo)
        length = _RUNS.get(combo.kind)
        if length is not None:
            # An ace below the two is one place under it, which is the last of the ranks.
            low = _short(LEVELS[combo.rank.index - length + 1])
            suit = {} if combo.suit is None else {"suit": self.say(f"suit.{combo.suit}")}
            return self.say(key, low=low, high=_short(combo.rank), **suit)
        rank = self._rank(combo.rank)
        if combo.kind is Kind.BOMB:
            return self.say(f"{key}.{combo.size}", rank=rank)
        if combo.kind is not Kind.FULL_HOUSE:
            return self.say(key, rank=rank)
        pair = combo.shape.pair
        if pair is None:
            return self.say(f"{key}.wilds", rank=rank)
        return self.say(key, rank=rank, pair=self._rank(pair))

    def _rank(self, rank: Rank) -> str:
        return self.say(f"rank.{rank}") if rank.is_joker else _short(rank)

    def error(self, error: GuandanError, *, card: Callable[[Card], str] = str) -> str:
        """Return what an error says to a player, by its code or that of the class above it.

        `card` writes the cards that it lists, which stand in the notation otherwise.

        >>> from guandan import Deal, MustLead
        >>> try:
        ...     Deal.at(["S5", "S6", "S7", "S8"], "2", to_act=0).pass_()
        ... except MustLead as error:
        ...     print(words("de").error(error))
        Wer ausspielt, darf nicht passen.
        """
        expect(error, GuandanError, "an error of this library")
        facts = {name: _fact(value, card) for name, value in error.facts.items()}
        codes = [cls.code for cls in type(error).__mro__ if issubclass(cls, GuandanError)]
        keys = [f"error.{code}" for code in codes if f"error.{code}" in self.table]
        fitting = [key for key in keys if _placeholders(self.table[key]) <= set(facts)]
        return self.say(fitting[0], **facts)


def words(language: str | Words = "en") -> Words:
    """Return the words of a language: one of `LANGUAGES`; words themselves are returned as given.

    Raises:
        UnknownLanguage: there is no such language.
    """
    if isinstance(language, Words):
        return language
    if language not in LANGUAGES:
        raise UnknownLanguage(
            f"no words in {shown(language)}: there are {', '.join(LANGUAGES)}", language=language
        )
    return _load(language)


def read_words(text: str, language: str) -> Words:
    """Return the words of another language from the text of its file.

    The keys are those of the English file; `key.1` and the like may be left out or added.

    Raises:
        InputTypeError: the text or the language is no text.
        WordsError: it is no JSON object of texts, lacks keys, or a sentence puts in what the
            English one does not have.

    >>> own = read_words(json.dumps({**words("en").table, "pass": "no bid"}), "en-GB")
    >>> own.say("pass"), words(own) is own
    ('no bid', True)
    """
    expect(text, str, "the text of a file of words")
    expect(language, str, "the name of a language")
    try:
        table: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WordsError(f"the words of {shown(language)} are no JSON: {error}", keys=()) from error
    if not isinstance(table, dict) or not all(isinstance(said, str) for said in table.values()):
        raise WordsError(f"the words of {shown(language)} are no object of keys and texts", keys=())
    english = words("en").table
    missing = tuple(key for key in english if key not in table and _counted(key) in {None, key})
    if missing:
        raise WordsError(f"the words of {shown(language)} lack {_listed(missing)}", keys=missing)
    wrong = tuple(key for key, said in table.items() if not _fits(key, said, english))
    if wrong:
        raise WordsError(
            f"the words of {shown(language)} put in values that are not there, in {_listed(wrong)}",
            keys=wrong,
        )
    return Words(language, table)


@cache
def _load(language: str) -> Words:
    file = resources.files("guandan.help") / "words" / f"{language}.json"
    return Words(language, json.loads(file.read_text(encoding="utf-8")))


def _fits(key: str, said: str, english: Mapping[str, str]) -> bool:
    """Return whether a sentence puts in nothing but what the English one does."""
    like = english.get(key) or english.get(_counted(key) or "", "")
    try:
        return _placeholders(said) <= _placeholders(like)
    except ValueError:  # a brace that is not closed
        return False


def _counted(key: str) -> str | None:
    """Return the key for all other numbers, if the key is one for a number."""
    other = f"{key.rpartition('.')[0]}.other"
    return other if other in words("en").table else None


def _placeholders(said: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(said) if name is not None}


def _listed(keys: tuple[str, ...]) -> str:
    """Return keys as they are listed in a message: the first ones, and how many more there are."""
    first, more = keys[:8], len(keys) - 8
    return ", ".join(first) + (f" and {more} more" if more > 0 else "")


def _short(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else str(rank)


def _fact(value: object, card: Callable[[Card], str]) -> object:
    """Return a fact of an error as it is put in a sentence: cards in a row."""
    if not isinstance(value, tuple):
        return value
    return " ".join(card(one) if isinstance(one, Card) else str(one) for one in value)
