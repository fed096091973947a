"""Private messages: writing to people, answering, blocking.

Whoever has a player's standing, idle or not, may write to anybody with an account; guests and former players may only
answer. A thread is between the same people from beginning to end, ten besides its author at most. Only they ever see
it: neither an admin nor a later emperor does.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.courier import Courier
from players.models import SUBJECT_LENGTH, Block, Message, Party, Player, Thread
from players.notices.telling import notify_message, saw
from players.permissions import check_may_begin_conversation
from players.queries.reigns import emperor_at

TEXT_LENGTH = 20_000
RECIPIENTS = 10
PER_HOUR = 60
HOUR = timedelta(hours=1)
# One sentence for every reason, so that it tells on nobody.
UNDELIVERABLE = gettext_noop(
    "Somebody on this list does not take messages from you, so it was sent to nobody."
)


@transaction.atomic
@sensitive_variables("subject", "text")
def send(
    *,
    by: Player,
    at: datetime,
    to: Sequence[Player],
    subject: str,
    text: str,
    courier: Courier,
    to_emperor: bool = False,
    confirmed: bool = False,
) -> Thread:
    """Begin a conversation.

    The first message goes to these and, with `to_emperor`, to whoever is emperor at `at`. Raises RuleBroken for a guest
    or former player, for nobody or too many to write to, for an author who has blocked one of them or cannot reach one
    of them, for too many messages in an hour and for a text that makes no sense; NeedsConfirmation where the courier
    asks for it and it is not `confirmed`.
    """
    emperor = emperor_at(at) if to_emperor else None
    if not confirmed:
        courier.expect_confirmed({by, *to, *filter(None, [emperor])}, at)
    subject = " ".join(subject.split())
    if not subject or len(subject) > SUBJECT_LENGTH:
        raise RuleBroken(
            _("Give the message a subject of at most {most} characters.").format(most=SUBJECT_LENGTH),
            status=400,
        )
    check_line(subject)
    _check_text(subject, text)
    by = _lock(by)
    check_may_begin_conversation(by)
    people = {one.pk: one for one in to}
    if to_emperor:
        if emperor is None:
            raise RuleBroken(_("There is no emperor to write to."), rule=SiteRule.DYNASTIES, status=409)
        people[emperor.pk] = emperor
    people.pop(by.pk, None)
    if not people:
        raise RuleBroken(_("Choose somebody to write to, other than yourself."), status=400)
    if len(people) > RECIPIENTS:
        raise RuleBroken(
            _("You can write to {most} people at once at most.").format(most=RECIPIENTS), status=400
        )
    _check_reach(by, list(people))
    _check_pace(by, at)
    thread = Thread.objects.create(subject=subject, to_emperor=to_emperor, last_at=at)
    Party.objects.bulk_create(Party(thread=thread, player_id=pk) for pk in sorted([by.pk, *people]))
    _write(thread, by=by, at=at, text=text, courier=courier)
    return thread


@transaction.atomic
@sensitive_variables("text")
def reply(
    *, thread: int, by: Player, at: datetime, text: str, courier: Courier, confirmed: bool = False
) -> Message:
    """Answer to everybody in a conversation.

    It comes back into the inbox of whoever had archived it. Raises as `send` does; RuleBroken (404) for who is no party
    to the thread.
    """
    parties = Player.objects.filter(mail__thread=thread)
    if not confirmed and by in parties:
        courier.expect_confirmed(parties, at)
    _check_text(text)
    by = _lock(by)
    answered = Thread.objects.select_for_update().filter(pk=thread, parties__player=by).first()
    if answered is None:
        raise RuleBroken(_("This conversation does not exist."), status=404)
    others = list(answered.parties.exclude(player=by).values_list("player_id", flat=True))
    _check_reach(by, others)
    _check_pace(by, at)
    return _write(answered, by=by, at=max(at, answered.last_at), text=text, courier=courier)


def _write(thread: Thread, *, by: Player, at: datetime, text: str, courier: Courier) -> Message:
    message = Message.objects.create(thread=thread, author=by, at=at, text=text, html="")
    message.html = courier.render(text, prefix=f"m{message.pk}", at=at)
    message.save(update_fields=["html"])
    Thread.objects.filter(pk=thread.pk).update(last_at=at)
    thread.parties.exclude(player=by).update(newest=message.pk, archived=False)
    thread.parties.filter(player=by).update(has_written=True, seen=message.pk)
    parties = Player.objects.filter(mail__thread=thread)
    notify_message(parties, by=by, at=at, thread=thread, message=message.pk)
    return message


def _lock(player: Player) -> Player:
    """The author as they stand now; whoever writes twice at once waits here, so that the hour's limit holds."""
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _check_text(*texts: str) -> None:
    check_keepable(*texts)
    if not texts[-1].strip():
        raise RuleBroken(_("Write something first."), status=400)
    if len(texts[-1]) > TEXT_LENGTH:
        raise RuleBroken(
            _("A message can have {most} characters at most.").format(most=thousands(TEXT_LENGTH)), status=400
        )


