"""What a person at the table is shown: the hand in columns, the ladder, counters, hints."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from guandan import (
    LEVELS,
    SEATS,
    Card,
    Combo,
    GuandanError,
    Hand,
    PlayerView,
    Rank,
    Seat,
    Standing,
    team_of,
)
from guandan.cards import RANKS
from guandan.help.arrange import Arrangement
from guandan.help.counters import counters, unbeatable
from guandan.help.hints import CardHints, Hint
from guandan.help.names import Words
from guandan.help.sorting import SortOrder, sort_cards
from guandan.render.text import Line, Narrator, Span, plain, width
from guandan.table.typed import COMMANDS, Verb

__all__ = ["Screen"]

_GAP: Final = Span("  ")
_COLUMNS: Final = 58
"""What a narrow terminal has room for."""

_LISTED: Final = 20
"""Hints that are listed at once: as many as a screen has room for."""

_SHORT: Final = 4
"""Columns that the name of a joker may take in the hand, where the cards stand in columns."""

_EXAMPLES: Final = {Verb.CARDS: "S5 H5", Verb.LOOK: "S5 S6 ?"}
"""What is typed where that is no word."""


class Screen:
    """Draws, in lines with styles, what the person asks for. It keeps nothing."""

    def __init__(self, narrator: Narrator, words: Words, you: Seat) -> None:
        """Take what names cards and plays, the words, and the person's seat."""
        self._narrator = narrator
        self._words = words
        self._you = you

    def told(self, key: str, style: str = "", **values: object) -> Line:
        """Return a sentence."""
        return (Span(self._words.say(key, **values), style),)

    def seat(self, seat: Seat) -> Span:
        """Return the name of a seat, unmarked."""
        return Span(self._words.say("seat", seat=seat), f"seat{seat}")

    def marked(self, seat: Seat) -> Span:
        """Return the name of a seat, marked if it is the person's or the partner's."""
        return self._narrator.seat(seat)

    def play(self, combo: Combo) -> str:
        """Return a play as text: its cards and what it is called."""
        cards = "".join(span.text for span in self._narrator.play(combo))
        return f"{cards} ({self._words.kind(combo)})"

    def card(self, card: Card) -> str:
        """Return a card as it is drawn in a row of cards."""
        return plain(self._narrator.cards([card]))

    def refusal(self, error: GuandanError) -> Line:
        """Return why something is not done."""
        return (Span(self._words.error(error, card=self.card), "bomb"),)

    # --- the hand ----------------------------------------------------------------------------

    def hand(
        self,
        view: PlayerView,
        order: SortOrder,
        *,
        selected: Hand | None = None,
        follow: Container[Card] | None = None,
    ) -> list[Line]:
        """Return the hand in columns; `selected` cards are marked, those that cannot follow dim.

        A wild is marked with an asterisk. A joker stands there as it is typed, where its name is
        too long, and a line says what that is.
        """
        left = dict.fromkeys(view.hand, 0)
        for card in selected or ():
            left[card] += 1
        columns: list[list[Span]] = []
        for group in sort_cards(view.hand, view.level, order, rules=view.rules):
            column = []
            for card in group:
                chosen = left[card] > 0
                left[card] -= chosen
                column.append(self._cell(view, card, chosen, follow))
            columns.append(column)
        return _side_by_side(columns) + self._legend(view.hand)

    def _in_hand(self, card: Card) -> str:
        name = self.card(card)
        return str(card) if card.is_joker and width((Span(name),)) > _SHORT else name

    def _legend(self, hand: Hand) -> list[Line]:
        """Return the names of the jokers in a hand that stand there by other names."""
        jokers = sorted({card for card in hand if card.is_joker}, key=lambda card: card.index)
        names = [(self._in_hand(card), self._words.card(card)) for card in jokers]
        said = [f"{short} = {name}" for short, name in names if short != name]
        return [(Span("  " + "  ".join(said), "dim"),)] if said else []

    def _cell(
        self, view: PlayerView, card: Card, chosen: bool, follow: Container[Card] | None
    ) -> Span:
        wild = card.is_wild(view.level)
        text = f"{'+' if chosen else ''}{self._in_hand(card)}{'*' if wild else ''}"
        if chosen:
            return Span(text, "good")
        if follow is not None and card not in follow:
            return Span(text, "dim")
        return Span(text, "wild" if wild else self._narrator.card(card).style)

    # --- what stands -------------------------------------------------------------------------

    def ladder(self, standing: Standing) -> list[Line]:
        """Return the levels that each team has climbed, its own in brackets, the host marked."""
        lines: list[Line] = []
        for team in (0, 1):
            at = standing.levels[team]
            rungs = [Span(self._words.say("team", team=team), f"team{team}"), _GAP]
            for level in LEVELS:
                name = _short(level)
                here = level is at
                rungs.append(Span(f"[{name}]" if here else f" {name} ", "good" if here else "dim"))
            if team == standing.host:
                host = self._words.say("host", team=self._words.say("team", team=team))
                rungs += [_GAP, Span(host, "dim")]
            lines.append(tuple(rungs))
        return lines

    def counts(self, view: PlayerView) -> Line:
        """Return how many cards each seat holds; those who had to report stand out."""
        few = dict(counters(view).reported)
        spans: list[Span] = [Span(self._words.say("play.counts"), "dim")]
        for seat in SEATS:
            number = Span(f"({view.counts[seat]})", "bomb" if seat in few else "")
            spans += [_GAP, self._narrator.player(seat), Span(" "), number]
        return tuple(spans)

    def unseen(self, view: PlayerView) -> list[Line]:
        """Return how many cards of each rank are still out, and which plays are certain to win."""
        found = counters(view)
        named = [
            (self._words.say("card.HR"), found.big_jokers),
            (self._words.say("card.SB"), found.small_jokers),
            (self._words.say("wild.card"), found.wilds),
            (self._words.say("level_card"), found.level_cards),
        ]
        head = Span(self._words.say("play.unseen"), "dim")
        ranks = [rank for rank in reversed(RANKS[:13]) if rank is not view.level]
        lines: list[Line] = [
            (head, Span("  " + "  ".join(f"{name} {number}" for name, number in named))),
            (
                Span(" " * width((head,))),
                Span("  " + "  ".join(f"{_short(rank)}:{found.count(rank)}" for rank in ranks)),
            ),
            self.counts(view),
        ]
        certain = [self.play(play) for play in unbeatable(view)[:5]]
        if certain:
            lines.append(self.told("play.certain", plays="; ".join(certain)))
        return lines

    # --- help --------------------------------------------------------------------------------

    def hints(self, hints: Sequence[Hint], *, everything: bool = False) -> list[Line]:
        """Return the hints one a line, numbered, the recommended one marked.

        Of many, the first are listed, then how many more there are; `everything` lists them all.
        After many the recommended one comes once more, where it is seen.
        """
        lines = [self._hint(number, hint) for number, hint in enumerate(hints, 1)]
        if len(lines) <= _LISTED:
            return lines
        listed = list(lines) if everything else lines[:_LISTED]
        if not everything:
            more = len(lines) - _LISTED
            listed.append((Span(self._words.counted("play.more", more), "dim"),))
        chosen = [line for line, hint in zip(lines, hints, strict=True) if hint.recommended]
        return listed + chosen

    def _hint(self, number: int, hint: Hint) -> Line:
        spans = self._numbered(number, hint.recommended)
        if hint.play is None:
            spans.append(Span(self._words.say("pass")))
        else:
            spans += [*self._narrator.play(hint.play), _GAP, self._narrator.kind(hint.play)]
        if hint.recommended:
            spans += [_GAP, Span(self._words.say("play.recommended"), "good")]
        if hint.breaks:
            bombs = ", ".join(map(self._words.label, hint.breaks))
            spans += [_GAP, Span(self._words.say("play.breaks", bombs=bombs), "bomb")]
        return tuple(spans)

    def card_hints(self, advice: CardHints) -> list[Line]:
        """Return the cards that are due one a line, numbered, the recommended one marked."""
        lines: list[Line] = []
        for number, card in enumerate(advice.options, 1):
            recommended = card == advice.recommended
            spans = [*self._numbered(number, recommended), *self._narrator.cards([card])]
            if recommended:
                spans += [_GAP, Span(self._words.say("play.recommended"), "good")]
            lines.append(tuple(spans))
        return lines

    def _numbered(self, number: int, recommended: bool) -> list[Span]:
        mark = "*" if recommended else " "
        return [Span(f"{mark}{number:>3}  ", "good" if recommended else "dim")]

    def readings(self, readings: Sequence[Combo]) -> list[Line]:
        """Return what a selection can be, numbered, the one that is meant first."""
        return [
            (
                Span(f" {number}  "),
                *self._narrator.play(combo),
                _GAP,
                Span(self._words.label(combo)),
            )
            for number, combo in enumerate(readings, 1)
        ]

    def arrangements(self, found: Sequence[Arrangement]) -> list[Line]:
        """Return ways to cut the hand, in lines that no play is broken over."""
        lines: list[Line] = [self.told("play.arranged", "dim")]
        for arrangement in found:
            turns = self._words.counted("play.turns", arrangement.turns)
            cost = self._words.say("play.cost", cost=f"{arrangement.cost / 100:.2f}")
            line: Line = (Span(turns, "head"), Span(" | ", "dim"), Span(cost))
            for play in arrangement.plays:
                more = (Span(" | ", "dim"), *self._narrator.play(play))
                if width((*line, *more)) > _COLUMNS:
                    lines.append(line)
                    line = (Span("   "),)
                line = (*line, *more)
            lines.append(line)
        return lines

    def commands(self) -> list[Line]:
        """Return what can be typed, a line each."""
        return [
            (
                Span(f"  {_EXAMPLES.get(verb, verb):<9}", "head"),
                Span(self._words.say(f"play.help.{verb}")),
            )
            for verb in (Verb.CARDS, *COMMANDS)
        ]

    def points(self, points: int) -> Line:
        """Return what a finished deal or match has earned the person."""
        return (Span(self._words.counted("play.points", points), f"team{team_of(self._you)}"),)


def _short(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else str(rank)


def _side_by_side(columns: Sequence[Sequence[Span]]) -> list[Line]:
    """Return columns of spans as lines; the sixteen that a hand has at most are not too many."""
    wide = [max(width((span,)) for span in column) + 1 for column in columns]
    rows: list[Line] = []
    for row in range(max(map(len, columns), default=0)):
        spans: list[Span] = []
        for column, space in zip(columns, wide, strict=True):
            cell = column[row] if row < len(column) else Span("")
            spans += [cell, Span(" " * (space - width((cell,))))]
        rows.append((Span("  "), *spans))
    return rows
