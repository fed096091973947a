"""An instruction as a tree of sentences."""

import pytest

from votables.english.steps.text import DEEPEST, STRUCK, tree


def said(nodes):
    """The sentences: each as its words, with those of the list below it."""
    return [
        (words, said(node.below)) if node.below else words
        for node in nodes
        for words in [" ".join(token.text for token in node.tokens)]
    ]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Ada rests. Bo rests! Cy.1 has 1.5 Eggs", ["Ada rests", "Bo rests", "Cy.1 has 1.5 Eggs"]),
        ("Ada rests at no. 3. bo rests", ["Ada rests at no", "3 . bo rests"]),
        ("Set it to “Go.” Bo rests", ["Set it to Go.", "Bo rests"]),
        ("Ada rests;", ["Ada rests"]),
        ("# Heading\n\nAda\nrests.\n\n---\n\n...", ["Ada rests"]),
        ("If so:\n\n* Ada rests.\n* Bo rests:\n  * Cy rests.\n\nDot rests.",
         [("If so", ["Ada rests", ("Bo rests", ["Cy rests"])]), "Dot rests"]),
        ("So.\n\n* Ada rests.\n* Bo rests.", ["So", "Ada rests", "Bo rests"]),
        ("Add these:\n\n| Name |\n|---|\n| Hob |", [("Add these", ["| Name |\n|---|\n| Hob |"])]),
        ("Ada rests.\n\n> So\n> it is.", ["Ada rests", "So\nit is."]),
        ("Ada rests. (Bo rests)", ["Ada rests", "( Bo rests )"]),
        ("Say “Go.” to Bo", ["Say Go. to Bo"]),
        ("Say “Go.”", ["Say Go."]),
        ("Say “;”", ["Say ;"]),
        ("Ada rests)", ["Ada rests )"]),
        ("()", ["( )"]),
        ("So.\n\n| a |\n|---|\n\n> b", ["So", "| a |\n|---|", "b"]),
        ("| a |\n|---|", ["| a |\n|---|"]),
        (":", [":"]),
        ("", []),
    ],
)  # fmt: skip
def test_sentences_and_what_is_below_them(text, sentences):
    assert said(tree(text)) == sentences


@pytest.mark.parametrize(
    "text",
    [
        "**Ada** __rests__",
        "*Ada* rests",
        "<b>Ada</b> rests<br/>",
        "[Ada](https://example.com) `rests`",
        "[[Ada]] rests",
        "[to be fair] Ada rests [for now]",
        "*This is only fair, I think.* Ada rests",
        "*as I have said before* Ada rests",
        "(So it is.)\n\nAda rests",
    ],
)
def test_comments_and_marks_of_form_are_left_out(text):
    assert said(tree(text)) == ["Ada rests"]


def test_brackets_within_a_sentence_are_left_in():
    assert said(tree("(Ada) rests (a bit)")) == ["( Ada ) rests ( a bit )"]


def test_each_sentence_has_its_place():
    text = "Well [so to say]. If **Ada** rests:\n\n* Bo rests.\n\n> So."
    _first, second, third = tree(text)
    assert [text[slice(*span)] for span in second.spans()] == ["If **Ada** rests", "Bo rests"]
    assert (second.leads, second.kind, third.kind) == (True, "sentence", "quote")
    assert text[slice(*third.span)] == "So."


def test_a_list_goes_only_so_deep():
    def depth(nodes):
        return max((1 + depth(node.below) for node in nodes), default=0)

    assert depth(tree("\n".join("  " * one + "* If so:" for one in range(DEEPEST + 4)))) == DEEPEST


def test_what_is_struck_out_is_seen():
    struck = [
        STRUCK.search(text) is not None for text in ("a ~~b~~", "a <del>b</del>", "a ~ b", "a <b>b</b>")
    ]
    assert struck == [True, True, False, False]
