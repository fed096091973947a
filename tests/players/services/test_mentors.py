"""Mentors: the list of the tenured, requests, questions to the tenured, mentorships and who may do what."""

from datetime import datetime, timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import (
    AdminAct,
    Ascension,
    Dynasty,
    MentoringRequest,
    MentorOffer,
    Mentorship,
    Player,
    Reign,
    RosterEvent,
    Standing,
    Tenure,
)
from players.permissions import check_may_announce, check_may_dissolve
from players.queries import mentors
from players.queries.mentors import acts_as_emperor
from players.services import mentors as mentoring
from players.services.roster import crown
from tests.players.correspondents import NOW
from tests.votables.table import BEGINNING, HOUR, Cause, Kind, person, seat

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def school() -> dict[str, Player]:
    """An emperor, an admin, a tenured player and others, all of whom joined long ago."""
    names = ("Admin", "Emperor", "Tutor", "Pupil", "Other")
    made = {player.name: player for player in seat(*names, emperor=False)}
    made["Guest"] = person("Guest")
    crown(player=made["Emperor"], at=BEGINNING, by=made["Admin"], cause=Cause.MATTER, why="decided")
    Tenure.objects.create(player=made["Tutor"], since=BEGINNING, entered_by=made["Admin"])
    return made


def refusal(verb, /, *args, **more) -> tuple[str, int]:
    with pytest.raises(RuleBroken) as broken:
        verb(*args, **more)
    return broken.value.sentence, broken.value.status


def ask(player: Player, kind: str = "mentor") -> MentoringRequest:
    return mentoring.ask(by=player, at=NOW, kind=kind)


def offered(school: dict[str, Player], **more: Player) -> MentorOffer:
    words = {"mentee": school["Pupil"], "mentor": school["Tutor"], "by": school["Emperor"], **more}
    return mentoring.ask_mentor(at=NOW, **words)


def begun(school: dict[str, Player], at=NOW) -> Mentorship:
    ask(school["Pupil"])
    return mentoring.answer(
        offer=offered(school).pk, by=school["Tutor"], at=at, answer="accepted"
    ).established


def tenures() -> list[tuple]:
    rows = Tenure.objects.order_by("pk")
    return list(rows.values_list("player__name", "since", "entered_by__name", "until", "removed_by__name"))


TUTOR = ("Tutor", BEGINNING, "Admin", None, None)

# -- the list of the tenured


def test_admin_enters_and_removes_themselves_in_public(school):
    admin = school["Admin"]
    mentoring.change_own_tenure(by=admin, at=NOW, tenured=True)
    mentoring.change_own_tenure(by=admin, at=NOW + HOUR, tenured=False)
    assert tenures() == [TUTOR, ("Admin", NOW, "Admin", NOW + HOUR, "Admin")]
    assert list(AdminAct.objects.order_by("pk").values_list("sentence", flat=True)) == [
        "entered Admin in the list of the tenured",
        "took Admin off the list of the tenured",
    ]
    with pytest.raises(Stale):
        mentoring.change_own_tenure(by=admin, at=NOW, tenured=False)


def test_idle_admin_keeps_the_list_and_somebody_else_does_not(school):
    Player.objects.filter(name="Admin").update(standing=Standing.IDLE)
    mentoring.change_own_tenure(by=school["Admin"], at=NOW, tenured=True)
    assert refusal(mentoring.change_own_tenure, by=school["Other"], at=NOW, tenured=True) == (
        "Only admins can change the list of tenured players. Ask them to put you on it.",
        403,
    )
    assert [row[0] for row in tenures()] == ["Tutor", "Admin"]


def test_player_is_entered_and_taken_off_on_their_own_request(school):
    admin, other = school["Admin"], school["Other"]
    mentoring.settle(mentoring_request=ask(other, "enter").pk, by=admin, at=NOW, grant=True)
    mentoring.settle(mentoring_request=ask(other, "remove").pk, by=admin, at=NOW + HOUR, grant=True)
    assert tenures() == [TUTOR, ("Other", NOW, "Admin", NOW + HOUR, "Admin")]
    assert list(
        MentoringRequest.objects.order_by("pk").values_list("kind", "outcome", "settled_by__name")
    ) == [
        ("enter", "granted", "Admin"),
        ("remove", "granted", "Admin"),
    ]


