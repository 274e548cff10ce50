"""A second, deliberately naive implementation of the rules, to check the library against.

It shares no code with the library and uses nothing but the standard library. Cards are
two-character strings (``"S5"``, ``"HT"``, ``"SB"``, ``"HR"``), ranks are ``"2"`` to ``"9"``,
``"T"``, ``"J"``, ``"Q"``, ``"K"``, ``"A"``, ``"SB"`` and ``"HR"``. Rule variants are a mapping
of the fields that differ from the defaults, e.g. ``{"wild_straight": "mixed_cards"}``.

Everything is done the long way: a wild is tried as each of the 52 faces, legal plays are found
by looking at every sub-multiset of a hand, and tributes are settled by playing through every
choice and every draw. Wrong input raises ``ValueError``.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypedDict

Opts = Mapping[str, object]

RANKS = "23456789TJQKA"
SUITS = "SHCD"
JOKERS = ("SB", "HR")
ALL_RANKS = (*RANKS, *JOKERS)
FACES = frozenset([suit + rank for suit in SUITS for rank in RANKS] + list(JOKERS))

# The values of each field; the first one is the default.
FIELDS: Mapping[str, Sequence[object]] = {
    "start_level": ("2", *RANKS),
    "match_format": ("full", "deal"),
    "joker_pair_in_full_house": (True, False),
    "wild_pair_in_full_house": ("any", "level_only"),
    "straight_flush_as_straight": (False, True),
    "wild_straight": ("any_suit", "flush_only", "mixed_cards"),
    "straight_flush_above": ("five", "all"),
    "lead_after_out": ("partner", "next_player"),
    "double_win_levels": (3, 4),
    "level_up": ("any_winner", "host_only"),
    "ace_pass_needs": ("partner_not_last", "any_win", "double_win"),
    "ace_pass_in": ("own_deal", "any_deal"),
    "both_at_ace": ("host_only", "either"),
    "ace_fail": ("unlimited", "to_two_after_three", "njupt"),
    "tribute": (True, False),
    "resist": (True, False),
    "wild_tribute": ("never", "optional"),
    "double_tribute": ("by_rank", "by_seat"),
    "equal_tribute": ("next_seat", "random"),
    "equal_tribute_lead": ("payer_to_first", "first", "higher_seat"),
    "return_max": ("T", *RANKS, None),
    "return_by": ("level_order", "face"),
    "first_lead": ("random", "turned_card", 0, 1, 2, 3),
    "report_at": (10, *range(28)),
}
NO_OPTS: Opts = MappingProxyType({})


def _option(opts: Opts, name: str) -> object:
    for key, value in opts.items():
        if key not in FIELDS or value not in FIELDS[key]:
            raise ValueError(f"no such option: {key} = {value!r}")
    return opts.get(name, FIELDS[name][0])


def _check_level(level: str) -> None:
    if len(level) != 1 or level not in RANKS:
        raise ValueError(f"not a level: {level!r}")


def _rank(card: str) -> str:
    return card if card in JOKERS else card[1]


def level_order(level: str) -> list[str]:
    """All ranks from the weakest to the strongest, for everything but runs."""
    _check_level(level)
    return [rank for rank in RANKS if rank != level] + [level, *JOKERS]


# --- combinations -------------------------------------------------------------------------------


class Reading(NamedTuple):
    kind: str
    rank: str
    size: int
    suit: str | None


def _all_shapes() -> dict[tuple[str, ...], tuple[str, str]]:
    """Every combination there is, written out as its sorted ranks -> (kind, ranking rank).

    A straight flush is found here as a straight: only suits tell them apart.
    """
    listed: list[tuple[Sequence[str], str, str]] = []
    for rank in ALL_RANKS:
        listed.append(([rank], "single", rank))
        listed.append(([rank] * 2, "pair", rank))
    for rank in RANKS:
        listed.append(([rank] * 3, "triple", rank))
        listed.extend(([rank] * size, "bomb", rank) for size in range(4, 11))
        pairs = [pair for pair in ALL_RANKS if pair != rank]
        listed.extend(([rank] * 3 + [pair] * 2, "full_house", rank) for pair in pairs)
    natural = "A" + RANKS  # the ace at both ends, and no way round the corner
    for length, copies, kind in ((5, 1, "straight"), (3, 2, "tube"), (2, 3, "plate")):
        for start in range(len(natural) - length + 1):
            window = natural[start : start + length]
            listed.append((window * copies, kind, window[-1]))
    listed.append((["SB", "SB", "HR", "HR"], "joker_bomb", "HR"))
    shapes = {tuple(sorted(ranks)): (kind, rank) for ranks, kind, rank in listed}
    assert len(shapes) == len(listed), "two combinations with the same ranks"
    return shapes


SHAPES = _all_shapes()


@lru_cache(maxsize=1 << 19)
def _readings(
    cards: tuple[str, ...],
    level: str,
    joker_pair: object,
    wild_pair: object,
    flush_as_straight: object,
    wild_straight: object,
) -> frozenset[Reading]:
    size = len(cards)
    if size > 10:
        return frozenset()  # no combination is longer
    wilds = [card for card in cards if card == "H" + level]
    others = [card for card in cards if card != "H" + level]
    if wilds and not others:  # wilds alone are level cards and nothing else
        return frozenset([Reading("single" if size == 1 else "pair", level, size, None)])

    found: set[Reading] = set()
    other_ranks = [_rank(card) for card in others]
    other_suits = [card[0] for card in others]
    # The faces of the wilds are tried rank by rank; the suits of one choice of ranks are tried
    # only for straights, as no other combination looks at suits.
    for ranks in itertools.product(RANKS, repeat=len(wilds)):
        shape = SHAPES.get(tuple(sorted([*other_ranks, *ranks])))
        if shape is None:
            continue
        kind, rank = shape
        if kind == "full_house":
            if joker_pair is False and any(card in JOKERS for card in cards):
                continue
            wilds_are_the_pair = len(ranks) == 2 and all(wild != rank for wild in ranks)
            if wild_pair == "level_only" and wilds_are_the_pair and set(ranks) != {level}:
                continue
        if kind != "straight":
            found.add(Reading(kind, rank, size, None))
            continue
        for suits in itertools.product(SUITS, repeat=len(wilds)):
            if len({*other_suits, *suits}) == 1:
                found.add(Reading("straight_flush", rank, size, other_suits[0]))
                if flush_as_straight is True:
                    found.add(Reading("straight", rank, size, None))
                continue
            barred = False
            if wild_straight == "flush_only":
                barred = len(wilds) > 0 and len(set(other_suits)) == 1
            elif wild_straight == "mixed_cards":
                barred = len({card[0] for card in cards}) == 1
            if not barred:
                found.add(Reading("straight", rank, size, None))
    return frozenset(found)


def _reading_options(opts: Opts) -> tuple[object, object, object, object]:
    return (
        _option(opts, "joker_pair_in_full_house"),
        _option(opts, "wild_pair_in_full_house"),
        _option(opts, "straight_flush_as_straight"),
        _option(opts, "wild_straight"),
    )


def _sorted_cards(cards: Iterable[str]) -> tuple[str, ...]:
    counted = Counter(cards)
    for card, copies in counted.items():
        if card not in FACES or copies > 2:
            raise ValueError(f"not in two decks: {copies} x {card!r}")
    return tuple(sorted(counted.elements()))


def readings(cards: Iterable[str], level: str, opts: Opts = NO_OPTS) -> frozenset[Reading]:
    """Every reading of the set of cards; none if it is no combination."""
    _check_level(level)
    return _readings(_sorted_cards(cards), level, *_reading_options(opts))


RUNS = ("straight", "tube", "plate", "straight_flush")


def _height(reading: Reading, level: str) -> int:
    """The place of the ranking rank: in natural order for runs, else in level order."""
    if reading.kind in RUNS:
        return RANKS.index(reading.rank)
    return level_order(level).index(reading.rank)


def _bomb_step(reading: Reading, opts: Opts) -> int:
    """Which step of the ladder of bombs; 0 for an ordinary play."""
    above_all = _option(opts, "straight_flush_above") == "all"
    ladder: list[tuple[str, int]] = [("bomb", size) for size in range(4, 11)]
    ladder.insert(len(ladder) if above_all else 2, ("straight_flush", 5))
    ladder.append(("joker_bomb", 4))
    key = (reading.kind, reading.size)
    return ladder.index(key) + 1 if key in ladder else 0


def strongest_first(readings: Iterable[Reading], level: str, opts: Opts = NO_OPTS) -> list[Reading]:
    """Bombs in bomb order, then plate before tube, then the higher rank."""

    def strength(reading: Reading) -> tuple[int, bool, int, str]:
        step = _bomb_step(reading, opts)
        # The kind at the end only makes the order of readings of different cards definite.
        return step, reading.kind == "plate", _height(reading, level), reading.kind

    return sorted(readings, key=strength, reverse=True)


def beats(a: Reading, b: Reading, level: str, opts: Opts = NO_OPTS) -> bool:
    """May ``a`` be played on ``b``?"""
    step_a, step_b = _bomb_step(a, opts), _bomb_step(b, opts)
    if step_a != step_b:
        return step_a > step_b
    same = a.kind == b.kind and a.size == b.size
    return same and _height(a, level) > _height(b, level)


Play = tuple[tuple[str, ...], Reading]


@lru_cache(maxsize=1 << 13)
def _leads(
    hand: tuple[str, ...], level: str, reading_options: tuple[object, object, object, object]
) -> frozenset[Play]:
    subsets: set[tuple[str, ...]] = set()
    for size in range(1, 11):
        subsets.update(itertools.combinations(hand, size))
    return frozenset(
        (cards, reading)
        for cards in subsets
        for reading in _readings(cards, level, *reading_options)
    )


def legal(
    hand: Iterable[str], level: str, over: Reading | None, opts: Opts = NO_OPTS
) -> frozenset[Play]:
    """Every distinct set of cards of the hand with every reading of it that may be played.

    ``over`` is the play to beat, ``None`` when leading. Passing is not in the answer. The cost
    doubles with each card: meant for hands of up to about a dozen.
    """
    _check_level(level)
    plays = _leads(_sorted_cards(hand), level, _reading_options(opts))
    if over is None:
        return plays
    return frozenset(play for play in plays if beats(play[1], over, level, opts))


# --- a deal in progress -------------------------------------------------------------------------

Action = Play | None


def _action_key(action: Action) -> tuple[tuple[str, ...], tuple[str, str, int, str]]:
    if action is None:
        return (), ("", "", 0, "")  # a pass comes first
    cards, reading = action
    return cards, (reading.kind, reading.rank, reading.size, reading.suit or "")


@dataclass
class Position:
    """A deal in progress. ``table`` is ``None`` when ``turn`` is to lead.

    ``owner`` made the play on the table, ``finished`` lists the seats that are out in order, and
    ``passes`` everyone who has passed since the play on the table was made. When the deal is
    over, ``turn``, ``table`` and ``owner`` are ``None``.
    """

    hands: list[list[str]]
    level: str
    opts: Opts = field(default_factory=dict)
    table: Reading | None = None
    owner: int | None = None
    turn: int | None = 0
    finished: Sequence[int] = ()
    passes: Sequence[int] = ()

    def __post_init__(self) -> None:
        _check_level(self.level)
        self.hands = [sorted(hand) for hand in self.hands]
        self.opts = dict(self.opts)
        self.finished = list(self.finished)
        self.passes = list(self.passes)
        if len(self.hands) != 4:
            raise ValueError("a table has four seats")
        empty = [seat for seat in range(4) if not self.hands[seat]]
        if sorted(self.finished) != empty:
            raise ValueError("the seats without cards are those that are out")
        if (self.table is None) != (self.owner is None):
            raise ValueError("a play on the table has an owner")
        if self.is_over:
            self.turn = self.table = self.owner = None
            self.passes = []
        elif self.turn is None or self.turn in empty:
            raise ValueError("someone who holds cards is to act")

    @property
    def is_over(self) -> bool:
        """Are both partners of a team out?"""
        out = set(self.finished)
        return out >= {0, 2} or out >= {1, 3}

    @property
    def finish(self) -> list[int] | None:
        """Two seats after a 1-2 win, else four; ``None`` while the deal goes on."""
        if not self.is_over:
            return None
        if len(self.finished) == 2:
            return list(self.finished)
        return [*self.finished, *(seat for seat in range(4) if self.hands[seat])]

    def actions(self) -> list[Action]:
        """All legal actions, sorted, a pass first; none when the deal is over."""
        if self.turn is None:
            return []
        found: list[Action] = list(legal(self.hands[self.turn], self.level, self.table, self.opts))
        if self.table is not None:
            found.append(None)
        return sorted(found, key=_action_key)

    def apply(self, action: Action) -> Position:
        """The position after the action of the seat to act; this one stays as it is."""
        me = self.turn
        if me is None:
            raise ValueError("the deal is over")
        hands = [list(hand) for hand in self.hands]
        finished = list(self.finished)
        table, owner, passes = self.table, self.owner, list(self.passes)

        if action is None:
            if table is None:
                raise ValueError("the leader may not pass")
            passes.append(me)
        else:
            cards, reading = action
            for card in cards:
                if card not in hands[me]:
                    raise ValueError(f"{card} is not in the hand")
                hands[me].remove(card)
            if reading not in readings(cards, self.level, self.opts):
                raise ValueError("the cards are no such combination")
            if table is not None and not beats(reading, table, self.level, self.opts):
                raise ValueError("the play does not beat the table")
            if not hands[me]:
                finished.append(me)
            table, owner, passes = reading, me, []

        holders = [seat for seat in range(4) if hands[seat]]
        turn = next(seat for seat in _seats_after(me) if seat in holders)
        if all(seat in passes for seat in holders if seat != owner):  # the trick is over
            assert owner is not None
            if owner in holders:
                turn = owner
            elif _option(self.opts, "lead_after_out") == "next_player":
                turn = next(seat for seat in _seats_after(owner) if seat in holders)
            else:
                turn = (owner + 2) % 4
            table, owner, passes = None, None, []
        return Position(hands, self.level, self.opts, table, owner, turn, finished, passes)


def _seats_after(seat: int) -> list[int]:
    """All four seats in the order of play, the given one last."""
    return [(seat + step) % 4 for step in (1, 2, 3, 4)]


def perft(position: Position, depth: int) -> int:
    """The number of sequences of ``depth`` actions.

    A sequence in which the deal ends earlier counts as one: a finished position is one leaf.
    """
    if depth == 0 or position.is_over:
        return 1
    return sum(perft(position.apply(action), depth - 1) for action in position.actions())


# --- levels -------------------------------------------------------------------------------------


def _partner_place(finish: Sequence[int]) -> int:
    """The place (2, 3 or 4) of the first finisher's partner; refuses what is no finish."""
    seats = list(finish)
    complete = len(seats) == 4 and sorted(seats) == [0, 1, 2, 3]
    one_two = len(seats) == 2 and sorted(seats) in ([0, 2], [1, 3])
    if not (complete or one_two):
        raise ValueError(f"not a finish order: {seats}")
    return seats.index((seats[0] + 2) % 4) + 1


