"""Plays as values: `Combo`, every reading of a set of cards, and the one an undeclared play is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Final, TypeGuard

import attrs

from guandan import _kernel as kernel
from guandan.cards import RANKS, Card, CardsLike, LevelLike, Rank, Suit, clean_level
from guandan.errors import IncomparablePlays, InputTypeError, NotAsDeclared, shown
from guandan.hand import Hand
from guandan.notation import ANY_RANK, Kind, Slot, Stand, read, write
from guandan.refusals import ambiguous, does_not_beat, no_combination, not_as_declared, unsound
from guandan.rules import Rules, RulesLike, clean_rules

__all__ = ["Combo", "Shape", "best_reading", "classify"]

_KINDS: Final = tuple(Kind)
_SUITS: Final = tuple(Suit)
_TOO_LARGE: Final = 2**61
_RUN_WIDTHS: Final = {Kind.STRAIGHT: 1, Kind.STRAIGHT_FLUSH: 1, Kind.TUBE: 2, Kind.PLATE: 3}


@attrs.frozen
class Shape:
    """A play with the suits forgotten.

    `pair` is the rank of a full house's pair (None when that is the two wilds), `suit` the suit
    of a straight flush.
    """

    kind: Kind
    rank: Rank
    size: int
    wilds: int
    pair: Rank | None
    suit: Suit | None


@attrs.frozen(repr=False)
class Combo:
    """One play: a set of cards in one reading, on a level and by rules.

    A combo comes from `classify`, `best_reading`, `legal_plays` or `Combo.parse`, so it is always
    a play that the rules know. Combos are equal when cards, reading, level and rules are.

    >>> flush, straight = classify("S5 S6 S8 S9 H2", "2")
    >>> flush.kind, str(flush)
    (<Kind.STRAIGHT_FLUSH: 'straight_flush'>, 'S5 S6 H2=S7 S8 S9')
    >>> straight.rank, str(straight), straight.stands_for
    (<Rank.NINE: '9'>, 'S5 S6 H2=7 S8 S9', (<Rank.SEVEN: '7'>,))
    >>> flush.beats(straight)
    True
    """

    code: int
    """The play as the kernel's integer, its shape in the lower bits. Not for making one by hand."""
    level: Rank
    rules: Rules

    def __init__(self, code: int, level: Rank, rules: Rules) -> None:
        # What attrs makes for a frozen class takes twice as long, and listing makes hundreds.
        _set_code(self, code)
        _set_level(self, level)
        _set_rules(self, rules)

    @classmethod
    def parse(cls, text: str, level: LevelLike, rules: RulesLike | None = None) -> Combo:
        """Read a play in the exact notation (see `guandan.notation`).

        The cards may come in any order; `Combo.parse(str(combo), level, rules) == combo`.

        Raises:
            NotationError: the text is not written as a play.
            NotACombination: the cards are no play, or none with these stands.
            AmbiguousPlay: the text leaves several readings; `readings` are they.

        >>> Combo.parse("S9 D9 C9 H2=* H2=*", "2").kind
        <Kind.FULL_HOUSE: 'full_house'>
        """
        kind, slots = read(text)
        found = classify([slot.card for slot in slots], level, rules)
        named = tuple(combo for combo in found if kind is None or combo.kind is kind)
        meant = tuple(combo for combo in named if _may_be_written(combo, slots))
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise ambiguous(text, meant)
        if len(named) > 1 and all(slot.stand is None for slot in slots):
            # Cards only: not written wrongly, but not to their end.
            raise ambiguous(text, named)
        if not found:
            raise no_combination([slot.card for slot in slots], level)
        if not named:
            raise not_as_declared([slot.card for slot in slots], str(kind), level, found)
        raise NotAsDeclared(
            f"{shown(text)} is no play on level {level} with what its wilds stand for; its cards"
            f" are: {'; '.join(map(str, found))}",
            cards=found[0].cards,
            readings=found,
        )

    @property
    def kind(self) -> Kind:
        """Which of the ten kinds it is."""
        return _KINDS[self.code & 15]

    @property
    def rank(self) -> Rank:
        """What it is ranked by: the rank, the triple's, the top card's; the big joker's."""
        return RANKS[(self.code >> 4) & 15]

    @property
    def size(self) -> int:
        """The number of cards."""
        return (self.code >> 8) & 15

    @property
    def suit(self) -> Suit | None:
        """The suit of a straight flush, None for any other kind."""
        suit = kernel.suit_of(self.code)
        return None if suit < 0 else _SUITS[suit]

    @property
    def wilds(self) -> int:
        """How many wilds it uses: 0, 1 or 2."""
        return kernel.wilds_of(self.code)

    @property
    def is_bomb(self) -> bool:
        """Whether it beats every ordinary play."""
        return self.code & 15 >= kernel.BOMB

    @property
    def order(self) -> int:
        """The rank's place in the order its kind is ranked by: level order or natural order."""
        return self.strength & 15

    @property
    def strength(self) -> int:
        """A number that is higher for the stronger of two plays of one kind, or of two bombs.

        Every bomb's is higher than any ordinary play's.
        """
        return kernel.strength(self.code, self.level.index, self.rules.kernel_options)

    @property
    def shape(self) -> Shape:
        """The play with the suits forgotten."""
        pair = kernel.pair_of(self.code)
        has_pair = self.kind is Kind.FULL_HOUSE and pair != kernel.WILD_PAIR
        return Shape(
            kind=self.kind,
            rank=self.rank,
            size=self.size,
            wilds=self.wilds,
            pair=RANKS[pair] if has_pair else None,
            suit=self.suit,
        )

    @property
    def hand(self) -> Hand:
        """The cards as a multiset."""
        return Hand.from_words(*kernel.unpack(self.code, self.level.index))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards themselves, wilds included as the hearts they are, in the written order."""
        return tuple(slot.card for slot in self.slots)

    @property
    def stands_for(self) -> tuple[Stand, ...]:
        """What each wild stands for: a rank, a card in a straight flush, `*` for any rank."""
        return tuple(slot.stand for slot in self.slots if slot.stand is not None)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The cards in the written order, each wild with what it stands for."""
        if self.kind is Kind.JOKER_BOMB:
            return tuple(Slot(card) for card in self.hand)
        naturals: dict[Rank, list[Card]] = {}
        wild: Card | None = None
        for card in self.hand:
            if card.is_wild(self.level):
                wild = card
            else:
                naturals.setdefault(card.rank, []).append(card)
        slots: list[Slot] = []
        for stand, rank, number in self._groups():
            group = naturals.get(rank, []) if rank is not None else []
            slots += [Slot(card) for card in group]
            if wild is not None:
                slots += [Slot(wild, stand)] * (number - len(group))
        return tuple(slots)

    def _groups(self) -> list[tuple[Stand, Rank | None, int]]:
        """The groups of one rank, in order: a wild's stand in it, its rank, its size."""
        width = _RUN_WIDTHS.get(self.kind)
        if width is not None:
            groups = range(kernel.group_count(self.code))
            ranks = [RANKS[kernel.group_rank(self.code, group)] for group in groups]
            suit = self.suit
            if suit is not None:
                return [(Card(rank, suit), rank, 1) for rank in ranks]
            return [(rank, rank, width) for rank in ranks]
        if self.kind is not Kind.FULL_HOUSE:
            return [(self.rank, self.rank, self.size)]
        pair = kernel.pair_of(self.code)
        if pair != kernel.WILD_PAIR:
            return [(self.rank, self.rank, 3), (RANKS[pair], RANKS[pair], 2)]
        stand: Stand = (
            self.level if self.rules.wild_pair_in_full_house == "level_only" else ANY_RANK
        )
        return [(self.rank, self.rank, 3), (stand, None, 2)]

    def beats(self, other: Combo) -> bool:
        """Return whether it beats the other play; equal plays never beat each other (RULES 6).

        Raises:
            IncomparablePlays: the two are of different levels or rules.
            NotACombination: one is a combo made by hand, of parts that do not belong together.
        """
        self._check_comparable(other)
        try:
            return kernel.beats(self.code, other.code, self.level.index, self.rules.kernel_options)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # Only here, since it takes ten times as long as the answer.
            raise unsound(other if self.is_sound() else self) from None

    def _check_comparable(self, other: Combo) -> None:
        if not isinstance(other, Combo):
            raise InputTypeError(
                f"a play is compared with a Combo, not with {shown(other)}",
                text=shown(other),
                position=0,
            )
        if other.level is not self.level or other.rules != self.rules:
            for combo in (self, other):
                if not combo.is_sound():
                    raise unsound(combo)
            raise IncomparablePlays(
                f"{self} is a play on level {self.level} by {self.rules!r}, {other} one on level"
                f" {other.level} by {other.rules!r}: only plays of one deal can be compared",
                plays=(self, other),
            )

    def __str__(self) -> str:
        slots = self.slots
        kind = None
        if self.kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH) and not self.wilds:
            # Only where every straight flush may be a straight do the cards leave two readings.
            flush = len({slot.card.suit for slot in slots}) == 1
            kind = self.kind if flush and self.rules.straight_flush_as_straight else None
        plain = [Slot(slot.card) if self._is_plain(slot) else slot for slot in slots]
        return write(plain, kind)

    def _is_plain(self, slot: Slot) -> bool:
        if self.kind is Kind.STRAIGHT_FLUSH:
            return slot.stand is slot.card
        return slot.stand == self.level and self.kind is not Kind.STRAIGHT

    def is_sound(self) -> bool:
        """Return whether its parts belong together, as those of every combo from this library do.

        >>> Combo.parse("S5", "2").is_sound(), Combo(7, Rank.TWO, Rules()).is_sound()
        (True, False)
        """
        return (
            isinstance(self.code, int)
            and isinstance(self.level, Rank)
            and not self.level.is_joker
            and isinstance(self.rules, Rules)
            and 0 <= self.code < _TOO_LARGE
            and kernel.is_reading(self.code, self.level.index, self.rules.kernel_options)
        )

    def __repr__(self) -> str:
        if not self.is_sound():
            return f"Combo({shown(self.code)}, {shown(self.level)}, {shown(self.rules)})"
        rules = f", rules={self.rules!r}" if self.rules.to_dict() else ""
        return f"Combo.parse({str(self)!r}, {str(self.level)!r}{rules})"

    def _repr_svg_(self) -> str | None:
        from guandan.render import picture  # noqa: PLC0415  # a guest, loaded by notebooks only

        return picture(self) if self.is_sound() else None


