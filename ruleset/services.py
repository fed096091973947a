"""What changes the ruleset and the law in force."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text import prose
from blognomic.web.addresses import address_of
from blognomic.web.errors import RuleBroken, Stale
from players.models import Game, Player, Topic
from players.notices.channel_facts import RevisionFact, person
from players.notices.notice_kinds import Happening
from players.notices.telling import call_channels
from players.services.roster import lock_game
from ruleset.law import Law, LawError, parse
from ruleset.models import LawVersion, Revision, Rule, RuleVersion
from ruleset.queries import law_at, revision_at, rules_by_name, tree_after

from .queries.agreement import doubts
from .queries.special_cases import not_by_default
from .text.amending import reversal
from .text.mediawiki import Exported
from .text.mistakes import ReadingProblem, Unreadable
from .text.reading import adopting, read
from .text.tree import LONGEST_TITLE, UNNAMED, Node, Tree, bare, part_of

TITLE_LENGTH = LONGEST_TITLE
TEXT_LENGTH = 200_000
RULES = 2_000
DEPTH = 8


@lru_cache(maxsize=16)
def _read_new(document: str) -> Law:
    """A document that is to become law; each text is read once in a process. Raises LawError."""
    return parse(document, source=_("the new law"))


@transaction.atomic
def enact_law(
    *,
    document: str,
    special_cases: dict[str, bool],
    at: datetime,
    by: Player | None,
    why: StoredMessage | str,
    link: str = "",
) -> LawVersion:
    """Put a law into force from `at` on. The document is TOML; it is read here and refused when it cannot be.

    Special cases are active as the ruleset's titles say; `special_cases` holds the states of those that do not stand
    there, where they are not the document's defaults. Raises RuleBroken with the place of the mistake.
    """
    try:
        law = _read_new(document)
    except LawError as error:
        raise RuleBroken(_("This law cannot be read: {error}").format(error=error), status=400) from None
    last = LawVersion.objects.select_for_update().order_by("-at", "-pk").first()
    if last is not None and last.at > at:
        raise RuleBroken(_("A later version of the law is already in force."), status=409)
    revision = Revision.objects.order_by("-pk").first()
    states = not_by_default(law, tree_after(revision.pk if revision else None), special_cases)
    enacted = LawVersion.objects.create(
        at=at, by=by, why=why, link=link, name=law.name, document=document, special_cases=states
    )
    note_agreement(at=at)
    return enacted


def note_agreement(*, at: datetime) -> None:
    """Note with the game, which each page reads, whether a rule no longer matches the law that carries it out at
    `at` (UTC). For whoever changes rules, law, what players call people, or confirms that the law holds. Does nothing
    before the game is founded. At most five queries."""
    if Game.objects.exists():
        in_force = law_at(at)
        Game.objects.filter(pk=1).update(law_differs=in_force is not None and bool(doubts(in_force)))


@dataclass(frozen=True, slots=True)
class _Seat:
    """Where a node stands and what it says: what a version of its rule holds."""

    parent: str | None
    place: int
    title: str
    text: str
    part: str


def _seats(tree: Tree) -> dict[str, _Seat]:
    """Each node's seat by its key, in the order of reading."""

    def below(nodes: tuple[Node, ...], parent: str | None) -> Iterator[tuple[str, _Seat]]:
        for place, node in enumerate(nodes):
            part = part_of(node) if parent is None else ""
            yield node.key, _Seat(parent, place, node.title.strip() or UNNAMED, node.text, part)
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
    why: StoredMessage | str,
    link: str = "",
    author: Player | None = None,
    undoes: Revision | None = None,
) -> Revision:
    """Make the ruleset say what `tree` says, as one revision; only the rules that differ get a new version.

    `by` is who does it, `author` whose matter, at `link`, it carries out.
    `seen` is the key of the revision that `tree` was made from (None: there was none): raises Stale when there is a
    newer one. Nodes keep their keys; a new one has any text that is no key yet. Raises RuleBroken for a tree that is
    too large or deep, two nodes of one key, or one that changes nothing.
    """
    last = Revision.objects.select_for_update().order_by("-pk").first()
    if (last.pk if last else None) != seen:
        raise Stale(_("The ruleset has been changed since you looked at it. Nothing was saved."))
    if last is not None and last.at > at:
        raise Stale(_("A later revision of the ruleset is already recorded."))
    _check(tree)
    before = tree_after(seen) if seen else Tree()
    old, new = _seats(before), _seats(tree)
    if old == new:
        raise RuleBroken(_("That would change nothing in the ruleset."), status=400)
    revision = Revision.objects.create(
        kind=kind, at=at, by=by, author=author, why=why, link=link, undoes=undoes
    )
    keys = {key: int(key) for key in old}
    added = [key for key in new if key not in old]
    for key in added:
        keys[key] = _rule_for(key)
    names = rules_by_name((seat.title, keys[key]) for key, seat in new.items())
    changed = [key for key in [*old, *added] if old.get(key) != new.get(key)]
    RuleVersion.objects.filter(
        until__isnull=True, rule__in=[keys[key] for key in changed if key in old]
    ).update(until=revision)
    RuleVersion.objects.bulk_create(
        RuleVersion(
            rule_id=keys[key],
            revision=revision,
            parent_id=None if seat.parent is None else keys[seat.parent],
            place=seat.place,
            part=seat.part,
            title=seat.title,
            text=seat.text,
            html=rule_html(seat.text, keys[key], names),
        )
        for key, seat in new.items()
        if old.get(key) != seat
    )
    were = rules_by_name((seat.title, keys[key]) for key, seat in old.items())
    if were != names:
        kept = {keys[key]: seat.text for key, seat in new.items() if old.get(key) == seat}
        _link_again(kept, names, {name for name, _ in were.items() ^ names.items()})
    _switch_special_cases(tree, revision)
    if kind != Revision.Kind.IMPORT:  # twenty years of a wiki are looked at once, when all are there
        note_agreement(at=at)
    _proclaim(revision)
    return revision


