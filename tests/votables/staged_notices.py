"""What the stage holds of notices and webhooks."""

from datetime import datetime

from django.core import signing

from blognomic.accounts.address_back import SALT as BACK
from players.models import Device, Player, Webhook
from players.notices import telling
from players.notices.letters import SALT, stop_path, vote_token
from players.services import fair_play
from votables.models import Post


def tell_people(people: dict[str, Player], *, at: datetime) -> dict[str, int | str]:
    """A notice of the author's and the token that stops such letters; a link by which a player votes on the newest
    pending matter; a webhook of the admin's, to nowhere."""
    telling.choose(by=people["player"], at=at, kinds={}, votes_by_letter=True)
    matter = Post.objects.pending().exclude(author=people["player"]).latest("pk")
    hook = Webhook.objects.create(
        name="Hall", url="https://127.0.0.1/hush", kinds=["vote"], made_at=at, made_by=people["admin"]
    )
    device = Device.objects.create(
        player=people["author"],
        name="A phone",
        endpoint="https://push.example/",
        public_key="-",
        auth="-",
        made_at=at,
    )
    return {
        "device": device.pk,
        "notice": people["author"].notices.latest("pk").pk, "webhook": hook.pk, "proposals": "proposals",
        "week": "2026-W10", "guide": "players",
        "way-back": signing.dumps([people["author"].pk, "author@example.org", 10**6, "2999-01-01T00:00Z"], salt=BACK),
        "vote-link": vote_token(people["player"], matter.pk, "for"),
        "token": signing.dumps([people["author"].pk, "resolved"], salt=SALT),
    }  # fmt: skip


def tell_many(size: int, admin: Player, author: Player, *, at: datetime) -> dict[str, str | int]:
    """`size` webhooks with as many calls each, notices that were not sent, and words on who is one person with whom.
    Answers a webhook's key, and where letters are stopped."""
    others = list(Player.objects.exclude(pk__in=[admin.pk, author.pk])[:size])
    for number in range(size):
        hook = Webhook.objects.create(
            name="Hall", url="https://127.0.0.1/hush", kinds=["vote"], made_at=at, made_by=admin
        )
        for each in range(size):
            hook.calls.create(kind="vote", key=str(each), at=at, sentence="A post", link="/")
        for reader in (author, admin):
            reader.notices.create(
                kind="mention", key=f"k{number}", at=at, sentence="A mention", link="/", problem="It failed."
            )
        fair_play.record(
            by=admin,
            at=at,
            one=author,
            other=others[number],
            is_one_person=True,
            announced=True,
            reason="Said.",
        )
    return {"stop": stop_path(author.pk, "vote").split("/")[-2], "webhook": hook.pk}
