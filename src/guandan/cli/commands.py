"""What each command does with its options; it returns the exit code."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from guandan import (
    PRESETS,
    Combo,
    Hand,
    Match,
    Phase,
    Rank,
    RecordError,
    Rules,
    Standing,
    Strategy,
    classify,
    legal_plays,
)
from guandan.bots import BotSpec
from guandan.cli.ends import NO, OK, USAGE, Failure, tell_beside
from guandan.cli.output import Show, can_show_signs, narrator_for, print_all, printer
from guandan.combos import is_written_play
from guandan.jsonable import to_jsonable
from guandan.shuffle import clean_seed, generator
from guandan.table import command as table
from guandan.table.saved import named, read_record

__all__ = ["classify_cards", "list_plays", "play", "replay", "watch"]

_LARGEST_FILE: Final = 32_000_000
"""Bytes: more than any record that is accepted."""


def _leave_out(options: argparse.Namespace, *names: str, why: str) -> None:
    """Refuse options that would have no effect."""
    # Not by truth: a seed or a speed of 0 is given as well.
    given = [
        f"--{name}"
        for name in names
        if (value := getattr(options, name)) is not None and value is not False
    ]
    if given:
        raise Failure(USAGE, f"{why}: leave out {' and '.join(given)}")


def _check_json(options: argparse.Namespace) -> None:
    """Refuse what would change nothing in JSON, which holds everything, in no language."""
    if options.json:
        names = ("hands", "lang") if hasattr(options, "hands") else ("lang",)
        _leave_out(options, *names, why="--json holds everything, in no language")


def _preset(options: argparse.Namespace) -> str:
    return "tournament" if options.rules is None else options.rules


def _rules(options: argparse.Namespace) -> Rules:
    if options.match == "short":
        _leave_out(options, "level", why="--match short starts at 10")
    return Rules.preset(_preset(options)).replace(
        start_level="T" if options.match == "short" else options.level or Rank.TWO,
        match_format="deal" if options.match == "deal" else "full",
    )


def play(options: argparse.Namespace) -> int:
    """Play a match against three bots."""
    if options.saved is not None:
        _leave_out(
            options,
            *("seed", "match", "level", "rules"),
            why="--continue goes on by the rules and with the seed of the saved game",
        )
    rules = _rules(options)
    saved = None
    if options.saved is not None:
        with named(options.saved):
            saved = _read(options.saved)
    try:
        path = table.file_of(options)
    except OSError as error:
        raise Failure(USAGE, f"cannot write {error.filename}: {error.strerror}") from error
    show = printer(options.no_color)
    table.run(options, rules, saved, path, show, signs=can_show_signs())
    return OK


def watch(options: argparse.Namespace) -> int:
    """Let bots play a match and show it."""
    _check_json(options)
    seed = clean_seed(options.seed)
    rules = _rules(options)
    players = _players(options.bots, seed)
    match = Match(rules, seed)
    show = Show(options, rules)
    if options.record is not None:
        _check_new(options.record, options.overwrite)
        _write(options.record, match)  # a file that cannot be written should be known at once
    elif options.overwrite:
        raise Failure(USAGE, "--overwrite is for the file that --record names")
    if options.json and options.seed is None:
        # The output is events only; whoever wants the match again needs the seed all the same.
        tell_beside(f"the seed is {seed}")
    show.told(show.narrator.title(seed, _preset(options), options.bots))
    try:
        while match.phase is not Phase.OVER:
            for event in match.step(players):
                show.event(event)
    finally:
        if options.record is not None:
            _write(options.record, match)
    return OK


def _check_new(path: Path, overwrite: bool, unlike: Path | None = None) -> None:
    """Refuse to write over a file, which may be the only record of a match.

    Over `unlike`, which is still to be read, nothing is ever written.
    """
    if unlike is not None and path.exists() and unlike.exists() and path.samefile(unlike):
        raise Failure(USAGE, f"cannot write {path}: it is the record itself: name another file")
    if path.is_file() and not overwrite:
        raise Failure(
            USAGE, f"cannot write {path}: it is there already: name another, or add --overwrite"
        )


def _players(names: Sequence[str], seed: int) -> list[Strategy]:
    return [
        BotSpec.parse(name).make(int(generator(seed, "bot", seat).random() * 2**32))
        for seat, name in enumerate(names)
    ]


def _write(path: Path, match: Match) -> None:
    _save(path, match.record().to_json() + "\n")


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(USAGE, f"cannot write {path}: {error.strerror}") from error


def replay(options: argparse.Namespace) -> int:
    """Show a recorded match, or write the page that does."""
    if options.seat is not None and options.html is None:
        raise Failure(USAGE, "--seat is for the page that --html writes")
    if options.html is not None:
        _leave_out(options, "json", "hands", "speed", why="--html writes a page, prints nothing")
        _check_new(options.html, options.overwrite, unlike=options.file)
    elif options.overwrite:
        raise Failure(USAGE, "--overwrite is for the page that --html names")
    _check_json(options)
    with named(options.file):
        record = read_record(_read(options.file))
        # All of it is checked before any of it is shown.
        events = [(match.phase, match.standing, event) for match, event in record.replay()]
    if options.html is not None:
        from guandan.render.html import View, page  # the only command that needs it

        view: View = "open" if options.seat is None else options.seat
        _save(options.html, page(record, view=view, language=options.lang or "en"))
        return OK
    show = Show(options, record.rules)
    show.told(show.narrator.title(record.seed, _preset_of(record.rules)))
    phase, standing = Phase.BETWEEN, Standing.start(record.rules)
    for phase, standing, event in events:  # noqa: B007  # the last ones are wanted
        show.event(event)
    if phase is not Phase.OVER:
        within = phase is not Phase.BETWEEN
        show.told(show.narrator.stopped(standing, len(record.deals), within=within))
    return OK


def _preset_of(rules: Rules) -> str | None:
    """Return the name of the preset, whatever the length of the match; None if it is none."""
    for name in PRESETS:
        preset = Rules.preset(name)
        if rules == preset.replace(start_level=rules.start_level, match_format=rules.match_format):
            return name
    return None


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE)
    except OSError as error:
        raise Failure(USAGE, f"cannot read {path}: {error.strerror}") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("$: no record, for it is not UTF-8 text", where="$") from error


def classify_cards(options: argparse.Namespace) -> int:
    """Say what cards can be played as."""
    _check_json(options)
    found = classify(options.cards, options.level, _preset(options))
    if options.json:
        print(json.dumps([to_jsonable(combo) for combo in found]))
        return OK if found else NO
    if not found:
        raise _no_combination(options, options.cards)
    print_all(narrator_for(options).listing(found), options)
    return OK


def _no_combination(options: argparse.Namespace, cards: str) -> Failure:
    """Return that cards are no play.

    Raises:
        GuandanError: what is wrong with a play that is written out.
    """
    if is_written_play(cards):
        Combo.parse(cards, options.level, _preset(options))
    return Failure(NO, narrator_for(options).no_combination(Hand(cards), options.level))


def list_plays(options: argparse.Namespace) -> int:
    """List what a hand may play."""
    _check_json(options)
    over = options.over
    if over is not None and not classify(over, options.level, _preset(options)):
        raise _no_combination(options, over)
    plays = legal_plays(options.hand, options.level, over=over, rules=_preset(options))
    shapes = plays.shapes()
    listed = list(plays) if options.all else list(shapes)
    if options.json:
        asked = {"hand": str(plays.hand), "level": str(plays.level)}
        beaten = None if plays.over is None else to_jsonable(plays.over)
        counts = {"over": beaten, "count": len(plays), "shapes": len(shapes)}
        print(json.dumps(asked | counts | {"plays": [to_jsonable(combo) for combo in listed]}))
        return OK if plays else NO
    narrator = narrator_for(options)
    if not plays:
        raise Failure(NO, narrator.no_play())
    print_all([*narrator.listing(listed), narrator.plays(len(plays), len(shapes))], options)
    return OK
