"""Whole stories of the game, played in a real browser by people who each have a window of their own.

Each ends with what is read on the page and what is stored.
"""

import re
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from blognomic.transfer.game_file.exporting import export_game
from gamestate.models import Roll, Update
from players.models import Dynasty, Notice, Player, RosterEvent, Session
from ruleset.law.numbers import with_figure
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text import starting
from tests.gamestate.tracker import define, shown, track
from tests.votables.rulebooks import __path__ as rulebooks
from tests.votables.stage import write_rules
from tests.votables.table import BEGINNING, make_admin, noon, propose, say, seat, vote
from votables.judge.gamefile import read
from votables.judge.judge import judge
from votables.models import Comment, Draft, Post, Resolution

from .hand import Hand, expect
from .playing import FIVE, PHONE, Tab, votes_of

pytestmark = pytest.mark.django_db

PASSWORD = "the ship sails at nine"
WEALTH = {**dict.fromkeys(FIVE, "5"), "Alice": ""}  # who as the emperor has none


def rules_now() -> dict[str, str]:
    return {node.name: node.text for node in tree_after(revision_at(noon(99)).pk).walk()}


def test_a_stranger_registers_joins_and_casts_a_first_vote(five, tab, clock):
    window = tab().follow("Register")
    window.fill(username="Gregory", email="greg@example.org", password1=PASSWORD, password2=PASSWORD)
    window.press("Register", within="main")
    expect(window.page.locator("header.site")).to_contain_text("Gregory")
    window.follow("New post").says("You are not a player yet")
    window.fill(title="Hello", body="I *like* nomics.").choose(asks="to become a player")
    expect(window.page.locator("[data-preview-output] em")).to_have_text("like")
    window.press("Publish").says("Published.", "I like nomics.")
    gregory = Player.objects.get(name="Gregory")
    assert gregory.standing == "guest"
    admin = tab("Alice", "/dashboard/").says("Asks to join", "Hello: I like nomics.")
    admin.press("Admit").says("Gregory joined the game.")
    cats = propose(five[1], noon(1))
    window.go("/queue/mine/").says("Read it and vote").follow("Cats", within="main")
    window.press("FOR").says("1 comment", "Your vote is FOR")
    window.fill(text="Why not?").press("Comment").says("2 comments", "Why not?")
    expect(window.page.locator(".tally").first).to_contain_text("2")
    assert votes_of(cats) == [("Gregory", "for"), ("Gregory", "")]
    assert [one.kind for one in RosterEvent.objects.filter(player=gregory)] == ["joined"]
    window.go("/queue/mine/").says("You have voted on everything")


@pytest.mark.sweep
def test_what_was_typed_before_the_scripts_came_is_previewed_kept_and_not_lost(five, tab):
    window = tab("Alice")
    held_back: list[object] = []
    window.page.route("**/compose*.js", lambda route: held_back.append(route))
    window.page.goto("/posts/new/", wait_until="commit")
    window.fill(title="Early", body="I *like* nomics.")
    Hand(held_back[0], window.page.loop).continue_()
    expect(window.page.locator("[data-preview-output] em")).to_have_text("like")
    expect(window.page.locator("[data-autosave-status]")).to_contain_text("Draft saved at")
    assert Draft.objects.get().title == "Early"


