"""The changes of a matter in the browser: what is refused, and that nothing is lost by it."""

import pytest
from django.urls import reverse

from ruleset.models import Revision
from ruleset.queries import revision_at
from votables.models import PostVersion
from votables.services import posting

from ..table import declare, noon, person, propose, write
from .browsing import add, at_time, browser, sound, who

pytestmark = pytest.mark.django_db


def test_changes_cannot_be_edited_after_the_editing_window(keys):
    post = propose(who("Bobby"), noon(1))
    address = reverse("votables:post_changes", args=[post.pk])
    with at_time(noon(1, hours=5)):
        client = browser("Bobby")
        statuses = [
            client.get(address).status_code,
            client.post(address, {"remove": "0", "seen": "1"}).status_code,
            client.get(f"{address}add/?op=step").status_code,
            client.post(f"{address}add/", {"op": "step", "seen": "1", "text": "x"}).status_code,
        ]
    assert statuses == [403] * 4
    assert PostVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "draft_status", "post_status"), [("Carol", 404, 403), ("Alice", 404, 403), (None, 302, 302)]
)
def test_changes_of_others_are_closed(keys, name, draft_status, post_status):
    draft = posting.save_draft(by=who("Bobby"), at=noon(1), title="Mine", category="proposal")
    post = propose(who("Bobby"), noon(1))
    with at_time(noon(1)):
        client = browser(name)
        for address, status in (
            (reverse("votables:draft_changes", args=[draft.pk]), draft_status),
            (reverse("votables:post_changes", args=[post.pk]), post_status),
        ):
            sent = {"op": "step", "seen": "0", "text": "x"}
            responses = [client.get(address), client.post(address), client.get(f"{address}add/?op=step"),
                     client.post(f"{address}add/", sent)]  # fmt: skip
            assert [answer.status_code for answer in responses] == [status] * 4


def test_somebody_who_does_not_play_cannot_publish_what_they_drafted(keys):
    person("Frank")
    draft = posting.save_draft(
        by=who("Frank"), at=noon(1), title="Mine", changes=[{"op": "step", "text": "x"}]
    )
    with at_time(noon(1)):
        sent = {"title": "Mine", "body": draft.body, "category": ""}
        answer = browser("Frank").post(reverse("votables:draft", args=[draft.pk]), sent)
    assert (answer.status_code, "Only a Proposal or a Call for Judgement carries" in sound(answer)) == (
        400,
        True,
    )


@pytest.mark.parametrize("make", [write, declare])
def test_only_proposals_and_calls_carry_changes(keys, make):
    post = make(who("Bobby"), noon(1))
    with at_time(noon(1)):
        answer = browser("Bobby").get(reverse("votables:post_changes", args=[post.pk]))
    assert answer.status_code == 400


@pytest.mark.parametrize("kind", ["draft", "post"])
def test_a_stale_form_is_refused_with_its_text_kept_and_can_be_sent_again(keys, kind):
    with at_time(noon(1)):
        if kind == "draft":
            holder = posting.save_draft(by=who("Bobby"), at=noon(1), title="Mine", category="proposal")
        else:
            holder = propose(who("Bobby"), noon(1))
        client, address = browser("Bobby"), reverse(f"votables:{kind}_changes", args=[holder.pk])
        form = client.get(f"{address}add/?op=step").context["form"]
        sent = {"op": "step", "seen": form["seen"].value(), "text": "Dance slowly."}
        add(client, address, "step", text="Sing.")
        answer = client.post(f"{address}add/", sent)
        assert (answer.status_code, "Dance slowly.</textarea>" in sound(answer)) == (409, True)
        again = {**sent, "seen": answer.context["form"]["seen"].value()}
        assert client.post(f"{address}add/", again).status_code == 302
        assert client.post(address, {"remove": "0", "seen": sent["seen"]}).status_code == 409
        holder.refresh_from_db()
        assert [change["text"] for change in holder.changes] == ["Sing.", "Dance slowly."]
        seen = client.get(address).context["seen"]
        assert client.post(address, {"remove": "0", "seen": seen}).status_code == 302
    holder.refresh_from_db()
    assert [change["text"] for change in holder.changes] == ["Dance slowly."]


