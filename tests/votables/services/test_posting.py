"""Publishing, editing, moving and removing posts, and drafts: what the law in force allows, and what is kept."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Player
from tests.votables.table import (
    BEGINNING,
    HOUR,
    Kind,
    declare,
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
from votables.models import Draft, Post, PostVersion
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving
from votables.services.posting import BODY_LENGTH, DRAFTS

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def refused(act, *args, **kwargs) -> RuleBroken:
    """How an act is refused. Nothing of it may be left behind."""
    before = [model.objects.count() for model in (Post, PostVersion, AdminAct)]
    with pytest.raises(RuleBroken) as caught:
        act(*args, **kwargs)
    assert [model.objects.count() for model in (Post, PostVersion, AdminAct)] == before
    return caught.value


def edit(post: Post, at, *, by=None, seen=None, **texts) -> Post:
    """Edit a post as its author would who has just opened it."""
    kept = {"title": post.title, "body": post.body, "amends": post.amends, **texts}
    return posting.edit(post=post, seen=seen or post.version, by=by or post.author, at=at, **kept)


# Publishing


def test_a_published_post_is_kept_as_its_first_version_and_its_draft_is_gone():
    alice, bobby, *_ = seat(*FIVE)
    kept = posting.save_draft(by=bobby, at=noon(1), title="Half")
    draft = posting.save_draft(by=bobby, at=noon(1), title="Cats", body="*Purr*")
    post = posting.publish(
        by=bobby,
        at=noon(1),
        category="proposal",
        title="  [Core] Cats: Purring ",
        body="*Purr*",
        commentary="Miaow",
        amends=["dynastic", "core"],
        draft=draft,
    )
    expected = {
        "author_id": bobby.pk,
        "posted_at": noon(1),
        "matter_since": noon(1),
        "category": "proposal",
        "status": "pending",
        "title": "[Core] Cats: Purring",
        "body": "*Purr*",
        "body_html": "<p><em>Purr</em></p>",
        "commentary": "Miaow",
        "commentary_html": "<p>Miaow</p>",
        "admin_field": "",
        "admin_notes": None,
        "asks": "",
        "version": 1,
        "edited_at": None,
        "removed_at": None,
        "resolved_at": None,
        "amends": ["core", "dynastic"],
        "changes_nothing": False,
        "changes": [],
        "choices": [],
        "label": "",
        "illegal": False,
        "vetoed": False,
        "self_killed": False,
        "tally": "",
        "settled_by_id": None,
    }
    assert Post.objects.values().get() == {"id": post.pk, **expected}
    assert (post.tags, post.subject) == (["Core"], "Purring")
    version = PostVersion.objects.get()
    assert (version.number, version.kind, version.at, version.by, version.body, version.amends) == (
        1, "published", noon(1), bobby, "*Purr*", ["core", "dynastic"],
    )  # fmt: skip
    assert list(Draft.objects.all()) == [kept]


def test_posts_keep_their_order_whatever_the_clocks_of_their_requests_said():
    alice, bobby, *_ = seat(*FIVE)
    first = write(alice, noon(1))
    late = write(bobby, noon(1) - HOUR)
    early = write(bobby, BEGINNING - DAY)
    assert (first.posted_at, late.posted_at, early.posted_at) == (noon(1), noon(1), noon(1))
    assert list(Post.objects.newest_first()) == [early, late, first]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"title": ""}, "needs a subject"),
        ({"title": "Cats:  "}, "needs a subject"),
        ({"title": " \n"}, "needs a subject"),
        ({"title": "x" * 201}, "at most 200 characters"),
        ({"body": "x" * (BODY_LENGTH + 1)}, "at most 100,000 characters"),
        ({"commentary": "x" * (BODY_LENGTH + 1)}, "at most 100,000 characters"),
        ({"body": " \n "}, "text to vote on"),
        ({"amends": ["core", "weather"]}, "“weather” is not a part of the ruleset"),
        ({"body": "nothing\x00ness"}, "the site cannot save"),
        ({"title": "half a \ud83d"}, "the site cannot save"),
    ],
)
def test_a_post_that_makes_no_sense_is_refused(texts, words):
    alice, bobby, *_ = seat(*FIVE)
    broken = refused(propose, bobby, noon(1), **texts)
    assert (broken.status, words in broken.sentence) == (400, True)


def test_whoever_is_not_in_the_roster_posts_without_a_category_and_asks_to_join():
    seat(*FIVE)
    guest = person("Gregory")
    idler = event(join("Isaac", at=noon(0)), Kind.IDLED, at=noon(0, hours=1))
    for outsider in (guest, idler):
        for category in ("proposal", "cfj", "dov", "ascension", "story"):
            broken = refused(
                posting.publish, by=outsider, at=noon(1), category=category, title="Me", body="Me."
            )
            assert "roster" in broken.sentence or "Only a player who is not idle" in broken.sentence
    assert write(guest, noon(1), "Hello", "I would like to join the game.").asks == "join"
    assert write(guest, noon(1), "Hello", "Nice game.", asks="join").asks == "join"
    assert write(guest, noon(1), "Hello", "Nice game.", asks="idle").asks == ""
    assert write(idler, noon(1), "Hello", "Please unidle me.").asks == "unidle"


def test_a_proposal_about_idling_asks_for_nothing_unless_its_author_says_so():
    alice, bobby, *_ = seat(*FIVE)
    body = "I request that idle players keep their gold."
    assert propose(bobby, noon(1), body=body).asks == ""
    assert propose(bobby, noon(1), body=body, asks="idle").asks == "idle"


def test_players_write_story_posts_but_ascension_addresses_wait_for_an_interregnum():
    alice, bobby, *_ = seat(*FIVE)
    assert write(bobby, noon(1), category="story").status == ""
    broken = refused(write, alice, noon(1), category="ascension")
    assert (broken.sentence, broken.rule) == (
        "You can make an Ascension Address only in an interregnum, after a victory.",
        "Victory and Ascension",
    )


def test_the_emperor_does_not_declare_victory():
    alice, bobby, *_ = seat(*FIVE)
    assert "a player who is not the emperor can declare victory" in refused(declare, alice, noon(1)).sentence
    assert declare(bobby, noon(1)).is_pending


# Limits


@pytest.mark.parametrize("law", LAWS)
def test_two_proposals_are_pending_at_a_time(law):
    alice, bobby, *_ = seat(*FIVE, law=law)
    first = propose(bobby, noon(1))
    propose(bobby, noon(1))
    broken = refused(propose, bobby, noon(2))
    assert (broken.rule.startswith("Proposals"), broken.when) == (True, None)
    vote(first, noon(1), against=bobby)
    assert "reached the limit" in refused(propose, bobby, noon(2)).sentence
    resolving.resolve(post=first, to="failed", by=alice, at=noon(2))
    assert propose(bobby, noon(2)).is_pending


@pytest.mark.parametrize("law", LAWS)
def test_three_proposals_are_made_a_day_whatever_becomes_of_them(law):
    alice, bobby, *_ = seat(*FIVE, law=law)
    midnight = noon(2) - 12 * HOUR
    for _ in range(3):
        done = propose(bobby, noon(1))
        vote(done, noon(1), against=bobby)
        resolving.resolve(post=done, to="failed", by=alice, at=noon(1))
    assert refused(propose, bobby, midnight - MINUTE).when == midnight
    assert propose(bobby, midnight).is_pending


def test_a_third_proposal_may_be_pending_in_eighty_six_when_it_is_core():
    alice, bobby, *_ = seat(*FIVE, law="ruleset-86")
    propose(bobby, noon(1))
    propose(bobby, noon(1))
    refused(propose, bobby, noon(2), amends=["core", "dynastic"])
    refused(propose, bobby, noon(2), amends=[])
    assert propose(bobby, noon(2), amends=["core"]).is_pending
    refused(propose, bobby, noon(2, days=1), amends=["core"])


def test_calls_for_judgement_have_no_limit():
    alice, bobby, *_ = seat(*FIVE)
    for _ in range(5):
        assert propose(bobby, noon(1), category="cfj").is_pending


# Editing


def test_an_edit_keeps_what_stood_before_and_never_the_date():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    changed = edit(
        post,
        noon(1, hours=1),
        title="Cats and dogs",
        body="Add **dogs**.",
        amends=["appendix"],
        commentary="Woof",
    )
    assert (changed.posted_at, changed.matter_since, changed.edited_at, changed.version) == (
        noon(1), noon(1), noon(1, hours=1), 2,
    )  # fmt: skip
    assert changed.body_html == "<p>Add <strong>dogs</strong>.</p>"
    assert list(
        PostVersion.objects.values_list("number", "kind", "title", "body", "commentary", "amends")
    ) == [
        (1, "published", "Cats", "Add a rule called Cats.", "", ["dynastic"]),
        (2, "edit", "Cats and dogs", "Add **dogs**.", "Woof", ["appendix"]),
    ]
    assert docket_at(noon(2)).matter(changed).amends == {"appendix"}


def test_an_edit_of_an_older_version_is_refused_and_loses_nothing():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    edit(post, noon(1), body="From one window.")
    with pytest.raises(Stale, match="changed this post since you opened it"):
        edit(post, noon(1), seen=1, body="From another window.")
    assert Post.objects.get().body == "From one window."
    assert PostVersion.objects.count() == 2


def test_the_window_closes_with_a_players_comment_in_ninety_eight():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-98")
    post = propose(bobby, noon(1))
    say(post, person("Gregory"), noon(1))
    post = edit(post, noon(20), body="Nobody but a guest has spoken.")
    say(post, carol, noon(20))
    broken = refused(edit, post, noon(20))
    assert broken.sentence == "A player has commented on it, so it can no longer be edited."


def test_the_window_closes_with_a_vote_or_after_four_hours_under_211():
    alice, bobby, carol, *_ = seat(*FIVE)
    talked = propose(bobby, noon(1))
    say(talked, carol, noon(1))
    talked = edit(talked, noon(1, hours=4) - MINUTE, body="Talk does not close it.")
    assert refused(edit, talked, noon(1, hours=4)).sentence.endswith("in its first 4 hours.")
    voted = propose(bobby, noon(2))
    vote(voted, noon(2), **{"for": carol})
    assert refused(edit, voted, noon(2)).sentence.startswith("Somebody has voted on it")


@pytest.mark.parametrize("law", LAWS)
def test_nobody_edits_anothers_post_nor_a_resolved_one(law):
    alice, bobby, *_ = seat(*FIVE, law=law)
    post = propose(bobby, noon(1))
    assert refused(edit, post, noon(1), by=alice).sentence == "Only the author can edit this post."
    resolving.resolve_against_verdict(post=post, to="failed", by=alice, at=noon(1), reason="Test.")
    assert refused(edit, post, noon(1)).sentence == "It has been resolved, so it can no longer be edited."


def test_a_typographical_mistake_is_corrected_after_votes_without_touching_what_it_amends():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1), body="Add a rlue.", changes_nothing=True)
    vote(post, noon(1), **{"for": carol})
    refused(edit, post, noon(2), body="Add a rule.")
    refused(edit, post, noon(2), by=alice, body="Add a rule.", typo=True)
    post = edit(post, noon(2), body="Add a rule.", amends=["core"], typo=True)
    assert (post.body, post.amends, post.changes_nothing) == ("Add a rule.", ["dynastic"], True)
    assert PostVersion.objects.get(number=2).kind == "typo"


# Removing


def test_a_removed_proposal_is_pending_no_more_but_was_made_that_day():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-98")
    removed, *_ = [propose(bobby, noon(1)) for _ in range(2)]
    posting.remove(post=removed, by=bobby, at=noon(1))
    assert [post.title for post in docket_at(noon(1)).posts.values()] == ["Cats"]
    propose(bobby, noon(1))
    broken = refused(propose, bobby, noon(1))
    assert (broken.when, broken.rule) == (None, "Proposals")
    assert "2 pending" in broken.sentence
    removed.refresh_from_db()
    assert (removed.removed_at, removed.version, removed.status) == (noon(1), 2, "pending")
    assert PostVersion.objects.filter(post=removed, kind="removed").count() == 1
    with pytest.raises(Stale, match="already been removed"):
        posting.remove(post=removed, by=bobby, at=noon(1))


def test_nothing_is_done_with_a_removed_post():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-98")
    gone = propose(bobby, noon(1))
    posting.remove(post=gone, by=bobby, at=noon(1))
    gone.refresh_from_db()
    for act in (
        lambda: edit(gone, noon(1)),
        lambda: say(gone, carol, noon(1)),
        lambda: posting.change_category(post=gone, to="story", by=bobby, at=noon(1)),
        lambda: posting.make_proposal(post=gone, by=alice, at=noon(1)),
        lambda: resolving.resolve(post=gone, to="failed", by=alice, at=noon(20)),
        lambda: resolving.resolve_against_verdict(post=gone, to="failed", by=alice, at=noon(20), reason="x"),
        lambda: resolving.mark_illegal(post=gone, by=alice, at=noon(1), reason="x"),
    ):
        with pytest.raises(Stale, match="removed"):
            act()


def test_official_posts_stay_under_the_later_laws():
    alice, bobby, *_ = seat(*FIVE)
    for post in (propose(bobby, noon(1)), write(bobby, noon(1), category="story")):
        broken = refused(posting.remove, post=post, by=bobby, at=noon(1))
        assert broken.sentence == "You cannot remove an official post."
    assert posting.remove(post=write(bobby, noon(1)), by=bobby, at=noon(9)).removed_at == noon(9)


# Moving


def test_a_post_that_becomes_a_proposal_counts_as_posted_from_then_on():
    alice, bobby, carol, *_ = seat(*FIVE)
    moved, other = write(bobby, noon(1)), propose(carol, noon(1, minutes=5))
    moved = posting.change_category(
        post=moved, to="proposal", by=bobby, at=noon(1, minutes=10), amends=["gamestate"]
    )
    assert (moved.status, moved.posted_at, moved.matter_since, moved.amends, moved.version) == (
        "pending", noon(1), noon(1, minutes=10), ["gamestate"], 2,
    )  # fmt: skip
    assert list(docket_at(noon(1, minutes=10)).posts.values()) == [other, moved]
    version = PostVersion.objects.get(post=moved, number=2)
    assert (version.kind, version.category) == ("category", "proposal")


def test_a_moved_post_is_within_the_limits():
    alice, bobby, *_ = seat(*FIVE)
    talk, call = write(bobby, noon(1)), propose(bobby, noon(1), category="cfj")
    propose(bobby, noon(1))
    propose(bobby, noon(1))
    for post in (talk, call):
        broken = refused(posting.change_category, post=post, to="proposal", by=bobby, at=noon(1))
        assert "limit of 2 pending" in broken.sentence
    assert posting.change_category(post=talk, to="cfj", by=bobby, at=noon(1)).is_pending


def test_two_moves_whose_clocks_crossed_are_both_seen_by_the_limit():
    alice, bobby, *_ = seat(*FIVE)
    talks = [write(bobby, noon(1)) for _ in range(3)]
    for post, seconds in ((talks[0], 2), (talks[1], 1)):
        posting.change_category(post=post, to="proposal", by=bobby, at=noon(1, seconds=seconds))
    broken = refused(posting.change_category, post=talks[2], to="proposal", by=bobby, at=noon(1))
    assert "limit of 2 pending" in broken.sentence
    assert "limit of 2 pending" in refused(propose, bobby, noon(1)).sentence


def test_a_proposal_moved_back_to_talk_is_pending_no_more():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    post = posting.change_category(post=post, to="", by=bobby, at=noon(1, minutes=15))
    assert (post.category, post.status, post.matter_since, post.amends) == ("", "", None, [])
    assert docket_at(noon(1, minutes=15)).posts == {}


@pytest.mark.parametrize("to", ["proposal", "ascension", "weather"])
def test_a_post_is_not_moved_to_where_it_is_nor_where_nobody_may(to):
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    assert refused(posting.change_category, post=post, to=to, by=bobby, at=noon(1)).status == 400


@pytest.mark.parametrize(
    ("text", "more", "carried"),
    [
        ("Each player gains 2 Gold.", {}, ["step"]),
        ("Each player gains 2 Gold.", {"changes_nothing": True}, []),
        ("Repeal the rule “Mice”.", {}, []),
        ("I like cats.", {}, []),
    ],
)
def test_a_post_that_becomes_a_matter_carries_what_its_text_says(text, more, carried):
    alice, bobby, *_ = seat(*FIVE)
    post = write(bobby, noon(1), body=text)
    post = posting.change_category(post=post, to="proposal", by=bobby, at=noon(1), **more)
    assert [change["op"] for change in post.changes] == carried
    assert PostVersion.objects.get(post=post, number=2).changes == post.changes
    post = posting.change_category(post=post, to="cfj", by=bobby, at=noon(1, minutes=1))
    assert [change["op"] for change in post.changes] == carried
    assert posting.change_category(post=post, to="", by=bobby, at=noon(1, minutes=2)).changes == []


def test_a_move_needs_what_a_new_matter_needs():
    alice, bobby, *_ = seat(*FIVE)
    post = write(bobby, noon(1), body="")
    broken = refused(posting.change_category, post=post, to="proposal", by=bobby, at=noon(1))
    assert broken.sentence == "A votable matter needs a text to vote on."


# A new player's post


def test_an_admin_makes_a_new_players_post_a_proposal_in_the_first_six_hours():
    alice, bobby, *_ = seat(*FIVE)
    newcomer = join("Nelly", at=noon(1))
    post, late = write(newcomer, noon(1), "Cats"), write(newcomer, noon(1))
    refused(posting.make_proposal, post=post, by=bobby, at=noon(1))
    made = posting.make_proposal(post=post, by=alice, at=noon(1, hours=6) - MINUTE)
    assert (made.category, made.status, made.matter_since) == (
        "proposal",
        "pending",
        noon(1, hours=6) - MINUTE,
    )
    act = AdminAct.objects.get()
    assert (act.by, act.act, act.sentence, act.link) == (
        alice,
        "make_proposal",
        "made “Cats” by Nelly, a new player, a proposal",
        f"/posts/{post.pk}/",
    )
    assert refused(posting.make_proposal, post=late, by=alice, at=noon(1, hours=6)).status == 403


def test_an_old_players_post_is_theirs_alone_and_a_newcomers_is_within_the_limits():
    alice, bobby, *_ = seat(*FIVE)
    newcomer = join("Nelly", at=noon(8))
    old, new = write(bobby, noon(8)), write(newcomer, noon(8))
    broken = refused(posting.make_proposal, post=old, by=alice, at=noon(8))
    assert broken.sentence == "Its author is not a new player."
    propose(newcomer, noon(8))
    propose(newcomer, noon(8))
    broken = refused(posting.make_proposal, post=new, by=alice, at=noon(8))
    assert broken.sentence.startswith("Nelly has reached the limit of 2 pending")


def test_an_admin_who_has_just_been_unmade_makes_no_proposals():
    alice, bobby, *_ = seat(*FIVE)
    make_admin(bobby)
    post = write(join("Nelly", at=noon(1)), noon(1))
    event(Player.objects.get(pk=bobby.pk), Kind.NOT_ADMIN, at=noon(1))
    assert bobby.is_admin
    assert (
        refused(posting.make_proposal, post=post, by=bobby, at=noon(1)).sentence
        == "Only an admin of the game can do that."
    )


# Standstills


@pytest.mark.parametrize("law", LAWS)
def test_a_pending_declaration_stops_proposals_and_nothing_else(law):
    alice, bobby, carol, *_ = seat(*FIVE, law=law)
    declare(bobby, noon(1))
    broken = refused(propose, carol, noon(1))
    assert (broken.sentence, broken.rule) == (
        "A declaration of victory is pending: nobody can post a Proposal until it is resolved.",
        "Victory and Ascension",
    )
    assert declare(carol, noon(1)).is_pending
    assert propose(carol, noon(1), category="cfj").is_pending
    assert write(carol, noon(1), category="story").pk
    assert write(carol, noon(1)).pk


CHRISTMAS = noon(0).replace(month=12, day=24, hour=0)


@pytest.mark.parametrize("law", LAWS)
def test_seasonal_downtime_stops_proposals_and_declarations_but_in_thirty_seven(law):
    alice, bobby, carol, *_ = seat(*FIVE, law=law)
    resting = law != "ruleset-37"
    for act in (propose, declare):
        if resting:
            assert refused(act, carol, CHRISTMAS).when == CHRISTMAS + 3 * DAY
            assert refused(act, carol, CHRISTMAS + 3 * DAY - MINUTE).when == CHRISTMAS + 3 * DAY
    assert propose(carol, CHRISTMAS, category="cfj").is_pending
    assert propose(carol, CHRISTMAS + (3 * DAY if resting else MINUTE)).is_pending


@pytest.mark.parametrize("law", LAWS)
def test_a_dormant_game_takes_no_proposals_under_the_later_laws(law):
    alice, bobby, *_ = seat(*FIVE[:4], law=law)
    if law in ("ruleset-2019-09", "ruleset-211"):
        assert refused(propose, bobby, noon(1)).rule == "Dormancy"
    else:
        assert propose(bobby, noon(1)).is_pending
    assert propose(bobby, noon(1), category="cfj").is_pending


@pytest.mark.parametrize("law", LAWS)
def test_an_interregnum_stops_proposals_and_from_eighty_six_on_declarations(law):
    alice, bobby, carol, *_ = seat(*FIVE, law=law)
    won = declare(bobby, noon(1))
    resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(2), reason="Test.")
    assert "Ascension Address" in refused(propose, carol, noon(3)).sentence
    if law == "ruleset-37":
        assert declare(carol, noon(3)).is_pending
    else:
        assert "Ascension Address" in refused(declare, carol, noon(3)).sentence
    assert propose(carol, noon(3), category="cfj").is_pending
    address = write(bobby, noon(4), "Ascension Address: The Sea", category="ascension")
    assert (address.status, docket_at(noon(4)).verdict.standstill) == (
        "",
        ("dov",) if law == "ruleset-37" else (),
    )


# Drafts


def test_a_draft_is_saved_over_and_cut_to_what_a_post_may_be():
    bobby = person("Bobby")
    draft = posting.save_draft(by=bobby, at=noon(1), title="x" * 300, body="a\x00b\ud83d")
    again = posting.save_draft(by=bobby, at=noon(2), draft=draft, title="Cats", body="c" * (BODY_LENGTH + 1))
    assert Draft.objects.values().get() == {
        "id": draft.pk,
        "author_id": bobby.pk,
        "saved_at": noon(2),
        "category": "",
        "title": "Cats",
        "body": "c" * BODY_LENGTH,
        "commentary": "",
        "amends": [],
        "changes_nothing": False,
        "changes": [],
        "choices": [],
        "label": "",
        "asks": "",
    }
    assert again.pk == draft.pk


def test_fifty_drafts_are_enough():
    bobby, carol = person("Bobby"), person("Carol")
    Draft.objects.bulk_create(Draft(author=bobby, saved_at=noon(1)) for _ in range(DRAFTS))
    with pytest.raises(RuleBroken, match="You have 50 drafts") as broken:
        posting.save_draft(by=bobby, at=noon(1))
    assert broken.value.status == 409
    assert posting.save_draft(by=bobby, at=noon(1), draft=Draft.objects.first(), title="Over").title == "Over"
    assert posting.save_draft(by=carol, at=noon(1)).pk


def test_nobody_throws_anothers_draft_away_by_publishing():
    alice, bobby, *_ = seat(*FIVE)
    draft = posting.save_draft(by=bobby, at=noon(1), title="Mine")
    write(alice, noon(1), draft=draft)
    assert Draft.objects.get() == draft


def test_a_draft_is_thrown_away_by_its_author_alone():
    alice, bobby, *_ = seat(*FIVE)
    draft = posting.save_draft(by=bobby, at=noon(1), title="Mine")
    posting.discard_draft(by=alice, draft=draft)
    assert Draft.objects.get() == draft
    posting.discard_draft(by=bobby, draft=draft)
    assert not Draft.objects.exists()
