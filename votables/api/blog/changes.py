"""The changes that matters carry, each a shape of its own told apart by its `op`; and how they are stored (see
`votables.changes.change`). What does not fit is refused before anything is stored."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from blognomic.i18n.dynasty_words import said
from blognomic.web.api import DoesNotFit, Instant, Key, Sent, Shape, Text, fitting, one_of, worked_out
from gamestate.api.steps import STORED, TOLD, Tracking, renamed, step_shape, stored_step
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH
from ruleset.text.amending import EXCHANGED, SCOPES, USUAL
from ruleset.text.inserting import PLACES
from ruleset.text.replacing import COUNTS
from votables.api.blog.official_types import DefinitionIn
from votables.changes import by_hand, post_types
from votables.changes import roster_steps as roster
from votables.changes.change import read_change, read_changes
from votables.changes.conditions import ICONS, MOST, WORDS_LENGTH
from votables.changes.kind import ChangeKind
from votables.changes.kinds import KINDS
from votables.changes.outcome import outcome_of_changes
from votables.changes.rules import RULES

Words = Annotated[Text, Field(max_length=TEXT_LENGTH)]
Rule = Annotated[Text, Field(min_length=1, max_length=40)]
RULE = "The key of a rule; `new-0` is the one that the first change of the matter adds."
AFTER = "The key of the rule before it; `first`: it goes first; empty: last."
CHANGES = "What it does when it is enacted."
NEGATED = "Whether it is negated."


class IfMatter(Sent):
    """If a matter had this result."""

    kind: Literal["matter"] = Field(description="It asks about another matter.")
    post: Key = Field(description="The key of the matter.")
    status: Literal["enacted", "failed", "illegal"] = Field(description="How it came out.")
    negated: bool = Field(False, description=NEGATED)


class IfRule(Sent):
    """If a rule has this title."""

    kind: Literal["rule"] = Field(description="It asks whether there is a rule.")
    words: Text = Field(min_length=1, max_length=WORDS_LENGTH, description="What the rule is called.")
    negated: bool = Field(False, description=NEGATED)


class IfActive(Sent):
    """If a special case is active."""

    kind: Literal["active"] = Field(description="It asks whether a special case is active.")
    words: Text = Field(min_length=1, max_length=WORDS_LENGTH, description="What the special case is called.")
    negated: bool = Field(False, description=NEGATED)


class IfComments(Sent):
    """If enough effective vote comments on the matter contain these words."""

    kind: Literal["comments"] = Field(description="It asks about the comments on the matter.")
    words: Text = Field(min_length=1, max_length=WORDS_LENGTH, description="What they contain.")
    least: int = Field(ge=1, le=1000, description="How many at least.")
    negated: bool = Field(False, description=NEGATED)


class IfText(Sent):
    """If a rule contains these words, as whole words."""

    kind: Literal["text"] = Field(description="It asks what the rules say.")
    rule: Text = Field("", max_length=WORDS_LENGTH, description="The title of the rule; empty: any rule.")
    words: Text = Field(min_length=1, max_length=WORDS_LENGTH, description="What it holds.")
    negated: bool = Field(False, description=NEGATED)


Icon = Annotated[Literal[ICONS], Field(description="What the vote comments cast.")]
Least = Annotated[int, Field(ge=0, le=MOST, description="How many at least.")]
Of = Annotated[int, Field(ge=1, le=MOST, description="Out of how many: two thirds are 2 of 3.")]
More = Annotated[bool, Field(description="Whether it must be more than that share.")]


class IfVotes(Sent):
    """If this share of the effective vote comments on the matter has an icon."""

    kind: Literal["votes"] = Field(description="It asks about the votes on the matter.")
    icon: Icon
    least: Least
    of: Of
    more: More = False
    negated: bool = Field(False, description=NEGATED)


class IfVoters(Sent):
    """If this share of the effective vote comments with an icon contains these words."""

    kind: Literal["voters"] = Field(description="It asks what the voters with that icon say.")
    icon: Icon
    words: Text = Field(min_length=1, max_length=WORDS_LENGTH, description="What they contain.")
    least: Least
    of: Of
    more: More = False
    negated: bool = Field(False, description=NEGATED)


Condition = one_of(
    "Condition", (IfMatter, IfRule, IfText, IfActive, IfComments, IfVotes, IfVoters), by="kind"
)

_OF_ROSTER: Mapping[str, tuple[Any, str]] = {
    "player": (Key, "The key of the person."),
    "name": (
        Annotated[Text, Field(max_length=roster.WORDS_LENGTH)],
        "What they are called, or what the metadynasty is.",
    ),
    "until": (Instant, "Until when (UTC); left out: until it is lifted."),
    "why": (Annotated[Text, Field(min_length=1, max_length=roster.WORDS_LENGTH)], "Why, in public."),
    "keep_rules": (bool, "Whether the dynastic rules stay."),
    "keep_tracked": (bool, "Whether what is tracked stays."),
}
_OF_TYPES: Mapping[str, tuple[Any, str]] = {
    "type": (Key, "The key of the type."),
    "definition": (DefinitionIn, "Its parts that are not as usual."),
    "base": (DefinitionIn, "The definition that you saw."),
    "rule": (
        Rule,
        "The key of a new rule among the changes, where that defines it; the definition then names none.",
    ),
}


def _roster_shape(do: str) -> type[Schema]:
    parts = {name: _OF_ROSTER[name] for name in roster.PARTS[do]}
    if do == "emperor":
        parts["player"] = (Key | None, "The key of the person; null for nobody.")
    return step_shape(do, roster.NAMES[do], parts, free=roster.OPTIONAL - {"why"}, noun="RosterStep")


def _type_shape(do: str) -> type[Schema]:
    parts = [*post_types.PARTS[do], *(["rule"] if do != "retire" else [])]
    kinds = {name: _OF_TYPES[name] for name in parts}
    return step_shape(do, post_types.NAMES[do], kinds, free={"rule"}, noun="TypeStep")


ROSTER_STEPS = {do: _roster_shape(do) for do in roster.NAMES}
TYPE_STEPS = {do: _type_shape(do) for do in post_types.NAMES}
ENROLLING = one_of("Enrolling", ROSTER_STEPS.values())
DEFINING = one_of("DefiningTypes", TYPE_STEPS.values())
_SEEN = (Words, "The text that its author saw. Changes that others make since then are merged with it.")
_TITLE = (Annotated[Text, Field(max_length=TITLE_LENGTH)], "What the rule is called.")
_FREE = {"after", "anchor", "with_subrules", "scope", "count", "whole", "other", "condition"}
_FREE_OF: Mapping[str, set[str]] = {"swap": {"find", "text"}, "copy": {"title"}}
# The parts of a change of each kind, as clients call them.
_PARTS: Mapping[str, Mapping[str, tuple[Any, str]]] = {
    "edit": {"rule": (Rule, RULE), "text": (Words, "The new text."), "seen": _SEEN},
    "insert": {
        "rule": (Rule, RULE),
        "place": (Literal[PLACES], "Where the words are put in."),
        "anchor": (Words, "Words that are in the rule once, to name the place; empty: its beginning or end."),
        "text": (Words, "The new words: a paragraph, items of a list, or words."),
    },
    "replace": {
        "rule": (Annotated[Text, Field(max_length=40)], "The key of a rule; empty for the whole ruleset."),
        "find": (Annotated[Words, Field(min_length=1)], "The words that go."),
        "text": (Words, "The new words."),
        "scope": (
            Literal[SCOPES],
            "Left out: that rule, or the whole ruleset with its titles; `subrules`: that rule and all "
            "below it; `texts`: the text of every rule.",
        ),
        "count": (
            Literal[COUNTS],
            "Left out: `every`; `one`: they must be there exactly once when it is enacted; `first`: the"
            " first of them.",
        ),
        "whole": (
            bool,
            "Whether only whole words; white space and the kind of quotation marks do not matter.",
        ),
    },
    "add": {
        "parent": (Rule, "The key of the rule above it; `top`: it is a section."),
        "after": (Annotated[Text, Field(max_length=40)], AFTER),
        "title": _TITLE,
        "text": (Words, "What it says."),
    },
    "copy": {
        "rule": (Rule, RULE),
        "parent": (Rule, "The key of the rule below which the copy stands; `top`: it is a section."),
        "after": (Annotated[Text, Field(max_length=40)], AFTER),
        "title": (_TITLE[0], "What the copy is called; empty: the same."),
        "with_subrules": (bool, "Whether its subrules are copied, too."),
    },
    "swap": {
        "rule": (Rule, RULE),
        "what": (Literal[EXCHANGED], "What is exchanged: with another rule, or `words` of this one."),
        "other": (Annotated[Text, Field(max_length=40)], "The key of the other rule."),
        "find": (Words, "Words of the rule, where `words` are exchanged."),
        "text": (Words, "The words that they are exchanged for."),
    },
    "rename": {"rule": (Rule, RULE), "title": _TITLE, "seen": (_TITLE[0], "The title that its author saw.")},
    "move": {
        "rule": (Rule, RULE),
        "parent": (Rule, "The key of the rule below which it goes; `top`: it is a section."),
        "after": (Annotated[Text, Field(max_length=40)], AFTER),
    },
    "repeal": {
        "rule": (Rule, RULE),
        "with_subrules": (bool, "Whether its subrules go too; otherwise they move up."),
    },
    "status": {
        "rule": (Rule, RULE),
        "text": (Literal["Active", "Inactive"], "What the special case is then."),
    },
    "law": {
        "text": (Words, "The document of the law, whole."),
        "seen": (Words, "The document that its author saw."),
    },
    "revert": {"revision": (Key, "The key of the revision to which the rules return.")},
    "track": {"step": (Tracking, "What is done to what is tracked.")},
    "uphold": {"update": (Key, "The key of the update that stands.")},
    "roster": {"step": (ENROLLING, "What is done on the roster.")},
    "official": {"step": (DEFINING, "What is done to the types of official posts.")},
    "step": {
        "text": (Annotated[Text, Field(min_length=1, max_length=by_hand.LENGTH)], "What somebody does.")
    },
}
_CONDITION = {"condition": (Condition, "The condition for it to take effect; left out: none.")}


def shape_of(kind: ChangeKind, op: str) -> type[Schema]:
    """The shape of a change of a kind; where its parts are not described here, the fields of its form are its
    parts."""
    parts = _PARTS.get(op) or dict.fromkeys(kind.fields[op], (Words, "What it says."))
    return step_shape(
        op, kind.names[op], {**parts, **_CONDITION}, free=_FREE | _FREE_OF.get(op, set()), noun="Change"
    )


SHAPES = {op: shape_of(kind, op) for kind in KINDS for op in kind.names}
"""The shape of each change, by its `op`."""
MENDS = ("edit", "rename", "add", "move", "repeal")
Mending = one_of(
    "Mending", [step_shape(op, RULES.names[op], _PARTS[op], free=_FREE, noun="Amendment") for op in MENDS]
)
Change = one_of("Change", SHAPES.values())


def told_change(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A stored change as its shape has it."""
    change = dict(stored)
    condition, op = change.pop("when", None), change.pop("op", "")
    if op in ("track", "roster", "official"):
        step = change["step"] if op == "track" else change
        given = {name: value for name, value in step.items() if name != "until" or value}
        parts = {"step": renamed(given, TOLD)}
    else:
        parts = dict(USUAL) if op == "replace" else {}
        parts |= {TOLD.get(name, name): value for name, value in change.items()}
    return {"op": op, **parts, **({"condition": condition} if condition else {})}


