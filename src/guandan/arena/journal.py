"""The file of results: JSON Lines, written as they come, from which a stopped run goes on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any, Final

from guandan import GuandanError, OtherTournament, ResultsError, ResultsFileError
from guandan.arena.results import PairResult
from guandan.errors import shown
from guandan.shuffle import clean_seed

try:
    import fcntl
except ImportError:  # pragma: no cover  # Windows, where nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

__all__ = ["FORMAT", "Journal", "read_header"]

FORMAT: Final = "guandan-arena/1"
"""The format and its version, in the first line."""


class Journal:
    """A file of results that is open for more: a header line, then a line for each pair.

    A last line that is torn, because the program was killed while it wrote, is cut off and its pair
    is played again. A file of fewer pairs, all else being the same, goes on to the number wanted:
    `extend` writes that number into its header.

    Raises:
        ResultsFileError: it cannot be read or written, or is no file of results.
        OtherTournament: its header is another one.
        ResultsError: a line of it is damaged.
    """

    def __init__(self, path: str | os.PathLike[str], header: dict[str, Any]) -> None:
        self._path = Path(path)
        self._header: str | None = _dumps({"format": FORMAT} | header)
        self._longer: str | None = None  # the header of more pairs, if the file begins with fewer
        self.done: tuple[PairResult, ...] = ()
        """The results that stood in the file."""
        try:
            whole, size = _whole_lines(self._path)
            if whole:
                if whole[0] != self._header:
                    self._check_header(whole[0], header)
                    self._longer = self._header
                self.done = tuple(self._read(whole))
                self._header = None
            self._file = _opened(self._path)
        except (OSError, ValueError) as error:
            if isinstance(error, GuandanError):
                raise
            raise _cannot("write", self._path, error) from error
        if self._file.tell() > size:
            self._file.truncate(size)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def extend(self) -> None:
        """Write the number of pairs that is wanted now into the header of a file of fewer.

        Raises:
            ResultsFileError: it cannot be written.
        """
        if self._longer is None:
            return
        # Aside and then in its place: whenever the program is killed, one of the two is whole.
        target = self._path.resolve()
        aside = target.with_name(f"{target.name}.new")
        try:
            _, newline, results = target.read_bytes().partition(b"\n")
            with aside.open("wb") as file:
                file.write(self._longer.encode("utf-8", "backslashreplace") + newline + results)
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(target, aside)
            self._file.close()
            aside.replace(target)
            self._file = _opened(self._path)
        except OSError as error:
            raise _cannot("write", self._path, error) from error
        self._longer = None

    def add(self, result: PairResult) -> None:
        """Write a result; once this returns it outlives the program.

        Raises:
            ResultsFileError: it cannot be written: the disk is full, say.
        """
        # The header waits for the first result: a tournament that cannot begin leaves no trace.
        lines = [result.to_json()] if self._header is None else [self._header, result.to_json()]
        self._header = None
        # A half of a surrogate pair in a bot's message becomes the escape that JSON has for it.
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise _cannot("write", self._path, error) from error

    def _check_header(self, found: str, wanted: dict[str, Any]) -> None:
        """Check that a header that differs is that of a run of fewer pairs, all else the same."""
        theirs = _header(found, self._path)
        ours: dict[str, Any] = {"format": FORMAT, **wanted}
        pairs = theirs.get("pairs")
        if type(pairs) is int and found == _dumps(ours | {"pairs": pairs}):
            if 1 <= pairs < ours["pairs"]:
                return
            raise OtherTournament(
                f"{self._path} was begun with {pairs} pairs: it can go on to more, not to"
                f" {ours['pairs']}",
                where=f"{self._path}, line 1",
            )
        differ = [key for key in ours if theirs.get(key) != ours[key]]
        said = "; ".join(
            f"{key}: there {shown(theirs.get(key))}, here {shown(ours[key])}" for key in differ
        )
        raise OtherTournament(
            f"{self._path} holds the results of another tournament: {said or 'the fields differ'}",
            where=f"{self._path}, line 1",
        )

    def _read(self, lines: list[str]) -> Iterator[PairResult]:
        for number, line in enumerate(lines[1:], 2):
            yield PairResult.from_json(line, f"{self._path}, line {number}")


def read_header(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Return the header of a file of results; None if there is none yet.

    Raises:
        ResultsError: it cannot be read, or is no file of results.
    """
    place = Path(path)
    try:
        whole, _ = _whole_lines(place)
    except (OSError, UnicodeEncodeError) as error:
        raise _cannot("read", place, error) from error
    if not whole:
        return None
    header = _header(whole[0], place)
    try:
        clean_seed(_whole_number(header.get("seed")))
    except ValueError as error:
        raise ResultsError(
            f"{place}, line 1: the seed of the tournament is no whole number of at most 1,000"
            f" digits, but {shown(header.get('seed'))}",
            where=f"{place}, line 1",
        ) from error
    return header


def _opened(path: Path) -> FileIO:
    """Open a file to add to it; other runs are kept from it as long, where the system can."""
    file = path.open("ab", buffering=0)
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise
    return file


def _whole_number(value: object) -> int:
    if type(value) is not int:
        raise ValueError("no whole number")
    return value


def _whole_lines(path: Path) -> tuple[list[str], int]:
    """Return the lines that were written to their end, and the number of bytes they take."""
    if not path.exists() or path.is_char_device():  # a device, which may never end
        return [], 0
    data = path.read_bytes()
    size = data.rfind(b"\n") + 1
    if not size and data and not _dumps({"format": FORMAT}).encode().startswith(data[:10]):
        # Not even the beginning of a header: somebody else's file, which must not be cut off.
        raise ResultsFileError(f"{path} is no file of arena results", where=f"{path}, line 1")
    # Not splitlines(): a message of a bot may hold signs that it takes for the end of a line.
    return data[:size].decode("utf-8", "backslashreplace").split("\n")[:-1], size


def _header(line: str, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ResultsFileError(
            f"{path} is no file of arena results in the format {FORMAT}", where=f"{path}, line 1"
        )
    return header


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _cannot(do: str, path: Path, error: OSError | ValueError) -> ResultsFileError:
    why = getattr(error, "strerror", None) or str(error)
    if isinstance(error, BlockingIOError):
        why = "another run is writing it"
    return ResultsFileError(f"cannot {do} {shown(str(path))}: {why}", where=str(path))
