"""Pictures: well-formed, self-contained, told in words, and holding nothing that is hidden."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import pytest

from guandan import (
    DECK,
    FACES,
    LEVELS,
    Card,
    CardsNotHeld,
    Combo,
    Deal,
    Hand,
    InputTypeError,
    Match,
    PlayerView,
    Rank,
    Rules,
    Stand,
    bot,
    classify,
)
from guandan.help.names import LANGUAGES, UnknownLanguage, words
from guandan.render import faces, picture, svg
from guandan.render.labels import card_label, clean_names, seat_label, shortened, text_width

SVG = "{http://www.w3.org/2000/svg}"
HAND = Hand("HR SB SA HA S2 H2 D2 CK SK HK S9 S9 H9 D9 C9 S8 D8 S7 S6 S5 C5 D4 D4 S3 H3 C3 D6")
EVIL = ["</title><script>alert(1)</script>", '" onload="x', "&amp;", "'>"]
By: TypeAlias = Literal["rank", "row", "play"]
BYS: tuple[By, ...] = ("rank", "row", "play")
FLUSH, STRAIGHT = classify("S5 S6 S8 S9 H2", "2")


def parsed(text: str) -> ET.Element:
    """The root of a picture, which has to be one self-contained SVG."""
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root.get("aria-label") == root[0].text
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "g", "path", "rect", "circle", "title", "text", "tspan"}
    for element in root.iter():
        # No ids, no links, no scripts.
        assert not {"id", "href", "class"} & set(element.attrib)
        assert not any(name.startswith("on") for name in element.attrib)
    assert "url(" not in text
    return root


def titles(text: str) -> list[str]:
    """The titles in a picture, that of the whole first."""
    return [element.text or "" for element in parsed(text).iter(f"{SVG}title")]


def letters(text: str) -> list[str]:
    """What is written in a picture as text."""
    tags = (f"{SVG}text", f"{SVG}tspan")
    return [element.text for element in parsed(text).iter() if element.tag in tags and element.text]


def played(steps: int, seed: int = 7) -> Match:
    match = Match(seed=seed)
    match.deal_next(leader=0)
    bots = [bot("easy", seed=seat) for seat in range(4)]
    for _ in range(steps):
        match.step(bots)
    return match


# --- Cards -------------------------------------------------------------------------------------


def test_the_54_faces_and_the_back_are_all_different() -> None:
    drawn = {faces.face(card) for card in FACES} | {faces.back()}
    assert len(drawn) == 55


@pytest.mark.parametrize("card", FACES, ids=str)
def test_a_card_is_drawn_with_its_name(card: Card) -> None:
    name = card_label(card, words("en"))
    assert titles(svg.card(card)) == [name, name]
    assert svg.card(str(card)) == svg.card(card)
    # Drawn, not written: no font decides what a rank looks like.
    assert letters(svg.card(card)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own_in_each_language(language: str) -> None:
    names = {card_label(card, words(language)) for card in FACES}
    assert len(names) == 54
    assert all(name.isprintable() for name in names)


def test_names_of_cards() -> None:
    told = [card_label(Card.parse("HK"), words(language)) for language in LANGUAGES]
    assert told == ["king of hearts", "Herz König", "红桃K"]
    assert card_label(Card.parse("HR"), words("en")) == "big joker"
    assert card_label(Card.parse("H2"), words("zh"), level="2") == "红桃2（逢人配）"
    assert card_label(Card.parse("H2"), words("en"), level="3") == "2 of hearts"
    assert card_label(Card.parse("H2"), words("en"), stand="*") == "2 of hearts (wild) as any rank"
    assert card_label(Card.parse("H2"), words("en"), stand=Rank.TEN) == "2 of hearts (wild) as 10"


def test_level_cards_and_wilds_are_marked() -> None:
    assert faces.wild_mark() in svg.card("H5", level="5")
    assert faces.wild_mark() not in svg.card("S5", level="5")
    five = Card.parse("S5")
    assert faces.face(five, of_level=True) in svg.card("S5", level="5")
    assert faces.face(five) in svg.card("S5", level="6")
    plain = svg.card("H5", level="6")
    assert faces.wild_mark() not in plain
    assert faces.face(Card.parse("H5")) in plain


@pytest.mark.parametrize("face", [face for face in FACES if not face.is_joker], ids=str)
def test_a_level_card_is_marked_where_a_fan_shows_it(face: Card) -> None:
    marked = faces.face(face, of_level=True)
    corner = next(d for d in re.findall(r'<path fill="[^"]+" d="([^"]+)"', marked))
    across = [float(x) for x in re.findall(r"[MH](\d+)", corner)]
    down = [float(y) for y in re.findall(r"M\d+ (\d+)|V(\d+)", corner) for y in y if y]
    assert max(across) <= faces.STRIP
    assert max(down) <= faces.TOP


@pytest.mark.parametrize(
    "stand", [Card.parse("S7"), Card.parse("HT"), Rank.SEVEN, Rank.TEN, "*"], ids=str
)
def test_a_wild_shows_what_it_stands_for(stand: Stand) -> None:
    drawn = svg.card("H2", level="2", stand=stand)
    assert faces.stand_mark(stand) in drawn
    assert "(wild) as" in titles(drawn)[0]


def test_all_stands_look_different() -> None:
    stands: list[Stand] = ["*", *LEVELS, *(card for card in FACES if card.suit is not None)]
    assert len({faces.stand_mark(stand) for stand in stands}) == len(stands)


# --- Hands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", BYS)
@pytest.mark.parametrize("level", ["2", "9", "A"])
def test_a_hand_shows_each_of_its_cards_once(by: By, level: str) -> None:
    drawn = svg.hand(HAND, level, by=by)
    whole, *each = titles(drawn)
    wanted = [card_label(card, words("en"), level=level) for card in HAND]
    assert sorted(each) == sorted(wanted)
    assert whole.startswith("hand of 27: big joker, small joker, ")


@pytest.mark.parametrize("by", ["rank", "row"])
def test_a_hand_without_a_level_is_in_natural_order(by: By) -> None:
    drawn = svg.hand("S2 H2 SA SB", by=by)
    assert titles(drawn)[0] == "hand of 4: small joker, ace of spades, 2 of hearts, 2 of spades"
    assert faces.wild_mark() not in drawn


@pytest.mark.parametrize("by", BYS)
@pytest.mark.parametrize("cards", ["", "S5", "S5 S5", DECK[:80], DECK])
def test_a_hand_of_any_size_can_be_drawn(by: By, cards: str) -> None:
    drawn = svg.hand(cards, "2", by=by)
    assert len(titles(drawn)) == 1 + len(Hand(cards))


def test_a_hand_of_27_stays_legible_on_a_phone() -> None:
    for by in BYS:
        _, _, wide, _ = map(float, str(parsed(svg.hand(HAND, "2", by=by)).get("viewBox")).split())
        # The digits are 32 units high; a phone gives the picture 374 pixels.
        assert 32 * 374 / wide >= 12


def test_plays_of_a_hand_are_bombs_first_and_use_no_wild() -> None:
    plays = list(svg._plays_of(HAND, Rank.TWO, None))
    assert plays[0].is_bomb
    assert [play.is_bomb for play in plays] == sorted(
        (play.is_bomb for play in plays), reverse=True
    )
    assert not any(play.wilds for play in plays)
    assert sum(play.size for play in plays) > 15


def test_the_plays_of_a_hand_can_be_given() -> None:
    drawn = svg.hand("S5 S6 S8 S9 H2 D3", "2", plays=[STRAIGHT])
    assert "2 of hearts (wild) as 7" in titles(drawn)
    assert "3 of diamonds" in titles(drawn)
    assert svg.hand(FLUSH.hand, "2", plays=[FLUSH]).count("<title>") == 6
    with pytest.raises(CardsNotHeld):
        svg.hand("S5 S6 S8 S9", "2", plays=[STRAIGHT])


def test_plays_by_the_rules_given() -> None:
    cards = "S5 H5 C5 SB SB"
    together = svg.hand(cards, "2", by="play")
    apart = svg.hand(cards, "2", by="play", rules=Rules(joker_pair_in_full_house=False))
    assert together != apart


def test_plays_need_a_level() -> None:
    with pytest.raises(InputTypeError, match="plays are made on a level"):
        svg.hand("S5", by="play")


# --- Plays and tricks --------------------------------------------------------------------------


def test_a_play_says_its_kind_and_shows_its_cards_in_order() -> None:
    whole, *each = titles(svg.play(FLUSH))
    assert each == [
        "5 of spades",
        "6 of spades",
        "2 of hearts (wild) as 7 of spades",
        "8 of spades",
        "9 of spades",
    ]
    assert whole == f"straight flush: {', '.join(each)}"
    assert faces.stand_mark(Card.parse("S7")) in svg.play(FLUSH)
    assert faces.stand_mark(Rank.SEVEN) in svg.play(STRAIGHT)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("H2", "2 of hearts (wild)"), ("S9 D9 C9 H2=* H2=*", "2 of hearts (wild) as any rank")],
)
def test_a_wild_as_itself_needs_no_stand(text: str, shown: str) -> None:
    drawn = svg.play(Combo.parse(text, "2"))
    assert titles(drawn)[-1] == shown
    assert faces.wild_mark() in drawn


def test_a_trick_is_told_in_its_order() -> None:
    plays = [(2, STRAIGHT), (3, None), (0, FLUSH), (1, None), (2, None)]
    drawn = svg.trick(plays)
    assert letters(drawn) == [
        *("seat 2", "straight", "seat 3", "pass", "seat 0", "straight flush"),
        *("seat 1", "pass", "seat 2", "pass"),
    ]
    assert titles(drawn)[0].startswith("The trick so far. seat 2: straight: 5 of spades, ")
    assert letters(svg.trick(plays, names=["A", "B", "C", "D"], language="de"))[:4] == [
        *("C", "Straße", "D", "passt"),
    ]


def test_a_trick_without_plays_is_an_empty_table() -> None:
    assert letters(svg.trick([])) == []


# --- The table ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
@pytest.mark.parametrize("steps", [0, 1, 22, 90])
def test_a_table_shows_what_the_view_holds_and_no_other_card(
    seat: int | None, steps: int, language: str
) -> None:
    view = played(steps).view(seat)
    told = words(language)
    whole, *each = titles(svg.table(view, language=language))
    known = [card_label(card, told, level=view.level) for card in view.hand]
    last = dict(view.trick)
    for combo in last.values():
        if combo is not None:
            known += titles(svg.play(combo, language=language))[1:]
    assert sorted(each) == sorted(known)
    for owner in range(4):
        assert told.say("seat", seat=owner) in whole


def test_a_table_before_a_deal_and_after_it() -> None:
    assert "0 left" in letters(svg.table(Match(seed=7).view(0)))
    match = played(0)
    bots = [bot("easy", seed=seat) for seat in range(4)]
    while not match.view(0).finish:
        match.step(bots)
    for seat in (0, None):
        drawn = letters(svg.table(match.view(seat)))
        assert any("first" in text for text in drawn)
        assert "level 10" not in drawn
    match.deal_next()
    assert any(" hosts" in text for text in letters(svg.table(match.view(3))))


def test_a_table_writes_ten_as_people_do() -> None:
    view = Deal.at(["S5", "S3", "S4", "S7"], "T", to_act=0).view(0)
    assert "level 10" in letters(svg.table(view))


def test_a_long_bomb_finds_room_at_every_side() -> None:
    cards = "S5 S5 H5 H5 C5 C5 D5 D5 H2 H2"
    for seat in range(4):
        hands = ["S7", "S8", "S9", "ST"]
        hands[0] += f" {cards}"
        deal = Deal.at(hands, "2", to_act=0)
        deal.play(cards)
        for at in re.findall(r"scale\(([\d.]+)\)", svg.table(deal.view(seat))):
            assert float(at) <= 1


# --- Names -------------------------------------------------------------------------------------


def draw_trick(names: Any) -> str:
    return svg.trick([(seat, None) for seat in range(4)], names=names)


def draw_table(names: Any) -> str:
    return svg.table(played(3).view(2), names=names)


@pytest.mark.parametrize("draw", [draw_trick, draw_table])
def test_names_cannot_inject_markup(draw: Callable[[Any], str]) -> None:
    written = " ".join(element.text or "" for element in parsed(draw(EVIL)).iter())
    for name in EVIL:
        assert (name if len(name) <= 24 else f"{name[:23]}…") in written


LONG = ["Wolfgang Amadeus Mozart", "诸葛亮先生与他的朋友们和邻居们的孩子", "W" * 24, "i" * 24]


def draw_spectated(names: Any) -> str:
    return svg.table(played(3).view(None), names=names)


def extents(root: ET.Element) -> list[tuple[float, float, float]]:
    """Where each text begins and ends, and how low it stands, in a picture without its groups."""
    found = []
    for element in root.iter(f"{SVG}text"):
        if not element.text:
            continue
        wide = text_width(element.text) * float(element.get("font-size", "0"))
        x, anchor = float(element.get("x", "0")), element.get("text-anchor")
        start = x - {"middle": wide / 2, "end": wide}.get(anchor or "", 0)
        found.append((start, start + wide, float(element.get("y", "0"))))
    return found


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize("draw", [draw_table, draw_spectated])
def test_long_names_stay_in_the_picture_and_are_told_whole(
    draw: Callable[[Any], str], shift: int
) -> None:
    names = LONG[shift:] + LONG[:shift]
    root = parsed(draw(names))
    _, _, wide, _ = map(float, root.get("viewBox", "").split())
    places = extents(root)
    assert all(start >= 0 and end <= wide for start, end, _ in places)
    for start, end, y in places:
        for other, stop, low in places:
            assert (start, end, y) == (other, stop, low) or low != y or end < other or stop < start
    told = [element.text or "" for element in root.iter()]
    assert all(any(name in text for text in told) for name in names)


def test_the_names_of_a_trick_do_not_meet() -> None:
    for combo in (None, FLUSH):
        root = parsed(svg.trick([(seat, combo) for seat in range(4)], names=LONG))
        names = [text for text in letters(ET.tostring(root, "unicode")) if text[0] in "W诸i"]
        assert len(names) == 4
        assert {name.endswith("…") for name in names} == {True, False}
        for part in root.iter(f"{SVG}g"):
            texts = [text for text in part.findall(f"{SVG}text") if text.text]
            for text in texts:
                wide = text_width(text.text or "") * float(text.get("font-size", "0"))
                assert wide <= 2 * float(text.get("x", "0")) + 1


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        ("Anna", 8, "Anna"),
        ("", 0, ""),
        ("Anna", 0, "…"),
        ("An na", 2.9, "An…"),
        ("e\u0301e\u0301", 1.4, "e\u0301e\u0301"),
        ("东南西北", 3.2, "东南…"),
    ],
)
def test_a_name_is_cut_where_its_room_ends(text: str, room: float, kept: str) -> None:
    assert shortened(text, room) == kept


@pytest.mark.parametrize("draw", [draw_trick, draw_table])
@pytest.mark.parametrize("names", ["Anna", ["A", "B", "C"], [1, 2, 3, 4], 7, {"A": 1}])
def test_names_are_four_texts(draw: Callable[[Any], str], names: object) -> None:
    with pytest.raises(InputTypeError, match="four texts"):
        draw(names)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Anna", "not a value of type str"),
        ({"A": 1}, "not a value of type dict"),
        (["a", "b"], "and there are 2 of them"),
        (("a", "b", "c", "d", "e"), "and there are 5 of them"),
        (["a", "b", "c", 4], "and one is a value of type int"),
    ],
    ids=repr,
)
def test_what_is_wrong_with_names_is_said(names: Any, said: str) -> None:
    with pytest.raises(InputTypeError, match=f"one for each seat from 0 to 3, {said}$"):
        draw_table(names)


def test_the_level_is_named_alike_everywhere() -> None:
    assert svg.card("S2", "2") == svg.card("S2", level="2") != svg.card("S2")
    assert svg.hand("S2", "2") == svg.hand("S2", level="2") != svg.hand("S2")


def test_names_are_cleaned_of_what_cannot_be_shown() -> None:
    names = clean_names(["a\x00b\x1bc", "\u202eevil", "\ud800x", "क्\u200dष 👩\u200d🚀"])
    assert names == ("abc", "evil", "x", "क्\u200dष 👩\u200d🚀")
    parsed(draw_trick(["a\x00b\ufffe", "\x1b", "\ud800", "\u202e"]))
    assert seat_label(1, ("", "", "", ""), words("en")) == "seat 1"


# --- Notebooks ---------------------------------------------------------------------------------


def test_notebooks_draw_values_by_themselves() -> None:
    view: PlayerView = played(5).view(1)
    assert Card.parse("S5")._repr_svg_() == picture(Card.parse("S5")) == svg.card("S5")
    assert Hand("S5 H5")._repr_svg_() == svg.hand("S5 H5")
    assert FLUSH._repr_svg_() == svg.play(FLUSH)
    assert view._repr_svg_() == svg.table(view)
    assert Combo(7, Rank.TWO, Rules())._repr_svg_() is None


def test_pictures_are_loaded_only_when_one_is_drawn() -> None:
    code = (
        "import sys, guandan; hand = guandan.Hand('S5');"
        "assert not any(name.startswith('guandan.render') for name in sys.modules);"
        "hand._repr_svg_(); assert 'guandan.render.svg' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        svg.card("S5", language="xx")
