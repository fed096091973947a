"""The pages of Events, Requests and Bounty Notices."""

import re

import pytest
from django.utils.html import strip_tags

from votables.models import Comment, Post
from votables.post_types.models import OfficialPost, OfficialResponse, OfficialType
from votables.post_types.presets import SEARCH
from votables.services import closing_posts
from votables.views import typed_posts as views

from .stage import NOW
from .staged_typed_posts import FORM, HUNT
from .table import say

pytestmark = pytest.mark.django_db


def words_of(response) -> str:
    """What a page says between its heading and its footer, in one line."""
    html = response.content.decode().split("<main", 1)[-1].split("</main>", 1)[0]
    return re.sub(r"\s+", " ", strip_tags(html))


def box(stage, role: str, post: str) -> str:
    """What the box on the page of an official post says."""
    html = stage.ask(role, "get", f"/posts/{stage.key(post)}/").content.decode()
    match = re.search(
        r'<section class="verdict[^>]*aria-labelledby="official-title">.*?</section>', html, re.S
    )
    return re.sub(r"\s+", " ", strip_tags(match.group()))


def test_the_list_has_open_ones_first_and_filters(stage):
    words = words_of(stage.ask("stranger", "get", "/events/"))
    assert words.index("[Hunt] Boars") < words.index("[Hunt] Hares")
    hunts = stage.key("hunts")
    for query, boars, hares in (
        ("state=open", True, False),
        ("state=ended", False, True),
        (f"type={hunts}", True, True),
    ):
        words = words_of(stage.ask("stranger", "get", f"/events/?{query}"))
        assert (query, "Boars" in words, "Hares" in words) == (query, boars, hares)
    assert stage.ask("stranger", "get", "/events/?type=999999").status_code == 404


def test_the_pages_of_the_list_keep_what_was_asked_for(stage, monkeypatch):
    monkeypatch.setattr(views, "PAGE", 1)
    post = Post.objects.get(pk=stage.key("hunt"))
    closing_posts.end(post=post, by=post.author, at=NOW)
    html = stage.ask("stranger", "get", f"/events/?type={stage.key('hunts')}&state=ended").content.decode()
    assert re.findall(r'rel="(prev|next)" href="([^"]*)"', html) == [
        ("next", f"?type={stage.key('hunts')}&amp;state=ended&amp;page=2")
    ]
    html = stage.ask("stranger", "get", "/events/?state=%26&page=2").content.decode()
    assert re.findall(r'rel="(prev|next)" href="([^"]*)"', html) == [
        ("prev", "?type=&amp;state=%26&amp;page=1")
    ]


def test_ready_definitions_are_for_admins_until_they_are_added(stage):
    assert "Ready to use" not in words_of(stage.ask("player", "get", "/events/"))
    assert "Bounty Notices" in words_of(stage.ask("admin", "get", "/events/")).split("Ready to use")[1]
    made = stage.ask("admin", "post", "/events/types/presets/bounty/")
    assert made["Location"] == OfficialType.objects.get(name="Bounty Notice").get_absolute_url()
    assert "Bounty Notices" not in words_of(stage.ask("admin", "get", "/events/")).split("Ready to use")[1]
    assert stage.ask("admin", "post", "/events/types/presets/cats/").status_code == 404


def test_a_ready_definition_fills_the_form(stage):
    html = stage.ask("admin", "get", "/events/types/new/?preset=search").content.decode()
    assert 'value="I join the search."' in html
    assert '<option value="author_emperor" selected>' in html
    assert '<option value="Event Types" selected>Event Types</option>' in html


