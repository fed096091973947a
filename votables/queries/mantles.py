"""Who won, who was emperor before, and whom the winner's alliance named: what the passing of a mantle turns on.
Alliances let players talk in private, too."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations

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
    variable = _variable()
    if variable is None:
        return set()
    lately = Entry.objects.filter(variable=variable, player=winner, at__gt=at - UNCHANGED, at__lte=at)
    if lately.exists():
        return set()
    named = _named(variable, [winner.pk], at)[winner.pk]
    return set(Player.objects.filter(pk__in=named).values_list("name", flat=True))


def are_allies(players: Iterable[int], at: datetime) -> bool:
    """Whether these players, by their keys, all have each other's names in their alliances at `at`."""
    keys, variable = sorted(players), _variable()
    if variable is None:
        return False
    named = _named(variable, keys, at)
    return all(one in named[other] and other in named[one] for one, other in combinations(keys, 2))


def _variable() -> Variable | None:
    """What tracks the alliances, of this dynasty or, in an interregnum, of the last."""
    return Variable.objects.filter(key=ALLIANCE, scope=Variable.Scope.PLAYER).order_by("-pk").first()


def _named(variable: Variable, players: Iterable[int], at: datetime) -> dict[int, set[int]]:
    """Whom each of the players named at `at`, all by their keys."""
    state = state_at(at)
    state.expect(variables=[str(variable.pk)])
    named: dict[int, set[int]] = {}
    for player in players:
        cell = state.cells.get((str(variable.pk), of_player(player)))
        listed = cell.value if cell and isinstance(cell.value, list) else []
        named[player] = {key for key in listed if isinstance(key, int)}
    return named
