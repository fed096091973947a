"""What players do to the rules between votes: correcting slips, reflecting what was enacted, undoing."""

from typing import Annotated, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Schema
from pydantic import Field

from blognomic.text.outside import is_key
from blognomic.web.api import DoesNotFit, Key, Room, Sent, Text, one_of, row_of
from gamestate.api.steps import step_shape
from players.api.auth import RULES, by
from ruleset.api import REVISIONS, WholeRevision
from ruleset.models import Revision, Rule
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH
from ruleset.text.amending import Amendment, AmendmentError
from ruleset.text.amending import read as read_amendment
from votables.api.blog.changes import stored_change
from votables.changes.in_english import LONGEST
from votables.changes.kinds.rules.kind import RULES as AMENDMENTS
from votables.models import Post
from votables.permissions.upkeep import check_may_mend
from votables.services import upkeep
from votables.services.upkeep import WHY_LENGTH

router = Room("Rules and law")
Seen = Annotated[Key, Field(description="The `revision` that you looked at.")]
Why = Annotated[Text, Field(max_length=WHY_LENGTH)]
Mending = one_of(
    "Mending",
    [
        step_shape(op, AMENDMENTS.names[op], AMENDMENTS.sent[op], noun="Amendment")
        for op in ("edit", "rename", "add", "move", "repeal")
    ],
)


class TypoIn(Sent):
    """A typing mistake to correct."""

    seen: Seen
    title: Text = Field(min_length=1, max_length=TITLE_LENGTH)
    text: Text = Field("", max_length=TEXT_LENGTH)
    why: Why = ""


class MendIn(Sent):
    """The rules updated to what was enacted (`upkeep`), or an admin's correction of a wrong amendment
    (`correction`)."""

    kind: Literal["upkeep", "correction"] = "upkeep"
    seen: Seen
    matter: Key | None = Field(None, description="The enacted matter that the rules do not show.")
    amendments: list[Mending] = Field([], max_length=20, description="What is done to the rules.")
    text: Text = Field("", max_length=LONGEST, description="The same in English, in place of `amendments`.")
    why: Why = ""


class HoldsIn(Sent):
    """What the admin looked at: the law, and the rule."""

    law: Key = Field(description="The version of the law that you looked at.")
    seen: Seen
    why: Why = ""


@router.add("/rules/{rule}/typo", WholeRevision, RULES, does=upkeep.correct_typo)
def correct_typo(rule: row_of(Rule), sent: TypoIn) -> None: ...


@router.add("/rules/mend", WholeRevision, RULES)
def mend(request: HttpRequest, sent: MendIn) -> Revision:
    """Correct the rules where they do not say what was enacted."""
    check_may_mend(sent.kind, request.user, request.at, as_admin="admin" in request.token.scopes)
    if bool(sent.amendments) is bool(sent.text.strip()):
        sentence = "Say what is done to the rules: by `amendments` or by a `text`."
        raise DoesNotFit(sentence, [("body.amendments", sentence)])
    amendments = [_amendment(one, place) for place, one in enumerate(sent.amendments)]
    matter = get_object_or_404(Post, pk=sent.matter, removed_at__isnull=True) if sent.matter else None
    return upkeep.mend(
        **by(request),
        rule=_about(amendments),
        amendments=amendments,
        matter=matter,
        **sent.dict(include={"kind", "seen", "why", "text"}),
    )


def _amendment(sent: Schema, place: int) -> Amendment:
    try:
        return read_amendment(stored_change(sent))
    except AmendmentError as error:
        raise DoesNotFit(str(error), [(f"body.amendments.{place}", str(error))]) from None


def _about(amendments: list[Amendment]) -> Rule | None:
    """The rule that the amendments are about, or below which they add one; None for a section."""
    named = next((one.rule or one.parent for one in amendments), "")
    return get_object_or_404(Rule, pk=int(named)) if is_key(named) else None


@router.add("/rules/{rule}/delete-empty", WholeRevision, RULES, does=upkeep.delete_empty)
def delete_empty(rule: row_of(Rule), *, seen: Seen) -> None: ...


@router.add("/revisions/{revision}/undo", WholeRevision, RULES, does=upkeep.undo)
def undo_revision(
    revision: row_of(REVISIONS), *, seen: Seen, why: Annotated[Why, Field(min_length=1)]
) -> None: ...


@router.post("/rules/{rule}/still-holds", auth=RULES, does=upkeep.confirm_still_holds)
def still_holds(rule: row_of(Rule), sent: HoldsIn) -> None: ...
