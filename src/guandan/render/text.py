"""A match as lines of text: trick by trick, in three languages, with styles but no colours.

A line is a tuple of spans, each a text and the name of a style: who shows the lines decides what
a style looks like, or joins the texts and forgets the styles. Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatchmethod
from typing import Final, TypeAlias

import attrs

from guandan import (
    Card,
    CardTurned,
    Combo,
    CountReported,
    DealOver,
    Dealt,
    Event,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    MatchOver,
    Passed,
    Played,
    Rank,
    Resisted,
    Returned,
    Seat,
    Stand,
    Standing,
    Suit,
    TributeLot,
    TributePaid,
    TrickWon,
    WentOut,
    partner_of,
)
from guandan.help.names import Words, words

__all__ = ["Line", "Narrator", "Span", "plain"]

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})


@attrs.frozen
class Span:
    """A piece of a line.

    Styles: `head` (a deal begins), `trick`, `seat0` to `seat3`, `black`, `red`, `joker`, `wild` (a
    wild with what it stands for), `kind`, `bomb`, `dim`, `good` (a finish, a win), or none.
    """

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


def plain(line: Line) -> str:
    """Return a line as bare text.

    >>> plain((Span("Trick 1", "trick"),))
    'Trick 1'
    """
    return "".join(span.text for span in line).rstrip()


class Narrator:
    """Tells a match, event by event, as lines of text.

    `signs` draws suits as ♠♥♣♦ and tens as 10; without, cards are spelled as in the notation.
    `hands` lists the four hands at the start of each deal, where the events hold them.

    >>> from guandan import Deal
    >>> deal = Deal.at(["S5 S6 S8 S9 H2 D3", "S3", "S4", "S7"], "2", to_act=0)
    >>> narrator = Narrator("en")
    >>> for event in deal.play("S5 S6 S8 S9 H2"):
    ...     for line in narrator.lines(event):
    ...         print(plain(line))
    <BLANKLINE>
      Trick 1
        seat 0  ♠5 ♠6 ♥2→♠7 ♠8 ♠9  *** straight flush ***  1 left
    """

    def __init__(self, language: str = "en", *, signs: bool = True, hands: bool = False) -> None:
        self._words: Words = words(language)
        self._signs = signs
        self._hands = hands
        self._tricks = 0
        self._leading = True
        self._payers: set[Seat] = set()
        self._standing = Standing.start()

    @singledispatchmethod
    def lines(self, event: Event) -> list[Line]:  # noqa: ARG002  # what has no teller of its own
        """Return the lines that tell an event; none for a choice that is told when cards move."""
        return []

    def title(self, seed: int, rules: str) -> list[Line]:
        """Return the lines that say which match this is."""
        return [(Span(self._say("seed", seed=seed) + "  " + self._say("rules", rules=rules)),)]

    def stopped(self, deals: int, standing: Standing) -> list[Line]:
        """Return the lines that close a match which has not ended."""
        return [(), (Span(self._say("match.stopped", deals=deals, **self._score(standing))),)]

    def no_play(self) -> str:
        """Return that there is nothing to play."""
        return self._say("no.play")

    def no_combination(self, cards: str, level: str) -> str:
        """Return that cards are none of the ten kinds."""
        return self._say("no.combination", cards=cards, level=level)

    def plays(self, count: int, shapes: int) -> str:
        """Return how many plays there are, of how many shapes."""
        return self._say("plays", count=count, shapes=shapes)

    # --- parts -----------------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> str:
        text = self._words.say(key, **values)
        return text if self._signs else text.replace("·", "-")

    def _seat(self, seat: Seat) -> str:
        return self._say("seat", seat=seat)

    def _team(self, team: int) -> str:
        return self._say("team", team=team)

    def _rank(self, rank: Rank) -> str:
        return "10" if self._signs and rank is Rank.TEN else str(rank)

    def _card_text(self, card: Card) -> str:
        if card.suit is None:
            return self._say(f"card.{card}") if self._signs else str(card)
        return f"{_SIGNS[card.suit]}{self._rank(card.rank)}" if self._signs else str(card)

    def card(self, card: Card, stand: Stand | None = None) -> Span:
        """Return a card; a wild with what it stands for."""
        text = self._card_text(card)
        # A wild as its own face or rank needs no explaining.
        if stand is not None and stand is not card and stand is not card.rank:
            shown = (
                self._card_text(stand)
                if isinstance(stand, Card)
                else self._rank(stand)
                if isinstance(stand, Rank)
                else stand
            )
            return Span(f"{text}{'→' if self._signs else '='}{shown}", "wild")
        if card.suit is None:
            return Span(text, "joker")
        return Span(text, "red" if card.suit in _RED else "black")

    def cards(self, cards: Iterable[Card]) -> Line:
        """Return cards in a row."""
        return _spaced([self.card(card) for card in cards])

    def play(self, combo: Combo) -> Line:
        """Return the cards of a play, its wilds with what they stand for."""
        return _spaced([self.card(slot.card, slot.stand) for slot in combo.slots])

    def kind(self, combo: Combo) -> Span:
        """Return what a play is called; a bomb stands out."""
        name = self._words.kind(combo)
        return Span(f"*** {name} ***", "bomb") if combo.is_bomb else Span(name, "kind")

    def _line(self, key: str, style: str = "", **values: object) -> Line:
        return (Span("  " + self._say(key, **values), style),)

    # --- events ----------------------------------------------------------------------------

    @lines.register
    def _dealt(self, event: Dealt) -> list[Line]:
        self._tricks = 0
        self._leading = True
        self._payers = set()
        host = "host.none" if event.host is None else "host"
        head = " · ".join(
            [
                self._say("deal", number=event.number, level=self._rank(event.level)),
                self._say(host, team=event.host),
            ]
        )
        lines: list[Line] = [(), (Span(head if self._signs else head.replace("·", "-"), "head"),)]
        for seat, hand in enumerate(event.hands):
            if self._hands and hand is not None:
                row = self.cards(hand.sorted(event.level))
                lines.append((Span("  "), self._seat_span(seat), Span("  "), *row))
        return lines

    def _seat_span(self, seat: Seat) -> Span:
        return Span(self._seat(seat), f"seat{seat}")

    @lines.register
    def _turned(self, event: CardTurned) -> list[Line]:
        card = self._card_text(event.card)
        return [self._line("turned", card=card, seat=self._seat(event.seat))]

    @lines.register
    def _lead(self, event: LeadGiven) -> list[Line]:
        key = f"lead.{event.why}"
        if event.why is LeadReason.TRIBUTE and event.seat not in self._payers:
            key = "lead.tribute_other"
        return [self._line(key, seat=self._seat(event.seat))]

    @lines.register
    def _resisted(self, event: Resisted) -> list[Line]:
        seats = self._say("and").join(map(self._seat, event.payers))
        return [self._line(f"resisted.{len(event.payers)}", "good", seats=seats)]

    @lines.register
    def _lot(self, event: TributeLot) -> list[Line]:
        return [self._line("tribute.lot", seat=self._seat(event.seat))]

    @lines.register
    def _paid(self, event: TributePaid) -> list[Line]:
        self._payers.add(event.payer)
        return [
            self._line(
                "tribute.paid",
                payer=self._seat(event.payer),
                receiver=self._seat(event.receiver),
                card=self._card_text(event.card),
            )
        ]

    @lines.register
    def _returned(self, event: Returned) -> list[Line]:
        return [
            self._line(
                "return.given",
                seat=self._seat(event.seat),
                receiver=self._seat(event.receiver),
                card=self._card_text(event.card),
            )
        ]

    def _trick_head(self) -> list[Line]:
        if not self._leading:
            return []
        self._leading = False
        self._tricks += 1
        return [(), (Span("  " + self._say("trick", number=self._tricks), "trick"),)]

    @lines.register
    def _played(self, event: Played) -> list[Line]:
        left = [Span("  " + self._say("left", count=event.left), "dim")] if event.left else []
        return [
            *self._trick_head(),
            (
                Span("    "),
                self._seat_span(event.seat),
                Span("  "),
                *self.play(event.combo),
                Span("  "),
                self.kind(event.combo),
                *left,
            ),
        ]

    @lines.register
    def _passed(self, event: Passed) -> list[Line]:
        return [
            (
                Span("    "),
                self._seat_span(event.seat),
                Span("  " + self._say("pass"), "dim"),
            )
        ]

    @lines.register
    def _reported(self, event: CountReported) -> list[Line]:
        text = self._say("reported", seat=self._seat(event.seat), count=event.count)
        return [(Span("    "), Span(text, "dim"))]

    @lines.register
    def _out(self, event: WentOut) -> list[Line]:
        place = self._say(f"place.{event.place}")
        return [
            (Span("    "), Span(self._say("out", seat=self._seat(event.seat), place=place), "good"))
        ]

    @lines.register
    def _won(self, event: TrickWon) -> list[Line]:
        self._leading = True
        key = "trick.won"
        if event.leads != event.seat:
            key = "trick.partner" if event.leads == partner_of(event.seat) else "trick.next"
        text = self._say(key, seat=self._seat(event.seat), leads=self._seat(event.leads))
        return [(Span("    "), Span(text, "dim"))]

    @lines.register
    def _over(self, event: DealOver) -> list[Line]:
        order = ", ".join(
            f"{self._say(f'place.{place}')} {self._seat(seat)}"
            for place, seat in enumerate(event.finish, 1)
        )
        if len(event.finish) == 2:
            order += f" ({self._say('finish.double')})"
        return [(), (Span("  " + self._say("finish", order=order), "good"),)]

    @lines.register
    def _levels(self, event: LevelsChanged) -> list[Line]:
        before, after = event.before, event.after
        self._standing = after
        lines: list[Line] = []
        for team in (0, 1):
            name = self._team(team)
            old, new = before.levels[team], after.levels[team]
            if after.ace_failures[team] > before.ace_failures[team]:
                lines.append(self._line("failed", team=name, count=after.ace_failures[team]))
            if new.index < old.index:
                lines.append(self._line("demoted", team=name, level=self._rank(new)))
            if after.winner is None and team == after.host and new.index >= old.index:
                if new is old:
                    lines.append(self._line("stay", team=name, level=self._rank(new)))
                else:
                    pair = {"before": self._rank(old), "after": self._rank(new)}
                    lines.append(self._line("rise", team=name, **pair))
        lines.append(self._line("levels", **self._score(after)))
        return lines

    def _score(self, standing: Standing) -> dict[str, str]:
        first, second = map(self._rank, standing.levels)
        return {"first": first, "second": second}

    @lines.register
    def _match_over(self, event: MatchOver) -> list[Line]:
        text = self._say("match.over", team=self._team(event.winner), **self._score(self._standing))
        return [(), (Span(text, "head"),)]


def _spaced(spans: Sequence[Span]) -> Line:
    spaced: list[Span] = []
    for span in spans:
        spaced += [Span(" "), span] if spaced else [span]
    return tuple(spaced)
