"""Orders on the law: a figure by its name, lines in place of others, and a whole document where neither can be said."""

import pytest

from ruleset.law.numbers import figures, with_figure
from ruleset.law.shipped import document
from votables.english.orders import CalledThings, say
from votables.english.orders.recognising import order_in
from votables.english.reading import names_of
from votables.english.sentences import sentences

LAW = document("ruleset-211")
THINGS = CalledThings(law=LAW)


def law(text: str) -> dict[str, str]:
    return {"op": "law", "text": text, "base": LAW}


def read(text: str) -> object:
    (sentence,) = sentences(text, names_of(THINGS.tree, None))
    return order_in(sentence, THINGS)


def test_a_figure_is_changed_by_its_name() -> None:
    change = law(with_figure(LAW, "hours.minimum.value", "6"))
    assert say(change, THINGS) == "Change the figure “hours.minimum.value” of the law to “6”."
    assert read(say(change, THINGS)) == change


def test_every_figure_of_a_law_can_be_said() -> None:
    for figure in figures(LAW):
        change = law(with_figure(LAW, figure.name, figure.written if figure.is_formula else "77"))
        if change["text"] != LAW:
            assert read(say(change, THINGS)) == change


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Ruleset 211"', 'title = "Ours"'),
        ('title = "Ruleset 211"\n', ""),
        ('title = "Ruleset 211"', 'title = "Ruleset 211"\n# A remark with “quotes”.'),
        ("\n\n[quorum]", "\n[quorum]"),
        ("value = 12", 'formula = "6"\nfallback = 12'),
    ],
)
def test_lines_stand_in_place_of_others(old: str, new: str) -> None:
    change = law(LAW.replace(old, new, 1))
    assert change["text"] != LAW
    sentence = say(change, THINGS)
    assert sentence.startswith("In the document of the law, replace:\n\n> ") and len(sentence) < 1_500
    assert read(sentence) == change


def test_a_whole_document_is_said_where_there_was_none() -> None:
    change = {"op": "law", "text": LAW.strip(), "base": ""}
    assert say(change, CalledThings()).startswith("Change the law so that its document reads:\n\n> name = ")


@pytest.mark.parametrize(
    "text",
    [
        "Change the figure “hours.never.value” of the law to “6”.",
        "In the document of the law, replace:\n\n> nothing of this\n\nwith:\n\n> that",
    ],
)
def test_what_the_law_does_not_have_is_no_order(text: str) -> None:
    assert read(text) is None
