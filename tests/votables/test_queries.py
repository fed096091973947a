"""What pages say of matters, votes, standstills and people."""

from datetime import timedelta

import pytest

from players.errors import RuleBroken
from ruleset.law import SHIPPED
from votables.docket import docket
from votables.legend import Mark
from votables.models import Post
from votables.queries import (
    STATE_LABELS,
    Banner,
    Outlook,
    Struck,
    Vote,
    VoteButton,
    banners,
    comment_rows,
    page_of,
    profile_of,
    settled,
    vote_buttons,
)
from votables.services import resolving

from .table import HOUR, Kind, declare, event, noon, person, propose, say, seat, vote, write

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def case_of(post: Post, at):
    return Outlook(at, None).case(post)


# How a matter stands


def waiting_for_time(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": others[:2]})
    return post, noon(1, hours=1)


def popular_by_quorum(bobby, others):
    return waiting_for_time(bobby, others)[0], noon(1, hours=12)


def shot_down(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=others[:3])
    return post, noon(1)


def vetoed(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), veto=others[0])
    return post, noon(1)


def withdrawn(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=bobby)
    return post, noon(1)


def forgotten(bobby, others):
    return propose(bobby, noon(1)), noon(8) + MINUTE


def in_hiatus(bobby, others):
    post = waiting_for_time(bobby, others)[0]
    declare(others[1], noon(1))
    return post, noon(2)


def behind_an_older_one(bobby, others):
    propose(others[2], noon(0))
    return waiting_for_time(bobby, others)[0], noon(1, hours=12)


def fresh(bobby, others):
    return propose(bobby, noon(1)), noon(1)


def a_victory_nobody_believes(bobby, others):
    post = declare(bobby, noon(1))
    vote(post, noon(1), against=others[:3])
    return post, noon(1)


def a_victory_that_few_have_seen(bobby, others):
    post = declare(bobby, noon(1))
    vote(post, noon(1), **{"for": others[1]})
    return post, noon(3)


STATES = {
    "waiting": (waiting_for_time, "Not yet: to be enacted it needs 11 h 0 min."),
    "enactable": (popular_by_quorum, "An admin may enact it now."),
    "failable": (shot_down, "An admin may fail it now."),
    "vetoed": (vetoed, "An admin may fail it now."),
    "withdrawn": (withdrawn, "An admin may fail it now."),
    "stale": (forgotten, "An admin may fail it now."),
    "stopped": (in_hiatus, "It could be enacted, but not now: a declaration of victory is pending: "),
    "behind": (behind_an_older_one, "It could be enacted, but not now: older matters come first: Cats."),
    "open": (fresh, "Not yet: to be enacted it needs "),
    "unpopular": (a_victory_nobody_believes, "Not yet: to be enacted it needs "),
    "popular": (a_victory_that_few_have_seen, "Not yet: to be enacted it needs "),
}


def test_every_state_is_looked_at():
    assert STATES.keys() == STATE_LABELS.keys()


@pytest.mark.parametrize("state", STATES)
def test_a_matter_stands_in_one_word_and_one_sentence(state):
    build, sentence = STATES[state]
    alice, bobby, *others = seat(*FIVE)
    case = case_of(*build(bobby, [alice, *others]))
    assert (case.state, case.state_label) == (state, STATE_LABELS[state])
    assert case.sentence.startswith(sentence)


@pytest.mark.parametrize("law", SHIPPED)
def test_an_authors_own_vote_against_is_called_as_the_law_calls_it(law):
    alice, bobby, *others = seat(*FIVE, law=law)
    case = case_of(*withdrawn(bobby, [alice, *others]))
    assert case.state_label == ("withdrawn" if law == "ruleset-211" else "self-killed")


def test_a_case_shows_the_votes_who_is_missing_and_what_is_struck_out():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [carol, david], "against": [carol], "def": [ellen]})
    event(david, Kind.IDLED, at=noon(2))
    case = case_of(post, noon(2))
    assert case.votes == [
        Vote(bobby, "", "for"),
        Vote(carol, "against", "against"),
        Vote(ellen, "deferential", ""),
    ]
    assert case.waiting == [alice]
    assert [(one.player, one.cast) for one in case.struck] == [
        (carol, "for"),
        (david, "for"),
        (ellen, "deferential"),
    ]
    assert isinstance(case.struck[0], Struck)
    assert case.struck[0].reason == "superseded by a later vote of the same player"
    assert case.struck[1].reason == "David is not in the roster now"
    assert (case.f, case.a, case.x, case.quorum, case.roster_size, case.tally) == (1, 1, 0, 3, 4, "1–1")


