"""The tables of the game and the forms in which their columns are written. A test holds that no table is forgotten."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from blognomic.database.fields import MessageField, MessagesField, RecordField
from blognomic.i18n.stored_messages import StoredMessage, messages_as_data, read_messages
from blognomic.text.instants import NO_INSTANT, format_instant, parse_instant
from blognomic.text.outside import LARGEST_KEY
from gamestate import models as gamestate
from players.models import (
    AdminAct,
    Ascension,
    Bar,
    Block,
    Device,
    Dynasty,
    Game,
    Helper,
    Introduction,
    MentoringRequest,
    MentorOffer,
    Mentorship,
    Message,
    Notice,
    NoticeSettings,
    Order,
    Party,
    Player,
    Reign,
    RosterEvent,
    Sending,
    Session,
    SharedControl,
    Tenure,
    Thread,
    Token,
    Turn,
    Webhook,
    WebhookCall,
)
from ruleset.law.parts import AMENDS
from ruleset.models import Confirmation, LawVersion, Revision, Rule, RuleVersion
from votables.judge.strict import printable
from votables.models import Ballot, Comment, Draft, Post, PostVersion, Resolution, TableImport
from votables.post_types.models import (
    OfficialAct,
    OfficialPost,
    OfficialResponse,
    OfficialType,
    OfficialTypeVersion,
)
from votables.visits.models import Visit

from . import private

MISSING: Any = object()
AT_A_TIME = 1_000
"""Of how many keys the rows of a table are read at a time: of posts, with all their comments."""
# Keys beyond this are not in any address that the site answers.
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,10})?", re.ASCII)


class ValueMisfit(ValueError):
    """What is wrong with a value, in a few words for people."""


@dataclass(frozen=True, slots=True)
class FileReferences:
    """What the values of a file may refer to: people by name, rows of other tables by key; and the present instant."""

    people: Mapping[str, int]
    keys: Mapping[type[models.Model], Set[int]]
    now: datetime


# -- the forms of values


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueMisfit("must be a string")
    return checked_text(value)


def checked_text(text: str) -> str:
    """The text, if a database can hold it. Raises ValueMisfit."""
    if "\0" in text:
        raise ValueMisfit("holds a NUL character, which no database keeps")
    return text


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueMisfit("must be true or false")
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueMisfit("must be a whole number")
    return value


def read_key(value: Any) -> int:
    """The key of a row. Raises ValueMisfit."""
    if not 1 <= _number(value) <= LARGEST_KEY:
        raise ValueMisfit("must be a positive number of at most 15 digits")
    return value


def _instant(value: Any) -> datetime:
    if type(value) is not str:
        raise ValueMisfit(NO_INSTANT)
    try:
        return parse_instant(value)
    except ValueError as error:
        raise ValueMisfit(str(error)) from None


def _day(value: Any) -> date:
    if type(value) is not str or _DAY.fullmatch(value) is None:
        raise ValueMisfit("must be a day such as 2024-05-01")
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueMisfit("there is no such day") from None


def _decimal(value: Any) -> Decimal:
    if type(value) is not str or _DECIMAL.fullmatch(value) is None:
        raise ValueMisfit("must be a string of digits such as 12.5")
    return Decimal(value)


def _write_decimal(value: Decimal) -> str:
    return f"{value.normalize() + 0:f}"


def in_order(value: Any) -> Any:
    """A JSON value with the keys of its objects in the order of the alphabet: databases keep no other."""
    return json.loads(json.dumps(value, sort_keys=True))


def _json(value: Any) -> Any:
    try:
        for text in _texts(value):
            checked_text(text)
        return in_order(value)
    except RecursionError:
        raise ValueMisfit("is nested too deeply") from None


def _texts(value: Any) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif type(value) is list:
        for item in value:
            yield from _texts(item)
    elif type(value) is dict:
        yield from value
        for item in value.values():
            yield from _texts(item)


def _message(value: Any) -> StoredMessage:
    """What the site wrote: a text, which is somebody's own words and all that older files have, or an object of what it
    says and what fills it."""
    try:
        for text in _texts(value):
            checked_text(text)
        return StoredMessage.from_data(value)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ValueMisfit):
            raise
        raise ValueMisfit("must be a string, or a sentence and what fills it") from None


def _messages(value: Any) -> list[StoredMessage] | dict[str, StoredMessage]:
    if type(value) is dict:
        return {checked_text(key): _message(one) for key, one in value.items()}
    if type(value) is not list:
        raise ValueMisfit("must be a list of sentences")
    return [_message(one) for one in value]


def _record(value: Any) -> Any:
    value = _json(value)
    try:
        return read_messages(value)
    except ValueError:
        raise ValueMisfit("must hold sentences with what fills them") from None


Form = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a value is written, and how it is read."""


