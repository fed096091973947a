"""What another law would make of the matters that are pending now."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from ruleset.law import Law
from votables import judge
from votables.docket import Docket
from votables.models import Post


@dataclass(frozen=True, slots=True)
class Foreseen:
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
        return _("may be enacted or failed")
    if verdict.may_enact:
        return _("may be enacted")
    return _("may be failed") if verdict.may_fail else _("stays pending")


def foresee(held: Docket, law: Law, *, besides: Post | None = None) -> list[Foreseen]:
    """The pending matters of the docket in its order, `besides` left out, as they stand and as they would stand at the
    same instant under `law`. No query."""
    game = replace(
        held.game, matters=tuple(matter for matter in held.game.matters if matter.kind in law.kinds)
    )
    then = {ruling.matter.id: ruling for ruling in judge.judge(game, law=law, at=held.at).matters}
    now = {ruling.matter.id: ruling for ruling in held.verdict.matters}
    return [
        Foreseen(post, now[str(pk)], then.get(str(pk)))
        for pk, post in held.posts.items()
        if besides is None or pk != besides.pk
    ]