@transaction.atomic
def undo_revision(revision: Revision, *, by: Player, at: datetime, why: str, link: str = "") -> Revision:
    """Undo one revision of the ruleset as one act, keeping what was changed since where that is clean.

    Raises Stale when later changes met the same words: then a person corrects the rules by hand.
    """
    last = revision_at(at)
    before = Revision.objects.filter(pk__lt=revision.pk).order_by("-pk").first()
    undone = reversal(
        before=tree_after(before.pk if before else None),
        after=tree_after(revision.pk),
        now=tree_after(last.pk if last else None),
    )
    if undone.misfits:
        sentence = _("It cannot be undone in one step: {reason} Correct the rules by hand.")
        raise Stale(sentence.format(reason=undone.misfits[0].reason))
    return revise(
        tree=undone.tree,
        seen=last.pk if last else None,
        kind=Revision.Kind.REVERSAL,
        at=at,
        by=by,
        why=why,
        link=link,
        undoes=revision,
    )


def _proclaim(revision: Revision) -> None:
    """Have channels told of a revision."""
    with in_the_games_language():
        kind = StoredMessage(str(revision.get_kind_display()))
    words = gettext_noop("{name} changed the rules ({kind})")
    if revision.by is None:
        words = gettext_noop("The rules were changed ({kind})")
    call_channels(
        kind=Happening.RULES,
        key=f"revision:{revision.pk}",
        at=revision.at,
        sentence=StoredMessage(words, name=revision.by, kind=kind),
        link=address_of("ruleset:revision", revision.pk),
        facts=RevisionFact(
            revision=revision.pk,
            kind=revision.kind,
            by=person(revision.by) if revision.by else None,
            author=person(revision.author) if revision.author else None,
        ),
    )


def _switch_special_cases(tree: Tree, revision: Revision) -> None:
    """Let the law follow the special cases that a revision switched."""
    in_force = law_at(revision.at)
    if in_force is None:
        return
    states = not_by_default(in_force.law, tree, in_force.special_cases)
    if states != in_force.special_cases:
        if (
            Game.objects.exists()
        ):  # what is kept of people is kept of their law, too; before the founding nothing is
            lock_game(Topic.PEOPLE)
        enact_law(
            document=in_force.law.text,
            special_cases=states,
            at=revision.at,
            by=revision.by,
            why=revision.why,
            link=revision.link,
        )


def _rule_for(key: str) -> int:
    """The rule of a key that does not stand now: one that was repealed and comes back, or a new one."""
    if key.isdecimal() and Rule.objects.filter(pk=int(key)).exists():
        return int(key)
    return Rule.objects.create().pk


def _check(tree: Tree) -> None:
    nodes = list(tree.placed())
    if len(nodes) > RULES or any(placed.depth >= DEPTH for placed in nodes):
        sentence = _("A ruleset has at most {rules} rules, nested at most {depth} deep.")
        raise RuleBroken(sentence.format(rules=RULES, depth=DEPTH), status=400)
    if len({placed.node.key for placed in nodes}) != len(nodes):
        raise RuleBroken(_("A rule is in two places."), status=400)
    for placed in nodes:
        if len(placed.node.title) > TITLE_LENGTH or len(placed.node.text) > TEXT_LENGTH:
            sentence = _("Rule {number} is too long, or its title is.")
            raise RuleBroken(sentence.format(number=placed.number), status=400)


def _link_again(kept: dict[int, str], names: Mapping[str, int], changed: set[str]) -> None:
    """Make the HTML anew of the rules which did not change themselves but name one that came, went or is renamed."""
    html = {
        rule: rule_html(text, rule, names)
        for rule, text in kept.items()
        if "[[" in text and any(name in changed for name in _names_in(text))
    }
    standing = list(RuleVersion.objects.filter(until__isnull=True, rule__in=html)) if html else []
    for version in standing:
        version.html = html[version.rule_id]
    RuleVersion.objects.bulk_update(standing, ["html"])


def _names_in(text: str) -> set[str]:
    """The names of rules in a text, as `rules_by_name` has them."""
    try:
        return {bare(name).casefold() for name in prose.wanted(text)}
    except prose.ProseError:
        return set()


