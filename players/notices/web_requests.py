"""One request to a web server that is not ours, asked for by an admin.

The address must not lead into the site's own network, so it is looked up once, every answer is checked, and the
connection goes to the address that was checked. Redirects are not followed, and nothing of the answer but its status
is read.
"""

import http.client
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop

TIMEOUT = 10.0
AT_MOST = 25.0
PRIVATE = gettext_noop("This address is in a private network. Use one that anybody can reach.")
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class OutsideError(Exception):
    """Why nothing was sent, or not heard of, as a sentence."""


def check_url(url: str, *, private_allowed: bool) -> SplitResult:
    """The parts of an address that may be called. Raises OutsideError for one that makes no sense, is not HTTPS, or
    holds a name and password; with `private_allowed`, HTTP will do."""
    schemes = ("https", "http") if private_allowed else ("https",)
    try:
        parts = urlsplit(url)
        port_makes_sense = parts.port != 0
    except ValueError:
        raise OutsideError(_("This is not a web address.")) from None
    if not url.isascii() or not url.isprintable() or " " in url or not port_makes_sense:
        raise OutsideError(_("This is not a web address."))
    if parts.scheme not in schemes or not parts.hostname:
        raise OutsideError(
            _("Begin the address with https:// or http://.")
            if private_allowed
            else _("Begin the address with https://.")
        )
    if parts.username is not None or parts.password is not None:
        raise OutsideError(_("Leave the name and password out of the address."))
    if not private_allowed and _is_private_literal(parts.hostname):
        raise OutsideError(_(PRIVATE))
    return parts


def _is_private_literal(host: str) -> bool:
    """Whether the host is written as an IP address, and one that is not public."""
    try:
        return not is_public(host)
    except ValueError:
        return False


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public internet, and does not stand for one that is not."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address in NAT64 or address.teredo is not None:
            return False
    barred = (
        address.is_private,
        address.is_loopback,
        address.is_link_local,
        address.is_multicast,
        address.is_reserved,
        address.is_unspecified,
    )
    return address.is_global and not any(barred)


def _looked_up(host: str, port: int, *, private_allowed: bool) -> str:
    """The IP address to connect to. Raises OutsideError when there is none, or one of them is not public."""
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise OutsideError(_("There is no server with that name.")) from None
    addresses = [str(answer[4][0]) for answer in answers]
    if not addresses:
        raise OutsideError(_("There is no server with that name."))
    if not private_allowed and not all(map(is_public, addresses)):
        raise OutsideError(_(PRIVATE))
    return addresses[0]


def post_json(
    url: str,
    body: Mapping[str, Any],
    *,
    private_allowed: bool = False,
    sign: Callable[[bytes], Mapping[str, str]] | None = None,
) -> int:
    """Send `body` as JSON by POST, with the headers that `sign` makes of it. Answers and raises as `post`."""
    content = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **(sign(content) if sign else {})}
    return post(url, content, headers, private_allowed=private_allowed)


def post(url: str, content: bytes, headers: Mapping[str, str], *, private_allowed: bool = False) -> int:
    """Send `content` by POST with these headers; answers the HTTP status. Raises OutsideError when there is none to be
    had."""
    parts = check_url(url, private_allowed=private_allowed)
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = _looked_up(host, port, private_allowed=private_allowed)
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    timer = None
    try:
        sock = socket.create_connection((address, port), timeout=TIMEOUT)
        connection.sock = sock
        # Each step has its time; a server that sends a byte now and then must not have for ever.
        timer = threading.Timer(AT_MOST, _hang_up, [sock])
        timer.daemon = True
        timer.start()
        if secure:
            connection.sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        of_ours = {"User-Agent": "BlogNomic", "Connection": "close"}
        connection.request("POST", target, content, of_ours | dict(headers))
        return connection.getresponse().status
    except TimeoutError:
        raise OutsideError(_("The server did not answer in time.")) from None
    except ssl.SSLError:
        raise OutsideError(_("The site could not connect to the server securely.")) from None
    except (OSError, http.client.HTTPException):
        raise OutsideError(_("The site could not reach the server.")) from None
    finally:
        if timer is not None:
            timer.cancel()
        connection.close()


def _hang_up(sock: socket.socket) -> None:
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
