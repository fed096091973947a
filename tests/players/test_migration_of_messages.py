"""What was written down as English text becomes messages, and text again on the way back: every sentence."""

import importlib
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation

from blognomic.i18n.stored_messages import StoredMessage
from players.models import AdminAct, Bar, Notice, Player, Reign, RosterEvent
from ruleset.models import LawVersion, Revision

before = importlib.import_module("players.migrations._english_of_before")
SENTENCES = [*before.ACTS, *before.REASONS, *before.CONSEQUENCES, *before.NOTES, *before.OUTCOMES]
AT = datetime(2026, 3, 2, tzinfo=UTC)
WORDS = [
    "It repeats what Lost Property does already.",
    "{name} and {0.__class__}",
    "\u05e0\u05e2\u05d4 \u202e",
    "Cats; dogs",
    "",
]
FILLED = {"instant": "3 March 2026, 01:09 UTC", "before": "failed", "after": "pending"}


def written(words: str) -> str:
    """A sentence as it was written, with something in its places."""
    return words.format(**{place: FILLED.get(place, place.title()) for place in before.places_of(words)})


@pytest.mark.parametrize("words", SENTENCES)
def test_each_sentence_is_read_back_and_written_the_same(words):
    text = written(words)
    data = before.as_message(text)
    assert (data["says"], before.in_english(data)) == (words, text)
    message = StoredMessage.from_data(data)
    assert message == text
    with translation.override("de"):
        assert str(message) != text


@pytest.mark.parametrize(
    ("text", "german"),
    [
        (
            "idled Bartleby: no sign of life since 3 March 2026, 01:09 UTC",
            "hat Bartleby inaktiv gesetzt: kein Lebenszeichen seit 3. März 2026, 01:09 UTC",
        ),
        ("enacted “A “B” (C)” (6–1)", "hat „A “B” (C)“ angenommen (6–1)"),
        (
            "corrected “Parcel, from here to there” from failed to pending",
            "hat den Stand von „Parcel, from here to there“ von abgelehnt auf offen berichtigt",
        ),
        ("retired the action Walk", "hat die Aktion Walk abgeschafft"),
        ("retired Events", "hat Events abgeschafft"),
        (
            "took Bobby off the roster: asked to leave",
            "hat Bobby von der Spielerliste genommen: bat um das Ausscheiden",
        ),
        ("admitted {name} to the game", "hat {name} ins Spiel aufgenommen"),
    ],
)
def test_what_was_written_is_told_in_german(text, german):
    with translation.override("de"):
        assert str(StoredMessage.from_data(before.as_message(text))) == german


@pytest.mark.parametrize("words", WORDS)
def test_what_fits_no_sentence_is_somebodys_own_words(words):
    assert (before.as_message(words), before.as_notes(words)) == (words, words)


@pytest.mark.sweep
@pytest.mark.django_db(transaction=True)
def test_all_columns_go_there_and_back_and_there_again():
    alice = Player.objects.create_user("Alice", "alice@example.org", "a long enough password")
    texts = [*map(written, SENTENCES), *WORDS, "x" * 500]
    AdminAct.objects.bulk_create(AdminAct(by=alice, at=AT, act="x", sentence=t, reason=t) for t in texts)
    RosterEvent.objects.bulk_create(
        RosterEvent(
            player=alice, kind="joined", cause="host", at=AT, why=t, standing="active", is_admin=False
        )
        for t in texts
    )
    Reign.objects.bulk_create(Reign(player=alice, since=AT, why=t) for t in texts)
    Bar.objects.bulk_create(Bar(person=alice, since=AT, why=t, lifted_why=t) for t in texts)
    LawVersion.objects.bulk_create(LawVersion(at=AT, name="x", document="", why=t) for t in texts)
    Revision.objects.bulk_create(Revision(kind="import", at=AT, why=t) for t in texts)
    told = StoredMessage("{name} has written to you in private", name="Carol")
    Notice.objects.create(to=alice, kind="comment", key="a", at=AT, sentence=told, link="/")
    Notice.objects.create(to=alice, kind="comment", key="b", at=AT, sentence="Once", link="/")
    columns = [
        (AdminAct, "sentence"),
        (AdminAct, "reason"),
        (RosterEvent, "why"),
        (Reign, "why"),
        (Bar, "why"),
        (Bar, "lifted_why"),
        (LawVersion, "why"),
        (Revision, "why"),
    ]
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    past = [("players", "0016_what_was_sent_with_a_key"), ("ruleset", "0006_parts_of_sections")]
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(past)
        apps = executor.loader.project_state(past).apps
        for model, name in columns:
            old = apps.get_model(model._meta.label)
            assert list(old.objects.order_by("pk").values_list(name, flat=True)) == texts, (model, name)
        facts = apps.get_model("players.Notice").objects.order_by("pk").values_list("sentence", "facts")
        assert list(facts) == [("Carol has written to you in private", told.as_data()), ("Once", {})]
    finally:
        MigrationExecutor(connection).migrate(latest)
    for model, name in columns:
        found = list(model.objects.order_by("pk").values_list(name, flat=True))
        assert [one.as_data() for one in found] == list(map(before.as_message, texts)), (model, name)
    assert list(Notice.objects.order_by("pk").values_list("sentence", flat=True)) == [told, "Once"]
