"""The places of a rule's text that a sentence can speak of."""

from dataclasses import replace

import pytest

from votables.english.passages import candidates, cells, located, named_parts, quoted, sentences_in
from votables.english.reading_parts import Unclear

from .rulebook import phrase

LOAVES = "One loaf. Two loaves.\n\nThree (or more) loaves.\n\nFour loaves."
OVENS = "There are ovens:\n\n* Red: hot. Very.\n* Blue: cold\n\nOvens rest. Bakers do (not)."
PRICES = "Prices.\n\n| Good | Price | Left |\n|---|---|---|\n| Rye Cob | 8 |  |\n| Bun | 12 | 3 |"
WHOLE = (0, 1_000)


def said(spans, text):
    return [text[slice(*span)] for span in spans]


def test_sentences_are_those_of_paragraphs_and_items():
    assert said(sentences_in(OVENS, (0, len(OVENS))), OVENS) == [
        *["There are ovens:", "* Red: hot.", "Very.", "* Blue: cold", "Ovens rest.", "Bakers do (not)."]
    ]
    assert said(sentences_in(LOAVES, (22, 45)), LOAVES) == ["Three (or more) loaves."]
    text = "He said “No.” Then 2. more. “Yes!” (So.)"
    assert said(sentences_in(text, WHOLE), text) == ["He said “No.”", "Then 2. more.", "“Yes!”", "(So.)"]


@pytest.mark.parametrize(
    ("noun", "text", "expected"),
    [
        ("paragraph", LOAVES, [["One loaf. Two loaves.", "Three (or more) loaves.", "Four loaves."]] * 2),
        ("paragraph", "# Head\n\nOne.\n\n* a", [["One."], ["One.", "* a"]]),
        ("block", "One. Two.", [["One. Two.", "One.", "Two."]]),
        ("list", OVENS, [["* Red: hot. Very.\n* Blue: cold"]]),
        ("item", OVENS, [["* Red: hot. Very.", "* Blue: cold"]]),
        ("table", PRICES, [[PRICES[9:]]]),
        ("row", PRICES, [["| Rye Cob | 8 |  |", "| Bun | 12 | 3 |"]]),
        ("brackets", LOAVES, [["(or more)"]]),
    ],
)
def test_all_that_a_noun_may_speak_of(noun, text, expected):
    assert [said(some, text) for some in candidates(noun, text, (0, len(text)))] == expected


def test_only_what_stands_within_two_places_is_spoken_of():
    at = OVENS.index("* Blue")
    assert said(candidates("item", OVENS, (at, len(OVENS)))[0], OVENS) == ["* Blue: cold"]
    assert said(candidates("brackets", LOAVES, (0, 20))[0], LOAVES) == []
    assert said(candidates("paragraph", LOAVES, (10, 50))[0], LOAVES) == ["Three (or more) loaves."]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Price", "Rye Cob"], ["8"]),
        (["Bun", "Left"], ["3"]),
        (["Rye Cob", "Left"], [""]),
        (["Rye Cob", "Bun"], []),
        (["Rye Cob", "Salt"], []),
        (["Price", "Price"], []),
    ],
)
def test_cells_are_found_by_column_and_row(names, expected):
    assert said(cells(PRICES, names), PRICES) == expected


def test_parts_of_tables_and_lists_have_names():
    assert named_parts(PRICES) == ["Good", "Price", "Left", "Rye Cob", "Bun"]
    assert named_parts(OVENS + "\n\n* so: it is\n* The Long Loaf of the Very Old Baker") == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("part", "text", "expected"),
    [
        ("the second sentence", LOAVES, ["Two loaves."]),
        ("the last paragraph", LOAVES, ["Four loaves."]),
        ("the penultimate paragraph", LOAVES, ["Three (or more) loaves."]),
        ("the first two paragraphs", LOAVES, ["One loaf. Two loaves.", "Three (or more) loaves."]),
        ("the last two paragraphs", LOAVES, ["Three (or more) loaves.", "Four loaves."]),
        ("all sentences", "One. Two.", ["One.", "Two."]),
        ("both sentences", "One. Two.", ["One.", "Two."]),
        ("the three sentences", "One. Two. So.", ["One.", "Two.", "So."]),
        ("the only sentence", "One.", ["One."]),
        ("the list", OVENS, ["* Red: hot. Very.\n* Blue: cold"]),
        ("the item “Blue”", OVENS, ["* Blue: cold"]),
        ("the sentence “Two  loaves.”", LOAVES, ["Two loaves."]),
    ],
)
def test_the_place_of_which_a_phrase_speaks(part, text, expected):
    assert said(located(phrase(part), text, (0, len(text))), text) == expected


@pytest.mark.parametrize(
    ("part", "text", "why"),
    [
        ("the tenth sentence", LOAVES, "There is no such sentence"),
        ("the second two sentences", LOAVES, "There is no such sentence"),
        ("the first six sentences", LOAVES, "There is no such sentence"),
        ("both sentences", LOAVES, "There is no such sentence"),
        ("the table", LOAVES, "There is no such table"),
        ("the sentence “Two.”", LOAVES, "There is no such sentence"),
        ("the paragraph", LOAVES, "There are 3 of them"),
        ("the second paragraph", OVENS, "There are lists between the paragraphs"),
    ],
)
def test_a_place_that_is_none_or_one_of_several_is_asked_about(part, text, why):
    with pytest.raises(Unclear, match=why):
        located(phrase(part), text, (0, len(text)))


def test_a_sentence_is_told_by_its_ends():
    for part, place in (({"opening": "Two"}, (10, 21)), ({"ending": "more)  loaves."}, (23, 46))):
        assert located(replace(phrase("the sentence"), **part), LOAVES, (0, len(LOAVES))) == [place]


def test_words_are_found_between_two_places():
    assert quoted("loaves", LOAVES, (12, 46)) == [(14, 20), (39, 45)]
    assert quoted("loaf", LOAVES, (12, 46)) == []
