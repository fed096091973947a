"""Comments against their words: icons, votes, HTML, and whether their authors played then."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from django.db.models import Max, QuerySet

from blognomic.i18n.stored_messages import StoredMessage, as_message
from blognomic.text import prose
from blognomic.web.errors import RuleBroken
from players.checking import Check, Finding, is_same_anywhere
from players.models import Dynasty, RosterEvent, Standing
from ruleset.law import Law
from ruleset.models import LawVersion
from ruleset.queries import law_at
from votables.judge import may_use
from votables.judge.icons import UnreadableText, icons_in
from votables.models import Comment, Post
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.matter_kinds import codes_on
from votables.queries.rendering import render_comment

# How an icon looks is not part of what was said, and its picture's address changes from release to release.
_ICON = re.compile(r'<svg class="icon .*?</svg>|<span class="icon icon-glyph".*?</span>', re.DOTALL)
REMEMBERED = 20_000  # many comments are nothing but a vote, and said again and again
LATELY = 50  # posts that are commented on at about the same time


class LawsInForce:
    """The law in force at any instant, in the words of its dynasty. A query for each time that either changed."""

    def __init__(self) -> None:
        changes = {*LawVersion.objects.values_list("at", flat=True)}
        changes |= {*Dynasty.objects.values_list("started_at", flat=True)}
        self.since = sorted(changes)
        self._law_since = lru_cache(maxsize=64)(law_at)

    def at(self, at: datetime) -> Law | None:
        place = bisect_right(self.since, at)
        in_force = self._law_since(self.since[place - 1]) if place else None
        return in_force.law if in_force else None


class Standings:
    """Who was in the roster at any instant."""

    def __init__(self) -> None:
        self.since: dict[int, list[datetime]] = defaultdict(list)
        self.plays: dict[int, list[bool]] = defaultdict(list)
        events = RosterEvent.objects.in_order().values_list("player_id", "at", "standing")
        for player, at, standing in events.iterator(chunk_size=2000):
            self.since[player].append(at)
            self.plays[player].append(standing == Standing.ACTIVE)

    def played(self, player: int, at: datetime) -> set[bool]:
        """Whether they were in the roster at `at`; of an instant at which that changed, both may be so."""
        since, plays = self.since[player], self.plays[player]
        last = bisect_right(since, at)
        states = {plays[last - 1] if last else False}
        while last and since[last - 1] == at:
            last -= 1
            states.add(plays[last - 1] if last else False)
        return states


def _comments(rows: Iterable[Comment]) -> Iterator[Finding]:
    laws, standings = LawsInForce(), Standings()
    html = lru_cache(maxsize=REMEMBERED)(_html)
    docket_of = lru_cache(maxsize=LATELY)(_last_docket_of)
    for comment in rows:
        law = laws.at(comment.at)
        sentences = [*_votes(comment, law), *_reasons(comment, law, docket_of)]
        if comment.by_player not in standings.played(comment.author_id, comment.at):
            is_one = "a player" if comment.by_player else "no player"
            sentences.append(
                f"{comment.author} is stored as {is_one} when this comment was made, and was not so."
            )
        if is_same_anywhere(comment.text) and _ICON.sub("◆", comment.html) != html(
            _CommentSaid(comment, law)
        ):
            sentences.append("The HTML of this comment is not that of its text.")
        for sentence in sentences:
            yield Finding(f"comment {comment.pk}", sentence, comment.get_absolute_url())


def _votes(comment: Comment, law: Law | None) -> Iterator[str]:
    """What does not fit of the icons in a comment and what was cast by them."""
    read = list(_icons(comment.text, law, comment)) if law is not None else []
    if comment.icons not in _may_have(read, comment):
        yield f"Its icons are stored as {_listed(comment.icons)}, and its words have {_listed(read)}."
    places = [str(place) for place in range(len(comment.icons))]
    if not set(comment.ignored) <= set(places):
        yield "A reason is stored for an icon that it does not have."
    allowed = [
        icon for place, icon in zip(places, comment.icons, strict=True) if place not in comment.ignored
    ]
    cast = allowed[-1] if allowed else ""
    if comment.cast != cast:
        yield f"It is stored as casting {comment.cast or 'nothing'}, and its icons cast {cast or 'nothing'}."


def _reasons(comment: Comment, law: Law | None, docket_of: Callable[[Post], Docket]) -> Iterator[str]:
    """What does not fit of the icons that were not allowed, and why, by the facts of that instant: the comments before
    it, who was emperor, what the law and its special cases said. Of a post that was changed since, or of an instant at
    which it was resolved, nobody can say what it was then.

    The facts of a post's last comment, which `docket_of` keeps, tell nearly always what those of each instant do, and
    are asked first: to gather them takes longer than anything else here."""
    post = comment.post
    if law is None or not comment.icons or not _may_be_refused(comment, law):
        return
    if post.version > 1 or post.illegal or comment.at < post.matter_since:
        return
    if post.resolved_at is not None and comment.at >= post.resolved_at:
        return
    if all(kept == expected for _, kept, expected in _reread(comment, docket_of(post), law)):
        return
    docket = docket_at(comment.at)
    for icon, kept, expected in _reread(comment, docket, docket.law):
        if kept != expected:
            yield (
                f"Its icon {icon} is stored as {_told(kept)}, and by the facts of that instant it is {_told(expected)}."
            )


def _reread(
    comment: Comment, docket: Docket, law: Law
) -> Iterator[tuple[str, StoredMessage | None, StoredMessage | None]]:
    """Each icon of a comment, why it is stored as not allowed, and why it was not by the facts of a docket: None where
    it was. What was kept as a text is in the words of its dynasty."""
    facts = next((matter for matter in docket.game.matters if matter.id == str(comment.post_id)), None)
    if facts is None:
        return
    before = replace(facts, comments=tuple(each for each in facts.comments if each.key < comment.pk))
    ask = {
        "game": docket.game,
        "law": law,
        "at": comment.at,
        "matter": before,
        "author": comment.author.name,
    }
    for place, icon in enumerate(comment.icons):
        leave, kept = may_use(icon, **ask), comment.ignored.get(str(place))
        reason = None if leave.allowed else as_message(leave.reason)
        yield icon, kept, kept if kept == leave.reason and reason else reason


def _last_docket_of(post: Post) -> Docket:
    """The docket as it was at the last comment on a post while it was pending."""
    comments = Comment.objects.filter(post=post)
    if post.resolved_at is not None:
        comments = comments.filter(at__lt=post.resolved_at)
    return docket_at(comments.aggregate(last=Max("at"))["last"])


def _told(reason: StoredMessage | None) -> str:
    return "allowed" if reason is None else f"ignored (“{reason}”)"


def _may_be_refused(comment: Comment, law: Law) -> bool:
    """Whether there is anything to ask about the icons of a comment; of most there is not."""
    kind = law.kinds.get(comment.post.category)
    if kind is None:
        return False
    cast_icons = [law.icons[icon] for icon in comment.icons if icon in law.icons]
    locked = (comment.post.vetoed or comment.post.self_killed) and any(each.locks for each in law.effects)
    conditional = any(each.may_use is not None or each.name not in kind.icons for each in cast_icons)
    return bool(comment.ignored) or locked or conditional


def _may_have(read: list[str], comment: Comment) -> list[list[str]]:
    """What the icons of a comment may be: those that are read in it while the post is a pending matter, none while it
    is not. Of what was a matter otherwise, or at another time, before, nobody can say which."""
    post = comment.post
    if not post.is_matter:
        return [[]] if post.version == 1 else [[], read, comment.icons]
    if comment.at < post.matter_since:
        return [[], read, comment.icons] if post.version > 1 else [[]]
    if post.resolved_at is not None and comment.at >= post.resolved_at:
        return [[], read]
    return [read]


def _icons(text: str, law: Law, comment: Comment) -> tuple[str, ...]:
    try:
        return icons_in(text, codes_on(law, comment.post))
    except UnreadableText:
        return ()


def _listed(icons: Iterable[str]) -> str:
    return ", ".join(icons) or "none"


class _CommentSaid:
    """A comment and its law, alike to others of which the HTML is the same."""

    def __init__(self, comment: Comment, law: Law | None) -> None:
        self.comment, self.law = comment, law
        ignored = tuple(sorted(comment.ignored.items()))
        choices = tuple(comment.post.choices), comment.post.category
        self.key = (comment.text, id(law) if comment.icons else 0, tuple(comment.icons), ignored, choices)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CommentSaid) and self.key == other.key


def _html(comment_said: _CommentSaid) -> str:
    """The HTML of a comment as it would be made now, but for how icons look."""
    try:
        return _ICON.sub("◆", render_comment(comment_said.comment, law=comment_said.law))
    except RuleBroken:
        return prose.as_typed(comment_said.comment.text)


def _rows() -> QuerySet[Comment]:
    texts = ("body", "body_html", "commentary", "commentary_html", "admin_field", "admin_notes", "changes")
    return (
        Comment.objects.select_related("post", "author")
        .defer(*(f"post__{name}" for name in texts))
        .order_by("pk")
    )


CHECKS = (Check("comments", _rows, _comments),)
