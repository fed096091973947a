"""What somebody types into the box of a search."""

import pytest

from blognomic.search.question import LONGEST, MOST, Unsearchable, fold, read_question


def terms(text: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    question = read_question(text)
    return [term.words for term in question.required], [term.words for term in question.excluded]


@pytest.mark.parametrize(
    ("text", "sought", "unwanted"),
    [
        ("cats dogs", [("cats",), ("dogs",)], []),
        ('"cats and dogs" mice', [("cats", "and", "dogs"), ("mice",)], []),
        ("“cats and dogs”", [("cats", "and", "dogs")], []),
        ('an unclosed "end of it', [("unclosed",), ("end", "of", "it")], []),
        ('cats -dogs -"grey mice"', [("cats",)], [("dogs",), ("grey", "mice")]),
        ("self-kill", [("self", "kill")], []),
        ("rule 2.3", [("rule",), ("2", "3")], []),
        ("the cats of the emperor", [("cats",), ("emperor",)], []),
        ("cats -the", [("cats",)], []),
        ("ÉCOLE Łódź", [("ecole",), ("łodz",)], []),
        ("cat* NEAR(dog) title:x ^y {z}", [("cat",), ("near", "dog"), ("title", "x"), ("y",), ("z",)], []),
        ("cats - -- !! :: \x1f _", [("cats",)], []),
        ("NOT cats OR AND", [("cats",)], []),
    ],
)
def test_words_phrases_and_what_is_not_to_be_there_are_told_apart(text, sought, unwanted):
    assert terms(text) == (sought, unwanted)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the", "These words are nearly everywhere. Add a rarer one."),
        ('"to be or not to be"', "These words are nearly everywhere. Add a rarer one."),
        ("the -cats", "These words are nearly everywhere. Add a rarer one."),
        ("-cats", "Add a word to look for, not only words to leave out."),
        ('!! * -- ""', "There is nothing here to search for. Add a word."),
        ("", "There is nothing here to search for. Add a word."),
        ("x" * (LONGEST + 1), "You can search for 200 characters at most."),
        (" ".join(f"w{n}" for n in range(MOST + 1)), "You can search for 20 words at once at most."),
    ],
)
def test_what_cannot_be_looked_for_is_refused_with_the_reason(text, sentence):
    with pytest.raises(Unsearchable) as refusal:
        read_question(text)
    assert str(refusal.value) == sentence


def test_as_much_as_is_allowed_is_looked_for():
    assert len(read_question(" ".join(f"w{n}" for n in range(MOST))).required) == MOST
    assert read_question("x" * LONGEST).required[0].words == ("x" * LONGEST,)


def test_folding_takes_off_accents_whether_or_not_they_are_characters_of_their_own():
    assert [fold(text) for text in ("É", "E\u0301", "ñ", "한글", "ß")] == ["e", "e", "n", "한글", "ß"]
