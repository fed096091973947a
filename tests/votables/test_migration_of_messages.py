"""What the site had kept as English in comments, tallies and official posts becomes messages, and text again."""

import importlib

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.search.indexes import WordsSought, find
from blognomic.search.question import read_question
from players.migrations._english_of_before import in_english
from tests.votables import rich_game
from votables.models import Comment, Post, Resolution
from votables.post_types.models import OfficialAct, OfficialResponse
from votables.queries.search import POST_WORDS

reasons = importlib.import_module("votables.migrations.0019_why_icons_do_not_count")
tallies = importlib.import_module("votables.migrations.0020_tallies_as_messages")
officials = importlib.import_module("votables.migrations.0021_words_of_official_posts_as_messages")
COLUMNS = (
    (Comment, "ignored"), (Comment, "html"), (Post, "tally"), (Resolution, "tally"), (OfficialResponse, "reason"),
    (OfficialAct, "words"),
)  # fmt: skip
TODAY = {
    "This law has no such icon.": "The law does not have this icon.",
    "Your vote made it vetoed, and may not be changed any more.": (
        "Your vote made it vetoed. You can no longer change it."
    ),
    "each player responds once": "each player can respond once",
}


@pytest.mark.parametrize(
    ("read", "text", "german"),
    [
        (reasons.read, "This law has no such icon.", "Das Gesetz kennt dieses Zeichen nicht."),
        (reasons.read, "Only the emperor may use VETO.", "Nur der Kaiser darf VETO benutzen."),
        (
            reasons.read,
            "Your vote made it vetoed, and may not be changed any more.",
            "Durch deine Stimme gilt die Vorlage als „mit Veto belegt“. Du kannst sie nicht mehr ändern.",
        ),
        (reasons.read, "Because", "Because"),
        (tallies.read, "3–2 with 1 abstaining", "3–2 bei 1 Enthaltungen"),
        (tallies.read, "3–2", "3–2"),
        (tallies.read, "Bobby 4, Carol with 2 abstaining 1", "Bobby 4, Carol with 2 abstaining 1"),
        (officials.read, "each player responds once", "jeder Spieler kann einmal antworten"),
        (
            officials.read,
            "a response is a comment of exactly these words: “I “try” it”",
            "eine Antwort ist ein Kommentar aus genau diesen Wörtern: „I “try” it“",
        ),
        (officials.read, "2 of 4 steps, Update 7", "2 von 4 Schritten, Eintrag 7"),
        (officials.read, "2 of 4 steps", "2 von 4 Schritten"),
        (officials.read, "Clear enough.", "Clear enough."),
    ],
)
def test_each_sentence_is_read_back_and_told_in_words_of_today_and_in_german(read, text, german):
    data = read(text)
    message = StoredMessage.from_data(data)
    assert (in_english(data), message.in_english) == (text, TODAY.get(text, text))
    with translation.override("de"):
        assert str(message) == german


@pytest.mark.sweep
@pytest.mark.django_db(transaction=True)
def test_all_columns_go_there_and_back_and_there_again():
    rich_game.play()
    Post.objects.filter(pk=Post.objects.order_by("pk").values("pk")[:1]).update(
        tally=StoredMessage("{score} with {number} abstaining", score="3–2", number=1)
    )
    before = {(model, name): _told(model, name) for model, name in COLUMNS}
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    past = [("votables", "0018_what_was_pending_then")]
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(past)
        old = executor.loader.project_state(past).apps
        for model, name in COLUMNS:
            stored = old.get_model(model._meta.label).objects.order_by("pk").values_list(name, flat=True)
            assert list(stored) == _plain(before[model, name]), name
        Comments = old.get_model("votables.Comment")
        comment = Comments.objects.exclude(ignored={}).order_by("pk").first()
        shown = comment.html.replace('"icon-ignored">', '"icon-ignored" title="Only &quot;she&quot; may.">')
        assert shown != comment.html
        Comments.objects.filter(pk=comment.pk).update(html=shown)
    finally:
        MigrationExecutor(connection).migrate(latest)
    for model, name in COLUMNS:
        assert _plain(_told(model, name)) == _plain(before[model, name]), name
    question = read_question("enacted")
    [stored] = find(WordsSought(POST_WORDS, Post.objects.all(), question, written="posted_at"))
    assert stored


def _told(model, name):
    return list(model.objects.order_by("pk").values_list(name, flat=True))


def _plain(values):
    """The same with the English of each message."""
    return [
        {key: one.in_english for key, one in value.items()} if isinstance(value, dict) else str(value)
        for value in values
    ]
