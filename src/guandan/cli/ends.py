"""How a command ends: exit codes, and one line on standard error where it ends badly."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

__all__ = ["INTERRUPTED", "NO", "NO_READER", "OK", "USAGE", "Failure", "tell_beside"]

OK: Final = 0
NO: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130
NO_READER: Final = 141
"""As every program ends for a shell whose output nobody reads any more."""


class Failure(Exception):
    """An end with one line on standard error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def tell_beside(message: str) -> None:
    """Print one line on standard error."""
    # Without a standard error print would take standard output.
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"guandan: {' '.join(message.split())}", file=sys.stderr)