def test_admin_may_decline_and_is_told_when_it_is_settled(school):
    request = ask(school["Other"], "enter")
    mentoring.settle(mentoring_request=request.pk, by=school["Admin"], at=NOW, grant=False)
    assert (tenures(), AdminAct.objects.count()) == ([TUTOR], 0)
    with pytest.raises(Stale) as stale:
        mentoring.settle(mentoring_request=request.pk, by=school["Admin"], at=NOW, grant=True)
    assert stale.value.sentence == "Somebody was faster: this request is already declined."


def test_nobody_but_an_admin_settles_and_not_who_gets_a_mentor(school):
    request = ask(school["Other"], "enter")
    for name in ("Emperor", "Other", "Guest"):
        assert (
            refusal(mentoring.settle, mentoring_request=request.pk, by=school[name], at=NOW, grant=True)[1]
            == 403
        )
    wish = ask(school["Pupil"])
    assert (
        refusal(mentoring.settle, mentoring_request=wish.pk, by=school["Admin"], at=NOW, grant=True)[1] == 400
    )
    assert refusal(mentoring.settle, mentoring_request=0, by=school["Admin"], at=NOW, grant=True)[1] == 404


# -- requests


@pytest.mark.parametrize("kind", ["mentor", "enter", "remove"])
def test_who_is_no_player_asks_for_nothing(school, kind):
    assert refusal(ask, school["Guest"], kind) == ("Only players can do that, idle ones too.", 403)


def test_idle_player_may_ask_for_a_mentor(school):
    Player.objects.filter(name="Pupil").update(standing=Standing.IDLE)
    assert ask(school["Pupil"]).outcome == ""


def test_nobody_asks_twice_or_for_what_they_have(school):
    pupil, tutor = school["Pupil"], school["Tutor"]
    ask(pupil)
    assert refusal(ask, pupil) == ("You have already asked for this.", 409)
    assert refusal(ask, tutor, "enter") == ("You are already on the list of tenured players.", 409)
    assert refusal(ask, pupil, "remove") == ("You are not on the list of tenured players.", 409)
    assert refusal(ask, pupil, "gold") == ("Choose what you want to ask for.", 400)
    mentoring.answer(offer=offered(school).pk, by=tutor, at=NOW, answer="accepted")
    assert refusal(ask, pupil) == ("Tutor is already your mentor.", 409)


def test_request_is_taken_back_by_who_made_it(school):
    request = ask(school["Pupil"])
    assert refusal(mentoring.withdraw, mentoring_request=request.pk, by=school["Other"], at=NOW)[1] == 404
    mentoring.withdraw(mentoring_request=request.pk, by=school["Pupil"], at=NOW + HOUR)
    request.refresh_from_db()
    assert (request.outcome, request.settled_at) == ("withdrawn", NOW + HOUR)
    assert refusal(mentoring.withdraw, mentoring_request=request.pk, by=school["Pupil"], at=NOW)[1] == 409
    ask(school["Pupil"])


# -- how a mentorship begins


def test_tenured_player_whom_the_emperor_asked_becomes_the_mentor_by_accepting(school):
    made = begun(school, at=NOW + HOUR)
    assert (made.mentor, made.mentee, made.begun_at) == (school["Tutor"], school["Pupil"], NOW + HOUR)
    assert (made.announced, made.ended_at, made.ended_by, made.farewell) == ("", None, None, "")
    request = MentoringRequest.objects.get()
    assert (request.outcome, request.settled_at, request.settled_by) == (
        "granted",
        NOW + HOUR,
        school["Tutor"],
    )
    assert MentorOffer.objects.get().answer == "accepted"


