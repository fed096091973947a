"""How answers are sent: problems, parts of lists, tags, other sites' scripts, limits."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.api import paging
from blognomic.web.api.problems import KINDS
from gamestate.api import values
from gamestate.queries import tables
from players.models import Player, Standing
from players.notices.telling import tell
from tests.votables.stage import NOW, Stage
from tests.votables.table import say
from votables.models import Post

from .programs import API, ask, token_of

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"


def told(response) -> tuple[int, str, str]:
    """The status, twice, and the kind of a problem."""
    assert response["Content-Type"] == PROBLEM
    body = response.json()
    assert body["status"] == response.status_code
    return response.status_code, body["type"], body["detail"]


@pytest.fixture
def token(stage: Stage) -> str:
    return token_of(stage.people["author"], at=NOW)


def post(body: bytes, *, token: str, type: str = "application/json", path: str = "/posts"):
    return Client().post(
        f"{API}{path}", body, content_type=type, headers={"Authorization": f"Bearer {token}"}
    )


# -- problems


@pytest.mark.sweep
def test_whatever_is_not_there_is_told_as_a_problem(stage):
    nowhere = "There is nothing at this address. /api/ lists all addresses."
    assert told(ask("GET", "/nowhere")) == (404, "/api/#not-found", nowhere)
    assert told(ask("POST", "/nowhere", {})) == (404, "/api/#not-found", nowhere)
    assert told(ask("GET", "")) == (404, "/api/#not-found", nowhere)
    nothing = "There is no such thing, or not for you."
    assert told(ask("GET", "/posts/999999")) == (404, "/api/#not-found", nothing)
    assert told(ask("GET", "/posts/1/")) == (404, "/api/#not-found", nowhere)


def test_other_methods_are_told_which_there_are(stage):
    response = ask("PUT", "/posts", {})
    assert told(response) == (405, "/api/#method", "This address does not know PUT.")
    assert response["Allow"] == "GET, HEAD, OPTIONS, POST"
    response = ask("POST", "/openapi.json", {})
    assert (told(response)[0], response["Allow"]) == (405, "GET, HEAD, OPTIONS")


def test_what_is_no_json_or_does_not_say_so_is_refused(stage, token):
    says = "Send the body as `Content-Type: application/json`."
    assert told(post(b'{"title": "Hi"}', token=token, type="text/plain")) == (415, "/api/#media-type", says)
    wrong = [
        b"{",
        b'{"title": "a", "title": "b"}',
        b'{"title": NaN}',
        b"\xff",
        b'"\\ud800"',
        b"[" * 100_000,
    ]
    assert [told(post(body, token=token))[:2] for body in wrong] == [(400, "/api/#unreadable")] * len(wrong)


def test_who_sends_nothing_need_not_say_what_it_is(stage):
    """As Python's own server tells it, on which the site runs for who develops it."""
    responses = [
        Client().get(f"{API}/game", CONTENT_LENGTH=length, CONTENT_TYPE="text/plain") for length in ("", "0")
    ]
    assert [one.status_code for one in responses] == [200, 200]


def test_what_does_not_fit_is_told_part_by_part(stage, token):
    response = ask("POST", "/posts", {"titel": "Hi", "body": 3, "changes": {}}, token=token)
    assert told(response) == (422, "/api/#invalid", "What was sent is not as described.")
    assert [one["place"] for one in response.json()["errors"]] == [
        "body.title",
        "body.body",
        "body.changes",
        "body.titel",
    ]
    assert "Input should be a valid string" in [one["what"] for one in response.json()["errors"]]
    assert [one["place"] for one in ask("GET", "/posts?limit=0").json()["errors"]] == ["query.limit"]
    assert ask("POST", "/posts", {"title": "a\0"}, token=token).status_code == 422


def test_too_much_is_not_read(stage, token):
    response = post(b"[" + b" " * 2_000_000 + b"]", token=token)
    assert told(response) == (413, "/api/#too-large", "You sent more than this site reads at once.")


def test_refusal_names_the_rule_and_when_it_would_be_allowed(stage, token):
    path = f"/actions/{stage.key('action')}/take"
    assert ask("POST", path, {}, token=token).status_code == 201
    response = ask("POST", path, {}, token=token)
    assert response.json() == {
        "type": "/api/#not-allowed",
        "title": "Not allowed",
        "status": 403,
        "detail": response.json()["detail"],
        "rule": response.json()["rule"],
        "allowed_at": "2026-03-13T00:00:00Z",
    }
    assert "You can take it again at 13 March 2026, 00:00 UTC" in response.json()["detail"]
    assert response.json()["rule"]


