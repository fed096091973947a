"""Who won, who was emperor before, and whom the winner's alliance named: what the passing of a mantle turns on."""

from datetime import timedelta

from django.db.models import Q

from gamestate.models import Entry, Variable
from gamestate.queries.snapshot import state_at
from gamestate.values.state import of_player
from players.models import Player, Reign
from votables.models import Category, Post, Status

ALLIANCE = "alliance"
UNCHANGED = timedelta(hours=48)


def won() -> Post | None:
    """The declaration of victory that was enacted last. One query."""
    declared = Post.objects.filter(category=Category.DOV, status=Status.ENACTED)
    return declared.order_by("-resolved_at", "-pk").select_related("author").first()


def last_emperor(declaration: Post | None) -> Player | None:
    """Who was emperor until the declaration was enacted. One query."""
    if declaration is None:
        return None
    at = declaration.resolved_at
    reign = (
        Reign.objects.filter(Q(until__isnull=True) | Q(until__gte=at), since__lt=at)
        .order_by("pk")
        .select_related("player")
        .first()
    )
    return reign.player if reign else None


def allies_of(declaration: Post | None) -> set[str]:
    """Whom the winner's alliance named as the declaration was posted, unless the winner had changed it in the 48 hours
    before (the special case "Alliances"): the names in what is tracked as "alliance" for each player."""
    if declaration is None:
        return set()
    at, winner = declaration.matter_since, declaration.author
    variable = Variable.objects.filter(key=ALLIANCE, scope=Variable.Scope.PLAYER).order_by("-pk").first()
    if variable is None:
        return set()
    lately = Entry.objects.filter(variable=variable, player=winner, at__gt=at - UNCHANGED, at__lte=at)
    if lately.exists():
        return set()
    value = state_at(at).cells.get((str(variable.pk), of_player(winner.pk)))
    keys = value.value if value and isinstance(value.value, list) else []
    return set(
        Player.objects.filter(pk__in=[key for key in keys if isinstance(key, int)]).values_list(
            "name", flat=True
        )
    )
