"""Sessions that know whose they are, so that their owner can see and end them. A store for Django (SESSION_ENGINE)."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.sessions.backends import db
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from blognomic.database.prepared import Prepared
from players.models import Player, Sending, Session
from players.models.sessions import LastUse

# What is used all day is written to the database so often, and not with every request.
USED_EVERY = timedelta(minutes=5)


_session = Prepared(lambda key: Session.objects.filter(session_key=key).select_related("player")[:1])


class SessionStore(db.SessionStore):
    """Django's sessions in the database, with a column for whose each is. `row` is the one that was read, with whose it
    is."""

    row: Session | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        rows = _session.find(self.session_key)
        self.row = next((row for row in rows if row.expire_date > timezone.now()), None)
        if self.row is None:
            self._session_key = None
        return self.row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        row.player_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        if self.row is not None and self.row.player_id == row.player_id:
            for field in LastUse._meta.fields:
                setattr(row, field.attname, getattr(self.row, field.attname))
        return row

    @classmethod
    def clear_expired(cls) -> None:
        """What `manage.py clearsessions` does: forget the sessions that are over, and what was sent with a key so long
        ago that nobody sends it again."""
        super().clear_expired()
        Sending.objects.filter(at__lt=timezone.now() - Sending.KEPT).delete()


class SignedIn(AuthenticationMiddleware):
    """Django's, which does not look a second time for the person who was found with the session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _owner(request) or get_user(request))


def _owner(request: HttpRequest) -> Player | None:
    """Whom the session of the request lets in; None where Django has to look into it: nobody, or somebody who may not
    come in, or whose password has changed since."""
    session = request.session
    signed = {name: session.get(name, "") for name in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY)}
    row: Session | None = session.row
    player = row.player if row is not None and row.pk == session.session_key else None
    if player is None or not player.is_active or signed[SESSION_KEY] != str(player.pk):
        return None
    if signed[BACKEND_SESSION_KEY] not in settings.AUTHENTICATION_BACKENDS:
        return None
    if not constant_time_compare(signed[HASH_SESSION_KEY], player.get_session_auth_hash()):
        return None
    request._cached_user = player  # where Django looks for it
    return player


def in_person(request: HttpRequest) -> Player | None:
    """Whom the request lets in: themselves, and no stand-in that looks for them whenever something is asked of it; None
    for a stranger."""
    if not request.user.is_authenticated:
        return None
    if isinstance(request.user, SimpleLazyObject):
        request.user = request._cached_user
    return request.user


def is_due(row: LastUse, at: datetime) -> bool:
    """Whether it is to be noted that the row lets somebody in at `at` (UTC)."""
    return row.last_used_at is None or row.last_used_at + USED_EVERY <= at


def note_use(row: LastUse, *, at: datetime, network: str, browser: str) -> None:
    """Remember that the row lets somebody in at `at` (UTC), unless it was noted some minutes ago. One query at most."""
    if is_due(row, at):
        row.last_used_at, row.last_network, row.last_browser = at, network, browser
        noted = {field.attname: getattr(row, field.attname) for field in LastUse._meta.fields}
        type(row).objects.filter(pk=row.pk).update(**noted)


def handle_of(session_key: str | None) -> str:
    """What a session is called on pages: its key would let whoever reads it in."""
    return hashlib.sha256(f"handle of {session_key}".encode()).hexdigest()[:20]


def sessions_of(player: Player, *, at: datetime) -> list[Session]:
    """The sessions in which the player is signed in at `at` (UTC), the latest used first. One query."""
    live = [
        row
        for row in Session.objects.filter(player=player, expire_date__gt=at)
        if row.get_decoded().get(HASH_SESSION_KEY) == player.get_session_auth_hash()
    ]
    never = at - timedelta(days=36_500)
    return sorted(live, key=lambda row: (row.last_used_at or never, row.session_key), reverse=True)


def end(handle: str, *, of: Player) -> bool:
    """End the session of that handle; answers whether the player had one. Two queries."""
    keys = Session.objects.filter(player=of).values_list("pk", flat=True)
    ended = [key for key in keys if handle_of(key) == handle]
    return Session.objects.filter(pk__in=ended).delete()[0] > 0


def end_all(of: Player, *, but: str | None = None) -> int:
    """End all sessions of the player, but for the one of the key `but`; answers how many. One query."""
    sessions = Session.objects.filter(player=of)
    return (sessions if but is None else sessions.exclude(pk=but)).delete()[0]
