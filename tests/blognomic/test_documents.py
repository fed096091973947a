"""What the documents say of the project is so: links lead somewhere, and what they name is there."""

import ast
import re
import textwrap
import tomllib
from pathlib import Path

import pytest

from blognomic.database.troubles import SENTENCES
from blognomic.server.health import WITHOUT_CACHE
from ruleset.law.reader import parse
from ruleset.law.vocabulary import MEANINGS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    str(page.relative_to(ROOT))
    for folder in (ROOT, ROOT / "docs", ROOT / "docs/decisions")
    for page in folder.glob("*.md")
)
MAP = ROOT / "docs/architecture.md"


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    broken = []
    for path, anchor in re.findall(
        r"\]\(([^):#]*)(?:#([^)]*))?\)", (ROOT / name).read_text(encoding="utf-8")
    ):
        page = (ROOT / name).parent / path if path else ROOT / name
        if not page.exists() or (anchor and anchor not in anchors(page)):
            broken.append(f"{path}#{anchor}")
    assert broken == []


def test_the_readme_is_short_and_every_decision_has_its_number():
    numbers = [path.name[:3] for path in sorted((ROOT / "docs/decisions").glob("*.md"))]

    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
    assert numbers == [f"{number:03}" for number in range(1, len(numbers) + 1)]


def test_the_version_of_the_project_is_the_newest_that_the_changes_tell_of():
    versions = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["version"] == versions[0]
    assert versions == sorted(versions, key=lambda one: [*map(int, one.split("."))], reverse=True)


def named_on_the_map() -> list[tuple[str, str]]:
    """The modules and folders that the map names, and what in them ("" for the whole). A bare name stands for
    a module in the folder of the one before it, in the same line."""
    phrases = []
    for line in MAP.read_text(encoding="utf-8").splitlines():
        folder = ROOT
        for path, name in re.findall(r"`(\w[\w/.]*(?:\.py|\.html|\.md|/))(?:: ([\w.]+))?`", line):
            beside = folder / path
            module = ROOT / path if (ROOT / path).exists() or not beside.exists() else beside
            folder = module.parent
            phrases.append((str(module.relative_to(ROOT)), name))
    return phrases


def stands_in(module: Path, name: str) -> bool:
    """Whether a function or a class of that name stands in a module; of `Class.method`, the method in the class."""
    within, _, method = name.rpartition(".")
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            if not within and node.name == name:
                return True
            if node.name == within:
                return any(isinstance(one, ast.FunctionDef) and one.name == method for one in ast.walk(node))
    return False


def test_what_the_map_names_is_there():
    missing = set()
    for module, name in named_on_the_map():
        if not (path := ROOT / module).exists() or (name and not stands_in(path, name)):
            missing.add(f"{module}: {name}")

    assert len(named_on_the_map()) > 150
    assert missing == set()


# What a stranger should be able to look up there, by words of the question, and where the answer begins.
QUESTIONS = {
    "quorum computed": "votables/judge/situation.py",
    "declaration passes": "votables/services/resolving.py",
    "DEFERENTIAL follow the emperor": "votables/judge/voting.py",
    "author withdraw": "votables/services/commenting.py",
    "notices mailed": "players/notices/sending.py",
    "token checked": "players/services/tokens.py",
    "sidebar come from": "blognomic/frame.py",
    "“as of” read": "blognomic/web/as_of.py",
    "change previewed": "votables/changes/preview.py",
    "hidden value kept back": "gamestate/values/state.py",
    "limit of two proposals counted": "votables/judge/limits.py",
    "page cache": "blognomic/cache/page_cache.py",
}


def test_the_map_answers_what_a_stranger_asks():
    rows = re.findall(r"^\| (.+\?) \| (.+) \|$", MAP.read_text(encoding="utf-8"), re.MULTILINE)
    answers = {words: [answer for question, answer in rows if words in question] for words in QUESTIONS}

    assert {
        words: [re.search(r"`([\w/.]+)", answer)[1] for answer in alike] for words, alike in answers.items()
    } == {words: [answer] for words, answer in QUESTIONS.items()}


LAW = ROOT / "docs/law.md"
SHIPPED_LAWS = sorted((ROOT / "ruleset/law/documents").glob("*.toml"))
FRONT = {"name", "title", "note"}  # of a document, before its tables


def test_the_page_of_the_law_names_every_table_and_every_name_of_conditions():
    page = LAW.read_text(encoding="utf-8")
    tables = {key for document in SHIPPED_LAWS for key in tomllib.loads(document.read_text())} - FRONT
    assert len(tables) > 15
    assert [name for name in [*sorted(tables), *MEANINGS] if f"`{name}`" not in page] == []


def test_the_examples_of_the_page_of_the_law_can_be_put_into_a_law():
    examples = re.findall(r"(?:^    .*\n|^\n(?=    ))+", LAW.read_text(encoding="utf-8"), re.MULTILINE)
    number, weights, icon = (textwrap.dedent(example) for example in examples[:3])
    document = (ROOT / "ruleset/law/documents/ruleset-211.toml").read_text(encoding="utf-8")
    changed = re.sub(r"\[hours\.minimum\]\nvalue = 12\n", number, document)
    limit, weight = weights.split("\n\n")
    changed = changed.replace("[kinds.cfj]\n", f"{limit}\n\n[kinds.cfj]\n")
    law = parse(f"{changed}\n{weight}\n{icon}", source="docs/law.md")
    assert (law.hours["minimum"].value, law.icons["revise"].counts) == (24, "against")
    assert (law.kinds["proposal"].limits[-1].most.fallback, law.weight.fallback) == (2, 1)


RUNBOOK = ROOT / "docs/runbook.md"


def test_the_runbook_begins_with_what_breaks_and_ends_with_the_drill():
    heads = re.findall(r"^## (.+)$", RUNBOOK.read_text(encoding="utf-8"), re.MULTILINE)

    assert heads == [
        "The disk is full",
        "The database does not answer",
        "The database is damaged",
        "The clock is wrong",
        "Redis is down",
        "Mail is down",
        "A restore, tried before it is needed",
    ]


def test_whoever_reads_a_sentence_of_the_site_finds_it_in_the_runbook():
    runbook = " ".join(RUNBOOK.read_text(encoding="utf-8").split())
    source = "".join(
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("blognomic/server/clock.py", "players/notices/sending.py", "blognomic/reach/answers.py")
    )

    assert [sentence for sentence in SENTENCES.values() if f"“{sentence}”" not in runbook] == []
    assert WITHOUT_CACHE.strip(" .").partition(":")[0].lower() in runbook.lower()
    for words in (
        "The clock is ",
        " behind the latest of the game",
        "A letter could not be sent",
        "The site may have saved what you sent",
    ):
        assert words in runbook and words in source
