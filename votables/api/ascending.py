"""Between two dynasties: the Ascension Address with all that it carries, and the passing of the mantle."""

from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Confirmed, Key, Room, Sent, Shape, Text, read, worked_out
from gamestate.models import LimitedAction
from gamestate.queries.now import tracked_now
from gamestate.values.definitions import PAGE_TITLE_LENGTH
from gamestate.views.asking import shared
from players.api.auth import POSTS, by, founded, like, person_of
from ruleset.queries import words_of
from ruleset.text.synonyms import Words
from votables.models import TITLE_LENGTH, Category, Post
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.queries.fair_play import check_post
from votables.services import ascending, mantle, posting
from votables.services.address_choices import AddressChoices, address_choices, pending_after
from votables.services.address_text import PARTS, KeepableThing
from votables.services.ascending import MOST_PAGES, THEME_LENGTH, WORD_LENGTH, Address
from votables.services.posting import BODY_LENGTH

from .blog.shapes import RuleDifference, WholePost, posted

router = Room("Between dynasties")
MANTLE_LENGTH = 10_000
CALLS = {
    "player": "What a player is called.",
    "players": "What several are called.",
    "emperor": "What the emperor is called.",
    "emperors": "What several are called.",
}
MOST = 1_000
Kept = Annotated[list[Text] | None, Field(max_length=MOST)]
AS_THE_LAW_HAS_IT = "Left out: all where the law keeps what an address does not name, else none."


WordsOut = like(Words, **CALLS)


class RuleToKeep(Shape):
    """A dynastic rule, which the address keeps or repeals."""

    key: str = worked_out(lambda one: one[1].key)
    title: str = worked_out(lambda one: one[1].title)
    depth: int = worked_out(lambda one: one[0], "Below how many rules it stands.")


class CaseToSet(Shape):
    """A special case, with the status that it has by default."""

    name: str
    active_by_default: bool = read("default_is_active", "Whether it is active by default.")


TrackedToKeep = like(KeepableThing, "key name what", called="TrackedToKeep")


class ActionToKeep(like(LimitedAction, "key name frequency")):
    """An action that may go on being taken."""


class TypeToKeep(Shape):
    """A type of official posts, which may stay."""

    id: int
    plural: str
    lasting: bool = worked_out(
        lambda one, context: one in context["request"].choices.lasting,
        "Whether a rule defines it that no address repeals.",
    )


class AscensionChoices(Shape):
    """What an Ascension Address decides on."""

    keeps: str = Field(description="What becomes of rules that it does not name: `all` or `none` stay.")
    words: WordsOut = Field(description="The words of the dynasty that is over.")
    rules: list[RuleToKeep] = Field(description="The dynastic rules.")
    special_cases: list[CaseToSet] = read("cases", "The special cases.")
    tracked: list[TrackedToKeep] = Field(description="What is tracked.")
    actions: list[ActionToKeep] = Field(description="Actions that may be taken so and so often.")
    types: list[TypeToKeep] = Field(description="Types of official posts.")


class WordsIn(Sent):
    """What the dynasty calls people. A plural that is left out is the usual one, or that of before with its word."""

    player: Text = Field(min_length=1, max_length=WORD_LENGTH, description=CALLS["player"])
    players: Text = Field("", max_length=WORD_LENGTH, description=CALLS["players"])
    emperor: Text = Field(min_length=1, max_length=WORD_LENGTH, description=CALLS["emperor"])
    emperors: Text = Field("", max_length=WORD_LENGTH, description=CALLS["emperors"])


class AddressIn(Confirmed):
    """An Ascension Address, with all that it carries. `GET /ascension` says what there is to keep. What is left out is
    as the text says it, where it says it."""

    title: Text = Field(min_length=1, max_length=TITLE_LENGTH)
    body: Text = Field(min_length=1, max_length=BODY_LENGTH)
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


