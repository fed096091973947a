"""The law by rule: which rule of the ruleset each number, condition and clause carries out."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache

from django.utils.text import slugify

from ruleset.law import Law
from ruleset.law.model import Words


def anchor(rule: str) -> str:
    """Where the law's page speaks of a rule: "Votable Matters" is at "rule-votable-matters"."""
    return f"rule-{slugify(rule)}"


def plain(text: str, words: Words) -> str:
    """A text, such as a rule's name, with the dynasty's terms in plain words: "Idle Villagers" as "Idle Players"."""
    terms = {words.players: "Players", words.player: "Player", words.emperor: "Emperor"}
    longest_first = sorted(filter(None, terms), key=len, reverse=True)
    return (
        re.sub(rf"\b({'|'.join(map(re.escape, longest_first))})\b", lambda found: terms[found[0]], text)
        if longest_first
        else text
    )


@lru_cache(maxsize=64)
def by_rule(law: Law) -> dict[str, list[str]]:
    """The rules that the law carries out, in the order of their names, each with what does so, in words."""
    found: dict[str, list[str]] = {}
    for rule, label in _clauses(law):
        labels = found.setdefault(rule, [])
        if label and label not in labels:
            labels.append(label)
    return dict(sorted(found.items()))


def _clauses(part: object) -> Iterator[tuple[str, str]]:
    """Every `rule` (or `…_rule`) in a part of the law with the label that stands beside it."""
    if isinstance(part, Mapping):
        for item in part.values():
            yield from _clauses(item)
    elif isinstance(part, tuple | list):
        for item in part:
            yield from _clauses(item)
    elif is_dataclass(part):
        label = str(getattr(part, "label", "") or getattr(part, "name", ""))
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name == "rule" and value:
                yield value, label
            elif field.name.endswith("_rule") and value:
                yield value, field.name.removesuffix("_rule").replace("_", " ")
            elif not isinstance(value, str):
                yield from _clauses(value)
