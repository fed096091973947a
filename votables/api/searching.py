"""Searching the game."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import Day, Key, Refused, Room, Rows, Shape, Text, url_of, worked_out
from players.api.auth import Who
from players.models import Dynasty
from votables.archive.page import archived_categories
from votables.queries.search import Hit, everything_found, hits, read_wanted

router = Room("Search")


def _address(hit: Hit) -> str:
    links = {
        "rules": lambda: f"/rules/{hit.row.rule_id}/",
        "past": lambda: f"/rules/{hit.row.rule_id}/?revision={hit.row.revision_id}",
        "pages": lambda: f"/gamestate/pages/{hit.row.key}/",
    }
    return url_of(links[hit.kind]() if hit.kind in links else hit.link)


class HitOut(Shape):
    """Something that was found."""

    kind: Literal["posts", "comments", "rules", "past", "pages"] = Field(
        description="`past`: an earlier version of a rule."
    )
    id: int = worked_out(lambda hit: hit.row.rule_id if hit.kind in ("rules", "past") else hit.row.pk)
    url: str = worked_out(_address)
    title: str = worked_out(lambda hit: "".join(text for text, _ in hit.title))
    words: str = worked_out(
        lambda hit: "".join(text for text, _ in hit.snippet), "The text around the words."
    )
    at: datetime
    by: Who | None


class Question(Shape):
    """What is looked for."""

    q: Text = Field(min_length=1, max_length=400, description='Words; "words in a row"; -none of these.')
    what: Literal["all", "posts", "comments", "rules", "past", "pages"] = Field(
        "all", description="Where to look; `past`: in earlier versions of rules."
    )
    author: Text = Field("", max_length=100, description="Who wrote it, by name.")
    category: Text = Field("all", max_length=40, description="Such as `proposal`; `all`: any.")
    status: Literal["all", "pending", "enacted", "failed", "illegal"] = "all"
    dynasty: Key | None = Field(None, description="The number of a dynasty.")
    since: Day | None = None
    until: Day | None = None
    order: Literal["best", "newest"] = "best"


@router.list("/search", HitOut)
def find(request: HttpRequest, question: Query[Question]) -> Rows:
    """Posts, comments, rules of now and the past, and pages of gamestate that contain the words. Results can move
    while people write."""
    game = request.frame
    categories = archived_categories(game.docket_or_none.law if game.docket_or_none else None)
    dynasties = tuple(Dynasty.objects.up_to(request.at))
    words = {name: str(value) for name, value in question.dict(exclude_none=True).items()}
    if question.category not in ("all", *categories):
        raise Refused(400, "There is no such category.")
    search = read_wanted(words, categories=categories, dynasties=dynasties)
    if search.problems or search.question is None:
        raise Refused(400, " ".join(search.problems) or "There is no word in it to look for.")
    in_order, _ = everything_found(search)
    return Rows(
        list(enumerate(in_order)),
        by=lambda placed: (placed[0],),
        tell=lambda part: hits([one for _, one in part], search.words),
    )
