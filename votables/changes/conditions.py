"""Conditions that a change may hang on: another matter's outcome, whether a rule exists, how many effective vote
comments hold given words. Found out when the matter is enacted, shown while it is pending, and kept as found.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.i18n.stored_messages import StoredMessage, as_message
from blognomic.text.outside import LARGEST_KEY, check_keepable
from blognomic.web.errors import RuleBroken
from ruleset.text.tree import Tree
from votables.models import Comment, Status

KINDS = ("matter", "rule", "comments")
WORDS_LENGTH = 200


@dataclass(frozen=True, slots=True)
class ChangeCondition:
    """What must be so for a change to take effect.

    kind `matter`: the matter `post` has the status `status`; `rule`: a rule called `words` exists; `comments`: at least
    `least` effective vote comments on the matter itself hold `words`. `negated` turns it round.
    """

    kind: str
    post: int = 0
    status: str = ""
    words: str = ""
    least: int = 0
    negated: bool = False

    def as_json(self) -> dict[str, object]:
        used = {"matter": ("post", "status"), "rule": ("words",), "comments": ("words", "least")}[self.kind]
        return {"kind": self.kind, **{name: getattr(self, name) for name in used}, "negated": self.negated}

    def __str__(self) -> str:
        if self.kind == "matter":
            plain = _("if matter {number} is {status}")
            sentence = _("if matter {number} is not {status}") if self.negated else plain
            return sentence.format(number=self.post, status=_(self.status))
        if self.kind == "rule":
            sentence = (
                _("if no rule is called “{name}”") if self.negated else _("if a rule is called “{name}”")
            )
            return sentence.format(name=self.words)
        plain = _("if at least {number} effective vote comments hold “{words}”")
        sentence = (
            _("if fewer than {number} effective vote comments hold “{words}”") if self.negated else plain
        )
        return sentence.format(number=self.least, words=self.words)


def read_condition(value: object) -> ChangeCondition:
    """The condition that stored or sent JSON says. Raises RuleBroken (400) with a sentence for its author. Whether its
    matter exists is not looked up here."""
    if not isinstance(value, Mapping) or value.get("kind") not in KINDS:
        raise RuleBroken(_("No such kind of condition."), status=400)
    types = {"kind": str, "post": int, "status": str, "words": str, "least": int, "negated": bool}
    for name, item in value.items():
        if name not in types or type(item) is not types[name]:
            raise RuleBroken(_("A condition has no such “{name}”.").format(name=name), status=400)
    condition = ChangeCondition(**value)
    if condition.kind == "matter":
        if condition.status not in (Status.ENACTED, Status.FAILED, Status.ILLEGAL):
            raise RuleBroken(_("A matter’s outcome is enacted, failed or illegal."), status=400)
        if not 0 < condition.post <= LARGEST_KEY:
            raise RuleBroken(_("There is no such matter."), status=400)
    elif not 0 < len(condition.words.strip()) <= WORDS_LENGTH:
        sentence = _("Say which words: at most {number} characters.").format(number=WORDS_LENGTH)
        raise RuleBroken(sentence, status=400)
    check_keepable(condition.words)
    if condition.kind == "comments" and not 0 < condition.least <= 1000:
        raise RuleBroken(_("Say how many comments: 1 to 1,000."), status=400)
    return condition


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
    other, names = None, list[str]()
    if condition.kind == "matter":
        other = matters.get(condition.post)
        so = other is not None and other.status == condition.status
    elif condition.kind == "rule":
        so = bool(tree.named(condition.words))
    else:
        words_sought = condition.words.casefold()
        names = sorted(
            comment.author.name for comment in effective() if words_sought in comment.text.casefold()
        )
        so = len(names) >= condition.least
    return ConditionFinding(so != condition.negated, as_message(_found(condition, so, other, names)))


def _found(condition: ChangeCondition, so: bool, other: MatterAsked | None, names: Sequence[str]) -> str:
    """What was found, in words without a stop."""
    if condition.kind == "matter":
        if other is None:
            return _("there is no such matter")
        return _("“{title}” is {status}").format(title=other.title, status=_(other.status))
    if condition.kind == "rule":
        sentence = _("there is a rule called “{name}”") if so else _("there is no rule called “{name}”")
        return sentence.format(name=condition.words)
    if not names:
        return _("no effective vote comment holds it")
    sentence = ngettext(
        "{number} effective vote comment holds it: {names}",
        "{number} effective vote comments hold it: {names}",
        len(names),
    )
    return sentence.format(number=len(names), names=", ".join(names))
