"""Sampled hidden hands agree with all that the seat knows, and never with less than is true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs
import pytest

import oracle
from guandan import (
    DECK,
    LEVELS,
    Card,
    CardTurned,
    Deal,
    Hand,
    Match,
    Phase,
    Played,
    PlayerView,
    PositionError,
    RandomBot,
    Resisted,
    Returned,
    Rules,
    TributePaid,
    bot,
)
from guandan.sampling import Knowledge
from guandan.shuffle import deal_hands
from guandan.strategy import decide

VARIANTS = [
    Rules(),
    Rules(wild_tribute="optional"),
    Rules(return_max=None),
    Rules(return_max="3"),
    Rules(return_max="4", return_by="face"),
    Rules(resist=False, equal_tribute="random"),
    Rules(first_lead="turned_card", double_tribute="by_seat"),
]


def known_from(view: PlayerView) -> Knowledge:
    """What the view's history says."""
    knowledge = Knowledge(view.level, view.rules)
    for event in view.history:
        knowledge.learn(event)
    return knowledge


def check_hands(view: PlayerView, hands: tuple[Hand, ...]) -> None:
    """Check that four hands agree with a view and what it says."""
    assert tuple(map(len, hands)) == view.counts
    total = Hand()
    for hand in hands:
        total += hand
    assert total == view.unseen + view.hand
    if view.seat is not None:
        assert hands[view.seat] == view.hand
    knowledge = known_from(view)
    for seat, hand in enumerate(hands):
        if seat == view.seat:
            continue
        held = Counter(hand)
        for card, number in knowledge.known[seat].items():
            assert held[card] >= number
        for card in knowledge.barred[seat]:
            assert held[card] <= knowledge.known[seat][card]


@pytest.mark.parametrize(
    "rules", VARIANTS, ids=lambda rules: "-".join(rules.to_dict()) or "default"
)
def test_truth_and_samples_agree_with_what_is_known(rules: Rules) -> None:
    rng = random.Random(5)
    for seed in range(4):
        match = Match(rules, seed=seed)
        players = [bot("easy"), RandomBot(1), RandomBot(2), RandomBot(3)]
        while match.winner is None and match.deals_begun < 6:
            match.step(players)
            deal = match.deal
            assert deal is not None
            if match.phase is Phase.BETWEEN or (match.phase is Phase.PLAY and rng.random() > 0.1):
                continue
            for seat in (0, 1, 2, 3, None):
                view = match.view(seat)
                if deal.is_over:
                    continue
                check_hands(view, deal.hands)
                check_hands(view, view.sample_hands(rng))


def test_payers_do_not_hold_both_big_jokers() -> None:
    rng = random.Random(3)
    seen = 0
    for seed in range(40):
        match = Match(seed=seed)
        players = [bot("easy"), RandomBot(1), bot("easy"), RandomBot(3)]
        while match.winner is None and match.phase is not Phase.TRIBUTE:
            match.step(players)
        if match.winner is None and len(match.due) == 2:
            payers = match.due
            for _ in range(20):
                hands = match.view(0).sample_hands(rng)
                assert sum(hands[seat].count("HR") for seat in payers) < 2
            match.step(players)
            hands = match.view(0).sample_hands(rng)
            assert sum(hands[seat].count("HR") for seat in payers) < 2
            seen += 1
    assert seen


def test_resisters_hold_the_big_jokers() -> None:
    rng = random.Random(3)
    seen = 0
    for seed in range(12):
        match = Match(seed=seed)
        players = [bot("easy"), RandomBot(1), bot("easy"), RandomBot(3)]
        while match.winner is None and match.deals_begun < 5:
            match.step(players)
            deal = match.deal
            assert deal is not None
            resisted = [event for event in deal.events if isinstance(event, Resisted)]
            if resisted and deal.counts == (27, 27, 27, 27):
                outside = next(seat for seat in range(4) if seat not in resisted[0].payers)
                hands = match.view(outside).sample_hands(rng)
                assert sum(hands[seat].count("HR") for seat in resisted[0].payers) == 2
                seen += 1
    assert seen


def test_samples_vary_and_follow_the_generator() -> None:
    match = Match(seed=7)
    match.deal_next()
    view = match.view(0)
    first = view.sample_hands(random.Random(1))
    assert first == view.sample_hands(random.Random(1))
    assert first != view.sample_hands(random.Random(2))


