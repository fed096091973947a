"""The JSON in which an instruction and the game come, and in which the reading goes out. Pure. What is said of the JSON
itself is said in English: programs write it, and those who look after programs read it."""

from collections.abc import Mapping, Sequence
from typing import Any

from ruleset.text.tree import Node, Tree

from .definitions import read_definitions
from .given import NotAnInstruction, game_of, words_of
from .reading import read
from .reading_parts import AuthorQuestion, ProposalReading

DEEPEST = 20
MOST_RULES = 5_000


def answer(given: object) -> dict[str, object]:
    """The answer to an object that the `read_proposal` command takes. Raises NotAnInstruction."""
    if not isinstance(given, Mapping):
        raise NotAnInstruction("This is no object.")
    if "rule_text" in given and "instruction" not in given:
        return _defined(given)
    instruction = given.get("instruction")
    if not isinstance(instruction, str):
        raise NotAnInstruction("“instruction” must be a text.")
    rules = given.get("rules")
    tree = None if rules is None else tree_of(rules)
    return _said(given.get("id"), read(instruction, tree=tree, game=game_of(given)))


def _defined(given: Mapping[str, Any]) -> dict[str, object]:
    """What a rule defines."""
    text = given["rule_text"]
    if not isinstance(text, str):
        raise NotAnInstruction("“rule_text” must be a text.")
    reading = read_definitions(text, words_of(given))
    if reading.questions:
        questions = _questions(reading.questions)
        return {"id": given.get("id"), "outcome": "asked", "definitions": None, "questions": questions}
    return {"id": given.get("id"), "outcome": "read", "definitions": reading.definitions}


def tree_of(rules: object) -> Tree:
    """The ruleset that a list of rules says, the sections in order."""
    made: list[tuple[str, list[Node]]] = []
    count = [0]
    for value in _list(rules):
        section = _field(value, "section")
        if not made or made[-1][0] != section:
            made.append((section, []))
        key = f"{len(made)}.{len(made[-1][1]) + 1}"
        made[-1][1].append(_node(value, key, count, 1))
    if len({section for section, _nodes in made}) < len(made):
        raise NotAnInstruction("The rules of a section must stand together.")
    return Tree(
        tuple(Node(str(at), title, "", tuple(nodes)) for at, (title, nodes) in enumerate(made, start=1))
    )


def _node(value: object, key: str, count: list[int], depth: int) -> Node:
    count[0] += 1
    if depth > DEEPEST or count[0] > MOST_RULES:
        raise NotAnInstruction(
            f"There are more than {MOST_RULES} rules, or more than {DEEPEST} below one another."
        )
    title, text = _field(value, "title"), _field(value, "text")
    inner = _list(value.get("rules") or []) if isinstance(value, Mapping) else []
    children = tuple(_node(one, f"{key}.{at}", count, depth + 1) for at, one in enumerate(inner, start=1))
    return Node(key, title, text, children)


def _field(value: object, name: str) -> str:
    text = value.get(name, "") if isinstance(value, Mapping) else None
    if not isinstance(text, str):
        raise NotAnInstruction(f"“{name}” of a rule must be a text.")
    return text


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise NotAnInstruction("“rules” must be a list of rules.")
    return value


def rules_json(tree: Tree) -> list[dict[str, object]]:
    """A ruleset as a list of rules, each of the top with its section."""
    return [
        {"section": section.title, **_rule_json(rule)}
        for section in tree.sections
        for rule in section.children
    ]


def _rule_json(node: Node) -> dict[str, object]:
    return {"title": node.title, "text": node.text, "rules": [_rule_json(child) for child in node.children]}


def _said(key: object, reading: ProposalReading) -> dict[str, object]:
    if reading.questions:
        questions = _questions(reading.questions)
        return {"id": key, "outcome": "asked", "rules": None, "values": None, "questions": questions}
    return {
        "id": key,
        "outcome": "read",
        "rules": None if reading.tree is None else rules_json(reading.tree),
        "values": reading.values,
        "steps": [{"sentence": list(one.sentence), "change": dict(one.change)} for one in reading.steps],
    }


def _questions(some: Sequence[AuthorQuestion]) -> list[dict[str, object]]:
    return [{"sentence": list(one.sentence), "why": one.why, "choices": list(one.choices)} for one in some]
