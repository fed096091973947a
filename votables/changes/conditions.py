"""Conditions that a change may hang on: another matter's outcome, whether a rule exists, is active or holds given
words, how many effective vote comments hold some, what share of them casts an icon. Found out when the matter is
enacted, shown while it is pending, and kept as found.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import Field

from blognomic.i18n.stored_messages import StoredMessage, as_message
from blognomic.text.outside import LARGEST_KEY, check_keepable
from blognomic.web.api.shapes import Key, SentPart, Text
from blognomic.web.errors import RuleBroken
from ruleset.law.parts import RulesetPart
from ruleset.text.quoted_words import spans
from ruleset.text.tree import Node, Tree, part_of
from votables.models import Comment, Status

ICONS = ("for", "against", "deferential")
WORDS_LENGTH = 200
MOST = 1000  # comments, and parts of a share


class SentCondition(NamedTuple):
    """A kind of condition as programs send it: when it holds, what it asks, and its parts."""

    when: str
    asks: str
    parts: Mapping[str, SentPart]


_WORDS: Final = Annotated[Text, Field(min_length=1, max_length=WORDS_LENGTH)]
_RULE: Final = Annotated[Text, Field(max_length=WORDS_LENGTH)]
_LEAST: Final = Annotated[int, Field(ge=0, le=MOST)]
_SHARE: Final[Mapping[str, SentPart]] = {
    "icon": SentPart(Literal[ICONS], "What the vote comments cast."),
    "least": SentPart(_LEAST, "How many at least."),
    "of": SentPart(Annotated[int, Field(ge=1, le=MOST)], "Out of how many: two thirds are 2 of 3."),
    "more": SentPart(bool, "Whether it must be more than that share.", False),
}
SENT: Final[Mapping[str, SentCondition]] = {
    "matter": SentCondition(
        "if a matter had this result",
        "It asks about another matter.",
        {
            "post": SentPart(Key, "The key of the matter."),
            "status": SentPart(Literal["enacted", "failed", "illegal"], "How it came out."),
        },
    ),
    "rule": SentCondition(
        "if a rule has this title",
        "It asks whether there is a rule.",
        {"words": SentPart(_WORDS, "What the rule is called.")},
    ),
    "text": SentCondition(
        "if a rule contains these words, as whole words",
        "It asks what the rules say.",
        {
            "rule": SentPart(_RULE, "The title of the rule; empty: any rule.", ""),
            "words": SentPart(_WORDS, "What it holds."),
        },
    ),
    "active": SentCondition(
        "if a special case is active",
        "It asks whether a special case is active.",
        {"words": SentPart(_WORDS, "What the special case is called.")},
    ),
    "comments": SentCondition(
        "if enough effective vote comments on the matter contain these words",
        "It asks about the comments on the matter.",
        {
            "words": SentPart(_WORDS, "What they contain."),
            "least": SentPart(Annotated[int, Field(ge=1, le=MOST)], "How many at least."),
        },
    ),
    "votes": SentCondition(
        "if this share of the effective vote comments on the matter has an icon",
        "It asks about the votes on the matter.",
        _SHARE,
    ),
    "voters": SentCondition(
        "if this share of the effective vote comments with an icon contains these words",
        "It asks what the voters with that icon say.",
        {"icon": _SHARE["icon"], "words": SentPart(_WORDS, "What they contain."), **_SHARE},
    ),
}
PARTS: Final = {kind: tuple(sent.parts) for kind, sent in SENT.items()}
KINDS = tuple(PARTS)


@dataclass(frozen=True, slots=True)
class ChangeCondition:
    """What must be so for a change to take effect.

    kind `matter`: the matter `post` has the status `status`; `rule`: a rule called `words` exists; `active`: the
    special case called `words` is active; `text`: the rule called `rule` (""=any rule) holds `words`; `comments`: at
    least `least` effective vote comments on the matter itself
    hold `words`; `votes`: at least `least` of every `of` effective vote comments (or `more`) cast the `icon`; `voters`:
    of those that cast it, such a share holds `words`. `negated` turns it round.
    """

    kind: str
    post: int = 0
    status: str = ""
    words: str = ""
    rule: str = ""
    icon: str = ""
    least: int = 0
    of: int = 0
    more: bool = False
    negated: bool = False

    def as_json(self) -> dict[str, object]:
        used = PARTS[self.kind]
        return {"kind": self.kind, **{name: getattr(self, name) for name in used}, "negated": self.negated}

    def __str__(self) -> str:
        return _SENTENCES[self.kind, self.negated](self).format(
            number=self.post or self.least,
            status=_(self.status) if self.status else "",
            name=self.words if self.kind == "rule" else self.rule,
            words=self.words,
            icon=self.icon.upper(),
            of=self.of,
        )


def _of_text(condition: ChangeCondition) -> str:
    if condition.rule:
        return _("if the rule “{name}” holds “{words}”")
    return _("if any rule holds “{words}”")


def _of_no_text(condition: ChangeCondition) -> str:
    if condition.rule:
        return _("if the rule “{name}” does not hold “{words}”")
    return _("if no rule holds “{words}”")


_SENTENCES: Final[Mapping[tuple[str, bool], Callable[[ChangeCondition], str]]] = {
    ("matter", False): lambda one: _("if matter {number} is {status}"),
    ("matter", True): lambda one: _("if matter {number} is not {status}"),
    ("rule", False): lambda one: _("if a rule is called “{name}”"),
    ("rule", True): lambda one: _("if no rule is called “{name}”"),
    ("text", False): _of_text,
    ("text", True): _of_no_text,
    ("active", False): lambda one: _("if the special case “{words}” is active"),
    ("active", True): lambda one: _("if the special case “{words}” is not active"),
    ("comments", False): lambda one: _("if at least {number} effective vote comments hold “{words}”"),
    ("comments", True): lambda one: _("if fewer than {number} effective vote comments hold “{words}”"),
    ("votes", False): lambda one: (
        _("if more than {number} of every {of} votes are {icon}")
        if one.more
        else _("if at least {number} of every {of} votes are {icon}")
    ),
    ("votes", True): lambda one: (
        _("if at most {number} of every {of} votes are {icon}")
        if one.more
        else _("if fewer than {number} of every {of} votes are {icon}")
    ),
    ("voters", False): lambda one: (
        _("if more than {number} of every {of} votes {icon} hold “{words}”")
        if one.more
        else _("if at least {number} of every {of} votes {icon} hold “{words}”")
    ),
    ("voters", True): lambda one: (
        _("if at most {number} of every {of} votes {icon} hold “{words}”")
        if one.more
        else _("if fewer than {number} of every {of} votes {icon} hold “{words}”")
    ),
}


def read_condition(value: object) -> ChangeCondition:
    """The condition that stored or sent JSON says. Raises RuleBroken (400) with a sentence for its author. Whether its
    matter exists is not looked up here."""
    if not isinstance(value, Mapping) or value.get("kind") not in KINDS:
        raise RuleBroken(_("No such kind of condition."), status=400)
    used = ("kind", "negated", *PARTS[value["kind"]])
    for name, item in value.items():
        if name not in used or type(item) is not _TYPES.get(name, str):
            raise RuleBroken(_("A condition has no “{name}”.").format(name=name), status=400)
    condition = ChangeCondition(**value)
    if condition.kind == "matter":
        if condition.status not in (Status.ENACTED, Status.FAILED, Status.ILLEGAL):
            raise RuleBroken(_("A matter’s outcome is enacted, failed or illegal."), status=400)
        if not 0 < condition.post <= LARGEST_KEY:
            raise RuleBroken(_("There is no such matter."), status=400)
    elif condition.kind != "votes" and not 0 < len(condition.words.strip()) <= WORDS_LENGTH:
        sentence = _("Say which words: at most {number} characters.").format(number=WORDS_LENGTH)
        raise RuleBroken(sentence, status=400)
    check_keepable(condition.words, condition.rule)
    if len(condition.rule) > WORDS_LENGTH:
        raise RuleBroken(_("No rule has a name that long."), status=400)
    if condition.kind == "comments" and not 0 < condition.least <= MOST:
        raise RuleBroken(_("Say how many comments: 1 to 1,000."), status=400)
    if condition.kind in ("votes", "voters"):
        _check_share(condition)
    return condition


_TYPES: Final = {"post": int, "least": int, "of": int, "more": bool, "negated": bool}


def _check_share(condition: ChangeCondition) -> None:
    if condition.icon not in ICONS:
        raise RuleBroken(_("Choose a share of the votes FOR, AGAINST or DEFERENTIAL."), status=400)
    if not 0 < condition.of <= MOST or not 0 < condition.least + condition.more <= condition.of:
        raise RuleBroken(_("Say which share of the votes, such as 2 of every 3."), status=400)


@dataclass(frozen=True, slots=True)
class ConditionFinding:
    """How a condition stood when it was looked at: met or not, and what was found."""

    met: bool
    found: StoredMessage

    def as_json(self) -> dict[str, object]:
        return {"met": self.met, "found": self.found}


@dataclass(frozen=True, slots=True)
class MatterAsked:
    """A matter that a condition asks about: its title and how it stands."""

    title: str
    status: str


def find_out(
    condition: ChangeCondition,
    *,
    tree: Tree,
    matters: Mapping[int, MatterAsked],
    effective: Callable[[], Iterable[Comment]],
) -> ConditionFinding:
    """How the condition stands, by the rules as they are, the matters that conditions ask about, and the effective vote
    comments of the matter itself. No query but what `effective` makes."""
    if condition.kind == "matter":
        other = matters.get(condition.post)
        so = other is not None and other.status == condition.status
        return _finding(condition, so, _of_matter(other))
    if condition.kind == "rule":
        so = bool(tree.named(condition.words))
        sentence = _("there is a rule called “{name}”") if so else _("there is no rule called “{name}”")
        return _finding(condition, so, sentence.format(name=condition.words))
    if condition.kind == "text":
        return _on_text(condition, tree)
    if condition.kind == "active":
        so = any(_is_active(node, tree) for node in tree.named(condition.words))
        sentence = _("“{name}” is active") if so else _("“{name}” is not active")
        return _finding(condition, so, sentence.format(name=condition.words))
    if condition.kind == "comments":
        names = sorted(one.author.name for one in effective() if _holds(one, condition.words))
        return _finding(condition, len(names) >= condition.least, _of_comments(names))
    return _on_share(condition, effective())


def _finding(condition: ChangeCondition, so: bool, sentence: str) -> ConditionFinding:
    return ConditionFinding(so != condition.negated, as_message(sentence))


def _is_active(node: Node, tree: Tree) -> bool:
    home = tree.section_of(node.key)
    return (
        home is not None and part_of(home) == RulesetPart.SPECIAL_CASE and node is not home and node.is_active
    )


def _of_matter(other: MatterAsked | None) -> str:
    if other is None:
        return _("there is no such matter")
    return _("“{title}” is {status}").format(title=other.title, status=_(other.status))


def _holds(comment: Comment, words: str) -> bool:
    return words.casefold() in comment.text.casefold()


def _on_text(condition: ChangeCondition, tree: Tree) -> ConditionFinding:
    """Whether a rule holds words, as whole words, or any does."""
    rules = tree.named(condition.rule) if condition.rule else list(tree.walk())
    if not rules:
        return _finding(condition, False, _("there is no rule called “{name}”").format(name=condition.rule))
    holding = [node for node in rules if spans(condition.words, node.text)[0]]
    if not holding:
        return _finding(condition, False, _("“{words}” is not there").format(words=condition.words))
    titles = ", ".join(node.title for node in holding)
    return _finding(
        condition, True, _("“{words}” is in {titles}").format(words=condition.words, titles=titles)
    )


def _on_share(condition: ChangeCondition, effective: Iterable[Comment]) -> ConditionFinding:
    """Whether so many of the effective vote comments cast an icon, or of those that do hold words."""
    comments = list(effective)
    casting = [one for one in comments if one.cast == condition.icon]
    some, every = len(casting), len(comments)
    sentence = _("{number} of {all} effective votes are {icon}")
    if condition.kind == "voters":
        some, every = sum(_holds(one, condition.words) for one in casting), len(casting)
        sentence = _("{number} of {all} effective votes {icon} hold it")
    least, share = condition.least * every, some * condition.of
    so = every > 0 and (share > least if condition.more else share >= least)
    return _finding(condition, so, sentence.format(number=some, all=every, icon=condition.icon.upper()))


def _of_comments(names: Sequence[str]) -> str:
    if not names:
        return _("no effective vote comment holds it")
    sentence = ngettext(
        "{number} effective vote comment holds it: {names}",
        "{number} effective vote comments hold it: {names}",
        len(names),
    )
    return sentence.format(number=len(names), names=", ".join(names))
