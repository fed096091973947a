"""What pages read of the gamestate."""

from gamestate.queries.numbers import changes_at, values_at

__all__ = ["changes_at", "values_at"]
