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
    terms = {
        words.players: "Players",
        words.player: "Player",
        words.emperors: "Emperors",
        words.emperor: "Emperor",
    }
    terms.pop("", None)
    longest_first = sorted(terms, key=len, reverse=True)
    return (
        re.sub(rf"\b({'|'.join(map(re.escape, longest_first))})\b", lambda found: terms[found[0]], text)
        if longest_first
        else text
    )


# What a part of the law does, in words, where it has no label of its own; {field} stands for what it says there.
WORDS = {
    "Adoption": "an admin may turn a new player's post into a matter while it is under {hours} hours old",
    "AscensionLaw": "what an Ascension Address does",
    "Category": "when an author may change the category of a post",
    "Cooling": "who went idle is not brought back for {hours} hours",
    "DiceLaw": "what can be rolled",
    "Editing": "when an author may edit a post",
    "FairPlay": "what counts as spamming: more than {posts_a_day} posts a day, {comments_in_a_row} comments in a row or"
    " {words_a_post} words in a post",
    "Frequency": "an action of that kind: once a {per}, {spacing} hours apart",
    "Inactivity": "idling for inactivity after {hours} hours",
    "Kind.implied": "an author who has used no icon counts as having voted",
    "Mantle": "to whom and how the mantle is passed",
    "Names": "a name has {shortest} to {longest} characters of those allowed",
    "Newcomers": "who counts as a new player",
    "PostLaw.comments": "whether people may comment on what is resolved",
    "PostLaw.correct": "who corrects typographical mistakes, and where",
    "PostLaw.subject": "that a post has a subject",
    "Requests": "how a player asks to be idled or brought back",
    "Resolving": "who may resolve, and with which outcomes",
    "Resolving.idle_admins": "whether idle admins may resolve",
    "RosterLaw.admins": "what admins may do to their own idling",
    "RosterLaw.leaving": "leaving the game, and coming back",
    "RosterLaw.values": "which values a player has on coming back",
    "RulesLaw.empty": "who may delete an empty rule without a vote",
    "RulesLaw.unnamed": "what a new rule without a title is called",
    "TrackerLaw.below_zero": "what becomes of a number below zero",
    "TrackerLaw.invalid": "what becomes of values that are no longer valid",
    "TrackerLaw.rounding": "whether results are rounded",
}


def _in_words(part: object, about: str = "") -> str:
    """What a part of the law does, or what one field of it (`about`) says, in words."""
    key = f"{type(part).__name__}.{about}" if about else type(part).__name__
    said = WORDS.get(key, about.replace("_", " "))
    return said.format_map({field.name: getattr(part, field.name) for field in fields(part)})


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
        own = str(getattr(part, "label", "") or getattr(part, "name", ""))
        label = _in_words(part) if type(part).__name__ in WORDS else own
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name == "rule" and value:
                yield value, label
            elif field.name.endswith("_rule") and value:
                yield value, _in_words(part, field.name.removesuffix("_rule"))
            elif not isinstance(value, str):
                yield from _clauses(value)
