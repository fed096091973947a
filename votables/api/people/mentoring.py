"""The posts that announce and end a mentorship."""

from collections.abc import Callable

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Confirmed, Room, Text, row_of
from players.api.auth import POSTS, by
from players.models import Mentorship
from votables.api.blog.shapes import WholePost, posted
from votables.models import TITLE_LENGTH, Post
from votables.queries.fair_play import check_post
from votables.services import mentoring as posts
from votables.services.posting import BODY_LENGTH

router = Room("Mentors")
MENTORSHIPS = Mentorship.objects.select_related("mentor", "mentee")


class MentorshipPost(Confirmed):
    """The post that the rule asks for. What you leave out gets the usual words."""

    title: Text | None = Field(None, min_length=1, max_length=TITLE_LENGTH)
    body: Text | None = Field(None, min_length=1, max_length=BODY_LENGTH)


@router.add("/mentorships/{mentorship}/announce", WholePost, POSTS)
def announce_mentorship(request: HttpRequest, mentorship: row_of(MENTORSHIPS), sent: MentorshipPost) -> Post:
    """As emperor, or acting as one, post that a mentorship has begun."""
    words = posts.words_of_announcement(mentorship)
    return _by_post(request, mentorship, sent, posts.announce, words)


@router.add("/mentorships/{mentorship}/dissolve", WholePost, POSTS)
def dissolve_mentorship(request: HttpRequest, mentorship: row_of(MENTORSHIPS), sent: MentorshipPost) -> Post:
    """End your mentorship, by a post that says so."""
    words = posts.words_of_farewell(mentorship, request.user)
    return _by_post(request, mentorship, sent, posts.dissolve, words)


def _by_post(
    request: HttpRequest,
    mentorship: Mentorship,
    sent: MentorshipPost,
    act: Callable[..., Post],
    words: dict[str, str],
) -> Post:
    post_words = {**words, **sent.dict(include={"title", "body"}, exclude_none=True)}
    if not sent.confirmed:
        check_post(**by(request), body=post_words["body"], commentary="")
    post = act(mentorship=mentorship.pk, **by(request), **post_words)
    return posted(request, post)
