"""An instruction read, and how long it takes, texts among them that are meant to upset the reader."""

import time
from pathlib import Path

import pytest

from ruleset.text.reading import read as read_rules
from ruleset.text.tree import Node, Tree
from votables.english.atoms import tokens
from votables.english.given import game_of
from votables.english.orders import CalledThings
from votables.english.reading import (
    LONGEST,
    MOST_SENTENCES,
    by_hand_at,
    is_only_talk,
    is_play,
    names_of,
    read,
)
from votables.english.reading_parts import ReadStep
from votables.english.sentences import sentences

from .rulebook import TREE as RULES
from .rulebook import changed
from .samples import BAKERY

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
GAME = game_of(BAKERY)
TREE = Tree((Node("1", "Dynastic Rules", "", (Node("1.1", "Bread", "Two loaves. " * 200),)),))


@pytest.mark.parametrize(
    "text",
    [
        "“" * 100_000,
        "“a” " * 25_000,
        "'a " * 30_000,
        "“a” with “b” and " * 6_000,
        "In rule 1, replace “a” with “b”, and “c” with “d”; " * 2_000,
        "In the rule " + "“Bread”, " * 10_000 + "add “x”.",
        "> " * 20_000 + "x",
        "- " * 30_000,
        "* a\n  " * 10_000,
        "(" * 50_000 + ")" * 50_000,
        "If " * 30_000,
        "the " * 30_000,
        "**" * 40_000,
        "[[" * 40_000,
        "| a " * 20_000,
        "Add:\n\n" * 10_000,
        "by " * 20_000 + "replacing “a” with “b”",
        "is to be " * 10_000 + "replaced",
        "Remove “Two loaves.” from “Bread”. " * 300,
        "“a” takes the place of “b”, and " * 2_000 + "“c” that of “d”",
        "Add a row with the values " + "a, " * 6_000 + "and b",
        "Where it says “a”, make it say “b”, and " * 2_000,
        "X loses " * 3_000 + "“a”",
        "Add two rules. The first is called “A”. " * 600,
        "Create a rule called “A”:\n\nB.\n\n" + "Every Baker gains 10 Loaves.\n\n" * 900,
        "If “a” is there and " * 2_000 + "“b” is not, repeal “c”",
        "\n" * 100_000,
        "\0\ud800".encode("utf-8", "replace").decode() * 10_000,
    ],
)  # fmt: skip
def test_hostile_text_is_answered_soon(text: str) -> None:
    begun = time.process_time()
    reading = read(text[:20_000], tree=TREE, game=None)
    assert time.process_time() - begun < 1
    assert reading.questions


@pytest.mark.parametrize(
    "text",
    [
        "If any Baker has more than 3 Flour, " * 300 + "they gain 1 Flour.",
        "\n\n".join("If any Baker has more than 3 Flour, they gain 1 Flour." for _ in range(40)),
        "\n".join(f"{'  ' * at}* If Ada is Asleep:" for at in range(300)),
        "For each Baker, if they have more than 3 Flour, they lose 1 Flour; otherwise set it to 2. " * 30,
        "Repeat the following 100 times: if Ada is Asleep, Ada gains 1 Flour; otherwise she loses 0 Flour.",
        "Ada gains 1 Flour, Bo 2, " * 700,
        "Ada, who is " * 1_500 + "Asleep, gains 1 Flour.",
        "Flour: Ada -1, Bo +1, " * 800,
        "Set the Flour of " + "Ada, " * 3_000 + "Bo to 1 respectively.",
    ],
)
def test_hostile_steps_are_answered_soon(text: str) -> None:
    begun = time.process_time()
    read(text[:20_000], tree=None, game=GAME)
    assert time.process_time() - begun < 2


