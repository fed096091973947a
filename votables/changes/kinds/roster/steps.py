"""Steps on the roster: how each is written, and what it comes to on people as they are by then.

Which kinds of matters may do what is for the law to say, where it speaks of that; any that carries changes may do the
rest. The mechanics are in `votables.services.roster_changes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from pydantic import Field

from blognomic.i18n.stored_messages import StoredMessage, as_message
from blognomic.i18n.translation import whole_day
from blognomic.text.outside import LARGEST_KEY, check_keepable
from blognomic.web.api.shapes import Instant, Key, SentPart, Text
from blognomic.web.errors import RuleBroken
from gamestate.values.plans import Alteration
from players.models import Standing, name_key
from players.names import check_name_form
from ruleset.law import Law
from votables.judge.mantle import INTERREGNUM
from votables.judge.roster import Admin, check_name, may_cease, while_standing
from votables.judge.verdict import Leave
from votables.queries.matter_kinds import one_of

NAMES: Final[Mapping[str, str]] = {
    "rename": gettext_lazy("rename a player"),
    "make-admin": gettext_lazy("make somebody an admin"),
    "unmake-admin": gettext_lazy("remove somebody as an admin"),
    "remove": gettext_lazy("take somebody off the roster"),
    "bar": gettext_lazy("bar somebody from joining"),
    "unbar": gettext_lazy("lift a bar from joining"),
    "emperor": gettext_lazy("change the emperor, or pass the mantle"),
    "end-dynasty": gettext_lazy("end the dynasty and begin a metadynasty"),
}
# What each step says besides what it does, with the types that JSON gives.
PARTS: Final[Mapping[str, Mapping[str, type]]] = {
    "rename": {"player": int, "name": str},
    "make-admin": {"player": int},
    "unmake-admin": {"player": int},
    "remove": {"player": int, "why": str},
    "bar": {"player": int, "until": str, "why": str},
    "unbar": {"player": int},
    "emperor": {"player": int},
    "end-dynasty": {"name": str, "keep_rules": bool, "keep_tracked": bool},
}
OPTIONAL: Final = frozenset({"until", "why", "keep_rules", "keep_tracked"})
WORDS_LENGTH: Final = 500
_WHY: Final = Annotated[Text, Field(min_length=1, max_length=WORDS_LENGTH)]
SENT: Final[Mapping[str, SentPart]] = {
    "player": SentPart(Key, "The key of the person."),
    "name": SentPart(
        Annotated[Text, Field(max_length=WORDS_LENGTH)],
        "What they are called, or what the metadynasty is.",
    ),
    "until": SentPart(Instant, "Until when (UTC); left out: until it is lifted.", None),
    "why": SentPart(_WHY, "Why, in public."),
    "keep_rules": SentPart(bool, "Whether the dynastic rules stay.", None),
    "keep_tracked": SentPart(bool, "Whether what is tracked stays.", None),
}
"""The same as programs send it: what each part is, and what it says."""
METADYNASTY: Final = gettext_noop("The metadynasty")  # until it has a name


@dataclass(frozen=True, slots=True)
class RosterStep:
    """One step: what it does (`do`, of NAMES), to whom (the key of a person; 0 for nobody), another `name` (of a
    metadynasty its theme), `until` when (UTC) somebody is barred, `why`, and what a metadynasty keeps."""

    do: str
    player: int = 0
    name: str = ""
    until: datetime | None = None
    why: str = ""
    keep_rules: bool = False
    keep_tracked: bool = False

    def as_json(self) -> dict[str, object]:
        parts: dict[str, object] = {"do": self.do}
        for part in PARTS[self.do]:
            value = getattr(self, part)
            if part == "until":
                value = value.isoformat() if value else ""
            parts[part] = value or None if part == "player" else value
        return parts


def read_step(value: Mapping[str, Any]) -> RosterStep:
    """The step that sent JSON says. Raises RuleBroken (400) with a sentence for its author; whether there is such a
    person is not looked up here."""
    do = value.get("do")
    if not isinstance(do, str) or do not in NAMES:
        raise RuleBroken(_("No such kind of change of the roster."), status=400)
    given = {name: item for name, item in value.items() if name != "do"}
    if do == "emperor" and given.get("player", 0) is None:
        given["player"] = 0
    parts = PARTS[do]
    if set(given) - set(parts) or set(parts) - set(given) - OPTIONAL:
        raise RuleBroken(_("Say who it is about, and leave out what this change does not use."), status=400)
    for name, item in given.items():
        if type(item) is not parts[name]:
            sentence = _("The {part} of this change is not written correctly.")
            raise RuleBroken(sentence.format(part=name), status=400)
    if "player" in given and not (0 if do == "emperor" else 1) <= given["player"] <= LARGEST_KEY:
        raise RuleBroken(_("There is no such person."), status=400)
    return _checked(RosterStep(do, **{**given, **({"until": _instant(given)} if "until" in given else {})}))


def _instant(parts: Mapping[str, Any]) -> datetime | None:
    text = parts["until"]
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RuleBroken(_("Say until when in UTC, such as 2026-05-01T12:00:00+00:00."), status=400) from None


def _checked(step: RosterStep) -> RosterStep:
    check_keepable(step.name, step.why)
    step = replace(step, why=step.why.strip(), name=step.name.strip())
    if len(step.why) > WORDS_LENGTH or len(step.name) > WORDS_LENGTH:
        sentence = _("A change of the roster says at most {number} characters.")
        raise RuleBroken(sentence.format(number=WORDS_LENGTH), status=400)
    if step.do == "rename":
        check_name_form(step.name)
    if step.do in ("remove", "bar") and not step.why:
        raise RuleBroken(_("Say why. Everyone can see the reason."), status=400)
    return step


# -- who may


def leave_of_kind(step: RosterStep, kind: str, law: Law) -> Leave:
    """Whether an enacted matter of this kind may do it."""
    kinds_needed = {
        "rename": law.roster.rename,
        "make-admin": law.roster.make_admin,
        "unmake-admin": law.roster.unmake_admin,
    }.get(step.do)
    if kinds_needed is None or kind in kinds_needed:
        return Leave(True)
    takes = _(" or ").join(one_of(law.kinds[name]) for name in sorted(kinds_needed) if name in law.kinds)
    sentence = _("Only {kinds} can {deed} (rule “{rule}”).").format(
        rule=law.words.players, deed=NAMES[step.do], kinds=takes or _("more than a matter")
    )
    return Leave(False, sentence, law.words.players)


# -- people as they are


@dataclass(frozen=True, slots=True)
class RosterPerson:
    """Somebody: the key, the name, how they stand with the roster, their office, and for how long they are barred (""
    if they are not)."""

    key: int
    name: str
    standing: str
    is_admin: bool = False
    barred: str = ""

    @property
    def is_player(self) -> bool:
        return self.standing in (Standing.ACTIVE, Standing.IDLE)


@dataclass(frozen=True, slots=True)
class People:
    """Everybody whom steps speak of, with all admins and whoever has a name that is to be given, by key; who is emperor
    (0 for nobody); the dynasty's name; and what the law asks about when an office changes hands."""

    at: datetime
    persons: Mapping[int, RosterPerson] = field(default_factory=dict)
    emperor: int = 0
    dynasty: str = ""
    standstill: frozenset[str] = frozenset()
    special_cases: Mapping[str, bool] = field(default_factory=dict)
    last_emperor: int = 0
    allies: frozenset[str] = frozenset()

    def with_person(self, person: RosterPerson) -> "People":
        return replace(self, persons={**self.persons, person.key: person})

    def find(self, key: int) -> RosterPerson:
        if key not in self.persons:
            raise Unfit(_("There is no such person."))
        return self.persons[key]


