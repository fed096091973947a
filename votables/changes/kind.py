"""What a kind of change is: what is asked of it when its changes are read, checked, worked out, shown, told, carried
out and undone. A kind says no more than where it differs from what is usual."""

import dataclasses
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from django import forms
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from blognomic.web.api.shapes import SentPart, Text
from blognomic.web.errors import RuleBroken
from gamestate.values.plans import Alteration
from players.models import Player
from ruleset.law import Law
from ruleset.models import Revision
from ruleset.queries import LawInForce
from ruleset.services import TEXT_LENGTH
from ruleset.text.tree import Tree
from votables.english.orders import CalledThings
from votables.english.reading_parts import Span
from votables.models import Post

from .apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from .context import Asking, Context

if TYPE_CHECKING:  # which is read by it
    from .change import Change
    from .offered import FoldedForm, RuleOffer

Told = dict[str, Any]  # a consequence, or what became of one
Changing = Sequence[tuple[Span, Sequence["Change"]]]  # sentences of a text, each with its changes, in order
# The key of a rule that an earlier change of the same matter adds.
NEW_RULE: Final = re.compile(r"new-(0|[1-9]\d{0,3})")
Words = Annotated[Text, Field(max_length=TEXT_LENGTH)]
RULES_AND_LAW, WHAT_IS_TRACKED = gettext_lazy("Rules and law"), gettext_lazy("What is tracked")
# What of the ruleset and the game a change of what is tracked touches, as the law's `amends` calls it.
AMENDS_GAMESTATE: Final = frozenset({"gamestate"})
LONG_WORDS, SHORT_WORDS = 8, 1  # lines of the field in which an admin corrects words


class ChangeInWriting(Protocol):
    """A change that is being written (see `votables.views.attaching.ChangeWriting`): what its author chose to write
    (`op`, of `ChangeKind.choices`), what that is about (`path`) and what was sent (`data`), with what the changes
    before it come to (`outcome`); and the change that is written anew (`old`, as it is stored), if any."""

    @property
    def request(self) -> HttpRequest: ...

    @property
    def op(self) -> str: ...

    @property
    def path(self) -> str: ...

    @property
    def data(self) -> QueryDict | None: ...

    @property
    def initial(self) -> dict[str, object]: ...

    @property
    def old(self) -> Mapping[str, Any] | None: ...

    @property
    def outcome(self) -> Callable[[], ChangesOutcome]: ...

    def answer(
        self,
        template: str,
        form: forms.Form,
        give_change: Callable[[], dict[str, Any]],
        /,
        *others: forms.Form,
        **context: object,
    ) -> HttpResponse:
        """Keep the change that `give_change` gives once all forms are valid, and go back; else show them."""

    def shown(self, template: str, *, status: int = 200, **context: object) -> HttpResponse:
        """A page about it."""


@dataclasses.dataclass(frozen=True, slots=True)
class NewRule:
    """A rule that a change adds: its title, "" for none, and the key of that above it."""

    title: str
    parent: str


@dataclasses.dataclass(frozen=True, slots=True)
class TextOffer:
    """What the sentence at `sentence` may bring along: the `words` of another, and `why`."""

    sentence: Span
    why: str
    words: str


