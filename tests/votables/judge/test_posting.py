"""The Posts table, cell by cell, on and beside each boundary, at every law."""

from datetime import timedelta

import pytest

from votables.judge import Player, Span
from votables.judge.posting import (
    CommentFacts,
    PostFacts,
    edit_until,
    is_new_player,
    may_change_category,
    may_correct_typo,
    may_edit,
    may_make_proposal,
    may_remove,
)

from .world import BIT, HOUR, LAWS, POSTED, law

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
ON = timedelta(0)

SILENCE = ()
GUEST = (CommentFacts("Guest", False, ()),)
GUEST_VOTE = (CommentFacts("Guest", False, ("for",)),)
TALK = (CommentFacts("B", True, ()),)
VOTE = (CommentFacts("B", True, ("for",)),)
OWN_TALK = (CommentFacts("A", True, ()),)
TALK_AND_GUEST_VOTE = TALK + GUEST_VOTE


def a_post(category: str = "proposal", comments=SILENCE, *, resolved: bool = False) -> PostFacts:
    matter = category in ("proposal", "cfj", "dov")
    return PostFacts(category, "A", POSTED, matter and not resolved, resolved, comments)


def at_every_law(*cells: object) -> list[tuple[str, object]]:
    """One cell of the table for each law, in the order of LAWS."""
    return list(zip(LAWS, cells, strict=True))


# An author may edit an official post

EDITED_WITHIN = at_every_law(None, None, None, 2, 4)


@pytest.mark.parametrize(("name", "hours"), EDITED_WITHIN)
def test_an_official_post_is_edited_by_its_author_while_the_law_leaves_time(name, hours):
    ages = [ON, 2 * HOUR - BIT, 2 * HOUR, 4 * HOUR - BIT, 4 * HOUR, 1000 * DAY]
    for category in ("proposal", "cfj", "dov", "ascension", "story"):
        allowed = [may_edit(a_post(category), law=law(name), at=POSTED + age, by="A").allowed for age in ages]
        assert allowed == [hours is None or age < hours * HOUR for age in ages]
    assert edit_until(a_post(), law=law(name)) == (None if hours is None else POSTED + hours * HOUR)


COMMENTED = {
    "nothing": (SILENCE, True, True, True),
    "talk of a guest": (GUEST, True, True, True),
    "a vote of a guest": (GUEST_VOTE, True, True, True),
    "talk of a player": (TALK, False, True, False),
    "talk of the author": (OWN_TALK, False, True, False),
    "a vote of a player": (VOTE, False, False, False),
    "talk of a player and a guest's vote": (TALK_AND_GUEST_VOTE, False, False, False),
}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize(
    ("comments", "early", "late_matter", "late_other"), COMMENTED.values(), ids=list(COMMENTED)
)
def test_comments_of_players_close_a_post_and_later_only_votes_close_a_matter(
    name, comments, early, late_matter, late_other
):
    """Until a player has commented; from 2019 on a votable matter stays open until somebody has voted."""
    late = name in ("ruleset-2019-09", "ruleset-211")
    ask = {"law": law(name), "at": POSTED + HOUR, "by": "A"}
    assert may_edit(a_post("proposal", comments), **ask).allowed is (late_matter if late else early)
    assert may_edit(a_post("story", comments), **ask).allowed is (late_other if late else early)


@pytest.mark.parametrize("name", LAWS)
def test_only_the_author_edits_removes_moves_or_corrects(name):
    ask = {"law": law(name), "at": POSTED, "by": "B"}
    leaves = [
        may_edit(a_post(), **ask),
        may_remove(a_post(), **ask),
        may_change_category(a_post(), **ask, to="cfj"),
        may_correct_typo(a_post(), **ask),
    ]
    assert [leave.allowed for leave in leaves] == [False] * 4
    assert {leave.reason.partition(" can ")[0] for leave in leaves} == {"Only the author"}


@pytest.mark.parametrize("name", LAWS)
def test_a_resolved_matter_stays_as_it_is(name):
    done = a_post(resolved=True)
    ask = {"law": law(name), "at": POSTED, "by": "A"}
    assert [
        may_edit(done, **ask).allowed,
        may_remove(done, **ask).allowed,
        may_change_category(done, **ask, to="cfj").allowed,
        may_correct_typo(done, **ask).allowed,
    ] == [False] * 4


@pytest.mark.parametrize("name", LAWS)
def test_a_post_without_a_category_is_its_authors_to_edit_at_any_age(name):
    ask = {"law": law(name), "at": POSTED + 1000 * DAY, "by": "A"}
    assert may_edit(a_post("", VOTE), **ask).allowed
    assert edit_until(a_post(""), law=law(name)) is None


# An author may remove it

REMOVES = at_every_law(True, True, True, False, False)


@pytest.mark.parametrize(("name", "removes"), REMOVES)
def test_an_official_post_is_removed_only_while_it_may_be_edited_and_only_under_the_early_laws(name, removes):
    ask = {"law": law(name), "at": POSTED + HOUR, "by": "A"}
    assert [
        may_remove(a_post(), **ask).allowed,
        may_remove(a_post("story"), **ask).allowed,
        may_remove(a_post(comments=GUEST), **ask).allowed,
        may_remove(a_post(comments=TALK), **ask).allowed,
    ] == [removes, removes, removes, False]


