"""Moves that the text of a rule lets players make, and what it has happen by itself: read where every word is
understood, or not at all. Pure: text in, moves out.

`words` takes a sentence apart, `moves.lark` knows how one is built, `grammar_of_moves` makes a move of it, `reading`
goes through a rule; `moves_in_english` says one, as it is read, and `lines_of_moves` as the site keeps it.
"""

from .lines_of_moves import parts_of
from .move_shapes import MoveValue, ReadMove
from .moves_in_english import say_moves
from .reading import read_moves

__all__ = ["MoveValue", "ReadMove", "parts_of", "read_moves", "say_moves"]