def _check_reach(by: Player, others: Sequence[int]) -> None:
    """Raise RuleBroken when `by` has blocked one of the others, or one of them is out of reach for whatever reason."""
    in_force = Block.objects.filter(until__isnull=True)
    mine = in_force.filter(by=by, blocked__in=others).select_related("blocked").first()
    if mine is not None:
        raise RuleBroken(
            _("You have blocked {name}. To write to them, unblock them first.").format(name=mine.blocked)
        )
    blocked = in_force.filter(by__in=others, blocked=by).exists()
    if blocked or Player.objects.filter(pk__in=others, is_active=False).exists():
        raise RuleBroken(_(UNDELIVERABLE))


def _check_pace(by: Player, at: datetime) -> None:
    lately = Message.objects.filter(author=by, at__gt=at - HOUR).order_by("-at")
    times = list(lately.values_list("at", flat=True)[:PER_HOUR])
    if len(times) == PER_HOUR:
        raise RuleBroken(
            _("You have sent {number} messages in an hour, the most you can. Wait a while.").format(
                number=PER_HOUR
            ),
            when=times[-1] + HOUR,
        )


def see(*, party: Party, newest: int) -> None:
    """Remember that the party has looked at the messages up to the key `newest`."""
    Party.objects.filter(pk=party.pk).update(seen=Greatest(F("seen"), newest))


def sort(*, thread: int, by: Player, at: datetime, act: str) -> None:
    """Archive a conversation or bring it back; mark it as unread, or as read up to its last message.

    `act`: "archive", "restore", "unread" or "read", which is of one's own side alone. Raises RuleBroken: 404 for who is
    no party to it, 400 for any other act, 409 when nobody else has written in it.
    """
    mine = Party.objects.filter(thread__pk=thread, player=by)
    if not mine.exists():
        raise RuleBroken(_("This conversation does not exist."), status=404)
    if act in ("archive", "restore"):
        mine.update(archived=act == "archive")
    elif act == "unread":
        if not mine.filter(newest__gt=0).update(seen=F("newest") - 1, archived=False):
            raise Stale(_("There is nothing to mark as unread: nobody has answered here yet."))
    elif act == "read":
        mine.update(seen=Greatest("seen", "newest"))
        saw(by=by, link=Thread(pk=thread).get_absolute_url(), at=at)
    else:
        raise RuleBroken(_("Choose what to do with this conversation."), status=400)


@transaction.atomic
def block(*, by: Player, player: Player, at: datetime) -> Block:
    """Block somebody: you get no more messages from them. They are not told. Orders to the emperor still arrive.

    Raises RuleBroken for oneself, Stale where they are blocked already.
    """
    _lock(by)
    if player.pk == by.pk:
        raise RuleBroken(_("You cannot block yourself. Choose somebody else."), status=400)
    if Block.objects.filter(by=by, blocked=player, until__isnull=True).exists():
        raise Stale(_("You have already blocked {name}.").format(name=player))
    return Block.objects.create(by=by, blocked=player, since=at)


@transaction.atomic
def unblock(*, by: Player, player: Player, at: datetime) -> None:
    """Unblock somebody. Raises Stale where they are not blocked."""
    _lock(by)
    blocks = Block.objects.filter(by=by, blocked=player, until__isnull=True)
    if not blocks.update(until=at):
        raise Stale(_("You have not blocked {name}.").format(name=player))
