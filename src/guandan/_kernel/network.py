"""The learned evaluation: a small network in whole numbers, what it thinks of each play.

A layer's sums stand side by side in one long integer, a lane each, so that one addition adds a row
of weights to all of them: about as quick interpreted as compiled, and the same to the last bit. The
first layer has lanes of 16 bits, whose sums `training/train_network.py` keeps within 15; the second
has 40.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_LOW: Final = 16
_HIGH: Final = 40
SCALE: Final = 22
"""The sums of the last layer are 2 to this power times what they stand for."""


class Network:
    """Weights of `inputs` by `hidden`, `hidden` by `second` and `second` by one."""

    def __init__(
        self,
        first: list[int],
        first_bias: list[int],
        second: list[int],
        second_bias: list[int],
        third: list[i64],
    ) -> None:
        hidden = len(first_bias)
        number = len(second_bias)
        # Plain integers: together with an i64 the compiler would make one of the long ones too.
        self.hidden: int = hidden
        self.number: int = number
        self.rows: list[int] = [_lanes(row, _LOW) for row in _cut(first, hidden)]
        self.bias: int = _lanes(first_bias, _LOW)
        self.seconds: list[int] = [_lanes(row, _HIGH) for row in _cut(second, number)]
        self.second_bias: int = _lanes(second_bias, _HIGH)
        self.third: list[i64] = third
        self.halves: int = _lanes([2 ** (_LOW - 1)] * hidden, _LOW)
        self.high_halves: int = _lanes([2 ** (_HIGH - 1)] * number, _HIGH)

    def add_up(self, total: int, features: list[i64]) -> int:
        """Return the sum of the first layer with the rows of more features."""
        for feature in features:
            total += self.rows[feature]
        return total

    def value(self, total: int) -> i64:
        """Return what the network says, in thousandths, from the sum of the first layer."""
        # A lane with its highest bit is not below zero; its other bits are the sum then.
        lanes = total + self.halves
        signs = lanes & self.halves
        low = (lanes & (signs - (signs >> (_LOW - 1)))).to_bytes(2 * self.hidden, "little")
        lanes = self.second_bias
        for unit in range(self.hidden):
            active = low[2 * unit] + 256 * low[2 * unit + 1]
            if active:
                lanes += active * self.seconds[unit]
        lanes += self.high_halves
        signs = lanes & self.high_halves
        lanes &= signs - (signs >> (_HIGH - 1))
        result: i64 = 0
        mask: int = 2**_HIGH - 1
        for weight in self.third:
            result += (lanes & mask) * weight
            lanes >>= _HIGH
        return (result * 125) >> (SCALE - 3)


def _cut(numbers: list[int], width: int) -> list[list[int]]:
    """Return the rows of a table that is one list."""
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def _lanes(numbers: list[int], width: int) -> int:
    """Return the numbers side by side, the first in the lowest lane; below zero they borrow."""
    total = 0
    for number in reversed(numbers):
        total = (total << width) + number
    return total
