"""What a hand may play: a view that lists, counts and tests without building more than asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import attrs

from guandan import _kernel as kernel
from guandan.cards import CardsLike, LevelLike, Rank, clean_level
from guandan.combos import Combo, classify, clean_over, combos_of, is_written_play
from guandan.errors import GuandanError
from guandan.hand import Hand
from guandan.rules import Rules, RulesLike, clean_rules

__all__ = ["LegalPlays", "legal_plays"]


@attrs.frozen(repr=False)
class LegalPlays:
    """The plays a hand may make over a table (None: leading). Passing is not among them.

    Iterating gives every distinct play: each set of card faces in each reading, once. The order is
    fixed. Kind by kind: singles, pairs, triples, full houses, straights, tubes, plates (following,
    only the table's kind), then bombs of one rank by size, straight flushes, the joker bomb.
    Within a kind those with fewer wilds come first, then the lower ranks, in the order that ranks
    the kind; full houses go triple by triple, straight flushes suit by suit. Within a shape, by
    the faces.

    Truth, `len` and `in` build no list. `in` takes a `Combo`; for text or cards it says whether
    some reading of them is legal.

    >>> plays = legal_plays("S9 D9 C9 H9 H2", "2", over="SA DA")
    >>> len(plays), bool(plays), "S9 D9 C9 H9" in plays, "S9 D9" in plays
    (6, True, True, False)
    >>> [str(play) for play in plays.shapes()]
    ['S9 H9 C9 D9', 'H9 C9 D9 H2=9', 'S9 H9 C9 D9 H2=9']
    """

    hand: Hand
    level: Rank
    over: Combo | None
    rules: Rules

    def __iter__(self) -> Iterator[Combo]:
        codes = kernel.plays(*self._question())
        return map(Combo, codes, repeat(self.level), repeat(self.rules))

    def shapes(self) -> tuple[Combo, ...]:
        """Return one play for each shape, in the order of listing.

        Each is made of the cards whose loss hurts the hand least: bombs, triples and pairs are
        broken last, then straight flushes; the guide has the exact rule.
        """
        low, high, level, options, over = self._question()
        codes = kernel.shapes(low, high, level, options, over)
        chosen = kernel.represent(low, high, level, options, codes)
        return combos_of(chosen, self.level, self.rules)

    def __len__(self) -> int:
        return kernel.count_plays(*self._question())

    def __bool__(self) -> bool:
        return kernel.has_play(*self._question())

    def __contains__(self, play: object) -> bool:
        if isinstance(play, Combo):
            return (
                play.level is self.level
                and play.rules == self.rules
                and play.is_sound()
                and self._beats_table(play)
                and self.hand.includes(play.hand)
            )
        try:
            if is_written_play(play):
                return Combo.parse(play, self.level, self.rules) in self
            return any(
                combo in self
                for combo in classify(play, self.level, self.rules)  # type: ignore[arg-type]
            )
        except GuandanError:
            return False  # what is no play at all is not among these

    def _beats_table(self, play: Combo) -> bool:
        return self.over is None or kernel.beats(
            play.code, self.over.code, self.level.index, self.rules.kernel_options
        )

    def _question(self) -> tuple[int, int, int, int, int]:
        over = kernel.LEAD if self.over is None else self.over.code
        return (
            self.hand.low,
            self.hand.high,
            self.level.index,
            self.rules.kernel_options,
            over,
        )

    def __repr__(self) -> str:
        over = "" if self.over is None else f", over={self.over!r}"
        return f"legal_plays({str(self.hand)!r}, {str(self.level)!r}{over}, rules={self.rules!r})"


def legal_plays(
    hand: CardsLike,
    level: LevelLike,
    *,
    over: Combo | CardsLike | None = None,
    rules: RulesLike | None = None,
) -> LegalPlays:
    """Return the plays that a hand may make; `over` is the play to beat (None: leading).

    Raises:
        NotationError: something is not a card or a level.
        AmbiguousPlay: `over` is given as cards that have several readings; give a `Combo`.
        NotACombination: `over` is no play.

    >>> [str(play) for play in legal_plays("C5 C5 S5", "2")]
    ['S5', 'C5', 'S5 C5', 'C5 C5', 'S5 C5 C5']
    """
    rank = clean_level(level)
    cleaned = clean_rules(rules)
    return LegalPlays(
        hand=hand if isinstance(hand, Hand) else Hand(hand),
        level=rank,
        over=clean_over(over, rank, cleaned),
        rules=cleaned,
    )
