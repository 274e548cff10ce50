"""The learned evaluation that `StrongBot` orders its candidates by, as training made it.

The file holds the weights of each layer, little-endian whole numbers in base64: two bytes each for
the tables, four each for what is added and for the last layer. `training/train_network.py` wrote
it; its log is beside it.
"""

from __future__ import annotations

import base64
import json
import sys
from array import array
from functools import cache
from importlib import resources
from typing import Final

from guandan.evaluation import Network

__all__ = ["trained_network"]

_LAYERS: Final = {"first": "h", "first_bias": "i", "second": "h", "second_bias": "i", "third": "i"}


@cache
def trained_network() -> Network:
    """Return the network that `training/train_network.py` made."""
    text = resources.files("guandan.bots").joinpath("network.json").read_text(encoding="utf-8")
    table = json.loads(text)
    return Network(*(_numbers(table[name], kind) for name, kind in _LAYERS.items()))


def _numbers(text: str, kind: str) -> list[int]:
    numbers = array(kind)
    numbers.frombytes(base64.b64decode(text))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()
