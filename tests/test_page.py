"""The page at work in a real browser: every step of a match, the controls, what it shows whom."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

import browser
from guandan import (
    SEATS,
    CountReported,
    Dealt,
    Event,
    LevelsChanged,
    Match,
    MatchOver,
    Passed,
    Played,
    Rank,
    ReturnChosen,
    Rules,
    Seat,
    TributeChosen,
    WentOut,
    bot,
    play_match,
)
from guandan.help.names import LANGUAGES, words
from guandan.render.html import View, page
from guandan.render.text import Narrator, plain

PATH = browser.find()
pytestmark = pytest.mark.skipif(
    PATH is None, reason="no Chromium is installed: see tests/browser.py"
)

JOINED = (CountReported, WentOut, LevelsChanged)
"""What is told in one step with what led to it; a turned card joins too, and changes no hand."""

NJUPT = Rules.preset("njupt")
LATE = Rules(start_level=Rank.NINE)
"""Half a dozen deals instead of a dozen."""


@cache
def played(rules: Rules | None = None, seed: int = 7) -> Match:
    return play_match([bot("easy", seed=seat) for seat in SEATS], rules=rules, seed=seed)


MATCH = played()


def each(selector: str, what: str) -> str:
    """Code for a list: what of each element (`one`) that a selector finds."""
    return f"[...document.querySelectorAll({selector!r})].map((one) => {what})"


def by_seat(what: str) -> str:
    """Code for an object: what of the element of each seat (`one`)."""
    return f"Object.fromEntries({each('.seat', f'[one.dataset.seat, {what}]')})"


CARDS = (
    "[...one.querySelectorAll('.hand use:first-child')]"
    ".map((use) => use.getAttribute('href').slice(6).replace('-level', '')).sort().join(' ')"
)
HEAD = "one.querySelector('h2').textContent"
STATE = (
    "({now: document.getElementById('now').textContent,"
    f" hands: {by_seat(CARDS)}, heads: {by_seat(HEAD)},"
    " deal: document.getElementById('deal').textContent,"
    " levels: document.getElementById('levels').textContent,"
    " at: Number(document.getElementById('position').value)})"
)
WALK = f"""(() => {{
    document.getElementById("first").click();
    const states = [{STATE}];
    const button = document.getElementById("step");
    while (!button.disabled) {{
        button.click();
        states.push({STATE});
    }}
    return states;
}})()"""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    assert PATH is not None
    with browser.Browser(PATH, tmp_path_factory.mktemp("profile")) as driven:
        yield driven


@pytest.fixture
def opened(chromium: browser.Browser, tmp_path: Path) -> Iterator[Opener]:
    """Opens pages, and looks in the end that none had anything to complain of."""
    chromium.complaints.clear()
    chromium.requests.clear()
    chromium.size(1280, 800)
    yield Opener(chromium, tmp_path)
    assert chromium.complaints == []
    # Nothing but the files themselves was ever asked for.
    assert {url for url in chromium.requests if not url.startswith("file:")} == set()
    assert all(url.endswith(".html") for url in chromium.requests)


@attrs.frozen
class Opener:
    driven: browser.Browser
    folder: Path

    def __call__(self, match: Match, **options: Any) -> browser.Browser:
        file = self.folder / "page.html"
        file.write_text(page(match.record(), **options), encoding="utf-8")
        self.driven.open(file)
        return self.driven


def text(driven: browser.Browser, at: str) -> str:
    return str(driven.run(f"document.querySelector({at!r}).textContent"))


def choose(driven: browser.Browser, name: str, value: object) -> None:
    """Choose an entry of a list, or a place of the slider, as a hand does."""
    driven.run(
        f"(() => {{ const one = document.getElementById({name!r}); one.value = {str(value)!r};"
        " for (const kind of ['input', 'change']) one.dispatchEvent(new Event(kind)); })()"
    )


def click(driven: browser.Browser, name: str) -> None:
    driven.run(f"document.getElementById({name!r}).click()")


def at(driven: browser.Browser) -> int:
    return int(driven.run("document.getElementById('position').value"))


def last(driven: browser.Browser) -> int:
    return int(driven.run("document.getElementById('position').max"))


def step_ends(match: Match) -> list[int]:
    """How many events have happened after each step, by the same rule as the page's."""
    ends = [0]
    for number, event in enumerate(match.events, 1):
        if isinstance(event, JOINED) or type(event).__name__ == "CardTurned":
            ends[-1] = number
        else:
            ends.append(number)
    return ends


