"""What people do to the rules between votes: who may, how far, and how it is undone."""

import re
import threading

import pytest
from django.db import connection, connections

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Game
from ruleset.models import Confirmation, LawVersion, Revision, Rule
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text.amending import Amendment
from ruleset.text.tree import Node, Tree
from tests.votables.table import BEGINNING, Kind, enacted, event, make_admin, noon, person, propose, seat
from votables.services import upkeep
from votables.services.upkeep import RuleChanged, changed_length

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")
CATS = "Cats prur at teh moon. Dogs bark."


def write_rules() -> dict[str, int]:
    """A small ruleset in place of whatever stands; answers the key of each rule by its name."""
    last = revision_at(noon(0))
    tree = Tree(
        (
            Node("core", "Core Rules", "", (Node("quorum", "Quorum", "Half, and one."),)),
            Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", CATS), Node("void", "Void"))),
        )
    )
    revise(
        tree=tree,
        seen=last.pk if last else None,
        kind="import",
        at=BEGINNING,
        by=None,
        why="Rules for a test",
    )
    return {node.name: int(node.key) for node in standing().walk()}


def standing(day: int = 90) -> Tree:
    return tree_after(revision_at(noon(day)).pk)


def latest() -> int:
    return Revision.objects.order_by("-pk").first().pk


def text(key: int) -> str:
    return standing().find(str(key)).text


@pytest.fixture
def game(db):
    """Five players, the first an admin, under ruleset-211, and a small ruleset."""
    return seat(*NAMES), write_rules()


def typo(keys, by, words, *, title="Cats", seen=None, day=1, **more):
    return upkeep.correct_typo(
        rule=Rule(pk=keys["Cats"]),
        title=title,
        text=words,
        seen=seen or latest(),
        by=by,
        at=noon(day),
        **more,
    )


def mend(keys, by, *steps, kind="upkeep", matter=None, seen=None, why="It was enacted.", rule="Cats"):
    return upkeep.mend(
        kind=kind,
        rule=Rule(pk=keys[rule]),
        amendments=steps,
        matter=matter,
        seen=seen or latest(),
        by=by,
        at=noon(3),
        why=why,
    )


# Typographical mistakes -------------------------------------------------------------------------------------


def test_a_player_corrects_a_typographical_mistake_in_text_and_title(game):
    (_, bobby, *_), keys = game
    made = typo(keys, bobby, "Cats purr at the moon. Dogs bark.", title="Kats [Moon]")
    assert (made.kind, made.by, made.at) == ("typo", bobby, noon(1))
    assert made.why == "“Cats” is “Kats [Moon]” now; “prur” is “purr” now; “teh” is “the” now"
    second = typo(keys, bobby, "Cats purr at the moon.", title="Kats [Moon]", why="No dogs.", day=2)
    assert second.why == "No dogs."
    third = typo(keys, bobby, "Cats purr at moon.", title="Kats [Moon]", day=3)
    assert third.why == "“the” was taken out"
    node = standing().find(str(keys["Cats"]))
    assert (node.title, node.text) == ("Kats [Moon]", "Cats purr at moon.")


def test_the_title_of_a_section_without_text_is_corrected(game):
    (_, bobby, *_), keys = game
    section = Rule(pk=keys["Core Rules"])
    made = upkeep.correct_typo(rule=section, title="Core rules", text="", seen=latest(), by=bobby, at=noon(1))
    assert made.why == "“Rules” is “rules” now"
    assert (standing().find(str(section.pk)).title, standing().find(str(section.pk)).text) == (
        "Core rules",
        "",
    )


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("teh moon", "the moon", 3),
        ("a moon", "a moon", 0),
        ("colour, color", "colour, colour", 6),
        ("one two", "one", 4),
        ("one", "one two three", 10),
    ],
)
def test_the_length_of_a_change_is_that_of_its_words(old, new, changed):
    assert changed_length(old, new) == changed


