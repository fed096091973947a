"""Conditions that a change may hang on: another matter's outcome, whether a rule exists, how many effective vote
comments hold given words. Found out when the matter is enacted, shown while it is pending, and kept as found.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from players.errors import RuleBroken
from players.texts import check_keepable
from ruleset.tree import Tree
from votables.models import Comment, Status

KINDS = ("matter", "rule", "comments")
WORDS_LENGTH = 200
LARGEST_KEY = 2**62


@dataclass(frozen=True, slots=True)
class Condition:
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
            said = f"matter {self.post} is {'not ' if self.negated else ''}{self.status}"
        elif self.kind == "rule":
            said = f"{'no' if self.negated else 'a'} rule is called “{self.words}”"
        else:
            bound = "fewer than" if self.negated else "at least"
            said = f"{bound} {self.least} effective vote comments hold “{self.words}”"
        return f"if {said}"


def read_condition(value: object) -> Condition:
    """The condition that stored or sent JSON says. Raises RuleBroken (400) with a sentence for its author. Whether its
    matter exists is not looked up here."""
    if not isinstance(value, Mapping) or value.get("kind") not in KINDS:
        raise RuleBroken("No such kind of condition.", status=400)
    types = {"kind": str, "post": int, "status": str, "words": str, "least": int, "negated": bool}
    for name, item in value.items():
        if name not in types or type(item) is not types[name]:
            raise RuleBroken(f"A condition has no such “{name}”.", status=400)
    condition = Condition(**value)
    if condition.kind == "matter":
        if condition.status not in (Status.ENACTED, Status.FAILED, Status.ILLEGAL):
            raise RuleBroken("A matter's outcome is enacted, failed or illegal.", status=400)
        if not 0 < condition.post < LARGEST_KEY:
            raise RuleBroken("There is no such matter.", status=400)
    elif not 0 < len(condition.words.strip()) <= WORDS_LENGTH:
        raise RuleBroken(f"Say which words: at most {WORDS_LENGTH} characters.", status=400)
    check_keepable(condition.words)
    if condition.kind == "comments" and not 0 < condition.least <= 1000:
        raise RuleBroken("Say how many comments: 1 to 1,000.", status=400)
    return condition


@dataclass(frozen=True, slots=True)
class Finding:
    """How a condition stood when it was looked at: met or not, and what was found."""

    met: bool
    found: str

    def as_json(self) -> dict[str, object]:
        return {"met": self.met, "found": self.found}


@dataclass(frozen=True, slots=True)
class Asked:
    """A matter that a condition asks about: its title and how it stands."""

    title: str
    status: str


def find_out(
    condition: Condition,
    *,
    tree: Tree,
    matters: Mapping[int, Asked],
    effective: Callable[[], Iterable[Comment]],
) -> Finding:
    """How the condition stands, by the rules as they are, the matters that conditions ask about, and the effective vote
    comments of the matter itself. No query but what `effective` makes."""
    if condition.kind == "matter":
        other = matters.get(condition.post)
        so = other is not None and other.status == condition.status
        found = f"“{other.title}” is {Status(other.status).label}" if other else "there is no such matter"
    elif condition.kind == "rule":
        so = bool(tree.named(condition.words))
        found = f"there {'is' if so else 'is no'} {'a ' if so else ''}rule called “{condition.words}”"
    else:
        wanted = condition.words.casefold()
        names = sorted(comment.author.name for comment in effective() if wanted in comment.text.casefold())
        so = len(names) >= condition.least
        number = {0: "no effective vote comment holds it", 1: "1 effective vote comment holds it"}
        found = number.get(len(names), f"{len(names)} effective vote comments hold it")
        found += f": {', '.join(names)}" if names else ""
    return Finding(so != condition.negated, found)
