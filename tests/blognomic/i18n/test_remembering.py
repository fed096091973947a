"""Texts are looked up once in a process, and are the same as before."""

import pytest
from django.conf import settings
from django.utils.translation import gettext, override, pgettext
from django.utils.translation.trans_real import translation

from blognomic.languages import remember_texts


@pytest.fixture
def remembering():
    remember_texts()
    yield
    for language, _ in settings.LANGUAGES:
        del translation(language).gettext  # the method of its class again


def told() -> list[str]:
    texts = ("Skip to the content", "In no catalogue.", "January", "Archive\r\n")
    return [gettext(text) for text in texts] + [pgettext("part", "none")]


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_a_remembered_text_is_what_the_catalogues_say(language, request):
    with override(language):
        before = told()
        request.getfixturevalue("remembering")
        assert [told(), told()] == [before, before]
    assert (before[0] == "Skip to the content") is (language == "en-gb")


def test_a_text_is_looked_up_once(remembering):
    with override("de"):
        told()
        told()
    kept = translation("de").gettext.cache_info()
    assert (kept.hits, kept.misses, kept.currsize) == (5, 5, 5)
