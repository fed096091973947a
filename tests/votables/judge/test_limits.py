"""Who may post what: limits, standstills, the wait after a failed declaration, each with when time alone
allows it.
"""

from datetime import timedelta

import pytest

from ruleset.law import LawError, document, parse
from votables.judge import Comment, Leave, Limits, Matter, limits, may_post
from votables.judge.limits import PostingLimits
from votables.judge.situation import Situation

from .moving import at, game_file, said, told
from .world import BIT, HOUR, LAWS, POSTED, START, game, instant, judged, law, matter, player, players

DAY = timedelta(days=1)
CORE, DYNASTIC = frozenset({"core"}), frozenset({"dynastic"})
FLAT = ("ruleset-37", "ruleset-98", "ruleset-2019-09", "ruleset-211")


def leave(name, facts, at, *, kind="proposal", author="A", amends=DYNASTIC):
    return may_post(facts, law=law(name), at=at, author=author, kind=kind, amends=amends)


def proposals(count, *, amends=DYNASTIC, posted=POSTED, first=0, **more):
    return [matter(id=f"p{first + i}", amends=amends, posted=posted, **more) for i in range(count)]


def done(count, posted=POSTED, status="failed", first=100):
    return proposals(count, posted=posted, status=status, resolved=posted, first=first)


@pytest.mark.parametrize("name", LAWS)
def test_two_pending_proposals_are_the_limit(name):
    assert leave(name, game(*proposals(1)), POSTED + DAY).allowed is True
    refused = leave(name, game(*proposals(2)), POSTED + DAY)
    assert (refused.allowed, refused.rule, refused.when) == (
        False, "Proposals (dynastic)" if name == "ruleset-37" else "Proposals", None,
    )  # fmt: skip
    assert judged(name, game(*proposals(2)), POSTED + DAY).may_propose == dict.fromkeys("ABCDEFG", True) | {
        "A": False
    }


@pytest.mark.parametrize("name", LAWS)
def test_three_proposals_a_day_are_the_limit_whatever_became_of_them(name):
    posted = instant("2024-05-01T00:00:00")
    for status in ("failed", "enacted", "illegal"):
        facts = game(*done(3, posted, status))
        late = instant("2024-05-01T23:59:59.999999")
        midnight = instant("2024-05-02T00:00:00")
        refused = leave(name, facts, late)
        assert (refused.allowed, refused.when) == (False, midnight)
        assert leave(name, facts, midnight).allowed is True
    assert leave(name, game(*done(2, posted)), late).allowed is True
    assert leave(name, game(*done(2, posted), *done(1, posted - BIT, first=50)), late).allowed is True


@pytest.mark.parametrize("name", LAWS)
def test_a_proposal_is_pending_until_resolved(name):
    killed = [
        matter("proposal", Comment("A", POSTED, ("against",)), id=f"k{i}", amends=DYNASTIC) for i in range(2)
    ]
    assert leave(name, game(*killed), POSTED + DAY).allowed is False
    gone = [matter(id=f"p{i}", amends=DYNASTIC, status="failed", resolved=POSTED + DAY) for i in range(2)]
    assert leave(name, game(*gone), POSTED + DAY - BIT).allowed is False
    assert leave(name, game(*gone), POSTED + DAY).allowed is True


@pytest.mark.parametrize(
    ("pending", "new", "allowed"),
    [
        ((CORE, CORE), DYNASTIC, True),
        ((CORE, CORE), CORE, True),
        ((CORE, DYNASTIC), DYNASTIC, True),
        ((DYNASTIC, DYNASTIC), DYNASTIC, False),
        ((DYNASTIC, DYNASTIC), CORE, True),
        ((DYNASTIC, DYNASTIC), frozenset(), False),
        ((frozenset(), frozenset()), DYNASTIC, False),
        ((frozenset({"core", "gamestate"}), DYNASTIC), DYNASTIC, False),
        ((frozenset({"roster"}), frozenset({"appendix", "special_case"})), DYNASTIC, True),
        ((CORE, CORE, DYNASTIC), DYNASTIC, False),
        ((CORE, CORE, CORE), CORE, False),
        ((DYNASTIC, DYNASTIC, CORE), CORE, False),
    ],
)
def test_ruleset_86_counts_core_proposals_apart(pending, new, allowed):
    facts = game(*(matter(id=str(i), amends=amends) for i, amends in enumerate(pending)))
    assert leave("ruleset-86", facts, POSTED + DAY, amends=new).allowed is allowed