def test_a_position_without_history() -> None:
    deal = Deal.at(["S3", "S4 S5", "S9", "S8"], "2", to_act=1, table="S7", owner=0)
    hands = deal.view(1).sample_hands(random.Random(1))
    assert tuple(map(len, hands)) == (1, 2, 1, 1)
    assert hands[1] == Hand("S4 S5")


def test_what_no_deal_can_be() -> None:
    match = Match(Rules(resist=False), seed=3)
    players = [RandomBot(seed) for seed in range(4)]
    while match.phase is not Phase.PLAY or match.deals_begun < 2:
        match.step(players)
    view = match.view(0)
    wrong = attrs.evolve(view, unseen=Hand(), hand=Hand(), counts=(0, 0, 0, 0))
    with pytest.raises(PositionError, match="no hidden hands agree"):
        wrong.sample_hands(random.Random(1))
    jokers = Hand([Card.parse("HR"), Card.parse("HR")])
    tribute = attrs.evolve(
        match.view(1),
        phase=Phase.TRIBUTE,
        rules=Rules(),
        history=(),
        due=(0, 2),
        counts=(1, 0, 1, 0),
        hand=Hand(),
        unseen=jokers,
    )
    with pytest.raises(PositionError, match="no hidden hands agree"):
        tribute.sample_hands(random.Random(1))


# --- what is known, concluded a second time -----------------------------------------------------


class Notes:
    """What a seat can conclude from the events it saw, worked out without the library."""

    def __init__(self, view: PlayerView) -> None:
        self.level, self.rules = view.level, view.rules
        self.order = oracle.level_order(str(view.level))
        self.there = {seat: Counter[Card]() for seat in range(4)}
        self.played = {seat: Counter[Card]() for seat in range(4)}
        self.paid: dict[int, Card] = {}
        self.back: dict[int, Card] = {}
        self.resisters: tuple[int, ...] = ()
        for event in view.history:
            match event:
                case CardTurned(card=card, seat=seat):
                    self.there[seat][card] += 1
                case Resisted(payers=payers):
                    self.resisters = payers
                case TributePaid(payer=payer, receiver=receiver, card=card):
                    self.paid[payer] = card
                    self.there[receiver][card] += 1
                case Returned(receiver=receiver, card=card):
                    self.back[receiver] = card
                    self.there[receiver][card] += 1
                case Played(seat=seat, combo=combo):
                    self.played[seat] += Counter(combo.cards)
                    self.there[seat] -= Counter(combo.cards)
                case _:
                    pass

    def beside_the_payment(self, payer: int, hand: Hand) -> Counter[Card]:
        """What a payer held beside the card it paid, if this is what it holds now."""
        held = Counter(hand) + self.played[payer]
        return held - Counter([self.back[payer]] if payer in self.back else [])

    def check(self, hands: Sequence[Hand]) -> None:
        """Check that hands agree with the notes."""
        for seat, hand in enumerate(hands):
            assert not self.there[seat] - Counter(hand)
        big = Card.parse("HR")
        held = 0
        for payer, paid in self.paid.items():
            beside = self.beside_the_payment(payer, hands[payer])
            held += beside[big] + (paid is big)
            highest = self.order.index(str(paid.rank))
            for card in beside:
                assert card.is_wild(self.level) or self.order.index(str(card.rank)) <= highest
        assert held < 2 or not self.rules.resist
        if self.resisters:
            assert (
                sum(hands[seat].count(big) + self.played[seat][big] for seat in self.resisters) == 2
            )


