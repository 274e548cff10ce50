"""A person at the table: `guandan play`, a terminal game against three bots.

`Game` leads a match with a person at seat 0 over a `Console`: whatever shows lines and asks for a
line. `Saved` is a game on file. The rules are the match's own; what helps the person comes from
`guandan.help`.
"""

from __future__ import annotations

from guandan.table.console import Console, Terminal
from guandan.table.game import YOU, Game
from guandan.table.saved import Saved, read_record

__all__ = ["YOU", "Console", "Game", "Saved", "Terminal", "read_record"]
