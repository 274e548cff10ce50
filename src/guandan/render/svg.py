"""Pictures as SVG: a card, a hand, a play, a trick, the table as one seat sees it.

Each function returns the text of one picture that stands by itself: no file beside it, no font to
load, no ids that could meet those of another picture on the same page. Whoever cannot see it is
told what it shows, by a title for the whole and one for each card. Notebooks draw cards, hands,
plays and views by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import attrs

from guandan import (
    SEATS,
    Card,
    CardsLike,
    Combo,
    Hand,
    InputTypeError,
    LevelLike,
    PlayerView,
    Rank,
    RulesLike,
    Seat,
    Stand,
    legal_plays,
    next_seat,
    partner_of,
)
from guandan.cards import clean_level
from guandan.help.checking import expect, expect_plays, expect_turns, wrong
from guandan.help.names import Words, words
from guandan.render import faces
from guandan.render.faces import HEIGHT, STRIP, TOP, WIDTH
from guandan.render.labels import (
    NamesLike,
    card_label,
    clean_names,
    escaped,
    play_label,
    seat_label,
    shortened,
    text_width,
)

__all__ = ["card", "hand", "play", "table", "trick"]

_ROW: Final = 14
"""Cards in one row of a hand: on a phone their ranks are still 14 pixels high."""
_GAP: Final = 18
_TEXT: Final = 24
"""Units: the size of letters."""
_FELT: Final = "#17553a"
_LIGHT: Final = "#f4f1e6"
_DIM: Final = "#b9cdbf"
_LOUD: Final = "#ffd257"


@attrs.frozen
class _Piece:
    """Part of a picture, drawn with its upper left at 0, 0."""

    markup: str
    wide: float
    high: float

    def at(self, x: float, y: float, scale: float = 1) -> str:
        """Return the markup moved to a place."""
        smaller = "" if scale == 1 else f" scale({scale:g})"
        return f'<g transform="translate({x:g} {y:g}){smaller}">{self.markup}</g>'


# --- The pictures ------------------------------------------------------------------------------


def card(
    card: Card | str,
    level: LevelLike | None = None,
    *,
    stand: Stand | None = None,
    language: str = "en",
) -> str:
    """Draw one card; on a level it is marked if it is of that rank or wild.

    Raises:
        NotationError: that is no card, no level, or nothing that a wild can stand for.

    >>> card("S5")[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" vi'
    >>> "<title>2 of hearts (wild)</title>" in card("H2", level="2")
    True
    """
    told = words(language)
    drawn = card if isinstance(card, Card) else Card.parse(card)
    on = None if level is None else clean_level(level)
    if stand is not None and not _may_stand(stand):
        raise wrong(stand, "a Card or a Rank that is no joker, or '*', for a wild to stand for")
    piece = _Piece(_card(drawn, told, on, stand), WIDTH, HEIGHT)
    return _picture(piece, card_label(drawn, told, level=on, stand=stand), scale=1)


def hand(
    hand: CardsLike,
    level: LevelLike | None = None,
    *,
    by: Literal["rank", "row", "play"] = "rank",
    plays: Iterable[Combo] | None = None,
    rules: RulesLike | None = None,
    language: str = "en",
) -> str:
    """Draw a hand, strongest cards first.

    By `rank` cards of one rank stand in a column; as a `row` all lie side by side; by `play` they
    are grouped: as the plays given, or else the largest that can be made without wilds, bombs
    first. Cards that are in no play come last.

    Raises:
        NotationError: something is no card or no level.
        InputTypeError: `by` is none of these, or `play` with neither a level nor plays.
        CardsNotHeld: the plays use cards that the hand does not hold.

    >>> hand("S5 H5 SB", "2").count("<title>")  # the hand and its three cards
    4
    """
    told = words(language)
    if by not in ("rank", "row", "play"):
        raise wrong(by, "by='rank', 'row' or 'play'")
    cards = hand if isinstance(hand, Hand) else Hand(hand)
    on = None if level is None else clean_level(level)
    if plays is not None or by == "play":
        groups = list(_plays_of(cards, on, rules)) if plays is None else expect_plays(plays)
        piece = _grouped(cards, groups, on, told)
    elif by == "rank":
        piece = _columns(cards, on, told)
    else:
        piece = _rows(_strongest_first(cards, on), on, told)
    return _picture(piece, _hand_label(cards, on, told))


def play(combo: Combo, *, language: str = "en") -> str:
    """Draw a play, its wilds with what they stand for.

    Raises:
        InputTypeError: it is no play.

    >>> from guandan import classify
    >>> flush, *_ = classify("S5 S6 S8 S9 H2", "2")
    >>> "2 of hearts (wild) as 7 of spades" in play(flush)
    True
    """
    told = words(language)
    expect(combo, Combo, "a play (Combo)")
    return _picture(_play(combo, told), play_label(combo, told))


def trick(
    plays: Sequence[tuple[Seat, Combo | None]], *, names: NamesLike = None, language: str = "en"
) -> str:
    """Draw the plays of a trick in their order, as `PlayerView.trick` gives them.

    `names` are those of seats 0 to 3.

    Raises:
        InputTypeError: `names` are not four texts, or `plays` no pairs of a seat and a play.
        NotationError: there is no such seat.

    >>> from guandan import classify
    >>> "seat 1: pass" in trick([(0, classify("S5", "2")[0]), (1, None)])
    True
    """
    told = words(language)
    called = clean_names(names)
    pieces: list[_Piece] = []
    label: list[str] = []
    for seat, combo in expect_turns(plays):
        name = seat_label(seat, called, told)
        below = told.say("pass") if combo is None else told.kind(combo)
        drawn = _Piece(_empty(), WIDTH, HEIGHT) if combo is None else _play(combo, told)
        wide = max(drawn.wide, _TEXT * text_width(below), min(_NAME, _TEXT * text_width(name)))
        markup = (
            _name(name, wide / 2, 22, wide)
            + drawn.at((wide - drawn.wide) / 2, 34)
            + _text(below, wide / 2, HEIGHT + 62, fill=_LOUD if combo else _DIM)
        )
        pieces.append(_Piece(markup, wide, HEIGHT + 72))
        label.append(f"{name}: {below if combo is None else play_label(combo, told)}")
    flow = _flow(pieces, 900)
    felt = _felt(flow.wide + 32, flow.high + 24)
    piece = _Piece(felt + flow.at(16, 12), flow.wide + 32, flow.high + 24)
    return _picture(piece, f"{told.say('picture.trick')}. {'; '.join(label)}")


def table(view: PlayerView, *, names: NamesLike = None, language: str = "en") -> str:
    """Draw the table as the view's seat sees it.

    The seat itself is at the bottom, the next player at its right; a spectator sits by seat 0.

    It shows what is in the view and nothing else; `names` are those of seats 0 to 3.

    Raises:
        InputTypeError: it is no view, or `names` are not four texts.

    >>> from guandan import Match
    >>> match = Match(seed=7)
    >>> _ = match.deal_next(leader=0)
    >>> "27 left" in table(match.view(0))
    True
    """
    expect(view, PlayerView, "a PlayerView, such as match.view(seat)")
    return _Table(view, clean_names(names), words(language)).picture()


def _may_stand(stand: object) -> bool:
    if isinstance(stand, Card | Rank):
        return not stand.is_joker
    return isinstance(stand, str) and stand == "*"


# --- Parts -------------------------------------------------------------------------------------


def _picture(piece: _Piece, label: str, scale: float = 0.6) -> str:
    wide, high = piece.wide, piece.high
    name = escaped(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}"'
        f' width="{wide * scale:g}" height="{high * scale:g}"'
        f' style="max-width:100%;height:auto" role="img" aria-label="{name}">'
        f"<title>{name}</title>{piece.markup}</svg>"
    )


def _text(
    text: str, x: float, y: float, *, bold: bool = False, fill: str = _LIGHT, anchor: str = "middle"
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{_TEXT}" text-anchor="{anchor}" fill="{fill}"'
        f' font-family="system-ui, sans-serif"{weight}>{escaped(text)}</text>'
    )


def _name(
    name: str, x: float, y: float, room: float, *, fill: str = _LIGHT, anchor: str = "middle"
) -> str:
    """Draw a name so that it stays in its room; if it is cut, the whole is in a title."""
    said = shortened(name, room / _TEXT)
    text = _text(said, x, y, bold=True, fill=fill, anchor=anchor)
    return text if said == name else f"<g><title>{escaped(name)}</title>{text}</g>"


def _felt(wide: float, high: float) -> str:
    return f'<rect width="{wide:g}" height="{high:g}" rx="24" fill="{_FELT}"/>'


def _empty() -> str:
    """Return the place of a seat that passed."""
    return (
        f'<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="9" fill="none"'
        f' stroke="{_DIM}" stroke-width="2" stroke-dasharray="8 8"/>'
    )


def _card(card: Card, told: Words, level: Rank | None, stand: Stand | None = None) -> str:
    # In a play the mark says which card is wild; its own face needs no word of what it stands for.
    own = stand is None or stand is card or stand is card.rank
    name = card_label(card, told, level=level, stand=None if own else stand)
    wild = not own or (level is not None and card.is_wild(level))
    parts = [faces.face(card, of_level=card.rank is level and not wild)]
    if wild:
        parts.append(faces.wild_mark())
    if stand is not None and not own:
        parts.append(faces.stand_mark(stand))
    return f"<g><title>{escaped(name)}</title>{''.join(parts)}</g>"


def _fan(cards: Iterable[str], step: float = STRIP) -> _Piece:
    """Lay drawn cards side by side, each over the one before."""
    drawn = [
        f'<g transform="translate({place * step:g} 0)">{one}</g>' for place, one in enumerate(cards)
    ]
    return _Piece("".join(drawn), (len(drawn) - 1) * step + WIDTH if drawn else 0, HEIGHT)


def _play(combo: Combo, told: Words) -> _Piece:
    return _fan(_card(slot.card, told, combo.level, slot.stand) for slot in combo.slots)


def _strongest_first(cards: Hand, level: Rank | None) -> tuple[Card, ...]:
    return tuple(cards)[::-1] if level is None else cards.sorted(level)[::-1]


def _rows(cards: Sequence[Card], level: Rank | None, told: Words, pitch: float = 88) -> _Piece:
    """Lay cards in rows, each row over the lower part of the one above."""
    number = -(-len(cards) // _ROW) or 1
    size = -(-len(cards) // number)
    rows = [cards[start : start + size] for start in range(0, len(cards), size or 1)]
    fans = [_fan(_card(card, told, level) for card in row) for row in rows]
    markup = "".join(fan.at(0, place * pitch) for place, fan in enumerate(fans))
    wide = max((fan.wide for fan in fans), default=0)
    return _Piece(markup, wide or WIDTH, (number - 1) * pitch + HEIGHT)


def _columns(cards: Hand, level: Rank | None, told: Words) -> _Piece:
    """Stand the cards of each rank in a column."""
    columns: dict[Rank, list[Card]] = {}
    for card in _strongest_first(cards, level):
        columns.setdefault(card.rank, []).append(card)
    tallest = max(map(len, columns.values()), default=1)
    drawn = [
        f'<g transform="translate({place * STRIP} {(tallest - len(column) + row) * TOP})">'
        f"{_card(card, told, level)}</g>"
        for place, column in enumerate(columns.values())
        for row, card in enumerate(column)
    ]
    wide = max(len(columns) - 1, 0) * STRIP + WIDTH
    return _Piece("".join(drawn), wide, (tallest - 1) * TOP + HEIGHT)


def _plays_of(cards: Hand, level: Rank | None, rules: RulesLike | None) -> Iterable[Combo]:
    """Yield plays without wilds that a hand falls into: bombs first, then the largest."""
    if level is None:
        raise InputTypeError("plays are made on a level: name it", text="None", position=0)
    rest = cards - [card for card in cards if card.is_wild(level)]
    while True:
        shapes = legal_plays(rest, level, rules=rules).shapes()
        found = [combo for combo in shapes if combo.size > 1]
        if not found:
            return
        best = max(found, key=lambda combo: (combo.is_bomb, combo.size, combo.order))
        yield best
        rest -= best.cards


def _grouped(cards: Hand, plays: Sequence[Combo], level: Rank | None, told: Words) -> _Piece:
    """Lay each play as a fan of its own, then what is left."""
    rest = cards
    for combo in plays:
        rest -= combo.cards
    pieces = [_play(combo, told) for combo in plays]
    if rest or not plays:
        pieces.append(_rows(_strongest_first(rest, level), level, told))
    return _flow(pieces, (_ROW - 1) * STRIP + WIDTH)


def _flow(pieces: Sequence[_Piece], limit: float) -> _Piece:
    """Set pieces side by side, in a new line where the width is used up."""
    markup: list[str] = []
    x = y = line = wide = 0.0
    for piece in pieces:
        if x and x + piece.wide > limit:
            x, y, line = 0.0, y + line + _GAP, 0.0
        markup.append(piece.at(x, y))
        wide, line = max(wide, x + piece.wide), max(line, piece.high)
        x += piece.wide + _GAP
    return _Piece("".join(markup), wide or WIDTH, y + line or HEIGHT)


def _hand_label(cards: Hand, level: Rank | None, told: Words) -> str:
    names = [card_label(card, told, level=level) for card in _strongest_first(cards, level)]
    return f"{told.say('picture.hand', count=len(cards))}: {', '.join(names)}"


# --- The table ---------------------------------------------------------------------------------

_WIDE: Final = 960
_HIGH: Final = 860
_SIDE: Final = 150
"""Units that the players at the left and right take."""
_NAME: Final = 280
"""Units that a long name may take there, beside what lies on the table."""


class _Table:
    """The table of one view, drawn piece by piece."""

    def __init__(self, view: PlayerView, names: tuple[str, ...] | None, told: Words) -> None:
        self.view = view
        self.names = names
        self.told = told
        self.bottom: Seat = 0 if view.seat is None else view.seat
        self.shown = dict(view.trick)  # what each seat did last, since a later entry replaces

    def picture(self) -> str:
        """Return the whole picture."""
        right, top = next_seat(self.bottom), partner_of(self.bottom)
        left = partner_of(right)
        middle = (_WIDE - 2 * _SIDE) / 2
        parts = [
            _felt(_WIDE, _HIGH),
            self._standing(),
            self._player(top, _WIDE / 2, 20),
            self._player(left, _SIDE / 2 + 6, 280),
            self._player(right, _WIDE - _SIDE / 2 - 6, 280),
            self._action(top, _WIDE / 2, 190, middle),
            self._action(left, _SIDE + middle / 2, 320, middle - 20),
            self._action(right, _WIDE - _SIDE - middle / 2, 320, middle - 20),
            self._action(self.bottom, _WIDE / 2, 450, middle),
            self._own(),
        ]
        piece = _Piece("".join(parts), _WIDE, _HIGH)
        return _picture(piece, self._label())

    def _name(self, seat: Seat) -> str:
        return seat_label(seat, self.names, self.told)

    def _state(self, seat: Seat) -> str:
        """Return how many cards a seat has left, or what place it took."""
        if seat in self.view.out:
            return self.told.say(f"place.{self.view.out.index(seat) + 1}")
        return self.told.say("left", count=self.view.counts[seat])

    def _facts(self) -> list[str]:
        """Return the level, the levels of the teams and the host."""
        say, standing = self.told.say, self.view.standing
        first, second = ("10" if rank is Rank.TEN else str(rank) for rank in standing.levels)
        level = "10" if self.view.level is Rank.TEN else str(self.view.level)
        facts = [say("level", level=level), say("levels", first=first, second=second)]
        if standing.host is not None:
            facts.append(say("host", team=say("team", team=standing.host)))
        return facts

    def _standing(self) -> str:
        lines = [
            f'<tspan x="26" dy="{1.35 * _TEXT:g}">{escaped(fact)}</tspan>' for fact in self._facts()
        ]
        return (
            f'<text x="26" y="16" font-size="{_TEXT}" fill="{_LIGHT}"'
            f' font-family="system-ui, sans-serif">{"".join(lines)}</text>'
        )

    def _player(self, seat: Seat, x: float, y: float) -> str:
        """Draw another player: a name, cards face down, how many."""
        due = seat in self.view.due
        backs = min(self.view.counts[seat], 4)
        fan = _fan([faces.back()] * backs, 16)
        return (
            self._named(seat, x, y + 20, _LOUD if due else _LIGHT)
            + fan.at(x - fan.wide * 0.3, y + 32, 0.6)
            + _text(self._state(seat), x, y + 144, fill=_LOUD if seat in self.view.out else _DIM)
        )

    def _named(self, seat: Seat, x: float, y: float, fill: str) -> str:
        """Draw the name over a player; at the sides a long one begins, or ends, at the edge."""
        name = self._name(seat)
        if _SIDE < x < _WIDE - _SIDE:
            return _name(name, x, y, 360, fill=fill)
        if text_width(name) * _TEXT <= _SIDE:
            return _name(name, x, y, _SIDE, fill=fill)
        left = x < _SIDE
        edge = 16 if left else _WIDE - 16
        return _name(name, edge, y, _NAME, fill=fill, anchor="start" if left else "end")

    def _action(self, seat: Seat, x: float, y: float, room: float) -> str:
        """Draw what a seat did last in this trick, its middle at x."""
        if seat not in self.shown:
            return ""
        combo = self.shown[seat]
        if combo is None:
            return _text(self.told.say("pass"), x, y + 70, fill=_DIM)
        fan = _play(combo, self.told)
        scale = min(0.7, room / fan.wide)
        fill = _LOUD if seat == self.view.owner else _DIM
        return fan.at(x - fan.wide * scale / 2, y, scale) + _text(
            self.told.kind(combo), x, y + HEIGHT * scale + 24, fill=fill
        )

    def _own(self) -> str:
        """Draw the seat's own hand; for a spectator the player at the bottom."""
        view = self.view
        if view.seat is None:
            return self._player(self.bottom, _WIDE / 2, 640)
        cards = _rows(view.hand.sorted(view.level)[::-1], view.level, self.told)
        due = view.seat in view.due
        name = f"{self._name(view.seat)} · {self._state(view.seat)}"
        line = _text(name, _WIDE / 2, 608, bold=True, fill=_LOUD if due else _LIGHT)
        return line + (cards.at((_WIDE - cards.wide) / 2, 622) if view.hand else "")

    def _label(self) -> str:
        """Return the whole table in words."""
        view, say = self.view, self.told.say
        seen = (
            say("picture.spectator")
            if view.seat is None
            else say("picture.table", seat=self._name(view.seat))
        )
        parts = [seen, *self._facts()]
        parts += [f"{self._name(seat)}: {self._state(seat)}" for seat in SEATS]
        for seat, combo in view.trick:
            done = say("pass") if combo is None else play_label(combo, self.told)
            parts.append(f"{self._name(seat)}: {done}")
        if view.seat is not None:
            parts.append(_hand_label(view.hand, view.level, self.told))
        return ". ".join(parts)
