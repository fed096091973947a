"""What became of a matter's changes names what each is about, and is told once."""

import re
from html import unescape

import pytest
from django.utils import translation

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.models import Update
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from gamestate.values import steps
from players.models import Player
from ruleset.models import Revision
from ruleset.queries import law_at
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import put, whose
from tests.leaves import GIVEN
from tests.votables.changes.carried import tracks
from tests.votables.changes.kinds.gamestate import test_of_every_kind as of_the_tracker
from tests.votables.services.test_undoing import every_kind, islands, kinds_of
from tests.votables.table import noon, propose
from tests.votables.test_views_stories import Window, at
from votables.changes.apply import Settlement
from votables.changes.kinds.gamestate.results_in_words import SENTENCES
from votables.changes.results_in_words import told_together
from votables.models import Post
from votables.post_types.type_definitions import definition_of
from votables.services import resolving, typed_posts

pytestmark = pytest.mark.django_db
players = of_the_tracker.players
HUNT = {"name": "Hunt", "plural": "Hunts", "mark": "Hunt"}


def rules() -> Revision:
    cats = Node("b", "Cats", "Cats purr.", (Node("e", "Kittens", "They purr."),))
    cases = Node("d", "Special Case Rules", "", (Node("f", "Dormancy [Active]", "Sleep."),))
    sections = (Node("a", "Core Rules", "", (cats,)), Node("c", "Dynastic Rules", ""), cases)
    return revise(tree=Tree(sections), seen=None, kind="founding", at=noon(0), by=None, why="The founding.")


def others(players: list[Player]) -> list[tuple[dict[str, object], str]]:
    """A change of every kind that is none of the tracker, each with how it is called when it is written down."""
    founding = rules()
    key = {each.title: str(each.rule_id) for each in founding.begun.all()}
    alice, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("wealth", "9", *whose(bobby))])
    dispute(leave=GIVEN, update=made, by=carol, at=noon(1), why="No.")
    hunts = typed_posts.define(by=alice, at=noon(1), **HUNT)
    race = {**definition_of(hunts), "name": "Race", "plural": "Races", "mark": "Race"}
    old = law_at(noon(1)).law.text
    now = definition_of(hunts)

    def roster(do: str, **more: object) -> dict[str, object]:
        return {"op": "roster", "do": do, **more}

    cats, case = {"rule": key["Cats"]}, "Dormancy [Active]"
    return [
        ({"op": "edit", **cats, "text": "Cats sleep.", "base": "Cats purr."}, "edit: Cats"),
        ({"op": "insert", **cats, "text": "They nap.", "place": "end", "anchor": ""}, "put words in: Cats"),
        ({"op": "replace", **cats, "find": "purr", "text": "nap"}, "replace words: Cats"),
        ({"op": "add", "parent": key["Cats"], "after": "", "title": "Toms", "text": ""}, "add a rule: Toms"),
        ({"op": "edit", "rule": "new-3", "text": "Big.", "base": ""}, "edit: Toms"),
        ({"op": "rename", **cats, "title": "Pets", "base": "Cats"}, "rename: Cats"),
        ({"op": "copy", **cats, "parent": key["Dynastic Rules"], "after": "", "title": "Paws"}, "copy: Cats"),
        ({"op": "swap", **cats, "other": key["Kittens"], "what": "titles"}, "exchange: Cats"),
        ({"op": "move", "rule": key["Kittens"], "parent": key["Dynastic Rules"], "after": ""}, "move: Kittens"),
        ({"op": "repeal", "rule": key["Kittens"]}, "repeal: Kittens"),
        ({"op": "status", "rule": key[case], "text": "Inactive"}, f"switch a special case: {case}"),
        ({"op": "law", "base": old, "text": old.replace("value = 12", "value = 6", 1)}, "change the law"),
        ({"op": "revert", "revision": founding.pk}, f"return the rules to a revision: {founding.pk}"),
        ({"op": "uphold", "update": made.pk}, f"uphold a disputed update: {made.pk}"),
        ({"op": "add-action", "title": "Dig", "does": "wealth += 1"}, "add an action: Dig"),
        ({"op": "alter-action", "action": "Dig", "does": "wealth += 2"}, "change an action: Dig"),
        ({"op": "pause-action", "action": "Dig", "text": "Rain."}, "pause an action: Dig"),
        ({"op": "resume-action", "action": "Dig"}, "resume an action: Dig"),
        ({"op": "remove-action", "action": "Dig"}, "remove an action: Dig"),
        ({"op": "step", "text": "Clap."}, "a step to carry out by hand: Clap."),
        (roster("rename", player=carol.pk, name="Caroline"), "rename a player: Carol"),
        (roster("make-admin", player=carol.pk), "make somebody an admin: Carol"),
        (roster("unmake-admin", player=alice.pk), "remove somebody as an admin: Alice"),
        (roster("remove", player=carol.pk, why="Gone."), "take somebody off the roster: Carol"),
        (roster("bar", player=carol.pk, why="Gone."), "bar somebody from joining: Carol"),
        (roster("unbar", player=carol.pk), "lift a bar from joining: Carol"),
        (roster("emperor", player=carol.pk), "change the emperor, or pass the mantle: Carol"),
        (roster("emperor", player=None), "change the emperor, or pass the mantle: Alice"),
        (roster("end-dynasty", name="Chaos"), "end the dynasty and begin a metadynasty: The First Dynasty of Alice"),
        ({"op": "official", "do": "define", "definition": race}, "define a type of official posts: Races"),
        (
            {"op": "official", "do": "alter", "type": hunts.pk, "base": now, "definition": {**now, "most_open": 2}},
            "redefine a type of official posts: Hunts",
        ),
        ({"op": "official", "do": "retire", "type": hunts.pk}, "retire a type of official posts: Hunts"),
    ]  # fmt: skip


