"""What admins do to the roster: admitting, idling, bringing back, letting go, and what takes an enacted matter."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Player, Reign, RosterEvent, Standing
from tests.votables.table import (
    BEGINNING,
    HOUR,
    Cause,
    Kind,
    declare,
    enacted,
    event,
    join,
    make_admin,
    noon,
    person,
    propose,
    say,
    seat,
    vote,
    write,
)
from votables.models import Comment, Post
from votables.queries.judge_facts import docket_at
from votables.services import resolving, roster

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
SIX = (*FIVE, "Frank")
LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")


def at_every_law(*columns: tuple) -> list[tuple]:
    """Each law with its cells of a table."""
    return list(zip(LAWS, *columns, strict=True))


MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
CHRISTMAS = noon(0).replace(month=12, day=24, hour=0)
LEDGER = (RosterEvent, AdminAct, Post, Comment)


def refused(act, **kwargs) -> RuleBroken:
    """How an act is refused. Nothing of it may be left behind."""
    before = [model.objects.count() for model in LEDGER]
    with pytest.raises(RuleBroken) as caught:
        act(**kwargs)
    assert [model.objects.count() for model in LEDGER] == before
    return caught.value


def told(entry: RosterEvent) -> tuple:
    """What the history says of an event, with the public log's sentence."""
    return entry.kind, entry.cause, entry.at, entry.by, entry.why, AdminAct.objects.latest("pk").sentence


# Admitting


def test_somebody_who_asks_in_a_post_is_admitted_and_plays_from_then_on():
    alice, *_ = seat(*FIVE)
    guest = person("Gregory")
    asking = write(guest, noon(1), "Hello", "I would like to join.")
    entry = roster.admit(player=guest, by=alice, at=noon(2))
    guest.refresh_from_db()
    assert (guest.standing, guest.standing_since, entry.link) == (
        Standing.ACTIVE,
        noon(2),
        asking.get_absolute_url(),
    )
    assert told(entry) == (
        "joined", "request", noon(2), alice, "asked to join", "admitted Gregory to the game",
    )  # fmt: skip
    rosters = [docket_at(at).verdict.roster for at in (noon(2) - MINUTE, noon(2))]
    assert ["Gregory" in names for names in rosters] == [False, True]
    assert docket_at(noon(2)).verdict.quorum == 4


def test_nobody_is_admitted_who_has_not_asked_in_a_post():
    alice, bobby, *_ = seat(*FIVE)
    guest = person("Gregory")
    post = write(bobby, noon(1))
    say(post, guest, noon(1), "Please let me join.")
    broken = refused(roster.admit, player=guest, by=alice, at=noon(2))
    assert broken.sentence == "Gregory has not asked to join in a post."
    write(guest, noon(1), "Hello", "Nice game.")
    refused(roster.admit, player=guest, by=alice, at=noon(2))


@pytest.mark.parametrize("act", [roster.admit, roster.idle, roster.unidle, roster.let_leave])
def test_only_an_admin_changes_the_roster(act):
    alice, bobby, *_ = seat(*FIVE)
    guest = person("Gregory")
    write(guest, noon(1), "Hello", "I would like to join.")
    for outsider in (bobby, guest):
        broken = refused(act, player=guest, by=outsider, at=noon(2))
        assert (broken.sentence, broken.status) == ("Only an admin can change the roster.", 403)


def test_a_player_is_not_admitted_twice_and_the_second_admin_is_told():
    alice, *_ = seat(*FIVE)
    guest = person("Gregory")
    write(guest, noon(1), asks="join")
    roster.admit(player=guest, by=alice, at=noon(2))
    broken = refused(roster.admit, player=guest, by=alice, at=noon(2))
    assert (broken.sentence, broken.status) == ("Gregory is already a player.", 409)


@pytest.mark.parametrize("law", LAWS)
def test_a_name_is_what_the_law_allows(law):
    alice, *_ = seat(*FIVE, law=law)
    guest = person("Zoë")
    write(guest, noon(1), asks="join")
    if law == "ruleset-211":
        assert refused(roster.admit, player=guest, by=alice, at=noon(1)).rule == "Names"
    else:
        assert roster.admit(player=guest, by=alice, at=noon(1)).standing == "active"


# Idling


