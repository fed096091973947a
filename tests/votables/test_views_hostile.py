"""What no browser sends: strange keys, broken characters, far too much. The answer is a refusal, never a breakdown."""

import pytest
from django.urls import reverse

from blognomic.text.one_line import TURNERS
from players.models import AdminAct, Player, RosterEvent
from tests.blognomic.html import read
from votables.models import Comment, Draft, Post, PostVersion, Resolution

from .test_views_who_may import ROWS, key_of, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

LEDGER = (Post, PostVersion, Comment, Resolution, AdminAct, RosterEvent)
KEYS = (0, 2**63)
STRANGE = [
    "",
    "x",
    "-1",
    "0",
    "1.5",
    "9" * 40,
    "\x00",
    "a\x00b",
    "%00",
    "٣",
    " 1",
    "'\"><script>",
    "\ud800",
    "é" * 5000,
    "null",
    "[]",
]
WORDS = {
    "emoji": "👩‍🚀🏳️‍🌈 :for:",
    "right to left": "\u202eשלום :for:\u202c",
    "combining": "Z̷̡̛" * 200,
    "private": "\ue000\uffff",
}


def counts() -> list[int]:
    return [model.objects.count() for model in LEDGER]


# What is sent to a draft that is gone comes back, to be saved as another: nothing that was typed is lost.
LOSES_NOTHING = {("POST", "votables:draft"): 400}
# No key but a signed address, which is refused like every other once there is a game; and who looks after an account is
# asked for the password before anything is looked for.
OTHERWISE = {
    "votables:found": 409, "account_end_session": 302, "revoke_api_token": 302,
    # An admin is told that these are the emperor's before anything is looked for.
    "votables:carry_out": 403, "votables:dismiss_helper": 403,
}  # fmt: skip
KEYED = sorted({(method, route, tuple(things)) for method, route, things, _ in ROWS if things})


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("method", "route", "things"),
    KEYED,
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else value,
)
def test_a_key_that_is_none_is_not_found(stage, method, route, things):
    before = counts()
    target = path_of(stage, route, things)
    statuses = set()
    for key in KEYS:
        last = str(key_of(stage, route, things[0]))
        head, _, tail = target.rpartition(last)
        path = f"{head}{key}{tail}"
        assert path != target
        statuses.add(stage.ask("admin", method, path).status_code)
    status = LOSES_NOTHING.get((method, route)) or OTHERWISE.get(route, 404)
    assert (statuses, counts()) == ({status}, before)


QUERIES = [
    ("home", "before"), ("votables:archive", "before"), ("votables:archive", "category"),
    ("votables:archive", "status"), ("votables:archive", "tag"), ("votables:archive", "order"),
    ("votables:archive", "page"), ("votables:archive", "after"), ("votables:archive", "year"),
    ("votables:archive", "month"), ("votables:archive", "player"), ("votables:archive", "admin"),
    ("votables:archive", "voter"), ("votables:archive", "dynasty"),
    ("players:roster", "at"), ("players:roster_history", "page"),
    ("players:admin_log", "page"), ("ruleset:rules", "at"), ("ruleset:rules", "revision"),
    ("ruleset:history", "page"), ("ruleset:difference", "from"), ("ruleset:difference", "to"),
    ("votables:search", "q"), ("votables:search", "page"), ("votables:search", "author"),
    ("votables:search", "since"), ("votables:search", "dynasty"),
    ("gamestate:values", "sort"), ("gamestate:log", "page"),
    ("gamestate:secrets", "page"), ("gamestate:sealings", "page"), ("gamestate:actions", "page"),
    ("gamestate:check_hash", "hash"), ("gamestate:check_hash", "algorithm"),
    ("votables:new", "category"), ("votables:new", "asks"), ("votables:new", "other"),
]  # fmt: skip
NOT_FOUND = {"before", "after", "year", "month", "player", "admin", "voter", "revision", "from", "to"}


@pytest.mark.sweep
@pytest.mark.parametrize(("route", "name"), QUERIES)
def test_a_strange_question_is_answered_as_if_it_were_not_asked_or_refused_or_not_found(stage, route, name):
    for text in STRANGE:
        sent = text.encode("utf-8", "surrogatepass").decode("latin-1") if "\ud800" in text else text
        response = stage.ask("player", "GET", reverse(route), {name: sent})
        usual = 404 if name in NOT_FOUND and text else 400 if name == "at" and text.strip() else 200
        assert (text, response.status_code) == (text, usual)
        assert read(response.content.decode()).faults == []


@pytest.mark.parametrize(
    ("at", "status"),
    [
        ("0001-01-01", 400),
        ("0001-01-01T00:00+23:59", 400),
        ("0002-01-01", 200),
        ("9999-12-31T23:59-23:59", 400),
        ("9999-12-31", 400),
        ("2026-03-05T12:00Z", 200),
    ],
)
@pytest.mark.parametrize("route", ["players:roster", "ruleset:rules"])
def test_an_instant_at_the_end_of_the_calendar_is_refused_or_only_an_instant(stage, route, at, status):
    assert stage.ask("stranger", "GET", reverse(route), {"at": at}).status_code == status


