"""The result of a pair, as it is computed in a worker and stands in a line of a file."""

from __future__ import annotations

import json
from typing import Any, Final

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn

from guandan import Rank, ResultsError, Seat, Team
from guandan.arena.checks import check_pair
from guandan.arena.clock import Latency
from guandan.cards import clean_level
from guandan.errors import shown

__all__ = ["BotError", "Game", "PairResult"]


@attrs.frozen
class BotError:
    """How a bot failed in a game, which it lost by that."""

    bot: str
    seat: Seat
    phase: str
    """The phase of the decision; `making` when the bot could not even be made."""
    kind: str
    """The name of what it raised, or of why its answer was refused; `WorkerDied`."""
    message: str
    traceback: str


@attrs.frozen
class Game:
    """One of the two games of a pair, seen from its first bot, A."""

    a_team: Team
    """The team that A played."""
    won: bool
    """Whether A won."""
    gain: int
    """Levels: what the deal was worth to A (less than 0: to B); in a match, how far A was ahead."""
    deals: int
    error: BotError | None
    latency: tuple[Latency, Latency]
    """Of the decisions of A and of B; the only thing that two runs do not have in common."""


@attrs.frozen
class PairResult:
    """Two games from the same situation, with the teams swapped."""

    pair: int
    a: str
    b: str
    level: Rank | None
    """The level of the deals; None in matches."""
    after: tuple[Seat, ...] | None
    """The finish of the deal before; None for a first deal, and in matches."""
    games: tuple[Game, Game]

    @property
    def score(self) -> float:
        """The share of the two games that A won: 0, 0.5 or 1."""
        return (self.games[0].won + self.games[1].won) / 2

    @property
    def gain(self) -> float:
        """The mean of A's gain in the two games, in levels."""
        return (self.games[0].gain + self.games[1].gain) / 2

    @property
    def errors(self) -> tuple[BotError, ...]:
        """The failures in the pair."""
        return tuple(game.error for game in self.games if game.error is not None)

    def to_json(self) -> str:
        """Return the result as one line of JSON."""
        return json.dumps(_CONVERTER.unstructure(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, where: str = "$") -> PairResult:
        """Read a line.

        Raises:
            ResultsError: it is damaged, or says what cannot be; `where` is where it stands, and
                the message names the field.
        """
        try:
            data = json.loads(text, object_pairs_hook=_object)
            read = _CONVERTER.structure(data, cls)
            check_pair(read)
        except Exception as error:  # cattrs raises groups and whatever a field's type raises
            raise ResultsError(
                f"{where} is not the result of a pair: {_why(error)}", where=where
            ) from error
        return read


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _why(error: Exception) -> str:
    """Return the first fault, and the field where it is."""
    if isinstance(error, cattrs.BaseValidationError):
        found = cattrs.transform_error(error, format_exception=lambda fault, _: _told(fault))[0]
        why, _, where = found.rpartition(" @ $")
        return f"{where.removeprefix('.')}: {why}" if where and why else why or found
    if isinstance(error, json.JSONDecodeError):
        return f"this is not JSON: {error.msg} at character {error.pos}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)


def _told(error: BaseException) -> str:
    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    return " ".join(str(error).split())[:200]


def _latency(value: Latency) -> dict[str, Any]:
    return {
        "count": value.count,
        "total": round(value.total, 9),
        "longest": round(value.longest, 9),
        "buckets": [list(entry) for entry in value.buckets],
    }


def _exact(value: object, wanted: type) -> Any:
    """Return a value that is of the type already: a line that says "1" for 1 is damaged."""
    if type(value) is not wanted:
        raise ValueError(f"expected {_NAMES[wanted]}, not {shown(value)}")
    return value


def _seconds(value: object, _: type) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"expected a number of seconds, not {shown(value)}")
    if not abs(value) < 1e300:  # nor is it a number if it is none
        raise ValueError(f"expected a number of seconds, not {shown(value)}")
    return float(value)


_NAMES: Final = {int: "a whole number", bool: "true or false", str: "a text"}


_CONVERTER: Final = cattrs.Converter(forbid_extra_keys=True)
_CONVERTER.register_unstructure_hook(Latency, _latency)
for _type in (int, bool, str):
    _CONVERTER.register_structure_hook(_type, _exact)
_CONVERTER.register_structure_hook(float, _seconds)
_structure_latency = make_dict_structure_fn(Latency, _CONVERTER, _cattrs_forbid_extra_keys=True)


def _whole_latency(value: object, kind: type) -> Latency:
    """Return a latency; its fields have defaults, which are none in a file."""
    for field in attrs.fields(Latency):
        if isinstance(value, dict) and field.name not in value:
            raise KeyError(field.name)
    latency: Latency = _structure_latency(value, kind)  # type: ignore[arg-type]  # it is checked
    return latency


_CONVERTER.register_structure_hook(Latency, _whole_latency)
_CONVERTER.register_structure_hook(Rank, lambda value, _: clean_level(_exact(value, str)))
