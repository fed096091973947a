"""What the site had written down in English before it kept messages, and how it is read back: for the migrations that
make messages of it. Frozen: what is written since is no business of these lists.

A text that none of the sentences fits is somebody's own words, and stays a text.
"""

from django.utils.translation import gettext_noop
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 1_000
ACTS = (
    "admitted {name} to the game",
    "idled {name}: {why}",
    "brought {name} back from idle: {why}",
    "took {name} off the roster: {why}",
    "took {name} off the roster",
    "took back that {name} joined the game",
    "took back that {name} left the game",
    "took back that {name} went idle",
    "took back that {name} came back from idle",
    "took back that {name} became an admin",
    "took back that {name} stopped being an admin",
    "resigned as an admin",
    "renamed {old} to {new}",
    "made {name} an admin",
    "was made an admin by the host of the site",
    "was brought back from idle by the host of the site",
    "took the office of admin from {name}",
    "made {name} the emperor",
    "left the dynasty without an emperor",
    "barred {name} from joining until {instant}",
    "barred {name} from joining for good",
    "let {name} join again",
    "ended {dynasty}: {next} begins",
    "entered {name} in the list of the tenured",
    "took {name} off the list of the tenured",
    "recorded that {name} and {other} are one person's",
    "recorded that {name} and {other} are not one person's after all",
    "set up the webhook “{name}” to {host}",
    "changed the webhook “{name}” to {host}",
    "turned off the webhook “{name}” to {host}",
    "removed the webhook “{name}” to {host}",
    "gave another signing secret to the webhook “{name}” to {host}",
    "enacted “{title}” ({tally})",
    "failed “{title}” ({tally})",
    "illegal “{title}” ({tally})",
    "enacted “{title}”",
    "failed “{title}”",
    "illegal “{title}”",
    "corrected “{title}” from {before} to {after}",
    "marked “{title}” as illegal",
    "took the mark “illegal” off “{title}”",
    "made “{title}” by {name}, a new player, a proposal",
    "corrected an amendment of “{title}”",
    "said that nothing is left to do for “{title}”",
    "took back that nothing is left to do for “{title}”",
    "defined {types}",
    "redefined {types}",
    "retired {types}",
    "brought {types} back",
    "declared the action {name}",
    "retired the action {name}",
    "withdrew {name}'s taking of {action}",
    "counted a comment by {name} as a response to “{title}”",
    "counted a comment by {name} as no response to “{title}”",
)
REASONS = (
    "asked to join",
    "asked to be idled",
    "asked to be unidled",
    "asked to leave",
    "resigned",
    "done by mistake",
    "founded the game",
    "an admin may idle themselves",
    "an admin may bring themselves back",
    "no sign of life since {instant}",
    "{name} passed the mantle",
    "“{title}” was corrected",
    "“{title}” was enacted",
    "“{title}” was enacted.",
    "The founding of the game.",
    gettext_noop("Ascension Address: {title}"),
    "{comment} (by {name}, on the wiki)",
    "Edited by {name}, on the wiki.",
    "from a table of proposals",
    "From a table of proposals",
    "from a table of proposals: taken to be the law from then on",
    "made up: the table does not say who reigned",
    "imported from a game file",
    "So the table has it; these votes would not have allowed it then.",
    "As the table has it.",
    "It was valid before this matter changed what may be there, and it stays.",
)
CONSEQUENCES = (
    "{old} is renamed to {new}",
    "{name} becomes an admin",
    "{name} stops being an admin",
    "{name} is taken off the roster: {why}",
    gettext_noop("{name} is barred from joining until {instant}: {why}"),
    gettext_noop("{name} is barred from joining for good: {why}"),
    gettext_noop("{name} is taken off the roster and barred from joining until {instant}: {why}"),
    gettext_noop("{name} is taken off the roster and barred from joining for good: {why}"),
    "{name} may join again",
    "{name} becomes the emperor",
    "The dynasty is left without an emperor",
    "The mantle passes to {name}",
    "{name} has been renamed again since.",
    "Somebody else is called {name} by now.",
    "{old} is called {new} again",
    "{name} is no admin any more.",
    "{name} is no admin any more",
    "{name} stays an admin, being the last who can act.",
    "{name} is an admin again already.",
    "{name} is not a player.",
    "{name} is an admin again",
    "{name} has joined again already.",
    "{name} stays off the roster until they ask to join and an admin admits them.",
    "{name} is not barred by it any more.",
    "{name} may join again, but stays off the roster until then",
    "{name} has been barred again since.",
    "{name} has joined since, and stays.",
    "The bar on {name} would have ended by now.",
    "{name} is barred from joining again",
    "Somebody else has become emperor since.",
    "{name} is emperor again",
    "There is no emperor again",
    "{dynasty} goes on.",
    "The dynasty that began from it goes on.",
    "The law has been changed again since in the same words; change it by another matter.",
    "{types} have been retired since, and stay so.",
    "{types} have been defined otherwise since, and stay.",
    "{types} are retired again",
    "{types} are in use again already.",
    "{types} stay retired. {why}",
    "{types} are in use again",
    "{types} are defined as before already.",
    "{types} stay as they are defined now. {why}",
    "{types} are defined as before",
    "{types} are defined",
    "{types} are defined otherwise",
    "{types} are retired",
    "its condition is not met",
    "the new rule that it builds on is left out",
    "left out",
    "corrected",
    "declare victory",
    "post {thing}",
    gettext_noop("{thing} of {name} has changed since, and stays as it is."),
    "{thing} has changed since, and stays as it is.",
)
NOTES = (
    "rounded towards zero from {number}",
    "set to {number}: {name} cannot be above {limit}",
    "set to {number}: {name} cannot be below {limit}",
    "set to 0: the law sets a number that would fall below zero to zero",
    "shown to everybody",
    "set to the default on their return",
    "set to the default: they went idle in an earlier dynasty",
    "set to the default: {why}",
    "no longer valid: {why}",
    "no default: {why}",
    "as at the matter’s submission, {instant}",
    "blanked: there was no such page at the matter’s submission, {instant}",
)
# What kinds of changes are called, in small letters.
NAMES = frozenset({
    "a step to carry out by hand",
    "add a row",
    "add a rule",
    "bar somebody from joining",
    "change a table",
    "change the emperor, or pass the mantle",
    "change the law",
    "change the roster",
    "change the types of official posts",
    "change what is tracked",
    "define a type of official posts",
    "define a type of official posts otherwise",
    "edit",
    "end the dynasty and begin a metadynasty",
    "lift a bar from joining",
    "make a table",
    "make somebody an admin",
    "move",
    "remove a page",
    "remove a row",
    "remove a table",
    "rename",
    "rename a player",
    "rename or move a row",
    "repeal",
    "replace words",
    "retire a type of official posts",
    "return a page to how it stood at submission",
    "return the rules to a revision",
    "set or shift values",
    "set values back to the default",
    "show hidden values to everybody",
    "stop tracking",
    "switch a special case",
    "take somebody off the roster",
    "take the office of admin from somebody",
    "track something new",
    "uphold a disputed update",
    "write a page",
})
OUTCOMES = (
    "Marked as illegal by {name}: {why}",
    "Mark “illegal” taken off by {name}: {why}",
    "Enacted {tally} by {name}, {why}.",
    "Failed {tally} by {name}, {why}.",
    "Marked as illegal {tally} by {name}, {why}.",
    "Enacted {tally} by {name}.",
    "Failed {tally} by {name}.",
    "Marked as illegal {tally} by {name}.",
    "Enacted by {name}.",
    "Failed by {name}.",
    "Marked as illegal by {name}.",
    "Decided for {names} ({tally}) by {name}.",
    "{outcome} Against the program's verdict: {why}",
    "{before} corrected to {after} by {name}: {why}",
    "not a legal matter",
    "had the most votes",
    "reached quorum",
    gettext_noop("timed out in its favour"),  # which is written no more, as others that are marked
    "against its votes",
    "because “{title}” was enacted",
    "because {label}",
    "vetoed",
    "withdrawn",
    "self-killed",
    "Imported from a game file, which does not hold the text of a matter.",
)