# --- A whole match -----------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "rules"), [("open", LATE), (1, LATE)])
def test_a_whole_match_is_stepped_through_to_its_recorded_end(
    opened: Opener, view: View, rules: Rules
) -> None:
    whole = played(rules)
    driven = opened(whole, view=view)
    states = driven.run(WALK)
    ends = step_ends(whole)
    assert [state["at"] for state in states] == list(range(len(ends)))
    assert states[0]["now"] == "Before the first deal."
    assert states[-1]["now"] == f"team {whole.winner} wins the match."
    assert driven.complaints == []

    replayed = whole.record().replay()
    seen = 0
    for end, state in zip(ends[1:], states[1:], strict=True):
        match, event = next(replayed)
        for _ in range(end - seen - 1):
            match, event = next(replayed)
        seen = end
        deal = match.deal
        assert deal is not None
        assert state["deal"].startswith(f"Deal {match.deals_begun} · level ")
        if not isinstance(event, Played | Passed | WentOut | CountReported):
            continue
        for seat in SEATS:
            hand = deal.hands[seat]
            head = state["heads"][str(seat)]
            assert (f"{len(hand)} left" in head) is (len(hand) > 0), (end, seat)
            cards = sorted(map(str, hand)) if view in ("open", seat) else ["back"] * len(hand)
            assert state["hands"][str(seat)] == " ".join(cards), (end, seat)
    first, second = whole.standing.levels
    assert states[-1]["levels"] in (
        f"Levels: team 0 on level {first}, host; team 1 on level {second}",
        f"Levels: team 0 on level {first}; team 1 on level {second}, host",
    )


def wanted_lines(match: Match, language: str, *, events: tuple[Event, ...]) -> list[str]:
    """What the page tells of a deal, as `render.text` says it."""
    told = words(language)
    narrator = Narrator(language, rules=match.rules)
    lines: list[str] = []
    for event in events:
        spoken = [plain(line).strip() for line in narrator.lines(event)]
        spoken = [line for line in spoken if line]
        match event:
            case Dealt():
                spoken = [" · ".join(spoken[0].split(" · ")[:3])]
            case Played(seat=seat, combo=combo):
                cards = plain(narrator.play(combo))
                name = told.say("seat", seat=seat)
                spoken = [told.say("page.played", seat=name, cards=cards, kind=told.kind(combo))]
            case Passed(seat=seat):
                spoken = [told.say("page.passed", seat=told.say("seat", seat=seat))]
            case TributeChosen(seat=seat):
                spoken = [told.say("page.chosen.tribute", seat=told.say("seat", seat=seat))]
            case ReturnChosen(seat=seat):
                spoken = [told.say("page.chosen.return", seat=told.say("seat", seat=seat))]
            case MatchOver(winner=winner):
                over = told.say("match.over", team=told.say("team", team=winner))
                spoken = [told.say("page.sentence", said=over)]
            case _:
                pass
        lines += spoken
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rules", "seed"),
    [
        (
            Rules(
                first_lead="turned_card", ace_pass_needs="double_win", ace_fail="to_two_after_three"
            ),
            5,
        ),
        (NJUPT, 11),
        (Rules(lead_after_out="next_player", equal_tribute_lead="first"), 2),
    ],
)
def test_what_is_told_is_what_the_narrator_says(
    opened: Opener, language: str, rules: Rules, seed: int
) -> None:
    match = played(rules, seed)
    driven = opened(match, language=language)
    starts = [at for at, event in enumerate(match.events) if isinstance(event, Dealt)]
    ends = step_ends(match)
    for begin, end in zip(starts, [*starts[1:], len(match.events)], strict=True):
        choose(driven, "position", ends.index(end))
        lines = driven.run(each("#lines li", "one.textContent"))
        assert lines == wanted_lines(match, language, events=match.events[begin:end])


# --- Controls ----------------------------------------------------------------------------------


