"""The law as data: what a ruleset says about votes, limits and time, read from a document and checked. No
Django.
"""

from .errors import ExpressionError, LawError
from .model import Law
from .objects import from_object, to_object
from .reader import parse
from .shipped import ADDITIONS, SHIPPED, addition, additions, document, load

__all__ = [
    "ADDITIONS",
    "SHIPPED",
    "ExpressionError",
    "Law",
    "LawError",
    "addition",
    "additions",
    "document",
    "from_object",
    "load",
    "parse",
    "to_object",
]
