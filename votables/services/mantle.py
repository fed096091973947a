"""Passing the mantle: a winner hands the office of emperor on before the new dynasty has begun."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from gamestate.models import Entry, Variable
from gamestate.queries.snapshot import state_at
from gamestate.values.state import of_player
from players.models import Player, Reign, RosterEvent
from players.services import crown, lock_game
from votables.docket import Docket, docket
from votables.judge.mantle import may_pass_mantle
from votables.judge.verdict import Leave
from votables.models import Category, Post, Status
from votables.services.posting import publish, refuse_unless

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


def leave_to_pass(held: Docket, *, by: Player, to: Player | None = None) -> Leave:
    """Whether `by` may pass the mantle to `to` at the docket's instant; without `to`, whether to anybody."""
    declaration = won()
    last = last_emperor(declaration)
    return may_pass_mantle(
        law=held.law,
        special_cases=held.in_force.special_cases,
        standstill=held.verdict.standstill,
        by=by.name,
        emperor=held.emperor.name if held.emperor else None,
        to=to.name if to else None,
        roster=held.verdict.roster,
        last_emperor=last.name if last else None,
        allies=allies_of(declaration),
    )


@transaction.atomic
def pass_mantle(*, by: Player, to: Player, at: datetime, body: str = "") -> Post:
    """Let the winner make `to` emperor, by a post that names them. Raises RuleBroken as the law says."""
    lock_game()
    to = Player.objects.get(pk=to.pk)
    refuse_unless(leave_to_pass(docket(at), by=by, to=to))
    words = f"I pass the mantle to @{to.name}."
    post = publish(
        by=by,
        at=at,
        category=Category.NONE,
        title=f"The mantle passes to {to.name}",
        body=f"{words}\n\n{body.strip()}".strip(),
    )
    crown(
        player=to,
        at=post.posted_at,
        by=by,
        cause=RosterEvent.Cause.SELF,
        why=f"{by} passed the mantle",
        link=post.get_absolute_url(),
    )
    return post