def test_a_player_is_idled_as_they_asked():
    alice, bobby, carol, *_ = seat(*SIX)
    asking = say(write(bobby, noon(1)), carol, noon(1), "Please idle me for a while.")
    entry = roster.idle(player=carol, by=alice, at=noon(5))
    assert (entry.link, told(entry)) == (
        asking.get_absolute_url(),
        ("idled", "request", noon(5), alice, "asked to be idled", "idled Carol: asked to be idled"),
    )
    assert isinstance(refused(roster.idle, player=carol, by=alice, at=noon(5)), Stale)
    assert docket_at(noon(5)).verdict.quorum == 3


@pytest.mark.parametrize(("law", "good"), at_every_law((True, True, False, False, False)))
def test_a_request_that_is_too_old_idles_nobody(law, good):
    alice, bobby, *_ = seat(*SIX, law=law)
    write(bobby, noon(1), asks="idle")
    hours = {"ruleset-98": 168}.get(law, 96)
    late = noon(1) + hours * HOUR + MINUTE
    if good:
        assert roster.idle(player=bobby, by=alice, at=late).cause == "request"
    else:
        broken = refused(roster.idle, player=bobby, by=alice, at=late)
        assert broken.sentence == f"They have not asked to be idled in the last {hours} hours."
        assert roster.idle(player=bobby, by=alice, at=late - MINUTE).cause == "request"


def test_in_ninety_eight_a_comment_asks_only_on_anothers_request_and_the_idling_is_told_there():
    alice, bobby, carol, david, *_ = seat(*SIX, law="ruleset-98")
    say(write(bobby, noon(1)), david, noon(1), "Please idle me.")
    refused(roster.idle, player=david, by=alice, at=noon(2))
    asking = write(carol, noon(1), "Away", "Please idle me.")
    say(asking, david, noon(1), "Please idle me too.")
    entry = roster.idle(player=david, by=alice, at=noon(2))
    announced = Comment.objects.latest("pk")
    assert (announced.post, announced.author, announced.text) == (asking, alice, "@David is idle now.")
    assert entry.link == announced.get_absolute_url()


def test_somebody_silent_for_a_week_is_idled_and_a_post_says_so():
    alice, bobby, carol, *_ = seat(*SIX)
    write(carol, noon(1))
    say(write(alice, noon(2)), bobby, noon(2), "Still here.")
    assert refused(roster.idle, player=bobby, by=alice, at=noon(9) - MINUTE, inactive=True).when == noon(9)
    entry = roster.idle(player=bobby, by=alice, at=noon(9), inactive=True)
    announced = Post.objects.latest("pk")
    why = "no sign of life since 4 March 2026, 12:00 UTC"
    assert told(entry) == ("idled", "inactivity", noon(9), alice, why, f"idled Bobby: {why}")
    assert (announced.title, announced.category, announced.author, entry.link) == (
        "Roster: Bobby",
        "",
        alice,
        announced.get_absolute_url(),
    )
    assert "@Bobby has given no sign of life for too long and is now idle." in announced.body


def test_in_thirty_seven_only_votes_are_signs_of_life():
    alice, bobby, carol, *_ = seat(*SIX, law="ruleset-37")
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=carol)
    say(post, carol, noon(3), "Just talk.")
    refused(roster.idle, player=carol, by=alice, at=noon(8), inactive=True)
    assert roster.idle(player=carol, by=alice, at=noon(8) + MINUTE, inactive=True).cause == "inactivity"
    assert roster.idle(player=bobby, by=alice, at=noon(8) + MINUTE, inactive=True).cause == "inactivity"


def test_somebody_who_has_just_come_is_not_inactive():
    alice, *_ = seat(*FIVE)
    newcomer = join("Nelly", at=noon(10))
    assert refused(roster.idle, player=newcomer, by=alice, at=noon(11), inactive=True).when == noon(17)


@pytest.mark.parametrize(
    ("law", "may", "announced"),
    at_every_law((False, True, False, True, True), (0, 1, 0, 1, 1)),
)
def test_admins_idle_themselves_where_the_law_lets_them_and_say_so(law, may, announced):
    alice, bobby, *_ = seat(*SIX, law=law)
    make_admin(bobby)
    if not may:
        assert "ask another admin" in refused(roster.idle, player=bobby, by=bobby, at=noon(1)).sentence
        return
    entry = roster.idle(player=bobby, by=bobby, at=noon(1))
    assert (entry.cause, Post.objects.count()) == ("self", announced)
    assert refused(roster.unidle, player=bobby, by=bobby, at=noon(5) - MINUTE).when == noon(5)
    assert roster.unidle(player=bobby, by=bobby, at=noon(5)).cause == "self"


