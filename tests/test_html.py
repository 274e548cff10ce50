"""The page that replays a match: what is in the file, and what must never be."""

from __future__ import annotations

import base64
import hashlib
import html.parser
import json
import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from guandan import (
    SEATS,
    Card,
    Dealt,
    Hand,
    InputTypeError,
    Match,
    NotationError,
    Record,
    RecordError,
    Rules,
    bot,
    play_match,
)
from guandan.cli import main
from guandan.help.names import LANGUAGES, UnknownLanguage, words
from guandan.render.html import _SAID, View, _part, page

SEED = 90817263544536271809
EVIL = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{data}}",
    "x\u2028&",
]


def played(rules: Rules | None = None, seed: int = SEED) -> Match:
    return play_match([bot("easy", seed=seat) for seat in SEATS], rules=rules, seed=seed)


MATCH = played(Rules(ace_fail="to_two_after_three"))
DEAL = played(Rules(match_format="deal"), 4)


class Reader(html.parser.HTMLParser):
    """What a parser finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.policy = ""
        self._inside: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self._inside = tag
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy = str(dict(attrs)["content"])

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  # of HTMLParser
        self._inside = None

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style"):
            self.scripts.append(data)


def data_of(text: str) -> dict[str, Any]:
    """The data that a page carries."""
    found: dict[str, Any] = json.loads(Reader(text).scripts[1])
    return found


# --- The file ----------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["open", 0, None])
def test_a_page_stands_by_itself(view: View) -> None:
    text = page(MATCH.record(), view=view)
    found = Reader(text)
    assert found.tags.count("script") == 2
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(found.tags)
    assert not {"src", "href", "style"} & {name for name, _ in found.attributes}
    assert not any(name.startswith("on") for name, _ in found.attributes)
    # The one address is the name of a kind of element, which nobody asks for.
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert "{{" not in text
    assert len(text) < 1_000_000


def test_the_policy_allows_its_own_script_and_style_only() -> None:
    found = Reader(page(DEAL.record()))
    style, _, script = found.scripts
    for kind, code in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in found.policy
    assert found.policy.startswith("default-src 'none'; ")
    assert "unsafe" not in found.policy


def test_the_same_match_gives_the_same_page() -> None:
    record = Record.from_json(MATCH.record().to_json())
    assert page(record) == page(MATCH.record())


def test_every_event_is_there() -> None:
    names = [type(event).__name__ for event in MATCH.events]
    assert "TributePaid" in names
    views: tuple[View, ...] = ("open", 3)
    for view in views:
        events = data_of(page(MATCH.record(), view=view))["events"]
        assert [event["event"] for event in events] == names
        assert events[-1] == {"event": "MatchOver", "winner": MATCH.winner}


@pytest.mark.parametrize("view", ["open", 0, None])
def test_every_card_and_stand_that_comes_up_is_drawn(view: View) -> None:
    text = page(MATCH.record(), view=view)
    ids = re.findall(r'<symbol id="([^"]+)"', text)
    assert len(set(ids)) == len(ids)
    for event in data_of(text)["events"]:
        if event["event"] == "Played":
            for slot in event["play"].split():
                card, _, stand = slot.partition("=")
                assert f"card-{card}" in ids
                assert not stand or f"stand-{stand.replace('*', 'any')}" in ids
        assert "card" not in event or event["card"] is None or f"card-{event['card']}" in ids
    dealt = [event for event in data_of(text)["events"] if event["event"] == "Dealt"]
    for event in dealt:
        for hand in event["hands"]:
            for card in (hand or "").split():
                of_level = card[1:] == event["level"] and card[0] != "H"
                assert not of_level or f"card-{card}-level" in ids
    assert ids.count("card-back") == ids.count("mark-wild") == 1


def test_ids_of_drawings_are_not_those_of_elements() -> None:
    ids = re.findall(r' id="([^"]+)"', page(MATCH.record()))
    assert len(set(ids)) == len(ids)


# --- What is hidden ----------------------------------------------------------------------------


def left_over(match: Match, seat: int) -> Hand:
    """What a seat still held when the only deal of a match was over."""
    deal = match.deal
    assert deal is not None
    return deal.hands[seat]


def known_to(match: Match, view: View) -> set[Card]:
    """The faces that a view has seen in a match of one deal without tribute."""
    deal = match.deal
    assert deal is not None
    hidden = [left_over(match, seat) for seat in SEATS if seat != view]
    dealt = [card for event in match.events if isinstance(event, Dealt) for card in event.hands]
    cards = [card for hand in dealt if hand is not None for card in hand]
    for hand in hidden:
        for card in hand:
            cards.remove(card)
    return set(cards)


@pytest.mark.parametrize("view", [*SEATS, None])
def test_only_the_seats_own_hands_are_in_its_page(view: View) -> None:
    text = page(MATCH.record(), view=view)
    for event in data_of(text)["events"]:
        if event["event"] == "Dealt":
            assert [seat for seat in SEATS if event["hands"][seat] is not None] == (
                [] if view is None else [view]
            )
        if event["event"] in ("TributeChosen", "ReturnChosen"):
            assert (event["card"] is not None) is (event["seat"] == view)


@pytest.mark.parametrize("view", ["open", *SEATS, None])
def test_the_seed_is_in_no_page(view: View) -> None:
    text = page(MATCH.record(), view=view)
    assert str(SEED) not in text
    assert f"{SEED:x}" not in text
    other = attrs.evolve(MATCH.record(), seed=SEED + 1)
    assert page(other, view=view) == text


def test_a_page_is_the_same_whatever_the_hidden_cards_are() -> None:
    record, deal = DEAL.record(), DEAL.deal
    assert deal is not None
    assert deal.finish is not None
    assert len(deal.finish) == 2
    one, other = (seat for seat in SEATS if seat not in deal.finish)
    mine, theirs = next(
        (mine, theirs)
        for mine in left_over(DEAL, one)
        for theirs in left_over(DEAL, other)
        if mine is not theirs
    )
    hands = dict(enumerate(record.deals[0].hands))
    hands[one] = hands[one] - mine + theirs
    hands[other] = hands[other] - theirs + mine
    forged = attrs.evolve(
        record,
        deals=(attrs.evolve(record.deals[0], hands=(hands[0], hands[1], hands[2], hands[3])),),
    )
    assert page(forged) != page(record)
    for view in (*deal.finish, None):
        assert page(forged, view=view) == page(record, view=view)


@pytest.mark.parametrize("seed", range(8))
def test_no_face_that_a_view_never_saw_is_even_drawn(seed: int) -> None:
    match = played(Rules(match_format="deal"), seed)
    for view in (*SEATS, None):
        text = page(match.record(), view=view)
        drawn = {Card.parse(name) for name in re.findall(r'id="card-(\w\w)"', text)}
        assert drawn == known_to(match, view)


# --- What comes from outside -------------------------------------------------------------------


def test_names_cannot_inject_markup() -> None:
    plain, evil = page(DEAL.record()), page(DEAL.record(), names=EVIL)
    assert Reader(evil).tags == Reader(plain).tags
    assert Reader(evil).attributes == Reader(plain).attributes
    assert data_of(evil)["names"] == [
        "</script><script>alert(…",
        "<img src=x onerror=aler…",
        "{{data}}",
        "x\u2028&",
    ]
    assert "<img" not in evil
    assert "\u2028" not in evil


def test_a_record_that_cannot_be_played_is_refused() -> None:
    deal = DEAL.record().deals[0]
    broken = attrs.evolve(
        DEAL.record(), deals=(attrs.evolve(deal, actions=(*deal.actions, deal.actions[0])),)
    )
    with pytest.raises(RecordError):
        page(broken)


def test_what_is_asked_for_is_checked() -> None:
    record = DEAL.record()
    with pytest.raises(NotationError):
        page(record, view=4)
    with pytest.raises(InputTypeError):
        page(record, view="all")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError):
        page(record, view=True)
    with pytest.raises(InputTypeError):
        page(record, names=["A"])
    with pytest.raises(UnknownLanguage):
        page(record, language="<b>")


def test_a_match_that_has_not_begun_or_not_ended_has_a_page() -> None:
    assert data_of(page(Match(seed=1).record()))["events"] == []
    match = Match(seed=1)
    match.deal_next()
    assert data_of(page(match.record(), view=2))["events"][0]["hands"][2] is not None


# --- The words ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_words_that_it_says(language: str) -> None:
    text = page(DEAL.record(), language=language)
    said = data_of(text)["words"]
    assert list(said) == list(LANGUAGES)
    code = "".join(map(_part, ("page.html", "match.js", "words.js", "table.js", "page.js")))
    keys = set(re.findall(r'data-(?:say|label)="([\w.]+)"', code))
    keys |= set(re.findall(r'"((?:[a-z]+\.)+[a-z]+)"', code)) - {"data.language"}
    keys |= set(re.findall(r'say\("([\w.]+)"', code))
    assert len(keys) > 40
    assert keys <= set(said[language])
    assert f'<html lang="{language}">' in text
    # No group of words is carried for nothing.
    assert {key.partition(".")[0] for key in said[language]} == _SAID
    assert {f"page.{key}" for key in ("play", "pause")} <= set(words(language).table)


# --- The command -------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    file.write_text(DEAL.record().to_json(), encoding="utf-8")
    return file


def test_replay_writes_the_page(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = saved.with_suffix(".html")
    assert main(["replay", str(saved), "--html", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == page(DEAL.record())
    again = ["replay", str(saved), "--html", str(out), "--seat", "0", "--lang", "zh"]
    assert main(again) == 2  # which might be the only copy of something
    assert "it is there already: name another, or add --overwrite" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == page(DEAL.record())
    assert main([*again, "--overwrite"]) == 0
    assert out.read_text(encoding="utf-8") == page(DEAL.record(), view=0, language="zh")
    assert capsys.readouterr() == ("", "")


def test_a_page_never_replaces_the_record_it_shows(
    saved: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = saved.read_bytes()
    link = tmp_path / "link.html"
    link.symlink_to(saved)
    for out in (saved, link):
        assert main(["replay", str(saved), "--html", str(out), "--overwrite"]) == 2
        assert "it is the record itself: name another file" in capsys.readouterr().err
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--seat", "0"], "--seat is for the page that --html writes"),
        (["--html", "x", "--seat", "4"], "invalid choice: 4"),
        (["--html", "missing/x"], "cannot write missing/x"),
        (["--overwrite"], "--overwrite is for the page that --html names"),
    ],
)
def test_replay_refuses(
    saved: Path, capsys: pytest.CaptureFixture[str], flags: list[str], said: str
) -> None:
    assert main(["replay", str(saved), *flags]) == 2
    assert said in capsys.readouterr().err
