"""What was written down as English text becomes messages, and text again on the way back: every sentence."""

import importlib
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation

from blognomic.i18n.former_words import FORMER
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.search.indexes import WordsSought, find
from blognomic.search.question import read_question
from gamestate.models import Dispute, Entry, Update
from players.models import AdminAct, Bar, Notice, Reign, RosterEvent
from ruleset.models import LawVersion, Revision
from tests.votables.table import person
from votables.models import Post, Resolution
from votables.queries.search import POST_WORDS

before = importlib.import_module("players.migrations._english_of_before")
problems = importlib.import_module("players.migrations.0019_problems_as_messages")
outcomes = importlib.import_module("votables.migrations.0016_outcomes_as_messages")
SENTENCES = [*before.ACTS, *before.REASONS, *before.CONSEQUENCES, *before.NOTES, *before.OUTCOMES]
AT = datetime(2026, 3, 2, tzinfo=UTC)
WORDS = [
    "It repeats what Lost Property does already.",
    "{name} and {0.__class__}",
    "\u05e0\u05e2\u05d4 \u202e",
    "Cats; dogs",
    "",
]
NOTES = "rounded towards zero from 2.5; set to 2: Coach cannot be above 2"
FIELDS = {
    "Enacted 6–2 by Wickett, timed out in its favour.": (
        "Angenommen 6–2 von Wickett, mit der Zeit zu ihren Gunsten."
    ),
    "Failed 1–3 by Bobby, because it has been pending for more than 7 days.\n\nFailed corrected to pending by "
    "Hollis: A slip.": (
        "Abgelehnt 1–3 von Bobby, denn sie ist länger als 7 Tage offen.\n\nHollis hat den Stand von "
        "abgelehnt auf offen berichtigt: A slip."
    ),
    "Failed 3–1 by Wickett. Against the program's verdict: It repeats another.": (
        "Abgelehnt 3–1 von Wickett. Gegen das Urteil des Programms: It repeats another."
    ),
    "Marked as illegal by Bobby: It was posted by Alice, too late.\n\n"
    "Mark “illegal” taken off by Bobby: It was not.": (
        "Bobby hat sie als regelwidrig gekennzeichnet: It was posted by Alice, too late.\n\nBobby hat das Kennzeichen "
        "„regelwidrig“ entfernt: It was not."
    ),
    "Decided for Cats and Dogs (4–4) by Bobby.": "Für Cats and Dogs entschieden (4–4) von Bobby.",
    "I was here.\n\nEnacted by Bobby.": "I was here.\n\nAngenommen von Bobby.",
}
# What a field says in the words of today, where these are others.
TODAY = {
    "Failed 3–1 by Wickett. Against the program's verdict: It repeats another.": (
        "Failed 3–1 by Wickett. Against the program’s verdict: It repeats another."
    ),
    "Failed 1–3 by Bobby, because it has been pending for more than 7 days.\n\nFailed corrected to pending by "
    "Hollis: A slip.": (
        "Failed 1–3 by Bobby, because it has been pending for more than 7 days.\n\nHollis corrected the status from "
        "failed to pending: A slip."
    ),
    "Marked as illegal by Bobby: It was posted by Alice, too late.\n\n"
    "Mark “illegal” taken off by Bobby: It was not.": (
        "Bobby marked it as illegal: It was posted by Alice, too late.\n\nBobby removed the mark “illegal”: It was not."
    ),
}
FILLED = {"instant": "3 March 2026, 01:09 UTC", "before": "failed", "after": "pending"}


def written(words: str) -> str:
    """A sentence as it was written, with something in its places."""
    return words.format(**{place: FILLED.get(place, place.title()) for place in before.places_of(words)})


def told_today(text: str) -> object:
    """What a text of before is kept as, in the words that are read today."""
    return StoredMessage.from_data(before.as_message(text)).as_data()


@pytest.mark.parametrize("words", SENTENCES)
def test_each_sentence_is_read_back_and_written_the_same(words):
    text = written(words)
    data = before.as_message(text)
    assert (data["says"], before.in_english(data)) == (words, text)
    message = StoredMessage.from_data(data)
    assert message == written(FORMER.get(words, words))
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


@pytest.mark.parametrize("text", FIELDS)
def test_field_of_the_admins_is_read_and_told_paragraph_by_paragraph(text):
    notes = [StoredMessage.from_data(one) for one in outcomes.as_notes(text)]
    post = Post(admin_field=text, admin_notes=notes)
    assert post.noted() == {"admin_field": TODAY.get(text, text), "admin_notes": notes}
    with translation.override("de"):
        assert post.told_by_admins == FIELDS[text]


def test_several_notes_are_told_one_by_one():
    message = StoredMessage.from_data(before.as_notes(NOTES))
    assert message == NOTES
    with translation.override("de"):
        assert str(message) == ("von 2.5 gegen null gerundet; auf 2 gesetzt: Coach kann nicht über 2 sein")