def test_more_than_a_few_words_are_no_typographical_mistake(game):
    (_, bobby, *_), keys = game
    with pytest.raises(RuleBroken, match="at most 40 characters can differ, and here 42 do") as refused:
        typo(keys, bobby, CATS + " " + "x" * 41)
    assert (refused.value.status, refused.value.rule) == (400, "Spelling and formatting")
    assert text(keys["Cats"]) == CATS
    typo(keys, bobby, CATS + " " + "x" * 39)


@pytest.mark.parametrize(
    ("law", "who", "may"),
    [
        ("ruleset-211", "player", True),
        ("ruleset-211", "admin", True),
        ("ruleset-211", "idle", False),
        ("ruleset-211", "guest", False),
        ("ruleset-86", "player", False),
        ("ruleset-86", "admin", True),
        ("ruleset-86", "idle admin", False),
    ],
)
def test_the_law_says_who_corrects_mistakes(law, who, may):
    alice, bobby, carol, *_ = seat(*NAMES, law=law)
    keys = write_rules()
    people = {"player": bobby, "admin": alice}
    if who in ("idle", "idle admin"):
        if who == "idle admin":
            make_admin(carol)
        people[who] = event(carol, Kind.IDLED, at=noon(0))
    elif who == "guest":
        people[who] = person("Guest")
    if may:
        assert typo(keys, people[who], CATS.replace("teh", "the")).kind == "typo"
    else:
        with pytest.raises(RuleBroken) as refused:
            typo(keys, people[who], CATS.replace("teh", "the"))
        rule = "Spelling and formatting" if law == "ruleset-211" else "Ruleset and Gamestate"
        assert (refused.value.status, refused.value.rule) == (403, rule)
        assert text(keys["Cats"]) == CATS


def test_a_rule_that_has_changed_since_is_not_overwritten(game):
    (_, bobby, carol, *_), keys = game
    seen = latest()
    first = typo(keys, bobby, CATS.replace("teh", "the"))
    with pytest.raises(RuleChanged) as refused:
        typo(keys, carol, CATS.replace("prur", "purr"), seen=seen)
    assert (refused.value.title, refused.value.text, refused.value.seen, refused.value.status) == (
        "Cats",
        "Cats prur at the moon. Dogs bark.",
        first.pk,
        409,
    )
    assert latest() == first.pk


def test_a_change_of_another_rule_meanwhile_does_not_matter(game):
    (_, bobby, carol, *_), keys = game
    seen = latest()
    upkeep.correct_typo(
        rule=Rule(pk=keys["Quorum"]), title="Quorum", text="Half and one.", seen=seen, by=bobby, at=noon(1)
    )
    typo(keys, carol, CATS.replace("teh", "the"), seen=seen, day=0)
    assert (text(keys["Quorum"]), text(keys["Cats"])) == ("Half and one.", CATS.replace("teh", "the"))
    assert revision_at(noon(1)).pk == latest()


@pytest.mark.parametrize("title", ["Cats [Inactive]", "Cats [Rare]"])
def test_whether_a_rule_is_active_is_no_matter_of_spelling(game, title):
    (alice, *_), keys = game
    with pytest.raises(RuleBroken, match="not a typographical mistake"):
        typo(keys, alice, CATS, title=title)


def test_a_rule_without_a_title_or_without_a_change_is_refused(game):
    (_, bobby, *_), keys = game
    with pytest.raises(RuleBroken, match="A rule needs a title"):
        typo(keys, bobby, CATS, title=" ")
    with pytest.raises(RuleBroken, match="change nothing"):
        typo(keys, bobby, CATS)


# What was enacted -------------------------------------------------------------------------------------------


