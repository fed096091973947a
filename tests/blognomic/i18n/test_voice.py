"""The site speaks plain English and plain German: words that it does not say, help that is read at a glance, and
sentences that somebody of fourteen reads without effort.

The numbers are bars: what there is of each may become less, and the bar is lowered with it.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from statistics import median

import pytest
from babel.messages.pofile import read_po
from django.template.base import Lexer, TokenType

from blognomic.api.site import api

from .sentences import MARKS, ROOT, Key, in_scripts, marked, modules, templates
from .test_catalogue import catalogue

# What is not said, and how often it still is.
UNSAID_IN_ENGLISH = {
    r"anew|afresh": 0,
    r"shall|shan’t|ought": 0,
    r"whatever|whichever|whoever|whomever|wherever|whenever": 0,
    r"whom": 0,
    r"lacks?|lacking": 0,
    r"meanwhile": 0,
    r"thus|hereby|hence|whence|therein|thereof|thereby|whereby|wherein|upon|unto|lest|albeit|whilst|amongst": 0,
    r"so and so": 0,
    r"(?:is|are|was|were) to be": 0,
    r"t(?:ake|akes|aken|ook) (?:it |this |that |them )?away": 0,
    r"I mean it|do nothing|in vain|by the way": 0,
    r"may not": 0,
    r"(?:is|are|be) none|none that": 0,
    r"likewise|(?:choose|stands?|stood|is|are) otherwise": 0,
    r"as (?:it|they) stands?|stands? (?:so|there)": 0,
    r"of (?:yours|theirs|its own|one’s own)": 0,
    r"goes by|go by": 0,
    r"instants?": 0,
    r"apart by|alike|astray|amiss": 0,
    r"need not|must not": 0,
    r"oneself|one’s|how one": 0,
    r"oops|sorry|utili[sz]e": 0,
    r"!": 0,
}
UNSAID_IN_GERMAN = {
    r"(?:was|wer|wo|wie|wann) auch immer": 0,
    r"so und so": 0,
    r"dergleichen|derlei|desgleichen": 0,
    r"hiermit|somit|sodann|alsdann|nunmehr|fortan|alsbald|gleichwohl|mitnichten|jedwede\w*|etwaige\w*": 0,
    r"zwecks|seitens|mittels|betreffs|anbei|gegebenenfalls|obliegt|ermangelt|bedarf": 0,
    r"unterdessen|währenddessen|einstweilen": 0,
    r"jene[rsmn]?": 2,
    r"aufs Neue|von neuem|vergebens": 0,
    r"Benutzer(?:in|innen|n|s)?": 0,
    r"!": 0,
}
# The same of what programs and hosts read: the API's description, the README and the documents.
UNSAID_TO_PROGRAMS = 0
UNSAID_IN_DOCUMENTS = 0
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", *(f"docs/{name}.md" for name in (
    "api", "architecture", "dependencies", "formulas", "hosting", "law", "playing", "runbook",
)))  # fmt: skip

STRAIGHT = re.compile(r"(?:\w|…\s?)'\w|\ws' (?!\W)")

HELP_OF_MORE_THAN_TWELVE_WORDS = 0
SENTENCES_OF_MORE_THAN_THIRTY_WORDS = {"en": 4, "de": 4}
# The median of words in a sentence, and the years of school that it asks for: eight or nine are an age of fourteen.
MEDIAN_OF_WORDS = {"en": 8, "de": 8}
GRADE = {"en": 3.6, "de": 3.5}

QUOTED = re.compile(
    r"“[^”]*”|„[^“]*“|‘[^’]*’|`[^`]*`|(?s:<code.*?</code>|<kbd.*?</kbd>|```.*?```)"
    r"|<[^>]*>|%\(\w+\)[sd]|%[sd]|\{[^}]*\}|\bhttps?://\S+"
)


def plain(text: str) -> str:
    """A text without what is filled in, marked up or quoted, such as the names of rules."""
    return " ".join(QUOTED.sub(" … ", text).split())


@cache
def said(language: str) -> list[str]:
    """What the site says in a language, without the words of laws, which are the game's."""
    of_the_law = "ruleset/law/shipped_words.py"
    keys: dict[Key, None] = dict.fromkeys(
        key for key, where in {**in_scripts(), **marked()}.items() if where != of_the_law
    )
    if language == "en":
        return [plain(" ".join(key) if isinstance(key, tuple) else key.rpartition("\x04")[2]) for key in keys]
    texts = []
    for domain in ("django", "djangojs"):
        with catalogue(language, domain).with_suffix(".po").open("rb") as file:
            for message in read_po(file):
                english = message.id if isinstance(message.id, tuple) else (message.id,)
                key = english if len(english) > 1 else english[0]
                if message.id and (key in keys or message.context):
                    texts.append(plain(" ".join(message.string) if len(english) > 1 else message.string))
    return texts


