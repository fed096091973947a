"""When the game stands still, and what that stops."""

import pytest

from votables.judge import Comment, Span, may_post

from .world import (
    BIT,
    HOUR,
    LAWS,
    MINIMUM,
    NEW,
    POSTED,
    START,
    game,
    instant,
    judged,
    law,
    matter,
    only,
    player,
    players,
    stands,
    votes,
)

SEASONAL = ("ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
EVE = instant("2024-12-24T00:00:00")
AFTER = instant("2024-12-27T00:00:00")


def pending(id="d", **more):
    return matter("dov", id=id, author="B", **more)


def posting(name, facts, at, kind, author="C"):
    return may_post(facts, law=law(name), at=at, author=author, kind=kind).allowed


@pytest.mark.parametrize("name", LAWS)
def test_a_pending_dov_stands_from_its_posting_to_just_before_its_resolution(name):
    facts = game(pending(status="failed", resolved=POSTED + HOUR))
    times = (POSTED - BIT, POSTED, POSTED + HOUR - BIT, POSTED + HOUR)
    assert [judged(name, facts, at).standstill for at in times] == [(), ("dov",), ("dov",), ()]


@pytest.mark.parametrize("name", LAWS)
def test_an_interregnum_lasts_from_enactment_to_the_ascension_address(name):
    facts = game(pending(status="enacted", resolved=POSTED + HOUR), ascensions=(START, POSTED + 5 * HOUR))
    times = (POSTED + HOUR - BIT, POSTED + HOUR, POSTED + 5 * HOUR - BIT, POSTED + 5 * HOUR)
    assert [judged(name, facts, at).standstill for at in times] == [
        ("dov",), ("interregnum",), ("interregnum",), (),
    ]  # fmt: skip


@pytest.mark.parametrize("name", LAWS)
def test_an_address_at_the_instant_of_the_enactment_ends_the_interregnum(name):
    facts = game(pending(status="enacted", resolved=POSTED + HOUR), ascensions=(POSTED + HOUR,))
    assert judged(name, facts, POSTED + HOUR).standstill == ()
    facts = game(pending(status="enacted", resolved=POSTED + HOUR), ascensions=(POSTED + HOUR - BIT,))
    assert judged(name, facts, POSTED + HOUR).standstill == ("interregnum",)


@pytest.mark.parametrize("name", LAWS)
def test_the_second_interregnum_is_not_ended_by_the_first_address(name):
    facts = game(
        pending(status="enacted", resolved=POSTED + HOUR),
        pending("e", status="enacted", resolved=POSTED + 9 * HOUR),
        ascensions=(POSTED + 5 * HOUR,),
    )
    assert judged(name, facts, POSTED + 9 * HOUR).standstill == ("interregnum",)


@pytest.mark.parametrize("name", LAWS)
def test_a_failed_or_illegal_dov_leaves_no_interregnum(name):
    for status in ("failed", "illegal"):
        facts = game(pending(status=status, resolved=POSTED + HOUR))
        assert judged(name, facts, POSTED + HOUR).standstill == ()


@pytest.mark.parametrize("name", LAWS)
def test_seasonal_downtime_is_three_days_but_not_in_ruleset_37(name):
    standstills = [judged(name, game(), at).standstill for at in (EVE - BIT, EVE, AFTER - BIT, AFTER)]
    assert standstills == [(), ("seasonal",), ("seasonal",), ()] if name in SEASONAL else [()] * 4


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("n", [4, 5])
def test_dormancy_is_fewer_than_five_players_in_later_laws(name, n):
    assert judged(name, game(n=n)).standstill == (("dormant",) if n == 4 and name in NEW else ())


@pytest.mark.parametrize("name", NEW)
def test_special_cases_switch_seasons_and_dormancy_off(name):
    assert judged(name, game(n=4), EVE).standstill == ("seasonal", "dormant")
    assert judged(name, game(n=4, special_cases={"Dormancy": False}), EVE).standstill == ("seasonal",)
    assert judged(name, game(n=4, special_cases={"Seasonal Downtime": False}), EVE).standstill == ("dormant",)
    assert judged(name, game(n=4, special_cases={"Seasonal Downtime": True}), EVE).standstill == (
        "seasonal", "dormant",
    )  # fmt: skip


@pytest.mark.parametrize("name", NEW)
def test_standstills_are_named_in_the_order_of_the_law(name):
    facts = game(
        pending("a", posted=EVE - 2 * HOUR, status="enacted", resolved=EVE - HOUR),
        pending(posted=EVE - HOUR),
        n=4,
    )
    assert judged(name, facts, EVE).standstill == ("dov", "interregnum", "seasonal", "dormant")


# -- what is stopped


def stopped(name, still, kind):
    """Whether posting such a matter is stopped, and whether resolving one that votes and time would enact is."""
    after = 60 * HOUR
    at = EVE + HOUR if still == "seasonal" else POSTED + after
    posted = at - after
    subject = matter(kind, *votes_at(posted), id="m", posted=posted)
    people = None
    others = []
    if still == "dov":
        others = [matter("dov", id="d", author="B", posted=at - HOUR)]
    elif still == "interregnum":
        others = [matter("dov", id="d", author="B", posted=at - HOUR, status="enacted", resolved=at - HOUR)]
    elif still == "dormant":
        people = [player(letter) for letter in "ABC"] + [player("E")]
    facts = game(subject, *others, people=people)
    verdict = judged(name, facts, at)
    assert still in verdict.standstill
    judged_matter = verdict.matter("m")
    assert judged_matter.enactable
    return not posting(name, facts, at, kind), not judged_matter.may_enact


def votes_at(posted):
    return [Comment(name, posted, ("for",)) for name in "ABCDE"]


@pytest.mark.parametrize(
    ("name", "still", "proposal", "cfj", "dov"),
    [
        # (posting is stopped, resolving is stopped)
        ("ruleset-37", "dov", (True, True), (False, False), (False, False)),
        ("ruleset-37", "interregnum", (True, True), (False, False), (False, False)),
        *((name, "dov", (True, True), (False, False), (False, False)) for name in SEASONAL),
        *((name, "interregnum", (True, True), (False, False), (True, False)) for name in SEASONAL),
        *((name, "seasonal", (True, True), (False, False), (True, True)) for name in SEASONAL),
        ("ruleset-2019-09", "dormant", (True, False), (False, False), (False, False)),
        ("ruleset-211", "dormant", (True, True), (False, False), (False, False)),
    ],
)
def test_what_a_standstill_stops(name, still, proposal, cfj, dov):
    assert stopped(name, still, "proposal") == proposal
    assert stopped(name, still, "cfj") == cfj
    assert stopped(name, still, "dov") == dov


@pytest.mark.parametrize("name", LAWS)
def test_failing_is_stopped_like_enacting(name):
    killed = matter("proposal", *votes("A:against"), id="p")
    open_now = judged(name, game(killed)).matter("p")
    in_hiatus = judged(name, game(killed, matter("dov", id="d", author="B", posted=POSTED + HOUR))).matter(
        "p"
    )
    assert (open_now.may_fail, in_hiatus.may_fail) == (True, False)


@pytest.mark.parametrize(
    ("name", "still", "acts"),
    [
        *((name, "dov", {"dynastic"}) for name in LAWS[:4]),
        ("ruleset-211", "dov", {"dynastic", "unidle", "join"}),
        *((name, "interregnum", {"dynastic"}) for name in LAWS),
        *((name, "seasonal", {"dynastic", "roster", "unidle", "join", "ascension"}) for name in SEASONAL),
        *((name, "dormant", {"dynastic"}) for name in NEW),
    ],
)
def test_what_else_a_standstill_stops(name, still, acts):
    (standstill,) = [one for one in law(name).standstills if one.name == still]
    assert standstill.acts == acts


def test_a_hiatus_is_what_each_law_calls_one():
    hiatuses = {name: [still.name for still in law(name).standstills if still.hiatus] for name in LAWS}
    assert hiatuses == {
        "ruleset-37": ["dov", "interregnum"],
        "ruleset-86": ["dov", "interregnum", "seasonal"],
        "ruleset-98": ["dov", "interregnum", "seasonal"],
        "ruleset-2019-09": ["dov", "interregnum", "seasonal"],
        "ruleset-211": ["dov", "interregnum", "seasonal", "dormant"],
    }


@pytest.mark.parametrize("name", LAWS)
def test_what_is_dated_later_has_not_happened(name):
    facts = game(matter("dov", id="d", posted=POSTED + HOUR), ascensions=(POSTED + HOUR,))
    assert judged(name, facts, POSTED).standstill == ()
    assert judged(name, facts, POSTED).matters == ()


@pytest.mark.parametrize("name", LAWS)
def test_roster_and_emperor_change_at_their_instants(name):
    people = (
        *players(5),
        player("X", (POSTED, POSTED + HOUR)),
        player("Y", plays=Span(POSTED, POSTED + HOUR)),
    )
    facts = game(people=people)
    rosters = [
        "".join(judged(name, facts, at).roster)
        for at in (POSTED - BIT, POSTED, POSTED + HOUR - BIT, POSTED + HOUR)
    ]
    assert rosters == ["ABCDEX", "ABCDEY", "ABCDEY", "ABCDEX"]


@pytest.mark.parametrize("name", LAWS)
def test_the_emperor_is_nobody_while_idle(name):
    people = (*players(6, emperor=False), player("E", (POSTED, None)))
    facts = game(people=people)
    assert [judged(name, facts, at).emperor for at in (POSTED - BIT, POSTED)] == ["E", None]


def test_names_are_in_the_order_of_code_points():
    people = [player(name) for name in ("b", "Å", "Z", "a", "\U00010000", "\uffff")]
    assert judged("ruleset-211", game(people=people, emperor=False)).roster == (
        "Z", "a", "b", "Å", "\uffff", "\U00010000",
    )  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_an_empty_roster_has_a_quorum_of_one_and_fails_anything(law):
    idle = [player(name, (POSTED, None)) for name in "AB"]
    verdict = only(law, game(matter(), people=idle, emperor=False, special_cases=awake(law)), POSTED + HOUR)
    assert (verdict.may_enact, verdict.may_fail) == (False, True)


def awake(law: str) -> dict[str, bool]:
    """Special cases of a law without dormancy."""
    return {"Dormancy": False} if law in NEW else {}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("n", "quorum"), [(5, 3), (6, 4), (7, 4), (8, 5)])
def test_quorum_is_half_rounded_down_plus_one(law, n, quorum):
    names = "BCDFGHI"
    enough = " ".join(f"{name}:for" for name in names[: quorum - 1])
    short = " ".join(f"{name}:for" for name in names[: quorum - 2])
    assert stands(law, "proposal", enough, MINIMUM, n=n) == (True, False)
    assert stands(law, "proposal", short, MINIMUM, n=n) == (False, False)
