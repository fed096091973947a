"""A table of a law's document, read strictly."""

import pytest

from ruleset.law.errors import LawError
from ruleset.law.toml_tables import LawDocument, LawTable, dotted

TEXT = '[house]\nname = "Bakery"\nrooms = 3\nopen = true\nwords = ["a", "b"]\n'
VALUES = {"name": "Bakery", "rooms": 3, "open": True, "words": ["a", "b"], "blank": " ", "twice": ["a", "a"]}


@pytest.fixture
def house() -> LawTable:
    return LawTable(LawDocument(TEXT, "house.toml"), dict(VALUES), ("house",))


def test_each_key_is_read_by_its_type(house):
    assert (house.text("name"), house.whole("rooms"), house.yes("open"), house.texts("words")) == (
        "Bakery", 3, True, ("a", "b"),
    )  # fmt: skip
    assert (house.text("motto", "none"), house.whole_or_none("floors"), house.table_or_none("cellar")) == (
        "none", None, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("read", "line", "key", "problem"),
    [
        (lambda house: house.text("rooms"), 3, "house.rooms", "must be a text"),
        (lambda house: house.whole("open"), 4, "house.open", "must be a whole number"),
        (lambda house: house.whole("rooms", least=4), 3, "house.rooms", "must be 4 or more"),
        (lambda house: house.yes("rooms"), 3, "house.rooms", "must be true or false"),
        (lambda house: house.filled("blank"), 1, "house.blank", "cannot be empty"),
        (lambda house: house.text("motto"), 1, "house", "'motto' is missing"),
        (lambda house: house.one_of("name", ("Inn", "Mill")), 2, "house.name", "must be one of Inn, Mill"),
        (lambda house: house.texts("words", choices=("a",)), 5, "house.words[1]", "must be one of a"),
        (lambda house: house.texts("twice"), 1, "house.twice[1]", "'a' is there twice"),
        (lambda house: house.table("name"), 2, "house.name", "must be a table"),
        (lambda house: list(house.tables("words")), 5, "house.words[0]", "must be a table"),
    ],
)
def test_what_is_of_another_type_is_refused_with_its_place(house, read, line, key, problem):
    with pytest.raises(LawError) as caught:
        read(house)
    assert (caught.value.line, caught.value.key, caught.value.problem) == (line, key, problem)


def test_a_key_that_nobody_asked_for_is_refused(house):
    for key in ("name", "open", "words", "blank", "twice", "motto"):
        house.text(key, "") if key == "motto" else house.read_keys.add(key)
    with pytest.raises(LawError) as caught:
        house.done()
    assert caught.value.problem == "unknown key; known are blank, motto, name, open, twice, words"
    house.whole("rooms")
    house.done()


def test_a_place_is_written_with_dots_and_brackets():
    assert dotted(("kinds", "cfj", "enact", 0, "all", 2)) == "kinds.cfj.enact[0].all[2]"
    assert dotted(()) == ""
