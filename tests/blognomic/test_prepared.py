"""A question that was put together once is asked anew each time, with the values of that time."""

import pytest
from django.db.models import Count, F

from blognomic.database.prepared import Prepared
from tests.votables.table import noon, propose, seat
from votables.models import Post

pytestmark = pytest.mark.django_db


def test_the_answer_is_what_the_question_would_find():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    told = propose(alice, noon(1), "Cats"), propose(bobby, noon(2), "Dogs")

    def asked(title: str, author: int):
        posts = Post.objects.filter(title=title, author=author).select_related("author")
        return posts.annotate(number=Count("comments"), when=F("posted_at"))

    prepared: Prepared[Post] = Prepared(asked, "\0", -1)
    for post in told:
        (found,), (plain,) = (
            prepared.find(post.title, post.author_id),
            asked(post.title, post.author_id),
        )
        assert found.__dict__.keys() == plain.__dict__.keys()
        assert (found, found.when, found.number, found.author) == (plain, post.posted_at, 0, post.author)
    assert prepared.find("Dogs", alice.pk) == []


def test_what_has_changed_since_is_found():
    alice, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    prepared: Prepared[Post] = Prepared(lambda author: Post.objects.filter(author=author), -1)
    assert prepared.find(alice.pk) == []
    post = propose(alice, noon(1), "Cats")
    assert prepared.find(alice.pk) == [post]
