"""Playing one pair: the same situation twice, with the teams swapped. This runs in the workers."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final

import attrs

from guandan import (
    LEVELS,
    SEATS,
    GuandanError,
    Match,
    Phase,
    Rules,
    Seat,
    Standing,
    Strategy,
    StrategyError,
    Team,
    play_deal,
    promote,
    team_of,
)
from guandan.arena.clock import Latency, Stopwatch, TimedStrategy
from guandan.arena.results import BotError, Game, PairResult
from guandan.arena.setting import Setting, Situation, number
from guandan.bots import BotSpec

__all__ = ["Task", "died", "play_game", "play_pair", "probe"]

_LONGEST: Final = 8_000
"""Characters of a traceback that are kept, from its end."""


@attrs.frozen
class Task:
    """A pair to be played: all that a worker has to know."""

    pair: int
    bots: tuple[BotSpec, BotSpec]
    seed: int
    setting: Setting

    def result(self, games: tuple[Game, Game]) -> PairResult:
        """Return the result of the pair from its two games."""
        level, after = None, None
        if self.setting.game == "deal":
            level, after = self.setting.opening(self.seed, self.pair)
        first, second = self.bots
        return PairResult(self.pair, first.text, second.text, level, after, games)


def probe(bots: Sequence[BotSpec]) -> None:
    """Make each bot once, so that one that cannot be made is known before anything is played.

    Raises:
        UnknownBot: no bot has this name.
        BotNotLoaded: one cannot be loaded or made.
    """
    for spec in bots:
        spec.make(0)


def play_pair(task: Task) -> PairResult:
    """Play both games of a pair; a bot that fails loses the game, and nothing is raised for it.

    >>> spec = BotSpec.parse("easy")
    >>> result = play_pair(Task(0, (spec, BotSpec.parse("random")), 7, Setting()))
    >>> result.score, result.gain
    (1.0, 3.0)
    """
    return task.result((play_game(task, 0), play_game(task, 1)))


def play_game(task: Task, a_team: Team, trace: str | None = None) -> Game:
    """Play one game with the first bot as this team.

    `trace` is a file in which it stands whose decision is due, for whoever finds this process dead.
    """
    if trace is None:
        return _play(task, a_team, _no_note)
    with open(trace, "wb", buffering=0) as file:  # noqa: PTH123  # Path.open, for buffering's sake
        return _play(task, a_team, lambda seat, phase: _note(file, seat, phase))


def _no_note(seat: Seat, phase: str) -> None:
    """Leave no trace."""


def _note(file: BinaryIO, seat: Seat, phase: str) -> None:
    file.seek(0)
    file.write(f"{seat} {phase}\n".encode())


def died(task: Task, a_team: Team, trace: str) -> Game:
    """Return the game in which the process died, lost by the bot that `trace` names."""
    seat, phase, *_ = trace.split()
    error = BotError(
        bot=_spec(task, a_team, int(seat)).text,
        seat=int(seat),
        phase=phase,
        kind="WorkerDied",
        message="the process in which this bot was deciding died",
        traceback="",
    )
    # How the levels stood is lost with the process: the forfeit counts as if at the start.
    standing = Standing.start(task.setting.rules)
    return _forfeit(task, a_team, error, standing, 1, (Stopwatch(), Stopwatch()))


def _spec(task: Task, a_team: Team, seat: Seat) -> BotSpec:
    return task.bots[team_of(seat) ^ a_team]


def _play(task: Task, a_team: Team, before: Callable[[Seat, str], None]) -> Game:
    situation = task.setting.situation(task.seed, task.pair)
    watches = (Stopwatch(), Stopwatch())
    standing, deals = Standing.start(task.setting.rules), 1
    try:
        players: list[Strategy] = []
        for seat in SEATS:
            before(seat, "making")
            players.append(
                TimedStrategy(_make(task, a_team, seat), watches[team_of(seat) ^ a_team], before)
            )
        if task.setting.game == "deal":
            winner, gain = _play_deal(players, situation, task.setting.rules)
        else:
            match = Match(task.setting.rules, situation.draws)
            while match.phase is not Phase.OVER:
                match.step(players)
                standing, deals = match.standing, match.deals_begun
            assert standing.winner is not None
            winner = standing.winner
            gain = _rank(standing, winner) - _rank(standing, winner ^ 1)
    except StrategyError as error:
        name = _spec(task, a_team, error.seat).text
        failed = BotError(
            bot=name,
            seat=error.seat,
            phase=str(error.phase),
            kind=type(error.__cause__).__name__,
            message=_steady(str(error).replace(TimedStrategy.__name__, name, 1)),
            traceback=_steady("".join(traceback.format_exception(error))[-_LONGEST:]),
        )
        return _forfeit(task, a_team, failed, standing, deals, watches)
    won = winner == a_team
    return Game(a_team, won, gain if won else -gain, deals, None, _latencies(watches))


def _make(task: Task, a_team: Team, seat: Seat) -> Strategy:
    spec = _spec(task, a_team, seat)
    try:
        return spec.make(number(task.seed, "arena bot", task.pair, seat, a_team))
    except GuandanError as error:
        raise StrategyError(
            f"{spec.text} for seat {seat} was not made: {error}",
            seat=seat,
            phase="making",
            answer=None,
        ) from error


def _play_deal(players: Sequence[Strategy], situation: Situation, rules: Rules) -> tuple[Team, int]:
    """Return the winners of a deal, and how many levels it is worth, wherever they stood."""
    deal = play_deal(
        players,
        situation.level,
        hands=situation.hands,
        finish=situation.finish,
        rules=rules,
        seed=situation.draws,
    )
    assert deal.finish is not None
    winner = team_of(deal.finish[0])
    # From 2, with no host, a win is worth what the rules say, and no ace is in the way.
    after = promote(Standing(("2", "2"), None), deal.finish, rules)
    return winner, _rank(after, winner)


def _forfeit(
    task: Task,
    a_team: Team,
    error: BotError,
    standing: Standing,
    deals: int,
    watches: tuple[Stopwatch, Stopwatch],
) -> Game:
    """Return the game as lost by the bot that failed, as high as it could have been lost.

    To fail must never be better than to lose: a deal counts as a 1-2 win of the others, a match as
    if the others had reached the ace at once.
    """
    lost_by = team_of(error.seat)
    if task.setting.game == "deal":
        loss: int = task.setting.rules.double_win_levels
    else:
        loss = len(LEVELS) - 1 - _rank(standing, lost_by)
    won = lost_by != a_team
    return Game(a_team, won, loss if won else -loss, deals, error, _latencies(watches))


def _rank(standing: Standing, team: Team) -> int:
    return LEVELS.index(standing.levels[team])


def _latencies(watches: tuple[Stopwatch, Stopwatch]) -> tuple[Latency, Latency]:
    return watches[0].latency(), watches[1].latency()


def _steady(text: str) -> str:
    """Return the text without addresses in memory, which differ from run to run."""
    return re.sub(r"\b0x[0-9a-fA-F]+", "0x...", text)