@pytest.mark.sweep
def test_a_better_sentence_takes_the_place_of_one_that_was_not_clear(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/").choose(category="Proposal")
    wolves = "Add a new dynastic rule called “Wolves”:\n\n> Wolves howl."
    window.fill(title="Lions", body=f"Rename the rule “Catz” to “Lions”.\n\n{wolves}")
    window.page.get_by_role("button", name="Rename the rule “Cats” to “Lions”.").click()
    expect(window.field("body")).to_have_value(f"Rename the rule “Cats” to “Lions”.\n\n{wolves}")
    expect(window.page.locator("[data-preview-output]")).to_contain_text("renamed")
    window.press("Attach changes to rules or law").press("Read the text")
    window.says("Here is what it does.", "Lions", "Wolves howl.")


def _is_sent_form(request: Any) -> bool:
    """Whether a request sends a form that somebody pressed, and not what a script asks by the way."""
    return request.method == "POST" and request.is_navigation_request()


@pytest.mark.sweep
@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_one_word_one_rule_and_one_number_are_three_fields_of_one_page(five, tab, clock, how):
    clock.move_to(noon(7))
    write_rules(five[0])
    track(define("soot", default="5"), by=five[0], at=noon(7))
    begun = monotonic()
    window = tab("Bobby", "/posts/new/", **how)
    pages: list[str] = []
    forms: list[str] = []
    window.page.on("framenavigated", lambda frame: pages.append(frame.url))
    window.page.on("request", lambda request: forms.append(request.url) if _is_sent_form(request) else None)
    window.choose(category="Proposal")
    word = "In the rule “Cats”, change “purr” to “howl”."
    rule = "Add a new dynastic rule called “Kettle”:\n\n> Each Player may put the kettle on."
    number = "Set each Player's Soot to 1."
    window.fill(title="Kettles", body=f"{word}\n\n{rule}\n\n{number}")
    expect(window.page.locator("[data-preview-output]")).to_contain_text("Each Player may put the kettle on.")
    window.fits().press("Publish").says("Published, with 3 changes.", "What it would do", "howl").fits()
    ways = [path.split("/", 3)[3].split("?")[0] for path in pages]
    new_pages = [
        way for way in ways if not way.startswith("drafts/")
    ]  # a draft has the page's own new address
    assert (len(new_pages), len(forms)) == (1, 1)  # that on which it was published; three fields, one form
    assert monotonic() - begun < 60
    post = Post.objects.get(title="Kettles")
    vote(post, noon(7), **{"for": [five[0], *five[2:]]})
    clock.shift(timedelta(hours=13))
    alice = tab("Alice", "/dashboard/").says("can be enacted").follow("Enact")
    alice.press("Enact it").says("Enacted: Kettles")
    assert rules_now()["Cats"] == "Cats howl."
    assert rules_now()["Kettle"] == "Each Player may put the kettle on."
    assert set(shown("soot").values()) <= {"1", ""}


@pytest.mark.sweep
def test_what_one_writes_survives_a_session_that_ends_and_a_page_that_is_loaded_again(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/").choose(category="Proposal")
    window.fill(title="Howling", body="In the rule “Cats”, change “purr” to “howl”.")
    status = window.page.locator("[data-autosave-status]")
    expect(status).to_contain_text("Draft saved at")
    window.page.reload()
    expect(window.field("title")).to_have_value("Howling")
    window.says("1 Read")
    Session.objects.all().delete()
    window.fill(title="Howling cats")
    expect(status).to_contain_text("Nothing can be saved")
    window.press("Publish")
    expect(status).to_contain_text("Your text is still here.")
    expect(window.field("title")).to_have_value("Howling cats")
    assert Post.objects.count() == 0
    bobby = Player.objects.get(name="Bobby")
    bobby.set_password(PASSWORD)
    bobby.save()
    beside = Tab(window.page.context.new_page())
    beside.page.goto(window.page.url.split("/drafts/")[0] + "/accounts/login/")
    beside.fill(login="Bobby", password=PASSWORD).press("Sign in", within="main")
    expect(beside.page.locator(".page-head, h1").first).to_be_visible()
    window.press("Publish").says("Published, with 1 change.")
    assert Post.objects.get().title == "Howling cats"


@pytest.mark.sweep
def test_an_edit_survives_a_session_that_ends(five, tab, clock):
    clock.move_to(noon(7))
    post = propose(five[1], noon(7), "Howling", body="I like cats.")
    window = tab("Bobby", f"/posts/{post.pk}/edit/").fill(body="I like *loud* cats.")
    Session.objects.all().delete()
    window.press("Save").says("Nothing can be saved")
    expect(window.field("body")).to_have_value("I like *loud* cats.")
    five[1].set_password(PASSWORD)
    five[1].save()
    beside = Tab(window.page.context.new_page())
    beside.page.goto(window.page.url.split("/posts/")[0] + "/accounts/login/")
    beside.fill(login="Bobby", password=PASSWORD).press("Sign in", within="main")
    expect(beside.page.locator(".page-head, h1").first).to_be_visible()
    window.fill(body="I like *very* loud cats.")
    expect(window.page.locator("[data-preview-output]").first).to_contain_text("I like very loud cats.")
    window.press("Save").says("Saved.", "I like very loud cats.")


@pytest.mark.parametrize(
    "how", [{}, PHONE, {"java_script_enabled": False}], ids=["desk", "phone", "no scripts"]
)
def test_the_words_of_a_rule_are_edited_in_place(five, tab, clock, how):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/", **how).choose(category="Proposal")
    window.fill(title="Louder cats", body="I like cats.")
    rule = window.page.locator("select[name=rule_key] option").filter(has_text="Cats").get_attribute("value")
    window.field("rule_key").select_option(rule)
    window.press("Edit its words").says("Its words").fits()
    expect(window.field("rule_text")).to_have_value("Cats purr.")
    window.fill(rule_text="Cats purr loudly.\n\nDogs listen.")
    if how.get("java_script_enabled", True):
        expect(window.page.locator("[data-rule-preview]")).to_contain_text("Dogs listen.")
        window.page.get_by_role("button", name="Table").click()
        expect(window.field("rule_text")).to_have_value(re.compile(r"Dogs listen\.\n\n\| … \| … \|"))
        window.fill(rule_text="Cats purr loudly.\n\nDogs listen.")
    window.press("Put into my text").says("Your text says it now.").fits()
    body = window.field("body").input_value()
    assert body.startswith("I like cats.\n\n") and "the rule “Cats”" in body
    window.press("Publish").says("Published, with 2 changes.", "Dogs listen.")
    vote(Post.objects.get(title="Louder cats"), noon(7), **{"for": [five[0], *five[2:]]})
    clock.shift(timedelta(hours=13))
    tab("Alice", "/dashboard/").follow("Enact").press("Enact it").says("Enacted: Louder cats")
    assert rules_now()["Cats"] == "Cats purr loudly.\n\nDogs listen."


@pytest.mark.sweep
def test_the_words_of_a_rule_are_edited_by_the_keyboard_alone(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    key = next(node.key for node in tree_after(revision_at(noon(7)).pk).walk() if node.title == "Cats")
    window = tab("Bobby", f"/posts/new/?category=proposal&rule={key}").says("edit its words, then")
    keys = window.page.keyboard
    window.field("rule_text").focus()
    keys.press("Control+a")
    keys.press("Control+b")
    expect(window.field("rule_text")).to_have_value("**Cats purr.**")
    window.tab_to("Put into my text", "Enter").says("Your text says it now.")
    expect(window.field("body")).to_have_value(re.compile("Cats"))


@pytest.mark.sweep
def test_a_proposal_is_written_in_english_on_a_german_page(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/", locale="de-DE", **PHONE).choose(category="Vorschlag")
    rule = window.page.locator("select[name=rule_key] option").filter(has_text="Cats").get_attribute("value")
    window.field("rule_key").select_option(rule)
    window.press("Wortlaut bearbeiten").fill(rule_text="Cats howl.").press("In meinen Text übernehmen")
    window.says("Dein Text sagt es jetzt.").fits()
    written = window.field("body").input_value()
    soot = "Each Player has a Soot, a number that defaults to 5, publicly tracked."
    kettle = f"Add a new dynastic rule called “Kettle”:\n\n> {soot}"
    window.fill(title="Kettles", body=f"{written}\n\n{kettle}")
    window.press("Soot verfolgen")
    expect(window.field("body")).to_have_value(re.compile("Track “soot” for each player"))
    expect(window.page.locator("[data-preview-output] button[name=offer]")).to_have_text("Soot ändern")
    window.fits().press("Veröffentlichen").says("Veröffentlicht, mit 3 Änderungen.").fits()
    assert [one["op"] for one in Post.objects.get(title="Kettles").changes] == ["replace", "add", "track"]


UNCLEAR = "In the rule “Kats”, change “purr” to “howl”.\n\nThe emperor tells a story about cats to everybody."


@pytest.mark.sweep
@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_what_is_not_clear_is_settled_where_it_is_written(five, tab, clock, how):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/", **how).choose(category="Proposal")
    window.fill(title="Howling", body=UNCLEAR)
    window.says("1 Not clear", "2 Not clear", "There is no rule “Kats”.").fits()
    window.press("In the rule “Cats”, change “purr” to “howl”.").says("1 Read", "2 Not clear")
    window.press("Let the admin do it by hand").says("2 By hand").says_not("Not clear")
    window.page.locator("#sentence-1").click()  # by touch, too, it leads to what it does
    assert window.page.url.endswith("#read-1")
    window.press("Publish").says("Published, with 2 changes.")
    assert [one["op"] for one in Post.objects.get(title="Howling").changes] == ["replace", "step"]


@pytest.mark.sweep
def test_without_scripts_a_text_is_marked_after_a_look(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    window = tab("Bobby", "/posts/new/", java_script_enabled=False).choose(category="Proposal")
    window.fill(title="Howling", body=UNCLEAR).press("Preview").says("1 Not clear", "2 Not clear")
    window.press("In the rule “Cats”, change “purr” to “howl”.").says("1 Read", "2 Not clear")
    window.press("Let the admin do it by hand").says("2 By hand").says_not("Not clear")
    window.press("Publish").says("Published, with 2 changes.")


@pytest.mark.sweep
def test_a_form_that_nobody_wrote_in_lets_one_leave(five, tab):
    window = tab("Alice", "/posts/new/")
    expect(window.page.locator("form[data-guard][data-dirty]")).to_have_count(0)


def test_a_proposal_with_amendments_is_edited_commented_and_enacted(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    bobby = tab("Bobby", "/posts/new/").choose(category="Proposal")
    bobby.fill(title="Louder cats", body="I like *loud* cats.")
    bobby.unfold("Say what it would change").tick("Dynastic rules")
    rule = bobby.page.locator("select[name=rule_key] option").filter(has_text="Cats").get_attribute("value")
    bobby.field("rule_key").select_option(rule)
    bobby.press("Edit its words").fill(rule_text="Cats purr loudly.").press("Put into my text")
    bobby.says("Your text says it now.")
    bobby.press("Publish").says("Published, with 1 change.", "What it would do")
    post = Post.objects.get(title="Louder cats")
    # Nobody has commented yet, so that its author may still edit both.
    bobby.follow("Edit", within="main").fill(
        body="Thank you all for the kind words. In the rule “Cats”, replace “purr” with “purr very loudly”."
    )
    bobby.press("Save").says("very loudly")
    bobby.follow("Edit its changes").press("Remove").says("No changes yet")
    bobby.follow("Back to the post").follow("Edit", within="main").field("rule_key").select_option(rule)
    bobby.press("Edit its words").fill(rule_text="Cats purr very loudly.").press("Put into my text")
    bobby.says("Your text says it now.").press("Save").says("Cats purr very loudly.")
    carol = tab("Carol", f"/posts/{post.pk}/")
    carol.fill(text="At last. :for:").press("Vote FOR").says("At last.")
    vote(post, noon(7), **{"for": five[3:]})
    clock.shift(timedelta(hours=13))
    alice = tab("Alice", "/dashboard/").says("can be enacted").follow("Enact")
    alice.says("What enacting it does", "The tally is 4–0").press("Enact it").says(
        "Enacted: Louder cats (4–0)."
    )
    post.refresh_from_db()
    assert (post.status, post.tally, post.version) == ("enacted", "4–0", 4)
    assert rules_now()["Cats"] == "Cats purr very loudly."
    carol.go(f"/posts/{post.pk}/").says("Enacted 4–0 by Alice", "Rules changed", "Comments are closed")
    carol.go(f"/rules/{rule}/").says("Cats purr very loudly.", "Louder cats")


@pytest.mark.sweep
def test_an_emperor_vetoes_and_is_asked_once_whether_they_mean_it(five, tab, clock, heard):
    heard.expect("409 POST /posts/.*/comment/|Error Code 409 ")
    post = propose(five[1], noon(1))
    vote(post, noon(1), **{"for": five[2:]})
    emperor = tab("Alice", f"/posts/{post.pk}/").press("VETO").says("Veto the proposal")
    assert votes_of(post)[3:] == []
    emperor.press("Veto the proposal").says("An admin can fail it now.")
    assert votes_of(post)[3:] == [("Alice", "veto")]
    emperor.go(f"/posts/{post.pk}/").follow("Fail").press("Fail it").says("Failed: Cats")
    post.refresh_from_db()
    assert (post.status, post.vetoed, post.admin_field) == ("failed", True, "Failed 4–0 by Alice, vetoed.")
    tab("", f"/posts/{post.pk}/").says("vetoed", "Failed 4–0 by Alice, vetoed.")


@pytest.mark.sweep
def test_a_veto_outlives_the_law_and_the_special_case_that_are_changed_after_it(five, tab, clock, heard):
    heard.expect("409 POST /posts/.*/comment/|Error Code 409 ")
    alice, bobby, carol, *others = five
    revise(tree=starting.tree(), seen=None, kind="founding", at=BEGINNING, by=None, why="The founding.")
    malign = tree_after(revision_at(noon(1)).pk).named("Malign Emperors")[0].key
    law = law_at(noon(1)).law.text
    changes = [
        {"op": "law", "base": law, "text": with_figure(law, "hours.minimum.value", "6")},
        {"op": "status", "rule": malign, "text": "Active"},
    ]
    switch = propose(bobby, noon(1), "Malice", amends=[], changes=changes)
    cats = propose(carol, noon(1), "Cats")
    emperor = tab("Alice", f"/posts/{cats.pk}/").press("VETO").says("Veto the proposal")
    emperor.press("Veto the proposal").says("1 comment")
    assert votes_of(cats) == [("Alice", "veto")]
    vote(switch, noon(1), **{"for": [alice, carol, *others]})
    vote(cats, noon(1), **{"for": [bobby, *others]})
    clock.shift(timedelta(hours=13))
    emperor.go(f"/posts/{switch.pk}/").says("Malign Emperors", "1 pending matter stays as it is now")
    emperor.go(f"/posts/{switch.pk}/resolve/enacted/").press("Enact it").says("Enacted: Malice (5–0).")
    in_force = law_at(noon(3))
    assert (in_force.special_cases, in_force.law.hours["minimum"].value) == ({"Malign Emperors": True}, 6)
    clock.shift(timedelta(hours=1))
    emperor.go(f"/posts/{cats.pk}/").says("vetoed", "An admin can fail it now.").says_not("may enact it")
    exported = read("".join(export_game(at=noon(1, hours=14))))
    (ruling,) = judge(exported.game, law=exported.law, at=noon(1, hours=14)).matters
    assert (ruling.vetoed, ruling.may_enact, ruling.may_fail) == (True, False, True)
    emperor.go(f"/posts/{cats.pk}/resolve/failed/").press("Fail it").says("Failed: Cats")
    tab("", f"/posts/{cats.pk}/").says("vetoed", "by Alice, vetoed.")
    assert votes_of(cats)[0] == ("Alice", "veto")


@pytest.mark.sweep
def test_an_author_kills_their_own_proposal_and_it_stays_dead(five, tab, clock, heard):
    heard.expect("409 POST /posts/.*/comment/|Error Code 409 ")
    post = propose(five[1], noon(1))
    vote(post, noon(1), **{"for": five[2]})
    author = tab("Bobby", f"/posts/{post.pk}/").press("AGAINST")
    author.says("Withdraw my proposal").press("Withdraw my proposal").says("withdrawn")
    author.go("/posts/new/").says("New post")
    admin = tab("Alice", f"/posts/{post.pk}/resolve/failed/").press("Fail it").says("Failed: Cats")
    admin.go(f"/posts/{post.pk}/").says("Failed 1–1 by Alice, withdrawn.", "Comments are closed")
    post.refresh_from_db()
    assert (post.status, post.self_killed, votes_of(post)) == (
        "failed", True, [("Carol", "for"), ("Bobby", "against")],
    )  # fmt: skip


@pytest.mark.sweep
def test_two_admins_enact_at_once_and_the_second_is_told_who_was_first(five, tab, clock, heard):
    heard.expect("409 POST /posts/.*/resolve/enacted/")
    make_admin(five[1])
    post = propose(five[2], noon(1))
    vote(post, noon(1), **{"for": five})
    clock.shift(timedelta(hours=13))
    first, second = (tab(name, f"/posts/{post.pk}/resolve/enacted/") for name in ("Alice", "Bobby"))
    first.press("Enact it").says("Enacted: Cats (5–0).")
    second.press("Enact it").says("already been resolved: enacted by Alice")
    post.refresh_from_db()
    assert (post.status, post.admin_field) == ("enacted", "Enacted 5–0 by Alice, reached quorum.")
    assert Resolution.objects.filter(post=post).count() == 1


@pytest.mark.sweep
def test_a_call_for_judgement_changes_what_is_tracked(five, tab, clock):
    alice, bobby, *others = five
    track(define("wealth", default="5"), by=alice, at=noon(0))
    caller = tab("Bobby", "/posts/new/").choose(category="Call for Judgement")
    caller.fill(title="The lost coin", body="I think that Carol lost a coin.")
    caller.unfold("Say what it would change").tick("Gamestate")
    caller.press("Publish").says("Published.").follow("Attach changes to rules or law")
    caller.choose(op="track.set").press("Write it").choose(path="wealth").press("Continue")
    caller.tick("Carol").fill(to="6").press("Add").says("Wealth of Carol: 6")
    post = Post.objects.get(title="The lost coin")
    vote(post, noon(1), **{"for": others})
    clock.shift(timedelta(hours=1))
    tab("Alice", f"/posts/{post.pk}/").follow("Enact").press("Enact it").says("Enacted: The lost coin")
    assert shown("wealth") == {**WEALTH, "Carol": "6"}
    caller.go("/gamestate/").says("6")


@pytest.mark.sweep
def test_a_call_for_judgement_says_in_english_what_it_changes(five, tab, clock):
    clock.move_to(noon(7))
    write_rules(five[0])
    track(define("wealth", default="5"), by=five[0], at=noon(7))
    caller = tab("Bobby", "/posts/new/").choose(category="Call for Judgement")
    body = "Carol lost a coin, as I see it.\n\nCarol's Wealth becomes 6. In “Cats”, for “purr” read “howl”."
    caller.fill(title="The lost coin", body=body)
    expect(caller.page.locator("[data-preview-output]")).to_contain_text("Wealth of Carol: 6")
    caller.press("Publish").says("Published, with 2 changes.")
    post = Post.objects.get(title="The lost coin")
    vote(post, noon(7), **{"for": [five[0], *five[2:]]})
    clock.shift(timedelta(hours=13))
    tab("Alice", f"/posts/{post.pk}/").follow("Enact").press("Enact it").says("Enacted: The lost coin")
    assert shown("wealth") == {**WEALTH, "Carol": "6"}
    assert rules_now()["Cats"] == "Cats howl."


@pytest.mark.sweep
def test_an_admin_corrects_the_rules_in_english(five, tab, clock, heard):
    heard.expect("400 POST /rules/.*/mend/|Error Code 400 ")
    clock.move_to(noon(7))
    write_rules(five[0])
    rule = next(node for node in tree_after(revision_at(noon(7)).pk).walk() if node.title == "Cats")
    alice = tab("Alice", f"/rules/{rule.key}/mend/?act=say")
    alice.choose(kind="correction").fill(why="Wrongly applied.", said="In “Kats”, change “purr” to “howl”.")
    alice.press("Show the difference").says("There is no rule “Kats”")
    assert alice.page.locator("[name=said]").input_value() == "In “Kats”, change “purr” to “howl”."
    alice.press("In “Cats”, change “purr” to “howl”.").says("howl").says_not("There is no rule")
    assert alice.page.locator("[name=said]").input_value() == "In “Cats”, change “purr” to “howl”."
    assert rules_now()["Cats"] == "Cats purr."
    alice.press("Save it")
    assert rules_now()["Cats"] == "Cats howl."


@pytest.mark.sweep
def test_a_victory_is_declared_and_the_winner_ascends(db, tab, clock):
    (folder,) = rulebooks
    with time_machine.travel(BEGINNING, tick=False):
        call_command("import_ruleset", str(Path(folder) / "ruleset-211.md"), verbosity=0)
    founder, *others = seat(*FIVE, ruleset="starting")
    winner = tab("Bobby", "/posts/new/").choose(category="Declaration of Victory")
    winner.fill(title="I have won", body="All of it.").press("Publish").says("Published.")
    declaration = Post.objects.get(title="I have won")
    vote(declaration, noon(1), **{"for": [founder, *others[1:]]})
    clock.shift(timedelta(days=1))
    tab("Alice", f"/posts/{declaration.pk}/resolve/enacted/").press("Enact it").says(
        "Enacted: I have won (5–0)."
    )
    winner.go("/posts/ascend/").fill(title="Ascension Address: The Lamp", body="A light at sea.")
    winner.fill(player="Keeper", players="Keepers", emperor="Warden", emperors="Wardens")
    winner.press("Show what it would do").says("What it would do", "Keepers (one Keeper)", "Warden")
    expect(winner.page.locator("#what-it-would-do")).to_contain_text("rules change")
    assert Dynasty.objects.count() == 1
    winner.press("Make this address").says("A light at sea.")
    newest = Dynasty.objects.latest("number")
    assert (newest.name, newest.player_word, newest.emperor_word) == (
        "The First Dynasty of Bobby",
        "Keeper",
        "Warden",
    )
    expect(winner.page.locator("header.site")).to_contain_text("Keepers")
    winner.go("/rules/").says("Whoever asks in a post is added by an Admin and is a Keeper").says_not(
        "Villager"
    )


@pytest.mark.sweep
def test_values_are_edited_with_dice_and_undone(five, tab, clock):
    alice, bobby, *_ = five
    track(define("wealth", default="5"), by=alice, at=noon(0))
    clock.shift(timedelta(hours=1))
    window = tab("Bobby", "/gamestate/")
    mine = window.page.locator("tbody tr").filter(has_text="Bobby").locator("[data-field]").first
    mine.click()
    window.page.keyboard.type("+3")
    window.page.keyboard.press("Enter")
    bar = window.page.locator("form[data-bar], form.tracker-bar").first
    expect(bar).to_contain_text("1 value changed")
    bar.locator("[name=comment]").fill("Found in a boot: 2DICE6")
    bar.get_by_role("button", name="Save").click()
    window.says("8")
    roll = Roll.objects.get()
    assert (shown("wealth")["Bobby"], roll.name) == ("8", "Bobby")
    update = Update.objects.latest("pk")
    window.go(f"/gamestate/log/{update.pk}/").says("Found in a boot", str(roll.total))
    tab("Carol", f"/gamestate/log/{update.pk}/").follow("Undo it").fill(why="No boots").press("Undo").says(
        "Undo"
    )
    assert shown("wealth") == WEALTH
    assert Roll.objects.count() == 1
    window.go(f"/gamestate/log/{update.pk}/").says("Undone")


@pytest.mark.sweep
def test_a_player_votes_and_edits_a_value_on_a_phone_by_touch(five, tab, clock):
    track(define("wealth", default="5"), by=five[0], at=noon(0))
    post = propose(
        five[1], noon(1), "A proposal with an unusually long title, so that it will not fit on a line"
    )
    phone = tab("Carol", **PHONE)
    phone.fits().page.locator("header.site details.menu summary").last.tap()
    phone.fits().follow("Needs your vote 1", within="header.site").says("Read it and vote").fits()
    phone.follow(post.title, within="main").says("Add a rule called Cats.").fits().press("FOR", within="main")
    phone.says("1 comment").fits()
    assert votes_of(post) == [("Carol", "for")]
    mine = phone.go("/gamestate/").fits().page.locator("tbody tr").filter(has_text="Carol")
    wealth = mine.locator("[data-field]").first
    wealth.tap()
    expect(wealth).to_be_focused()
    wealth.tap()
    expect(wealth.locator("input")).to_be_focused()
    mine.get_by_role("link").first.tap()
    phone.says("Wealth").fits().go(f"/gamestate/edit/?player={five[2].pk}").fits()
    phone.page.get_by_label("Wealth", exact=True).fill("+2")
    phone.press("Preview").says("Result").fits().press("Save").says("7").fits()
    assert shown("wealth")["Carol"] == "7"


@pytest.mark.sweep
def test_a_player_signs_in_proposes_votes_edits_and_rolls_without_javascript(five, tab, clock):
    carol = five[2]
    carol.set_password(PASSWORD)
    carol.save(update_fields=["password"])
    track(define("wealth", default="5"), by=five[0], at=noon(0))
    post = propose(five[1], noon(1))
    window = tab(java_script_enabled=False).follow("Sign in").sign_in("Carol", PASSWORD)
    expect(window.page.locator("header.site")).to_contain_text("Carol")
    window.go(f"/posts/{post.pk}/").unfold("Add a word")
    window.page.get_by_label("A word with your vote").fill("I do.")
    window.press("FOR").says("1 comment", "I do.")
    assert votes_of(post) == [("Carol", "for")]
    window.go("/posts/new/").choose(category="Proposal").fill(title="Dogs", body="I would like dogs.")
    window.unfold("Say what it would change").tick("Dynastic rules").press("Publish").says(
        "Published.", "I would like dogs."
    )
    assert Post.objects.get(title="Dogs").author == carol
    window.go(f"/gamestate/edit/?player={carol.pk}").page.get_by_label("Wealth", exact=True).fill("*2")
    window.fill(comment="A windfall").press("Save").says("10")
    assert shown("wealth")["Carol"] == "10"
    window.go("/gamestate/dice/").fill(dice="3DICE6").press("Roll").says(Roll.objects.get().told)
    window.page.locator("header.site details.menu summary").last.click()
    window.press("Sign out").go("/queue/mine/").says("Sign in")


@pytest.mark.sweep
def test_a_player_signs_in_and_votes_with_nothing_but_the_keyboard(five, tab, clock):
    carol = five[2]
    carol.set_password(PASSWORD)
    carol.save(update_fields=["password"])
    post = propose(five[1], noon(1))
    window = tab().tab_to("Sign in", "Enter").says("Sign in")
    window.tab_to("Name or e-mail address", "Carol").tab_to("Password", PASSWORD).tab_to("Sign in", "Enter")
    expect(window.page.locator("header.site")).to_contain_text("Carol")
    window.go("/").tab_to("Skip to the content", "Enter").tab_to("Cats", "Enter").says(
        "Add a rule called Cats."
    )
    window.tab_to("FOR", "Enter").says("Your vote is FOR")
    assert votes_of(post) == [("Carol", "for")]


@pytest.mark.sweep
def test_what_was_read_and_typed_is_there_without_a_connection(five, tab, clock, heard):
    heard.expect("net::ERR_(INTERNET_DISCONNECTED|FAILED)")
    post = propose(five[1], noon(1), "Purring")
    page = tab("Carol", post.get_absolute_url(), **PHONE, service_workers="allow").page
    page.evaluate(
        "() => navigator.serviceWorker.ready.then(() => new Promise((go) => {"
        " if (navigator.serviceWorker.controller) go();"
        " else navigator.serviceWorker.addEventListener('controllerchange', go); }))"
    )
    page.reload()
    page.locator("#answer textarea[name=text]").fill("Why so long?")
    page.wait_for_function("async () => (await (await caches.open('pages')).keys()).length > 0")
    page.context.set_offline(True)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("h1")).to_contain_text("Purring")
    expect(page.locator("#answer textarea[name=text]")).to_have_value("Why so long?")
    page.goto("/queue/", wait_until="load")
    expect(page.locator("h1")).to_have_text("No connection")
    page.locator("[data-read] a", has_text="Purring").click()
    expect(page.locator("h1")).to_contain_text("Purring")
    page.context.set_offline(False)
    page.reload()
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator(".comment", has_text="Why so long?")).to_be_visible()
    expect(page.locator("#answer textarea[name=text]")).to_have_value("")
    page.reload()
    expect(page.locator("#answer textarea[name=text]")).to_have_value("")
    assert Comment.objects.get().text == "Why so long?"


@pytest.mark.sweep
def test_whoever_replies_quotes_names_and_sends_by_keys_and_the_one_quoted_is_told(five, tab):
    post = propose(five[1], noon(1), "Purring")
    first = say(post, five[3], noon(1), ":for: I like it, @Ellen, says DICE6.")
    page = tab("Carol", post.get_absolute_url()).page
    page.get_by_role("button", name="Reply to David").click()
    text = page.locator("#answer textarea[name=text]")
    expect(text).to_be_focused()
    link = f"{post.get_absolute_url()}?comment={first.pk}#comment-{first.pk}"
    expect(text).to_have_value(re.compile(re.escape(f"> [David]({link}): I like it, Ellen")))
    page.keyboard.type("Me too, @El")
    expect(page.locator("#names li:visible")).to_have_text(["Ellen"])
    page.keyboard.press("Enter")
    page.keyboard.type("and @")
    expect(page.locator("#names li:visible")).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator("#names li:visible")).to_have_count(0)
    page.keyboard.press("Backspace")
    page.keyboard.type(":against:")
    expect(page.locator("#answer [type=submit]")).to_have_text("Vote AGAINST")
    text.press("Control+Enter")
    reply = page.locator(".comment").nth(1)
    expect(reply.locator("blockquote a")).to_have_attribute("href", link)
    written = Comment.objects.latest("pk")
    assert (written.cast, written.icons) == ("against", ["against"])
    assert Roll.objects.filter(where_pk=written.pk).count() == 0
    notices = set(Notice.objects.filter(key=f"comment:{written.pk}").values_list("to__name", "kind"))
    assert notices == {("David", "reply"), ("Ellen", "mention"), ("Bobby", "comment")}


@pytest.mark.sweep
def test_a_draft_in_two_windows_loses_neither_text(five, tab, clock, heard):
    heard.expect("409 POST /drafts/save/")
    clock.move_to(noon(7))
    write_rules(five[0])
    first = tab("Bobby", "/posts/new/").choose(category="Proposal").fill(title="Howling", body="Cats.")
    first.page.wait_for_url("**/drafts/*/")
    expect(first.page.locator("[data-autosave-status]")).to_contain_text("Draft saved at")
    second = Tab(first.page.context.new_page())
    second.page.goto(first.page.url)
    expect(second.field("body")).to_have_value("Cats.")
    first.fill(body="Cats howl.")
    seen = "input[name=draft_seen]"
    expect(first.page.locator(seen)).not_to_have_value(second.page.locator(seen).input_value())
    second.fill(body="Cats sing.")
    expect(second.page.locator("[data-apart]")).to_be_visible()
    second.says("You changed this draft in another window. Both texts are kept").fits()
    expect(second.field("body")).to_have_value("Cats sing.")
    assert sorted(Draft.objects.values_list("body", flat=True)) == ["Cats howl.", "Cats sing."]
    second.fill(body="Cats sing well.")
    second.page.wait_for_function("() => !document.querySelector('form[data-autosave]').dataset.dirty")
    assert sorted(Draft.objects.values_list("body", flat=True)) == ["Cats howl.", "Cats sing well."]
    second.follow("Open the other")
    expect(second.field("body")).to_have_value("Cats howl.")


def test_what_one_writes_without_a_connection_is_saved_once_there_is_one(five, tab, clock, heard):
    heard.expect("net::ERR_(INTERNET_DISCONNECTED|FAILED)")
    window = (
        tab("Bobby", "/posts/new/", **PHONE).choose(category="Proposal").fill(title="Howling", body="Cats.")
    )
    status = window.page.locator("[data-autosave-status]")
    expect(status).to_contain_text("Draft saved at")
    window.page.context.set_offline(True)
    window.fill(body="Cats howl.")
    expect(status).to_contain_text("Your text is still here.")
    window.press("Publish")
    expect(window.field("body")).to_have_value("Cats howl.")
    assert (Post.objects.count(), Draft.objects.get().body) == (0, "Cats.")
    window.page.context.set_offline(False)
    window.fill(body="Cats howl, and purr.")
    expect(status).to_contain_text("Draft saved at")
    assert Draft.objects.get().body == "Cats howl, and purr."
    window.page.reload()
    expect(window.field("body")).to_have_value("Cats howl, and purr.")
