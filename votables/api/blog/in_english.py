"""How the text of a matter reads: which changes it makes, sentence by sentence. Nothing is written."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.text import Truncator
from ninja import Schema
from pydantic import Field

from blognomic.web.api import DoesNotFit, Room, Sent, Text
from players.api import token
from votables.changes.in_english import LONGEST, ReadAs, TextNotClear, TextReading, called_things, reading_of
from votables.english.shapes import Span

from .changes import ToldChange, told_change

router = Room("Posts and matters")
QUOTED = 100  # characters of a sentence that is asked about


class Strict(Sent):
    """Whether a text must be clear."""

    strict: bool = Field(False, description="Refuse a text about which something must be asked (422).")


class TextToRead(Strict):
    """A text, and whether it must be clear."""

    text: Text = Field(max_length=LONGEST, description="Markdown.")


class PlaceInText(Schema):
    """A part of the text."""

    start: int = Field(description="Where it begins, in code points of the text.")
    end: int = Field(description="Where it ends.")


class SentenceRead(PlaceInText):
    """A sentence, and what it is read as."""

    words: str
    read_as: ReadAs = Field(description="`by hand`: a step that an admin carries out.")
    changes: list[ToldChange] = Field(description="What it does; nothing while it is asked about.")


class QuestionOnText(PlaceInText):
    """What must be asked of the author before a part of the text can be carried out."""

    why: str
    choices: list[str] = Field(description="Sentences that could stand there instead, where there are any.")


class TextRead(Schema):
    """How a text reads in the game as it is."""

    sentences: list[SentenceRead] = Field(
        description="In order, each on what those before it leave. In a key such as `new-0`, changes are counted "
        "through all sentences."
    )
    questions: list[QuestionOnText] = Field(description="Without any, the text is clear.")


@router.post("/reading", "How a text reads", TextRead, token())
def read_text(request: HttpRequest, sent: TextToRead) -> dict[str, Any]:
    """Which changes the text of a matter makes, as they can be sent with it, and what must be asked about it. Nothing
    is saved. A `strict` text that is not clear is refused with its questions (422)."""
    found = reading_of(sent.text, called_things(at=request.at))
    if sent.strict and found.questions:
        raise _not_clear(found, "body.text")
    return {
        "sentences": [
            {
                **_place(one.span),
                "words": one.words,
                "read_as": one.read_as,
                "changes": [told_change(change.as_json()) for change in one.changes],
            }
            for one in found.sentences
        ],
        "questions": [
            {**_place(one.sentence), "why": one.why, "choices": one.choices} for one in found.questions
        ],
    }


def _place(span: Span) -> dict[str, int]:
    return {"start": span[0], "end": span[1]}


def clearly(read: Callable[[], Any]) -> Any:
    """What the body of a post is read as. Raises DoesNotFit (422) with what must be asked about it."""
    try:
        return read()
    except TextNotClear as unclear:
        raise _not_clear(unclear.reading, "body.body") from None


def _not_clear(found: TextReading, where: str) -> DoesNotFit:
    errors = [(where, f"{Truncator(words).chars(QUOTED)} – {one.why}") for words, one in found.asked]
    return DoesNotFit("The text is not clear.", errors)
