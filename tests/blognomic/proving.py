"""A browser in which somebody has just proved once more who they are."""

import time

from django.test import Client

from players.models import Player


def prove(browser: Client, player: Player) -> None:
    """As if the one who is signed in had given their password again at this moment."""
    session = browser.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()