def test_any_player_updates_the_rules_to_what_was_enacted(game):
    (alice, bobby, *_), keys = game
    matter = enacted(alice, noon(1), "Birds")
    steps = [
        Amendment("edit", rule=str(keys["Cats"]), base=CATS, text="Cats sleep."),
        Amendment("add", parent=str(keys["Cats"]), text="Birds sing."),
    ]
    made = mend(keys, bobby, *steps, matter=matter)
    assert (made.kind, made.by, made.why, made.link) == (
        "upkeep",
        bobby,
        "It was enacted.",
        matter.get_absolute_url(),
    )
    assert [(placed.number, placed.node.title, placed.node.text) for placed in standing().placed()][3:] == [
        ("2.1", "Cats", "Cats sleep."),
        ("2.1.1", "Birds", "Birds sing."),
        ("2.2", "Void", ""),
    ]
    assert AdminAct.objects.filter(act="correct_amendment").count() == 0


def test_an_update_names_a_matter_that_was_enacted_and_says_why(game):
    (alice, bobby, *_), keys = game
    step = Amendment("edit", rule=str(keys["Cats"]), base=CATS, text="Cats sleep.")
    with pytest.raises(RuleBroken, match="Name the enacted matter"):
        mend(keys, bobby, step)
    with pytest.raises(RuleBroken, match="That matter was not enacted"):
        mend(keys, bobby, step, matter=propose(bobby, noon(1)))
    with pytest.raises(RuleBroken, match="Say why"):
        mend(keys, bobby, step, matter=enacted(alice, noon(1)), why=" ")
    assert text(keys["Cats"]) == CATS


@pytest.mark.parametrize("kind", ["upkeep", "correction", "typo", "enactment"])
def test_who_may_mend_what(game, kind):
    (alice, bobby, carol, *_), keys = game
    matter = enacted(alice, noon(1))
    idle, guest = event(carol, Kind.IDLED, at=noon(1)), person("Guest")
    step = Amendment("repeal", rule=str(keys["Void"]))
    may = {"upkeep": {bobby, alice}, "correction": {alice}}.get(kind, set())
    for who in (guest, idle, bobby, alice):
        if who in may:
            mend(keys, who, step, kind=kind, matter=matter, rule="Void")
            upkeep.undo(
                revision=Revision.objects.get(pk=latest()), seen=latest(), by=bobby, at=noon(4), why="Test."
            )
        else:
            with pytest.raises(RuleBroken) as refused:
                mend(keys, who, step, kind=kind, matter=matter, rule="Void")
            assert refused.value.status == (403 if kind in ("upkeep", "correction") else 400)


def test_an_admin_corrects_a_wrongly_applied_amendment_in_public(game):
    (alice, *_), keys = game
    step = Amendment("move", rule=str(keys["Cats"]), parent=str(keys["Core Rules"]))
    made = mend(keys, alice, step, kind="correction", why="It was put into the wrong section.")
    assert (made.kind, made.by, made.link) == ("correction", alice, "")
    act = AdminAct.objects.get(act="correct_amendment")
    assert (act.by, act.sentence, act.reason, act.link) == (
        alice,
        "corrected an amendment of “Cats”",
        "It was put into the wrong section.",
        f"/rules/revisions/{made.pk}/",
    )
    assert [placed.node.title for placed in standing().placed()] == [
        "Core Rules", "Quorum", "Cats", "Dynastic Rules", "Void",
    ]  # fmt: skip


def test_a_rule_is_not_taken_out_with_a_subrule_that_one_has_not_seen(game):
    (alice, bobby, *_), keys = game
    seen, matter = latest(), enacted(alice, noon(1))
    mend(keys, bobby, Amendment("add", parent=str(keys["Void"]), title="New"), matter=matter, rule="Void")
    with pytest.raises(RuleChanged):
        mend(keys, alice, Amendment("repeal", rule=str(keys["Void"])), matter=matter, rule="Void", seen=seen)


def test_an_amendment_that_cannot_be_is_refused(game):
    (alice, *_), keys = game
    step = Amendment("move", rule=str(keys["Cats"]), parent=str(keys["Cats"]))
    with pytest.raises(RuleBroken, match="below itself"):
        mend(keys, alice, step, kind="correction")


