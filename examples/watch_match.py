"""Watch four bots play a match: a line for each event."""

from __future__ import annotations

from guandan import Event, bot, play_match
from guandan.render.text import Narrator, plain

narrator = Narrator("en")


def tell(event: Event) -> None:
    """Print what happened."""
    for line in narrator.lines(event):
        print(plain(line))


players = [bot("easy", seed=0), bot("random", seed=1), bot("easy", seed=2), bot("random", seed=3)]
match = play_match(players, seed=7, on_event=tell)
print(f"{match.deals_begun} deals, won by team {match.winner}")
