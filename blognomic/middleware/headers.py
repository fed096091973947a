"""Headers of safety for which neither Django nor django-csp has a setting, and answers that are headers alone."""

from collections.abc import Callable

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
    """Forbid pages what they never need, and other sites to embed what is here."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return middleware


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
