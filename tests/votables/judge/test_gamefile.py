"""The game file: what is read, what is refused and with which words, and that writing gives the same again."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from votables.judge import Comment, Game, Matter, Player, Reign, Span
from votables.judge.gamefile import Document, GameFileError, read, read_object, write

from .documents import EXAMPLE, MINIMAL
from .world import instant, law


def test_a_game_file_is_read():
    start, posted = instant("2024-01-01T00:00:00"), instant("2024-05-01T12:00:00")
    alice = Player(
        "Alice",
        (Span(start),),
        (
            Span(instant("2024-02-01T00:00:00"), instant("2024-02-20T00:00:00")),
            Span(instant("2024-06-01T00:00:00")),
        ),
        admin=True,
    )
    bobby = Player("Bobby", (Span(start, instant("2024-09-01T00:00:00.500000")),))
    comments = (
        Comment("Alice", instant("2024-05-01T13:00:00"), ("for",), "Purr. :for:"),
        Comment("Bobby", instant("2024-05-01T14:00:00"), ("deferential",), "As you say. :def:"),
    )
    cats = Matter("p1", "proposal", "Bobby", posted, "Cats", frozenset({"dynastic"}), comments=comments)
    assert read(json.dumps(EXAMPLE).encode()) == Document(
        law=law("ruleset-211"),
        game=Game(
            players=(alice, bobby),
            emperors=(Reign("Alice", start),),
            ascensions=(start,),
            matters=(cats,),
            special_cases={"Imperial Deferentials": True, "Malign Emperors": False},
        ),
    )


def test_what_is_left_out_has_its_meaning():
    start, posted = instant("2024-01-01T00:00:00"), instant("2024-05-01T12:00:00")
    document = read_object(MINIMAL)
    assert document == Document(
        law=law("ruleset-37"),
        game=Game(players=(Player("A", (Span(start),)),), matters=(Matter("c", "cfj", "A", posted),)),
    )
    assert (document.at, document.history) == (None, None)


def test_the_instant_and_the_history_are_kept():
    value = MINIMAL | {"at": "2024-05-02T00:00:00Z", "history": {"versions": [1, {"a": None}]}}
    document = read_object(value)
    assert (document.at, document.history) == (instant("2024-05-02T00:00:00"), {"versions": [1, {"a": None}]})
    assert json.loads(write(document))["history"] == {"versions": [1, {"a": None}]}


def test_what_is_written_reads_the_same_and_is_written_the_same_again():
    document = read_object(EXAMPLE | {"at": "2024-05-02T00:00:00.25Z"})
    text = write(document)
    assert read(text) == document
    assert write(read(text)) == text
    written = json.loads(text)
    assert list(written) == [
        "format",
        "law",
        "special_cases",
        "players",
        "emperors",
        "ascensions",
        "matters",
        "at",
    ]
    assert written["at"] == "2024-05-02T00:00:00.250000Z"
    expected = copy.deepcopy(EXAMPLE)
    expected["players"][1]["plays"][0][1] = "2024-09-01T00:00:00.500000Z"
    expected["matters"][0]["comments"][1]["at"] = "2024-05-01T14:00:00Z"
    del written["at"]
    assert written == expected


def at_path(value: Any, path: str) -> tuple[Any, Any]:
    """The container and the last key of a path such as `players.0.name`."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        value = value[step]
    return value, last


MISSING = object()


def changed(path: str, new: Any) -> dict[str, Any]:
    value = copy.deepcopy(EXAMPLE)
    container, key = at_path(value, path)
    if new is MISSING:
        del container[key]
    elif isinstance(container, list) and key == len(container):
        container.append(new)
    else:
        container[key] = new
    return value


INSTANT = "must be an instant in UTC such as 2024-05-01T12:00:00Z"
SECOND = {"id": "p2", "kind": "cfj", "author": "Alice", "posted": "2024-05-01T12:00:00Z"}


