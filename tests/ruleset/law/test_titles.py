"""How the titles of a kind of matter are written."""

import pytest

from ruleset.law.errors import ExpressionError
from ruleset.law.model import TitleForm
from ruleset.law.titles import compiled

from .added import KIND, law, problem

TITLE = 'title = {{ pattern = {}, example = "{}", label = "x", rule = "y" }}\n'


def test_a_title_is_written_as_its_pattern_says():
    form = law(KIND + TITLE.format("'POLL: [A-Z]\\w*'", "POLL: Cats")).kinds["poll"].title
    assert form == TitleForm("POLL: [A-Z]\\w*", "POLL: Cats", "x", "y")
    assert [form.fits(title) for title in ("POLL: Dogs", "POLL: dogs", "POLL: Dogs!", " POLL: Dogs")] == [
        True, False, False, False,
    ]  # fmt: skip
    complaint = problem(KIND + TITLE.format("'POLL: .+'", "Poll"))
    assert complaint == "kinds.poll.title.example: the pattern does not fit the example"
    assert problem(KIND + TITLE.format("'(a+)+'", "a")).startswith(
        "kinds.poll.title.pattern: '(' cannot stand"
    )


@pytest.mark.parametrize(
    "pattern",
    (
        "",
        "x" * 101,
        "(a)",
        "a|b",
        "^a",
        "a$",
        "a**",
        "a*a*a*",
        "\\1",
        "\\p",
        "[a",
        "a{",
        "a{1000}",
        "[z-a]",
        "[a--b]",
        "+a",
    ),
)
def test_a_pattern_that_could_take_long_is_refused(pattern):
    with pytest.raises(ExpressionError):
        compiled(pattern)


@pytest.mark.parametrize("pattern", ("a.*b.*", "\\d{1,3}", "[^a-z\\]]+", "\\(x\\)", "a?b?c?d?", "💡 .+"))
def test_simple_patterns_are_allowed(pattern):
    assert compiled(pattern).pattern == pattern
