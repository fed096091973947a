"""Stories of what is said in English beside a proposal: what a rule has the game track, an Ascension Address, and what
admins correct."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command

from gamestate.models import Variable
from players.models import Dynasty
from ruleset.queries import revision_at, tree_after
from ruleset.services import revise
from ruleset.text.amending import Amendment, apply
from tests.gamestate.tracker import shown
from tests.votables.rulebooks import __path__ as rulebooks
from tests.votables.stage import write_rules
from tests.votables.table import BEGINNING, noon, seat, vote
from votables.models import Post

from .hand import expect
from .playing import FIVE, PHONE

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]
BAKING = "Each Player has a Flour, a non-negative integer that defaults to 3, publicly tracked."


def rules_now() -> dict[str, str]:
    return {node.name: node.text for node in tree_after(revision_at(noon(99)).pk).walk()}


@pytest.mark.parametrize(
    "how", [{}, PHONE, {"java_script_enabled": False}], ids=["desk", "phone", "without scripts"]
)
def test_what_a_rule_tracks_is_changed_in_a_fold_and_the_text_says_so(five, tab, clock, how):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/", **how).choose(category="Proposal")
    window.fill(title="Baking", body=f"Add a new dynastic rule called “Baking”:\n\n> {BAKING}")
    if not how.get("java_script_enabled", True):
        window.press("Preview")
    window.says("Flour: whole number", "as “Baking” says").unfold("All that it can be").fits()
    window.page.get_by_label("Highest value", exact=True).fill("some")
    window.press("Track Flour").says("some").fits()
    body = window.page.locator("textarea[name=body]")
    expect(body).not_to_have_value(re.compile("Track"))
    window.page.get_by_label("Highest value", exact=True).fill("9")
    window.press("Track Flour").says("Change Flour", "as your text says")
    expect(body).to_have_value(re.compile(r'Track “flour” for each player[^§]*> \* ceiling: "9"'))
    if not window.page.get_by_label("Default for new players and rows").is_visible():
        window.unfold("All that it can be")
    window.page.get_by_label("Default for new players and rows").fill("4")
    window.press("Change Flour")
    expect(body).to_have_value(re.compile(r'> \* default: "4"'))
    window.press("Publish").says("Published, with 2 changes.")
    vote(Post.objects.get(), noon(7), **{"for": [five[0], *five[2:]]})
    clock.shift(timedelta(hours=13))
    tab("Alice", "/dashboard/").follow("Enact").press("Enact it").says("Enacted: Baking")
    definition = Variable.objects.live().get().definition
    assert (definition["ceiling"], definition["default"]) == ("9", "4")


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_a_rule_in_prose_becomes_a_button_that_players_press(five, tab, clock, how):
    clock.move_to(noon(7))
    write_rules(five[0])
    wood = "Each Player has a publicly tracked number of Wood, which defaults to 2."
    chop = "As a daily action, a Player may Chop: gain 2 Wood."
    window = tab("Bobby", "/posts/new/", **how).choose(category="Proposal")
    window.fill(title="Wood", body=f"Add a new dynastic rule called “Wood”:\n\n> {wood}\n>\n> {chop}")
    window.press("Track Wood").says("Actions to add", "Once per day, a Player may Chop: gain 2 Wood.").fits()
    window.press("Add Chop").says("Change Chop").fits()
    window.press("Publish").says("Published, with 3 changes.")
    vote(Post.objects.get(), noon(7), **{"for": [five[0], *five[2:]]})
    clock.shift(timedelta(hours=13))
    tab("Alice", "/dashboard/").follow("Enact").press("Enact it").says("Enacted: Wood")
    carol = tab("Carol", "/gamestate/", **how).says("What you can do now")
    carol.follow("Chop").press("Take it")
    expect(carol.page).to_have_url(re.compile("/gamestate/log/"))
    assert shown("wood")["Carol"] == "4"
    carol.go("/gamestate/").says("4").fits()


def test_an_address_says_in_english_which_rules_go_and_what_players_are_called(db, tab, clock, heard):
    heard.expect("409 POST /posts/ascend/|Error Code 409 ")
    (folder,) = rulebooks
    with time_machine.travel(BEGINNING, tick=False):
        call_command("import_ruleset", str(Path(folder) / "ruleset-211.md"), verbosity=0)
    founder, *others = seat(*FIVE, ruleset="starting")
    dynastic = next(node for node in tree_after(revision_at(noon(1)).pk).sections if "Dynastic" in node.title)
    write_rules_below(founder, dynastic.key)
    winner = tab("Bobby", "/posts/new/").choose(category="Declaration of Victory")
    winner.fill(title="I have won", body="All of it.").press("Publish").says("Published.")
    declaration = Post.objects.get(title="I have won")
    vote(declaration, noon(1), **{"for": [founder, *others[1:]]})
    clock.shift(timedelta(days=1))
    tab("Alice", f"/posts/{declaration.pk}/resolve/enacted/").press("Enact it").says("Enacted: I have won")
    winner.go("/posts/ascend/").fill(title="Ascension Address: The Island")
    winner.fill(body="We wake on a beach.\n\nRepeal all dynastic rules but “Kettel”.")
    winner.press("Show what it would do").says("Kettel").fits()
    expect(winner.field("body")).to_have_value(re.compile("We wake on a beach"))
    winner.press("Repeal all dynastic rules but “Kettle”.").says("What it would do").fits()
    expect(winner.field("body")).to_have_value(re.compile("Repeal all dynastic rules but “Kettle”"))
    address = "Repeal all dynastic rules but “Kettle”. Replace “Villager” by “Castaway”."
    winner.fill(body=f"We wake on a beach.\n\n{address}").press("Show what it would do")
    winner.says("What it would do", "Castaways (one Castaway)").fits()
    assert Dynasty.objects.count() == 1
    winner.press("Make this address").says("We wake on a beach.")
    assert Dynasty.objects.latest("number").player_word == "Castaway"
    assert {"Kettle", "Soot"} & rules_now().keys() == {"Kettle"}
    assert rules_now()["Kettle"] == "Each Castaway may put the kettle on."


def write_rules_below(by, section: str) -> None:
    texts = {"Kettle": "Each Villager may put the kettle on.", "Soot": "There is soot."}
    rules = [Amendment("add", parent=section, title=title, text=text) for title, text in texts.items()]
    standing = revision_at(noon(1))
    tree = apply(tree_after(standing.pk), rules).tree
    revise(tree=tree, seen=standing.pk, kind="correction", at=noon(1), by=by, why="A beginning")
