"""Orders: the sentence in which the site says a change, and by which the reader knows it again. Pure.

A pattern of `table` says how the changes of an operation are worded; it is used both ways, so that what is said is what
is read. `slots` has what can stand in a pattern, `things` what the game calls its rules, players and variables,
`saying` words a change, `recognising` knows one in a sentence.
"""

from .composing import Unsayable, after, say, say_all
from .recognising import order_in
from .things import CalledThings

__all__ = ["CalledThings", "Unsayable", "after", "order_in", "say", "say_all"]