_STATUSES = ("pending", "enacted", "failed", "illegal")
_INSTANT = "%d %B %Y, %H:%M UTC"
_MONTHS = ("January February March April May June July August September October November December").split()

Data = str | dict[str, Any]


def as_message(text: str) -> Data:
    """The data of the message that the text was written from; of people's own words, the text."""
    for words, pattern in _patterns():
        if found := pattern.fullmatch(text):
            return {
                "says": words,
                "with": {place: _FILLED.get(place, str)(said) for place, said in found.groupdict().items()},
            }
    return text


def as_notes(text: str) -> Data:
    """The same of several notes with "; " between."""
    data = as_message(text)
    if data != text or "; " not in text:
        return data
    notes = [as_message(one) for one in text.split("; ")]
    if all(isinstance(one, str) for one in notes):
        return text
    return {"says": "{notes}", "with": {"notes": notes}}


def in_english(data: Any) -> str:
    """The text that a message is written as in English."""
    if isinstance(data, list):
        return "; ".join(map(in_english, data))
    if not isinstance(data, dict):
        return str(data)
    if "at" in data:
        at = datetime.fromisoformat(data["at"]).astimezone(UTC)
        return f"{at.day} {_MONTHS[at.month - 1]} {at:%Y, %H:%M} UTC"
    if "law" in data:
        return str(data["law"])
    if not data["with"]:
        return str(data["says"])
    return str(data["says"]).format(**{place: in_english(value) for place, value in data["with"].items()})


