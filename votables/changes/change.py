"""The changes that a matter carries: what enacting it does, checked when written, shown while pending, applied on what
stands by then.

A change is stored as JSON: its operation (`op`), which says of what kind it is (see `votables.changes.kinds`), what
that kind says besides, and a condition on which it may hang (`when`, see `votables.changes.conditions`). The text of
the post is what is voted on; the changes are its working.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken
from ruleset.law import Law
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH
from ruleset.text.amending import new_key
from votables.changes.registry import kind_of
from votables.models import Post

from .conditions import ChangeCondition, read_condition
from .kind import NEW_RULE, ChangeKind, no_such_kind

MOST = 40


@dataclass(frozen=True, slots=True)
class Change:
    """One change, read and checked: what its kind says (`payload`), and the condition on which it hangs."""

    op: str
    payload: Any
    when: ChangeCondition | None = None

    @property
    def kind(self) -> ChangeKind:
        kind = kind_of(self.op)
        assert kind is not None, "it was read by it"
        return kind

    @property
    def name(self) -> str:
        return self.kind.name_of(self.payload)

    @property
    def choice(self) -> str:
        """What people chose to write it, as `ChangeKind.choices` calls it."""
        return f"{self.op}.{self.payload.do}" if self.kind.steps else self.op

    @property
    def words(self) -> str:
        """The words that an admin may put right; of a step that a person carries out, what it says."""
        return self.kind.words(self.payload)

    @property
    def new_rules(self) -> set[int]:
        """The places of the changes whose new rules it speaks of."""
        return _places_of(self.kind.speaks_of(self.payload))

    @property
    def stands_on(self) -> set[int]:
        """The places of the changes without whose new rules it makes no sense."""
        return _places_of(self.kind.stands_on(self.payload))

    @property
    def adds_rule(self) -> bool:
        return self.kind.new_rule(self.payload) is not None

    def as_json(self) -> dict[str, object]:
        """The change as it is stored."""
        value = self.kind.as_json(self.payload)
        return {**value, "when": self.when.as_json()} if self.when else value


def _places_of(keys: Iterable[str]) -> set[int]:
    return {int(match[1]) for key in keys if (match := NEW_RULE.fullmatch(key))}


def read_change(value: Mapping[str, object]) -> Change:
    """The change that sent JSON says. Raises RuleBroken (400) with a sentence for its author. Whether what it names
    exists is not looked up here."""
    change = _change(value)
    change.kind.check(change.payload)
    return change


def _change(value: Mapping[str, object]) -> Change:
    if not isinstance(value, Mapping):
        raise no_such_kind()
    value = dict(value)
    when = value.pop("when", None)
    condition = read_condition(when) if when is not None else None
    check_keepable(*(text for text in value.values() if isinstance(text, str)))
    check_line(str(value.get("title") or ""))
    for name, text in value.items():
        most = TITLE_LENGTH if name == "title" else TEXT_LENGTH
        if isinstance(text, str) and len(text) > most:
            sentence = _("The {part} of a change has at most {number} characters.")
            number = thousands(most)
            raise RuleBroken(sentence.format(part=name, number=number), status=400)
    kind = kind_of(value.get("op"))
    if kind is None:
        raise no_such_kind()
    return Change(str(value["op"]), kind.read(value), condition)


def stored_changes(values: Iterable[Mapping[str, object]]) -> list[Change]:
    """The changes that a post or draft holds; they were checked when they were written. No query."""
    return [_change(value) for value in values]


def read_changes(values: Sequence[Mapping[str, object]]) -> list[Change]:
    """The changes that are to be attached. One query for each model of which they name something.

    Raises RuleBroken (400) as `read_change` does, for too many, and for a matter, or whatever else they name, that does
    not exist.
    """
    if len(values) > MOST:
        raise RuleBroken(_("A matter carries at most {number} changes.").format(number=MOST), status=400)
    changes = [read_change(value) for value in values]
    for place, change in enumerate(changes):
        if any(other >= place or not changes[other].adds_rule for other in change.new_rules):
            raise RuleBroken(_("A change can use a new rule only if an earlier change adds it."), status=400)
    _check_named(changes)
    matters = {change.when.post for change in changes if change.when is not None and change.when.post}
    if matters and Post.objects.matters().filter(pk__in=matters).count() < len(matters):
        raise RuleBroken(_("There is no such matter."), status=400)
    return changes


def _check_named(changes: Iterable[Change]) -> None:
    """Raise RuleBroken (400) where something that changes name is not there, as their kinds say it."""
    named: dict[tuple[type[Model], str], set[int]] = defaultdict(set)
    for change in changes:
        for model, key in change.kind.refers_to(change.payload):
            if sentence := change.kind.missing.get(model):
                named[model, str(sentence)].add(key)
    for (model, sentence), keys in named.items():
        if model._default_manager.filter(pk__in=keys).count() < len(keys):
            raise RuleBroken(sentence, status=400)


def check_kinds(changes: Iterable[Change], *, kind: str, law: Law) -> None:
    """Refuse changes that the law does not let a matter of this kind make. Raises RuleBroken."""
    for change in changes:
        change.kind.check_carrier(change.payload, kind=kind, law=law)


def without(values: Sequence[Mapping[str, object]], place: int) -> list[dict[str, object]]:
    """Stored changes without the one at `place`, those after it still speaking of the new rules that they spoke of.

    Raises RuleBroken when one of them speaks of the rule that would have come with it.
    """
    kept: list[dict[str, object]] = []
    for here, value in enumerate(values):
        if here == place:
            continue
        if place in _change(value).new_rules:
            raise RuleBroken(
                _("Change {number} builds on the rule that this one adds. Remove that change first.").format(
                    number=here + 1
                ),
                status=409,
            )
        kept.append(
            {
                name: _moved_up(item, place) if name in ("rule", "parent", "after", "other") else item
                for name, item in value.items()
            }
        )
    return kept


def _moved_up(key: object, place: int) -> object:
    """A rule's key once the change at `place` is gone."""
    match = NEW_RULE.fullmatch(key) if isinstance(key, str) else None
    return new_key(int(match[1]) - 1) if match and int(match[1]) > place else key
