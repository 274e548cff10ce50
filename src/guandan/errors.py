"""Every error the library raises: one root, leaves that answer different questions.

The message says what was wrong, where, and what would be right; the same facts are attributes of
the error (and in `facts`), and `code` is a stable name for programs and translators.

    >>> from guandan import Card, NotationError
    >>> try:
    ...     Card.parse("S1")
    ... except NotationError as error:
    ...     print(error.code, error.text, error.position)
    not_a_card S1 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from guandan.combos import Combo
    from guandan.view import PlayerView

__all__ = [
    "AlreadyChosen",
    "AmbiguousPlay",
    "BotNotLoaded",
    "CardsNotHeld",
    "DoesNotBeat",
    "DrawNeeded",
    "FinishError",
    "GuandanError",
    "HandTooSmall",
    "IllegalAction",
    "IncomparablePlays",
    "InputTypeError",
    "MatchIsOver",
    "MissingExtra",
    "MustLead",
    "NoCards",
    "NotACard",
    "NotACombination",
    "NotALevel",
    "NotASeat",
    "NotAsDeclared",
    "NotPayable",
    "NotReturnable",
    "NotYourTurn",
    "NotationError",
    "OtherKind",
    "OtherTournament",
    "PositionError",
    "RecordError",
    "RecordTypeError",
    "ResultsError",
    "ResultsFileError",
    "RulesError",
    "SeatNeeded",
    "SettingError",
    "StandingError",
    "StrategyError",
    "StrategyFailed",
    "TooManyCopies",
    "UnknownBot",
    "UnknownFormat",
    "UnknownSetting",
    "WrongPhase",
]


class GuandanError(Exception):
    """The root of all errors of this library."""

    code: ClassVar[str] = "guandan"

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.facts: dict[str, Any] = facts
        self.__dict__.update(facts)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions cross process pools; the default would drop the keyword facts.
        made = _rebuild, (type(self), str(self), self.facts)
        notes: list[str] | None = getattr(self, "__notes__", None)
        # A list of its own, or a note added to a copy would be added to the original.
        return made if notes is None else (*made, {"__notes__": [*notes]})


def _rebuild(cls: type[GuandanError], message: str, facts: dict[str, Any]) -> GuandanError:
    return cls(message, **facts)


def shown(value: object) -> str:
    """Return a value as it is shown in a message: its repr, cut short."""
    if isinstance(value, str):
        return repr(value if len(value) <= 80 else value[:77] + "...")
    try:
        text = repr(value)
    except ValueError:  # Python does not write ints of thousands of digits
        return f"a value of type {type(value).__name__}, too long to be written"
    except Exception:  # noqa: BLE001  # a repr of its own making must not hide what is wrong
        return f"a value of type {type(value).__name__}, which cannot be written"
    return text if len(text) <= 80 else text[:77] + "..."


def told(error: BaseException) -> str:
    """Return what an error of a stranger's making says, on one line: its type, and its text."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  # a __str__ of its own making must not hide what is wrong
        text = "it cannot be written"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# --- Is it malformed? ------------------------------------------------------------------------


class NotationError(GuandanError, ValueError):
    """A text (or other value) does not spell what it should: a card, a level, a seat, a play."""

    code = "notation"
    text: str
    position: int


class InputTypeError(NotationError, TypeError):
    """A value of a type that is never accepted there, such as an int for a level."""

    code = "input_type"


class NotACard(NotationError):
    """A text where a card belongs, that is none."""

    code = "not_a_card"


class NotALevel(NotationError):
    """A text where a level belongs, that is none; jokers are no level."""

    code = "not_a_level"


class NotASeat(NotationError):
    """A number where a seat belongs, that is not 0 to 3."""

    code = "not_a_seat"


class TooManyCopies(NotationError):
    """A third copy of a face, of which the deck holds two."""

    code = "too_many_copies"


class RulesError(GuandanError, ValueError):
    """An unknown rules field, preset, or value of a field."""

    code = "rules"
    field: str


class FinishError(GuandanError, ValueError):
    """A finish order that no deal can have."""

    code = "finish"


class StandingError(GuandanError, ValueError):
    """Levels, a host, attempts or a winner that no match can have; `field` names the one."""

    code = "standing"
    field: str


class PositionError(GuandanError, ValueError):
    """Hands or a mid-deal position that cannot occur."""

    code = "position"


# --- Is it a combination, and which? ---------------------------------------------------------


class NotACombination(GuandanError, ValueError):
    """The cards form none of the ten kinds (or not the one that was declared)."""

    code = "not_a_combination"


