"""A match as one HTML file that replays it: no server, no network, nothing beside it.

The page is made of the events that its view may see and of nothing else: neither the record nor
its seed is in it, and in the page of a seat no card that this seat never saw.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

from guandan import (
    Card,
    CardTurned,
    Dealt,
    Event,
    Kind,
    Match,
    Played,
    Rank,
    Record,
    ReturnChosen,
    Returned,
    Seat,
    Stand,
    TributeChosen,
    TributePaid,
)
from guandan.help.checking import expect
from guandan.help.names import LANGUAGES, Words, words
from guandan.jsonable import to_jsonable
from guandan.render import faces
from guandan.render.labels import NamesLike, clean_names, escaped

__all__ = ["View", "page"]

View: TypeAlias = "Seat | Literal['open'] | None"
"""Who looks: a seat, a spectator (None), or one to whom all cards are open."""

_SCRIPTS: Final = ("match.js", "words.js", "table.js", "page.js")

_SAID: Final = frozenset(
    {"kind", "card", "row", "face", "suit", "rank", "wild", "picture"}
    | {"page", "language", "seat", "team", "place", "deal", "match"}
    | {"level", "host", "rise", "stay", "demoted", "failed", "finish"}
    | {"turned", "lead", "resisted", "tribute", "return"}
    | {"trick", "left", "pass", "reported", "out"}
)
"""The first parts of the keys of `help/words` that the page uses."""


def page(
    record: Record, *, view: View = "open", names: NamesLike = None, language: str | Words = "en"
) -> str:
    """Return a match as an HTML page that replays it.

    `view` is whose cards are in the page: a seat's own, no one's (None), or all (`"open"`); a page
    with all cards open can also be looked at as each seat sees it. `names` are those of seats 0 to
    3; `language` is the one it opens in.

    Raises:
        InputTypeError: it is no record.
        RecordError: the record cannot be played.
        NotationError: there is no such seat.
        InputTypeError: `names` are not four texts.
        LookupError: there are no words in this language.

    >>> from guandan import RandomBot, Rules, play_match
    >>> bots = [RandomBot(seed=seat) for seat in range(4)]
    >>> record = play_match(bots, rules=Rules(match_format="deal"), seed=7).record()
    >>> page(record, view=2)[:15]
    '<!DOCTYPE html>'
    """
    told = words(language)
    expect(record, Record, "the record of a match (Record), such as match.record()")
    match = Match.from_record(record)
    events = match.events if view == "open" else match.events_for(view)
    data = {
        "view": view,
        "language": told.language,
        "equal_tribute_lead": match.rules.equal_tribute_lead,
        "names": clean_names(names),
        "words": {
            **{code: _said(words(code).table) for code in LANGUAGES},
            told.language: _said(told.table),
        },
        "events": [_event(event) for event in events],
    }
    style, script = _style(), _script()
    return _filled(
        _part("page.html"),
        language=escaped(told.language),
        title=escaped(told.say("page.title")),
        policy=escaped(_policy(style, script)),
        style=style,
        script=script,
        sprites="".join(_sprites(events)),
        data=_embedded(data),
    )


# --- What is in the page -----------------------------------------------------------------------


def _event(event: Event) -> dict[str, Any]:
    """Return an event as the page reads it: a play as its cards and what it is called."""
    if not isinstance(event, Played):
        value = to_jsonable(event)
        assert isinstance(value, dict)
        return value
    combo = event.combo
    kind = f"{combo.kind}.{combo.size}" if combo.kind is Kind.BOMB else str(combo.kind)
    play = " ".join(map(str, combo.slots))
    return {"event": "Played", "seat": event.seat, "play": play, "kind": kind, "left": event.left}


def _said(table: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in table.items() if key.partition(".")[0] in _SAID}


def _sprites(events: Iterable[Event]) -> Iterable[str]:
    """Yield each face that comes up in the events, and the marks, to be drawn by their ids."""
    cards: set[Card] = set()
    stands: set[Stand] = set()
    levels: set[Rank] = set()
    for event in events:
        cards |= set(_cards(event))
        if isinstance(event, Played):
            stands |= set(event.combo.stands_for)
        elif isinstance(event, Dealt):
            levels.add(event.level)
    for card in sorted(cards, key=lambda card: card.index):
        yield _sprite(f"card-{card}", faces.face(card))
        if card.rank in levels and not card.is_wild(card.rank):
            yield _sprite(f"card-{card}-level", faces.face(card, of_level=True))
    for stand in sorted(stands, key=str):
        yield _sprite(f"stand-{'any' if stand == '*' else stand}", faces.stand_mark(stand))
    yield _sprite("card-back", faces.back())
    yield _sprite("mark-wild", faces.wild_mark())


def _cards(event: Event) -> Iterable[Card]:
    """Return the cards that an event shows."""
    match event:
        case Dealt(hands=hands):
            return [card for hand in hands if hand is not None for card in hand]
        case Played(combo=combo):
            return combo.cards
        case TributeChosen(card=card) | ReturnChosen(card=card):
            return [] if card is None else [card]
        case CardTurned(card=card) | TributePaid(card=card) | Returned(card=card):
            return [card]
        case _:
            return []


def _sprite(name: str, drawn: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {faces.WIDTH} {faces.HEIGHT}">{drawn}</symbol>'


def _embedded(data: object) -> str:
    """Return data as JSON that no HTML parser can take for markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub(r"[<>&\u2028\u2029]", lambda sign: f"\\u{ord(sign[0]):04x}", text)


# --- The page around it ------------------------------------------------------------------------


@cache
def _part(name: str) -> str:
    """Return a file of the page, which is data of the package."""
    return (resources.files("guandan.render") / "page" / name).read_text(encoding="utf-8")


def _style() -> str:
    return f"\n{_part('page.css')}"


def _script() -> str:
    opening = (
        '"use strict";\n'
        'const DATA = JSON.parse(document.getElementById("data").textContent);\n'
        "const EVENTS = DATA.events;\n"
    )
    match, *others = map(_part, _SCRIPTS)
    parts = [opening, match, "const DEALS = dealsOf(EVENTS);\n", *others]
    return "\n(() => {\n" + "\n".join(parts) + "})();\n"


def _policy(style: str, script: str) -> str:
    """Return what the page may do: run its own script and style, and nothing else."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}';"
        " base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _filled(template: str, **parts: str) -> str:
    """Put the parts into the template, once: what looks like a place in a part is none."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], template)
