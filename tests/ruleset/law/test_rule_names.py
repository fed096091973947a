"""What rules are called, the documents of the laws say, and no code: so a refusal names a rule as the ruleset does."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule, called, naming
from ruleset.law import ADDITIONS, SHIPPED, addition, document, load
from ruleset.text.tree import bare

ROOT = Path(__file__).resolve().parents[3]
APPS = ("blognomic", "players", "ruleset", "gamestate", "votables")
# Labels of pages, feeds and columns are words of the site, which are marked to be translated.
MARKED = {"_", "gettext", "gettext_lazy", "gettext_noop", "said_lazy", "pgettext", "ngettext"}
# Sections, of which people speak as parts of the ruleset (`ruleset.law.parts`).
PARTS = {
    *("Core Rules", "Ruleset and Gamestate", "Dynastic Rules", "Building Blocks", "Special Case Rules"),
    *("Special Case", "Glossary", "Appendix"),
}
NOT_RULES = {
    # Headings of the API's description.
    "gamestate/api/dice.py": {"Dice"},
    "players/api/mentors.py": {"Mentors"},
    "votables/api/people/mentoring.py": {"Mentors"},
    # A title for an example.
    "votables/forms/posts.py": {"Quorum"},
    # How many matters of a kind there were.
    "votables/chronicle/in_sentences.py": {"Calls for Judgement"},
    # A class.
    "ruleset/queries/law_by_rule.py": {"Names"},
    # What the types of a shipped ruleset's official posts are made of: data, in the words of its rules.
    "votables/post_types/presets.py": {"Apex", "Bounties", "Event Types"},
}


def names_of_rules() -> set[str]:
    """All that the shipped laws call a rule or a special case."""
    texts = [*map(document, SHIPPED), *map(addition, ADDITIONS)]
    return {name for text in texts for name in _named(tomllib.loads(text))} - {""}


def _named(part: object, key: str = "") -> Iterator[str]:
    if isinstance(part, dict):
        yield from part if key == "special_cases" else ()
        for name, item in part.items():
            yield from _named(item, "rule" if key == "names" and isinstance(item, str) else name)
    elif isinstance(part, list):
        for item in part:
            yield from _named(item, key)
    elif isinstance(part, str) and (key == "rule" or key.endswith("_rule")):
        yield part


def titles() -> set[str]:
    """What the rules of our own words are called that stand for the real texts."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "tests/votables/rulebooks").glob("*.md"))
    headings = (line for text in texts for line in text.splitlines() if line.startswith("#"))
    return {bare(heading.lstrip("# ")) for heading in headings} - PARTS


def spoken_of(sentence: str, names: set[str]) -> set[str]:
    """The names in a sentence. A single word, such as Dice, is one only where nothing else gives it its capital."""
    return {
        name
        for name in names
        if re.search(rf"\b{re.escape(name)}\b" if " " in name else rf"(?<=[a-z,;] ){name}\b", sentence)
    }


def quoted(source: str, names: set[str]) -> set[str]:
    """The names that stand in the source as texts of their own, but for those that are marked, and those in sentences,
    marked or not. Docstrings explain."""
    tree = ast.parse(source)
    explained = {
        id(part.value)
        for part in ast.walk(tree)
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
    }
    marked = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in MARKED
        for part in call.args
    }
    texts = [
        part
        for part in ast.walk(tree)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in explained
    ]
    alone = {part.value for part in texts if part.value in names and id(part) not in marked}
    return alone.union(*(spoken_of(part.value, names) for part in texts if part.value not in names))


_LINKED = re.compile(r"<(?:a|cite)\b[^>]*>(?:\{% translate \")?([^<{}\"]+)(?:\" %\})?</(?:a|cite)>")


