"""What a person types: a command, or cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import attrs

from guandan import Card, CardsNotHeld, Hand, Kind, PlayerView, Rank
from guandan.help.hints import cheapest_first

__all__ = ["COMMANDS", "Typed", "Verb", "find_cards", "read_typed"]


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

_WORDS: Final = tuple(str(verb) for verb in COMMANDS if verb.isalpha())


@attrs.frozen
class Typed:
    """What was typed: what is wanted, and what follows the word for it."""

    verb: Verb
    rest: str = ""


def read_typed(text: str) -> Typed:
    """Read what was typed. Commands are small letters or signs; all else are cards.

    A command may be cut short. `S5 S6 ?` looks at a selection: `look S5 S6`.

    >>> read_typed("sp 2"), read_typed("S5 H5")
    (Typed(verb=<Verb.SPEED: 'speed'>, rest='2'), Typed(verb=<Verb.CARDS: 'cards'>, rest='S5 H5'))
    >>> read_typed("S5 ?").verb, read_typed("?2"), read_typed("-").verb
    (<Verb.LOOK: 'look'>, Typed(verb=<Verb.HINTS: '?'>, rest='2'), <Verb.PASS: 'pass'>)
    """
    text = text.strip()
    if not text:
        return Typed(Verb.ENTER)
    if text == "-":
        return Typed(Verb.PASS)
    if text[0] in "?!":
        return Typed(Verb(text[0]), text[1:].strip())
    if text.endswith("?"):
        return Typed(Verb.LOOK, text[:-1].strip())
    word, _, rest = text.partition(" ")
    if not word.islower() or word in list(Kind):
        return Typed(Verb.CARDS, text)
    meant = [name for name in _WORDS if name.startswith(word)]
    return Typed(Verb(meant[0]), rest.strip()) if meant else Typed(Verb.UNKNOWN, word)


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


def _ranks(words: Sequence[str]) -> list[Rank] | None:
    """Return the ranks that all the words name; None if one is no rank."""
    known = {**{str(rank): rank for rank in Rank}, "10": Rank.TEN}
    ranks = [known[word] for word in words if word in known]
    return ranks if ranks and len(ranks) == len(words) else None
