"""The engine: the rules of combinations on plain integers, and nothing else.

There is one implementation of what a combination is, what beats what and what may be played, and
it is here. The modules: `words` (cards as integers), `codes` (a play as one integer, and its
strength), `packing` (from cards to plays and back), `readings` (what a set of cards can be),
`holding` (a hand taken apart), `offers`, `shapes`, `choices`, `takes`, `plays`, `counting` (what a
hand can play: masks, shapes, shapes by number, complete plays, their number) and `represent` (the
play that stands for a shape). For simulation: `chance` (random numbers), `state` (a deal in play),
`worth`, `weighing` and `light` (the light policy), `playouts`, `endgame` (deals solved);
`features`, `network`, `judge` (the learned evaluation) and `lessons` (what it learns from);
`belief` and `search`. What needs their objects imports it from there.

Callers keep the preconditions: words hold no third copy of a face, a level is 0 to 12, codes come
from this package.
"""

from guandan._kernel import words
from guandan._kernel.codes import (
    BOMB,
    BOMB_STRENGTH,
    FLUSH_ABOVE_ALL,
    FLUSH_IS_STRAIGHT,
    FULL_HOUSE,
    JOKER_BOMB,
    JOKER_PAIR,
    LEAD,
    LEVEL_PAIR_ONLY,
    MIXED_CARDS,
    NEXT_PLAYER_LEADS,
    PAIR,
    PLATE,
    READING,
    SHAPE,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    TUBE,
    WILD_FLUSH_ONLY,
    WILD_PAIR,
    beats,
    group_count,
    group_rank,
    kind_of,
    pair_of,
    rank_of,
    size_of,
    strength,
    suit_of,
    wilds_of,
)
from guandan._kernel.counting import count_plays
from guandan._kernel.packing import pack, unpack
from guandan._kernel.plays import has_play, plays
from guandan._kernel.readings import is_reading, readings
from guandan._kernel.represent import represent
from guandan._kernel.shapes import shapes
from guandan._kernel.words import (
    BIG_JOKER,
    SMALL_JOKER,
    add_face,
    count_cards,
    count_face,
    count_wilds,
    faces,
    includes,
    level_position,
    overflows,
)

COMPILED = not str(words.__file__).endswith(".py")
"""Whether the compiled kernel runs, or the interpreted one."""

__all__ = [
    "BIG_JOKER",
    "BOMB",
    "BOMB_STRENGTH",
    "COMPILED",
    "FLUSH_ABOVE_ALL",
    "FLUSH_IS_STRAIGHT",
    "FULL_HOUSE",
    "JOKER_BOMB",
    "JOKER_PAIR",
    "LEAD",
    "LEVEL_PAIR_ONLY",
    "MIXED_CARDS",
    "NEXT_PLAYER_LEADS",
    "PAIR",
    "PLATE",
    "READING",
    "SHAPE",
    "SINGLE",
    "SMALL_JOKER",
    "STRAIGHT",
    "STRAIGHT_FLUSH",
    "TRIPLE",
    "TUBE",
    "WILD_FLUSH_ONLY",
    "WILD_PAIR",
    "add_face",
    "beats",
    "count_cards",
    "count_face",
    "count_plays",
    "count_wilds",
    "faces",
    "group_count",
    "group_rank",
    "has_play",
    "includes",
    "is_reading",
    "kind_of",
    "level_position",
    "overflows",
    "pack",
    "pair_of",
    "plays",
    "rank_of",
    "readings",
    "represent",
    "shapes",
    "size_of",
    "strength",
    "suit_of",
    "unpack",
    "wilds_of",
]
