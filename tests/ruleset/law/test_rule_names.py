"""What rules are called, the documents of the laws say, and no code: so a refusal names a rule as the ruleset does."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule, called, naming
from ruleset.law import ADDITIONS, SHIPPED, addition, document, load

ROOT = Path(__file__).resolve().parents[3]
APPS = ("blognomic", "players", "ruleset", "gamestate", "votables")
# Labels of pages, feeds and columns are words of the site, which are marked to be translated.
MARKED = {"_", "gettext", "gettext_lazy", "gettext_noop", "said_lazy", "pgettext", "ngettext"}
NOT_RULES = {
    # Headings of the API's description.
    "gamestate/api/dice.py": {"Dice"},
    "players/api/mentors.py": {"Mentors"},
    "votables/api/people/mentoring.py": {"Mentors"},
    # A class.
    "ruleset/queries/clauses.py": {"Names"},
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


def quoted(source: str, names: set[str]) -> set[str]:
    """The names that stand in the source as texts of their own, but for those that are marked."""
    tree = ast.parse(source)
    marked = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in MARKED
        for part in call.args
    }
    return {
        part.value
        for part in ast.walk(tree)
        if isinstance(part, ast.Constant) and part.value in names and id(part) not in marked
    }


def test_no_code_quotes_a_rule_of_a_law():
    names = names_of_rules()
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
    assert {path: rules for path, rules in rules_in.items() if rules} == NOT_RULES


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
