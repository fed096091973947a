"""Paths of this site, in whatever row they stand, lead to what there is; so do keys that stand for rows elsewhere."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from typing import Any

from django.apps import apps
from django.db.models import CharField, Exists, Model, OuterRef, Q, QuerySet
from django.urls import Resolver404, resolve

from blognomic.text.outside import KEY
from gamestate.models import Page, Roll, Sealing, Secret, Table, Update, Variable
from players.checking import Check, Finding
from players.models import Dynasty, Mentorship, Message, Notice, Player, Thread
from ruleset.models import Revision, Rule
from votables.models import Comment, Post
from votables.post_types.models import OfficialType

ROOMS = ("players", "ruleset", "gamestate", "votables")
PATHS = ("link", "announced", "farewell", "lifted_link")
# The pages that show one row, and by which of its columns they are asked for.
SHOWN: dict[str, tuple[type[Model], str]] = {
    "votables:post": (Post, "pk"),
    "votables:official_type": (OfficialType, "pk"),
    "players:profile": (Player, "pk"),
    "players:dynasty": (Dynasty, "number"),
    "players:thread": (Thread, "pk"),
    "players:announce_mentorship": (Mentorship, "pk"),
    "ruleset:rule": (Rule, "pk"),
    "ruleset:revision": (Revision, "pk"),
    "gamestate:player": (Player, "pk"),
    "gamestate:variable": (Variable, "pk"),
    "gamestate:table": (Table, "key"),
    "gamestate:page": (Page, "key"),
    "gamestate:update": (Update, "pk"),
    "gamestate:roll": (Roll, "number"),
    "gamestate:secret": (Secret, "pk"),
    "gamestate:sealing": (Sealing, "pk"),
}
_COMMENT = re.compile(rf"comment-({KEY})", re.ASCII)


class Site:
    """What there is to lead to. The keys of a table are read once, when they are first asked for."""

    def __init__(self) -> None:
        self.keys: Callable[..., set[Any]] = cache(self._keys)
        self.leads: Callable[[str], bool] = lru_cache(maxsize=20_000)(self._leads)

    def _keys(self, model: type[Model], column: str) -> set[Any]:
        return set(model._default_manager.values_list(column, flat=True).iterator(chunk_size=10_000))

    def _leads(self, link: str) -> bool:
        """Whether a path leads to a page, and the page shows a row that there is."""
        path, _, fragment = link.partition("#")
        try:
            match = resolve(path.partition("?")[0])
        except Resolver404:
            return False
        if match.view_name in SHOWN:
            (key,) = match.kwargs.values()
            if key not in self.keys(*SHOWN[match.view_name]):
                return False
        comment = _COMMENT.fullmatch(fragment)
        return comment is None or int(comment[1]) in self.keys(Comment, "pk")


def _links(names: tuple[str, ...], rows: Iterable[Model]) -> Iterator[Finding]:
    site = Site()
    for row in rows:
        for name in names:
            link = getattr(row, name)
            if link.startswith("/") and not site.leads(link):
                what = row._meta.verbose_name
                yield Finding(
                    f"{what} {row.pk}", f"This {what} leads to {link}, where there is nothing.", link
                )


def _linked(model: type[Model], names: tuple[str, ...]) -> QuerySet[Any]:
    anywhere = Q()
    for name in names:
        anywhere |= ~Q(**{name: ""})
    return model._default_manager.filter(anywhere).only("pk", *names).order_by("pk")


def _checks() -> Iterator[Check]:
    for room in ROOMS:
        for model in apps.get_app_config(room).get_models():
            fields = [field for field in model._meta.fields if isinstance(field, CharField)]
            names = tuple(field.name for field in fields if field.name in PATHS)
            if names:
                rows = partial(_linked, model, names)
                yield Check(f"where each {model._meta.verbose_name} leads", rows, partial(_links, names))


def _comments_of_rolls(rows: Iterable[Roll]) -> Iterator[Finding]:
    for roll in rows:
        yield Finding(
            f"roll {roll.pk}",
            f"Roll {roll.number} is said to be part of comment {roll.where_pk}, which there is not.",
            roll.get_absolute_url(),
        )


def _rolls_of_no_comment() -> QuerySet[Roll]:
    comments = Comment.objects.filter(pk=OuterRef("where_pk"))
    return Roll.objects.filter(~Exists(comments), where=Roll.Where.COMMENT).order_by("number")


# Events that the keys of notices name, with the key of a row.
EVENTS: dict[str, type[Model]] = {"comment": Comment, "message": Message, "posted": Post}


def _notices(rows: Iterable[Notice]) -> Iterator[Finding]:
    """What somebody was told of happened."""
    site = Site()
    for notice in rows:
        name, key = [*notice.key.split(":"), ""][:2]
        if name in EVENTS and key.isdecimal() and int(key) not in site.keys(EVENTS[name], "pk"):
            what = EVENTS[name]._meta.verbose_name
            yield Finding(
                f"notice {notice.pk}", f"A notice tells of {what} {key}, which there is not.", notice.link
            )


CHECKS = (
    *_checks(),
    Check("rolls in comments", _rolls_of_no_comment, _comments_of_rolls),
    Check("notices", lambda: Notice.objects.only("pk", "key", "link").order_by("pk"), _notices),
)
