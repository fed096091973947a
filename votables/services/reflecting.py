"""What an admin says of a matter that was enacted without carrying its changes: that there is nothing to do for the
rules to show it, or after all that there is."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import Stale
from players.models import AdminAct, Player
from players.services.roster import lock_game, log_act
from votables.models import Post
from votables.permissions.resolving import check_may_resolve_now
from votables.queries.judge_facts import docket_at
from votables.queries.unwritten import NOTHING_TO_DO, TO_DO_AFTER_ALL, unwritten
from votables.queries.unwritten import nothing_to_do as already_said
from votables.services.dating import not_before
from votables.services.posting import lock_post
from votables.services.resolving import check_reason


@transaction.atomic
def leave_as_it_is(*, post: Post, by: Player, at: datetime, reason: str, nothing_to_do: bool = True) -> Post:
    """Say that an enacted matter without changes needs nothing in the rules, or undo that, with a public reason.

    It goes from the list of what the rules lack, or is on it again. Raises Stale for one that is not on the list, or
    of which nobody says so, RuleBroken for somebody who is no admin.
    """
    reason = check_reason(reason)
    lock_game()
    now = lock_post(post.pk)
    last = AdminAct.objects.filter(link=now.get_absolute_url()).aggregate(Max("at"))["at__max"]
    docket = docket_at(not_before(at, now.resolved_at, last))
    check_may_resolve_now(by, docket)
    earlier = already_said(post, at=docket.at)
    if nothing_to_do and earlier:
        raise Stale(_("{name} has already said that there is nothing to do for it.").format(name=earlier.by))
    if nothing_to_do and post not in unwritten(docket):
        raise Stale(_("It is not on the list of what is missing in the rules."))
    if not nothing_to_do and not earlier:
        raise Stale(_("Nobody says that there is nothing to do for it."))
    words = gettext_noop("took back that nothing is left to do for “{title}”")
    if nothing_to_do:
        words = gettext_noop("said that nothing is left to do for “{title}”")
    log_act(
        by=by,
        at=docket.at,
        act=NOTHING_TO_DO if nothing_to_do else TO_DO_AFTER_ALL,
        sentence=StoredMessage(words, title=post.title),
        reason=reason,
        link=post.get_absolute_url(),
    )
    return post