class Unfit(Exception):
    """A step that does not fit how things are, with a sentence and the rule that it follows from, "" for none."""

    def __init__(self, sentence: str, rule: str = ""):
        super().__init__(sentence)
        words = _("{sentence} This follows from rule “{rule}”.")
        self.sentence = words.format(sentence=sentence, rule=rule) if rule else sentence


@dataclass(frozen=True, slots=True)
class RosterOutcome:
    """A step carried out: what it comes to in a sentence without its stop, and how people are before and after it;
    `retired`: what the end of a dynasty does to what it tracks."""

    said: StoredMessage
    step: RosterStep
    before: People = field(compare=False)
    after: People = field(compare=False)
    retired: tuple[Alteration, ...] = field(default=(), compare=False)


def carry_out(step: RosterStep, people: People, *, law: Law, kind: str = "") -> RosterOutcome:
    """What the step comes to, by a matter of this kind ("" while nobody knows yet). Raises Unfit."""
    if kind:
        _need(leave_of_kind(step, kind, law), by_rule=True)
    outcome, after = _STEPS[step.do](step, people, law, kind)
    return RosterOutcome(as_message(outcome), step, people, after)


def _need(leave: Leave, *, by_rule: bool = False) -> None:
    if not leave.allowed:
        raise Unfit(leave.reason, "" if by_rule else leave.rule)


