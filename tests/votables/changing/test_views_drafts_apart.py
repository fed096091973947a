"""A draft that is open in two windows: neither overwrites what the other wrote."""

import pytest
from django.test import Client
from django.urls import reverse

from votables.models import Draft, Post

from ..table import noon
from .browsing import at_time, browser, page_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def bobby(keys: dict[str, str]) -> Client:
    return browser("Bobby")


def saved(client: Client, draft: dict[str, object], body: str) -> tuple[int, dict[str, object]]:
    sent = {
        "title": "Cats",
        "body": body,
        "draft": draft.get("draft", ""),
        "draft_seen": draft.get("seen", ""),
    }
    with at_time(noon(1)):
        answer = client.post(reverse("votables:autosave"), sent)
    return answer.status_code, answer.json()


def bodies() -> list[str]:
    return sorted(Draft.objects.values_list("body", flat=True))


def test_the_second_window_goes_on_with_a_draft_of_its_own(bobby):
    _status, both = saved(bobby, {}, "Purr.")
    status, first = saved(bobby, both, "Purr and hiss.")
    assert (status, first["draft"], "other" in first) == (200, both["draft"], False)
    status, second = saved(bobby, both, "Howl.")
    assert (status, second["other"]) == (409, reverse("votables:draft", args=[both["draft"]]))
    assert second["draft"] != both["draft"]
    assert bodies() == ["Howl.", "Purr and hiss."]
    assert saved(bobby, second, "Howl more.")[0] == saved(bobby, first, "Purr.")[0] == 200
    assert bodies() == ["Howl more.", "Purr."]


def test_what_is_the_same_in_both_is_no_conflict(bobby):
    _status, both = saved(bobby, {}, "Purr.")
    saved(bobby, both, "Purr and hiss.")
    assert saved(bobby, both, "Purr and hiss.")[0] == 200
    assert bodies() == ["Purr and hiss."]


@pytest.mark.parametrize(
    ("button", "left"), [({"save": "1"}, ["Howl.", "Purr and hiss."]), ({}, ["Purr and hiss."])]
)
def test_saving_and_publishing_keep_what_the_other_window_wrote(bobby, button, left):
    _status, both = saved(bobby, {}, "Purr.")
    saved(bobby, both, "Purr and hiss.")
    sent = {"title": "Cats", "body": "Howl.", "draft_seen": both["seen"], **button}
    with at_time(noon(1)):
        answer = bobby.post(reverse("votables:draft", args=[both["draft"]]), sent, follow=True)
    page = page_shown(answer)
    assert "Both texts are kept" in page if button else "another window stays a draft" in page
    assert bodies() == left
    assert [post.body for post in Post.objects.filter(title="Cats")] == ([] if button else ["Howl."])
