"""What the site has written down in a game in which everything happens is told in German, too, and what is told as it
is in English is what people wrote."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import models

from blognomic.database.fields import MessageField, MessagesField, RecordField
from blognomic.i18n.stored_messages import StoredMessage
from tests.votables import rich_game
from votables.models import PostVersion

from .test_catalogue import LANGUAGES, compiled, told

# The modules of the game, in which everything stands that people type in it.
TYPED = ("rich_game", "rich_gamestate", "staged_typed_posts", "table")


def columns() -> list[tuple[type, str]]:
    """Every column in which messages are kept."""
    return [
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, MessageField | MessagesField | RecordField)
    ]


def within(message: object) -> Iterator[StoredMessage]:
    """A message and those that fill its places."""
    if isinstance(message, list):
        for one in message:
            yield from within(one)
    elif isinstance(message, StoredMessage):
        yield message
        for value in message.places.values():
            yield from within(value)


def _each(value: object) -> list[StoredMessage]:
    if isinstance(value, dict):
        return [message for one in value.values() for message in _each(one)]
    if isinstance(value, list):
        return [message for one in value for message in _each(one)]
    return [value] if isinstance(value, StoredMessage) else []


@pytest.fixture
def written(db) -> dict[str, list[StoredMessage]]:
    """All messages of the game, by their columns."""
    rich_game.play()
    return {
        f"{model._meta.label}.{name}": [
            one for value in model.objects.values_list(name, flat=True) for one in _each(value) if one
        ]
        for model, name in columns()
    }


def test_every_sentence_that_is_kept_is_in_every_language(written):
    sentences = {
        one.words
        for messages in written.values()
        for message in messages
        for one in within(message)
        if not one.is_of_people and re.search(r"[a-z]{2}", re.sub(r"\{\w+\}", "", one.words))
    }
    assert len(sentences) > 30
    for language in LANGUAGES:
        words = compiled(language, "django")
        assert sorted(one for one in sentences if not all(told(words, one))) == []


def test_what_is_kept_in_plain_english_is_what_people_wrote(written):
    typed = " ".join(
        " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8")))
        for path in (Path(rich_game.__file__).with_name(f"{name}.py") for name in TYPED)
    )
    titles = set(PostVersion.objects.values_list("title", flat=True))
    stored = {
        (column, message.words)
        for column, messages in written.items()
        for message in messages
        if message.is_of_people and re.search(r"[a-z]", message.words)
        if message.words not in titles and message.words not in typed
    }
    assert sorted(stored) == []


# Texts that the site writes in somebody's name, or for the search, in the language of the game: posts and comments, and
# the comments of updates that tell of a roster or an address.
IN_SOMEBODYS_NAME = {
    "gamestate.Update.comment",
    "votables.Comment.text",
    "votables.Post.admin_field",
    "votables.Post.body",
    "votables.Post.title",
    "votables.PostVersion.body",
    "votables.PostVersion.title",
}
# What is made of others, for machines, or a document.
NO_SENTENCE = ("html", "link", "email", "password", "document", "command", "hash", "url")


def test_a_sentence_of_the_site_is_kept_as_text_in_somebodys_name_alone(written):
    """Two words or more that nobody typed are a sentence of the site: it belongs into a column of messages."""
    typed = " ".join(
        " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8")))
        for path in Path(rich_game.__file__).parent.glob("*.py")
    )
    texts = [
        (f"{model._meta.label}.{field.name}", value)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if model._meta.app_label in ("players", "ruleset", "gamestate", "votables")
        if isinstance(field, models.CharField | models.TextField) and not field.choices
        if not field.name.endswith(NO_SENTENCE)
        for value in model.objects.order_by("pk").values_list(field.name, flat=True)
    ]
    assert len(texts) > 500
    kept = {
        name
        for name, value in texts
        if re.search(r"[a-z]{2}\W+[a-z]{2}", value or "", re.IGNORECASE) and value not in typed
    }
    assert sorted(kept - IN_SOMEBODYS_NAME - {"gamestate.Roll.comment"}) == []


def test_every_column_of_messages_is_written_to_in_the_game(written):
    # Nothing in it is rounded or set to a bound, and no matter in it has changes: tests/gamestate/values and
    # tests/votables/services/test_consequences.py have that. And nothing is sent in it, nor happens by itself.
    assert [column for column, messages in written.items() if not messages] == [
        "players.Notice.problem",
        "players.WebhookCall.problem",
        "gamestate.Entry.note",
        "gamestate.LimitedAction.paused_why",
        "gamestate.Occurrence.note",
        "votables.Resolution.consequences",
    ]
