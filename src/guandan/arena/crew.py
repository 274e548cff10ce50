"""The processes that play: any executor, results in order, and what is done when one dies."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ParamSpec, TypeAlias, TypeVar

from guandan import BotNotLoaded, SettingError, Team
from guandan.arena.games import Task, died, play_game, play_pair, probe
from guandan.arena.results import Game, PairResult
from guandan.bots import BotSpec

if TYPE_CHECKING:
    from guandan.arena.pool import Pool

__all__ = ["Crew", "InProcessExecutor"]

P = ParamSpec("P")
T = TypeVar("T")

_UnderWay: TypeAlias = tuple[Task, Executor, Future[PairResult]]


class InProcessExecutor(Executor):
    """An executor that computes at once, in the caller's process: for a debugger.

    >>> InProcessExecutor().submit(max, 1, 2).result()
    2
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function now, and return its result as a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # it is the caller's, as from any executor
            future.set_exception(error)
        return future


class Crew:
    """Plays tasks on an executor and gives the results in the order of the tasks.

    Without an executor it has a process pool of its own. When a process dies, the pool is replaced
    and each pair that was lost with it is played again, alone in a process of this machine; if it
    dies there too, the bot that was deciding has lost that game. An executor that was given and
    breaks for good is replaced by a pool of our own.
    """

    def __init__(
        self,
        executor: Executor | None = None,
        *,
        workers: int | None = None,
        in_flight: int | None = None,
    ) -> None:
        self._given = executor
        self._workers = workers or os.cpu_count() or 1
        self._in_flight = in_flight or 4 * self._workers
        self._pool: Pool | None = None
        self._cell: Pool | None = None
        self._waiting: deque[_UnderWay] = deque()
        self.restarts: int = 0
        """How often a process died and what it was part of was replaced."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_exc: object) -> None:
        for pool in (self._pool, self._cell):
            if pool is not None:
                pool.end(at_once=bool(self._waiting))
        for _, _, under_way in self._waiting:
            under_way.cancel()

    def probe(self, bots: Sequence[BotSpec]) -> None:
        """Have a worker make each bot once.

        Raises:
            UnknownBot: no bot has this name.
            BotNotLoaded: one cannot be loaded or made; or the worker died of it, or cannot start.
        """
        try:
            self._executor().submit(probe, bots).result()
        except BrokenExecutor as error:
            names = ", ".join(spec.text for spec in bots)
            raise BotNotLoaded(
                f"a worker process died as it started or made the bots {names}; a script that"
                " starts a tournament has to do so under `if __name__ == '__main__':`",
                name=names,
            ) from error

    def results(self, tasks: Iterable[Task]) -> Iterator[PairResult]:
        """Play the tasks and give the results in their order."""
        waiting = self._waiting
        left = iter(tasks)
        while True:
            # A result that is late keeps the others waiting, so that every executor gives the same
            # order; meanwhile there is enough under way for all workers.
            for task in islice(left, self._in_flight - len(waiting)):
                waiting.append(self._submit(task))
            if not waiting:
                return
            result = self._result(*waiting[0])
            waiting.popleft()
            yield result

    def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        if self._pool is None:
            self._pool = _new_pool(self._workers)
        return self._pool.executor

    def _submit(self, task: Task) -> _UnderWay:
        executor = self._executor()
        try:
            return task, executor, executor.submit(play_pair, task)
        except BrokenExecutor:
            self._replace(executor)
            return self._submit(task)

    def _replace(self, executor: Executor) -> None:
        """Give up an executor that is broken, once: all that was under way there tells of it."""
        if executor is self._executor():
            self.restarts += 1
            if self._pool is not None:
                self._pool.end()
            self._given = self._pool = None

    def _result(self, task: Task, executor: Executor, future: Future[PairResult]) -> PairResult:
        try:
            return future.result()
        except BrokenExecutor:
            self._replace(executor)
        except Exception:  # noqa: BLE001  # a pair raises nothing: something befell the worker
            self.restarts += 1
        return task.result((self._alone(task, 0), self._alone(task, 1)))

    def _alone(self, task: Task, a_team: Team) -> Game:
        """Play a game in a process where nothing else runs, so that it is known who ended it."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            trace = Path(folder, "due")
            if self._cell is None:
                self._cell = _new_pool(1)
            try:
                return self._cell.executor.submit(play_game, task, a_team, str(trace)).result()
            except BrokenExecutor as error:
                self.restarts += 1
                self._cell.end()
                self._cell = None
                due = trace.read_text() if trace.exists() else ""
                if due:
                    return died(task, a_team, due)
                # No bot had been asked for anything, so none is to blame.
                raise SettingError(
                    "a process died before it played anything: worker processes cannot start here",
                    field="workers",
                ) from error


def _new_pool(workers: int) -> Pool:
    # It loads multiprocessing: whoever brings an executor, or asks for --help, can do without.
    from guandan.arena.pool import Pool  # noqa: PLC0415

    return Pool(workers)
