"""The Roster table, cell by cell, on and beside each boundary, at every law; and who may resolve."""

from datetime import timedelta

import pytest

from votables.judge.roster import (
    Idling,
    Request,
    check_name,
    inactive_at,
    may_idle_for_inactivity,
    may_idle_on_request,
    may_idle_oneself,
    may_leave,
    may_rejoin,
    may_resolve,
    may_unidle_on_request,
    may_unidle_oneself,
    while_standing,
)

from .world import BIT, HOUR, LAWS, POSTED, law

DAY = timedelta(days=1)
WHERE = ("post", "comment", "idling-comment")


def at_every_law(*cells: object) -> list[tuple[str, object]]:
    """One cell of the table for each law, in the order of LAWS."""
    return list(zip(LAWS, cells, strict=True))


def asked(ago: timedelta, where: str = "post") -> list[Request]:
    return [Request(POSTED - ago, where)]


# Idled for inactivity

SIGNS = at_every_law({"vote"}, *[{"post", "comment"}] * 4)
STRICTLY = at_every_law(True, False, False, False, False)


@pytest.mark.parametrize(("name", "strictly"), STRICTLY)
def test_seven_days_without_a_sign_of_life_make_inactive(name, strictly):
    ages = [7 * DAY - BIT, 7 * DAY, 7 * DAY + BIT]
    leaves = [may_idle_for_inactivity(law=law(name), at=POSTED, last_sign=POSTED - age) for age in ages]
    assert [leave.allowed for leave in leaves] == [False, not strictly, True]
    assert leaves[0].when == inactive_at(law=law(name), last_sign=POSTED - ages[0]) == POSTED + BIT


@pytest.mark.parametrize(("name", "signs"), SIGNS)
def test_what_is_a_sign_of_life(name, signs):
    assert law(name).roster.inactivity.signs == signs


# Idled and unidled on request

HOURS = at_every_law(None, None, 168, 96, 96)
PLACES = at_every_law(*[{"post", "comment"}] * 2, {"post", "idling-comment"}, *[{"post", "comment"}] * 2)
COME_BACK = {"idling": None}


@pytest.mark.parametrize(("name", "hours"), HOURS)
@pytest.mark.parametrize(("ask", "more"), [(may_idle_on_request, {}), (may_unidle_on_request, COME_BACK)])
def test_a_request_is_good_for_so_long(name, hours, ask, more):
    good_for = 1000 * DAY if hours is None else hours * HOUR
    ages = [timedelta(0), good_for, good_for + BIT, -BIT]
    allowed = [ask(law=law(name), at=POSTED, requests=asked(age), **more).allowed for age in ages]
    assert allowed == [True, True, hours is None, False]
    assert not ask(law=law(name), at=POSTED, requests=[], **more).allowed


@pytest.mark.parametrize(("name", "places"), PLACES)
@pytest.mark.parametrize(("ask", "more"), [(may_idle_on_request, {}), (may_unidle_on_request, COME_BACK)])
def test_a_request_is_made_in_a_post_or_a_comment(name, places, ask, more):
    allowed_in = {
        where for where in WHERE if ask(law=law(name), at=POSTED, requests=asked(HOUR, where), **more).allowed
    }
    assert allowed_in == places


# Unidling refused when

COOLING = at_every_law(
    set(), {"request", "self"}, {"request", "self", "other"}, {"request", "self"}, {"request", "self"}
)
REASONS = ("request", "self", "inactivity", "other")


@pytest.mark.parametrize(("name", "reasons"), COOLING)
def test_somebody_who_went_idle_lately_in_this_dynasty_cools_off_for_four_days(name, reasons):
    for reason in REASONS:

        def back(ago: timedelta, here: bool = True, reason: str = reason) -> object:
            how = Idling(POSTED - ago, reason, here)
            return may_unidle_on_request(law=law(name), at=POSTED, requests=asked(HOUR), idling=how)

        barred = reason in reasons
        early, done, elsewhere = back(4 * DAY - BIT), back(4 * DAY), back(HOUR, False)
        assert (early.allowed, done.allowed, elsewhere.allowed) == (not barred, True, True)
        assert early.when == (POSTED + BIT if barred else None)


# Admins

THEMSELVES = at_every_law(False, True, False, True, True)


