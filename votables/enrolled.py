"""What changes of matters do to who plays and who holds an office: one step on the roster each.

Which kinds of matters may do what is for the law to say, where it speaks of that; any that carries changes may do the
rest. The mechanics are in `votables.services.enrolling`; here is what a step comes to, on people as they are by then.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from players.errors import RuleBroken
from players.models import Standing, name_key
from players.names import check_name_form
from players.texts import check_keepable
from ruleset.law import Law
from ruleset.law.wording import one
from votables.judge.mantle import INTERREGNUM, is_active
from votables.judge.roster import check_name, while_standing
from votables.judge.verdict import Leave

NAMES: Final[Mapping[str, str]] = {
    "rename": "rename a player",
    "make-admin": "make somebody an admin",
    "unmake-admin": "take the office of admin from somebody",
    "remove": "take somebody off the roster",
    "bar": "bar somebody from joining",
    "unbar": "lift a bar from joining",
    "emperor": "change the emperor, or pass the mantle",
    "end-dynasty": "end the dynasty and begin a metadynasty",
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
LARGEST_KEY: Final = 2**62


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
        found: dict[str, object] = {"do": self.do}
        for part in PARTS[self.do]:
            value = getattr(self, part)
            if part == "until":
                value = value.isoformat() if value else ""
            found[part] = value or None if part == "player" else value
        return found


def read_step(value: Mapping[str, Any]) -> RosterStep:
    """The step that sent JSON says. Raises RuleBroken (400) with a sentence for its author; whether there is such a
    person is not looked up here."""
    do = value.get("do")
    if not isinstance(do, str) or do not in NAMES:
        raise RuleBroken("No such kind of change of the roster.", status=400)
    told = {name: item for name, item in value.items() if name != "do"}
    if do == "emperor" and told.get("player", 0) is None:
        told["player"] = 0
    parts = PARTS[do]
    if set(told) - set(parts) or set(parts) - set(told) - OPTIONAL:
        raise RuleBroken("A change of the roster says who, and nothing that it does not use.", status=400)
    for name, item in told.items():
        if type(item) is not parts[name]:
            raise RuleBroken(f"The {name} of a change of the roster is written otherwise.", status=400)
    if "player" in told and not (0 if do == "emperor" else 1) <= told["player"] < LARGEST_KEY:
        raise RuleBroken("There is no such person.", status=400)
    return _checked(RosterStep(do, **{**told, **({"until": _instant(told)} if "until" in told else {})}))


def _instant(told: Mapping[str, Any]) -> datetime | None:
    text = told["until"]
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RuleBroken("Say until when in UTC, such as 2026-05-01T12:00:00+00:00.", status=400) from None


def _checked(step: RosterStep) -> RosterStep:
    check_keepable(step.name, step.why)
    step = replace(step, why=step.why.strip(), name=step.name.strip())
    if len(step.why) > WORDS_LENGTH or len(step.name) > WORDS_LENGTH:
        raise RuleBroken(f"A change of the roster says at most {WORDS_LENGTH} characters.", status=400)
    if step.do == "rename":
        check_name_form(step.name)
    if step.do in ("remove", "bar") and not step.why:
        raise RuleBroken("Say why: it is shown in public.", status=400)
    return step


def name_of(step: RosterStep) -> str:
    """What kind of step it is, in words."""
    return NAMES[step.do]


# -- who may


def leave_of_kind(step: RosterStep, kind: str, law: Law) -> Leave:
    """Whether an enacted matter of this kind may do it."""
    asked = {
        "rename": law.roster.rename,
        "make-admin": law.roster.make_admin,
        "unmake-admin": law.roster.unmake_admin,
    }.get(step.do)
    if asked is None or kind in asked:
        return Leave(True)
    takes = " or ".join(one(law.kinds[name].label) for name in sorted(asked) if name in law.kinds)
    sentence = f"By rule “{law.words.players}”, to {NAMES[step.do]} takes "
    return Leave(False, f"{sentence}{takes or 'more than a matter'}.", law.words.players)


# -- people as they are


@dataclass(frozen=True, slots=True)
class Person:
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
    persons: Mapping[int, Person] = field(default_factory=dict)
    emperor: int = 0
    dynasty: str = ""
    standstill: frozenset[str] = frozenset()
    special_cases: Mapping[str, bool] = field(default_factory=dict)
    last_emperor: int = 0
    allies: frozenset[str] = frozenset()

    def with_person(self, person: Person) -> "People":
        return replace(self, persons={**self.persons, person.key: person})

    def find(self, key: int) -> Person:
        if key not in self.persons:
            raise Unfit("There is no such person.")
        return self.persons[key]


class Unfit(Exception):
    """A step that does not fit how things are, with a sentence and the rule that it follows from, "" for none."""

    def __init__(self, sentence: str, rule: str = ""):
        super().__init__(sentence)
        self.sentence = f"{sentence} This follows from rule “{rule}”." if rule else sentence


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A step carried out: what it comes to in a sentence without its stop, and how people are before and after it."""

    said: str
    step: RosterStep
    before: People
    after: People


def carry_out(step: RosterStep, people: People, *, law: Law, kind: str = "") -> Enrolled:
    """What the step comes to, by a matter of this kind ("" while nobody knows yet). Raises Unfit."""
    if kind:
        _need(leave_of_kind(step, kind, law), told=True)
    said, after = _DEEDS[step.do](step, people, law, kind)
    return Enrolled(said, step, people, after)


def _need(leave: Leave, *, told: bool = False) -> None:
    if not leave.allowed:
        raise Unfit(leave.reason, "" if told else leave.rule)