_set_code, _set_level, _set_rules = (
    Combo.__dict__[name].__set__ for name in ("code", "level", "rules")
)


def combos_of(codes: Sequence[int], level: Rank, rules: Rules) -> tuple[Combo, ...]:
    """Return the plays of these codes, as `Combo(code, level, rules)` makes each, but sooner."""
    number = len(codes)
    combos = tuple(map(object.__new__, repeat(Combo, number)))
    # An empty deque is the quickest way to have done what a map does.
    deque(map(_set_code, combos, codes), 0)
    deque(map(_set_level, combos, repeat(level, number)), 0)
    deque(map(_set_rules, combos, repeat(rules, number)), 0)
    return combos


def _may_be_written(combo: Combo, slots: Iterable[Slot]) -> bool:
    """Return whether what is written in the slots is an assignment of the combo's wilds.

    A wild without a stand is its own face in a straight flush and its own rank elsewhere, but
    in a straight the stand has to be written.
    """
    written: list[Stand] = []
    for slot in slots:
        if not slot.card.is_wild(combo.level):
            if slot.stand is not None:
                return False
        elif slot.stand is not None:
            written.append(slot.stand)
        elif combo.kind is Kind.STRAIGHT:
            return False
        else:
            written.append(slot.card if combo.kind is Kind.STRAIGHT_FLUSH else combo.level)
    own = list(combo.stands_for)
    if ANY_RANK in own and len(set(written)) == 1:
        # The pair of two wilds is any one rank but the triple's.
        return written[0] == ANY_RANK or (isinstance(written[0], Rank) and written[0] != combo.rank)
    return sorted(map(str, own)) == sorted(map(str, written)) and all(
        isinstance(stand, Card) == (combo.kind is Kind.STRAIGHT_FLUSH) for stand in written
    )


