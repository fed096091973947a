"""What changes the roster, the offices and the admin log.

These verbs keep the record straight (a player cannot idle twice) and leave the law to the rooms above: whether
somebody may be idled today is asked in `votables.services.roster`, where the posts and comments are known.
Each takes `at` (UTC) and `by` (who acted, None for the record itself) and must run inside a transaction.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken, Stale
from players.models import (
    METADYNASTY,
    WRITTEN,
    AdminAct,
    Dynasty,
    Game,
    Helper,
    Player,
    Reign,
    RosterEvent,
    Standing,
    Topic,
    name_key,
)
from players.notices import telling
from players.present import Present

Kind = RosterEvent.Kind
Cause = RosterEvent.Cause

# From which standings each event may come, and where it leads (None: standing stays as it was).
STEPS: dict[str, tuple[set[str], str | None]] = {
    Kind.JOINED: ({Standing.GUEST, Standing.LEFT}, Standing.ACTIVE),
    Kind.LEFT: ({Standing.ACTIVE, Standing.IDLE}, Standing.LEFT),
    Kind.IDLED: ({Standing.ACTIVE}, Standing.IDLE),
    Kind.UNIDLED: ({Standing.IDLE}, Standing.ACTIVE),
    Kind.ADMIN: ({Standing.ACTIVE, Standing.IDLE}, None),
    Kind.NOT_ADMIN: ({Standing.ACTIVE, Standing.IDLE, Standing.LEFT}, None),
    Kind.RENAMED: (set(Standing.values), None),
    Kind.EMPEROR: (set(Standing.values), None),
    Kind.NOT_EMPEROR: (set(Standing.values), None),
    Kind.HELPER: ({Standing.ACTIVE}, None),
    Kind.NOT_HELPER: (set(Standing.values), None),
}
ALREADY: dict[str, str] = {
    Kind.JOINED: gettext_noop("{name} is already a player."),
    Kind.LEFT: gettext_noop("{name} is not a player."),
    Kind.IDLED: gettext_noop("{name} is not an active player."),
    Kind.UNIDLED: gettext_noop("{name} is not idle."),
    Kind.ADMIN: gettext_noop("{name} cannot become an admin: they already are one, or they do not play."),
    Kind.NOT_ADMIN: gettext_noop("{name} is not an admin."),
}


def lock_game(*topics: Topic) -> Game:
    """The game's row in a new version, locked until the transaction ends; what is kept of any topic is made anew
    afterwards, or of those alone that are named, if nothing else is written. Raises RuleBroken when no game has been
    founded here. One query, written out, for Django has none that answers what it has written.

    On PostgreSQL the update locks the row; on SQLite every transaction is immediate, so the lock is already held.
    """
    columns = ["version", *(topic.column for topic in topics or WRITTEN)]
    raised = ", ".join(f'"{column}" = "version" + 1' for column in columns)
    rows = list(Game.objects.raw(f'UPDATE "players_game" SET {raised} WHERE "id" = 1 RETURNING *'))
    if not rows:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    return rows[0]


def as_shared(game: Game, shared: Present | None) -> Present | None:
    """What readers share, where `game`, just locked, is as it was when they last looked: what they have asked need not
    be asked again. None where somebody wrote in between. To be asked before anything is written, and once: what is
    written in this lock is not in it."""
    return shared if shared is not None and shared.version + 1 == game.version else None


@transaction.atomic
def record(
    *,
    player: Player,
    kind: str,
    cause: str,
    at: datetime,
    by: Player | None,
    why: StoredMessage | str = "",
    link: str = "",
    standing: str | None = None,
) -> RosterEvent:
    """Write one event into the roster's history and bring the player's standing up to it: to where its kind leads, or
    to `standing`, where it takes an earlier event back.

    Raises Stale when the event does not fit how they stand (somebody else was first), or lies before their
    last one.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    allowed_from, leads_to = STEPS[kind]
    already = (
        player.is_admin if kind == Kind.ADMIN else not player.is_admin if kind == Kind.NOT_ADMIN else False
    )
    if player.standing not in allowed_from or already:
        raise Stale(_(ALREADY[kind]).format(name=player.name))
    last = RosterEvent.objects.filter(player=player).newest_first().first()
    if last is not None and last.at > at:
        raise Stale(
            _("The roster already has something later about {name}. Choose a later time.").format(
                name=player.name
            )
        )
    leads_to = standing or leads_to
    if leads_to is not None and leads_to != player.standing:
        player.standing, player.standing_since = leads_to, at
    if kind in (Kind.ADMIN, Kind.NOT_ADMIN):
        player.is_admin = kind == Kind.ADMIN
    player.save(update_fields=["standing", "standing_since", "is_admin"])
    event = RosterEvent.objects.create(
        player=player,
        kind=kind,
        cause=cause,
        at=at,
        by=by,
        why=why,
        link=link,
        standing=player.standing,
        is_admin=player.is_admin,
    )
    telling.proclaim_event(event)
    if kind == Kind.LEFT:
        dismiss_helpers(only=player, at=at, by=by, cause=cause, why=why, link=link)
    return event


