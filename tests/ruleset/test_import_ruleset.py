"""Rulesets in and out by the commands: every rule in its place, nothing half-imported, history kept."""

import io
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError

from ruleset.models import LawVersion, Revision, RuleVersion
from ruleset.queries import law_at, tree_after
from ruleset.text import markdown, starting, wikitext
from ruleset.text.tree import Tree

pytestmark = pytest.mark.django_db
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "rulesets"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

SMALL = (
    "=Core=\n==Cats==\nCats '''purr'''.\n===Kittens===\n* small\n==Dogs==\nBark.\n"
    "=Special Case=\n==Rain [Rare]==\nWet.\n"
)
SAME_IN_MARKDOWN = (
    "# Core\n\n## Cats\n\nCats **purr**.\n\n### Kittens\n\n- small\n\n## Dogs\n\nBark.\n\n"
    "# Special Case\n\n## Rain [Rare]\n\nWet.\n"
)


@pytest.fixture
def put(tmp_path):
    """Write a file; its path."""

    def write(name: str, text: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def run(*arguments: str, at: datetime = NOON) -> str:
    """What a command prints when it is run at that instant."""
    out = io.StringIO()
    with time_machine.travel(at, tick=False):
        call_command(*arguments, stdout=out)
    return out.getvalue()


def refusal(*arguments: str, at: datetime = NOON) -> str:
    with pytest.raises(CommandError) as refused:
        run(*arguments, at=at)
    assert refused.value.returncode == 2
    return str(refused.value)


def now() -> Tree:
    last = Revision.objects.order_by("-pk").first()
    return tree_after(last.pk) if last else Tree()


def outline(tree: Tree) -> list[tuple[str, str, str]]:
    return [(placed.number, placed.node.title, placed.node.text) for placed in tree.placed()]


def keys(tree: Tree) -> dict[str, str]:
    return {node.title: node.key for node in tree.walk()}


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("rules.wiki", SMALL, "wikitext"),
        ("rules.md", SAME_IN_MARKDOWN, "markdown"),
        ("rules.txt", "\ufeff" + SMALL.replace("\n", "\r\n"), "wikitext"),
        ("rules", SAME_IN_MARKDOWN, "markdown"),
    ],
)
def test_a_ruleset_comes_in_with_every_rule_in_its_place(put, name, text, format):
    output = run("import_ruleset", put(name, text))
    (revision,) = Revision.objects.all()
    assert output == f"4 rules were imported from {name} ({format}) as revision {revision.pk}.\n"
    assert outline(now()) == [
        ("1", "Core", ""),
        ("1.1", "Cats", "Cats **purr**."),
        ("1.1.1", "Kittens", "- small"),
        ("1.2", "Dogs", "Bark."),
        ("2", "Special Case", ""),
        ("2.1", "Rain [Rare]", "Wet."),
    ]
    assert (revision.kind, revision.at, revision.why) == ("import", NOON, f"Imported from {name}.")


def test_standard_input_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SMALL.encode())))
    assert run("import_ruleset", "-").startswith("4 rules were imported from standard input (wikitext)")


def test_what_goes_out_is_what_came_in(put):
    run("import_ruleset", put("rules.wiki", SMALL))
    assert run("export_ruleset", "--format", "markdown") == SAME_IN_MARKDOWN
    assert outline(wikitext.read(run("export_ruleset"))) == outline(now())
    assert json.loads(run("export_ruleset", "--format", "json")) == {
        "at": "2026-03-02T12:00:00Z",
        "revision": Revision.objects.get().pk,
        "sections": [
            {
                "title": "Core",
                "text": "",
                "rules": [
                    {
                        "number": "1.1", "title": "Cats", "status": None, "text": "Cats **purr**.",
                        "rules": [
                            {"number": "1.1.1", "title": "Kittens", "status": None, "text": "- small", "rules": []}
                        ],
                    },
                    {"number": "1.2", "title": "Dogs", "status": None, "text": "Bark.", "rules": []},
                ],
            },
            {
                "title": "Special Case",
                "text": "",
                "rules": [
                    {"number": "2.1", "title": "Rain [Rare]", "status": "inactive", "text": "Wet.", "rules": []}
                ],
            },
        ],
    }  # fmt: skip


