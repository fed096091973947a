"""Headers of safety for which Django has no setting, and answers that are headers alone."""

from collections.abc import Callable
from functools import cache

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

# A page may ask for a passkey, copy a text and fill the screen; the site never asks a browser for anything else.
PERMISSIONS = ", ".join(
    [
        "publickey-credentials-get=(self)",
        "publickey-credentials-create=(self)",
        *(
            f"{power}=()"
            for power in (
                "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer",
                "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
            )
        ),
    ]
)  # fmt: skip


def further_headers(get_response: GetResponse) -> GetResponse:
    """Forbid pages what they never need, and other sites to embed what is here. What a browser may do with a page
    (CONTENT_SECURITY_POLICY) is the same for all, and written once; Django's own pages of faults load more."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        is_of_django = settings.DEBUG and response.status_code in (404, 500)
        if not is_of_django and not getattr(response, "_csp_exempt", False):
            response.setdefault("Content-Security-Policy", _policy())
        return response

    return middleware


@cache
def _policy() -> str:
    return build_policy()


def headers_alone(get_response: GetResponse) -> GetResponse:
    """Answer HEAD without a body, and otherwise as GET (RFC 9110, 9.3.2): with the length that the body has."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "HEAD" and response.streaming:
            response.streaming_content = []
        elif request.method == "HEAD" and response.content:
            response.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response

    return middleware
