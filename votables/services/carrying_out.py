"""Carrying out an order to the emperor, in one go: what it changes is updated, its player is answered, everybody reads
what is published, and it is marked. All of it, or nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.dynasty_words import in_the_games_language
from gamestate.leave import LeaveGiver
from gamestate.models import Update
from gamestate.services import updating
from gamestate.values.steps import Step
from players.courier import Courier
from players.models import Order, Player
from players.services import messages, orders
from votables.models import Category, Post
from votables.services import posting


@transaction.atomic
@sensitive_variables("answer")
def carry_out(
    *,
    order: Order,
    by: Player,
    at: datetime,
    leave: LeaveGiver,
    courier: Courier,
    steps: Sequence[Step] = (),
    seen: Mapping[str, int | None] | None = None,
    comment: str = "",
    answer: str = "",
    confirmed: bool = False,
    published: str = "",
) -> tuple[Update | None, Post | None]:
    """As emperor or their helper, mark an order as carried out with all that it comes to: an update of these steps,
    with its `comment`; an `answer` to its player in private; and a Story Post with what is `published`. What is empty
    is left out. Answers the update and the post.

    Raises RuleBroken for whoever may not, Stale where the order was replaced or is marked already, UpdateRefused for
    steps that cannot be done, NeedsConfirmation for an answer that is to be confirmed; nothing is done then.
    """
    marked = orders.mark(order=order.pk, by=by, at=at, carried_out=True, courier=courier)
    made = post = None
    if steps or comment.strip():
        made = updating.update(leave=leave, by=by, at=at, steps=steps, seen=seen, comment=comment)
    if answer.strip():
        with in_the_games_language():
            subject = _("Your order for turn {number}").format(number=marked.turn.number)
        messages.send(
            by=by,
            at=at,
            to=[marked.player],
            subject=subject,
            text=answer,
            courier=courier,
            confirmed=confirmed,
        )
    if published.strip():
        with in_the_games_language():
            title = _("Turn {number}: {name}").format(number=marked.turn.number, name=marked.player)
        post = posting.publish(by=by, at=at, category=Category.STORY, title=title, body=published)
    return made, post
