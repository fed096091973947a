"""What programs are told of how a text reads: its sentences, the changes in the shape in which they are sent, and
what must be asked. Nothing is stored."""

from time import process_time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.blognomic.api.programs import ask, token_of
from tests.votables.stage import NOW, Stage
from votables.api.blog.writing import LONGEST
from votables.models import Draft, Post

pytestmark = pytest.mark.django_db
CLEAR = "I think that this is better.\n\nIn the rule “Cats”, change “purr” to “meow”.\n\nEach player gains 2 Gold."
UNCLEAR = f"{CLEAR}\n\nRepeal the rule “Mice”."
REPLACE = {
    "op": "replace",
    "find": "purr",
    "text": "meow",
    "scope": "",
    "count": "one",
    "whole": True,
    "condition": None,
}
QUERIES = 14  # twelve, and two for the token


@pytest.fixture
def token(stage: Stage) -> str:
    return token_of(stage.people["author"], at=NOW)


def test_a_clear_text_is_told_with_its_changes(stage: Stage, token: str) -> None:
    answer = ask("POST", "/reading", {"text": CLEAR, "strict": True}, token=token)
    assert answer.status_code == 200
    read = answer.json()
    assert read["questions"] == []
    assert [one["read_as"] for one in read["sentences"]] == ["no instruction", "read", "by hand"]
    assert all(CLEAR[one["start"] : one["end"]].strip() == one["words"].strip() for one in read["sentences"])
    changes = [change for one in read["sentences"] for change in one["changes"]]
    assert changes == [
        REPLACE | {"rule": str(stage.key("rule"))},
        {"op": "step", "text": "Each player gains 2 Gold.", "condition": None},
    ]


def test_what_is_told_can_be_sent_with_the_text(stage: Stage, token: str) -> None:
    answer = ask("POST", "/reading", {"text": CLEAR}, token=token).json()
    changes = [change for one in answer["sentences"] for change in one["changes"]]
    sent = {"title": "Meowing", "category": "proposal", "body": CLEAR, "changes": changes}
    kept = ask("POST", "/drafts", sent, token=token)
    assert (kept.status_code, kept.json()["changes"]) == (201, changes)


def test_what_is_not_clear_is_asked_and_refused_where_it_must_be_clear(stage: Stage, token: str) -> None:
    answer = ask("POST", "/reading", {"text": UNCLEAR}, token=token).json()
    assert answer["sentences"][-1]["read_as"] == "asked" and answer["sentences"][-1]["changes"] == []
    question = answer["questions"][0]
    assert UNCLEAR[question["start"] : question["end"]].strip() == "Repeal the rule “Mice”."

    refused = ask("POST", "/reading", {"text": UNCLEAR, "strict": True}, token=token)
    assert refused.status_code == 422
    assert refused.json()["errors"] == [
        {"place": "body.text", "what": f"Repeal the rule “Mice”. – {question['why']}"}
    ]


