"""Posts, votes and what followed from them, each row broken by hand in the rich game: which check finds it, and exactly
what that says."""

from collections.abc import Callable

from django.db import connection

from gamestate.models import Variable
from players.models import AdminAct, Ascension, Dynasty, Notice, Player
from ruleset.models import Revision, Rule
from ruleset.queries import tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, track
from tests.votables.rich_game import END
from votables.models import Ballot, Comment, Draft, Post, PostVersion, Resolution
from votables.post_types.models import OfficialType

from .broken_rooms import SECOND, Said, write


def _icons() -> Said:
    comment = Comment.objects.filter(cast="for", text=":for:").first()
    write(comment, icons=["against"])
    return [
        (f"comment {comment.pk}", "Its icons are stored as against, and its words have for."),
        (f"comment {comment.pk}", "It is stored as casting for, and its icons cast against."),
    ]


def _reason() -> Said:
    comment = Comment.objects.exclude(ignored={}).filter(post__version=1).first()
    place, reason = next(iter(comment.ignored.items()))
    icon = comment.icons[int(place)]
    write(comment, ignored={**comment.ignored, place: "Because."})
    return [
        (
            f"comment {comment.pk}",
            f"Its icon {icon} is stored as ignored (“Because.”), and by the facts of that instant it is ignored "
            f"(“{reason}”).",
        ),
    ]


def _leave() -> Said:
    comment = Comment.objects.filter(cast="for", text=":for:", post__version=1).last()
    write(comment, ignored={"0": "Because."}, cast="")
    return [
        (
            f"comment {comment.pk}",
            "Its icon for is stored as ignored (“Because.”), and by the facts of that instant it is allowed.",
        ),
        (f"comment {comment.pk}", "The HTML of this comment is not that of its text."),
    ]


def _cast() -> Said:
    comment = Comment.objects.filter(cast="for", text=":for:").first()
    write(comment, cast="veto", by_player=False)
    return [
        (f"comment {comment.pk}", "It is stored as casting veto, and its icons cast for."),
        (
            f"comment {comment.pk}",
            f"{comment.author} is stored as no player when this comment was made, and was not so.",
        ),
    ]


def _ignored() -> Said:
    comment = Comment.objects.filter(cast="for", text=":for:").first()
    write(comment, ignored={"4": "Because."})
    return [(f"comment {comment.pk}", "A reason is stored for an icon that it does not have.")]


def _words_of_a_comment() -> Said:
    comment = Comment.objects.get(text="Never. :veto:")
    write(comment, html="<p>Never.</p>")
    return [(f"comment {comment.pk}", "The HTML of this comment is not that of its text.")]


def _status() -> Said:
    post = Post.objects.get(title="New times")
    write(post, status="failed")
    return [(f"post {post.pk}", "“New times”: it is stored as failed, and by its resolutions is enacted.")]


def _settled() -> Said:
    post = Post.objects.get(title="New times")
    settled, at = post.settled_by_id, post.resolved_at
    write(post, resolved_at=at + SECOND, settled_by=None, tally="9–0")
    row = f"post {post.pk}"
    return [
        (row, f"“New times”: it is stored as resolved at {at + SECOND}, and was at {at}."),
        (row, f"“New times”: it is stored as settled by resolution None, and is by {settled}."),
        (row, f"“New times”: its tally is stored as 9–0, and was {post.tally}."),
    ]


def _half_resolved() -> Said:
    """As if the matter had been written, and its resolution lost."""
    post = Post.objects.get(title="New times")
    write(post, settled_by=None)
    Ballot.objects.filter(resolution__post=post).delete()
    post.resolutions.all().delete()
    return [(f"post {post.pk}", "“New times”: it is stored as enacted, and by its resolutions is pending.")]


def _version() -> Said:
    post = Post.objects.get(title="Notes")
    write(post, body="Third words.", body_html="<p>Third words.</p>")
    return [(f"post {post.pk}", "“Notes”: its body is not as its last version has it.")]


def _versions() -> Said:
    post = Post.objects.get(title="Notes")
    PostVersion.objects.get(post=post, number=1).delete()
    return [(f"post {post.pk}", "“Notes”: it is stored in version 2, and its versions are 2.")]


def _words_of_a_post() -> Said:
    post = Post.objects.get(title="Notes")
    write(post, body_html="<p>Second.</p>")
    return [(f"post {post.pk}", "“Notes”: the HTML of its text is not that of its words.")]


def _draft() -> Said:
    draft = Draft.objects.get()
    write(draft, changes=[{"op": "sing"}])
    return [(f"draft {draft.pk}", "A change in a draft of Carol cannot be read.")]


def _type() -> Said:
    kind = OfficialType.objects.get(name="Hunt")
    write(kind, plural="Haunts")
    return [(f"official type {kind.pk}", "“Hunt” is defined otherwise than its last definition says.")]


def _verdict() -> Said:
    resolution = Resolution.objects.get(post__title="Proposal: Geese")
    write(resolution, verdict={**resolution.verdict, "for": 9})
    return [
        (
            f"resolution {resolution.pk}",
            "“Proposal: Geese”: the judge answers otherwise on the facts of a resolution (for: 5, and 9 is stored).",
        )
    ]


