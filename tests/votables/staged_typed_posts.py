"""What the stage holds of official posts of the dynasty."""

from datetime import datetime, timedelta

from players.models import Player
from votables.models import Category, Post
from votables.post_types.models import Ender, OfficialPost, OfficialResponse
from votables.post_types.presets import BOUNTY, SEARCH
from votables.services import closing_posts, posting, typed_posts

from .table import say

HUNT = {
    "name": "Hunt",
    "plural": "Hunts",
    "mark": "Hunt",
    "may_end": Ender.AUTHOR_EMPEROR,
    "ending_action": "Rest.",
}

# What the form of a definition sends besides.
FORM = {
    "told_by": "tag", "open_word": "Open", "ended_word": "Ended", "may_post": "players", "response": "any",
    "may_respond": "players", "once": "on", "why": "Because.",
}  # fmt: skip


def _post(by: Player, at: datetime, title: str) -> Post:
    return posting.publish(by=by, at=at, category=Category.STORY, title=title, body="Words.")


def hold_events(people: dict[str, Player], *, at: datetime) -> dict[str, int | str]:
    """An open Hunt of the author's that the player answered, an ended one, and the key of a shipped definition."""
    type = typed_posts.define(by=people["admin"], at=at, **HUNT)
    ended = _post(people["author"], at, "[Hunt] Hares")
    closing_posts.end(post=ended, by=people["author"], at=at)
    going = _post(people["author"], at, "[Hunt] Boars")
    answer = say(going, people["player"], at).response
    return {"hunts": type.pk, "hunt": going.pk, "hunted": ended.pk, "answer": answer.pk, "bounty": BOUNTY.key}


def play(admin: Player, author: Player, player: Player, *, at: datetime) -> None:
    """Something of everything that is remembered of official posts: one is open for 60 hours, one ended and reported
    on, and a comment that counted counts no more."""
    events = hold_events({"admin": admin, "author": author, "player": player}, at=at)
    ended = OfficialPost.objects.get(post=events["hunted"])
    closing_posts.report(post=ended.post, by=author, at=at, done=[0])
    answer = OfficialResponse.objects.get(pk=events["answer"])
    closing_posts.count(answer=answer, valid=False, by=author, at=at, reason="It names no boar.")
    typed_posts.define(by=admin, at=at, **{**HUNT, **named("Race"), "lasts_hours": 60, "most_open": 2})
    _post(player, at, "[Race] To the sea")


def hold_many_events(
    size: int, admin: Player, author: Player, others: list[Player], *, at: datetime
) -> dict[str, int]:
    """`size` types and definitions of one, with as many posts, open, ended and closed by themselves, each with as many
    responses and other comments. Answers the keys of some."""
    types = [
        typed_posts.define(by=admin, at=at, **{**HUNT, **named(f"Hunt-{number}")}, lasts_hours=24)
        for number in range(size)
    ]
    words = {
        "most_open": None,
        "most_open_each": None,
        "not_joined": False,
        "joins_one": False,
        "end_after_hours": None,
    }
    search = typed_posts.define(by=admin, at=at, **{**SEARCH.definition, **words})
    for number in range(size):
        typed_posts.amend(
            official_type=search,
            seen=search.number + number,
            by=admin,
            at=at,
            why="Test.",
            **{**SEARCH.definition, **words},
        )
        late = _post(author, at, f"[Hunt-{number}] Past its time")
        OfficialPost.objects.filter(post=late).update(closes_at=at - timedelta(hours=1))
        going, over = (_post(author, at, f"[Search] {title} {number}") for title in ("Open", "Over"))
        for other in others[: size + 1]:
            for post in (going, over):
                say(post, other, at, "I join the search.")
                answer = say(post, other, at).response
                closing_posts.count(answer=answer, valid=True, by=author, at=at, reason="As good as.")
        closing_posts.end(post=over, by=author, at=at)
    return {
        "type": search.pk, "other_type": types[0].pk, "event": going.pk, "ended": over.pk, "answer": answer.pk,
    }  # fmt: skip


def named(name: str) -> dict[str, str]:
    return {"name": name, "plural": f"{name}s", "mark": name}
