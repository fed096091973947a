"""Comments, and the votes that they hold."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from blognomic.i18n.stored_messages import StoredMessage, as_message
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import NeedsConfirmation, RuleBroken, Stale
from gamestate.dice import spoken
from gamestate.leave import ASKED
from gamestate.models import Roll
from gamestate.permissions import may_roll
from gamestate.services.rolling import roll_in
from players.models import BESIDE_PEOPLE, Player, RosterEvent, Topic
from players.present import Present
from players.services.roster import as_shared, lock_game
from ruleset.law import Law
from ruleset.queries import law_in_force
from votables import judge
from votables.judge.icons import UnreadableText, icons_in
from votables.models import Asks, Comment, Post
from votables.queries.judge_facts import Docket, Heard, docket_at
from votables.queries.matter_kinds import codes_on
from votables.queries.rendering import render_comment
from votables.queries.requests import asked_in
from votables.services.dating import not_before
from votables.services.posting import lock_post

from . import notices
from .at_desk import comment_written
from .post_text import written_down
from .typed_posts import weigh as weigh_as_response

COMMENT_LENGTH = 30_000
HEARD_KEPT = 32  # of those who are sending something just now


@transaction.atomic
def comment(
    *,
    post: Post,
    by: Player,
    at: datetime,
    text: str,
    asks: str = Asks.NOTHING,
    confirmed: bool = False,
    shared: Present | None = None,
) -> Comment:
    """Write a comment; the icons in it are weighed once, as things stand now, and for ever, and dice rolled once.
    `shared`: what the reader who writes it shares with others.

    Raises RuleBroken for an empty or far too long comment and for dice that cannot be rolled, NeedsConfirmation when it
    would veto the matter or make its author's own proposal fail and `confirmed` is not given, Stale when the matter was
    resolved meanwhile.
    """
    if not text.strip():
        raise RuleBroken(_("A comment needs some words, or a vote."), status=400)
    if len(text) > COMMENT_LENGTH:
        most = thousands(COMMENT_LENGTH)
        raise RuleBroken(_("A comment has at most {most} characters.").format(most=most), status=400)
    check_keepable(text)
    # Before the post, as everywhere: the comment may hold dice, and rolls are numbered one by one.
    shared = as_shared(lock_game(Topic.POSTS), shared)
    post = lock_post(post.pk)
    by.refresh_from_db()
    if post.removed_at is not None:
        raise Stale(_("This post has been removed."))
    if post.is_matter and not post.is_pending:
        raise Stale(
            _(
                "This {category} has been resolved ({status}). Comments on it are closed, so yours "
                "was not posted."
            ).format(category=post.get_category_display(), status=post.get_status_display()),
            rule=_closing(law_in_force(at)),
        )
    at = not_before(
        at,
        post.posted_at,
        post.comments.aggregate(at=Max("at"))["at"],
        _last_roster_event(shared),
    )
    docket = what_is_heard(post.pk, by.pk, at=at, shared=shared) if post.is_pending else None
    icons: list[str] = []
    ignored: dict[str, StoredMessage] = {}
    allowed: list[str] = []
    if docket:
        hearing = judge.heard(docket.game, law=docket.law, at=at, matter=docket.matter(post))
        icons, ignored = weigh(text, post=post, by=by, docket=docket, hearing=hearing)
        allowed = [icon for place, icon in enumerate(icons) if str(place) not in ignored]
        if allowed and not confirmed:
            _ask_first(allowed[-1], docket=docket, hearing=hearing, by=by)
    written = Comment.objects.create(
        post=post,
        author=by,
        at=at,
        text=text,
        icons=icons,
        ignored=ignored,
        cast=allowed[-1] if allowed else "",
        by_player=by.is_playing,
        asks=asked_in(by, asks, "", text),
    )
    written.html = written_down(lambda: render_comment(written, law=docket.law if docket else None))
    written.save(update_fields=["html"])
    if may_roll(by):
        where = {"where": Roll.Where.COMMENT, "where_pk": written.pk, "link": written.get_absolute_url()}
        roll_in(leave=ASKED, text=spoken(written.html), by=by, at=at, **where)
    weigh_as_response(written)
    comment_written(written)
    notices.commented(written, at=at)
    return written


def what_is_heard(post: int, by: int, *, at: datetime, shared: Present | None) -> Docket:
    """What weighs the words of somebody on a pending matter at `at` (UTC), by the keys of both. Three queries, or none
    where it was looked up for the same instant."""

    def heard() -> Docket:
        return docket_at(at, heard=Heard(post, by), shared=shared)

    return shared.few("votables.heard", (post, by, at), heard, most=HEARD_KEPT) if shared else heard()


def _last_roster_event(shared: Present | None) -> datetime | None:
    """When the last thing happened to somebody in the roster. One query, or none."""

    def last() -> datetime | None:
        return RosterEvent.objects.aggregate(at=Max("at"))["at"]

    return shared.kept("votables.last_roster_event", last, without=BESIDE_PEOPLE) if shared else last()


def weigh(
    text: str, *, post: Post, by: Player, docket: Docket, hearing: judge.Hearing
) -> tuple[list[str], dict[str, StoredMessage]]:
    """The icons in a comment on the pending `post` that `by` is about to make, and for each ignored one's place (as
    text) the reason; `hearing` is what has been said on it before. Raises RuleBroken for a text that cannot be read."""
    try:
        icons = list(icons_in(text, codes_on(docket.law, post)))
    except UnreadableText as error:
        raise RuleBroken(_("This comment {problem}.").format(problem=error), status=400) from None
    leaves = {icon: judge.leave_in(hearing, icon, by.name, docket.at) for icon in set(icons)}
    reasons = {icon: as_message(leave.reason) for icon, leave in leaves.items() if not leave.allowed}
    ignored = {str(place): reasons[icon] for place, icon in enumerate(icons) if icon in reasons}
    return icons, ignored


def _closing(law: Law) -> str:
    """The rule by which comments on what is resolved are closed; where the law has none, that on resolving."""
    return law.posts.comments_rule or law.resolving.rule


def _rule_of(icon: str, law: Law) -> str:
    """The rule that says what becomes of a matter on which the icon is used, or else that of the icon."""
    effects = [effect.rule for effect in law.effects if effect.icon == icon]
    return effects[0] if effects else law.icons[icon].rule


def _ask_first(icon: str, *, docket: Docket, hearing: judge.Hearing, by: Player) -> None:
    """Raise NeedsConfirmation when the vote would veto the matter or make its author's proposal fail."""
    effects = {effect.name for effect in judge.effects_in(hearing, icon, by.name, docket.at)}
    if "vetoed" in effects:
        raise NeedsConfirmation(
            _("This vetoes the proposal for good. Changing your vote later does not undo it."),
            rule=_rule_of(icon, docket.law),
            submit=_("Veto the proposal"),
            cancel=_("Do not veto"),
        )
    if "self_killed" in effects:
        raise NeedsConfirmation(
            _(
                "Voting AGAINST your own proposal withdraws it for good. Changing your vote later does not undo it."
            ),
            rule=_rule_of(icon, docket.law),
            submit=_("Withdraw my proposal"),
            cancel=_("Keep it"),
        )
