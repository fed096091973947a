"""The posts that announce and end a mentorship."""

from functools import partial

from pydantic import Field

from blognomic.web.api import Confirmed, Key, Room, Text
from players.api.auth import POSTS
from votables.api.blog.shapes import WholePost, posted
from votables.models import TITLE_LENGTH
from votables.queries.fair_play import check_post
from votables.services import mentoring
from votables.services.posting import BODY_LENGTH

router = Room("Mentors")
by_post = partial(router.add, answer=WholePost, auth=POSTS, asks=check_post, then=posted)


class MentorshipPost(Confirmed):
    """The post that the rule asks for. What you leave out gets the usual words."""

    title: Text | None = Field(None, min_length=1, max_length=TITLE_LENGTH)
    body: Text | None = Field(None, min_length=1, max_length=BODY_LENGTH)


@by_post("/mentorships/{mentorship}/announce", does=mentoring.announce)
def announce_mentorship(mentorship: Key, sent: MentorshipPost) -> None: ...


@by_post("/mentorships/{mentorship}/dissolve", does=mentoring.dissolve)
def dissolve_mentorship(mentorship: Key, sent: MentorshipPost) -> None: ...
