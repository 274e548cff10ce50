"""What a person types: a command, or cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import attrs

from guandan import Card, CardsNotHeld, Hand, Kind, PlayerView, Rank, legal_plays
from guandan.help.hints import CardHints, cheapest_first
from guandan.help.names import Words
from guandan.table.spelling import plain_signs, spelled

__all__ = ["COMMANDS", "Typed", "Verb", "find_cards", "find_due", "read_typed"]


class Verb(StrEnum):
    """What is wanted. The values are typed in full or by their first letters."""

    PASS = "pass"
    HINTS = "?"
    ADVICE = "!"
    LOOK = "look"
    SORT = "sort"
    ARRANGE = "arrange"
    COUNT = "count"
    LEVELS = "levels"
    SPEED = "speed"
    SAVE = "save"
    QUIT = "quit"
    HELP = "help"
    CARDS = "cards"
    ENTER = ""
    UNKNOWN = "unknown"


COMMANDS: Final = tuple(verb for verb in Verb if verb not in {Verb.CARDS, Verb.ENTER, Verb.UNKNOWN})
"""The commands, in the order in which they are explained."""

_NAMED: Final = tuple(verb for verb in COMMANDS if verb.isalpha())
_TAKE_MORE: Final = {Verb.LOOK, Verb.SORT, Verb.SPEED}


@attrs.frozen
class Typed:
    """What was typed: what is wanted, and what follows the word for it."""

    verb: Verb
    rest: str = ""


def read_typed(text: str, words: Words) -> Typed:
    """Read what was typed: a command, or cards, which are spelled as in the notation then.

    A command may be cut short. What can be both is a command in small letters, cards in capitals:
    `a` arranges, `A` is an ace. `S5 S6 ?` looks at a selection: `look S5 S6`.

    >>> from guandan.help.names import words
    >>> read_typed("sp 2", words()), read_typed("s5 H5", words())
    (Typed(verb=<Verb.SPEED: 'speed'>, rest='2'), Typed(verb=<Verb.CARDS: 'cards'>, rest='S5 H5'))
    >>> read_typed("S5 ?", words()).verb, read_typed("?2", words()), read_typed("-", words()).verb
    (<Verb.LOOK: 'look'>, Typed(verb=<Verb.HINTS: '?'>, rest='2'), <Verb.PASS: 'pass'>)
    """
    text = plain_signs(text)
    if not text:
        return Typed(Verb.ENTER)
    if text in {"-", words.say("pass")}:
        return Typed(Verb.PASS)
    if text[0] in "?!":
        return Typed(Verb(text[0]), text[1:].strip())
    if text.endswith("?"):
        return Typed(Verb.LOOK, _spelled(text[:-1], words))
    word, _, rest = text.partition(" ")
    verb = next((verb for verb in _NAMED if verb.startswith(word.lower())), None)
    cards = spelled(text, words)
    if verb is not None:
        # More after a command that takes nothing says that it was none: `q q`, `a a`.
        meant = cards is None or (word.islower() and (not rest or verb in _TAKE_MORE))
        if meant:
            return Typed(verb, _spelled(rest, words) if verb is Verb.LOOK else rest.strip())
    if cards is not None:
        return Typed(Verb.CARDS, cards)
    named = word.isascii() and word.isalpha() and (word.islower() or word[1:].islower())
    return Typed(Verb.UNKNOWN, word) if named else Typed(Verb.CARDS, text)


def _spelled(text: str, words: Words) -> str:
    """Return cards as the notation spells them, or the text that is none: it is refused later."""
    return spelled(text, words) or text.strip()


def find_cards(text: str, view: PlayerView) -> Hand:
    """Return the cards that a text means: `S5 H5`, or ranks alone, `5 5`, or `9 9 9 SB SB`.

    For ranks, those cards are taken that make a play at the least loss, or else the first ones.

    Raises:
        NotationError: it is written wrongly.
        CardsNotHeld: the hand has too few of a rank.

    >>> from guandan import Deal
    >>> view = Deal.at(["S3 S5 S6 S7 S4 D5 H5", "S8", "S9", "SJ"], "2", to_act=0).view(0)
    >>> str(find_cards("5 5", view))
    'H5 D5'
    """
    ranks = _ranks(text.split())
    if ranks is None:
        return Hand(text)
    wanted = Counter(ranks)
    for play in cheapest_first(view.legal_plays):
        if Counter(card.rank for card in play.cards) == wanted:
            return play.hand
    found: list[Card] = []
    for rank, number in wanted.items():
        # `sorted` puts the wilds after their equals.
        held = [card for card in view.hand.sorted(view.level) if card.rank is rank]
        if len(held) < number:
            raise CardsNotHeld(
                f"the hand holds {len(held)} cards of rank {rank}, not {number}", cards=tuple(held)
            )
        found += held[:number]
    return Hand(found)


def find_due(text: str, view: PlayerView, advice: CardHints) -> Card:
    """Return the card that a text means where one is due: `S5`, or a rank alone, `5`.

    Of a rank it is the recommended card, or else the one whose loss hurts least.

    Raises:
        NotationError: it is written wrongly.
        CardsNotHeld: the hand has no card of a rank.
    """
    ranks = _ranks(text.split())
    if ranks is None:
        return Card.parse(text)
    if advice.recommended.rank is ranks[0]:
        return advice.recommended
    # Nothing may be played in this phase; what could be played tells what a card is worth.
    shapes = legal_plays(view.hand, view.level, rules=view.rules).shapes()
    cheap = [play.cards[0] for play in shapes if play.kind is Kind.SINGLE]
    fitting = [card for card in (*cheap, *advice.options) if card in advice.options]
    due = next((card for card in fitting if card.rank is ranks[0]), None)
    return next(iter(find_cards(text, view))) if due is None else due


def _ranks(words: Sequence[str]) -> list[Rank] | None:
    """Return the ranks that all the words name; None if one is no rank."""
    known = {**{str(rank): rank for rank in Rank}, "10": Rank.TEN}
    ranks = [known[word] for word in words if word in known]
    return ranks if ranks and len(ranks) == len(words) else None
