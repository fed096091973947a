"""Who plays, and what passes between players: every model of this room under one name."""

from players.models.roster import (
    NAME_LENGTH,
    SENTENCE_LENGTH,
    AdminAct,
    Ascension,
    Dynasty,
    Game,
    Player,
    PlayerManager,
    PlayerQuerySet,
    Reign,
    ReignQuerySet,
    RosterEvent,
    RosterEventQuerySet,
    Standing,
    name_key,
)

__all__ = [
    "NAME_LENGTH",
    "SENTENCE_LENGTH",
    "AdminAct",
    "Ascension",
    "Dynasty",
    "Game",
    "Player",
    "PlayerManager",
    "PlayerQuerySet",
    "Reign",
    "ReignQuerySet",
    "RosterEvent",
    "RosterEventQuerySet",
    "Standing",
    "name_key",
]