class Promotion(TypedDict):
    levels: list[str]
    next_host: int | None
    winner: int | None
    ace_failures: list[int]


def promote(
    levels: Sequence[str],
    host: int | None,
    finish: Sequence[int],
    failures: Sequence[int],
    opts: Opts = NO_OPTS,
) -> Promotion:
    """What a finished deal does to the match. ``host`` is ``None`` in the first deal.

    ``next_host`` is ``None`` when the match is over, ``winner`` when it is not.
    """
    place = _partner_place(finish)
    winners = finish[0] % 2
    guest_win = host is not None and host != winners
    only_takes_the_place = guest_win and _option(opts, "level_up") == "host_only"

    after = list(levels)
    if not only_takes_the_place:
        gain = {2: _option(opts, "double_win_levels"), 3: 2, 4: 1}[place]
        assert isinstance(gain, int)
        for _ in range(gain):
            if after[winners] != "A":
                after[winners] = RANKS[RANKS.index(after[winners]) + 1]

    winner: int | None = None
    if _option(opts, "match_format") == "deal":
        winner = winners
    elif levels[winners] == "A" and not only_takes_the_place:
        good_enough = {
            "partner_not_last": place != 4,
            "any_win": True,
            "double_win": place == 2,
        }[str(_option(opts, "ace_pass_needs"))]
        both_on_ace = levels[0] == levels[1] == "A"
        counts = (
            host == winners
            or _option(opts, "ace_pass_in") == "any_deal"
            or (both_on_ace and _option(opts, "both_at_ace") == "either")
        )
        if good_enough and counts:
            winner = winners

    failed = list(failures)
    if host is not None and levels[host] == "A" and winner != host:
        ace_fail = _option(opts, "ace_fail")
        if ace_fail != "njupt" or (winners == host and place == 4):
            failed[host] += 1
            too_often = (ace_fail == "to_two_after_three" and failed[host] >= 3) or (
                ace_fail == "njupt" and failed[host] >= 4
            )
            # A demotion decides the next level, and a match that is won has none.
            if too_often and winner is None:
                after[host] = "2"
                failed[host] = 0

    return {
        "levels": after,
        "next_host": winners if winner is None else None,
        "winner": winner,
        "ace_failures": failed,
    }


