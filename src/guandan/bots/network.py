"""The learned evaluation that `StrongBot` orders its candidates by, as training made it.

The file holds the weights of each layer, little-endian whole numbers in base64: two bytes each for
the tables, four each for what is added and for the last layer. `training/train_network.py` wrote
it; its log is beside it.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from importlib import resources
from typing import Final

from guandan.evaluation import Network

__all__ = ["trained_network"]

_LAYERS: Final = {"first": 2, "first_bias": 4, "second": 2, "second_bias": 4, "third": 4}
"""The bytes of a number in each."""


@cache
def trained_network() -> Network:
    """Return the network that `training/train_network.py` made."""
    text = resources.files("guandan.bots").joinpath("network.json").read_text(encoding="utf-8")
    table = json.loads(text)
    return Network(*(_numbers(table[name], width) for name, width in _LAYERS.items()))


def _numbers(text: str, width: int) -> list[int]:
    data = base64.b64decode(text)
    return [
        int.from_bytes(data[at : at + width], "little", signed=True)
        for at in range(0, len(data), width)
    ]
