"""A ruleset as other programs read it."""

import json
from datetime import UTC, datetime

import pytest

from ruleset.text import markdown, wikitext
from ruleset.text.exporting import export
from ruleset.text.mistakes import Unreadable
from ruleset.text.tree import Node, Tree

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
NAP = Node("4", "Nap [Inactive]", "They *nap*.", (Node("5", "Day [Active]", "At noon."),))
TREE = Tree(
    (
        Node("1", "Core Rules", "Über all.", (Node("2", "Cats", "Purr."),)),
        Node("3", "Special Cases", "", (NAP,)),
    )
)


def test_as_data_each_rule_has_its_number_and_a_special_case_its_status():
    written = export(TREE, format="json", at=AT, revision=7)
    assert "Über" in written and written.endswith("}\n")
    data = json.loads(written)
    day = {"number": "2.1.1", "title": "Day [Active]", "status": None, "text": "At noon.", "rules": []}
    assert (data["at"], data["revision"]) == ("2026-03-02T12:00:00Z", 7)
    assert data["sections"][0]["rules"] == [
        {"number": "1.1", "title": "Cats", "status": None, "text": "Purr.", "rules": []}
    ]
    assert data["sections"][1]["rules"] == [
        {
            "number": "2.1",
            "title": "Nap [Inactive]",
            "status": "inactive",
            "text": "They *nap*.",
            "rules": [day],
        }
    ]


@pytest.mark.parametrize(("format", "room"), [("wikitext", wikitext), ("markdown", markdown)])
def test_as_text_it_reads_the_same_again(format, room):
    written = export(TREE, format=format, at=AT, revision=None)
    nodes = [(node.title, node.text) for node in room.read(written).walk()]
    assert nodes == [(node.title, node.text) for node in TREE.walk()]


def test_wikitext_has_no_more_levels_than_its_headings():
    node = Node("0", "Deep")
    for level in range(1, 9):
        node = Node(str(level), "Less", "", (node,))
    with pytest.raises(Unreadable):
        export(Tree((node,)), format="wikitext", at=AT, revision=None)
