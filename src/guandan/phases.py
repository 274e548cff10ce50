"""The phases of a match: which kind of decision is due."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Phase"]


class Phase(StrEnum):
    """What is due now."""

    BETWEEN = "between"
    """No deal is on: the next one is to be dealt."""
    TRIBUTE = "tribute"
    """The payers choose their tribute cards."""
    RETURN = "return"
    """The receivers choose the cards they give back."""
    PLAY = "play"
    """A seat plays or passes."""
    OVER = "over"
    """Nothing: the deal, or the match, has ended."""
