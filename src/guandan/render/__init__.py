"""Pictures of the game, in three ways.

- `guandan.render.text`: a match as lines of text, trick by trick, for a terminal or a chat.
- `guandan.render.svg`: a card, a hand, a play, a trick or the table as a picture.
- `guandan.render.html`: a whole match as one file that a browser replays, without a server.

All three speak the languages of `guandan.help.names`, and show what they are given: a view or the
events of one seat hold nothing that this seat may not see, so neither does a picture of them.
"""

from __future__ import annotations

from guandan import Card, Combo, Hand, PlayerView

__all__ = ["picture"]


def picture(value: Card | Hand | Combo | PlayerView) -> str:
    """Return the SVG picture of a card, a hand, a play or a view, as notebooks show it.

    Raises:
        InputTypeError: it is none of these.

    >>> from guandan import Hand
    >>> picture(Hand("S5 H5")) == Hand("S5 H5")._repr_svg_()
    True
    """
    # Pictures are loaded when one is drawn: the words for a text need none.
    from guandan.render import svg  # noqa: PLC0415

    match value:
        case Card():
            return svg.card(value)
        case Hand():
            return svg.hand(value)
        case Combo():
            return svg.play(value)
        case _:
            return svg.table(value)
