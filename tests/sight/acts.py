"""A change of each kind that a matter can carry, on things of its own: what the orders of two, and longer chains, are
made of. A kind may be there in several ways, where they do different things to what is hidden."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from gamestate.models import Update
from gamestate.services.updating import update
from gamestate.values.steps import INVALID, Step, read_step
from players.models import Player
from ruleset.law import document
from ruleset.models import Revision
from ruleset.queries import tree_after
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from votables.post_types.models import OfficialType
from votables.post_types.type_definitions import tidied

from .canaries import Canaries
from .game import Game

Change = dict[str, Any]


@dataclass(frozen=True)
class Own:
    """Things that one chain alone acts upon: a number and a text that are hidden, a number that is not, a table with a
    hidden column, and a page; by the keys that have its number."""

    number: int
    place: str

    def __getattr__(self, name: str) -> str:
        return f"{name}{self.number}"


@dataclass(frozen=True)
class World:
    """What acts that are not about what is tracked are about, and who there is."""

    people: Mapping[str, Player]
    section: str
    rule: str
    revision: int
    update: int
    type: int
    definition: Mapping[str, Any]


def world_of(game: Game, disputed: Update) -> World:
    last = Revision.objects.latest("pk")
    rules = {node.name: node.key for node in tree_after(last.pk).walk()}
    type = OfficialType.objects.earliest("pk")
    return World(
        game.people, rules["Dynastic Rules"], rules["Cats"], last.pk, disputed.pk, type.pk,
        tidied({"name": "Race", "plural": "Races", "mark": "Race"}),
    )  # fmt: skip


def put_down(
    numbers: range, canaries: Canaries, *, by: Player, whose_value: Player, admin: Player, at: datetime
) -> list[Own]:
    """Make the own things of so many chains: `by`, the emperor, knows what is hidden, each with canaries of its own."""
    owns = [Own(number, f"chain {number}") for number in numbers]
    made: list[Step] = []
    values: list[Step] = []
    for own in owns:
        made += [
            define(own.s, audience="emperor", blank=True, floor=None),
            define(own.t, "text", audience="holder", blank=True),
            define(own.w, default="5", floor=None),
            *table(own.h, "Forest"),
            define(f"{own.h}.k", audience="emperor", blank=True, floor=None),
            read_step({"do": "page", "path": own.p, "name": "Page", "to": "A goose."}),
        ]
        values += [
            put(own.s, str(canaries.number(own.place)), *whose(whose_value)),
            put(own.t, canaries.word(own.place), *whose(by)),
            put(f"{own.h}.k", str(canaries.number(own.place)), "row=Forest"),
        ]
    track(*made, by=admin, at=at)
    update(leave=GIVEN, by=by, at=at, steps=values)
    return owns


@dataclass(frozen=True)
class Act:
    """A change of a kind, as OPERATIONS calls it, and in which way. `shows`: it is an act of its own that shows what is
    hidden to everybody, once it is carried out."""

    kind: str
    way: str
    make: Callable[[Own, World], Change]
    shows: bool = False

    @property
    def name(self) -> str:
        return f"{self.kind} {self.way}".strip()

    @property
    def is_tracked(self) -> bool:
        return self.kind.startswith("track.")

    def opens(self, own: Own, world: World) -> bool:
        """Whether it lets everybody see a variable: done by the emperor, that shows the values, too."""
        step = self.step(own, world)
        return step.do == "alter" and step.definition.audience == "all"

    def step(self, own: Own, world: World) -> Step:
        return read_step(self.make(own, world)["step"])


def _track(do: str, way: str, make: Callable[[Own], Change], *, shows: bool = False) -> Act:
    return Act(
        f"track.{do}", way, lambda own, world: {"op": "track", "step": {"do": do, **make(own)}}, shows=shows
    )


def _whole(name: str, **more: object) -> Change:
    return {"name": name, "kind": "whole", "floor": None, "blank": True, **more}


def _alter(way: str, invalid: str = "law", **more: object) -> Act:
    return _track(
        "alter",
        way,
        lambda own: {
            "path": own.s,
            "definition": _whole(own.s.capitalize(), **{"audience": "emperor", **more}),
            "invalid": invalid,
        },
    )


TRACKED = [
    _track("set", "", lambda own: {"path": own.s, "of": ["everyone"], "to": "+1"}),
    _track("set", "to a number", lambda own: {"path": own.s, "of": ["players"], "to": "4"}),
    _track("set", "by a formula", lambda own: {"path": own.w, "of": ["everyone"], "to": f"=2 * {own.s}"}),
    _track("set", "by a formula of others", lambda own: {"path": own.w, "of": ["players"], "to": f"=sum({own.s})"}),
    _track("set", "in a column", lambda own: {"path": f"{own.h}.k", "of": ["rows"], "to": "-1"}),
    _track("reset", "", lambda own: {"path": own.s, "of": ["everyone"]}),
    _track("reset", "what is computed", lambda own: {"path": own.w, "of": ["everyone"]}),
    _track("reset", "a column", lambda own: {"path": f"{own.h}.k", "of": ["rows"]}),
    _track("define", "", lambda own: {
        "path": own.d, "scope": "player", "definition": _whole("D", default=f"={own.s}"),
    }),
    _track("define", "a column", lambda own: {
        "path": f"{own.h}.c", "scope": "row", "definition": _whole("C", default="=k + 1"),
    }),
    _track("define", "and set", lambda own: {
        "path": own.e, "scope": "player", "definition": _whole("E"), "to": f"={own.s} + 1",
    }),
    _alter("to be seen by all", audience="all"),
    _alter("to be seen by its holder", audience="holder"),
    *(_alter(f"to be lower, {invalid}", invalid, ceiling="10") for invalid in INVALID),
    _track("alter", "to a text", lambda own: {
        "path": own.s, "definition": {"name": "S", "kind": "text", "blank": True, "audience": "all"},
    }),
    _track("alter", "a text to be seen by all", lambda own: {
        "path": own.t, "definition": {"name": "T", "kind": "text", "blank": True, "audience": "all"},
    }),
    _track("alter", "a text to be chosen", lambda own: {
        "path": own.t, "definition": {"name": "T", "kind": "choice", "choices": ["one"], "audience": "emperor"},
        "invalid": "keep",
    }),
    _track("alter", "a column to be seen by all", lambda own: {
        "path": f"{own.h}.k", "definition": _whole("K"),
    }),
    _track("alter", "what is computed", lambda own: {
        "path": own.w, "definition": _whole("W", default=f"={own.s}"),
    }),
    _track("retire", "", lambda own: {"path": own.s}),
    _track("define-table", "", lambda own: {"path": own.g, "definition": {"name": "G"}}),
    _track("alter-table", "", lambda own: {"path": own.h, "definition": {"name": "Hills"}}),
    _track("retire-table", "", lambda own: {"path": own.h}),
    _track("add-row", "", lambda own: {"path": own.h, "name": "Town"}),
    _track("alter-row", "", lambda own: {"path": own.h, "of": ["row=Forest"], "name": "Wood"}),
    _track("retire-row", "", lambda own: {"path": own.h, "of": ["row=Forest"]}),
    _track("page", "", lambda own: {"path": own.p, "name": "Page", "to": "A duck."}),
    _track("retire-page", "", lambda own: {"path": own.p}),
    _track("revert-page", "", lambda own: {"path": own.p}),
    _track("reveal", "", lambda own: {"path": own.s}, shows=True),
]  # fmt: skip


def _of_rules(op: str, **parts: object) -> Act:
    def make(own: Own, world: World) -> Change:
        named = {"rule": world.rule, "parent": world.section}
        return {"op": op, **{key: named.get(part, part) for key, part in parts.items()}}

    return Act(op, "", make)


def _of_roster(do: str, who: str = "player", **parts: object) -> Act:
    def make(own: Own, world: World) -> Change:
        named = {} if do == "end-dynasty" else {"player": world.people[who].pk}
        return {"op": "roster", "do": do, **named, **parts}

    return Act(f"roster.{do}", "", make)


def _of_types(do: str, *parts: str) -> Act:
    def make(own: Own, world: World) -> Change:
        payload = {"type": world.type, "definition": dict(world.definition), "base": dict(world.definition)}
        return {"op": "official", "do": do, **{part: payload[part] for part in parts}}

    return Act(f"official.{do}", "", make)


def _law(own: Own, world: World) -> Change:
    base = document("ruleset-211")
    return {"op": "law", "text": base.replace("value = 12", "value = 11", 1), "base": base}


def _of_action(op: str, own: Own, world: World) -> Change:
    return {"op": op, "action": "Wave", **({"text": "No."} if op == "pause-action" else {})}


ELSEWHERE = [
    _of_rules("edit", rule="rule", text="Cats meow.", base="Cats purr."),
    _of_rules("insert", rule="rule", text="Cats nap.", place="end", anchor=""),
    _of_rules("replace", rule="rule", find="Cats", text="Kittens"),
    _of_rules("add", parent="parent", after="", title="Dogs", text="Dogs bark."),
    _of_rules("copy", rule="rule", parent="parent", after="", title="Toms", with_subrules=False),
    _of_rules("rename", rule="rule", title="Kittens", base="Cats"),
    _of_rules("swap", rule="rule", other="parent", what="texts"),
    _of_rules("move", rule="rule", parent="parent", after=""),
    _of_rules("repeal", rule="rule", with_subrules=True),
    _of_rules("status", rule="rule", text="Active"),
    Act("law", "", _law),
    Act("revert", "", lambda own, world: {"op": "revert", "revision": world.revision}),
    Act("uphold", "", lambda own, world: {"op": "uphold", "update": world.update}),
    _of_roster("rename", name="Davina"),
    _of_roster("make-admin"),
    _of_roster("unmake-admin", "admin"),
    _of_roster("remove", "idle", why="Gone."),
    _of_roster("bar", "guest", until="", why="No."),
    _of_roster("unbar", "guest"),
    _of_roster("emperor"),
    _of_roster("end-dynasty", name="Meta", keep_rules=True, keep_tracked=True),
    _of_types("define", "definition"),
    _of_types("alter", "type", "definition", "base"),
    _of_types("retire", "type"),
    Act("step", "", lambda own, world: {"op": "step", "text": "Wave."}),
    Act("add-action", "", lambda own, world: {"op": "add-action", "title": "Wave", "does": ""}),
    *(
        Act(f"{do}-action", "", partial(_of_action, f"{do}-action"))
        for do in ("alter", "remove", "pause", "resume")
    ),
]
ACTS = [*TRACKED, *ELSEWHERE]
