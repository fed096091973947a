"""A question that was put together once is asked anew each time, with the values of that time."""

from datetime import timedelta

import pytest
from django.db.models import Count, F

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from players.models import Player
from tests.votables.table import noon, propose, say, seat
from votables.models import Comment, Post

pytestmark = pytest.mark.django_db


def test_the_answer_is_what_the_question_would_find():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    posts_written = propose(alice, noon(1), "Cats"), propose(bobby, noon(2), "Dogs")

    def of_author(title: str, author: int):
        posts = Post.objects.filter(title=title, author=author).select_related("author")
        return posts.annotate(number=Count("comments"), when=F("posted_at"))

    prepared = Prepared(of_author)
    for post in posts_written:
        (lazily,), (plain,) = (
            prepared.find(post.title, post.author_id),
            of_author(post.title, post.author_id),
        )
        assert lazily.__dict__.keys() == plain.__dict__.keys()
        assert (lazily, lazily.when, lazily.number, lazily.author) == (plain, post.posted_at, 0, post.author)
    assert prepared.find("Dogs", alice.pk) == []


def test_what_has_changed_since_is_found():
    alice, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    prepared = Prepared(lambda author: Post.objects.filter(author=author))
    assert prepared.find(alice.pk) == []
    post = propose(alice, noon(1), "Cats")
    assert prepared.find(alice.pk) == [post]


def said_since(authors, since, marked):
    comments = Comment.objects.filter(author__in=authors, at__gte=since).order_by("-pk")
    return comments.exclude(cast="") if marked else comments.filter(post__posted_at__gte=since)


@pytest.mark.parametrize("number", [0, 1, 3, 9])
def test_what_is_prepared_finds_what_it_is_built_to_find(number):
    people = seat(*(f"Player-{one}" for one in range(12)))
    posts = [propose(author, noon(day), f"Number {day}") for day, author in enumerate(people[:6], start=1)]
    for post, author in zip(posts, people[6:], strict=True):
        say(post, author, post.posted_at + timedelta(hours=1), "Hear :for:")
    prepared = Prepared(said_since)
    for authors in (people[6 : 6 + number], people[6 - number // 2 :][:number], people[:number]):
        for since, marked in ((noon(1), True), (noon(3), True), (noon(3), False)):
            values = [one.pk for one in authors], since, marked
            assert together(prepared(*values)) == [list(said_since(*values))]


def test_what_is_prepared_is_put_together_once_for_each_shape():
    made = []

    def of_keys(keys, after):
        made.append(keys)
        return Player.objects.filter(pk__in=keys, pk__gt=after)

    alice, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    prepared = Prepared(of_keys)
    for keys in ([alice.pk], [1, 2, 3], range(1, 9), {alice.pk}, []):
        together(prepared([*keys], 0))
    assert [len(keys) for keys in made] == [8, 0]
    together(prepared([*range(1, 10)], 0))
    assert len(made) == 3
