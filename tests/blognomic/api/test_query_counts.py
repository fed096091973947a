"""Every reading by program asks the database at most twelve times, and as often for much as for little."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gamestate.models import Variable as VariableRow
from gamestate.services import showing
from gamestate.services.rolling import roll_on_page
from gamestate.services.updating import update
from players.models import AdminAct, Block, Dynasty, Mentorship, Player, Tenure, Webhook
from players.services import fair_play, mentors, messages, orders
from tests.gamestate.tracker import put, whose
from tests.leaves import GIVEN
from tests.votables.stage import NOW, Stage
from tests.votables.staged_typed_posts import HUNT, named
from tests.votables.table import Cause, Kind, event, join, say, write
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.services import closing_posts, posting, typed_posts
from votables.services.courier import LAWFUL

from .programs import ask, token_of
from .test_who_may import QUERIES, address, operations

pytestmark = pytest.mark.django_db
MOST = 12
# Who asks, where it is not the author.
WHOSE = {
    **dict.fromkeys(("desk", "list_webhooks", "one_webhook", "fair_play_desk"), "admin"),
    **dict.fromkeys(("list_mentors", "list_showings", "received_orders"), "emperor"),
}
# What nobody may read while a dynasty goes on: `test_between_dynasties` counts its queries.
BETWEEN_DYNASTIES = {"ascension_choices"}
# What each is about, by the stage's names; those that are not here are about nothing.
ABOUT = {
    "one_post": "ready", "list_versions": "ready", "effects": "ready", "list_comments": "ready", "votes": "ready",
    "list_resolutions": "resolved", "one_draft": "draft", "one_player": "player", "one_dynasty": "first",
    "rule_history": "rule", "one_revision": "correction", "one_law": "law", "table": "locations",
    "one_update": "update", "one_page": "gallery", "page_history": "gallery", "one_roll": "roll",
    "one_sealing": "sealing", "one_secret": "secret", "one_thread": "thread", "one_official_post": "hunt",
    "one_official_type": "hunts", "one_webhook": "webhook",
    "one_variable": "motive", "variable_history": "wealth", "player_record": "author", "check_roll": "roll",
    "one_week": "week",
}  # fmt: skip


def readings() -> list[str]:
    gets = {name for name, (method, _, _) in operations().items() if method == "GET"}
    return sorted(gets - BETWEEN_DYNASTIES)


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
        update(
            leave=GIVEN,
            by=player,
            at=at,
            steps=[put("wealth", "+1", *whose(player, author))],
            comment="DICE6",
        )
        roll_on_page(leave=GIVEN, text="DICE20", by=player, at=at)
        posting.save_draft(by=author, at=at, title=f"Draft {number}")
        thread = messages.send(
            courier=LAWFUL, by=author, at=at, to=[player], subject=f"On {number}", text="A thing."
        )
        messages.reply(courier=LAWFUL, thread=thread.pk, by=player, at=at, text="Words.")
        newcomer = join(f"Newcomer {number}", at=at)
        event(newcomer, Kind.IDLED, at=at, cause=Cause.REQUEST)
        AdminAct.objects.create(at=at, by=admin, act="test", sentence="did something")
        hold(stage, number, at=at)
        ask_for_mentors(stage, newcomer, at=at)
        Block.objects.create(by=author, blocked=newcomer, since=at)
        showing.show(
            leave=GIVEN,
            variable=VariableRow.objects.get(key="motive"),
            to=newcomer,
            by=people["emperor"],
            at=at,
        )
        hook = Webhook.objects.create(
            name="Hall", url="https://127.0.0.1/hush", kinds=["vote"], made_at=at, made_by=admin
        )
        hook.calls.create(kind="vote", key="1", at=at, sentence="A post", link="/")
        arguments = {"is_one_person": True, "announced": True, "reason": "Said."}
        fair_play.record(by=admin, at=at, one=author, other=newcomer, **arguments)
    for number in numbers:  # last, since whoever is emperor now is none of these
        Dynasty.objects.create(number=number + 2, name=f"Dynasty {number}", started_at=NOW)


def hold(stage: Stage, number: int, *, at: datetime) -> None:
    """One more definition of a type, an official post and an answer to it, which counts no more."""
    author, admin = stage.people["author"], stage.people["admin"]
    type = OfficialType.objects.get(pk=stage.key("hunts"))
    typed_posts.amend(
        official_type=type,
        seen=type.number,
        by=admin,
        at=at,
        why="Test.",
        ending_action="Rest.\n" * (number + 2),
    )
    typed_posts.define(by=admin, at=at, **{**HUNT, **named(f"Race-{number}")})
    posting.publish(by=author, at=at, category="story", title=f"[Hunt] Number {number}", body="Words.")
    hunt = Post.objects.get(pk=stage.key("hunt"))
    answer = say(hunt, admin, at, "Here.").response
    closing_posts.count(answer=answer, valid=not answer.valid, by=author, at=at, reason="Because.")


def ask_for_mentors(stage: Stage, newcomer: Player, *, at: datetime) -> None:
    """One more who is tenured, asks for a mentor, is asked to be one, has a mentor, and sends an order."""
    Tenure.objects.create(player=newcomer, since=at, entered_by=stage.people["admin"])
    mentors.ask(by=newcomer, at=at, kind="mentor")
    other = join(f"Other {newcomer.name}", at=at)
    mentors.ask_mentor(mentee=other, mentor=newcomer, by=stage.people["emperor"], at=at)
    third = join(f"Third {newcomer.name}", at=at)
    Mentorship.objects.create(mentor=newcomer, mentee=third, begun_at=at)
    orders.send_order(courier=LAWFUL, by=third, at=at, text="A march.", seen=1)


@pytest.mark.sweep
def test_every_reading_asks_seldom_and_as_often_for_much_as_for_little(stage):
    stage.rules["law"] = 1
    from ruleset.models import LawVersion

    stage.rules["law"] = LawVersion.objects.get().pk
    tokens = {role: token_of(stage.people[role], at=NOW) for role in ("author", "admin", "emperor")}
    assert QUERIES.keys() == {"find", "plan_undoing", "compare_rulesets"}

    def all_of_them() -> dict[str, int]:
        paths = {name: address(stage, name, [ABOUT[name]] if name in ABOUT else []) for name in readings()}
        return {name: counted(path, tokens[WHOSE.get(name, "author")]) for name, path in paths.items()}

    grow(stage, 0)
    small = all_of_them()
    grow(stage, 1, 2, 3)
    large = all_of_them()
    assert {name: (small[name], large[name]) for name in small if small[name] != large[name]} == {}
    assert {name: number for name, number in large.items() if number > MOST} == {}
    assert len(small) > 40
