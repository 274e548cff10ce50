"""What a person at the table is shown: the hand in columns, the ladder, counters, hints."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from guandan import LEVELS, SEATS, Card, Combo, Hand, PlayerView, Rank, Seat, Standing, team_of
from guandan.cards import RANKS
from guandan.help.arrange import Arrangement
from guandan.help.counters import counters, unbeatable
from guandan.help.hints import Hint
from guandan.help.names import Words
from guandan.help.sorting import SortOrder, sort_cards
from guandan.render.text import Line, Narrator, Span, width
from guandan.table.typed import COMMANDS, Verb

__all__ = ["Screen"]

_GAP: Final = Span("  ")
_COLUMNS: Final = 78
"""What a narrow terminal has room for."""


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
        """Return the name of a seat."""
        return Span(self._words.say("seat", seat=seat), f"seat{seat}")

    def play(self, combo: Combo) -> str:
        """Return a play as text: its cards and what it is called."""
        cards = "".join(span.text for span in self._narrator.play(combo))
        return f"{cards} ({self._words.kind(combo)})"

    def card(self, card: Card) -> str:
        """Return a card as it is drawn, a joker as it is typed."""
        return str(card) if card.is_joker else self._narrator.card(card).text

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

        A wild is marked with an asterisk.
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
        return _side_by_side(columns)

    def _cell(
        self, view: PlayerView, card: Card, chosen: bool, follow: Container[Card] | None
    ) -> Span:
        wild = card.is_wild(view.level)
        text = f"{'+' if chosen else ''}{self.card(card)}{'*' if wild else ''}"
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
            spans += [_GAP, self.seat(seat), Span(" "), number]
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

    def hints(self, hints: Sequence[Hint]) -> list[Line]:
        """Return the hints one a line, numbered, the recommended one marked."""
        lines: list[Line] = []
        for number, hint in enumerate(hints, 1):
            mark = "*" if hint.recommended else " "
            spans = [Span(f"{mark}{number:>3}  ", "good" if hint.recommended else "dim")]
            if hint.play is None:
                spans.append(Span(self._words.say("pass")))
            else:
                spans += [*self._narrator.play(hint.play), _GAP, self._narrator.kind(hint.play)]
            if hint.recommended:
                spans += [_GAP, Span(self._words.say("play.recommended"), "good")]
            if hint.breaks:
                bombs = ", ".join(map(self._words.label, hint.breaks))
                spans += [_GAP, Span(self._words.say("play.breaks", bombs=bombs), "bomb")]
            lines.append(tuple(spans))
        return lines

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
        lines: list[Line] = []
        for arrangement in found:
            line: Line = (Span(self._words.counted("play.turns", arrangement.turns), "head"),)
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
            (Span(f"  {verb:<9}", "head"), Span(self._words.say(f"play.help.{verb}")))
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
