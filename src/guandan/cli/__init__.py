"""The command line: play or watch, ask what cards are and may be played, replay, compare bots."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from guandan import (
    AmbiguousPlay,
    GuandanError,
    NotationError,
    ResultsError,
    RulesError,
    SettingError,
    UnknownBot,
    UnknownSetting,
)
from guandan.cli.ends import INTERRUPTED, NO, NO_READER, USAGE, Failure, tell_beside
from guandan.cli.output import said_in
from guandan.cli.parser import make_parser

__all__ = ["main"]

_USAGE_ERRORS: Final = (
    NotationError,
    AmbiguousPlay,
    RulesError,
    SettingError,
    ResultsError,
    UnknownBot,
    UnknownSetting,
)
"""What is spelled wrongly, or not fully, is bad usage; all else the rules say no to."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (None: the program's own); return the exit code."""
    _keep_printable()
    try:
        try:
            return _answer(argv)
        finally:
            # Here and not at Python's own end, which would complain about an output that has gone.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return NO_READER
    except OSError as error:
        _forget_output()
        return _fail(USAGE, f"cannot write the output: {error.strerror}")


def _answer(argv: Sequence[str] | None) -> int:
    options = argparse.Namespace()
    try:
        options = make_parser().read(argv)
        code: int = options.run(options)
    except Failure as failure:
        return _fail(failure.code, str(failure))
    except GuandanError as error:
        code = USAGE if isinstance(error, _USAGE_ERRORS) else NO
        return _fail(code, said_in(getattr(options, "lang", None) or "en", error))
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _fail(code: int, message: str) -> int:
    tell_beside(message)
    return code


def _forget_output() -> None:
    """Nothing can be written any more: what Python still holds must not be tried at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _keep_printable() -> None:
    """A character that the terminal cannot show must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
