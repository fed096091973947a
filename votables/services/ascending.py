"""The Ascension Address and all that it does at once: words, rules, special cases, what is tracked, the new dynasty."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.text import slugify
from django.utils.translation import gettext as _

from blognomic.text.outside import check_line
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule, called
from gamestate.leave import ASCENSION
from gamestate.models import Update
from gamestate.services.dynasties import retire_all
from gamestate.services.updating import enact
from gamestate.values.definitions import PAGE_TITLE_LENGTH
from gamestate.values.steps import Step
from players.models import Ascension, Dynasty
from players.queries.roster import dynasty_at
from players.services.roster import begin_dynasty
from ruleset.law.parts import RulesetPart
from ruleset.models import Revision
from ruleset.queries import LawInForce, law_at, revision_at, tree_after, words_of
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH, note_agreement, revise
from ruleset.text.amending import Amendment, apply
from ruleset.text.synonyms import Words, ascended, objections
from ruleset.text.tree import Node, Tree, part_of
from votables.models import Post
from votables.post_types.models import OfficialType

from .typed_posts import retire_all_but

WORD = re.compile(r"[^\W_]+(?:[ '’-][^\W_]+)*")
WORD_LENGTH = 60
THEME_LENGTH = 500
MOST_PAGES = 10


@dataclass(frozen=True, slots=True)
class Address:
    """What an Ascension Address says besides its text.

    `words`: the new ones (None: those of before stay). `keep`: the keys of the dynastic rules that stay (None: it names
    no rule, and the law in force says whether all stay or none).
    `special_cases`: the status of those that are not to have their default, by their names in the ruleset.
    `keep_tracked`: the keys of variables, tables and pages that stay, `keep_actions` those of limited actions,
    `keep_types` those of types of official posts; `pages`: titles of new tracking pages;
    `rules`: new dynastic rules, title and text, in the new words.
    """

    theme: str = ""
    words: Words | None = None
    keep: frozenset[str] | None = None
    special_cases: Mapping[str, bool] = field(default_factory=dict)
    keep_tracked: frozenset[str] = frozenset()
    keep_actions: frozenset[str] = frozenset()
    keep_types: frozenset[int] = frozenset()
    pages: Sequence[str] = ()
    rules: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an address would do to the rules: the ruleset before and after it, and after it in the words of before
    (`bare`), its words, and what is said against. `in_force`: the law under which it is made."""

    before: Tree
    after: Tree
    bare: Tree
    old: Words
    new: Words
    objections: Sequence[str]
    in_force: LawInForce | None

    @property
    def has_synonyms(self) -> bool:
        """Whether the rules say how new words are chosen."""
        return bool(self.before.named(_synonyms(self.in_force)))


def dynastic_rules(tree: Tree) -> list[Node]:
    """The rules that an address keeps or repeals, those of the dynastic sections."""
    return tree.rules_of(RulesetPart.DYNASTIC)


def kept_unnamed(in_force: LawInForce | None, tree: Tree) -> frozenset[str]:
    """The keys of the dynastic rules, subrules included, that stay when an address names none: all, or none."""
    if in_force is None or in_force.law.ascension.keeps == "none":
        return frozenset()
    return frozenset(node.key for rule in dynastic_rules(tree) for node in rule.walk())


def outlasting(types: Sequence[OfficialType], tree: Tree) -> list[OfficialType]:
    """The types of official posts that a rule defines which no Ascension Address repeals, as core rules do."""
    dynastic = {node.key for rule in dynastic_rules(tree) for node in rule.walk()}
    lasting = {node.key for node in tree.walk()} - dynastic
    return [one for one in types if str(one.rule) in lasting]


def special_case_rules(tree: Tree) -> list[Node]:
    """The special cases, as rules."""
    return tree.rules_of(RulesetPart.SPECIAL_CASE)


def prospect(address: Address, *, at: datetime) -> Prospect:
    """What the address would do to the rules as they stand at `at` (UTC). Four queries."""
    last = revision_at(at)
    before = tree_after(last.pk if last else None)
    old = words_of(dynasty_at(at))
    new = address.words or old
    in_force = law_at(at)
    statuses = address.special_cases if _has_statuses(in_force) else None
    keep = kept_unnamed(in_force, before) if address.keep is None else address.keep
    synonyms = _synonyms(in_force)
    bare = ascended(before, old=old, new=old, synonyms=synonyms, keep=keep, statuses=statuses)
    after = ascended(before, old=old, new=new, synonyms=synonyms, keep=keep, statuses=statuses)
    against = objections(bare, old, new, synonyms=synonyms)
    return Prospect(before, _with_rules(after, address.rules), bare, old, new, against, in_force)


def _synonyms(in_force: LawInForce | None) -> str:
    """What the rule is called that lists the words for player and emperor."""
    return in_force.law.rules.names[SiteRule.SYNONYMS] if in_force else called(SiteRule.SYNONYMS)


def _with_rules(tree: Tree, rules: Sequence[tuple[str, str]]) -> Tree:
    """The ruleset with new dynastic rules. Raises RuleBroken where it has no place for them."""
    section = next((section.key for section in tree.sections if part_of(section) == RulesetPart.DYNASTIC), "")
    added = [Amendment("add", parent=section, title=title, text=text) for title, text in rules]
    if added and not section:
        raise RuleBroken(_("There is no section of dynastic rules for a new rule."), status=400)
    return apply(tree, added).tree


