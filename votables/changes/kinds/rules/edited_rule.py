"""A rule whose words are edited beside the text of a matter: what the text leaves of them, and the text that says what
somebody made of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from blognomic.text.merging import merge
from blognomic.web.errors import RuleBroken, Stale
from ruleset.text.amending import Amendment
from ruleset.text.edits import amendments_of
from votables.changes.change import read_changes
from votables.changes.in_english import Stored, called_things, reading_of, tree_after
from votables.changes.in_text import put_into_text
from votables.changes.matching_text import with_places
from votables.changes.offered import RuleOffer, offers_of_rules
from votables.english.orders import CalledThings

_OF_WORDS = ("edit", "insert", "replace")


@dataclass(frozen=True, slots=True)
class RuleBesideText:
    """A rule of the game by its `key`, with its `number` and `title`, the `words` that a text leaves it, and what else
    these say that nothing does yet (`offers`)."""

    key: str
    number: str
    title: str
    words: str
    offers: tuple[RuleOffer, ...] = ()


def rule_beside(body: str, key: str, *, at: datetime) -> RuleBesideText | None:
    """The rule of this key as the text of a matter leaves it, in the game at `at` (UTC, now); None where there is none
    any more. One query. Raises RuleBroken (400) for a text that is too long to be read."""
    things = called_things(at=at)
    spoken = _spoken(body, things)
    rule = _beside(things, spoken, key)
    if rule is None:
        return None
    return replace(rule, offers=tuple(offers_of_rules(read_changes(spoken), things, standing=key)))


def with_edited_rule(body: str, key: str, words: str, *, seen: str, at: datetime) -> str:
    """The text of a matter with sentences that make these `words` of a rule, in place of those that have changed its
    words so far, or else at its end. `seen`: what the text left of the rule when it was opened; what came in between is
    kept where that is clean, else it is Stale. Raises RuleBroken where no sentence says it, or the rule is gone."""
    words, seen = (_plain(one) for one in (words, seen))
    things = called_things(at=at)
    spoken = _spoken(body, things)
    rule = _beside(things, spoken, key)
    if rule is None:
        raise Stale(_("The rule is gone. Choose another one."))
    merged = merge(base=seen, now=_plain(rule.words), target=words)
    if not merged.is_clean:
        raise Stale(_("Somebody changed the same words of this rule since you opened it. Open it again."))
    mine = [place for place, change in enumerate(spoken) if _is_of_words(change, key)]
    for at_place in (mine[0] if mine else len(spoken), len(spoken)):
        for whole in (False, True):
            changes = _instead(spoken, mine, at_place, key, merged.text, things, whole=whole)
            if _words_after(changes, things, key) != merged.text:
                continue
            text = put_into_text(body, changes, at=at, so_far=spoken)
            if not text.unsaid:
                return text.body
    raise RuleBroken(
        _("The site has no sentence for this edit. Write in your text what should happen to the rule."),
        status=409,
    )


def _plain(words: str) -> str:
    return words.replace("\r\n", "\n").strip("\n")


def _spoken(body: str, things: CalledThings) -> Stored:
    return [change.as_json() for one in reading_of(body, things).sentences for change in one.changes]


def _beside(things: CalledThings, spoken: Stored, key: str) -> RuleBesideText | None:
    placed = next((one for one in things.tree.placed() if one.node.key == key), None)
    if placed is None or tree_after(spoken, things).find(key) is None:
        return None
    return RuleBesideText(key, placed.number, placed.node.title, _words_after(spoken, things, key))


def _is_of_words(change: dict[str, object], key: str) -> bool:
    """Whether a change is of the words of this rule and of nothing else, come what may."""
    is_alone = change["op"] in _OF_WORDS and change["rule"] == key and not change.get("scope")
    return is_alone and "when" not in change


def _words_after(changes: Stored, things: CalledThings, key: str) -> str:
    rule = tree_after(changes, things).find(key)
    return rule.text if rule is not None else ""


def _instead(
    spoken: Stored,
    mine: Sequence[int],
    at_place: int,
    key: str,
    words: str,
    things: CalledThings,
    *,
    whole: bool,
) -> Stored:
    """The changes without those at the places `mine`, none of which adds a rule, and at one place with those that make
    these words of a rule: small ones, or the `whole` text."""
    known: dict[int, int] = {}
    changes: Stored = []
    for place in range(len(spoken) + 1):
        if place == at_place:
            base = _words_after(changes, things, key)
            edit = [Amendment("edit", rule=key, text=words, base=base)] if base != words else []
            changes += [step.as_json() for step in (edit if whole else amendments_of(key, base, words))]
        if place < len(spoken) and place not in mine:
            known[place] = len(changes)
            changes.append(with_places(spoken[place], known) or spoken[place])
    return changes