def _as_it_is(value: Any) -> Any:
    return value


_FORMS: tuple[tuple[type[models.Field], Form], ...] = (
    (models.DateTimeField, (format_instant, _instant)),
    (models.DateField, (date.isoformat, _day)),
    (models.DecimalField, (_write_decimal, _decimal)),
    (MessagesField, (lambda rows: in_order(messages_as_data(rows)), _messages)),
    (MessageField, (lambda value: in_order(value.as_data()), _message)),
    (RecordField, (lambda value: in_order(messages_as_data(value)), _record)),
    (models.JSONField, (in_order, _json)),
    (models.BooleanField, (_as_it_is, _flag)),
    (models.IntegerField, (_as_it_is, _number)),
    (models.CharField, (_as_it_is, _text)),
    (models.TextField, (_as_it_is, _text)),
)


# -- what the JSON columns hold


def _list_of(kind: type, known: tuple[str, ...] = ()) -> Callable[[Any], bool]:
    return lambda value: (
        type(value) is list and all(type(item) is kind and (not known or item in known) for item in value)
    )


def _object_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is dict and all(isinstance(item, kind) for item in value.values())


SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "awaited": (_list_of(int), "must be a list of whole numbers"),
    "choices": (_list_of(str), "must be a list of strings"),
    "done": (_list_of(int), "must be a list of whole numbers"),
    "faces": (_list_of(str), "must be a list of strings"),
    "before": (lambda value: value is None or type(value) is list, "must be a list"),
    "after": (lambda value: value is None or type(value) is list, "must be a list"),
    "old": (lambda value: True, ""),
    "new": (lambda value: True, ""),
    "amends": (_list_of(str, AMENDS), f"must be a list of any of {', '.join(AMENDS)}"),
    "icons": (_list_of(str), "must be a list of strings"),
    "admin_notes": (_list_of(StoredMessage), "must be a list of sentences"),
    "ignored": (_object_of(StoredMessage), "must be an object of sentences"),
    "special_cases": (_object_of(bool), "must be an object of true and false"),
}
# Those that are not named above are objects, or lists of objects, as their usual values say.
OTHER_SHAPES: Mapping[type, tuple[Callable[[Any], bool], str]] = {
    dict: (_object_of(object), "must be an object"),
    list: (_list_of(dict), "must be a list of objects"),
}


# -- columns and tables

# Instants that may lie ahead of the present.
AHEAD = {"opens_at", "closes_at", "due_at", "falls_at"}
Shown = Callable[[models.QuerySet[Any], datetime], list[Any]]


class FileColumn:
    """A column of a table: how its values stand in a file, and which value is the usual one."""

    def __init__(self, source: models.Field) -> None:
        self.source, self.name = source, source.name
        self.target: type[models.Model] | None = source.related_model if source.is_relation else None
        self.write_value, self.read_value = next(
            (form for kind, form in _FORMS if isinstance(source, kind)), (_as_it_is, _as_it_is)
        )
        self.choices = {value for value, _ in source.flatchoices}

    @cached_property
    def usual(self) -> Any:
        """The value that a row need not name, as it stands in a file; MISSING where there is none."""
        if self.source.has_default():
            default = self.source.default
            if isinstance(self.source, MessageField):
                return ""
            if default in (list, dict):
                return default()
            if isinstance(default, str):
                return str(default)  # of a choice, its value
            return MISSING if callable(default) else self.write_value(default)
        if self.source.null:
            return None
        if self.source.blank and isinstance(self.source, models.CharField | models.TextField):
            return ""
        return MISSING

    def write(self, row: models.Model, names: Mapping[int, str]) -> Any:
        """The value in `row` as it stands in a file; `names` are those of the people by key."""
        value = self.source.value_from_object(row)
        if value is None:
            return None
        if self.target is Player:
            return names[value]
        return self.write_value(value)

    def read(self, value: Any, known: FileReferences) -> Any:
        """The value for the row. Raises ValueMisfit."""
        if value is None:
            if not self.source.null:
                raise ValueMisfit("must not be null")
            return None
        if self.target is Player:
            if type(value) is not str or value not in known.people:
                shown = printable(value) if type(value) is str else "this"
                raise ValueMisfit(f"{shown} is nobody of those in history.players")
            return known.people[value]
        if self.target is not None:
            if read_key(value) not in known.keys[self.target]:
                raise ValueMisfit(f"there is no {self.target._meta.verbose_name} {value} in history")
            return value
        return self._checked(self.read_value(value), known)

    def _checked(self, value: Any, known: FileReferences) -> Any:
        if self.choices and value not in self.choices:
            raise ValueMisfit(
                f"{printable(value)} is not one of {', '.join(map(printable, sorted(self.choices)))}"
            )
        if isinstance(value, datetime) and value > known.now and self.name not in AHEAD:
            raise ValueMisfit("lies in the future")
        if isinstance(self.source, models.JSONField) and not isinstance(self.source, MessageField):
            holds, sentence = SHAPES.get(self.name) or OTHER_SHAPES[type(self.usual)]
            if not holds(value):
                raise ValueMisfit(sentence)
        try:
            self.source.run_validators(value)
        except ValidationError as error:
            raise ValueMisfit(" ".join(error.messages)) from None
        return value

    @property
    def attribute(self) -> str:
        """The name of the row's attribute."""
        return self.source.attname


