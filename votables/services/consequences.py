"""What follows from how a matter came out without anybody writing it down elsewhere: that the game stands still or goes
on, and that its author has to wait. The law says it anew whenever it is asked; here it is told once, for the record."""

from datetime import datetime

from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from ruleset.law import Law
from ruleset.law.numbers_in_words import one
from ruleset.queries import law_in_force
from votables import judge
from votables.models import Post, Status
from votables.queries.judge_facts import docket_at

Told = dict[str, object]


def _matters(post: Post, law: Law) -> bool:
    """Whether matters of its kind make the game stand still, or their authors wait."""
    kind = law.kinds.get(post.category)
    return any(stop.kind == post.category for stop in law.standstills) or bool(kind and kind.wait)


def of_enactment(post: Post, *, at: datetime) -> list[Told]:
    """What an enacted matter lets begin at `at` (UTC): the interregnum, where the law has one after its kind."""
    if not _matters(post, law_in_force(at)):
        return []
    docket = docket_at(at)
    waits = any(
        stop.cause == "enacted" and stop.kind == post.category and stop.name in docket.verdict.standstill
        for stop in docket.law.standstills
    )
    return [{"interregnum": True}] if waits else []


def of_failure(post: Post, *, at: datetime, stood_still: bool = True) -> list[Told]:
    """What a matter that has just failed ends and begins: the hiatus that it made, where it was the last, and the wait
    of its author. `stood_still`: whether the game was in a hiatus until now that may have been this matter's."""
    if not _matters(post, law_in_force(at)):
        return []
    docket = docket_at(at)
    consequences: list[Told] = []
    if stood_still and any(
        stop.cause == "pending" and stop.kind == post.category for stop in docket.law.standstills
    ):
        standing = [
            stop.label
            for stop in docket.law.standstills
            if stop.name in docket.verdict.standstill and stop.hiatus
        ]
        consequences.append({"hiatus": "goes on", "because": standing} if standing else {"hiatus": "ended"})
    if post.category not in docket.law.kinds or post.status != Status.FAILED:
        return consequences
    until = judge.waits_until(
        docket.game, law=docket.law, at=at, author=post.author.name, kind=post.category, matter=str(post.pk)
    )
    if until is not None:
        kind = docket.law.kinds[post.category]
        what = StoredMessage(gettext_noop("declare victory"))
        if post.category != "dov":
            what = StoredMessage(gettext_noop("post {thing}"), thing=one(kind.label))
        until_then = StoredMessage("{instant}", instant=until)
        consequences.append(
            {"waits": post.author_id, "name": post.author.name, "what": what, "until": until_then}
        )
    return consequences
