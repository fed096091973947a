"""Dice: what a text asks to be rolled, how it is drawn, and the chain of rolls that anybody can check. No Django.

reading    commands in a text
hearing    the text of a rendered comment in which commands are looked for
drawing    uniform draws from a seed, and outcomes
chain      the log of rolls as a chain of hashes, and its verification
spread     how likely the outcomes are, and how far counts of them stray
counting   rolling often and counting
"""

from .chain import Fault, RollEntry, RollFacts, entry_hash, law_digest, record, seed_hash, verify
from .counting import TooMuch, count_outcomes
from .draws import RollOutcome, Stream, roll, told
from .reading import DiceCommand, commands, may_hold_commands
from .spoken import spoken
from .spread import Spread, spread, weights

__all__ = [
    "DiceCommand",
    "RollEntry",
    "RollFacts",
    "Fault",
    "RollOutcome",
    "Spread",
    "Stream",
    "TooMuch",
    "commands",
    "count_outcomes",
    "entry_hash",
    "law_digest",
    "may_hold_commands",
    "record",
    "roll",
    "seed_hash",
    "spoken",
    "spread",
    "told",
    "verify",
    "weights",
]