def test_a_text_that_asks_for_every_rule_in_each_sentence_is_read_soon() -> None:
    words = "The quick player votes on the oldest proposal, and the emperor on the rest.\n\n" * 12
    rules = tuple(Node(f"1.{at}", f"Rule {at}", f"{words}{at}") for at in range(1, 80))
    there = "Throughout the ruleset, replace “the oldest” with “some new”. "
    back = "Throughout the ruleset, replace “some new” with “the oldest”. "
    begun = time.process_time()
    read((there + back) * 95, tree=Tree((Node("1", "Core Rules", "", rules),)), game=None)
    assert time.process_time() - begun < 2


def test_a_long_proposal_is_read_quickly() -> None:
    source = SHARED / "rulesets" / "ruleset-211.wiki"
    if not source.exists():
        return  # The rulesets of real games are no part of the project.
    tree = read_rules(source.read_text(encoding="utf-8"), format="wikitext")
    title = next(node.name for node in tree.sections[0].children)
    body = "\n>\n> ".join("Each Baker may bake " + "one more loaf " * 12 + "a day." for _ in range(8))
    text = "\n\n".join(f"Create a rule called “Loaf {at}” with the text:\n\n> {body}" for at in range(1))
    text += "\n\n" + "\n\n".join(
        f"To the rule “{title}”, add:\n\n> {'A loaf is baked. ' * 8}" for _ in range(6)
    )
    assert 500 < len(text.split()) < 700
    read(text, tree=tree, game=None)
    times = []
    for _ in range(5):
        begun = time.process_time()
        reading = read(text, tree=tree, game=None)
        times.append(time.process_time() - begun)
    assert reading.outcome == "read" and len(reading.steps) == 7
    assert min(times) < 0.05


NAMES = names_of(RULES, GAME)
STEP, AMENDMENT = "Set Ada’s Flour to 7.", "In “Bread”, change “Two” to “Six”."


def ops(reading):
    return [step.change["op"] for step in reading.steps]


def whys(reading):
    return [question.why for question in reading.questions]


def test_each_sentence_is_read_on_what_those_before_it_left():
    reading = read("Rename the rule “Bread” to “Loaves”. Repeal the rule “Loaves”.", tree=RULES, game=None)
    assert (reading.outcome, ops(reading), changed(reading.tree)) == (
        "read",
        ["rename", "repeal"],
        {"Bread": None},
    )
    assert [step.sentence for step in reading.steps] == [(0, 36), (37, 62)]


def test_beside_a_question_the_steps_are_told_that_are_clear():
    reading = read("Repeal the rule “Cake”. Repeal the rule “Bread”.", tree=RULES, game=None)
    assert (whys(reading), ops(reading), reading.tree) == (["There is no rule “Cake”."], ["repeal"], None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Hello! " * (LONGEST // 7 + 1), "This is too long to be read."),
        ("Repeal it.\n\n" * (MOST_SENTENCES + 1), "This is too long to be read."),
        ("Hello, all.", "There is no instruction here that is understood."),
        ("Give every Baker 5 Loaves.", "This cannot be carried out by the site."),
    ],
)
def test_where_nothing_is_done_it_is_asked(text, why):
    assert whys(read(text, tree=RULES, game=None)) == [why]


def test_without_rules_and_gamestate_there_is_nothing_to_do():
    assert whys(read(AMENDMENT, tree=None, game=None)) == ["This cannot be carried out by the site."]


def test_without_rules_the_steps_are_read_alone():
    assert ops(read(STEP, tree=None, game=GAME)) == ["track"]
    assert whys(read("Frobnicate Ada’s Flour.", tree=None, game=GAME)) != []


def test_steps_and_amendments_are_told_in_the_order_of_the_text():
    reading = read(f"{STEP} {AMENDMENT} {STEP.replace('Ada', 'Bo')}", tree=RULES, game=GAME)
    assert (ops(reading), reading.does_something) == (["track", "replace"], True)
    assert reading.values["players"]["Ada"]["Flour"] == 7


def test_what_is_done_without_a_change_is_read():
    reading = read("If Ada is not Asleep, Bo gains 1 Flour.", tree=RULES, game=GAME)
    assert (whys(reading), reading.steps, reading.values) == ([], (), BAKERY["values"])