# Empty rules ------------------------------------------------------------------------------------------------


def delete(keys, name, by, seen=None):
    return upkeep.delete_empty(rule=Rule(pk=keys[name]), seen=seen or latest(), by=by, at=noon(1))


def test_any_player_deletes_an_empty_dynastic_rule(game):
    (_, bobby, *_), keys = game
    made = delete(keys, "Void", bobby)
    assert (made.kind, made.by, made.why) == ("tidying", bobby, "“Void” had no text and no subrules")
    assert standing().named("Void") == []


def test_an_empty_rule_stays_where_no_rule_lets_players_delete_it(db):
    (_, bobby, *_), keys = seat(*NAMES, law="ruleset-2019-09"), write_rules()
    with pytest.raises(RuleBroken, match="Only a vote can delete") as refused:
        delete(keys, "Void", bobby)
    assert (refused.value.rule, len(standing().named("Void"))) == ("Ruleset and Gamestate", 1)


@pytest.mark.parametrize("name", ["Cats", "Quorum", "Core Rules", "Dynastic Rules"])
def test_no_other_rule_is_deleted_so(game, name):
    (alice, *_), keys = game
    with pytest.raises(RuleBroken, match="Only a dynastic rule without text and subrules") as refused:
        delete(keys, name, alice)
    assert refused.value.rule == "Rules and Votable Matters"


def test_an_empty_section_and_an_empty_core_rule_stay(game):
    (alice, bobby, *_), keys = game
    matter = enacted(alice, noon(0))
    mend(keys, bobby, Amendment("repeal", rule=str(keys["Cats"])), matter=matter)
    mend(keys, bobby, Amendment("repeal", rule=str(keys["Void"])), matter=matter, rule="Void")
    step = Amendment("add", parent=str(keys["Core Rules"]), title="Nothing")
    mend(keys, bobby, step, matter=matter, rule="Core Rules")
    (nothing,) = standing().named("Nothing")
    for key in (keys["Dynastic Rules"], int(nothing.key)):
        with pytest.raises(RuleBroken, match="Only a dynastic rule without text and subrules"):
            upkeep.delete_empty(rule=Rule(pk=key), seen=latest(), by=bobby, at=noon(4))


def test_a_guest_deletes_nothing_and_what_is_gone_is_gone(game):
    (_, bobby, carol, *_), keys = game
    with pytest.raises(RuleBroken, match="Only a player"):
        delete(keys, "Void", person("Guest"))
    seen = latest()
    delete(keys, "Void", bobby)
    with pytest.raises(Stale, match="has since been repealed"):
        delete(keys, "Void", carol, seen)


# Undoing ----------------------------------------------------------------------------------------------------


def undo(made, by, *, seen=None, why="It was right before.", day=5):
    return upkeep.undo(revision=made, seen=seen or latest(), by=by, at=noon(day), why=why)


def test_any_player_undoes_what_was_done_between_votes(game):
    (_, bobby, carol, *_), keys = game
    before = standing()
    made = typo(keys, bobby, CATS.replace("teh", "the"))
    back = undo(made, carol)
    assert (back.kind, back.undoes, back.by, back.why) == ("reversal", made, carol, "It was right before.")
    assert standing() == before


def test_an_enactment_is_not_undone_by_a_click(game):
    (alice, bobby, *_), keys = game
    step = Amendment("edit", rule=str(keys["Cats"]), base=CATS, text="Cats sleep.").as_json()
    matter = enacted(alice, noon(1), "Sleep", changes=[step])
    made = Revision.objects.get(pk=latest())
    assert (made.kind, made.link) == ("enactment", matter.get_absolute_url())
    with pytest.raises(RuleBroken, match="correct the status of its matter"):
        undo(made, bobby)
    assert text(keys["Cats"]) == "Cats sleep."