# Forms


def fields_of(stage) -> dict[str, tuple[str, dict[str, str]]]:
    """For each form a page of it, and what fills it in rightly."""
    resolved = stage.posts["resolved"]
    path = {
        "new": reverse("votables:new"),
        "draft": reverse("votables:draft", args=[stage.key("draft")]),
        "edit": reverse("votables:edit", args=[stage.key("young")]),
        "move": reverse("votables:move", args=[stage.key("young")]),
        "comment": reverse("votables:comment", args=[stage.key("young")]),
        "overrule": reverse("votables:overrule", args=[stage.key("ready")]),
        "overturn": reverse("votables:overturn", args=[stage.key("resolved")]),
        "illegal": reverse("votables:illegal", args=[stage.key("ready")]),
        "nothing to do": reverse("votables:nothing_to_do", args=[stage.key("resolved")]),
        "rename": reverse("votables:by_matter", args=[stage.key("player"), "rename"]),
    }
    path |= {
        "new secret": reverse("gamestate:new_secret"),
        "secret": reverse("gamestate:change_secret", args=[stage.key("secret")]),
        "hash": reverse("gamestate:check_hash"),
        "call": reverse("gamestate:new_sealing"),
        "order": reverse("gamestate:hand_in", args=[stage.key("sealing")]),
        "action": reverse("gamestate:new_action"),
        "take": reverse("gamestate:take_action", args=[stage.key("action")]),
    }
    path |= {
        "update": reverse("gamestate:edit"),
        "dispute": reverse("gamestate:dispute", args=[stage.key("second update")]),
        "variable": reverse("gamestate:define"),
        "table": reverse("gamestate:define_table"),
        "rows": reverse("gamestate:add_rows", args=[stage.key("locations")]),
        "page": reverse("gamestate:new_page"),
    }
    words = {"title": "Words", "body": "Words.", "commentary": "Words."}
    reason = {"reason": "Because."}
    fields = {
        "new": {**words, "category": "proposal", "amends": "core", "changes_nothing": "on", "asks": "idle"},
        "draft": {**words, "category": "proposal", "amends": "core", "asks": "idle"},
        "edit": {**words, "seen": "1", "amends": "core", "typo": "False"},
        "move": {"to": "cfj", "amends": "core"},
        "comment": {"text": "Words.", "icon": ":for:", "asks": "idle", "confirmed": ""},
        "overrule": {"to": "failed", **reason},
        "overturn": {"to": "failed", "seen": str(resolved.settled_by_id), **reason},
        "illegal": {"mark": "True", **reason},
        "nothing to do": {"mark": "True", **reason},
        "rename": {"name": "Caroline", "matter": str(resolved.pk), **reason},
    }
    secret = {"text": "Words.", "salting": "own", "salt": "kazoo"}
    fields |= {
        "new secret": {"name": "Key", "algorithm": "md5", "tell": "", **secret},
        "secret": {"seen": str(stage.key("version")), **secret},
        "hash": {"text": "Words.", "salt": "kazoo", "algorithm": "md5", "hash": "abc"},
        "call": {
            "title": "Moves", "description": "Words.", "rule": str(stage.key("rule")), "choices": "",
            "awaited": str(stage.key("player")), "opening": "either", "opens_at": "2026-03-20 12:00",
        },
        "order": {"text": "Words."},
        "action": {
            "name": "Whistle", "description": "Words.", "rule": str(stage.key("rule")), "frequency": "weekly"
        },
        "take": {"comment": "Words."},
        "update": {"comment": "Words.", "insist": "No.", "next": "/"},
        "dispute": {"why": "No."},
        "variable": {
            "where": "player", "key": "heat", "name": "Heat", "kind": "whole", "description": "Hot.", "order": "1",
            "floor": "0", "ceiling": "9", "default": "1", "to": "2", "choices": "Lit", "comment": "Words.",
        },
        "table": {"key": "ports", "name": "Ports", "description": "Wet.", "rows": "Dover", "comment": "Words."},
        "rows": {"names": "Cave", "comment": "Words."},
        "page": {"key": "map", "title": "Map", "text": "Words.", "comment": "Words."},
    }  # fmt: skip
    return {name: (path[name], fields[name]) for name in path}


