"""Steps: what does an instruction do to the gamestate? Pure: the values before in, those after or questions out.

`text` and `words` take it apart, `lexicon` knows the names of the game, `templates` and `grammar` how sentences are
built. What they mean is in `holders`, `values`, `predicates`, `deeds`, `listing` and `combining`, worked out on a
`played_state`; `talk` knows what orders nothing, `steps_between` how the site keeps what was done; `reading` goes
through it all.
"""

from .reading import StepsReading, overlap, read_steps

__all__ = ["StepsReading", "overlap", "read_steps"]
