"""A process pool of our own: spawned, safe from Ctrl-C, gone with its parent, ended at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

__all__ = ["Pool"]


class _Context(SpawnContext):
    """The way to start processes: new ones, and it is known which they are.

    Spawned, not forked: it is the same on every system, and a fork of a process that has threads (a
    progress bar has one) may hang.
    """

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802  # a class there
        process = SpawnProcess(*args, **kwargs)
        self.started.append(process)
        return process


class Pool:
    """A process pool of our own, which can be ended at once."""

    def __init__(self, workers: int) -> None:
        self._context = _Context()
        self.executor: ProcessPoolExecutor = ProcessPoolExecutor(
            workers, mp_context=self._context, initializer=_begin_worker
        )

    def end(self, *, at_once: bool = True) -> None:
        """End it, whatever its processes are doing, or when they have done it."""
        self.executor.shutdown(wait=not at_once, cancel_futures=True)
        if not at_once:
            return
        for process in self._context.started:
            process.terminate()
        for process in self._context.started:
            process.join()


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent, which ends its workers, and end if it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # this is a worker
    parent.join()
    os._exit(1)  # pragma: no cover  # nothing is left to report it to