FORMS = {
    "new": "title body commentary category amends asks", "draft": "title body commentary category amends asks",
    "edit": "title body commentary seen amends", "move": "to amends", "comment": "text icon asks",
    "overrule": "to reason", "overturn": "to seen reason", "illegal": "reason", "nothing to do": "reason",
    "rename": "name matter reason",
    "new secret": "name text salting salt algorithm tell",
    "secret": "seen text salting salt", "hash": "text salt algorithm hash",
    "call": "title description rule awaited choices opening", "order": "text",
    "action": "name description rule frequency", "take": "comment",
    "update": "comment insist", "dispute": "why",
    "variable": "where key name kind description order floor ceiling default to choices comment",
    "table": "key name description rows comment", "rows": "names comment", "page": "key title text comment",
}  # fmt: skip
ADMINS = {"overrule", "overturn", "illegal", "nothing to do", "rename", "action", "variable", "table", "rows"}
CASES = [(form, name) for form, names in FORMS.items() for name in names.split()]
TRIED = ["", "-1", "9" * 40, "'\"><script>alert(1)</script>", "x" * 120_000, WORDS["right to left"]]


@pytest.mark.sweep
@pytest.mark.parametrize(("form", "name"), CASES, ids=["-".join(case) for case in CASES])
def test_what_no_database_keeps_is_refused_in_every_field(stage, form, name):
    path, fields = fields_of(stage)[form]
    role, before = "admin" if form in ADMINS else "author", counts()
    response = stage.ask(role, "POST", path, {**fields, name: fields[name] + "\x00"})
    assert (response.status_code, counts()) == (400, before)
    assert read(response.content.decode()).faults == []


SAVED = [case for case in CASES if case[0] != "draft"]


@pytest.mark.sweep
@pytest.mark.parametrize(("form", "name"), SAVED, ids=["-".join(case) for case in SAVED])
def test_whatever_stands_in_a_field_the_answer_is_no_breakdown(stage, form, name):
    path, fields = fields_of(stage)[form]
    role, saved = "admin" if form in ADMINS else "author", (200,) if form == "hash" else (302,)
    for text in TRIED:
        assert stage.ask(role, "POST", path, {**fields, name: text}).status_code in (*saved, 400, 403, 409)


@pytest.mark.parametrize("text", WORDS.values(), ids=list(WORDS))
def test_words_of_every_script_are_kept_and_shown_as_they_came(stage, text):
    title = "Title " + "".join(sign for sign in text if sign not in TURNERS)[:190]
    response = stage.ask("author", "POST", reverse("votables:new"), {"title": title, "body": text})
    post = Post.objects.latest("pk")
    assert (response.status_code, post.body, post.title) == (302, text, title)
    assert read(stage.ask("stranger", "GET", post.get_absolute_url()).content.decode()).faults == []


def test_bytes_that_are_no_text_are_taken_as_what_they_might_be(stage):
    path = reverse("votables:comment", args=[stage.key("young")])
    body = b"text=broken+%ff%fe%ed%a0%80+bytes"
    response = stage.browsers["player"].post(path, body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 302
    assert Comment.objects.latest("pk").text.startswith("broken \ufffd")


@pytest.mark.parametrize("path", ["/drafts/save/", "/preview/"])
def test_scripts_that_send_broken_text_are_answered(stage, path):
    names = ("text", "title", "body", "commentary", "category", "asks", "amends")
    for text in [*TRIED, "[[\x00]] @\x00"]:
        assert stage.ask("player", "POST", path, dict.fromkeys(names, text)).status_code == 200
    assert not any("\x00" in text for text in Draft.objects.values_list("body", flat=True))
    assert stage.ask("player", "POST", "/drafts/save/", {"draft": str(stage.key("draft"))}).status_code == 200
    assert Draft.objects.get(pk=stage.key("draft")).author == stage.people["author"]


def test_more_than_a_site_of_texts_takes_is_refused_unread(stage):
    before = counts()
    for fields in (
        {"title": "x", "body": "x" * 2_000_001},
        {f"field{number}": "" for number in range(2_001)},
    ):
        assert stage.ask("author", "POST", reverse("votables:new"), fields).status_code in (400, 413)
    assert counts() == before


def test_a_body_of_100_000_characters_is_kept_and_one_more_is_not(stage):
    path = reverse("votables:new")
    sent = {"title": "Long", "body": "word " * 20_000, "warned": "1"}
    assert stage.ask("author", "POST", path, sent).status_code == 302
    assert stage.ask("author", "POST", path, {**sent, "body": "word " * 20_000 + "x"}).status_code == 400
    assert Post.objects.latest("pk").body == "word " * 20_000


def test_an_address_that_cannot_be_read_is_not_found(stage):
    for path in ("/posts/%00/", "/posts/1%00/", "/%ff%fe/", "/posts/-1/", "/posts/1/resolve/vetoed/", "/players/x/",
                 f"/dashboard/players/{'9' * 16}/idle/", "/posts/٣/", "/..%2f..%2fetc/passwd"):  # fmt: skip
        assert stage.ask("admin", "GET", path).status_code in (404, 405)
    assert Player.objects.count() > 5


def test_a_redirect_after_signing_in_stays_on_the_site(stage):
    for after in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"):
        data = {"login": "Carol", "password": "a long enough password", "next": after}
        response = stage.ask("stranger", "POST", "/accounts/login/", data)
        assert "evil" not in response.get("Location", "")
        assert "javascript" not in response.get("Location", "")
