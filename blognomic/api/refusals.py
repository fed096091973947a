"""What is raised in the API, told as problems: by services, by Django, and of what does not fit its description."""

import logging
from collections.abc import Mapping

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from blognomic import customs
from blognomic.database.troubles import trouble_of
from blognomic.i18n.dynasty_words import said
from blognomic.web.api.problems import Refused, problem
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from gamestate.services.updating import UpdateRefused

log = logging.getLogger(__name__)


def of_rule_broken(broken: RuleBroken, request: HttpRequest) -> HttpResponse:
    """The refusal of a service, which says what stops it and when it would be allowed."""
    doubt = customs.doubt_on(broken.rule, at=request.at, present=request.present)
    confirm, errors = "confirmed" if isinstance(broken, NeedsConfirmation) else "", []
    if isinstance(broken, UpdateRefused):
        errors = [{"where": f"changes.{one.place}", "what": said(one.sentence)} for one in broken.troubles]
        if all(one.kind == "refused" for one in broken.troubles):
            confirm = "insist"
    return problem(
        broken.status,
        said(broken.sentence),
        rule=customs.cited(broken.rule),
        rule_and_law_differ=doubt is not None,
        when=broken.when,
        confirm=confirm,
        errors=errors,
    )


def handle(api: NinjaAPI) -> None:
    """Let the API tell whatever is raised in it as a problem."""

    @api.exception_handler(RuleBroken)
    def rule_broken(request: HttpRequest, broken: RuleBroken) -> HttpResponse:
        return of_rule_broken(broken, request)

    @api.exception_handler(Refused)
    def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
        return problem(refusal.status, refusal.detail, headers=refusal.headers)

    @api.exception_handler(Http404)
    def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
        return problem(404, "There is no such thing, or not for you.")

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        errors = [_wrong(one) for one in error.errors]
        return problem(422, "What was sent is not as described.", errors=errors)

    @api.exception_handler(HttpError)
    def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        # django-ninja tells of no body why it cannot be read; the parser has said it.
        return problem(error.status_code, getattr(request, "unreadable", "") or str(error))

    @api.exception_handler(Exception)
    def fault(request: HttpRequest, error: Exception) -> HttpResponse:
        if settings.DEBUG or trouble_of(error):
            raise error  # for whoever answers all faults of the database
        log.exception("A fault in the API", extra={"path": request.path})
        return problem(500, "Something went wrong here. It is written down.")


def _wrong(error: Mapping[str, object]) -> dict[str, str]:
    """What pydantic says of a part, without the value, which may be private."""
    place = error.get("loc") or ()
    # django-ninja names the argument after "body" and "query" as well; whoever sends it does not know that.
    parts = [str(part) for part in place if isinstance(place, tuple | list)]
    shown = [parts[0], *parts[2:]] if len(parts) > 2 and parts[0] in ("body", "query") else parts
    return {"where": ".".join(shown)[:200], "what": str(error.get("msg", ""))[:500]}
