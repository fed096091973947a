"""A game whose things have names, some of them the same one."""

import re

from ruleset.text.tree import Node, Tree
from votables.english.orders import CalledThings

VOTING, BREAD = (
    Node("v", "Voting", "Votes count."),
    Node("b", "Bread [Rare]", "Loaves.", (Node("t", "Twins"),)),
)
THINGS = CalledThings(
    tree=Tree(
        (Node("1", "Core", "", (VOTING, Node("u", "Twins"))), Node("2", "Dynastic Rules", "", (BREAD,)))
    ),
    players={3: "Ada", 4: "Ann “Bo” Lee", 5: "Cy", 6: "Cy"},
    tracked={"gold": "Gold", "flour": "gold", "ovens.heat": "Heat", "huts.heat": "Heat"},
    pages={"log": ("Log", "Day one.")},
    types={7: ("Raid", {"mark": "R"}), 8: ("Heist", {}), 9: ("Heist", {})},
    law="All is well.",
)


def pieces(order: str) -> list[tuple[str, str]]:
    """The pieces of a sentence: words, and what stands between “…” or, as a block, between ‹…›."""
    matches = re.finditer(r"“(?P<quote>[^”]*)”|‹(?P<body>[^›]*)›|(?P<word>\S+)", order)
    return [(str(one.lastgroup), one[one.lastgroup]) for one in matches]