@pytest.mark.parametrize("name", FLAT)
def test_other_laws_count_all_proposals_alike(name):
    assert leave(name, game(*proposals(2, amends=CORE)), POSTED + DAY, amends=CORE).allowed is False


@pytest.mark.parametrize("name", LAWS)
def test_cfjs_and_dovs_are_not_limited(name):
    facts = game(*(matter("cfj", id=str(i)) for i in range(9)))
    assert leave(name, facts, POSTED, kind="cfj").allowed is True
    facts = game(*(matter("dov", id=str(i)) for i in range(9)))
    assert leave(name, facts, POSTED, kind="dov").allowed is True
    assert leave(name, game(*(matter("cfj", id=str(i)) for i in range(9))), POSTED).allowed is True


def test_limits_tell_what_is_used_of_what():
    facts = game(*proposals(1), *done(2), *proposals(1, posted=POSTED + DAY, first=7))
    for name in LAWS:
        assert limits(
            facts, law=law(name), at=POSTED, author="A", kind="proposal", amends=DYNASTIC
        ) == Limits(1, 2, 3, 3)
    core = limits(facts, law=law("ruleset-86"), at=POSTED, author="A", kind="proposal", amends=CORE)
    assert core == Limits(1, 3, 3, 3)
    assert limits(facts, law=law("ruleset-98"), at=POSTED, author="A", kind="cfj") == Limits(0, None, 0, None)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, (2, 3)),
        ({"time_signature_x": 5, "time_signature_y": 4}, (2, 3)),
        ({"time_signature_x": 7, "time_signature_y": 2}, (7, 10)),
        ({"time_signature_x": 2, "time_signature_y": 8}, (0, 0)),
        ({"time_signature_x": 12.0, "time_signature_y": 4.0}, (6, 9)),
        ({"time_signature_x": 5, "time_signature_y": 0}, (2, 3)),
        ({"time_signature_x": 5}, (2, 3)),
        ({"time_signature_x": float("nan"), "time_signature_y": 4}, (2, 3)),
        ({"time_signature_x": 2.5, "time_signature_y": 4}, (2, 3)),
        ({"time_signature_x": 10**30, "time_signature_y": 4}, (2, 3)),
        ({"time_signature_x": -4, "time_signature_y": 4}, (2, 3)),
    ],
)
def test_the_limits_of_ruleset_37_follow_the_time_signature(values, expected):
    posting_limits = limits(
        game(values=values), law=law("ruleset-37"), at=POSTED, author="A", kind="proposal"
    )
    assert (posting_limits.pending_limit, posting_limits.daily_limit) == expected


@pytest.mark.parametrize(("most", "when"), [("0", None), ("1", instant("2024-05-02T00:00:00"))])
def test_limit_of_none_a_day_is_no_higher_the_next_day(most, when):
    text = document("ruleset-211").replace(
        'counts = "today"\nmost = 3', f'counts = "today"\nmost = {most}', 1
    )
    posted = instant("2024-05-01T00:00:00")
    leave = may_post(
        game(*done(1, posted)),
        law=parse(text, source="amended"),
        at=posted + DAY / 2,
        author="A",
        kind="proposal",
        amends=DYNASTIC,
    )
    assert (leave.allowed, leave.when) == (False, when)


def test_a_limit_may_be_amended_to_a_formula():
    text = document("ruleset-211").replace(
        "most = 2", 'most = { formula = "values.moons + n / 4", fallback = 1 }'
    )
    amended = parse(text, source="amended")
    facts = game(*proposals(2), values={"moons": 2}, n=8)
    assert limits(facts, law=amended, at=POSTED, author="A", kind="proposal").pending_limit == 4
    assert may_post(facts, law=amended, at=POSTED, author="A", kind="proposal").allowed is True
    assert limits(game(), law=amended, at=POSTED, author="A", kind="proposal").pending_limit == 1


def test_a_limit_may_go_by_what_each_author_has():
    text = document("ruleset-211").replace(
        "most = 2", 'most = { formula = "author.influence + values.moons", fallback = 1 }', 1
    )
    amended = parse(text, source="amended")
    holdings = {"A": {"influence": 2}, "B": {"influence": 0}, "C": {"influence": -5}, "D": {"gold": 7}}
    facts = game(*proposals(2), values={"moons": 1}, holdings=holdings, n=8)
    most = {
        name: limits(facts, law=amended, at=POSTED, author=name, kind="proposal").pending_limit
        for name in "ABCD"
    }
    assert most == {"A": 3, "B": 1, "C": 1, "D": 1}
    assert PostingLimits(Situation(facts, amended, POSTED), "proposal").everyone() == {
        name: may_post(facts, law=amended, at=POSTED, author=name, kind="proposal").allowed
        for name in Situation(facts, amended, POSTED).roster
    }


