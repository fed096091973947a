"""Letters, messages to channels, waiting: the parts that need no database."""

from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest

from players.notices.letter_texts import Item, Sender, digest, for_channel, one
from players.notices.notice_kinds import KINDS, How, Kind, how_of
from players.notices.timing import DELAYS, next_digest, next_try

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
BY = Sender("BlogNomic", "en-gb", "https://x.test/s", "https://x.test/u")


@pytest.mark.parametrize(
    ("choices", "how"),
    [
        ({}, How.EACH),
        ({"message": "none"}, How.NONE),
        ({"message": "shout"}, How.EACH),
        ({"vote": "none"}, How.EACH),
    ],
)
def test_who_has_not_chosen_hears_as_is_usual(choices, how):
    assert how_of(choices, Kind.MESSAGE) == how


def test_usually_only_messages_and_warnings_are_sent_by_letter():
    assert {kind for kind, notice_kind in KINDS.items() if notice_kind.usual == How.EACH} == {
        Kind.MESSAGE,
        Kind.IDLING,
    }


def test_delays_grow_from_a_minute_to_a_day_and_then_end():
    waits = [next_try(failures, AT) - AT for failures in range(1, len(DELAYS) + 1)]
    assert (waits[0], waits[-1], waits == sorted(waits)) == (timedelta(minutes=1), timedelta(days=1), True)
    assert next_try(len(DELAYS) + 1, AT) is None


@pytest.mark.parametrize(
    ("hour", "expected"),
    [(13, AT + timedelta(hours=1)), (12, AT + timedelta(days=1)), (0, AT + timedelta(hours=12))],
)
def test_digest_goes_at_the_next_such_hour(hour, expected):
    assert next_digest(AT, hour) == expected


def test_letter_about_one_thing():
    letter = one(Item("Alice wrote", "https://x.test/1"), by=BY)
    assert letter.subject == "BlogNomic: Alice wrote"
    assert letter.text == (
        "Alice wrote\nhttps://x.test/1\n\n--\nBlogNomic sent you this because your settings ask for "
        "it.\nChange your settings: https://x.test/s\nStop these e-mails: https://x.test/u\n"
    )


def test_digest_holds_the_latest_fifty_and_names_the_others():
    letter = digest(
        [Item(f"Thing {n}.", "https://x.test/") for n in range(53)], inbox="https://x.test/in", by=BY
    )
    assert letter.subject == "BlogNomic: 53 notices"
    assert ("Thing 2." in letter.text, "Thing 3." in letter.text) == (False, True)
    assert "3 more\nhttps://x.test/in" in letter.text


def test_title_is_escaped_in_html_and_kept_on_the_line_of_the_subject():
    letter = one(Item('“<b onload="x">”\r\nBcc: all@x.test', "https://x.test/?a&b"), by=BY)
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append(tag)
    parser.feed(letter.html)
    assert "b" not in tags
    assert letter.subject == 'BlogNomic: “<b onload="x">” Bcc: all@x.test'


def test_long_subject_is_cut():
    assert len(one(Item("x" * 500, "https://x.test/"), by=BY).subject) == 150


def test_channel_is_told_in_discords_json_and_calls_nobodys_attention():
    body = for_channel(Item("@everyone [look](https://bad.test) *now*", "https://x.test/1"), game="G", at="T")
    assert body == {
        "embeds": [
            {
                "title": r"@everyone \[look\]\(https://bad.test\) \*now\*",
                "url": "https://x.test/1",
                "timestamp": "T",
                "footer": {"text": "G"},
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def test_channel_is_told_no_more_than_it_takes():
    body = for_channel(Item("*" * 5000, "https://x.test/1"), game="g" * 5000, at="T")
    assert body["embeds"][0]["title"] == r"\*" * 125
    assert len(body["embeds"][0]["footer"]["text"]) == 250
