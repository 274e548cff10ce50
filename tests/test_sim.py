"""Simulations play as `Deal` does, from any position, under every option, in both builds alike."""

from __future__ import annotations

import hashlib
import random

import pytest

from guandan import (
    DECK,
    LEVELS,
    CardsNotHeld,
    Combo,
    Deal,
    DoesNotBeat,
    Hand,
    IllegalAction,
    IncomparablePlays,
    InputTypeError,
    MustLead,
    PositionError,
    Rules,
    WrongPhase,
)
from guandan._kernel.chance import Chance
from guandan._kernel.light import Light
from guandan._kernel.weighing import PASS
from guandan.bots.weights import flatten, light_weights
from guandan.sim import Simulation, light_pairs

VARIANTS = [
    Rules(),
    Rules(wild_straight="mixed_cards", wild_pair_in_full_house="level_only"),
    Rules(wild_straight="flush_only", straight_flush_above="all"),
    Rules(straight_flush_as_straight=True, joker_pair_in_full_house=False),
    Rules(lead_after_out="next_player"),
]
WEIGHTS = flatten(light_weights())


def dealt(rng: random.Random) -> list[Hand]:
    cards = list(DECK)
    rng.shuffle(cards)
    return [Hand(cards[27 * seat : 27 * seat + 27]) for seat in range(4)]


def position(seed: int, rules: Rules) -> tuple[Deal, Simulation]:
    rng = random.Random(seed)
    hands, level = dealt(rng), LEVELS[rng.randrange(13)]
    turn = rng.randrange(4)
    deal = Deal.at(hands, level, to_act=turn, rules=rules)
    return deal, Simulation(hands, level, to_act=turn, rules=rules)


def stands_alike(deal: Deal, simulation: Simulation) -> None:
    assert simulation.turn == deal.turn
    assert simulation.table == deal.table
    assert simulation.owner == deal.owner
    assert simulation.counts == deal.counts
    assert simulation.out == deal.out
    assert simulation.finish == deal.finish
    assert tuple(map(simulation.hand, range(4))) == deal.hands
    assert (simulation.level, simulation.rules) == (deal.level, deal.rules)
    shapes = [simulation.combo(shape) for shape in simulation.shapes()]
    assert tuple(shapes) == (() if deal.is_over else deal.legal_plays.shapes())


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
@pytest.mark.parametrize("seed", range(3))
def test_it_stands_as_the_deal_does_after_every_action(seed: int, rules: Rules) -> None:
    deal, simulation = position(seed, rules)
    rng = random.Random(seed)
    while not deal.is_over:
        stands_alike(deal, simulation)
        shapes = simulation.shapes()
        number = rng.randrange(len(shapes) + (deal.table is not None))
        if number == len(shapes):
            deal.pass_()
            simulation.pass_()
        elif rng.random() < 0.5:
            deal.play(simulation.combo(shapes[number]))
            simulation.play_shape(shapes[number])
        else:
            # Any complete play, not only the one that stands for its shape.
            play = rng.choice(list(deal.legal_plays))
            deal.play(play)
            simulation.play(play)
        again = (
            Simulation(
                deal.hands,
                deal.level,
                to_act=deal.turn,
                table=deal.table,
                owner=deal.owner,
                finished=deal.out,
                rules=rules,
            )
            if deal.turn is not None
            else simulation
        )
        assert repr(again) == repr(simulation)
    stands_alike(deal, simulation)


def test_a_copy_goes_its_own_way() -> None:
    _, simulation = position(5, Rules())
    before = repr(simulation)
    copy = simulation.copy()
    copy.play_shape(copy.shapes()[0])
    assert repr(simulation) == before != repr(copy)
    assert copy.copy().random_playouts(3, seed=1) == copy.random_playouts(3, seed=1)


def test_the_variants_of_play_change_the_playouts() -> None:
    """Each option that matters within a deal is looked at by the playouts."""
    # Straights with a wild, straight flushes, joker pairs: a hand where every option tells.
    hands = [
        "H5 H6 H7 H8 H2 H2 CT CJ CQ CK SB SB",
        "S6 S7 S8 D8 HT SK DK CK SJ HR HR C4",
        "D6 D7 D8 D9 DT S4 S4 D4 D4 H4 SJ DJ",
        "S3 H3 C5 C6 D7 C8 S9 DQ CQ SQ SA DA",
    ]
    gains = [
        tuple(Simulation(hands, "2", to_act=0, rules=rules).random_playouts(60, seed=3))
        for rules in VARIANTS
    ]
    assert len(set(gains)) == len(VARIANTS)


def test_playouts_leave_the_simulation_and_gain_what_the_finish_says() -> None:
    simulation = Simulation(["S3", "S4 S5", "S5", "S6"], "2", to_act=0)
    before = repr(simulation)
    # Seat 0 goes out; what follows decides between a 1-2 win and less.
    assert set(simulation.random_playouts(200, seed=1)) <= {1, 2, 3}
    assert set(simulation.light_playouts(WEIGHTS, 50, seed=1)) <= {1, 2, 3}
    assert repr(simulation) == before
    pagat = Simulation(["S3", "S4", "S5", "S6"], "2", to_act=0, finished=(), rules="pagat")
    assert max(pagat.random_playouts(200, seed=1)) == 4
    assert simulation.random_playouts(0, seed=1) == []


