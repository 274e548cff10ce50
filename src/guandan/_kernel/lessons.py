"""What the learned evaluation is trained on: plays of one decision, each played out in one deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.chance import Chance
from guandan._kernel.features import Scene
from guandan._kernel.light import Light
from guandan._kernel.playouts import act, play_out_lightly
from guandan._kernel.state import State
from guandan._kernel.weighing import OUT
from guandan._kernel.words import HEART, LEVEL_POSITIONS, add_face
from guandan._kernel.worth import Appraiser

if TYPE_CHECKING:
    from mypy_extensions import i64

MOST: Final = 4
"""Plays of one decision that are played out, at most."""
_STRAYS: Final = 12
"""One in so many plays is not the policy's best, so that other positions are seen too."""
_MARGIN: Final = 2000
"""How much less than the best a play may score and still be played out."""


def lessons(
    weights: list[i64], deals: i64, seed: i64, options: i64, double: i64, rate: i64
) -> list[i64]:
    """Play so many deals, and return what came of several plays of some of their decisions.

    Of a thousand decisions with a choice `rate` are taken. Each gives its number of plays, and for
    each play its features and the gain of its maker's team when the deal is played on lightly:
    levels, and two more for the win.
    """
    chance = Chance(seed)
    light = Light(weights)
    scene = Scene(Appraiser(weights))
    found: list[i64] = []
    for _ in range(deals):
        state = State(chance.below(13), options)
        state.deal_all(chance)
        state.turn = chance.below(4)
        if chance.below(5):
            _pay_tribute(state, state.turn, chance.below(4))
        while state.turn >= 0:
            light.weigh(state)
            places = _best_and_some(light, chance)
            code = light.codes[places[0]]
            if len(places) > 1:
                if chance.below(_STRAYS) == 0:
                    code = light.codes[places[1]]
                if chance.below(1000) < rate:
                    _learn(found, state, light, scene, places, double)
            act(state, code)
    return found


def _best_and_some(light: Light, chance: Chance) -> list[i64]:
    """Return where the best play that was weighed is, then some others that are near it."""
    scores = light.scores
    best: i64 = 0
    for place in range(len(scores)):
        if scores[place] > scores[best]:
            best = place
    near: list[i64] = [best]
    if scores[best] >= OUT:
        return near
    for place in range(len(scores)):
        if place != best and scores[place] >= scores[best] - _MARGIN:
            near.append(place)
    last: i64 = len(near) - 1
    while last > 1:
        place = 1 + chance.below(last)
        near[last], near[place] = near[place], near[last]
        last -= 1
    return near[:MOST]


def _learn(
    found: list[i64],
    state: State,
    light: Light,
    scene: Scene,
    places: list[i64],
    double: i64,
) -> None:
    """Play out some of the plays that the policy has weighed, and note what comes of each."""
    seat = state.turn
    hold = state.hold(seat)
    scene.look(
        hold,
        state.unseen(seat),
        state.sizes,
        seat,
        state.table,
        state.owner,
        state.out,
        state.out_number,
        light.scores[places[0]],
    )
    codes = [light.codes[place] for place in places]
    scores = [light.scores[place] for place in places]
    copy = State(state.level, state.options)
    found.append(len(places))
    for place in range(len(codes)):
        copy.copy_from(state)
        act(copy, codes[place])
        found.extend(scene.seen)
        found.extend(scene.see(codes[place], copy.hold(seat), scores[place]))
        play_out_lightly(copy, light, light)
        gain = copy.score(double)
        found.append(gain if seat & 1 == 0 else -gain)


def _pay_tribute(state: State, payer: i64, receiver: i64) -> None:
    """Give the payer's best card for the receiver's worst, as tribute and return mostly are."""
    if payer == receiver:
        return
    level = state.level
    given: i64 = -1
    for face in state.faces(payer):
        if face != 4 * level + HEART and (given < 0 or _order(face, level) > _order(given, level)):
            given = face
    returned: i64 = -1
    for face in state.faces(receiver):
        if returned < 0 or _order(face, level) < _order(returned, level):
            returned = face
    _exchange(state, payer, given, returned)
    _exchange(state, receiver, returned, given)


def _order(face: i64, level: i64) -> i64:
    """Return the place of a face's rank in level order."""
    return LEVEL_POSITIONS[15 * level + (face // 4 if face < 52 else face - 39)]


def _exchange(state: State, seat: i64, old: i64, new: i64) -> None:
    """Put one card into a hand in the place of another."""
    cards = state.faces(seat)
    cards.remove(old)
    low: i64 = 0
    high: i64 = 0
    low, high = add_face(low, high, new)
    for face in cards:
        low, high = add_face(low, high, face)
    state.deal(seat, low, high)
