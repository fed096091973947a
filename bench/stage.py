"""Puts into an imported history what it does not hold: a ruleset of real size with its changes, a tracker, updates,
and matters that are being voted on. Run as `python -m bench.stage RULESET` with DATABASE_URL."""

import os
import random
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import django

PLAYERS, VARIABLES, UPDATES, REVISIONS, MATTERS = 20, 15, 200, 30, 8
WORDS = "whistle lantern parcel platform signal carriage timetable porter ticket junction".split()


def main(ruleset: str) -> None:
    from django.core.management import call_command
    from django.utils import timezone

    from players.models import Player
    from players.services.roster import record

    at = timezone.now()
    admin = Player.objects.active().order_by("-is_admin", "pk").first()
    roster = list(Player.objects.active()[:PLAYERS])
    for player in (
        Player.objects.filter(is_active=True)
        .exclude(standing="active")
        .order_by("-pk")[: PLAYERS - len(roster)]
    ):
        kind = {"idle": "unidled", "left": "joined", "guest": "joined"}[player.standing]
        record(player=player, kind=kind, cause="matter", at=at, by=admin)
        player.refresh_from_db()
        roster.append(player)
    if ruleset:
        call_command("import_ruleset", ruleset, stdout=sys.stderr)
        at = timezone.now()
    revise(at, by=admin)
    track(at, by=admin, roster=roster)
    put_to_the_vote(at, roster=roster)


def revise(at: datetime, *, by: Any) -> None:
    """Reword one rule after another, as twenty years do."""
    from ruleset.queries import revision_at, tree_after
    from ruleset.services import revise
    from ruleset.text.tree import Tree

    for number in range(REVISIONS):
        seen = revision_at(at + timedelta(days=1))
        tree = tree_after(seen.pk if seen else None)
        first, *others = tree.sections
        changed = replace(
            first, text=f"{first.text}\n\nRevision {number}: {' '.join(random.sample(WORDS, 5))}."
        )
        revise(
            tree=Tree((changed, *others)),
            seen=seen.pk if seen else None,
            kind="import",
            at=at,
            by=by,
            why="Bench",
        )


def track(at: datetime, *, by: Any, roster: list[Any]) -> None:
    """Fifteen variables of every player, and updates of them."""
    from gamestate.leave import Given
    from gamestate.services.updating import redefine, update
    from gamestate.values.steps import Step, read_step

    kinds = ["whole"] * 12 + ["text"] * (VARIABLES - 12)
    made = [
        read_step(
            {
                "do": "define",
                "path": f"value_{number}",
                "scope": "player",
                "definition": {"name": f"Value {number}", "kind": kind, "blank": True},
            }
        )
        for number, kind in enumerate(kinds)
    ]
    leave = Given("the bench sets its stage")
    redefine(leave=leave, by=by, at=at, steps=made)
    paths = [step.path for step in made]
    numbers = [path for path, step in zip(paths, made, strict=True) if step.definition.kind == "whole"]
    for player in roster:
        steps = [
            Step.set(
                path,
                (f"player:{player.pk}",),
                str(random.randrange(50)) if path in numbers else random.choice(WORDS),
            )
            for path in paths
        ]
        update(leave=leave, by=by, at=at, steps=steps, comment="Set up")
    for _ in range(UPDATES):
        player = random.choice(roster)
        update(
            leave=leave,
            by=player,
            at=at,
            steps=[Step.set(random.choice(numbers), (f"player:{player.pk}",), "+1")],
            comment=f"{random.choice(WORDS).capitalize()} DICE6",
        )


def put_to_the_vote(at: datetime, *, roster: list[Any]) -> None:
    """Matters that are pending, with votes on them."""
    from votables.services import commenting, posting

    free = [player for player in roster if not player.posts.filter(status="pending").exists()]
    for number, author in enumerate(free[:MATTERS]):
        post = posting.publish(
            by=author,
            at=at,
            category="proposal",
            title=f"Number {number}",
            body="Add a rule.",
            amends=["dynastic"],
        )
        for voter in [player for player in roster if player != author][number : number + 6]:
            commenting.comment(
                post=post, by=voter, at=at, text=random.choice([":for:", ":against:", ":for: Yes."])
            )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
    random.seed(1)
    django.setup()
    main(sys.argv[1] if Path(sys.argv[1]).exists() else "")