def classify(
    cards: CardsLike, level: LevelLike, rules: RulesLike | None = None
) -> tuple[Combo, ...]:
    """Return every reading of the cards, strongest first; none if they are no play.

    The order is RULES 4.5: bombs in bomb order, then plate before tube, then the higher rank. Of a
    play whose text says what its wilds stand for, or its kind, only what is written counts.

    Raises:
        NotationError: something is not a card or a level.
        TooManyCopies: a third copy of a face.

    >>> [str(combo) for combo in classify("SK DK SQ CQ H2", "2")]
    ['SK DK H2=K SQ CQ', 'SQ CQ H2=Q SK DK']
    >>> classify("S3 S4", "2")
    ()
    >>> [combo.kind for combo in classify("S5 S6 H2=7 S8 S9", "2")]
    [<Kind.STRAIGHT: 'straight'>]
    """
    rank = clean_level(level)
    cleaned = clean_rules(rules)
    if is_written_play(cards):
        kind, slots = read(cards)
        return tuple(
            combo
            for combo in classify([slot.card for slot in slots], rank, cleaned)
            if (kind is None or combo.kind is kind) and _may_be_written(combo, slots)
        )
    hand = cards if isinstance(cards, Hand) else Hand(cards)
    return tuple(
        Combo(code, rank, cleaned)
        for code in kernel.readings(hand.low, hand.high, rank.index, cleaned.kernel_options)
    )


