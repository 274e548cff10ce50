"""A random deal to its end on the kernel alone: uniform over the shapes and, following, the pass.

This is the loop that a simulator in the kernel takes the place of; nothing else is in this module.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from guandan import Hand, Rank, Rules
from guandan import _kernel as kernel


def play_out(hands: Sequence[Hand], level: Rank, rules: Rules, rng: random.Random) -> list[int]:
    """Play a deal, seat 0 to lead; return the seats that went out, in order (RULES 7 and 8)."""
    lows = [hand.low for hand in hands]
    highs = [hand.high for hand in hands]
    rank = level.index
    options = rules.kernel_options
    chance = rng.random
    out: list[int] = []
    seat = owner = 0
    table = kernel.LEAD
    while True:
        low, high = lows[seat], highs[seat]
        codes = kernel.shapes(low, high, rank, options, table)
        choice = int(chance() * (len(codes) + (table != kernel.LEAD)))
        if choice < len(codes):
            (table,) = kernel.represent(low, high, rank, options, [codes[choice]])
            owner = seat
            played_low, played_high = kernel.unpack(table, rank)
            lows[seat] = low = low - played_low
            highs[seat] = high = high - played_high
            if not low and not high:
                out.append(seat)
                if seat ^ 2 in out:
                    return out
        seat = (seat + 1) & 3
        while seat != owner and not lows[seat] and not highs[seat]:
            seat = (seat + 1) & 3
        if seat == owner:
            # The trick is won. Who is out leaves the lead to the partner, or to the next seat.
            table = kernel.LEAD
            if not lows[seat] and not highs[seat]:
                step = 1 if options & kernel.NEXT_PLAYER_LEADS else 2
                while not lows[seat] and not highs[seat]:
                    seat = (seat + step) & 3
