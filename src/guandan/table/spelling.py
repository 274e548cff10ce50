"""What people type for cards, in any case and in the words of their screen, as the notation."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from guandan import FACES, Kind, Rank, Suit
from guandan.help.names import Words

__all__ = ["plain_signs", "spelled"]

_SIGNS: Final = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
_ARROWS: Final = ("=", "→", "->")
"""What stands between a wild and its stand: in the notation, and on the screen."""

_BETWEEN: Final = ",、"


def plain_signs(text: str) -> str:
    r"""Return a text with the signs of a Chinese keyboard as plain ones, and no space around it.

    >>> plain_signs("？２"), plain_signs(" ♠\ufe0f5 ")
    ('?2', '♠5')
    """
    return unicodedata.normalize("NFKC", text).replace("\ufe0f", "").strip()


def spelled(text: str, words: Words) -> str | None:
    """Return cards, ranks or a written play as the notation spells them; None for anything else.

    Letters may be of any case; suits, ranks and jokers may be called as the screen calls them. A
    wild may be marked with an asterisk, and its stand with an arrow, as on the screen.

    >>> from guandan.help.names import words
    >>> spelled("s9 c9", words()), spelled("bj", words()), spelled("♥2*→7", words())
    ('S9 C9', 'HR', 'H2=7')
    >>> spelled("黑桃5大王", words("zh")), spelled("Herz Dame, kl. Joker", words("de"))
    ('S5 HR', 'HQ SB')
    >>> spelled("dance", words()) is None
    True
    """
    return _Reader(plain_signs(text).casefold(), words).read()


class _Reader:
    def __init__(self, text: str, words: Words) -> None:
        self._text = text
        self._at = 0
        suits = {str(suit): str(suit) for suit in Suit} | _SIGNS
        ranks = {str(rank): str(rank) for rank in Rank if not rank.is_joker} | {"10": "T"}
        jokers = {"BJ": "HR", **{str(card): str(card) for card in FACES[52:]}}
        for suit in Suit:
            suits[words.say(f"suit.{suit}")] = str(suit)
        for rank in Rank:
            if not rank.is_joker:
                ranks[words.say(f"rank.{rank}")] = str(rank)
        for card in map(str, FACES[52:]):
            for key in (f"card.{card}", f"row.{card}"):
                jokers[words.say(key)] = card
        self._suits, self._ranks, self._jokers = map(_folded, (suits, ranks, jokers))

    def read(self) -> str | None:
        found: list[str] = []
        first = self._text.partition(" ")[0]
        if first in list(Kind):
            found.append(first)
            self._at = len(first)
        while self._at < len(self._text):
            sign = self._text[self._at]
            if sign.isspace() or sign in _BETWEEN:
                self._at += 1
                continue
            word = self._written()
            if word is None:
                return None
            found.append(word)
        return " ".join(found)

    def _written(self) -> str | None:
        """Read a card or a rank, with what it stands for if that is written."""
        word = self._word()
        if word is None:
            return None
        self._skip("*")
        if not any(self._skip(arrow) for arrow in _ARROWS):
            return word
        stand = "*" if self._skip("*") else self._word()
        return None if stand is None else f"{word}={stand}"

    def _word(self) -> str | None:
        """Read a card or a rank, the longest that begins here: `Dame` is no ace of diamonds."""
        text, at = self._text, self._at
        found = [_longest(text, at, self._jokers), _longest(text, at, self._ranks)]
        if (suit := _longest(text, at, self._suits)) is not None:
            name, end = suit
            # `Pik 5` is one card; a letter stands beside its rank.
            if end - at > 1 and text.startswith(" ", end):
                end += 1
            if (rank := _longest(text, end, self._ranks)) is not None:
                found.append((name + rank[0], rank[1]))
        best = max((one for one in found if one), key=lambda one: one[1], default=None)
        if best is None:
            return None
        self._at = best[1]
        return best[0]

    def _skip(self, sign: str) -> bool:
        here = self._text.startswith(sign, self._at)
        self._at += len(sign) * here
        return here


def _folded(names: Mapping[str, str]) -> dict[str, str]:
    return {name.casefold(): meant for name, meant in names.items()}


def _longest(text: str, at: int, names: Mapping[str, str]) -> tuple[str, int] | None:
    """Return what the longest name that begins there means, and where it ends."""
    name = max((name for name in names if text.startswith(name, at)), key=len, default=None)
    return None if name is None else (names[name], at + len(name))
