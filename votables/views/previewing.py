"""What a text will look like and what it does, shown while it is written."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString

from blognomic.text.outside import keepable
from blognomic.web.errors import RuleBroken
from ruleset.text.references import Shared
from votables.changes.change import read_changes
from votables.changes.in_english import called_things, reading_of
from votables.changes.marks import MarkedText, marked_prose, marked_text
from votables.changes.outcome import outcome_of_changes
from votables.changes.preview import shown_effects
from votables.changes.remarks import shared_links
from votables.queries.kinds import carries
from votables.queries.rendering import render_prose
from votables.services import posting

PREVIEW, INSTEAD = "preview", "instead"  # buttons of a form that ask for no more than another look
PREFIX = "read-"


@dataclass(frozen=True, slots=True)
class TextPreview:
    """A text as it will look (`html`), with titles in it that two rules have; of a matter that carries changes, how it
    is read (`marked`), or why it is not (`refusal`)."""

    html: SafeString
    linked: list[Shared]
    marked: MarkedText | None = None
    refusal: RuleBroken | None = None

    @property
    def prefix(self) -> str:
        return PREFIX

    @property
    def remarks(self) -> dict[str, Any]:
        return {"linked": self.linked}


def previewed(request: HttpRequest, *, text: str, category: str, title: str) -> TextPreview:
    """How a text will look, and what it does if it is that of a matter of the category. Nothing is saved and nothing is
    rolled. Raises RuleBroken for a text that cannot be rendered."""
    text = keepable(text)[: posting.BODY_LENGTH]
    html = render_prose(text, prefix="preview", at=request.at, preview=True)
    linked = shared_links(text, at=request.at)
    if not _is_read(request, category) or not text.strip():
        return TextPreview(SafeString(html), linked)  # render_prose makes it safe
    try:
        things = called_things(at=request.at)
        marked = marked_text(reading_of(text, things), things)
        changes = read_changes([one.as_json() for one in marked.changes])
    except RuleBroken as broken:
        return TextPreview(SafeString(html), linked, refusal=broken)
    outcome = outcome_of_changes(changes, at=request.at, unnamed=posting.subject_of(title), kind=category)
    marked = marked.doing(shown_effects(outcome))
    to = {one.number: f"{PREFIX}{one.number}" for one in marked.sentences}
    shown, sentences = marked_prose(html, marked.sentences, prefix="text-", to=to)
    return TextPreview(shown, linked, replace(marked, sentences=tuple(sentences)))


def _is_read(request: HttpRequest, category: str) -> bool:
    docket = request.frame.docket_or_none
    return docket is not None and carries(docket.law, category)


def asks_to_look(sent: QueryDict) -> bool:
    """Whether a form was sent by one of the buttons that only ask for another look."""
    return PREVIEW in sent or INSTEAD in sent


def text_sent(request: HttpRequest, *, category: str) -> str:
    """The body that was sent; where what could stand instead of a sentence was pressed, with that in its place."""
    text = request.POST.get("body", "").replace("\r\n", "\n")
    key = request.POST.get(INSTEAD, "")
    if not key or not _is_read(request, category):
        return text
    things = called_things(at=request.at)
    try:
        return marked_text(reading_of(text, things), things).rewritten(key)
    except RuleBroken:  # too long to be read: nothing was offered
        return text
