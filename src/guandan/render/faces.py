"""The drawn cards: suits, ranks, emblems and the back, as pieces of SVG without ids or fonts.

A card is 100 units wide and 140 high. What tells it apart stands at its upper left, `STRIP` wide
and `TOP` high, so that a card of which a fan shows only its left or its top is still known.
"""

from __future__ import annotations

from typing import Final

from guandan import Card, Rank, Stand, Suit

__all__ = [
    "HEIGHT",
    "STRIP",
    "TOP",
    "WIDTH",
    "back",
    "face",
    "stand_mark",
    "wild_mark",
]

WIDTH: Final = 100
HEIGHT: Final = 140
STRIP: Final = 60
"""Units: how much of a card has to show at its left."""
TOP: Final = 46
"""Units: how much of a card has to show at its top."""

_PAPER: Final = "#fffdf6"
_EDGE: Final = "#77705f"
_BLACK: Final = "#191d28"
_RED: Final = "#c4161f"
_GOLD: Final = "#f2b01e"
_BROWN: Final = "#4a3200"
_BLUE: Final = "#24467f"

# Filled, in a box of 100 by 100.
_SUITS: Final = {
    Suit.SPADES: "M50 3C57 22 95 40 95 64C95 77 86 84 76 84C67 84 59 79 55 71C56 82 60 91 69 97H31"
    "C40 91 44 82 45 71C41 79 33 84 24 84C14 84 5 77 5 64C5 40 43 22 50 3Z",
    Suit.HEARTS: "M50 94C20 67 4 50 4 30C4 14 16 5 28 5C38 5 46 11 50 21C54 11 62 5 72 5"
    "C84 5 96 14 96 30C96 50 80 67 50 94Z",
    Suit.CLUBS: "M50 3A21 21 0 0 1 66 38A21 21 0 1 1 55 70C56 82 60 91 69 97H31"
    "C40 91 44 82 45 70A21 21 0 1 1 34 38A21 21 0 0 1 50 3Z",
    Suit.DIAMONDS: "M50 2C60 22 74 38 90 50C74 62 60 78 50 98C40 78 26 62 10 50C26 38 40 22 50 2Z",
}

# Drawn with a pen, in a box as wide as the number says and 100 high.
_STROKES: Final = {
    "2": (60, "M6 27C6 10 18 3 30 3C46 3 54 14 54 27C54 46 38 58 6 97H56"),
    "3": (60, "M7 16C12 7 20 3 30 3C44 3 52 12 52 25C52 40 42 47 25 47C44 47 55 57 55 72"
     "C55 89 44 97 29 97C17 97 9 91 5 81"),
    "4": (60, "M44 97V3L4 69H58"),
    "5": (60, "M52 3H14L10 46C16 40 24 37 32 37C47 37 56 50 56 67C56 86 45 97 29 97"
     "C17 97 9 91 5 81"),
    "6": (60, "M51 12C46 6 39 3 33 3C14 3 4 24 4 56C4 86 14 97 31 97C46 97 56 85 56 67"
     "C56 50 46 39 32 39C18 39 6 48 4 63"),
    "7": (60, "M4 3H56C38 30 26 60 23 97"),
    "8": (60, "M30 46C17 46 9 37 9 25C9 11 18 3 30 3C42 3 51 11 51 25C51 37 43 46 30 46"
     "C15 46 5 57 5 72C5 88 15 97 30 97C45 97 55 88 55 72C55 57 45 46 30 46Z"),
    "9": (60, "M9 88C14 94 21 97 27 97C46 97 56 76 56 44C56 14 46 3 29 3C14 3 4 15 4 33"
     "C4 50 14 61 28 61C42 61 54 52 56 37"),
    "T": (80, "M3 20L16 4V97M57 3C71 3 77 22 77 50C77 78 71 97 57 97C43 97 37 78 37 50"
     "C37 22 43 3 57 3Z"),
    "J": (50, "M44 3V70C44 89 36 97 24 97C12 97 5 90 4 77"),
    "Q": (64, "M31 3C49 3 58 22 58 50C58 78 49 97 31 97C13 97 4 78 4 50C4 22 13 3 31 3Z"
     "M36 70L62 99"),
    "K": (60, "M7 3V97M54 3L8 58M24 40L57 97"),
    "A": (64, "M3 97L32 3L61 97M14 64H50"),
    "O": (60, "M30 3C48 3 56 22 56 50C56 78 48 97 30 97C12 97 4 78 4 50C4 22 12 3 30 3Z"),
    "E": (54, "M52 3H7V97H52M7 48H44"),
    "R": (60, "M7 97V3H32C47 3 54 12 54 26C54 41 46 49 32 49H7M32 49L56 97"),
    "*": (60, "M30 12V88M-3 31L63 69M63 31L-3 69"),
    "=": (60, "M4 34H56M4 66H56"),
}  # fmt: skip

# What the court cards and jokers wear, filled, in a box of 100 by 60.
_CROWN: Final = "M8 60L2 14L28 34L50 2L72 34L98 14L92 60Z"
_CORONET: Final = (
    "M12 60L6 30C22 44 28 40 32 24C42 40 58 40 68 24C72 40 78 44 94 30L88 60Z"
    "M6 14a7 7 0 1 0 .1 0ZM32 6a7 7 0 1 0 .1 0ZM68 6a7 7 0 1 0 .1 0ZM94 14a7 7 0 1 0 .1 0Z"
)
_CAP: Final = "M8 60C4 34 30 18 60 22C84 26 94 42 92 60ZM54 20C58 4 76 -6 98 0C96 18 78 28 62 24Z"
_HAT: Final = (
    "M14 60C10 40 6 26 -2 20C14 14 28 22 34 36C36 18 42 4 50 -6C58 4 64 18 66 36"
    "C72 22 86 14 102 20C94 26 90 40 86 60Z"
)
_BELLS: Final = "M-4 12a8 8 0 1 0 .1 0ZM50 -22a8 8 0 1 0 .1 0ZM104 12a8 8 0 1 0 .1 0Z"
_STAR: Final = "M50 2L62 37L99 38L70 60L80 96L50 75L20 96L30 60L1 38L38 37Z"