def test_removed_post_is_gone(stage, token):
    path = f"/posts/{stage.key('talk')}"
    assert ask("DELETE", path, token=token).status_code == 204
    assert told(ask("GET", path))[:2] == (410, "/api/#gone")
    assert ask("GET", "/posts").json()["items"][0]["id"] != stage.key("talk")


def test_notices_are_told_in_words(stage, token):
    told_of = StoredMessage("{name} mentioned you in “{title}”", name="Bobby", title="Cats")
    tell([stage.people["author"]], kind="mention", key="test", at=NOW, sentence=told_of, link="/posts/1/")
    items = ask("GET", "/notices", token=token).json()["items"]
    assert "Bobby mentioned you in “Cats”" in [item["sentence"] for item in items]


def test_stale_edit_is_a_conflict_and_writes_nothing(stage, token):
    path = f"/posts/{stage.key('young')}"
    assert ask("PATCH", path, {"seen": 1, "body": "First."}, token=token).json()["version"] == 2
    response = ask("PATCH", path, {"seen": 1, "body": "Second."}, token=token)
    assert told(response)[:2] == (409, "/api/#conflict")
    assert ask("GET", path).json()["body"] == "First."


def test_what_cannot_be_undone_is_confirmed(stage, token):
    path = f"/posts/{stage.key('young')}/comments"
    response = ask("POST", path, {"vote": "against"}, token=token)
    assert (told(response)[:2], response.json()["confirm"]) == ((409, "/api/#conflict"), "confirmed")
    response = ask("POST", path, {"vote": "against", "confirmed": True}, token=token)
    assert (response.status_code, response.json()["icon"]) == (201, "against")
    assert ask("GET", f"/posts/{stage.key('young')}").json()["verdict"]["self_killed"] is True


def test_troubles_of_an_update_are_told_one_by_one(stage, token):
    changes = [
        {"path": "wealth", "of": ["players"], "to": "much"},
        {"path": "nothing", "of": ["game"], "to": "1"},
    ]
    response = ask("POST", "/gamestate/updates", {"changes": changes}, token=token)
    assert response.status_code == 400
    assert {one["place"] for one in response.json()["errors"]} == {"changes.0", "changes.1"}


def test_fault_of_the_site_tells_nothing_of_itself(stage, monkeypatch, caplog):
    monkeypatch.setattr(values, "look", lambda *args: 1 / 0)
    response = ask("GET", "/gamestate")
    assert told(response) == (500, "/api/#fault", "Something went wrong here. It has been logged.")
    assert "ZeroDivisionError" in caplog.text


def test_every_kind_of_problem_is_explained_on_the_page(stage):
    page = Client().get("/api/").content.decode()
    assert [name for name, _, _ in KINDS.values() if f'id="{name}"' not in page] == []


# -- lists


def walk(path: str, **more: str) -> list[int]:
    """All of a list, a part at a time, by its links."""
    keys, link = [], f"{API}{path}"
    while link:
        response = Client().get(link, headers=more)
        keys += [one.get("id", one.get("number", one.get("post"))) for one in response.json()["items"]]
        header = response.headers.get("Link", "")
        assert bool(header) == bool(response.json()["next"])
        link = header.removeprefix("<").removesuffix('>; rel="next"')
    return keys


LISTS = [
    "/posts", "/posts?order=oldest", "/players", "/roster-events", "/gamestate/updates", "/dice/rolls", "/revisions",
    "/laws", "/secrets", "/sealed", "/actions/takings", "/admin-log", "/dynasties",
    "/official-posts", "/mentorships", "/gamestate/variables",
]  # fmt: skip


@pytest.mark.parametrize("path", LISTS)
def test_list_in_parts_is_the_list(stage, path):
    sign = "&" if "?" in path else "?"
    whole = walk(f"{path}{sign}limit=100")
    assert walk(f"{path}{sign}limit=3") == whole
    assert len(whole) == len(set(whole)) > 0


def test_what_is_found_comes_in_parts(stage):
    whole = walk("/search?q=rule&limit=100")
    assert walk("/search?q=rule&limit=2") == whole
    assert len(whole) > 2


def test_long_table_comes_in_parts(stage, monkeypatch):
    whole = ask("GET", "/gamestate").json()["players"]
    assert (whole["next"], len(whole["lines"]) > 1) == (None, True)
    monkeypatch.setattr(tables, "CELLS_AT_ONCE", 1)
    monkeypatch.setattr(tables, "LEAST_LINES", 1)
    lines, cursor = [], ""
    while cursor is not None:
        response = ask("GET", f"/gamestate?cursor={cursor}")
        part = response.json()["players"]
        lines, cursor = [*lines, *part["lines"]], part["next"]
        assert (len(part["lines"]), "Link" in response.headers) == (1, cursor is not None)
    assert lines == whole["lines"]
    nobody = paging.encode(["player:999999"])
    told_so = told(ask("GET", f"/gamestate?cursor={nobody}"))
    assert told_so == (400, "/api/#unreadable", "This is no cursor of this list. Begin again without one.")


