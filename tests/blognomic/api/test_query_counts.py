"""Every reading by program asks the database at most twelve times, and as often for much as for little."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gamestate.services.rolling import roll_on_page
from gamestate.services.updating import update
from players.models import AdminAct, Dynasty
from tests.gamestate.tracker import put, whose
from tests.votables.stage import NOW, Stage
from tests.votables.table import Cause, Kind, event, join, say, write
from votables.services import correspondence, posting

from .programs import ask, token_of
from .test_who_may import QUERIES, address, operations

pytestmark = pytest.mark.django_db
MOST = 12
# What each is about, by the stage's names; those that are not here are about nothing.
ABOUT = {
    "one_post": "ready", "list_versions": "ready", "effects": "ready", "list_comments": "ready", "votes": "ready",
    "list_resolutions": "resolved", "one_draft": "draft", "one_player": "player", "one_dynasty": "first",
    "rule_history": "rule", "one_revision": "correction", "one_law": "law", "table": "locations",
    "one_update": "update", "one_page": "gallery", "page_history": "gallery", "one_roll": "roll",
    "one_sealing": "sealing", "one_secret": "secret", "one_thread": "thread",
}  # fmt: skip


def readings() -> list[str]:
    return [name for name, (method, _, _) in operations().items() if method == "GET"]


def counted(path: str, token: str) -> int:
    """How many queries a reading makes, once what all share has been read. Whose token it is takes two of them, and
    remembering that it was used none, for that was remembered just now."""
    assert ask("GET", path, token=token).status_code == 200, path
    with CaptureQueriesContext(connection) as queries:
        ask("GET", path, token=token)
    return len(queries)


def grow(stage: Stage, *numbers: int) -> None:
    """More of everything that lists hold."""
    people = stage.people
    author, player, admin = people["author"], people["player"], people["admin"]
    for number in numbers:
        at = NOW + timedelta(seconds=number)
        post = write(author, at, f"Thing {number}")
        posting.edit(post=post, seen=1, by=author, at=at, title=post.title, body="Other words.")
        say(stage.posts["ready"], player, at, f"A thing {number} DICE6")
        update(by=player, at=at, steps=[put("wealth", "+1", *whose(player, author))], comment="DICE6")
        roll_on_page(text="DICE20", by=player, at=at)
        posting.save_draft(by=author, at=at, title=f"Draft {number}")
        thread = correspondence.send(
            by=author, at=at, to=[player], to_emperor=False, subject=f"On {number}", text="A thing."
        )
        correspondence.reply(thread=thread, by=player, at=at, text="Words.")
        newcomer = join(f"Newcomer {number}", at=at)
        event(newcomer, Kind.IDLED, at=at, cause=Cause.REQUEST)
        AdminAct.objects.create(at=at, by=admin, act="test", sentence="did something")
        Dynasty.objects.create(number=number + 2, name=f"Dynasty {number}", started_at=NOW)


def test_every_reading_asks_seldom_and_as_often_for_much_as_for_little(stage):
    stage.rules["law"] = 1
    from ruleset.models import LawVersion

    stage.rules["law"] = LawVersion.objects.get().pk
    token = token_of(stage.people["admin"], at=NOW)
    own = token_of(stage.people["author"], at=NOW)
    assert QUERIES.keys() == {"find", "plan_undoing"}

    def all_of_them() -> dict[str, int]:
        asked = {name: address(stage, name, [ABOUT[name]] if name in ABOUT else []) for name in readings()}
        return {name: counted(path, token if name == "desk" else own) for name, path in asked.items()}

    grow(stage, 0)
    small = all_of_them()
    grow(stage, 1, 2, 3)
    large = all_of_them()
    assert {name: (small[name], large[name]) for name in small if small[name] != large[name]} == {}
    assert {name: number for name, number in large.items() if number > MOST} == {}
    assert len(small) > 40