@dataclass(frozen=True)
class FileTable:
    """A table as `history` has it under `name`. Its rows have an `id` when something refers to them by key; of a
    `numbered` one the rows of an older file may have none, and are then known by their place, from 1. `shown` gives
    the rows that everybody may see at an instant, without what nobody may yet."""

    name: str
    model: type[models.Model]
    keyed: bool = False
    left_out: frozenset[str] = frozenset()
    order: tuple[str, ...] = ("pk",)
    single: bool = False
    numbered: bool = False
    shown: Shown | None = None
    columns: tuple[FileColumn, ...] = field(init=False)

    def __post_init__(self) -> None:
        columns = [
            FileColumn(source)
            for source in self.model._meta.concrete_fields
            if not source.primary_key and source.name not in self.left_out
        ]
        object.__setattr__(self, "columns", tuple(columns))

    def parts(self) -> Iterator[range]:
        """All keys by which the table is ordered first, so many at a time."""
        first = self.order[0]
        ends = self.model.objects.aggregate(least=models.Min(first), most=models.Max(first))
        if ends["most"] is not None:
            for start in range(ends["least"], ends["most"] + 1, AT_A_TIME):
                yield range(start, start + AT_A_TIME)

    def rows(self, at: datetime, keys: range | None = None) -> list[models.Model]:
        """The rows that an export at `at` (UTC) holds, in order; those with `keys`, where these are given. None of them
        may be saved."""
        listed = self.model.objects.order_by(*self.order).defer(*self.left_out)
        if keys is not None:
            first = self.order[0]
            listed = listed.filter(**{f"{first}__gte": keys.start, f"{first}__lt": keys.stop})
        return list(listed) if self.shown is None else self.shown(listed, at)

    def written(self, row: models.Model, names: Mapping[int, str]) -> dict[str, Any]:
        """All columns of the row as they stand in a file; `names` are those of the people by key."""
        return {column.name: column.write(row, names) for column in self.columns}


# Left out of accounts: what is private or the host's business, and what the roster's events say.
_PRIVATE = {"password", "last_login", "email", "is_superuser", "is_staff"}
_SAID_BY_EVENTS = {"standing", "standing_since", "is_admin"}