def _as_it_is(change: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """What is stored is told, also where it would be refused by now."""
    try:
        return read(change)
    except ValidationError:
        return SHAPES[change["op"]].model_construct(**change)


ToldChange = Annotated[Change, WrapValidator(_as_it_is)]


class Carrying(Shape):
    """What carries changes."""

    changes: list[ToldChange] = worked_out(
        lambda post: [told_change(change) for change in post.changes], CHANGES
    )


def stored_change(change: Schema) -> dict[str, Any]:
    """A change as it is stored, from its shape."""
    op = change.op
    if op in ("track", "roster", "official"):
        step = stored_step(change.step)
        parts = {"step": step} if op == "track" else step
    else:
        sent = change.dict(exclude={"op", "condition", "step"}, exclude_unset=True, exclude_none=True)
        parts = {STORED.get(name, name): value for name, value in sent.items() if value != USUAL.get(name)}
    condition = getattr(change, "condition", None)
    return {"op": op, **parts, **({"when": condition.dict()} if condition else {})}


def sent_changes(changes: Iterable[Schema], *, at: datetime, confirmed: bool = True) -> list[dict[str, Any]]:
    """Changes as they are stored, from what was sent. Raises DoesNotFit (422) with the place of the first that makes
    no sense, or, unless it is `confirmed`, of each that could not be carried out as things are at `at` (UTC)."""
    values = [stored_change(change) for change in changes]
    for place, value in enumerate(values):
        with fitting(f"body.changes.{place}"):
            read_change(value)
    with fitting("body.changes"):
        read = read_changes(values)
    misfits = outcome_of_changes(read, at=at).misfits if read and not confirmed else ()
    if misfits:
        errors = [(f"body.changes.{one.place}", said(one.misfit.reason)) for one in misfits if one.misfit]
        raise DoesNotFit(
            "It could not be carried out as things are. Confirm it to post it all the same.",
            errors,
            "confirmed",
        )
    return values
