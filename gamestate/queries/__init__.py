"""What pages read of the gamestate."""

from gamestate.queries.numbers_for_law import values_at, values_of_players

__all__ = ["values_at", "values_of_players"]
