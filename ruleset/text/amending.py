"""Amendments: what a matter would do to the ruleset, step by step, on whatever the ruleset says by then. Pure.

An amendment remembers the text that its author saw. Applied later, an edit is merged with what others changed
meanwhile when that is clean, and words that are put in go to their place in what stands by then; what no longer fits is
a Misfit for a person to settle, never applied blindly.
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from blognomic.i18n.translation import gettext as _
from blognomic.text.merging import Clash, merge, undone

from .inserting import AT_AN_END, BESIDE, PLACES, NoPlace, inserted
from .replacing import COUNTS, places_of, replaced
from .tree import UNNAMED, Node, Placed, Tree, part_of, with_status

# Where a new section stands: below nothing, among the sections.
TOP = "top"
# Before all others below its parent, where an amendment says after which of them a rule stands.
FIRST = "first"
# Where words are replaced: in the text of a rule, or of all rules and their titles (""); in a rule and all below it;
# in the texts of all rules.
SCOPES = ("", "subrules", "texts")
# What two rules exchange, or what is exchanged in one: words.
EXCHANGED = ("places", "texts", "titles", "words")
OPERATIONS = ("edit", "insert", "replace", "add", "copy", "rename", "move", "swap", "repeal", "status")


class AmendmentError(ValueError):
    """An amendment that makes no sense whatever the ruleset says, with a sentence for its author."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """One step. Which fields an operation uses:

    edit      rule, text (as it shall be), base (the text that its author saw)
    insert    rule, text (what comes in), place (of `inserting.PLACES`), anchor (words that stand there once, or "")
    replace   rule ("" for the whole ruleset), find, text (what comes instead), scope (of SCOPES), count (of
              `replacing.COUNTS`), whole (whole words, whatever their white space and quotation marks)
    add       parent (TOP for a section), after (a sibling, FIRST, or "" for last), title, text
    copy      rule, parent, after, title ("": the same), with_subrules
    rename    rule, title, base (the title that its author saw)
    move      rule, parent, after
    swap      rule, what (of EXCHANGED), and other (a rule), or find and text (words of the rule)
    repeal    rule, with_subrules (else they move up to where it stood)
    status    rule, text: "Active" or "Inactive"
    """

    op: str
    rule: str = ""
    parent: str = ""
    after: str = ""
    title: str = ""
    text: str = ""
    base: str = ""
    find: str = ""
    place: str = ""
    anchor: str = ""
    with_subrules: bool = True
    scope: str = ""
    count: str = "every"
    whole: bool = False
    other: str = ""
    what: str = ""

    def as_json(self) -> dict[str, object]:
        """The amendment as it is stored, without what it does not use, and what is as usual (`USUAL`)."""
        values = {name: getattr(self, name) for name in _FIELDS}
        used = {name: value for name, value in values.items() if name in _USED[self.op]}
        usual = {**USUAL, **(_UNUSED if self.op == "swap" else {})}
        return {"op": self.op, **{name: one for name, one in used.items() if one != usual.get(name)}}


USUAL: Mapping[str, object] = {"scope": "", "count": "every", "whole": False}
_FIELDS = (
    *("rule", "parent", "after", "title", "text", "base", "find", "place", "anchor", "with_subrules"),
    *("scope", "count", "whole", "other", "what"),
)
_UNUSED = {"other": "", "find": "", "text": ""}  # by an exchange of something else
_FLAGS = ("with_subrules", "whole")
_USED = {
    "edit": {"rule", "text", "base"},
    "insert": {"rule", "text", "place", "anchor"},
    "replace": {"rule", "find", "text", "scope", "count", "whole"},
    "add": {"parent", "after", "title", "text"},
    "copy": {"rule", "parent", "after", "title", "with_subrules"},
    "rename": {"rule", "title", "base"},
    "swap": {"rule", "other", "what", "find", "text"},
    "move": {"rule", "parent", "after"},
    "repeal": {"rule", "with_subrules"},
    "status": {"rule", "text"},
}


def read(value: Mapping[str, object]) -> Amendment:
    """The amendment that stored or sent JSON says. Raises AmendmentError for anything else."""
    op = value.get("op")
    if op not in OPERATIONS:
        raise AmendmentError(_("No such kind of amendment."))
    if unknown := set(value) - _USED[op] - {"op"}:
        raise AmendmentError(_("An amendment of this kind has no “{name}”.").format(name=sorted(unknown)[0]))
    for name, item in value.items():
        if not isinstance(item, bool if name in _FLAGS else str):
            raise AmendmentError(_("“{name}” is not of the right type.").format(name=name))
    amendment = Amendment(**cast(dict[str, Any], value))
    if op != "add" and op != "replace" and not amendment.rule:
        raise AmendmentError(_("Choose a rule."))
    if op in ("add", "copy", "move") and not amendment.parent:
        raise AmendmentError(_("Choose where to put it."))
    if op == "replace":
        _check_replacement(amendment)
    if op == "insert":
        _check_insertion(amendment)
    if op == "swap":
        _check_exchange(amendment)
    if op == "rename" and not amendment.title.strip():
        raise AmendmentError(_("Say what to call the rule."))
    if op == "status" and amendment.text not in ("Active", "Inactive"):
        raise AmendmentError(_("A special case is Active or Inactive."))
    return amendment


def _check_replacement(amendment: Amendment) -> None:
    if not amendment.find or (amendment.whole and not amendment.find.strip()):
        raise AmendmentError(_("Say which words to replace."))
    if amendment.count not in COUNTS:
        raise AmendmentError(_("Choose how often to replace the words."))
    if amendment.scope not in SCOPES or (
        amendment.scope and (amendment.scope == "texts") is bool(amendment.rule)
    ):
        raise AmendmentError(_("Choose where to replace the words."))


def _check_exchange(amendment: Amendment) -> None:
    of_words = amendment.what == "words"
    if amendment.what not in EXCHANGED:
        raise AmendmentError(_("Choose what to exchange."))
    if of_words and not (amendment.find.strip() and amendment.text.strip() and not amendment.other):
        raise AmendmentError(_("Say which words to exchange for which."))
    if not of_words and (
        not amendment.other or amendment.other == amendment.rule or amendment.find or amendment.text
    ):
        raise AmendmentError(_("Choose two rules."))


def _check_insertion(amendment: Amendment) -> None:
    if amendment.place not in PLACES:
        raise AmendmentError(_("Choose where to put the words."))
    if not amendment.text.strip():
        raise AmendmentError(_("Say which words to put in."))
    if amendment.place in BESIDE and not amendment.anchor.strip():
        raise AmendmentError(_("Say beside which words to put them."))
    if amendment.place in AT_AN_END and amendment.anchor:
        raise AmendmentError(_("Words at an end of a rule are not beside other words."))


@dataclass(frozen=True, slots=True)
class Misfit:
    """An amendment that no longer fits: which one (its place), why, and for an edit both sides of each clash."""

    place: int
    reason: str
    clashes: tuple[Clash, ...] = ()
    now: str = ""
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Applied:
    """The ruleset after the amendments that fit, those that did not, and the kinds of section that were touched."""

    tree: Tree
    misfits: tuple[Misfit, ...] = ()
    touched: frozenset[str] = frozenset()
    merged: frozenset[int] = field(default=frozenset())


def new_key(place: int) -> str:
    """The key of the rule that the amendment at this place adds, for amendments after it to speak of."""
    return f"new-{place}"


def apply(
    tree: Tree, amendments: Iterable[Amendment], *, unnamed: str = UNNAMED, first_key: int = 0
) -> Applied:
    """The ruleset after `amendments`, one after the other. A new rule without a title is called `unnamed`; the keys of
    new ones count from `first_key`."""
    misfits: list[Misfit] = []
    touched: set[str] = set()
    merged: set[int] = set()
    for place, amendment in enumerate(amendments, start=first_key):
        outcome = _apply(tree, amendment, place, unnamed)
        if isinstance(outcome, Misfit):
            misfits.append(outcome)
            continue
        after, was_merged = outcome
        touched |= sections_touched(tree, after)
        if was_merged:
            merged.add(place)
        tree = after
    return Applied(tree, tuple(misfits), frozenset(touched), frozenset(merged))


def _apply(tree: Tree, step: Amendment, place: int, unnamed: str) -> tuple[Tree, bool] | Misfit:
    rule = tree.find(step.rule) if step.rule else None
    if step.rule and rule is None:
        return Misfit(place, _("The rule no longer exists."))
    if step.op == "replace":
        return _replace(tree, step, place, rule)
    if step.op == "add":
        node = Node(new_key(place), step.title.strip() or unnamed, step.text)
        return _insert(tree, node, step, place)
    assert rule is not None
    if step.op == "copy":
        return _insert(tree, _copied(rule, step, place), step, place)
    if step.op == "swap":
        return _exchange(tree, step, place, rule)
    if step.op == "edit":
        outcome = merge(base=step.base, now=rule.text, target=step.text)
        if not outcome.is_clean:
            reason = _("Somebody else has since changed the same words.")
            return Misfit(place, reason, outcome.clashes, rule.text, step.text)
        return tree.mapped({rule.key: replace(rule, text=outcome.text)}), outcome.text != step.text
    if step.op == "insert":
        try:
            text = inserted(rule.text, step.text, step.place, step.anchor)
        except NoPlace as none:
            return Misfit(place, str(none), (), rule.text, rule.text)
        return tree.mapped({rule.key: replace(rule, text=text)}), False
    if step.op == "rename":
        if rule.title not in (step.base, step.title):
            reason = _("The rule is now called “{title}”.").format(title=rule.title)
            return Misfit(place, reason, (), rule.title, step.title)
        return tree.mapped({rule.key: replace(rule, title=step.title.strip())}), False
    if step.op == "status":
        return tree.mapped({rule.key: replace(rule, title=with_status(rule.title, step.text))}), False
    if step.op == "repeal":
        return Tree(_without(tree.sections, rule.key, keep_subrules=not step.with_subrules)), False
    if any(node.key == step.parent for node in rule.walk()):
        return Misfit(place, _("A rule cannot be moved below itself."))
    return _insert(Tree(_without(tree.sections, rule.key, keep_subrules=False)), rule, step, place)


def _replace(tree: Tree, step: Amendment, place: int, rule: Node | None) -> tuple[Tree, bool] | Misfit:
    """Words replaced in titles, where those are meant, and texts, in the order of reading."""
    nodes = [*tree.walk()] if rule is None else [*rule.walk()] if step.scope else [rule]
    parts = ("title", "text") if rule is None and not step.scope else ("text",)
    places = {
        (node.key, part): places_of(step.find, getattr(node, part), whole=step.whole)
        for node in nodes
        for part in parts
    }
    places = {where: some for where, some in places.items() if some}
    if not places:
        return _no_place(place, _("“{words}” is not there."), step, rule)
    if step.count == "one" and sum(map(len, places.values())) > 1:
        return _no_place(place, _("“{words}” is there more than once."), step, rule)
    if step.count == "first":
        where, some = next(iter(places.items()))
        places = {where: some[:1]}
    changes: dict[str, Node] = {}
    for node in nodes:
        words = {
            part: replaced(getattr(node, part), places[node.key, part], step.text, whole=step.whole)
            for part in parts
            if (node.key, part) in places
        }
        if words:
            changes[node.key] = replace(
                node, title=words.get("title", node.title), text=words.get("text", node.text)
            )
    return tree.mapped(changes), False


def _no_place(place: int, reason: str, step: Amendment, rule: Node | None) -> Misfit:
    now = rule.text if rule is not None and not step.scope else ""
    return Misfit(place, reason.format(words=step.find), (), now, now)


def _copied(rule: Node, step: Amendment, place: int) -> Node:
    """A rule once more, with keys of its own."""
    count = itertools.count(1)

    def copied(node: Node) -> Node:
        return replace(
            node, key=f"{new_key(place)}.{next(count)}", children=tuple(map(copied, node.children))
        )

    children = tuple(map(copied, rule.children)) if step.with_subrules else ()
    return Node(new_key(place), step.title.strip() or rule.title, rule.text, children)


def _exchange(tree: Tree, step: Amendment, place: int, rule: Node) -> tuple[Tree, bool] | Misfit:
    if step.what == "words":
        spans = [(*one, step.text) for one in places_of(step.find, rule.text, whole=True)]
        others = [(*one, step.find) for one in places_of(step.text, rule.text, whole=True)]
        for words, some in ((step.find, spans), (step.text, others)):
            if not some:
                return Misfit(place, _("“{words}” is not there.").format(words=words))
        every = sorted((*spans, *others))
        if any(one[1] > after[0] for one, after in itertools.pairwise(every)):
            return Misfit(place, _("One of these words is part of the other."))
        text = rule.text
        for start, end, words in reversed(every):
            text = text[:start] + words + text[end:]
        return tree.mapped({rule.key: replace(rule, text=text)}), False
    other = tree.find(step.other)
    if other is None:
        return Misfit(place, _("The rule no longer exists."))
    if step.what != "places":
        part = step.what.removesuffix("s")
        one, two = ({part: getattr(node, part)} for node in (rule, other))
        return tree.mapped({rule.key: replace(rule, **two), other.key: replace(other, **one)}), False
    if any(node.key == rule.key for node in other.walk()) or any(
        node.key == other.key for node in rule.walk()
    ):
        return Misfit(place, _("A rule cannot change places with one below it."))
    return Tree(_exchanged(tree.sections, rule, other)), False


def _exchanged(nodes: tuple[Node, ...], one: Node, other: Node) -> tuple[Node, ...]:
    """The nodes with two of them in each other's places."""
    places = {one.key: other, other.key: one}
    return tuple(
        places.get(node.key) or replace(node, children=_exchanged(node.children, one, other))
        for node in nodes
    )