class Shuffler(RandomBot):
    """Pays and gives back at random as well."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)

    def choose_tribute(self, view: PlayerView, options: Sequence[Card]) -> Card:
        assert tuple(options) == view.options
        return self.rng.choice(options)

    def choose_return(self, view: PlayerView, options: Sequence[Card]) -> Card:
        assert tuple(options) == view.options
        return self.rng.choice(options)


def strained_hands(rng: random.Random, level: str) -> list[list[Card]]:
    """Hands of a deck that is not well shuffled: some seats have mostly high or low cards."""
    order = oracle.level_order(level)
    slope = rng.choice([0.0, 0.5, 1, 3])
    deck = sorted(DECK, key=lambda c: order.index(str(c.rank)) * slope + rng.random() * 20)
    hands = [deck[start : start + 27] for start in range(0, 108, 27)]
    rng.shuffle(hands)
    return hands


FINISHES = ((0, 2), (3, 1), (1, 0, 3, 2), (2, 3, 1, 0), (0, 1, 2, 3), None)


def steps_of_a_deal(rules: Rules, seed: int) -> Iterator[Deal]:
    """A random deal, tribute included, after each of its steps."""
    rng = random.Random(seed)
    level = str(rng.choice(LEVELS))
    hands = strained_hands(rng, level)
    deal = Deal.start(hands, level, finish=FINISHES[seed % 6], rules=rules, rng=rng)
    players = [Shuffler(seed * 4 + seat) for seat in range(4)]
    yield deal
    while not deal.is_over:
        decide(deal, players)
        yield deal


def follow(rules: Rules, seeds: range, every: int) -> None:
    """Hold the truth against the library's conclusions at each step, and samples at some."""
    for seed in seeds:
        rng = random.Random(seed)
        viewers = (None, seed % 4, (seed + 1) % 4)
        learned = {viewer: (0, Knowledge(Card.parse("S2").rank, rules)) for viewer in viewers}
        for step, deal in enumerate(steps_of_a_deal(rules, seed)):
            for viewer in viewers:
                view = deal.view(viewer)
                count, knowledge = learned[viewer]
                if not count:
                    knowledge = Knowledge(view.level, rules)
                for event in view.history[count:]:
                    knowledge.learn(event)
                learned[viewer] = len(view.history), knowledge
                for seat in {0, 1, 2, 3} - {viewer}:
                    held, known = Counter(deal.hands[seat]), knowledge.known[seat]
                    assert not known - held
                    assert all(held[face] <= known[face] for face in knowledge.barred[seat])
                if deal.phase is not Phase.PLAY or step % every == 0:
                    notes = Notes(view)
                    notes.check(deal.hands)
                    sample = view.sample_hands(rng)
                    check_hands(view, sample)
                    notes.check(sample)


TRIBUTES = [
    *VARIANTS,
    Rules(return_max="2", return_by="face", wild_tribute="optional"),
    Rules(return_max="A"),
    Rules(return_max=None, wild_tribute="optional", resist=False),
]


@pytest.mark.parametrize(
    "rules", TRIBUTES, ids=lambda rules: "-".join(rules.to_dict()) or "default"
)
def test_the_truth_is_never_ruled_out(rules: Rules) -> None:
    follow(rules, range(6), every=25)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", TRIBUTES, ids=lambda rules: "-".join(rules.to_dict()) or "default"
)
def test_the_truth_is_never_ruled_out_in_many_deals(rules: Rules) -> None:
    follow(rules, range(100, 160), every=5)


def test_at_first_everything_is_possible_and_equally_likely() -> None:
    view = Deal.start(deal_hands(random.Random(1)), "2", leader=0).view(None)
    rng = random.Random(7)
    places = {seat: Counter[Card]() for seat in range(4)}
    for _ in range(200):
        for seat, hand in enumerate(view.sample_hands(rng)):
            places[seat] += Counter(hand)
    for seat in range(4):
        assert all(60 <= places[seat][face] <= 140 for face in DECK)  # 100 are to be expected


# --- views that cannot be -----------------------------------------------------------------------


def view_without_big_jokers() -> PlayerView:
    hands = [DECK[:27], DECK[27:54], DECK[54:81], DECK[81:]]
    return Deal.start(hands, "2", leader=0).view(0)


@pytest.mark.parametrize(
    "history",
    [
        (TributePaid(1, 0, Card.parse("S3")),),
        (TributePaid(1, 0, Card.parse("S4")), TributePaid(3, 2, Card.parse("S4"))),
        (Resisted((0,)),),
        (CardTurned(DECK[0], 1),) * 3,
    ],
    ids=["27 cards up to three", "54 cards up to four", "no place for a joker", "a third copy"],
)
def test_a_history_that_cannot_be(history: tuple[TributePaid | Resisted | CardTurned, ...]) -> None:
    view = attrs.evolve(view_without_big_jokers(), history=history)
    with pytest.raises(PositionError, match="no hidden hands agree"):
        view.sample_hands(random.Random(1))


@pytest.mark.parametrize("last", [20, 34])
def test_counts_that_are_not_those_of_the_unseen_cards(last: int) -> None:
    view = attrs.evolve(view_without_big_jokers(), counts=(27, 27, 27, last))
    with pytest.raises(PositionError):
        view.sample_hands(random.Random(1))
