"""What a text will look like and what it does, shown while it is written."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString

from blognomic.text.outside import keepable
from blognomic.web.errors import RuleBroken
from ruleset.text.references import Shared, shared_in
from votables.changes.change import read_changes
from votables.changes.drafted import DraftedMatter, drafted
from votables.changes.in_english import called_things, reading_of
from votables.changes.marks import MarkedText, marked_prose, marked_text
from votables.changes.offered import RuleOffer, offers_of_rules, text_with_offer, with_what_is_said
from votables.changes.remarks import shared_links
from votables.models import Post, Status
from votables.queries.matter_kinds import carries
from votables.queries.rendering import render_prose
from votables.services import posting

from .room_to_post import RoomToPost, room
from .rule_editing import asks_of_rule

PREVIEW, INSTEAD, OFFER = (
    "preview",
    "instead",
    "offer",
)  # buttons of a form that ask for no more than another look
PREFIX = "read-"


@dataclass(frozen=True, slots=True)
class TextPreview:
    """A text as it will look (`html`), with titles in it that two rules have; of a matter that carries changes, how it
    is read (`marked`), or why it is not (`refusal`), and what else its rules say (`offers`); what it
    would be among the others (`drafted`), and what room the law leaves its author for a new one."""

    html: SafeString
    linked: list[Shared]
    marked: MarkedText | None = None
    refusal: RuleBroken | None = None
    drafted: DraftedMatter | None = None
    room: RoomToPost | None = None
    offers: Sequence[RuleOffer] = ()

    @property
    def prefix(self) -> str:
        return PREFIX

    @property
    def remarks(self) -> dict[str, Any]:
        return {"linked": self.linked}


def previewed(
    request: HttpRequest, *, text: str, category: str, title: str, post: Post | None = None
) -> TextPreview:
    """How a text will look, and what it does if it is that of a matter of the category: of `post`, where it is another
    version of that. Nothing is saved and nothing is rolled. Raises RuleBroken for a text that cannot be rendered."""
    text = keepable(text)[: posting.BODY_LENGTH]
    docket = request.frame.docket_or_none
    in_force = docket.in_force if docket else None
    html = render_prose(text, prefix="preview", at=request.at, preview=True, in_force=in_force)
    if docket is None or not carries(docket.law, category) or not text.strip():
        return TextPreview(SafeString(html), shared_links(text, at=request.at))  # render_prose makes it safe
    things = called_things(at=request.at)
    linked = shared_in(text, things.tree.placed())
    try:
        marked = marked_text(reading_of(text, things), things)
        changes = read_changes([one.as_json() for one in marked.changes])
    except RuleBroken as broken:
        return TextPreview(SafeString(html), linked, refusal=broken)
    # to the docket, which may be some seconds old, nothing is posted later than it was made
    blank = Post(author=request.user, category=category, status=Status.PENDING, posted_at=docket.at)
    written = copy(post or blank)
    written.title, written.body = title.strip(), text
    written.matter_since = written.matter_since or docket.at
    matter = drafted(written, changes, docket)
    if matter.preview is not None:
        marked = marked.doing(matter.preview.now)
    to = {one.number: f"{PREFIX}{one.number}" for one in marked.sentences}
    shown, sentences = marked_prose(html, marked.sentences, prefix="sentence-", to=to)
    marked = replace(marked, sentences=tuple(sentences))
    is_new = post is None and request.user.is_playing
    left = room(request, docket, category, matter.post.amends or ["dynastic"]) if is_new else None
    offers = with_what_is_said(offers_of_rules(changes, things), changes, things)
    offers = [one.filled_in(request.POST) for one in offers]
    return TextPreview(shown, linked, marked, drafted=matter, room=left, offers=offers)


def _is_read(request: HttpRequest, category: str) -> bool:
    docket = request.frame.docket_or_none
    return docket is not None and carries(docket.law, category)


def asks_to_look(sent: QueryDict) -> bool:
    """Whether a form was sent by one of the buttons that only ask for another look."""
    return any(one in sent for one in (PREVIEW, INSTEAD, OFFER)) or asks_of_rule(sent)


def text_sent(request: HttpRequest, *, category: str) -> str:
    """The body that was sent: with what could stand instead of a sentence in its place, where that was pressed, and
    with the sentence for what was offered beside it, where that was."""
    text = request.POST.get("body", "").replace("\r\n", "\n")
    key, offer = (request.POST.get(name, "") for name in (INSTEAD, OFFER))
    if not (key or offer) or not _is_read(request, category):
        return text
    try:
        if offer:
            return text_with_offer(text, offer, request.POST, at=request.at)
        things = called_things(at=request.at)
        return marked_text(reading_of(text, things), things).rewritten(key)
    except RuleBroken:  # too long to be read, or cannot be tracked so: the page says why
        return text
