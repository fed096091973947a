"""Why an instruction is not carried out."""


class Unclear(Exception):
    """The instruction leaves something open; the message is a sentence for its author."""


class DoesNotFit(Unclear):
    """One way to read the words gives no sense here (a word where a number stands); another way may."""


class NotUnderstood(Unclear):
    """No way was found to read all of the words."""