def test_buttons_go_where_they_say(opened: Opener) -> None:
    driven = opened(MATCH)
    click(driven, "first")
    assert at(driven) == 0
    assert driven.run("document.getElementById('back').disabled")
    click(driven, "step")
    click(driven, "step")
    assert at(driven) == 2
    click(driven, "back")
    assert at(driven) == 1
    click(driven, "deal-next")
    assert text(driven, "#deal").startswith("Deal 2 · ")
    second = at(driven)
    click(driven, "step")
    click(driven, "deal-back")
    assert at(driven) == second
    click(driven, "deal-back")
    assert at(driven) == 1
    click(driven, "deal-back")
    assert at(driven) == 0
    click(driven, "last")
    assert at(driven) == last(driven)
    assert driven.run(
        "['step', 'last', 'deal-next'].every(id => document.getElementById(id).disabled)"
    )
    click(driven, "first")
    assert at(driven) == 0
    choose(driven, "jump", 2)
    assert text(driven, "#deal").startswith("Deal 3 · ")
    choose(driven, "position", 7)
    assert at(driven) == 7


def test_keys_do_what_the_buttons_do(opened: Opener) -> None:
    driven = opened(MATCH)
    for key, where in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        driven.key(key)
        assert at(driven) == where
    driven.key("ArrowDown")
    assert text(driven, "#deal").startswith("Deal 2 · ")
    driven.key("ArrowUp")
    assert at(driven) == 1
    driven.key("End")
    assert at(driven) == last(driven)
    driven.key("Home")
    assert at(driven) == 0
    driven.key("+")
    assert driven.run("document.getElementById('speed').value") == "2"
    driven.key("-")
    driven.key("-")
    assert driven.run("document.getElementById('speed').value") == "0.5"
    driven.key("l")
    assert driven.run("document.documentElement.lang") == "de"
    driven.key("v")
    assert text(driven, "#view option:checked") == "Platz 0"
    driven.key(" ")
    assert driven.run("document.body.classList.contains('playing')")
    driven.key(" ")
    assert not driven.run("document.body.classList.contains('playing')")


def test_a_list_keeps_its_own_keys(opened: Opener) -> None:
    driven = opened(MATCH)
    driven.run("document.getElementById('speed').focus()")
    driven.key("ArrowRight")
    assert at(driven) == 1
    # A button that has the focus is pressed by the space bar, once.
    driven.run("document.getElementById('step').focus()")
    driven.run(
        "document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', {key: ' ', bubbles: true}))"
    )
    assert not driven.run("document.body.classList.contains('playing')")


