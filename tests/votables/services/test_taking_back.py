"""Mistakes on the roster are taken back: by a click for an hour, later against the rules, with a reason."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from blognomic.transfer.checking import found as found_amiss
from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Player, RosterEvent, Standing
from ruleset.law import SHIPPED
from tests.blognomic.html import read
from tests.votables.seating import played_once
from tests.votables.table import (
    HOUR,
    Cause,
    Kind,
    enacted,
    event,
    join,
    make_admin,
    noon,
    person,
    propose,
    seat,
    vote,
    write,
)
from votables.queries.admin_desk import done_lately
from votables.queries.judge_facts import docket_at
from votables.services import resolving, roster, taking_back

pytestmark = pytest.mark.django_db

SEVEN = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace")
MINUTE = timedelta(minutes=1)
LATER = noon(2) + 2 * HOUR


def fresh(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def refused(**arguments: object) -> RuleBroken:
    before = (RosterEvent.objects.count(), AdminAct.objects.count())
    with pytest.raises(RuleBroken) as caught:
        taking_back.take_back(**arguments)
    assert (RosterEvent.objects.count(), AdminAct.objects.count()) == before
    return caught.value


@played_once
def mistakes(law: str) -> dict[str, tuple[RosterEvent, Player, str, bool]]:
    """Everything that admins do to a roster, done to the wrong one at noon of the second day: the event, who it
    happened to, how they stood before it, and whether as an admin."""
    alice, bobby, carol, david, ellen, frank, _ = seat(*SEVEN, law=law)
    guest = person("Gregory")
    back = join("Hannah", at=noon(0))
    event(back, Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    write(guest, noon(1), "Hello", asks="join")
    write(bobby, noon(1), asks="idle")
    write(back, noon(1), asks="unidle")
    made = enacted(alice, noon(1))
    make_admin(david)
    make_admin(ellen)
    ask = {"by": alice, "at": noon(2)}
    matter = {"matter": made, "reason": "Decided."}
    acts = {
        "admitted": (roster.admit(player=guest, **ask), guest, Standing.GUEST, False),
        "idled": (roster.idle(player=bobby, **ask), bobby, Standing.ACTIVE, False),
        "unidled": (roster.unidle(player=back, **ask), back, Standing.IDLE, False),
        "made an admin": (roster.make_admin(player=carol, **matter, **ask), carol, Standing.ACTIVE, False),
        "unmade": (roster.unmake_admin(player=david, **matter, **ask), david, Standing.ACTIVE, True),
        "resigned": (roster.resign(by=ellen, at=noon(2)), ellen, Standing.ACTIVE, True),
    }
    if law != "ruleset-211":
        write(frank, noon(1), asks="leave")
        acts["left"] = (roster.let_leave(player=frank, **ask), frank, Standing.ACTIVE, False)
    return acts


@pytest.mark.parametrize("reason", ["", "It was the other Gregory."])
@pytest.mark.parametrize("law", SHIPPED)
def test_every_act_on_the_roster_is_taken_back_by_another_event(law, reason):
    done = mistakes(law)
    alice = Player.objects.get(name="Alice")
    at = LATER if reason else noon(2) + MINUTE
    for name, (happened, player, standing, was_admin) in done.items():
        before = RosterEvent.objects.count()
        made = taking_back.take_back(event=happened, by=alice, at=at, reason=reason)
        now, act = fresh(player), AdminAct.objects.latest("pk")
        assert (name, now.standing, now.is_admin) == (name, standing, was_admin)
        assert (made.player, made.cause, made.by, made.at, made.why) == (
            player, "correction", alice, at, reason or "done by mistake",
        )  # fmt: skip
        assert (act.by, act.reason, act.against_verdict) == (alice, reason, bool(reason))
        assert act.sentence == f"took back that {player} {happened.get_kind_display()}"
        assert RosterEvent.objects.count() == before + 1
        assert RosterEvent.objects.get(pk=happened.pk).cause == happened.cause
    assert list(found_amiss()) == []


def test_after_an_hour_it_takes_a_reason_and_is_marked():
    happened, player, _, _ = mistakes("ruleset-98")["idled"]
    alice = Player.objects.get(name="Alice")
    broken = refused(event=happened, by=alice, at=noon(2) + HOUR + MINUTE)
    assert broken.sentence == (
        "That was more than an hour ago. Say why you take it back: everyone can see the reason."
    )
    assert taking_back.take_back(event=happened, by=alice, at=noon(2) + HOUR).kind == Kind.UNIDLED


def test_what_has_been_followed_by_something_else_is_not_taken_back():
    done = mistakes("ruleset-98")
    alice = Player.objects.get(name="Alice")
    happened, bobby, _, _ = done["idled"]
    taking_back.take_back(event=happened, by=alice, at=noon(2) + MINUTE)
    broken = refused(event=happened, by=alice, at=noon(2) + 2 * MINUTE)
    assert (type(broken), broken.sentence) == (Stale, "Something else has happened to Bobby since.")
    again = RosterEvent.objects.filter(player=bobby).latest("pk")
    assert taking_back.take_back(event=again, by=alice, at=noon(2) + 3 * MINUTE).kind == Kind.IDLED
    assert fresh(bobby).is_idle


def test_an_office_is_no_place_on_the_roster():
    alice, bobby, *_ = seat(*SEVEN)
    write(bobby, noon(1), asks="idle")
    idled = roster.idle(player=bobby, by=alice, at=noon(2))
    roster.make_admin(player=bobby, matter=enacted(alice, noon(1)), by=alice, at=noon(2), reason="Decided.")
    assert taking_back.take_back(event=idled, by=alice, at=noon(2) + MINUTE).kind == Kind.UNIDLED
    assert (fresh(bobby).is_playing, fresh(bobby).is_admin) == (True, True)


def test_what_a_matter_did_by_its_changes_is_undone_with_its_status():
    alice, bobby, *_ = seat(*SEVEN)
    changes = [{"op": "roster", "do": "make-admin", "player": bobby.pk}]
    post = propose(alice, noon(1), changes=changes, amends=[])
    resolving.resolve_against_verdict(post=post, to="enacted", by=alice, at=noon(2), reason="Test.")
    happened = RosterEvent.objects.latest("pk")
    assert refused(event=happened, by=alice, at=noon(2), reason="Wrong.").sentence == (
        "An enacted matter did this. Correct its status to undo it."
    )
    founding = RosterEvent.objects.filter(player=alice).earliest("pk")
    assert refused(event=founding, by=alice, at=noon(2), reason="Wrong.").status == 409


def test_the_last_admin_is_not_taken_back_either():
    alice, bobby, *_ = seat(*SEVEN, law="ruleset-98")
    made = roster.make_admin(player=bobby, matter=enacted(alice, noon(1)), by=alice, at=noon(2), reason="So.")
    event(alice, Kind.IDLED, at=noon(2))
    broken = refused(event=made, by=fresh(bobby), at=noon(2) + MINUTE)
    assert broken.sentence.startswith("Bobby is the last admin who can act, since Alice is idle.")


def test_while_the_roster_does_not_change_only_a_reason_takes_it_back():
    alice, bobby, *_ = seat(*SEVEN)
    eve = noon(0).replace(month=12, day=23, hour=23, minute=30)
    write(bobby, eve, asks="idle")
    idled = roster.idle(player=bobby, by=alice, at=eve)
    assert "the roster cannot change" in refused(event=idled, by=alice, at=eve + HOUR).sentence
    made = taking_back.take_back(event=idled, by=alice, at=eve + HOUR, reason="The wrong Bobby.")
    assert (made.kind, AdminAct.objects.latest("pk").against_verdict) == (Kind.UNIDLED, True)


def test_whoever_is_barred_by_now_does_not_come_back_by_a_correction():
    alice, bobby, *_ = seat(*SEVEN, law="ruleset-98")
    write(bobby, noon(1), asks="leave")
    left = roster.let_leave(player=bobby, by=alice, at=noon(2))
    changes = [{"op": "roster", "do": "bar", "player": bobby.pk, "until": "", "why": "Enough"}]
    post = propose(alice, noon(2), changes=changes, amends=[])
    resolving.resolve_against_verdict(post=post, to="enacted", by=alice, at=noon(2), reason="Test.")
    assert "can never join again" in refused(event=left, by=alice, at=noon(2) + MINUTE).sentence


def test_what_was_decided_in_between_stays_decided():
    alice, bobby, carol, *others = seat(*SEVEN)
    post = propose(carol, noon(1))
    vote(post, noon(1), **{"for": [alice, bobby, *others[:1]]})
    write(bobby, noon(1, hours=1), asks="idle")
    idled = roster.idle(player=bobby, by=alice, at=noon(2))
    # Without Bobby six play and the quorum is four: Alice, Carol and David are too few.
    assert docket_at(noon(2)).ruling(post).may_enact is False
    vote(post, noon(2), **{"for": others[1]})
    resolution = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) + MINUTE)
    taking_back.take_back(event=idled, by=alice, at=noon(2) + 2 * MINUTE)
    post.refresh_from_db()
    assert (post.status, resolution.tally, docket_at(noon(2) + MINUTE).verdict.quorum) == (
        "enacted",
        "4–0",
        4,
    )
    assert docket_at(noon(2) + 2 * MINUTE).verdict.quorum == 4 and len(docket_at(noon(3)).verdict.roster) == 7


def test_whoever_returned_by_mistake_is_idle_as_they_were_before():
    done = mistakes("ruleset-98")
    alice = Player.objects.get(name="Alice")
    happened, hannah, _, _ = done["unidled"]
    taking_back.take_back(event=happened, by=alice, at=noon(2) + MINUTE)
    write(hannah, noon(3), asks="unidle")
    # Idle for inactivity since the first day: they need not wait as who asked to be idled.
    assert roster.unidle(player=hannah, by=alice, at=noon(3)).kind == Kind.UNIDLED


@pytest.mark.parametrize("law", SHIPPED)
def test_somebody_admitted_by_mistake_may_ask_again_at_once(law):
    happened, guest, _, _ = mistakes(law)["admitted"]
    alice = Player.objects.get(name="Alice")
    taking_back.take_back(event=happened, by=alice, at=noon(2) + MINUTE)
    write(guest, noon(2) + 2 * MINUTE, "Hello again", asks="join")
    assert roster.admit(player=fresh(guest), by=alice, at=noon(3)).kind == Kind.JOINED


# In the browser


def at_time(at):
    return time_machine.travel(at, tick=False)


def test_a_click_on_the_dashboard_takes_it_back_and_only_admins_have_it():
    happened, bobby, _, _ = mistakes("ruleset-98")["idled"]
    path = reverse("votables:take_back", args=[happened.pk])
    admin, other, stranger = Client(), Client(), Client()
    admin.force_login(Player.objects.get(name="Alice"))
    other.force_login(Player.objects.get(name="Grace"))
    with at_time(noon(2) + MINUTE):
        page = admin.get(reverse("dashboard")).content.decode()
        assert (read(page).faults, path in page) == ([], True)
        assert (other.post(path).status_code, stranger.post(path).status_code) == (403, 302)
        assert fresh(bobby).is_idle
        confirmation = admin.get(path).content.decode()
        assert (read(confirmation).faults, "What was decided in between stays decided" in confirmation) == (
            [],
            True,
        )
        answer = admin.post(path, follow=True)
        assert answer.redirect_chain == [(reverse("dashboard"), 302)]
        assert "Taken back, and logged in public." in answer.content.decode()
        assert (fresh(bobby).is_playing, path in answer.content.decode()) == (True, False)


def test_later_the_history_leads_to_a_form_that_asks_why():
    happened, bobby, _, _ = mistakes("ruleset-98")["idled"]
    path = reverse("votables:take_back", args=[happened.pk])
    admin, stranger = Client(), Client()
    admin.force_login(Player.objects.get(name="Alice"))
    with at_time(LATER):
        history = reverse("players:roster_history")
        assert [path in one.get(history).content.decode() for one in (admin, stranger)] == [True, False]
        assert path not in admin.get(reverse("dashboard")).content.decode()
        bare = admin.post(path)
        assert (bare.status_code, "Say why you take it back" in bare.content.decode()) == (403, True)
        assert fresh(bobby).is_idle
        assert admin.post(path, {"reason": "The wrong Bobby."}).status_code == 302
        log = stranger.get(reverse("players:admin_log")).content.decode()
    assert ("took back that Bobby went idle" in log, "The wrong Bobby." in log) == (True, True)


def test_the_desk_offers_what_the_service_does():
    done = mistakes("ruleset-98")
    docket = docket_at(noon(2) + MINUTE)
    acts = done_lately(docket.at)
    offered = {one.pk for one in acts}
    assert offered == {one[0].pk for name, one in done.items() if name not in ("made an admin", "unmade")}
    alice = Player.objects.get(name="Alice")
    for one in acts:
        taking_back.take_back(event=one, by=alice, at=noon(2) + MINUTE)
