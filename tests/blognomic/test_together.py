"""Several questions asked at once find what each finds by itself."""

from datetime import timedelta

import pytest
from django.db import models
from django.db.models import Count, Exists, OuterRef
from django.db.models.functions import Lower

from blognomic.database.together import together, written
from players.models import Dynasty, Player, RosterEvent
from ruleset.models import LawVersion, RuleVersion
from tests.votables.table import noon, person, propose, say, seat
from votables.models import Comment, Post

pytestmark = pytest.mark.django_db


def asked() -> list[models.QuerySet]:
    """Questions of every sort: whole rows, parts of them, with others joined, counted, none, and in an order."""
    comments = Comment.objects.filter(post=OuterRef("pk"))
    return [
        Player.objects.order_by("-name").only("name", "standing_since"),
        RosterEvent.objects.in_order().select_related("player", "by"),
        LawVersion.objects.order_by("pk"),
        Post.objects.annotate(has_any=Exists(comments), low=Lower("title"))
        .order_by("pk")
        .select_related("author"),
        Comment.objects.order_by("pk").values_list("post__title", "at", "icons"),
        Comment.objects.order_by().values_list("author").annotate(number=Count("pk")),
        Player.objects.none(),
        Player.objects.filter(pk__in=[]),
        Post.objects.order_by("-posted_at").values_list("posted_at", flat=True)[:1],
        Dynasty.objects.order_by("number"),
        RuleVersion.objects.order_by("pk").select_related("revision", "until"),
    ]


def told(rows: list) -> list:
    """What is found, with all that is known of each row and of those that were joined to it."""

    def plain(one: object) -> object:
        if not isinstance(one, models.Model):
            return one
        rest = {name: value for name, value in vars(one).items() if name != "_state"}
        joined = {name: plain(other) for name, other in one._state.fields_cache.items()}
        return type(one), rest, joined

    return [plain(one) for one in rows]


def test_what_is_asked_together_is_what_each_would_find(django_assert_num_queries):
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    post = propose(alice, noon(1), "100% \\ “quoted” \n 🎲")
    say(post, bobby, noon(1) + timedelta(microseconds=123456), "Hear :for:")
    with django_assert_num_queries(1):
        rows_of_each = together(*asked())
    assert [told(one) for one in rows_of_each] == [told(list(one)) for one in asked()]
    assert [len(one) > 0 for one in rows_of_each].count(False) <= 3


def test_what_finds_nothing_for_sure_is_not_asked(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert together(Player.objects.none(), Player.objects.filter(pk__in=[])) == [[], []]


def test_a_question_that_was_written_once_is_asked_with_other_values_each_time(django_assert_num_queries):
    alice, bobby, carol = (person(name) for name in ("Alice", "Bobby", "Carol"))
    question = written(Player.objects.filter(pk__in=[-1, -2]).order_by("name").values_list("name", flat=True))
    nothing = written(Player.objects.filter(pk__in=[]))

    with django_assert_num_queries(2):
        first = together(question.given({-1: alice.pk, -2: carol.pk}), nothing)
        second = together(question.given({-1: bobby.pk, -2: bobby.pk}), Player.objects.filter(pk=carol.pk))

    assert first == [["Alice", "Carol"], []]
    assert second == [["Bobby"], [carol]]
    assert list(question.queryset) == [], "what was written stays as it was"
