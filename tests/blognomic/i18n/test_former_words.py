"""What was written down in words that the site says no more is told in today's."""

from string import Formatter

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from blognomic.i18n.former_words import FORMER
from blognomic.i18n.stored_messages import StoredMessage

from .test_catalogue import catalogue


def places(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name is not None}


def sentences() -> set[str]:
    with catalogue("de", "django").with_suffix(".po").open("rb") as file:
        messages = [message.id for message in read_po(file) if message.id]
    return {words for message in messages for words in ([message] if isinstance(message, str) else message)}


def test_former_words_are_told_in_words_of_today():
    today = sentences()
    assert {old: new for old, new in FORMER.items() if new not in today} == {}


def test_words_of_today_need_no_more_than_was_kept():
    assert {old: new for old, new in FORMER.items() if not places(new) <= places(old)} == {}


@pytest.mark.parametrize(("old", "new"), FORMER.items())
def test_message_in_former_words_is_told_in_todays(old, new):
    filled = {place: f"<{place}>" for place in places(old)}
    kept = StoredMessage(old, **filled).as_data()
    for language in ("en-gb", "de"):
        with translation.override(language):
            assert str(StoredMessage.from_data(kept)) == str(StoredMessage(new, **filled))
