"""What expressions a law may use."""

import pytest

from ruleset.law import parse

from .amended import TEXT, amended, refused


def line_of(part: str, text: str = TEXT) -> int:
    """The number of the first line that holds `part`."""
    return next(i for i, line in enumerate(text.split("\n"), start=1) if part in line)


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
        ("f / n > 0", "a condition can divide only by a number that is written out and not zero"),
        ("f / 0 > 0", "a condition can divide only by a number that is written out and not zero"),
        ("f % (n) > 0", "a condition can divide only by a number that is written out and not zero"),
        ("(" * 21 + "popular" + ")" * 21, "more than 20 brackets within each other"),
        ("popular" + " && popular" * 50, "the expression is longer than 500 characters"),
        ("open >= 12", "time can be used only as `open >= hours.NAME` or `open > hours.NAME`"),
        ("open == hours.long", "time can be used only as"),
        ("open < hours.long", "time can be used only as"),
        ("hours.long <= open", "`hours` can be used only in"),
        ("hours.long > 3", "`hours` can be used only in"),
        ("open > hours.long + 1", "time can be used only as"),
        ("f + open > hours.long", "time can be used only as"),
        ("!open > hours.long", "time can be used only as"),
        ("open > hours.lunch", "there is no number of hours named 'lunch'"),
        ("open", "time can be used only as"),
        ("open > hours['long']", "time can be used only as"),
        ("special['Cats']", "there is no special case 'Cats'"),
        ("special.Cats", "`special` can be used only as `special['NAME']`"),
        ("special[kind]", "`special` can be used only as `special['NAME']`"),
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
    _, complaint = condition(source)
    assert complaint.startswith(problem)


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
