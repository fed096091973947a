"""The numbers of a law's document, and the document with one of them written otherwise."""

import pytest

from ruleset.law import SHIPPED, LawError, document, parse
from ruleset.law.numbers import Figure, figures, with_figure

SMALL = """name = "x"  # a name
count = [1, 2]

[hours.minimum]  # at least
value = 12 # noon to midnight
label = "open 12 hours: value = 12"
rule = "Enactment"

[[limits]]
most = 2
label = "proposals"
rule = "Proposals"

[quorum]
formula = "n / 2 + 1"
fallback = 1
label = "half"
rule = "Quorum"
"""


def test_figures_are_listed_with_their_words_and_rules():
    assert figures(SMALL) == [
        Figure(("hours", "minimum", "value"), "open 12 hours: value = 12", "Enactment", "12", False),
        Figure(("limits", 0, "most"), "proposals", "Proposals", "2", False),
        Figure(("quorum", "formula"), "half", "Quorum", "n / 2 + 1", True),
        Figure(("quorum", "fallback"), "half: where the formula gives nothing", "Quorum", "1", False),
    ]


@pytest.mark.parametrize(
    ("name", "written", "old", "new"),
    [
        ("hours.minimum.value", "6", "value = 12 # noon", "value = 6 # noon"),
        ("hours.minimum.value", " hiatus ? 6 : 9 ", "value = 12 #", 'formula = "hiatus ? 6 : 9"\nfallback = 12 #'),
        ("limits.0.most", "3", "most = 2", "most = 3"),
        ("limits.0.most", "2 * n / 5", "most = 2", 'most = { formula = "2 * n / 5", fallback = 2 }'),
        ("quorum.formula", "n", '"n / 2 + 1"', '"n"'),
        ("quorum.formula", '"a\\b', '"n / 2 + 1"', '"\\"a\\\\b"'),
        ("quorum.fallback", "-4", "fallback = 1", "fallback = -4"),
    ],
)  # fmt: skip
def test_only_the_number_is_rewritten(name, written, old, new):
    assert with_figure(SMALL, name, written) == SMALL.replace(old, new)


@pytest.mark.parametrize(
    ("text", "name", "written", "problem"),
    [
        (SMALL, "hours.maximum.value", "6", "there is no such number in this law"),
        (SMALL, "hours.minimum.value", " ", "write a number or a formula of at most 300 characters"),
        (SMALL, "hours.minimum.value", "n" * 301, "write a number or a formula of at most 300 characters"),
        (SMALL, "quorum.fallback", "n", "this has to be a whole number"),
        ("a.value = 1\n[b]\nc = { value = 1, d = { value = 1 } }", "b.c.value", "2",
         "it cannot be rewritten in its place; change the document itself"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused(text, name, written, problem):
    with pytest.raises(LawError) as refused:
        with_figure(text, name, written)
    assert refused.value.problem == problem


def test_what_is_no_document_is_refused():
    with pytest.raises(LawError):
        figures("name = ")


@pytest.mark.parametrize("law", SHIPPED)
def test_every_number_of_a_shipped_law_can_be_changed(law):
    text = document(law)
    for figure in figures(text):
        written = "n / 3 + 1" if figure.is_formula else "7"
        changed = with_figure(text, figure.name, written)
        parse(changed, source="a test")
        assert [(one.name, one.written) for one in figures(changed)] == [
            (one.name, written if one == figure else one.written) for one in figures(text)
        ]
