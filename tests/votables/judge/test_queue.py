"""The next instant at which time alone changes what may be done."""

from datetime import timedelta

import pytest

from ruleset.law import document, parse
from votables.judge import Comment, MatterVerdict, Reign, Span

from .world import (
    BIT,
    FOUR,
    HOUR,
    LAWS,
    NEW,
    OLD,
    POSTED,
    STALE,
    START,
    WEEK,
    game,
    instant,
    judged,
    matter,
    only,
    player,
    players,
    says,
    votes,
)


def change(law, facts, at, id="m"):
    return judged(law, facts, at).matter(id).next_change


@pytest.mark.parametrize("law", LAWS)
def test_a_quorum_waits_for_12_hours(law):
    facts = game(matter("proposal", *votes(FOUR)))
    assert change(law, facts, POSTED + 2 * HOUR) == POSTED + 12 * HOUR
    assert change(law, facts, POSTED + 12 * HOUR - BIT) == POSTED + 12 * HOUR


@pytest.mark.parametrize("law", LAWS)
def test_after_12_hours_a_quorum_waits_for_staleness_if_anything(law):
    facts = game(matter("proposal", *votes(FOUR)))
    assert change(law, facts, POSTED + 12 * HOUR) == (POSTED + WEEK if law in STALE else None)


@pytest.mark.parametrize("law", LAWS)
def test_too_few_votes_wait_for_48_hours(law):
    facts = game(matter("proposal", *votes("A:for B:for")))
    assert change(law, facts, POSTED + 2 * HOUR) == POSTED + 48 * HOUR


@pytest.mark.parametrize("law", STALE)
def test_a_change_just_after_a_limit_is_the_limit_and_may_be_now(law):
    facts = game(matter("proposal", *votes(FOUR)))
    assert change(law, facts, POSTED + WEEK - BIT) == POSTED + WEEK
    assert change(law, facts, POSTED + WEEK) == POSTED + WEEK
    assert change(law, facts, POSTED + WEEK + BIT) is None


def test_what_happens_at_48_hours_comes_before_what_happens_just_after():
    # In 211 a DoV that is Popular without two thirds may be failed only after more than 48 hours.
    facts = game(matter("dov", *votes("A:for B:for C:for D:for F:for G:against")), n=9)
    assert change("ruleset-211", facts, POSTED + 47 * HOUR) == POSTED + 48 * HOUR
    assert change("ruleset-211", facts, POSTED + 48 * HOUR) == POSTED + 48 * HOUR
    assert change("ruleset-211", facts, POSTED + 48 * HOUR + BIT) is None


def test_ruleset_98_decides_cfjs_just_after_48_hours():
    facts = game(matter("cfj", *votes("A:for B:for")))
    assert change("ruleset-98", facts, POSTED + 48 * HOUR) == POSTED + 48 * HOUR
    assert only("ruleset-98", facts, POSTED + 48 * HOUR).may_enact is False


@pytest.mark.parametrize("law", OLD)
def test_a_cfj_of_early_laws_waits_for_four_days_or_two_in_hiatus(law):
    cfj = matter("cfj", *votes("A:for B:for"), id="c")
    assert change(law, game(cfj), POSTED + 2 * HOUR, "c") == POSTED + 96 * HOUR
    dov = matter("dov", id="d", posted=POSTED)
    assert change(law, game(cfj, dov), POSTED + 2 * HOUR, "c") == POSTED + 48 * HOUR
    assert change(law, game(cfj, dov), POSTED + 48 * HOUR, "c") is None


def test_seasonal_downtime_brings_the_cfjs_of_ruleset_86_forward_and_back():
    posted = instant("2024-12-21T12:00:00")
    cfj = matter("cfj", Comment("B", posted, ("for",)), posted=posted, id="c")
    eve = instant("2024-12-24T00:00:00")
    assert change("ruleset-86", game(cfj), posted, "c") == eve
    # Four days are over within the season, so nothing changes at its end.
    assert change("ruleset-86", game(cfj), eve, "c") is None
    posted = instant("2024-12-23T12:00:00")
    cfj = matter("cfj", Comment("B", posted, ("for",)), posted=posted, id="c")
    assert change("ruleset-86", game(cfj), posted, "c") == instant("2024-12-25T12:00:00")
    after = instant("2024-12-27T00:00:00")
    assert change("ruleset-86", game(cfj), instant("2024-12-25T12:00:00"), "c") == after
    assert change("ruleset-86", game(cfj), after, "c") == posted + 96 * HOUR


