"""Options that would have no effect are refused, and what is typed is quoted in what is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from guandan import Match
from guandan.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("watch --match short --level T", "leave out --level"),
        ("play --match short --level T", "leave out --level"),
        ("watch --json --hands", "leave out --hands"),
        ("watch --json --lang en", "leave out --lang"),
        ("replay x --json --hands --lang zh", "leave out --hands and --lang"),
        ("replay x --html y --json", "leave out --json"),
        ("replay x --html y --hands", "leave out --hands"),
        ("replay x --html y --speed 0", "leave out --speed"),
        ("replay x --seat 0", "--seat is for the page that --html writes"),
        ("classify S5 --level 2 --json --lang de", "leave out --lang"),
        ("legal S5 --level 2 --json --lang de", "leave out --lang"),
        ("play --continue x --seed 0", "leave out --seed"),
        ("play --continue x --match full", "leave out --match"),
        ("play --continue x --level 2", "leave out --level"),
        ("play --continue x --rules tournament", "leave out --rules"),
        ("arena easy random --game match --level 5", "leave out --level"),
        ("arena easy random --game match --tribute 0.8", "leave out --tribute"),
        ("arena easy random --game match --tribute 0", "leave out --tribute"),
        ("arena easy random --alpha 0.05", "leave out --alpha"),
        ("arena easy random --alpha 0.1 --beta 0.1", "leave out --alpha and --beta"),
    ],
)
def test_an_option_without_effect_is_refused(argv: str, said: str, capsys: Capture) -> None:
    assert main(argv.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("command", ["classify", "legal"])
def test_cards_in_several_words_are_told_to_be_quoted(command: str, capsys: Capture) -> None:
    assert main([command, "S5", "S6", "--level", "2"]) == 2
    assert capsys.readouterr().err == (
        "guandan: unrecognized arguments: 'S6'; more than one card is written in quotes"
        " (try: guandan --help)\n"
    )


@pytest.mark.parametrize("typed", ["x\x1b[31m", "x\ry", "a b", "--no-such"])
def test_what_is_left_over_is_quoted(typed: str, capsys: Capture) -> None:
    assert main(["watch", typed]) == 2
    assert f"unrecognized arguments: {typed!r} (try" in capsys.readouterr().err


def test_play_tells_the_seed(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    def nobody(_prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    for given in ([], ["--seed", "7"]):
        assert main(["play", "--match", "deal", "--speed", "0", *given]) == 0
        told = re.findall(r"seed (\d+)", capsys.readouterr().out)
        assert len(told) == 1
        if given:
            assert told == ["7"]
    assert main(["play", "--continue", "guandan-game.json", "--lang", "de"]) == 0
    assert "seed" not in capsys.readouterr().out.splitlines()[0].casefold()


def test_replay_takes_a_saved_game_as_it_takes_a_record(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nobody(_prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    saved = tmp_path / "game.json"
    assert main(["play", "--seed", "7", "--speed", "0", "--save", str(saved)]) == 0
    record = tmp_path / "record.json"
    record.write_text(Match(seed=7).record().to_json(), encoding="utf-8")
    capsys.readouterr()
    for file in (saved, record):
        assert main(["replay", str(file)]) == 0
        assert "seed 7" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["{}", "[]", "not JSON", '{"guandan_saved": 7}'])
def test_replay_names_the_file_that_it_refuses(text: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    assert str(file) in capsys.readouterr().err


COMMANDS = ("play", "watch", "replay", "classify", "legal", "arena")


def help_of(command: str, capsys: Capture) -> str:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return capsys.readouterr().out


def test_the_help_of_a_command_has_the_exit_codes_that_concern_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    blocks = {name: help_of(name, capsys).rpartition("exit codes:")[2] for name in COMMANDS}
    assert len(set(blocks.values())) == len(COMMANDS)
    for name, block in blocks.items():
        assert "  0    done" in block
        assert ("bot" in block) is (name in {"play", "watch", "arena"})
        assert ("record" in block) is (name in {"watch", "replay"})
        assert ("cards" in block) is (name in {"classify", "legal"})
        assert max(map(len, block.splitlines())) <= 80


@pytest.mark.parametrize("command", ["play", "watch", "classify", "legal"])
def test_levels_are_said_in_one_way_and_ten_in_both(command: str, capsys: Capture) -> None:
    levels = "2 to 10 (or T), J, Q, K or A"
    assert levels in " ".join(help_of(command, capsys).split())
    cards = ["S5"] if command in {"classify", "legal"} else []
    for wrong in ("1", "11", "t", "SB", ""):
        assert main([command, *cards, "--level", wrong]) == 2
        said = f"{wrong!r} is no level: levels are {levels}"
        assert said in capsys.readouterr().err
    if cards:
        for ten in ("10", "T"):
            assert main([command, *cards, "--level", ten]) == 0


@pytest.mark.parametrize("cards", ["S5 S6", "", "H7 H8 SK"])
@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_no_play_is_said_in_one_way(cards: str, language: str, capsys: Capture) -> None:
    said = []
    for argv in (["classify", cards], ["legal", "S3", "--over", cards]):
        assert main([*argv, "--level", "2", "--lang", language]) == 1
        said.append(capsys.readouterr().err)
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 1


@pytest.mark.parametrize("command", ["classify", "legal"])
@pytest.mark.parametrize(
    ("cards", "german", "chinese"),
    [
        (
            "5 5",
            "Das ist keine Karte, an der Stelle '5 5': ",
            "这不是牌，在 '5 5' 处：",
        ),
        ("S5 X9", "an der Stelle 'X9': Eine Karte ist", "在 'X9' 处："),
        (
            "S5 S5 S5",
            "öfter als zweimal vor. (a third copy of S5",
            "超过两张。（a third copy of S5",
        ),
    ],
)
def test_what_is_written_wrongly_is_said_in_the_language(
    cards: str, german: str, chinese: str, command: str, capsys: Capture
) -> None:
    for language, said in (("de", german), ("zh", chinese)):
        assert main([command, cards, "--level", "2", "--lang", language]) == 2
        err = capsys.readouterr().err
        assert said in err
        assert len(err.splitlines()) == 1


def test_the_detail_of_an_error_is_kept_in_every_language(capsys: Capture) -> None:
    for cards, detail in (("S5 H2=", "a stand is missing after '='"), ("S5 H2=*", "S5 H2=5")):
        for language in ("en", "de", "zh"):
            assert main(["classify", cards, "--level", "2", "--lang", language]) > 0
            assert detail in capsys.readouterr().err


def test_the_pair_of_two_wilds_is_explained_where_it_is_shown(capsys: Capture) -> None:
    assert main(["classify", "S9 C9 D9 H2 H2", "--level", "2"]) == 0
    assert "♥2→*" in capsys.readouterr().out
    assert "♥2→*" in help_of("classify", capsys)
    assert "H2=*" in help_of("legal", capsys)
