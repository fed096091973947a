"""Correcting the status of an enacted matter, and correcting it back: what has been built on stays, the rest goes and
comes back as it was, and one is told before."""

from collections.abc import Callable

import pytest

from blognomic.transfer.checking import found as check_game
from gamestate.models import Dispute, LimitedAction, Update
from gamestate.queries.snapshot import state_now
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from gamestate.values import steps
from players.models import Bar, Player, Reign
from ruleset.models import Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.changes.carried import FIVE, sets, tracks
from tests.votables.changes.hunts import HUNT
from tests.votables.changes.kinds.gamestate.test_of_every_kind import told
from tests.votables.seating import played_once
from tests.votables.table import enacted, make_admin, noon, person, propose, seat
from votables.changes.change import stored_changes
from votables.changes.kinds.post_types import steps as post_types
from votables.changes.kinds.roster import steps as roster
from votables.changes.registry import operations
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.post_types.type_definitions import definition_of
from votables.services import resolving, typed_posts
from votables.services.undoing import rehearsed

pytestmark = pytest.mark.django_db
COCONUTS = {"name": "Coconuts", "kind": "whole", "default": "3"}
ISLANDS = {"name": "Islands"}


@pytest.fixture
@played_once
def players() -> list[Player]:
    players = seat(*FIVE)
    sections = (
        Node("a", "Core Rules", "", (Node("b", "Cats", "Cats purr.\n\nDogs nap."),)),
        Node("c", "Dynastic Rules", ""),
        Node("d", "Special Case Rules", "", (Node("e", "Dormancy [Active]", "Sleep."),)),
    )
    revise(tree=Tree(sections), seen=None, kind="founding", at=noon(0), by=None, why="The founding.")
    track(define("gold", default="5"), define("luck", to="2"), by=players[0], at=noon(1))
    make_admin(players[3])
    guest = person("Gregory")
    Bar.objects.create(person=guest, since=noon(1), why="Spam.")
    typed_posts.define(by=players[0], at=noon(1), name="Race", plural="Races", mark="Race")
    LimitedAction.objects.create(key="rob", name="Rob", frequency="daily", made_at=noon(1), by=players[0])
    made = update(leave=GIVEN, by=players[1], at=noon(1), steps=[put("gold", "8", *whose(players[1]))])
    dispute(leave=GIVEN, update=made, by=players[2], at=noon(1), why="No.")
    enacted(players[0], noon(1), "Earlier", changes=[edit("Cats", "Cats purr.\n\nDogs bark.")])
    return [Player.objects.get(pk=player.pk) for player in players]


def standing() -> Tree:
    return tree_after(Revision.objects.latest("pk").pk)


def rule(title: str) -> str:
    return standing().named(title)[0].key


def everything() -> dict[str, object]:
    """The rules with their keys, the law, what is tracked with its keys, the people, the types of official posts."""
    state = state_now(pages=True)
    return {
        "rules": standing(),
        "law": law_at(noon(90)).law.text,
        "tracked": told(state),
        "keys": (sorted(state.variables), sorted(state.tables), sorted(state.rows), sorted(state.pages)),
        "people": list(Player.objects.order_by("pk").values_list("name", "is_admin", "standing")),
        "emperor": list(Reign.objects.at(noon(90)).values_list("player__name", flat=True)),
        "types": {one.name: definition_of(one) for one in OfficialType.objects.filter(retired_at=None)},
        "bars": list(Bar.objects.at(noon(90)).values_list("person__name", "until")),
        "actions": [
            (one.name, one.move, str(one.paused_why)) for one in LimitedAction.objects.filter(retired_at=None)
        ],
        "cases": law_at(noon(90)).special_cases,
        "disputes": list(Dispute.objects.order_by("pk").values_list("update", "outcome")),
    }


def telling(consequences: list[dict[str, object]]) -> list[dict[str, object]]:
    """Consequences without the keys of what is not there before it happens."""
    return [
        {n: v for n, v in one.items() if n not in ("revision", "update", "law", "number", "bar")}
        for one in consequences
    ]


def add(title: str = "Coconuts", text: str = "Each player has Coconuts.") -> dict[str, object]:
    return {"op": "add", "parent": rule("Dynastic Rules"), "after": "", "title": title, "text": text}


def edit(title: str, new: str) -> dict[str, object]:
    node = standing().named(title)[0]
    return {"op": "edit", "rule": node.key, "text": new, "base": node.text}


