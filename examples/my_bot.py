"""A bot of one's own: `guandan arena examples/my_bot.py:MyBot easy --pairs 100`."""

from __future__ import annotations

from guandan import BaseStrategy, Combo, PlayerView


class MyBot(BaseStrategy):
    """Leads its longest play, follows with its weakest, and lets its partner win."""

    def choose_play(self, view: PlayerView) -> Combo | None:
        """Return the play to make, or None to pass."""
        plays = list(view.legal_plays.shapes())  # one play of each shape, wilds spared
        ordinary = [play for play in plays if not play.is_bomb]
        if not view.can_pass:  # it leads
            return max(ordinary or plays, key=lambda play: (play.size, -play.order))
        partner_won = view.seat is not None and view.owner == view.seat ^ 2
        if partner_won or not plays:
            return None
        if ordinary:
            return min(ordinary, key=lambda play: play.order)
        # A bomb is for when somebody is nearly out.
        return plays[0] if min(filter(None, view.counts)) < 10 else None


if __name__ == "__main__":
    from guandan.arena import compare

    print(compare(f"{__file__}:MyBot", "random", pairs=20, seed=7))