def _rename(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    _need(check_name(step.name, law=law))
    others = (one for one in people.persons.values() if one.key != person.key)
    if any(name_key(one.name) == name_key(step.name) for one in others):
        raise Unfit(_("Somebody is already called {name}.").format(name=step.name))
    if person.name == step.name:
        raise Unfit(_("{name} is already called that.").format(name=person.name))
    outcome = _("{old} is renamed to {new}").format(old=person.name, new=step.name)
    return outcome, people.with_person(replace(person, name=step.name))


def _make_admin(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    _need_player(person)
    if person.is_admin:
        raise Unfit(_("{name} is already an admin.").format(name=person.name))
    outcome = _("{name} becomes an admin").format(name=person.name)
    return outcome, people.with_person(replace(person, is_admin=True))


def _unmake_admin(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    if not person.is_admin:
        raise Unfit(_("{name} is not an admin.").format(name=person.name))
    outcome = _("{name} stops being an admin").format(name=person.name)
    return outcome, _spared(people.with_person(replace(person, is_admin=False)), person, law)


def _remove(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    _need_player(person)
    _need(while_standing(law=law, standstill=people.standstill, act="roster", at=people.at))
    after = _spared(people.with_person(replace(person, standing=Standing.LEFT)), person, law)
    outcome = _("{name} is taken off the roster: {why}")
    return outcome.format(name=person.name, why=step.why.rstrip(".")), after


def _bar(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    span = _("for good")
    if step.until:
        instant = _("{day}, {time} UTC").format(day=whole_day(step.until), time=f"{step.until:%H:%M}")
        span = _("until {instant}").format(instant=instant)
    if step.until is not None and step.until <= people.at:
        raise Unfit(_("That time is already past."))
    if person.barred:
        raise Unfit(_("{name} is already barred, {span}.").format(name=person.name, span=person.barred))
    sentence = _("{name} is barred from joining {span}: {why}")
    after = replace(person, barred=span)
    if person.is_player:
        _need(while_standing(law=law, standstill=people.standstill, act="roster", at=people.at))
        sentence = _("{name} is taken off the roster and barred from joining {span}: {why}")
        after = replace(after, standing=Standing.LEFT)
    outcome = sentence.format(name=person.name, span=span, why=step.why.rstrip("."))
    return outcome, _spared(people.with_person(after), person, law)


def _unbar(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    if not person.barred:
        raise Unfit(_("{name} is not barred from joining.").format(name=person.name))
    outcome = _("{name} can join again").format(name=person.name)
    return outcome, people.with_person(replace(person, barred=""))


def _emperor(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    in_interregnum = INTERREGNUM in people.standstill
    if in_interregnum and kind:
        _check_mantle(people, law, kind, step.player)
    if step.player == people.emperor:
        who = people.find(step.player).name if step.player else _("Nobody")
        raise Unfit(_("{name} is already the emperor.").format(name=who))
    after = replace(people, emperor=step.player)
    if not step.player:
        return _("The dynasty is left without an emperor"), after
    person = people.find(step.player)
    _need_player(person)
    if not in_interregnum:
        return _("{name} becomes the emperor").format(name=person.name), after
    if person.standing != Standing.ACTIVE:
        raise Unfit(_("The mantle can go only to a player who is not idle."), law.mantle.rule)
    is_last = law.mantle.not_last_emperor and person.key == people.last_emperor
    if is_last and not law.is_active(law.mantle.last_emperor_case, people.special_cases):
        sentence = _("{name} was the emperor of the dynasty that has just ended.")
        raise Unfit(sentence.format(name=person.name), law.mantle.rule)
    return _("The mantle passes to {name}").format(name=person.name), after


def _check_mantle(people: People, law: Law, kind: str, to: int) -> None:
    """Refuse a matter by which the law does not let the mantle be passed."""
    mantle = law.mantle
    if not law.is_active(mantle.limited_by, people.special_cases) or kind == mantle.limited_to:
        return
    named = people.persons[to].name if to in people.persons else ""
    if law.is_active(mantle.loosened_by, people.special_cases) and named in people.allies:
        return
    limited = law.kinds.get(mantle.limited_to or "")
    takes = one_of(limited) if limited else _("another kind of matter")
    sentence = _("Only {kind} can pass the mantle.").format(kind=takes)
    raise Unfit(sentence, mantle.limited_by or mantle.rule)


def _end_dynasty(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    rules = _("its rules stay") if step.keep_rules else _("its dynastic rules are repealed")
    tracked = _("what it tracks stays") if step.keep_tracked else _("what it tracks is retired")
    dynasty = _(people.dynasty) if people.dynasty == METADYNASTY else people.dynasty
    named = _("{dynasty} ends and a metadynasty begins, without an emperor: {rules}, {tracked}")
    unnamed = _("The dynasty ends and a metadynasty begins, without an emperor: {rules}, {tracked}")
    outcome = (named if dynasty else unnamed).format(dynasty=dynasty, rules=rules, tracked=tracked)
    standstill = people.standstill - {INTERREGNUM}
    return outcome, replace(people, emperor=0, dynasty=METADYNASTY, standstill=standstill)


def _need_player(person: RosterPerson) -> None:
    if not person.is_player:
        raise Unfit(_("{name} is not a player.").format(name=person.name))


def _spared(people: People, gone: RosterPerson, law: Law) -> People:
    """The people that a step leaves, if one of them can act as an admin now that `gone` does not."""
    if gone.is_admin and gone.is_player:
        others = (one for one in people.persons.values() if one.is_admin and one.is_player)
        admins = [Admin(one.name, one.standing == Standing.IDLE) for one in others if one.key != gone.key]
        _need(may_cease(law=law, name=gone.name, others=admins), by_rule=True)
    return people


_STEPS: Final = {
    "rename": _rename,
    "make-admin": _make_admin,
    "unmake-admin": _unmake_admin,
    "remove": _remove,
    "bar": _bar,
    "unbar": _unbar,
    "emperor": _emperor,
    "end-dynasty": _end_dynasty,
}