def says(words: str, texts: Iterable[str]) -> list[str]:
    """The texts that have one of the words."""
    pattern = re.compile(words if words == "!" else rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    return [text for text in texts if pattern.search(text)]


@pytest.mark.parametrize(
    ("language", "words", "most"),
    [
        *(("en", words, most) for words, most in UNSAID_IN_ENGLISH.items()),
        *(("de", words, most) for words, most in UNSAID_IN_GERMAN.items()),
    ],
)
def test_words_that_the_site_does_not_say(language, words, most):
    texts = says(words, said(language))
    assert len(texts) <= most, texts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Write it anew.", ["anew"]),
        ("Whoever meets them wins.", ["Whoever"]),
        ("Done!", ["!"]),
        ("What is to be voted on needs one.", ["is to be"]),
        ("You may not vote.", ["may not"]),
        ("This renews it. Shallow water.", []),
        ("The rule “What shall be” says so, at <a href='!'>Rules</a>.", []),
    ],
)
def test_a_word_that_is_not_said_is_found(text, words):
    sentences = [
        match[0]
        for pattern in UNSAID_IN_ENGLISH
        if says(pattern, [plain(text)]) and (match := re.search(pattern, plain(text), re.IGNORECASE))
    ]
    assert sentences == words


@pytest.mark.parametrize("language", ["en", "de"])
def test_apostrophes_are_curly(language):
    assert [text for text in said(language) if STRAIGHT.search(text)] == []


def test_a_straight_apostrophe_is_found():
    texts = [plain("{name}'s vote"), "the players' votes", "the players’ votes", "kind == 'proposal'"]
    assert [text for text in texts if STRAIGHT.search(text)] == texts[:2]


def descriptions(schema: object) -> Iterator[str]:
    """The texts of the API's description."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("description", "summary") and isinstance(value, str):
                yield plain(value)
            else:
                yield from descriptions(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from descriptions(value)


def test_words_that_programs_and_hosts_are_not_told():
    unsaid = "|".join(words for words in UNSAID_IN_ENGLISH if words != "!")
    to_programs = says(unsaid, descriptions(api.get_openapi_schema()))
    in_documents = [
        f"{name}: {text}"
        for name in DOCUMENTS
        for text in says(unsaid, plain_paragraphs((ROOT / name).read_text()))
    ]
    assert len(to_programs) <= UNSAID_TO_PROGRAMS, to_programs
    assert len(in_documents) <= UNSAID_IN_DOCUMENTS, in_documents


def words_of_command(source: str) -> Iterator[str]:
    """What a command of `manage.py` may print: its texts of several words, but for docstrings."""
    tree = ast.parse(source)
    docstrings = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            if " " in node.value:
                yield plain(node.value)


def test_words_that_commands_do_not_print():
    unsaid = "|".join(words for words in UNSAID_IN_ENGLISH if words != "!")
    texts = [
        text
        for path in sorted(ROOT.glob("*/management/commands/*.py"))
        for text in words_of_command(path.read_text())
    ]
    assert len(texts) > 150
    assert says(unsaid, texts) == []


def plain_paragraphs(document: str) -> list[str]:
    without_code = re.sub(r"(?sm)^```.*?^```$|^    .*?$", "", document)
    return [plain(text) for text in re.split(r"\n\s*\n|\n(?=[-|]|\d\.)", without_code) if text.strip()]


def helps_of_module(source: str) -> Iterator[str]:
    """What stands beside the fields of a form."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "help_text":
            for call in ast.walk(node.value):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in MARKS:
                    yield from (
                        words.value
                        for words in call.args[:1]
                        if isinstance(words, ast.Constant) and isinstance(words.value, str)
                    )