@pytest.mark.parametrize(
    ("path", "new", "problem"),
    [
        ("format", MISSING, 'the key "format" is missing'),
        ("format", "blognomic-game/2", 'format: must be blognomic-game/1, not "blognomic-game/2"'),
        ("law", MISSING, 'the key "law" is missing'),
        ("law", 211, "law: must be the name of a law, or a law's document as an object"),
        ("players", MISSING, 'the key "players" is missing'),
        ("players", {}, "players: must be a list"),
        ("matters", MISSING, 'the key "matters" is missing'),
        ("matters", None, "matters: must be a list"),
        ("at", None, "at: must be a string"),
        ("at", "now", f"at: {INSTANT}"),
        ("special_cases", [], "special_cases: must be an object"),
        ("special_cases", {"Cats": True}, 'special_cases["Cats"]: ruleset-211 has no such special case'),
        (
            "special_cases",
            {"Dormancy": 1},
            'special_cases["Dormancy"]: must be true or false, or a list of changes',
        ),
        (
            "special_cases",
            {"Mantle Limitations": True},
            'special_cases["Mantle Limitations"]: ruleset-211 has no such special case',
        ),
        ("players.0", "Alice", "players[0]: must be an object"),
        ("players.0.name", MISSING, 'players[0]: the key "name" is missing'),
        ("players.0.name", None, "players[0].name: must be a string"),
        ("players.1.name", "ALICE", 'players[1].name: two players are named "ALICE"'),
        ("players.1.plays", MISSING, 'players[1]: the key "plays" is missing'),
        ("players.1.plays", [], "players[1].plays: cannot be empty"),
        ("players.1.plays", None, "players[1].plays: must be a list"),
        ("players.1.admin", 0, "players[1].admin: must be true or false"),
        ("players.1.idle", None, "players[1].idle: must be a list"),
        (
            "players.1.plays.0",
            ["2024-01-01T00:00:00Z"],
            "players[1].plays[0]: must be an interval: a list of two instants, the second of which may be null",
        ),
        ("players.1.plays.0", [None, None], f"players[1].plays[0][0]: {INSTANT}"),
        ("players.1.plays.0.1", "soon", f"players[1].plays[0][1]: {INSTANT}"),
        (
            "players.1.plays.0.1",
            "2024-01-01T00:00:00Z",
            "players[1].plays[0]: the interval does not end after it begins",
        ),
        (
            "players.1.plays.1",
            ["2024-08-01T00:00:00Z", None],
            "players[1].plays: two of the intervals overlap",
        ),
        (
            "players.0.idle.0",
            ["2024-02-01T00:00:00Z", "2024-01-20T00:00:00Z"],
            "players[0].idle[0]: the interval does not end after it begins",
        ),
        ("emperors.0.name", "Zoe", 'emperors[0].name: "Zoe" is not among the players'),
        ("emperors.0.name", "alice", 'emperors[0].name: "alice" is not among the players'),
        ("emperors.0.from", MISSING, 'emperors[0]: the key "from" is missing'),
        ("emperors.0.to", MISSING, 'emperors[0]: the key "to" is missing'),
        ("emperors.0.to", "2024-01-01T00:00:00Z", "emperors[0]: the interval does not end after it begins"),
        ("ascensions.0", 1704067200, f"ascensions[0]: {INSTANT}"),
        (
            "ascensions.1",
            "2024-02-30T00:00:00Z",
            "ascensions[1]: there is no such instant as 2024-02-30T00:00:00Z",
        ),
        ("matters.0.id", MISSING, 'matters[0]: the key "id" is missing'),
        ("matters.0.id", 1, "matters[0].id: must be a string"),
        ("matters.1", SECOND | {"id": "p1"}, 'matters[1].id: the id "p1" stands there twice'),
        ("matters.0.kind", "motion", 'matters[0].kind: unknown kind "motion"; known are proposal, cfj, dov'),
        ("matters.0.kind", MISSING, 'matters[0]: the key "kind" is missing'),
        ("matters.0.author", "Zoe", 'matters[0].author: "Zoe" is not among the players'),
        ("matters.0.author", MISSING, 'matters[0]: the key "author" is missing'),
        ("matters.0.posted", MISSING, 'matters[0]: the key "posted" is missing'),
        ("matters.0.posted", None, "matters[0].posted: must be a string"),
        ("matters.0.title", None, "matters[0].title: must be a string"),
        ("matters.0.amends", "core", "matters[0].amends: must be a list"),
        (
            "matters.0.amends",
            ["core", "rules"],
            'matters[0].amends[1]: "rules" is not one of core, special_case, appendix, dynastic, gamestate, roster',
        ),
        (
            "matters.0.amends",
            [["core"]],
            "matters[0].amends[0]: this is not one of core, special_case, appendix, dynastic, gamestate, roster",
        ),
        ("matters.0.changes_nothing", None, "matters[0].changes_nothing: must be true or false"),
        ("matters.0.illegal", "no", "matters[0].illegal: must be true or false"),
        (
            "matters.0.status",
            "vetoed",
            'matters[0].status: unknown status "vetoed"; known are pending, enacted, failed, illegal',
        ),
        ("matters.0.status", None, "matters[0].status: must be a string"),
        ("matters.0.status", "failed", "matters[0].resolved: missing, but the status is failed"),
        (
            "matters.0.resolved",
            "2024-05-02T00:00:00Z",
            "matters[0].resolved: a pending matter has no instant of resolution",
        ),
        ("matters.0.resolved", 5, "matters[0].resolved: must be a string"),
        (
            "matters.1",
            SECOND | {"status": "enacted", "resolved": "2024-05-01T11:59:59.999999Z"},
            "matters[1].resolved: resolved before it was posted",
        ),
        ("matters.0.comments", {}, "matters[0].comments: must be a list"),
        ("matters.0.comments.1", [], "matters[0].comments[1]: must be an object"),
        (
            "matters.0.comments.1.author",
            "Zoe",
            'matters[0].comments[1].author: "Zoe" is not among the players',
        ),
        ("matters.0.comments.1.at", MISSING, 'matters[0].comments[1]: the key "at" is missing'),
        (
            "matters.0.comments.1.at",
            "2024-05-01T11:59:59.999999Z",
            "matters[0].comments[1].at: before the post that it is a comment on",
        ),
        ("matters.0.comments.1.text", MISSING, 'matters[0].comments[1]: the key "text" is missing'),
        ("matters.0.comments.1.text", None, "matters[0].comments[1].text: must be a string"),
    ],
)
def test_a_mistake_is_named_with_its_place(path, new, problem):
    with pytest.raises(GameFileError) as caught:
        read_object(changed(path, new))
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("colour", "ascensions, at, emperors, format, history, law, laws, matters, players, special_cases"),
        ("players.0.colour", "admin, idle, name, plays"),
        ("emperors.0.colour", "from, name, to"),
        (
            "matters.0.colour",
            "amends, author, changes_nothing, comments, id, illegal, kind, posted, resolved, status, title",
        ),
        ("matters.0.comments.0.colour", "at, author, text"),
    ],
)
def test_an_unknown_key_is_refused(path, known):
    with pytest.raises(GameFileError) as caught:
        read_object(changed(path, "red"))
    place = path.rpartition(".")[0].replace(".0", "[0]")
    start = f"{place}: " if place else ""
    assert str(caught.value) == f'{start}unknown key "colour"; known are {known}'


