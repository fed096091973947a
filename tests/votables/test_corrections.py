"""Correcting the status of an enacted matter, and correcting it back: what has been built on stays, the rest goes and
comes back as it was, and one is told before."""

from collections.abc import Callable

import pytest

from gamestate.models import Update
from gamestate.queries.snapshot import state_now
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from players.models import Player, Reign
from ruleset.models import Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.tree import Node, Tree
from tests.gamestate.tracker import define, put, shown, track, whose
from votables.checking import found as check_game
from votables.models import Post
from votables.official_models import OfficialType
from votables.services import resolving
from votables.services.enacting import rehearsed

from .table import enacted, noon, propose, seat
from .test_changes_of_every_kind import told
from .test_changes_of_gamestate import sets, tracks
from .test_changes_of_officials import HUNT

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
COCONUTS = {"name": "Coconuts", "kind": "whole", "default": "3"}
ISLANDS = {"name": "Islands"}


@pytest.fixture
def players() -> list[Player]:
    players = seat(*FIVE)
    sections = (
        Node("a", "Core Rules", "", (Node("b", "Cats", "Cats purr.\n\nDogs bark."),)),
        Node("c", "Dynastic Rules", ""),
    )
    revise(tree=Tree(sections), seen=None, kind="founding", at=noon(0), by=None, why="The founding.")
    track(define("gold", default="5"), define("luck", to="2"), by=players[0], at=noon(1))
    return players


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
        "emperor": Reign.objects.at(noon(90)).first().player_id,
        "types": [(one.name, one.plural) for one in OfficialType.objects.filter(retired_at=None)],
    }


def telling(consequences: list[dict[str, object]]) -> list[dict[str, object]]:
    """Consequences without the keys of what is not there before it happens."""
    return [
        {n: v for n, v in one.items() if n not in ("revision", "update", "law", "number")}
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


def does(do: str, player: Player, **more: object) -> dict[str, object]:
    return {"op": "roster", "do": do, "player": player.pk, **more}


Players = list[Player]
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
    "official": lambda p: [{"op": "official", "do": "define", "definition": HUNT}],
    "by hand": lambda p: [{"op": "step", "text": "Clap."}, *coconuts()],
}


def twenty_updates(path: str) -> Callable[[Players], None]:
    def act(players: Players) -> None:
        for number in range(20):
            update(by=players[1], at=noon(5), steps=[put(path, "+1", *whose(players[1 + number % 4]))])

    return act


def of_a_row(players: Players) -> None:
    state = state_now()
    row = next(each for each in state.rows.values() if each.name == "Atoll")
    update(by=players[1], at=noon(5), steps=[put("islands.trees", "9", f"row:{row.id}")])


def another(*changes: Callable[[], dict[str, object]]) -> Callable[[Players], None]:
    def act(players: Players) -> None:
        enacted(players[0], noon(5), "Another", changes=[change() for change in changes])

    return act


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
}


def correct(post: Post, to: str, by: Player, day: int):
    post.refresh_from_db()
    last = post.resolutions.order_by("-at", "-pk").first()
    foretold = rehearsed(post, by=by, at=noon(day))
    found = resolving.overturn(post=post, to=to, seen=last.pk, by=by, at=noon(day), reason="Checked again.")
    assert telling(found.consequences) == telling(foretold)
    return found


def undergo(
    players: Players, kind: str, later: Callable[[Players], None] | None
) -> tuple[Post, dict[str, object]]:
    post = propose(players[1], noon(2), "It", changes=KINDS[kind](players))
    steps = [place for place, one in enumerate(post.changes) if one["op"] == "step"]
    resolving.resolve_against_verdict(
        post=post, to="enacted", by=players[0], at=noon(3), reason="A test.", ticked=steps
    )
    if later is not None:
        later(players)
    post.refresh_from_db()
    return post, everything()


@pytest.mark.parametrize("through", ["failed", "pending"])
@pytest.mark.parametrize("kind", KINDS)
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
        correct(post, "enacted", alice, day + 1)
        assert everything() == before
    assert not list(check_game())


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
    made = update(by=players[1], at=noon(1), steps=[put("gold", "9", *whose(players[1]))])
    raised = dispute(update=made, by=players[2], at=noon(1), why="No.")
    post = propose(players[1], noon(2), "It", changes=[{"op": "uphold", "update": made.pk}])
    resolving.resolve_against_verdict(post=post, to="enacted", by=players[0], at=noon(3), reason="A test.")
    for to, outcome in (("failed", ""), ("enacted", "upheld"), ("failed", "")):
        correct(post, to, players[0], 7)
        raised.refresh_from_db()
        assert raised.outcome == outcome