def helps_of_template(source: str) -> Iterator[str]:
    """The texts of each element of the class help."""
    text = ""
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.TEXT:
            text += token.contents
        elif token.token_type is TokenType.VAR:
            text += "…"
        elif token.token_type is TokenType.BLOCK and token.contents.startswith("translate "):
            text += next(iter(re.findall(r'"([^"]*)"', token.contents)), "")
        elif token.token_type is TokenType.BLOCK and re.match(r"el(?:se|if)\b", token.contents):
            text += "\n"  # said instead of what stands before it
    for _, inner in re.findall(r'(?s)<(p|div|span)\s[^>]*class="help"[^>]*>(.*?)</\1>', text):
        yield from (" ".join(part.split()) for part in re.sub(r"<[^>]*>", "", inner).split("\n\n"))


@cache
def helps() -> list[str]:
    texts = [
        text
        for name in modules()
        if "models" not in name
        for text in helps_of_module((ROOT / name).read_text())
    ]
    texts += [text for name in templates() for text in helps_of_template((ROOT / name).read_text())]
    return [text for text in texts if text]


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_][\w’'-]*|…", text)


def test_help_beside_a_field_is_read_at_a_glance():
    assert len(helps()) > 150
    long = [text for text in helps() if len(words_of(plain(text))) > 12]
    assert len(long) <= HELP_OF_MORE_THAN_TWELVE_WORDS, long


def test_help_is_found_in_forms_and_templates():
    module = 'CharField(label=_("Name"), help_text=_("Short."), strip=True)'
    template = '{% load i18n %}<p class="help">{% translate "At most" %} {{ n }}</p><p>{% translate "Not this" %}</p>'
    assert (list(helps_of_module(module)), list(helps_of_template(template))) == (["Short."], ["At most …"])


def sentences(texts: Iterable[str]) -> list[list[str]]:
    """The words of each sentence among the texts; labels and headings are none."""
    return [
        words
        for text in texts
        if re.search(r"[.?]($|\s)", text)
        for sentence in re.split(r"(?<=[.?])\s+", text)
        if len(words := words_of(sentence)) > 2
    ]


def syllables(word: str) -> int:
    """About how many syllables a word has, in either language: its groups of vowels, without an English e at its end.
    What is filled in counts as a name of two."""
    if word == "…":
        return 2
    groups = re.findall(r"[aeiouyäöü]+", re.sub(r"(?<=[^aeiouyl])e[sd]?$|(?<=[aeiouy])e$", "", word.lower()))
    return max(1, len(groups))


def grade(sentences: list[list[str]], language: str) -> float:
    """The years of school that they ask for: by Flesch and Kincaid in English, by the first Wiener Sachtextformel in
    German."""
    words = [word for sentence in sentences for word in sentence]
    per_sentence = len(words) / len(sentences)
    if language == "en":
        return 0.39 * per_sentence + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
    share = {
        "three": sum(syllables(word) >= 3 for word in words),
        "long": sum(len(word) > 6 for word in words),
        "one": sum(syllables(word) == 1 for word in words),
    }
    three, long, one = (100 * number / len(words) for number in share.values())
    return 0.1935 * three + 0.1672 * per_sentence + 0.1297 * long - 0.0327 * one - 0.875


@pytest.mark.parametrize("language", ["en", "de"])
def test_sentences_are_read_at_the_age_of_fourteen(language):
    read = sentences(said(language))
    assert len(read) > 2_000
    long = [" ".join(sentence) for sentence in read if len(sentence) > 30]
    assert len(long) <= SENTENCES_OF_MORE_THAN_THIRTY_WORDS[language], long
    assert median(map(len, read)) <= MEDIAN_OF_WORDS[language]
    assert grade(read, language) <= GRADE[language]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("The cat sat on the mat. It was a fat cat.", (-3, 2)),
        ("You can post a third proposal tomorrow. The limit is two pending proposals.", (5, 9)),
        (
            "Notwithstanding aforementioned considerations, participants contemplating the promulgation of "
            "supplementary legislation are invited to familiarise themselves with procedural prerequisites.",
            (20, 40),
        ),
    ],
)
def test_what_is_hard_to_read_has_a_higher_grade(text, years):
    least, most = years
    assert least <= grade(sentences([text]), "en") <= most
