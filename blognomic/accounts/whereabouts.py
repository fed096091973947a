"""Where a request comes from, as coarsely as its owner needs to know it again: the network, and the kind of program."""

import re
from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from players.models.sessions import BROWSER_LENGTH

# In this order, since a browser names those that it is like, too.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrom": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
_PROGRAM = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def network_of(request: HttpRequest) -> str:
    """The network of whoever asks, such as 192.0.2.0/24 (of IPv6, the /48); "" where no address is known."""
    try:
        address = ip_address(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
    return str(ip_network((address, 24 if address.version == 4 else 48), strict=False))


def browser_of(request: HttpRequest) -> str:
    """The browser and system that somebody seems to use, such as “Firefox, Windows”; of another program, the name that
    it gives itself. Of what was sent, no more than that is ever kept or shown."""
    sent = request.headers.get("User-Agent", "")[:400]
    names = [
        next((name for sign, name in signs.items() if sign in sent), "") for signs in (BROWSERS, SYSTEMS)
    ]
    if not names[0]:
        program = _PROGRAM.match(sent)
        names[0] = program[0] if program and program[0] != "Mozilla" else ""
    return ", ".join(filter(None, names))[:BROWSER_LENGTH]