def test_a_type_says_its_definition_in_words(stage):
    stage.ask("admin", "post", "/events/types/presets/search/")
    made = OfficialType.objects.get(name="Search")
    words = words_of(stage.ask("player", "get", made.get_absolute_url()))
    for sentence in (
        "It is a Story Post with the tag [Search] in its title.",
        "The special case Event Types must be active.",
        "There are never more than 3 open at a time.",
        "Nobody can have more than 1 open at a time.",
        "Players who joined an open one cannot post one.",
        "A response is a comment that contains these words: “I join the search.”",
        "Any player can respond, once.",
        "Its author counts as having joined.",
        "Players who joined an open one cannot join another.",
        "Its author or the emperor can end it.",
        "It can be ended once it is 24 hours old.",
        *SEARCH.definition["ending_action"].splitlines(),
    ):
        assert sentence.casefold() in words.casefold()
    assert "Change the definition" not in words


def test_a_new_post_begins_with_the_mark(stage):
    html = stage.ask("player", "get", f"/events/types/{stage.key('hunts')}/").content.decode()
    assert "/posts/new/?category=story&amp;title=%5BHunt%5D%20" in html
    html = stage.ask("player", "get", "/posts/new/?category=story&title=%5BHunt%5D%20").content.decode()
    assert 'value="[Hunt] "' in html


def test_a_post_is_published_as_an_event_or_refused_with_the_rule(stage):
    stage.ask("admin", "post", "/events/types/presets/search/")
    sent = {"category": "story", "title": "[Search] The attic", "body": "Words."}
    assert stage.ask("player", "post", "/posts/new/", sent).status_code == 302
    assert OfficialPost.objects.get(post__title="[Search] The attic").opened_at == NOW
    refused = stage.ask("player", "post", "/posts/new/", sent)
    assert refused.status_code == 403
    assert "is still open. Nobody can have more than 1. Event Types" in words_of(refused)
    assert Post.objects.filter(title="[Search] The attic").count() == 1


def test_the_box_says_how_a_post_stands_to_whom(stage):
    box_text = box(stage, "player", "hunt")
    assert "Hunt Open" in box_text
    assert "1 response Carol" in box_text
    assert ("Discount" in box_text, "End it" in box_text) == (False, False)
    box_text = box(stage, "author", "hunt")
    assert ("Discount" in box_text, "End it" in box_text) == (True, True)
    box_text = box(stage, "author", "hunted")
    assert ("Bobby ended it" in box_text, "Report on the ending action" in box_text) == (True, True)
    assert (
        'id="official-title"'
        not in stage.ask("author", "get", f"/posts/{stage.key('talk')}/").content.decode()
    )


def test_ending_one_comments_and_leads_on_to_what_is_left_to_do(stage):
    key = stage.key("hunt")
    page = stage.ask("author", "get", f"/posts/{key}/end/")
    assert "Rest." in words_of(page)
    done = stage.ask("author", "post", f"/posts/{key}/end/", {"outcome": "Three *boars*."})
    assert done["Location"] == f"/posts/{key}/ending-action/"
    assert Comment.objects.latest("pk").text == "This Hunt is Ended.\n\nThree *boars*."
    again = stage.ask("author", "post", f"/posts/{key}/end/", {})
    assert again.status_code == 409
    assert "This Hunt is already ended." in words_of(again)
    stage.ask("author", "post", f"/posts/{key}/ending-action/", {"done": ["0"]})
    assert OfficialPost.objects.get(post=key).done == [0]
    wrong = stage.ask("author", "post", f"/posts/{key}/ending-action/", {"done": ["7"], "update": "99"})
    assert wrong.status_code == 400


def test_the_comment_that_ends_one_is_asked_about_when_it_is_the_eleventh_in_a_row(stage):
    key = stage.key("hunt")
    author = Post.objects.get(pk=key).author
    for _ in range(10):
        say(Post.objects.get(pk=key), author, NOW)
    response = stage.ask("author", "post", f"/posts/{key}/end/", {"outcome": "Done."})
    assert response.status_code == 409
    assert "you wrote the last 10 comments on this post" in words_of(response)
    assert '<input type="hidden" name="warned" value="on">' in response.content.decode()
    assert OfficialPost.objects.get(post=key).ended_at is None
    again = stage.ask("author", "post", f"/posts/{key}/end/", {"outcome": "Done.", "warned": "on"})
    assert again["Location"] == f"/posts/{key}/ending-action/"