@pytest.mark.parametrize(("name", "may"), THEMSELVES)
def test_admins_idle_themselves_at_any_time_and_come_back_but_for_the_four_days(name, may):
    how = [Idling(POSTED - 4 * DAY + BIT, "self", True), Idling(POSTED - 4 * DAY, "self", True), None]
    back = [may_unidle_oneself(law=law(name), at=POSTED, idling=one).allowed for one in how]
    assert (may_idle_oneself(law=law(name)).allowed, back) == (may, [False, may, may])


RESOLVE_IDLE = at_every_law(False, False, False, True, True)


@pytest.mark.parametrize(("name", "may"), RESOLVE_IDLE)
def test_idle_admins_resolve_only_under_the_later_laws(name, may):
    leaves = [may_resolve(law=law(name), idle=idle).allowed for idle in (False, True)]
    assert leaves == [True, may]


# Leaving, values, names

LEAVING = at_every_law((True, 0), (True, 0), (True, 14), (True, 14), (False, 0))


@pytest.mark.parametrize(("name", "cell"), LEAVING)
def test_leaving_and_coming_back(name, cell):
    leaves, days = cell
    ages = [14 * DAY - BIT, 14 * DAY]
    back = [may_rejoin(law=law(name), at=POSTED, left=POSTED - age) for age in ages]
    assert may_leave(law=law(name)).allowed is leaves
    assert [leave.allowed for leave in back] == [days == 0, True]
    assert back[0].when == (POSTED + BIT if days else None)
    assert may_rejoin(law=law(name), at=POSTED, left=None).allowed


VALUES = at_every_law("kept", "kept-or-default", *["same-dynasty"] * 3)


@pytest.mark.parametrize(("name", "values"), VALUES)
def test_values_on_return(name, values):
    assert law(name).roster.values_on_return == values


NAMES = {
    "Abe": False,
    "Abel": True,
    "A" * 30: True,
    "A" * 31: False,
    "az-AZ_09.'": True,
    "two words": False,
    "Zoë Ash": False,
    "Ｗide": False,
    "": False,
}


@pytest.mark.parametrize("name", LAWS)
def test_only_the_last_law_says_what_a_name_is(name):
    allowed = {tried: check_name(tried, law=law(name)).allowed for tried in NAMES}
    assert allowed == (NAMES if name == "ruleset-211" else dict.fromkeys(NAMES, True))


PROPOSAL = frozenset({"proposal"})
ANY = frozenset({"proposal", "cfj", "resignation"})


@pytest.mark.parametrize("name", LAWS)
def test_offices_and_names_take_an_enacted_matter(name):
    roster = law(name).roster
    assert (roster.rename, roster.make_admin, roster.unmake_admin) == (PROPOSAL, PROPOSAL, ANY)


# Where a change of the roster is told

ANNOUNCED = at_every_law(("", ""), ("", ""), ("comment", "comment"), ("", ""), ("", ""))


@pytest.mark.parametrize(("name", "cell"), ANNOUNCED)
def test_inactivity_is_announced_in_a_post_and_requests_only_in_ninety_eight(name, cell):
    roster = law(name).roster
    assert roster.inactivity.announce == "post"
    assert (roster.idling.announce, roster.unidling.announce) == cell


# When the game stands still

STOPPED = {
    "dov": at_every_law(*[{"dynastic"}] * 4, {"dynastic", "unidle", "join"}),
    "interregnum": at_every_law(*[{"dynastic"}] * 5),
    "seasonal": at_every_law(set(), *[{"dynastic", "roster", "unidle", "join", "ascension"}] * 4),
    "dormant": at_every_law(set(), set(), set(), {"dynastic"}, {"dynastic"}),
}


@pytest.mark.parametrize("stop", STOPPED)
@pytest.mark.parametrize("place", range(5), ids=LAWS)
def test_what_a_standstill_stops_besides_posting_and_resolving(stop, place):
    name, acts = STOPPED[stop][place]
    stopped = {
        act
        for act in ("dynastic", "roster", "unidle", "join", "ascension")
        if not while_standing(law=law(name), standstill=(stop,), act=act, at=POSTED).allowed
    }
    assert stopped == acts
    assert while_standing(law=law(name), standstill=(), act="dynastic", at=POSTED).allowed
