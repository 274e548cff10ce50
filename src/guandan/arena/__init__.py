"""The arena: bots against each other, on the same cards from both sides, with honest intervals.

    >>> from guandan.arena import InProcessExecutor, compare
    >>> report = compare("easy", "random", pairs=20, seed=7, executor=InProcessExecutor())
    >>> report.share.low > 0.9
    True

It needs nothing but the library; the extra `arena` brings the package that fits ratings.
"""

from __future__ import annotations

from guandan.arena.clock import Latency
from guandan.arena.crew import InProcessExecutor
from guandan.arena.intervals import Interval, mean_interval
from guandan.arena.rating import Rating, bradley_terry
from guandan.arena.report import BotReport, Report, RoundRobin, SprtReport
from guandan.arena.results import BotError, Game, PairResult
from guandan.arena.setting import Setting, Situation
from guandan.arena.sprt import Sprt, SprtState, Verdict
from guandan.arena.tournament import Progress, Tournament, compare, round_robin
from guandan.bots import BotSpec

__all__ = [
    "BotError",
    "BotReport",
    "BotSpec",
    "Game",
    "InProcessExecutor",
    "Interval",
    "Latency",
    "PairResult",
    "Progress",
    "Rating",
    "Report",
    "RoundRobin",
    "Setting",
    "Situation",
    "Sprt",
    "SprtReport",
    "SprtState",
    "Tournament",
    "Verdict",
    "bradley_terry",
    "compare",
    "mean_interval",
    "round_robin",
]
