"""The site when its game is lively: a crowd that reads, votes, comments and updates values, at the site in production.
Run as `python -m bench.lively SECONDS` in its environment; prints JSON."""

import json
import os
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import django

from bench import crowd
from bench.pages import pages, people, session_of
from bench.servers import site

MATTERS = 200  # resolved ones that are read
# A number, for who writes the same word twice changes nothing, and is told so.
_FIELD = re.compile(r'name="([0-9]+/player:[0-9]+@[0-9]*)" value="-?[0-9]+"')


def main(seconds: float) -> dict[str, Any]:
    """What came of so many seconds."""
    addresses, mix = pages(), of_the_game()
    those = people(crowd.SIGNED_IN)
    crowded = [crowd.Person({"sessionid": session_of(one)}, about=one) for one in those]
    crowded += [crowd.Person() for _ in range(crowd.STRANGERS)]
    with site(os.environ["DATABASE_URL"], Path(os.environ["STATIC_ROOT"])) as server:
        for person in crowded:
            if person.about is not None:  # who writes has seen a form before
                page = crowd.ask(server, person, "", addresses["pending matter"], plain=True)
                assert b"Sign out" in page.body, f"{person.about} is not signed in"
        return crowd.browse(server, mix, crowded, seconds=seconds)


def of_the_game() -> crowd.Mix:
    """What a crowd does in the game that is in the database."""
    from votables.models import Post, Status

    addresses = pages()
    authors = {post.get_absolute_url(): post.author_id for post in Post.objects.filter(status=Status.PENDING)}
    pending = list(authors)
    resolved = Post.objects.exclude(status__in=[Status.PENDING, Status.NONE]).order_by("-pk")
    old = [post.get_absolute_url() for post in resolved[:MATTERS]]
    words = "lantern parcel letter clock mirror candle garden harbour ladder orchard".split()

    def always(name: str) -> crowd.Read:
        return lambda person, dice: addresses[name]

    def signed_in(name: str) -> crowd.Read:
        return lambda person, dice: addresses[name] if person.about else ""

    def write(look: crowd.Ask, person: crowd.Person, dice: Random) -> crowd.Write:
        fields = {"csrfmiddlewaretoken": person.cookies["csrftoken"]}
        plays = person.about.is_playing
        act = dice.choice(["vote", "comment", "update"]) if plays else "comment"
        if act == "update":
            page = look("form of an update", f"/gamestate/edit/?player={person.about.pk}")
            names = _FIELD.findall(page.body.decode())
            return act, "/gamestate/edit/", {**fields, dice.choice(names): "+1", "comment": "", "insist": ""}
        # Authors who vote AGAINST withdraw what they proposed, and are asked whether they mean it.
        others = [address for address, author in authors.items() if author != person.about.pk]
        icon = dice.choice([":for:", ":against:"]) if act == "vote" else ""
        text = f"{icon} {dice.choice(words)} {dice.randrange(10_000)}"
        sent = {**fields, "text": text, "asks": "", "warned": "on"}
        return act, f"{dice.choice(others)}comment/", sent

    return crowd.Mix(
        reads={
            "front page": always("front page"),
            "pending matter": lambda person, dice: dice.choice(pending),
            "matter": lambda person, dice: dice.choice(old),
            "gamestate": always("gamestate, 20 × 15"),
            "ruleset": always("ruleset"),
            "archive": lambda person, dice: f"/archive/?page={dice.randrange(1, 50)}",
            "log": always("log"),
            "its history": always("its history"),
            "a difference": always("a difference"),
            "search": lambda person, dice: f"/search/?q={dice.choice(words)}+{dice.choice(words)}",
            "what is new": signed_in("what is new"),
            "own queue": signed_in("own queue"),
            "dashboard": lambda person, dice: "/dashboard/" if person.about and person.about.is_admin else "",
        },
        write=write,
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
    django.setup()
    print(json.dumps(main(float(sys.argv[1]))))