# Coming back


def test_a_player_comes_back_as_they_asked_after_cooling_off():
    alice, bobby, *_ = seat(*SIX)
    write(bobby, noon(1), asks="idle")
    roster.idle(player=bobby, by=alice, at=noon(2))
    broken = refused(roster.unidle, player=bobby, by=alice, at=noon(3))
    assert broken.sentence == "They have not asked to be unidled in the last 96 hours."
    bobby.refresh_from_db()
    asking = write(bobby, noon(3), "Back", "Please unidle me.")
    broken = refused(roster.unidle, player=bobby, by=alice, at=noon(6) - MINUTE)
    assert (broken.sentence, broken.when) == (
        "They went idle less than 96 hours ago, in this dynasty.",
        noon(6),
    )
    entry = roster.unidle(player=bobby, by=alice, at=noon(6))
    assert (entry.link, told(entry)) == (
        asking.get_absolute_url(),
        ("unidled", "request", noon(6), alice, "asked to be unidled",
         "brought Bobby back from idle: asked to be unidled"),
    )  # fmt: skip


def test_a_request_from_before_one_went_idle_asks_for_nothing():
    alice, bobby, *_ = seat(*SIX, law="ruleset-37")
    write(bobby, noon(1), "Away", "Please idle me.")
    roster.idle(player=bobby, by=alice, at=noon(1))
    bobby.refresh_from_db()
    write(bobby, noon(2), "Back", "Please unidle me.")
    roster.unidle(player=bobby, by=alice, at=noon(2))
    refused(roster.idle, player=bobby, by=alice, at=noon(3))
    bobby.refresh_from_db()
    write(bobby, noon(3), "Away again", "Please idle me.")
    assert roster.idle(player=bobby, by=alice, at=noon(3)).standing == "idle"


def test_the_inactive_come_back_at_once_and_a_new_dynasty_forgets_the_cooling():
    alice, bobby, carol, david, *_ = seat(*SIX, law="ruleset-98")
    write(alice, noon(7))
    write(carol, noon(8), asks="idle")
    for player, inactive in ((bobby, True), (carol, False)):
        roster.idle(player=player, by=alice, at=noon(8), inactive=inactive)
        player.refresh_from_db()
        write(player, noon(9), asks="unidle")
    assert roster.unidle(player=bobby, by=alice, at=noon(9)).standing == "active"
    assert refused(roster.unidle, player=carol, by=alice, at=noon(9)).when == noon(12)
    won = declare(david, noon(9))
    resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(9), reason="Test.")
    write(david, noon(9, hours=1), category="ascension")
    assert roster.unidle(player=carol, by=alice, at=noon(9, hours=1)).standing == "active"


# Leaving


@pytest.mark.parametrize(("law", "weeks"), at_every_law((0, 0, 2, 2, None)))
def test_leaving_and_coming_back(law, weeks):
    alice, bobby, *_ = seat(*SIX, law=law)
    refused(roster.let_leave, player=bobby, by=alice, at=noon(1))
    write(bobby, noon(1), asks="leave")
    if weeks is None:
        assert (
            "has no way to leave the game"
            in refused(roster.let_leave, player=bobby, by=alice, at=noon(1)).sentence
        )
        return
    entry = roster.let_leave(player=bobby, by=alice, at=noon(1))
    assert told(entry) == (
        "left", "request", noon(1), alice, "asked to leave", "took Bobby off the roster: asked to leave",
    )  # fmt: skip
    bobby.refresh_from_db()
    write(bobby, noon(1, hours=1), asks="join")
    free = noon(1) + timedelta(weeks=weeks)
    if weeks:
        assert refused(roster.admit, player=bobby, by=alice, at=free - MINUTE).when == free
    assert roster.admit(player=bobby, by=alice, at=max(free, noon(2))).standing == "active"


def test_an_admin_who_leaves_acts_no_more():
    alice, bobby, *_ = seat(*SIX, law="ruleset-98")
    make_admin(bobby)
    write(bobby, noon(1), asks="leave")
    roster.let_leave(player=bobby, by=alice, at=noon(1))
    refused(roster.admit, player=person("Gregory"), by=bobby, at=noon(1))
    post = propose(alice, noon(1))
    with pytest.raises(RuleBroken, match="Only an admin"):
        resolving.resolve_against_verdict(post=post, to="failed", by=bobby, at=noon(1), reason="x")