def test_what_is_only_unlawful_is_believed():
    value = changed("matters.0.status", "illegal")
    value["matters"][0]["resolved"] = value["matters"][0]["posted"]
    value["law"] = "ruleset-37"
    value["special_cases"] = {}
    value["players"][0]["idle"] = [["2000-01-01T00:00:00Z", None], ["2001-01-01T00:00:00Z", None]]
    value["players"][1]["plays"] = [
        ["2024-03-01T00:00:00Z", None],
        ["2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z"],
    ]
    value["players"][1]["name"] = value["matters"][0]["author"] = value["matters"][0]["comments"][1][
        "author"
    ] = ""
    value["matters"][0]["amends"] = ["core", "core"]
    assert read_object(value).game.matters[0].status == "illegal"


def test_the_whole_file_is_checked_also_what_is_later():
    value = changed("matters.1", SECOND | {"posted": "2124-05-01T12:00:00Z", "comments": [{}]})
    with pytest.raises(GameFileError) as caught:
        read_object(value | {"at": "2024-05-01T12:00:00Z"})
    assert str(caught.value) == 'matters[1].comments[0]: the key "author" is missing'


# -- not JSON


def test_a_comment_that_cannot_be_rendered_is_named():
    with pytest.raises(GameFileError) as caught:
        read_object(changed("matters.0.comments.1.text", "`" * 100_001 + ":for:"))
    assert str(caught.value) == (
        "matters[0].comments[1].text: is longer than 100000 characters, so its formatting cannot be read"
    )


def test_a_message_is_one_line_whatever_the_file_says():
    value = changed("matters.0.author", "x\n\x1b[31m\u2028" + "y" * 500)
    with pytest.raises(GameFileError) as caught:
        read_object(value)
    message = str(caught.value)
    assert message.isprintable() and len(message) < 200


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PATHS = [
    "format", "law", "special_cases", "players", "players.0", "players.0.name", "players.0.plays",
    "players.0.plays.0", "players.0.plays.0.0", "players.0.idle.0.1", "emperors", "emperors.0",
    "emperors.0.from", "ascensions", "ascensions.0", "matters", "matters.0", "matters.0.id",
    "matters.0.posted", "matters.0.amends", "matters.0.status", "matters.0.comments",
    "matters.0.comments.0", "matters.0.comments.0.at", "matters.0.comments.0.text", "at", "history",
    "other",
]  # fmt: skip


@given(st.sampled_from(PATHS), JSON)
def test_any_other_value_is_read_or_refused_but_never_crashes(path, new):
    try:
        document = read_object(changed(path, new))
    except GameFileError as error:
        assert str(error).isprintable()
    else:
        assert read(write(document)) == document
