"""The laws that come with the program, one for each of five rulesets."""

from functools import cache
from importlib.resources import files

from .model import Law
from .reader import parse

SHIPPED = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
# What the dynastic rules of one of those rulesets add to its law: further kinds of matters and icons.
ADDITIONS = ("ruleset-86-dynasty",)


def document(name: str) -> str:
    """The text of a shipped law. Raises KeyError for a name that is not in SHIPPED."""
    if name not in SHIPPED:
        raise KeyError(name)
    return files(__package__).joinpath("documents", f"{name}.toml").read_text(encoding="utf-8")


def addition(name: str) -> str:
    """The text of a shipped addition, to stand below that of a law. Raises KeyError for a name that is not in
    ADDITIONS."""
    if name not in ADDITIONS:
        raise KeyError(name)
    return files(__package__).joinpath("documents", f"{name}.toml").read_text(encoding="utf-8")


def additions(name: str) -> str:
    """What the dynastic rules of a shipped ruleset add to its law, to stand below its text; "" for none."""
    return addition(f"{name}-dynasty") if f"{name}-dynasty" in ADDITIONS else ""


@cache
def load(name: str) -> Law:
    """A shipped law, read once. Raises KeyError for a name that is not in SHIPPED.

    Its expressions are not tried again on samples: the tests have done that for the shipped documents.
    """
    return parse(document(name), source=f"{name}.toml", probe=False)