def test_who_leaves_a_table_meanwhile_moves_nothing(stage, monkeypatch):
    monkeypatch.setattr(tables, "CELLS_AT_ONCE", 1)
    monkeypatch.setattr(tables, "LEAST_LINES", 2)
    first = ask("GET", "/gamestate").json()["players"]
    rest = ask("GET", f"/gamestate?cursor={first['next']}").json()["players"]
    last = first["lines"][-1]["holder"].removeprefix("player:")
    Player.objects.filter(pk=last).update(standing=Standing.GUEST)
    assert ask("GET", f"/gamestate?cursor={first['next']}").json()["players"] == rest


def test_what_is_added_meanwhile_moves_nothing(stage):
    first = ask("GET", "/posts?limit=4").json()
    rest = [one["id"] for one in ask("GET", f"/posts?limit=100&cursor={first['next']}").json()["items"]]
    Post.objects.create(author=stage.people["author"], posted_at=NOW + timedelta(seconds=1), title="Later")
    assert [
        one["id"] for one in ask("GET", f"/posts?limit=100&cursor={first['next']}").json()["items"]
    ] == rest
    assert ask("GET", "/posts?limit=4").json()["items"][0]["title"] == "Later"


def test_comments_in_parts_are_the_comments(stage):
    path = f"/posts/{stage.key('ready')}/comments"
    whole = walk(f"{path}?limit=100")
    first = ask("GET", f"{path}?limit=2").json()
    say(stage.posts["ready"], stage.people["author"], NOW, "One more.")
    assert walk(f"{path}?limit=2")[: len(whole)] == whole
    assert first["next"] is not None and len(walk(path)) == len(whole) + 1


def test_versions_of_a_page_come_in_parts(stage, token):
    for seen, text in enumerate(("One", "Two", "Three")):
        last = ask("GET", "/gamestate/pages/notes").json()["last"] if seen else None
        sent = {"title": "Notes", "text": text, "seen": last}
        assert ask("PUT", "/gamestate/pages/notes", sent, token=token).status_code == 200
    first = ask("GET", "/gamestate/pages/notes/versions?limit=2").json()
    rest = ask("GET", f"/gamestate/pages/notes/versions?limit=2&cursor={first['next']}").json()
    rules = [(one["number"], one["text"]) for one in first["items"] + rest["items"]]
    assert (rules, rest["next"]) == ([(1, "One"), (2, "Two"), (3, "Three")], None)


@pytest.mark.parametrize(
    "cursor",
    ["x", "é", "W10", paging.encode([1]), paging.encode(["x", 1]), paging.encode([NOW, 10**16]), "a" * 601],
)
def test_cursor_that_was_not_made_here_is_refused(stage, cursor):
    assert ask("GET", f"/posts?cursor={cursor}").status_code in (400, 422)


def test_filters_must_all_hold_and_unknown_ones_are_refused(stage):
    items = ask("GET", "/posts?category=proposal&player=Bobby&status=pending").json()["items"]
    assert [one["id"] for one in items] == [stage.key("young"), stage.key("ready")]
    refused = ["category=song", "dynasty=99", "status=lost", "month=13", "player=Nobody", "month=3"]
    assert [ask("GET", f"/posts?{query}").status_code for query in refused] == [400, 400, 422, 422, 404, 404]


# -- tags, other sites' scripts