def enact(players: list[Player], values: list[dict[str, object]], *, leave_out: bool = False) -> Post:
    post = propose(players[1], noon(2), "It", changes=values)
    out = {place: Settlement(skip=True, why="A test") for place in range(len(values))} if leave_out else {}
    resolving.resolve_against_verdict(
        post=post, to="enacted", by=players[0], at=noon(3), reason="A test.", settlements=out
    )
    return post


def written(post: Post) -> list[str]:
    """How each change is called where it was written down, with what it is about."""
    consequences = [one for one in post.resolutions.get().consequences if "change" in one]
    return [
        ": ".join(str(one[part]) for part in ("name", "table", "about") if part in one)
        for one in consequences
    ]


STEPS = [
    "track something new: Gold",
    "set or shift values: Gold",
    "set or shift values: Wealth",
    "set or shift values: Motto",
    "set values back to the default: Thirst",
    "change what is tracked: Heat",
    "stop tracking: Luck",
    "show hidden values to everybody: Plots",
    "make a table: Ports",
    "add a row: Ports: Harbour",
    "track something new: Depth",
    "add a row: Ports: Quay",
    "set or shift values: Depth",
    "change a table: Places",
    "rename or move a row: Cities: Town",
    "remove a row: Cities: Forest",
    "remove a table: Goods",
    "write a page: Notes",
    "write a page: The Map",
    "remove a page: Chart",
    "return a page to how it was at submission: Ducks",
    "return a page to how it was at submission: Scrawl",
]
SENTENCES_OF_STEPS = [
    "Track Gold",
    "Set or shift Gold",
    "Set or shift Wealth",
    "Set or shift Motto",
    "Set Thirst back to the default",
    "Change how Heat is tracked",
    "Stop tracking Luck",
    "Show Plots to everybody",
    "Make the table Ports: 2 rows",
    "Track Depth",
    "Set or shift Depth",
    "Change the table Places",
    "Rename or move Town in Cities",
    "Remove Forest from Cities",
    "Remove the table Goods",
    "Write the page Notes",
    "Write the page The Map",
    "Remove the page Chart",
    "Return the page Ducks to how it was at submission",
    "Return the page Scrawl to how it was at submission",
]


def paragraphs(post: Post) -> list[str]:
    """What the page of a matter says, each paragraph as it is read."""
    with at(noon(4)):
        page = Window().go(f"/posts/{post.pk}/").page
    return [
        " ".join(unescape(re.sub("<[^>]*>", "", one)).split())
        for one in re.findall("<p[ >].*?</p>", page, re.S)
    ]


def sentences(consequences: list[dict[str, object]]) -> list[str]:
    lines = [one["sentence"] for one in told_together(consequences) if "sentence" in one]
    return [re.sub("</?b>", "", sentence) for sentence in lines]