def test_random_playouts_take_every_shape_and_the_pass_with_the_same_chance() -> None:
    """One decision, seen by what it leads to: seat 0 wins at once, or seat 1 does."""
    simulation = Simulation(["SA", "SK", "S3 S4 S5", "S6 S7"], "2", to_act=0, table="S9", owner=3)
    gains = simulation.random_playouts(2_000, seed=9)
    first = sum(gain > 0 for gain in gains) / len(gains)
    # Two choices, A and pass. After a pass seat 1 again has two, K (a win) and pass; and so on.
    assert 0.55 < first < 0.85


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_the_light_policy_plays_by_the_rules(rules: Rules) -> None:
    """Each of its choices is one of the legal shapes; see `Light.choose`."""
    light = Light(WEIGHTS)
    for seed in range(4):
        _, simulation = position(100 + seed, rules)
        while simulation.turn is not None:
            choice = light.choose(simulation._state)
            if choice == PASS:
                simulation.pass_()
            else:
                simulation.play_shape(choice)


def test_pairs_are_fair() -> None:
    """The same weights on both sides gain what they lose."""
    gains = light_pairs(WEIGHTS, WEIGHTS, 5, seed=4)
    assert [gains[at] == -gains[at + 1] for at in range(0, 10, 2)] == [True] * 5
    assert light_pairs(WEIGHTS, WEIGHTS, 5, seed=4, rules=Rules()) == gains
    assert light_pairs(WEIGHTS, WEIGHTS, 5, seed=5) != gains
    worse = [0] * len(WEIGHTS)
    assert sum(light_pairs(WEIGHTS, worse, 10, seed=6)) > 0


def test_both_builds_play_the_same_deals() -> None:
    """The digest is that of both; the weights are the test's own, which no tuning changes."""
    own = [(place * 7919) % 2001 - 1000 for place in range(len(WEIGHTS))]
    lines: list[list[int]] = []
    for number, rules in enumerate(VARIANTS):
        _, simulation = position(number, rules)
        lines.append(simulation.random_playouts(30, seed=2**61 + number))
        lines.append(simulation.light_playouts(own, 5, seed=number))
        lines.append(light_pairs(own, WEIGHTS[:1] * len(own), 2, seed=number, rules=rules))
    digest = hashlib.sha256(repr(lines).encode()).hexdigest()
    assert digest[:16] == DIGEST


DIGEST = "dd89cab4af0cdae6"


# --- the generator --------------------------------------------------------------------------------


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """Against the published algorithm, written down here once more."""

    def rotl(word: int, by: int) -> int:
        return (word << by | word >> (32 - by)) & 0xFFFFFFFF

    for seed in (0, 1, 2**31, 2**32, 2**61 + 12345, 2**62 - 1):
        chance = Chance(seed)
        state = [chance._a, chance._b, chance._c, chance._d]
        for _ in range(50):
            wanted = (rotl((state[0] + state[3]) & 0xFFFFFFFF, 7) + state[0]) & 0xFFFFFFFF
            moved = (state[1] << 9) & 0xFFFFFFFF
            state[2] ^= state[0]
            state[3] ^= state[1]
            state[1] ^= state[2]
            state[0] ^= state[3]
            state[2] ^= moved
            state[3] = rotl(state[3], 11)
            assert chance.next_word() == wanted


def test_seeds_give_streams_of_their_own_and_numbers_below_a_limit() -> None:
    streams = {tuple(Chance(seed).next_word() for _ in range(1)) for seed in range(2000)}
    assert len(streams) > 1990
    chance = Chance(7)
    counts = [0] * 6
    for _ in range(6000):
        counts[chance.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)


# --- bad input ------------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_and_nothing_changes() -> None:
    simulation = Simulation(["S3 D3", "S4 S9", "S5", "S6"], "2", to_act=1, table="S8", owner=0)
    before = repr(simulation)
    with pytest.raises(CardsNotHeld, match="seat 1 holds"):
        simulation.play(Combo.parse("ST", "2"))
    with pytest.raises(DoesNotBeat, match="does not beat"):
        simulation.play(Combo.parse("S4", "2"))
    with pytest.raises(IncomparablePlays, match="on level 3 .* but this is level 2"):
        simulation.play(Combo.parse("S9", "3"))
    with pytest.raises(InputTypeError, match="expected a Combo"):
        simulation.play("S9")  # type: ignore[arg-type]
    for shape in (-1, 0, 2**70, True, None, "S9"):
        with pytest.raises(IllegalAction, match="no shape"):
            simulation.play_shape(shape)  # type: ignore[arg-type]
    with pytest.raises(MustLead):
        Simulation(["S3 D3", "S4", "S5", "S6"], "2", to_act=0).pass_()
    with pytest.raises(PositionError):
        Simulation(["S3 D3", "S4", "S5", ""], "2", to_act=0)
    for number, seed in ((-1, 1), (10**7, 1), (1, -1), (1, 2**62), (True, 1), (1, None)):
        with pytest.raises(InputTypeError, match="whole number"):
            simulation.random_playouts(number, seed=seed)  # type: ignore[arg-type]
    odd: list[object] = [[], WEIGHTS[:-1], [*WEIGHTS[:-1], 2**40], [*WEIGHTS[:-1], "1"]]
    for weights in (*odd, None, light_weights(), 7):
        with pytest.raises(InputTypeError, match=r"190 weights, .* as flatten\(light_"):
            simulation.light_playouts(weights, 1, seed=1)  # type: ignore[arg-type]
    assert repr(simulation) == before


def test_nothing_is_played_when_it_is_over() -> None:
    simulation = Simulation(["S3", "S4", "S5", "S6"], "2", to_act=0)
    for _ in range(3):
        simulation.play_shape(simulation.shapes()[0])
    assert simulation.finish == (0, 1, 2, 3)
    assert simulation.shapes() == []
    assert simulation.random_playouts(2, seed=1) == [2, 2]
    for act in (simulation.pass_, lambda: simulation.play_shape(0)):
        with pytest.raises(WrongPhase):
            act()
    with pytest.raises(WrongPhase):
        simulation.play(Combo.parse("S9", "2"))