@transaction.atomic
def rename(
    *, player: Player, name: str, at: datetime, by: Player | None, why: StoredMessage | str, link: str = ""
) -> RosterEvent:
    """Give a player another name, which has been checked against the law; the old one stays in the history.

    Raises RuleBroken when somebody else has it (without regard to case).
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    if Player.objects.filter(name_key=name_key(name)).exclude(pk=player.pk).exists():
        raise RuleBroken(_("Somebody is already called {name}.").format(name=name), status=409)
    old, player.name = player.name, name
    player.save(update_fields=["name"])
    event = RosterEvent.objects.create(
        player=player,
        kind=Kind.RENAMED,
        cause=Cause.MATTER,
        at=at,
        by=by,
        why=why,
        link=link,
        old_name=old,
        standing=player.standing,
        is_admin=player.is_admin,
    )
    telling.proclaim_event(event)
    return event


@transaction.atomic
def crown(
    *,
    player: Player | None,
    at: datetime,
    by: Player,
    cause: str,
    why: StoredMessage | str,
    link: str = "",
    won: bool | None = None,
) -> None:
    """Make `player` the emperor from `at` on, ending the reign that holds then; None leaves the throne empty.

    `won`: see `Reign`; None: as it was of the reign before in this dynasty, so that a mantle that is passed on before
    the Ascension Address makes nobody emperor of the dynasty that is over."""
    if won is None:
        won = is_won(at)
    details = {"at": at, "by": by, "cause": cause, "why": why, "link": link}
    dismiss_helpers(at=at, by=by, cause=cause, why=why, link=link)
    for reign in Reign.objects.at(at).select_for_update(of=("self",)).select_related("player"):
        if reign.since == at:
            reign.delete()
        else:
            reign.until = at
            reign.save(update_fields=["until"])
        record(player=reign.player, kind=Kind.NOT_EMPEROR, **details)
    if player is not None:
        Reign.objects.create(player=player, since=at, why=why, link=link, won=won)
        record(player=player, kind=Kind.EMPEROR, **details)


def dismiss_helpers(
    *,
    at: datetime,
    by: Player | None,
    cause: str,
    only: Player | None = None,
    why: StoredMessage | str = "",
    link: str = "",
) -> int:
    """Let those who help the emperor help no longer, or `only` one of them; answers how many did. Must run with the
    game locked."""
    helping = Helper.objects.filter(until__isnull=True).select_related("player")
    ended = list(helping.filter(player=only) if only else helping)
    for one in ended:
        one.until = max(at, one.since)
        one.save(update_fields=["until"])
        record(player=one.player, kind=Kind.NOT_HELPER, cause=cause, at=at, by=by, why=why, link=link)
    return len(ended)


def is_won(at: datetime, *, by: Player | None = None) -> bool:
    """Whether the last reign that began in the dynasty of `at` (UTC), or the last of `by`, waits for its own to begin.
    One query."""
    dynasty = Dynasty.objects.up_to(at).first()
    reigns = Reign.objects.filter(since__gt=dynasty.started_at) if dynasty else Reign.objects.none()
    last = (reigns.filter(player=by) if by else reigns).order_by("-pk").first()
    return last is not None and last.won


@transaction.atomic
def begin_dynasty(
    *, emperor: Player | None, at: datetime, theme: str, words: dict[str, str] | None = None
) -> Dynasty:
    """Close the present dynasty and begin the next at `at`; without an emperor it is a metadynasty.

    It is named by how many its emperor, under whatever names, and nobody else has begun; who only followed in a
    dynasty, by a mantle or a matter, has begun none. Metadynasties are counted apart. `words` may give player_word,
    players_word, emperor_word and emperors_word.
    """
    last = Dynasty.objects.select_for_update().order_by("-number").first()
    if last is not None and last.ended_at is None:
        last.ended_at = at
        last.save(update_fields=["ended_at"])
    number = last.number + 1 if last else 1
    earlier = Dynasty.objects.filter(begun_by=emperor)
    if emperor is None:
        earlier = earlier.filter(name__endswith=METADYNASTY)
    name = dynasty_name(earlier.count() + 1, emperor)
    return Dynasty.objects.create(
        number=number, name=name, begun_by=emperor, theme=theme, started_at=at, **(words or {})
    )


def dynasty_name(which: int, emperor: Player | str | None) -> str:
    """What the dynasty is called that is the `which`th, from 1, of an emperor; None: of the metadynasties."""
    return f"The {ordinal(which)} Dynasty of {emperor}" if emperor else f"The {ordinal(which)}{METADYNASTY}"


ORDINALS = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth".split()


def ordinal(number: int) -> str:
    """1 is "First", 12 is "Twelfth", 13 is "13th"."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def log_act(
    *,
    by: Player,
    at: datetime,
    act: str,
    sentence: StoredMessage,
    reason: StoredMessage | str = "",
    link: str = "",
    against_verdict: bool = False,
) -> AdminAct:
    """Write one act of an admin into the public log. A reason that is a text is somebody's own words."""
    return AdminAct.objects.create(
        by=by,
        at=at,
        act=act,
        sentence=sentence,
        reason=reason,
        link=link,
        against_verdict=against_verdict,
    )
