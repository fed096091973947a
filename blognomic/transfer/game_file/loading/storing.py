"""The rows of an imported game into the database, and what is made from them: standings and HTML."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import models

from blognomic.database.sequences import go_on_after_keys
from blognomic.text import prose
from blognomic.transfer.game_file.database_tables import TABLES
from blognomic.web.errors import RuleBroken
from gamestate.models import Entry, Page, Sealing, Update
from players.models import Player, RosterEvent, Standing, name_key
from ruleset.law import Law
from ruleset.models import LawVersion, RuleVersion
from ruleset.queries import read, rules_by_name
from ruleset.services import rule_html
from votables.models import Comment, Post
from votables.queries.rendering import render_comment, render_prose

from . import gamestate

BATCH = 500
Rows = Mapping[type[models.Model], list[Any]]


def store(rows: Rows) -> None:
    """Write all rows, which have their keys, into the empty database. Must run inside a transaction."""
    _settle_players(rows[Player], rows[RosterEvent])
    _render_rules(rows[RuleVersion])
    for table in TABLES:
        if table.model is Comment:
            # Names in texts lead to people, rules and posts, which are all there by now.
            _render_posts(rows[Post])
            _render_comments(rows[Comment], rows[LawVersion])
        if table.model is Update:
            gamestate.render_updates(rows[Update])
        if table.model is Sealing:
            gamestate.render_sealings(rows[Sealing])
        table.model.objects.bulk_create(rows[table.model], batch_size=BATCH)
        if table.model is Entry:
            gamestate.settle(rows[Page], rows[Entry])
    go_on_after_keys([table.model for table in TABLES])


def _settle_players(players: Iterable[Player], events: Iterable[RosterEvent]) -> None:
    """Give each account what its columns repeat: the key of its name, and its standing by the roster's events."""
    theirs: dict[int, list[RosterEvent]] = defaultdict(list)
    for event in sorted(events, key=lambda event: (event.at, event.pk)):
        theirs[event.player_id].append(event)
    for player in players:
        player.name_key = name_key(player.name)
        player.password = make_password(None)
        for event in theirs[player.pk]:
            if event.standing != player.standing:
                player.standing, player.standing_since = Standing(event.standing), event.at
            player.is_admin = event.is_admin


def _render_rules(versions: Iterable[RuleVersion]) -> None:
    versions = list(versions)
    names = rules_by_name(
        (version.title, version.rule_id) for version in versions if version.until_id is None
    )
    for version in versions:
        version.html = rule_html(version.text, version.rule_id, names)


def _render_posts(posts: list[Post]) -> None:
    for post in posts:
        at = post.edited_at or post.posted_at
        for name, prefix in (("body", "p"), ("commentary", "c")):
            text = getattr(post, name)
            try:
                html = render_prose(text, prefix=f"{prefix}{post.pk}", at=at) if text else ""
            except RuleBroken:
                html = prose.as_typed(text)
            setattr(post, f"{name}_html", html)
    changed = [post for post in posts if post.body_html or post.commentary_html]
    Post.objects.bulk_update(changed, ["body_html", "commentary_html"], batch_size=100)


def _render_comments(comments: Iterable[Comment], versions: Iterable[LawVersion]) -> None:
    laws = sorted(versions, key=lambda version: (version.at, version.pk))
    since = [version.at for version in laws]

    def law_then(comment: Comment) -> Law | None:
        place = bisect_right(since, comment.at)
        return read(laws[place - 1].document) if comment.icons and place else None

    alike: dict[tuple[object, ...], str] = {}  # many comments are nothing but a vote
    for comment in comments:
        law = law_then(comment)
        key = (comment.text, law, tuple(comment.icons), tuple(comment.ignored.items()))
        if not _is_same_anywhere(comment.text):
            comment.html = _comment_html(comment, law)
        elif (html := alike.get(key)) is not None:
            comment.html = html
        else:
            comment.html = alike[key] = _comment_html(comment, law)


def _is_same_anywhere(text: str) -> bool:
    """Whether the HTML of a short text is the same wherever it stands: it has no names, links or footnotes."""
    return len(text) <= 200 and not any(sign in text for sign in "@[&")


def _comment_html(comment: Comment, law: Law | None) -> str:
    try:
        return render_comment(comment, law=law)
    except RuleBroken:
        return prose.as_typed(comment.text)
