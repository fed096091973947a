"""What the stage holds of notices and webhooks."""

from datetime import datetime

from django.core import signing

from players.models import Player, Webhook
from players.notices.letters import SALT


def tell_people(people: dict[str, Player], *, at: datetime) -> dict[str, int | str]:
    """A notice of the author's and the token that stops such letters; a webhook of the admin's, to nowhere."""
    hook = Webhook.objects.create(
        name="Hall", url="https://127.0.0.1/hush", kinds=["vote"], made_at=at, made_by=people["admin"]
    )
    return {
        "notice": people["author"].notices.latest("pk").pk, "webhook": hook.pk, "proposals": "proposals",
        "token": signing.dumps([people["author"].pk, "resolved"], salt=SALT),
    }  # fmt: skip
