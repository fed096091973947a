"""What rule Fair Play typically counts as spamming: pointed out to the writer before, and to the admins after, never
forbidden. The numbers are the law's; a law that names none asks for nothing.

Every form asks before a person's post or comment is made, those too whose text the site writes for them; only what an
admin announces of the roster, because the law has it announced, is not asked about. The admins' list counts all.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import F
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from blognomic.i18n.translation import thousands
from blognomic.web.errors import NeedsConfirmation
from players.models import Player
from players.present import Present
from ruleset.law import Law
from ruleset.law.model import FairPlay
from votables.models import Comment, Post

from .judge_facts import laws_known

LOOK_BACK = timedelta(days=14)


def words_in(text: str) -> int:
    """How many words a text has, as people count them: apart by spaces."""
    return len(text.split())


def asked_at(at: datetime, shared: Present | None = None) -> FairPlay | None:
    """What the law in force asks. One query, or none where readers of the present have asked."""
    in_force = next(iter(laws_known(at, shared)), None)
    return in_force.law.fair_play if in_force else None


def check_post(*, by: Player, at: datetime, body: str | None, commentary: str = "") -> None:
    """Raise NeedsConfirmation when this post would be what the rule calls spamming; without a body it has the usual
    words, which are few. Two queries."""
    fair = asked_at(at)
    if fair is None:
        return
    remarks = []
    if (words := words_in(body or "") + words_in(commentary)) > fair.words_a_post:
        sentence = _("this post has {number} words, more than {most}")
        remarks.append(sentence.format(number=thousands(words), most=thousands(fair.words_a_post)))
    today = Post.objects.filter(author=by, posted_at__gte=_midnight(at), posted_at__lte=at).count()
    if today >= fair.posts_a_day:
        remarks.append(_("you have posted {number} times today already").format(number=today))
    _ask(remarks, fair)


def check_edit(*, post: Post, by: Player, at: datetime, body: str, commentary: str) -> None:
    """Raise NeedsConfirmation when an edit would make the post longer than the rule likes, and it is not so long yet.
    One query."""
    fair = asked_at(at)
    if fair is None:
        return
    words = words_in(body) + words_in(commentary)
    if words > fair.words_a_post >= words_in(post.body) + words_in(post.commentary):
        sentence = _("this post would have {number} words, more than {most}")
        _ask([sentence.format(number=thousands(words), most=thousands(fair.words_a_post))], fair)


def check_comment(*, post: Post, by: Player, at: datetime, shared: Present | None = None) -> None:
    """Raise NeedsConfirmation when so many of the last comments on the post are by the same person that another is
    what the rule calls spamming. Two queries, or one where readers of the present have asked for the law."""
    fair = asked_at(at, shared)
    if fair is None:
        return
    last = post.comments.order_by("-at", "-pk").values_list("author", flat=True)[: fair.comments_in_a_row]
    authors = list(last)
    if len(authors) == fair.comments_in_a_row and set(authors) == {by.pk}:
        sentence = _("you wrote the last {number} comments on this post")
        _ask([sentence.format(number=fair.comments_in_a_row)], fair)


def _ask(remarks: list[str], fair: FairPlay) -> None:
    if remarks:
        sentence = _(
            "Fair play: {found}. That usually counts as spamming. It is not forbidden: send it "
            "again to post it anyway."
        )
        raise NeedsConfirmation(sentence.format(found="; ".join(remarks)), rule=fair.rule)


def _midnight(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


# -- for the admins, afterwards


@dataclass(frozen=True, slots=True)
class Noticed:
    """A sign of unfair play.

    Something went beyond what the law asks: who did it, when (the last of it, UTC), what, and where it is.
    """

    player: Player
    at: datetime
    what: str
    link: str


def noticed(law: Law, *, at: datetime) -> list[Noticed]:
    """What went beyond it in the last fourteen days, newest first. Four queries at most."""
    fair = law.fair_play
    if fair is None:
        return []
    since = _midnight(at - LOOK_BACK)
    posts = list(
        Post.objects.filter(posted_at__gte=since, posted_at__lte=at)
        .annotate(length=Length("body") + Length("commentary"))
        .order_by("posted_at", "pk")
        .select_related("author")
        .defer("body", "body_html", "commentary", "commentary_html", "changes")
    )
    occasions = [*_long(posts, fair), *_many(posts, fair), *_in_a_row(since, at, fair)]
    return sorted(occasions, key=lambda one: one.at, reverse=True)


def _long(posts: Iterable[Post], fair: FairPlay) -> list[Noticed]:
    # A word and the space behind it are two characters at least: only those that could be too long are read.
    could = [post.pk for post in posts if post.length + 2 > 2 * fair.words_a_post]
    occasions = []
    for post in Post.objects.filter(pk__in=could).select_related("author") if could else ():
        words = words_in(post.body) + words_in(post.commentary)
        if words > fair.words_a_post:
            what = _("a post of {number} words, “{title}”").format(number=thousands(words), title=post.title)
            occasions.append(Noticed(post.author, post.posted_at, what, post.get_absolute_url()))
    return occasions


def _many(posts: Iterable[Post], fair: FairPlay) -> list[Noticed]:
    days: dict[tuple[int, date], list[Post]] = defaultdict(list)
    for post in posts:
        days[post.author_id, post.posted_at.astimezone(UTC).date()].append(post)
    return [
        Noticed(
            theirs[-1].author,
            theirs[-1].posted_at,
            _("{number} posts on one day").format(number=len(theirs)),
            theirs[-1].get_absolute_url(),
        )
        for theirs in days.values()
        if len(theirs) > fair.posts_a_day
    ]


def _in_a_row(since: datetime, at: datetime, fair: FairPlay) -> list[Noticed]:
    """Runs of comments by one person on one post, counted from `since` on."""
    rows = (
        Comment.objects.filter(at__gte=since, at__lte=at)
        .order_by("post", "at", "pk")
        .values_list("post", "author", "pk", "at")
    )
    runs: list[list[tuple[int, int, int, datetime]]] = []
    for row in rows.iterator():
        if runs and runs[-1][-1][:2] == row[:2]:
            runs[-1].append(row)
        else:
            runs.append([row])
    long = {run[-1][2]: len(run) for run in runs if len(run) > fair.comments_in_a_row}
    last = (
        Comment.objects.filter(pk__in=long).select_related("author", "post").annotate(title=F("post__title"))
    )
    return [
        Noticed(
            one.author,
            one.at,
            _("{number} comments in a row on “{title}”").format(number=long[one.pk], title=one.title),
            one.get_absolute_url(),
        )
        for one in (last if long else ())
    ]
