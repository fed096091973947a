"""The rules that a game is founded with: the project's own, imported ones, those of a file, or none."""

import io

import pytest
from django.core.management import CommandError, call_command

from ruleset.models import Revision
from ruleset.queries import law_at, tree_after
from ruleset.services import replace_ruleset
from ruleset.text import starting
from ruleset.text.markdown import read
from ruleset.text.tree import Tree
from votables.services.founding import found_game

from .table import BEGINNING, person

pytestmark = pytest.mark.django_db
OTHER = "# Core\n\n## Cats\n\nPurr.\n\n# Special Case\n\n## Dormancy [Inactive]\n"


def outline(tree: Tree) -> list[tuple[str, str, str]]:
    return [(placed.number, placed.node.title, placed.node.text) for placed in tree.placed()]


def rules() -> list[tuple[str, str, str]]:
    last = Revision.objects.order_by("-pk").first()
    return outline(tree_after(last.pk)) if last else []


def test_a_game_starts_with_the_rules_of_the_project():
    alice = person("Alice")
    found_game(founder=alice, law="ruleset-211", at=BEGINNING)
    revision = Revision.objects.get()
    assert (revision.kind, revision.at, revision.by, revision.why) == (
        "founding", BEGINNING, alice, "The founding of the game.",
    )  # fmt: skip
    assert rules() == outline(starting.tree())
    assert law_at(BEGINNING).special_cases == {}


def test_rules_that_were_imported_before_stay():
    replace_ruleset(tree=read(OTHER), kind="import", at=BEGINNING, by=None, why="Imported.")
    found_game(founder=person("Alice"), law="ruleset-211", at=BEGINNING)
    assert (Revision.objects.count(), rules()) == (1, outline(read(OTHER)))
    assert law_at(BEGINNING).special_cases == {"Dormancy": False}


def test_a_game_may_start_without_rules():
    found_game(founder=person("Alice"), law="ruleset-211", at=BEGINNING, ruleset="none")
    assert rules() == []


LISTED = "# Appendix\n\n## Synonyms\n\n- Seagull (Player)\n- Man of War (Emperor)\n"
NAMED = "# Core Rules\n\n## Mini Figures\n\nA Mini Figure obeys the Brick Master.\n"


@pytest.mark.parametrize(
    ("law", "rules", "words"),
    [
        ("ruleset-211", OTHER, ("Player", "Players", "Emperor", "Emperors")),
        ("ruleset-211", LISTED, ("Seagull", "Seagulls", "Man of War", "Man of Wars")),
        ("ruleset-86", LISTED, ("Seagull", "Seagulls", "Man of War", "Man of Wars")),
        ("ruleset-86", NAMED, ("Mini Figure", "Mini Figures", "Brick Master", "Brick Masters")),
        ("ruleset-211", NAMED, ("Player", "Players", "Emperor", "Emperors")),
        ("ruleset-211", LISTED.replace("Seagull", "g" * 61), ("Player", "Players", "Emperor", "Emperors")),
    ],
)
def test_the_first_dynasty_has_the_words_of_its_rules(law, rules, words):
    dynasty = found_game(founder=person("Alice"), law=law, at=BEGINNING, ruleset=read(rules))
    dynasty_words = (dynasty.player_word, dynasty.players_word, dynasty.emperor_word, dynasty.emperors_word)
    assert dynasty_words == words


def found(*arguments: str) -> str:
    person("Alice")
    out = io.StringIO()
    call_command("found_game", "Alice", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Its rules are this project's own, which say what that law does."),
        (
            ("--law", "ruleset-37"),
            "NOTE: its rules are this project's own, and they describe",
        ),
        (
            ("--law", "ruleset-37", "--ruleset", "none"),
            "It has no rules yet: import some with import_ruleset FILE.",
        ),
    ],
)
def test_the_command_says_which_rules_the_game_starts_with(arguments, sentence):
    first, second, *_ = found(*arguments).splitlines()
    assert "has begun under" in first
    assert second.startswith(sentence)


def test_the_command_says_that_rules_were_imported_before():
    replace_ruleset(tree=read(OTHER), kind="import", at=BEGINNING, by=None, why="Imported.")
    assert found("--law", "ruleset-86").splitlines()[1:] == ["Its rules are those that were imported before."]


def test_the_command_starts_with_the_rules_of_a_file(tmp_path):
    (tmp_path / "rules.md").write_text(OTHER)
    assert (
        found("--ruleset", str(tmp_path / "rules.md")).splitlines()[1] == "Its rules are those of the file."
    )
    assert (Revision.objects.get().kind, rules()) == ("founding", outline(read(OTHER)))


def test_the_command_founds_no_game_with_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "rules.md").write_text("Hello.\n\n# Core\n")
    with pytest.raises(CommandError) as refused:
        found("--ruleset", str(tmp_path / "rules.md"))
    assert (str(refused.value), refused.value.returncode) == (
        "rules.md cannot be read, and no game was founded:\nline 1: there is text before the first heading", 2,
    )  # fmt: skip
    assert (rules(), law_at(BEGINNING)) == ([], None)
