"""The changes of a matter, read from its text: while it is written, and attached in one click."""

import pytest
from django.urls import reverse

from players.present import forget
from votables.changes.change import MOST
from votables.changes.in_english import LONGEST
from votables.models import Draft, Post
from votables.services.posting import save_draft

from ..table import noon, propose
from .browsing import at_time, browser, edit, page_shown, sound, who

pytestmark = pytest.mark.django_db

CLEAR = "In the rule “Cats”, change “purr” to “sleep”.\n\nRename the rule “Quorum” to “Quorums”."
TALK = "The text says nothing that the site could carry out."
ASKED = "In the rule “Kats”, change “purr” to “sleep”."
CHANGED = "Cats <del>purr</del><ins>sleep</ins>"


def draft_of(body: str, **fields: object) -> Draft:
    written = {"title": "Quieter", "body": body, "category": "proposal"}
    return save_draft(by=who("Bobby"), at=noon(1), **{**written, **fields})


def read(draft: Draft, *, seen: str = "") -> object:
    """The answer to asking that the draft's changes be read from its text, as its page does."""
    address = reverse("votables:draft_changes", args=[draft.pk])
    with at_time(noon(1)):
        client = browser("Bobby")
        seen = seen or client.get(address).context["seen"]
        return client.post(address, {"read": "1", "seen": seen}, follow=True)


def test_a_text_becomes_changes_in_one_click_and_is_published_with_them(keys):
    page = sound(read(draft_of(CLEAR)))
    assert CHANGED in page
    assert "was “Quorum”" in page
    draft = Draft.objects.get()
    assert [one["op"] for one in draft.changes] == ["edit", "rename"]
    with at_time(noon(1)):
        published = {"title": "Quieter", "body": CLEAR, "category": "proposal"}
        browser("Bobby").post(reverse("votables:draft", args=[draft.pk]), published)
    assert Post.objects.get(title="Quieter").changes == draft.changes


def test_what_is_not_clear_is_asked_about_and_nothing_is_attached(keys):
    draft = draft_of(f"{CLEAR}\n\n{ASKED}", changes=[edit(keys, "Cats growl. Dogs bark.")])
    before, answer = draft.changes, read(draft)
    assert answer.status_code == 409
    assert f"“{ASKED}”:" in page_shown(answer)
    draft.refresh_from_db()
    assert draft.changes == before


def test_a_text_that_does_nothing_is_told_so(keys):
    answer = read(draft_of("I have thought about cats for a while."))
    assert (answer.status_code, Draft.objects.get().changes) == (409, [])
    assert "not clear" in page_shown(answer) or "says nothing that the site could carry out" in page_shown(
        answer
    )


def test_changes_that_were_added_in_another_window_are_not_replaced(keys):
    answer = read(draft_of(CLEAR), seen="1")
    assert (answer.status_code, Draft.objects.get().changes) == (409, [])
    assert "not those that you saw" in page_shown(answer)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("Cats purr. " * (LONGEST // 11 + 1), "is not read"),
        ("\n\n".join(f"Add a rule “Cat {number}” that reads “Purr.”" for number in range(MOST + 1)), ""),
    ],
    ids=["too long", "too many"],
)
def test_what_is_too_much_is_refused_and_nothing_is_attached(keys, body, told):
    answer = read(draft_of(body))
    assert answer.status_code in (400, 409)
    assert told in page_shown(answer)
    assert Draft.objects.get().changes == []


def test_a_pending_matter_is_read_again_while_its_author_may_edit(keys):
    post = propose(who("Bobby"), noon(1), "Quieter", changes=[edit(keys, "Cats growl. Dogs bark.")])
    Post.objects.filter(pk=post.pk).update(body=CLEAR)
    forget()
    address = reverse("votables:post_changes", args=[post.pk])
    with at_time(noon(1)):
        client = browser("Bobby")
        assert "in place of the changes above" in page_shown(client.get(address))
        page = client.post(address, {"read": "1", "seen": post.version}, follow=True)
    assert CHANGED in sound(page)
    post.refresh_from_db()
    assert [one["op"] for one in post.changes] == ["edit", "rename"]


@pytest.mark.parametrize(("category", "does"), [("proposal", True), ("", False), ("nonsense", False)])
def test_the_preview_of_a_matter_shows_what_its_text_does(
    keys, category, does, django_assert_max_num_queries
):
    address, client = reverse("votables:preview"), browser("Bobby")
    with at_time(noon(1)):
        client.post(address, {"text": "Words."})
        with django_assert_max_num_queries(15):
            answer = client.post(address, {"text": CLEAR, "category": category, "title": "Quieter"})
        assert (CHANGED in answer.content.decode()) == does
        asked = client.post(address, {"text": ASKED, "category": category, "title": "Quieter"})
        assert ("This is not clear" in page_shown(asked)) == does
        assert (asked.status_code, Draft.objects.count()) == (200, 0)
        long = client.post(address, {"text": "Cats purr. " * (LONGEST // 11 + 1), "category": category})
        assert ("is not read" in page_shown(long)) == does