def test_who_may_undo_and_only_once_and_with_a_reason(game):
    (_, bobby, carol, *_), keys = game
    made = typo(keys, bobby, CATS.replace("teh", "the"))
    for who in (person("Guest"), event(carol, Kind.IDLED, at=noon(1))):
        with pytest.raises(RuleBroken, match="Only a player in the roster"):
            undo(made, who)
    with pytest.raises(RuleBroken, match="Say why"):
        undo(made, bobby, why="  ")
    undo(made, bobby)
    with pytest.raises(Stale, match="already been undone"):
        undo(made, bobby)
    with pytest.raises(RuleBroken, match="You can undo only what was changed without a vote"):
        undo(Revision.objects.get(kind="reversal"), bobby)


def test_undoing_keeps_what_was_changed_since_and_refuses_a_clash(game):
    (_, bobby, carol, *_), keys = game
    first = typo(keys, bobby, CATS.replace("teh", "the"))
    second = typo(keys, carol, text(keys["Cats"]).replace("prur", "purr"), day=2)
    undo(first, carol)
    assert text(keys["Cats"]) == "Cats purr at teh moon. Dogs bark."
    typo(keys, bobby, text(keys["Cats"]).replace("purr", "pur"), day=6)
    with pytest.raises(Stale, match="cannot be undone in one step"):
        undo(second, carol, day=7)
    assert text(keys["Cats"]) == "Cats pur at teh moon. Dogs bark."


def test_a_rule_that_changed_since_one_looked_is_not_undone_blindly(game):
    (_, bobby, carol, *_), keys = game
    made = typo(keys, bobby, CATS.replace("teh", "the"))
    seen = latest()
    typo(keys, carol, text(keys["Cats"]).replace("prur", "purr"))
    with pytest.raises(RuleChanged):
        undo(made, bobby, seen=seen)


# Whether the law still carries out a rule -------------------------------------------------------------------


def amend_quorum(keys, alice):
    step = Amendment("edit", rule=str(keys["Quorum"]), base="Half, and one.", text="A third.").as_json()
    enacted(alice, noon(1), "Thirds", changes=[step], amends=["core"])


def confirm(keys, by, *, law=None, seen=None, why="Words only."):
    return upkeep.confirm_still_holds(
        rule=Rule(pk=keys["Quorum"]),
        law=law or law_at(noon(5)).version.pk,
        seen=seen or latest(),
        by=by,
        at=noon(5),
        why=why,
    )


def test_a_player_confirms_that_the_law_still_holds(game):
    (alice, bobby, carol, *_), keys = game
    with pytest.raises(Stale, match="Nobody doubts"):
        confirm(keys, bobby)
    amend_quorum(keys, alice)
    for who in (person("Guest"), event(carol, Kind.IDLED, at=noon(1))):
        with pytest.raises(RuleBroken, match="Only a player in the roster"):
            confirm(keys, who)
    word = confirm(keys, bobby)
    assert (word.rule_id, word.name, word.revision_id, word.by, word.at, word.why) == (
        keys["Quorum"],
        "Quorum",
        latest(),
        bobby,
        noon(5),
        "Words only.",
    )
    with pytest.raises(Stale, match="Nobody doubts"):
        confirm(keys, alice)


def test_a_confirmation_of_what_one_has_not_seen_is_refused(game):
    (alice, bobby, *_), keys = game
    seen = latest()
    amend_quorum(keys, alice)
    with pytest.raises(Stale, match="changed the rule"):
        confirm(keys, bobby, seen=seen)
    with pytest.raises(Stale, match="changed the law"):
        confirm(keys, bobby, law=law_at(noon(5)).version.pk + 1)
    assert Confirmation.objects.count() == 0
    assert LawVersion.objects.count() == 1