# When the game stands still


def ready(law: str) -> dict[str, tuple]:
    """Somebody for each act, who may be served at once but for a standstill: what is done, to whom."""
    alice, bobby, carol, david, ellen, frank, grace = seat(*SIX, "Grace", law=law)
    guest = person("Henry")
    event(grace, Kind.IDLED, at=noon(0), cause=Cause.INACTIVITY)
    return {"by": alice, "admit": guest, "unidle": grace, "idle": bobby, "leave": carol, "inactive": frank}


def served(people: dict, at) -> dict[str, bool]:
    """Which acts an admin may do at `at`: each person asks a moment before."""
    alice = people["by"]
    write(people["admit"], at, asks="join")
    for who, asks in (("unidle", "unidle"), ("idle", "idle"), ("leave", "leave")):
        write(people[who], at, asks=asks)
    acts = {
        "admit": lambda: roster.admit(player=people["admit"], by=alice, at=at),
        "unidle": lambda: roster.unidle(player=people["unidle"], by=alice, at=at),
        "idle": lambda: roster.idle(player=people["idle"], by=alice, at=at),
        "leave": lambda: roster.let_leave(player=people["leave"], by=alice, at=at),
        "inactive": lambda: roster.idle(player=people["inactive"], by=alice, at=at, inactive=True),
    }
    allowed = {}
    for name, act in acts.items():
        try:
            act()
        except RuleBroken:
            allowed[name] = False
        else:
            allowed[name] = True
    return allowed


ALL = dict.fromkeys(("admit", "unidle", "idle", "leave", "inactive"), True)


@pytest.mark.parametrize("law", LAWS)
def test_a_pending_declaration_stops_joining_and_unidling_under_211_alone(law):
    people = ready(law)
    declare(people["idle"], noon(9))
    last = law == "ruleset-211"
    expected = ALL | {"admit": not last, "unidle": not last, "leave": not last}
    assert served(people, noon(9, hours=1)) == expected


@pytest.mark.parametrize("law", LAWS)
def test_an_interregnum_leaves_the_roster_alone(law):
    people = ready(law)
    won = declare(people["idle"], noon(9))
    resolving.resolve_against_verdict(post=won, to="enacted", by=people["by"], at=noon(9), reason="Test.")
    assert served(people, noon(9, hours=1)) == ALL | {"leave": law != "ruleset-211"}


@pytest.mark.parametrize("law", LAWS)
def test_the_roster_does_not_change_in_seasonal_downtime(law):
    people = ready(law)
    quiet = law != "ruleset-37"
    expected = dict.fromkeys(ALL, False) if quiet else ALL
    assert served(people, CHRISTMAS + HOUR) == expected
    if quiet:
        after = served(people, CHRISTMAS + 3 * DAY)
        assert after == ALL | {"leave": law != "ruleset-211"}


@pytest.mark.parametrize("law", LAWS)
def test_dormancy_keeps_nobody_out(law):
    people = ready(law)
    for player in Player.objects.active().exclude(pk__in=[one.pk for one in people.values()]):
        event(player, Kind.IDLED, at=noon(8))
    assert docket_at(noon(8)).verdict.standstill == (
        ("dormant",) if law in ("ruleset-2019-09", "ruleset-211") else ()
    )
    assert served(people, noon(9)) == ALL | {"leave": law != "ruleset-211"}


# What takes an enacted matter


def test_a_rename_takes_an_enacted_proposal_and_is_remembered():
    alice, bobby, *_ = seat(*FIVE)
    pending, decided = propose(alice, noon(1)), enacted(alice, noon(1))
    ask = {"player": bobby, "name": "Robert", "by": alice, "at": noon(2), "reason": "As decided."}
    assert refused(roster.rename, matter=pending, **ask).sentence == "Only an enacted Proposal can do that."
    entry = roster.rename(matter=decided, **ask)
    bobby.refresh_from_db()
    assert (bobby.name, entry.old_name, entry.link) == ("Robert", "Bobby", decided.get_absolute_url())
    assert told(entry) == (
        "renamed", "matter", noon(2), alice, "As decided.", "renamed Bobby to Robert",
    )  # fmt: skip
    assert "Robert" in docket_at(noon(3)).verdict.roster


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("carol", 409),
        ("Bob", 403),
        ("Bobby the Great", 403),
        ("  ", 400),
        ("Rob\x00ert", 400),
        ("Rob\nert", 400),
    ],
)
def test_a_rename_is_within_the_law_and_nobody_elses(name, status):
    alice, bobby, *_ = seat(*FIVE)
    decided = enacted(alice, noon(1))
    broken = refused(
        roster.rename, player=bobby, name=name, matter=decided, by=alice, at=noon(2), reason="As decided."
    )
    assert broken.status == status


