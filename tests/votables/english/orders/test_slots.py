"""What can stand in an order: how each is written, and how it is read."""

import pytest

from votables.english.orders.slots import (
    HoldersSlot,
    LineSlot,
    NumberSlot,
    OneOfSlot,
    PartsSlot,
    PathSlot,
    PlaceSlot,
    PlayerSlot,
    RuleSlot,
    TextSlot,
    TypeSlot,
    Unheard,
    Unsayable,
    block,
    inline,
    longest,
    parent_of,
    piece,
    rule_heard,
    rule_said,
    words_of,
)

from .called import BREAD, THINGS, pieces

LINE, TEXT, NUMBER = LineSlot("name"), TextSlot("text"), NumberSlot("order")
STATUS = OneOfSlot("text", {"on": "set", "off": "not set"})
RULE, PLACE, PLAYER = RuleSlot("rule"), PlaceSlot("parent", "after"), PlayerSlot("player")
TYPE, BASED, PATH = TypeSlot("type"), TypeSlot("type", "base"), PathSlot("path")
OF, PARTS = HoldersSlot("of"), PartsSlot("definition")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bread", "“Bread”"),
        ("", "“”"),
        ("“Bread”", "`“Bread”`"),
        ("a `b` c", "``a `b` c``"),
        ("`b``", "``` `b`` ```"),
        (' "a" ', '`  "a"  `'),
        ("a" * 150, f"“{'a' * 150}”"),
        ("a" * 151, f"`{'a' * 151}`"),
    ],
)
def test_a_line_is_quoted_or_stands_as_code(text, expected):
    assert inline(text) == expected


@pytest.mark.parametrize("text", ["a\nb", " " * 151])
def test_what_is_no_line_is_not_quoted_in_a_sentence(text):
    with pytest.raises(Unsayable):
        inline(text)


def test_a_block_keeps_its_lines():
    assert [block(text) for text in ("", "a", "a\n\n  b")] == ["> ", "> a", "> a\n> \n>   b"]


@pytest.mark.parametrize("text", ["\na", "a\n", "a\r\nb"])
def test_a_text_that_would_not_be_read_as_it_is_is_no_block(text):
    with pytest.raises(Unsayable):
        block(text)


@pytest.mark.parametrize(
    ("slot", "change", "written", "heard"),
    [
        (LINE, {"name": "A b"}, "“A b”", "“A b”"),
        (TEXT, {"text": "a\nb"}, "> a\n> b", "‹a\nb›"),
        (NUMBER, {"order": 12}, "12", "12"),
        (NUMBER, {"order": -3}, "minus 3", "minus 3"),
        (STATUS, {"text": "on"}, "set", "set"),
        (STATUS, {"text": "off"}, "not set", "not set"),
        (RULE, {"rule": "b"}, "the rule “Bread”", "the rule “Bread”"),
        (RULE, {"rule": "t"}, "rule 2.1.1 “Twins”", "rule 2.1.1 “Twins”"),
        (RULE, {"rule": "2"}, "section 2 “Dynastic Rules”", "section 2 “Dynastic Rules”"),
        (PLACE, {"parent": "2", "after": "b"}, "after the rule “Bread”", "after the rule “Bread”"),
        (
            PLACE,
            {"parent": "b", "after": ""},
            "at the end of the rule “Bread”",
            "at the end of the rule “Bread”",
        ),
        (
            PLACE,
            {"parent": "b", "after": "first"},
            "at the start of the rule “Bread”",
            "at the start of the rule “Bread”",
        ),
        (PLACE, {"parent": "top", "after": ""}, "at the end of the sections", "at the end of the sections"),
        (PLAYER, {"player": 3}, "“Ada”", "“Ada”"),
        (PLAYER, {"player": 4}, "`Ann “Bo” Lee`", None),
        (TYPE, {"type": 7}, "“Raid”", "“Raid”"),
        (BASED, {"type": 7, "base": {"mark": "R"}}, "“Raid”", "“Raid”"),
        (PATH, {"path": "gold"}, "“Gold”", "“Gold”"),
        (PATH, {"path": "huts.heat"}, "“huts.heat”", "“huts.heat”"),
        (OF, {"of": ["subjects"]}, "every player but the emperor", "every player but the emperor"),
        (OF, {"of": ["everyone"]}, "every player, idle ones too", "every player idle ones too"),
        (
            OF,
            {"of": ["game", "players", "row=Hot", "player:3", "player:99", "row:12"]},
            "the game, every player, the row “Hot”, the player “Ada”, player number 99 and row number 12",
            "the game every player the row “Hot” the player “Ada” player number 99 and row number 12",
        ),
        (PARTS, {"definition": {}}, "> * none", "‹* none›"),
        (
            PARTS,
            {"definition": {"name": "Öl", "choices": ["a: b", 2]}},
            '> * name: "Öl"\n> * choices: ["a: b", 2]',
            '‹* name: "Öl"\n* choices: ["a: b", 2]›',
        ),
    ],
)
def test_what_is_written_is_read_as_the_same(slot, change, written, heard):
    assert slot.write(change, THINGS) == written
    there = pieces(heard) if heard else [("quote", "Ann “Bo” Lee")]
    assert slot.read([("word", "make"), *there, ("word", "it")], 1, THINGS) == (change, 1 + len(there))