def law() -> dict[str, object]:
    old = law_at(noon(1)).law.text
    return {"op": "law", "base": old, "text": old.replace("value = 12", "value = 6", 1)}


def islands() -> list[dict[str, object]]:
    return [
        tracks("define-table", "islands", definition=ISLANDS),
        *(tracks("add-row", "islands", name=name) for name in ("Atoll", "Bay")),
        tracks(
            "define",
            "islands.trees",
            scope="row",
            definition={"name": "Trees", "kind": "whole", "default": "4"},
        ),
    ]


def coconuts() -> list[dict[str, object]]:
    return [
        add(),
        tracks("define", "coconuts", scope="player", definition=COCONUTS),
        sets("coconuts", "+2", "players"),
    ]


def kinds_of(values: list[dict[str, object]]) -> set[str]:
    read = stored_changes(values)
    return {" ".join([one.op, *([one.payload.do] if hasattr(one.payload, "do") else [])]) for one in read}


def every_kind() -> set[str]:
    plain = {op for op, name in operations()} - {"track", "roster", "official"}
    groups = {"track": steps.NAMES, "roster": roster.NAMES, "official": post_types.NAMES}
    return plain | {f"{op} {do}" for op, names in groups.items() for do in names}


def does(do: str, player: Player, **more: object) -> dict[str, object]:
    return {"op": "roster", "do": do, "player": player.pk, **more}


def type_called(name: str) -> OfficialType:
    return OfficialType.objects.get(name=name)


def alters(name: str, **parts: object) -> dict[str, object]:
    now = definition_of(type_called(name))
    change = {"op": "official", "do": "alter", "type": type_called(name).pk}
    return {**change, "base": now, "definition": {**now, **parts}}


def switches(to: str) -> dict[str, object]:
    return {"op": "status", "rule": standing().named("Dormancy")[0].key, "text": to}


def puts_in(name: str, words: str) -> dict[str, object]:
    return {"op": "insert", "rule": rule(name), "text": words, "place": "end", "anchor": ""}


def other_law(old: str, new: str) -> dict[str, object]:
    now = law_at(noon(5)).law.text
    assert old in now
    return {"op": "law", "base": now, "text": now.replace(old, new, 1)}


Players = list[Player]


def action(do: str, **more: object) -> dict[str, object]:
    return {
        "op": f"{do}-action",
        "action": LimitedAction.objects.filter(retired_at=None).earliest("pk").name,
        **more,
    }


KINDS: dict[str, Callable[[Players], list[dict[str, object]]]] = {
    "edit": lambda p: [edit("Cats", "Cats sleep.\n\nDogs bark.")],
    "add": lambda p: [add()],
    "rename": lambda p: [{"op": "rename", "rule": rule("Cats"), "title": "Pets", "base": "Cats"}],
    "repeal": lambda p: [{"op": "repeal", "rule": rule("Cats")}],
    "move": lambda p: [{"op": "move", "rule": rule("Cats"), "parent": rule("Dynastic Rules"), "after": ""}],
    "law": lambda p: [law()],
    "variable": lambda p: coconuts(),
    "table": lambda p: islands(),
    "page": lambda p: [tracks("page", "map", name="Map", to="A lake.")],
    "set": lambda p: [sets("gold", "+10", "players")],
    "retire": lambda p: [tracks("retire", "luck")],
    "reset": lambda p: [tracks("reset", "luck", of=["players"])],
    "alter": lambda p: [tracks("alter", "luck", definition={"name": "Fortune", "kind": "whole"})],
    "rename player": lambda p: [does("rename", p[2], name="Caroline")],
    "make admin": lambda p: [does("make-admin", p[2])],
    "emperor": lambda p: [does("emperor", p[2])],
    "leave throne": lambda p: [{"op": "roster", "do": "emperor", "player": None}],
    "unmake admin": lambda p: [does("unmake-admin", p[3])],
    "unbar": lambda p: [does("unbar", Player.objects.get(name="Gregory"))],
    "official": lambda p: [{"op": "official", "do": "define", "definition": HUNT}],
    "alter official": lambda p: [alters("Race", most_open=2)],
    "retire official": lambda p: [{"op": "official", "do": "retire", "type": type_called("Race").pk}],
    "insert": lambda p: [puts_in("Cats", "Cats nap.")],
    "replace": lambda p: [{"op": "replace", "rule": rule("Cats"), "find": "purr", "text": "nap"}],
    "copy": lambda p: [
        {"op": "copy", "rule": rule("Cats"), "parent": rule("Dynastic Rules"), "after": "", "title": "Toms"}
    ],
    "swap": lambda p: [{"op": "swap", "rule": rule("Cats"), "other": rule("Dormancy"), "what": "texts"}],
    "status": lambda p: [switches("Inactive")],
    "revert": lambda p: [{"op": "revert", "revision": Revision.objects.earliest("pk").pk}],
    "uphold": lambda p: [{"op": "uphold", "update": Dispute.objects.earliest("pk").update_id}],
    "new action": lambda p: [{"op": "add-action", "title": "Dig", "does": "gold += 1"}],
    "changed action": lambda p: [action("alter", does="gold += 1")],
    "removed action": lambda p: [action("remove")],
    "paused action": lambda p: [action("pause", text="Rain.")],
    "resumed action": lambda p: [action("pause", text="Rain."), action("resume")],
    "by hand": lambda p: [{"op": "step", "text": "Clap."}, *coconuts()],
}