def test_whether_the_rules_are_changed_after_a_stop_is_asked():
    reading = read(f"{AMENDMENT} This proposal does nothing else.", tree=RULES, game=GAME)
    assert [why.split(",")[0] for why in whys(reading)] == ["This says that nothing else is done"]


def test_the_sites_own_orders_are_known_where_the_things_are_given():
    order = "Let the admin do this by hand: “Bake.”"
    things = CalledThings(RULES)
    assert ops(read(order, tree=RULES, game=None, things=things)) == ["step"]
    assert whys(read(order, tree=RULES, game=None)) != []
    both = read(f"{order} {STEP}", tree=RULES, game=GAME, things=things)
    assert (ops(both), both.steps[0].sentence) == (["step", "track"], (0, 38))
    gone = "Change the text of the rule “Bread” to read:\n\n> " + RULES.find("3.2").text.replace("\n", "\n> ")
    assert whys(read(gone, tree=RULES, game=None, things=things)) == ["That changes nothing."]


def test_what_is_left_to_a_person():
    assert by_hand_at((2, 5), "Bake.") == ReadStep((2, 5), {"op": "by_hand", "words": "Bake."})


def test_the_names_that_may_stand_unquoted():
    readings = [
        (one.text, one.of)
        for one in tokens("Voting Price Rye Cob Ada Eb Flour Good Cake", NAMES)
        if one.kind == "name"
    ]
    assert readings == [
        *[("Voting", "rule"), ("Price", "part"), ("Rye Cob", "part"), ("Ada", "player"), ("Eb", "player")],
        *[("Flour", "variable"), ("Good", "part")],
    ]
    assert names_of(None, None).by_first == {}
    listed = Tree((Node("1", "A", "* Remove: a\n* Salt: b"),))
    assert sorted(names_of(listed, None).by_first) == ["A", "Salt"]


def only(text):
    (sentence,) = sentences(text, NAMES)
    return sentence


@pytest.mark.parametrize(
    ("text", "talks"),
    [
        ("This would help us all.", True),
        ("Good luck.", True),
        ("We change our minds.", True),
        ("I think “four” is too few.", True),
        ("I would change “four” to “five”.", False),
        ("Repeal it.", False),
        ("If so, well.", False),
        ("Say “four”.", False),
        ("The rule rests.", False),
        ("Bakers bake bread each day.", False),
        ("Roll well.", False),
    ],
)
def test_whether_a_sentence_is_only_talk(text, talks):
    assert is_only_talk(only(text)) is talks


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("Give each Baker a loaf.", True),
        ("Each Baker gains a loaf.", True),
        ("Bobby gains 2 Gold.", True),
        ("Bobby loses 1.", True),
        ("If it rains, Bobby gains 2 Gold.", False),
        ("Set the column “Loaves” to 3.", True),
        ("Set “Loaves” to 3.", False),
        ("Give Voting a loaf.", False),
        ("Give the rule a loaf.", False),
        ("Give each Baker a loaf if it rains.", False),
        ("Each Baker gains a loaf unless it rains.", False),
        ("Each Baker rests.", False),
        ("Bakers gain a loaf.", False),
        ("5, 6.", False),
        ("Set it to [Active].", False),
    ],
)
def test_whether_a_sentence_is_about_the_gamestate_alone(text, plays):
    assert is_play(only(text)) is plays


def test_a_player_may_be_mentioned():
    """ "@Ada" is Ada; an address of mail, or a mark before somebody unknown, is what it is."""
    mentioned = read("@Ada gains 2 Flour.", tree=None, game=GAME)
    assert mentioned.values == read("Ada gains 2 Flour.", tree=None, game=GAME).values
    for text in ("@Adam gains 2 Flour.", "x@Ada gains 2 Flour."):
        assert read(text, tree=None, game=GAME).outcome == "asked"
