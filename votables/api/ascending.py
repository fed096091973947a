"""Between two dynasties: the Ascension Address with all that it carries, and the passing of the mantle."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import Field

from blognomic.web.api import Confirmed, Key, Room, Sent, Text, ToldShape, read, worked_out
from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction
from gamestate.queries.acting import live_actions
from gamestate.queries.now import tracked_now
from gamestate.values.definitions import PAGE_TITLE_LENGTH
from gamestate.values.state import State
from gamestate.views.asking import shared
from players.api import by, founded, like, person_of, token
from ruleset.queries import revision_at, tree_after, words_of
from ruleset.text.synonyms import Words, plural
from ruleset.text.tree import Node
from votables.models import TITLE_LENGTH, Category, Post
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.post_types.models import OfficialType
from votables.queries.fair_play import check_post
from votables.services import ascending, mantle, posting
from votables.services.ascending import MOST_PAGES, THEME_LENGTH, WORD_LENGTH, Address
from votables.services.posting import BODY_LENGTH
from votables.views.ascending import foreseen, pending_after

from .blog.pending import RuleDifference
from .blog.shapes import WholePost, posted

router = Room("Between dynasties")
WRITE = token("posts")
MANTLE_LENGTH = 10_000
MOST = 1_000
Kept = Annotated[list[Text] | None, Field(max_length=MOST)]
AS_THE_LAW_HAS_IT = "Left out: all where the law keeps what an address does not name, else none."


class WordsOut(like(Words, "player players emperor emperors")):
    """What a dynasty calls people."""


class RuleToKeep(Schema):
    """A dynastic rule, which the address keeps or repeals."""

    key: str
    title: str
    depth: int = Field(description="Below how many rules it stands.")


class CaseToSet(Schema):
    """A special case, with the status that it has by default."""

    name: str
    active_by_default: bool = read("default_is_active")


class TrackedToKeep(Schema):
    """A variable, table or page of gamestate."""

    key: str
    name: str
    what: str = Field(description="`variable`, `table` or `page`.")


class ActionToKeep(like(LimitedAction, "key name frequency")):
    """An action that may go on being taken."""


class TypeToKeep(Schema):
    id: int
    plural: str
    lasting: bool = Field(description="Whether a rule defines it that no address repeals.")


class AscensionChoices(Schema):
    """What an Ascension Address decides on."""

    keeps: str = Field(description="What becomes of rules that it does not name: `all` or `none` stay.")
    words: WordsOut = Field(description="The words of the dynasty that is over.")
    rules: list[RuleToKeep]
    special_cases: list[CaseToSet]
    tracked: list[TrackedToKeep]
    actions: list[ActionToKeep]
    types: list[TypeToKeep]


class WordsIn(Sent):
    """What the dynasty calls people. A plural that is left out is the usual one."""

    player: Text = Field(min_length=1, max_length=WORD_LENGTH)
    players: Text = Field("", max_length=WORD_LENGTH)
    emperor: Text = Field(min_length=1, max_length=WORD_LENGTH)
    emperors: Text = Field("", max_length=WORD_LENGTH)


class AddressIn(Confirmed):
    """An Ascension Address, with all that it carries. `GET /ascension` says what there is to keep."""

    title: Text = Field(min_length=1, max_length=TITLE_LENGTH)
    body: Text = Field(min_length=1, max_length=BODY_LENGTH, description="Markdown.")
    theme: Text = Field(
        "", max_length=THEME_LENGTH, description="The theme in a line; left out, what the title says."
    )
    words: WordsIn | None = Field(None, description="Left out, those of before stay.")
    keep: Kept = Field(None, description=f"The keys of dynastic rules that stay. {AS_THE_LAW_HAS_IT}")
    special_cases: dict[Text, bool] = Field(
        {}, description="Whether those are active, by their names, that shall not be as by default."
    )
    keep_tracked: Kept = Field(None, description=f"What is tracked on, by its keys. {AS_THE_LAW_HAS_IT}")
    keep_actions: Kept = Field(None, description=f"Actions that may still be taken. {AS_THE_LAW_HAS_IT}")
    keep_types: list[Key] | None = Field(
        None,
        max_length=MOST,
        description="Types of official posts that stay. Left out: those that are lasting; all, where the law keeps "
        "what an address does not name.",
    )
    pages: list[Text] = Field(
        [],
        max_length=MOST_PAGES,
        description=f"Titles of new tracking pages, of {PAGE_TITLE_LENGTH} characters.",
    )


class PendingAfter(ToldShape):
    """A pending matter after the address: what may be done with it, with the special cases as they are now, and what
    could be with those that it sets."""

    matter: int = read("post.pk")
    may_enact: bool = read("now.may_enact")
    may_fail: bool = read("now.may_fail")
    would_enact: bool = worked_out(lambda one: one.then is not None and one.then.may_enact)
    would_fail: bool = worked_out(lambda one: one.then is not None and one.then.may_fail)


class AscensionOut(Schema):
    """What an Ascension Address would do."""

    differences: list[RuleDifference] = Field(description="What happens to the rules.")
    retired: list[str] = Field(description="What is tracked no more.")
    retired_actions: list[str]
    retired_types: list[str]
    words: WordsOut
    objections: list[str] = Field(description="What is said against its words.")
    pending: list[PendingAfter] = Field(
        description="The pending matters that would stand otherwise by the special cases that it switches."
    )


class MantleIn(Confirmed):
    """The passing of the mantle."""

    to: Key = Field(description="The player who becomes emperor.")
    body: Text = Field("", max_length=MANTLE_LENGTH, description="Markdown. What you say about it.")


class Things:
    """What there is to keep now, for whoever may post an Ascension Address. Raises RuleBroken for others."""

    def __init__(self, request: HttpRequest):
        self.held = held = founded(request).docket
        refuse_unless(leave_to_post(held, by=request.user, category=Category.ASCENSION))
        last = revision_at(request.at)
        self.tree = tree_after(last.pk if last else None)
        self.keeps: str = held.law.ascension.keeps
        self.rules = list(_with_depth(ascending.dynastic_rules(self.tree)))
        self.cases = {rule.name: rule for rule in ascending.special_case_rules(self.tree)}
        self.state: State = tracked_now(shared(request), pages=True).state
        self.actions: Sequence[LimitedAction] = live_actions()
        self.types = list(OfficialType.objects.filter(retired_at__isnull=True))
        self.lasting = {one.pk for one in ascending.outlasting(self.types, self.tree)}

    @property
    def tracked(self) -> dict[str, tuple[str, str]]:
        """What is tracked by its key: its name and what it is."""
        state = self.state
        return {
            **{each.key: (each.definition.name, "table") for each in state.tables.values()},
            **{each.key: (each.definition.name, "variable") for each in state.columns_of("")},
            **{each.key: (each.title, "page") for each in state.pages.values()},
        }

    def address(self, sent: AddressIn) -> Address:
        """What was sent. Raises RuleBroken (400) for what there is not."""
        all_stay, words = self.keeps == "all", sent.words
        return Address(
            theme=sent.theme,
            words=words
            and Words(
                words.player.strip(),
                words.players.strip() or plural(words.player.strip()),
                words.emperor.strip(),
                words.emperors.strip() or plural(words.emperor.strip()),
            ),
            keep=None if sent.keep is None else frozenset(sent.keep),
            special_cases={
                name: active
                for name, active in sent.special_cases.items()
                if name not in self.cases or active != self.cases[name].default_is_active
            },
            keep_tracked=_kept(sent.keep_tracked, self.tracked, all_stay=all_stay),
            keep_actions=_kept(sent.keep_actions, [one.key for one in self.actions], all_stay=all_stay),
            keep_types=frozenset(self.lasting)
            if sent.keep_types is None and not all_stay
            else _kept(sent.keep_types, [one.pk for one in self.types], all_stay=all_stay),
            pages=[title.strip() for title in sent.pages],
        )


def _kept(sent: Iterable[Any] | None, known: Iterable[Any], *, all_stay: bool) -> frozenset[Any]:
    """What stays of what there is. Raises RuleBroken (400) for what there is not."""
    if sent is None:
        return frozenset(known if all_stay else ())
    if unknown := sorted(set(sent) - set(known)):
        raise RuleBroken(f"There is nothing of the key “{unknown[0]}” to keep.", status=400)
    return frozenset(sent)


def _with_depth(rules: Iterable[Node], depth: int = 0) -> Iterable[tuple[int, Node]]:
    for rule in rules:
        yield depth, rule
        yield from _with_depth(rule.children, depth + 1)


@router.get("/ascension", "What an Ascension Address decides on", AscensionChoices, WRITE)
def ascension_choices(request: HttpRequest) -> dict[str, Any]:
    """For whoever may begin the next dynasty: the rules, special cases and everything tracked that may stay."""
    there = Things(request)
    return {
        "keeps": there.keeps,
        "words": words_of(request.frame.dynasty),
        "rules": [{"key": rule.key, "title": rule.title, "depth": depth} for depth, rule in there.rules],
        "special_cases": there.cases.values(),
        "tracked": [{"key": key, "name": name, "what": what} for key, (name, what) in there.tracked.items()],
        "actions": there.actions,
        "types": [
            {"id": one.pk, "plural": one.plural, "lasting": one.pk in there.lasting} for one in there.types
        ],
    }


@router.post("/ascension/preview", "What an Ascension Address would do", AscensionOut, WRITE)
def foresee_ascension(request: HttpRequest, sent: AddressIn) -> dict[str, Any]:
    """What it would do to the rules and to what is tracked. Nothing is done."""
    there = Things(request)
    address = there.address(sent)
    found = ascending.prospect(address, at=request.at)
    ascending.check(address, found)
    told = foreseen(found, address, {"state": there.state, "actions": there.actions, "types": there.types})
    return {
        "differences": told["differences"],
        "words": found.new,
        "objections": list(found.objections),
        **{name: told[name] for name in ("retired", "retired_actions", "retired_types")},
        "pending": [one for one in pending_after(found, there.held) if one.differs],
    }


@router.add("/ascension", "Begin the next dynasty", WholePost, WRITE)
def ascend(request: HttpRequest, response: HttpResponse, sent: AddressIn) -> Post:
    """Post an Ascension Address: the new dynasty begins with its words, its rules and what is tracked on."""
    address = Things(request).address(sent)
    if not sent.confirmed:
        check_post(**by(request), body=sent.body, commentary="")
    told = sent.dict(include={"title", "body"})
    post = posting.publish(**by(request), category=Category.ASCENSION, ascension=address, **told)
    return posted(request, response, post)


@router.add("/mantle", "Pass the mantle", WholePost, WRITE)
def pass_mantle(request: HttpRequest, response: HttpResponse, sent: MantleIn) -> Post:
    """Make another player emperor after one's victory, by a post that names them."""
    to = person_of(sent.to)
    if not sent.confirmed:
        check_post(**by(request), body=mantle.text_of(to, sent.body), commentary="")
    post = mantle.pass_mantle(**by(request), to=to, body=sent.body)
    return posted(request, response, post)
