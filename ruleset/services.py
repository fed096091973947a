"""What changes the ruleset and the law in force."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from players import prose
from players.errors import RuleBroken, Stale
from players.models import Player
from ruleset.law import LawError, parse
from ruleset.models import LawVersion, Revision, Rule, RuleVersion
from ruleset.queries import tree_after
from ruleset.tree import UNNAMED, Node, Tree

TITLE_LENGTH = 300
TEXT_LENGTH = 200_000
RULES = 2_000
DEPTH = 8


@transaction.atomic
def enact_law(
    *,
    document: str,
    special_cases: dict[str, bool],
    at: datetime,
    by: Player | None,
    why: str,
    link: str = "",
) -> LawVersion:
    """Put a law into force from `at` on. The document is TOML; it is read here and refused when it cannot be.

    `special_cases` holds those whose state is not the document's default. Raises RuleBroken with the place of the
    mistake.
    """
    try:
        law = parse(document, source="the new law")
    except LawError as error:
        raise RuleBroken(f"This law cannot be read: {error}", status=400) from None
    last = LawVersion.objects.select_for_update().order_by("-at", "-pk").first()
    if last is not None and last.at > at:
        raise RuleBroken("A later version of the law is already in force.", status=409)
    return LawVersion.objects.create(
        at=at, by=by, why=why, link=link, name=law.name, document=document, special_cases=special_cases
    )


@dataclass(frozen=True, slots=True)
class _Seat:
    """Where a node stands and what it says: what a version of its rule holds."""

    parent: str | None
    place: int
    title: str
    text: str


def _seats(tree: Tree) -> dict[str, _Seat]:
    """Each node's seat by its key, in the order of reading."""

    def below(nodes: tuple[Node, ...], parent: str | None) -> Iterator[tuple[str, _Seat]]:
        for place, node in enumerate(nodes):
            yield node.key, _Seat(parent, place, node.title.strip() or UNNAMED, node.text)
            yield from below(node.children, node.key)

    return dict(below(tree.sections, None))


@transaction.atomic
def revise(
    *,
    tree: Tree,
    seen: int | None,
    kind: str,
    at: datetime,
    by: Player | None,
    why: str,
    link: str = "",
    undoes: Revision | None = None,
) -> Revision:
    """Make the ruleset say what `tree` says, as one revision; only the rules that differ get a new version.

    `seen` is the key of the revision that `tree` was made from (None: there was none): raises Stale when there is a
    newer one. Nodes keep their keys; a new one has any text that is no key yet. Raises RuleBroken for a tree that is
    too large or deep, two nodes of one key, or one that changes nothing.
    """
    last = Revision.objects.select_for_update().order_by("-pk").first()
    if (last.pk if last else None) != seen:
        raise Stale("The ruleset has been changed since you looked at it. Nothing was saved.")
    if last is not None and last.at > at:
        raise Stale("A later revision of the ruleset is already recorded.")
    _check(tree)
    old, new = _seats(tree_after(seen) if seen else Tree()), _seats(tree)
    if old == new:
        raise RuleBroken("That would change nothing in the ruleset.", status=400)
    revision = Revision.objects.create(kind=kind, at=at, by=by, why=why, link=link, undoes=undoes)
    keys = {key: int(key) for key in old}
    for key in new.keys() - old.keys():
        keys[key] = _rule_for(key)
    changed = [key for key in [*old, *(new.keys() - old.keys())] if old.get(key) != new.get(key)]
    RuleVersion.objects.filter(
        until__isnull=True, rule__in=[keys[key] for key in changed if key in old]
    ).update(until=revision)
    RuleVersion.objects.bulk_create(
        RuleVersion(
            rule_id=keys[key],
            revision=revision,
            parent_id=None if seat.parent is None else keys[seat.parent],
            place=seat.place,
            title=seat.title,
            text=seat.text,
            html=_html(seat.text, keys[key]),
        )
        for key, seat in new.items()
        if old.get(key) != seat
    )
    return revision


def _rule_for(key: str) -> int:
    """The rule of a key that does not stand now: one that was repealed and comes back, or a new one."""
    if key.isdecimal() and Rule.objects.filter(pk=int(key)).exists():
        return int(key)
    return Rule.objects.create().pk


def _check(tree: Tree) -> None:
    nodes = list(tree.placed())
    if len(nodes) > RULES or any(placed.depth >= DEPTH for placed in nodes):
        raise RuleBroken(f"A ruleset has at most {RULES} rules, nested at most {DEPTH} deep.", status=400)
    if len({placed.node.key for placed in nodes}) != len(nodes):
        raise RuleBroken("A rule stands in two places.", status=400)
    for placed in nodes:
        if len(placed.node.title) > TITLE_LENGTH or len(placed.node.text) > TEXT_LENGTH:
            raise RuleBroken(f"Rule {placed.number} is too long, or its title is.", status=400)


def _html(text: str, rule: int) -> str:
    """The HTML of a rule's text; one that Markdown cannot show is shown as it was typed."""
    try:
        return prose.render(text, prefix=f"r{rule}")
    except prose.ProseError:
        return prose.as_typed(text)
