"""Events, Requests and Bounty Notices: what makes a post one, what responds to it, how it ends."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Update
from players.models import AdminAct
from ruleset.models import LawVersion
from votables.models import Category
from votables.post_types.models import DEFINITION, OfficialAct, OfficialPost, OfficialType
from votables.post_types.presets import BOUNTY, LEGO_OFF, PRESETS, REQUEST, SEARCH
from votables.services import closing_posts, official_posts, posting

from .table import Cause, Kind, declare, event, make_admin, noon, say, seat

pytestmark = pytest.mark.django_db

WORDS = "I join the search."


@pytest.fixture
def people(db):
    return seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")


def defined(preset, by, **more) -> OfficialType:
    return official_posts.define(by=by, at=noon(0), **{**preset.definition, **more})


def story(by, at, title="[Search] The attic", body="In the attic.", **more):
    return posting.publish(by=by, at=at, **{"category": Category.STORY, "title": title, "body": body, **more})


def refused(act, **told) -> tuple[str, str]:
    """The sentence of a refusal and the rule that it cites."""
    with pytest.raises(RuleBroken) as broken:
        act(**told)
    return broken.value.sentence, broken.value.rule


def switch(name: str, state: bool) -> None:
    version = LawVersion.objects.latest("pk")
    version.special_cases = {name: state}
    version.save()


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_a_complete_definition(people, preset):
    made = defined(preset, people[0])
    assert {name: getattr(made, name) for name in preset.definition} == dict(preset.definition)
    version = made.versions.get()
    assert [getattr(version, name) for name in DEFINITION] == [getattr(made, name) for name in DEFINITION]


def test_a_story_post_with_the_tag_is_of_the_type_and_others_are_not(people):
    alice, bobby, carol, *_ = people
    before = story(bobby, noon(0), "[Search] Too early")
    defined(SEARCH, alice)
    found = story(bobby, noon(1), "[search] The attic")
    story(carol, noon(1), "The search: none")
    posting.publish(by=carol, at=noon(1), category=Category.NONE, title="[Search] Talk", body="Words.")
    posting.publish(by=carol, at=noon(1), category=Category.PROPOSAL, title="[Search] Amend", body="Words.")
    made = OfficialPost.objects.get()
    assert (made.post, made.type.name, made.opened_at, made.closes_at) == (found, "Search", noon(1), None)
    assert before.pk != found.pk


def test_longer_words_before_the_colon_win(people):
    alice = people[0]
    defined(REQUEST, alice)
    defined(LEGO_OFF, alice)
    for day, title in enumerate(
        ("Open Request: Red", "Lego-Off Request: Boats", "Requested: a thing", "Request: Any")
    ):
        story(alice, noon(1 + 3 * day), title)
    assert list(OfficialPost.objects.order_by("pk").values_list("post__title", "type__name")) == [
        ("Open Request: Red", "Request"), ("Lego-Off Request: Boats", "Lego-Off"), ("Request: Any", "Request"),
    ]  # fmt: skip


def test_a_title_says_one_type_alone(people):
    alice, bobby, *_ = people
    defined(SEARCH, alice)
    defined(SEARCH, alice, name="Quest", plural="Quests", mark="Quest")
    assert refused(story, by=bobby, at=noon(1), title="[Search] [Quest] Both")[0] == (
        "This title says both Search and Quest. A post is of one type."
    )


def test_creation_conditions_refuse_with_the_rule(people):
    alice, bobby, carol, david, ellen, frank = people
    defined(SEARCH, alice, body_has="Location:")
    text = {"body": "location: Attic"}
    assert refused(story, by=bobby, at=noon(1)) == (
        "The text of a Search must hold “Location:”.",
        "Event Types",
    )
    first = story(bobby, noon(1), "[Search] One", **text)
    assert refused(story, by=bobby, at=noon(1), **text) == (
        "“[Search] One” is yours and still open. Nobody may have more than 1.",
        "Event Types",
    )
    say(first, carol, noon(1), WORDS)
    assert refused(story, by=carol, at=noon(1), **text) == (
        "You have joined “[Search] One”, which is still open.",
        "Event Types",
    )
    story(david, noon(1), **text)
    story(ellen, noon(1), **text)
    assert refused(story, by=frank, at=noon(1), **text) == (
        "3 Searches are open already, and there may be no more than 3.",
        "Event Types",
    )
    closing_posts.end(post=first, by=bobby, at=noon(2))
    story(frank, noon(2), **text)
    assert OfficialPost.objects.open_at(noon(2)).count() == 3


def test_a_type_of_the_emperors_is_for_the_emperor(people):
    defined(REQUEST, people[0])
    said = refused(story, by=people[1], at=noon(1), title="Open Request: Red")
    assert said == ("Only the emperor may post a Request.", "")


def test_a_type_is_used_while_its_special_case_is_active(people):
    alice, bobby, *_ = people
    defined(BOUNTY, alice)
    notice = {"by": alice, "at": noon(1), "title": "[Bounty] Shops"}
    assert refused(story, **notice) == (
        "The special case Bounties is not active, so there are no Bounty Notices now.",
        "Bounties",
    )
    switch("Bounties", True)
    post = story(**notice)
    assert say(post, bobby, noon(1), "I will.").response.reason == "comments on it are never responses"
    assert refused(closing_posts.end, post=post, by=bobby, at=noon(2)) == (
        "Only the emperor may end a Bounty Notice.",
        "Bounties",
    )
    assert (
        refused(closing_posts.end, post=post, by=alice, at=noon(2), ending="Closed")[0]
        == "Choose how it ends."
    )
    made = closing_posts.end(post=post, by=alice, at=noon(2), ending="Failed", outcome="Nobody did.")
    assert (made.ending, made.outcome, made.ended_with.text) == (
        "Failed", "Nobody did.", "This Bounty Notice is Failed.\n\nNobody did.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("form", "words", "texts"),
    [
        ("any", "", {"Anything": True}),
        ("begins", "I bid", {"i  BID 5": True, "Now I bid 5": False}),
        ("contains", "it’s mine", {"Well, it's  mine!": True, "Mine it is": False}),
        ("exact", "Me.", {" me. ": True, "Me. And you.": False}),
        ("none", "", {"Anything": False}),
    ],
)
def test_response_formats(people, form, words, texts):
    alice, bobby, *_ = people
    definition = {"name": "Auction", "plural": "Auctions", "mark": "Auction", "once": False}
    official_posts.define(by=alice, at=noon(0), **definition, response=form, response_text=words)
    post = story(alice, noon(1), "[Auction] A lamp")
    assert {text: say(post, bobby, noon(1), text).response.valid for text in texts} == texts


def test_who_responds_and_how_often(people):
    alice, bobby, carol, david, *_ = people
    defined(SEARCH, alice)
    one = story(bobby, noon(1), "[Search] One")
    two = story(carol, noon(1), "[Search] Two")
    event(people[5], Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    told = {
        "joins": say(one, david, noon(1), f"Yes: {WORDS}"),
        "again": say(one, david, noon(1), WORDS),
        "another": say(two, david, noon(1), WORDS),
        "author": say(one, bobby, noon(1), WORDS),
        "author of another": say(one, carol, noon(1), WORDS),
        "idle": say(one, people[5], noon(1), WORDS),
        "other words": say(one, people[4], noon(1), "Good luck."),
    }
    assert {name: comment.response.reason for name, comment in told.items()} == {
        "joins": "",
        "again": "each player responds once",
        "another": "they had joined “[Search] One”, which was still open",
        "author": "its author has joined already",
        "author of another": "they had joined “[Search] Two”, which was still open",
        "idle": "only a player who is not idle responds",
        "other words": "a response is a comment that contains these words: “I join the search.”",
    }
    assert [name for name, comment in told.items() if comment.response.valid] == ["joins"]


def test_the_emperor_joins_nothing_while_dynastic_distance_is_active(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    assert say(post, alice, noon(1), WORDS).response.reason == (
        "the emperor is no player for dynastic rules (Dynastic Distance)"
    )
    switch("Dynastic Distance", False)
    assert say(post, alice, noon(1), WORDS).response.valid


def test_a_post_is_ended_once_by_whom_its_type_says_and_not_too_early(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    assert refused(closing_posts.end, post=post, by=carol, at=noon(2)) == (
        "Only its author or the emperor may end a Search.",
        "Event Types",
    )
    with pytest.raises(RuleBroken) as early:
        closing_posts.end(post=post, by=bobby, at=noon(1, hours=23, minutes=59))
    assert (early.value.sentence, early.value.rule, early.value.when) == (
        "A Search may be ended once it has been open for 24 hours.", "Event Types", noon(2),
    )  # fmt: skip
    made = closing_posts.end(post=post, by=alice, at=noon(2), outcome="Carol found it.", done=[2, 0])
    assert (made.ended_at, made.ended_by, made.ending, made.done) == (noon(2), alice, "Ended", [0, 2])
    assert (made.ended_with.text, made.ended_with.author) == (
        "This Search is Ended.\n\nCarol found it.",
        alice,
    )
    assert not made.responses.exists()
    assert refused(closing_posts.end, post=post, by=bobby, at=noon(3)) == (
        "This Search was ended already; that happens once.",
        "Event Types",
    )
    assert list(made.acts.values_list("kind", "words")) == [("ended", "Ended")]


def test_comments_on_an_ended_post_are_never_responses(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    closing_posts.end(post=post, by=bobby, at=noon(2))
    assert not hasattr(say(post, carol, noon(2), WORDS), "response")


def test_a_request_closes_by_itself_and_is_settled_after(people):
    alice, bobby, *_ = people
    defined(REQUEST, alice)
    post = story(alice, noon(1), "Open Request: Red")
    made = OfficialPost.objects.get()
    assert (made.closes_at, made.is_open(noon(2)), made.is_open(noon(3))) == (noon(3), True, False)
    assert say(post, alice, noon(2)).response.reason == "the emperor does not respond"
    assert say(post, bobby, noon(2), "A red house").response.valid
    assert not hasattr(say(post, people[2], noon(3), "A red car"), "response")
    with pytest.raises(RuleBroken) as early:
        closing_posts.end(post=post, by=alice, at=noon(2))
    assert early.value.when == noon(3)
    assert closing_posts.end(post=post, by=alice, at=noon(4), outcome="Bobby.").ending == "Settled"


def test_requests_of_a_group_are_counted_together(people):
    alice = people[0]
    defined(REQUEST, alice)
    defined(LEGO_OFF, alice)
    for title in ("Open Request: 1", "Lego-Off Request: 2", "Closed Request: 3"):
        story(alice, noon(1), title)
    with pytest.raises(RuleBroken) as broken:
        story(alice, noon(2), "Project Request: 4")
    assert (broken.value.sentence, broken.value.when) == (
        "3 Requests are active already, and there may be no more than 3.", noon(3),
    )  # fmt: skip
    story(alice, noon(3), "Project Request: 4")


def test_no_event_is_posted_or_ended_in_hiatus(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    declare(carol, noon(2))
    assert refused(closing_posts.end, post=post, by=bobby, at=noon(2, hours=1))[1] == "Victory and Ascension"
    assert refused(story, by=people[3], at=noon(2, hours=1))[1] == "Victory and Ascension"


def test_the_mark_stays_in_the_title_and_comes_by_no_edit(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post, other = story(bobby, noon(1)), story(carol, noon(1), "A tale")
    edited = {"by": bobby, "at": noon(1), "seen": 1, "body": "In the loft."}
    assert refused(posting.edit, post=post, title="The loft", **edited) == (
        "This post is a Search: it stays a Story Post with “[Search]” in its title.",
        "Event Types",
    )
    posting.edit(post=post, title="[Search] The loft", **edited)
    assert (
        refused(posting.edit, post=other, title="[Search] A tale", **{**edited, "by": carol})[1]
        == "Event Types"
    )
    assert refused(posting.change_category, post=post, to=Category.NONE, by=bobby, at=noon(1))[0] == (
        "This post is a Search: it stays a Story Post with “[Search]” in its title."
    )


def test_talk_that_becomes_a_story_post_in_time_is_of_the_type(people):
    alice, bobby, *_ = people
    defined(SEARCH, alice)
    post = posting.publish(by=bobby, at=noon(1), category=Category.NONE, title="[Search] Loft", body="Words.")
    posting.change_category(post=post, to=Category.STORY, by=bobby, at=noon(1, minutes=5))
    assert OfficialPost.objects.get().opened_at == noon(1, minutes=5)


def test_whether_a_comment_counts_is_decided_anew_with_a_reason(people):
    alice, bobby, carol, david, *_ = people
    make_admin(david)
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    response = say(post, carol, noon(1), "Me too!").response
    told = {"response": response, "valid": True, "at": noon(1), "reason": "Clear enough."}
    assert refused(closing_posts.count, by=carol, **told)[0] == (
        "Only its author, the emperor or an admin says which comments count."
    )
    assert (
        refused(closing_posts.count, by=bobby, **{**told, "reason": " "})[0]
        == "Say why, in at most 300 characters."
    )
    found = closing_posts.count(by=bobby, **told)
    assert (found.valid, found.reason) == (True, "Clear enough.")
    with pytest.raises(Stale):
        closing_posts.count(by=david, **told)
    closing_posts.count(by=david, **{**told, "valid": False, "reason": "It is not."})
    assert list(OfficialAct.objects.values_list("kind", "by__name", "words", "response")) == [
        ("counted", "Bobby", "Clear enough.", response.pk),
        ("discounted", "David", "It is not.", response.pk),
    ]
    assert AdminAct.objects.latest("pk").sentence == (
        "counted a comment by Carol as no response to “[Search] The attic”"
    )


def test_who_ended_it_reports_on_the_ending_action(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    made = OfficialPost.objects.get()
    told = {"official": made, "at": noon(3), "done": [0, 1]}
    assert refused(closing_posts.report, by=bobby, **told)[0] == "It has not been ended yet."
    closing_posts.end(post=post, by=bobby, at=noon(2))
    old, own, other = (
        Update.objects.create(by=by, at=at)
        for by, at in ((bobby, noon(1)), (bobby, noon(2)), (carol, noon(2)))
    )
    assert refused(closing_posts.report, by=carol, **told)[0] == (
        "Only who ended it, the emperor or an admin says how its ending action was carried out."
    )
    for update in (old, other):
        assert refused(closing_posts.report, by=bobby, update=update.pk, **told)[0] == (
            "Choose an update that you made when it was ended, or since."
        )
    assert (
        refused(closing_posts.report, by=bobby, **{**told, "done": [4]})[0]
        == "The ending action has no such step."
    )
    made = closing_posts.report(by=bobby, update=own.pk, **told)
    assert (made.done, made.update) == ([0, 1], own)
    assert made.acts.last().words == f"2 of 4 steps, Update {own.pk}"


def test_only_admins_define_and_each_definition_is_kept(people):
    alice, bobby, *_ = people
    assert (
        refused(defined, preset=SEARCH, by=bobby)[0]
        == "Only an admin or the emperor may define types of official posts."
    )
    made = defined(SEARCH, alice)
    amend = {"type": made, "by": alice, "at": noon(1), "why": "Enacted.", **SEARCH.definition, "most_open": 5}
    assert refused(official_posts.amend, **{**amend, "why": ""}, seen=1)[0].startswith("Say why")
    official_posts.amend(**amend, seen=1)
    with pytest.raises(Stale):
        official_posts.amend(**amend, seen=1)
    assert list(made.versions.values_list("number", "most_open", "why")) == [(1, 3, ""), (2, 5, "Enacted.")]
    official_posts.retire(type=made, by=alice, at=noon(2))
    with pytest.raises(Stale):
        official_posts.retire(type=made, by=alice, at=noon(2))
    story(bobby, noon(3))
    assert not OfficialPost.objects.exists()
    assert list(AdminAct.objects.order_by("pk").values_list("sentence", flat=True))[-3:] == [
        "defined Searches", "redefined Searches", "retired Searches",
    ]  # fmt: skip
    defined(SEARCH, alice)
    assert refused(defined, preset=SEARCH, by=alice)[0] == "There is a type with the name “Search” already."


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Name: This field cannot be blank."),
        ({"response_text": ""}, "The Response Format lacks its words."),
        ({"mark": "a:b"}, "The words in titles are given without brackets and colons."),
        ({"may_end": "cats"}, "Who may end it: Value 'cats' is not a valid choice."),
        ({"rule": 999999}, "There is no such rule."),
        ({"endings": "x" * 41}, "An outcome has at most 40 characters."),
        ({"end_words": "x" * 3001}, "A text of a definition has at most 3,000 characters."),
    ],
)
def test_an_incomplete_definition_is_refused(people, wrong, sentence):
    assert refused(defined, preset=SEARCH, by=people[0], **wrong)[0] == sentence
