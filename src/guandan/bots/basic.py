"""The first two bots: one that plays at random, one that sheds its cheapest play."""

from __future__ import annotations

from guandan.combos import Combo
from guandan.errors import NotYourTurn, WrongPhase
from guandan.phases import Phase
from guandan.shuffle import clean_seed, generator, pick
from guandan.strategy import BaseStrategy
from guandan.view import PlayerView, check_view

__all__ = ["EasyBot", "RandomBot", "check_due"]


def check_due(view: PlayerView) -> None:
    """Check that the seat of a view owes a play.

    Raises:
        InputTypeError: it is no view.
        WrongPhase: nobody owes one now.
        NotYourTurn: another seat does.
    """
    check_view(view)
    if view.phase is not Phase.PLAY:
        raise WrongPhase(
            f"nobody owes a play in phase {view.phase}", phase=view.phase, wanted=Phase.PLAY
        )
    if view.seat not in view.due:
        raise NotYourTurn(
            f"seat {view.seat} owes no play: seats {list(view.due)} are due, in phase {view.phase}",
            seat=view.seat,
            due=view.due,
        )


class RandomBot(BaseStrategy):
    """Plays at random: every shape, and the pass where it may pass, with the same chance.

    >>> from guandan import play_deal
    >>> play_deal([RandomBot(seed=seat) for seat in range(4)], seed=7).is_over
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        """Make a bot whose choices follow from the seed (None: from the system's chance)."""
        self._rng = generator(clean_seed(seed), "random bot")

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return a shape's play or, where it may pass, perhaps None."""
        check_due(view)
        choices: list[Combo | None] = list(view.legal_plays.shapes())
        if view.can_pass:
            choices.append(None)
        return pick(choices, self._rng)


class EasyBot(BaseStrategy):
    """A beginner that sheds its cheapest legal play.

    Leading, it gets rid of the weakest cards, as many of them at once as it can; following, it
    plays the weakest play that beats the table. Bombs come last, wilds are spared, and its partner
    it lets win unless it can go out.

    >>> from guandan import Deal
    >>> deal = Deal.at(["S3 D3 SK", "S4", "S5", "S6"], "2", to_act=0)
    >>> str(EasyBot().choose_play(deal.view(0)))
    'S3 D3'
    """

    def __init__(self, seed: int | None = None) -> None:
        """Make a bot; it takes a seed like every bot, though it leaves nothing to chance."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return the cheapest play, or None to pass."""
        check_due(view)
        plays = view.legal_plays.shapes()
        for play in plays:
            if play.size == len(view.hand):
                return play
        if view.can_pass:
            partner_leads = view.seat is not None and view.owner == view.seat ^ 2
            ordinary = [play for play in plays if not play.is_bomb]
            if partner_leads or not plays:
                return None
            return min(ordinary or plays, key=_cost_to_follow)
        return min(plays, key=_cost_to_lead)


def _cost_to_follow(play: Combo) -> tuple[int, ...]:
    return play.is_bomb, play.wilds, play.strength


def _cost_to_lead(play: Combo) -> tuple[int, ...]:
    return play.is_bomb, play.wilds, play.order, -play.size
