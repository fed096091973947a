"""The posts that rule Mentors asks for."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import Mentorship
from tests.votables.table import noon, seat
from votables.models import Post
from votables.services import mentoring

pytestmark = pytest.mark.django_db
TITLED = {"title": "A mentor", "body": "It is so."}


@pytest.fixture
def mentored():
    """The players, Alice the emperor, and Bobby's mentorship of Carol."""
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    return players, Mentorship.objects.create(mentor=players[1], mentee=players[2], begun_at=noon(1))


def test_the_emperor_announces_a_mentorship_once_in_a_post(mentored):
    (alice, bobby, *_), mentorship = mentored
    arguments = {"mentorship": mentorship.pk, "at": noon(2), **TITLED}
    with pytest.raises(RuleBroken):
        mentoring.announce(by=bobby, **arguments)
    assert not Post.objects.exists()
    post = mentoring.announce(by=alice, **arguments)
    assert (post.title, post.author, post.category, post.posted_at) == ("A mentor", alice, "", noon(2))
    with pytest.raises(Stale):
        mentoring.announce(by=alice, **arguments)
    assert Post.objects.count() == 1


def test_either_of_the_two_ends_it_by_a_post_and_nobody_else(mentored):
    (alice, bobby, carol, *_), mentorship = mentored
    arguments = {"mentorship": mentorship.pk, "at": noon(3), **TITLED}
    with pytest.raises(RuleBroken):
        mentoring.dissolve(by=alice, **arguments)
    post = mentoring.dissolve(by=carol, **arguments)
    mentorship.refresh_from_db()
    assert (mentorship.ended_at, post.author) == (noon(3), carol)
    with pytest.raises(Stale):
        mentoring.dissolve(by=bobby, **arguments)
    assert Post.objects.count() == 1


def test_the_words_to_begin_with_name_the_other_one(mentored):
    (_, bobby, carol, *_), mentorship = mentored
    assert (
        mentoring.words_of_announcement(mentorship)["body"] == "[[@Bobby]] is now the mentor of [[@Carol]]."
    )
    for by, other in ((bobby, "Carol"), (carol, "Bobby")):
        assert f"[[@{other}]]" in mentoring.words_of_farewell(mentorship, by)["body"]
