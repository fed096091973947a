"""What pages read of the gamestate."""

from gamestate.queries.numbers import values_at

__all__ = ["values_at"]
