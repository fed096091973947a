"""Classified words put as the grammar takes them."""

import pytest

from votables.english.atoms import tokens
from votables.english.reading import names_of
from votables.english.rearranging import rearranged, with_bare_names
from votables.english.word_classes import classified

from .rulebook import TREE


def kinds(text: str) -> str:
    """The classes of the words, with what is named."""
    words = list(classified(tokens(text, names_of(TREE, None))))
    return " ".join(
        f"{kind}={token.text}" if kind in ("QUOTE", "PART", "BARE", "NAME") else kind
        for kind, token in rearranged(words, text)
    )


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("Repeal the “Bread” rule", "REPEAL RULE QUOTE=Bread"),
        ("Give the rule “Bread” a subrule", "GIVE QUOTE=Bread SUBRULE"),
        ("Change Bun’s Price", "CHANGE PART=Price IN PART=Bun"),
        ("Switch “Bounties” on", "ACTIVATE QUOTE=Bounties"),
        ("Turn “Bounties” off and repeal “Bread”", "DEACTIVATE QUOTE=Bounties AND REPEAL QUOTE=Bread"),
        ("Delete the second and the third sentences", "REMOVE ORDINAL SENTENCE AND ORDINAL SENTENCE"),
        ("Amend it by replacing “a”", "CHANGE IT AND REPLACE QUOTE=a"),
        ("Move it so that it comes after “Bread”", "MOVE IT AFTER QUOTE=Bread"),
        ("Add the item below below “Bread”", "ADD ITEM FOLLOWING AFTER QUOTE=Bread"),
        ("The (unbulleted) paragraph", "PARAGRAPH"),
        ("Change rule 3.2, “Bread”, to read", "CHANGE RULE NUMBER QUOTE=Bread READ"),
        ("In rule 3.2, “a”, “b” and “c” go", "IN RULE NUMBER COMMA QUOTE=a COMMA QUOTE=b AND QUOTE=c ADD"),
        ("It reads, in full, “a”", "IT READ QUOTE=a"),
        ("Following the paragraph", "AFTER PARAGRAPH"),
        ("Add the following paragraph", "ADD FOLLOWING PARAGRAPH"),
        ("Make two changes", "CREATE CARDINAL EDITS"),
        ("Replace it to read as follows", "REPLACE IT READ"),
    ],
)
def test_words_are_put_as_the_grammar_takes_them(text: str, put: str) -> None:
    assert kinds(text) == put


def test_an_unquoted_name_is_one_word_with_its_article() -> None:
    text = "Create a rule called The Bread of Life with"
    words = with_bare_names(list(classified(tokens(text, names_of(TREE, None)))), text)
    assert [token.text for kind, token in words if kind == "BARE"] == ["The Bread of Life"]
