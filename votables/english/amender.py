"""Clauses carried out on a draft of the rules, one after the other, each change noted. Pure."""

from collections.abc import Callable, Mapping, Sequence

from blognomic.i18n.translation import gettext as _
from ruleset.text import amending
from ruleset.text.amending import Amendment
from ruleset.text.inserting import IN_A_LIST, Span, put_beside
from ruleset.text.replacing import as_replacement
from ruleset.text.tree import Node, Tree

from .clauses import VerbClause
from .grammar import Phrase
from .reading_parts import Unclear

MOST_CHANGES = 400  # by one text; a matter carries fewer


class Amender:
    """The rules as they stand after the changes so far. `context` is the key of the rule last spoken of, `unit` the
    words last spoken of in it, `when` the condition on which its changes hang. `steps`: the changes as they are kept,
    and what is left to a person."""

    def __init__(self, tree: Tree, made: int, context: str = "", when: Mapping[str, object] | None = None):
        self.tree = tree
        self.made = made
        self.context = context
        self.unit = ""
        self.missing: Phrase | None = None  # a rule of which it was said that there is none
        self.gap: tuple[str, str] | None = (
            None  # where a rule stood that was repealed: below which, after which
        )
        self.made_noun = ""  # as what the last rule was made: "rule" or "subrule"
        self.series: tuple[str, tuple[Phrase, ...]] | None = (
            None  # what kind of rules sentences after it create, and where
        )
        self.is_of_series = False
        self.awaited = 0  # how many sentences of a series are to follow: 0 for any number
        self.changes: list[Amendment] = []
        self.when = when
        self.steps: list[dict[str, object]] = []
        self.is_optional = False  # what the sentence orders is done only where it can be
        self.skipped = False  # what is to be done only where it can be

    def amend(self, change: Amendment) -> str:
        """Make a change; the key of the rule that it adds."""
        if self.made >= MOST_CHANGES:
            raise Unclear(_("This is too long to be read."))
        applied = amending.apply(self.tree, [change], first_key=self.made)
        if applied.misfits:
            raise Unclear(applied.misfits[0].reason)
        if applied.tree == self.tree and change.op != "status":
            raise Unclear(_("That changes nothing."))
        self.tree = applied.tree
        self.made += 1
        self.changes.append(change)
        self.note(change.as_json())
        return amending.new_key(self.made - 1)

    def note(self, step: dict[str, object]) -> None:
        """Keep a step as it is carried out later: on its condition, if it hangs on one."""
        self.steps.append({**step, "when": dict(self.when)} if self.when is not None else step)

    def take(self, draft: "Amender", *, is_so: bool) -> None:
        """Take over the steps of a draft; where they are so (`is_so`), go on with what it left."""
        self.changes += draft.changes
        self.steps += draft.steps
        self.made = draft.made
        self.skipped = self.skipped or draft.skipped
        if is_so:
            self.tree, self.context, self.unit, self.gap = draft.tree, draft.context, draft.unit, draft.gap
            self.made_noun = draft.made_noun

    def insert(self, node: Node, span: Span | None, words: str, place: str) -> None:
        """Put words into a rule, at a place of `ruleset.text.inserting`: beside what stands in a span of its text, or
        at an end of it. What stands there more than once is no anchor; then the text is written anew."""
        anchor = node.text[slice(*span)] if span else ""
        if node.text.find(anchor) == node.text.rfind(anchor) or not anchor:
            self.amend(Amendment("insert", rule=node.key, text=words, place=place, anchor=anchor))
        elif span and place not in IN_A_LIST:
            self.reword(node.key, put_beside(node.text, span, words, place))
        else:
            raise Unclear(_("Say to which list."))

    def reword(self, key: str, text: str, span: Span | None = None) -> None:
        """Let a rule say `text`, which differs from what it says between both ends of `span`: by words replaced there,
        where some tell the place, so that what others change in the rule meanwhile stays."""
        node = self.rule(key)
        words = as_replacement(node.text, text, span)
        if words is None:
            self.edit(key, text)
            return
        find, new = words
        self.amend(Amendment("replace", rule=key, find=find, text=new, count="one", whole=True))
        self.context = key

    def edit(self, key: str, text: str) -> None:
        """Let a rule say `text`."""
        node = self.rule(key)
        self.amend(Amendment("edit", rule=key, text=text, base=node.text))
        self.context = key

    def rule(self, key: str) -> Node:
        node = self.tree.find(key)
        if node is None:
            raise Unclear(_("The rule no longer exists."))
        return node

    def parent_of(self, key: str) -> str:
        """The key of what a rule stands below. Raises Unclear for a section, which stands below nothing."""
        above = next(placed.above for placed in self.tree.placed() if placed.node.key == key)
        if not above:
            raise Unclear(_("“{title}” is a whole section.").format(title=self.rule(key).title))
        return above[-1]

    def siblings(self, key: str) -> Sequence[Node]:
        """A rule and those beside it; a section and the others."""
        if any(section.key == key for section in self.tree.sections):
            return self.tree.sections
        return self.rule(self.parent_of(key)).children

    def before(self, key: str) -> str:
        """The sibling after which something stands that comes just before a rule."""
        parent = self.rule(self.parent_of(key))
        keys = [child.key for child in parent.children]
        place = keys.index(key)
        return keys[place - 1] if place else amending.FIRST


class Parts:
    """The phrases of a clause, taken one by one by what carries it out; what is left in the end was not understood."""

    def __init__(self, parts: list[Phrase]):
        self.moods = {part.mood for part in parts if part.mood}
        self.rest = [part for part in parts if not part.mood]

    def take(self, fits: Callable[[Phrase], bool]) -> Phrase | None:
        """The first phrase of that kind, taken out."""
        for place, part in enumerate(self.rest):
            if fits(part):
                return self.rest.pop(place)
        return None

    def take_all(self, fits: Callable[[Phrase], bool]) -> list[Phrase]:
        """All phrases of that kind, taken out."""
        taken = [part for part in self.rest if fits(part)]
        self.rest = [part for part in self.rest if not fits(part)]
        return taken

    def check_all_taken(self) -> None:
        """Raise Unclear where something is left that no text stands for: "the following"."""
        left = [part for part in self.rest if not is_announcement(part)]
        if left:
            raise not_understood()


def is_announcement(part: Phrase) -> bool:
    """ "the following text", "this paragraph": what only announces a text."""
    return (
        part.has("following")
        and part.text is None
        and not part.number
        and part.role in ("", "with", "to", "by", "having", "containing")
    )


def not_understood() -> Unclear:
    """For a sentence of which not every word is understood."""
    return Unclear(_("Not every word of this sentence is understood. Say it more plainly."))


def verb_of(clause: VerbClause) -> str:
    """What a clause does, whatever word it is said with."""
    if not clause.verb:
        return "change" if any(part.role == "read" for part in clause.parts) else "context"
    return {"do": "replace", "prepend": "add"}.get(clause.verb, clause.verb)