def named_on_page(template: str, names: set[str]) -> set[str]:
    """The names that a template cites, links within a sentence, or speaks of."""
    sentences = re.findall(r"\{% blocktranslate.*?%\}(.*?)\{% endblocktranslate %\}", template, re.DOTALL)
    linked = {name for sentence in sentences for name in _LINKED.findall(sentence) if name in names}
    cited = set(re.findall(r"<cite>(?:\{% translate \")?([^<{}\"]+)", template)) & names
    return linked | cited | spoken_of(template, names)


@pytest.mark.sweep
def test_no_code_quotes_a_rule_of_a_law():
    names = names_of_rules() | titles()
    assert {"Ruleset and Gamestate", "Victory and Ascension", "Event Types", "Calls for Judgment"} <= names
    paths = [
        path
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and "documents" not in path.parts
    ]
    rules_in = {
        str(path.relative_to(ROOT)): quoted(path.read_text(encoding="utf-8"), names) for path in paths
    }
    assert len(rules_in) > 500
    del rules_in["ruleset/law/shipped_words.py"]  # written from the documents
    assert {path: rules for path, rules in rules_in.items() if rules} == NOT_RULES


def test_no_page_names_a_rule_of_a_law():
    names = names_of_rules() | titles()
    assert {"Synonyms", "Prioritisation", "Dynastic Distance", "Mentors"} <= names
    pages = {
        path.relative_to(ROOT).as_posix(): named_on_page(path.read_text(encoding="utf-8"), names)
        for path in (ROOT / "templates").rglob("*.*")
    }
    assert len(pages) > 200
    assert {page: rules for page, rules in pages.items() if rules} == {}


@pytest.mark.parametrize(
    ("template", "rules"),
    [
        ('<cite>{% translate "Fair Play" %}</cite>', {"Fair Play"}),
        ("<cite>Mentors</cite>", {"Mentors"}),
        ('{% blocktranslate %}See <a href="{{ href }}">Mentors</a>.{% endblocktranslate %}', {"Mentors"}),
        ("<p>While Dynastic Distance is active</p>", {"Dynastic Distance"}),
        ('{% translate "Ask Mentors, or mentors." %}', {"Mentors"}),
        ('<a href="/mentors/">{% translate "Mentors" %}</a><h1>Mentors</h1>', set()),
        ("<cite>{{ fair_play|cited }}</cite>", set()),
    ],
)
def test_a_rule_that_a_page_names_is_found(template, rules):
    assert named_on_page(template, {"Fair Play", "Mentors", "Dynastic Distance"}) == rules


def test_a_rule_in_a_sentence_is_found():
    source = (
        'def act():\n    """As Fair Play says."""\n    no(_("While Dynastic Distance is active: Dice."))\n'
    )
    assert quoted(source, {"Fair Play", "Dynastic Distance", "Dice"}) == {"Dynastic Distance"}


def test_a_quoted_rule_is_found_and_a_marked_label_is_not():
    source = 'check(rule="Fair Play")\nlabel = _("Fair Play")\n'
    assert (quoted(source, {"Fair Play"}), quoted(source.partition("\n")[2], {"Fair Play"})) == (
        {"Fair Play"},
        set(),
    )


def test_a_refusal_names_the_rule_as_the_law_calls_it():
    assert RuleBroken("No.", rule=SiteRule.MENTORS).rule == "Mentors"
    with naming(lambda rule: {"mentors": "Guides"}[rule]):
        broken = RuleBroken("No.", rule=SiteRule.MENTORS)
    assert (broken.rule, called("Snow"), called("")) == ("Guides", "Snow", "")


def test_a_special_case_of_the_site_is_active_by_its_name_in_the_law():
    law = load("ruleset-211")
    names = law.rules.names
    assert law.is_active(names[SiteRule.DISTANCE], {}) is True
    assert law.is_active(names[SiteRule.DISTANCE], {"Dynastic Distance": False}) is False
    assert (law.is_active(None, {}), law.is_active("Snow", {"Snow": True})) == (False, False)