# Behind the rank: it is where a card shows of which others cover the right and the bottom.
_LEVEL_CORNER: Final = f'<path fill="{_GOLD}" d="M2 44V10A8 8 0 0 1 10 2H44Z"/>'

_WORN: Final = {Rank.KING: _CROWN, Rank.QUEEN: _CORONET, Rank.JACK: _CAP}


def _filled(path: str, x: float, y: float, size: float, colour: str) -> str:
    """Return a filled path whose box is `size` wide, its upper left at x, y."""
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" fill="{colour}"'
        f' d="{path}"/>'
    )


def _written(sign: str, x: float, y: float, high: float, colour: str, pen: float = 15) -> str:
    """Return a letter or digit `high` units high, centred on x, with its top at y."""
    wide, path = _STROKES[sign]
    scale = high / 100
    return (
        f'<path transform="translate({x - wide * scale / 2:g} {y:g}) scale({scale:g})"'
        f' fill="none" stroke="{colour}" stroke-width="{pen:g}" stroke-linecap="round"'
        f' stroke-linejoin="round" d="{path}"/>'
    )


def _colour(suit: Suit) -> str:
    return _RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else _BLACK


def _paper(fill: str = _PAPER) -> str:
    return (
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{fill}" stroke="{_EDGE}"'
        ' stroke-width="2"/>'
    )


def face(card: Card, *, of_level: bool = False) -> str:
    """Return a card's face; a level card's has a gold corner.

    >>> face(Card.parse("S5")).startswith("<rect"), "text" in face(Card.parse("S5"))
    (True, False)
    """
    if card.suit is None:
        return _joker(card)
    colour = _colour(card.suit)
    suit = _SUITS[card.suit]
    parts = [
        _paper(),
        _LEVEL_CORNER if of_level else "",
        _written(str(card.rank), 20, 9, 32, colour, 17),
        _filled(suit, 36, 13, 23, colour),
    ]
    worn = _WORN.get(card.rank)
    if worn is None:
        large = 66 if card.rank is Rank.ACE else 54
        parts.append(_filled(suit, 58 - large / 2, 92 - large / 2, large, colour))
    else:
        parts += [_filled(worn, 36, 54, 44, _GOLD), _filled(suit, 35, 84, 46, colour)]
    return "".join(parts)


def _joker(card: Card) -> str:
    big = card.rank is Rank.BIG_JOKER
    colour = _RED if big else _BLACK
    parts = [_paper(), _filled(_STAR, 33, 11, 28, _GOLD if big else colour)]
    parts += [
        _written(letter, 18, 10 + 25 * place, 19, colour, 18)
        for place, letter in enumerate("JOKER")
    ]
    # A hat with three bells over a face; the big joker's in colours.
    parts += [
        _filled(_HAT, 39, 72, 42, _RED if big else "#5d6372"),
        _filled(_BELLS, 39, 72, 42, _GOLD if big else "#9aa0ad"),
        f'<circle cx="60" cy="112" r="15" fill="{"#ffe3c4" if big else "#e4e6ea"}"'
        f' stroke="{colour}" stroke-width="2"/>',
        f'<path fill="none" stroke="{colour}" stroke-width="2.5" stroke-linecap="round"'
        ' d="M54 108v2M66 108v2M52 116c4 5 12 5 16 0"/>',
    ]
    return "".join(parts)


def back() -> str:
    """Return the back of a card."""
    return (
        _paper("#fff")
        + f'<rect x="7" y="7" width="86" height="126" rx="5" fill="{_BLUE}"/>'
        + '<path fill="none" stroke="#9db6de" stroke-width="2.5"'
        ' d="M50 16L84 70L50 124L16 70ZM50 40L69 70L50 100L31 70Z"/>'
        + _filled(_STAR, 41, 61, 18, _GOLD)
    )


def wild_mark() -> str:
    """Return what is laid over a wild card: a gold frame and a star."""
    return (
        f'<rect x="3.5" y="3.5" width="93" height="133" rx="7" fill="none" stroke="{_GOLD}"'
        f' stroke-width="6"/>{_filled(_STAR, 66, 10, 25, _GOLD)}'
    )


def stand_mark(stand: Stand) -> str:
    """Return what is laid over a wild that stands for a card, a rank or any rank (`*`)."""
    box = (
        f'<rect x="5" y="48" width="55" height="32" rx="6" fill="{_GOLD}" stroke="{_BROWN}"'
        f' stroke-width="1.5"/>{_written("=", 14, 58, 12, _BROWN, 14)}'
    )
    if isinstance(stand, Card) and stand.suit is not None:
        colour = "#9c0d15" if stand.suit in (Suit.HEARTS, Suit.DIAMONDS) else _BLACK
        return (
            box
            + _written(str(stand.rank), 31, 54, 20, colour, 18)
            + _filled(_SUITS[stand.suit], 41, 56, 16, colour)
        )
    return box + _written(str(stand), 38, 54, 20, _BLACK, 18)
