"""Sentences into phrases."""

from dataclasses import replace

import pytest

from votables.english.atoms import tokens
from votables.english.grammar import MOST_WORDS, Phrase, Word, phrases, unknown_words
from votables.english.reading import names_of

from .rulebook import TREE, words


def plainly(one):
    """A phrase with the texts of its names, or the class of a word."""
    if isinstance(one, Word):
        return f"{one.what} {one.kind}: {one.words}"
    return replace(one, names=tuple(name.text for name in one.names), body=one.body and one.body.text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Replace “a” with “b”.",
            [
                "verb replace: replace",
                Phrase(names=("a",)),
                Phrase(role="with", role_words="with", names=("b",)),
            ],
        ),
        (
            "In rule 1.1 “Voting”, delete it",
            [
                Phrase(
                    role="in",
                    role_words="in",
                    noun="rule",
                    noun_words="rule",
                    number="1.1",
                    names=("Voting",),
                ),
                "join comma: ,",
                "verb remove: delete",
                Phrase(which=(("it", "it"),)),
            ],
        ),
        (
            "the first two paragraphs",
            [
                Phrase(
                    which=(("ordinal", "first"), ("cardinal", "two")),
                    noun="paragraph",
                    noun_words="paragraphs",
                )
            ],
        ),
        (
            "delete the “Voting” rule wherever it appears",
            [
                "verb remove: delete",
                Phrase(noun="rule", noun_words="rule", names=("Voting",)),
                Phrase(mood="throughout"),
            ],
        ),
        (
            "Create a rule called The Long Loaf of Doom; it",
            [
                "verb create: create",
                Phrase(noun="rule", noun_words="rule"),
                Phrase(role="called", role_words="called", names=("The Long Loaf of Doom",)),
                "join semicolon: ;",
                Phrase(which=(("it", "it"),)),
            ],
        ),
        (
            "Rename Bread to Small Loaves",
            [
                "verb rename: rename",
                Phrase(names=("Bread",)),
                Phrase(role="to", role_words="to", names=("Small Loaves",)),
            ],
        ),
        (
            "Amend it by replacing “a”",
            [
                "verb change: amend",
                Phrase(which=(("it", "it"),)),
                "join and: by",
                "verb replace: replacing",
                Phrase(names=("a",)),
            ],
        ),
        ("If there is “a”", ["claim if: if", "claim there_is: there is", Phrase(names=("a",))]),
        (
            "the sentence beginning “a”",
            [
                Phrase(noun="sentence", noun_words="sentence"),
                Phrase(role="starting", role_words="beginning", names=("a",)),
            ],
        ),
        (
            "Amend it to read as follows “a”",
            [
                "verb change: amend",
                Phrase(which=(("it", "it"),)),
                Phrase(role="read", role_words="to read", names=("a",)),
            ],
        ),
        (
            "Amend it as follows",
            ["verb change: amend", Phrase(which=(("it", "it"),)), Phrase(mood="as_follows")],
        ),
        ("at the start", [Phrase(role="in", role_words="at", noun="start", noun_words="start")]),
        ("in with", []),
        ("Bake “a”", []),
        ("", []),
    ],
)
def test_a_sentence_is_phrases_and_words(text, expected):
    assert [plainly(one) for one in words(text)] == expected


def test_what_is_too_long_is_not_read():
    at_most, more = ("and " * count for count in (MOST_WORDS, MOST_WORDS + 1))
    assert (len(words(at_most)), words(more)) == (MOST_WORDS, [])


def test_words_that_are_not_known_are_told():
    def unknown(text):
        return unknown_words(list(tokens(text, names_of(TREE, None))), text)

    assert unknown("Bake “a” quickly with the rule Bread") == ["Bake", "quickly"]
    assert unknown("Create a rule called The Long Loaf") == []
    assert unknown("Create a rule called loaf") == ["loaf"]
    assert unknown("Add it to The Loaf") == ["Loaf"]


def test_a_body_is_a_text():
    (one,) = phrases([*tokens("the", names_of(TREE, None)), *_body()], "the b")
    assert (one.text, one.is_bare) == ("b", True)


def _body():
    return [replace(one, kind="body") for one in tokens("b", names_of(None, None))]


@pytest.mark.parametrize(
    ("text", "says", "is_bare", "is_plural"),
    [
        ("“a”", "a", True, False),
        ("the words “a”", "a", False, True),
        ("1.1 “a”", "a", False, False),
        ("rule 1.1", None, False, False),
        ("the rules", None, False, True),
        ("it", None, False, False),
    ],
)
def test_what_a_phrase_is(text, says, is_bare, is_plural):
    (one,) = words(text)
    assert (one.text, one.is_bare, one.is_plural) == (says, is_bare, is_plural)


def test_which_of_them_a_phrase_means():
    (one,) = words("the first two paragraphs")
    assert (one.has("ordinal"), one.has("all"), one.which_of("cardinal"), one.which_of("all")) == (
        True,
        False,
        "two",
        "",
    )
    assert Phrase(names=(*words("“a”")[0].names, *words("“b”")[0].names)).text is None