class PendingAfter(Shape):
    """A pending matter after the address: what may be done with it, with the special cases as they are now, and what
    could be with those that it sets."""

    matter: int = read("post.pk", "Its key.")
    may_enact: bool = read("now.may_enact")
    may_fail: bool = read("now.may_fail")
    would_enact: bool = worked_out(lambda one: one.then is not None and one.then.may_enact)
    would_fail: bool = worked_out(lambda one: one.then is not None and one.then.may_fail)


class AscensionOut(Shape):
    """What an Ascension Address would do."""

    differences: list[RuleDifference] = Field(description="What happens to the rules.")
    retired: list[str] = Field(description="What is tracked no more.")
    retired_actions: list[str] = Field(description="Actions that may be taken no more.")
    retired_types: list[str] = Field(description="Types of official posts that are no more.")
    words: WordsOut = Field(description="What the dynasty calls people.")
    objections: list[str] = Field(description="What is said against its words.")
    pending: list[PendingAfter] = Field(
        description="The pending matters that would stand otherwise by the special cases that it switches."
    )


class MantleIn(Confirmed):
    """The passing of the mantle."""

    to: Key = Field(description="The player who becomes emperor.")
    body: Text = Field("", max_length=MANTLE_LENGTH, description="Markdown. What you say about it.")


def _choices(request: HttpRequest) -> AddressChoices:
    """What there is to keep now, for whoever may post an Ascension Address. Raises RuleBroken for others."""
    docket = founded(request).docket
    refuse_unless(leave_to_post(docket, by=request.user, category=Category.ASCENSION))
    state, words = tracked_now(shared(request), pages=True).state, words_of(request.frame.dynasty)
    request.choices = address_choices(docket, state, words, at=request.at)
    return request.choices


def _address(choices: AddressChoices, sent: AddressIn) -> Address:
    """What was sent, with what its text says of what was left out. Raises RuleBroken (400) for what there is not, and
    AddressNotClear, unless it is confirmed."""
    given = {part for part in PARTS if part in sent.model_fields_set and getattr(sent, part) is not None}
    address = choices.address(**sent.dict(exclude={"title", "body", "confirmed"}))
    return choices.with_text(address, sent.body, given=given, sure=sent.confirmed)


@router.get("/ascension", AscensionChoices, POSTS)
def ascension_choices(request: HttpRequest) -> AddressChoices:
    """For whoever may begin the next dynasty: the rules, special cases and everything tracked that may stay."""
    return _choices(request)


@router.post("/ascension/preview", AscensionOut, POSTS)
def foresee_ascension(request: HttpRequest, sent: AddressIn) -> dict[str, Any]:
    """What it would do to the rules and to what is tracked. Nothing is done."""
    choices = _choices(request)
    address = _address(choices, sent)
    prospect = ascending.prospect(address, at=request.at)
    ascending.check(address, prospect)
    pending = pending_after(prospect, request.frame.docket)
    return {
        **choices.effects(address, prospect),
        "words": prospect.new,
        "objections": prospect.objections,
        "pending": [one for one in pending if one.differs],
    }


@router.add("/ascension", WholePost, POSTS)
def ascend(request: HttpRequest, sent: AddressIn) -> Post:
    """Post an Ascension Address: the new dynasty begins with its words, its rules and what is tracked on."""
    address = _address(_choices(request), sent)
    if not sent.confirmed:
        check_post(**by(request), body=sent.body, commentary="")
    words = sent.dict(include={"title", "body"})
    post = posting.publish(**by(request), category=Category.ASCENSION, ascension=address, **words)
    return posted(request, post)


@router.add("/mantle", WholePost, POSTS)
def pass_mantle(request: HttpRequest, sent: MantleIn) -> Post:
    """Make another player emperor after one's victory, by a post that names them."""
    to = person_of(sent.to)
    if not sent.confirmed:
        check_post(**by(request), body=mantle.text_of(to, sent.body), commentary="")
    post = mantle.pass_mantle(**by(request), to=to, body=sent.body)
    return posted(request, post)