def is_written_play(play: object) -> TypeGuard[str]:
    """Return whether a value is text that says more than its cards: a stand or a kind."""
    return isinstance(play, str) and ("=" in play or play.lstrip()[:1].islower())


def clean_over(over: Combo | CardsLike | None, level: Rank, rules: Rules) -> Combo | None:
    """Return the play to beat: a combo of this level and these rules, or cards of one reading.

    Raises:
        IncomparablePlays: a combo of another level or other rules.
        NotACombination: the cards are no play.
        AmbiguousPlay: they have several readings.
    """
    if over is None:
        return None
    if isinstance(over, Combo):
        check_combo(over, level, rules)
        return over
    if is_written_play(over):
        return Combo.parse(over, level, rules)
    hand = over if isinstance(over, Hand) else Hand(over)
    found = classify(hand, level, rules)
    if not found:
        raise no_combination(hand, level)
    best, *others = found
    if others:
        raise ambiguous(str(best.hand), found)
    return best


def best_reading(
    cards: CardsLike,
    level: LevelLike,
    *,
    over: Combo | CardsLike | None = None,
    rules: RulesLike | None = None,
) -> Combo:
    """Return what an undeclared play is (RULES 4.5).

    That is the strongest reading; over a table, the strongest that beats it. A text that says what
    the wilds stand for, or the kind, is a declared play, and that one only.

    Raises:
        NotACombination: the cards are no play, or none as written.
        DoesNotBeat: no reading beats `over`.

    >>> best_reading("S5 D5 S6 D6 H2 H2", "2").kind
    <Kind.PLATE: 'plate'>
    >>> str(best_reading("S5 D5 S6 D6 H2 H2", "2", over="C4 H4 C5 H5 C6 H6"))
    'S5 D5 S6 D6 H2=7 H2=7'
    """
    rank = clean_level(level)
    cleaned = clean_rules(rules)
    table = clean_over(over, rank, cleaned)
    if is_written_play(cards):
        declared = Combo.parse(cards, rank, cleaned)
        return pick_reading((declared,), declared.hand, rank, table)
    hand = cards if isinstance(cards, Hand) else Hand(cards)
    return pick_reading(classify(hand, rank, cleaned), hand, rank, table)


def pick_reading(
    found: tuple[Combo, ...],
    hand: Hand,
    level: Rank,
    over: Combo | None,
    *,
    kind: Kind | None = None,
    rank: Rank | None = None,
) -> Combo:
    """Return the strongest of a set's readings that is as declared and beats `over`.

    `found` are the readings of the cards `hand`, strongest first; `kind` and `rank`, where given,
    are what the player declares.

    Raises:
        NotACombination: there is no reading, or none as declared.
        DoesNotBeat: none of them beats `over`.
    """
    if not found:
        raise no_combination(hand, level)
    declared = [
        combo
        for combo in found
        if (kind is None or combo.kind is kind) and (rank is None or combo.rank is rank)
    ]
    if not declared:
        wanted = " ".join(str(part) for part in (kind, rank) if part is not None)
        raise not_as_declared(hand, wanted, level, found)
    for combo in declared:
        if over is None or combo.beats(over):
            return combo
    assert over is not None
    raise does_not_beat(hand, over, tuple(declared))


def check_combo(combo: Combo, level: Rank, rules: Rules) -> None:
    """Check that a combo from anywhere is a play of this level and these rules.

    Raises:
        IncomparablePlays: it is of another level or other rules.
        NotACombination: its parts do not belong together.
    """
    if not combo.is_sound():
        raise unsound(combo)
    if combo.level is not level or combo.rules != rules:
        raise IncomparablePlays(
            f"{combo} is a play on level {combo.level} by {combo.rules!r}, but this is level"
            f" {level} by {rules!r}",
            plays=(combo,),
        )
