"""The rules of a bakery, and sentences on them taken apart."""

from collections.abc import Callable

from ruleset.text.tree import Node, Tree
from votables.english.amender import Amender, Parts
from votables.english.atoms import tokens
from votables.english.clauses import OrderedClauses, order
from votables.english.grammar import Phrase, Word, phrases
from votables.english.reading import names_of, read
from votables.english.roles import attached

TREE = Tree(
    (
        Node("1", "Core Rules", "", (
            Node("1.1", "Voting", "Each Baker has four votes. A vote may be changed. Votes of idle Bakers do not count."),
            Node("1.2", "Idle Players", "A Baker who is away for four days is idle.\n\nAn idle Baker has no votes."),
        )),
        Node("2", "Special Case Rules", "", (Node("2.1", "Bounties [Rare] [Inactive]", "Bounties are paid."),)),
        Node("3", "Dynastic Rules", "", (
            Node("3.1", "Ovens", "There are three ovens:\n\n* Red: hot\n* Blue: cold\n* Green: warm\n\nOvens rest at night.", (
                Node("3.1.1", "Fuel", "Coal is fuel."),
                Node("3.1.2", "Smoke", "Smoke rises (slowly) at dawn."),
            )),
            Node("3.2", "Bread", "One loaf. Two loaves.\n\nThree loaves.\n\nFour loaves."),
            Node("3.3", "Prices", "The prices:\n\n| Good | Price |\n|---|---|\n| Rye Cob | 8 |\n| Bun | 12 |"),
        )),
    )
)  # fmt: skip


def says(tree: Tree) -> dict[str, str]:
    """Each rule's path and text."""
    names = {placed.node.key: placed.node.title for placed in tree.placed()}
    return {
        "/".join((*(names[key] for key in placed.above[1:]), placed.node.title)): " ".join(
            placed.node.text.split()
        )
        for placed in tree.placed()
        if placed.depth
    }


def changed(tree: Tree) -> dict[str, str | None]:
    """The rules that are others than those of the bakery, with their texts; None for those that are gone."""
    before, after = says(TREE), says(tree)
    return {name: after.get(name) for name in {**before, **after} if before.get(name) != after.get(name)}


def words(text: str) -> list[Phrase | Word]:
    """The phrases and words of a sentence."""
    return phrases(list(tokens(text, names_of(TREE, None))), text)


def phrase(text: str) -> Phrase:
    """The one phrase that a text is."""
    (one,) = words(text)
    assert isinstance(one, Phrase)
    return one


def ordered(text: str) -> OrderedClauses:
    """What a sentence orders."""
    clause = order(words(text))
    assert clause is not None
    return clause


def parts(text: str) -> Parts:
    """The phrases of the one clause of a sentence."""
    (clause,) = ordered(text).clauses
    return Parts(attached(clause))


def done(deed: Callable[[Parts, Amender], object], text: str, context: str = "") -> dict[str, str | None]:
    """The rules that are others once a deed is done with the phrases of a sentence."""
    amender = Amender(TREE, 0, context)
    deed(parts(text), amender)
    return changed(amender.tree)


VOTES = "Each Baker has four votes. A vote may be changed. Votes of idle Bakers do not count."
"""What rule “Voting” says."""
FIVE = VOTES.replace("four", "five")


def changed_by(instruction: str) -> dict[str, str | None] | None:
    """The rules that an instruction changes, with their texts afterwards; None where it asks."""
    reading = read(instruction, tree=TREE, game=None)
    if reading.questions:
        return None
    assert reading.tree is not None
    return changed(reading.tree)
