"""Comments and the votes in them: which icons count, what is kept, and what is asked before it is done."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import translation

from blognomic.web.errors import NeedsConfirmation, RuleBroken, Stale
from players.models import Dynasty, Game
from tests.votables.table import (
    HOUR,
    Kind,
    declare,
    event,
    join,
    noon,
    person,
    propose,
    say,
    seat,
    vote,
    write,
)
from votables.models import Comment
from votables.queries.judge_facts import docket_at
from votables.services import resolving
from votables.services.commenting import COMMENT_LENGTH, comment

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
SECOND = timedelta(seconds=1)


def refused(post, by, at, text, **more) -> RuleBroken:
    """How a comment is refused. Nothing of it may be left behind."""
    before = Comment.objects.count()
    with pytest.raises(RuleBroken) as caught:
        comment(post=post, by=by, at=at, text=text, **more)
    assert Comment.objects.count() == before
    return caught.value


def kept(written: Comment) -> tuple:
    return written.icons, written.ignored, written.cast


def test_a_comment_is_kept_with_its_icons_and_its_vote():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    written = say(post, carol, noon(1, hours=1), "I was :AGAINST:, but `:veto:` is no icon. :for:")
    assert Comment.objects.values().get() == {
        "id": written.pk,
        "post_id": post.pk,
        "author_id": carol.pk,
        "at": noon(1, hours=1),
        "text": "I was :AGAINST:, but `:veto:` is no icon. :for:",
        "html": written.html,
        "icons": ["against", "for"],
        "ignored": {},
        "cast": "for",
        "by_player": True,
        "asks": "",
    }
    assert written.html.count("<svg") == 2
    assert "<code>:veto:</code>" in written.html


def test_a_vote_alone_is_a_valid_comment():
    alice, bobby, carol, *_ = seat(*FIVE)
    assert kept(say(propose(bobby, noon(1)), carol, noon(1), ":for:")) == (["for"], {}, "for")


def test_an_icon_that_its_author_may_not_use_stays_text_with_the_reason():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    written = say(post, carol, noon(1), ":for: and :veto:")
    assert kept(written) == (["for", "veto"], {"1": "Only the emperor may use VETO."}, "for")
    assert (written.html.count("<svg"), ":veto:" in written.html) == (1, True)
    assert docket_at(noon(1)).ruling(post).vetoed is False


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs some words, or a vote"),
        (" \n\t ", "needs some words, or a vote"),
        ("x" * (COMMENT_LENGTH + 1), "at most 30,000 characters"),
        ("nothing\x00ness", "the site cannot save"),
        ("half a \ud83d", "the site cannot save"),
        ("[" * 1001 + ":for:", "brackets"),
        ("> " * 2000 + ":for:", ""),
    ],
)
def test_a_comment_that_makes_no_sense_is_refused(text, words):
    alice, bobby, carol, *_ = seat(*FIVE)
    broken = refused(propose(bobby, noon(1)), carol, noon(1), text)
    assert (broken.status, words in broken.sentence) == (400, True)


def test_thousands_of_icons_are_weighed_at_once():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    written = say(post, carol, noon(1), ":for::veto:" * 2_000)
    assert (len(written.icons), len(written.ignored), written.cast) == (4_000, 2_000, "for")


def test_emoji_and_other_scripts_are_kept_as_they_came():
    alice, bobby, carol, *_ = seat(*FIVE)
    text = "\u202eRTL\u202c שלום 👩‍🚀 ﷽ :for:"
    written = say(propose(bobby, noon(1)), carol, noon(1), text)
    assert (Comment.objects.get().text, written.cast) == (text, "for")


# Whose vote it is


def test_a_guests_vote_waits_until_they_play():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    guest = person("Gregory")
    written = say(post, guest, noon(1), "I would vote :for:")
    assert (written.cast, written.by_player) == ("for", False)
    assert "Gregory" not in docket_at(noon(1)).ruling(post).votes
    event(guest, Kind.JOINED, at=noon(1, hours=1))
    assert docket_at(noon(1, hours=1)).ruling(post).votes["Gregory"].counts_as == "for"


def test_an_idle_players_vote_counts_again_when_they_are_back():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=carol)
    event(carol, Kind.IDLED, at=noon(2))
    assert say(post, carol, noon(2, hours=1), ":for:").by_player is False
    tallies = [docket_at(noon(day)).ruling(post).tally for day in (1, 3)]
    event(carol, Kind.UNIDLED, at=noon(4))
    tallies.append(docket_at(noon(4)).ruling(post).tally)
    assert [(tally.f, tally.a) for tally in tallies] == [(1, 1), (1, 0), (2, 0)]


def test_on_what_is_no_pending_matter_icons_are_text():
    alice, bobby, carol, *_ = seat(*FIVE)
    for post in (write(bobby, noon(1)), write(bobby, noon(1), category="story")):
        written = say(post, carol, noon(1), "I like it :for:")
        assert (kept(written), "<svg" in written.html) == (([], {}, ""), False)


# What is asked before it is done


def test_a_veto_asks_once_and_then_sticks():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    broken = refused(post, alice, noon(1), "No. :veto:")
    assert (type(broken), broken.status, "vetoes the proposal" in broken.sentence) == (
        NeedsConfirmation, 409, True,
    )  # fmt: skip
    assert kept(comment(post=post, by=alice, at=noon(1), text="No. :veto:", confirmed=True)) == (
        ["veto"], {}, "veto",
    )  # fmt: skip
    vote(post, noon(1), **{"for": alice})
    assert docket_at(noon(1)).ruling(post).vetoed is True


@pytest.mark.parametrize("law", LAWS)
def test_an_author_who_votes_against_their_own_proposal_is_asked(law):
    alice, bobby, *_ = seat(*FIVE, law=law)
    post = propose(bobby, noon(1))
    broken = refused(post, bobby, noon(1), "Bad idea :against:")
    assert (type(broken), "your own proposal" in broken.sentence) == (NeedsConfirmation, True)
    comment(post=post, by=bobby, at=noon(1), text=":against:", confirmed=True)
    again = comment(post=post, by=bobby, at=noon(1), text="After all :for:")
    locked = law in ("ruleset-37", "ruleset-86")
    assert (again.cast, bool(again.ignored)) == (("", True) if locked else ("for", False))
    assert docket_at(noon(1)).ruling(post).self_killed is True


def test_a_vote_that_does_nothing_for_good_is_not_asked_about():
    alice, bobby, carol, *_ = seat(*FIVE)
    proposal, call = propose(bobby, noon(1)), propose(bobby, noon(1), category="cfj")
    assert [
        comment(post=proposal, by=carol, at=noon(1), text=":against:").cast,
        comment(post=proposal, by=carol, at=noon(1), text=":veto:").cast,
        comment(post=proposal, by=bobby, at=noon(1), text=":against: no, :for:").cast,
        comment(post=call, by=bobby, at=noon(1), text=":against:").cast,
    ] == ["against", "", "for", "against"]


# When


def test_no_comment_is_dated_before_what_was_there_already():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    early = say(post, carol, noon(0), ":for:")
    late = say(post, carol, noon(1, seconds=5), ":against:")
    crossed = say(post, david, noon(1), ":for:")
    event(ellen, Kind.IDLED, at=noon(1, seconds=9))
    after_idling = say(post, ellen, noon(1), ":for:")
    assert [one.at for one in (early, late, crossed, after_idling)] == [
        noon(1), noon(1, seconds=5), noon(1, seconds=5), noon(1, seconds=9),
    ]  # fmt: skip
    assert after_idling.by_player is False


def test_of_two_comments_of_one_instant_the_later_written_counts():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=carol)
    vote(post, noon(1), **{"for": carol})
    assert docket_at(noon(1)).ruling(post).votes["Carol"].cast == "for"


def test_comments_are_closed_once_a_matter_is_resolved():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-86")
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=bobby)
    resolving.resolve(post=post, to="failed", by=alice, at=noon(2))
    broken = refused(post, carol, noon(2), ":for:")
    assert (type(broken), broken.status, broken.sentence) == (
        Stale,
        409,
        "This Proposal has been resolved (failed). Comments on it are closed, so yours was not posted.",
    )


def test_votes_on_proposals_are_ignored_in_hiatus_under_37():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-37")
    post = propose(bobby, noon(1))
    dov = declare(bobby, noon(1))
    written = say(post, carol, noon(1, hours=1), ":for:")
    assert (written.cast, list(written.ignored)) == ("", ["0"])
    assert say(dov, carol, noon(1, hours=1), ":for:").cast == "for"


@pytest.mark.parametrize("law", LAWS[1:])
def test_votes_go_on_in_hiatus_and_in_the_season_under_the_others(law):
    alice, bobby, carol, *_ = seat(*FIVE, law=law)
    christmas = noon(0).replace(month=12, day=24)
    post = propose(bobby, christmas - 24 * HOUR)
    assert say(post, carol, christmas, ":for:").cast == "for"
    declare(bobby, christmas - 13 * HOUR)
    assert say(post, carol, christmas, ":against:").cast == "against"


# What is asked of the admins


def test_a_comment_may_ask_the_admins_for_something():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = write(bobby, noon(1))
    guest, idler = person("Gregory"), event(join("Isaac", at=noon(1)), Kind.IDLED, at=noon(1))
    assert [
        say(post, carol, noon(1), "Please idle me.").asks,
        say(post, carol, noon(1), "Nothing", asks="idle").asks,
        say(post, carol, noon(1), "Nothing", asks="unidle").asks,
        say(post, idler, noon(1), "Could an admin unidle me?").asks,
        say(post, guest, noon(1), "Can I play?", asks="join").asks,
        say(post, carol, noon(1), "> Please idle me.\n\nNo.").asks,
    ] == ["idle", "idle", "", "unidle", "join", ""]


def test_names_in_a_comment_lead_to_players_posts_and_rules():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1), "Cats")
    written = say(post, carol, noon(1), "@bobby, see [[Cats]] and [[Votes]]; not [[Dogs]] or @Nobody")
    assert f'<a href="/players/{bobby.pk}/"' in written.html
    assert f'<a href="/posts/{post.pk}/"' in written.html
    assert '<a href="/law/#' in written.html
    assert 'not <span class="unknown">[[Dogs]]</span> or <span class="unknown">@Nobody</span>' in written.html


def test_there_is_no_comment_before_a_game_is_founded():
    seat(*FIVE)
    post = write(person("Gregory"), noon(1))
    Game.objects.all().delete()
    assert refused(post, post.author, noon(1), "Hello").status == 409


def test_why_a_vote_does_not_count_is_kept_alike_whatever_language_its_author_reads():
    alice, bobby, carol, david, *_ = seat(*FIVE)
    words = {"emperor_word": "Conductor", "emperors_word": "Conductors", "player_word": "Guest"}
    Dynasty.objects.update(**words)
    post = propose(bobby, noon(1))
    reasons = []
    for language, author in (("en", carol), ("de", david)):
        with translation.override(language):
            (reason,) = comment(post=post, by=author, at=noon(1), text=":veto:").ignored.values()
        reasons.append(reason)
    assert reasons[0] == reasons[1]
    assert reasons[0].in_english == "Only the emperor may use VETO."
    call_command("check_game", stdout=StringIO())