@pytest.mark.parametrize("words", WORDS)
def test_what_fits_no_sentence_is_somebodys_own_words(words):
    assert (before.as_message(words), before.as_notes(words)) == (words, words)


@pytest.mark.parametrize("words", problems.PROBLEMS)
def test_what_went_wrong_is_known_again(words):
    text = words.format(error="OSError", status="410")
    data = problems.as_problem(text)
    assert isinstance(data, dict) and data["says"] == words
    today = FORMER.get(words, words).format(error="OSError", status="410")
    assert (before.in_english(data), StoredMessage.from_data(data)) == (text, today)


def test_what_went_wrong_otherwise_stays_a_text():
    assert problems.as_problem("The cat ate it.") == "The cat ate it."


@pytest.mark.sweep
@pytest.mark.django_db(transaction=True)
def test_all_columns_go_there_and_back_and_there_again():
    alice = person("Alice")
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
    message = StoredMessage("{name} has written to you in private", name="Carol")
    update = Update.objects.create(at=AT)
    Entry.objects.bulk_create(
        Entry(update=update, at=AT, about="value", note=t[:300], refused=t[:300]) for t in [*texts, NOTES]
    )
    Dispute.objects.bulk_create(Dispute(update=update, at=AT, by=alice, why=t) for t in texts)
    posts = Post.objects.bulk_create(
        Post(author=alice, posted_at=AT, title="Cats", body="Purring.", admin_field=t)
        for t in [*FIELDS, *texts]
    )
    law = LawVersion.objects.first()
    Resolution.objects.bulk_create(
        Resolution(post=posts[0], at=AT, by=alice, law=law, reason=t) for t in texts
    )
    consequences = [
        *({"kept": t, "of": 1} for t in texts),
        *({"change": 0, "name": name} for name in sorted(before.NAMES)),
        {"waits": 1, "name": "Alice", "what": "declare victory", "until": FILLED["instant"]},
        {
            "change": 1,
            "name": "edit",
            "condition": {"met": True, "said": "if", "found": "so"},
            "skipped": "left out",
        },
    ]
    Resolution.objects.create(post=posts[0], at=AT, by=alice, law=law, reason="y", consequences=consequences)
    Notice.objects.create(to=alice, kind="comment", key="a", at=AT, sentence=message, link="/")
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
        (Dispute, "why"),
        (Resolution, "reason"),
    ]
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    past = [
        ("players", "0016_what_was_sent_with_a_key"),
        ("ruleset", "0006_parts_of_sections"),
        ("gamestate", "0013_no_longer_whether_hidden"),
        ("votables", "0015_reigns_that_were_won"),
    ]
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(past)
        apps = executor.loader.project_state(past).apps
        for model, name in columns:
            old = apps.get_model(model._meta.label)
            assert list(old.objects.order_by("pk").values_list(name, flat=True))[: len(texts)] == texts, name
        old = apps.get_model("votables.Resolution").objects.order_by("pk").last()
        assert old.consequences == consequences
        facts = apps.get_model("players.Notice").objects.order_by("pk").values_list("sentence", "facts")
        assert list(facts) == [("Carol has written to you in private", message.as_data()), ("Once", {})]
    finally:
        MigrationExecutor(connection).migrate(latest)
    for model, name in columns:
        messages = list(model.objects.order_by("pk").values_list(name, flat=True))
        data = [one.as_data() for one in messages]
        assert data[: len(texts)] == list(map(told_today, texts)), (model, name)
    made = Resolution.objects.order_by("pk").last().consequences
    today = {written(words): written(FORMER.get(words, words)) for words in SENTENCES}
    today |= {name: FORMER.get(name, name) for name in before.NAMES}
    assert made == [
        {name: today.get(what, what) if name in ("kept", "name") else what for name, what in one.items()}
        for one in consequences
    ]
    with translation.override("de"):
        assert str(made[-2]["until"]) == "3. März 2026, 01:09 UTC"
    assert all(isinstance(one["name"], StoredMessage) for one in made if "change" in one)
    notes = list(Entry.objects.order_by("pk").values_list("note", "refused"))
    notes_today = [StoredMessage.from_data(before.as_notes(text[:300])) for text in [*texts, NOTES]]
    assert notes == [(one, one) for one in notes_today]
    for text, post in zip(FIELDS, Post.objects.order_by("pk"), strict=False):
        assert (post.admin_field, post.noted()["admin_field"]) == (text, TODAY.get(text, text))
        assert post.admin_notes is not None
    question = read_question("purring")
    [messages] = find(WordsSought(POST_WORDS, Post.objects.all(), question, written="posted_at"))
    assert len(messages) == Post.objects.count()
    assert list(Notice.objects.order_by("pk").values_list("sentence", flat=True)) == [message, "Once"]
