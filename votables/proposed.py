"""What a matter's changes do, as pages show it: the words that go and come, and what no longer fits or clashes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from players.differing import as_html, word_diff
from ruleset.comparing import Difference
from ruleset.queries import revision_at, tree_after
from votables.changes import Effect, Outcome
from votables.models import Post
from votables.services.enacting import outcome_of


@dataclass(frozen=True, slots=True)
class ShownEffect:
    """One change with its differences as HTML: pairs of a rule's difference and the words of its text."""

    effect: Effect
    differences: list[tuple[Difference, str]]
    law_words: str = ""

    @property
    def wanted(self) -> str:
        """The words that an admin may put right before applying it."""
        change = self.effect.change
        if self.effect.misfit is not None and self.effect.misfit.wanted:
            return self.effect.misfit.wanted
        step = change.amendment
        if step is None:
            return change.text
        return step.title if step.op == "rename" else step.text

    @property
    def can_be_corrected(self) -> bool:
        return self.effect.change.op in ("edit", "add", "rename", "law")


def shown_effects(outcome: Outcome) -> list[ShownEffect]:
    """The effects of all changes, in their order."""
    return [
        ShownEffect(
            effect,
            [
                (difference, as_html(word_diff(difference.old_text, difference.new_text)))
                for difference in effect.differences
            ],
            as_html(word_diff(effect.change.base, effect.change.text)) if effect.change.op == "law" else "",
        )
        for effect in outcome.effects
    ]


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a pending matter would do: on the rules as they are now, and if the queue ahead is enacted (None when
    nothing ahead changes them); which other pending matters touch the same rules; which tags its title lacks."""

    now: list[ShownEffect]
    later: list[ShownEffect] | None
    ahead: list[Post]
    clashes: list[Post]
    missing_tags: list[str]


TAGS = {"core": "Core", "special_case": "Special Case", "appendix": "Appendix"}


def proposed(post: Post, pending: Iterable[Post], *, at: datetime) -> Proposed | None:
    """What `post` would do, given the pending matters in the order of the queue; None when it carries no changes."""
    if not post.changes:
        return None
    revision = revision_at(at)
    tree = tree_after(revision.pk if revision else None)
    now = outcome_of(post, at=at, tree=tree)
    touched = _rules_of(now)
    ahead, clashes, later_tree = [], [], tree
    before = True
    for other in pending:
        if other.pk == post.pk:
            before = False
            continue
        if not other.changes:
            continue
        theirs = outcome_of(other, at=at, tree=later_tree if before else tree)
        if before:
            ahead.append(other)
            later_tree = theirs.tree
        if _rules_of(theirs) & touched:
            clashes.append(other)
    later = shown_effects(outcome_of(post, at=at, tree=later_tree)) if later_tree != tree else None
    have = {tag.casefold() for tag in post.tags}
    missing = [tag for part, tag in TAGS.items() if part in now.touched and tag.casefold() not in have]
    return Proposed(shown_effects(now), later, ahead, clashes, missing)


def _rules_of(outcome: Outcome) -> set[str]:
    """The rules that an outcome changes, and the law where it does."""
    keys = {difference.key for effect in outcome.effects for difference in effect.differences}
    keys = {key for key in keys if not key.startswith("new-")}
    return keys | {"law"} if outcome.law is not None else keys
