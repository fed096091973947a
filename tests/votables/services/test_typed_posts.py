"""Events, Requests and Bounty Notices: what makes a post one, what responds to it, how it ends."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct
from tests.votables.table import Cause, Kind, event, noon, say, seat
from tests.votables.typed_posts import WORDS, defined, refused, story, switch
from votables.models import Category
from votables.post_types.models import DEFINITION, OfficialPost
from votables.post_types.presets import LEGO_OFF, PRESETS, REQUEST, SEARCH
from votables.services import closing_posts, posting, typed_posts

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db):
    return seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")


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
    post = story(bobby, noon(1), "[search] The attic")
    story(carol, noon(1), "The search: none")
    posting.publish(by=carol, at=noon(1), category=Category.NONE, title="[Search] Talk", body="Words.")
    posting.publish(by=carol, at=noon(1), category=Category.PROPOSAL, title="[Search] Amend", body="Words.")
    made = OfficialPost.objects.get()
    assert (made.post, made.type.name, made.opened_at, made.closes_at) == (post, "Search", noon(1), None)
    assert before.pk != post.pk


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
        "The text of a Search must contain “Location:”.",
        "Event Types",
    )
    first = story(bobby, noon(1), "[Search] One", **text)
    assert refused(story, by=bobby, at=noon(1), **text) == (
        "Your “[Search] One” is still open. Nobody can have more than 1.",
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
        "3 Searches are already open. There can be no more than 3.",
        "Event Types",
    )
    closing_posts.end(post=first, by=bobby, at=noon(2))
    story(frank, noon(2), **text)
    assert OfficialPost.objects.open_at(noon(2)).count() == 3


def test_a_type_of_the_emperors_is_for_the_emperor(people):
    defined(REQUEST, people[0])
    refusal = refused(story, by=people[1], at=noon(1), title="Open Request: Red")
    assert refusal == ("Only the emperor can post a Request.", "")


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
    typed_posts.define(by=alice, at=noon(0), **definition, response=form, response_text=words)
    post = story(alice, noon(1), "[Auction] A lamp")
    assert {text: say(post, bobby, noon(1), text).response.valid for text in texts} == texts


def test_who_responds_and_how_often(people):
    alice, bobby, carol, david, *_ = people
    defined(SEARCH, alice)
    one = story(bobby, noon(1), "[Search] One")
    two = story(carol, noon(1), "[Search] Two")
    event(people[5], Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    comments = {
        "joins": say(one, david, noon(1), f"Yes: {WORDS}"),
        "again": say(one, david, noon(1), WORDS),
        "another": say(two, david, noon(1), WORDS),
        "author": say(one, bobby, noon(1), WORDS),
        "author of another": say(one, carol, noon(1), WORDS),
        "idle": say(one, people[5], noon(1), WORDS),
        "other words": say(one, people[4], noon(1), "Good luck."),
    }
    assert {name: comment.response.reason for name, comment in comments.items()} == {
        "joins": "",
        "again": "each player can respond once",
        "another": "they had joined “[Search] One”, which was still open",
        "author": "its author has already joined",
        "author of another": "they had joined “[Search] Two”, which was still open",
        "idle": "only a player who is not idle can respond",
        "other words": "a response is a comment that contains these words: “I join the search.”",
    }
    assert [name for name, comment in comments.items() if comment.response.valid] == ["joins"]


def test_the_emperor_joins_nothing_while_dynastic_distance_is_active(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    assert say(post, alice, noon(1), WORDS).response.reason == (
        "the emperor is not a player under dynastic rules (Dynastic Distance)"
    )
    switch("Dynastic Distance", False)
    assert say(post, alice, noon(1), WORDS).response.valid


def test_requests_of_a_group_are_counted_together(people):
    alice = people[0]
    defined(REQUEST, alice)
    defined(LEGO_OFF, alice)
    for title in ("Open Request: 1", "Lego-Off Request: 2", "Closed Request: 3"):
        story(alice, noon(1), title)
    with pytest.raises(RuleBroken) as broken:
        story(alice, noon(2), "Project Request: 4")
    assert (broken.value.sentence, broken.value.when) == (
        "3 Requests are already active. There can be no more than 3.", noon(3),
    )  # fmt: skip
    story(alice, noon(3), "Project Request: 4")


def test_the_mark_stays_in_the_title_and_comes_by_no_edit(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post, other = story(bobby, noon(1)), story(carol, noon(1), "A tale")
    edited = {"by": bobby, "at": noon(1), "seen": 1, "body": "In the loft."}
    assert refused(posting.edit, post=post, title="The loft", **edited) == (
        "This post is a Search, so it must stay a Story Post with “[Search]” in its title.",
        "Event Types",
    )
    posting.edit(post=post, title="[Search] The loft", **edited)
    assert (
        refused(posting.edit, post=other, title="[Search] A tale", **{**edited, "by": carol})[1]
        == "Event Types"
    )
    assert refused(posting.change_category, post=post, to=Category.NONE, by=bobby, at=noon(1))[0] == (
        "This post is a Search, so it must stay a Story Post with “[Search]” in its title."
    )


def test_talk_that_becomes_a_story_post_in_time_is_of_the_type(people):
    alice, bobby, *_ = people
    defined(SEARCH, alice)
    post = posting.publish(by=bobby, at=noon(1), category=Category.NONE, title="[Search] Loft", body="Words.")
    posting.change_category(post=post, to=Category.STORY, by=bobby, at=noon(1, minutes=5))
    assert OfficialPost.objects.get().opened_at == noon(1, minutes=5)


def test_only_admins_define_and_each_definition_is_kept(people):
    alice, bobby, *_ = people
    assert (
        refused(defined, preset=SEARCH, by=bobby)[0]
        == "Only an admin or the emperor can define types of official posts."
    )
    made = defined(SEARCH, alice)
    amend = {
        "official_type": made,
        "by": alice,
        "at": noon(1),
        "why": "Enacted.",
        **SEARCH.definition,
        "most_open": 5,
    }
    assert refused(typed_posts.amend, **{**amend, "why": ""}, seen=1)[0].startswith("Say why")
    typed_posts.amend(**amend, seen=1)
    with pytest.raises(Stale):
        typed_posts.amend(**amend, seen=1)
    assert list(made.versions.values_list("number", "most_open", "why")) == [(1, 3, ""), (2, 5, "Enacted.")]
    typed_posts.retire(official_type=made, by=alice, at=noon(2))
    with pytest.raises(Stale):
        typed_posts.retire(official_type=made, by=alice, at=noon(2))
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
        ({"response_text": ""}, "The Response Format needs its words."),
        ({"mark": "a:b"}, "Write the words in titles without brackets and colons."),
        ({"may_end": "cats"}, "Who may end it: Value 'cats' is not a valid choice."),
        ({"rule": 999999}, "There is no such rule."),
        ({"endings": "x" * 41}, "An outcome has at most 40 characters."),
        ({"end_words": "x" * 3001}, "A text of a definition has at most 3,000 characters."),
    ],
)
def test_an_incomplete_definition_is_refused(people, wrong, sentence):
    assert refused(defined, preset=SEARCH, by=people[0], **wrong)[0] == sentence
