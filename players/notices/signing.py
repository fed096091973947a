"""Signing the calls to channels, as the Standard Webhooks specification says, so that who gets one can tell that it is
from here, whole, new and not a repetition."""

import hmac
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_bytes

PREFIX = "whsec_"
SECRET_BYTES = 32
# How old a call may be, in seconds, for who checks it as we say.
TOLERANCE = 300


def new_secret() -> str:
    """A secret to sign with."""
    return f"{PREFIX}{b64encode(token_bytes(SECRET_BYTES)).decode()}"


def signature(secret: str, *, id: str, timestamp: int, body: bytes) -> str:
    """The signature of a call, by the secret as it is shown. Raises ValueError for a secret that is none."""
    try:
        key = b64decode(secret.removeprefix(PREFIX), validate=True)
    except ValueError:
        raise ValueError("The secret is no base64.") from None  # for programmers, in English
    signed = b".".join([id.encode(), str(timestamp).encode(), body])
    return f"v1,{b64encode(hmac.new(key, signed, sha256).digest()).decode()}"


def signed(secret: str, *, id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers that a call is signed with; none without a secret. `id` stays the same when it is tried again."""
    if not secret:
        return {}
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, id=id, timestamp=timestamp, body=body),
    }


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None) -> bool:
    """Whether a call is what was signed with the secret, a short time ago: for who gets calls. `headers` are lower
    case."""
    sent = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent):
        return False
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE:
        return False
    expected = signature(secret, id=headers.get("webhook-id", ""), timestamp=int(sent), body=body)
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)