def test_a_response_is_discounted_with_a_reason_and_counted_again(stage):
    path = f"/events/responses/{stage.key('answer')}/"
    assert stage.ask("author", "post", path, {"valid": "0"}).status_code == 400
    stage.ask("author", "post", path, {"valid": "0", "reason": "It names no boar."})
    assert OfficialResponse.objects.get(pk=stage.key("answer")).valid is False
    assert "1 comment while it was open is not a response Carol" in box(stage, "player", "hunt")
    assert "It names no boar." in box(stage, "player", "hunt")
    assert stage.ask("author", "post", path, {"valid": "0", "reason": "Again."}).status_code == 409
    stage.ask("admin", "post", path, {"valid": "1", "reason": "It does."})
    box_text = box(stage, "player", "hunt")
    assert "counted: It does." in box_text
    done = box_text.split("What was done about it")[1]
    assert "Bobby counted a comment as no response (Carol’s): It names no boar." in done
    assert "Alice counted a comment as a response (Carol’s): It does." in done


def test_a_definition_is_changed_as_it_was_seen(stage):
    path = f"/events/types/{stage.key('hunts')}/change/"
    sent = {**HUNT, **FORM, "plural": "Great Hunts"}
    assert stage.ask("admin", "post", path, {**sent, "seen": "0"}).status_code == 409
    assert stage.ask("admin", "post", path, {**sent, "seen": "1", "why": ""}).status_code == 400
    assert stage.ask("admin", "post", path, {**sent, "seen": "1", "most_open": "many"}).status_code == 400
    assert stage.ask("admin", "post", path, {**sent, "seen": "1"}).status_code == 302
    assert OfficialType.objects.get(pk=stage.key("hunts")).plural == "Great Hunts"
    words = words_of(stage.ask("stranger", "get", f"/events/types/{stage.key('hunts')}/"))
    assert "2 definitions" in words


def test_a_retired_type_takes_no_posts_and_its_posts_can_still_be_ended(stage):
    stage.ask("admin", "post", f"/events/types/{stage.key('hunts')}/retire/")
    stage.ask(
        "player", "post", "/posts/new/", {"category": "story", "title": "[Hunt] More", "body": "Words."}
    )
    assert OfficialPost.objects.count() == 2
    assert stage.ask("author", "post", f"/posts/{stage.key('hunt')}/end/", {}).status_code == 302


def test_what_people_write_is_shown_as_text(stage):
    stage.ask("author", "post", f"/posts/{stage.key('hunt')}/end/", {"outcome": "<script>alert(1)</script>"})
    sent = {**HUNT, **FORM, "name": "<b>Q</b>", "plural": "<b>Qs</b>", "mark": "Q", "end_words": "<i>Now</i>"}
    assert stage.ask("admin", "post", "/events/types/new/", sent).status_code == 302
    made = OfficialType.objects.get(mark="Q")
    for path in ("/events/", made.get_absolute_url(), f"/posts/{stage.key('hunt')}/"):
        html = stage.ask("player", "get", path).content.decode()
        assert (path, "<script>alert" in html, "<b>Q" in html, "<i>Now" in html) == (
            path,
            False,
            False,
            False,
        )


@pytest.mark.parametrize(
    "query", ["page=cats", "page=9999999999999999999999", "state=cats", "state=%00", "page="]
)
def test_a_strange_question_is_answered_as_if_it_were_not_asked(stage, query):
    response = stage.ask("stranger", "get", f"/events/?{query}")
    assert (response.status_code, "[Hunt] Hares" in words_of(response)) == (200, True)


def test_how_a_title_tells_the_type_is_short_enough_for_a_phone(stage):
    html = stage.ask("admin", "get", "/events/types/new/").content.decode()
    choice = re.search(r'<select name="told_by".*?</select>', html, re.S).group()
    offered = re.findall(r'<option value="(\w+)"[^>]*>([^<]*)<', choice)
    assert offered == [("tag", "a tag in brackets"), ("head", "words before a colon")]