def test_buttons_are_the_laws_icons_as_one_may_use_them():
    alice, bobby, *_ = seat(*FIVE)
    case = case_of(propose(bobby, noon(1)), noon(1))
    labels = [
        ("for", "FOR", ":for:"),
        ("against", "AGAINST", ":against:"),
        ("deferential", "DEFERENTIAL", ":def:"),
    ]
    for player, may in ((alice, True), (bobby, False)):
        reason = "" if may else "Only the emperor may use VETO."
        assert vote_buttons(case, player) == [
            *(
                VoteButton(icon, label, code, True, "", Mark(label, icon, "", icon))
                for icon, label, code in labels
            ),
            VoteButton("veto", "VETO", ":veto:", may, reason, Mark("VETO", "veto", "", "veto")),
        ]
    guest = vote_buttons(case, person("Gregory"))
    assert (guest[0].allowed, guest[0].reason) == (True, "It counts only once you are in the roster.")


# How a matter came out


def test_a_resolved_matters_comments_show_whose_vote_decided():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    guest = person("Gregory")
    said = [
        say(post, carol, noon(1), ":against:"),
        say(post, carol, noon(1), "On reflection :for:"),
        say(post, carol, noon(1), "And a word."),
        say(post, guest, noon(1), ":for:"),
        say(post, david, noon(1), ":for:"),
    ]
    live = comment_rows(said, case_of(post, noon(2)), [])
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    post.refresh_from_db()
    how = settled(post)
    rows = comment_rows(post.comments.order_by("pk"), None, how.ballots)
    marks = ["superseded", "effective", "", "uncounted", "effective"]
    assert [row.mark for row in live] == [row.mark for row in rows] == marks
    assert [row.note for row in rows] == [
        "superseded by a later vote", "", "", "not a player when it was resolved", "",
    ]  # fmt: skip
    assert [(ballot.player, ballot.cast, ballot.counts_as) for ballot in how.ballots] == [
        (bobby, "", "for"),
        (carol, "for", "for"),
        (david, "for", "for"),
    ]
    assert (how.last.tally, how.marked) == ("3–0", [])


def test_a_corrected_matter_shows_every_status_it_was_given():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    first = resolving.resolve_against_verdict(post=post, to="enacted", by=alice, at=noon(1), reason="One")
    second = resolving.overturn(post=post, to="failed", seen=first.pk, by=alice, at=noon(2), reason="Two")
    post.refresh_from_db()
    how = settled(post)
    assert (how.last, [(one, one.reason) for one in how.marked]) == (
        second,
        [(first, "One"), (second, "Two")],
    )
    assert [ballot.player for ballot in how.ballots] == [bobby]


# Standstills


@pytest.mark.parametrize(
    ("law", "more", "call", "still"),
    [
        ("ruleset-98", "", "Call for Judgment", ", unidling, joining, voting"),
        ("ruleset-211", ", unidling, joining", "Call for Judgement", ", voting"),
        (
            "ruleset-37",
            "",
            "Call for Judgment",
            ", unidling, joining, voting where the icons are for a hiatus too",
        ),
    ],
)
def test_a_pending_declaration_has_a_banner_that_says_what_is_stopped(law, more, call, still):
    alice, bobby, *_ = seat(*FIVE, law=law)
    declare(bobby, noon(1))
    sentence = "A declaration of victory is pending. "
    sentence += "Not now: posting a Proposal, resolving a Proposal, dynastic actions"
    kinds = [
        f"{verb} a {kind}" for verb in ("posting", "resolving") for kind in (call, "Declaration of Victory")
    ]
    allowed = f"Still allowed: {', '.join(kinds)}, changes of the roster{still}."
    assert banners(docket(noon(1))) == [Banner("dov", f"{sentence}{more}.", None, allowed)]


