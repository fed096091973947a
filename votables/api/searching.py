"""Searching the game."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api import Day, Key, Page, Refused, Room, Text, ToldShape, url_of, worked_out
from blognomic.web.api.paging import LONGEST, decode, encode
from players.api import Who
from players.models import Dynasty
from votables.archive.page import archived_categories
from votables.queries.search import Hit, read_wanted, search

router = Room("Search")


class HitOut(ToldShape):
    """Something that was found."""

    kind: Literal["posts", "comments", "rules", "past", "pages"]
    id: int = worked_out(lambda hit: hit.row.rule_id if hit.kind in ("rules", "past") else hit.row.pk)
    url: str
    title: str = worked_out(lambda hit: "".join(text for text, _ in hit.title))
    words: str = worked_out(
        lambda hit: "".join(text for text, _ in hit.snippet), "The words around those that were looked for."
    )
    at: datetime
    by: Who | None

    @staticmethod
    def resolve_url(hit: Hit) -> str:
        links = {
            "rules": lambda: f"/rules/{hit.row.rule_id}/",
            "past": lambda: f"/rules/{hit.row.rule_id}/?revision={hit.row.revision_id}",
            "pages": lambda: f"/gamestate/pages/{hit.row.key}/",
        }
        return url_of(links[hit.kind]() if hit.kind in links else hit.link)


class Question(Schema):
    """What is looked for."""

    q: Text = Field(min_length=1, max_length=400, description='Words; "words in a row"; -none of these.')
    what: Literal["all", "posts", "comments", "rules", "past", "pages"] = "all"
    author: Text = Field("", max_length=100)
    category: Text = Field("all", max_length=40)
    status: Literal["all", "pending", "enacted", "failed", "illegal"] = "all"
    dynasty: Key | None = None
    since: Day | None = None
    until: Day | None = None
    order: Literal["best", "newest"] = "best"
    cursor: str = Field("", max_length=LONGEST, description="The `next` of the part before.")


@router.get("/search", "Search", Page[HitOut])
def find(request: HttpRequest, question: Query[Question]) -> dict[str, Any]:
    """What has the words, in posts, comments, rules now and of the past, and pages of gamestate. What is written
    meanwhile may move what is found."""
    game = request.frame
    categories = archived_categories(game.held.law if game.held else None)
    dynasties = tuple(Dynasty.objects.filter(started_at__lte=request.at))
    asked = {name: str(value) for name, value in question.dict(exclude_none=True).items()}
    if question.category not in ("all", *categories):
        raise Refused(400, "There is no such category.")
    wanted = read_wanted(asked, categories=categories, dynasties=dynasties)
    if wanted.problems or wanted.question is None:
        raise Refused(400, " ".join(wanted.problems) or "There is no word in it to look for.")
    number = decode(question.cursor, [int])[0] if question.cursor else 1
    if not 1 <= number <= 1000:
        raise Refused(400, "This is no cursor of this list. Begin again without one.")
    found = search(wanted, page=number)
    request.next_cursor = encode([number + 1]) if number < found.pages else None
    return {"items": found.hits if number <= found.pages else (), "next": request.next_cursor}
