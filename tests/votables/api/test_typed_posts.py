"""Official posts of the dynasty by program: their types, ending them, and which comments answer them."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from blognomic.text.instants import format_instant
from blognomic.web.api.shapes import url_of
from tests.blognomic.api.programs import ask, token_of
from tests.votables.stage import NOW, Stage
from tests.votables.table import say
from votables.models import Post
from votables.post_types.presets import PRESETS, SEARCH

pytestmark = pytest.mark.django_db

RACE = {
    "name": "Race",
    "plural": "Races",
    "mark": "Race",
    "response": "contains",
    "response_text": "I run.",
    "most_open": 2,
    "lasts_hours": 60,
    "end_after_hours": 24,
    "may_end": "author",
    "endings": "Won\nLost",
    "ending_action": "Rest.\nEat.",
}
USUAL = {
    "name": "", "plural": "", "told_by": "tag", "mark": "", "rule": None, "special_case": "", "group": "",
    "open_word": "Open", "ended_word": "Ended", "endings": "", "may_post": "players", "most_open": None,
    "most_open_each": None, "not_joined": False, "body_has": "", "post_words": "", "any_time": False,
    "response": "any", "response_text": "", "may_respond": "players", "once": True, "joins_one": False,
    "author_joins": False, "response_words": "", "lasts_hours": None, "end_after_hours": None,
    "may_end": "players", "end_words": "", "ending_action": "",
}  # fmt: skip


@pytest.fixture
def admin(stage: Stage) -> str:
    return token_of(stage.people["admin"], "admin", at=NOW)


@pytest.fixture
def bobby(stage: Stage) -> str:
    return token_of(stage.people["author"], at=NOW)


def defined(admin: str) -> dict[str, Any]:
    response = ask("POST", "/official-types", {"definition": RACE, "why": "A rule says so."}, token=admin)
    assert response.status_code == 201
    return response.json()


def refusal(response) -> tuple[int, str, str | None]:
    answer = response.json()
    return response.status_code, answer["detail"], answer.get("rule")


# -- types


def test_type_is_told_with_its_definition_in_fields_and_in_words(stage, admin):
    made = defined(admin)
    definition = {**USUAL, **RACE, "group": "race"}
    alice = {"id": stage.key("admin"), "name": "Alice"}
    arguments = {"number": 1, "at": format_instant(NOW), "by": alice, "why": "A rule says so."}
    assert made == {
        "id": made["id"],
        "url": url_of(f"/events/types/{made['id']}/"),
        "name": "Race",
        "plural": "Races",
        "example": "[Race] ",
        "number": 1,
        "retired_at": None,
        "open_posts": 0,
        "rule": "",
        "definition": definition,
        "posting": made["posting"],
        "responding": made["responding"],
        "ending": made["ending"],
        "versions": [{**arguments, "definition": definition}],
    }
    assert made["responding"] == [
        "A response is a comment that contains these words: “I run.”",
        "Any player can respond, once.",
    ]
    assert "It closes by itself after 60 hours." in made["ending"]
    assert ask("GET", f"/official-types/{made['id']}").json() == made
    names = [(one["name"], one["open_posts"]) for one in ask("GET", "/official-types").json()]
    assert names == [("Hunt", 1), ("Race", 0)]


def test_type_is_defined_otherwise_by_who_has_seen_it_and_says_why(stage, admin):
    path = f"/official-types/{defined(admin)['id']}"
    change = {"seen": 1, "definition": {"once": False, "most_open": None}, "why": "Repealed."}
    assert ask("PATCH", path, {**change, "why": ""}, token=admin).status_code == 422
    changed = ask("PATCH", path, change, token=admin).json()
    expected = {**USUAL, **RACE, "group": "race", "once": False, "most_open": None}
    assert (changed["number"], changed["definition"]) == (2, expected)
    assert [(one["number"], one["why"]) for one in changed["versions"]] == [
        (2, "Repealed."),
        (1, "A rule says so."),
    ]
    stale = "Somebody changed this definition since you opened it. Nothing was saved."
    assert refusal(ask("PATCH", path, change, token=admin)) == (409, stale, None)
    assert ask("GET", path).json() == changed


def test_type_that_the_rules_define_no_more_is_retired_once(stage, admin):
    path = f"/official-types/{stage.key('hunts')}"
    retired = ask("DELETE", path, token=admin).json()
    assert (retired["retired_at"], retired["open_posts"]) == (format_instant(NOW), 1)
    assert refusal(ask("DELETE", path, token=admin)) == (409, "Hunts have been retired.", None)


def test_shipped_definition_is_added_as_it_is(stage, admin):
    listed = ask("GET", "/official-types/presets").json()
    assert [one["key"] for one in listed] == list(PRESETS)
    assert listed[0]["definition"] == dict(SEARCH.definition)
    made = ask("POST", "/official-types/presets/search", token=admin)
    assert (made.status_code, made.json()["definition"]["most_open"]) == (201, 3)
    again = ask("POST", "/official-types/presets/search", token=admin)
    assert refusal(again) == (409, "There is a type with the name “Search” already.", None)
    assert ask("POST", "/official-types/presets/dance", token=admin).status_code == 404


@pytest.mark.parametrize(
    ("part", "detail"),
    [
        ({"rule": 999_999}, "There is no such rule."),
        ({"special_case": "Feasts"}, "The law in force knows no such special case."),
        ({"response_text": ""}, "The Response Format needs its words."),
    ],
)
def test_definition_that_makes_no_sense_is_refused(stage, admin, part, detail):
    response = ask("POST", "/official-types", {"definition": {**RACE, **part}}, token=admin)
    assert refusal(response)[:2] == (400, detail)
    assert [one["name"] for one in ask("GET", "/official-types").json()] == ["Hunt"]


def test_only_admins_define_types(stage, bobby):
    answers = [
        ask("POST", "/official-types", {"definition": {**RACE, "rule": 999_999}}, token=bobby),
        ask("POST", "/official-types/presets/dance", token=bobby),
        ask("DELETE", "/official-types/999999", token=bobby),
    ]
    says = (403, "Only an admin or the emperor can define types of official posts.", "Event Types")
    assert [refusal(one) for one in answers] == [says] * 3
    assert ask("GET", "/official-types/999999").status_code == 404


# -- posts


def test_official_post_is_posted_answered_ended_and_reported(stage, admin, bobby):
    type = defined(admin)
    sent = {"title": "[Race] To the sea", "category": "story", "body": "Run."}
    post = ask("POST", "/posts", sent, token=bobby).json()
    path = f"/posts/{post['id']}"
    carol = token_of(stage.people["player"], at=NOW)
    ran = ask("POST", f"{path}/comments", {"text": "I run. Fast."}, token=carol).json()
    ask("POST", f"{path}/comments", {"text": "I walk."}, token=admin_of(stage))
    early = ask("POST", f"{path}/official/end", {"ending": "Won"}, token=bobby)
    assert (early.status_code, early.json()["allowed_at"]) == (403, format_instant(NOW + timedelta(hours=24)))
    later = NOW + timedelta(hours=25)
    with time_machine.travel(later, tick=False):
        other = ask("POST", f"{path}/official/end", {"ending": "Won"}, token=carol)
        assert refusal(other)[:2] == (403, "Only its author can end a Race.")
        wrong = ask("POST", f"{path}/official/end", {"ending": "Drawn"}, token=bobby)
        assert refusal(wrong)[:2] == (400, "Choose how it ends.")
        body = {"ending": "Won", "outcome": "By Carol.", "done": [0]}
        ended = ask("POST", f"{path}/official/end", body, token=bobby)
    assert ended.status_code == 201
    answer = ended.json()
    last = ask("GET", f"{path}/comments").json()["items"][-1]
    by = {"id": stage.key("author"), "name": "Bobby"}
    assert last["text"] == "This Race is Won.\n\nBy Carol."
    assert answer == {
        "post": post["id"],
        "url": post["url"],
        "title": "[Race] To the sea",
        "author": by,
        "official_type": type["id"],
        "name": "Race",
        "state": "ended",
        "word": "Won",
        "opened_at": format_instant(NOW),
        "closes_at": format_instant(NOW + timedelta(hours=60)),
        "ended_at": format_instant(later),
        "responses": 1,
        "rule": "",
        "may_end": "its author",
        "ends_from": format_instant(NOW + timedelta(hours=24)),
        "endings": ["Won", "Lost"],
        "ended_by": by,
        "ended_with": last["id"],
        "outcome": "By Carol.",
        "update": None,
        "posting": type["posting"],
        "responding": type["responding"],
        "ending": type["ending"],
        "steps": [
            {"place": 0, "words": "Rest.", "done": True},
            {"place": 1, "words": "Eat.", "done": False},
        ],
        "answers": [
            {
                "id": answer["answers"][0]["id"],
                "comment": ran["id"],
                "by": {"id": stage.key("player"), "name": "Carol"},
                "valid": True,
                "reason": "",
            },
            {
                "id": answer["answers"][1]["id"],
                "comment": ran["id"] + 1,
                "by": {"id": stage.key("other admin"), "name": "Grace"},
                "valid": False,
                "reason": "a response is a comment that contains these words: “I run.”",
            },
        ],
        "acts": [{"kind": "ended", "at": format_instant(later), "by": by, "words": "Won", "response": None}],
    }
    with time_machine.travel(later, tick=False):
        update = ask("POST", "/gamestate/updates", {"comment": "Eaten."}, token=bobby).json()
        report = {"done": [0, 1], "update": update["id"]}
        reported = ask("PUT", f"{path}/official/ending-action", report, token=bobby).json()
    assert (reported["update"], [one["done"] for one in reported["steps"]]) == (update["id"], [True, True])
    assert reported["acts"][-1]["words"] == f"2 of 2 steps, Update {update['id']}"


def admin_of(stage: Stage) -> str:
    return token_of(stage.people["other admin"], at=NOW)


def test_who_posted_says_which_comments_count(stage, bobby):
    path = f"/official-responses/{stage.key('answer')}"
    no = {"valid": False, "reason": "It names no boar."}
    answer = ask("PUT", path, no, token=bobby).json()
    assert answer == {
        "id": stage.key("answer"),
        "comment": answer["comment"],
        "by": {"id": stage.key("player"), "name": "Carol"},
        "valid": False,
        "reason": "It names no boar.",
    }
    assert refusal(ask("PUT", path, no, token=bobby))[:2] == (409, "Somebody has decided this already.")
    carol = token_of(stage.people["player"], at=NOW)
    assert ask("PUT", path, {"valid": True, "reason": "It does."}, token=carol).status_code == 403
    assert ask("GET", f"/posts/{stage.key('hunt')}/official").json()["responses"] == 0


def test_official_posts_are_listed_by_type_and_by_how_they_stand(stage):
    def listed(query: str) -> list[tuple[int, str, int]]:
        items = ask("GET", f"/official-posts{query}").json()["items"]
        return [(one["post"], one["state"], one["responses"]) for one in items]

    hunt, hunted = (stage.key("hunt"), "open", 1), (stage.key("hunted"), "ended", 0)
    assert listed("") == [hunt, hunted]
    assert (listed("?state=open"), listed("?state=over")) == ([hunt], [hunted])
    assert (listed(f"?official_type={stage.key('hunts')}"), listed("?official_type=999999")) == (
        [hunt, hunted],
        [],
    )


def test_post_of_no_type_is_none_and_a_removed_one_is_gone(stage, bobby):
    assert ask("POST", f"/posts/{stage.key('talk')}/official/end", {}, token=bobby).status_code == 404
    ask("DELETE", f"/posts/{stage.key('talk')}", token=bobby)
    assert ask("GET", f"/posts/{stage.key('talk')}/official").status_code == 410


def test_who_wrote_all_the_last_comments_says_that_they_mean_to_end_it(stage, bobby):
    path = f"/posts/{stage.key('hunt')}"
    hunt = Post.objects.get(pk=stage.key("hunt"))
    for number in range(10):
        say(hunt, stage.people["author"], NOW, f"Word {number}.")
    response = ask("POST", f"{path}/official/end", {}, token=bobby)
    assert (response.status_code, response.json()["rule"], response.json()["confirm"]) == (
        409,
        "Fair Play",
        "confirmed",
    )
    ended = ask("POST", f"{path}/official/end", {"confirmed": True}, token=bobby)
    assert (ended.status_code, ended.json()["state"]) == (201, "ended")
