"""Hints: what may be played from cheap to dear, what a player would do, what it would break."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import attrs

from guandan import (
    Card,
    CardsLike,
    Combo,
    Deal,
    Hand,
    LegalPlays,
    LevelLike,
    NormalBot,
    Phase,
    PlayerView,
    RulesLike,
    Strategy,
    StrategyError,
    WrongPhase,
    classify,
    legal_plays,
)
from guandan.cards import clean_level
from guandan.errors import shown, told
from guandan.help.checking import expect
from guandan.rules import clean_rules

__all__ = ["Bombs", "CardHints", "Hint", "card_hints", "cheapest_first", "hints"]

T = TypeVar("T")


@attrs.frozen
class Hint:
    """A play that may be made; None is the pass."""

    play: Combo | None
    recommended: bool
    breaks: tuple[Combo, ...]
    """The bombs of natural cards in the hand that this play would break."""


@attrs.frozen
class CardHints:
    """The cards that may be paid or given back, and the one recommended."""

    options: tuple[Card, ...]
    recommended: Card


def hints(asked: PlayerView | Deal, *, strategy: Strategy | None = None) -> tuple[Hint, ...]:
    """Return a hint for each play that may be made now, from the cheapest on, the pass last.

    There is one for each shape, made of the cards whose loss hurts least (`LegalPlays.shapes`), so
    that a player can go through them. Exactly one is recommended: what `strategy` would do in this
    place, a `NormalBot` unless another is given. A deal is asked for its seat to act; of a match,
    give the view of a seat: `match.view(seat)`.

    Raises:
        InputTypeError: that is no view or deal, or no strategy.
        WrongPhase: it is not for this seat to play now.
        StrategyError: the strategy raised, or its answer is not allowed.

    >>> deal = Deal.at(["S9 D9 C9 H9 SK", "S3", "S4", "S6"], "2", to_act=0, table="SQ", owner=3)
    >>> for hint in hints(deal):
    ...     print(hint.play, hint.recommended, *hint.breaks)
    SK True
    S9 H9 C9 D9 False
    None False
    """
    view = _view(asked)
    if not view.legal_plays and not view.can_pass:
        raise WrongPhase(
            f"seat {view.seat} has nothing to decide on the table in phase {view.phase}",
            phase=view.phase,
            wanted=Phase.PLAY,
        )
    adviser = _adviser(strategy)
    chosen = _asked(adviser, view, lambda: adviser.choose_play(view))
    allowed = view.can_pass if chosen is None else isinstance(chosen, Combo)
    if not allowed or (chosen is not None and chosen not in view.legal_plays):
        raise _failed(adviser, view, chosen, f"answered {shown(chosen)}, which may not be played")
    bombs = Bombs(view.hand, view.level, view.rules)
    plays: list[Combo | None] = list(cheapest_first(view.legal_plays, also=chosen))
    if view.can_pass:
        plays.append(None)
    return tuple(
        Hint(play, play == chosen, () if play is None else bombs.broken_by(play)) for play in plays
    )


def cheapest_first(plays: LegalPlays, *, also: Combo | None = None) -> tuple[Combo, ...]:
    """Return one play for each shape from the cheapest to the dearest.

    Ordinary plays come before bombs, plays that break no bomb before those that do, then those
    with fewer wilds, then those of lower rank; of these, the larger. `also` is listed too, where
    it is none of them.

    Raises:
        InputTypeError: these are no `LegalPlays`, or `also` is no play.

    >>> [str(play) for play in cheapest_first(legal_plays("S3 D3 S4 C9 D9 S9 H9 H2", "2"))][:3]
    ['S3 D3', 'D3', 'S4']
    """
    expect(plays, LegalPlays, "LegalPlays, such as view.legal_plays")
    expect(also, (Combo, type(None)), "a play (Combo) or None")
    listed = list(plays.shapes())
    if also is not None and also not in listed:
        listed.append(also)
    bombs = Bombs(plays.hand, plays.level, plays.rules)

    def price(play: Combo) -> tuple[int, ...]:
        rank = play.strength if play.is_bomb else play.order
        return play.is_bomb, len(bombs.broken_by(play)), play.wilds, rank, -play.size

    return tuple(sorted(listed, key=price))


class Bombs:
    """The bombs in a hand that need no wild: the largest of a rank, straight flushes, four jokers.

    >>> bombs = Bombs("S9 D9 C9 H9 S5 HR", "2")
    >>> bombs.broken_by(Combo.parse("S9 D9", "2"))
    (Combo.parse('S9 H9 C9 D9', '2'),)
    """

    def __init__(self, hand: CardsLike, level: LevelLike, rules: RulesLike | None = None) -> None:
        self._level = clean_level(level)
        self._rules = clean_rules(rules)
        held = hand if isinstance(hand, Hand) else Hand(hand)
        wild = Card.parse(f"H{self._level}")
        self._natural = held - [wild] * held.count(wild)
        # Over a big joker there are only bombs to list.
        (self._joker,) = classify("HR", self._level, self._rules)
        self._held = self._of(self._natural)

    def broken_by(self, play: Combo) -> tuple[Combo, ...]:
        """Return the bombs that a play takes cards of without leaving one of them.

        A bomb of one rank is broken when fewer than four of its cards stay and the play is no bomb
        of that rank; a straight flush when it cannot be made any more; the joker bomb by a joker.

        Raises:
            InputTypeError: it is no play.
        """
        expect(play, Combo, "a play (Combo)")
        if not self._held:
            return ()
        taken = [card for card in play.hand if not card.is_wild(self._level)]
        left = self._of(self._natural - taken)
        return tuple(
            bomb
            for key, bomb in self._held.items()
            if key not in left and not (play.is_bomb and _key(play) == key)
        )

    def _of(self, natural: Hand) -> dict[tuple[object, ...], Combo]:
        plays = legal_plays(natural, self._level, over=self._joker, rules=self._rules)
        return {_key(play): play for play in plays.shapes()}


def _key(bomb: Combo) -> tuple[object, ...]:
    return bomb.kind, bomb.rank, bomb.suit


def card_hints(view: PlayerView, *, strategy: Strategy | None = None) -> CardHints:
    """Return the cards a seat may pay or give back now, and the one recommended.

    The recommendation is what `strategy` would choose, a `NormalBot` unless another is given.

    Raises:
        InputTypeError: that is no view, or no strategy.
        WrongPhase: no card is due of this seat.
        StrategyError: the strategy raised, or chose a card that may not be chosen.

    >>> from guandan import EasyBot, Match
    >>> match = Match(seed=7)
    >>> while match.phase is not Phase.TRIBUTE:
    ...     _ = match.step([EasyBot()] * 4)
    >>> seat = match.due[0]
    >>> found = card_hints(match.view(seat))
    >>> found.recommended in found.options
    True
    """
    expect(view, PlayerView, "a PlayerView, such as match.view(seat)")
    if not view.options:
        raise WrongPhase(
            f"seat {view.seat} has no card to pay or give back in phase {view.phase}",
            phase=view.phase,
            wanted=Phase.TRIBUTE,
        )
    adviser = _adviser(strategy)
    paying = view.phase is Phase.TRIBUTE
    choose = adviser.choose_tribute if paying else adviser.choose_return
    chosen = _asked(adviser, view, lambda: choose(view, view.options))
    if not isinstance(chosen, Card) or chosen not in view.options:
        raise _failed(adviser, view, chosen, f"answered {shown(chosen)}, which may not be chosen")
    return CardHints(view.options, chosen)


def _adviser(strategy: Strategy | None) -> Strategy:
    if strategy is None:
        return NormalBot()
    expect(strategy, Strategy, "a strategy")
    return strategy


def _asked(adviser: Strategy, view: PlayerView, ask: Callable[[], T]) -> T:
    try:
        return ask()
    except Exception as error:
        why = f"raised {told(error)}"
        raise _failed(adviser, view, None, why) from error


def _failed(adviser: Strategy, view: PlayerView, answer: object, why: str) -> StrategyError:
    return StrategyError(
        f"{type(adviser).__name__}, asked for a hint for seat {view.seat}, {why}",
        seat=view.seat,
        phase=view.phase,
        answer=answer,
    )


def _view(asked: PlayerView | Deal) -> PlayerView:
    expect(asked, (PlayerView, Deal), "a PlayerView, such as match.view(seat), or a Deal")
    return asked.view(asked.turn) if isinstance(asked, Deal) else asked