def _facts() -> Said:
    resolution = Resolution.objects.get(post__title="Proposal: Geese")
    write(resolution, facts={**resolution.facts, "matters": []})
    return [
        (
            f"resolution {resolution.pk}",
            "“Proposal: Geese”: the facts of a resolution do not hold the matter.",
        )
    ]


def _ballot() -> Said:
    resolution = Resolution.objects.get(post__title="Proposal: Geese")
    write(resolution.ballots.get(player__name="Carol"), counts_as="against")
    resolution.ballots.get(player__name="David").delete()
    return [
        (
            f"resolution {resolution.pk}",
            "“Proposal: Geese”: the ballots of Carol, David are not as the verdict has them.",
        )
    ]


def _lost_revision() -> Said:
    resolution = Resolution.objects.get(post__title="New times")
    write(resolution, consequences=[{"revision": 10**6}])
    return [
        (
            f"resolution {resolution.pk}",
            "“New times”: its revision of the rules 1000000 is not there, or is another matter's.",
        )
    ]


def _half_enacted() -> Said:
    post = Post.objects.get(title="New times")
    write(post, changes=[{"op": "step", "text": "Wave."}])
    return [
        (
            f"resolution {post.settled_by_id}",
            "“New times”: what became of its changes is recorded for 0 of 1.",
        )
    ]


def _enacted_by_nobody() -> Said:
    revision = Revision.objects.order_by("pk").last()
    write(revision, kind="enactment")
    return [
        (
            f"revision {revision.pk}",
            f"No resolution tells of this enactment, revision of the rules {revision.pk}.",
        )
    ]


def _made_twice() -> Said:
    post = Post.objects.filter(status="enacted").first()
    made = []
    for _ in range(2):
        last = Revision.objects.latest("pk")
        tree = Tree((*tree_after(last.pk).sections, Node("new", "Coconuts", "Each player has some.")))
        acts = {"at": END, "by": None, "why": "It", "link": post.get_absolute_url()}
        revise(tree=tree, seen=last.pk, kind="enactment", **acts)
        made.append(str(Rule.objects.latest("pk").pk))
    return [(f"post {post.pk}", f"“{post}” has made the rule “Coconuts” twice: rules {' and '.join(made)}.")]


def _tracked_by_nothing() -> Said:
    post = Post.objects.filter(status="failed", resolutions__from_status="pending").first()
    write(post.resolutions.first(), to_status="enacted")
    track(define("kiwis"), by=Player.objects.active().first(), at=END)
    made = Variable.objects.get(key="kiwis")
    write(made.entries.get(about="variable").update, kind="enactment", link=post.get_absolute_url())
    return [(f"variable {made.pk}", f"“{made}” is tracked by “{post}”, which is failed.")]


def _half_ascended() -> Said:
    address = Post.objects.get(category="ascension")
    Ascension.objects.get(at=address.posted_at).delete()
    write(Dynasty.objects.get(number=2), started_at=END)
    row = f"post {address.pk}"
    return [
        (row, "“Geese”: it is an Ascension Address that ended no interregnum."),
        (row, "“Geese”: no dynasty began with this Ascension Address."),
    ]


def _ascended_into_nothing() -> Said:
    ascension = Ascension.objects.order_by("pk").last()
    write(ascension, at=END)
    return [
        (
            f"ascension {ascension.pk}",
            "No dynasty began with the ascension of 2026-04-11 12:00 UTC.",
        )
    ]


def _link() -> Said:
    act = AdminAct.objects.filter(link__startswith="/posts/").first()
    write(act, link="/posts/1000000/")
    return [
        (
            f"admin act {act.pk}",
            "This admin act leads to /posts/1000000/, where there is nothing.",
        )
    ]


def _notice() -> Said:
    notice = Notice.objects.filter(key__startswith="posted:").first()
    write(notice, key="posted:1000000:dov")
    return [(f"notice {notice.pk}", "A notice tells of post 1000000, which there is not.")]


def _lost_words() -> Said:
    """What only SQLite can lose: an index, and the triggers that keep it."""
    if connection.vendor != "sqlite":
        return []
    whole = Comment.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO votables_comment_words (votables_comment_words) VALUES ('delete-all')")
        cursor.execute("DROP TRIGGER votables_comment_words_added")
    row = "votables_comment_words"
    return [
        (row, "The index of words does not hear of rows of votables_comment that are added."),
        (
            row,
            f"Of votables_comment, {whole} rows are not in the index of words, and 0 that are gone are.",
        ),
    ]


OF_POSTS: dict[str, list[Callable[[], Said]]] = {
    "comments": [_icons, _cast, _reason, _leave, _ignored, _words_of_a_comment],
    "posts": [_status, _settled, _half_resolved, _version, _versions, _words_of_a_post],
    "drafts": [_draft],
    "types of official posts": [_type],
    "resolutions": [_verdict, _facts, _ballot],
    "what followed from matters": [_lost_revision, _half_enacted, _enacted_by_nobody],
    "rules that one matter made": [_made_twice],
    "what is tracked by matters": [_tracked_by_nothing],
    "Ascension Addresses": [_half_ascended],
    "ascensions": [_ascended_into_nothing],
    "words to search by": [_lost_words],
    "where each admin act leads": [_link],
    "notices": [_notice],
}
