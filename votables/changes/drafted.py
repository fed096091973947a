"""What a text that is being written would be as a matter: what the law makes of it, and what others do to it."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace

from ruleset.law.rulebook import Tag
from votables import judge
from votables.models import Post
from votables.queries.judge_facts import Docket, facts_of
from votables.queries.pending import Case

from .change import Change
from .preview import MatterPreview, preview_of

UNKNOWN = 0  # the key of a matter that is not stored


@dataclass(frozen=True, slots=True)
class DraftedMatter:
    """A matter as it would be if it were posted now, or saved so: the `post`, how it would stand (None where the law
    would not take it), and what its changes would do (None where it has none)."""

    post: Post
    case: Case | None
    preview: MatterPreview | None

    @property
    def missing_tags(self) -> list[Tag]:
        return self.preview.missing_tags if self.preview else []

    @property
    def needs(self) -> str:
        """The votes and the time that it needs to be enacted, in a sentence; "" where nobody can say."""
        return self.case.needs[0] if self.case and self.case.ruling.needs.get("enact") else ""


def drafted(post: Post, changes: Iterable[Change], docket: Docket) -> DraftedMatter:
    """What a matter would be with these changes, after all that are pending or, where it is one of these, in its place.
    `post` is not stored with what it says. The queries of `preview_of`."""
    post = copy(post)
    post.changes = [change.as_json() for change in changes]
    post.pk = post.pk or UNKNOWN
    effects = preview_of(post, docket)
    post.amends = sorted({*post.amends, *(effects.touched if effects else ())})
    return DraftedMatter(post, _case(post, docket), effects)


def _case(post: Post, docket: Docket) -> Case | None:
    """How it would stand. No query."""
    facts = facts_of(post, docket.comments.get(post.pk, ()))
    others = [one for one in docket.game.matters if one.id != facts.id]
    place = next((at for at, one in enumerate(docket.game.matters) if one.id == facts.id), len(others))
    game = replace(docket.game, matters=(*others[:place], facts, *others[place:]))
    verdict = judge.judge(game, law=docket.law, at=docket.at)
    ruling = next((one for one in verdict.matters if one.matter.id == facts.id), None)
    return Case(post, ruling, replace(docket, game=game)) if ruling else None
