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
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.unwritten import NOTHING_TO_DO, TO_DO_AFTER_ALL, nothing_to_do, unwritten
from votables.services.instants import not_before
from votables.services.posting import lock_post
from votables.services.resolving import check_reason


@transaction.atomic
def leave_as_it_is(*, post: Post, by: Player, at: datetime, reason: str) -> AdminAct:
    """Say that there is nothing to do for an enacted matter, with the reason in public: it goes from the list of what
    the rules lack. Raises Stale for one that is not on it, RuleBroken for somebody who is no admin."""
    reason, docket = check_reason(reason), _begin(post, by, at)
    if earlier := nothing_to_do(post, at=docket.at):
        raise Stale(_("{name} has already said that there is nothing to do for it.").format(name=earlier.by))
    if post not in unwritten(docket):
        raise Stale(_("It is not on the list of what is missing in the rules."))
    sentence = gettext_noop("said that nothing is left to do for “{title}”")
    return _log(post, NOTHING_TO_DO, sentence, by=by, at=docket.at, reason=reason)


@transaction.atomic
def ask_for_it_again(*, post: Post, by: Player, at: datetime, reason: str) -> AdminAct:
    """Take back that there is nothing to do for an enacted matter, with the reason in public: what the rules lack of it
    is on the list again. Raises Stale where nobody says so, RuleBroken for somebody who is no admin."""
    reason, docket = check_reason(reason), _begin(post, by, at)
    if nothing_to_do(post, at=docket.at) is None:
        raise Stale(_("Nobody says that there is nothing to do for it."))
    sentence = gettext_noop("took back that nothing is left to do for “{title}”")
    return _log(post, TO_DO_AFTER_ALL, sentence, by=by, at=docket.at, reason=reason)


def _begin(post: Post, by: Player, at: datetime) -> Docket:
    """Lock the game and the matter, and see who acts and how things stand, not before what was said of it last."""
    lock_game()
    now = lock_post(post.pk)
    last = AdminAct.objects.filter(link=now.get_absolute_url()).aggregate(Max("at"))["at__max"]
    docket = docket_at(not_before(at, now.resolved_at, last))
    check_may_resolve_now(by, docket)
    return docket


def _log(post: Post, act: str, words: str, *, by: Player, at: datetime, reason: str) -> AdminAct:
    sentence = StoredMessage(words, title=post.title)
    return log_act(by=by, at=at, act=act, sentence=sentence, reason=reason, link=post.get_absolute_url())
