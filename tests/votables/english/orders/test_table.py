"""The patterns of all orders: what is said of a change is read as the same change, whatever the game."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from gamestate.values.steps import GROUPS, INVALID
from ruleset.text.amending import EXCHANGED, OPERATIONS
from ruleset.text.inserting import AT_AN_END, BESIDE, PLACES
from ruleset.text.replacing import COUNTS
from ruleset.text.tree import Node, Tree
from votables.changes.change import read_change
from votables.changes.conditions import ICONS, PARTS
from votables.changes.kinds.actions import kind as actions
from votables.changes.kinds.roster import steps as roster_steps
from votables.changes.registry import KINDS
from votables.english.orders import CalledThings, say_all
from votables.english.orders.composing import after
from votables.english.reading import read
from votables.post_types.type_definitions import tidied

# -- generated games

LETTERS = some.sampled_from(
    [*"abIT019 .,;:!?'-–—()[]{}*_#>|/\\&%`\"“”‘’«»", "The ", "rule ", "section ", "two ", "é", "İ", "日"]
)
LINE = (
    some.lists(LETTERS, min_size=1, max_size=14).map(lambda one: " ".join("".join(one).split())).filter(bool)
)
WORDS = some.one_of(
    LINE, some.sampled_from(["Gold", "Oven Rules", "to", "the rule", "every player", "Bar", "If"])
)
MARKED = some.sampled_from(["", "* a", "  b", "> c", "| d | e |", "```", "# f", "---"])
TEXT = some.lists(some.one_of(LINE, MARKED), max_size=5).map(lambda lines: "\n".join(lines).strip("\n"))
TITLES = some.one_of(
    WORDS, some.sampled_from(["Bounties [Rare] [Inactive]", "[Active]", "Bounties", "bounties"])
)


@some.composite
def trees(draw: Any) -> Tree:
    """Rulesets of some sections with rules to two depths; titles may meet."""
    keys = iter(range(1, 100))

    def nodes(depth: int) -> tuple[Node, ...]:
        count = draw(some.integers(1 if depth == 0 else 0, 3))
        return tuple(
            Node(str(next(keys)), draw(TITLES), draw(TEXT), nodes(depth + 1) if depth < 2 else ())
            for _place in range(count)
        )

    return Tree(nodes(0))


KEYS = some.integers(1, 10**9)
PATHS = some.sampled_from(["gold", "ovens.heat", "to", "mood"])
DEFINITION = some.sampled_from(
    [{"name": "Gold", "kind": "whole"}, {"name": "A “B”", "kind": "choice", "choices": ["x: y", "z"]}]
)
PLAYERS = some.dictionaries(KEYS, WORDS, min_size=1, max_size=4).filter(
    lambda one: len(set(one.values())) == len(one)
)


@some.composite
def games(draw: Any) -> CalledThings:
    types = {5: ("Raid", tidied({"name": "Raid", "plural": "Raids", "mark": "Raid"}))}
    tracked = draw(some.dictionaries(PATHS, WORDS))
    pages = draw(some.dictionaries(PATHS, some.tuples(LINE, TEXT)))
    return CalledThings(draw(trees()), draw(PLAYERS), tracked, pages, types, draw(TEXT))


# -- generated changes, of every operation


def amendment(draw: Any, op: str, things: CalledThings) -> dict[str, Any]:
    placed = list(things.tree.placed())
    here = draw(some.sampled_from(placed))
    rule = here.node.key
    if op == "edit":
        return {"rule": rule, "text": draw(TEXT), "base": here.node.text}
    if op == "insert":
        place = draw(some.sampled_from(PLACES))
        anchors = [
            *([""] if place not in BESIDE else []),
            *(here.node.text.split() if place not in AT_AN_END else []),
        ]
        words = draw(TEXT.filter(lambda one: one.strip()))
        return {
            "rule": rule,
            "place": place,
            "anchor": draw(some.sampled_from(anchors or ["x"])),
            "text": words,
        }
    if op == "replace":
        where = draw(some.sampled_from(["", rule]))
        text = "\n".join([one.node.text for one in placed if where in ("", one.node.key)])
        find = draw(
            some.sampled_from([*text.split("\n"), *text.split()] or ["x"]).filter(bool)
            if text.strip()
            else LINE
        )
        return {
            "rule": where,
            "find": find,
            "text": draw(TEXT),
            "scope": draw(some.sampled_from(["", "subrules" if where else "texts"])),
            "count": draw(some.sampled_from(COUNTS)),
            "whole": draw(some.booleans()) and bool(find.strip()),
        }
    if op == "swap":
        others = [one.node.key for one in placed if one.node.key != rule]
        what = draw(some.sampled_from(EXCHANGED if others else ["words"]))
        if what == "words":
            return {"rule": rule, "what": what, "find": draw(LINE), "text": draw(LINE)}
        other = draw(some.sampled_from(others))
        return {"rule": rule, "what": what, "other": other}
    if op in ("add", "copy", "move"):
        below = {node.key for node in here.node.walk()} if op == "move" else set()
        parent = draw(
            some.sampled_from(["top", *(one.node.key for one in placed if one.node.key not in below)])
        )
        node = things.tree.find(parent)
        siblings = [one.key for one in (node.children if node else things.tree.sections) if one.key != rule]
        after = draw(some.sampled_from(["", "first", *siblings]))
        change = {"parent": parent, "after": after}
        if op == "copy":
            return change | {"rule": rule, "title": draw(TITLES), "with_subrules": draw(some.booleans())}
        return change | ({"rule": rule} if op == "move" else {"title": draw(TITLES), "text": draw(TEXT)})
    if op == "rename":
        return {"rule": rule, "title": draw(TITLES), "base": here.node.title}
    if op == "repeal":
        return {"rule": rule, "with_subrules": draw(some.booleans())}
    return {"rule": rule, "text": draw(some.sampled_from(["Active", "Inactive"]))}


def step(draw: Any, do: str, things: CalledThings) -> dict[str, Any]:
    rows = some.one_of(LINE.map(lambda one: f"row={one}"), KEYS.map(lambda one: f"row:{one}"))
    players = some.one_of(some.sampled_from(sorted(things.players)), KEYS).map(lambda one: f"player:{one}")
    holders = some.lists(
        some.one_of(some.sampled_from(list(GROUPS)), rows, players), min_size=1, max_size=4, unique=True
    )
    plain = (
        PATHS
        if do in ("set", "reset", "define", "alter", "reveal", "retire")
        else PATHS.map(lambda one: one.split(".")[0])
    )
    parts: dict[str, Any] = {"do": do, "path": draw(plain)}
    if do in ("set", "reset"):
        parts["of"] = draw(holders)
    if do == "set":
        parts["to"] = draw(some.one_of(TEXT, some.sampled_from(["+5", "", "0", "-2"])))
    if do == "define":
        parts |= {"scope": draw(some.sampled_from(["player", "game", "row"]))}
        parts |= draw(some.sampled_from([{}, {"to": "3"}, {"to": "a\nb"}]))
    if do == "alter":
        parts["invalid"] = draw(some.sampled_from(list(INVALID)))
    if do in ("define", "alter"):
        parts["definition"] = draw(DEFINITION)
    if do in ("define-table", "alter-table"):
        parts["definition"] = {"name": draw(LINE)}
    if do in ("alter-row", "retire-row"):
        parts["of"] = [draw(rows)]
    if do in ("add-row", "alter-row"):
        parts |= {"name": draw(LINE)} | draw(some.sampled_from([{}, {"order": 3}, {"order": -4}]))
    if do == "page":
        parts |= {"name": draw(LINE), "to": draw(TEXT)}
        title, text = things.pages.get(parts["path"], ("", ""))
        parts |= {"base": {"title": title, "text": text}} if draw(some.booleans()) else {}
    return {"step": parts}


def roster_step(draw: Any, do: str, things: CalledThings) -> dict[str, Any]:
    player = draw(some.sampled_from(sorted(things.players)))
    change = {
        "player": player,
        "name": "Wickett",
        "why": draw(TEXT.filter(lambda one: one.strip())),
        "keep_rules": draw(some.booleans()),
    }
    change |= {
        "until": draw(some.sampled_from(["", "2026-05-01T12:00:00+00:00"])),
        "keep_tracked": draw(some.booleans()),
    }
    if do == "emperor":
        change["player"] = draw(some.sampled_from([None, player]))
    if do == "end-dynasty":
        change["name"] = draw(LINE)
    return {"do": do, **{name: change[name] for name in roster_steps.PARTS[do]}}


def official_step(draw: Any, do: str, things: CalledThings) -> dict[str, Any]:
    definition = tidied({"name": "Heist", "plural": "Heists", "mark": "Heist", "post_words": draw(LINE)})
    parts: dict[str, Any] = {"do": do}
    if do != "define":
        parts["type"] = 5
    if do != "retire":
        parts["definition"] = definition
        rule = draw(some.sampled_from(["", *(node.key for node in things.tree.walk())]))
        parts |= {"rule": rule} if rule else {}
    if do == "alter":
        parts["base"] = dict(things.types[5][1])
    return parts


@some.composite
def conditions(draw: Any) -> dict[str, Any]:
    condition: dict[str, Any] = {"kind": draw(some.sampled_from(list(PARTS)))}
    of = draw(some.integers(1, 100))
    least = draw(some.integers(1, 1000 if condition["kind"] == "comments" else of))
    parts = {
        "post": draw(KEYS),
        "status": draw(some.sampled_from(["enacted", "failed", "illegal"])),
        "words": draw(LINE),
        "rule": draw(some.one_of(some.just(""), LINE)),
        "icon": draw(some.sampled_from(ICONS)),
        "least": least,
        "of": of,
        "more": least < of and draw(some.booleans()),
    }
    condition |= {name: parts[name] for name in PARTS[condition["kind"]]}
    return condition | {"negated": draw(some.booleans())}


def of_action(draw: Any, op: str) -> dict[str, str]:
    name = some.sampled_from(["Dig", "The “Feast” of `all`"])
    texts = some.sampled_from(["", "gold += 1", "if gold > 2:\n  gold = 0\notherwise: refuse '“No”'"])
    parts = {part: draw(texts) for part in actions.OF_EACH[op]}
    names = {part: draw(name) for part in ("title", "action", "text") if part in parts}
    return {**parts, **names}


def change_of(draw: Any, op: str, do: str, things: CalledThings) -> dict[str, Any]:
    """A change as the site keeps it."""
    if op in OPERATIONS:
        change = amendment(draw, op, things)
    elif op == "track":
        change = step(draw, do, things)
    elif op in ("roster", "official"):
        change = (roster_step if op == "roster" else official_step)(draw, do, things)
    else:
        change = {
            "law": lambda: {"text": draw(TEXT), "base": things.law},
            "revert": lambda: {"revision": draw(KEYS)},
            "uphold": lambda: {"update": draw(KEYS)},
            "step": lambda: {"text": draw(TEXT.map(str.strip).filter(bool))},
            **{name: lambda: of_action(draw, op) for name in actions.NAMES},
        }[op]()
    when = {"when": draw(conditions())} if draw(some.integers(0, 3)) == 0 else {}
    return {"op": op, **change, **when}


EVERY = [(op, do) for kind in KINDS for op in kind.names for do in (kind.steps or [""])]


@pytest.mark.parametrize(("op", "do"), EVERY)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=some.data())
def test_what_is_said_of_a_change_is_read_as_the_same_change(op: str, do: str, data: Any) -> None:
    is_read_as_itself(op, do, data)


@pytest.mark.sweep
@pytest.mark.parametrize(("op", "do"), EVERY)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=some.data())
def test_the_same_in_many_games(op: str, do: str, data: Any) -> None:
    is_read_as_itself(op, do, data)


def is_read_as_itself(op: str, do: str, data: Any) -> None:
    """A change made up of `data` is read, from the sentence that says it, as the same change."""
    things = data.draw(games())
    change = change_of(data.draw, op, do, things)
    if op not in ("official", "law", "track"):
        change = read_change(change).as_json()
    sentence = say_all([change], things)
    reading = read(sentence, tree=things.tree, game=None, things=things)
    if does_nothing(change, things):
        return
    assert reading.questions == (), sentence
    assert [one.change for one in reading.steps] == [change], sentence


def does_nothing(change: dict[str, Any], things: CalledThings) -> bool:
    """Whether an amendment leaves the rules as they are, as one does that does not fit; nobody is told to do that."""
    return change["op"] in OPERATIONS and after(change, things, 0) == things.tree