TABLES = (
    FileTable("game", Game, single=True, left_out=frozenset({"law_differs"})),
    FileTable("players", Player, keyed=True, left_out=frozenset({"name_key", *_PRIVATE, *_SAID_BY_EVENTS})),
    FileTable("roster_events", RosterEvent),
    FileTable("dynasties", Dynasty, keyed=True, numbered=True),
    FileTable("reigns", Reign),
    FileTable("ascensions", Ascension),
    FileTable("bars", Bar),
    FileTable("admin_acts", AdminAct),
    FileTable("law_versions", LawVersion, keyed=True),
    FileTable("revisions", Revision, keyed=True),
    FileTable("rules", Rule, keyed=True),
    FileTable("rule_versions", RuleVersion, left_out=frozenset({"html"})),
    FileTable("confirmations", Confirmation),
    FileTable("tables", gamestate.Table, keyed=True),
    FileTable("rows", gamestate.Row, keyed=True),
    FileTable("variables", gamestate.Variable, keyed=True),
    FileTable("pages", gamestate.Page, keyed=True, left_out=frozenset({"html", "last"})),
    FileTable("updates", gamestate.Update, keyed=True, left_out=frozenset({"html"}), shown=private.updates),
    FileTable("entries", gamestate.Entry, keyed=True, shown=private.entries),
    FileTable("undoings", gamestate.Undoing, shown=private.undoings),
    FileTable("disputes", gamestate.Dispute),
    FileTable("limited_actions", gamestate.LimitedAction, keyed=True),
    FileTable("takings", gamestate.Taking),
    FileTable("occurrences", gamestate.Occurrence),
    FileTable("seeds", gamestate.Seed, shown=private.seeds),
    FileTable("rolls", gamestate.Roll),
    FileTable("deck_seeds", gamestate.DeckSeed, keyed=True, shown=private.deck_seeds),
    FileTable("shuffles", gamestate.Shuffle, shown=private.shuffles),
    FileTable("secrets", gamestate.Secret, keyed=True),
    FileTable("secret_versions", gamestate.SecretVersion, shown=private.secret_versions),
    FileTable("handovers", gamestate.Handover),
    FileTable("sealings", gamestate.Sealing, keyed=True, left_out=frozenset({"html"})),
    FileTable("sealed_orders", gamestate.SealedOrder, shown=private.sealed_orders),
    FileTable(
        "posts",
        Post,
        keyed=True,
        left_out=frozenset({"body_html", "commentary_html"}),
        shown=private.posts,
    ),
    FileTable("post_versions", PostVersion, order=("post_id", "number"), shown=private.post_versions),
    FileTable(
        "comments",
        Comment,
        keyed=True,
        left_out=frozenset({"html"}),
        order=("post_id", "at", "pk"),
        shown=private.comments,
    ),
    FileTable("resolutions", Resolution, keyed=True, shown=private.resolutions),
    FileTable("ballots", Ballot),
    FileTable("tenures", Tenure),
    FileTable("mentoring_requests", MentoringRequest),
    FileTable("mentorships", Mentorship),
    FileTable("official_types", OfficialType, keyed=True),
    FileTable("official_type_versions", OfficialTypeVersion),
    FileTable("official_posts", OfficialPost, keyed=True),
    FileTable("official_responses", OfficialResponse, keyed=True),
    FileTable("official_acts", OfficialAct),
)
BY_NAME = {table.name: table for table in TABLES}

# Tables that no export holds, each with the reason.
BETWEEN_PARTIES = "what passes between people in private is for them alone"
NEVER = {
    TableImport: "how far an import has come is for this site's database alone",
    gamestate.Cell: "how values stand is what their last entries say",
    gamestate.Showing: "whom the emperor shows what is hidden is between them, and hidden values are not exported",
    gamestate.Witness: "who saw what not everybody sees is theirs, and what they saw is not exported",
    gamestate.Awaited: "of which actions somebody wants to be told is their own business, as how they hear of things",
    Draft: "what somebody has not published is nobody else's business",
    Message: BETWEEN_PARTIES,
    Party: BETWEEN_PARTIES,
    Thread: BETWEEN_PARTIES,
    Block: BETWEEN_PARTIES,
    Order: BETWEEN_PARTIES,
    MentorOffer: "whom the emperor asked, and who declined, is between them",
    Helper: "it is nothing without the orders that helpers see, and the roster's history names them",
    Turn: "it is nothing without its orders, which are for the emperor alone",
    Notice: "what one person was told is for them, and was told already",
    NoticeSettings: "how somebody wants to hear of things is their business, as their address is",
    Device: "whoever knows the address of a device can write to it",
    Introduction: "what somebody says of themselves is theirs, and goes with their account",
    Webhook: "whoever knows the address of a channel can write in it",
    WebhookCall: "it was sent already, to the channels of another site",
    Visit: "when somebody was here and what they have read is their own business",
    Token: "whoever has it acts for its owner, on this site alone",
    Session: "who is signed in, where and when, is for them alone, and ends with it",
    Sending: "what somebody was answered is for them, and is forgotten after a day",
    SharedControl: "what admins hold of people and did not publish stays with the admins",
}
