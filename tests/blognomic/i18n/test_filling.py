"""What is filled into a translated sentence turns nothing round, by whichever of Django's functions it was translated,
and however it is filled."""

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy, npgettext, pgettext

from blognomic.i18n.dynasty_words import said, speaking
from blognomic.i18n.filling import Sentence, as_sentence
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.one_line import isolated

NAME = "נעה"
APART = f"\u2068{NAME}\u2069"
HAS = f"{APART}: 3"


@pytest.mark.parametrize(
    ("value", "stands"),
    [
        ("Ada", "Ada"),
        ("Zoë", "Zoë"),
        (NAME, APART),
        ("12 נעה 3", "\u206812 נעה 3\u2069"),
        ("٣", "\u2068٣\u2069"),
        (f"{APART} and Ada", f"{APART} and Ada"),
        ("\u202eabc", "\u2068\u202eabc\u202c\u2069"),
        ("\u2067abc", "\u2067abc"),
    ],
)
def test_only_what_turns_is_isolated_and_only_once(value, stands):
    assert isolated(value) == stands
    assert isolated(isolated(value)) == isolated(value)


@pytest.mark.parametrize(
    "sentence",
    [
        gettext("{name}: {number}"),
        gettext_lazy("{name}: {number}"),
        pgettext("a vote", "{name}: {number}"),
        ngettext("{name}: {number}", "{name}: {number}", 3),
        npgettext("a vote", "{name}: {number}", "{name}: {number}", 3),
        ngettext_lazy("{name}: {number}", "{name}: {number}", "number"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sentence_keeps_apart_what_is_filled_into_it(sentence, language):
    with translation.override(language):
        assert sentence.format(name=NAME, number=3) == HAS


def test_by_percent_it_does_so_too():
    assert gettext("%(name)s: %(number)d") % {"name": NAME, "number": 3} == HAS
    assert gettext("%s: %d") % (NAME, 3) == HAS
    assert gettext("%s: 3") % NAME == HAS


def test_templates_and_the_words_of_a_dynasty_do_so_too():
    template = "{% load i18n %}{% blocktranslate %}{{ name }}: {{ number }}{% endblocktranslate %}"
    assert Template(template).render(Context({"name": NAME, "number": 3})) == HAS
    with speaking(lambda text: text.replace("player", "traveller")):
        assert said(gettext("player {name}: 3")).format(name=NAME) == f"traveller {HAS}"


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        ("they asked for it", "Idle, because they asked for it. Alice"),
        ("they asked for it.", "Idle, because they asked for it. Alice"),
        ("is it true?", "Idle, because is it true? Alice"),
        ("and so on…", "Idle, because and so on… Alice"),
        (mark_safe('<a href="/">No.</a>'), 'Idle, because <a href="/">No.</a> Alice'),
        ("נעה.", "Idle, because \u2068נעה.\u2069 Alice"),
        ("", "Idle, because . Alice"),
    ],
)
def test_a_value_that_ends_its_own_sentence_is_followed_by_no_second_stop(value, filled):
    assert gettext("Idle, because {why}. {name}").format(why=value, name="Alice") == filled
    assert gettext("Idle, because %(why)s. %(name)s") % {"why": value, "name": "Alice"} == filled
    assert str(StoredMessage("Idle, because {why}. {name}", why=str(value), name="Alice")) == filled


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        ("Fog", "“Fog” by “Fog”"),
        ("“Fog”", "“Fog” by “Fog”"),
        ("“Fog” and “Cats”", "““Fog” and “Cats”” by ““Fog” and “Cats””"),
        (mark_safe('<a href="/">“Fog”</a>'), '“<a href="/">Fog</a>” by “<a href="/">Fog</a>”'),
    ],
)
def test_a_value_that_brings_quotation_marks_stands_in_one_pair(value, filled):
    assert gettext("“{title}” by “{title}”").format(title=value) == filled


def test_markup_stays_markup_and_is_kept_apart_by_an_element():
    link, bold = mark_safe(f'<a href="/">{NAME}</a>'), mark_safe(f"<b>{NAME}</b>")
    assert format_html(gettext("{who}: 3"), who=link) == f"{link}: 3"
    assert format_html(gettext("{who}: 3"), who=bold) == f"<bdi>{bold}</bdi>: 3"
    assert format_html(gettext("{who}: 3"), who=f"<{NAME}") == f"\u2068&lt;{NAME}\u2069: 3"


def test_what_has_no_places_or_is_marked_safe_stays_what_it_is():
    assert type(as_sentence("Nobody")) is str
    assert type(as_sentence("{name}")) is Sentence
    assert type(as_sentence(mark_safe("{name}"))) is SafeString