class ChangeKind:
    """One kind of change. A `payload` is what a change of it says besides its condition, as `read` gives it.

    `names`: its operations, each as people know it; `steps`: what its payloads do (`do`), of one that has a single
    operation for several; `group`: among which others people choose from them.
    `fields`: which fields of the form that changes share (`votables.forms.changes`) each operation has; none for a kind
    with forms of its own. `sent`: what programs send for each operation, part by part, where that is more than the
    words of these fields.
    `payload`: the dataclass of one whose parts are kept as they are sent. `may_change_law`: its changes are of the law
    or of rules, which a special case's switch is among. `by_hand`: a person carries it out and ticks it off.
    `missing`: what is said where a change names something of these models that is not there; what others it names are
    looked for when it is worked out. `merges`: its changes go with what others did to the same, where the words are
    apart. `made`: the part of a consequence that says it is the work of this kind, to be
    undone by it; "" where it does nothing by itself.
    `amends_rules`: each is one amendment of the rules (`ruleset.text.amending`); `writes_law`: its words are a document
    of the law; `changes_roster`: it brings about events of the roster.
    `usual`: the parts of an operation that are left out of what is stored where they say this.
    `beside_text`: the operations whose words are edited beside the text of their matter, where it is written.
    `of_rules`, `take_up`: what stands over what is offered of it because the rules of a text say it, and on the button,
    with the `name` left open.
    `sent_step`: how programs send the steps of one that has steps.
    `lead` and `deed` are the templates of what stands over the change on a page, and of what it does, `help` that of
    what an admin is told who settles a clash of its words.
    """

    names: Mapping[str, str] = {}
    steps: Mapping[str, str] = {}
    group: Any = gettext_lazy("Anything else")
    fields: Mapping[str, Sequence[str]] = {}
    sent: Mapping[str, Mapping[str, SentPart]] = {}
    payload: Any = None
    made = ""
    by_hand = False
    may_change_law = False
    merges = False
    amends_rules = False
    writes_law = False
    changes_roster = False
    usual: Mapping[str, Mapping[str, Any]] = {}
    beside_text: Collection[str] = ()
    of_rules: Any = ""
    take_up: Any = gettext_lazy("Add {name}")
    sent_step: SentPart | None = None
    missing: Mapping[type[Model], str] = {}
    lead = ""
    deed = "votables/changes/_differences.html"
    help = ""

    # -- read and checked

    def read(self, value: Mapping[str, Any]) -> Any:
        """The payload that stored or sent JSON says, its condition left out. Raises RuleBroken (400) with a sentence
        for its author. No query."""
        types: dict[str, Any] = {part.name: part.type for part in dataclasses.fields(self.payload)}
        check_parts(value, **types)
        return self.payload(**{name: value[name] for name in types})

    def as_json(self, payload: Any) -> dict[str, object]:
        """The payload as it is stored, with its operation (`op`)."""
        (op,) = self.names
        return {"op": op, **dataclasses.asdict(payload)}

    def check(self, payload: Any) -> None:
        """Raise RuleBroken (400) for what may stay where it is stored, but not be sent."""

    def refers_to(self, payload: Any) -> Iterable[tuple[type[Model], int]]:
        """What it names in the database, by model and key."""
        return ()

    def check_carrier(self, payload: Any, *, kind: str, law: Law) -> None:
        """Raise RuleBroken where the law does not let a matter of this kind do it."""

    def speaks_of(self, payload: Any) -> Iterable[str]:
        """The keys of the rules that it names: of those that are there, or that an earlier change adds."""
        return ()

    def stands_on(self, payload: Any) -> Iterable[str]:
        """Those of them without which it makes no sense."""
        return self.speaks_of(payload)

    def new_rule(self, payload: Any) -> NewRule | None:
        """The rule that it adds, of which later changes may speak; None where it adds none."""
        return None

    # -- sent by programs

    def with_step(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """The parts of a stored change that does a step."""
        return dict(step)

    def step_of(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """The step that is in these parts of a stored change, without what says nothing."""
        return dict(change)

    # -- written

    @property
    def choices(self) -> Mapping[str, str]:
        """What people choose from, as forms and addresses call it, and as people know it."""
        return {f"{op}.{do}": self.steps[do] for op in self.names for do in self.steps} or self.names

    def prepare(self, form: Any) -> None:
        """Make the shared form one of an operation (`form.change`): what its fields are for, and what they are filled
        with."""

    def short_form(self, data: Any, *, law: str, initial: Mapping[str, Any]) -> Any:
        """A form that writes a change of it by less than the shared one, beside which it stands; None for none. `law`:
        its document in force. It was sent where its field `marker` was, and gives the change (`as_change`)."""
        return None

    def write(self, writing: ChangeInWriting) -> HttpResponse | None:
        """The answer to who writes a change in forms of the kind's own; None where it is written in the form that
        changes share."""
        return None

    def newest(self, revision: Revision | None, in_force: LawInForce | None) -> int:
        """The key of what the author of a change sees before them, for `seen`."""
        return revision.pk if revision is not None else 0

    def seen(self, op: str, key: int, sent: Mapping[str, Any]) -> dict[str, object]:
        """What a change remembers of what its author saw who sent the shared form: `base`, where it is merged with what
        others change meanwhile. Raises RuleBroken when they saw nothing."""
        return {}

    # -- said by a text

    def left_to_person(self, words: str) -> dict[str, object]:
        """Of the kind that a person carries out: the change, as it is sent, that says in words what they do."""
        raise NotImplementedError

    def as_said(self, change: Mapping[str, Any], tree: Tree) -> dict[str, Any]:
        """A stored change as a sentence can say it, on the rules by then: without empty lines around its words."""
        words = change.get("text")
        trimmed = {"text": words.replace("\r\n", "\n").strip("\n")} if isinstance(words, str) else {}
        return {**change, **trimmed}

    def offers(self, changing: Changing, things: CalledThings) -> tuple[TextOffer, ...]:
        """What its changes could add to what sentences do, each with its changes, in order. No query."""
        return ()

    def offers_of_rules(
        self, changes: Sequence["Change"], things: CalledThings, *, standing: str
    ) -> Sequence["RuleOffer"]:
        """What the rules that changes of a text leave, or a `standing` one, say that a change of this kind would bring
        about. No query."""
        return ()

    def folded_words(self, change: "Change") -> tuple[str, str] | None:
        """The name of what a change of a text makes, and what that is: of one that can be offered of a rule; None of
        another."""
        return None

    def folded(self, change: "Change", sent: Mapping[str, Any], *, prefix: str) -> "FoldedForm | None":
        """The form of what else such a change can be, as it was `sent` with names that begin with the `prefix`."""
        return None

    # -- worked out

    def reads(self, payload: Any) -> Collection[str]:
        """What it is worked out on besides rules and law: the "gamestate", with its "pages"."""
        return ()

    def gather(self, payloads: Sequence[Any], asking: Asking) -> Any:
        """What only changes of this kind are worked out on, found in `Context.own`. A fixed number of queries, however
        many changes there are."""
        return None

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        """One change carried out on how things stand: its effect, how they stand then, the sections touched. No
        query."""
        raise NotImplementedError

    def alterations(self, done: Any) -> Sequence[Alteration]:
        """What a change that was worked out does to what is tracked."""
        return ()

    # -- shown

    def name_of(self, payload: Any) -> str:
        """What kind of change it is, in words."""
        if self.steps:
            return str(self.steps[payload.do])
        (name,) = self.names.values()
        return str(name)

    def said(self, done: Any) -> str:
        """What it comes to, in a sentence without its stop; "" where its differences say it."""
        return ""

    def show(self, effect: Effect, outcome: ChangesOutcome) -> Any:
        """What its templates show besides."""
        return ""

    def subject_of(self, payload: Any, tree: Tree) -> str:
        """What it is about, where it does nothing that would show it."""
        return ""

    def meant(self, payload: Any) -> tuple[str, str, str]:
        """The words that its author changed, before and after, and in what they are folded: "paragraph" or "line"."""
        return "", "", "line"

    def places(self, effect: Effect, outcome: ChangesOutcome) -> tuple[Any, ...]:
        """Where an admin may put what no longer has a place."""
        return ()

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        """What it changes, or fails to change, besides the rules that differ: by keys that are the same for the same
        thing whatever matter changes it, each as people know it."""
        return {}

    def deeds(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, object]:
        """What becomes of each thing that a change does something to which fits: the same by the same keys for changes
        that do the same, however they are put."""
        put = json.dumps(self.as_json(effect.change.payload), sort_keys=True)
        return dict.fromkeys(self.touches(effect, outcome), put)

    # -- corrected by the admin who enacts it

    def can_be_corrected(self, payload: Any) -> bool:
        """Whether an admin may put its words right before applying it."""
        return False

    def words(self, payload: Any) -> str:
        """The words that an admin may put right; of a step that a person carries out, what it says."""
        return ""

    def title(self, payload: Any) -> str | None:
        """A title that an admin may put right with them; None for none."""
        return None

    def field(self, payload: Any) -> tuple[str, int]:
        """What the field of its words is called, and how many lines it has."""
        return _("It will say"), LONG_WORDS

    def whole(self, payload: Any) -> str:
        """What the field of all the words is called in which an admin does what has no place by now."""
        return _("With “{words}” put in, the rule will say").format(words=self.words(payload))

    # -- told

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        """What people call the things that it is about."""
        return [placed.node.title for one in effect.differences if (placed := one.after or one.before)]

    def recorded(self, effect: Effect, outcome: ChangesOutcome) -> dict[str, object]:
        """What the resolution keeps of it besides, to tell it by."""
        return {}

    def told_with(self, consequence: Told, before: Collection[object]) -> object:
        """What consequences have in common that are told in one sentence, of which some were told `before`; None where
        it is none of this kind, or is told by its name."""
        return None

    def sentence(self, alike: Sequence[Told]) -> SafeString:
        """The sentence, without its stop, of consequences that `told_with` says are told together."""
        raise NotImplementedError

    # -- carried out and undone, in a transaction with the game locked; `acts` says by whom, when (UTC), why, and the
    # page of the matter (by, at, why, link)

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        """Carry out what an enacted matter by `author` does of this kind, and answer the consequences: each with
        `made`, and what it takes to undo it."""
        return []

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        """Undo one consequence, of `all` those of a resolution, as far as nothing that came later would be lost.
        Answers what was done, and under "kept", in a sentence, what stays."""
        return []

    def redo(self, consequence: Told, answer: Told, *, post: Post, **acts: Any) -> list[Told]:
        """Bring a consequence of the matter about again that was undone with this answer. Answers consequences."""
        return self.undo(answer, [answer], **acts)

    def stay(self, answer: Told, *, at: datetime) -> None:
        """Do again what came with undoing a consequence that was kept, now that the matter is enacted again."""


def check_parts(value: Mapping[str, Any], **types: type) -> None:
    """Raise RuleBroken (400) unless a change has these parts and no others besides its operation."""
    if set(value) != {"op", *types} or any(
        not isinstance(value[name], part_type) or (part_type is int and isinstance(value[name], bool))
        for name, part_type in types.items()
    ):
        raise no_such_kind()


def no_such_kind() -> RuleBroken:
    return RuleBroken(_("No such kind of change."), status=400)
