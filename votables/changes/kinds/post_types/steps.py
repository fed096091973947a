"""Steps on the types of official posts: how each is read, and what it comes to on the types as they are by then. No
query."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.merging import Clash, merge
from blognomic.text.outside import LARGEST_KEY
from blognomic.web.errors import RuleBroken
from votables.post_types.models import DEFINITION
from votables.post_types.type_definitions import FIELDS, FLAGS, LABELS, LINES, key_of, tidied

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
NO_TYPE: Final = gettext_lazy("There is no such type.")


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
        elif name in LINES and (both := merge(base=old, now=standing, target=new)).is_clean:
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
    if name in FLAGS:
        return _("yes") if value else _("no")
    if value in (None, ""):
        return _("nothing")
    if name in LINES and "\n" in value:
        return "".join(f"\n– {line}" for line in value.splitlines())
    return str(dict(FIELDS[name].choices or ()).get(value, value))


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
