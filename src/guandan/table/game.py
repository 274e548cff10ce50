"""A match with a person at seat 0: the bots play, the person is asked, the game is kept on file."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from guandan import (
    Card,
    DealOver,
    Event,
    Match,
    MatchOver,
    Phase,
    Seat,
    Strategy,
    StrategyError,
    partner_of,
    team_of,
)
from guandan.bots import BotSpec
from guandan.help.arrange import arrange
from guandan.help.hints import card_hints
from guandan.help.names import Words
from guandan.help.rewards import Mode, deal_points, match_points
from guandan.help.sorting import SortOrder
from guandan.render.text import Line, Narrator, Span
from guandan.shuffle import generator
from guandan.table.console import Complete, Console
from guandan.table.saved import Saved, is_speed
from guandan.table.screen import Screen
from guandan.table.turn import Asker, choose_card, choose_play, commands
from guandan.table.typed import Typed, Verb, read_typed
from guandan.table.wrapping import VERBATIM

__all__ = ["YOU", "Game"]

YOU: Final[Seat] = 0
"""The person's seat."""

_RECALLED: Final = 10
"""Lines of what was told last that are told again when a saved game goes on."""


class _Left(Exception):
    """The person has left; the game is saved."""


class Game:
    """A match of a person against three bots, over a console.

    Every action is done on a copy of the match, which then takes its place: whatever interrupts,
    the match is one of which every action is whole, and can be saved.
    """

    def __init__(
        self,
        saved: Saved,
        console: Console,
        words: Words,
        path: Path,
        *,
        signs: bool = True,
    ) -> None:
        """Take a game to play on with (a new one is one without deals) and where to save it.

        Raises:
            RecordError: the record of the match cannot be played.
            UnknownBot: there is no bot of a name, or it cannot be loaded.
        """
        self._match = Match.from_record(saved.record)
        self._bots = saved.bots
        self._speed = saved.speed
        self._order = saved.order
        self._console = console
        self._words = words
        self._path = path
        self._narrator = Narrator(words, signs=signs, you=YOU, rules=saved.record.rules)
        self._screen = Screen(self._narrator, words, YOU)
        self._strategies = self._seated()
        self._told = 0

    def _seated(self) -> Sequence[Strategy]:
        """Return the bots at their seats; the one at the person's is never asked."""
        names = ("easy", *self._bots)
        # A bot that goes on with a saved game draws anew: what it drew before is not saved.
        stream = ("bot", len(self._match.events))
        seed = self._match.record().seed
        return [
            BotSpec.parse(name).make(int(generator(seed, *stream, seat).random() * 2**32))
            for seat, name in enumerate(names)
        ]

    def play(self) -> bool:
        """Play until the match is over or the person leaves; return whether it is over.

        Raises:
            KeyboardInterrupt: the person left in the middle of something; the game is saved.
            StrategyError: a bot failed; the game is saved, to go on with another bot.
        """
        try:
            self._begin()
            while self._match.phase is not Phase.OVER:
                self._go_on()
        except (_Left, EOFError):
            self._save()
            return False
        except (KeyboardInterrupt, StrategyError):
            self._save()
            raise
        if self._path.exists():
            self._saved().write(self._path)  # or what has been played could be played again
        return True

    # --- telling -----------------------------------------------------------------------------

    def _begin(self) -> None:
        bots = ", ".join(
            f"{self._screen.seat(seat).text} {name}" for seat, name in enumerate(self._bots, 1)
        )
        you, partner = (self._screen.seat(seat).text for seat in (YOU, partner_of(YOU)))
        self._show(self._screen.told("play.hello", "dim", you=you, partner=partner, bots=bots))
        self._show(self._screen.told("seed", "dim", seed=self._match.record().seed))
        events = self._match.events_for(YOU)
        if events:
            self._show(self._screen.told("play.continued", "dim"))
            lines = [line for event in events for line in self._narrator.lines(event)]
            self._show_all(lines[-_RECALLED:])
            self._told = len(events)

    def _show(self, line: Line) -> None:
        self._console.show(line)

    def _show_all(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self._show(line)

    def _tell(self) -> None:
        """Tell what has happened since it was last told."""
        for event in self._match.events_for(YOU, self._told):
            self._told += 1
            lines = self._narrator.lines(event)
            self._show_all(lines)
            self._reward(event)
            if lines and self._speed and YOU not in self._match.due:
                self._console.wait(self._speed)

    def _reward(self, event: Event) -> None:
        match event:
            case DealOver(finish=finish):
                # The two who are left after a 1-2 win have no order: both are third.
                place = finish.index(YOU) + 1 if YOU in finish else 3
                self._show(self._screen.points(deal_points(place, Mode.SINGLE_PLAYER)))
            case MatchOver(winner=winner):
                points = match_points(winner == team_of(YOU), Mode.SINGLE_PLAYER)
                self._show(self._screen.points(points))
            case _:
                pass

    # --- playing -----------------------------------------------------------------------------

    def _go_on(self) -> None:
        if self._match.phase is Phase.BETWEEN:
            if self._match.deals_begun:
                self._wait_for_enter()
            self._do(lambda match: match.deal_next())
        elif YOU not in self._match.due:
            self._do(lambda match: match.step(self._strategies))
        else:
            self._decide()

    def _do(self, act: Callable[[Match], object]) -> None:
        match = self._match.copy()
        act(match)
        self._match = match
        self._tell()

    def _wait_for_enter(self) -> None:
        question = self._screen.told("play.next", "head")
        # What is recommended between deals is to go on.
        while self._ask(question, commands).verb not in {Verb.ENTER, Verb.ADVICE}:
            self._show(self._screen.told("play.between", "dim"))

    def _decide(self) -> None:
        view = self._match.view(YOU)
        self._show(())
        self._show_all(self._screen.hand(view, self._order))
        self._show(self._screen.counts(view))
        asker = self._asker()
        if view.phase is Phase.PLAY:
            play = choose_play(asker, view, self._order)
            self._do(lambda match: match.pass_(YOU) if play is None else match.play(play, YOU))
            return
        advice = card_hints(view)
        if view.phase is Phase.TRIBUTE:
            card = choose_card(asker, view, advice, "play.pay", self._verify_paying)
            self._do(lambda match: match.pay_tribute(card, YOU))
        else:
            card = choose_card(asker, view, advice, "play.give", self._verify_giving)
            self._do(lambda match: match.return_card(card, YOU))

    def _verify_paying(self, card: Card) -> Card:
        return self._match.verify_pay_tribute(card, YOU)

    def _verify_giving(self, card: Card) -> Card:
        return self._match.verify_return_card(card, YOU)

    def _asker(self) -> Asker:
        return Asker(
            screen=self._screen,
            words=self._words,
            show=self._show,
            ask=self._ask,
            verify=lambda play: self._match.verify_play(play, YOU),
            verify_pass=lambda: self._match.verify_pass(YOU),
        )

    # --- what can be typed at any time -------------------------------------------------------

    def _ask(self, question: Line, complete: Complete) -> Typed:
        """Ask until something is typed that only the moment can answer, and return that."""
        while True:
            self._show(question)
            typed = read_typed(self._console.ask(complete), self._words)
            if not self._answered(typed):
                return typed

    def _answered(self, typed: Typed) -> bool:
        screen, view = self._screen, self._match.view(YOU)
        match typed.verb:
            case Verb.SORT:
                self._sort(typed.rest)
            case Verb.ARRANGE:
                self._show_all(
                    screen.arrangements(arrange(view.hand, view.level, rules=view.rules))
                )
            case Verb.COUNT:
                self._show_all(screen.unseen(view))
            case Verb.LEVELS:
                self._show_all(screen.ladder(self._match.standing))
            case Verb.SPEED:
                self._set_speed(typed.rest)
            case Verb.SAVE:
                self._save()
            case Verb.QUIT:
                raise _Left
            case Verb.HELP:
                self._show_all(screen.commands())
            case Verb.UNKNOWN:
                self._show(screen.told("play.unknown", "bomb", word=typed.rest))
            case _:
                return False
        return True

    def _sort(self, word: str) -> None:
        orders = list(SortOrder)
        if not word:
            # The next one, round and round.
            self._order = orders[(orders.index(self._order) + 1) % len(orders)]
        elif meant := [order for order in orders if order.startswith(word)]:
            self._order = meant[0]
        else:
            self._show(
                self._screen.told("play.sort.bad", "bomb", orders=", ".join(orders), word=word)
            )
            return
        self._show_all(self._screen.hand(self._match.view(YOU), self._order))

    def _set_speed(self, word: str) -> None:
        try:
            seconds = float(word or self._speed)
        except ValueError:
            seconds = -1.0
        if not is_speed(seconds):
            self._show(self._screen.told("play.speed.bad", "bomb", word=word))
            return
        self._speed = seconds
        self._show(self._screen.told("play.speed", "dim", seconds=f"{seconds:g}"))

    def _saved(self) -> Saved:
        return Saved(
            self._match.record(), self._bots, self._speed, self._order, self._words.language
        )

    def _save(self) -> None:
        """Save the game and say how to go on with it; or why it cannot be saved."""
        command = f"guandan play --continue {shlex.quote(str(self._path))}"
        if any(BotSpec.parse(name).is_own for name in self._bots):
            # Code that only the file names is not run.
            command += f" --bots {shlex.quote(','.join(self._bots))}"
        try:
            self._saved().write(self._path)
        except OSError as error:
            why = error.strerror or str(error)
            self._show(self._screen.told("play.unsaved", "bomb", file=self._path, why=why))
        else:
            self._show(self._screen.told("play.saved", "good", file=self._path))
            self._show((Span("  "), Span(command, VERBATIM)))
