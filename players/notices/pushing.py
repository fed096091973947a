"""Notices on people's devices: which there are, and pushing to them, for the worker, after the commit.

The address of a device belongs to the maker of its browser, and came from the browser: it is checked as that of a
webhook is. What is pushed is encrypted for the device alone, and signed with the key of the site (RFC 8291, RFC 8292).
"""

import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from blognomic.text.outside import check_line
from blognomic.web.errors import RuleBroken
from players.models import Device, Game, Notice, NoticeSettings, Player
from players.models.notices import URL_LENGTH
from players.notices.sending import GONE, Clock
from players.notices.web_requests import OutsideError, check_url, post

if TYPE_CHECKING:
    from webpush import WebPush

log = logging.getLogger(__name__)
MOST = 10
NAME_LENGTH = 60
KEY_BYTES, AUTH_BYTES = 65, 16  # an uncompressed point of P-256, and a secret
AGAIN = timedelta(minutes=10)
TRIED_FOR = timedelta(hours=2)
KEPT_FOR = 86_400  # seconds for which the service keeps what it cannot deliver


def new_private_key() -> str:
    """A key of the site for `PUSH_PRIVATE_KEY`, as one word."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


@lru_cache(maxsize=2)
def _pusher(word: str) -> "WebPush":
    from webpush import WebPush  # brought in when the first push is written

    key = ec.derive_private_key(int.from_bytes(urlsafe_b64decode(f"{word}="), "big"), ec.SECP256R1())
    return WebPush(
        private_key=key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public_key=key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        ttl=KEPT_FOR,
    )


def public_key() -> str:
    """What a browser is told of the site's key when it asks its service for an address; "" where the site has none, so
    that nothing is pushed."""
    if not settings.PUSH_PRIVATE_KEY:
        return ""
    vapid = _pusher(settings.PUSH_PRIVATE_KEY).vapid
    return vapid.get_application_server_key(vapid.public_key)


# -- devices


@transaction.atomic
def add_device(
    *, by: Player, at: datetime, name: str, endpoint: str, public_key: str, auth: str
) -> tuple[Device, bool]:
    """Push notices to a browser from now on, as it says how; answers the device, and whether it is new. One that was
    somebody else's on the same browser becomes this person's. Raises RuleBroken (400) for what no browser sends, and
    (409) where there are too many."""
    check_line(name, endpoint, public_key, auth)
    name = " ".join(name.split())[:NAME_LENGTH] or _("A browser")
    try:
        check_url(endpoint, private_allowed=settings.WEBHOOKS_TO_PRIVATE)
    except OutsideError as error:
        raise RuleBroken(str(error), status=400) from None
    if len(endpoint) > URL_LENGTH or not _is_point(public_key) or len(_read(auth)) != AUTH_BYTES:
        raise RuleBroken(
            _("Your browser did not say where to send notices. Try again, or use another browser."),
            status=400,
        )
    NoticeSettings.objects.select_for_update().get_or_create(player=by)
    if Device.objects.filter(player=by).exclude(endpoint=endpoint).count() >= MOST:
        raise RuleBroken(
            _("You already have {most} devices, the most you can have. Remove one first.").format(most=MOST),
            status=409,
        )
    facts = {"player": by, "name": name, "public_key": public_key, "auth": auth}
    return Device.objects.update_or_create(
        endpoint=endpoint, defaults=facts, create_defaults={**facts, "made_at": at}
    )


def _read(word: str) -> bytes:
    try:
        return urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except (NotBase64, ValueError):
        return b""


def _is_point(word: str) -> bool:
    content = _read(word)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), content)
    except (ValueError, UnsupportedAlgorithm):
        return False
    return len(content) == KEY_BYTES


def remove_device(*, by: Player, device: int) -> None:
    """Push nothing more to one of one's own devices. Raises RuleBroken (404) for any other."""
    removed, __ = Device.objects.filter(player=by, pk=device).delete()
    if not removed:
        raise RuleBroken(_("This device does not exist."), status=404)


# -- pushing


def push_notices(*, clock: Clock) -> int:
    """Push every notice that is due and unread to its person's devices. Answers how many pushes got through. What could
    not be delivered is tried again for two hours; a worker that is killed meanwhile loses one, which stands in the
    inbox all the same."""
    if not settings.PUSH_PRIVATE_KEY:
        return 0
    through = 0
    out_of_reach = set[int]()
    while True:
        at = clock()
        due = Notice.objects.filter(push_at__lte=at).exclude(pk__in=out_of_reach)
        notice = due.select_related("to").order_by("push_at", "pk").first()
        if notice is None:
            return through
        if not Notice.objects.filter(pk=notice.pk, push_at=notice.push_at).update(push_at=None):
            continue  # another worker has it
        if notice.read_at is None and notice.to.is_active:
            pushed, failed = _push(notice)
            through += pushed
            if failed and not pushed and at < notice.at + TRIED_FOR:
                out_of_reach.add(notice.pk)
                Notice.objects.filter(pk=notice.pk, push_at=None).update(push_at=at + AGAIN)


def _push(notice: Notice) -> tuple[int, int]:
    """Push one notice; answers to how many devices it got through, and at how many it failed for now."""
    own = NoticeSettings.objects.filter(player=notice.to).first() or NoticeSettings()
    with translation.override(own.spoken):
        words = {
            "title": str(Game.objects.first() or "BlogNomic"),
            "body": notice.told,
            "url": reverse("notices:open", args=[notice.pk]),
            "tag": notice.link.partition("?")[0],
        }
    outcomes = [_push_to(device, words) for device in Device.objects.filter(player=notice.to)]
    return outcomes.count(True), outcomes.count(False)


def _push_to(device: Device, words: dict[str, str]) -> bool | None:
    """Whether a push to a device got through; None where the device is gone, and forgotten."""
    from webpush import WebPushSubscription

    try:
        subscription = WebPushSubscription.model_validate(
            {"endpoint": device.endpoint, "keys": {"auth": device.auth, "p256dh": device.public_key}}
        )
        message = _pusher(settings.PUSH_PRIVATE_KEY).get(
            json.dumps(words), subscription, subscriber=settings.PUSH_CONTACT
        )
        headers = {str(name): str(value) for name, value in message.headers.items()}
        status = post(
            device.endpoint, message.encrypted, headers, private_allowed=settings.WEBHOOKS_TO_PRIVATE
        )
    except OutsideError as error:
        log.info("A push could not be delivered: %s", error)
        return False
    if status in GONE:
        Device.objects.filter(pk=device.pk).delete()
        return None
    return 200 <= status < 300