@pytest.mark.parametrize("path", ["/posts", "/game", "/rules", "/gamestate", "/openapi.json"])
def test_what_has_not_changed_is_not_sent_again(stage, path):
    first = ask("GET", path)
    again = ask("GET", path, **{"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["ETag"] == first["ETag"]
    other = ask("GET", path, **{"If-None-Match": 'W/"other"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("path", ["/news", "/game", "/gamestate", "/gamestate/tables/locations", "/actions"])
def test_tag_is_of_what_is_told_and_not_of_the_moment_of_asking(stage, token, path):
    """Each answer says of which moment it is."""
    first = ask("GET", path, token=token)
    with time_machine.travel(NOW + timedelta(minutes=2), tick=False):
        later = ask("GET", path, token=token)
        assert (later["ETag"], later.content != first.content) == (first["ETag"], True)
        response = ask("GET", path, token=token, **{"If-None-Match": first["ETag"]})
        assert (response.status_code, response.content) == (304, b"")
        if path == "/actions":
            ask("POST", f"/actions/{stage.key('action')}/take", {}, token=token)
        elif path.endswith("locations"):
            row = {"steps": [{"op": "add-row", "path": "locations", "name": "Cave"}]}
            ask("POST", "/gamestate/definitions", row, token=token_of(stage.people["admin"], at=NOW))
        else:
            changes = [{"path": "wealth", "of": ["players"], "to": "7"}]
            ask(
                "POST",
                "/gamestate/updates",
                {"changes": changes},
                token=token_of(stage.people["player"], at=NOW),
            )
        changed = ask("GET", path, token=token, **{"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed["ETag"] != first["ETag"]) == (200, True)


def test_tag_tells_from_when_on_things_are_new(stage, token):
    """Where one has asked for that, or has been here: then it is no moment of asking."""
    tags = [ask("GET", f"/news?since=2026-03-{day}T00:00:00Z")["ETag"] for day in ("10", "11")]
    for day in ("10", "11"):
        ask("POST", "/news/read", {"up_to": f"2026-03-{day}T00:00:00Z"}, token=token)
        tags.append(ask("GET", "/news", token=token)["ETag"])
    assert len(set(tags)) == 4


def test_tag_is_another_when_it_has_changed(stage, token):
    before = ask("GET", "/posts")["ETag"]
    ask("POST", "/posts", {"title": "News"}, token=token)
    assert ask("GET", "/posts", **{"If-None-Match": before}).status_code == 200


def test_head_is_get_without_a_body(stage):
    response = ask("HEAD", "/posts")
    assert (response.status_code, response.content) == (200, b"")
    assert response["ETag"] == ask("GET", "/posts")["ETag"]


def test_scripts_of_any_site_may_read_but_send_no_token(stage, token):
    response = ask("GET", "/posts", Origin="https://elsewhere.example")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response.headers
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    preflight = ask("OPTIONS", "/posts", **headers)
    assert (preflight.status_code, preflight["Access-Control-Allow-Headers"]) == (
        204,
        "Content-Type, If-None-Match",
    )
    assert "Authorization" not in str(preflight.headers)


def test_what_a_token_reads_is_for_its_owner_alone(stage, token):
    response = ask("GET", "/gamestate", token=token)
    assert (response["Cache-Control"], response["Vary"].split(", ")[0]) == (
        "private, no-cache",
        "Authorization",
    )
    assert "private" not in ask("GET", "/gamestate").headers.get("Cache-Control", "")


# -- limits


@pytest.fixture
def limited(settings) -> None:
    settings.RATE_LIMITS = {"reading by program": "2/minute", "posting": "1/minute", "judging": "1/minute"}


def test_who_asks_too_often_is_told_when_they_may_again(stage, limited, token):
    assert [ask("GET", "/game").status_code for _ in range(2)] == [200, 200]
    response = ask("GET", "/posts")
    assert told(response) == (429, "/api/#too-often", "You have asked 2 times within a minute.")
    assert 0 < int(response["Retry-After"]) <= 60
    assert response.json()["allowed_at"].startswith("2026-03-12T12:0")
    # whoever has a token is counted by that, wherever they are
    assert ask("GET", "/posts", token=token).status_code == 200
    assert [ask("POST", "/posts", {"title": "Hi"}, token=token).status_code for _ in range(2)] == [201, 429]


# -- use, and what is documented


def test_use_of_a_token_is_remembered_for_its_owner(stage, token):
    assert ask("GET", "/me", token=token).json() == {
        "player": {"id": stage.key("author"), "name": "Bobby"},
        "standing": "active",
        "is_admin": False,
        "is_emperor": False,
        "token": "A program",
        "scopes": ["private", "posts", "comments", "gamestate", "rules", "messages", "admin"],
        "expires_at": None,
    }
    assert stage.people["author"].tokens.latest("pk").last_used_at == NOW


def test_description_is_openapi_3_1_and_names_every_scope_and_answer(stage):
    data = json.loads(ask("GET", "/openapi.json").content)
    assert (data["openapi"], data["info"]["title"]) == ("3.1.0", "BlogNomic")
    vote = data["paths"]["/api/v1/posts/{post}/comments"]["post"]
    assert vote["security"] == [{"token": ["comments"]}]
    assert set(vote["responses"]) == {
        "201", "400", "401", "403", "404", "405", "409", "410", "413", "415", "422", "429", "500"
    }  # fmt: skip
    assert data["paths"]["/api/v1/posts"]["get"]["security"] == [{}, {"token": []}]
    names = [op["operationId"] for methods in data["paths"].values() for op in methods.values()]
    assert len(names) == len(set(names)) > 90
