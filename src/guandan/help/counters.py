"""Counters: which cards a seat has not seen yet, and which plays nothing can beat any more."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from guandan import SEATS, Combo, Hand, PlayerView, Rank, Seat, legal_plays, team_of
from guandan.cards import RANKS
from guandan.help.checking import expect, expect_plays

__all__ = ["Counters", "counters", "unbeatable"]


@attrs.frozen
class Counters:
    """How many cards a seat has not seen: neither in its own hand nor played."""

    by_rank: tuple[int, ...]
    """Of each rank from the two to the big joker, wilds included; `count` asks by rank."""
    wilds: int
    level_cards: int
    """Of the level's rank, without the wilds."""
    reported: tuple[tuple[Seat, int], ...]
    """Each seat that has `rules.report_at` cards or fewer, but at least one, and how many."""

    def count(self, rank: Rank) -> int:
        """Return how many cards of a rank are unseen.

        Raises:
            InputTypeError: it is no `Rank`.
        """
        expect(rank, Rank, "a Rank")
        return self.by_rank[rank.index]

    @property
    def small_jokers(self) -> int:
        """How many small jokers are unseen."""
        return self.count(Rank.SMALL_JOKER)

    @property
    def big_jokers(self) -> int:
        """How many big jokers are unseen."""
        return self.count(Rank.BIG_JOKER)


def counters(view: PlayerView) -> Counters:
    """Count what the seat of a view has not seen, and who has few cards left.

    Raises:
        InputTypeError: it is no `PlayerView`.

    >>> from guandan import Deal
    >>> view = Deal.at(["SB S5", "S3 HR", "H2 D2", "S7"], "2", to_act=0).view(0)
    >>> found = counters(view)
    >>> found.small_jokers, found.big_jokers, found.wilds, found.level_cards, found.reported[1]
    (0, 1, 1, 1, (1, 2))
    """
    expect(view, PlayerView, "a PlayerView")
    held = [card.rank for card in view.unseen]
    wilds = view.unseen.wilds(view.level)
    return Counters(
        by_rank=tuple(map(held.count, RANKS)),
        wilds=wilds,
        level_cards=held.count(view.level) - wilds,
        reported=tuple(
            (seat, count)
            for seat, count in enumerate(view.counts)
            if 0 < count <= view.rules.report_at
        ),
    )


def unbeatable(view: PlayerView, plays: Iterable[Combo] | None = None) -> tuple[Combo, ...]:
    """Return the plays that no opponent can beat, whatever the unseen cards are dealt like.

    `plays` are those of the seat's legal plays, one a shape, unless others are given. It is certain
    knowledge: a play is left out as long as unseen cards, together in one opponent's hand, could
    beat it, though they may lie apart or with the partner.

    Raises:
        InputTypeError: it is no `PlayerView`, or something is no play.

    >>> from guandan import Deal
    >>> view = Deal.at(["SA DA S5 S6", "S3 H3", "D6", "C9"], "2", to_act=0).view(0)
    >>> [str(play) for play in unbeatable(view)]
    ['DA', 'SA DA']
    """
    expect(view, PlayerView, "a PlayerView")
    offered = view.legal_plays.shapes() if plays is None else expect_plays(plays)
    opponents = [seat for seat in SEATS if view.team != team_of(seat)]
    most = max(view.counts[seat] for seat in opponents)
    return tuple(play for play in offered if not _may_be_beaten(play, view.unseen, most))


def _may_be_beaten(play: Combo, unseen: Hand, most: int) -> bool:
    answers = legal_plays(unseen, play.level, over=play, rules=play.rules)
    return any(answer.size <= most for answer in answers.shapes())
