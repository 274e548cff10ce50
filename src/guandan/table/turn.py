"""One decision of the person: what is typed until it is a play, a pass or a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final

import attrs

from guandan import Card, CardsLike, Combo, GuandanError, Hand, PlayerView, classify
from guandan.help.hints import CardHints, Hint, hints
from guandan.help.names import Words
from guandan.help.selection import Selector
from guandan.help.sorting import SortOrder
from guandan.render.text import Line
from guandan.table.console import Complete
from guandan.table.screen import Screen
from guandan.table.spelling import spelled
from guandan.table.typed import COMMANDS, Typed, Verb, find_cards, find_due

__all__ = ["Asker", "choose_card", "choose_play", "commands"]

_ALL: Final = "all"
"""What lists every hint: `? all`."""


@attrs.frozen
class Asker:
    """How a decision talks to the person, and to the rules."""

    screen: Screen
    words: Words
    show: Callable[[Line], None]
    ask: Callable[[Line, Complete], Typed]
    """Show a question and return what was typed; what can be typed at any time has been dealt
    with, and the question shown again."""
    verify: Callable[[CardsLike], Combo]
    """Return the play that cards are now, or raise why they may not be played."""
    verify_pass: Callable[[], object]

    def told(self, key: str, style: str = "", **values: object) -> None:
        """Show a sentence."""
        self.show(self.screen.told(key, style, **values))

    def refused(self, error: GuandanError) -> None:
        """Show why something is not done."""
        self.show(self.screen.refusal(error))

    def nothing(self, typed: Typed) -> None:
        """Show that what was typed means nothing here."""
        self.told("play.not_now", "dim", word=typed.verb or "Enter")

    def all(self, lines: Iterable[Line]) -> None:
        """Show several lines."""
        for line in lines:
            self.show(line)


@attrs.frozen
class _Decision:
    play: Combo | None


def choose_play(asker: Asker, view: PlayerView, order: SortOrder) -> Combo | None:
    """Return what the person plays, None for a pass."""
    return _Turn(asker, view, order).decide()


class _Turn:
    def __init__(self, asker: Asker, view: PlayerView, order: SortOrder) -> None:
        self._asker = asker
        self._view = view
        self._order = order

    @cached_property
    def _selector(self) -> Selector:
        return Selector(self._view.legal_plays)

    @cached_property
    def _hints(self) -> tuple[Hint, ...]:
        return hints(self._view)

    def decide(self) -> Combo | None:
        asker = self._asker
        while True:
            try:
                decision = self._answer(asker.ask(self._question(), self._complete))
            except GuandanError as error:
                asker.refused(error)
                continue
            if decision is not None:
                return decision.play

    def _question(self) -> Line:
        asker, view = self._asker, self._view
        if view.table is None or view.owner is None:
            return asker.screen.told("play.lead", "head")
        key = "play.beat" if view.legal_plays else "play.cannot"
        seat = asker.screen.marked(view.owner).text
        return asker.screen.told(key, "head", seat=seat, play=asker.screen.play(view.table))

    def _answer(self, typed: Typed) -> _Decision | None:
        match typed.verb:
            case Verb.CARDS:
                return self._play(typed.rest)
            case Verb.PASS:
                return self._pass()
            case Verb.ENTER:
                return None if self._view.legal_plays else self._pass()
            case Verb.HINTS | Verb.ADVICE:
                return self._advice(typed)
            case Verb.LOOK:
                self._look(typed.rest)
            case _:
                self._asker.nothing(typed)
        return None

    def _pass(self) -> _Decision:
        self._asker.verify_pass()
        return _Decision(None)

    def _play(self, text: str) -> _Decision | None:
        # Written out with its wilds it is one play; cards alone may be several.
        if "=" in text or text[:1].islower():
            return _Decision(self._asker.verify(text))
        cards = find_cards(text, self._view)
        chosen = self._selector.select(cards)
        if len(chosen.readings) > 1:
            return self._which(chosen.readings)
        if chosen.extends and not chosen.readings:
            self._look(text)
        return _Decision(self._asker.verify(cards))

    def _which(self, readings: tuple[Combo, ...]) -> _Decision | None:
        self._asker.all(self._asker.screen.readings(readings))
        question = self._asker.screen.told("play.which", "head")
        typed = self._asker.ask(question, lambda _: map(str, range(1, len(readings) + 1)))
        if typed.verb is Verb.ENTER:
            return _Decision(readings[0])
        number = _number(typed.rest)
        if typed.verb is Verb.CARDS and 1 <= number <= len(readings):
            return _Decision(readings[number - 1])
        self._asker.told("play.not_which", "bomb", count=len(readings))
        return None

    def _advice(self, typed: Typed) -> _Decision | None:
        """Show the hints, or take one."""
        if typed.verb is Verb.ADVICE:
            return next(_Decision(hint.play) for hint in self._hints if hint.recommended)
        if typed.rest in {"", _ALL}:
            hints = self._asker.screen.hints(self._hints, everything=typed.rest == _ALL)
            self._asker.all(hints)
            return None
        number = _number(typed.rest)
        if 1 <= number <= len(self._hints):
            return _Decision(self._hints[number - 1].play)
        self._asker.told("play.no_hint", "bomb", number=typed.rest)
        return None

    def _look(self, text: str) -> None:
        """Show what a selection is, and which cards of the hand can still follow."""
        asker = self._asker
        chosen = self._selector.select(find_cards(text, self._view))
        lines = asker.screen.hand(
            self._view, self._order, selected=chosen.cards, follow=chosen.extends
        )
        asker.all(lines)
        for combo in chosen.readings:
            asker.told("play.now", "kind", label=asker.words.label(combo))
        if not chosen.readings:
            self._say_what_is_no_play(chosen.cards)
        if chosen.extends:
            asker.told("play.follow", cards=" ".join(map(asker.screen.card, chosen.extends)))
        else:
            asker.told("play.follow.none", "dim")

    def _say_what_is_no_play(self, cards: Hand) -> None:
        """Tell cards that are no play at all from those that are too low."""
        low = classify(cards, self._view.level, self._view.rules)
        for combo in low:
            self._asker.told("play.now.low", "kind", label=self._asker.words.label(combo))
        if cards and not low:
            self._asker.told("play.now.none", "kind")

    def _complete(self, text: str) -> Iterator[str]:
        """Yield the cards that can follow those typed, and the commands where nothing is typed."""
        before = text.rpartition(" ")[0]
        try:
            cards = spelled(before, self._asker.words) or before
            chosen = self._selector.select(find_cards(cards, self._view) if cards else "")
        except GuandanError:
            return
        yield from map(str, chosen.extends)
        yield from commands(text)


def commands(text: str) -> Iterator[str]:
    """Yield the commands where nothing stands before the word that is typed."""
    if " " not in text:
        yield from map(str, COMMANDS)


def choose_card(
    asker: Asker,
    view: PlayerView,
    advice: CardHints,
    key: str,
    verify: Callable[[Card], Card],
) -> Card:
    """Return the card that the person pays or gives back; `key` is what is asked."""
    options = " ".join(map(asker.screen.card, advice.options))
    card = asker.screen.card(advice.recommended)
    question = asker.screen.told(key, "head", options=options, card=card)

    def complete(text: str) -> Iterator[str]:
        yield from map(str, advice.options)
        yield from commands(text)

    while True:
        try:
            chosen = _card_of(asker, asker.ask(question, complete), view, advice)
            if chosen is not None:
                return verify(chosen)
        except GuandanError as error:
            asker.refused(error)


def _card_of(asker: Asker, typed: Typed, view: PlayerView, advice: CardHints) -> Card | None:
    """Return the card that is typed; None, and an answer shown, if none is."""
    match typed.verb:
        case Verb.ENTER | Verb.ADVICE:
            return advice.recommended
        case Verb.HINTS if typed.rest in {"", _ALL}:
            asker.all(asker.screen.card_hints(advice))
        case Verb.HINTS:
            number = _number(typed.rest)
            if 1 <= number <= len(advice.options):
                return advice.options[number - 1]
            asker.told("play.no_hint", "bomb", number=typed.rest)
        case Verb.CARDS if len(typed.rest.split()) > 1:
            asker.told("play.one", "bomb")
        case Verb.CARDS:
            return find_due(typed.rest, view, advice)
        case _:
            asker.nothing(typed)
    return None


def _number(text: str) -> int:
    """Return a number that is typed; 0 if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