def test_declining_leaves_the_request_open_for_another(school):
    ask(school["Pupil"])
    declined = mentoring.answer(offer=offered(school).pk, by=school["Tutor"], at=NOW, answer="declined")
    assert (declined.answer, declined.established) == ("declined", None)
    Tenure.objects.create(player=school["Other"], since=NOW, entered_by=school["Admin"])
    made = mentoring.answer(
        offer=offered(school, mentor=school["Other"]).pk, by=school["Other"], at=NOW, answer="accepted"
    )
    assert (made.established.mentor, Mentorship.objects.count()) == (school["Other"], 1)


def test_newcomer_needs_no_request_and_after_seven_days_does(school):
    not_asked = ("Only new players and those who asked for one get a mentor. Pupil is neither.", 403)
    assert refusal(offered, school) == not_asked
    RosterEvent.objects.filter(player=school["Pupil"]).update(at=NOW - 7 * DAY)
    assert refusal(offered, school) == not_asked
    RosterEvent.objects.filter(player=school["Pupil"]).update(at=NOW - 7 * DAY + HOUR)
    assert list(mentors.new_without_mentor(NOW)) == [school["Pupil"]]
    assert offered(school).mentee == school["Pupil"]


def test_only_the_emperor_asks_only_the_tenured_and_one_at_a_time(school):
    ask(school["Pupil"])
    for name in ("Admin", "Tutor", "Pupil", "Guest"):
        assert refusal(offered, school, by=school[name]) == (
            "Only the emperor can ask somebody to be a mentor.",
            403,
        )
    for name in ("Other", "Pupil"):
        sentence = f"{name} is not a tenured player who could mentor Pupil."
        assert refusal(offered, school, mentor=school[name]) == (sentence, 403)
    offered(school)
    assert refusal(offered, school)[1] == 409
    assert MentorOffer.objects.count() == 1


def test_nobody_but_who_is_asked_answers_and_the_emperor_may_withdraw(school):
    ask(school["Pupil"])
    offer = offered(school)

    def refused(name: str, word: str) -> int:
        return refusal(mentoring.answer, offer=offer.pk, by=school[name], at=NOW, answer=word)[1]

    words = ("accepted", "declined", "withdrawn", "")
    assert {name: [refused(name, word) for word in words] for name in ("Pupil", "Admin", "Guest")} == {
        name: [404] * 4 for name in ("Pupil", "Admin", "Guest")
    }
    assert [refused("Emperor", word) for word in ("accepted", "declined", "")] == [400] * 3
    assert [refused("Tutor", word) for word in ("withdrawn", "")] == [400] * 2
    assert refusal(mentoring.answer, offer=0, by=school["Emperor"], at=NOW, answer="withdrawn")[1] == 404
    mentoring.answer(offer=offer.pk, by=school["Emperor"], at=NOW, answer="withdrawn")
    assert refusal(mentoring.answer, offer=offer.pk, by=school["Tutor"], at=NOW, answer="accepted") == (
        "This is already withdrawn.",
        409,
    )
    assert Mentorship.objects.count() == 0


def test_mentee_who_has_left_meanwhile_is_not_taken_on(school):
    ask(school["Pupil"])
    offer = offered(school)
    Player.objects.filter(name="Pupil").update(standing=Standing.LEFT)
    assert refusal(mentoring.answer, offer=offer.pk, by=school["Tutor"], at=NOW, answer="accepted") == (
        "Pupil is not a player.",
        403,
    )


# -- a metadynasty


def joined(player: Player, at: datetime, *, standing: str = Standing.ACTIVE) -> None:
    """An event of the past, whatever came of it since."""
    RosterEvent.objects.create(
        player=player, kind=Kind.JOINED, cause=Cause.REQUEST, at=at, standing=standing, is_admin=False
    )


def play(player: Player, *dynasties: Dynasty) -> None:
    for dynasty in dynasties:
        joined(player, dynasty.started_at + HOUR)
        joined(player, dynasty.started_at + 2 * HOUR, standing=Standing.IDLE)