def test_a_second_import_keeps_the_rules_that_are_evidently_the_same(put):
    run("import_ruleset", put("rules.wiki", SMALL))
    before = keys(now())
    long = "A text of which nobody would write the same by chance."
    more = f"# Core\n## Dogs\n{long}\n## Cats\nThey nap.\n# Special Case Rules\n## Rain [Active]\n"
    last = f"# Core\n## Hounds\n{long}\n# Special Case Rules\n## Cats\n"
    run("import_ruleset", put("more.md", more), at=NOON + timedelta(days=1))
    run("import_ruleset", put("last.md", last), at=NOON + timedelta(days=2))
    first, second, third = Revision.objects.order_by("pk")
    assert keys(tree_after(first.pk)) == before
    assert keys(tree_after(second.pk)) == {
        "Core": before["Core"], "Dogs": before["Dogs"], "Cats": before["Cats"],
        "Special Case Rules": before["Special Case"], "Rain [Active]": before["Rain [Rare]"],
    }  # fmt: skip
    assert keys(tree_after(third.pk)) == {
        "Core": before["Core"], "Hounds": before["Dogs"], "Special Case Rules": before["Special Case"],
        "Cats": before["Cats"],
    }  # fmt: skip


def test_the_same_again_makes_no_revision(put):
    run("import_ruleset", put("rules.wiki", SMALL))
    assert run("import_ruleset", put("rules.md", SAME_IN_MARKDOWN)) == (
        "The ruleset says just that already; no revision was made.\n"
    )
    assert Revision.objects.count() == 1


def test_the_law_comes_into_force_with_the_special_cases_as_the_titles_have_them(put):
    text = (
        "=Special Case=\n==Malign Emperors [Rare] [Active]==\n==Dormancy [Inactive]==\n==Alliances [Rare]==\n"
    )
    output = run("import_ruleset", put("rules.wiki", text), "--law", "ruleset-211")
    assert output.endswith("\nThe law ruleset-211 is in force.\n")
    in_force = law_at(NOON)
    assert (in_force.law.name, in_force.special_cases) == (
        "ruleset-211", {"Malign Emperors": True, "Dormancy": False},
    )  # fmt: skip


def test_an_import_without_a_law_lets_the_law_in_force_follow_its_special_cases(put):
    run("import_ruleset", put("rules.wiki", "=Special Case=\n==Dormancy==\n"), "--law", "ruleset-211")
    assert law_at(NOON).special_cases == {}
    later = NOON + timedelta(days=1)
    switched = "=Special Case=\n==Dormancy [Inactive]==\n==Alliances [Rare] [Active]==\n"
    run("import_ruleset", put("next.wiki", switched), at=later)
    first, second = LawVersion.objects.order_by("pk")
    assert (first.special_cases, second.special_cases) == ({}, {"Dormancy": False, "Alliances": True})
    assert (second.at, second.why, second.document) == (later, "Imported from next.wiki.", first.document)
    run(
        "import_ruleset", put("last.wiki", switched.replace("Rare", "Rare] [X")), at=later + timedelta(days=1)
    )
    assert LawVersion.objects.count() == 2


NOT_UNDERSTOOD = [
    {"revision": None, "line": 1, "what": "stands before the first heading; it is put below it"},
    {"revision": None, "line": 3, "what": "“{{x}}” is kept as text"},
    {"revision": None, "line": 4, "what": "“{{x}}” is kept as text"},
]


def test_what_is_not_understood_is_imported_as_text_and_listed_with_its_lines(put):
    odd = put("odd.wiki", "Hello\n==Rule==\n{{x}}\n{{x}}\n")
    output = run("import_ruleset", odd)
    assert output == (
        f"0 rules were imported from odd.wiki (wikitext) as revision {Revision.objects.get().pk}.\n"
        "Not understood, and listed so that you can look:\n"
        "line 1: stands before the first heading; it is put below it\n"
        "line 3: “{{x}}” is kept as text (and 1 times more)\n"
    )
    assert outline(now()) == [("1", "Rule", "Hello\n\n{{x}}\n{{x}}")]
    assert json.loads(run("import_ruleset", odd, "--json")) == {
        "said": ["The ruleset says just that already; no revision was made."],
        "revision": None,
        "not_understood": NOT_UNDERSTOOD,
    }


