"""A ruleset as other programs read it. Pure."""

import json
from datetime import datetime

from blognomic.text.instants import format_instant
from ruleset.law.parts import RulesetPart

from . import markdown, wikitext
from .tree import Node, Tree, part_of

FORMATS = ("wikitext", "markdown", "json")


def export(tree: Tree, *, format: str, at: datetime, revision: int | None) -> str:
    """The ruleset as it stood at `at` (UTC), after that revision, in one of FORMATS, ending with a new line.

    Raises Unreadable when wikitext has too few levels of headings for it.
    """
    if format == "json":
        return json.dumps(as_data(tree, at=at, revision=revision), ensure_ascii=False, indent=2) + "\n"
    return wikitext.write(tree) if format == "wikitext" else markdown.write(tree)


def as_data(tree: Tree, *, at: datetime, revision: int | None) -> dict[str, object]:
    """The ruleset as plain data: `{"at", "revision", "sections": [{"title", "text", "rules": [{"number", "title",
    "status", "text", "rules": […]}]}]}`. Texts are Markdown; the status is that of a special case, else None."""
    numbers = {placed.node.key: placed.number for placed in tree.placed()}

    def rule(node: Node, *, special: bool) -> dict[str, object]:
        status = ("active" if node.is_active else "inactive") if special else None
        return {
            "number": numbers[node.key],
            "title": node.title,
            "status": status,
            "text": node.text,
            "rules": [rule(child, special=False) for child in node.children],
        }

    sections = [
        {
            "title": section.title,
            "text": section.text,
            "rules": [
                rule(child, special=part_of(section) == RulesetPart.SPECIAL_CASE)
                for child in section.children
            ],
        }
        for section in tree.sections
    ]
    return {"at": format_instant(at), "revision": revision, "sections": sections}
