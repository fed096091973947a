"""The ruleset that a new game starts with unless it brings its own: a complete one in words of this project."""

from functools import cache
from importlib.resources import files

from .markdown import read
from .tree import Tree

# The law whose mechanics it describes.
LAW = "ruleset-211"


def text() -> str:
    """The starting ruleset as Markdown."""
    return files(__package__).joinpath("starting.md").read_text(encoding="utf-8")


@cache
def tree() -> Tree:
    """The starting ruleset, read once."""
    return read(text())