def test_what_an_author_has_is_known_to_limits_alone():
    text = document("ruleset-211").replace('when = "f >= q"', 'when = "f >= author.influence"', 1)
    with pytest.raises(LawError):
        parse(text, source="amended")


def test_a_limit_of_none_a_day_never_ends_by_time():
    facts = game(values={"time_signature_x": 2, "time_signature_y": 8})
    assert leave("ruleset-37", facts, POSTED).when is None


# -- who


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_only_the_roster_posts(name, kind):
    people = (*players(6), player("X", (START, None)))
    facts = game(people=people)
    refused = leave(name, facts, POSTED, kind=kind, author="X")
    assert (refused.allowed, refused.reason) == (False, "X is not in the roster.")
    assert leave(name, facts, POSTED, kind=kind, author="stranger").allowed is False
    assert "X" not in judged(name, facts).may_propose


@pytest.mark.parametrize("name", LAWS)
def test_the_emperor_may_not_declare_victory(name):
    verdict = judged(name, game())
    assert verdict.may_declare_victory == dict.fromkeys("ABCDFG", True) | {"E": False}
    assert leave(name, game(), POSTED, kind="dov", author="E") == Leave(
        False, "Only a player who is not the emperor can declare victory.", "Victory and Ascension"
    )
    assert list(verdict.may_propose.values()) == [True] * 7


# -- the wait after a failed declaration: seven players, quorum four

WAIT = 120 * HOUR


def failed(against: int, *, resolved=POSTED + 20 * HOUR, id="d", **more) -> Matter:
    comments = [Comment(name, POSTED, ("against",)) for name in "BCDEFG"[:against]]
    return matter("dov", *comments, id=id, status="failed", resolved=resolved, **more)


@pytest.mark.parametrize(
    ("name", "fewest"),
    [("ruleset-86", 5), ("ruleset-98", 5), ("ruleset-2019-09", 1), ("ruleset-211", 1)],
)
def test_a_failed_dov_with_votes_against_makes_its_author_wait(name, fewest):
    free = POSTED + 20 * HOUR + WAIT
    facts = game(failed(fewest))
    refused = leave(name, facts, free - BIT, kind="dov")
    assert (refused.allowed, refused.rule, refused.when) == (False, "Victory and Ascension", free)
    assert leave(name, facts, POSTED + 20 * HOUR, kind="dov").allowed is False
    assert leave(name, facts, free, kind="dov").allowed is True
    assert leave(name, facts, POSTED + 21 * HOUR, kind="dov", author="B").allowed is True
    assert leave(name, game(failed(fewest - 1)), POSTED + 21 * HOUR, kind="dov").allowed is True


def test_nobody_waits_in_ruleset_37():
    assert leave("ruleset-37", game(failed(6)), POSTED + 21 * HOUR, kind="dov").allowed is True


@pytest.mark.parametrize("name", ["ruleset-2019-09", "ruleset-211"])
def test_the_votes_at_the_instant_of_failing_decide_on_the_wait(name):
    late = POSTED + 20 * HOUR
    changed = matter(
        "dov",
        Comment("B", POSTED, ("against",)),
        Comment("B", late, ("for",)),
        id="d",
        status="failed",
        resolved=late,
    )
    assert leave(name, game(changed), late, kind="dov").allowed is True
    cast_late = matter("dov", Comment("B", late, ("against",)), id="d", status="failed", resolved=late)
    assert leave(name, game(cast_late), late, kind="dov").allowed is False
    later = matter("dov", Comment("B", late + BIT, ("against",)), id="d", status="failed", resolved=late)
    assert leave(name, game(later), late + HOUR, kind="dov").allowed is True
    idle = (player("A"), player("B", (late, None)), *players(7)[2:])
    gone = matter("dov", Comment("B", POSTED, ("against",)), id="d", status="failed", resolved=late)
    assert leave(name, game(gone, people=idle), late, kind="dov").allowed is True


@pytest.mark.parametrize("name", ["ruleset-2019-09", "ruleset-211"])
def test_a_deferential_that_counted_as_against_makes_the_author_wait(name):
    late = POSTED + 20 * HOUR
    comments = [Comment("B", POSTED, ("deferential",)), Comment("E", POSTED, ("against",))]
    facts = game(matter("dov", *comments, id="d", status="failed", resolved=late))
    assert leave(name, facts, late, kind="dov").allowed is False


