"""Guandan (掼蛋): the rules of the game, whole matches, and strategies to play them.

Everything public is importable from here. The parts, from the values up: cards, hands, rules and
plays (`classify`, `legal_plays`); tribute and levels; `Deal` and `Match`, which know the course of
the game and do no input or output; records, views and strategies.

    >>> import guandan
    >>> [str(combo) for combo in guandan.classify("S5 S6 S8 S9 H2", level="2")]
    ['S5 S6 H2=S7 S8 S9', 'S5 S6 H2=7 S8 S9']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guandan._kernel import COMPILED
from guandan.cards import DECK, FACES, LEVELS, Card, CardsLike, LevelLike, Rank, Suit
from guandan.combos import Combo, Shape, best_reading, classify
from guandan.deal import Deal
from guandan.errors import (
    AlreadyChosen,
    AmbiguousPlay,
    BotNotLoaded,
    CardsNotHeld,
    DoesNotBeat,
    DrawNeeded,
    FinishError,
    GuandanError,
    HandTooSmall,
    IllegalAction,
    IncomparablePlays,
    InputTypeError,
    MatchIsOver,
    MissingExtra,
    MustLead,
    NoCards,
    NotACard,
    NotACombination,
    NotALevel,
    NotAsDeclared,
    NotASeat,
    NotationError,
    NotPayable,
    NotReturnable,
    NotYourTurn,
    OtherKind,
    OtherTournament,
    PositionError,
    RecordError,
    RecordTypeError,
    ResultsError,
    ResultsFileError,
    RulesError,
    SeatNeeded,
    SettingError,
    StandingError,
    StrategyError,
    StrategyFailed,
    TooManyCopies,
    UnknownBot,
    UnknownFormat,
    UnknownSetting,
    WrongPhase,
)
from guandan.events import (
    CardTurned,
    CountReported,
    DealOver,
    Dealt,
    Event,
    LeadGiven,
    LeadReason,
    LevelsChanged,
    MatchOver,
    Passed,
    Played,
    Resisted,
    ReturnChosen,
    Returned,
    TributeChosen,
    TributeLot,
    TributePaid,
    TrickWon,
    WentOut,
)
from guandan.hand import Hand
from guandan.levels import Standing, promote
from guandan.match import Match
from guandan.notation import Kind, Stand
from guandan.opening import Draws
from guandan.phases import Phase
from guandan.plays import LegalPlays, legal_plays
from guandan.record import Action, DealRecord, Record
from guandan.rules import PRESETS, Rules, RulesLike
from guandan.runner import play_deal, play_match
from guandan.seats import SEATS, Seat, Team, next_seat, partner_of, team_of
from guandan.strategy import BaseStrategy, Strategy
from guandan.tribute import (
    PaidTribute,
    SettledTribute,
    TributePayment,
    TributePlan,
    plan_tribute,
    return_options,
    settle_tribute,
    tribute_options,
)
from guandan.view import PlayerView

if TYPE_CHECKING:
    from guandan.bots import Candidate, EasyBot, NormalBot, RandomBot, StrongBot, bot

__all__ = [
    "COMPILED",
    "DECK",
    "FACES",
    "LEVELS",
    "PRESETS",
    "SEATS",
    "Action",
    "AlreadyChosen",
    "AmbiguousPlay",
    "BaseStrategy",
    "BotNotLoaded",
    "Candidate",
    "Card",
    "CardTurned",
    "CardsLike",
    "CardsNotHeld",
    "Combo",
    "CountReported",
    "Deal",
    "DealOver",
    "DealRecord",
    "Dealt",
    "DoesNotBeat",
    "DrawNeeded",
    "Draws",
    "EasyBot",
    "Event",
    "FinishError",
    "GuandanError",
    "Hand",
    "HandTooSmall",
    "IllegalAction",
    "IncomparablePlays",
    "InputTypeError",
    "Kind",
    "LeadGiven",
    "LeadReason",
    "LegalPlays",
    "LevelLike",
    "LevelsChanged",
    "Match",
    "MatchIsOver",
    "MatchOver",
    "MissingExtra",
    "MustLead",
    "NoCards",
    "NormalBot",
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
    "PaidTribute",
    "Passed",
    "Phase",
    "Played",
    "PlayerView",
    "PositionError",
    "RandomBot",
    "Rank",
    "Record",
    "RecordError",
    "RecordTypeError",
    "Resisted",
    "ResultsError",
    "ResultsFileError",
    "ReturnChosen",
    "Returned",
    "Rules",
    "RulesError",
    "RulesLike",
    "Seat",
    "SeatNeeded",
    "SettingError",
    "SettledTribute",
    "Shape",
    "Stand",
    "Standing",
    "StandingError",
    "Strategy",
    "StrategyError",
    "StrategyFailed",
    "StrongBot",
    "Suit",
    "Team",
    "TooManyCopies",
    "TributeChosen",
    "TributeLot",
    "TributePaid",
    "TributePayment",
    "TributePlan",
    "TrickWon",
    "UnknownBot",
    "UnknownFormat",
    "UnknownSetting",
    "WentOut",
    "WrongPhase",
    "best_reading",
    "bot",
    "classify",
    "legal_plays",
    "next_seat",
    "partner_of",
    "plan_tribute",
    "play_deal",
    "play_match",
    "promote",
    "return_options",
    "settle_tribute",
    "team_of",
    "tribute_options",
]

_LAZY = frozenset({"Candidate", "EasyBot", "NormalBot", "RandomBot", "StrongBot", "bot"})
"""Names of the bots, which are guests above the core: loaded when first asked for."""


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from guandan import bots

        return getattr(bots, name)
    if name == "__version__":
        from importlib.metadata import version

        return version("guandan-rules")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
