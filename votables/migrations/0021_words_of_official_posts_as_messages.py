"""Why a comment is no response, and what was done about an official post, is kept as messages."""

import re

from django.db import migrations, models

from players.migrations._english_of_before import become_messages

SAID = (
    "a response is a comment that begins with these words: “{words}”",
    "a response is a comment that contains these words: “{words}”",
    "a response is a comment of exactly these words: “{words}”",
    "comments on it are never responses",
    "only a player who is not idle responds",
    "its author does not respond",
    "the emperor does not respond",
    "its author has joined already",
    "each player responds once",
    "the emperor is no player for dynastic rules ({rule})",
    "they had joined “{title}”, which was still {open}",
    "{done} of {all} steps, Update {number}",
    "{done} of {all} steps",
)
PATTERNS = [(words, re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(words))) for words in SAID]


def read(text):
    """The data of the message that the text was written from; of people's own words, the text."""
    for words, pattern in PATTERNS:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return {"says": words, "with": found.groupdict()}
    return text


class Migration(migrations.Migration):
    dependencies = [("votables", "0020_tallies_as_messages")]

    operations = [
        *become_messages(
            "votables", "officialresponse", read, reason=models.CharField(max_length=300, blank=True)
        ),
        *become_messages("votables", "officialact", read, words=models.CharField(max_length=300, blank=True)),
    ]
