"""The law by rule: which rule of the ruleset each number, condition and clause carries out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ruleset.law import Law
from ruleset.law.model import RulesetWords
from ruleset.text.synonyms import PLAIN, reworded
from ruleset.text.synonyms import Words as Terms


def anchor(rule: str) -> str:
    """Where the law's page speaks of a rule: "Votable Matters" is at "rule-votable-matters"."""
    return f"rule-{slugify(rule)}"


def plain(text: str, words: RulesetWords) -> str:
    """A text, such as a rule's name, with the dynasty's terms in plain words: "Idle Villagers" as "Idle Players"."""
    return _plainly(text, Terms(words.player, words.players, words.emperor, words.emperors or words.emperor))


@lru_cache(maxsize=2_000)
def _plainly(text: str, terms: Terms) -> str:
    return reworded(text, terms, PLAIN)


# What a part of the law does, in words to be translated, where it has no label of its own; {field} stands for what it
# says there.
WORDS = {
    "Adoption": gettext_noop(
        "an admin can turn a new player’s post into a matter while it is under {hours} hours old"
    ),
    "AscensionLaw": gettext_noop("what an Ascension Address does"),
    "CategoryChange": gettext_noop("when an author can change the category of a post"),
    "Cooling": gettext_noop("a player who went idle is not brought back for {hours} hours"),
    "DiceLaw": gettext_noop("what can be rolled"),
    "Editing": gettext_noop("when an author can edit a post"),
    "FairPlay": gettext_noop(
        "what counts as spamming: more than {posts_a_day} posts a day, {comments_in_a_row} comments in a row or"
        " {words_a_post} words in a post"
    ),
    "Frequency": gettext_noop("an action of that kind: once a {per}, {spacing} hours apart"),
    "Inactivity": gettext_noop("idling for inactivity after {hours} hours"),
    "Mantle": gettext_noop("who can get the mantle, and how"),
    "MatterKind.implied": gettext_noop("an author who has used no icon counts as having voted"),
    "Names": gettext_noop("a name has {shortest} to {longest} characters of those allowed"),
    "Newcomers": gettext_noop("who counts as a new player"),
    "PostLaw.comments": gettext_noop("whether people may comment on what is resolved"),
    "PostLaw.correct": gettext_noop("who corrects typographical mistakes, and where"),
    "PostLaw.subject": gettext_noop("that a post has a subject"),
    "Requests": gettext_noop("how a player asks to be idled or brought back"),
    "Resolving": gettext_noop("who may resolve, and with which outcomes"),
    "Resolving.idle_admins": gettext_noop("whether idle admins may resolve"),
    "RosterLaw.admins": gettext_noop("what admins may do to their own idling"),
    "RosterLaw.leaving": gettext_noop("leaving the game, and coming back"),
    "RosterLaw.values": gettext_noop("which values a player has on coming back"),
    "RulesLaw.empty": gettext_noop("who may delete an empty rule without a vote"),
    "RulesLaw.unnamed": gettext_noop("what a new rule without a title is called"),
    "TrackerLaw.below_zero": gettext_noop("what becomes of a number below zero"),
    "TrackerLaw.invalid": gettext_noop("what becomes of values that are no longer valid"),
    "TrackerLaw.rounding": gettext_noop("whether results are rounded"),
}


PERIODS = (gettext_noop("day"), gettext_noop("week"))


@dataclass(frozen=True, slots=True)
class _Told:
    """What a part of the law does, yet to be told in the language of whoever reads: one of WORDS, with what the part
    says, or (`own`) the law's own words, which stay."""

    words: str
    values: Mapping[str, object]
    own: bool = False

    def __str__(self) -> str:
        if self.own:
            return self.words
        return _(self.words).format_map(
            {name: _(value) if value in PERIODS else value for name, value in self.values.items()}
        )


def _in_words(part: Any, about: str = "") -> _Told:
    """What a part of the law does, or what one field of it (`about`) says."""
    key = f"{type(part).__name__}.{about}" if about else type(part).__name__
    values = {field.name: getattr(part, field.name) for field in fields(part)}
    return _Told(WORDS[key], values) if key in WORDS else _Told(about.replace("_", " "), values, own=True)


def by_rule(law: Law) -> dict[str, list[str]]:
    """The rules that the law carries out, in the order of their names, each with what does so, in words."""
    labels_by_rule: dict[str, list[str]] = {}
    for rule, clauses in _told_by_rule(law).items():
        labels = labels_by_rule[rule] = []
        for label in map(str, clauses):
            if label and label not in labels:
                labels.append(label)
    return labels_by_rule


@lru_cache(maxsize=64)
def _told_by_rule(law: Law) -> dict[str, list[_Told]]:
    clauses_by_rule: dict[str, list[_Told]] = {}
    for rule, clause in _clauses(law):
        clauses_by_rule.setdefault(rule, []).append(clause)
    return dict(sorted(clauses_by_rule.items()))


def _clauses(part: object) -> Iterator[tuple[str, _Told]]:
    """Every `rule` (or `…_rule`) in a part of the law with the label that stands beside it."""
    if isinstance(part, Mapping):
        for item in part.values():
            yield from _clauses(item)
    elif isinstance(part, tuple | list):
        for item in part:
            yield from _clauses(item)
    elif is_dataclass(part):
        own = str(getattr(part, "label", "") or getattr(part, "name", ""))
        label = _in_words(part) if type(part).__name__ in WORDS else _Told(own, {}, own=True)
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name == "rule" and value:
                yield value, label
            elif field.name.endswith("_rule") and value:
                yield value, _in_words(part, field.name.removesuffix("_rule"))
            elif not isinstance(value, str):
                yield from _clauses(value)
