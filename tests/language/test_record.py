"""What was written down in English is told again in the reader's language, and nothing that is written is left out."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from blognomic.record import CONSEQUENCES, _phrase, retold

ROOT = Path(__file__).resolve().parents[2]
WRITING = ("players", "votables/services", "gamestate/services", "gamestate/values")
# What the site writes of others' words alone, in which nothing is its own.
OTHERS = {"{}", "{}.", "{}; {}", "{}: {}", "{} is {}."}
# What is written down so: by these names in calls, under these keys, and to these variables.
POSITIONS = {"_kept": 0, "_undone": 0}
KEYS = {"kept", "undone"}
NAMES = {"sentence", "why", "said", "note", "notes"}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("2 March 2026, 12:00 UTC", "2. März 2026, 12:00 UTC"),
        ("It repeats what Lost Property does already.", "It repeats what Lost Property does already."),
        ("{name} and {0.__class__} admit nobody", "{name} and {0.__class__} admit nobody"),
        ("", ""),
    ],
)
def test_what_was_written_is_told_in_german_and_stays_english_for_others(sentence, expected):
    with translation.override("de"):
        assert retold(sentence) == expected
    assert retold(sentence) == sentence


@pytest.mark.parametrize("words", CONSEQUENCES)
def test_each_sentence_is_found_by_its_own_words_and_has_a_translation_with_the_same_places(words):
    filled = words.replace("{", "<").replace("}", ">")
    assert _phrase(filled).words == words
    with translation.override("de"):
        assert retold(filled) != filled


def written(module: ast.Module) -> Iterator[ast.expr]:
    """The expressions of a module that are written down."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in POSITIONS and len(node.args) > POSITIONS[name]:
                yield node.args[POSITIONS[name]]
            if name == "append" and getattr(node.func.value, "id", "") in NAMES:
                yield node.args[0]
        elif isinstance(node, ast.Dict):
            yield from (
                value
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and key.value in KEYS
            )
        elif isinstance(node, ast.Assign) and {getattr(one, "id", "") for one in node.targets} & NAMES:
            yield node.value


def sentences(node: ast.expr) -> Iterator[str]:
    """What an expression may say, with {} for what is filled in."""
    if isinstance(node, ast.IfExp):
        yield from (*sentences(node.body), *sentences(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(one.value if isinstance(one, ast.Constant) else "{}" for one in node.values)


def test_whatever_is_written_down_is_listed():
    found = {
        sentence
        for folder in WRITING
        for path in (ROOT / folder).rglob("*.py")
        for node in written(ast.parse(path.read_text(encoding="utf-8")))
        for sentence in sentences(node)
        if sentence and sentence not in OTHERS
    }
    assert len(found) > 15
    assert sorted(one for one in found if _phrase(one.replace("{}", "Abc")) is None) == []
