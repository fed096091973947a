"""Which rules a sentence speaks of: by name, by number, by both, or as "the same rule". Pure."""

import re

from blognomic.i18n.translation import gettext as _
from blognomic.text.likeness import near_names
from ruleset.law.parts import RulesetPart, part_spoken_of
from ruleset.text.quoted_words import flat
from ruleset.text.tree import Node, Tree, bare, part_of

from .grammar import Phrase
from .passages import ORDINALS
from .reading_parts import Unclear


def rules_of(part: Phrase, tree: Tree, context: str) -> list[Node]:
    """The rules that a phrase speaks of. Raises Unclear where one is not there, or may be another."""
    if part.noun == "rules_of":
        return [
            rule for section in sections(part, tree) for rule in section.walk() if rule.key != section.key
        ]
    if not part.names and not part.number and part.which_of("ordinal"):
        return [_counted(part, tree, context)]
    if not part.names and not part.number:
        return [_same_rule(part, tree, context)]
    if part.home is not None:
        return [_below(one.text, part.home, tree, context) for one in part.names]
    if part.number:
        node = numbered(part.number, tree)
        if part.names and _same(part.names[0].text) != _same(node.name):
            raise Unclear(
                _("Rule {number} is “{title}”, and not “{name}”. Which of the two?").format(
                    number=part.number, title=node.name, name=part.names[0].text
                )
            )
        return [node]
    return [named(one.text, tree, part) for one in part.names]


def _same_rule(part: Phrase, tree: Tree, context: str) -> Node:
    """The rule last spoken of. "The same rule" as that to which a subrule was added is not the subrule; whether "that
    rule" is, is not clear."""
    node = in_context(tree, context)
    above = next(placed.above for placed in tree.placed() if placed.node.key == node.key)
    is_new_subrule = node.key.startswith("new-") and len(above) > 1
    if part.noun != "rule" or not part.has("same") or not is_new_subrule:
        return node
    if "same" not in part.which_of("same"):
        raise Unclear(_("Say which rule."))
    return in_context(tree, above[-1])


def _counted(part: Phrase, tree: Tree, context: str) -> Node:
    """The rule that is told by its place alone: "the last dynastic rule", "the second subrule of X"."""
    if part.home is not None:
        (above,) = rules_of(part.home, tree, context)[:1]
    elif part.noun == "subrule":
        above = in_context(tree, context)
    else:
        some = sections(part, tree) if part_spoken_of(part.noun_words) else []
        if len(some) != 1:
            raise Unclear(_("Say which rule."))
        above = some[0]
    place = ORDINALS.get(part.which_of("ordinal"), 0 if len(above.children) == 1 else None)
    if place is None or not -len(above.children) <= place < len(above.children):
        raise Unclear(_("Say which rule."))
    return above.children[place]


def _below(name: str, home: Phrase, tree: Tree, context: str) -> Node:
    """The subrule of that name below a rule. Raises Unclear where there is none."""
    (parent,) = rules_of(home, tree, context)[:1]
    some = [child for child in parent.children if _same(child.title) == _same(name)]
    if len(some) != 1:
        raise Unclear(_("“{title}” has no subrule “{name}”.").format(title=parent.name, name=name))
    return some[0]


def in_context(tree: Tree, context: str) -> Node:
    """The rule of which the sentences before spoke. Raises Unclear where they spoke of none."""
    node = tree.find(context) if context else None
    if node is None:
        raise Unclear(_("Say which rule."))
    return node


def _same(name: str) -> str:
    return flat(bare(name)).casefold().strip().rstrip(".,")


def unlinked(name: str) -> str:
    """A name without the marks of a link to a rule: "[[Bread]]"."""
    link = _LINK.fullmatch(name.strip())
    return link[1] or link[2] if link else name


_LINK = re.compile(r"\[\[([^\[\]|]+)\]\]|\[([^\[\]]+)\]\([^()\s]+\)")


def find(name: str, tree: Tree) -> list[Node]:
    """The rules of that name, sections left out unless only they have it."""
    plain_name = _same(unlinked(name))
    top = {section.key for section in tree.sections}
    some = [node for node in tree.walk() if _same(node.title) == plain_name]
    return [node for node in some if node.key not in top] or some


def named(name: str, tree: Tree, part: Phrase) -> Node:
    """The rule of that name. Raises Unclear where there is none, or more than one."""
    some = find(name, tree)
    if len(some) > 1 and (kind := part_spoken_of(part.noun_words)):
        some = [node for node in some if (home := tree.section_of(node.key)) and part_of(home) == kind]
    if len(some) == 1:
        return some[0]
    if some:
        raise Unclear(
            _("{count} rules are called “{name}”. Say the number of the one that you mean.").format(
                count=len(some), name=name
            )
        )
    near = near_names(name, (node.name for node in tree.walk()))
    raise Unclear(_("There is no rule “{name}”.").format(name=name), near, name)


def numbered(number: str, tree: Tree) -> Node:
    """The rule in that place; where there is but one section, its own number may be left out."""
    by_number = {placed.number: placed.node for placed in tree.placed() if placed.depth}
    if len(tree.sections) == 1 and f"1.{number}" in by_number:
        other = by_number.get(number)
        if other is None or "." not in number:
            return by_number[f"1.{number}"]
        raise Unclear(_("Rule {number} may be two different rules. Say its name.").format(number=number))
    if number in by_number:
        return by_number[number]
    raise Unclear(_("There is no rule {number}.").format(number=number))


def sections(part: Phrase, tree: Tree) -> list[Node]:
    """The sections that "the dynastic rules", "the ruleset" and such like mean."""
    if part.noun == "section" and part.names:
        return [section for section in tree.sections if _same(section.title) == _same(part.names[0].text)]
    kind = part_spoken_of(part.noun_words)
    if not kind:
        return list(tree.sections)
    return [section for section in tree.sections if part_of(section) == kind and _is_called(section, kind)]


def _is_called(section: Node, kind: RulesetPart) -> bool:
    return kind != RulesetPart.DYNASTIC or re.search("dynast", section.title, re.IGNORECASE) is not None


def home_of_new(part: Phrase, tree: Tree) -> Node:
    """The section to which a new rule goes: as it says, else Dynastic Rules, or the only one."""
    kind = part_spoken_of(part.noun_words)
    if len(tree.sections) == 1 and kind in (None, RulesetPart.DYNASTIC):
        return tree.sections[0]
    some = sections(part, tree) if kind else []
    if not kind:
        some = [section for section in tree.sections if _is_called(section, RulesetPart.DYNASTIC)]
    if len(some) != 1:
        raise Unclear(_("Say in which section the new rule stands."))
    return some[0]
