"""How one hears of things, by program: settings of notices, webhooks, what is new; and what admins record."""

from datetime import timedelta

import pytest

from blognomic.text.instants import format_instant
from players.models import AdminAct, NoticeSettings, Webhook
from players.notices import sending
from tests.blognomic.api.programs import ask, token_of
from tests.votables.stage import NOW, Stage
from votables.visits.models import Visit

pytestmark = pytest.mark.django_db
URL = "https://channel.example/hooks/a-token"


@pytest.fixture
def alice(stage: Stage) -> str:
    return token_of(stage.people["admin"], "admin", "private", at=NOW)


@pytest.fixture
def bobby(stage: Stage) -> str:
    return token_of(stage.people["author"], at=NOW)


# -- settings of notices


def test_one_chooses_how_to_hear_of_what_and_the_rest_stays(stage, bobby, alice):
    usual = {
        "resolved": "site", "fate": "site", "rule": "site", "vote": "daily", "victory": "site", "message": "each",
        "comment": "site", "reply": "site", "mention": "site", "order": "site", "idling": "each", "mentee": "site",
        "turn": "site", "move": "site",
    }  # fmt: skip
    expected = {"kinds": usual, "digest_hour": 8, "language": "en-gb", "trouble": ""}
    assert ask("GET", "/notices/settings", token=bobby).json() == expected
    ask("PATCH", "/notices/settings", {"kinds": {"vote": "each"}}, token=bobby)
    ask("PATCH", "/notices/settings", {"language": "de"}, token=bobby)
    chosen = ask("PATCH", "/notices/settings", {"digest_hour": 21}, token=bobby).json()
    assert chosen == {**expected, "kinds": {**usual, "vote": "each"}, "digest_hour": 21, "language": "de"}
    assert NoticeSettings.objects.get(player=stage.key("author")).choices == {"vote": "each"}
    hidden = ask("PATCH", "/notices/settings", {"kinds": {"resolvable": "each"}}, token=bobby)
    assert (hidden.status_code, hidden.json()["detail"]) == (
        400,
        "Only admins get notices of this kind: resolvable.",
    )
    wrong = [
        {"kinds": {"song": "site"}},
        {"kinds": {"vote": "loudly"}},
        {"digest_hour": 24},
        {"language": "tlh"},
    ]
    assert [ask("PATCH", "/notices/settings", one, token=bobby).status_code for one in wrong] == [422] * 4
    ask("PATCH", "/notices/settings", {"kinds": {"resolvable": "each"}}, token=alice)
    assert ask("GET", "/notices/settings", token=alice).json()["kinds"]["resolvable"] == "each"


# -- webhooks


def test_webhook_is_set_up_changed_tested_signed_and_removed(stage, alice, monkeypatch):
    Webhook.objects.all().delete()
    sent = {"name": "Town", "url": URL, "kinds": ["resolved", "vote"]}
    made = ask("POST", "/webhooks", sent, token=alice)
    answer = made.json()
    short = {
        "id": answer["id"],
        "name": "Town",
        "address": "channel.example/…oken",
        "kinds": ["vote", "resolved"],
        "is_on": True,
        "made_at": format_instant(NOW),
        "made_by": {"id": stage.key("admin"), "name": "Alice"},
    }
    assert (made.status_code, answer) == (201, {**short, "secret": answer["secret"]})
    assert answer["secret"].startswith("whsec_")
    path = f"/webhooks/{answer['id']}"
    assert ask("GET", path, token=alice).json() == answer
    changed = ask("PATCH", path, {"name": "Hall"}, token=alice).json()
    assert changed == {**answer, "name": "Hall"}
    assert Webhook.objects.get().url == URL

    monkeypatch.setattr(sending, "post_json", lambda url, body, **more: 500)
    call = ask("POST", f"{path}/test", token=alice).json()
    assert (call["kind"], call["sentence"], call["sent_at"]) == ("test", "Alice tests this webhook", None)
    assert (call["answer"], bool(call["problem"]), bool(call["given_up_at"])) == ("500", True, True)
    monkeypatch.setattr(sending, "post_json", lambda url, body, **more: 204)
    assert ask("POST", f"{path}/test", token=alice).json()["answer"] == "204"
    (listed,) = ask("GET", "/webhooks", token=alice).json()
    assert {**listed, "calls": []} == {**short, "name": "Hall", "calls": []}
    assert [one["answer"] for one in listed["calls"]] == ["204", "500"]

    signed = ask("POST", f"{path}/sign", token=alice).json()
    assert signed["secret"] not in ("", answer["secret"])
    assert ask("DELETE", path, token=alice).status_code == 204
    gone = [ask(method, path, {}, token=alice).status_code for method in ("GET", "PATCH", "DELETE")]
    assert (gone, ask("GET", "/webhooks", token=alice).json()) == ([404, 409, 409], [])
    assert not AdminAct.objects.filter(sentence__icontains="a-token").exists()