def rule_html(text: str, rule: int, names: Mapping[str, int] | None = None) -> str:
    """The HTML of a rule's text, with links to the rules of those names (see `rules_by_name`).

    One that Markdown cannot show is shown as it was typed.
    """

    def link(name: str) -> tuple[str, str] | None:
        rule = (names or {}).get(bare(name).casefold())
        return (reverse("ruleset:rule", args=[rule]), name) if rule else None

    try:
        return prose.render(text, prefix=f"r{rule}", links=link)
    except prose.ProseError:
        return prose.as_typed(text)


@transaction.atomic
def replace_ruleset(
    *,
    tree: Tree,
    kind: str,
    at: datetime,
    by: Player | None,
    why: StoredMessage | str,
    standing: Tree | None = None,
    earlier: Sequence[Tree] = (),
) -> Revision | None:
    """Make the ruleset say what `tree` says, whatever it said: one revision, or None when it said just that.

    Rules that are evidently the same as one that stands keep its key, and so their permalinks and their history.
    `standing` may be handed in when it is known; of `earlier` rulesets, the latest first, what comes back keeps its key
    too. Raises what `revise` does, but not for a change of nothing.
    """
    last = Revision.objects.select_for_update().order_by("-pk").first()
    if last is not None:
        standing = standing or tree_after(last.pk)
        tree = adopting(tree, standing, *earlier)
        if _seats(tree) == _seats(standing):
            return None
    return revise(tree=tree, seen=last.pk if last else None, kind=kind, at=at, by=by, why=why)


@dataclass(frozen=True, slots=True)
class Listed:
    """Something in an export that was not understood: the line of the file, the time (UTC) of the revision in which it
    stands, and what."""

    line: int
    at: datetime
    what: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import of a history did: its last revision (None: it changed nothing), how many revisions it made, how
    many it read that were blank, how many that changed nothing, and what it did not understand."""

    revision: Revision | None
    made: int
    blank: int
    same: int
    listed: tuple[Listed, ...] = ()


@transaction.atomic
def import_history(*, history: Iterable[Exported], at: datetime, by: Player | None, why: str) -> Imported:
    """Bring in the revisions of a wiki's page, the oldest first: each at its own time where there is no ruleset yet;
    else the last of them alone, as one revision at `at` (UTC). Blank ones, which somebody must have put right, are
    left out. What is not understood stays as text and is listed; so is a revision that is too large or whose text was
    deleted on the wiki, and that is left out.

    Raises Unreadable where nothing is left or a revision is dated in the future, and then nothing has been changed.
    """
    alone = Revision.objects.exists()
    listed: list[Listed] = []
    made = blank = same = 0
    revision: Revision | None = None
    before: deque[Tree] = deque(maxlen=REMEMBERED)
    for one in _alone(history) if alone else history:
        if one.hidden or not one.text.strip():
            blank += not one.hidden
            if one.hidden:
                listed.append(Listed(one.line, one.at, DELETED))
            continue
        if one.at > at:
            raise Unreadable([ReadingProblem(one.line, _("This revision is dated in the future."))])
        problems: list[ReadingProblem] = []
        try:
            done = replace_ruleset(
                tree=read(one.text, format="wikitext", listed=problems),
                kind=Revision.Kind.IMPORT,
                at=at if alone else one.at,
                by=by,
                why=StoredMessage("{why} {of_wiki}", why=why, of_wiki=_why(one)) if alone else _why(one),
                standing=before[0] if before else None,
                earlier=list(before)[1:],
            )
        except (Unreadable, RuleBroken) as error:
            reason = error.sentence if isinstance(error, RuleBroken) else error.problems[0].reason
            listed.append(Listed(one.line, one.at, f"this revision was left out: {reason}"))
            continue
        made, same, revision = (made + 1, same, done) if done else (made, same + 1, revision)
        if done and not alone:
            before.appendleft(tree_after(done.pk))
        listed += [Listed(one.line + problem.line - 1, one.at, problem.reason) for problem in problems]
    if not (made or same):
        nothing = [ReadingProblem(each.line, each.what) for each in listed]
        raise Unreadable(nothing or [ReadingProblem(1, "every revision in this export is blank")])
    note_agreement(at=at)
    return Imported(revision, made, blank, same, tuple(listed))


def _alone(history: Iterable[Exported]) -> list[Exported]:
    """The last revision that says something."""
    last = None
    for one in history:
        last = one if one.text.strip() and not one.hidden else last
    return [last] if last else []


DELETED = "the text of this revision was deleted on the wiki and is not in the export; it was left out"
REMEMBERED = 6  # rulesets, from which a rule that comes back (a page that was spoilt and mended) is known


def _why(one: Exported) -> StoredMessage:
    """What a wiki says of a revision: its comment, with the section that it names, and by whom."""
    comment = re.sub(r"/\*\s*(.+?)\s*\*/\s*", r"\1: ", one.comment).removesuffix(": ")
    name = one.contributor or "somebody"
    if comment:
        return StoredMessage(gettext_noop("{comment} (by {name}, on the wiki)"), comment=comment, name=name)
    return StoredMessage(gettext_noop("Edited by {name}, on the wiki."), name=name)