@pytest.mark.parametrize("law", ["ruleset-86", "ruleset-98", *NEW])
def test_seasonal_downtime_stops_and_starts(law):
    posted = instant("2024-12-23T06:00:00")
    facts = game(matter("proposal", *[Comment(name, posted, ("for",)) for name in "ABCD"], posted=posted))
    eve, after = instant("2024-12-24T00:00:00"), instant("2024-12-27T00:00:00")
    assert change(law, facts, posted) == posted + 12 * HOUR
    assert change(law, facts, posted + 12 * HOUR) == eve
    assert change(law, facts, eve) == after
    assert change(law, facts, after - BIT) == after
    cfj = matter("cfj", posted=posted, changes_nothing=True)
    assert change(law, game(cfj), eve - HOUR) != eve


def test_ruleset_37_has_no_seasons():
    posted = instant("2024-12-23T06:00:00")
    facts = game(matter("proposal", *[Comment(name, posted, ("for",)) for name in "ABCD"], posted=posted))
    assert change("ruleset-37", facts, posted + 12 * HOUR) is None


def test_the_next_season_is_seen_across_the_turn_of_months_and_years():
    facts = game(matter("proposal", *votes("A:for A:against")))
    eve = instant("2024-12-24T00:00:00")
    assert change("ruleset-86", facts, eve - timedelta(days=30)) == eve
    assert change("ruleset-86", facts, eve - timedelta(days=30) - BIT) is None
    facts = game(matter("proposal", *votes("A:against"), posted=POSTED))
    assert change("ruleset-86", facts, instant("2025-12-23T23:00:00")) == instant("2025-12-24T00:00:00")


@pytest.mark.parametrize("law", NEW)
def test_a_season_switched_off_changes_nothing(law):
    killed = matter("proposal", *votes("A:against"))
    at = instant("2024-12-23T00:00:00")
    assert change(law, game(killed), at) == instant("2024-12-24T00:00:00")
    assert change(law, game(killed, special_cases={"Seasonal Downtime": False}), at) is None


@pytest.mark.parametrize("law", STALE)
def test_an_older_proposals_staleness_opens_the_queue(law):
    old = matter("proposal", id="old")
    new = matter(
        "proposal", *votes("A:for B:for C:for D:for", 110 * HOUR), id="new", posted=POSTED + 100 * HOUR
    )
    facts = game(old, new)
    assert change(law, facts, POSTED + 113 * HOUR, "new") == POSTED + WEEK
    assert change(law, facts, POSTED + WEEK, "new") == POSTED + WEEK
    assert change(law, facts, POSTED + WEEK + BIT, "new") == POSTED + 100 * HOUR + WEEK


@pytest.mark.parametrize("law", OLD)
def test_without_the_seven_days_a_matter_behind_another_waits_for_ever(law):
    old, new = matter(id="old"), matter("proposal", *votes(FOUR, 2 * HOUR), id="new", posted=POSTED + HOUR)
    assert change(law, game(old, new), POSTED + 3 * HOUR, "new") is None


@pytest.mark.parametrize("law", LAWS)
def test_a_pending_dov_stops_proposals_for_as_long_as_one_can_see(law):
    facts = game(matter("proposal", *votes(FOUR), id="p"), matter("dov", id="d", author="B"))
    assert change(law, facts, POSTED + 2 * HOUR, "p") is None


@pytest.mark.parametrize("law", LAWS)
def test_what_is_known_of_the_future_is_not_looked_at(law):
    people = (*players(6), player("X", (POSTED + 13 * HOUR, POSTED + 14 * HOUR)))
    reigns = (Reign("E", START, POSTED + 13 * HOUR),)
    facts = game(matter("proposal", *votes("A:for B:for C:for X:for")), people=people, reigns=reigns)
    assert change(law, facts, POSTED + 2 * HOUR) == POSTED + 12 * HOUR
    assert only(law, facts, POSTED + 13 * HOUR).may_enact is False


@pytest.mark.parametrize(
    ("law", "words", "expected"),
    [
        ("ruleset-37", "A:for B:for C:for D:for", 24),
        ("ruleset-37", "A:for B:for C:for E:for", 12),
        ("ruleset-86", "A:for B:for C:for D:for", 12),
        ("ruleset-86", "A:for B:for C:for D:for F:against", 24),
        ("ruleset-98", "A:for B:for C:for D:for F:against G:against", 48),
        ("ruleset-2019-09", "A:for B:for C:for D:for F:against", 24),
        ("ruleset-2019-09", "A:for B:for", 48),
        ("ruleset-211", "A:for B:for C:for D:for F:for G:against", 24),
        ("ruleset-211", "B:against C:against D:against F:against", 12),
    ],
)
def test_dovs_change_at_their_hours(law, words, expected):
    assert change(law, game(matter("dov", *votes(words))), POSTED + 2 * HOUR) == POSTED + expected * HOUR


