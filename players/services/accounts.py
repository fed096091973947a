"""Closing an account: nobody signs in with it any more, and what was private in it is gone. The record stays."""

from django.db import models, transaction
from django.utils.translation import gettext as _

from blognomic.web.errors import Stale
from players.models import Player


@transaction.atomic
def close_account(*, by: Player) -> None:
    """Close one's own account: take away its password and addresses, second factors, tokens, sessions, drafts, notices
    and settings. Name, posts, votes and messages stay, since they are others' history, too; so does whoever it is on
    the roster, which the rules change. Raises Stale if it is closed already.

    What goes is what the database would delete with a player's row; what it protects is the record.
    """
    player = Player.objects.select_for_update().get(pk=by.pk)
    if not player.is_active:
        raise Stale(_("This account is already closed."))
    for field in columns_of_people():
        if field.remote_field.on_delete is models.CASCADE:
            field.model.objects.filter(**{field.name: player}).delete()
    player.is_active, player.email, player.last_login = False, "", None
    player.set_unusable_password()
    player.save(update_fields=["is_active", "email", "last_login", "password"])


def columns_of_people() -> list[models.ForeignKey]:
    """The columns of all tables that name a person."""
    return [
        relation.field
        for relation in Player._meta.get_fields(include_hidden=True)
        if relation.auto_created and (relation.one_to_many or relation.one_to_one)
    ]
