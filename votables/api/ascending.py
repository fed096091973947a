"""Between two dynasties: the Ascension Address with all that it carries, and the passing of the mantle."""

from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Confirmed, Key, Room, Sent, Shape, Text, read, worked_out
from gamestate.models import LimitedAction
from gamestate.queries.now import tracked_now
from gamestate.values.definitions import PAGE_TITLE_LENGTH
from gamestate.views.viewing import shared
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
AS_THE_LAW_HAS_IT = "Left out: all if the law keeps what an address does not name, else none."


WordsOut = like(Words, **CALLS)


class RuleToKeep(Shape):
    """A dynastic rule that the address keeps or repeals."""

    key: str = worked_out(lambda one: one[1].key)
    title: str = worked_out(lambda one: one[1].title)
    depth: int = worked_out(lambda one: one[0], "How many rules are above it.")


class CaseToSet(Shape):
    """A special case, with the status that it has by default."""

    name: str
    active_by_default: bool = read("default_is_active", "Whether it is active by default.")


TrackedToKeep = like(KeepableThing, "key name what", called="TrackedToKeep")


class ActionToKeep(like(LimitedAction, "key name frequency")):
    """An action that can stay."""


class TypeToKeep(Shape):
    """A type of official posts that can stay."""

    id: int
    plural: str
    lasting: bool = worked_out(
        lambda one, context: one in context["request"].choices.lasting,
        "Whether the rule that defines it stays in any case.",
    )


class AscensionChoices(Shape):
    """What an Ascension Address decides."""

    keeps: str = Field(description="What happens to rules that it does not name: `all` or `none` stay.")
    words: WordsOut = Field(description="The words of the last dynasty.")
    rules: list[RuleToKeep] = Field(description="The dynastic rules.")
    special_cases: list[CaseToSet] = read("cases", "The special cases.")
    tracked: list[TrackedToKeep] = Field(description="What is tracked.")
    actions: list[ActionToKeep] = Field(description="Actions that are limited.")
    types: list[TypeToKeep] = Field(description="Types of official posts.")


class WordsIn(Sent):
    """What the dynasty calls people. A plural that you leave out is the usual one, or the old one if its word
    stays."""

    player: Text = Field(min_length=1, max_length=WORD_LENGTH, description=CALLS["player"])
    players: Text = Field("", max_length=WORD_LENGTH, description=CALLS["players"])
    emperor: Text = Field(min_length=1, max_length=WORD_LENGTH, description=CALLS["emperor"])
    emperors: Text = Field("", max_length=WORD_LENGTH, description=CALLS["emperors"])


class AddressIn(Confirmed):
    """An Ascension Address, with all it decides. `GET /ascension` says what can stay. What you leave out follows the
    text, if the text says it."""

    title: Text = Field(min_length=1, max_length=TITLE_LENGTH)
    body: Text = Field(min_length=1, max_length=BODY_LENGTH)
    theme: Text = Field(
        "", max_length=THEME_LENGTH, description="The theme in a line; left out, what the title says."
    )
    words: WordsIn | None = Field(None, description="Left out: the old ones stay.")
    keep: Kept = Field(None, description=f"The keys of dynastic rules that stay. {AS_THE_LAW_HAS_IT}")
    special_cases: dict[Text, bool] = Field(
        {}, description="By name, whether they are active: those that differ from the default."
    )
    keep_tracked: Kept = Field(None, description=f"The keys of what is still tracked. {AS_THE_LAW_HAS_IT}")
    keep_actions: Kept = Field(None, description=f"Actions that stay. {AS_THE_LAW_HAS_IT}")
    keep_types: list[Key] | None = Field(
        None,
        max_length=MOST,
        description="Types of official posts that stay. Left out: those that are lasting; all, if the law keeps "
        "what an address does not name.",
    )
    pages: list[Text] = Field(
        [],
        max_length=MOST_PAGES,
        description=f"Titles of new tracking pages, of {PAGE_TITLE_LENGTH} characters.",
    )


class PendingAfter(Shape):
    """A pending matter: whether it can be resolved with today's special cases, and with those of the address."""

    matter: int = read("post.pk", "Its key.")
    may_enact: bool = read("now.may_enact")
    may_fail: bool = read("now.may_fail")
    would_enact: bool = worked_out(lambda one: one.then is not None and one.then.may_enact)
    would_fail: bool = worked_out(lambda one: one.then is not None and one.then.may_fail)


class AscensionOut(Shape):
    """What an Ascension Address would do."""

    differences: list[RuleDifference] = Field(description="What happens to the rules.")
    retired: list[str] = Field(description="What is no longer tracked.")
    retired_actions: list[str] = Field(description="Actions that go.")
    retired_types: list[str] = Field(description="Types of official posts that go.")
    words: WordsOut = Field(description="What the dynasty calls people.")
    objections: list[str] = Field(description="Objections to its words.")
    pending: list[PendingAfter] = Field(
        description="The pending matters that its special cases would change."
    )


class MantleIn(Confirmed):
    """The passing of the mantle."""

    to: Key = Field(description="The player who becomes emperor.")
    body: Text = Field("", max_length=MANTLE_LENGTH, description="Markdown. What you say about it.")


def _choices(request: HttpRequest) -> AddressChoices:
    """What there is to keep now, if they can post an Ascension Address. Raises RuleBroken for others."""
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
    """If you can begin the next dynasty: the rules, special cases and tracked things that can stay."""
    return _choices(request)


@router.post("/ascension/preview", AscensionOut, POSTS)
def preview_ascension(request: HttpRequest, sent: AddressIn) -> dict[str, Any]:
    """Preview what it would do to the rules and to what is tracked."""
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
    """Post an Ascension Address. The new dynasty begins with its words, the rules that stay and what is still
    tracked."""
    address = _address(_choices(request), sent)
    if not sent.confirmed:
        check_post(**by(request), body=sent.body)
    words = sent.dict(include={"title", "body"})
    post = posting.publish(**by(request), category=Category.ASCENSION, ascension=address, **words)
    return posted(request, post)


@router.add("/mantle", WholePost, POSTS)
def pass_mantle(request: HttpRequest, sent: MantleIn) -> Post:
    """Make another player emperor after you won, by a post that names them."""
    to = person_of(sent.to)
    if not sent.confirmed:
        check_post(**by(request), body=mantle.text_of(to, sent.body))
    post = mantle.pass_mantle(**by(request), to=to, body=sent.body)
    return posted(request, post)