def test_nothing_is_written_and_little_is_asked(stage: Stage, token: str) -> None:
    before = Post.objects.count(), Draft.objects.count()
    ask("POST", "/reading", {"text": CLEAR}, token=token)
    with CaptureQueriesContext(connection) as queries:
        assert ask("POST", "/reading", {"text": CLEAR * 20}, token=token).status_code == 200
    assert len(queries) <= QUERIES
    assert not [one["sql"] for one in queries if one["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert (Post.objects.count(), Draft.objects.count()) == before


@pytest.mark.parametrize("part", ["“", "1. ", "[(", "if ", "> a\n", "In the rule “Cats” ", "Repeal “a”. "])
def test_a_text_of_the_greatest_length_is_read_soon(stage: Stage, token: str, part: str) -> None:
    text = (part * LONGEST)[:LONGEST]
    begun = process_time()
    assert ask("POST", "/reading", {"text": text}, token=token).status_code == 200
    assert process_time() - begun < 2


def test_a_longer_text_is_refused_with_the_limit(stage: Stage, token: str) -> None:
    refused = ask("POST", "/reading", {"text": "a" * (LONGEST + 1)}, token=token)
    assert refused.status_code == 422
    assert [one["place"] for one in refused.json()["errors"]] == ["body.text"]
    assert str(LONGEST) in refused.json()["errors"][0]["what"].replace(",", "")


@pytest.fixture
def other(stage: Stage) -> str:
    """The token of somebody who may still propose."""
    return token_of(stage.people["player"], at=NOW)


def proposal(body: str, **more: object) -> dict[str, object]:
    return {"title": "Meowing", "category": "proposal", "body": body, **more}


def test_a_post_that_is_sent_with_its_text_alone_carries_what_that_says(stage: Stage, other: str) -> None:
    made = ask("POST", "/posts", proposal(CLEAR), token=other)
    assert (made.status_code, [one["op"] for one in made.json()["changes"]]) == (201, ["replace", "step"])
    address, body = f"/posts/{made.json()['id']}", CLEAR.replace("meow", "hiss")
    edited = ask("PATCH", address, {"seen": 1, "body": body}, token=other)
    assert (edited.status_code, edited.json()["changes"][0]["text"]) == (200, "hiss")
    slip = ask("PATCH", address, {"seen": 2, "body": CLEAR, "typo": True}, token=other)
    assert slip.status_code != 200 or slip.json()["changes"] == edited.json()["changes"]


def test_a_text_that_must_be_clear_is_refused_with_its_questions(stage: Stage, other: str) -> None:
    count = Post.objects.count()
    refused = ask("POST", "/posts", proposal(UNCLEAR, strict=True), token=other)
    assert (refused.status_code, Post.objects.count()) == (422, count)
    (error,) = refused.json()["errors"]
    assert error["place"] == "body.body" and error["what"].startswith("Repeal the rule “Mice”. – ")
    made = ask("POST", "/posts", proposal(UNCLEAR), token=other)
    assert (made.status_code, made.json()["changes"]) == (201, [])
    edited = {"seen": 1, "body": f"{UNCLEAR}\n\nMice.", "strict": True}
    assert ask("PATCH", f"/posts/{made.json()['id']}", edited, token=other).status_code == 422


def test_what_the_law_refuses_is_said_before_anything_is_asked(stage: Stage, token: str, other: str) -> None:
    made = ask("POST", "/posts", proposal("I like cats."), token=other).json()
    edited = {"seen": 1, "body": UNCLEAR, "strict": True}
    assert ask("PATCH", f"/posts/{made['id']}", edited, token=token).status_code == 403
    while ask("POST", "/posts", proposal("I like cats."), token=other).status_code == 201:
        pass
    assert ask("POST", "/posts", proposal(UNCLEAR, strict=True), token=other).status_code == 403


def test_no_changes_at_all_beside_a_text_that_says_some_are_refused(stage: Stage, other: str) -> None:
    count = Post.objects.count()
    for confirmed in (False, True):
        refused = ask("POST", "/posts", proposal(CLEAR, changes=[], confirmed=confirmed), token=other)
        assert (refused.status_code, Post.objects.count()) == (422, count)
        assert "The text says what it changes (2), and `changes` is empty." in refused.content.decode()
    made = ask("POST", "/posts", proposal("I like cats.", changes=[]), token=other)
    assert (made.status_code, made.json()["changes"]) == (201, [])
    address = f"/posts/{made.json()['id']}"
    edited = ask("PATCH", address, {"seen": 1, "body": CLEAR, "changes": []}, token=other)
    assert (edited.status_code, Post.objects.get(title="Meowing").changes) == (422, [])


def test_no_changes_any_more_take_their_sentences_out_of_the_text(stage: Stage, other: str) -> None:
    made = ask("POST", "/posts", proposal(f"I like cats.\n\n{CLEAR}"), token=other).json()
    edited = ask("PATCH", f"/posts/{made['id']}", {"seen": 1, "changes": []}, token=other).json()
    assert edited["changes"] == [] and edited["body"].startswith("I like cats.")
    assert "Cats" not in edited["body"]


def test_changes_that_are_sent_are_said_by_the_text_and_taken_out_of_it(stage: Stage, other: str) -> None:
    clap = {"op": "step", "text": "Clap.", "condition": None}
    made = ask("POST", "/posts", proposal(CLEAR, changes=[clap]), token=other).json()
    assert [one["op"] for one in made["changes"]] == ["replace", "step", "step"]
    assert made["changes"][-1] == clap
    assert made["body"] == f"{CLEAR}\n\nLet the admin do this by hand: “Clap.”."
    sent = {"seen": 1, "changes": [*made["changes"][:2], {"op": "step", "text": "Dance."}]}
    edited = ask("PATCH", f"/posts/{made['id']}", sent, token=other).json()
    assert edited["body"] == made["body"].replace("Clap", "Dance")
    fewer = {"seen": 2, "changes": edited["changes"][:1]}
    less = ask("PATCH", f"/posts/{made['id']}", fewer, token=other).json()
    assert [one["op"] for one in less["changes"]] == ["replace"]
    assert less["body"] == CLEAR.split("\n\nEach ")[0]


def test_changes_that_do_something_else_than_the_text_are_asked_about(stage: Stage, other: str) -> None:
    read = ask("POST", "/reading", {"text": CLEAR}, token=other).json()["sentences"]
    changes = [change for one in read for change in one["changes"]]
    contrary = [{**changes[0], "text": "hiss"}]
    count = Post.objects.count()
    refused = ask("POST", "/posts", proposal(CLEAR, changes=contrary), token=other)
    assert (refused.status_code, "confirm" in refused.json(), Post.objects.count()) == (422, False, count)
    sure = ask("POST", "/posts", proposal(CLEAR, changes=contrary, confirmed=True), token=other)
    assert (sure.status_code, sure.json()["errors"]) == (422, refused.json()["errors"])
    assert refused.json()["errors"] == [
        {"place": "body.changes.0", "what": "The text and its attached changes do different things to Cats."}
    ]
    strict = proposal(f"{CLEAR}\n\n{UNCLEAR}", changes=changes, strict=True)
    errors = ask("POST", "/posts", strict, token=other).json()["errors"]
    assert {one["place"] for one in errors} == {"body.body"}
    edit = {"op": "edit", "rule": changes[0]["rule"], "text": "Cats meow.\n", "seen": "Cats purr."}
    alike = [edit, *changes[1:]]
    made = ask("POST", "/posts", proposal(CLEAR, changes=alike), token=other)
    assert (made.status_code, made.json()["body"], made.json()["changes"]) == (201, CLEAR, changes)


def test_what_the_rules_of_a_text_define_is_told_with_the_change_that_tracks_it(
    stage: Stage, token: str
) -> None:
    rule = "Each Player has a Flour, a non-negative integer that defaults to 3, publicly tracked."
    text = f"Add a new dynastic rule called “Baking”:\n\n> {rule}"
    (offer,) = ask("POST", "/reading", {"text": text}, token=token).json()["definitions"]
    assert (offer["rule_title"], offer["name"], offer["change"]["op"]) == ("Baking", "Flour", "track")
    whole = ask(
        "POST", "/reading", {"text": f"{text}\n\n{offer['sentence']}", "strict": True}, token=token
    ).json()
    assert (whole["sentences"][-1]["changes"], whole["definitions"]) == ([offer["change"]], [])


def test_whoever_enacts_sees_the_text_beside_what_it_does(stage: Stage, other: str) -> None:
    made = ask("POST", "/posts", proposal(CLEAR), token=other).json()
    answer = ask("GET", f"/posts/{made['id']}/effects", token=other).json()
    assert answer["text"] == made["body"] == CLEAR
    assert [one["fits"] for one in answer["effects"]] == [True, True]
    assert [one["title"] for one in answer["effects"][0]["differences"]] == ["Cats"]