def _insert(tree: Tree, node: Node, step: Amendment, place: int) -> tuple[Tree, bool] | Misfit:
    parent = tree.find(step.parent) if step.parent != TOP else None
    if parent is None and step.parent != TOP:
        return Misfit(place, _("The place for it no longer exists."))
    siblings = parent.children if parent is not None else tree.sections
    keys = [child.key for child in siblings]
    at = keys.index(step.after) + 1 if step.after in keys else 0 if step.after == FIRST else len(keys)
    children = (*siblings[:at], node, *siblings[at:])
    if parent is None:
        return Tree(children), False
    return Tree(_with_children(tree.sections, parent.key, children)), False


def _with_children(nodes: tuple[Node, ...], key: str, children: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(
        replace(node, children=children if node.key == key else _with_children(node.children, key, children))
        for node in nodes
    )


def _without(nodes: tuple[Node, ...], key: str, *, keep_subrules: bool) -> tuple[Node, ...]:
    kept: list[Node] = []
    for node in nodes:
        if node.key == key:
            kept += node.children if keep_subrules else ()
        else:
            kept.append(replace(node, children=_without(node.children, key, keep_subrules=keep_subrules)))
    return tuple(kept)


def sections_touched(before: Tree, after: Tree) -> set[str]:
    """The kinds of the sections that differ between two rulesets."""
    old = {section.key: section for section in before.sections}
    new = {section.key: section for section in after.sections}
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return {str(part_of(new.get(key) or old[key])) for key in keys}


def reversal(*, before: Tree, after: Tree, now: Tree) -> Applied:
    """`now` with what led from `before` to `after` undone, and what was changed since kept where that is clean.

    Rules that came are taken away, rules that went come back where they stood, titles and texts are merged back, and
    what was moved goes back where it has not been moved again. A rule that came and has been changed since is a Misfit.
    """
    if now == after:
        return Applied(before, (), frozenset(sections_touched(now, before)))
    misfits: list[Misfit] = []
    changes: dict[str, Node] = {}
    old, new = {node.key: node for node in before.walk()}, {node.key: node for node in after.walk()}
    tree = now
    for key in new:
        present = tree.find(key)
        if key in old or present is None:
            continue
        if any(new.get(one.key) is None or _words(one) != _words(new[one.key]) for one in present.walk()):
            misfits.append(Misfit(len(misfits), _changed_since(present)))
        else:
            tree = _taken_away(tree, key, old)
    for key, node in old.items():
        if key in new:
            present = tree.find(key)
            if present is None or _words(node) == _words(new[key]):
                continue
            back = undone(before=node.text, after=new[key].text, now=present.text)
            title = node.title if present.title == new[key].title else present.title
            if back.is_clean:
                changes[key] = replace(present, text=back.text, title=title)
            else:
                misfits.append(Misfit(len(misfits), _changed_since(present), back.clashes))
    tree = tree.mapped(changes)
    for placed in before.placed():
        if placed.node.key not in new and tree.find(placed.node.key) is None:
            bare_node = replace(placed.node, children=())
            tree = _put_back(tree, before, bare_node, placed.above)
    tree = _moved_back(tree, before, after)
    return Applied(tree, tuple(misfits), frozenset(sections_touched(now, tree)))


def _changed_since(node: Node) -> str:
    return _("“{title}” has since been changed.").format(title=node.title)


def _words(node: Node) -> tuple[str, str]:
    return node.title, node.text


def _taken_away(tree: Tree, key: str, old: Mapping[str, Node]) -> Tree:
    """The tree without a rule that came; what stood before it came, and was moved below it, moves up."""
    node = tree.find(key)
    keep = node is not None and any(one.key in old for one in node.walk())
    return Tree(_without(tree.sections, key, keep_subrules=keep))


def _moved_back(tree: Tree, before: Tree, after: Tree) -> Tree:
    """The tree with what was moved between two others back below its old parent, and siblings in their old order."""
    old = {placed.node.key: placed for placed in before.placed()}
    new = {placed.node.key: placed for placed in after.placed()}
    for key, placed in old.items():
        if key not in new or placed.above[-1:] == new[key].above[-1:]:
            continue
        present = next((one for one in tree.placed() if one.node.key == key), None)
        if present is None or not _has_stayed(tree, present, new[key]):
            continue
        if placed.above and any(node.key == placed.above[-1] for node in present.node.walk()):
            continue
        rest = Tree(_without(tree.sections, key, keep_subrules=False))
        tree = _put_back(rest, before, present.node, placed.above)
    return Tree(_in_old_order(tree.sections, "", _orders(before), _orders(after)))


def _has_stayed(tree: Tree, present: Placed, moved: Placed) -> bool:
    """Whether a rule still stands below the parent that it was moved to, or where that one was taken away."""
    if present.above[-1:] == moved.above[-1:]:
        return True
    return bool(moved.above) and tree.find(moved.above[-1]) is None


def _orders(tree: Tree) -> dict[str, list[str]]:
    """The keys of the children of each node, "" for those of the sections."""
    return {
        "": [section.key for section in tree.sections],
        **{node.key: [child.key for child in node.children] for node in tree.walk()},
    }


def _in_old_order(
    nodes: tuple[Node, ...], parent: str, old: Mapping[str, list[str]], new: Mapping[str, list[str]]
) -> tuple[Node, ...]:
    """Siblings, and all below them, in their old order where only that was changed; what is new stays in its place."""
    nodes = tuple(replace(node, children=_in_old_order(node.children, node.key, old, new)) for node in nodes)
    common = [key for key in old.get(parent, []) if key in new.get(parent, [])]
    moved = [key for key in new.get(parent, []) if key in common]
    here = [node.key for node in nodes if node.key in common]
    if common == moved or here != [key for key in moved if key in here]:
        return nodes
    by_key = {node.key: node for node in nodes}
    back = iter([by_key[key] for key in common if key in by_key])
    return tuple(next(back) if node.key in common else node for node in nodes)


def _put_back(tree: Tree, before: Tree, node: Node, above: tuple[str, ...]) -> Tree:
    """A repealed rule in its old place, after the nearest sibling that still stands."""
    if not above:
        return Tree((*tree.sections, node))
    parent, old_parent = tree.find(above[-1]), before.find(above[-1])
    if parent is None or old_parent is None:
        return Tree(
            (*tree.sections[:-1], replace(tree.sections[-1], children=(*tree.sections[-1].children, node)))
        )
    order = [child.key for child in old_parent.children]
    ahead = order[: order.index(node.key)]
    at = max((i + 1 for i, child in enumerate(parent.children) if child.key in ahead), default=0)
    children = (*parent.children[:at], node, *parent.children[at:])
    return Tree(_with_children(tree.sections, parent.key, children))
