"""Sentences of Django and django-allauth that this site translates itself: their German speaks to strangers, ours to
friends.

They are marked here so that they are gathered with our own, and ours are found first.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

SENTENCES = (
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Use a security key"),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "number",
    ),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
)
