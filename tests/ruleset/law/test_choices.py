"""The names and letters of a matter's choices."""

from ruleset.law.choices import code_of, is_choice, letters, place_of

from .added import KIND, law


def test_choices_are_known_by_letters():
    assert letters(2) == ("choice_a", "choice_b")
    assert [(code_of(name), place_of(name), is_choice(name)) for name in letters(99)[-1:]] == [
        ("t", 19, True)
    ]
    assert law(KIND).codes_on(2) == {**law("").codes, "a": "choice_a", "b": "choice_b"}
    assert law(KIND).codes_on(0) == law("").codes
