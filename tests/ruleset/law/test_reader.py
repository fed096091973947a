"""Reading laws: what is refused, with the document, the line and the key."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset.law import SHIPPED, LawError, document, parse
from ruleset.law.lines import lines_of

TEXT = document("ruleset-211")


def refused(text: str) -> tuple[int | None, str, str]:
    """The line, the key and the problem for which a document is refused."""
    with pytest.raises(LawError) as caught:
        parse(text, source="house.toml")
    error = caught.value
    assert error.source == "house.toml"
    assert str(error).startswith("house.toml" if error.line is None else f"house.toml, line {error.line}: ")
    return error.line, error.key, error.problem


def line_of(part: str, text: str = TEXT) -> int:
    """The number of the first line that holds `part`."""
    return next(i for i, line in enumerate(text.split("\n"), start=1) if part in line)


def amended(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


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
    ('codes = ["veto"]', 'codes = ["a", "a"]', "icons.veto.codes[1]", "'a' stands there twice"),
    ('counts = "pending"', 'counts = "open"', "kinds.proposal.limits[0].counts", "must be one of"),
    ("value = 12", 'value = "12"', "hours.minimum.value", "must be a whole number"),
    ("value = 12", "value = 999999", "hours.minimum", "must be at most"),
    ('kind = "dov"', 'kind = "duel"', "standstill[0].kind", "must be one of proposal, cfj, dov"),
    ('begins = "12-24"', 'begins = "13-24"', "standstill[2].season.begins", "must be a day of every year"),
    ('begins = "12-24"', 'begins = "02-29"', "standstill[2].season.begins", "must be a day of every year"),
    ('begins = "12-24"', 'begins = "12-28"', "standstill[2].season", "a season must end after it begins"),
    ('name = "interregnum"', 'name = "dov"', "standstill[1].name", "'dov' stands there twice"),
    ('name = "vetoed"', 'name = "open"', "effects[0]", "'open' must be a new name"),
    ('name = "vetoed"', 'name = "ve toed"', "effects[0]", "'ve toed' must be a new name"),
    ('label = "FOR"', 'label = " "', "icons.for.label", "must not be empty"),
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
    line, found_key, found = refused(text)
    assert (found_key, found[: len(problem)]) == (key, problem)
    changed = text[: text.index(new) + len(new)].count("\n") + 1 if new else None
    last = key.split(".")[-1].split("[")[0]
    told = text.split("\n")[line - 1]
    assert line == changed or told.startswith("[") or last in told


def test_a_missing_table_has_no_line_but_a_name():
    assert refused(amended("[tracker]", "[trackers]")) == (None, "", "'tracker' is missing")


def condition(source: str) -> tuple[int | None, str]:
    """The line and the problem of a law whose first condition of enactment is `source`."""
    text = amended(
        '{ when = "popular", label = "it is Popular" },', f'{{ when = """{source}""", label = "x" }},'
    )
    line, key, problem = refused(text)
    assert key == "kinds.proposal.enact[0].all[0].when"
    assert line == line_of('label = "x"', text) - source.count("\n")
    return line, problem


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("", "the expression is empty"),
        ("f >=", "not an expression: at character 5"),
        ("f >= q)", "not an expression: at character 7"),
        ("f = q", "unexpected '='"),
        ("votes >= q", "'votes' is not known here; known are a, amends, cast"),
        ("enactable", "'enactable' is not known here"),
        ("is_author", "'is_author' is not known here"),
        ("f", "it gives"),
        ("popular ? 1 : 2", "it gives"),
        ("f + popular > 1", "it cannot be computed"),
        ("'a' > 1", "it cannot be computed"),
        ("kind.matches('p.*')", "the function 'matches' is not allowed"),
        ("matches(kind, 'p')", "the function 'matches' is not allowed"),
        ("kind.startsWith('p')", "the function 'startsWith' is not allowed"),
        ("amends.map(part, part + part).size() > 0", "the function 'map' is not allowed"),
        ("duration('1s') > duration('2s')", "the function 'duration' is not allowed"),
        ("f > 1 // and so on", "comments are not allowed"),
        ("f > 1.5", "only whole numbers are allowed"),
        ("f > 1u", "unexpected 'u' after '1'"),
        ("kind == b'x'", "unexpected \"'x'\" after 'b'"),
        ("f > 12345678901", "the number 12345678901 has more than 9 digits"),
        ("f / n > 0", "a condition may divide only by a number that is written out and not zero"),
        ("f / 0 > 0", "a condition may divide only by a number that is written out and not zero"),
        ("f % (n) > 0", "a condition may divide only by a number that is written out and not zero"),
        ("(" * 21 + "popular" + ")" * 21, "more than 20 brackets within each other"),
        ("popular" + " && popular" * 50, "the expression is longer than 500 characters"),
        ("open >= 12", "time may stand only as `open >= hours.NAME` or `open > hours.NAME`"),
        ("open == hours.long", "time may stand only as"),
        ("open < hours.long", "time may stand only as"),
        ("hours.long <= open", "`hours` may stand only in"),
        ("hours.long > 3", "`hours` may stand only in"),
        ("open > hours.long + 1", "time may stand only as"),
        ("f + open > hours.long", "time may stand only as"),
        ("!open > hours.long", "time may stand only as"),
        ("open > hours.lunch", "there is no number of hours named 'lunch'"),
        ("open", "time may stand only as"),
        ("open > hours['long']", "time may stand only as"),
        ("special['Cats']", "there is no special case 'Cats'"),
        ("special.Cats", "`special` may stand only as `special['NAME']`"),
        ("special[kind]", "`special` may stand only as `special['NAME']`"),
        ("values.x > 1", "'values' is not known here"),
        ("kind.size", "nothing has a part 'size'"),
        ("amends.exists(f, f == 'core')", "'f' already has a meaning"),
        (
            "amends.all(a1, amends.all(b1, amends.all(c1, true)))",
            "more than 2 uses of all or exists",
        ),
        ("f > 1\n  @", "unexpected '@'"),
        ("[1, 2] == [1]  && __import__('os')", "the function '__import__' is not allowed"),
    ],
)
def test_an_expression_that_a_law_may_not_use_is_refused(source, problem):
    _, found = condition(source)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    "source",
    [
        "open >= hours.minimum",
        "open > hours.minimum && (open >= hours.long || f > a)",
        "f > 3 ? open >= hours.minimum : open >= hours.long",
        "!(open >= hours.long)",
        "a * 3 / 2 < n % 5",
        "size(amends) > 1 || amends.exists(part, part == 'core') && amends.all(part, part in ['core', 'roster'])",
        'special["Dormancy"] && kind in ["proposal", "cfj"]',
        "v - 1 > -a",
        "hiatus == illegal != changes_nothing",
        "emperor_for || emperor_against || has_emperor",
    ],
)
def test_an_expression_that_a_law_may_use_is_read(source):
    text = amended(
        '{ when = "popular", label = "it is Popular" },', f"{{ when = '''{source}''', label = \"x\" }},"
    )
    law = parse(text, source="house.toml")
    assert law.kinds["proposal"].enact.ways[0].conditions[0].when.source == source


def test_a_term_may_use_those_before_it_only():
    text = amended(
        '{ when = "!popular", label = "it is not Popular" }', '{ when = "!unpopular", label = "x" }'
    )
    assert refused(text)[2].startswith("'unpopular' is not known here")


def test_hours_may_be_a_formula_that_does_not_ask_the_time():
    text = amended("value = 12\n", 'formula = "n > 10 ? 24 : 12"\nfallback = 12\n')
    assert parse(text, source="x").hours["minimum"].formula.source == "n > 10 ? 24 : 12"
    text = amended("value = 12\n", 'formula = "open > hours.long ? 24 : 12"\nfallback = 12\n')
    assert (
        "there is no number of hours" in refused(text)[2] or "'hours' is not known here" in refused(text)[2]
    )


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


def paths(value, path=()):
    """Every key path of a document's values."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_key_of_a_document_has_its_line(name):
    text = document(name)
    lines = lines_of(text)
    for path in paths(tomllib.loads(text)):
        if isinstance(path[-1], str):
            assert path[-1] in text.split("\n")[lines[path] - 1], path
        else:
            assert lines[path[:-1]] <= lines[path]


