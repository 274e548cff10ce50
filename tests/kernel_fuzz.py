"""A program that gives a function of the kernel what no caller should, to see whether it survives.

`python tests/kernel_fuzz.py NAME FIRST PROGRESS` calls the function with each of its `hostile`
arguments from the one numbered FIRST on, and writes the number of each into the file PROGRESS
before the call, so that who started it knows which one ended it. A call may return anything or
raise, but not end the process, run on or take all memory.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterator
from typing import Any, Final

import builds
import guandan

INTEGERS: Final = [
    *[-1, -2, -5, -64, 13, 14, 15, 16, 54, 55, 63, 64, 108, 127, 128, 255, 256],
    *[2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**61, 2**62 - 1, 2**62, 2**63 - 2, 2**63 - 1],
    *[-(2**31), -(2**31) - 1, -(2**62), -(2**63)],
]
"""What fits into 64 bits, and is no card, level, rank or place."""
BEYOND: Final = [2**63, 2**64 - 1, 2**64, -(2**63) - 1, -(2**64), 10**100, -(10**100)]
STRANGE: Final[list[Any]] = [
    True,
    False,
    None,
    "1",
    "",
    b"1",
    1.0,
    1.5,
    float("nan"),
    1j,
    [],
    [1],
    (),
    {},
]
LISTS: Final[list[Any]] = [
    *[None, 1, "12", b"12", (), (16, 272), range(3), {272: 1}, iter([272]), [[]], [None], ["1"]],
    *[[number] for number in [*INTEGERS, *BEYOND]],
    [272.0],
    [True],
    [272, None],
    list(range(256)),
    builds.CODES,
]
"""In place of a list of codes."""

SECONDS: Final = 2
"""Of the processor's time that one call may take."""
MEMORY: Final = 2**30
"""Bytes."""


def integers_for(argument: str) -> list[int]:
    """Return the integers to give in place of an argument."""
    if argument == "level" and not guandan.COMPILED:
        # Python shifts by it as far as it is told: to numbers of gigabytes.
        return [number for number in [*INTEGERS, *BEYOND] if number < 2**31 - 1]
    return [*INTEGERS, *BEYOND]


def hostile(name: str) -> Iterator[list[Any]]:
    """Return the arguments: one that is wrong among right ones, then several at once."""
    rng = random.Random(name)
    names = builds.ARGUMENTS[name].split()
    right = [{**builds.situation(rng), "codes": builds.CODES} for _ in range(3)]
    integers = {argument: integers_for(argument) for argument in names}
    for argument in names:
        values = LISTS if argument == "codes" else [*integers[argument], *STRANGE]
        for value in values:
            for given in right:
                yield [value if each == argument else given[each] for each in names]
    for _ in range(1000):
        # Strange types are refused at the door; what is behind it is asked more often.
        given = rng.choice(right)
        yield [
            given[each] if each == "codes" or rng.randrange(3) == 0 else rng.choice(integers[each])
            for each in names
        ]
    yield []
    yield [0] * 9


def limit_memory() -> None:
    """Let a call that takes all memory fail before the machine does."""
    if sys.platform == "linux":  # macOS counts differently, Windows has no such limit
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_time() -> None:
    """Let the process end if it is still in the same call later: compiled code hears no signal."""
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)


def main(name: str, first: str, progress: str) -> None:
    """Make the calls."""
    function = builds.public()[name]
    limit_memory()
    with open(progress, "wb", buffering=0) as file:  # noqa: PTH123  # not buffered: a crash is near
        for number, arguments in enumerate(hostile(name)):
            if number < int(first):
                continue
            file.seek(0)
            file.write(b"%d\n" % number)
            limit_time()
            try:
                function(*arguments)
            except (MemoryError, SystemError) as error:
                sys.stderr.write(f"{type(error).__name__}\n")
                os._exit(1)
            except Exception:  # noqa: BLE001  # an error of any kind is what is wanted
                pass


if __name__ == "__main__":
    main(*sys.argv[1:])