def places_of(words: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", words)


def become_messages(
    app: str, model: str, read: Callable[[str], Data] = as_message, **before: models.Field
) -> list[migrations.operations.base.Operation]:
    """The operations by which fields of texts, each given as it was, become fields of messages; and back."""
    columns = tuple(before)
    return [
        *(
            migrations.AlterField(model_name=model, name=name, field=models.TextField(blank=field.blank))
            for name, field in before.items()
            if not isinstance(field, models.TextField)
        ),
        migrations.RunPython(
            partial(
                _rewrite, app=app, model=model, columns=columns, write=lambda text: json.dumps(read(text))
            ),
            partial(
                _rewrite,
                app=app,
                model=model,
                columns=columns,
                write=lambda text: in_english(json.loads(text)),
                most={name: field.max_length for name, field in before.items()},
            ),
        ),
        *(
            migrations.AlterField(
                model_name=model,
                name=name,
                field=models.JSONField(blank=True, default=str) if field.blank else models.JSONField(),
            )
            for name, field in before.items()
        ),
    ]


def _rewrite(
    apps: Apps,
    editor: BaseDatabaseSchemaEditor,
    *,
    app: str,
    model: str,
    columns: tuple[str, ...],
    write: Callable[[str], str],
    most: Mapping[str, int | None] = {},
) -> None:
    rows = apps.get_model(app, model)._default_manager.using(editor.connection.alias).order_by("pk")
    quote = editor.connection.ops.quote_name
    table = rows.model._meta
    wanted = ", ".join(f"{quote(table.get_field(name).column)} = %s" for name in columns)
    statement = f"UPDATE {quote(table.db_table)} SET {wanted} WHERE {quote(table.pk.column)} = %s"
    last = 0
    while batch := list(rows.filter(pk__gt=last).values_list("pk", *columns)[:BATCH]):
        last = batch[-1][0]
        written = ((*map(write, texts), key) for key, *texts in batch)
        if most:
            written = (_cut(row, columns, most) for row in written)
        with editor.connection.cursor() as cursor:
            cursor.executemany(statement, list(written))
    let_alter(editor)


def let_alter(editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table whose rows it has still to check; so it checks them now."""
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _cut(row: tuple[Any, ...], columns: tuple[str, ...], most: Mapping[str, int | None]) -> tuple[Any, ...]:
    return (*(text[: most.get(name)] for text, name in zip(row, columns, strict=False)), row[-1])


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """What each sentence looks like, those first that say most."""
    listed = {*ACTS, *REASONS, *CONSEQUENCES, *NOTES, *OUTCOMES}
    saying_most = sorted(listed, key=lambda words: (-len(re.sub(r"\{\w+\}", "", words)), words))
    return [(words, re.compile(_pattern(words), re.DOTALL)) for words in saying_most]


def _pattern(words: str) -> str:
    """What the words look like with anything in their places; several notes stand with "; " between them, and no tally
    has a colon, as what was said by somebody has."""
    anything = "[^;]+" if words in NOTES else ".+"
    escaped = re.escape(words).replace(r"\{tally\}", "(?P<tally>[^:]+)")
    return re.sub(r"\\\{(\w+)\\\}", rf"(?P<\1>{anything})", escaped)


def _instant(said: str) -> Data:
    try:
        return {"at": datetime.strptime(said, _INSTANT).replace(tzinfo=UTC).isoformat()}
    except ValueError:
        return said


def _status(said: str) -> Data:
    return {"says": said.lower(), "with": {}} if said.lower() in _STATUSES else said


_FILLED: Mapping[str, Callable[[str], Data]] = {
    "why": as_message,
    "outcome": as_message,
    "label": lambda said: {"law": said},
    "instant": _instant,
    "before": _status,
    "after": _status,
}
