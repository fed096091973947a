"""Whatever goes wrong, told alike: `application/problem+json` (RFC 9457), with the rule that stops it and when it
would be allowed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import ConfigDict, Field

from blognomic.text.instants import format_instant
from blognomic.web.errors import RuleBroken

MEDIA_TYPE = "application/problem+json"
PATH = "/api/v1/"
# Headers that mean something with an error as well.
_KEPT = ("Allow", "Retry-After", "WWW-Authenticate", "Vary", "X-Request-ID")
NOWHERE = "There is nothing at this address. /api/ lists all addresses."


class Wrong(Schema):
    """One thing that is wrong with what was sent."""

    place: str = Field(description="Where it is, such as `body.title` or `query.limit`.")
    what: str = Field(description="What is wrong with it, as a sentence.")


class Problem(Schema):
    """What went wrong, for programs and for people."""

    model_config = ConfigDict(title="Problem")

    type: str = Field(description="What kind of problem it is: an address that explains it.")
    title: str = Field(description="The kind in a few words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What stopped it, as a sentence for people.")
    rule: str | None = Field(None, description="The rule of the game that stops it, if one does.")
    rule_and_law_differ: bool = Field(
        False,
        description="Whether that rule has changed, but not the law that the site applies.",
    )
    allowed_at: datetime | None = Field(
        None, description="When it will work (UTC), if only time is missing and that is known."
    )
    confirm: str | None = Field(
        None,
        description="The field to send if you still want it, if that helps: `confirmed` is `true`, `insist` is "
        "a reason.",
    )
    errors: list[Wrong] = Field([], description="What is wrong with each part of what you sent.")


KINDS: Mapping[int, tuple[str, str, str]] = {
    400: (
        "unreadable",
        "Not readable",
        "What you sent cannot be read, or asks for something that does not exist.",
    ),
    401: ("no-token", "A token is needed", "It is missing, revoked, expired or misspelt."),
    403: ("not-allowed", "Not allowed", "A rule forbids it now, or the token cannot do this."),
    404: ("not-found", "Not found", "There is nothing at this address, or nothing that you can see."),
    405: ("method", "Wrong method", "The header `Allow` says which methods work here."),
    409: (
        "conflict",
        "Conflict",
        "It has changed since you looked at it, or you must confirm it.",
    ),
    410: ("gone", "Removed", "Its author removed it from the weblog; the record keeps it."),
    413: ("too-large", "Too large", "You sent more than the site reads at once."),
    415: ("media-type", "Not JSON", "Bodies are JSON: `Content-Type: application/json`."),
    422: ("invalid", "Not as described", "Parts of what you sent do not fit; `errors` says which."),
    429: ("too-often", "Too often", "Wait as long as the header `Retry-After` says."),
    500: ("fault", "The site failed", "It is not your fault, and it has been logged."),
    503: (
        "busy",
        "Not now",
        "The site is busy, or the database does not answer: see `detail`. Try again soon.",
    ),
}
"""Each kind of problem by its status: its name in addresses, its title, and what it means."""


class Refused(Exception):
    """What a part of the API raises where no rule of the game is broken: a status and a sentence."""

    def __init__(self, status: int, detail: str, **headers: str):
        super().__init__(detail)
        self.status, self.detail = status, detail
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class DoesNotFit(RuleBroken):
    """What is refused with 422 because parts of what was sent do not fit the game: each with its place and why.
    `confirm` names the field by which one says that it is meant all the same, if that would do."""

    def __init__(self, sentence: str, errors: Sequence[tuple[str, str]], confirm: str = "", rule: str = ""):
        super().__init__(sentence, rule=rule, status=422)
        self.errors, self.confirm = errors, confirm


@contextmanager
def fitting(place: str) -> Iterator[None]:
    """Where a rule is broken within, it is by the part of what was sent that stands at `place`. Raises DoesNotFit."""
    try:
        yield
    except RuleBroken as broken:
        raise DoesNotFit(broken.sentence, [(place, broken.sentence)], rule=broken.rule) from None


def problem(
    status: int,
    detail: str,
    *,
    when: datetime | None = None,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> HttpResponse:
    """The answer that tells of a problem, with what else a `Problem` has where there is anything to tell."""
    kind, title, _ = KINDS.get(status) or (KINDS[400] if status < 500 else KINDS[500])
    more["allowed_at"] = format_instant(when) if when else ""
    always = {"type": f"/api/#{kind}", "title": title, "status": status, "detail": detail}
    body = json.dumps(always | {name: value for name, value in more.items() if value}, ensure_ascii=False)
    response = HttpResponse(body, content_type=MEDIA_TYPE, status=status, headers=headers)
    response["Cache-Control"] = "no-store"
    return response


def too_often(sentence: str, wait: timedelta, again: datetime) -> HttpResponse:
    """What somebody has done too often, and when they may again."""
    seconds = str(int(wait.total_seconds()))
    return problem(429, sentence, when=again, headers={"Retry-After": seconds})


def answered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response, or, where it is an error that some other part of the site has told as a page, a problem."""
    if response.status_code < 400 or response.headers.get("Content-Type") == MEDIA_TYPE:
        return response
    status = response.status_code
    details = {
        400: "What you sent cannot be read.",
        404: NOWHERE,
        405: f"This address does not know {request.method if len(request.method or '') < 20 else 'this'}.",
        413: "You sent more than this site reads at once.",
    }
    usual = "Something went wrong here. It has been logged." if status >= 500 else "That is not possible."
    kept = {name: response.headers[name] for name in _KEPT if name in response.headers}
    if "Allow" in kept:
        known = {*kept["Allow"].replace(",", " ").split(), "OPTIONS"}
        kept["Allow"] = ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))
    return problem(status, details.get(status, usual), headers=kept)
