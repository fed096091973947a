"""Texts that are meant to upset the reader, and how long it takes."""

import time
from pathlib import Path

import pytest

from ruleset.text.reading import read as read_rules
from ruleset.text.tree import Node, Tree
from votables.english.reading import read

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
TREE = Tree((Node("1", "Dynastic Rules", "", (Node("1.1", "Bread", "Two loaves. " * 200),)),))


@pytest.mark.parametrize(
    "text",
    [
        "“" * 100_000,
        "“a” " * 25_000,
        "'a " * 30_000,
        "“a” with “b” and " * 6_000,
        "In rule 1, replace “a” with “b”, and “c” with “d”; " * 2_000,
        "In the rule " + "“Bread”, " * 10_000 + "add “x”.",
        "> " * 20_000 + "x",
        "- " * 30_000,
        "* a\n  " * 10_000,
        "(" * 50_000 + ")" * 50_000,
        "If " * 30_000,
        "the " * 30_000,
        "**" * 40_000,
        "[[" * 40_000,
        "| a " * 20_000,
        "Add:\n\n" * 10_000,
        "by " * 20_000 + "replacing “a” with “b”",
        "is to be " * 10_000 + "replaced",
        "Remove “Two loaves.” from “Bread”. " * 300,
        "\n" * 100_000,
        "\0\ud800".encode("utf-8", "replace").decode() * 10_000,
    ],
)  # fmt: skip
def test_hostile_text_is_answered_soon(text: str) -> None:
    begun = time.process_time()
    reading = read(text[:20_000], tree=TREE, game=None)
    assert time.process_time() - begun < 1
    assert reading.questions


def test_a_text_that_asks_for_every_rule_in_each_sentence_is_read_soon() -> None:
    words = "The quick player votes on the oldest proposal, and the emperor on the rest.\n\n" * 12
    rules = tuple(Node(f"1.{at}", f"Rule {at}", f"{words}{at}") for at in range(1, 80))
    there = "Throughout the ruleset, replace “the oldest” with “some new”. "
    back = "Throughout the ruleset, replace “some new” with “the oldest”. "
    begun = time.process_time()
    read((there + back) * 95, tree=Tree((Node("1", "Core Rules", "", rules),)), game=None)
    assert time.process_time() - begun < 2


def test_a_long_proposal_is_read_quickly() -> None:
    source = SHARED / "rulesets" / "ruleset-211.wiki"
    if not source.exists():
        return  # The rulesets of real games are no part of the project.
    tree = read_rules(source.read_text(encoding="utf-8"), format="wikitext")
    title = next(node.name for node in tree.sections[0].children)
    body = "\n>\n> ".join("Each Baker may bake " + "one more loaf " * 12 + "a day." for _ in range(8))
    text = "\n\n".join(f"Create a rule called “Loaf {at}” with the text:\n\n> {body}" for at in range(1))
    text += "\n\n" + "\n\n".join(
        f"To the rule “{title}”, add:\n\n> {'A loaf is baked. ' * 8}" for _ in range(6)
    )
    assert 500 < len(text.split()) < 700
    read(text, tree=tree, game=None)
    times = []
    for _ in range(5):
        begun = time.process_time()
        reading = read(text, tree=tree, game=None)
        times.append(time.process_time() - begun)
    assert reading.outcome == "read" and len(reading.steps) == 7
    assert min(times) < 0.05
