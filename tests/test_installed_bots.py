"""Bots that installed packages bring by entry points."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from guandan import BotNotLoaded, EasyBot, UnknownBot, bot
from guandan.arena import compare
from guandan.bots import BotSpec, bot_names, make_with
from guandan.bots import installed as installed_module
from guandan.cli import main


def install(folder: Path, name: str, **bots: str) -> None:
    """Put a package's metadata into the folder, as pip would."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{bot} = {place}" for bot, place in bots.items()]
    (info / "entry_points.txt").write_text("\n".join(["[guandan.bots]", *lines, ""]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path, where the packages of the test are installed."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "their_bots.py").write_text(
        "from guandan import EasyBot\n"
        "class Clever(EasyBot):\n"
        "    def __init__(self, seed=None, *, depth=1):\n"
        "        self.seed, self.depth = seed, depth\n"
        "def plain():\n"
        "    return EasyBot()\n"
        "def anything(**settings):\n"
        "    bot = EasyBot()\n"
        "    bot.settings = settings\n"
        "    return bot\n"
    )
    return tmp_path


def forget_paths() -> None:
    importlib.invalidate_caches()


def test_a_package_adds_a_bot_by_name(folder: Path) -> None:
    before = bot_names()
    install(folder, "clever-bots", clever="their_bots:Clever", plain="their_bots:plain")
    forget_paths()
    assert bot_names() == (*before, "clever", "plain")
    made: Any = bot("clever", seed=5, depth=3)
    assert (type(made).__name__, made.seed, made.depth) == ("Clever", 5, 3)
    assert type(bot("plain", seed=5)) is EasyBot
    with pytest.raises(UnknownBot, match="no bot 'cleverer': there are random, easy, .*clever"):
        bot("cleverer")
    for nothing in (7, None, ["easy"]):
        with pytest.raises(UnknownBot):
            bot(nothing)  # type: ignore[arg-type]  # what an untyped caller could write


def test_it_plays_in_the_arena_and_on_the_command_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(folder, "clever-bots", clever="their_bots:Clever")
    forget_paths()
    report = compare("clever?depth=2", "random", pairs=2, seed=7, workers=1)
    assert (report.share.mean, report.errors) == (1.0, ())
    assert main(["watch", "--bots", "clever", "--match", "deal", "--seed", "7"]) == 0
    assert "clever" in capsys.readouterr().out


def test_the_names_of_the_library_win(folder: Path) -> None:
    install(folder, "bad-bots", easy="no_such_module:Bot")
    forget_paths()
    assert type(bot("easy", seed=1)) is EasyBot
    assert bot_names().count("easy") == 1


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        ("their_bots:Missing", "has no attribute 'Missing'"),
        ("their_bots:__name__", "is no class or function that makes a bot"),
    ],
)
def test_a_broken_entry_point_names_its_package(folder: Path, place: str, said: str) -> None:
    install(folder, "bad-bots", broken=place)
    forget_paths()
    with pytest.raises(BotNotLoaded, match="of the package bad-bots") as caught:
        bot("broken")
    assert said in str(caught.value)
    assert (caught.value.name, caught.value.facts["distribution"]) == ("broken", "bad-bots")


def test_an_interruption_is_the_users_whatever_a_bot_is_doing(folder: Path) -> None:
    raises = "raise KeyboardInterrupt\n"
    (folder / "at_once.py").write_text(raises)
    (folder / "later.py").write_text(f"def make():\n    {raises}")
    install(folder, "slow-bots", first="at_once:Bot", second="later:make")
    forget_paths()
    for name in ("first", "second"):
        with pytest.raises(KeyboardInterrupt):
            bot(name)
    for text in ("at_once:Bot", "later:make", f"{folder}/at_once.py:Bot"):
        with pytest.raises(KeyboardInterrupt):
            BotSpec.parse(text).make(1)


def test_two_packages_with_the_same_name_for_a_bot(folder: Path) -> None:
    install(folder, "one-bots", same="their_bots:Clever")
    install(folder, "two-bots", same="their_bots:Clever")
    forget_paths()
    with pytest.raises(BotNotLoaded, match="brings a bot 'same': one-bots, two-bots; uninstall"):
        bot("same")


def test_an_entry_point_of_no_package() -> None:
    assert installed_module._distribution(None) == "of an unknown name"


def test_what_makes_a_bot_is_given_what_it_takes(folder: Path) -> None:
    forget_paths()
    theirs: Any = importlib.import_module("their_bots")
    made: Any = make_with(theirs.anything, "any", seed=4, depth=2)
    assert made.settings == {"seed": 4, "depth": 2}
    assert type(make_with(theirs.plain, "plain", seed=4)) is EasyBot
    with pytest.raises(BotNotLoaded, match="unexpected keyword"):
        make_with(theirs.plain, "plain", depth=2)


@pytest.mark.parametrize("maker", [dict, lambda: EasyBot, lambda: None])
def test_what_is_no_strategy_is_refused(maker: Any) -> None:
    with pytest.raises(BotNotLoaded, match="is no strategy"):
        make_with(maker, "none")


def test_a_maker_without_a_signature() -> None:
    # A type of C whose signature is unknown: it is asked without a seed.
    with pytest.raises(BotNotLoaded, match="is no strategy"):
        make_with(type("None", (), {"__call__": int, "__signature__": 7})().__call__, "odd")
