"""Which tables a backup holds: all, but for those that are named here, each with its reason."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader

MADE_BY_MIGRATE = "`migrate` makes it, the same on every site"
ASKED_BY_NOBODY = "nothing on this site asks for groups or permissions of Django"
LEFT_OUT = {
    "players.Session": "who is signed in signs in again, so that a stolen backup lets nobody in",
    "players.Sending": "it is forgotten after a day, and who sends again has it from the site that did it",
    "sessions.Session": "Django's own table of sessions, which is empty: this site has one of its own",
    "account.EmailConfirmation": "addresses are confirmed by signed links, and none is kept here",
    "contenttypes.ContentType": MADE_BY_MIGRATE,
    "auth.Permission": MADE_BY_MIGRATE,
    "auth.Group": ASKED_BY_NOBODY,
    "auth.Group_permissions": ASKED_BY_NOBODY,
    "players.Player_groups": ASKED_BY_NOBODY,
    "players.Player_user_permissions": ASKED_BY_NOBODY,
}


def tables() -> list[type[models.Model]]:
    """The models of the tables in a backup, in an order that is always the same."""
    saved_models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.label not in LEFT_OUT
    ]
    return sorted(saved_models, key=lambda model: model._meta.label)


def columns(model: type[models.Model]) -> list[str]:
    """The columns of a table that are written down besides its key."""
    return [field.name for field in model._meta.concrete_fields if not field.primary_key]


def versions() -> dict[str, str]:
    """The newest migration that the database has seen of each app with a table in a backup."""
    app_labels = {model._meta.app_label for model in tables()}
    seen: Iterator[tuple[str, str]] = iter(sorted(MigrationLoader(connection).applied_migrations))
    return {app: name for app, name in seen if app in app_labels}