def _rename(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    _need(check_name(step.name, law=law))
    others = (one for one in people.persons.values() if one.key != person.key)
    if any(name_key(one.name) == name_key(step.name) for one in others):
        raise Unfit(f"Somebody is already called {step.name}.")
    if person.name == step.name:
        raise Unfit(f"{person.name} is called that already.")
    return f"{person.name} is renamed to {step.name}", people.with_person(replace(person, name=step.name))


def _make_admin(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    _need_player(person)
    if person.is_admin:
        raise Unfit(f"{person.name} is an admin already.")
    return f"{person.name} becomes an admin", people.with_person(replace(person, is_admin=True))


def _unmake_admin(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    if not person.is_admin:
        raise Unfit(f"{person.name} is not an admin.")
    return f"{person.name} stops being an admin", _spared(people.with_person(replace(person, is_admin=False)))


def _remove(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    _need_player(person)
    _need(while_standing(law=law, standstill=people.standstill, act="roster", at=people.at))
    after = _spared(people.with_person(replace(person, standing=Standing.LEFT)))
    return f"{person.name} is taken off the roster: {step.why.rstrip('.')}", after


def _bar(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    span = f"until {step.until:%-d %B %Y, %H:%M} UTC" if step.until else "for good"
    if step.until is not None and step.until <= people.at:
        raise Unfit("The end of the bar has come already.")
    if person.barred:
        raise Unfit(f"{person.name} is barred already, {person.barred}.")
    taken = ""
    after = replace(person, barred=span)
    if person.is_player:
        _need(while_standing(law=law, standstill=people.standstill, act="roster", at=people.at))
        taken, after = "taken off the roster and ", replace(after, standing=Standing.LEFT)
    said = f"{person.name} is {taken}barred from joining {span}: {step.why.rstrip('.')}"
    return said, _spared(people.with_person(after))


def _unbar(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    person = people.find(step.player)
    if not person.barred:
        raise Unfit(f"{person.name} is not barred from joining.")
    return f"{person.name} may join again", people.with_person(replace(person, barred=""))


def _emperor(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    in_interregnum = INTERREGNUM in people.standstill
    if in_interregnum and kind:
        _check_mantle(people, law, kind, step.player)
    if step.player == people.emperor:
        who = people.find(step.player).name if step.player else "Nobody"
        raise Unfit(f"{who} is emperor already.")
    after = replace(people, emperor=step.player)
    if not step.player:
        return "The dynasty is left without an emperor", after
    person = people.find(step.player)
    _need_player(person)
    if not in_interregnum:
        return f"{person.name} becomes the emperor", after
    if person.standing != Standing.ACTIVE:
        raise Unfit("The mantle is passed to a player who is not idle.", law.mantle.rule)
    is_last = law.mantle.not_last_emperor and person.key == people.last_emperor
    if is_last and not is_active(law, people.special_cases, law.mantle.last_emperor_case):
        raise Unfit(f"{person.name} was the emperor of the dynasty that has just ended.", law.mantle.rule)
    return f"The mantle passes to {person.name}", after


def _check_mantle(people: People, law: Law, kind: str, to: int) -> None:
    """Refuse a matter by which the law does not let the mantle be passed."""
    mantle = law.mantle
    if not is_active(law, people.special_cases, mantle.limited_by) or kind == mantle.limited_to:
        return
    named = people.persons[to].name if to in people.persons else ""
    if is_active(law, people.special_cases, mantle.loosened_by) and named in people.allies:
        return
    limited = law.kinds.get(mantle.limited_to or "")
    takes = one(limited.label) if limited else "another kind of matter"
    raise Unfit(f"The mantle is passed only as the result of {takes}.", mantle.limited_by or mantle.rule)


def _end_dynasty(step: RosterStep, people: People, law: Law, kind: str) -> tuple[str, People]:
    ends = f"{people.dynasty} ends" if people.dynasty else "The dynasty ends"
    rules = "its rules stay" if step.keep_rules else "its dynastic rules are repealed"
    tracked = "what it tracks stays" if step.keep_tracked else "what it tracks is retired"
    said = f"{ends} and a metadynasty begins, without an emperor: {rules}, {tracked}"
    standstill = people.standstill - {INTERREGNUM}
    return said, replace(people, emperor=0, dynasty="The metadynasty", standstill=standstill)


def _need_player(person: Person) -> None:
    if not person.is_player:
        raise Unfit(f"{person.name} is not a player.")


def _spared(people: People) -> People:
    """The people, if one of them can act as an admin: without any, nobody could ever enact anything again."""
    if not any(one.is_admin and one.is_player for one in people.persons.values()):
        raise Unfit("Nobody would be left who acts as an admin. Let another be made first.")
    return people


_DEEDS: Final = {
    "rename": _rename,
    "make-admin": _make_admin,
    "unmake-admin": _unmake_admin,
    "remove": _remove,
    "bar": _bar,
    "unbar": _unbar,
    "emperor": _emperor,
    "end-dynasty": _end_dynasty,
}


def touched(step: RosterStep, people: People) -> dict[str, str]:
    """Whom or what a step changes, or fails to change, by keys that are the same for the same thing whatever matter
    changes it, each as people know it."""
    if step.do == "end-dynasty":
        return {"roster:dynasty": "the dynasty", "roster:emperor": "the emperor"}
    if step.do == "emperor":
        return {"roster:emperor": "the emperor"}
    person = people.persons.get(step.player)
    sort = "name" if step.do == "rename" else "office" if step.do.endswith("admin") else "place"
    return {f"roster:{step.player}:{sort}": f"{person.name if person else 'Somebody'} on the roster"}
