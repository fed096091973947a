"""What is wrong with a text that is no ruleset."""

from ruleset.text.mistakes import SAID, ReadingProblem, Unreadable


def test_an_error_names_as_many_problems_as_can_be_read_and_has_them_all():
    problems = [ReadingProblem(line, "no") for line in range(1, SAID + 2)]
    error = Unreadable(problems)
    assert str(error).split("; ") == [f"line {line}: no" for line in range(1, SAID + 1)]
    assert error.problems == problems