# --- tribute ------------------------------------------------------------------------------------


class Payment(TypedDict):
    payer: int
    receiver: int | None
    options: list[str]


class Tribute(TypedDict):
    resisted: bool
    payments: list[Payment]
    leader: int | None


def _payable(hand: Sequence[str], level: str, opts: Opts) -> list[str]:
    order = level_order(level)
    wild = "H" + level
    others = [card for card in hand if card != wild]
    if not others:
        raise ValueError("a payer holds nothing but wilds")
    highest = max(order.index(_rank(card)) for card in others)
    options = {card for card in others if order.index(_rank(card)) == highest}
    may_pay_wild = _option(opts, "wild_tribute") == "optional"
    if may_pay_wild and wild in hand and order.index(level) >= highest:
        options.add(wild)
    return sorted(options)


def tribute(
    finish: Sequence[int], hands: Mapping[int, Sequence[str]], level: str, opts: Opts = NO_OPTS
) -> Tribute:
    """Who pays whom, which cards the payers may choose from, and who leads.

    ``hands`` needs the payers' hands only. The payment to the first player comes first. A
    receiver or leader that depends on the payers' choices or on a draw is ``None``; payments
    are then in the order of play, beginning after the first player.
    """
    first = finish[0]
    double = _partner_place(finish) == 2
    if _option(opts, "tribute") is False:
        return {"resisted": False, "payments": [], "leader": first}
    payers = [(first + 1) % 4, (first + 3) % 4] if double else [finish[3]]
    big_jokers = sum(list(hands[payer]).count("HR") for payer in payers)
    if _option(opts, "resist") is True and big_jokers == 2:
        return {"resisted": True, "payments": [], "leader": first}
    options = {payer: _payable(hands[payer], level, opts) for payer in payers}
    if not double:
        [payer] = payers
        paid: Payment = {"payer": payer, "receiver": first, "options": options[payer]}
        return {"resisted": False, "payments": [paid], "leader": payer}

    # Play through all choices and all draws: who pays the first player, and who leads?
    order = level_order(level)
    to_first: set[int] = set()
    leaders: set[int] = set()
    near, far = payers  # near plays next after the first player
    for near_card, far_card in itertools.product(options[near], options[far]):
        near_height, far_height = order.index(_rank(near_card)), order.index(_rank(far_card))
        equal = near_height == far_height
        higher = near if near_height > far_height else far
        if _option(opts, "double_tribute") == "by_seat":
            outcomes = [near]
        elif not equal:
            outcomes = [higher]
        elif _option(opts, "equal_tribute") == "random":
            outcomes = [near, far]
        else:
            outcomes = [near]
        for payer_to_first in outcomes:
            to_first.add(payer_to_first)
            if not equal:
                leaders.add(higher)
            else:
                leaders.add(
                    {
                        "payer_to_first": payer_to_first,
                        "first": first,
                        "higher_seat": max(payers),
                    }[str(_option(opts, "equal_tribute_lead"))]
                )

    leader = leaders.pop() if len(leaders) == 1 else None
    if to_first == {far}:
        payers.reverse()
    receivers: list[int | None] = [first, (first + 2) % 4]
    if len(to_first) > 1:
        receivers = [None, None]
    payments: list[Payment] = [
        {"payer": payer, "receiver": receiver, "options": options[payer]}
        for payer, receiver in zip(payers, receivers, strict=True)
    ]
    return {"resisted": False, "payments": payments, "leader": leader}


def return_options(
    hand: Sequence[str], level: str, received: str | None, opts: Opts = NO_OPTS
) -> list[str]:
    """The distinct faces that may go back; ``hand`` already holds the card just received."""
    _check_level(level)
    wild = "H" + level
    faces = {card for card in hand if card != received or list(hand).count(card) > 1}
    limit = _option(opts, "return_max")
    by_face = _option(opts, "return_by") == "face"
    if limit is None:
        return sorted(faces)
    assert isinstance(limit, str)

    low = [
        card
        for card in faces
        if card not in JOKERS
        and card != wild
        and (by_face or _rank(card) != level)
        and RANKS.index(_rank(card)) <= RANKS.index(limit)
    ]
    if low:
        return sorted(low)

    # Nothing low enough: the lowest of the rest.
    order = level_order(level)
    if by_face:
        plain = {card for card in faces if card not in JOKERS and card != wild}
        if plain:
            faces, order = plain, list(ALL_RANKS)
    lowest = min((order.index(_rank(card)) for card in faces), default=None)
    return sorted(card for card in faces if order.index(_rank(card)) == lowest)