def reaches(driven: browser.Browser, step: int, seconds: float = 20) -> bool:
    """Wait for the page to come to a step by itself."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if at(driven) >= step:
            return True
        time.sleep(0.02)
    return False


def test_it_plays_by_itself_at_a_speed_that_can_be_changed_meanwhile(opened: Opener) -> None:
    driven = opened(MATCH)
    choose(driven, "speed", 0.25)
    click(driven, "play")
    assert text(driven, "#view option:checked") == "all cards open"
    assert driven.run("document.getElementById('play').title") == "Pause"
    assert driven.run("document.getElementById('now').getAttribute('aria-live')") == "off"
    assert at(driven) == 1  # a step takes nearly five seconds
    choose(driven, "speed", 16)
    assert reaches(driven, 4)
    click(driven, "play")
    here = at(driven)
    time.sleep(0.3)
    assert at(driven) == here
    assert driven.run("document.getElementById('now').getAttribute('aria-live')") == "polite"
    # At the end it stops, and plays again from the beginning.
    choose(driven, "position", last(driven) - 2)
    click(driven, "play")
    assert reaches(driven, last(driven))
    assert not driven.run("document.body.classList.contains('playing')")
    click(driven, "play")
    assert at(driven) < last(driven)
    assert reaches(driven, 1)


def test_the_language_can_be_changed_at_any_step(opened: Opener) -> None:
    driven = opened(MATCH)
    choose(driven, "position", 5)
    told = {}
    for language in LANGUAGES:
        choose(driven, "language", language)
        assert driven.run("document.documentElement.lang").startswith(language)
        assert driven.run("document.title") == words(language).say("page.title")
        for name in ("first", "play", "step"):
            label = driven.run(f"document.getElementById({name!r}).getAttribute('aria-label')")
            assert label == words(language).say(f"page.{name}")
        told[language] = text(driven, "#now")
        assert at(driven) == 5
    assert len(set(told.values())) == 3


# --- Who sees what -----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_an_open_page_can_be_seen_as_each_seat_sees_it(opened: Opener, seat: Seat) -> None:
    driven = opened(MATCH)
    choose(driven, "jump", 1)
    choose(driven, "view", seat + 1)
    places = driven.run(
        "['bottom', 'right', 'top', 'left'].map(place =>"
        " document.querySelector(`.seat[data-place=${place}]`).dataset.seat)"
    )
    assert places == [str((seat + turn) % 4) for turn in range(4)]
    for owner, cards in driven.run(STATE)["hands"].items():
        assert ("back" in cards) is (owner != str(seat))


@pytest.mark.parametrize("view", [*SEATS, None])
def test_a_seats_page_offers_no_other_view(opened: Opener, view: View) -> None:
    driven = opened(MATCH, view=view)
    named = "spectator" if view is None else f"seat {view}"
    assert driven.run(each("#view option", "one.text")) == [named]
    driven.key("v")
    assert driven.run(STATE)["hands"] == opened(MATCH, view=view).run(STATE)["hands"]


def test_a_chosen_tribute_lies_face_down_for_the_others(opened: Opener) -> None:
    number = next(at for at, event in enumerate(MATCH.events) if isinstance(event, TributeChosen))
    event = MATCH.events[number]
    assert isinstance(event, TributeChosen)
    step = next(step for step, end in enumerate(step_ends(MATCH)) if end > number)
    driven = opened(MATCH)
    shown = (
        "[...document.querySelectorAll('.action use:first-child')].map(u => u.getAttribute('href'))"
    )
    choose(driven, "position", step)
    assert driven.run(shown) == [f"#card-{event.card}"]
    choose(driven, "view", event.seat + 1)
    assert driven.run(shown) == [f"#card-{event.card}"]
    choose(driven, "view", (event.seat + 1) % 4 + 1)
    assert driven.run(shown) == ["#card-back"]


def test_wilds_are_marked_with_what_they_stand_for(opened: Opener) -> None:
    number, stand = next(
        (at, event.combo.stands_for[0])
        for at, event in enumerate(MATCH.events)
        if isinstance(event, Played)
        and event.combo.wilds
        and event.combo.stands_for[0] != event.combo.level
    )
    step = next(step for step, end in enumerate(step_ends(MATCH)) if end > number)
    driven = opened(MATCH)
    choose(driven, "position", step)
    uses = driven.run(each(".action use", "one.getAttribute('href')"))
    assert "#mark-wild" in uses
    assert f"#stand-{stand}" in uses
    labels = driven.run(each(".action .fan", "one.getAttribute('aria-label')"))
    assert any("(wild) as" in label for label in labels)


# --- Records of all sorts ----------------------------------------------------------------------


def test_a_record_that_stops_says_so(opened: Opener) -> None:
    match = Match(seed=7)
    assert text(opened(match), "#now") == "Before the first deal. Stopped before the first deal."
    match.deal_next()
    driven = opened(match)
    click(driven, "last")
    assert text(driven, "#now").endswith("Stopped in deal 1.")
    bots = [bot("easy", seed=seat) for seat in SEATS]
    while match.phase != "between":
        match.step(bots)
    driven = opened(match)
    click(driven, "last")
    assert text(driven, "#now").endswith("Stopped after deal 1.")


def test_names_are_shown_as_they_are_and_run_nothing(opened: Opener) -> None:
    names = ["<img src=x>", "</script>", "{seat}", "$& '\"`"]
    driven = opened(MATCH, names=names)
    choose(driven, "position", 12)
    heads = driven.run(by_seat("one.querySelector('.name').textContent"))
    assert heads == {str(seat): names[seat] for seat in SEATS}
    assert driven.run("document.querySelectorAll('img').length") == 0
    assert any(name in text(driven, "#lines") for name in names)


def test_the_policy_keeps_strange_scripts_out(opened: Opener) -> None:
    driven = opened(MATCH)
    driven.run(
        "(() => { const one = document.createElement('script');"
        " one.textContent = 'window.strange = true'; document.body.append(one); })()"
    )
    assert driven.run("window.strange === undefined")
    assert any("Content Security Policy" in said for said in driven.complaints)
    driven.complaints.clear()


# --- Looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["open", 1, None])
def test_it_opens_on_the_first_deal_dealt(opened: Opener, view: View) -> None:
    driven = opened(MATCH, view=view)
    assert at(driven) == 1
    assert text(driven, "#deal").startswith("Deal 1 · ")
    hands = driven.run(STATE)["hands"]
    assert all(len(cards.split()) == 27 for cards in hands.values())


def test_a_level_card_shows_it_in_a_fan(opened: Opener) -> None:
    driven = opened(MATCH)
    for step in (1, 30, last(driven) // 2):
        choose(driven, "position", step)
        level = text(driven, "#ladder .now .rank").replace("10", "T")
        hrefs = driven.run(each(".hand use:first-child", "one.getAttribute('href')"))
        marked = {href for href in hrefs if href.endswith("-level")}
        wanted = {f"#card-{suit}{level}-level" for suit in "SCD"}
        assert marked <= wanted
        assert not {href.removesuffix("-level") for href in wanted} & set(hrefs)
        assert not any(href[6:-6].startswith("H") for href in marked)
        # Each is there: an empty drawing would show nothing.
        for href in {*hrefs}:
            assert driven.run(f"document.querySelector({href!r}).childElementCount") > 0


ROWS = (
    "[...document.querySelectorAll('.hand')].map(fan => [...[...fan.children].reduce("
    "(rows, card) => { const top = card.getBoundingClientRect().top;"
    " return rows.set(top, (rows.get(top) || 0) + 1); }, new Map()).values()])"
)
"""How many cards lie in each row of each hand."""


@pytest.mark.parametrize(("wide", "high"), [(320, 640), (390, 844), (768, 1024), (1280, 800)])
def test_a_hand_lies_in_even_rows(opened: Opener, wide: int, high: int) -> None:
    opened.driven.size(wide, high, phone=wide < 700)
    driven = opened(MATCH)
    for step in (1, 20, 40, 60):
        choose(driven, "position", step)
        for rows in driven.run(ROWS):
            # No more rows than are needed, and no stub where the cards could be shared out.
            longest = -(-sum(rows) // len(rows)) if rows else 0
            assert all(row == longest for row in rows[:-1]), (step, rows)
    # The room for a hand can change without a step.
    opened.driven.size(wide + 150, high, phone=wide < 700)
    driven.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for rows in driven.run(ROWS):
        assert all(row == -(-sum(rows) // len(rows)) for row in rows[:-1]), rows


@pytest.mark.parametrize(("wide", "high"), [(320, 640), (390, 844), (768, 1024), (1280, 800)])
def test_nothing_is_cut_off_at_the_sides(opened: Opener, wide: int, high: int) -> None:
    opened.driven.size(wide, high, phone=wide < 700)
    for language in LANGUAGES:
        driven = opened(MATCH, language=language, names=["A very long name indeed"] * 4)
        for step in (0, 1, 40):
            choose(driven, "position", step)
            assert driven.run("document.documentElement.scrollWidth") <= wide
            outside = driven.run(
                "[...document.querySelectorAll('.card')].filter(card =>"
                " { const box = card.getBoundingClientRect();"
                f" return box.left < 0 || box.right > {wide} + 0.5; }}).length"
            )
            assert outside == 0


def test_a_phone_shows_the_table_without_scrolling(opened: Opener) -> None:
    opened.driven.size(390, 844, phone=True)
    driven = opened(MATCH)
    click(driven, "step")
    table, footer = driven.run(
        "[document.getElementById('table').getBoundingClientRect().bottom,"
        " document.querySelector('footer').getBoundingClientRect().top]"
    )
    assert table <= footer
    # What tells a card apart is at least eleven pixels high, in the own hand at least thirteen.
    sizes = driven.run(each(".card", "one.getBoundingClientRect().width"))
    assert min(sizes) * 0.32 >= 9
    own = driven.run(
        "document.querySelector('.seat[data-place=bottom] .card').getBoundingClientRect().width"
    )
    assert own * 0.32 >= 13


def test_it_is_dark_where_that_is_wished(opened: Opener) -> None:
    driven = opened(MATCH)
    colours = set()
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driven.send("Emulation.setEmulatedMedia", features=features)
        colours.add(driven.run("getComputedStyle(document.body).backgroundColor"))
    driven.send("Emulation.setEmulatedMedia", features=[])
    assert len(colours) == 2


def test_everything_that_can_be_used_has_a_name(opened: Opener) -> None:
    driven = opened(MATCH)
    nameless = driven.run(
        "[...document.querySelectorAll('button, input, [role=img]:not([hidden])')]"
        ".filter(one => !one.getAttribute('aria-label') && one.offsetParent)"
        ".map(one => one.outerHTML)"
    )
    assert nameless == []
    unlabelled = "[...document.querySelectorAll('select')].filter(one => !one.labels.length).length"
    assert driven.run(unlabelled) == 0
    assert not re.search(r"undefined|NaN|\[object", text(driven, "body main"))