def test_without_an_emperor_who_was_active_in_three_earlier_dynasties_acts_as_one(school):
    Reign.objects.all().delete()
    Dynasty.objects.all().delete()
    rounds = [
        Dynasty.objects.create(
            number=number + 1,
            name=str(number),
            started_at=BEGINNING - (5 - number) * DAY,
            ended_at=BEGINNING - (4 - number) * DAY if number < 4 else None,
        )
        for number in range(5)
    ]
    RosterEvent.objects.all().delete()
    play(school["Other"], *rounds[:3])
    play(school["Tutor"], *rounds[:2], rounds[4])
    # Idle right after the beginning of three, and on the very instant at which one ends, is not active in it.
    joined(school["Pupil"], rounds[2].ended_at)
    found_ones = {name: acts_as_emperor(one, NOW) for name, one in school.items()}
    assert found_ones == {
        "Emperor": False,
        "Admin": False,
        "Tutor": False,
        "Pupil": False,
        "Other": True,
        "Guest": False,
    }
    Reign.objects.create(player=school["Emperor"], since=BEGINNING)
    assert not acts_as_emperor(school["Other"], NOW)
    assert acts_as_emperor(school["Emperor"], NOW)


# -- how it is announced and ends


def test_mentorship_is_announced_once_and_by_the_emperor(school):
    made = begun(school)
    with pytest.raises(RuleBroken):
        check_may_announce(made, by=school["Tutor"], at=NOW)
    check_may_announce(made, by=school["Emperor"], at=NOW)
    mentoring.announced(made, link="/posts/1/")
    with pytest.raises(Stale):
        check_may_announce(Mentorship.objects.get(), by=school["Emperor"], at=NOW)


@pytest.mark.parametrize("name", ["Tutor", "Pupil"])
def test_either_of_the_two_may_dissolve_it_and_nobody_else(school, name):
    made = begun(school)
    for other in ("Emperor", "Admin", "Other", "Guest"):
        with pytest.raises(RuleBroken):
            check_may_dissolve(made, by=school[other])
    check_may_dissolve(made, by=school[name])
    mentoring.dissolved(made, by=school[name], at=NOW + DAY, link="/posts/2/")
    made = Mentorship.objects.get()
    assert (made.ended_at, made.ended_by, made.farewell) == (NOW + DAY, school[name], "/posts/2/")
    with pytest.raises(Stale):
        check_may_dissolve(made, by=school[name])
    assert (mentoring.mentorship_of(school["Pupil"]), ask(school["Pupil"]).outcome) == (None, "")


def test_mentor_is_bound_for_four_weeks_and_until_the_next_ascension(school):
    made = begun(school)

    def bound_until():
        return mentors.bonds([made])[0].bound_until

    assert bound_until() is None
    Ascension.objects.create(at=NOW - HOUR)
    assert bound_until() is None
    early = Ascension.objects.create(at=NOW + DAY)
    assert bound_until() == NOW + 28 * DAY
    early.delete()
    Ascension.objects.create(at=NOW + 40 * DAY)
    assert bound_until() == NOW + 40 * DAY
    assert [mentors.bonds([made])[0].is_bound(NOW + days * DAY) for days in (39, 40)] == [True, False]


def test_profile_tells_of_tenure_and_all_mentorships(school):
    assert mentors.mentoring_of(school["Other"]).is_empty
    made = begun(school)
    tutor, pupil = (mentors.mentoring_of(school[name]) for name in ("Tutor", "Pupil"))
    assert (tutor.tenured_since, [bond.mentorship for bond in tutor.bonds]) == (BEGINNING, [made])
    assert (pupil.tenured_since, [bond.mentorship for bond in pupil.bonds]) == (None, [made])
    assert not pupil.is_empty


def test_who_looks_for_a_mentor_is_listed_and_newcomers_once(school):
    RosterEvent.objects.filter(player__name__in=["Pupil", "Other"]).update(at=NOW)
    ask(school["Pupil"])
    assert [one.player.name for one in mentors.open_requests()] == ["Pupil"]
    assert [one.name for one in mentors.new_without_mentor(NOW)] == ["Other"]
    mentoring.answer(offer=offered(school).pk, by=school["Tutor"], at=NOW, answer="accepted")
    assert list(mentors.open_requests()) == []
    assert [one.name for one in mentors.new_without_mentor(NOW)] == ["Other"]
