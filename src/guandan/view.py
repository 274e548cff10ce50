"""What one seat may know of a match: the only thing a strategy sees."""

from __future__ import annotations

import random
from typing import Any

import attrs

from guandan.cards import DECK, Card, Rank
from guandan.combos import Combo
from guandan.errors import InputTypeError, shown
from guandan.events import Event
from guandan.hand import Hand
from guandan.jsonable import fields_to_json, to_jsonable
from guandan.levels import Standing, clean_standing
from guandan.phases import Phase
from guandan.plays import LegalPlays
from guandan.rules import Rules
from guandan.sampling import sample_hands
from guandan.seats import Seat, Team, clean_seat, team_of

__all__ = ["PlayerView"]


@attrs.frozen(kw_only=True)
class PlayerView:
    """Exactly what one seat (None: a spectator) may know; never the seed or another hand.

    `Match.view` and `Deal.view` make it. It is a value: nothing in it changes as play goes on.

    >>> from guandan import Match
    >>> match = Match(seed=7)
    >>> _ = match.deal_next(leader=2)
    >>> view = match.view(2)
    >>> view.phase, view.due, len(view.hand), len(view.unseen), view.can_pass
    (<Phase.PLAY: 'play'>, (2,), 27, 81, False)
    """

    seat: Seat | None
    """Whose view it is; None for a spectator's."""
    hand: Hand
    """The seat's own cards; empty for a spectator."""
    level: Rank
    """The level of the deal; between deals, of the next one."""
    rules: Rules
    """The rules that are played by."""
    standing: Standing
    """The levels of both teams, the host, the attempts on the ace: as they were when the deal
    began, until it is over."""
    phase: Phase
    """What is due: tribute, a return or a play; or nothing, between two deals and at the end."""
    due: tuple[Seat, ...]
    """The seats that owe a decision now: one in play, up to two in tribute and return."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    table: Combo | None
    """The play to beat; None: the next play leads."""
    owner: Seat | None
    """The seat that made the play to beat."""
    trick: tuple[tuple[Seat, Combo | None], ...]
    """The trick so far: each seat's play, None for a pass."""
    history: tuple[Event, ...]
    """What happened in this deal, the tribute included, as this seat saw it."""
    out: tuple[Seat, ...]
    """The seats that emptied their hands, in order."""
    finish: tuple[Seat, ...] | None
    """The finish order once the deal is over."""
    unseen: Hand
    """The cards that are neither in the seat's own hand nor played: all in the other hands, but
    for what others hold at the end of a deal, which is not shown."""
    legal_plays: LegalPlays
    """What the seat may play now; empty when no play of it is due."""
    options: tuple[Card, ...]
    """The cards the seat may pay or give back now; none when neither is due."""

    @classmethod
    def before_a_deal(cls, seat: Seat | None, rules: Rules, standing: Standing) -> PlayerView:
        """Return the view of a match in which nothing has been dealt yet."""
        if not isinstance(rules, Rules):
            raise InputTypeError(
                f"expected Rules, not {shown(rules)}", text=shown(rules), position=0
            )
        clean_standing(standing)
        nothing = Hand()
        return cls(
            seat=None if seat is None else clean_seat(seat),
            hand=nothing,
            level=standing.level,
            rules=rules,
            standing=standing,
            phase=Phase.BETWEEN,
            due=(),
            counts=(0, 0, 0, 0),
            table=None,
            owner=None,
            trick=(),
            history=(),
            out=(),
            finish=None,
            unseen=Hand(DECK),
            legal_plays=LegalPlays(hand=nothing, level=standing.level, over=None, rules=rules),
            options=(),
        )

    @property
    def can_pass(self) -> bool:
        """Whether the seat may pass now."""
        return self.phase is Phase.PLAY and self.seat in self.due and self.table is not None

    @property
    def team(self) -> Team | None:
        """The seat's team; None for a spectator."""
        return None if self.seat is None else team_of(self.seat)

    def sample_hands(self, rng: random.Random) -> tuple[Hand, Hand, Hand, Hand]:
        """Return four hands, dealt at random, that agree with all the seat knows.

        The seat's own hand is itself. Tribute and return cards and a turned card stay where they
        went until a copy of them is played from there. A payer holds nothing above the card it
        paid, wilds and the returned card apart; who gave back a card above the limit holds none
        within it; those who resisted hold both big jokers, those who paid did not.

        Raises:
            InputTypeError: `rng` is no `random.Random`.
            PositionError: no hands agree with what the seat knows.

        >>> from guandan import Match
        >>> match = Match(seed=7)
        >>> _ = match.deal_next()
        >>> view = match.view(0)
        >>> hands = view.sample_hands(random.Random(1))
        >>> hands[0] == view.hand, tuple(map(len, hands)) == view.counts
        (True, True)
        """
        return sample_hands(self, rng)

    def to_dict(self) -> dict[str, Any]:
        """Return the view as plain JSON values; what may be sent to this seat's client.

        The keys are the names of the fields, `team` and `can_pass`, but for `legal_plays`: there
        are too many to send, so `shapes` holds one play of each shape. The guide says what stands
        under each key.

        >>> view = PlayerView.before_a_deal(2, Rules(), Standing.start(Rules()))
        >>> found = view.to_dict()
        >>> found["seat"], found["team"], found["phase"], found["can_pass"], found["shapes"]
        (2, 0, 'between', False, [])
        """
        found = fields_to_json(self) | {"team": self.team, "can_pass": self.can_pass}
        # One play a shape, of the hundreds that may be made: it must not look like all of them.
        found["shapes"] = found.pop("legal_plays")
        return found

    def _repr_svg_(self) -> str:
        from guandan.render import picture  # noqa: PLC0415  # a guest, loaded by notebooks only

        return picture(self)


to_jsonable.register(PlayerView, PlayerView.to_dict)


def check_view(view: object) -> None:
    """Check that something is a view.

    Raises:
        InputTypeError: it is not.
    """
    if not isinstance(view, PlayerView):
        raise InputTypeError(
            f"expected a PlayerView, as `match.view(seat)` gives it, not {shown(view)}",
            text=shown(view),
            position=0,
        )
