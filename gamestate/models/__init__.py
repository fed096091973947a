"""What the rules track: how it stands, the log of every change, dice, what is private, and limited actions."""

from gamestate.models.actions import Awaited, LimitedAction, Occurrence, Taking
from gamestate.models.log import PUBLIC, Dispute, Entry, Undoing, Update, Witness
from gamestate.models.private import (
    Algorithm,
    Handover,
    Opening,
    SealedOrder,
    Sealing,
    Secret,
    SecretVersion,
    Showing,
)
from gamestate.models.rolls import DeckSeed, Roll, Seed, Shuffle
from gamestate.models.variables import Cell, Page, Row, Table, Variable

__all__ = [
    "Awaited",
    "PUBLIC",
    "Algorithm",
    "Cell",
    "DeckSeed",
    "Dispute",
    "Entry",
    "Handover",
    "LimitedAction",
    "Occurrence",
    "Opening",
    "Page",
    "Roll",
    "Row",
    "Sealing",
    "SealedOrder",
    "Secret",
    "SecretVersion",
    "Seed",
    "Showing",
    "Shuffle",
    "Table",
    "Taking",
    "Undoing",
    "Update",
    "Variable",
    "Witness",
]
