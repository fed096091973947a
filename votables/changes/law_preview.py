"""What another law, or a special case switched, would make of the matters that are pending now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from ruleset.law import Law
from ruleset.queries.special_cases import not_by_default
from ruleset.text.tree import Tree
from votables import judge
from votables.judge.facts import EarlierLaw, Switches
from votables.models import Post
from votables.queries.judge_facts import Docket

BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A pending matter under the law in force and under another: the judge's words on it; None where the other law
    knows no such matter."""

    post: Post
    now: judge.MatterVerdict
    then: judge.MatterVerdict | None

    @property
    def differs(self) -> bool:
        """Whether the other law lets an admin do something else with it at this instant."""
        return self.then is None or _leave(self.now) != _leave(self.then)

    @property
    def now_in_words(self) -> str:
        return in_words(self.now)

    @property
    def then_in_words(self) -> str:
        return in_words(self.then)


def _leave(verdict: judge.MatterVerdict) -> tuple[bool, bool]:
    return verdict.may_enact, verdict.may_fail


def in_words(verdict: judge.MatterVerdict | None) -> str:
    """What an admin may do with a matter."""
    if verdict is None:
        return _("no such matter")
    if verdict.may_enact and verdict.may_fail:
        return _("can be enacted or failed")
    if verdict.may_enact:
        return _("can be enacted")
    return _("can be failed") if verdict.may_fail else _("stays pending")


def after_switching(
    docket: Docket,
    law: Law,
    *,
    before: Tree,
    after: Tree,
    besides: Post | None = None,
    ascends: bool = False,
) -> list[VerdictChange]:
    """The pending matters as `under_another_law` has them under `law`, with the special cases that the ruleset `after`
    switches; nothing where law and special cases stay as they are. `before` is the ruleset that stands. No query."""
    states = docket.in_force.special_cases
    switched = not_by_default(law, after, states)
    if law == docket.law and (before == after or switched == states):
        return []
    return under_another_law(docket, law, switched, besides=besides, ascends=ascends)


def under_another_law(
    docket: Docket,
    law: Law,
    states: Mapping[str, bool],
    *,
    besides: Post | None = None,
    ascends: bool = False,
) -> list[VerdictChange]:
    """The pending matters of the docket in its order, `besides` left out, as they stand and as they would stand at the
    same instant under `law`, its special cases in their default states but for `states`. What comments did to a matter
    until now they have done. `ascends`: both with the interregnum over, as it is by an Ascension Address. No query."""
    as_it_is, verdict = docket.game, docket.verdict
    if ascends:
        as_it_is = replace(as_it_is, ascensions=(*as_it_is.ascensions, docket.at))
        verdict = judge.judge(as_it_is, law=docket.law, at=docket.at)
    game = replace(
        as_it_is,
        earlier_laws=(*docket.game.earlier_laws, EarlierLaw(docket.law, docket.at)),
        special_cases=dict(docket.game.special_cases)
        | {name: _from_now_on(docket, name, law.is_active(name, states)) for name in law.special_cases},
    )
    then = {ruling.matter.id: ruling for ruling in judge.judge(game, law=law, at=docket.at).matters}
    now = {ruling.matter.id: ruling for ruling in verdict.matters}
    return [
        VerdictChange(post, now[str(pk)], then.get(str(pk)))
        for pk, post in docket.posts.items()
        if besides is None or pk != besides.pk
    ]


def _from_now_on(docket: Docket, name: str, state: bool) -> Switches:
    """The changes of a special case, the last of them now."""
    switches = docket.game.special_cases.get(name, ())
    before = ((BEGINNING, switches),) if isinstance(switches, bool) else switches
    return (*(change for change in before if change[0] < docket.at), (docket.at, state))
