"""The words of the game in English, German and Chinese, as data (RULES 14).

Each language is a JSON file of keys and sentences in `help/words`; a sentence names in braces what
is put in. Another language is another file with the same keys.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

import attrs

from guandan import Combo, GuandanError, Kind

__all__ = ["LANGUAGES", "UnknownLanguage", "Words", "words"]

LANGUAGES: Final = ("en", "de", "zh")
"""The languages there are."""


class UnknownLanguage(GuandanError, LookupError):
    """There are no words in this language."""

    code = "unknown_language"
    language: str


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
        """Return the words of a key, with the values put in."""
        return self.table[key].format_map(values)

    def kind(self, combo: Combo) -> str:
        """Return what a play is called; a bomb by its number of cards.

        >>> from guandan import classify
        >>> [words(language).kind(classify("S5 H5 C5 D5", "2")[0]) for language in LANGUAGES]
        ['bomb of 4', 'Vierer-Bombe', '四张炸弹']
        """
        if combo.kind is Kind.BOMB:
            return self.say(f"kind.bomb.{combo.size}")
        return self.say(f"kind.{combo.kind}")


@cache
def words(language: str = "en") -> Words:
    """Return the words of a language: one of `LANGUAGES`.

    Raises:
        UnknownLanguage: there is no such language.
    """
    if language not in LANGUAGES:
        raise UnknownLanguage(
            f"no words in {language!r}: there are {', '.join(LANGUAGES)}", language=language
        )
    file = resources.files("guandan.help") / "words" / f"{language}.json"
    return Words(language, json.loads(file.read_text(encoding="utf-8")))