def test_lines_are_found_through_every_notation():
    text = '''# a comment with [brackets] and = signs
a = 1
"b c".d = """
not = a key
"""
[t] # t
'x' = [ # list
  { y = "]", z = [1,
    2] },
  "#",
]
[[u.v]]
w = 2024-01-01T00:00:00Z
[[u.v]]
w = { p.q = 'x' }
[u.v.r]
s = false
'''
    lines = lines_of(text)
    assert {path: lines[path] for path in paths(tomllib.loads(text))} == {
        ("a",): 2, ("b c",): 3, ("b c", "d"): 3, ("t",): 6, ("t", "x"): 7, ("t", "x", 0): 8, ("t", "x", 0, "y"): 8,
        ("t", "x", 0, "z"): 8, ("t", "x", 0, "z", 0): 8, ("t", "x", 0, "z", 1): 9, ("t", "x", 1): 10, ("u",): 12,
        ("u", "v"): 12, ("u", "v", 0): 12, ("u", "v", 0, "w"): 13, ("u", "v", 1): 14, ("u", "v", 1, "w"): 15,
        ("u", "v", 1, "w", "p"): 15, ("u", "v", 1, "w", "p", "q"): 15,
        ("u", "v", 1, "r"): 16, ("u", "v", 1, "r", "s"): 17,
    }  # fmt: skip
