"""What changes the gamestate."""

from gamestate.services.numbers import LARGEST, NAME, set_value

__all__ = ["LARGEST", "NAME", "set_value"]
