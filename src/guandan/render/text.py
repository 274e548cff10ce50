"""A match as lines of text: trick by trick, in three languages, with styles but no colours.

A line is a tuple of spans, each a text and the name of a style: who shows the lines decides what
a style looks like, or joins the texts and forgets the styles. Nothing here prints.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import singledispatchmethod
from string import Formatter
from typing import Final, TypeAlias

import attrs

from guandan import (
    SEATS,
    Card,
    CardTurned,
    Combo,
    CountReported,
    DealOver,
    Dealt,
    Event,
    Hand,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    MatchOver,
    Passed,
    Played,
    Rank,
    Resisted,
    ReturnChosen,
    Returned,
    Seat,
    Stand,
    Standing,
    Suit,
    Team,
    TributeChosen,
    TributeLot,
    TributePaid,
    TrickWon,
    WentOut,
    partner_of,
)
from guandan.help.checking import expect, expect_plays
from guandan.help.names import Words, words

__all__ = ["Line", "Narrator", "Span", "plain", "width"]

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_COLUMN: Final = 22
"""Columns for the cards of a play, so that what they are called stands in a column of its own."""

_ROW: Final = 14
"""Cards of a hand in one line."""


@attrs.frozen
class Span:
    """A piece of a line.

    Styles: `head` (a deal begins), `trick`, `seat0` to `seat3`, `team0` and `team1`, `black`,
    `red`, `joker`, `wild` (a wild with what it stands for), `kind`, `bomb`, `dim`, `good` (a
    finish, a win), or none.
    """

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


def plain(line: Line) -> str:
    """Return a line as bare text.

    >>> plain((Span("Trick 1", "trick"), Span(" "), Span("seat 2 leads")))
    'Trick 1 seat 2 leads'
    """
    return "".join(span.text for span in line).rstrip()


def width(line: Line) -> int:
    """Return how many columns of a terminal a line takes; a Chinese character takes two.

    >>> width((Span("♠5 "), Span("单张")))
    7
    """
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for span in line
        for sign in span.text
    )


class Narrator:
    """Tells a match, event by event, as lines of text.

    It remembers what later lines need (the number of the trick, who reported, the levels), so one
    narrator tells one match, from its beginning or from the beginning of any deal.

    `signs` draws suits as ♠♥♣♦ and tens as 10; without, cards are spelled as in the notation.
    `hands` lists the four hands at the start of each deal, where the events hold them.

    >>> from guandan import Deal
    >>> deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "S4", "S7"], "2", to_act=0)
    >>> narrator = Narrator("en")
    >>> for event in deal.play("S5 S6 S8 S9 H2"):
    ...     for line in narrator.lines(event):
    ...         print(plain(line))
    <BLANKLINE>
      Trick 1 · seat 0 leads
        seat 0  ♠5 ♠6 ♥2→♠7 ♠8 ♠9       *** straight flush ***
    """

    def __init__(
        self, language: str | Words = "en", *, signs: bool = True, hands: bool = False
    ) -> None:
        self._words: Words = words(language)
        self._signs = signs
        self._hands = hands
        self._standing: Standing | None = None
        self._start_deal()

    def _start_deal(self) -> None:
        self._tricks = 0
        self._leading = True
        self._reported: set[Seat] = set()
        self._paid_ranks: list[Rank] = []

    @singledispatchmethod
    def lines(self, event: Event) -> list[Line]:  # noqa: ARG002  # what has no teller of its own
        """Return the lines that tell an event; none for a choice that is told when cards move."""
        return []

    def silent(self, event: Event) -> Line:
        """Return a line for an event that `lines` has none for, where every event needs one.

        >>> from guandan import TributeChosen
        >>> plain(Narrator("en").silent(TributeChosen(3, None)))
        'seat 3 has chosen its tribute card.'
        """
        match event:
            case TributeChosen(seat=seat):
                return self._told("tribute.chosen", seat=self._seat(seat))
            case ReturnChosen(seat=seat):
                return self._told("return.chosen", seat=self._seat(seat))
            case LevelsChanged(after=after):
                return self._levels(after)
            case _:
                return (Span(type(event).__name__),)

    def title(self, seed: int, rules: str | None, bots: Sequence[str] = ()) -> list[Line]:
        """Return the lines that say which match this is and who plays with whom.

        `rules` is the name of a preset, None for rules that have no name; `bots` those of seats
        0 to 3, where bots play.

        >>> for line in Narrator("en").title(7, "house", ["easy", "random", "easy", "random"]):
        ...     print(plain(line))
        seed 7 · rules house · bots easy, random, easy, random
        team 0: seat 0 and seat 2 · team 1: seat 1 and seat 3
        """
        which = [
            self._told("seed", seed=seed),
            self._told("rules.own") if rules is None else self._told("rules", rules=rules),
        ]
        if bots:
            which.append(self._told("bots", bots=", ".join(bots)))
        teams = [
            self._told(
                "teams",
                team=self._team(team),
                first=self._seat(team),
                second=self._seat(partner_of(team)),
            )
            for team in (0, 1)
        ]
        return [self._parts(which), self._parts(teams)]

    def stopped(self, standing: Standing, deals: int, *, within: bool) -> list[Line]:
        """Return the lines that close a match which has not ended.

        It stopped after `deals` deals, the last of them over, or still being played (`within`).
        """
        when = "before" if not deals else "within" if within else "after"
        why = self._told(f"match.stopped.{when}", number=deals)
        return [(), self._parts([why, self._levels(standing)])]

    def no_play(self) -> str:
        """Return that there is nothing to play."""
        return self._say("no.play")

    def no_combination(self, cards: Hand, level: Rank) -> str:
        """Return that cards are none of the ten kinds."""
        if not cards:
            return self._say("no.cards")
        shown = plain(self.cards(cards.sorted(level)))
        return self._say("no.combination", cards=shown, level=self._rank(level))

    def listing(self, combos: Sequence[Combo]) -> list[Line]:
        """Return plays one a line, each with what it is called, in columns.

        >>> from guandan import classify
        >>> for line in Narrator("zh").listing(classify("S5 S6 S8 S9 H2", "2")):
        ...     print(plain(line))
        ♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** 同花顺 ***
        ♠5 ♠6 ♥2→7 ♠8 ♠9   顺子
        """
        combos = expect_plays(combos)
        rows = [self.play(combo) for combo in combos]
        column = max(map(width, rows), default=0)
        return [
            (*_padded(row, column), Span("  "), self.kind(combo))
            for row, combo in zip(rows, combos, strict=True)
        ]

    def plays(self, count: int, shapes: int) -> Line:
        """Return how many plays there are, and how many shapes they have."""
        return self._told("plays", "dim", count=count, shapes=shapes)

    # --- parts -----------------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(key, **values)

    def _told(self, key: str, style: str = "", /, **values: object) -> Line:
        """Return a sentence in a style, with the values put in; spans keep their own style."""
        spans: list[Span] = []
        for text, name, _, _ in Formatter().parse(self._words.table[key]):
            if text:
                spans.append(Span(text, style))
            if name is not None:
                value = values[name]
                spans.append(value if isinstance(value, Span) else Span(str(value), style))
        return tuple(spans)

    def _parts(self, parts: Iterable[Line], style: str = "") -> Line:
        return _joined(parts, Span(" · " if self._signs else " - ", style))

    def _seat(self, seat: Seat) -> Span:
        return Span(self._say("seat", seat=seat), f"seat{seat}")

    def _team(self, team: Team) -> Span:
        return Span(self._say("team", team=team), f"team{team}")

    def _rank(self, rank: Rank) -> str:
        return "10" if self._signs and rank is Rank.TEN else str(rank)

    def _levels(self, standing: Standing, style: str = "") -> Line:
        first, second = map(self._rank, standing.levels)
        return self._told("levels", style, first=first, second=second)

    def _card_text(self, card: Card) -> str:
        if card.suit is None:
            return self._say(f"card.{card}") if self._signs else str(card)
        return f"{_SIGNS[card.suit]}{self._rank(card.rank)}" if self._signs else str(card)

    def _stand_text(self, stand: Stand) -> str:
        if isinstance(stand, Card):
            return self._card_text(stand)
        return self._rank(stand) if isinstance(stand, Rank) else stand

    def card(self, card: Card, stand: Stand | None = None) -> Span:
        """Return a card; a wild with what it stands for, unless that is its own face or rank.

        >>> Narrator("en").card(Card.parse("H2"), Card.parse("S7"))
        Span(text='♥2→♠7', style='wild')

        Raises:
            InputTypeError: it is no `Card`.
        """
        expect(card, Card, "a Card")
        text = self._card_text(card)
        if stand is not None and stand is not card and stand is not card.rank:
            arrow = "→" if self._signs else "="
            return Span(f"{text}{arrow}{self._stand_text(stand)}", "wild")
        if card.suit is None:
            return Span(text, "joker")
        return Span(text, "red" if card.suit in _RED else "black")

    def cards(self, cards: Iterable[Card]) -> Line:
        """Return cards in a row."""
        expect(cards, Iterable, "cards")
        return _joined([(self._in_row(card),) for card in cards], Span(" "))

    def play(self, combo: Combo) -> Line:
        """Return the cards of a play, its wilds with what they stand for."""
        expect(combo, Combo, "a play (Combo)")
        slots = [(self._in_row(slot.card, slot.stand),) for slot in combo.slots]
        return _joined(slots, Span(" "))

    def _in_row(self, card: Card, stand: Stand | None = None) -> Span:
        """Return a card among others: where a joker's name is long, it is shortened."""
        expect(card, Card, "cards (Card)")
        if card.suit is None and self._signs:
            return Span(self._say(f"row.{card}"), "joker")
        return self.card(card, stand)

    def kind(self, combo: Combo) -> Span:
        """Return what a play is called; a bomb stands out."""
        expect(combo, Combo, "a play (Combo)")
        name = self._words.kind(combo)
        return Span(f"*** {name} ***", "bomb") if combo.is_bomb else Span(name, "kind")

    # --- a deal begins ---------------------------------------------------------------------

    @lines.register
    def _dealt(self, event: Dealt) -> list[Line]:
        self._start_deal()
        if event.host is None:
            self._standing = Standing((event.level, event.level), None)
        head = [
            self._told("deal", "head", number=event.number),
            self._told("level", "head", level=self._rank(event.level)),
            self._told("host.none", "head")
            if event.host is None
            else self._told("host", "head", team=self._team(event.host)),
        ]
        if self._standing is not None:
            head.append(self._levels(self._standing, "head"))
        lines: list[Line] = [(), self._parts(head, "head")]
        for seat, hand in zip(SEATS, event.hands, strict=True):
            if self._hands and hand is not None:
                lines += self._hand(seat, hand.sorted(event.level))
        return lines

    def _hand(self, seat: Seat, cards: Sequence[Card]) -> list[Line]:
        """Return a hand in rows short enough for a terminal of 80 columns."""
        name = (self._seat(seat), Span("  "))
        blank = (Span(" " * width(name)),)
        return [
            _line((*(blank if start else name), *self.cards(cards[start : start + _ROW])))
            for start in range(0, len(cards), _ROW)
        ]

    @lines.register
    def _turned(self, event: CardTurned) -> list[Line]:
        return [
            _line(self._told("turned", card=self.card(event.card), seat=self._seat(event.seat)))
        ]

    @lines.register
    def _lead(self, event: LeadGiven) -> list[Line]:
        key = f"lead.{event.why}"
        if event.why is LeadReason.TRIBUTE and len(self._paid_ranks) == 2:
            first, second = self._paid_ranks
            key += "_equal" if first is second else "_higher"
        return [_line(self._told(key, seat=self._seat(event.seat)))]

    # --- tribute ---------------------------------------------------------------------------

    @lines.register
    def _resisted(self, event: Resisted) -> list[Line]:
        seats = map(self._seat, event.payers)
        payers = dict(zip(("first", "second"), seats, strict=False))
        return [_line(self._told(f"resisted.{len(event.payers)}", "good", **payers))]

    @lines.register
    def _lot(self, event: TributeLot) -> list[Line]:
        return [_line(self._told("tribute.lot", seat=self._seat(event.seat)))]

    @lines.register
    def _paid(self, event: TributePaid) -> list[Line]:
        self._paid_ranks.append(event.card.rank)
        payer, receiver = self._seat(event.payer), self._seat(event.receiver)
        card = self.card(event.card)
        return [_line(self._told("tribute.paid", payer=payer, receiver=receiver, card=card))]

    @lines.register
    def _returned(self, event: Returned) -> list[Line]:
        seat, receiver = self._seat(event.seat), self._seat(event.receiver)
        card = self.card(event.card)
        return [_line(self._told("return.given", seat=seat, receiver=receiver, card=card))]

    # --- tricks ----------------------------------------------------------------------------

    def _trick_head(self, leader: Seat) -> list[Line]:
        if not self._leading:
            return []
        self._leading = False
        self._tricks += 1
        head = [
            self._told("trick", "trick", number=self._tricks),
            self._told("trick.leads", "trick", seat=self._seat(leader)),
        ]
        return [(), _line(self._parts(head, "trick"))]

    @lines.register
    def _played(self, event: Played) -> list[Line]:
        row: Line = (*_padded(self.play(event.combo), _COLUMN), Span("  "), self.kind(event.combo))
        # How many are left is told on every play once the seat has had to report.
        if event.seat in self._reported and event.left:
            row = (*row, Span("  "), *self._told("left", "dim", count=event.left))
        seat = (self._seat(event.seat), Span("  "))
        return [*self._trick_head(event.seat), _line((*seat, *row), 4)]

    @lines.register
    def _passed(self, event: Passed) -> list[Line]:
        return [_line((self._seat(event.seat), Span("  "), *self._told("pass", "dim")), 4)]

    @lines.register
    def _report(self, event: CountReported) -> list[Line]:
        self._reported.add(event.seat)
        return [_line(self._told("reported", seat=self._seat(event.seat), count=event.count), 4)]

    @lines.register
    def _out(self, event: WentOut) -> list[Line]:
        place = self._say(f"place.{event.place}")
        return [_line(self._told("out", "good", seat=self._seat(event.seat), place=place), 4)]

    @lines.register
    def _won(self, event: TrickWon) -> list[Line]:
        self._leading = True
        if event.leads == event.seat:
            return [_line(self._told("trick.won", "dim", seat=self._seat(event.seat)), 4)]
        key = "trick.partner" if event.leads == partner_of(event.seat) else "trick.next"
        leads = self._seat(event.leads)
        return [_line(self._told(key, seat=self._seat(event.seat), leads=leads), 4)]

    # --- the end ---------------------------------------------------------------------------

    @lines.register
    def _over(self, event: DealOver) -> list[Line]:
        values: dict[str, Span] = {}
        for place, seat in enumerate(event.finish, 1):
            values[f"place{place}"] = Span(self._say(f"place.{place}"), "good")
            values[f"seat{place}"] = self._seat(seat)
        return [(), _line(self._told(f"finish.{len(event.finish)}", **values))]

    @lines.register
    def _changed(self, event: LevelsChanged) -> list[Line]:
        self._standing = event.after
        return [_line(line) for team in (0, 1) for line in self._change(event, team)]

    def _change(self, event: LevelsChanged, team: Team) -> list[Line]:
        """Return what a deal did to a team: a failure on the ace, its level, hosting next."""
        before, after = event.before, event.after
        old, new = before.levels[team], after.levels[team]
        hosts = team == after.host and after.winner is None
        name = self._team(team)
        lines: list[Line] = []
        # A demotion sets the count back, and says itself that the attempts are used up.
        if after.ace_failures[team] > before.ace_failures[team]:
            lines.append(self._told("failed", team=name, count=after.ace_failures[team]))
        if new.index < old.index:
            key = "demoted.hosts" if hosts else "demoted"
            lines.append(self._told(key, team=name, level=self._rank(new)))
        elif new.index > old.index:
            key = "rise" if hosts else "rise.last"
            levels = {"before": self._rank(old), "after": self._rank(new)}
            lines.append(self._told(key, team=name, **levels))
        elif hosts:
            lines.append(self._told("stay", team=name, level=self._rank(new)))
        return lines

    @lines.register
    def _match_over(self, event: MatchOver) -> list[Line]:
        parts = [self._told("match.over", "head", team=self._team(event.winner))]
        if self._standing is not None:
            parts.append(self._levels(self._standing, "head"))
        return [(), self._parts(parts, "head")]


def _joined(lines: Iterable[Line], between: Span) -> Line:
    joined: list[Span] = []
    for line in lines:
        if joined:
            joined.append(between)
        joined += line
    return tuple(joined)


def _padded(line: Line, columns: int) -> Line:
    return (*line, Span(" " * max(0, columns - width(line))))


def _line(line: Line, indent: int = 2) -> Line:
    return (Span(" " * indent), *line)
