"""A match on file: rules, seed, and for each deal its cards, draws and actions, as JSON text.

A record holds what was decided and drawn, nothing that follows from it: loading one means playing
it through the rules again, so a file in which anything happens that they do not allow is refused
at the place where it does; what could have been played is believed. The text is checked on reading
as far as it can be without playing: `Record.from_json` refuses what is no record, unknown cards,
and hands that are no deal.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

import attrs

from guandan.cards import Card, Rank, clean_level
from guandan.errors import (
    GuandanError,
    InputTypeError,
    NotationError,
    RecordError,
    RecordTypeError,
    UnknownFormat,
    shown,
)
from guandan.events import Event, Passed, Played, ReturnChosen, TributeChosen
from guandan.hand import Hand
from guandan.notation import PASS, read
from guandan.opening import Draws
from guandan.position import full_deal
from guandan.rules import Rules
from guandan.seats import Seat, clean_seat
from guandan.shuffle import clean_seed

if TYPE_CHECKING:
    import cattrs

    from guandan.match import Match

__all__ = ["FORMAT", "Action", "DealRecord", "Record", "Verb"]

FORMAT: Final = 1
"""The format this version writes, and the only one it reads."""

_LONGEST: Final = 8_000_000
"""Characters: some two hundred times a long match; a hostile file must not fill the memory."""

T = TypeVar("T")


class Verb(StrEnum):
    """What a recorded action does."""

    PLAY = "play"
    PASS = "pass"
    PAY = "pays"
    RETURN = "returns"


def _of(kind: type) -> Any:
    """Make a validator: a record is made of values of these types, by hand too."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        # bool is an int, and yet no seed and no seat.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RecordTypeError(
                f"{field.name}: expected {kind.__name__}, not {shown(value)}", where=field.name
            )

    return check


def _each_of(kind: type, number: int | None = None) -> Any:
    """Make a validator of a tuple whose members are of a type, and so many if a number is given."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if (
            not isinstance(value, tuple)
            or not all(isinstance(member, kind) for member in value)
            or (number is not None and len(value) != number)
        ):
            raise RecordTypeError(
                f"{field.name}: expected a tuple of {number or 'any'} {kind.__name__}, not"
                f" {shown(value)}",
                where=field.name,
            )

    return check


def _seat(_: object, __: attrs.Attribute[Any], value: Seat | None) -> None:
    if value is not None:
        clean_seat(value)


def _format(record: Record, field: attrs.Attribute[int], value: int) -> None:
    _of(int)(record, field, value)
    if not abs(value) < 10**9:
        raise RecordError(f"{field.name}: there is no format {shown(value)}", where=field.name)


def _seed(record: Record, field: attrs.Attribute[int], value: int) -> None:
    _of(int)(record, field, value)
    clean_seed(value)


@attrs.frozen
class Action:
    """One recorded action. Its text is `0 S5 S5`, `1 -`, `3 pays SA` or `0 returns D3`.

    Raises:
        NotationError: the seat is none.
        RecordTypeError: another field is of a type it cannot have; so for all parts of a record.

    >>> Action.parse("3 pays SA")
    Action(seat=3, verb=<Verb.PAY: 'pays'>, text='SA')
    >>> str(Action(0, Verb.PLAY, "S5 S5"))
    '0 S5 S5'
    """

    seat: Seat = attrs.field(validator=lambda _, __, value: clean_seat(value))
    verb: Verb = attrs.field(validator=_of(Verb))
    text: str = attrs.field(validator=_of(str))
    """A play in its exact notation, or a card; empty for a pass."""

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action from its text.

        Raises:
            NotationError: it is written in none of the four ways.
        """
        if not isinstance(text, str):
            raise InputTypeError(
                f"an action is a text such as '0 S5', not {shown(text)}",
                text=shown(text),
                position=0,
            )
        seat_text, _, rest = text.partition(" ")
        seat = clean_seat(int(seat_text) if seat_text in ("0", "1", "2", "3") else seat_text)
        if rest == PASS:
            return cls(seat, Verb.PASS, "")
        verb, _, card = rest.partition(" ")
        if verb in (Verb.PAY, Verb.RETURN):
            return cls(seat, Verb(verb), str(Card.parse(card)))
        if not read(rest)[1]:
            raise NotationError(f"{shown(text)} plays no cards", text=text, position=len(text))
        return cls(seat, Verb.PLAY, rest)

    @classmethod
    def of(cls, event: Event) -> Action | None:
        """Return the action that an event tells of, None for an event that follows from others."""
        match event:
            case Played(seat=seat, combo=combo):
                return cls(seat, Verb.PLAY, str(combo))
            case Passed(seat=seat):
                return cls(seat, Verb.PASS, "")
            case TributeChosen(seat=seat, card=card):
                return cls(seat, Verb.PAY, str(card))
            case ReturnChosen(seat=seat, card=card):
                return cls(seat, Verb.RETURN, str(card))
            case _:
                return None

    def __str__(self) -> str:
        if self.verb is Verb.PASS:
            return f"{self.seat} {PASS}"
        if self.verb is Verb.PLAY:
            return f"{self.seat} {self.text}"
        return f"{self.seat} {self.verb} {self.text}"