def test_webhook_to_nowhere_is_refused(stage, alice):
    sent = {"name": "Town", "url": "https://127.0.0.1/", "kinds": ["vote"]}
    refused = ask("POST", "/webhooks", sent, token=alice)
    assert (refused.status_code, refused.json()["detail"]) == (
        400,
        "This address is in a private network. Use one that anybody can reach.",
    )
    assert ask("POST", "/webhooks", {**sent, "kinds": ["message"]}, token=alice).status_code == 422


def test_admin_without_the_scope_is_told_nothing_of_webhooks(stage):
    narrow = token_of(stage.people["admin"], "private", "posts", at=NOW)
    path = f"/webhooks/{stage.key('webhook')}"
    answers = [ask("GET", one, token=narrow).status_code for one in ("/webhooks", path, "/fair-play")]
    assert answers == [403] * 3


# -- fair play


def test_admin_records_that_one_person_controls_two(stage, alice):
    word = {"one": stage.key("author"), "other": stage.key("player"), "says": "found", "reason": "One hand."}
    made = ask("POST", "/fair-play", word, token=alice)
    conversation = {
        "one": {"id": made.json()["one"]["id"], "name": made.json()["one"]["name"]},
        "other": made.json()["other"],
        "says": "found",
        "at": format_instant(NOW),
        "by": {"id": stage.key("admin"), "name": "Alice"},
        "reason": "One hand.",
    }
    assert (made.status_code, made.json()) == (201, conversation)
    assert {conversation["one"]["name"], conversation["other"]["name"]} == {"Bobby", "Carol"}
    assert ask("GET", "/fair-play", token=alice).json()["words"] == [conversation]
    assert ask("POST", "/fair-play", word, token=alice).status_code == 409
    ask("POST", "/fair-play", {**word, "says": "neither"}, token=alice)
    assert [one["says"] for one in ask("GET", "/fair-play", token=alice).json()["words"]] == ["neither"]
    assert ask("POST", "/fair-play", {**word, "other": 999_999}, token=alice).status_code == 400


# -- what is new


def test_everybody_is_told_what_is_new(stage):
    answer = ask("GET", f"/news?since={format_instant(NOW - timedelta(minutes=6))}").json()
    assert (answer["since"], answer["own"]) == (format_instant(NOW - timedelta(minutes=6)), False)
    assert [one["title"] for one in answer["posts"]] == ["[Hunt] Boars", "[Hunt] Hares", "Talk"]
    assert [(one["title"], len(one["comments"]), one["votes"]) for one in answer["talks"]] == [
        ("[Hunt] Boars", 1, []),
        ("[Hunt] Hares", 1, []),
    ]
    assert (answer["resolutions"], answer["revisions"], answer["more"]) == ([], [], [])
    assert answer["rolls"] == [stage.key("roll")]
    assert ask("GET", "/news?since=2100-01-01T00:00:00Z").status_code == 400
    day = ask("GET", "/news").json()
    assert day["since"] == format_instant(NOW - timedelta(days=1))


def test_what_one_has_read_is_new_no_more_here_and_on_the_site(stage, bobby):
    Visit.objects.all().delete()
    first = ask("GET", "/news", token=bobby).json()
    assert (first["since"], first["own"]) == (format_instant(NOW - timedelta(days=7)), False)
    until = format_instant(NOW - timedelta(hours=30))
    assert ask("POST", "/news/read", {"up_to": until}, token=bobby).json() == {"since": until}
    answer = ask("GET", "/news", token=bobby).json()
    assert (answer["since"], answer["own"]) == (until, True)
    assert {one["author"]["name"] for one in answer["posts"]}.isdisjoint({"Bobby"})
    without = token_of(stage.people["author"], "posts", at=NOW)
    assert ask("GET", "/news", token=without).json()["own"] is False
    assert ask("POST", "/news/unread", token=bobby).status_code == 204
    assert ask("GET", "/news", token=bobby).json()["since"] == first["since"]
    later = format_instant(NOW + timedelta(hours=1))
    assert ask("POST", "/news/read", {"up_to": later}, token=bobby).status_code == 400
