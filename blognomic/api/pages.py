"""The page that documents the API, and lets one try it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from blognomic.api.manual import prose, rooms, shapes, words
from blognomic.api.site import DESCRIPTION
from blognomic.web.api.problems import KINDS
from players.notices.kinds import PUBLIC
from players.services.tokens import SCOPES

VERIFY = """\
import base64, hashlib, hmac, time

def is_from_the_game(secret: str, headers, body: bytes) -> bool:
    sent = headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > 300:
        return False  # an old one, sent again by somebody else
    signed = b".".join([headers["webhook-id"].encode(), sent.encode(), body])
    key = base64.b64decode(secret.removeprefix("whsec_"))
    right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(f"v1,{right}", one) for one in given)"""


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Every operation of the API."""
    context = {
        "rooms": rooms,
        "shapes": shapes,
        "introduction": prose(DESCRIPTION),
        "scopes": SCOPES,
        "problems": [
            (status, name, title, words(meaning)) for status, (name, title, meaning) in KINDS.items()
        ],
        "events": PUBLIC,
        "verify": VERIFY,
    }
    return render(request, "api/api.html", context)