def twenty_updates(path: str) -> Callable[[Players], None]:
    def act(players: Players) -> None:
        for number in range(20):
            update(
                leave=GIVEN,
                by=players[1],
                at=noon(5),
                steps=[put(path, "+1", *whose(players[1 + number % 4]))],
            )

    return act


def of_a_row(players: Players) -> None:
    state = state_now()
    row = next(each for each in state.rows.values() if each.name == "Atoll")
    update(leave=GIVEN, by=players[1], at=noon(5), steps=[put("islands.trees", "9", f"row:{row.id}")])


def another(*changes: Callable[[], dict[str, object]]) -> Callable[[Players], None]:
    def act(players: Players) -> None:
        enacted(players[0], noon(5), "Another", changes=[change() for change in changes])

    return act


def called(name: str) -> Player:
    return Player.objects.get(name=name)


LATER: dict[tuple[str, str], Callable[[Players], None]] = {
    ("variable", "updates"): twenty_updates("coconuts"),
    ("variable", "rule amended"): another(lambda: edit("Coconuts", "Coconuts roll.")),
    ("variable", "redefined"): another(
        lambda: tracks("alter", "coconuts", definition={**COCONUTS, "name": "Nuts"})
    ),
    ("variable", "set by a matter"): another(lambda: sets("coconuts", "*2", "players")),
    ("table", "value"): of_a_row,
    ("table", "row"): another(lambda: tracks("add-row", "islands", name="Cape")),
    ("table", "column"): another(
        lambda: tracks("define", "islands.sand", scope="row", definition={"name": "Sand", "kind": "whole"})
    ),
    ("page", "written"): another(
        lambda: tracks("page", "map", name="Map", to="A hill.", base={"title": "Map", "text": "A lake."})
    ),
    ("add", "amended"): another(lambda: edit("Coconuts", "Coconuts roll.")),
    ("edit", "amended"): another(lambda: edit("Cats", "Cats dream.\n\nDogs bark.")),
    ("edit", "elsewhere"): another(lambda: edit("Cats", "Cats sleep.\n\nDogs howl.")),
    ("by hand", "updates"): twenty_updates("coconuts"),
    ("law", "elsewhere"): another(lambda: other_law("value = 48", "value = 24")),
    ("law", "same words"): another(lambda: other_law("value = 6", "value = 9")),
    ("rename player", "renamed again"): another(lambda: does("rename", called("Caroline"), name="Lyra")),
    ("rename player", "name taken"): another(lambda: does("rename", called("Ellen"), name="Carol")),
    ("make admin", "unmade"): another(lambda: does("unmake-admin", called("Carol"))),
    ("unmake admin", "made again"): another(lambda: does("make-admin", called("David"))),
    ("emperor", "another"): another(lambda: does("emperor", called("Ellen"))),
    ("leave throne", "another"): another(lambda: does("emperor", called("Ellen"))),
    ("unbar", "barred again"): another(lambda: does("bar", called("Gregory"), why="Spam.", until="")),
    ("official", "altered"): another(lambda: alters(HUNT["name"], most_open=3)),
    ("official", "retired"): another(
        lambda: {"op": "official", "do": "retire", "type": type_called(HUNT["name"]).pk}
    ),
    ("alter official", "altered elsewhere"): another(lambda: alters("Race", open_word="run")),
    ("alter official", "altered again"): another(lambda: alters("Race", most_open=5)),
    ("retire official", "name taken"): another(
        lambda: {"op": "official", "do": "define", "definition": {**HUNT, "name": "Race", "mark": "Race"}}
    ),
    ("set", "updates"): twenty_updates("gold"),
    ("set", "one value"): lambda p: update(
        leave=GIVEN, by=p[1], at=noon(5), steps=[put("gold", "1", *whose(p[2]))]
    ),
    ("reset", "updates"): twenty_updates("luck"),
    ("alter", "updates"): twenty_updates("luck"),
    ("alter", "altered again"): another(
        lambda: tracks("alter", "luck", definition={"name": "Chance", "kind": "whole"})
    ),
    ("retire", "redefined"): another(
        lambda: tracks("define", "luck", scope="player", definition={"name": "Luck", "kind": "whole"})
    ),
    ("rename", "renamed again"): another(
        lambda: {"op": "rename", "rule": rule("Pets"), "title": "Beasts", "base": "Pets"}
    ),
    ("insert", "more put in"): another(
        lambda: puts_in("Cats", "Cats hunt."), lambda: puts_in("Cats", "Cats nap, too.")
    ),
    ("repeal", "said again"): another(lambda: add("Cats", "Cats purr.")),
    ("move", "edited"): another(lambda: edit("Cats", "Cats dream.\n\nDogs bark.")),
    ("status", "switched back"): another(lambda: switches("Active")),
    ("uphold", "updates"): twenty_updates("gold"),
}
# What a correction leaves as it is, since somebody built on it.
STAYS = {
    ("law", "same words"): "law",
    ("rename player", "renamed again"): "people",
    ("rename player", "name taken"): "people",
    ("make admin", "unmade"): "people",
    ("unmake admin", "made again"): "people",
    ("emperor", "another"): "emperor",
    ("leave throne", "another"): "emperor",
    ("unbar", "barred again"): "bars",
    ("official", "altered"): "types",
    ("official", "retired"): "types",
    ("retire official", "name taken"): "types",
    ("alter official", "altered again"): "types",
    ("alter", "altered again"): "tracked",
    ("rename", "renamed again"): "rules",
    ("uphold", "updates"): "tracked",
}


