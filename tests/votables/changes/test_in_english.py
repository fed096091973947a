"""What a text does in a game, and what changes of a game are called: both ways, under rules of every kind of name."""

from typing import Any

import pytest

from gamestate.services.updating import update
from ruleset.queries import law_at
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import join, noon, propose
from votables.changes.change import read_change
from votables.changes.in_english import called_things, reading_of, text_of
from votables.changes.in_text import put_into_text
from votables.changes.registry import KINDS
from votables.english.orders import CalledThings
from votables.post_types.models import OfficialType

from .carried import SMALL, enact, seat_with, standing, tracks

pytestmark = pytest.mark.django_db
HOSTILE = Tree(
    (
        Node("core", "Core Rules", "", (Node("same", "Twins", "One."), Node("too", "Twins", "Another."))),
        Node(
            "dyn",
            "Dynastic Rules",
            "",
            (
                Node("quoted", "The “Old” \"Rule\" `of` 'All'", 'He said: “No”, "never".\n\n> Not ever.'),
                Node(
                    "marked", "**Bold** [Link](x) | # _Title_", "* a\n* b\n\n| c | d |\n|---|---|\n| e | f |"
                ),
                Node("empty", "", ""),
                Node("order", "Repeal the rule “Twins”.", "Repeal everything."),
                Node("nap", "Nap [Active]", "They nap.", (Node("below", "Twins", ""),)),
            ),
        ),
    )
)


@pytest.fixture
def things() -> tuple[CalledThings, dict[str, str]]:
    """A game of hostile rules in which something is tracked, and the keys of its rules by those of HOSTILE."""
    players, _keys = seat_with(HOSTILE)
    steps = [*table("places", "Town"), define("wealth", default="5"), define("places.room")]
    track(*steps, by=players[0], at=noon(1))
    names = [node.key for node in HOSTILE.walk()]
    keys = dict(zip(names, [node.key for node in standing(noon(2)).walk()], strict=True))
    return called_things(at=noon(2)), keys


def of_rules(keys: dict[str, str], things: CalledThings) -> list[dict[str, Any]]:
    """Changes of every rule there is, and those that are of no rule."""
    changes: list[dict[str, Any]] = [
        {"op": "replace", "rule": "", "find": "Twins", "text": "“Pairs”"},
        {"op": "add", "parent": "top", "after": "", "title": "A “new” section", "text": ""},
        {
            "op": "add",
            "parent": keys["dyn"],
            "after": "first",
            "title": "Twins",
            "text": "> Quoted\n\n* listed",
        },
    ]
    for node in things.tree.walk():
        changes += [
            {"op": "edit", "rule": node.key, "text": "# New\n\n“words”\n* and `more`", "base": node.text},
            {"op": "rename", "rule": node.key, "title": "Newly “named” `so`", "base": node.title},
            {"op": "repeal", "rule": node.key, "with_subrules": True},
            {"op": "repeal", "rule": node.key, "with_subrules": False},
            {"op": "add", "parent": node.key, "after": "", "title": "Cats", "text": "They purr."},
        ]
    for key in ("same", "quoted", "marked", "empty"):
        changes.append({"op": "move", "rule": keys[key], "parent": keys["nap"], "after": keys["below"]})
        changes.append(
            {
                "op": "copy",
                "rule": keys[key],
                "parent": keys["nap"],
                "after": "",
                "title": "Newer",
                "with_subrules": True,
            }
        )
        changes.append({"op": "swap", "rule": keys[key], "other": keys["nap"], "what": "texts"})
    changes.append({"op": "replace", "rule": keys["quoted"], "find": "“No”", "text": "Yes"})
    some = {"op": "insert", "text": "* new"}
    changes += [
        {**some, "rule": keys["nap"], "place": "end", "anchor": ""},
        {**some, "rule": keys["marked"], "place": "list-end", "anchor": ""},
        {**some, "rule": keys["marked"], "place": "after-item", "anchor": "b"},
        {**some, "rule": keys["marked"], "place": "before-block", "anchor": "| c | d |\n|---|---|"},
    ]
    changes.append({"op": "status", "rule": keys["nap"], "text": "Inactive"})
    return changes


