"""Sentences that are told later: each time in the language that is active then."""

import json
from datetime import datetime, timedelta, timezone

import pytest
from django.utils import translation

from blognomic.i18n.dynasty_words import speaking
from players.notices.sayings import Saying, written_down

AT = datetime(2026, 3, 2, 1, 30, tzinfo=timezone(timedelta(hours=2)))
MENTION = "{name} mentioned you in “{title}”"


def kept(saying: Saying) -> Saying:
    """The saying as it comes back from where it is kept."""
    return Saying.from_data(json.loads(json.dumps(saying.as_data())))


@pytest.mark.parametrize(
    ("saying", "english", "german"),
    [
        (Saying("post"), "post", "Beitrag"),
        (Saying(""), "", ""),
        (
            Saying(MENTION, name="Alice", title="Cats {name} %s"),
            "Alice mentioned you in “Cats {name} %s”",
            "Alice hat dich in „Cats {name} %s“ erwähnt",
        ),
        (
            Saying("{one} or {other}", one=Saying("post"), other=Saying("comment")),
            "post or comment",
            "Beitrag oder Kommentar",
        ),
        (
            Saying(
                "{news}, as “{title}” says",
                news=[Saying("{name} becomes the emperor", name="Carol"), "B"],
                title="post",
            ),
            "Carol becomes the emperor; B, as “post” says",
            "Carol wird Kaiser; B, wie „post“ es sagt",
        ),
        (
            Saying(
                "Your mentee {name} may be idled for inactivity from {instant} on", name="Bobby", instant=AT
            ),
            "Your mentee Bobby may be idled for inactivity from 1 March 2026, 23:30 UTC on",
            "Dein Schützling Bobby kann ab 1. März 2026, 23:30 UTC inaktiv gesetzt werden",
        ),
        (
            Saying("Words of no catalogue: {sign}", sign=7),
            "Words of no catalogue: 7",
            "Words of no catalogue: 7",
        ),
    ],
)
def test_saying_is_told_in_each_language_also_after_it_was_kept(saying, english, german):
    for one in (saying, kept(saying)):
        with translation.override("en-gb"):
            assert one.told() == english
        with translation.override("de"):
            assert one.told() == german


def test_words_of_the_dynasty_are_those_of_the_moment_and_change_no_names():
    saying = Saying("{name} becomes the emperor", name="emperor Joe")
    with speaking(lambda text: text.replace("emperor", "Mayor")):
        assert saying.told() == "emperor Joe becomes the Mayor"
    assert saying.told() == "emperor Joe becomes the emperor"


def test_what_is_too_long_for_a_notice_is_cut():
    words, facts = written_down(Saying("{title}", title="x" * 900))
    assert (len(words), Saying.from_data(facts).told()) == (500, words)


def test_plain_sentence_is_the_same_in_all_languages():
    assert written_down("Something happened") == ("Something happened", {})