@pytest.mark.parametrize(("month", "day", "year"), [(12, 24, 2026), (12, 26, 2026)])
def test_the_seasons_banner_says_until_when(month, day, year):
    seat(*FIVE)
    christmas = noon(0).replace(month=month, day=day)
    (banner,) = banners(docket(christmas))
    assert (banner.code, banner.until) == ("seasonal", noon(0).replace(year=year, month=12, day=27, hour=0))


def test_a_game_that_goes_on_has_no_banner():
    seat(*FIVE)
    assert Outlook(noon(1), None).standstill == []


# The frame of every page


def test_a_site_without_a_game_has_an_outlook_too():
    game = Outlook(noon(1), person("Alice"))
    found = (
        game.game,
        game.held,
        game.dynasty,
        game.emperor,
        game.roster,
        game.idle,
        game.queue,
        game.standstill,
    )
    assert found == (None, None, None, None, [], [], [], [])
    assert (game.quorum, game.needs_vote, game.pending_admin) == (1, [], 0)


def test_what_needs_ones_vote_and_ones_hand():
    alice, bobby, carol, *_ = seat(*FIVE)
    done, open_ = propose(bobby, noon(1)), propose(carol, noon(1, hours=1))
    vote(done, noon(1, hours=2), **{"for": [alice, carol]})
    at = noon(1, hours=12)
    assert [Outlook(at, player).needs_vote for player in (alice, bobby, carol, person("Gregory"), None)] == [
        [open_.pk], [open_.pk], [], [], [],
    ]  # fmt: skip
    assert [Outlook(at, player).pending_admin for player in (alice, bobby, None)] == [1, 0, 0]
    assert [case.post for case in Outlook(at, None).actionable] == [done]


# Pages of posts


def test_pages_follow_each_other_without_a_gap_whatever_is_posted_meanwhile():
    alice, *_ = seat(*FIVE)
    posts = [write(alice, noon(1), f"Post {number}") for number in range(5)]
    rows = Post.objects.for_front_page()
    first = page_of(rows, before="", size=2)
    write(alice, noon(1), "Meanwhile")
    second = page_of(rows, before=str(first.older), size=2)
    third = page_of(rows, before=str(second.older), size=2)
    assert [page.posts for page in (first, second, third)] == [posts[:2:-1], posts[2:0:-1], posts[:1]]
    assert [(page.older, page.newest) for page in (first, second, third)] == [
        (posts[3].pk, True),
        (posts[1].pk, False),
        (None, False),
    ]


@pytest.mark.parametrize("before", ["x", "-1", "0", "99", "1.5", "9" * 16, "9" * 99, "٣", "\x00", " 1"])
def test_a_page_that_is_none_is_not_found(before):
    alice, *_ = seat(*FIVE)
    write(alice, noon(1))
    with pytest.raises(RuleBroken, match="There is no such page") as broken:
        page_of(Post.objects.for_front_page(), before=before, size=2)
    assert broken.value.status == 404


# Profiles


def test_a_profile_counts_what_somebody_did_and_how_it_went(django_assert_num_queries):
    alice, bobby, carol, david, ellen = seat(*FIVE)
    for day, votes in ((1, {"for": [alice, carol]}), (2, {"against": [alice, carol, david]})):
        post = propose(bobby, noon(day))
        vote(post, noon(day), **votes)
        resolving.resolve(post=post, to="enacted" if day == 1 else "failed", by=alice, at=noon(day + 1))
    pending = propose(bobby, noon(4))
    talk = write(bobby, noon(4))
    with django_assert_num_queries(7):
        found = profile_of(bobby)
    assert found.outcomes == {"enacted": 1, "failed": 1, "pending": 1}
    assert found.posts[:2] == [talk, pending]
    assert (found.votes, len(found.ballots), found.comments) == ({"for": 2}, 2, 0)
    assert [event.kind for event in found.events] == ["joined"]
    assert profile_of(carol).votes == {"for": 1, "against": 1}
    assert [reign.player for reign in profile_of(alice).reigns] == [alice]


def test_an_overturned_vote_counts_once():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    first = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    resolving.overturn(post=post, to="pending", seen=first.pk, by=alice, at=noon(2), reason="Again")
    assert profile_of(carol).votes == {}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) + HOUR)
    assert profile_of(carol).votes == {"for": 1}
