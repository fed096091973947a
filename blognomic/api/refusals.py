"""What is raised in the API, told as problems: by services, by Django, and of what does not fit its description."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import Truncator
from ninja.errors import HttpError, ValidationError

from blognomic import customs
from blognomic.database.troubles import trouble_of
from blognomic.i18n.dynasty_words import said
from blognomic.web.api.problems import DoesNotFit, Refused, problem
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from gamestate.queries.planning import UpdateRefused
from votables.changes.in_english import TextNotClear
from votables.changes.in_text import SaidOtherwise

log = logging.getLogger(__name__)
QUOTED = 100  # characters of a sentence that is asked about


def of_rule_broken(broken: RuleBroken, request: HttpRequest) -> HttpResponse:
    """The refusal of a service, which says what stops it and when it would be allowed."""
    doubt = customs.doubt_on(broken.rule, at=request.at, present=request.present)
    confirm, errors = "confirmed" if isinstance(broken, NeedsConfirmation) else "", []
    if isinstance(broken, UpdateRefused):
        confirm = "insist" if all(one.kind == "refused" for one in broken.troubles) else ""
        errors = [(f"changes.{one.place}", one.sentence) for one in broken.troubles]
    elif isinstance(broken, SaidOtherwise):
        errors = [
            (f"body.changes.{place}", f"The text and its attached changes do different things to {what}.")
            for place, _there, what in broken.pairs
        ]
    elif isinstance(broken, DoesNotFit):
        confirm, errors = broken.confirm, list(broken.errors)
    return problem(
        broken.status,
        said(broken.sentence),
        rule=customs.cited(broken.rule),
        rule_and_law_differ=doubt is not None,
        when=broken.when,
        confirm=confirm,
        errors=[{"place": place, "what": said(sentence)} for place, sentence in dict.fromkeys(errors)],
    )


def _not_clear(unclear: TextNotClear, request: HttpRequest) -> HttpResponse:
    """A text that leaves questions open, each with the sentence that it is about."""
    where = "body.text" if "text" in request.sent else "body.body"
    questions = [
        (where, f"{Truncator(words).chars(QUOTED)} – {one.why}") for words, one in unclear.reading.asked
    ]
    return of_rule_broken(DoesNotFit("The text is not clear.", questions), request)


def _invalid(error: ValidationError, request: HttpRequest) -> HttpResponse:
    errors = [_wrong(one, request) for one in error.errors]
    return problem(422, "What was sent is not as described.", errors=errors)


def _fault(error: Exception, request: HttpRequest) -> HttpResponse:
    if settings.DEBUG or trouble_of(error):
        raise error  # for whoever answers all faults of the database
    log.exception("A fault in the API", extra={"path": request.path})
    return problem(500, "Something went wrong here. It has been logged.")


TOLD: Mapping[type[Exception], Callable[[Any, HttpRequest], HttpResponse]] = {
    RuleBroken: of_rule_broken,
    TextNotClear: _not_clear,
    Refused: lambda refusal, request: problem(refusal.status, refusal.detail, headers=refusal.headers),
    Http404: lambda error, request: problem(404, "There is no such thing, or not for you."),
    ValidationError: _invalid,
    # django-ninja tells of no body why it cannot be read; the parser has said it.
    HttpError: lambda error, request: problem(error.status_code, getattr(request, "unreadable", str(error))),
    Exception: _fault,
}
"""How each kind of what is raised in the API is told."""


def _wrong(error: Mapping[str, Any], request: HttpRequest) -> dict[str, str]:
    """What pydantic says of a part, without the value, which may be private."""
    place, words = list(error.get("loc") or ()), str(error.get("msg", ""))
    by = error.get("ctx", {}).get("discriminator", "").strip("'")
    if error.get("type") == "union_tag_invalid":
        words = f"It is one of {error['ctx']['expected_tags']}."
    elif error.get("type") == "union_tag_not_found":
        words = "Field required"
    place += [by] if by else []
    # django-ninja names the argument after "body" and "query" as well; whoever sends it does not know that.
    if len(place) > 2 and place[0] in ("body", "query"):
        del place[1]
    if place[:1] == ["body"]:
        place = ["body", *_as_sent(place[1:], getattr(request, "sent", None))]
    return {"place": ".".join(map(str, place))[:200], "what": words[:500]}


def _as_sent(place: list[Any], sent: Any) -> Iterator[Any]:
    """A place in what was sent, without the names of the shapes that pydantic puts into it."""
    for part in place:
        if isinstance(sent, dict) and part not in sent and part in (sent.get("op"), sent.get("kind")):
            continue
        yield part
        there = isinstance(sent, dict) and part in sent or isinstance(sent, list) and isinstance(part, int)
        sent = sent[part] if there else None
