"""Who plays, and what passes between players: every model of this room under one name."""

from players.models.bars import Bar, BarQuerySet
from players.models.fair_play import SharedControl
from players.models.introductions import Introduction
from players.models.mentoring import FOUR_WEEKS, MentoringRequest, MentorOffer, Mentorship, Tenure
from players.models.messages import SUBJECT_LENGTH, Block, Message, Order, Party, Thread, Turn
from players.models.notices import Device, Notice, NoticeSettings, Webhook, WebhookCall
from players.models.roster import (
    BESIDE_MATTERS,
    BESIDE_PEOPLE,
    BESIDE_POSTS,
    LIVELY,
    METADYNASTY,
    NAME_LENGTH,
    SENTENCE_LENGTH,
    WRITTEN,
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
    Topic,
    name_key,
)
from players.models.sendings import Sending
from players.models.sessions import Session
from players.models.tokens import Token

__all__ = [
    "BESIDE_MATTERS",
    "BESIDE_PEOPLE",
    "BESIDE_POSTS",
    "FOUR_WEEKS",
    "LIVELY",
    "METADYNASTY",
    "NAME_LENGTH",
    "SENTENCE_LENGTH",
    "SUBJECT_LENGTH",
    "WRITTEN",
    "AdminAct",
    "Ascension",
    "Bar",
    "BarQuerySet",
    "Block",
    "Device",
    "Dynasty",
    "Game",
    "Introduction",
    "MentorOffer",
    "MentoringRequest",
    "Mentorship",
    "Message",
    "Notice",
    "NoticeSettings",
    "Order",
    "Party",
    "Player",
    "PlayerManager",
    "PlayerQuerySet",
    "Reign",
    "ReignQuerySet",
    "RosterEvent",
    "RosterEventQuerySet",
    "Sending",
    "Session",
    "SharedControl",
    "Standing",
    "Tenure",
    "Thread",
    "Topic",
    "Token",
    "Turn",
    "Webhook",
    "WebhookCall",
    "name_key",
]