@pytest.mark.parametrize("name", LAWS)
def test_an_enacted_or_illegal_dov_starts_no_wait(name):
    for status in ("enacted", "illegal"):
        comments = [Comment(letter, POSTED, ("against",)) for letter in "BCDEFG"]
        dov = matter("dov", *comments, id="d", status=status, resolved=POSTED + HOUR)
        facts = game(dov, ascensions=(POSTED + HOUR,))
        assert leave(name, facts, POSTED + 2 * HOUR, kind="dov").allowed is True


def test_the_latest_of_several_waits_counts():
    facts = game(
        failed(2, id="a", resolved=POSTED + 30 * HOUR), failed(2, id="b", resolved=POSTED + 20 * HOUR)
    )
    assert leave("ruleset-211", facts, POSTED + 31 * HOUR, kind="dov").when == POSTED + 30 * HOUR + WAIT


def test_a_wait_may_end_after_the_last_instant():
    late = instant("9999-12-31T12:00:00")
    dov = matter("dov", Comment("B", late, ("against",)), id="d", posted=late, status="failed", resolved=late)
    refused = leave("ruleset-211", game(dov), late + HOUR, kind="dov")
    assert (refused.allowed, refused.when) == (False, None)
    assert leave("ruleset-211", game(*done(3, late)), late).when is None


def test_a_dov_pending_does_not_stop_another():
    for name in LAWS:
        assert leave(name, game(matter("dov")), POSTED, kind="dov").allowed is True


def test_ruleset_37_allows_dovs_in_an_interregnum():
    facts = game(matter("dov", status="enacted", resolved=POSTED))
    allowed = {name: leave(name, facts, POSTED, kind="dov", author="B").allowed for name in LAWS}
    assert allowed == {name: name == "ruleset-37" for name in LAWS}


# -- when time alone allows it


def test_a_season_is_followed_by_leave():
    at = instant("2024-12-25T12:00:00")
    refused = leave("ruleset-211", game(), at)
    assert (refused.rule, refused.when) == ("Seasonal Downtime", instant("2024-12-27T00:00:00"))
    assert refused.reason == (
        "It is seasonal downtime: nobody can post a Proposal now. Possible from 27 December 2024, "
        "00:00 UTC on."
    )


def test_a_day_that_ends_in_a_season_waits_for_its_end():
    at = instant("2024-12-23T22:00:00")
    facts = game(*done(3, at - HOUR))
    assert leave("ruleset-211", facts, at).when == instant("2024-12-27T00:00:00")
    assert leave("ruleset-37", facts, at).when == instant("2024-12-24T00:00:00")


def test_what_time_does_not_end_has_no_instant():
    facts = game(*done(3), matter("dov", id="d"))
    assert leave("ruleset-211", facts, POSTED).when is None


def failed_dov(**more):
    """Carol's declaration failed with one vote against it."""
    dov = {
        "id": "d",
        "kind": "dov",
        "author": "Carol",
        "posted": at(0),
        "status": "failed",
        "resolved": at(24),
    }
    return game_file(law="ruleset-98", **more) | {
        "matters": [{**dov, "comments": [said("David", ":against:", 1)]}]
    }


def test_the_wait_after_a_failed_declaration_is_that_of_the_law_at_the_instant_asked():
    value = failed_dov(laws=[{"from": at(30), "law": "ruleset-211"}, {"from": at(60), "law": "ruleset-37"}])
    may = [told(value, hours)["may_declare_victory"]["Carol"] for hours in (25, 30, 59, 60)]
    assert may == [True, False, False, True]  # 98: only with more than quorum; 211: with one; 37: never


def test_a_wait_is_on_the_votes_as_they_counted_when_it_failed():
    """David defers, which on a declaration follows the emperor in ruleset 86, and nobody in ruleset 98."""
    votes = [
        said("Alice", ":against:", 1),
        said("David", ":def:", 1),
        said("Ellen", ":def:", 1),
        said("Bobby", ":against:", 1),
    ]
    for then, waits in (("ruleset-2019-09", True), ("ruleset-98", False)):
        value = failed_dov(laws=[{"from": at(30), "law": "ruleset-98"}]) | {"law": then}
        value["matters"][0]["comments"] = votes
        assert told(value, 40)["may_declare_victory"]["Carol"] is not waits
