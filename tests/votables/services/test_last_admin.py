"""Nobody is locked in: whatever happens on the roster, somebody is left who can act as an admin."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from blognomic.web.errors import RuleBroken
from players.models import AdminAct, Player, RosterEvent, Standing
from ruleset.law import SHIPPED
from ruleset.law.shipped import document
from ruleset.queries import law_at
from tests.blognomic.proving import prove
from tests.laws import EACH_LAW
from tests.votables.table import HOUR, Cause, Kind, enacted, event, make_admin, noon, propose, seat, write
from votables.changes.apply import Settlement
from votables.changes.preview import preview_of
from votables.models import Post
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving, roster
from votables.services.enacting import NeedsSettling
from votables.services.last_admin import close_account_of

pytestmark = pytest.mark.django_db

SEVEN = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace")
DAY = timedelta(days=1)
STRICT = ("ruleset-37", "ruleset-86", "ruleset-98")  # in which an idle admin resolves nothing
NEVER_BACK = ("ruleset-37", "ruleset-98")  # in which an idle admin does not come back by themselves
FIRST = "First an enacted matter must make another player an admin."
FIRST_BACK = "First Bobby must come back, or an enacted matter must make another player an admin."


def roster_step(do: str, player: Player, **more: object) -> dict[str, object]:
    return {"op": "roster", "do": do, "player": player.pk, **more}


def refused(act: Callable[..., object], **kwargs: object) -> RuleBroken:
    before = RosterEvent.objects.count(), AdminAct.objects.count(), Post.objects.count()
    with pytest.raises(RuleBroken) as caught:
        act(**kwargs)
    assert (RosterEvent.objects.count(), AdminAct.objects.count(), Post.objects.count()) == before
    return caught.value


# One place after another


@pytest.mark.parametrize("law", [law for law in SHIPPED if law != "ruleset-211"])
def test_the_last_admin_does_not_leave_before_another_is_made(law):
    alice, bobby, *_ = seat(*SEVEN, law=law)
    write(alice, noon(1), asks="leave")
    broken = refused(roster.let_leave, player=alice, by=alice, at=noon(2))
    assert (broken.sentence, broken.status) == (f"Alice is the last admin who can act. {FIRST}", 409)
    make_admin(bobby)
    assert roster.let_leave(player=alice, by=bobby, at=noon(2)).kind == Kind.LEFT


@pytest.mark.parametrize("law", SHIPPED)
def test_an_admin_does_not_resign_while_the_other_is_idle_and_may_resolve_nothing(law):
    alice, bobby, *_ = seat(*SEVEN, law=law)
    make_admin(bobby)
    event(bobby, Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    if law in STRICT:
        sentence = f"You are the last admin who can act, since Bobby is idle. {FIRST_BACK}"
        assert refused(roster.resign, by=alice, at=noon(2)).sentence == sentence
        event(bobby, Kind.UNIDLED, at=noon(2))
    assert roster.resign(by=alice, at=noon(3)).kind == Kind.NOT_ADMIN


@pytest.mark.parametrize("law", SHIPPED)
def test_the_last_admin_goes_idle_only_where_they_may_come_back_by_themselves(law):
    alice, bobby, carol, *_ = seat(*SEVEN, law=law)
    make_admin(bobby)
    event(bobby, Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    write(alice, noon(1), asks="idle")
    if law in NEVER_BACK:
        for inactive, at in ((False, noon(2)), (True, noon(20))):
            broken = refused(roster.idle, player=alice, by=bobby, at=at, inactive=inactive)
            assert broken.sentence == (
                f"Alice is the last admin who can act, since Bobby is idle. {FIRST_BACK}"
            )
        event(bobby, Kind.UNIDLED, at=noon(20))
        assert roster.idle(player=alice, by=bobby, at=noon(20), inactive=True).cause == Cause.INACTIVITY
    else:
        assert roster.idle(player=alice, by=alice, at=noon(2)).cause == Cause.SELF
        assert roster.unidle(player=alice, by=alice, at=noon(7)).kind == Kind.UNIDLED


@pytest.mark.parametrize("do", ["unmake-admin", "remove", "bar"])
@pytest.mark.parametrize("law", SHIPPED)
def test_a_matter_that_would_take_the_last_acting_admin_waits_or_leaves_it_out(law, do):
    alice, bobby, carol, *_ = seat(*SEVEN, law=law)
    make_admin(bobby)
    event(bobby, Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    more = {} if do == "unmake-admin" else {"why": "Enough."}
    post = propose(carol, noon(2), changes=[roster_step(do, alice, **more)], amends=[])
    (shown,) = preview_of(post, docket_at(noon(2))).now
    ask = {"post": post, "to": "enacted", "by": alice, "reason": "Decided."}
    if law not in STRICT:
        assert shown.effect.misfit is None
        resolving.resolve_against_verdict(at=noon(3), **ask)
        return
    sentence = f"Alice is the last admin who can act, since Bobby is idle. {FIRST_BACK}"
    assert shown.effect.misfit.reason == sentence
    with pytest.raises(NeedsSettling, match="last admin who can act"):
        resolving.resolve_against_verdict(at=noon(3), **ask)
    settled = {0: Settlement(skip=True, why="Nobody could act.")}
    with transaction.atomic():
        resolving.resolve_against_verdict(at=noon(3), settlements=settled, **ask)
        assert Player.objects.get(pk=alice.pk).acts_as_admin
        transaction.set_rollback(True)
    event(bobby, Kind.UNIDLED, at=noon(4))
    resolving.resolve_against_verdict(at=noon(5), **ask)
    assert not Player.objects.get(pk=alice.pk).acts_as_admin


def test_by_hand_the_office_is_not_taken_from_the_last_admin_either():
    alice, *_ = seat(*SEVEN)
    decided = enacted(alice, noon(1))
    broken = refused(
        roster.unmake_admin, player=alice, matter=decided, by=alice, at=noon(2), reason="As decided."
    )
    assert broken.sentence == f"Alice is the last admin who can act. {FIRST}"


def test_overturning_what_made_an_admin_leaves_them_the_office_while_they_are_the_last():
    alice, bobby, carol, *_ = seat(*SEVEN, law="ruleset-98")
    post = propose(carol, noon(1), changes=[roster_step("make-admin", bobby)], amends=[])
    ask = {"post": post, "by": alice, "reason": "Decided."}
    made = resolving.resolve_against_verdict(to="enacted", at=noon(2), **ask)
    event(alice, Kind.IDLED, at=noon(3))
    last = resolving.overturn(
        post=post, to="failed", seen=made.pk, by=Player.objects.get(pk=bobby.pk), at=noon(4), reason="Wrong."
    )
    kept = [one["kept"] for one in last.consequences if "kept" in one]
    assert kept == ["Bobby stays an admin: nobody else could act as one."]
    assert Player.objects.get(pk=bobby.pk).acts_as_admin


def test_no_law_comes_into_force_under_which_idle_admins_could_do_nothing():
    alice, bobby, *_ = seat(*SEVEN, law="ruleset-2019-09")
    changes = [{"op": "law", "text": document("ruleset-37"), "base": law_at(noon(1)).law.text}]
    post = propose(bobby, noon(1), changes=changes, amends=["core"])
    event(alice, Kind.IDLED, at=noon(2), cause=Cause.SELF)
    alice.refresh_from_db()
    ask = {"post": post, "to": "enacted", "by": alice, "reason": "Decided."}
    broken = refused(resolving.resolve_against_verdict, at=noon(3), **ask)
    assert broken.sentence == (
        "Nobody could act as an admin under that law: all admins are idle. First Alice must come "
        "back, or an enacted matter must make another player an admin."
    )
    assert law_at(noon(4)).law.name == "ruleset-2019-09"
    roster.unidle(player=alice, by=alice, at=noon(7))
    resolving.resolve_against_verdict(at=noon(8), **ask)
    assert law_at(noon(8)).law.name == "ruleset-37"


def test_the_last_admin_closes_no_account_and_a_closed_one_acts_no_more():
    alice, bobby, *_ = seat(*SEVEN)
    client = Client()
    client.force_login(alice)
    prove(client, alice)
    path = reverse("account_close")
    refusal = client.post(path, {"sure": "on"})
    assert (refusal.status_code, "You are the last admin who can act." in refusal.content.decode()) == (
        409,
        True,
    )
    assert (Player.objects.get(pk=alice.pk).is_active, mail.outbox) == (True, [])
    make_admin(bobby)
    close_account_of(Player.objects.get(pk=bobby.pk), at=noon(1))
    assert client.post(path, {"sure": "on"}).status_code == 409
    assert refused(roster.resign, by=alice, at=noon(1)).sentence.startswith(
        "You are the last admin who can act."
    )


# Any chain of acts

ACTS = (
    "idle", "inactive", "idle oneself", "unidle", "unidle oneself", "leave", "resign", "make", "unmake", "remove",
    "bar", "by hand", "overturn", "law",
)  # fmt: skip
STEP = st.tuples(st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 2), st.integers(1, 200))


def do(act: str, who: Player, by: Player, at: datetime) -> None:
    """One act on the roster, with all that the law wants done before it."""
    if act in ("idle", "unidle", "leave"):
        write(who, at - HOUR, asks=act)
        services = {"idle": roster.idle, "unidle": roster.unidle, "leave": roster.let_leave}
        services[act](player=who, by=by, at=at)
    elif act in ("idle oneself", "unidle oneself"):
        (roster.idle if act.startswith("idle") else roster.unidle)(player=who, by=who, at=at)
    elif act == "inactive":
        roster.idle(player=who, by=by, at=at, inactive=True)
    elif act == "resign":
        roster.resign(by=who, at=at)
    elif act == "overturn":
        post = Post.objects.filter(status="enacted").latest("pk")
        seen = post.resolutions.latest("pk").pk
        resolving.overturn(post=post, to="failed", seen=seen, by=by, at=at, reason="Wrong.")
    elif act == "by hand":
        matter = Post.objects.filter(status="enacted").latest("pk")
        roster.unmake_admin(player=who, matter=matter, by=by, at=at, reason="Decided.")
    else:
        step = {"make": "make-admin", "unmake": "unmake-admin"}.get(act, act)
        more = {"why": "Decided."} if act in ("remove", "bar") else {}
        changes = [roster_step(step, who, **more)]
        if act == "law":
            text = document(SHIPPED[at.hour % len(SHIPPED)])
            changes = [{"op": "law", "text": text, "base": law_at(at).law.text}]
        author = Player.objects.active().latest("pk")
        post = posting.publish(
            by=author,
            at=at - HOUR,
            category="proposal",
            title=act,
            body="It is so.",
            changes=changes,
            amends=[],
        )
        resolving.resolve_against_verdict(post=post, to="enacted", by=by, at=at, reason="Decided.")


def somebody_gets_to_work(at: datetime) -> bool:
    """Whether an admin can resolve something at `at`, after coming back by themselves where they have to."""
    for one in Player.objects.admins():
        try:
            with transaction.atomic():
                if one.is_idle:
                    roster.unidle(player=one, by=one, at=at)
                    one.refresh_from_db()
                assert one.standing == Standing.ACTIVE
                enacted(one, at, "Going on", category="cfj", amends=[])
                transaction.set_rollback(True)
        except RuleBroken:
            continue
        return True
    return False


@pytest.mark.sweep
@pytest.mark.parametrize("law", EACH_LAW)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEP, min_size=1, max_size=8))
@example(steps=[("resign", 1, 1, 1), ("leave", 0, 0, 1)])
@example(steps=[("inactive", 1, 0, 200), ("resign", 0, 0, 1)])
@example(steps=[("idle", 1, 0, 30), ("idle", 0, 0, 1), ("law", 0, 0, 10)])
@example(steps=[("resign", 1, 1, 1), ("remove", 0, 0, 1), ("unmake", 0, 0, 1)])
def test_no_chain_of_acts_leaves_the_game_without_an_admin_who_can_act(law, steps):
    with transaction.atomic():
        players = seat(*SEVEN, law=law)
        make_admin(players[1])
        at, done = noon(1), 0
        for act, who, by, hours in steps:
            at += timedelta(hours=hours)
            target, actor = (Player.objects.get(pk=players[place].pk) for place in (who, by))
            try:
                with transaction.atomic():
                    do(act, target, actor, at)
                done += 1
            except (RuleBroken, Post.DoesNotExist):
                continue
        assert somebody_gets_to_work(at + 10 * DAY), (law, done)
        transaction.set_rollback(True)


# The host


def test_the_host_makes_an_admin_and_the_public_log_says_so():
    alice, bobby, *_ = seat(*SEVEN)
    RosterEvent.objects.filter(player=alice).update(is_admin=False)
    Player.objects.filter(pk=alice.pk).update(is_admin=False)
    out = StringIO()
    call_command("make_admin", "bobby", why="Alice has vanished.", stdout=out)
    act, made = AdminAct.objects.latest("pk"), RosterEvent.objects.latest("pk")
    assert out.getvalue() == "Bobby is an admin and plays. The public log says so: Alice has vanished.\n"
    assert (act.by, act.sentence, act.reason) == (
        bobby, "was made an admin by the host of the site", "Alice has vanished.",
    )  # fmt: skip
    assert (made.player, made.kind, made.cause, made.by, made.why) == (
        bobby, "admin", "host", None, "Alice has vanished.",
    )  # fmt: skip
    assert Player.objects.get(pk=bobby.pk).acts_as_admin


@pytest.mark.parametrize("law", SHIPPED)
def test_the_host_brings_back_an_admin_whom_idleness_keeps_from_everything(law):
    alice, *_ = seat(*SEVEN, law=law)
    event(alice, Kind.IDLED, at=noon(1))
    if law in NEVER_BACK:
        call_command("make_admin", "Alice", why="The game stood still.", stdout=StringIO())
        assert AdminAct.objects.latest("pk").sentence == "was brought back from idle by the host of the site"
        assert Player.objects.get(pk=alice.pk).is_playing
    else:
        with pytest.raises(CommandError, match="Alice cannot become an admin: they already are one"):
            call_command("make_admin", "Alice", why="The game stood still.", stdout=StringIO())


@pytest.mark.parametrize(
    ("name", "why", "sentence"),
    [
        ("Nobody", "Why not.", "Nobody is called Nobody."),
        ("Alice", "Why not.", "Alice cannot become an admin: they already are one, or they do not play."),
        ("Bobby", "  ", "Say why. Everyone can see the reason."),
        ("Carol", "Why not.", "Carol is not a player."),
    ],
)
def test_the_host_is_refused_with_a_sentence(name, why, sentence):
    _, _, carol, *_ = seat(*SEVEN)
    event(carol, Kind.LEFT, at=noon(1))
    with pytest.raises(CommandError) as caught:
        call_command("make_admin", name, why=why, stdout=StringIO())
    assert (str(caught.value), AdminAct.objects.count()) == (sentence, 0)