def _has_statuses(in_force: LawInForce | None) -> bool:
    """Whether special cases go back to their defaults with a new dynasty: where the law has more than one."""
    return in_force is not None and len(in_force.law.special_cases) > 1


def check(address: Address, expected: Prospect) -> None:
    """Refuse an address that the rules do not allow. Raises RuleBroken (400 for what makes no sense)."""
    for word in (expected.new.player, expected.new.players, expected.new.emperor, expected.new.emperors):
        if not WORD.fullmatch(word) or len(word) > WORD_LENGTH:
            raise RuleBroken(
                _(
                    "Use letters and digits, with single spaces, hyphens or apostrophes between "
                    "them: at most {most} characters."
                ).format(most=WORD_LENGTH),
                status=400,
            )
    check_line(address.theme, *address.pages, *(title for title, _text in address.rules))
    if any(len(title) > TITLE_LENGTH or len(text) > TEXT_LENGTH for title, text in address.rules):
        raise RuleBroken(_("A new rule of the address is too long."), status=400)
    if len(address.theme) > THEME_LENGTH:
        raise RuleBroken(_("A theme has at most {most} characters.").format(most=THEME_LENGTH), status=400)
    # Words that mix player and emperor up are objected to first, whatever the rules say.
    is_mixed_up = objections(Tree(), expected.new, expected.new, synonyms="")
    if expected.objections and (expected.has_synonyms or is_mixed_up):
        raise RuleBroken(expected.objections[0], rule=_rule_of_words(expected))
    known = {node.key for rule in dynastic_rules(expected.before) for node in rule.walk()}
    if (address.keep or frozenset()) - known:
        raise RuleBroken(
            _("A rule that you wanted to keep is no longer a dynastic rule. Check your choice."), status=409
        )
    names = {rule.name for rule in special_case_rules(expected.before)}
    if set(address.special_cases) - names:
        raise RuleBroken(_("There is no such special case."), status=400)
    if len(address.pages) > MOST_PAGES or any(
        not title.strip() or len(title) > PAGE_TITLE_LENGTH or not slugify(title) for title in address.pages
    ):
        raise RuleBroken(
            _(
                "You can make up to {pages} tracking pages. Their titles have at most {most} characters."
            ).format(pages=MOST_PAGES, most=PAGE_TITLE_LENGTH),
            status=400,
        )
    case = _case_of_pages(expected.in_force)
    if case and any(title.strip().casefold().startswith("ruleset") for title in address.pages):
        raise RuleBroken(_("The title of a tracking page cannot begin with “Ruleset”."), rule=case)


def _rule_of_words(expected: Prospect) -> str:
    """The rule against two words that mix people up: the one about synonyms, else fair play, else that of addresses."""
    law = expected.in_force.law if expected.in_force else None
    if expected.has_synonyms or law is None:
        return SiteRule.SYNONYMS
    return law.fair_play.rule if law.fair_play else law.ascension.rule


def _case_of_pages(in_force: LawInForce | None) -> str:
    """The special case in force that says what a tracking page may be called; "" for none."""
    if in_force is None:
        return ""
    law, case = in_force.law, in_force.law.ascension.pages_case
    return law.special_cases[case].rule if case and in_force.is_active(case) else ""


def complete(post: Post, address: Address) -> Dynasty:
    """Do all that the Ascension Address in `post` does: the interregnum ends and a new dynasty begins, with its words,
    its rules, and what it tracks. Must run in the transaction that publishes the post, with the game locked.

    Raises RuleBroken as `check` says; then nothing of it is done.
    """
    at, by, link = post.posted_at, post.author, post.get_absolute_url()
    expected = prospect(address, at=at)
    check(address, expected)
    last = revision_at(at)
    Ascension.objects.create(at=at, by=by, link=link)
    dynasty = begin_dynasty(
        emperor=by,
        at=at,
        theme=address.theme.strip() or post.subject,
        words={
            "player_word": expected.new.player,
            "players_word": expected.new.players,
            "emperor_word": expected.new.emperor,
            "emperors_word": expected.new.emperors,
        },
    )
    if expected.after != expected.before:
        revise(
            tree=expected.after,
            seen=last.pk if last else None,
            kind=Revision.Kind.ASCENSION,
            at=at,
            by=by,
            author=by,
            why=post.title,
            link=link,
        )
    else:  # the law names its rules in other words from now on
        note_agreement(at=at)
    kept = {"keep": address.keep_tracked, "keep_actions": address.keep_actions}
    made = retire_all(leave=ASCENSION, by=by, at=at, comment=post.title, link=link, **kept)
    retire_all_but(address.keep_types, at=at, made=made)
    if address.pages:
        enact(
            leave=ASCENSION,
            steps=[
                Step("page", slugify(title)[:40].strip("-").replace("-", "_"), name=title.strip())
                for title in address.pages
            ],
            by=by,
            at=at,
            comment=post.title,
            link=link,
            kind=Update.Kind.DYNASTY,
        )
    return dynasty