def of_the_rest(things: CalledThings) -> list[dict[str, Any]]:
    """Changes of all other kinds."""
    bobby = next(key for key, name in things.players.items() if name == "Bobby")
    gold = {"name": "A “gold” piece", "kind": "whole"}
    return [
        {"op": "law", "text": f"{things.law}\n# “Amended”", "base": things.law},
        {"op": "revert", "revision": 1},
        {"op": "uphold", "update": 1},
        {"op": "step", "text": "Roll 3DICE6, and tell “everybody”."},
        {"op": "add-action", "title": "Dig", "does": "wealth += 1\nif wealth > 2: refuse 'No “more”.'"},
        {"op": "alter-action", "action": "Dig", "frequency": "daily", "asks": "n: number from 1 to wealth"},
        {"op": "remove-action", "action": "Dig"},
        {"op": "pause-action", "action": "Dig", "text": "It says “two”."},
        {"op": "resume-action", "action": "Dig"},
        {"op": "roster", "do": "make-admin", "player": bobby},
        {"op": "roster", "do": "rename", "player": bobby, "name": "Wickett"},
        {"op": "roster", "do": "emperor", "player": None},
        {"op": "official", "do": "define", "definition": {"name": "Raid", "plural": "Raids", "mark": "Raid"}},
        tracks("set", "wealth", of=["players"], to="+5"),
        tracks("set", "wealth", of=[f"player:{bobby}"], to="0"),
        tracks("set", "places.room", of=["row=Town"], to="-1"),
        tracks("reset", "wealth", of=["everyone"]),
        tracks("define", "gold", scope="player", definition=gold),
        tracks("retire", "wealth"),
        tracks("add-row", "places", name="The “Wood”"),
        tracks("retire-row", "places", of=["row=Town"]),
        tracks("retire-table", "places"),
        tracks("page", "lore", name="Lore", to="# Lore\n\nOf “old”."),
    ]


def test_every_change_is_said_and_read_as_the_same(things: tuple[CalledThings, dict[str, str]]) -> None:
    called, keys = things
    values = [*of_rules(keys, called), *of_the_rest(called)]
    assert {value["op"] for value in values} == {op for kind in KINDS for op in kind.names}
    wrong = []
    for value in values:
        change = read_change(value)
        text = text_of([change], called)
        reading = reading_of(text, called)
        if reading.questions or reading.changes != [change]:
            wrong.append((text, reading))
    assert wrong == []


def test_every_change_is_put_into_a_text_and_taken_out_of_it(
    things: tuple[CalledThings, dict[str, str]],
) -> None:
    called, keys = things
    for value in [*of_rules(keys, called), *of_the_rest(called)]:
        change = read_change(value).as_json()
        whole = put_into_text("Hello.", [change], at=noon(2))
        assert (whole.changes, whole.unsaid) == ([change], ())
        bare = put_into_text(whole.body, [], at=noon(2), so_far=whole.changes)
        assert (bare.body.strip(), bare.changes) == ("Hello.", [])


def test_changes_hang_on_the_same_conditions(things: tuple[CalledThings, dict[str, str]]) -> None:
    called, keys = things
    for when in (
        {"kind": "matter", "post": 7, "status": "enacted", "negated": True},
        {"kind": "rule", "words": "A “rule”", "negated": False},
        {"kind": "comments", "words": "yes", "least": 2, "negated": False},
    ):
        change = read_change({"op": "repeal", "rule": keys["nap"], "with_subrules": True, "when": when})
        assert reading_of(text_of([change], called), called).changes == [change]


def test_several_changes_are_said_each_on_what_those_before_it_leave(
    things: tuple[CalledThings, dict[str, str]],
) -> None:
    called, keys = things
    changes = [
        read_change({"op": "rename", "rule": keys["nap"], "title": "Twins [Active]", "base": "Nap [Active]"}),
        read_change(
            {"op": "add", "parent": keys["dyn"], "after": keys["nap"], "title": "Nap", "text": "Zzz."}
        ),
        read_change({"op": "edit", "rule": "new-1", "text": "Zzzz.", "base": "Zzz."}),
        read_change({"op": "repeal", "rule": keys["nap"], "with_subrules": False}),
    ]
    assert reading_of(text_of(changes, called), called).changes == changes


def test_each_sentence_is_told_as_what_it_is_read(rules: Any) -> None:
    called = called_things(at=noon(0))
    text = (
        "I think that this game is too slow.\n\nIn the rule “Cats”, change “purr” to “meow”.\n\n"
        "Each player gains 2 Gold.\n\nRepeal the rule “Mice”."
    )
    reading = reading_of(text, called)
    assert [(one.read_as, len(one.changes)) for one in reading.sentences] == [
        ("no instruction", 0), ("read", 1), ("by hand", 1), ("asked", 0),
    ]  # fmt: skip
    assert all(text[slice(*one.sentence)].strip() == one.words.strip() for one in reading.sentences)
    assert [text[slice(*one.sentence)].strip() for one in reading.questions] == ["Repeal the rule “Mice”."]
    assert reading.changes == []
    clear = reading_of(text.replace("\n\nRepeal the rule “Mice”.", ""), called)
    assert [change.op for change in clear.changes] == ["replace", "step"]
    assert (clear.changes[0].payload.find, clear.changes[0].payload.text) == ("purr", "meow")
    assert clear.changes[1].words == "Each player gains 2 Gold."


def test_what_no_change_can_carry_is_asked_about(rules: Any) -> None:
    called = called_things(at=noon(0))
    long = (
        f"In the rule “Cats”, change “purr” to “meow”. Each player gains 2 Gold, {'truly ' * 400}and smiles."
    )
    reading = reading_of(long, called)
    assert reading.sentences[-1].read_as == "asked"
    assert (len(reading.questions), reading.changes) == (1, [])


