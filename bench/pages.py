"""The pages that are measured, by the names under which they are known, and who looks at them."""

from datetime import timedelta
from typing import Any

BEFORE = timedelta(days=1)  # the latest comment: until then somebody was here before
FOR_SIGNED_IN = ("dashboard", "own queue")


def pages() -> dict[str, str]:
    """The addresses in the database that the environment names."""
    from django.db.models import Count

    from ruleset.models import Revision
    from votables.models import Post, Status

    counted = Post.objects.annotate(number=Count("comments"))
    resolved = counted.exclude(status__in=[Status.PENDING, Status.NONE])
    some = resolved.filter(number=12).order_by("pk").last() or resolved.order_by("-number").first()
    most = resolved.order_by("-number", "pk").first()
    pending = counted.filter(status=Status.PENDING).order_by("-number", "pk").first()
    revision = Revision.objects.order_by("pk").last()
    return {
        "front page": "/",
        "pending matter": pending.get_absolute_url(),
        f"matter, {some.number} comments": some.get_absolute_url(),
        f"matter, {most.number} comments": most.get_absolute_url(),
        "archive's last page": "/archive/?page=last",
        "ruleset": "/rules/",
        "its history": "/rules/history/",
        "a difference": f"/rules/revisions/{revision.pk}/",
        "gamestate, 20 × 15": "/gamestate/",
        "log": "/gamestate/log/",
        "search": "/search/?q=lantern+parcel",
        "search, very many": "/search/?q=quorum",
        "search, page 9": "/search/?q=rule&what=comments&page=9",
        "search of one": "/search/?q=player&order=newest&author=Kevan",
        "search of rules": "/search/?what=rules&q=player",
        "command box": "/jump.json?q=the",
        "what is new": "/since/",
        "own queue": "/queue/mine/",
        "dashboard": "/dashboard/",
        "whether it has changed": "/live/version/?seen=0",
    }


def people(number: int) -> list[Any]:
    """So many who have an account: an admin first, then the other players, then whoever wrote most."""
    from django.db.models import Count

    from players.models import Player

    active = list(Player.objects.active().filter(is_active=True).order_by("-is_admin", "pk"))
    others = Player.objects.exclude(standing="active").filter(is_active=True)
    others = others.annotate(number=Count("comments")).order_by("-number", "pk")
    return [*active, *others[:number]][:number]


def session_of(player: Any) -> str:
    """The key of a session in which the player is signed in, who has been here before: so some of it is new to them."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.utils import timezone

    from players.sessions import SessionStore
    from votables.models import Comment
    from votables.visits.models import Visit

    since = Comment.objects.order_by("-pk").values_list("at", flat=True)[0] - BEFORE
    Visit.objects.update_or_create(player=player, defaults={"since": since, "seen_at": timezone.now()})
    store = SessionStore()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.create()
    return store.session_key
