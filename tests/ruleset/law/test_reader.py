"""Reading laws: what is refused, with the document, the line and the key."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset.law import SHIPPED, LawError, document, parse

from .amended import TEXT, amended, refused


def test_a_mistake_in_the_notation_names_its_line():
    line, key, problem = refused(amended('title = "Ruleset 211"', "title = Ruleset 211"))
    assert (line, key, problem) == (2, "", "Invalid value")
    line, key, problem = refused(TEXT + "\n[quorum]\n")
    assert (line, problem) == (TEXT.count("\n") + 2, "Cannot declare ('quorum',) twice")
    assert refused("a = [")[0] == 1


# A mistake that says which line is to blame: that of the new text, or of the table's heading.
MISTAKES = [
    ("implied_rule", "implyed_rule", "kinds.proposal.implyed_rule", "unknown key"),
    ("most = 2", 'most = "two"', "kinds.proposal.limits[0].most", "must be a whole number"),
    ("most = 2", "most = true", "kinds.proposal.limits[0].most", "must be a whole number"),
    ("most = 2", "most = -1", "kinds.proposal.limits[0].most", "must be 0 or more"),
    ("queue = true", "queue = 1", "kinds.proposal.queue", "must be true or false"),
    ('codes = ["veto"]', 'codes = ["for"]', "icons.veto.codes", "the code 'for' belongs to two icons"),
    ('codes = ["veto"]', 'codes = ["VETO"]', "icons.veto.codes", "the code 'VETO' must be lower-case"),
    ('codes = ["veto"]', "codes = []", "icons.veto.codes", "an icon needs a code"),
    ('codes = ["veto"]', 'codes = ["veto", 1]', "icons.veto.codes[1]", "must be a text"),
    ('codes = ["veto"]', 'codes = ["a", "a"]', "icons.veto.codes[1]", "'a' is there twice"),
    ('counts = "pending"', 'counts = "open"', "kinds.proposal.limits[0].counts", "must be one of"),
    ("value = 12", 'value = "12"', "hours.minimum.value", "must be a whole number"),
    ("value = 12", "value = 999999", "hours.minimum", "must be at most"),
    ('kind = "dov"', 'kind = "duel"', "standstill[0].kind", "must be one of proposal, cfj, dov"),
    ('begins = "12-24"', 'begins = "13-24"', "standstill[2].season.begins", "must be a day of every year"),
    ('begins = "12-24"', 'begins = "02-29"', "standstill[2].season.begins", "must be a day of every year"),
    ('begins = "12-24"', 'begins = "12-28"', "standstill[2].season", "a season must end after it begins"),
    ('name = "interregnum"', 'name = "dov"', "standstill[1].name", "'dov' is there twice"),
    ('name = "vetoed"', 'name = "open"', "effects[0]", "'open' must be a new name"),
    ('name = "vetoed"', 'name = "ve toed"', "effects[0]", "'ve toed' must be a new name"),
    ('label = "FOR"', 'label = " "', "icons.for.label", "cannot be empty"),
    ("shortest = 4", "shortest = 40", "roster.names", "the shortest name is longer"),
    ("aliases = { COLOR", 'aliases = { COLER = "HUE", COLOR', "dice.aliases", "COLER stands for HUE"),
    ("lists = { FRUIT", 'lists = { fruit = ["x"], FRUIT', "dice.lists", "the command 'fruit'"),
    ('faces = ["Jack"', 'faces = ["Jester"', "dice", "a card has a suit and a value"),
    ('limited_to = "cfj"\n', "", "mantle", "limited_by and limited_to go together"),
    ('keeps = "none"', 'keeps = "some"', "ascension.keeps", "must be one of all, none"),
    ('special_case = "Dormancy"', 'special_case = "Sleep"', "standstill[3].special_case", "must be one of"),
]


@pytest.mark.parametrize(("old", "new", "key", "problem"), MISTAKES)
def test_a_mistake_in_the_contents_names_its_line_and_key(old, new, key, problem):
    text = amended(old, new)
    line, found_key, complaint = refused(text)
    assert (found_key, complaint[: len(problem)]) == (key, problem)
    changed = text[: text.index(new) + len(new)].count("\n") + 1 if new else None
    last = key.split(".")[-1].split("[")[0]
    line_told = text.split("\n")[line - 1]
    assert line == changed or line_told.startswith("[") or last in line_told


def test_a_missing_table_has_no_line_but_a_name():
    assert refused(amended("[tracker]", "[trackers]")) == (None, "", "'tracker' is missing")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_document_with_a_piece_missing_is_refused_or_read_but_never_crashes(data):
    text = document(data.draw(st.sampled_from(SHIPPED)))
    start = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(1, 60))
    piece = data.draw(st.sampled_from(["", "x", '"', "[", "]", "= 1", "true", "\n", "{}", "'", "-1"]))
    try:
        parse(text[:start] + piece + text[start + length :], source="x")
    except LawError as error:
        assert error.source == "x"


@pytest.mark.parametrize("text", ["", "a = " + "[" * 5000, "x" * 200_001])
def test_what_is_no_law_at_all_is_refused(text):
    refused(text)
