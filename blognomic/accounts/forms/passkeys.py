"""What a browser says of a passkey or security key, read with care: it comes from whoever likes to send it."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms

# What the packages that take an answer apart raise for one that is in no form they know.
_MALFORMED = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    struct.error,
    ArithmeticError,
)


@contextmanager
def malformed_is_wrong() -> Iterator[None]:
    """Refuse an answer that cannot be read as one that is not right: with ValidationError, on the form."""
    try:
        yield
    except _MALFORMED as error:
        raise get_adapter().validation_error("incorrect_code") from error


class _Answered(forms.AuthenticateWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        with malformed_is_wrong():
            return super().clean_credential()


class AuthenticateForm(_Answered):
    """The key as a second factor."""


class LoginForm(_Answered, forms.LoginWebAuthnForm):
    """The passkey instead of a password."""


class ReauthenticateForm(_Answered, forms.ReauthenticateWebAuthnForm):
    """The key once more, before something that changes how one gets in."""


class AddForm(forms.AddWebAuthnForm):
    """A new key."""

    def clean(self) -> dict[str, Any]:
        with malformed_is_wrong():
            return super().clean()
