"""How the text of a matter reads: which changes it makes, sentence by sentence. Nothing is written."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.text import Truncator
from ninja import Schema
from pydantic import Field

from blognomic.web.api import DoesNotFit, Room, Sent, Text, worked_out
from players.api import ANY, like
from votables.changes.in_english import (
    LONGEST,
    TextNotClear,
    TextReading,
    TextSentence,
    called_things,
    reading_of,
)
from votables.changes.in_text import SaidOtherwise, check_agreement
from votables.english.shapes import AuthorQuestion

from .changes import ToldChange, told_change

router = Room("Posts and matters")
QUOTED = 100  # characters of a sentence that is asked about
INSTEAD = "Sentences that could stand there instead, where there are any."


class Strict(Sent):
    """Whether a text must be clear."""

    strict: bool = Field(False, description="Refuse a text about which something must be asked (422).")


class TextToRead(Strict):
    """A text, and whether it must be clear."""

    text: Text = Field(max_length=LONGEST, description="Markdown.")


START, END = "Where it begins, in code points of the text.", "Where it ends."


class SentenceRead(like(TextSentence, words="The sentence.", read_as="`by hand`: an admin carries it out.")):
    """A sentence, and what it is read as."""

    start: int = worked_out(lambda one: one.span[0], START)
    end: int = worked_out(lambda one: one.span[1], END)
    changes: list[ToldChange] = worked_out(
        lambda one: [told_change(change.as_json()) for change in one.changes],
        "What it does; nothing while it is asked about.",
    )


class QuestionOnText(like(AuthorQuestion, why="What is not clear.", choices=INSTEAD)):
    """What must be asked of the author before a part of the text can be carried out."""

    start: int = worked_out(lambda one: one.sentence[0], START)
    end: int = worked_out(lambda one: one.sentence[1], END)


class TextRead(Schema):
    """How a text reads in the game as it is."""

    sentences: list[SentenceRead] = Field(
        description="In order, each on what those before it leave. In a key such as `new-0`, changes are counted "
        "through all sentences."
    )
    questions: list[QuestionOnText] = Field(description="Without any, the text is clear.")


@router.post("/reading", TextRead, ANY)
def read_text(request: HttpRequest, sent: TextToRead) -> TextReading:
    """Which changes the text of a matter makes, as they can be sent with it, and what must be asked about it. Nothing
    is saved. A `strict` text that is not clear is refused with its questions (422)."""
    reading = reading_of(sent.text, called_things(at=request.at))
    if sent.strict and reading.questions:
        raise _not_clear(reading, "body.text")
    return reading


def clearly(read: Callable[[], Any]) -> Any:
    """What the body of a post is read as. Raises DoesNotFit (422) with what must be asked about it."""
    try:
        return read()
    except TextNotClear as unclear:
        raise _not_clear(unclear.reading, "body.body") from None


def agreeing(
    body: str,
    changes: Sequence[Mapping[str, object]],
    *,
    at: datetime,
    so_far: list[dict[str, object]] | None = None,
    strict: bool,
) -> None:
    """Raises DoesNotFit (422) with each of the changes sent beside a text that does something else to a thing than the
    text says, and with what must be asked about a `strict` text. `so_far`: what went with this text until now."""
    ask: dict[str, Any] = {"at": at, "so_far": so_far, "may_be_unclear": not strict}
    try:
        clearly(lambda: check_agreement(body, changes, **ask))
    except SaidOtherwise as otherwise:
        errors = [
            (f"body.changes.{place}", f"The text does something else to {what}.")
            for place, _there, what in otherwise.pairs
        ]
        raise DoesNotFit(otherwise.sentence, list(dict.fromkeys(errors)), "confirmed") from None


def _not_clear(reading: TextReading, where: str) -> DoesNotFit:
    errors = [(where, f"{Truncator(words).chars(QUOTED)} – {one.why}") for words, one in reading.asked]
    return DoesNotFit("The text is not clear.", errors)