@pytest.mark.parametrize("name", LAWS)
def test_a_post_without_a_category_is_removed_until_anybody_has_commented(name):
    ask = {"law": law(name), "at": POSTED + 1000 * DAY, "by": "A"}
    assert may_remove(a_post(""), **ask).allowed
    assert not may_remove(a_post("", GUEST), **ask).allowed


# An author may change a post's category

OFFICIAL_MINUTES = at_every_law(None, 15, 15, 15, 15)
OTHER_MINUTES = at_every_law(5, 15, 15, 15, 15)


@pytest.mark.parametrize(("name", "minutes"), OFFICIAL_MINUTES)
def test_an_official_post_is_moved_up_to_15_minutes_after_it_was_posted(name, minutes):
    ages = [ON, 15 * MINUTE - BIT, 15 * MINUTE, 15 * MINUTE + BIT]
    allowed = [
        may_change_category(a_post(), law=law(name), at=POSTED + age, by="A", to="cfj").allowed
        for age in ages
    ]
    assert allowed == ([False] * 4 if minutes is None else [True, True, True, False])


@pytest.mark.parametrize(("name", "minutes"), OFFICIAL_MINUTES)
def test_an_official_post_is_moved_only_while_it_may_be_edited(name, minutes):
    ask = {"law": law(name), "at": POSTED + MINUTE, "by": "A", "to": "cfj"}
    late = name in ("ruleset-2019-09", "ruleset-211")
    assert [
        may_change_category(a_post(comments=GUEST), **ask).allowed,
        may_change_category(a_post(comments=TALK), **ask).allowed,
        may_change_category(a_post(comments=VOTE), **ask).allowed,
    ] == [minutes is not None, late, False]


@pytest.mark.parametrize(("name", "minutes"), OTHER_MINUTES)
def test_another_post_becomes_official_while_it_is_young_and_nobody_has_commented(name, minutes):
    ages = [ON, 5 * MINUTE - BIT, 5 * MINUTE, 15 * MINUTE - BIT, 15 * MINUTE]
    ask = {"law": law(name), "by": "A", "to": "proposal"}
    allowed = [may_change_category(a_post(""), at=POSTED + age, **ask).allowed for age in ages]
    assert allowed == [age < minutes * MINUTE for age in ages]
    assert not may_change_category(a_post("", GUEST), at=POSTED, **ask).allowed


# An author may correct obvious typographical mistakes in their own pending

CORRECTED = at_every_law(set(), set(), {"proposal"}, {"proposal"}, {"proposal", "cfj", "dov"})


@pytest.mark.parametrize(("name", "kinds"), CORRECTED)
def test_typographical_mistakes_are_corrected_in_pending_matters_however_old_and_voted_on(name, kinds):
    ask = {"law": law(name), "at": POSTED + 10 * DAY, "by": "A"}
    posted_by = {
        kind
        for kind in ("proposal", "cfj", "dov", "ascension", "story", "")
        if may_correct_typo(a_post(kind, VOTE), **ask).allowed
    }
    assert posted_by == kinds


# An admin may turn a new player's uncategorised post into a proposal

ADOPTED = at_every_law(False, False, False, True, True)


@pytest.mark.parametrize(("name", "adopts"), ADOPTED)
def test_a_new_players_post_becomes_a_proposal_under_six_hours(name, adopts):
    ages = [ON, 6 * HOUR - BIT, 6 * HOUR]
    ask = {"law": law(name), "by_new_player": True}
    allowed = [may_make_proposal(a_post(""), at=POSTED + age, **ask).allowed for age in ages]
    assert allowed == [adopts, adopts, False]
    assert not may_make_proposal(a_post("story"), at=POSTED, **ask).allowed
    assert not may_make_proposal(a_post(""), law=law(name), at=POSTED, by_new_player=False).allowed


@pytest.mark.parametrize(("name", "adopts"), ADOPTED)
def test_a_new_player_joined_less_than_seven_days_ago(name, adopts):
    joined = Player("A", (Span(POSTED - 90 * DAY, POSTED - 80 * DAY), Span(POSTED)))
    old = Player("A", (Span(POSTED - 90 * DAY),))
    ask = {"law": law(name)}
    assert [
        is_new_player(joined, at=POSTED, **ask),
        is_new_player(joined, at=POSTED + 7 * DAY - BIT, **ask),
        is_new_player(joined, at=POSTED + 7 * DAY, **ask),
        is_new_player(joined, at=POSTED - BIT, **ask),
        is_new_player(old, at=POSTED, **ask),
        is_new_player(Player("A", ()), at=POSTED, **ask),
    ] == [adopts, adopts, False, False, False, False]


@pytest.mark.parametrize(("name", "adopts"), ADOPTED)
def test_a_new_player_came_back_less_than_seven_days_ago_from_ninety_days_of_idleness(name, adopts):
    def back(idle: timedelta) -> Player:
        return Player("A", (Span(POSTED - 900 * DAY),), (Span(POSTED - idle, POSTED),))

    ask = {"law": law(name)}
    assert [
        is_new_player(back(90 * DAY), at=POSTED, **ask),
        is_new_player(back(90 * DAY), at=POSTED + 7 * DAY - BIT, **ask),
        is_new_player(back(90 * DAY), at=POSTED + 7 * DAY, **ask),
        is_new_player(back(90 * DAY), at=POSTED - BIT, **ask),
        is_new_player(back(90 * DAY - BIT), at=POSTED, **ask),
    ] == [adopts, adopts, False, False, False]
