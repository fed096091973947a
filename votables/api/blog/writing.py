"""Before anything is posted: drafts, what a text will look like, and how it reads: which changes it makes, sentence by
sentence."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field

from blognomic.web.api import Key, Room, Rows, Sent, Shape, Text, read, worked_out
from blognomic.web.errors import RuleBroken
from players.api.auth import ANY, POSTS, by, founded, like
from ruleset.law.parts import AMENDS
from votables.changes.change import MOST
from votables.changes.in_english import LONGEST, TextNotClear, TextSentence, called_things, reading_of
from votables.changes.kind import TextOffer
from votables.changes.offered import RuleOffer, offers_of_rules
from votables.english.reading_parts import AuthorQuestion
from votables.forms.posts import BODY_LENGTH
from votables.models import TITLE_LENGTH, Draft
from votables.queries.matter_kinds import labels
from votables.queries.rendering import render_prose
from votables.services import posting

from .changes import CHANGES, Carrying, Change, ToldChange, sent_changes, told_change

router = Room("Posts and matters")
Asks = Literal["", "join", "idle", "unidle", "leave"]


class Deciding(Sent):
    """What a matter is about, besides its words and changes."""

    amends: list[Text] = Field([], max_length=20)
    changes_nothing: bool = False
    choices: list[Text] = Field([], max_length=20)


class Writing(Deciding):
    """What a post or a draft says."""

    title: Text = Field("", max_length=TITLE_LENGTH)
    category: Text = Field("", max_length=20)
    body: Text = Field("", max_length=BODY_LENGTH)
    commentary: Text = Field("", max_length=BODY_LENGTH)
    changes: list[Change] = Field([], max_length=MOST, description=CHANGES)
    asks: Asks = ""


class DraftIn(Writing):
    """What you are writing. Only its changes and its length are checked."""


class DraftOut(
    like(Draft, "id title category body commentary amends changes_nothing choices asks saved_at"), Carrying
):
    """One of your drafts. Nobody else sees it."""


class HtmlOut(Shape):
    """What a text will look like."""

    html: str


@router.post("/preview", HtmlOut, ANY)
def preview(request: HttpRequest, *, text: Annotated[Text, Field(max_length=BODY_LENGTH)]) -> dict[str, str]:
    """What a text will look like. Nothing is saved and nothing is rolled."""
    return {"html": str(render_prose(text, prefix="preview", at=request.at, preview=True))}


@router.list("/drafts", DraftOut, POSTS)
def list_drafts(request: HttpRequest) -> Rows:
    """Your drafts, the last saved first."""
    return Rows(Draft.objects.of(request.user), by="-saved_at")


@router.add("/drafts", DraftOut, POSTS)
def keep_draft(request: HttpRequest, sent: DraftIn) -> Draft:
    """Save a draft. Nobody else sees it."""
    return _saved(request, None, sent)


@router.get("/drafts/{draft}", DraftOut, POSTS)
def one_draft(request: HttpRequest, draft: Key) -> Draft:
    """One of your drafts."""
    return own_draft(request, draft)


@router.put("/drafts/{draft}", DraftOut, POSTS)
def change_draft(request: HttpRequest, draft: Key, sent: DraftIn) -> Draft:
    """Replace a draft."""
    return _saved(request, own_draft(request, draft), sent)


@router.delete("/drafts/{draft}", auth=POSTS)
def discard_draft(request: HttpRequest, draft: Key) -> None:
    """Delete a draft."""
    posting.discard_draft(by=request.user, draft=own_draft(request, draft))


def own_draft(request: HttpRequest, pk: int) -> Draft:
    """A draft of whoever asks. Raises Http404 for any other."""
    return get_object_or_404(Draft, pk=pk, author=request.user)


def _saved(request: HttpRequest, draft: Draft | None, sent: DraftIn) -> Draft:
    words = sent.dict(exclude={"changes"})
    if unknown := set(words["amends"]) - set(AMENDS):
        raise RuleBroken(f"There is no section of the rules called “{min(unknown)}”.", status=400)
    if words["category"] not in labels(founded(request).docket.law):
        raise RuleBroken("The law knows no such category.", status=400)
    changes = sent_changes(sent.changes, at=request.at)
    return posting.save_draft(**by(request), draft=draft, changes=changes, **words)


INSTEAD = "Sentences that would be clear instead, if there are any."


class Strict(Sent):
    """Whether a text must be clear."""

    strict: bool = Field(False, description="Refuse a text that leaves questions open (422).")


class TextToRead(Strict):
    """A text, and whether it must be clear."""

    text: Text = Field(max_length=LONGEST, description="Markdown.")


class PartOfText(Shape):
    """What is about a part of a text."""

    start: int = read("sentence.0", "Where it begins, in code points of the text.")
    end: int = read("sentence.1", "Where it ends.")


class SentenceRead(
    PartOfText, like(TextSentence, words="The sentence.", read_as="`by hand`: an admin carries it out.")
):
    """A sentence, and how it is read."""

    changes: list[ToldChange] = worked_out(
        lambda one: [told_change(change.as_json()) for change in one.changes],
        "What it does; nothing while there is a question about it.",
    )


QuestionOnText = like(
    AuthorQuestion, "", PartOfText, called="QuestionOnText", why="What is not clear.", choices=INSTEAD
)


class FigureOffered(like(TextOffer, "", PartOfText, why="Why.", words="The sentence for the text.")):
    """A number of the law that belongs to a changed rule, with a sentence that you can add to the text."""


class DefinitionOffered(
    like(
        RuleOffer,
        rule_title="Of the rule that says so.",
        name="What it is called.",
        words="What it is.",
    )
):
    """Something that a rule in the text needs to be tracked and that is not tracked yet."""

    change: ToldChange = worked_out(
        lambda one: told_change(one.change.as_json()), "The change that tracks it, as it can be sent."
    )
    sentence: str = Field(description="What says so in a text.")


class ActionOffered(
    like(
        RuleOffer,
        rule_title="Of the rule that says so.",
        name="What it is called.",
        words="What it does, in English.",
    )
):
    """A move that a rule in the text lets players make, or something that it has happen by itself, and that no action
    does yet. Read only where every word is clear."""

    change: ToldChange = worked_out(
        lambda one: told_change(one.change.as_json()), "The change that adds it, as it can be sent."
    )
    sentence: str = Field(description="What says so in a text.")


class TextRead(Shape):
    """How a text is read in the game as it is now."""

    sentences: list[SentenceRead] = Field(
        description="In order, each after those before it. In a key such as `new-0`, changes are counted "
        "through all sentences."
    )
    questions: list[QuestionOnText] = Field(description="Without any, the text is clear.")
    definitions: list[DefinitionOffered] = Field(description="What its rules need to be tracked.")
    actions: list[ActionOffered] = Field(
        description="What its rules let players do, or have happen by itself, as far as its values are tracked."
    )
    figures: list[FigureOffered] = Field(
        description="The numbers of the law that belong to it; none while there are questions."
    )


@router.post("/reading", TextRead, ANY)
def read_text(request: HttpRequest, sent: TextToRead) -> dict[str, Any]:
    """Which changes the text of a matter makes, ready to send with it, and which questions it leaves open. Nothing is
    saved. With `strict`, an unclear text is refused with its questions (422)."""
    things = called_things(at=request.at)
    reading = reading_of(sent.text, things)
    if sent.strict and reading.questions:
        raise TextNotClear(reading)
    offers = offers_of_rules([change for one in reading.sentences for change in one.changes], things)
    return {
        "sentences": reading.sentences,
        "questions": reading.questions,
        "definitions": [one for one in offers if one.change.as_json()["op"] == "track"],
        "actions": [one for one in offers if one.change.as_json()["op"] == "add-action"],
        "figures": reading.offers,
    }
