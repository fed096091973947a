"""Why an instruction is not carried out."""

from ..reading_parts import Unclear


class NoSenseHere(Unclear):
    """One way to read the words gives no sense here (a word where a number stands); another way may."""


class NotUnderstood(Unclear):
    """No way was found to read all of the words."""