def test_every_step_of_the_tracker_is_told_with_the_name_of_what_it_is_about(players):
    post = of_the_tracker.proposal(players)
    of_the_tracker.enact(post, players, noon(3))
    assert written(post) == STEPS
    assert sentences(post.resolutions.get().consequences) == SENTENCES_OF_STEPS
    assert set(SENTENCES) == set(steps.NAMES)
    merged = "Write the page The Map, merged with what others had changed."
    assert {f"{one}." for one in SENTENCES_OF_STEPS if "The Map" not in one} | {merged} <= set(
        paragraphs(post)
    )


def test_a_change_of_every_kind_is_named_even_when_it_is_left_out(players):
    of_others = others(players)
    values = [value for value, _ in of_others]
    of_steps = [{"op": "track", "step": each} for each in of_the_tracker.steps_of_every_kind(players)]
    assert kinds_of(values) | kinds_of(of_steps) == every_kind()
    post = enact(players, values, leave_out=True)
    assert written(post) == [name for _, name in of_others]
    left_out = {f"{name[0].upper()}{name[1:]}, left out: A test." for _, name in of_others}
    assert left_out <= set(paragraphs(post))
    named = [name.rsplit(": ")[-1] for name in written(enact(players, of_steps, leave_out=True))]
    assert [one for one in named if not one] == []
    assert named[:4] == ["Gold", "gold", "Wealth", "Motto"]  # what is left out is not there to be named


def test_several_rows_of_one_table_are_one_counted_sentence(players):
    post = enact(players, islands())
    lines = [one for one in paragraphs(post) if one.startswith(("Make the", "Add a row", "Track Trees"))]
    assert lines == ["Make the table Islands: 2 rows.", "Track Trees."]
    rows = [tracks("add-row", "places", name=f"Place {number}") for number in range(5)]
    gone = [tracks("retire-row", "places", of=[f"row={name}"]) for name in ("Town", "Forest")]
    called = [tracks("alter-row", "goods", of=["row=Salt"], name="Sugar")]
    post = enact(players, [rows[0], *called, *gone, *rows[1:]])
    lines = ["Add 5 rows to Places", "Rename or move Salt in Goods", "Remove 2 rows from Places"]
    assert sentences(post.resolutions.get().consequences) == lines
    with translation.override("de"):
        assert sentences(post.resolutions.get().consequences) == [
            "5 Zeilen zu Places hinzufügen",
            "Salt in Goods umbenennen oder verschieben",
            "2 Zeilen aus Places entfernen",
        ]


def test_what_was_written_down_without_names_is_told_as_before(players):
    post = enact(players, islands())
    made = post.resolutions.get()
    row, key = {"name": "add a row"}, Update.objects.latest("pk").pk
    made.consequences = [{"change": 0, **row}, {"change": 1, **row}, {"update": key}]
    made.save(update_fields=["consequences"])
    expected = [
        {**one, "places": places, "as_carried": True}
        for one, places in zip(made.consequences, ([0], [1], []), strict=True)
    ]
    assert told_together(made.consequences) == expected
    assert {"Add a row.", "Gamestate changed."} <= set(paragraphs(post))


def test_every_sentence_that_is_kept_of_changes_is_in_german(players):
    left_out = enact(players, [value for value, _ in others(players)], leave_out=True)
    tracked = [{"op": "track", "step": each} for each in of_the_tracker.steps_of_every_kind(players)]
    kept = [
        each
        for post in (left_out, enact(players, tracked, leave_out=True))
        for each in post.resolutions.get().consequences
    ]
    messages = [one for each in kept for one in each.values() if isinstance(one, StoredMessage)]
    assert len(messages) > 30
    with translation.override("de"):
        assert [one for one in messages if str(one) == one.in_english] == []


def test_what_a_reader_of_german_enacts_is_told_in_english_too(players):
    of_others, steps_of = others(players), of_the_tracker.proposal(players)
    with translation.override("de"):
        left_out = enact(players, [value for value, _ in of_others], leave_out=True)
        of_the_tracker.enact(steps_of, players, noon(3))
    assert (written(left_out), written(steps_of)) == ([name for _, name in of_others], STEPS)
    left_out.refresh_from_db()
    assert left_out.admin_field == "Enacted 1–0 by Alice. Against the program’s verdict: A test."
