"""What pictures say in words: the names of cards, plays and seats, safe to stand in markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape
from typing import Final, TypeAlias

from guandan import SEATS, Card, Combo, InputTypeError, LevelLike, Rank, Seat, Stand
from guandan.help.names import Words

__all__ = [
    "NamesLike",
    "card_label",
    "clean_names",
    "escaped",
    "play_label",
    "seat_label",
    "shortened",
    "text_width",
]

NamesLike: TypeAlias = "Sequence[str] | None"
"""The names of seats 0 to 3; None: they are called by their numbers."""

_LONGEST: Final = 24
_JOINERS: Final = "\u200c\u200d"
"""Invisible, but what some scripts and emoji are joined with."""


def escaped(text: str) -> str:
    """Return a text as it may stand in markup, also within quotes.

    >>> escaped('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(text, quote=True)


def clean_names(names: NamesLike) -> tuple[str, ...] | None:
    """Return four names without what cannot be shown, and cut where they are very long.

    The result is plain text: whoever puts it into markup escapes it.

    Raises:
        InputTypeError: these are not four texts.

    >>> clean_names(["Ann", f"Ben{chr(0)}", "Cem", "D" * 30])
    ('Ann', 'Ben', 'Cem', 'DDDDDDDDDDDDDDDDDDDDDDD…')
    """
    if names is None:
        return None
    # A text is a sequence of texts too, and "Anna" would be four names.
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise _not_names(f"not a value of type {type(names).__name__}")
    if len(names) != len(SEATS):
        raise _not_names(f"and there are {len(names)} of them")
    return tuple(map(_clean_name, names))


def _clean_name(name: object) -> str:
    if not isinstance(name, str):
        raise _not_names(f"and one is a value of type {type(name).__name__}")
    # Control and direction signs, lone surrogates: not in XML, or able to reorder what follows.
    kept = "".join(
        sign for sign in name if unicodedata.category(sign)[0] != "C" or sign in _JOINERS
    ).strip()
    return kept if len(kept) <= _LONGEST else f"{kept[: _LONGEST - 1]}…"


def _not_names(found: str) -> InputTypeError:
    return InputTypeError(
        f"names are a list of four texts, one for each seat from 0 to 3, {found}",
        text=found,
        position=0,
    )


def text_width(text: str) -> float:
    """Return about how wide a text is drawn, in units of its size: rather too much than too little.

    >>> text_width("Anna") < text_width("WWWW") == text_width("东南西北")
    True
    """
    return sum(map(_sign_width, text))


def _sign_width(sign: str) -> float:
    if unicodedata.combining(sign) or unicodedata.category(sign)[0] == "C":
        return 0
    if sign in "il.,:;|'!ijtfr ()I·":
        return 0.45
    if unicodedata.east_asian_width(sign) in "WF" or sign in "WM@%mw—…":
        return 1.05
    return 0.8 if sign.isupper() else 0.68


def shortened(text: str, room: float) -> str:
    """Return a text that is no wider than `room`, with an ellipsis where it had to be cut.

    >>> shortened("Wolfgang Amadeus", 8), shortened("Anna", 8)
    ('Wolfgang A…', 'Anna')
    """
    if text_width(text) <= room:
        return text
    kept = text
    while kept and text_width(f"{kept.rstrip()}…") > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def seat_label(seat: Seat, names: tuple[str, ...] | None, words: Words) -> str:
    """Return the name of a seat; its number in words where it has none."""
    return (names[seat] if names else "") or words.say("seat", seat=seat)


def _rank(rank: Rank, words: Words) -> str:
    if rank is Rank.TEN:
        return "10"
    # Numbers stay figures: in a row of thirteen cards they are read faster than words.
    return words.say(f"rank.{rank}") if rank in "JQKA" else str(rank)


def card_label(
    card: Card, words: Words, *, level: LevelLike | None = None, stand: Stand | None = None
) -> str:
    """Return a card in words: a wild says so, and what it stands for.

    >>> from guandan.help.names import words
    >>> card_label(Card.parse("HT"), words("en"))
    '10 of hearts'
    >>> card_label(Card.parse("H2"), words("en"), stand=Card.parse("SJ"))
    '2 of hearts (wild) as jack of spades'
    """
    if card.suit is None:
        return words.say(f"card.{card}")
    name = words.say("face", rank=_rank(card.rank, words), suit=words.say(f"suit.{card.suit}"))
    if isinstance(stand, Card):
        return words.say("wild.as", card=name, stand=card_label(stand, words))
    if stand is not None:
        meant = _rank(stand, words) if isinstance(stand, Rank) else words.say("wild.any")
        return words.say("wild.as", card=name, stand=meant)
    if level is not None and card.is_wild(level):
        return words.say("wild", card=name)
    return name


def play_label(combo: Combo, words: Words) -> str:
    """Return a play in words: its kind and its cards.

    >>> from guandan import classify
    >>> from guandan.help.names import words
    >>> play_label(classify("S5 D5", "2")[0], words("de"))
    'Paar: Pik 5, Karo 5'
    """
    cards = [card_label(slot.card, words, stand=slot.stand) for slot in combo.slots]
    return f"{words.kind(combo)}: {', '.join(cards)}"