# Two at once ------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_corrections_at_once_lose_nothing(game):
    (_, bobby, carol, *_), keys = game
    seen, start = latest(), threading.Barrier(2, timeout=20)
    outcomes = []

    def correct(by, old, new):
        try:
            start.wait()
            typo(keys, by, CATS.replace(old, new), seen=seen)
            outcomes.append("saved")
        except RuleChanged:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=correct, args=args)
        for args in ((bobby, "teh", "the"), (carol, "prur", "purr"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(outcomes) == ["refused", "saved"]
    assert Revision.objects.filter(kind="typo").count() == 1
    connection.close()


def test_a_rule_is_reworded_without_anything_else_and_a_special_case_switched_with_the_law(game):
    """What pages keep of people and the law stays, unless the rules' words are the law's."""
    (alice, *_), _keys = game
    cases = Node("cases", "Special Case Rules", "", (Node("far", "Dynastic Distance [Active]", "Far."),))
    tree = Tree((*standing().sections, cases))
    revise(tree=tree, seen=latest(), kind="import", at=noon(0), by=None, why="A case")
    node = standing().sections[-1].children[0]

    def mended(day: int, **changes: str) -> tuple[int, int, int]:
        was = Game.objects.get()
        given = {"title": node.title, "text": node.text} | changes
        upkeep.mend(
            kind="correction",
            rule=Rule(pk=int(node.key)),
            amendments=upkeep.edits(standing().find(node.key), **given),
            matter=None,
            seen=latest(),
            by=alice,
            at=noon(day),
            why="A test needs it.",
        )
        now = Game.objects.get()
        return tuple(
            getattr(now, f"{topic}_version") - getattr(was, f"{topic}_version")
            for topic in ("posts", "rest", "people")
        )

    posts, rest, people = mended(1, text="Farther.")
    assert (posts, people) == (0, 0) and rest > 0
    posts, rest, people = mended(2, text="Farther.", title="Dynastic Distance [Inactive]")
    assert posts == 0 and rest > 0 and people > 0
    assert [law_at(noon(day)).special_cases.get("Dynastic Distance") for day in (1, 2)] == [None, False]


SAID = "In the rule “Cats”, change “prur” to “purr”. Repeal the rule “Void”.\n\nRename the rule “Quorum” to “Half”."


def said(by, words, *, kind="correction", matter=None, seen=None):
    more = {"rule": None, "matter": matter, "seen": seen or latest(), "why": "Wrong.", "text": words}
    return upkeep.mend(kind=kind, by=by, at=noon(1), **more)


def test_a_correction_is_said_in_english(game):
    people, keys = game
    alice = people[0]
    made = said(alice, SAID)
    assert (made.kind, [node.title for node in standing().walk()]) == (
        "correction",
        ["Core Rules", "Half", "Dynastic Rules", "Cats"],
    )
    assert text(keys["Cats"]).startswith("Cats purr at")
    assert AdminAct.objects.latest("pk").act == "correct_amendment"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("In the rule “Kats”, change “prur” to “purr”.", "is not clear: There is no rule “Kats”"),
        ("I like cats.", "is not clear"),
        ("Make “Bobby” an admin.", "changes more than the rules."),
        (
            "If matter 7 is failed, repeal the rule “Void” with all its subrules.",
            "changes more than the rules.",
        ),
    ],
)
def test_what_is_not_clear_or_no_amendment_corrects_nothing(game, words, why):
    people, _keys = game
    before = standing()
    with pytest.raises(RuleBroken, match=re.escape(why)):
        said(people[0], words)
    assert standing() == before


def test_a_rule_that_another_changed_meanwhile_is_shown_first(game):
    people, keys = game
    alice, bobby, *_ = people
    seen = latest()
    typo(keys, bobby, CATS.replace("teh", "the"))
    with pytest.raises(RuleChanged):
        said(alice, SAID, seen=seen)
    assert "prur" in text(keys["Cats"])


def test_a_player_who_is_no_admin_says_what_was_enacted(game):
    people, _keys = game
    bobby = people[1]
    with pytest.raises(RuleBroken):
        said(bobby, SAID)
    matter = enacted(people[0], noon(0), "Decided")
    assert said(bobby, SAID, kind="upkeep", matter=matter).kind == "upkeep"
