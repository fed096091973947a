"""Changes of the types of official posts that the rules define: one type defined, defined otherwise or retired by each.

The mechanics are in `votables.services.post_type_changes`; here is how a step is written, and what it comes to on the
types as they are by then. No query.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from blognomic.i18n.dynasty_words import said_lazy
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.merging import Clash, merge
from blognomic.text.outside import LARGEST_KEY, check_keepable, check_line
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from ruleset.law.parts import RulesetPart
from ruleset.models import Rule
from ruleset.text.tree import Tree
from votables.post_types.models import DEFINITION, NAME_LENGTH, WORDS_LENGTH, Defined, Form, OfficialType

from .apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from .context import Asking, Context
from .kind import NEW_RULE, ChangeKind
from .word_differences import words_between

NAMES: Final[Mapping[str, str]] = {
    "define": gettext_lazy("define a type of official posts"),
    "alter": gettext_lazy("redefine a type of official posts"),
    "retire": gettext_lazy("retire a type of official posts"),
}
# What each step says besides what it does, with the types that JSON gives.
PARTS: Final[Mapping[str, Mapping[str, type]]] = {
    "define": {"definition": dict},
    "alter": {"type": int, "definition": dict, "base": dict},
    "retire": {"type": int},
}
# As forms and differences call them, in the words of the dynasty.
LABELS: Final[Mapping[str, str]] = {
    "name": gettext_lazy("Name"),
    "plural": gettext_lazy("Plural"),
    "told_by": gettext_lazy("How a title says it"),
    "mark": gettext_lazy("The words in the title"),
    "rule": gettext_lazy("The rule that defines it"),
    "special_case": gettext_lazy("Special case that must be active"),
    "open_word": gettext_lazy("Word for open ones"),
    "ended_word": gettext_lazy("Word for ended ones"),
    "group": gettext_lazy("Counted together with"),
    "may_post": gettext_lazy("Who may post one"),
    "most_open": gettext_lazy("Most open at a time"),
    "most_open_each": gettext_lazy("Most open of one author"),
    "not_joined": gettext_lazy("Players who joined an open one cannot post one"),
    "body_has": gettext_lazy("Words that its text must contain"),
    "post_words": gettext_lazy("Further conditions, in words"),
    "any_time": gettext_lazy("It goes on in hiatus"),
    "response": gettext_lazy("A response is"),
    "response_text": gettext_lazy("These words"),
    "may_respond": gettext_lazy("Who may respond"),
    "once": said_lazy(gettext_lazy("Each player responds once")),
    "joins_one": gettext_lazy("Players who joined an open one cannot join another"),
    "author_joins": gettext_lazy("Its author counts as having joined"),
    "response_words": gettext_lazy("Further conditions of responses, in words"),
    "lasts_hours": gettext_lazy("Hours until it closes by itself"),
    "end_after_hours": gettext_lazy("Hours until it can be ended"),
    "may_end": gettext_lazy("Who may end it"),
    "endings": gettext_lazy("How it may end"),
    "end_words": gettext_lazy("Further conditions of ending it, in words"),
    "ending_action": gettext_lazy("Ending action"),
}
TOUCHED: Final = frozenset({str(RulesetPart.DYNASTIC)})  # dynastic rules are what defines types
NO_TYPE: Final = gettext_lazy("There is no such type.")
MOST: Final = 10_000  # of posts or hours
_FIELDS: Final = {name: OfficialType._meta.get_field(name) for name in DEFINITION}
_LINES: Final = frozenset(name for name, each in _FIELDS.items() if isinstance(each, models.TextField))
_FLAGS: Final = frozenset(name for name, each in _FIELDS.items() if isinstance(each, models.BooleanField))
_NUMBERS: Final = frozenset(name for name, each in _FIELDS.items() if isinstance(each, models.IntegerField))


@dataclass(frozen=True, slots=True)
class TypeStep:
    """One step: what it does (`do`, of NAMES), to which type (its key; 0 for a new one), the whole `definition` that it
    gives, and for `alter` the one that its author saw (`base`). `rule` is the key that a new rule has among the changes
    of the matter, where that is the rule which defines the type; the definition then names none."""

    do: str
    type: int = 0
    definition: Mapping[str, Any] = field(default_factory=dict)
    base: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""

    def as_json(self) -> dict[str, object]:
        parts = {"do": self.do, **{part: getattr(self, part) for part in PARTS[self.do]}}
        return {**parts, "rule": self.rule} if self.rule else parts


def read_step(value: Mapping[str, Any], *, rule: str = "") -> TypeStep:
    """The step that sent JSON says, on a type that a new rule of the matter (`rule`, its key) defines. Raises
    RuleBroken (400) with a sentence for its author; whether there is such a type or rule is not looked up here."""
    do = value.get("do")
    if not isinstance(do, str) or do not in NAMES:
        raise RuleBroken(_("No such kind of change of official posts."), status=400)
    if rule and do == "retire":
        raise RuleBroken(_("A retired type cannot be defined by a new rule."), status=400)
    parts = {name: item for name, item in value.items() if name != "do"}
    if set(parts) != set(PARTS[do]) or any(type(item) is not PARTS[do][name] for name, item in parts.items()):
        raise RuleBroken(_("A change of official posts says which type, and its definition."), status=400)
    if "type" in parts and not 0 < parts["type"] <= LARGEST_KEY:
        raise RuleBroken(str(NO_TYPE), status=400)
    for name in ("definition", "base"):
        if name in parts:
            parts[name] = tidied(parts[name])
    if rule and parts["definition"]["rule"] is not None:
        raise RuleBroken(_("One rule defines a type, not two."), status=400)
    return TypeStep(do, rule=rule, **parts)


def tidied(definition: Mapping[str, Any]) -> dict[str, Any]:
    """A whole definition, from the parts of it that differ from what is usual. Raises RuleBroken (400) for what makes
    none."""
    for name, value in definition.items():
        part_type = bool if name in _FLAGS else int if name in _NUMBERS else str
        if name not in _FIELDS or not (
            type(value) is part_type
            or (part_type is int and value is None)
            or (part_type is str and isinstance(value, str))
        ):
            sentence = _("No such part of a definition: {name}.").format(name=str(name)[:NAME_LENGTH])
            raise RuleBroken(sentence, status=400)
    parts = {name: value.strip() if isinstance(value, str) else value for name, value in definition.items()}
    parts |= {name: " ".join(parts[name].split()) for name in ("name", "plural", "mark") if name in parts}
    check_keepable(*(value for value in parts.values() if isinstance(value, str)))
    check_line(*(parts.get(name, "") for name in ("name", "plural", "mark")))
    made = OfficialType(**parts)
    made.group = made.group or key_of(made.name)
    try:
        made.clean_fields(exclude=["key", "made_at", "by", "retired_at", "number"])
    except ValidationError as error:
        name, words = next(iter(error.message_dict.items()))
        raise RuleBroken(f"{LABELS[name]}: {' '.join(words)}", status=400) from None
    for name in _NUMBERS - {"rule"}:
        if (getattr(made, name) or 0) > MOST:
            sentence = _("{part}: {number} is the most.")
            number = thousands(MOST)
            raise RuleBroken(sentence.format(part=LABELS[name], number=number), status=400)
    if any(len(parts.get(name, "")) > WORDS_LENGTH for name in _LINES):
        sentence = _("A text of a definition has at most {number} characters.")
        number = thousands(WORDS_LENGTH)
        raise RuleBroken(sentence.format(number=number), status=400)
    if made.response in (Form.BEGINS, Form.CONTAINS, Form.EXACT) and not made.response_text:
        raise RuleBroken(_("The Response Format needs its words."), rule=SiteRule.EVENT_TYPES, status=400)
    if any(sign in made.mark for sign in "[]:"):
        raise RuleBroken(_("Write the words in titles without brackets and colons."), status=400)
    if any(len(outcome) > NAME_LENGTH for outcome in made.outcomes):
        sentence = _("An outcome has at most {number} characters.")
        raise RuleBroken(sentence.format(number=NAME_LENGTH), status=400)
    return definition_of(made)


def definition_of(type: Defined) -> dict[str, Any]:
    """The definition of a type, as JSON takes it."""
    plain = {name: getattr(type, name) for name in DEFINITION}
    return {name: str(value) if isinstance(value, str) else value for name, value in plain.items()}


def key_of(name: str) -> str:
    """What a type of this name is called inside, and what it is counted with where its definition names nothing."""
    return slugify(name)[:NAME_LENGTH].strip("-_") or "type"


# -- types as they are


@dataclass(frozen=True, slots=True)
class KnownType:
    """A type as it is: its definition, and whether it is retired."""

    definition: Mapping[str, Any]
    is_retired: bool = False

    @property
    def name(self) -> str:
        return str(self.definition["name"])

    @property
    def plural(self) -> str:
        return str(self.definition["plural"])


Types = Mapping[int, KnownType]


class Unmade(Exception):
    """A step that does not fit how the types are, with a sentence, and both sides of what clashes."""

    def __init__(self, sentence: str, clashes: tuple[Clash, ...] = ()):
        super().__init__(sentence)
        self.sentence, self.clashes = sentence, clashes


@dataclass(frozen=True, slots=True)
class PostTypeOutcome:
    """A step carried out: what it comes to in a sentence without its stop, the type's definition before and after it
    (None for none), and how all types are then. `merged`: others have defined it otherwise since it was written."""

    said: StoredMessage
    step: TypeStep
    was: Mapping[str, Any] | None
    becomes: Mapping[str, Any] | None
    after: Types = field(compare=False)
    merged: bool = field(default=False, compare=False)


_DEFINED, _RETIRED = gettext_noop("{types} are defined"), gettext_noop("{types} are retired")
_ALTERED = gettext_noop("{types} are redefined")


def carry_out(step: TypeStep, types: Types, *, place: int) -> PostTypeOutcome:
    """What the step, the change at this place of its matter, comes to. Raises Unmade."""
    if step.do == "define":
        made = KnownType(step.definition)
        _check_free(made, types, but=0)
        # Its key is not known yet: the place of its change stands for it, apart from all keys.
        after = {**types, -place - 1: made}
        return _made(_DEFINED, made, step, None, step.definition, after)
    now = types.get(step.type)
    if now is None:
        raise Unmade(str(NO_TYPE))
    if now.is_retired:
        raise Unmade(_("{types} have been retired.").format(types=now.plural))
    if step.do == "retire":
        after = {**types, step.type: replace(now, is_retired=True)}
        return _made(_RETIRED, now, step, now.definition, None, after)
    target = merged(base=step.base, now=now.definition, target=step.definition)
    if target == now.definition and not step.rule:
        raise Unmade(_("{types} are already defined like this.").format(types=now.plural))
    made = replace(now, definition=target)
    _check_free(made, types, but=step.type)
    others = step.base != now.definition
    after = {**types, step.type: made}
    return _made(_ALTERED, now, step, now.definition, target, after, others)


def _made(sentence: str, known: KnownType, *parts: Any) -> PostTypeOutcome:
    """The step carried out, and told."""
    return PostTypeOutcome(StoredMessage(sentence, types=known.plural), *parts)


def merged(*, base: Mapping[str, Any], now: Mapping[str, Any], target: Mapping[str, Any]) -> dict[str, Any]:
    """What leads from one definition to another, done to what stands now, part by part; words of several lines are
    merged. Raises Unmade for parts that both have changed, or a whole that is no definition."""
    definition: dict[str, Any] = {}
    clashes: list[Clash] = []
    for name in DEFINITION:
        old, standing, new = base[name], now[name], target[name]
        if new in (old, standing) or old == standing:
            definition[name] = standing if new == old else new
        elif name in _LINES and (both := merge(base=old, now=standing, target=new)).is_clean:
            definition[name] = both.text
        else:
            clashes.append(Clash(*(f"{LABELS[name]}: {_shown(name, each)}" for each in (old, standing, new))))
    if clashes:
        raise Unmade(_("Somebody has since changed the same parts of the definition."), tuple(clashes))
    try:
        return tidied(definition)
    except RuleBroken as broken:
        problem = _("Together with later changes by others, this is not a valid definition. {reason}")
        raise Unmade(problem.format(reason=broken.sentence)) from None


def _check_free(made: KnownType, types: Types, *, but: int) -> None:
    for key, other in types.items():
        if key == but or other.is_retired:
            continue
        if key_of(other.name) == key_of(made.name) or other.name.casefold() == made.name.casefold():
            raise Unmade(_("There is a type with the name “{name}” already.").format(name=other.name))
        mark = str(other.definition["mark"])
        if mark.casefold() == str(made.definition["mark"]).casefold():
            raise Unmade(_("There is a type with the mark “{mark}” already.").format(mark=mark))


def in_lines(definition: Mapping[str, Any] | None, *, rule: str) -> str:
    """A definition as people read it, a line for each part that says something; `rule` is the name of its rule."""
    if definition is None:
        return ""
    lines = []
    for name, value in definition.items():
        if value not in (None, "", False):
            lines.append(f"{LABELS[name]}: {rule if name == 'rule' else _shown(name, value)}")
    return "\n".join(lines)


def _shown(name: str, value: Any) -> str:
    if name in _FLAGS:
        return _("yes") if value else _("no")
    if value in (None, ""):
        return _("nothing")
    if name in _LINES and "\n" in value:
        return "".join(f"\n– {line}" for line in value.splitlines())
    return str(dict(_FIELDS[name].choices or ()).get(value, value))


def touched(step: TypeStep, types: Types) -> dict[str, str]:
    """What a step changes, or fails to change, by keys that are the same for the same thing whatever matter changes it,
    each as people know it."""
    if step.do == "define":
        name = str(step.definition["name"])
        return {f"official:{key_of(name)}": _("the type {name}").format(name=name)}
    known = types.get(step.type)
    if known is None:
        return {}
    return {f"official:{key_of(known.name)}": _("the type {name}").format(name=known.name)}


class ChangesOfPostTypes(ChangeKind):
    made = "official"
    steps = NAMES
    group = gettext_lazy("Official posts")
    names = {"official": gettext_lazy("change the types of official posts")}
    missing = {OfficialType: NO_TYPE, Rule: gettext_lazy("There is no such rule.")}

    def read(self, value: Mapping[str, Any]) -> TypeStep:
        parts = {name: item for name, item in value.items() if name not in ("op", "rule")}
        rule = value.get("rule", "")
        if not isinstance(rule, str) or (rule and not NEW_RULE.fullmatch(rule)):
            raise RuleBroken(_("The matter does not make such a rule."), status=400)
        return read_step(parts, rule=rule)

    def as_json(self, payload: TypeStep) -> dict[str, object]:
        return {"op": "official", **payload.as_json()}

    def refers_to(self, payload: TypeStep) -> Iterable[tuple[type[models.Model], int]]:
        rule = payload.definition.get("rule")
        named = ((OfficialType, payload.type or None), (Rule, rule))
        return [(model, key) for model, key in named if key is not None]

    def speaks_of(self, payload: TypeStep) -> Iterable[str]:
        return (payload.rule,)

    def gather(self, payloads: Sequence[TypeStep], asking: Asking) -> Types:
        """The types in use, and those that changes are about. One query."""
        named = Q(retired_at__isnull=True) | Q(pk__in={step.type for step in payloads})
        return {
            one.pk: KnownType(definition_of(one), is_retired=one.retired_at is not None)
            for one in OfficialType.objects.filter(named)
        }

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        try:
            done = carry_out(effect.change.payload, now.own[self], place=effect.place)
        except Unmade as unmade:
            return effect.unfit(unmade.sentence, unmade.clashes), now, TOUCHED
        return replace(effect, done=done, merged=done.merged), now.with_own(self, done.after), TOUCHED

    def said(self, done: PostTypeOutcome) -> str:
        return str(done.said)

    def show(self, effect: Effect, outcome: ChangesOutcome) -> SafeString:
        """The lines of a definition that come, change or go."""
        done: PostTypeOutcome | None = effect.done
        if done is None:
            return SafeString()
        becomes = done.becomes
        if becomes and done.step.rule:
            becomes = {**becomes, "rule": done.step.rule}
        tree = outcome.after.tree
        return words_between(_with_rule(done.was, tree), _with_rule(becomes, tree), unit="line")

    def meant(self, payload: TypeStep) -> tuple[str, str, str]:
        return in_lines(payload.base, rule=""), in_lines(payload.definition, rule=""), "line"

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        return touched(effect.change.payload, outcome.after.own[self])

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        """What the type is called, as it is about to be or as it is."""
        step, types = effect.change.payload, outcome.after.own[self]
        if step.definition:
            return [str(step.definition["plural"])]
        return [types[step.type].plural] if step.type in types else []


POST_TYPES: Final = ChangesOfPostTypes()


def _with_rule(definition: Mapping[str, Any] | None, tree: Tree) -> str:
    """A definition in lines, with the name of its rule."""
    rule = tree.find(str(definition["rule"])) if definition and definition["rule"] else None
    return in_lines(definition, rule=rule.title if rule else _("a rule that is repealed"))
