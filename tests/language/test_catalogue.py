"""Each translation is whole: every sentence that is marked has one, and every sentence is marked."""

import re
from gettext import GNUTranslations, NullTranslations
from itertools import product
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import to_locale

from .sentences import ROOT, bare_in_module, bare_in_template, in_scripts, marked, modules, templates

SENTENCES = {"django": marked, "djangojs": in_scripts}
LANGUAGES = [language for language, _ in settings.LANGUAGES if language != settings.LANGUAGE_CODE]
catalogues = pytest.mark.parametrize(("language", "domain"), list(product(LANGUAGES, SENTENCES)))


class Nothing(NullTranslations):
    """What is asked when a catalogue lacks a sentence."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def catalogue(language: str, domain: str) -> Path:
    return ROOT / "locale" / to_locale(language) / "LC_MESSAGES" / domain


def compiled(language: str, domain: str) -> GNUTranslations:
    with catalogue(language, domain).with_suffix(".mo").open("rb") as file:
        found = GNUTranslations(file)
    found.add_fallback(Nothing())
    return found


def places(sentence: str) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"%\(\w+\)[sd]|\{\w*\}", sentence))


@catalogues
def test_every_sentence_is_translated(language, domain):
    words = compiled(language, domain)

    def of(key: str | tuple[str, str]) -> str:
        return words.ngettext(*key, 1) if isinstance(key, tuple) else words.gettext(key)

    assert {key: where for key, where in SENTENCES[domain]().items() if not of(key)} == {}


@catalogues
def test_what_is_filled_in_is_filled_into_the_translation_too(language, domain):
    with catalogue(language, domain).with_suffix(".po").open("rb") as file:
        messages = read_po(file)
    wrong = []
    for message in messages:
        if not message.id:
            continue
        plural = isinstance(message.id, tuple)
        asked = places("".join(message.id) if plural else message.id)
        for form in message.string if plural else [message.string]:
            # A singular may leave out the number.
            if not (places(form) <= asked if plural else places(form) == asked):
                wrong.append((message.id, form))
    assert wrong == []


@catalogues
def test_what_is_compiled_is_what_was_translated_and_nobody_doubts_it(language, domain):
    words = compiled(language, domain)
    with catalogue(language, domain).with_suffix(".po").open("rb") as file:
        messages = read_po(file)
    doubted = [message.id for message in messages if message.id and message.fuzzy]
    other = []
    for message in messages:
        if message.id:
            plural = isinstance(message.id, tuple)
            mark = f"{message.context}\x04" if message.context else ""
            asked = f"{mark}{message.id[0] if plural else message.id}"
            forms = (
                [words.ngettext(asked, "", 1), words.ngettext(asked, "", 2)]
                if plural
                else [words.gettext(asked)]
            )
            if forms != list(message.string if plural else [message.string]):
                other.append(message.id)
    assert (doubted, other) == ([], [])


def test_no_sentence_of_a_template_is_unmarked():
    assert {name: found for name in templates() if (found := bare_in_template(name))} == {}


def test_no_sentence_of_a_module_is_unmarked():
    assert {name: found for name in modules() if (found := bare_in_module(name))} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Words</p>", ["Words"]),
        ('<a title="Some words">x</a>', ["Some words"]),
        ('{{ name|default:"Nobody" }}', ["Nobody"]),
        ('{% include "a.html" with title="A page" %}', ["A page"]),
        ('{% load i18n %}<p>{% translate "Words" %} <code>code</code></p>{{ _("Words")|said }}', []),
        ("{% load i18n %}{% blocktranslate %}Words of {{ name }}{% endblocktranslate %} FOR", []),
    ],
)
def test_what_is_unmarked_in_a_template_is_found(tmp_path: Path, source, found):
    (tmp_path / "page.html").write_text(source)
    assert bare_in_template(str(tmp_path / "page.html")) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""What it does."""\nraise RuleBroken("Only players vote.")', ["2: Only players vote."]),
        ('label = f"The votes of {name}"', ["1: The votes of \ue000"]),
        ('raise RuleBroken(_("Only players vote."))', []),
        ('note = "Only players vote."  # written down in English', []),
        ('log.warning("Nothing came of it.")', []),
    ],
)
def test_what_is_unmarked_in_a_module_is_found(tmp_path: Path, source, found):
    (tmp_path / "module.py").write_text(source)
    assert bare_in_module(str(tmp_path / "module.py")) == found
