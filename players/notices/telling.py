"""Writing what people are told, in the transaction of what it tells of; and what they do with it.

Nothing is sent here: the worker does that when the transaction is done (see `sending`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime

from django.conf import settings as django_settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.one_line import closed
from blognomic.web.errors import RuleBroken
from players.models import (
    Device,
    Notice,
    NoticeSettings,
    Player,
    RosterEvent,
    Thread,
    Turn,
    Webhook,
    WebhookCall,
)
from players.models.roster import SENTENCE_LENGTH
from players.notices.channel_facts import FACTS, Fact, RosterFact, person
from players.notices.notice_kinds import BY_LETTER, KINDS, Happening, How, Kind, how_of, is_pushed
from players.notices.timing import after_quiet, next_digest

LETTERS_OF = ("daily", "all")


def tell(
    people: Iterable[Player], *, kind: Kind, key: str, at: datetime, sentence: StoredMessage | str, link: str
) -> None:
    """Tell each of the people of something that happened at `at` (UTC), as they chose to hear of it.

    `key` names the event: who was told of it before is not told again, whatever the kind. Each reads the sentence in
    their own language. `link` is the path of the page that shows it. Two queries.
    """
    keys = {one.pk for one in people if one.is_active}
    if not keys:
        return
    chosen = NoticeSettings.objects.filter(player__in=keys)
    settings = {one.player_id: one for one in chosen.annotate(has_devices=_HAS_DEVICES)}
    rows = []
    for pk in sorted(keys):
        own = settings.get(pk)
        how = how_of(own.choices if own else {}, kind)
        if how == How.NONE:
            continue
        letter, due = _letter(how, at, own.digest_hour if own else DIGEST_HOUR)
        rows.append(
            Notice(
                to_id=pk,
                kind=kind,
                key=key,
                at=at,
                sentence=sentence,
                link=link,
                letter=letter,
                due_at=due,
                push_at=_push_at(own, kind, at) if own and own.has_devices else None,
            )
        )
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


_HAS_DEVICES = Exists(Device.objects.filter(player=OuterRef("player")))  # who has one has settings


def _push_at(own: NoticeSettings, kind: str, at: datetime) -> datetime | None:
    """When a notice of the kind is pushed to the devices of whoever has these settings."""
    return after_quiet(at, own.quiet_from, own.quiet_until) if is_pushed(own.pushed, kind) else None


def tell_of_thread(
    to: Player,
    *,
    kind: Kind,
    key: str,
    at: datetime,
    once: StoredMessage,
    often: Callable[[int], StoredMessage],
    link: str,
    page: str,
) -> None:
    """Tell a person of something in a place where much may happen: `page` is what all links to it begin with. What
    they have not read of the same kind there becomes one notice with it: it leads to the first of them, says by
    `often` how many there are, and sends no second letter or push. Otherwise as `tell`. At most five queries."""
    if Notice.objects.filter(to=to, key=key).exists():
        return
    unread = Notice.objects.filter(to=to, kind=kind, read_at=None, link__startswith=page).first()
    if unread is None:
        tell([to], kind=kind, key=key, at=at, sentence=once, link=link)
        return
    Notice.objects.create(
        to=to,
        kind=kind,
        key=key,
        at=at,
        sentence=often(unread.times + 1),
        link=unread.link,
        letter=unread.letter if unread.due_at else "",
        due_at=unread.due_at,
        push_at=unread.push_at,
        times=unread.times + 1,
    )
    unread.delete()


DIGEST_HOUR = NoticeSettings._meta.get_field("digest_hour").default


def _letter(how: How, at: datetime, hour: int) -> tuple[str, datetime | None]:
    """Which letter goes, and when."""
    if how == How.EACH:
        return how.value, at
    return (how.value, next_digest(at, hour)) if how == How.DAILY else ("", None)


def call_channels(
    *, kind: Happening, key: str, at: datetime, sentence: StoredMessage | str, link: str, facts: Fact
) -> None:
    """Have the channels that want this kind of thing told of it, in the game's language, with the `facts` that the
    kind has (`players.notices.channel_facts.FACTS`). One query where no channel wants it. Raises ValueError for what
    is no public kind, and for the facts of another."""
    if FACTS.get(kind) is not type(facts):
        raise ValueError(f"{kind} is not for channels with {facts!r}")  # for programmers, in English
    webhooks = [one for one in Webhook.objects.kept().filter(is_on=True) if kind in one.kinds]
    if not webhooks:
        return
    with in_the_games_language():
        text = closed(Truncator(str(sentence)).chars(SENTENCE_LENGTH))
    call = {
        "kind": kind,
        "key": key,
        "at": at,
        "due_at": at,
        "sentence": text,
        "link": link,
        "facts": asdict(facts),
    }
    WebhookCall.objects.bulk_create(
        (WebhookCall(webhook=one, **call) for one in webhooks), ignore_conflicts=True
    )


def proclaim_event(event: RosterEvent) -> None:
    """Have channels told of a change of the roster or of an office."""
    with in_the_games_language():
        sentence: StoredMessage | str = str(event)
    if event.old_name:
        sentence = StoredMessage(
            gettext_noop("{old} is now called {name}"), old=event.old_name, name=event.player
        )
    call_channels(
        kind=Happening.ROSTER,
        key=f"roster:{event.pk}",
        at=event.at,
        sentence=sentence,
        link=event.player.get_absolute_url(),
        facts=RosterFact(
            roster_event=event.pk,
            kind=event.kind,
            cause=event.cause,
            player=person(event.player),
            by=person(event.by) if event.by else None,
            old_name=event.old_name,
        ),
    )


def notify_message(to: Iterable[Player], *, by: Player, at: datetime, thread: Thread, message: int) -> None:
    """Tell the other parties of a conversation that `by` wrote the message of that key. Neither its subject nor its
    words are told: the letter that may go out is read by more computers than theirs."""
    tell(
        [one for one in to if one.pk != by.pk],
        kind=Kind.MESSAGE,
        key=f"message:{message}",
        at=at,
        sentence=StoredMessage(gettext_noop("{name} has written to you in private"), name=by),
        link=thread.get_absolute_url(),
    )


def notify_order(to: Player, *, by: Player, at: datetime, turn: Turn) -> None:
    """Tell the emperor that orders of the turn have come in: one notice, until they look."""
    link = f"{reverse('players:orders')}?turn={turn.number}"
    tell_of_thread(
        to,
        kind=Kind.ORDER,
        key=f"order:{turn.pk}:{by.pk}:{at.timestamp()}",
        at=at,
        once=StoredMessage(gettext_noop("{name} sent you an order for {turn}"), name=by, turn=_named(turn)),
        often=lambda number: StoredMessage(
            gettext_noop("{number} orders for {turn} have come in, the last from {name}"),
            number=number,
            turn=_named(turn),
            name=by,
        ),
        link=link,
        page=link,
    )


def notify_orders_due(to: Iterable[Player], *, by: Player, at: datetime, turn: Turn) -> None:
    """Tell players until when the emperor asks for their orders."""
    assert turn.due_at is not None, "there is something to tell"
    tell(
        [one for one in to if one.pk != by.pk],
        kind=Kind.ORDER,
        key=f"orders-due:{turn.pk}:{turn.due_at.timestamp():.0f}",
        at=at,
        sentence=StoredMessage(
            gettext_noop("{name} asks for your orders for {turn} by {instant}"),
            name=by,
            turn=_named(turn),
            instant=turn.due_at,
        ),
        link=reverse("players:orders"),
    )


def notify_helper(to: Player, *, by: Player, at: datetime, helper: int) -> None:
    """Tell a player that the emperor has named them as a helper, by the key of that."""
    tell(
        [to],
        kind=Kind.ORDER,
        key=f"helper:{helper}",
        at=at,
        sentence=StoredMessage(
            gettext_noop("{name} asks you to help with the orders of the dynasty"), name=by
        ),
        link=reverse("votables:emperor_desk"),
    )


def notify_call(
    to: Iterable[Player], *, call: int, what: str, at: datetime, sentence: StoredMessage, link: str
) -> None:
    """Tell players of a call for sealed orders, by its key: that it was made, closes soon, or is open (`what`)."""
    tell(to, kind=Kind.ORDER, key=f"call:{call}:{what}", at=at, sentence=sentence, link=link)


def _named(turn: Turn) -> StoredMessage:
    return StoredMessage(gettext_noop("turn {number}"), number=turn.number)


def untell(*, link: str) -> None:
    """Take back what people and channels were told of a page that is gone, and of anything on it: what it said is read
    nowhere any more, and what waits is not sent. Two queries."""
    Notice.objects.filter(_of_page(link)).delete()
    WebhookCall.objects.filter(_of_page(link)).delete()


def _of_page(link: str) -> Q:
    """What leads to a page, or to anything on it."""
    return Q(link=link) | Q(link__startswith=f"{link}#") | Q(link__startswith=f"{link}?")


# -- what people do with it


def open_notice(*, notice: int, by: Player, at: datetime) -> Notice:
    """One's own notice, marked as read from now on. Raises RuleBroken (404) for anybody else's."""
    own_notice = Notice.objects.filter(pk=notice, to=by).first()
    if own_notice is None:
        raise RuleBroken(_("This notice does not exist."), status=404)
    if own_notice.read_at is None:
        Notice.objects.filter(pk=own_notice.pk, read_at=None).update(read_at=at)
    return own_notice


def saw(*, by: Player, link: str, at: datetime) -> None:
    """Mark as read what leads to a page that its owner is looking at, and to anything on it."""
    Notice.objects.filter(_of_page(link), to=by, read_at=None).update(read_at=at)


def settled(*, key: str, kind: Kind, at: datetime) -> None:
    """What was told of an event under this kind asks nothing of anybody any more, so it counts as read. A `key` that
    ends with ":" is that of all events whose keys begin with it."""
    keys = {"key__startswith": key} if key.endswith(":") else {"key": key}
    Notice.objects.filter(kind=kind, read_at=None, **keys).update(read_at=at)


def read_all(*, by: Player, at: datetime, up_to: int) -> int:
    """Mark everything as read up to the notice with that key. Answers how many."""
    return Notice.objects.filter(to=by, read_at=None, pk__lte=up_to).update(read_at=at)


@transaction.atomic
def choose(
    *,
    by: Player,
    at: datetime,
    kinds: Mapping[str, str],
    digest_hour: int | None = None,
    language: str | None = None,
    votes_by_letter: bool | None = None,
    pushed: Mapping[str, bool] | None = None,
    quiet: tuple[int, int] | tuple[()] | None = None,
) -> NoticeSettings:
    """Choose how to hear of `kinds` of things, at which hour (UTC) the daily e-mail goes, in which language e-mails are
    written, whether they hold links that vote, which kinds are pushed to one's devices, and between which hours (UTC)
    nothing is, (): always; what is left out stays as it is. Letters that are still to go follow the choice.
    Raises RuleBroken (400) for what is no kind, no way, no hour and no language of the site."""
    if {*kinds, *(pushed or ())} - KINDS.keys() or set(kinds.values()) - {how.value for how in How}:
        raise RuleBroken(_("Choose how you hear about each kind of news."), status=400)
    if not all(0 <= hour <= 23 for hour in (*(quiet or ()), digest_hour or 0)):
        raise RuleBroken(_("Choose an hour of the day."), status=400)
    if language is not None and language not in dict(django_settings.LANGUAGES):
        raise RuleBroken(_("Choose a language from the list."), status=400)
    settings, __ = NoticeSettings.objects.select_for_update().get_or_create(player=by)
    chosen = settings.choices | dict(kinds)
    settings.choices = {
        kind: how for kind, how in chosen.items() if kind in KINDS and how != KINDS[kind].usual
    }
    settings.digest_hour = settings.digest_hour if digest_hour is None else digest_hour
    settings.language = settings.language if language is None else language
    if votes_by_letter is not None:
        settings.votes_by_letter = votes_by_letter
    for kind, is_wanted in (pushed or {}).items():
        settings.pushed[kind] = is_wanted
    if quiet is not None:
        settings.quiet_from, settings.quiet_until = quiet or (None, None)
    settings.save()
    _follow(by.pk, settings.choices, settings.digest_hour, at)
    return settings


def _follow(player: int, choices: Mapping[str, str], hour: int, at: datetime) -> None:
    """Let the letters that are still to go follow the choices."""
    waiting = Notice.objects.filter(to=player, due_at__isnull=False).exclude(letter="")
    for kind in KINDS:
        letter, due = _letter(how_of(choices, kind), at, hour)
        waiting.filter(kind=kind).update(letter=letter, due_at=due)


def speak_to(player: Player, language: str) -> None:
    """Write e-mails to this person in a language of the site from now on."""
    NoticeSettings.objects.update_or_create(player=player, defaults={"language": language})


@transaction.atomic
def stop_letters(*, player: int, of: str, at: datetime) -> None:
    """Send this person no more letters of a kind, none of the daily ones ("daily") or none at all ("all"). What they
    hear of by letter they hear of on the site."""
    if not Player.objects.filter(pk=player).exists():
        return
    settings, __ = NoticeSettings.objects.select_for_update().get_or_create(player_id=player)
    stopped = {"daily": (How.DAILY,), "all": BY_LETTER}.get(of, BY_LETTER)
    for kind in KINDS if of in LETTERS_OF else {of} & KINDS.keys():
        if how_of(settings.choices, kind) in stopped:
            settings.choices[kind] = How.SITE.value
    settings.save(update_fields=["choices"])
    _follow(player, settings.choices, settings.digest_hour, at)