def test_a_change_beyond_30_days_is_not_told():
    text = document("ruleset-98").replace("value = 168", "value = 2000")
    law = parse(text, source="patient")
    facts = game(matter("proposal", *votes("A:against")))
    month = timedelta(days=30)
    stale = POSTED + 2000 * HOUR
    assert only(law, facts, stale - month).next_change is None  # it may be failed before and after
    facts = game(matter("proposal", *votes(FOUR)))
    assert only(law, facts, stale - month).next_change == stale
    assert only(law, facts, stale - month - BIT).next_change is None


@pytest.mark.parametrize(
    ("words", "age", "event"),
    [
        (FOUR, 2, "enact"),
        ("A:for B:for", 2, "enact"),
        (FOUR, 12, "stale"),
        ("A:against B:against C:against D:against", 200, ""),
    ],
)
def test_what_the_next_change_brings_is_named(words, age, event):
    assert (
        only("ruleset-98", game(matter("proposal", *votes(words))), POSTED + age * HOUR).next_event == event
    )


def test_a_victory_that_nobody_believes_in_fails_with_time():
    facts = game(matter("dov", *votes("B:against C:against D:against F:against")))
    assert only("ruleset-211", facts, POSTED + 2 * HOUR).next_event == "fail"


def test_a_season_that_begins_holds_a_matter_up():
    at = instant("2024-12-23T12:00:00")
    facts = game(matter("proposal", *votes(FOUR), posted=at - 20 * HOUR))
    ruling = only("ruleset-98", facts, at)
    assert (ruling.may_enact, ruling.next_event) == (True, "held")


def test_instants_after_the_year_9999_do_not_exist():
    posted = instant("9999-12-31T23:00:00")
    facts = game(matter("proposal", posted=posted))
    assert [only(law, facts, posted).next_change for law in LAWS] == [None] * 5


def test_the_beginning_of_time_is_an_instant_like_others():
    posted = instant("0001-01-01T00:00:00")
    people = [player(name, plays=Span(posted)) for name in "ABCDE"]
    facts = game(matter("proposal", posted=posted), people=people, emperor=False)
    assert only("ruleset-98", facts, posted).next_change == posted + 48 * HOUR


def queue(law: str, at, *matters) -> list[MatterVerdict]:
    return list(judged(law, game(*matters), at).matters)


@pytest.mark.parametrize("law", LAWS)
def test_only_the_oldest_proposal_may_be_resolved(law):
    first = matter("proposal", *votes(FOUR), id="first")
    second = matter("proposal", *votes(FOUR, 2 * HOUR), id="second", posted=POSTED + HOUR)
    verdicts = queue(law, POSTED + 20 * HOUR, second, first)
    assert [(v.matter.id, v.oldest, v.may_enact) for v in verdicts] == [
        ("first", True, True),
        ("second", False, False),
    ]


@pytest.mark.parametrize("law", LAWS)
def test_a_proposal_behind_another_may_not_be_failed(law):
    killed = matter(
        "proposal", says("B", "against", after=2 * HOUR), id="b", author="B", posted=POSTED + HOUR
    )
    verdicts = queue(law, POSTED + 3 * HOUR, matter(id="a"), killed)
    assert [(v.self_killed, v.may_fail) for v in verdicts] == [(False, False), (True, False)]


@pytest.mark.parametrize("law", LAWS)
def test_of_one_instant_the_order_of_the_file_decides(law):
    verdicts = queue(law, POSTED + HOUR, matter(id="z"), matter(id="a"))
    assert [(v.matter.id, v.oldest) for v in verdicts] == [("z", True), ("a", False)]


@pytest.mark.parametrize("law", STALE)
def test_a_stale_proposal_is_skipped_and_may_only_be_failed(law):
    old = matter("proposal", *votes(FOUR), id="old")
    new = matter(
        "proposal", *votes("A:for B:for C:for D:for", 150 * HOUR), id="new", posted=POSTED + 100 * HOUR
    )
    at_limit = [(v.oldest, v.stale, v.may_enact, v.may_fail) for v in queue(law, POSTED + WEEK, old, new)]
    assert at_limit == [(True, False, True, False), (False, False, False, False)]
    beyond = [(v.oldest, v.stale, v.may_enact, v.may_fail) for v in queue(law, POSTED + WEEK + BIT, old, new)]
    assert beyond == [(False, True, False, True), (True, False, True, False)]


@pytest.mark.parametrize("law", OLD)
def test_early_laws_know_no_stale_proposals(law):
    verdicts = queue(law, POSTED + 400 * HOUR, matter("proposal", *votes(FOUR)))
    assert [(v.oldest, v.stale, v.may_enact, v.may_fail) for v in verdicts] == [(True, False, True, False)]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["cfj", "dov"])
def test_other_matters_have_no_queue(law, kind):
    verdict = only(law, game(matter(kind)))
    assert (verdict.oldest, verdict.stale) == (None, None)