@pytest.mark.parametrize(
    ("slot", "change"),
    [
        (RULE, {"rule": "gone"}),
        (PLACE, {"parent": "1", "after": "b"}),
        (PLACE, {"parent": "2", "after": "b", "rule": "b"}),
        (PLAYER, {"player": 6}),
        (PLAYER, {"player": 99}),
        (TYPE, {"type": 8}),
        (TYPE, {"type": 99}),
        (BASED, {"type": 7, "base": {"mark": "S"}}),
    ],
)
def test_what_would_be_read_as_something_else_is_not_said(slot, change):
    with pytest.raises(Unsayable):
        slot.write(change, THINGS)


@pytest.mark.parametrize(
    ("slot", "heard"),
    [
        (LINE, "Bread"),
        (LINE, ""),
        (TEXT, "“Bread”"),
        (NUMBER, "“12”"),
        (NUMBER, "1.5"),
        (NUMBER, "minus"),
        (NUMBER, "1" * 19),
        (STATUS, "off"),
        (STATUS, "not"),
        (RULE, "the rule “Cake”"),
        (RULE, "the rule “Twins”"),
        (RULE, "the law “Bread”"),
        (RULE, "rule 1.1 “Bread”"),
        (RULE, "rule 2.1.1"),
        (PLACE, "before the rule “Bread”"),
        (PLACE, "at the end of the rule “Cake”"),
        (PLAYER, "“Dot”"),
        (PLAYER, "Ada"),
        (TYPE, "“Heist”"),
        (PATH, "Gold"),
        (OF, "every cat"),
        (OF, "the player “Dot”"),
        (OF, "the row"),
        (OF, "the game and"),
        (PARTS, "‹* name›"),
        (PARTS, "‹* name: {›"),
        (PARTS, "‹name: 1›"),
    ],
)
def test_what_is_none_is_not_heard(slot, heard):
    with pytest.raises(Unheard):
        slot.read(pieces(heard), 0, THINGS)


def test_a_piece_is_of_the_kind_that_is_wanted():
    assert piece(pieces("the “Bread”"), 1, "word", "quote") == "Bread"
    for at, kind in ((0, "quote"), (2, "word")):
        with pytest.raises(Unheard):
            piece(pieces("the “Bread”"), at, kind)


def test_words_are_compared_without_case_and_marks():
    assert words_of("Don't move_the Rule 2.1, sub-rules!") == [
        "don't",
        "move",
        "the",
        "rule",
        "2.1",
        "sub-rules",
    ]


def test_the_longest_words_are_heard_first():
    names = {"one": "every player", "two": "every player but one"}
    assert longest(names, pieces("if every player but one"), 1) == ("two", 5)
    assert longest(names, pieces("every player but Ada"), 0) == ("one", 2)


def test_a_rule_is_called_by_its_number_where_its_name_is_not_clear():
    assert [rule_said(key, THINGS) for key in ("b", "t", "1")] == [
        *["the rule “Bread”", "rule 2.1.1 “Twins”", "section 1 “Core”"]
    ]
    assert rule_heard(pieces("rule “Bread” again"), 0, THINGS) == (BREAD, 2)


def test_what_a_rule_stands_below():
    assert [parent_of(key, THINGS.tree) for key in ("t", "b", "2", "gone")] == ["b", "2", "top", ""]
