"""The candidates of the light policy, and what the learned evaluation thinks of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from guandan._kernel.features import Scene
from guandan._kernel.holding import Holding, rank_counts
from guandan._kernel.light import Light
from guandan._kernel.network import Network
from guandan._kernel.represent import complete
from guandan._kernel.weighing import PASS
from guandan._kernel.worth import Appraiser

if TYPE_CHECKING:
    from mypy_extensions import i64

RATED: Final = 3
"""Numbers a candidate: its shape or `PASS`, the policy's score, and the network's value."""


class Judge:
    """The policy and the network together; made once, used for one decision after another."""

    def __init__(self, weights: list[i64], network: Network) -> None:
        self.light = Light(weights)
        self.scene = Scene(Appraiser(weights))
        self.network = network

    def rate(
        self,
        low: i64,
        high: i64,
        unseen_low: i64,
        unseen_high: i64,
        level: i64,
        options: i64,
        sizes: i64,
        seat: i64,
        table: i64,
        owner: i64,
        out: i64,
        out_number: i64,
    ) -> list[i64]:
        """Return `RATED` numbers for each candidate; the arguments are those of `Light.rate`.

        `out` and `out_number` are those of `State`.
        """
        light = self.light
        network = self.network
        scene = self.scene
        rated = light.rate(
            low, high, unseen_low, unseen_high, level, options, sizes, seat, table, owner
        )
        hold = Holding(low, high, level)
        after = Holding(0, 0, level)
        unseen = rank_counts(unseen_low, unseen_high, level)
        best = light.best_score
        scene.look(hold, unseen, sizes, seat, table, owner, out, out_number, best)
        common = network.add_up(network.bias, scene.seen)
        found: list[i64] = []
        for place in range(0, len(rated), 2):
            code = rated[place]
            after.copy_from(hold)
            if code != PASS:
                after.give(complete(hold, code, options))
            features = scene.see(code, after, rated[place + 1])
            found.append(code)
            found.append(rated[place + 1])
            found.append(network.value(network.add_up(common, features)))
        return found
