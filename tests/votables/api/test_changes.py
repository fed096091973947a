"""Changes and steps as programs send them: each kind has a shape, and what does not fit is refused with its place
before anything is stored."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from gamestate.api import steps
from gamestate.models import Update
from gamestate.values.steps import KEYS, read_step
from players.models import Player
from tests.blognomic.api.programs import ask, token_of
from tests.sight.acts import ACTS, Own, World
from tests.votables.stage import NOW, Stage
from votables.api.blog import changes
from votables.changes.change import read_change, stored_changes
from votables.changes.kinds.post_types import steps as post_types
from votables.changes.kinds.post_types.sent import TYPE_STEP
from votables.changes.kinds.roster import steps as roster
from votables.changes.kinds.roster.sent import ROSTER_STEP
from votables.changes.registry import operations
from votables.models import Draft, Post
from votables.post_types.type_definitions import tidied

pytestmark = pytest.mark.django_db
ADD = {"op": "add", "parent": "top", "title": "Clocks", "text": "Every coach has a clock."}
SET = {"op": "set", "path": "wealth", "of": ["players"], "to": "+1"}
DEFINE = {"op": "define", "path": "x", "scope": "player"}
PLACE = "body.changes.1"
# A change of each way not to fit, and what is said of it: where, from `PLACE`, and in which words.
UNFIT: list[tuple[dict[str, Any], str, str]] = [
    ({"op": "sing"}, ".op", "It is one of 'edit', 'insert', 'replace'"),
    ({}, ".op", "Field required"),
    ({"op": "step", "text": "Wave.", "loud": True}, ".loud", "Extra inputs are not permitted"),
    ({"op": "edit", "rule": "1", "text": 5, "seen": ""}, ".text", "Input should be a valid string"),
    ({"op": "edit", "rule": "1"}, ".text", "Field required"),
    ({"op": "repeal"}, ".rule", "Field required"),
    ({"op": "revert", "revision": True}, ".revision", "Input should be"),
    ({"op": "status", "rule": "1", "text": "on"}, ".text", "Input should be 'Active' or 'Inactive'"),
    ({"op": "track", "step": {"op": "sing"}}, ".step.op", "It is one of 'set', 'reset'"),
    ({"op": "track", "step": {"op": "set", "path": "wealth", "of": ["game"]}}, ".step.to", "Field required"),
    ({"op": "track", "step": {**SET, "seen": 3}}, ".step.seen", "Extra inputs are not permitted"),
    ({"op": "track", "step": {**SET, "path": "Wealth!"}}, "", "cannot be a key"),
    ({"op": "roster", "step": {"op": "bar", "player": 1}}, ".step.why", "Field required"),
    ({"op": "official", "step": {"op": "retire", "official_type": "x"}}, ".step.official_type", "Input should be"),
    ({"op": "step", "text": "Wave.", "condition": {"kind": "rule"}}, ".condition.words", "Field required"),
    ({"op": "law", "text": "quorum = maybe", "seen": ""}, "", "This law cannot be read"),
]  # fmt: skip
GONE = {"op": "edit", "rule": "999999", "text": "New words.", "seen": "Old words."}
NOWHERE = {"op": "track", "step": {**SET, "path": "nowhere"}}


@pytest.fixture
def token(stage: Stage) -> str:
    """Of somebody who has a slot for a proposal left."""
    return token_of(stage.people["emperor"], at=NOW)


def proposal(*sent: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "title": "Clocks",
        "category": "proposal",
        "body": "Clocks are added.",
        "changes": list(sent),
        **more,
    }


def stored() -> tuple[int, ...]:
    return Post.objects.count(), Draft.objects.count(), Update.objects.count()


def wrong(response) -> list[tuple[str, str]]:
    return [(one["place"], one["what"]) for one in response.json()["errors"]]


@pytest.mark.parametrize(("change", "where", "what"), UNFIT)
@pytest.mark.parametrize("path", ["/posts", "/drafts"])
def test_change_that_does_not_fit_is_refused_with_its_place(stage, token, path, change, where, what):
    before = stored()
    response = ask("POST", path, {**proposal(ADD, change)}, token=token)

    assert response.status_code == 422
    assert [one[0] for one in wrong(response)][0] == PLACE + where
    assert what in wrong(response)[0][1]
    assert stored() == before


def test_what_does_not_fit_burns_no_slot(stage, token):
    for change, _, _ in UNFIT:
        assert ask("POST", "/posts", proposal(change), token=token).status_code == 422
    assert ask("POST", "/posts", proposal(ADD), token=token).status_code == 201


@pytest.mark.parametrize("change", [GONE, NOWHERE])
def test_change_that_could_not_be_carried_out_is_confirmed_first(stage, token, change):
    before = stored()
    response = ask("POST", "/posts", proposal(ADD, change), token=token)

    assert (response.status_code, response.json()["confirm"]) == (422, "confirmed")
    assert [where for where, _ in wrong(response)] == [PLACE]
    assert stored() == before
    assert ask("POST", "/posts", proposal(ADD, change, confirmed=True), token=token).status_code == 201


def test_changes_are_read_as_they_were_sent(stage, token):
    sent = [
        {**ADD, "after": "first"},
        {"op": "track", "step": SET, "condition": {"kind": "rule", "words": "Clocks", "negated": False}},
        {"op": "roster", "step": {"op": "emperor", "player": None}},
    ]
    post = ask("POST", "/posts", proposal(*sent, confirmed=True), token=token).json()

    whole = [{"condition": None, **one} for one in sent]
    assert post["changes"] == whole
    again = {"seen": post["version"], "changes": post["changes"], "confirmed": True}
    assert ask("PATCH", f"/posts/{post['id']}", again, token=token).json()["changes"] == whole
    assert stored_changes(Post.objects.get(pk=post["id"]).changes)


@pytest.mark.parametrize(
    ("step", "where", "what"),
    [
        (SET, ".op", "It is one of 'define', 'alter'"),
        ({"op": "add-row", "path": "locations"}, ".name", "Field required"),
        ({**DEFINE, "definition": {"name": "X"}}, ".definition.kind", "Field required"),
        ({**DEFINE, "definition": {"name": "X", "kind": "choice"}}, "", "X needs choices."),
    ],
)  # fmt: skip
def test_definition_that_does_not_fit_is_refused_with_its_place(stage, step, where, what):
    before = stored()
    response = ask(
        "POST", "/gamestate/definitions", {"steps": [step]}, token=token_of(stage.people["admin"], at=NOW)
    )

    assert response.status_code == 422
    assert wrong(response)[0][0] == f"body.steps.0{where}"
    assert what in wrong(response)[0][1]
    assert stored() == before


def test_change_that_would_be_refused_by_now_is_told_as_it_is(stage, token):
    post = ask("POST", "/posts", proposal(ADD), token=token).json()
    odd = {"op": "edit", "rule": "1" * 60, "text": "Words.", "base": ""}
    Post.objects.filter(pk=post["id"]).update(changes=[odd])

    (change,) = ask("GET", f"/posts/{post['id']}").json()["changes"]
    assert change == {"op": "edit", "rule": "1" * 60, "text": "Words.", "seen": "", "condition": None}


def words_of(shapes: Any) -> set[str]:
    """By which words shapes are told apart."""
    described = [each.get("properties", {}).get("op", {}) for each in parts(shapes).values()]
    return {op["const"] for op in described if op}


def test_every_kind_has_a_shape():
    assert list(changes.SHAPES) == [op for op, name in operations()]
    assert words_of(ROSTER_STEP.kind) == set(roster.NAMES)
    assert words_of(TYPE_STEP.kind) == set(post_types.NAMES)
    assert list(steps.SHAPES) == list(KEYS)


def parts(shape: Any) -> dict[str, Any]:
    """What the description has of a shape, and of those within it."""
    schema = TypeAdapter(shape).json_schema()
    return {**schema.get("$defs", {}), "": schema}


def test_kinds_are_told_apart_by_op():
    shapes = parts(changes.Change)
    unions = {
        name: shape["discriminator"]["propertyName"] for name, shape in shapes.items() if "oneOf" in shape
    }
    assert unions.pop("Condition") == "kind"
    assert unions == dict.fromkeys(unions, "op")
    assert {"Tracking", "AnyRosterStep", "DefiningTypes"} <= unions.keys()


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_every_kind_is_told_and_taken_as_it_is_stored(act):
    """Whatever a matter may carry is read as a program may send it."""
    person = Player(pk=7, name="David")
    definition = tidied({"name": "Race", "plural": "Races", "mark": "Race", "rule": 3})
    world = World(dict.fromkeys(("player", "admin", "idle", "guest"), person), "1", "2", 3, 4, 5, definition)
    own = Own(0, "chain 0")
    kept = read_change(act.make(own, world)).as_json()
    for value in (kept, {**kept, "when": {"kind": "matter", "post": 1, "status": "failed", "negated": True}}):
        shape = changes.told_change(value)
        taken = changes.stored_change(TypeAdapter(changes.Change).validate_python(shape))

        assert read_change(taken).as_json() == read_change(value).as_json()
        assert changes.told_change(read_change(taken).as_json()) == shape


def test_stored_step_is_one_that_the_tracker_reads():
    shape = TypeAdapter(steps.Tracking).validate_python(SET)
    assert read_step(steps.stored_step(shape)).as_json() == {
        "do": "set",
        **{k: SET[k] for k in ("path", "of", "to")},
    }


@pytest.mark.parametrize(
    "condition",
    [
        {"kind": "text", "rule": "Cats", "words": "purr", "negated": True},
        {"kind": "votes", "icon": "for", "least": 2, "of": 3, "more": False, "negated": False},
        {
            "kind": "voters",
            "icon": "against",
            "words": "no",
            "least": 1,
            "of": 2,
            "more": True,
            "negated": False,
        },
    ],
)
def test_a_condition_on_texts_and_votes_is_sent_stored_and_told(condition):
    sent = {"op": "step", "text": "Clap.", "condition": condition}
    stored = changes.stored_change(changes.SHAPES["step"](**sent))
    assert read_change(stored).as_json() == {"op": "step", "text": "Clap.", "when": condition}
    assert changes.told_change(stored) == sent


def test_what_is_as_usual_of_words_that_are_replaced_is_told_and_not_stored():
    stored = changes.stored_change(
        changes.SHAPES["replace"](op="replace", rule="2", find="a", text="b", scope="", count="every")
    )
    assert stored == {"op": "replace", "rule": "2", "find": "a", "text": "b"}
    assert changes.told_change(stored) == {**stored, "scope": "", "count": "every", "whole": False}