class NoCards(NotACombination):
    """There are no cards, where a play belongs."""

    code = "no_cards"


class NotAsDeclared(NotACombination):
    """The cards are a play, but not the one that was declared; `readings` lists what they are."""

    code = "not_as_declared"
    readings: tuple[Combo, ...]


class AmbiguousPlay(GuandanError, ValueError):
    """The cards have several readings and the call needs exactly one; `readings` lists them."""

    code = "ambiguous_play"
    readings: tuple[Combo, ...]


class IncomparablePlays(GuandanError, ValueError):
    """Two plays of different levels or rules are compared."""

    code = "incomparable_plays"


# --- Is it allowed here? ---------------------------------------------------------------------


class IllegalAction(GuandanError, ValueError):
    """The action is well formed, but not allowed now."""

    code = "illegal_action"


class WrongPhase(IllegalAction):
    """The action belongs to another phase."""

    code = "wrong_phase"


class MatchIsOver(WrongPhase):
    """The match has a winner; nothing more can be dealt or promoted."""

    code = "match_is_over"


class NotYourTurn(IllegalAction):
    """Another seat owes the decision."""

    code = "not_your_turn"
    seat: int


class SeatNeeded(NotYourTurn):
    """Two seats owe a card, so the one that chooses has to be named."""

    code = "seat_needed"


class AlreadyChosen(NotYourTurn):
    """The seat has made this choice already."""

    code = "already_chosen"


class CardsNotHeld(IllegalAction, LookupError):
    """The hand does not hold the cards."""

    code = "cards_not_held"


class DoesNotBeat(IllegalAction):
    """No (declared) reading of the cards beats the play on the table."""

    code = "does_not_beat"


class OtherKind(DoesNotBeat):
    """The play on the table is of another kind, which only that kind or a bomb can beat."""

    code = "other_kind"


class MustLead(IllegalAction):
    """The leader may not pass."""

    code = "must_lead"


class NotPayable(IllegalAction):
    """The card may not be paid as tribute; `options` lists the ones that may."""

    code = "not_payable"


class NotReturnable(IllegalAction):
    """The card may not be given back; `options` lists the ones that may."""

    code = "not_returnable"


class HandTooSmall(IllegalAction):
    """A hand holds no card that could be paid or returned."""

    code = "hand_too_small"


class DrawNeeded(GuandanError, ValueError):
    """A draw by lot is due and neither its result nor a generator was given."""

    code = "draw_needed"
    draw: str


# --- Is the file bad, or the strategy? -------------------------------------------------------


class RecordError(GuandanError, ValueError):
    """A record is damaged, breaks the rules or is of an unknown format; `where` names the place."""

    code = "record"
    where: str


class UnknownFormat(RecordError):
    """A record of a format that this version does not read."""

    code = "unknown_format"


class RecordTypeError(RecordError, TypeError):
    """Something that is not text was given where the text of a record belongs."""

    code = "record_type"


class StrategyError(GuandanError):
    """A strategy raised, or answered with something illegal; the match is unchanged.

    `seat`, `phase` and `answer` name the decision, `view` is what the strategy was shown, so that
    it can be asked again; `__cause__` is the underlying error.
    """

    code = "strategy"
    seat: int
    phase: str
    answer: object
    view: PlayerView


class StrategyFailed(StrategyError):
    """A strategy raised, or its answer did, instead of answering."""

    code = "strategy_failed"


class UnknownBot(GuandanError, LookupError):
    """No bot has this name."""

    code = "unknown_bot"
    name: str


class UnknownSetting(GuandanError, LookupError):
    """A bot has no setting of this name."""

    code = "unknown_setting"
    setting: str


class BotNotLoaded(UnknownBot):
    """A bot that a package or module brings cannot be loaded or made; the message says which."""

    code = "bot_not_loaded"


# --- Is it the arena? ------------------------------------------------------------------------


class SettingError(GuandanError, ValueError):
    """A tournament that cannot be played; `field` names what is wrong with it."""

    code = "setting"
    field: str


class ResultsError(GuandanError, ValueError):
    """A file of results is damaged, or of another tournament; `where` names the place."""

    code = "results"
    where: str


class OtherTournament(ResultsError):
    """A file of results holds those of another tournament."""

    code = "other_tournament"


class ResultsFileError(ResultsError):
    """A file of results cannot be read or written, or is none."""

    code = "results_file"


class MissingExtra(GuandanError, LookupError):
    """A package that is needed here is not installed; `extra` is what to install it with."""

    code = "missing_extra"
    extra: str
