"""A match as lines of text: trick by trick, in three languages, with styles but no colours.

A line is a tuple of spans, each a text and the name of a style: who shows the lines decides what
a style looks like, or joins the texts and forgets the styles. Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatchmethod
from string import Formatter
from typing import Final

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
    Rules,
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
from guandan.render.lines import Line, Span, indented, joined, padded, plain, width
from guandan.render.unplayed import OpenHands

__all__ = ["Line", "Narrator", "Span", "plain", "width"]

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_COLUMN: Final = 22
"""Columns for the cards of a play, so that what they are called stands in a column of its own."""

_ROW: Final = 14
"""Cards of a hand in one line."""


class Narrator:
    """Tells a match, event by event, as lines of text.

    It remembers what later lines need (the number of the trick, who reported, the levels), so one
    narrator tells one match, from its beginning or from the beginning of any deal.

    `signs` draws suits as ♠♥♣♦ and tens as 10; without, cards are spelled as in the notation.
    `hands` lists the four hands at the start of each deal, where the events hold them, `unplayed`
    what is left of them at its end. `you` marks a seat and its partner for whoever sits there.
    `rules` say why a seat leads after equal tributes.

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
        self,
        language: str | Words = "en",
        *,
        signs: bool = True,
        hands: bool = False,
        unplayed: bool = False,
        you: Seat | None = None,
        rules: Rules | None = None,
    ) -> None:
        self._words: Words = words(language)
        self._signs = signs
        self._hands = hands
        self._open = OpenHands(unplayed)
        self._you = you
        self._rules = rules
        self._standing: Standing | None = None
        self._deals = 0
        self._level = Rank.TWO
        self._start_deal()

    def _start_deal(self) -> None:
        self._tricks = 0
        self._leading = True
        self._reported: set[Seat] = set()
        self._tributes: list[TributePaid] = []

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
                return self._told("tribute.chosen", seat=self.seat(seat))
            case ReturnChosen(seat=seat):
                return self._told("return.chosen", seat=self.seat(seat))
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
                first=self.seat(team),
                second=self.seat(partner_of(team)),
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
            (*padded(row, column), Span("  "), self.kind(combo))
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
        return joined(parts, Span(" · " if self._signs else " - ", style))

    def seat(self, seat: Seat) -> Span:
        """Return the name of a seat, marked if it is that of `you` or of your partner.

        >>> [Narrator(you=0).seat(seat).text for seat in (0, 1)]
        ['seat 0 (you)', 'seat 1']
        """
        name = self._say("seat", seat=seat)
        who = self._who(seat)
        return Span(self._say("seat.who", seat=name, who=who) if who else name, f"seat{seat}")

    def player(self, seat: Seat) -> Span:
        """Return a seat by the shortest name: `you` and your partner are called so.

        >>> [Narrator(you=0).player(seat).text for seat in SEATS]
        ['you', 'seat 1', 'partner', 'seat 3']
        """
        return Span(self._who(seat) or self._say("seat", seat=seat), f"seat{seat}")

    def _who(self, seat: Seat) -> str:
        if self._you is None or seat not in (self._you, partner_of(self._you)):
            return ""
        return self._say("you" if seat == self._you else "partner")

    def _in_column(self, seat: Seat) -> Line:
        """Return who plays, so wide that the cards of all four stand below each other."""
        return padded((self.player(seat),), max(width((self.player(one),)) for one in SEATS))

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
        return joined([(self._in_row(card),) for card in cards], Span(" "))

    def play(self, combo: Combo) -> Line:
        """Return the cards of a play, its wilds with what they stand for."""
        expect(combo, Combo, "a play (Combo)")
        slots = [(self._in_row(slot.card, slot.stand),) for slot in combo.slots]
        return joined(slots, Span(" "))

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
        self._open.follow(event)
        self._deals, self._level = event.number, event.level
        lines: list[Line] = [(), self._parts(head, "head")]
        for seat, hand in zip(SEATS, event.hands, strict=True):
            if self._hands and hand is not None:
                lines += self._hand(seat, hand.sorted(event.level))
        return lines

    def _hand(self, seat: Seat, cards: Sequence[Card], indent: int = 2) -> list[Line]:
        """Return a hand in rows short enough for a terminal of 80 columns."""
        name = (self.seat(seat), Span("  "))
        blank = (Span(" " * width(name)),)
        rows = [cards[start : start + _ROW] for start in range(0, len(cards), _ROW)]
        return [
            indented((*(blank if number else name), *self.cards(row)), indent)
            for number, row in enumerate(rows)
        ]

    @lines.register
    def _turned(self, event: CardTurned) -> list[Line]:
        return [
            indented(self._told("turned", card=self.card(event.card), seat=self.seat(event.seat)))
        ]

    @lines.register
    def _lead(self, event: LeadGiven) -> list[Line]:
        key = f"lead.{event.why}"
        if event.why is LeadReason.TRIBUTE and len(self._tributes) == 2:
            first, second = (paid.card.rank for paid in self._tributes)
            key += "_equal" if first is second else "_higher"
            if first is second and self._rules is not None:
                key += f".{self._rules.equal_tribute_lead}"
        return [indented(self._told(key, seat=self.seat(event.seat)))]

    # --- tribute ---------------------------------------------------------------------------

    @lines.register
    def _resisted(self, event: Resisted) -> list[Line]:
        seats = map(self.seat, event.payers)
        payers = dict(zip(("first", "second"), seats, strict=False))
        return [indented(self._told(f"resisted.{len(event.payers)}", "good", **payers))]

    @lines.register
    def _lot(self, event: TributeLot) -> list[Line]:
        return [indented(self._told("tribute.lot", seat=self.seat(event.seat)))]

    @lines.register
    def _paid(self, event: TributePaid) -> list[Line]:
        self._tributes.append(event)
        self._open.follow(event)
        payer, receiver = self.seat(event.payer), self.seat(event.receiver)
        card = self.card(event.card)
        return [indented(self._told("tribute.paid", payer=payer, receiver=receiver, card=card))]

    @lines.register
    def _returned(self, event: Returned) -> list[Line]:
        self._open.follow(event)
        seat, receiver = self.seat(event.seat), self.seat(event.receiver)
        card = self.card(event.card)
        return [indented(self._told("return.given", seat=seat, receiver=receiver, card=card))]

    # --- tricks ----------------------------------------------------------------------------

    def _trick_head(self, leader: Seat) -> list[Line]:
        if not self._leading:
            return []
        self._leading = False
        self._tricks += 1
        head = [
            self._told("trick", "trick", number=self._tricks),
            self._told("trick.leads", "trick", seat=self.seat(leader)),
        ]
        return [(), indented(self._parts(head, "trick"))]

    @lines.register
    def _played(self, event: Played) -> list[Line]:
        self._open.follow(event)
        row: Line = (*padded(self.play(event.combo), _COLUMN), Span("  "), self.kind(event.combo))
        # How many are left is told on every play once the seat has had to report.
        if event.seat in self._reported and event.left:
            row = (*row, Span("  "), *self._told("left", "dim", count=event.left))
        seat = (*self._in_column(event.seat), Span("  "))
        return [*self._trick_head(event.seat), indented((*seat, *row), 4)]

    @lines.register
    def _passed(self, event: Passed) -> list[Line]:
        seat = (*self._in_column(event.seat), Span("  "))
        return [indented((*seat, *self._told("pass", "dim")), 4)]

    @lines.register
    def _report(self, event: CountReported) -> list[Line]:
        self._reported.add(event.seat)
        return [indented(self._told("reported", seat=self.seat(event.seat), count=event.count), 4)]

    @lines.register
    def _out(self, event: WentOut) -> list[Line]:
        place = self._say(f"place.{event.place}")
        return [indented(self._told("out", "good", seat=self.seat(event.seat), place=place), 4)]

    @lines.register
    def _won(self, event: TrickWon) -> list[Line]:
        self._leading = True
        if event.leads == event.seat:
            return [indented(self._told("trick.won", "dim", seat=self.seat(event.seat)), 4)]
        key = "trick.partner" if event.leads == partner_of(event.seat) else "trick.next"
        leads = self.seat(event.leads)
        return [indented(self._told(key, seat=self.seat(event.seat), leads=leads), 4)]

    # --- the end ---------------------------------------------------------------------------

    @lines.register
    def _over(self, event: DealOver) -> list[Line]:
        values: dict[str, Span] = {}
        for place, seat in enumerate(event.finish, 1):
            values[f"place{place}"] = Span(self._say(f"place.{place}"), "good")
            values[f"seat{place}"] = self.seat(seat)
        told: list[Line] = [(), indented(self._told(f"finish.{len(event.finish)}", **values))]
        left = self._open.left()
        if left:
            told.append(indented(self._told("unplayed", "dim")))
        for seat, hand in left.items():
            told += self._hand(seat, hand.sorted(self._level), 4)
        return told

    @lines.register
    def _changed(self, event: LevelsChanged) -> list[Line]:
        self._standing = event.after
        return [indented(line) for team in (0, 1) for line in self._change(event, team)]

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
        if self._deals:
            parts.append((Span(self._words.counted("deals", self._deals), "head"),))
        return [(), self._parts(parts, "head")]