def test_a_game_is_asked_for_its_things_at_once(rules: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        called = called_things(at=noon(0))
    assert called.law == law_at(noon(0)).version.document
    assert "Alice" in called.players.values()
    assert len(list(called.tree.walk())) == len(list(SMALL.walk()))
    assert not OfficialType.objects.exists() and not called.types


def test_without_rules_a_new_section_can_be_said(db: None) -> None:
    called = CalledThings()
    change = read_change({"op": "add", "parent": "top", "after": "", "title": "Rules", "text": "None."})
    assert reading_of(text_of([change], called), called).changes == [change]


@pytest.mark.parametrize("text", ["Each player gains 2 Gold.", "Give every player 5 Gold."])
def test_a_step_on_what_is_tracked_alone_is_for_a_person(
    things: tuple[CalledThings, dict[str, str]], text: str
) -> None:
    reading = reading_of(text, things[0])
    assert (reading.questions, [one.as_json() for one in reading.changes]) == (
        (),
        [{"op": "step", "text": text}],
    )
    assert not reading.orders_nothing


@pytest.mark.parametrize("text", ["I like cats.", "They purr."])
def test_a_text_may_order_nothing(things: tuple[CalledThings, dict[str, str]], text: str) -> None:
    reading = reading_of(text, things[0])
    assert reading.orders_nothing and reading.changes == []


@pytest.mark.parametrize(
    ("text", "of", "to", "after"),
    [
        (
            "Set each Player's Soot to 1.",
            "players",
            "1",
            {"Alice": "", "Bobby": "1", "Carol": "1", "Late": "1"},
        ),
        (
            "Each player gains 2 Soot.",
            "players",
            "+2",
            {"Alice": "", "Bobby": "7", "Carol": "9", "Late": "6"},
        ),
        ("Bobby loses 2 Soot.", "Bobby", "-2", {"Alice": "", "Bobby": "3", "Carol": "7", "Late": "4"}),
    ],
)
def test_a_step_that_is_the_same_for_all_is_the_trackers(
    rules: Any, text: str, of: str, to: str, after: Any
) -> None:
    players, _keys = rules
    alice, bobby, carol, *_others = players  # Alice is emperor, at a distance
    track(define("soot", default="5"), by=alice, at=noon(1))
    reading = reading_of(text, called_things(at=noon(1)))
    assert [one.read_as for one in reading.sentences] == ["read"]
    changes = [change.as_json() for change in reading.changes]
    whose_it_is = of if of == "players" else f"player:{bobby.pk}"
    assert changes == [{"op": "track", "step": {"do": "set", "path": "soot", "of": [whose_it_is], "to": to}}]
    post = propose(bobby, noon(1), body=text, changes=changes)
    late = join("Late", at=noon(2))
    steps = [put("soot", "7", *whose(carol)), put("soot", "4", *whose(late))]
    update(leave=GIVEN, by=alice, at=noon(2), steps=steps, comment="Swept.")
    enact(post, players, noon(3))
    assert {name: shown("soot")[name] for name in after} == after


def test_what_is_tracked_may_be_called_like_a_rule(rules: Any) -> None:
    track(define("cats"), by=rules[0][0], at=noon(1))
    reading = reading_of("Each player gains 2 Cats. Bobby loses 1 Cats.", called_things(at=noon(1)))
    assert (reading.questions, [change.op for change in reading.changes]) == ((), ["track", "track"])


@pytest.mark.parametrize("audience", ["emperor", "holder"])
def test_what_is_hidden_is_for_a_person_who_may_see_it(rules: Any, audience: str) -> None:
    track(define("soot", default="5", audience=audience), by=rules[0][0], at=noon(1))
    reading = reading_of("Each player gains 2 Soot.", called_things(at=noon(1)))
    assert (reading.questions, [change.op for change in reading.changes]) == ((), ["step"])


def test_two_variables_of_one_name_are_for_a_person(rules: Any) -> None:
    steps = [*table("places", "Town"), define("soot"), define("places.soot")]
    track(*steps, by=rules[0][0], at=noon(1))
    reading = reading_of("Each player gains 2 Soot.", called_things(at=noon(1)))
    assert [change.op for change in reading.changes] == ["step"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "If there is a rule called “Nap”, set each Player’s Wealth to 3.",
            [("rule", False, "3")],
        ),
        (
            "Unless “Nap” contains “thunder”, each Player gains 2 Wealth; otherwise, each Player loses 1 Wealth.",
            [("text", True, "+2"), ("text", False, "-1")],
        ),
        (
            "If at least two thirds of the votes are FOR, set each Player’s Wealth to 3. Otherwise, set it to 1.",
            None,
        ),
        (
            "If at least half of the votes are FOR, each Player gains 3 Wealth; otherwise, each Player gains 1 Wealth.",
            [("votes", False, "+3"), ("votes", True, "+1")],
        ),
        ("If it rained, set each Player’s Wealth to 3.", None),
    ],
)
def test_a_step_on_what_is_tracked_hangs_on_what_an_amendment_may_hang_on(things, text, expected):
    called, _keys = things
    reading = reading_of(text, called)
    if expected is None:
        assert reading.questions
        return
    assert reading.questions == ()
    assert [
        (change.when.kind, change.when.negated, change.as_json()["step"]["to"]) for change in reading.changes
    ] == expected