def test_a_player_may_be_given_their_own_name_in_other_letters():
    alice, bobby, *_ = seat(*FIVE)
    decided = enacted(alice, noon(1))
    roster.rename(player=bobby, name="BOBBY", matter=decided, by=alice, at=noon(2), reason="As decided.")
    assert Player.objects.named("bobby").get().name == "BOBBY"


def test_admins_are_made_and_unmade_by_enacted_matters():
    alice, bobby, *_ = seat(*FIVE)
    proposal, call = enacted(alice, noon(1)), enacted(alice, noon(1), category="cfj")
    ask = {"player": bobby, "by": alice, "reason": "As decided."}
    broken = refused(roster.make_admin, matter=call, at=noon(2), **ask)
    assert broken.sentence == "Only an enacted Proposal can do that."
    made = roster.make_admin(matter=proposal, at=noon(2), **ask)
    assert isinstance(refused(roster.make_admin, matter=proposal, at=noon(2), **ask), Stale)
    assert (made.kind, made.is_admin, Player.objects.get(pk=bobby.pk).acts_as_admin) == ("admin", True, True)
    unmade = roster.unmake_admin(matter=call, at=noon(3), **ask)
    assert (unmade.kind, unmade.is_admin, Player.objects.get(pk=bobby.pk).acts_as_admin) == (
        "not_admin",
        False,
        False,
    )
    assert isinstance(refused(roster.unmake_admin, matter=call, at=noon(3), **ask), Stale)


def test_a_reason_is_asked_for_whatever_is_carried_out():
    alice, bobby, *_ = seat(*FIVE)
    decided = enacted(alice, noon(1))
    ask = {"player": bobby, "matter": decided, "by": alice, "at": noon(2)}
    for act, more in (
        (roster.rename, {"name": "Robert"}),
        (roster.make_admin, {}),
        (roster.unmake_admin, {}),
        (roster.set_emperor, {}),
    ):
        for reason in ("", "  ", "x" * 2001, "\x00"):
            assert refused(act, reason=reason, **ask, **more).status == 400


def test_the_last_admin_does_not_resign():
    alice, bobby, *_ = seat(*FIVE)
    assert refused(roster.resign, by=alice, at=noon(1)).sentence.startswith("You are the last admin")
    make_admin(bobby)
    entry = roster.resign(by=alice, at=noon(1))
    assert told(entry) == ("not_admin", "self", noon(1), alice, "resigned", "resigned as an admin")
    refused(roster.resign, by=alice, at=noon(1))


def test_an_enacted_matter_makes_an_emperor_or_leaves_none():
    alice, bobby, carol, *_ = seat(*FIVE)
    decided = enacted(alice, noon(1))
    ask = {"matter": decided, "by": alice, "reason": "As decided."}
    roster.set_emperor(player=bobby, at=noon(2), **ask)
    roster.set_emperor(player=None, at=noon(3), **ask)
    assert [(reign.player, reign.since, reign.until) for reign in Reign.objects.order_by("pk")] == [
        (alice, BEGINNING, noon(2)),
        (bobby, noon(2), noon(3)),
    ]
    assert [docket_at(noon(day)).emperor for day in (1, 2, 3)] == [alice, bobby, None]
    guest = person("Gregory")
    assert refused(roster.set_emperor, player=guest, at=noon(4), **ask).status == 400


def test_of_the_emperors_offices_the_history_tells():
    alice, bobby, *_ = seat(*FIVE)
    decided = enacted(alice, noon(1))
    roster.set_emperor(player=bobby, matter=decided, by=alice, at=noon(2), reason="As decided.")
    offices = RosterEvent.objects.in_order().filter(kind__in=[Kind.EMPEROR, Kind.NOT_EMPEROR])
    assert [(one.player, one.kind, one.cause, one.at) for one in offices] == [
        (alice, "emperor", "founding", BEGINNING),
        (alice, "not_emperor", "matter", noon(2)),
        (bobby, "emperor", "matter", noon(2)),
    ]
