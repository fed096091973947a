"""Passing the mantle: a winner hands the office of emperor on before the new dynasty has begun."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from players.models import Player, RosterEvent
from players.services.roster import crown, lock_game
from votables.judge.mantle import may_pass_mantle
from votables.judge.verdict import Leave
from votables.models import Category, Post
from votables.permissions import refuse_unless
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.mantles import allies_of, last_emperor, won
from votables.services.posting import publish

from . import notices


def leave_to_pass(docket: Docket, *, by: Player, to: Player | None = None) -> Leave:
    """Whether `by` may pass the mantle to `to` at the docket's instant; without `to`, whether to anybody."""
    declaration = won()
    last = last_emperor(declaration)
    has_won = declaration is not None and declaration.author_id == by.pk
    return may_pass_mantle(
        law=docket.law,
        special_cases=docket.in_force.special_cases,
        standstill=docket.verdict.standstill,
        at=docket.at,
        by=by.name,
        emperor=docket.emperor.name if docket.emperor else None,
        to=to.name if to else None,
        roster=docket.verdict.roster,
        last_emperor=last.name if last else None,
        # an alliance serves who won with it, not who got the mantle since
        allies=allies_of(declaration) if has_won else (),
    )


def text_of(to: Player, body: str) -> str:
    """The text of the post that passes the mantle to `to`: it names them first."""
    return f"I pass the mantle to @{to.name}.\n\n{body.strip()}".strip()  # written down in English


@transaction.atomic
def pass_mantle(*, by: Player, to: Player, at: datetime, body: str = "") -> Post:
    """Let the winner make `to` emperor, by a post that names them. Raises RuleBroken as the law says."""
    lock_game()
    to = Player.objects.get(pk=to.pk)
    refuse_unless(leave_to_pass(docket_at(at), by=by, to=to))
    post = publish(
        by=by,
        at=at,
        category=Category.NONE,
        title=f"The mantle passes to {to.name}",  # written down in English
        body=text_of(to, body),
    )
    crown(
        player=to,
        at=post.posted_at,
        by=by,
        cause=RosterEvent.Cause.SELF,
        why=StoredMessage(gettext_noop("{name} passed the mantle"), name=by),
        link=post.get_absolute_url(),
    )
    notices.mantle_passed(post, to=to)
    return post