def correct(post: Post, to: str, by: Player, day: int):
    post.refresh_from_db()
    last = post.resolutions.order_by("-at", "-pk").first()
    foretold = rehearsed(post, by=by, at=noon(day))
    resolution = resolving.overturn(
        post=post, to=to, seen=last.pk, by=by, at=noon(day), reason="Checked again."
    )
    assert telling(resolution.consequences) == telling(foretold)
    return resolution


def undergo(
    players: Players, kind: str, later: Callable[[Players], None] | None
) -> tuple[Post, dict[str, object]]:
    post = propose(players[1], noon(2), "It", changes={**KINDS, **ONE_WAY}[kind](players))
    steps = [place for place, one in enumerate(post.changes) if one["op"] == "step"]
    resolving.resolve_against_verdict(
        post=post, to="enacted", by=players[0], at=noon(3), reason="A test.", ticked=steps
    )
    if later is not None:
        later(players)
    post.refresh_from_db()
    return post, everything()


# Every third kind; the sweeps have them all.
A_FEW = [
    pytest.param(kind, marks=[pytest.mark.sweep] if place % 3 else [], id=kind)
    for place, kind in enumerate(KINDS)
]


@pytest.mark.parametrize("through", ["failed", pytest.param("pending", marks=pytest.mark.sweep)])
@pytest.mark.parametrize("kind", A_FEW)
def test_what_nothing_was_built_on_goes_and_comes_back_as_it_was(players, kind, through):
    bare = everything()
    post, before = undergo(players, kind, None)
    alice = Player.objects.get(pk=players[0].pk)
    for day in (7, 9):
        gone = correct(post, through, alice, day)
        assert not [one for one in gone.consequences if "kept" in one]
        assert everything() == bare
        if through == "failed":
            correct(post, "enacted", alice, day + 1)
        else:
            post.refresh_from_db()
            steps = range(len(post.changes))
            resolving.resolve_against_verdict(
                post=post, to="enacted", by=alice, at=noon(day + 1), reason="Again.", ticked=steps
            )
        assert everything() == before
    assert not list(check_game())