HUGE = "9" * 40
MALFORMED = [
    {"op": "explode"},
    {"op": ""},
    {"op": "rename", "rule": "999999", "title": "x"},
    {"op": "rename", "rule": HUGE, "title": "x"},
    {"op": "rename", "rule": "<cats>", "title": "x", "base": HUGE},
    {"op": "rename", "rule": "<cats>", "title": "x", "base": "0"},
    {"op": "add", "parent": "<cats>", "text": "x\x00"},
    {"op": "add", "parent": "<cats>", "text": "x" * 200_001},
    {"op": "rename", "rule": "<cats>", "title": " "},
    {"op": "rename", "rule": "<cats>", "title": "x" * 301},
    {"op": "add", "parent": "", "text": "x"},
    {"op": "add", "parent": "<cats>", "after": "999999", "text": "x"},
    {"op": "replace", "rule": "", "find": "", "text": "x"},
    {"op": "status", "rule": "<cats>", "status": "Sleeping"},
    {"op": "revert", "revision": HUGE},
    {"op": "revert", "revision": "x"},
    {"op": "law", "text": "[[[" * 5_000},
    {"op": "law", "text": "", "base": HUGE},
    {"op": "law", "number": "nothing", "value": "1"},
    {"op": "law", "number": "hours.minimum.value", "value": "\x00"},
    {"op": "law", "number": "hours.minimum.value", "value": "9" * 30},
    {"op": "step", "text": ""},
    {"op": "step", "text": "x" * 2_001},
    {"op": "step", "text": "x", "seen": HUGE},
    {"op": "step", "text": "x", "seen": "x"},
    {"op": "step", "text": "x", "when": "moon"},
    {"op": "step", "text": "x", "when": "matter"},
    {"op": "step", "text": "x", "when": "matter", "when_post": HUGE, "when_status": "enacted"},
    {"op": "step", "text": "x", "when": "matter", "when_post": "999999", "when_status": "enacted"},
    {"op": "step", "text": "x", "when": "matter", "when_post": "1", "when_status": "pending"},
    {"op": "step", "text": "x", "when": "rule", "when_words": " "},
    {"op": "step", "text": "x", "when": "comments", "when_words": "x", "when_least": "0"},
]


@pytest.mark.parametrize("sent", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_changes_are_refused(keys, sent):
    with at_time(noon(1)):
        post = propose(who("Bobby"), noon(1))
        client, address = browser("Bobby"), reverse("votables:post_changes", args=[post.pk])
        last = {"seen": "1", "base": str(revision_at(noon(1)).pk)}
        sent = {name: value.replace("<cats>", keys["Cats"]) for name, value in sent.items()}
        answer = client.post(f"{address}add/", {**last, **sent})
        assert answer.status_code == 400
        sound(answer)
    post.refresh_from_db()
    assert (post.version, post.changes) == (1, [])


@pytest.mark.parametrize("sent", [{}, {"remove": "x"}, {"remove": "1"}, {"remove": "0", "seen": HUGE}])
def test_taking_away_what_is_not_there_is_refused(keys, sent):
    with at_time(noon(1)):
        post = propose(who("Bobby"), noon(1), changes=[{"op": "step", "text": "x"}])
        answer = browser("Bobby").post(
            reverse("votables:post_changes", args=[post.pk]), {"seen": "1", **sent}
        )
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "query", ["", "?op=explode", "?op=rename", "?op=rename&rule=999999", "?op=rename&rule=x"]
)
def test_forms_for_nothing_are_refused(keys, query):
    with at_time(noon(1)):
        post = propose(who("Bobby"), noon(1))
        address = reverse("votables:add_post_change", args=[post.pk])
        assert browser("Bobby").get(f"{address}{query}").status_code == 400


@pytest.mark.parametrize("sent", [{"why-0": "\x00", "skip-0": "on"}, {"text-0": "\x00", "correct-0": "on"},
                                  {"text-0": "x" * 200_001, "correct-0": "on", "why-0": "x"}])  # fmt: skip
def test_malformed_decisions_are_refused(keys, clashing, sent):
    with at_time(noon(2)):
        resolve = reverse("votables:resolve", args=[clashing.pk, "enacted"])
        assert browser("Alice").post(resolve, sent).status_code == 400
    assert Revision.objects.filter(kind="enactment").count() == 1


def test_changes_answer_only_to_getting_and_posting(keys):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        for name in ("post_changes", "add_post_change"):
            address = reverse(f"votables:{name}", args=[post.pk])
            assert [client.put(address).status_code, client.delete(address).status_code] == [405, 405]
