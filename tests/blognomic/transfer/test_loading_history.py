"""A game file with the history of a site, into an empty database: what is refused, and where."""

import copy
import json

import pytest
from django.db import transaction

from blognomic.transfer.game_file.exporting import export_game
from players.models import Dynasty
from tests.votables import rich_game, staged_typed_posts
from tests.votables.small_game import (
    ALWAYS,
    SMALL,
    bring,
    counts,
    with_change,
)
from votables.judge.gamefile import GameFileError
from votables.models import Comment, Post

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker) -> str:
    """What was exported of a game with something of everything, of which nothing is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        rich_game.play()
        text = "".join(export_game(at=rich_game.END))
        transaction.set_rollback(True)
    return text


@pytest.fixture
def exported(played, db) -> dict:
    return json.loads(played)


def refusal(value: dict) -> str:
    """Why the document is refused, with nothing of it in the database."""
    with pytest.raises(GameFileError) as refused, transaction.atomic():
        bring(value, rich_game.END)
    assert not any(counts().values())
    return str(refused.value)


@pytest.mark.sweep
def test_history_is_checked_as_strictly_as_the_rest(exported):
    history = exported["history"]
    settled = next(i for i, row in enumerate(history["posts"]) if "settled_by" in row)
    first = history["posts"][0]["id"]
    unsaid = next(i for i, row in enumerate(history["comments"]) if "text" not in row)
    guest = next(i for i, row in enumerate(history["players"]) if row["name"] == "Host")
    cases = {
        "version": ("2", "history.version: this program knows version 1 alone"),
        "game": (None, 'history: the key "game" is missing'),
        "game.name": (5, "history.game.name: must be a string"),
        "game.motto": (
            "Honk",
            'history.game: unknown key "motto"; known are due_at, due_runs, due_waits, founded_at, is_demo, name',
        ),
        "game.founded_at": ("2026-03-32T00:00:00Z", "history.game.founded_at: there is no such instant as"),
        "game.is_demo": (1, "history.game.is_demo: must be true or false"),
        "drafts": ([], 'history: unknown key "drafts"; known are version, game, players,'),
        "posts": ({}, "history.posts: must be a list"),
        "posts.0": ([], "history.posts[0]: must be an object"),
        "posts.1.id": (first, f"history.posts[1].id: the id {first} stands there twice"),
        "posts.2.id": ("3", "history.posts[2].id: must be a whole number"),
        "posts.3.id": (0, "history.posts[3].id: must be a positive number of at most 15 digits"),
        "posts.0.author": (
            "Nobody",
            'history.posts[0].author: "Nobody" is nobody of those in history.players',
        ),
        "posts.0.posted_at": ("2026-04-12T00:00:00Z", "history.posts[0].posted_at: lies in the future"),
        "posts.0.category": (
            "poem",
            'history.posts[0].category: "poem" is not one of "", "ascension", "cfj",',
        ),
        "posts.0.title": ("x" * 201, "history.posts[0].title: Ensure this value has at most 200 characters"),
        "posts.0.body": ("a\0", "history.posts[0].body: holds a NUL character, which no database keeps"),
        "posts.0.status": ("pending", "history.posts[0]: does not fit together (matter has a beginning)"),
        f"posts.{settled}.settled_by": (
            99,
            f"history.posts[{settled}].settled_by: there is no resolution 99 in history",
        ),
        "posts.0.changes": (["edit"], "history.posts[0].changes: must be a list of objects"),
        "posts.1.changes": ([{"op": "fly"}], "history.posts[1].changes[0]: "),
        "posts.2.changes": (
            [{"op": "revert", "revision": 10**9}],
            "history.posts[2].changes[0]: there is no revision 1000000000 in history",
        ),
        "posts.3.changes": (
            [{"op": "official", "do": "retire", "type": 10**9}],
            "history.posts[3].changes[0]: there is no official type 1000000000 in history",
        ),
        "posts.4.changes": (
            [{"op": "official", "do": "define", "definition": {**staged_typed_posts.HUNT, "rule": 10**9}}],
            "history.posts[4].changes[0]: there is no rule 1000000000 in history",
        ),
        "post_versions.0.number": (2, "history.post_versions[0]: the key"),
        "post_versions.0.post": (10**9, "history.post_versions[0].post: there is no post 1"),
        "comments.0.post": (10**9, "history.comments[0]"),
        f"comments.{unsaid}.icons": ("for", f"history.comments[{unsaid}].icons: must be a list of strings"),
        f"comments.{unsaid}.ignored": (
            {"0": 1},
            f"history.comments[{unsaid}].ignored: must be a string, or a sentence and what fills it",
        ),
        "resolutions.0.law": (None, 'history.resolutions[0]: the key "law" is missing'),
        "resolutions.0.facts": ([], "history.resolutions[0].facts: must be an object"),
        "resolutions.0.verdict": ({"why": "\0"}, "history.resolutions[0].verdict: holds a NUL character"),
        "ballots.1.player": (
            history["ballots"][0]["player"],
            "history.ballots[1]: another has the same resolution and",
        ),
        "seeds.0.day": ("yesterday", "history.seeds[0].day: must be a day such as 2024-05-01"),
        "seeds.0.secret": ("x" * 65, "history.seeds[0].secret: Ensure this value has at most 64 characters"),
        "rolls.0.faces": ("6", "history.rolls[0].faces: must be a list of strings"),
        "sealings.0.awaited": (["Bobby"], "history.sealings[0].awaited: must be a list of whole numbers"),
        "entries.0.update": (10**9, "history.entries[0].update: there is no update 1000000000 in history"),
        "tables.0.definition": ([], "history.tables[0].definition: must be an object"),
        "reigns.0.until": (
            "2026-03-01T00:00:00Z",
            "history.reigns[0]: does not fit together (reign ends after)",
        ),
        "dynasties.0.number": (
            -1,
            "history.dynasties[0].number: Ensure this value is greater than or equal to 0",
        ),
        "law_versions.0.document": ("quorum = 1", "history.law_versions[0].document: "),
        "law_versions.0.name": ("mine", 'history.law_versions[0].name: its document is called "ruleset-211"'),
        "law_versions.0.special_cases": (
            {"x": 1},
            "history.law_versions[0].special_cases: must be an object of true",
        ),
        f"players.{guest}.name": (
            "BOBBY",
            f'history.players[{guest}].name: "BOBBY" and "Bobby" differ only in',
        ),
        "roster_events.0.kind": (
            "eaten",
            'history.roster_events[0].kind: "eaten" is not one of "admin", "emperor",',
        ),
        "roster_events.0.player": (
            1,
            "history.roster_events[0].player: this is nobody of those in history.players",
        ),
        "roster_events.0.at": (None, 'history.roster_events[0]: the key "at" is missing'),
    }
    refusals = {
        place: refusal(with_change(exported, f"history.{place}", new)) for place, (new, _) in cases.items()
    }
    sentences = {place: sentence for place, (_, sentence) in cases.items()}
    assert {
        place: refusal_text[: len(sentences[place])] for place, refusal_text in refusals.items()
    } == sentences
    assert all("\n" not in refusal_text for refusal_text in refusals.values())


def test_history_that_says_otherwise_than_the_rest_is_refused(exported):
    comments = exported["matters"][0]["comments"]
    cases = {
        "special_cases": (
            {"Seasonal Downtime": False},
            "special_cases.Seasonal Downtime: history has it otherwise",
        ),
        "players.1.plays.0.0": ("2026-03-01T00:00:00Z", "players[1].plays[0][0]: history has it otherwise"),
        "players": (
            [*exported["players"], {"name": "Zed", "plays": ALWAYS}],
            "players: history has it otherwise",
        ),
        "players.2.admin": (False, "players[2].admin: history has it otherwise"),
        "emperors": ([], "emperors: history has it otherwise"),
        "ascensions.0": ("2026-03-02T00:00:01Z", "ascensions[0]: history has it otherwise"),
        "matters.0.id": ("p1", 'matters[0].id: there is no post "p1" in history.posts'),
        "matters.0.comments": (comments[:-1], "history.comments["),
    }
    refusals = {place: refusal(with_change(exported, place, new)) for place, (new, _) in cases.items()}
    sentences = {place: sentence for place, (_, sentence) in cases.items()}
    assert {
        place: refusal_text[: len(sentences[place])] for place, refusal_text in refusals.items()
    } == sentences
    longer = copy.deepcopy(exported)
    longer["matters"][0]["comments"].append({"author": "Alice", "at": "2026-03-20T00:00:00Z", "text": "Hm."})
    assert refusal(longer) == f"matters[0].comments[{len(comments)}]: it is not in history.comments"


def test_matter_edited_in_an_export_is_imported_as_edited(exported):
    bring(with_change(exported, "matters.0.comments.0.text", "Edited."), rich_game.END)
    first = int(exported["matters"][0]["id"])
    assert "Edited." in Comment.objects.filter(post=first).values_list("text", flat=True)


def test_older_history_is_told_who_began_its_dynasties(exported):
    older = copy.deepcopy(exported)
    beginners = [row.pop("begun_by", None) for row in older["history"]["dynasties"]]
    bring(older, rich_game.END)
    assert list(Dynasty.objects.order_by("number").values_list("begun_by__name", flat=True)) == beginners
    assert any(beginners)


def test_history_of_nothing_is_none():
    bring(SMALL | {"history": {"version": 1}})
    assert Post.objects.count() == 2


def test_facts_of_a_docket_with_values_are_no_game_to_go_on_with(exported):
    facts = exported["history"]["resolutions"][-1]["facts"]
    facts["history"] = {"version": 1, "values": {"score": 1}}
    assert refusal(facts).startswith('history: unknown key "values"')