@pytest.mark.sweep
@pytest.mark.parametrize(("kind", "later"), LATER)
def test_what_has_been_built_on_stays_and_all_is_as_before_when_it_is_corrected_back(players, kind, later):
    post, before = undergo(players, kind, LATER[kind, later])
    alice = players[0]
    for day in (7, 9):
        correct(post, "failed", alice, day)
        after = everything()
        if kind in ("variable", "by hand", "table", "page") and later != "rule amended":
            assert after["tracked"] == before["tracked"]  # nothing that was built is lost
        if "amended" in later:
            assert after["rules"] == before["rules"]
        if stays := STAYS.get((kind, later)):
            assert after[stays] == before[stays]
        correct(post, "enacted", alice, day + 1)
        assert everything() == before
    assert not list(check_game())


ONE_WAY: dict[str, Callable[[Players], list[dict[str, object]]]] = {
    "remove": lambda p: [does("remove", p[2], why="Gone.")],
    "bar": lambda p: [does("bar", p[2], why="Gone.")],
    "end dynasty": lambda p: [{"op": "roster", "do": "end-dynasty", "name": "Chaos"}, *coconuts()[1:2]],
}


@pytest.mark.parametrize("kind", ONE_WAY)
def test_what_does_not_go_by_itself_is_told_and_stays_through_corrections(players, kind):
    """Whoever was taken off the roster asks to join again; a dynasty that has begun goes on."""
    post, before = undergo(players, kind, None)
    alice = Player.objects.get(pk=players[0].pk)
    for day in (7, 9):
        correct(post, "failed", alice, day)
        stayed = everything()
        assert (stayed["people"], stayed["emperor"]) == (before["people"], before["emperor"])
        correct(post, "enacted", alice, day + 1)
        assert everything() == before
    assert not list(check_game())


def test_every_kind_of_change_is_corrected_here(players):
    of_all = {**KINDS, **ONE_WAY}
    values = [[one for one in make(players) if "new-" not in str(one)] for make in of_all.values()]
    of_the_tracker = {f"track {do}" for do in steps.NAMES}
    assert (
        every_kind() - set().union(*map(kinds_of, values)) <= of_the_tracker
    )  # each of those has tests beside


def test_twenty_updates_stand_and_are_named_before_one_confirms(players, client):
    post, _ = undergo(players, "variable", twenty_updates("coconuts"))
    values = shown("coconuts")
    client.force_login(players[0])
    page = client.get(f"{post.get_absolute_url()}overturn/").content.decode()
    assert "Coconuts has changed since, and stays as it is." in page and "In the rules: Coconuts." in page
    correct(post, "failed", players[0], 7)
    assert shown("coconuts") == values
    page = client.get(f"{post.get_absolute_url()}overturn/").content.decode()
    assert "In the rules: Coconuts." in page and "What enacting it does" not in page


def test_check_game_finds_a_variable_without_its_matter_and_a_rule_made_twice(players):
    post, _ = undergo(players, "variable", None)
    assert not list(check_game())
    Post.objects.filter(pk=post.pk).update(status="failed")
    assert any("“Coconuts” is tracked by “It”, which is failed." in one.sentence for one in check_game())
    Post.objects.filter(pk=post.pk).update(status="enacted")
    last = revision_at(noon(5))
    tree = standing()
    more = Tree((*tree.sections, Node("new", "Coconuts", "Each player has Coconuts.")))
    revise(
        tree=more, seen=last.pk, kind="enactment", at=noon(5), by=None, why="It", link=post.get_absolute_url()
    )
    assert any("has made the rule “Coconuts” twice" in one.sentence for one in check_game())
    assert Update.objects.filter(kind="enactment").count() == 1


def test_a_dispute_that_it_settled_is_open_and_then_settled_again(players):
    made = update(leave=GIVEN, by=players[1], at=noon(1), steps=[put("gold", "9", *whose(players[1]))])
    raised = dispute(leave=GIVEN, update=made, by=players[2], at=noon(1), why="No.")
    post = propose(players[1], noon(2), "It", changes=[{"op": "uphold", "update": made.pk}])
    resolving.resolve_against_verdict(post=post, to="enacted", by=players[0], at=noon(3), reason="A test.")
    for to, outcome in (("failed", ""), ("enacted", "upheld"), ("failed", "")):
        correct(post, to, players[0], 7)
        raised.refresh_from_db()
        assert raised.outcome == outcome
