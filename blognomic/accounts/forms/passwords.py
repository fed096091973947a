"""Forms of accounts, where django-allauth's own do not do all that this site promises."""

from typing import Any

from allauth.account import forms
from allauth.core import context
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.forms import BooleanField, Form
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext

from players.services import tokens


class SignupForm(forms.SignupForm):
    """Registering. It takes as long for an address that has an account as for one that has none."""

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account; where the address has one already, only the letter that says so. A password is hashed
        either way, since that is what takes the time."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class OffersToRevoke(Form):
    """A new password ends all sessions; tokens are revoked with it unless their owner wants to keep them."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        live = tokens.live_of(self.user, at=context.request.at) if self.user else 0
        if live:
            label = ngettext("Revoke your token, too", "Revoke your {number} tokens, too", live)
            self.fields["revoke_tokens"] = BooleanField(
                label=label.format(number=live),
                required=False,
                initial=True,
                help_text=gettext_lazy("Programs with a token get in without your password."),
            )

    @transaction.atomic
    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("revoke_tokens"):
            tokens.revoke_all(by=self.user, at=context.request.at)


class ChangePasswordForm(OffersToRevoke, forms.ChangePasswordForm):
    """A new password in place of the one that one has."""


class SetPasswordForm(OffersToRevoke, forms.SetPasswordForm):
    """A password for an account that has none."""


class ResetPasswordKeyForm(OffersToRevoke, forms.ResetPasswordKeyForm):
    """A new password in place of a forgotten one."""