@attrs.frozen
class DealRecord:
    """One deal on file."""

    level: Rank = attrs.field(validator=_of(Rank))
    hands: tuple[Hand, Hand, Hand, Hand] = attrs.field(validator=_each_of(Hand, 4))
    """The cards as dealt."""
    actions: tuple[Action, ...] = attrs.field(validator=_each_of(Action))
    leader: Seat | None = attrs.field(default=None, validator=_seat)
    """The seat that was named to lead, where the rules would have chosen otherwise."""
    draws: Draws = attrs.field(factory=Draws, validator=_of(Draws))


@attrs.frozen
class Record:
    """A match on file, all hands and the seed included: not for the eyes of the players.

    The hands are not held against the seed: a match may be dealt others (`Match.deal_next(hands)`).
    The seed is for the deals that are still to come.

    >>> from guandan import Match
    >>> match = Match(seed=7)
    >>> _ = match.deal_next()
    >>> record = Record.from_json(match.record().to_json())
    >>> record == match.record(), Match.from_record(record).deal.hands == match.deal.hands
    (True, True)
    """

    rules: Rules = attrs.field(validator=_of(Rules))
    seed: int = attrs.field(validator=_seed)
    deals: tuple[DealRecord, ...] = attrs.field(validator=_each_of(DealRecord))
    format: int = attrs.field(default=FORMAT, validator=_format)

    def to_json(self) -> str:
        """Return the record as JSON text."""
        return json.dumps(_converter().unstructure(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record.

        Raises:
            RecordTypeError: `text` is not a text.
            RecordError: it is no record of this format; `where` names the place.
        """
        if not isinstance(text, str):
            raise RecordTypeError(
                f"a record is read from a text (str), not from {type(text).__name__}: use"
                " json.dumps for parsed JSON, .decode() for bytes",
                where="$",
            )
        data = parse_json(text)
        if not isinstance(data, dict):
            raise _refused("$", "a record is a JSON object")
        number = data.get("format")
        if "format" not in data:
            raise _refused("$.format", "the format is missing")
        if number != FORMAT or isinstance(number, bool):
            raise UnknownFormat(
                f"$.format: this version reads format {FORMAT}, and the file says {shown(number)}",
                where="$.format",
            )
        return _structure(data)

    def replay(self) -> Iterator[tuple[Match, Event]]:
        """Play the match again: yield it after each event, with that event.

        It is the same match each time, in the state after the whole action the event belongs to.

        Raises:
            RecordError: an action or a draw is not possible where it stands; `where` names it.
        """
        # Record is below Match; only this method and the type of its result know the way up.
        from guandan.match import Match  # noqa: PLC0415

        return Match.replay(self)


def parse_json(text: str) -> Any:
    """Return the JSON value that a file of the library holds, no key of it twice.

    Raises:
        RecordError: it is none, or too long; `where` names the place.
    """
    if len(text) > _LONGEST:
        raise _refused("$", f"no match is as long as {len(text)} characters")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _refused(
            f"line {error.lineno} column {error.colno}", f"this is not JSON: {error.msg}"
        ) from error
    except RecursionError as error:
        raise _refused("$", "the JSON is nested too deeply") from error
    except ValueError as error:  # an endless number, a doubled key
        if isinstance(error, RecordError):
            raise
        raise _refused("$", f"this is not JSON as it should be: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        [(name, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise _refused(name[:80] or "$", f"the key {shown(name)} stands there twice")
    return found


def _no_constant(name: str) -> None:
    raise _refused("$", f"{name} is no JSON value of a record")


def _refused(where: str, why: str) -> RecordError:
    return RecordError(f"{where}: {why}", where=where)


def _structure(data: dict[str, Any]) -> Record:
    import cattrs  # noqa: PLC0415  # slow to load, and needed only for files

    try:
        return _converter().structure(data, Record)
    except (cattrs.BaseValidationError, GuandanError) as error:
        messages = cattrs.transform_error(error, format_exception=_told)
        why, _, where = messages[0].rpartition(" @ ")
        raise _refused(where or "$", why or messages[0]) from error


def _told(error: BaseException, _type: type | None) -> str:
    import cattrs  # noqa: PLC0415

    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        fields = sorted(map(str, error.extra_fields))
        return f"unknown fields {shown(', '.join(fields))}"
    return str(error) or type(error).__name__


def _converter() -> cattrs.Converter:
    global _made  # noqa: PLW0603  # made once, on first use: cattrs is slow to load
    if _made is None:
        _made = _make_converter()
    return _made


_made: cattrs.Converter | None = None


def _make_converter() -> cattrs.Converter:
    import cattrs  # noqa: PLC0415
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn  # noqa: PLC0415

    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    converter.register_structure_hook(int, lambda value, _: _exactly(int, value))
    converter.register_structure_hook(Rank, lambda value, _: clean_level(_exactly(str, value)))
    converter.register_structure_hook(Card, lambda value, _: Card.parse(_exactly(str, value)))
    converter.register_structure_hook(Hand, lambda value, _: Hand(_exactly(str, value)))
    converter.register_structure_hook(Action, lambda value, _: Action.parse(_exactly(str, value)))
    converter.register_structure_hook(Rules, lambda value, _: Rules.from_dict(value))
    four_hands = tuple[Hand, Hand, Hand, Hand]
    converter.register_structure_hook_func(
        lambda kind: kind == four_hands,
        lambda value, _: full_deal(_in_order(converter, value, Hand)),
    )
    converter.register_structure_hook_func(
        lambda kind: kind in (tuple[Action, ...], tuple[DealRecord, ...]),
        lambda value, kind: tuple(_in_order(converter, value, get_args(kind)[0])),
    )
    for kind in (Draws, DealRecord):
        read = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)
        converter.register_structure_hook(
            kind, lambda value, kind, read=read: read(_exactly(dict, value), kind)
        )
    for leaf in (Card, Hand, Rank, Action):
        converter.register_unstructure_hook(leaf, str)
    converter.register_unstructure_hook(Rules, Rules.to_dict)
    for kind in (Draws, DealRecord):
        converter.register_unstructure_hook(
            kind, make_dict_unstructure_fn(kind, converter, _cattrs_omit_if_default=True)
        )
    return converter


def _in_order(converter: cattrs.Converter, value: object, kind: type[T]) -> list[T]:
    """Read the members of a list up to the first that is wrong.

    cattrs would go through all the others as well: minutes, for a file made for that.
    """
    import cattrs  # noqa: PLC0415

    read: list[T] = []
    for index, member in enumerate(_exactly(list, value)):
        try:
            read.append(converter.structure(member, kind))
        except Exception as error:  # noqa: BLE001  # whatever it is, the place is added
            note = cattrs.IterableValidationNote(f"at index {index}", index, kind)
            error.add_note(note)
            raise cattrs.IterableValidationError("a list", [error], kind) from None  # pyright: ignore[reportCallIssue]
    return read


def _exactly(kind: type[T], value: object) -> T:
    """Refuse what cattrs or Python would convert: a bool for an int, a number for a text."""
    if type(value) is not kind:
        raise RecordTypeError(f"expected {_JSON_NAMES[kind]}, not {shown(value)}", where="")
    return value


_JSON_NAMES: Final[dict[type, str]] = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
