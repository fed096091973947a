"""Changes of the actions that the rules allow, and of what happens by itself: one is added, changed, removed, paused or
resumed by each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from pydantic import Field

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.api.shapes import SentPart, Text
from blognomic.web.errors import RuleBroken
from gamestate.leave import CORRECTION, ENACTMENT, LeaveGiver
from gamestate.models import LimitedAction
from gamestate.models.variables import KEY_LENGTH, NAME_LENGTH
from gamestate.moves.move import PARTS
from gamestate.moves.reading import LONGEST
from gamestate.queries.acting import in_words
from gamestate.queries.declaring import read_action
from gamestate.services import acting
from gamestate.values.state import State
from players.models import Player
from ruleset.law import Law
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.change import Change
from votables.changes.context import Asking, Context
from votables.changes.kind import AMENDS_GAMESTATE, WHAT_IS_TRACKED, ChangeKind, Told, check_parts
from votables.changes.offered import RuleOffer
from votables.english.orders import CalledThings
from votables.models import Post

from .forms import FoldedAction
from .offered import offered_moves

DEFINED: Final = ("frequency", "limit", *PARTS, "timing", "hiatus")
"""What defines an action besides its name: each a text, empty where it is as usual."""
NAMES: Final[Mapping[str, str]] = {
    "add-action": gettext_lazy("add an action"),
    "alter-action": gettext_lazy("change an action"),
    "remove-action": gettext_lazy("remove an action"),
    "pause-action": gettext_lazy("pause an action"),
    "resume-action": gettext_lazy("resume an action"),
}
OF_EACH: Final[Mapping[str, Sequence[str]]] = {
    "add-action": ("title", *DEFINED),
    "alter-action": ("action", *DEFINED),
    "remove-action": ("action",),
    "pause-action": ("action", "text"),
    "resume-action": ("action",),
}
"""The parts of each change: `title` is the name of a new action, `action` that of one that is there, and `text` why it
is paused."""
_LINES: Final = Annotated[Text, Field(max_length=LONGEST)]
_NAME: Final = Annotated[Text, Field(min_length=1, max_length=NAME_LENGTH)]
_SENT: Final[Mapping[str, SentPart]] = {
    "title": SentPart(_NAME, "The name of the new action."),
    "action": SentPart(_NAME, "The name of the action."),
    "text": SentPart(Annotated[Text, Field(min_length=1, max_length=acting.PAUSE_LENGTH)], "Why."),
    "frequency": SentPart(Annotated[Text, Field(max_length=40)], "Empty: no limit.", ""),
    "limit": SentPart(
        Annotated[Text, Field(max_length=KEY_LENGTH)], "Actions with the same limit count together.", ""
    ),
    "asks": SentPart(_LINES, "Such as `amount: number from 1 to gold`.", ""),
    "needs": SentPart(_LINES, "Such as `gold >= 2 -- You need 2 Gold.`", ""),
    "costs": SentPart(_LINES, "Such as `gold: 2`.", ""),
    "does": SentPart(_LINES, "Such as `gold += DICE6`.", ""),
    "asked": SentPart(_LINES, "Of what happens by itself, who owes the answers; empty: the emperor.", ""),
    "within": SentPart(_LINES, "How long there is to answer, such as `48 hours`.", ""),
    "otherwise": SentPart(_LINES, "What is done without an answer.", ""),
    "shows": SentPart(_LINES, "Who sees what comes of it, such as `viewer.pack == owner.pack`.", ""),
    "unseen": SentPart(
        Annotated[Text, Field(max_length=3)], "`yes`: nobody else learns that it was done.", ""
    ),
    "timing": SentPart(Annotated[Text, Field(max_length=400)], "When it happens by itself, if it does.", ""),
    "hiatus": SentPart(Annotated[Text, Field(max_length=6)], "What becomes of it in a standstill.", ""),
}


@dataclass(frozen=True, slots=True)
class ActionChange:
    """What is done (`op`), with its parts."""

    op: str
    parts: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.parts.get("title") or self.parts.get("action", "")

    @property
    def defined(self) -> dict[str, str]:
        return {name: self.parts[name] for name in DEFINED if name in self.parts}


@dataclass(frozen=True, slots=True)
class KnownAction:
    """An action as it is: its name, what defines it, and why it is paused ("": it is not)."""

    name: str
    defined: Mapping[str, str]
    paused: str = ""


Actions = Mapping[str, KnownAction]
"""The actions that there are, by their names in small letters."""


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """A change carried out: what it comes to in a sentence without its stop, how the action was and becomes (None:
    there is none), and all actions then."""

    change: ActionChange
    said: StoredMessage
    was: KnownAction | None
    becomes: KnownAction | None
    after: Actions = field(compare=False)

    @property
    def lines(self) -> Mapping[str, str]:
        """What the action asks, needs, costs and does then, or did that is removed."""
        shown = self.becomes or self.was
        return {name: shown.defined[name] for name in PARTS if shown.defined.get(name)} if shown else {}

    @property
    def former(self) -> Mapping[str, str]:
        """What an action that is changed asked, needed, cost and did before."""
        if self.was is None or self.change.op != "alter-action":
            return {}
        return {name: self.was.defined[name] for name in PARTS if self.was.defined.get(name)}

    @property
    def timing(self) -> str:
        return (self.becomes or self.was or NOTHING_KNOWN).defined.get("timing", "")


NOTHING_KNOWN: Final = KnownAction("", {})
SAID: Final[Mapping[str, str]] = {
    "add-action": gettext_noop("{action} is a new action"),
    "alter-action": gettext_noop("{action} is changed"),
    "remove-action": gettext_noop("{action} is removed"),
    "pause-action": gettext_noop("{action} is paused"),
    "resume-action": gettext_noop("{action} goes on"),
}


def work_out_action(change: ActionChange, actions: Actions, *, law: Law, state: State) -> ActionOutcome:
    """What a change does to the actions. Raises RuleBroken where it does not fit them, the law, or what is tracked."""
    key = change.name.casefold()
    now = actions.get(key)
    if change.op == "add-action" and now is not None:
        raise RuleBroken(_("There is already an action called “{name}”.").format(name=now.name), status=409)
    if change.op != "add-action" and now is None:
        raise RuleBroken(_("There is no action called “{name}”.").format(name=change.name), status=400)
    becomes: KnownAction | None = None
    if change.defined:
        read_action(**_taken(change.defined), known=law.actions, state=state)
        becomes = KnownAction(now.name if now else change.name, change.defined, now.paused if now else "")
    elif change.op == "pause-action" and now is not None:
        if now.paused:
            raise RuleBroken(_("{name} has already been paused.").format(name=now.name), status=409)
        becomes = replace(now, paused=change.parts["text"])
    elif change.op == "resume-action" and now is not None:
        if not now.paused:
            raise RuleBroken(_("{name} is not paused.").format(name=now.name), status=409)
        becomes = replace(now, paused="")
    others = {name: one for name, one in actions.items() if name != key}
    sentence = StoredMessage(SAID[change.op], action=(becomes or now or NOTHING_KNOWN).name)
    return ActionOutcome(change, sentence, now, becomes, {**others, key: becomes} if becomes else others)


def _taken(defined: Mapping[str, str]) -> dict[str, Any]:
    """What defines an action, as `gamestate.services.acting.declare` takes it."""
    plain = {name: value for name, value in defined.items() if name not in PARTS}
    return {
        **plain,
        "hiatus": defined["hiatus"] or LimitedAction.Hiatus.WAITS,
        "lines": {name: defined[name] for name in PARTS},
    }


class ChangesOfActions(ChangeKind):
    made = "action"
    group = WHAT_IS_TRACKED
    names = NAMES
    of_rules = gettext_lazy("Actions to add")
    fields = OF_EACH
    sent = {op: {part: _SENT[part] for part in parts} for op, parts in OF_EACH.items()}
    deed = "votables/changes/_action.html"

    def offers_of_rules(
        self, changes: Sequence[Change], things: CalledThings, *, standing: str
    ) -> Sequence[RuleOffer]:
        return offered_moves(changes, things, standing=standing)

    def folded_words(self, change: Change) -> tuple[str, str] | None:
        parts = change.payload.parts
        if "title" not in parts:
            return None
        said_parts = (parts[name] for name in ("timing", "asks", "needs", "costs", "does"))
        return parts["title"], "; ".join(line for part in said_parts for line in part.splitlines())

    def folded(self, change: Change, sent: Mapping[str, Any], *, prefix: str) -> FoldedAction:
        return FoldedAction(sent, prefix=prefix, parts=change.payload.parts)

    def read(self, value: Mapping[str, Any]) -> ActionChange:
        op = str(value.get("op"))
        value = {**{name: "" for name in OF_EACH[op] if name in DEFINED}, **value}
        check_parts(value, **dict.fromkeys(OF_EACH[op], str))
        parts = {name: str(value[name]).replace("\r\n", "\n") for name in OF_EACH[op]}
        parts = {name: text.strip("\n").rstrip() for name, text in parts.items()}
        parts |= {
            name: " ".join(parts[name].split()) for name in ("title", "action", "text") if name in parts
        }
        return ActionChange(op, parts)

    def as_json(self, payload: ActionChange) -> dict[str, object]:
        return {"op": payload.op, **payload.parts}

    def check(self, payload: ActionChange) -> None:
        check_keepable(*payload.parts.values())
        check_line(payload.name)
        if not payload.name or len(payload.name) > NAME_LENGTH:
            sentence = _("An action needs a name of at most {most} characters.")
            raise RuleBroken(sentence.format(most=NAME_LENGTH), status=400)
        why = payload.parts.get("text", "why")
        if not why or len(why) > acting.PAUSE_LENGTH:
            sentence = _("Say in up to {most} characters why it is paused.")
            raise RuleBroken(sentence.format(most=acting.PAUSE_LENGTH), status=400)

    def reads(self, payload: ActionChange) -> Collection[str]:
        return ("gamestate",)

    def gather(self, payloads: Sequence[ActionChange], asking: Asking) -> Actions:
        """The actions that there are. One query."""
        return {one.name.casefold(): known(one) for one in LimitedAction.objects.filter(retired_at=None)}

    def prepare(self, form: Any) -> None:
        if "action" in form.fields:
            live = (
                LimitedAction.objects.filter(retired_at=None).order_by("name").values_list("name", flat=True)
            )
            form.fields["action"].choices = [(name, name) for name in live]
        if "title" in form.fields:
            form.fields["title"].label, form.fields["title"].required = _("Name"), True
            form.fields["title"].help_text = _("As its rule calls it, such as “Shop”.")
        if "frequency" in form.fields:
            form.fields["frequency"].choices = [
                ("", _("as often as you like")),
                *((name, f"{one.label}: {in_words(one)}") for name, one in form.frequencies.items()),
            ]
        if "text" in form.fields:
            form.fields["text"].label, form.fields["text"].required = _("Why"), True
            form.fields["text"].help_text = _("Everybody sees it beside the action.")
            form.fields["text"].widget.attrs["rows"] = 2

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        if carrier.law is None or now.state is None:
            return effect.unfit(_("No game has been founded here.")), now, AMENDS_GAMESTATE
        try:
            done = work_out_action(effect.change.payload, now.own[self], law=carrier.law, state=now.state)
        except RuleBroken as refused:
            return effect.unfit(refused.sentence), now, AMENDS_GAMESTATE
        return replace(effect, done=done), now.with_own(self, done.after), AMENDS_GAMESTATE

    def name_of(self, payload: ActionChange) -> str:
        return str(NAMES[payload.op])

    def said(self, done: ActionOutcome) -> str:
        return str(done.said)

    def subject_of(self, payload: ActionChange, tree: Any) -> str:
        return payload.name

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        name = effect.change.payload.name
        return {f"action:{name.casefold()}": name}

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        return [effect.change.payload.name]

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        return [_carried_out(one, ENACTMENT, acts) for one in outcome.done_by(self)]

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        return [_turned_back(consequence, CORRECTION, acts)]

    def redo(self, consequence: Told, answer: Told, *, post: Post, **acts: Any) -> list[Told]:
        back = _turned_back(answer, ENACTMENT, acts)
        return [back if "kept" in back else {**back, "said": consequence["said"]}]


ACTIONS: Final = ChangesOfActions()


def known(action: LimitedAction) -> KnownAction:
    """An action as changes have it."""
    defined = {name: str(action.lines.get(name, "")) for name in PARTS}
    plain = {"frequency": action.frequency, "limit": action.limit, "timing": action.when}
    hiatus = action.hiatus if action.hiatus != LimitedAction.Hiatus.WAITS else ""
    paused = str(action.paused_why) or _("paused") if action.paused_at else ""
    return KnownAction(action.name, {**defined, **plain, "hiatus": hiatus}, paused)


def _acting(leave: LeaveGiver, acts: Mapping[str, Any]) -> dict[str, Any]:
    return {"leave": leave, "by": acts["by"], "at": acts["at"]}


def _live(name: str) -> LimitedAction:
    return LimitedAction.objects.get(retired_at=None, name__iexact=name)


def _carried_out(one: ActionOutcome, leave: LeaveGiver, acts: Mapping[str, Any]) -> Told:
    """Carry out one change, and tell it: which action there is by it (`action`), and which is `gone`."""
    change, who = one.change, _acting(leave, acts)
    gone = _live(one.was.name) if one.was is not None else None
    consequence: Told = {"action": None, "gone": None, "said": one.said}
    if gone is not None and change.op == "pause-action":
        acting.pause(action=gone, why=change.parts["text"], **who)
        return {**consequence, "action": gone.pk, "paused": change.parts["text"]}
    if gone is not None and change.op == "resume-action":
        why = str(gone.paused_why)
        acting.resume(action=gone, **who)
        return {**consequence, "action": gone.pk, "resumed": why}
    if gone is not None:
        acting.retire(action=gone, **who)
        consequence["gone"] = gone.pk
    if one.becomes is not None:
        kept = (
            {"key": gone.key, "description": gone.description, "rule": gone.rule, "place": gone.place}
            if gone
            else {}
        )
        made = acting.declare(name=one.becomes.name, **_taken(one.becomes.defined), **kept, **who)
        if one.becomes.paused:
            acting.pause(action=made, why=one.becomes.paused, **who)
        consequence["action"] = made.pk
    return consequence


def _turned_back(consequence: Told, leave: LeaveGiver, acts: Mapping[str, Any]) -> Told:
    """Turn back what `_carried_out`, or this, has told; answers likewise what was done, or why it stays."""
    who = _acting(leave, acts)
    there = LimitedAction.objects.filter(pk=consequence["action"]).first()
    gone = LimitedAction.objects.filter(pk=consequence["gone"]).first()
    name = (there or gone).name
    stays = {
        "kept": StoredMessage(gettext_noop("{action} has changed since, and stays as it is."), action=name)
    }
    if there is not None and (there.retired_at is not None or _has_turned(there, consequence)):
        return stays
    if "paused" in consequence:
        acting.resume(action=there, **who)
        return {
            "undone": _undone("{action} goes on", name),
            "action": there.pk,
            "gone": None,
            "resumed": consequence["paused"],
        }
    if "resumed" in consequence:
        acting.pause(action=there, why=consequence["resumed"], **who)
        return {
            "undone": _undone("{action} is paused", name),
            "action": there.pk,
            "gone": None,
            "paused": consequence["resumed"],
        }
    others = LimitedAction.objects.filter(retired_at=None).exclude(pk=consequence["action"])
    if gone is not None and (gone.retired_at is None or others.filter(name__iexact=gone.name).exists()):
        return stays
    if there is not None:
        acting.retire(action=there, **who)
    if gone is not None:
        acting.revive([gone], leave=leave, at=acts["at"])
    words = "{action} is as it was" if gone is not None else "{action} is removed"
    return {"undone": _undone(words, name), "action": consequence["gone"], "gone": consequence["action"]}


def _has_turned(action: LimitedAction, consequence: Told) -> bool:
    """Whether a pause has ended, or begun, since a change began or ended one."""
    if "paused" in consequence:
        return action.paused_at is None
    return "resumed" in consequence and action.paused_at is not None


_UNDONE: Final = (
    gettext_noop("{action} goes on"),
    gettext_noop("{action} is paused"),
    gettext_noop("{action} is as it was"),
    gettext_noop("{action} is removed"),
)


def _undone(words: str, name: str) -> StoredMessage:
    assert words in _UNDONE, "it is gathered to be translated"
    return StoredMessage(words, action=name)
