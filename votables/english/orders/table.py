"""The patterns of all orders, by what they do. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .laws import LAW_PATTERNS
from .patterns import OrderPattern
from .slots import (
    HoldersSlot,
    LineSlot,
    NamedPartsSlot,
    NumberSlot,
    OneOfSlot,
    OrderSlot,
    PartsSlot,
    PathSlot,
    PlaceSlot,
    PlayerSlot,
    RuleSlot,
    TextSlot,
    TypeSlot,
)
from .things import CalledThings

RULE: Final = RuleSlot("rule")
PLACE: Final = PlaceSlot("parent", "after")
TEXT: Final = TextSlot("text")
PLAYER: Final = PlayerSlot("player")
PATH: Final = PathSlot("path")
OF: Final = HoldersSlot("of")
NAME: Final = LineSlot("name")
STATUS: Final = OneOfSlot("text", {"Active": "Active", "Inactive": "Inactive"})
SCOPE: Final = OneOfSlot("scope", {"player": "each player", "game": "the game", "row": "each row"})
DEFINITION: Final = PartsSlot("definition")
INVALID: Final = OneOfSlot(
    "invalid",
    {
        "law": "as the law says",
        "keep": "as they are",
        "default": "at the default",
        "nearest": "at the nearest value",
    },
)


# Where words are put into a rule, alone and beside words of it.
_AT_AN_END: Final = {
    "start": "begin it",
    "end": "end it",
    "list-start": "begin its only list",
    "list-end": "end its only list",
}
_BESIDE: Final = {
    "list-start": "begin the list that holds {}",
    "list-end": "end the list that holds {}",
    "before": "precede the words {}",
    "after": "follow the words {}",
    "before-item": "precede the item that holds {}",
    "after-item": "follow the item that holds {}",
    "before-block": "precede the paragraph, list or table that holds {}",
    "after-block": "follow the paragraph, list or table that holds {}",
}


def _text_of(change: Mapping[str, Any], things: CalledThings) -> str:
    node = things.tree.find(change["rule"])
    return node.text if node is not None else ""


def _title_of(change: Mapping[str, Any], things: CalledThings) -> str:
    node = things.tree.find(change["rule"])
    return node.title if node is not None else ""


def _law(change: Mapping[str, Any], things: CalledThings) -> str:
    return things.law


def _page(change: Mapping[str, Any], things: CalledThings) -> dict[str, str] | None:
    title, text = things.pages.get(change["path"], ("", ""))
    return {"title": title, "text": text}


def _either(
    op: str, words: str, *slots: OrderSlot, fixed: Mapping[str, Any] | None = None
) -> list[OrderPattern]:
    """Two patterns: with names and short words in the sentence, or, where they have several lines, as blocks."""
    blocks = tuple(TextSlot(*one.fields) if isinstance(one, LineSlot) else one for one in slots)
    return [OrderPattern(op, words, slots, fixed or {}), OrderPattern(op, words, blocks, fixed or {})]


# Where words are replaced, as a change keeps it and as an order says it, with the slots of it.
_SCOPES: Final[Sequence[tuple[Mapping[str, Any], str, tuple[OrderSlot, ...]]]] = (
    ({}, "the text of {}", (RULE,)),
    ({"scope": "subrules"}, "the texts of {} and all below it", (RULE,)),
    ({"rule": ""}, "the ruleset and its titles", ()),
    ({"rule": "", "scope": "texts"}, "the text of every rule", ()),
)
_COUNTS: Final[Sequence[tuple[Mapping[str, Any], str]]] = (
    ({}, "Throughout {}, replace the {} {{}} with {{}}"),
    ({"count": "one"}, "In {}, replace the {} {{}} with {{}}"),
    ({"count": "first"}, "In {}, replace the first of the {} {{}} with {{}}"),
)
_UNITS: Final[Sequence[tuple[Mapping[str, Any], str]]] = (({}, "letters"), ({"whole": True}, "words"))


def _replacing() -> list[OrderPattern]:
    """Words replaced: where, how often, and whether as whole words or letter by letter."""
    find, text = LineSlot("find"), LineSlot("text")
    return [
        pattern
        for scope, where, slots in _SCOPES
        for count, words in _COUNTS
        for whole, unit in _UNITS
        for pattern in _either(
            "replace", words.format(where, unit), *slots, find, text, fixed={**scope, **count, **whole}
        )
    ]


def _done(op: str, do: str, words: str, *slots: OrderSlot, **fixed: Any) -> OrderPattern:
    return OrderPattern(op, words, slots, {"do": do, **fixed})


_RULES: Final = [
    OrderPattern("edit", "Change the text of {} to read{}", (RULE, TEXT), {}, {"base": _text_of}),
    *(
        pattern
        for places, anchor, fixed in ((_AT_AN_END, (), {"anchor": ""}), (_BESIDE, (LineSlot("anchor"),), {}))
        for place, where in places.items()
        for pattern in _either(
            "insert", f"In the text of {{}}, {where} with {{}}",
            RULE, *anchor, LineSlot("text"), fixed={"place": place, **fixed},
        )
    ),
    *_replacing(),
    OrderPattern("add", "Add a rule called {} {}, saying{}", (LineSlot("title"), PLACE, TEXT)),
    *(
        OrderPattern("copy", f"Copy {{}} {subrules} so that it stands {{}} under the title {{}}",
                     (RULE, PLACE, LineSlot("title")), {"with_subrules": kept})
        for subrules, kept in (("with all its subrules", True), ("without its subrules", False))
    ),
    *(
        OrderPattern("swap", f"Exchange the {what} of {{}} and {{}}",
                     (RULE, RuleSlot("other")), {"what": what})
        for what in ("places", "texts", "titles")
    ),
    *_either("swap", "In the text of {}, exchange the words {} and {}",
             RULE, LineSlot("find"), LineSlot("text"), fixed={"what": "words"}),
    OrderPattern("rename", "Rename {} to {}", (RULE, LineSlot("title")), {}, {"base": _title_of}),
    OrderPattern("move", "Move {} so that it stands {}", (RULE, PLACE)),
    OrderPattern("repeal", "Repeal {} with all its subrules", (RULE,), {"with_subrules": True}),
    OrderPattern("repeal", "Repeal {} but keep its subrules", (RULE,), {"with_subrules": False}),
    OrderPattern("status", "Set the status of {} to {}", (RULE, STATUS)),
    *LAW_PATTERNS,
    OrderPattern("law", "Change the law so that its document reads{}", (TEXT,), {}, {"base": _law}),
    OrderPattern("revert", "Return the rules to revision {}", (NumberSlot("revision"),)),
]  # fmt: skip
_ROSTER: Final = [
    _done("roster", "rename", "Rename the player {} to {}", PLAYER, NAME),
    _done("roster", "make-admin", "Make {} an admin", PLAYER),
    _done("roster", "unmake-admin", "Take the office of admin from {}", PLAYER),
    *_either("roster", "Take {} off the roster, because of this: {}", PLAYER, LineSlot("why"),
             fixed={"do": "remove"}),
    *_either("roster", "Bar {} from joining, because of this: {}", PLAYER, LineSlot("why"),
             fixed={"do": "bar", "until": ""}),
    *(
        OrderPattern("roster", "Bar {} from joining until {} because of this: {}",
                     (PLAYER, LineSlot("until"), why), {"do": "bar"})
        for why in (LineSlot("why"), TextSlot("why"))
    ),
    _done("roster", "unbar", "Let {} join again", PLAYER),
    _done("roster", "emperor", "Make {} the emperor", PLAYER),
    _done("roster", "emperor", "Leave the throne empty", player=None),
    *(
        _done("roster", "end-dynasty", f"End the dynasty{keeping} and begin the metadynasty {{}}", NAME,
              keep_rules=rules, keep_tracked=tracked)
        for keeping, rules, tracked in (
            ("", False, False),
            (", keep its rules,", True, False),
            (", keep what it tracks,", False, True),
            (", keep its rules and what it tracks,", True, True),
        )
    ),
]  # fmt: skip
_TRACKED: Final = [
    *_either("track", "Set {} of {} to {}", PATH, OF, LineSlot("to"), fixed={"do": "set"}),
    _done("track", "reset", "Set {} of {} back to the default", PATH, OF),
    _done("track", "define", "Track {} for {}, defined so{}", PATH, SCOPE, DEFINITION),
    *_either("track", "Track {} for {} with the value {} and with this definition: {}",
             PATH, SCOPE, LineSlot("to"), DEFINITION, fixed={"do": "define"}),
    _done("track", "alter", "Track {} otherwise, with values that become invalid {}, defined so{}",
          PATH, INVALID, DEFINITION),
    _done("track", "reveal", "Show the hidden values of {} to everybody", PATH),
    _done("track", "retire", "Stop tracking {}", PATH),
    _done("track", "define-table", "Make a table {}, defined so{}", PATH, DEFINITION),
    _done("track", "alter-table", "Change the table {}, defined so{}", PATH, DEFINITION),
    _done("track", "retire-table", "Remove the table {}", PATH),
    _done("track", "add-row", "Add to the table {} the row {}", PATH, NAME),
    _done("track", "add-row", "Add to the table {} the row {} in place {}",
          PATH, NAME, NumberSlot("order")),
    _done("track", "alter-row", "Rename in the table {} {} to {}", PATH, OF, NAME),
    _done("track", "alter-row", "Rename in the table {} {} to {} and move it to place {}",
          PATH, OF, NAME, NumberSlot("order")),
    _done("track", "retire-row", "Remove from the table {} {}", PATH, OF),
    OrderPattern("track", "Write the page {} called {}, saying{}", (PATH, NAME, TextSlot("to")),
                 {"do": "page"}, {"base": _page}),
    _done("track", "page", "Write the new page {} called {}, saying{}", PATH, NAME, TextSlot("to")),
    _done("track", "retire-page", "Remove the page {}", PATH),
    _done("track", "revert-page", "Return the page {} to how it stood at submission", PATH),
    OrderPattern("uphold", "Uphold the update {}", (NumberSlot("update"),)),
]  # fmt: skip
_DEFINED: Final = NamedPartsSlot(
    "frequency",
    "limit",
    "asks",
    "needs",
    "costs",
    "does",
    "asked",
    "within",
    "otherwise",
    "shows",
    "unseen",
    "timing",
    "hiatus",
)
_ACTIONS: Final = [
    OrderPattern("add-action", "Add the action {}, defined so{}", (LineSlot("title"), _DEFINED)),
    OrderPattern("alter-action", "Change the action {}, defined so{}",
                 (LineSlot("action"), _DEFINED)),
    OrderPattern("remove-action", "Remove the action {}", (LineSlot("action"),)),
    *_either("pause-action", "Pause the action {}, because of this: {}",
             LineSlot("action"), LineSlot("text")),
    OrderPattern("resume-action", "Resume the action {}", (LineSlot("action"),)),
]  # fmt: skip
_TYPES: Final = [
    _done("official", "define", "Define a type of official posts so{}", DEFINITION),
    OrderPattern("official", "Define the official posts {} otherwise, so{}",
                 (TypeSlot("type", "base"), DEFINITION), {"do": "alter"}),
    _done("official", "define", "By {} define a type of official posts so{}", RULE, DEFINITION),
    OrderPattern("official", "By {} define the official posts {} otherwise, so{}",
                 (RULE, TypeSlot("type", "base"), DEFINITION), {"do": "alter"}),
    _done("official", "retire", "Retire the official posts {}", TypeSlot("type")),
]  # fmt: skip
PATTERNS: Final = [
    *_RULES,
    *_ROSTER,
    *_TRACKED,
    *_ACTIONS,
    *_TYPES,
    *_either("step", "Let the admin do this by hand: {}", LineSlot("text")),
]
_MATTERS: Final = OneOfSlot("status", {one: one for one in ("enacted", "failed", "illegal")})
_ICONS: Final = OneOfSlot("icon", {one: one.upper() for one in ("for", "against", "deferential")})
# What a change may hang on, in the words before its order.
CONDITIONS: Final = [
    OrderPattern(kind, words, slots, {"kind": kind, "negated": negated})
    for kind, negated, words, slots in (
        ("matter", False, "If matter {} is {}", (NumberSlot("post"), _MATTERS)),
        ("matter", True, "Unless matter {} is {}", (NumberSlot("post"), _MATTERS)),
        ("rule", False, "If a rule is called {}", (LineSlot("words"),)),
        ("rule", True, "Unless a rule is called {}", (LineSlot("words"),)),
        ("text", False, "If the rule called {} holds {}", (LineSlot("rule"), LineSlot("words"))),
        ("text", True, "Unless the rule called {} holds {}", (LineSlot("rule"), LineSlot("words"))),
        ("active", False, "If the special case {} is active", (LineSlot("words"),)),
        ("active", True, "Unless the special case {} is active", (LineSlot("words"),)),
        ("comments", False, "If at least {} effective vote comments hold {}",
         (NumberSlot("least"), LineSlot("words"))),
        ("comments", True, "Unless at least {} effective vote comments hold {}",
         (NumberSlot("least"), LineSlot("words"))),
    )
] + [
    OrderPattern("text", f"{lead} any rule holds {{}}", (LineSlot("words"),),
                 {"kind": "text", "rule": "", "negated": negated})
    for lead, negated in (("If", False), ("Unless", True))
] + [
    OrderPattern(kind, f"{lead} {how} {{}} of every {{}} votes {words}",
                 (NumberSlot("least"), NumberSlot("of"), *slots),
                 {"kind": kind, "more": more, "negated": negated})
    for kind, words, slots in (
        ("votes", "are {}", (_ICONS,)),
        ("voters", "{} hold {}", (_ICONS, LineSlot("words"))),
    )
    for how, more in (("at least", False), ("more than", True))
    for lead, negated in (("If", False), ("Unless", True))
]  # fmt: skip
