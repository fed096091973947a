"""Sentences that are told later: each time in the language that is active then."""

import json
from datetime import datetime, timedelta, timezone

import pytest
from django.utils import translation

from blognomic.i18n.dynasty_words import speaking
from blognomic.i18n.stored_messages import StoredMessage

AT = datetime(2026, 3, 2, 1, 30, tzinfo=timezone(timedelta(hours=2)))
MENTION = "{name} mentioned you in “{title}”"


def kept(message: StoredMessage) -> StoredMessage:
    """The message as it comes back from where it is kept."""
    return StoredMessage.from_data(json.loads(json.dumps(message.as_data())))


@pytest.mark.parametrize(
    ("message", "english", "german"),
    [
        (StoredMessage("post"), "post", "Beitrag"),
        (StoredMessage(""), "", ""),
        (
            StoredMessage(MENTION, name="Alice", title="Cats {name} %s"),
            "Alice mentioned you in “Cats {name} %s”",
            "Alice hat dich in „Cats {name} %s“ erwähnt",
        ),
        (
            StoredMessage("{one} or {other}", one=StoredMessage("post"), other=StoredMessage("comment")),
            "post or comment",
            "Beitrag oder Kommentar",
        ),
        (
            StoredMessage(
                "{news}, as “{title}” says",
                news=[StoredMessage("{name} becomes the emperor", name="Carol"), "B"],
                title="post",
            ),
            "Carol becomes the emperor; B, as “post” says",
            "Carol wird Kaiser; B, wie „post“ es sagt",
        ),
        (
            StoredMessage(
                "Your mentee {name} can be idled for inactivity from {instant} on", name="Bobby", instant=AT
            ),
            "Your mentee Bobby can be idled for inactivity from 1 March 2026, 23:30 UTC on",
            "Dein Schützling Bobby kann ab 1. März 2026, 23:30 UTC inaktiv gesetzt werden",
        ),
        (
            StoredMessage("Words of no catalogue: {sign}", sign=7),
            "Words of no catalogue: 7",
            "Words of no catalogue: 7",
        ),
    ],
)
def test_message_is_told_in_each_language_also_after_it_was_kept(message, english, german):
    for one in (message, kept(message)):
        with translation.override("en-gb"):
            assert str(one) == english
        with translation.override("de"):
            assert str(one) == german


def test_words_of_the_dynasty_are_those_of_the_moment_and_change_no_names():
    message = StoredMessage("{name} becomes the emperor", name="emperor Joe")
    with speaking(lambda text: text.replace("emperor", "Mayor")):
        assert str(message) == "emperor Joe becomes the Mayor"
    assert str(message) == "emperor Joe becomes the emperor"


def test_english_keeps_the_plain_words_and_a_name_in_hebrew_is_kept_apart():
    message = StoredMessage("{name} becomes the emperor", name="נעה")
    with speaking(lambda text: text.replace("emperor", "Mayor")), translation.override("de"):
        assert (message.in_english, message) == ("\u2068נעה\u2069 becomes the emperor",) * 2


@pytest.mark.parametrize("words", ["post", "asked to join", "{name} and {0.__class__}", "100 %", ""])
def test_what_people_wrote_is_told_as_it_is(words):
    message = StoredMessage.written_by_people(words)
    with translation.override("de"):
        assert (str(message), message.in_english, bool(message)) == (words, words, bool(words))
    assert message.as_data() == words
    assert StoredMessage("{why}", why=message).as_data() == {"says": "{why}", "with": {"why": words}}


def test_same_message_is_equal_and_a_text_that_it_is_told_as():
    one = StoredMessage("{name} becomes the emperor", name="Alice")
    assert one == kept(one) == "Alice becomes the emperor"
    assert one != StoredMessage("{name} becomes the emperor", name="Bobby")
    assert one != StoredMessage.written_by_people("Alice becomes the emperor")
    assert hash(one) == hash("Alice becomes the emperor")


def test_title_that_goes_is_gone_from_all_places():
    message = StoredMessage("{a}", a=[StoredMessage("{b} in {c}", b="Cats", c="Cats and Dogs")])
    assert str(message.renamed("Cats", "Removed")) == "Removed in Cats and Dogs"
    words = StoredMessage.written_by_people("Cats")
    assert words.renamed("Cats", "Removed") is words


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        ["says"],
        {"says": "x"},
        {"says": 7, "with": {}},
        {"says": "x", "with": []},
        {"says": "{name.__class__}", "with": {"name": "Alice"}},
        {"says": "{name[0]}", "with": {"name": "Alice"}},
        {"says": "{name!r}", "with": {"name": "Alice"}},
        {"says": "{name:>9999}", "with": {"name": "Alice"}},
        {"says": "{name} {other}", "with": {"name": "Alice"}},
        {"says": "{name", "with": {"name": "Alice"}},
        {"says": "{0} {name}", "with": {"0": "a", "name": "Alice"}},
        {"says": "{name}", "with": {"name": 7}},
        {"says": "{name}", "with": {"name": {"at": "yesterday"}}},
        {"says": "{name}", "with": {"name": {"at": "2026-03-02T12:00:00"}}},
        {"says": "{name}", "with": {"name": {"who": "Alice"}}},
    ],
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(ValueError, match=r"is no message|isoformat"):
        StoredMessage.from_data(data)


def test_messages_within_messages_end():
    data: object = "x"
    for _ in range(50):
        data = {"says": "{x}", "with": {"x": [data]}}
    with pytest.raises(ValueError, match="is no message"):
        StoredMessage.from_data(data)
