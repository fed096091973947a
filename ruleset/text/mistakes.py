"""What is wrong with a text that is no ruleset. Pure."""

from dataclasses import dataclass

SAID = 20  # problems that the error itself names


@dataclass(frozen=True, slots=True)
class ReadingProblem:
    """Something that could not be read: the line (from 1) and why."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Unreadable(ValueError):
    """A text or file that is no ruleset, or a ruleset that a format cannot hold, with every problem in it."""

    def __init__(self, problems: list[ReadingProblem]):
        super().__init__("; ".join(map(str, problems[:SAID])))
        self.problems = problems
