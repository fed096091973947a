"""Each translation is whole: every sentence that is marked has one, and every sentence is marked."""

import re
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
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
        translations = GNUTranslations(file)
    translations.add_fallback(Nothing())
    return translations


@cache
def one_of_each_form(words: GNUTranslations) -> list[int]:
    """For each of the plural forms that the language has, a number that is told in it: 1 and 0 in German."""
    examples = {words.plural(number): number for number in reversed(range(1_000))}  # type: ignore[attr-defined]
    return [examples[form] for form in sorted(examples)]


def told(words: GNUTranslations, key: str | tuple[str, ...]) -> list[str]:
    """What a sentence is translated as, in each plural form if it has a number."""
    if isinstance(key, tuple):
        return [words.ngettext(key[0], key[-1], number) for number in one_of_each_form(words)]
    return [words.gettext(key)]


def places(sentence: str) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"%\(\w+\)[sd]|\{\w*\}", sentence))


@catalogues
def test_every_sentence_is_translated(language, domain):
    words = compiled(language, domain)
    assert {key: where for key, where in SENTENCES[domain]().items() if not all(told(words, key))} == {}


@catalogues
def test_what_is_filled_in_is_filled_into_the_translation_too(language, domain):
    with catalogue(language, domain).with_suffix(".po").open("rb") as file:
        messages = read_po(file)
    wrong = []
    for message in messages:
        if not message.id:
            continue
        plural = isinstance(message.id, tuple)
        needed = places("".join(message.id) if plural else message.id)
        for form in message.string if plural else [message.string]:
            # A singular may leave out the number.
            if not (places(form) <= needed if plural else places(form) == needed):
                wrong.append((message.id, form))
    assert wrong == []


@catalogues
def test_what_is_compiled_is_what_was_translated_and_nobody_doubts_it(language, domain):
    words = compiled(language, domain)
    with catalogue(language, domain).with_suffix(".po").open("rb") as file:
        messages = read_po(file)
    assert len(one_of_each_form(words)) == messages.num_plurals
    doubted = [message.id for message in messages if message.id and message.fuzzy]
    other = [
        message.id for message in messages if message.id and compiled_as(words, message) != written(message)
    ]
    assert (doubted, other) == ([], [])


def compiled_as(words: GNUTranslations, message: Message) -> list[str]:
    mark = f"{message.context}\x04" if message.context else ""
    key = (f"{mark}{message.id[0]}", "") if message.pluralizable else f"{mark}{message.id}"
    return told(words, key)


def written(message: Message) -> list[str]:
    return list(message.string) if message.pluralizable else [message.string]


POLISH = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "one vote"
msgid_plural "{number} votes"
msgstr[0] "jeden głos"
msgstr[1] "{number} głosy"
msgstr[2] "{number} głosów"
"""


def test_a_language_of_three_plural_forms_is_asked_for_all_of_them():
    def read(po: str) -> tuple[GNUTranslations, Message]:
        messages, file = read_po(StringIO(po), locale="pl"), BytesIO()
        write_mo(file, messages)
        file.seek(0)
        words = GNUTranslations(file)
        words.add_fallback(Nothing())
        return words, messages["one vote"]

    words, message = read(POLISH)
    all_forms = ["jeden głos", "{number} głosy", "{number} głosów"]
    assert (one_of_each_form(words), compiled_as(words, message), written(message)) == (
        [1, 2, 0],
        all_forms,
        all_forms,
    )
    words, message = read(POLISH.replace("{number} głosów", ""))
    assert (compiled_as(words, message), written(message)) == (
        [*all_forms[:2], "{number} votes"],
        [*all_forms[:2], ""],
    )


def test_no_sentence_of_a_template_is_unmarked():
    assert {name: bare for name in templates() if (bare := bare_in_template(name))} == {}


def test_no_sentence_of_a_module_is_unmarked():
    assert {name: bare for name in modules() if (bare := bare_in_module(name))} == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>Words</p>", ["Words"]),
        ('<a title="Some words">x</a>', ["Some words"]),
        ('{{ name|default:"Nobody" }}', ["Nobody"]),
        ('{% include "a.html" with title="A page" %}', ["A page"]),
        ('{% load i18n %}<p>{% translate "Words" %} <code>code</code></p>{{ _("Words")|said }}', []),
        ("{% load i18n %}{% blocktranslate %}Words of {{ name }}{% endblocktranslate %} FOR", []),
    ],
)
def test_what_is_unmarked_in_a_template_is_found(tmp_path: Path, source, expected):
    (tmp_path / "page.html").write_text(source)
    assert bare_in_template(str(tmp_path / "page.html")) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""What it does."""\nraise RuleBroken("Only players vote.")', ["2: Only players vote."]),
        ('label = f"The votes of {name}"', ["1: The votes of \ue000"]),
        ('raise RuleBroken(_("Only players vote."))', []),
        ('class Spread:\n    degrees: Annotated[int, "Its degrees of freedom."]', []),
        ('note = "Only players vote."  # written down in English', []),
        ('log.warning("Nothing came of it.")', []),
    ],
)
def test_what_is_unmarked_in_a_module_is_found(tmp_path: Path, source, expected):
    (tmp_path / "module.py").write_text(source)
    assert bare_in_module(str(tmp_path / "module.py")) == expected