def test_a_law_that_is_not_imported_takes_the_rules_back(put):
    later = put("rules.wiki", SMALL)
    run("import_ruleset", later, "--law", "ruleset-211", at=NOON + timedelta(days=1))
    assert "later" in refusal(
        "import_ruleset", put("next.md", SAME_IN_MARKDOWN + "More.\n"), "--law", "ruleset-211"
    )
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.md", b"# A\n\xff\n", "line 2: this is not UTF-8"),
        ("a.md", "# A\n\nx\0\n", "line 3: there is a character (U+0000) that no text may have"),
        ("a.md", "#" + " A" * 200 + "\n", "Rule 1 is too long, or its title is."),
        ("a.md", "# A\n" + "b" * 5_000_000, "line 1: a ruleset has at most 5,000,000 characters"),
        ("a.txt", "Nothing here.\n", "line 1: there is no telling the format; say --format wikitext or markdown"),
        ("a.wiki", "", "line 1: there is no heading, so no rule"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_ruleset_is_refused_with_a_sentence(put, name, text, sentence):
    assert sentence in refusal("import_ruleset", put(name, text))
    assert Revision.objects.count() == 0


def test_a_file_that_is_not_there_is_refused(tmp_path):
    missing = str(tmp_path / "none.wiki")
    assert refusal("import_ruleset", missing) == f"{missing} cannot be opened: No such file or directory."


def test_the_past_can_be_exported(put, tmp_path):
    run("import_ruleset", put("rules.wiki", SMALL))
    run("import_ruleset", put("next.md", "# Core\n"), at=NOON + timedelta(days=1))
    target = tmp_path / "out.md"
    arguments = (
        "export_ruleset",
        "--format",
        "markdown",
        "--at",
        "2026-03-02T13:00:00Z",
        "--output",
        str(target),
    )
    assert run(*arguments) == ""
    assert target.read_text() == SAME_IN_MARKDOWN
    with pytest.raises(CommandError, match="There was no ruleset yet"):
        run("export_ruleset", "--at", "2026-03-01T13:00:00Z")


@pytest.mark.parametrize(
    "text", ["2026-03-02", "2026-03-02T13:00:00", "2026-03-02T13:00:00+01:00", "2026-02-30T13:00:00Z"]
)
def test_an_instant_is_exact(text):
    assert "instant" in refusal("export_ruleset", "--at", text)


def test_rules_that_nest_too_deep_for_wikitext_are_refused_there(put):
    run("import_ruleset", put("deep.md", "".join("#" * depth + f" At {depth}\n" for depth in range(1, 7))))
    assert outline(wikitext.read(run("export_ruleset"))) == outline(now())
    run("import_ruleset", put("deeper.md", "".join("#" * depth + f" At {depth}\n" for depth in range(1, 8))))
    with pytest.raises(CommandError, match="6 levels of headings"):
        run("export_ruleset")


@pytest.mark.skipif(not REAL.is_dir(), reason="the five real rulesets are not part of the project")
@pytest.mark.parametrize(
    ("name", "rules"), [("37", 37), ("86", 40), ("98", 34), ("2019-09", 49), ("211", 79)]
)
@pytest.mark.parametrize("format", ["wikitext", "markdown"])
def test_a_real_ruleset_comes_in_with_every_rule_and_goes_out_the_same(put, name, rules, format):
    source = REAL / f"ruleset-{name}.wiki"
    run("import_ruleset", str(source), "--law", f"ruleset-{name}")
    assert outline(now()) == outline(wikitext.read(source.read_text()))
    assert RuleVersion.objects.count() == rules
    reader = {"wikitext": wikitext, "markdown": markdown}[format]
    assert outline(reader.read(run("export_ruleset", "--format", format))) == outline(now())


def test_the_starting_ruleset_can_be_imported(put):
    run("import_ruleset", put("starting.md", starting.text()))
    assert run("export_ruleset", "--format", "markdown") == starting.text()
