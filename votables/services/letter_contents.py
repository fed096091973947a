"""What letters say of the pages to which notices lead, and the votes that they cast."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from blognomic.text.differences import Piece, around_changes, word_diff
from blognomic.text.outside import KEY
from blognomic.text.prose import summary
from blognomic.web.errors import RuleBroken, Stale
from players.models import Notice, NoticeSettings, Player
from players.notices.letter_texts import PageInLetter
from players.notices.letters import vote_token
from players.notices.notice_kinds import Kind
from votables.changes.preview import preview_of
from votables.models import Comment, Post
from votables.permissions.posting import check_may_vote
from votables.queries.comments import vote_buttons
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.pending import Case, queue_of

from .commenting import comment

EXCERPT = 400  # characters of what was written
CONTEXT = 60  # characters of a rule beside each change
MOST_RULES = 5
_LINK = re.compile(rf"/posts/({KEY})/(?:\?comment=({KEY})|$)")
# Of these, a letter says what is voted on; of others, what was written.
ON_THE_MATTER = (Kind.VOTE, Kind.RESOLVABLE, Kind.FATE, Kind.RULE, Kind.RESOLVED, Kind.MENTEE)


@dataclass
class Descriptions:
    """What letters say of posts at `at` (UTC): the game is read once, however many letters there are."""

    at: datetime

    def __post_init__(self) -> None:
        self._known: dict[tuple[int, str], PageInLetter] = {}

    @cached_property
    def _docket(self) -> Docket:
        return docket_at(self.at)

    def __call__(self, notices: Sequence[Notice]) -> Mapping[int, PageInLetter]:
        """What to say of each that leads to a post which is there, by the notices' keys; in the language that is
        active. All are for one person."""
        links = {one.pk: match for one in notices if (match := _LINK.match(one.link))}
        posts = Post.objects.visible().in_bulk({int(match[1]) for match in links.values()})
        comments = Comment.objects.in_bulk({int(match[2]) for match in links.values() if match[2]})
        about = {}
        for one in notices:
            match = links.get(one.pk)
            post = posts.get(int(match[1])) if match else None
            if match is not None and post is not None:
                shown = comments.get(int(match[2])) if match[2] else None
                about[one.pk] = self._about(one, post, shown)
        return about

    def _about(self, notice: Notice, post: Post, shown: Comment | None) -> PageInLetter:
        on_matter = notice.kind in ON_THE_MATTER
        whole = self._of_post(post)
        votes = self._votes(notice.to, post) if notice.kind == Kind.VOTE else ()
        return PageInLetter(
            excerpt=summary(shown.html, EXCERPT) if shown else whole.excerpt,
            amended=whole.amended if on_matter else (),
            outcome=whole.outcome if on_matter else "",
            thread=whole.thread,
            votes=votes,
        )

    def _of_post(self, post: Post) -> PageInLetter:
        key = post.pk, get_language() or ""
        if key not in self._known:
            case = self._case(post)
            self._known[key] = PageInLetter(
                excerpt=summary(post.body_html, EXCERPT),
                amended=self._amended(post) if case else (),
                outcome=f"{case.tally}. {case.sentence}" if case else "",
                thread=f"post-{post.pk}",
            )
        return self._known[key]

    def _case(self, post: Post) -> Case | None:
        if not post.is_pending:
            return None
        return next((case for case in queue_of(self._docket) if case.post.pk == post.pk), None)

    def _amended(self, post: Post) -> list[tuple[str, list[Piece]]]:
        """The words of rules that it changes as they are now, for so many rules."""
        shown = preview_of(post, self._docket)
        differences = [one.difference for effect in shown.now for one in effect.differences] if shown else []
        return [
            (
                one.placed.node.title,
                around_changes(word_diff(one.old_text, one.new_text), context=CONTEXT),
            )
            for one in differences[:MOST_RULES]
            if one.old_text != one.new_text
        ]

    def _votes(self, to: Player, post: Post) -> list[tuple[str, str]]:
        """The links by which they vote, where they want them, each by its label. One query."""
        case = self._case(post)
        has_links = NoticeSettings.objects.filter(player=to, votes_by_letter=True).exists()
        if case is None or not has_links:
            return []
        return [
            (
                str(button.label),
                f"{settings.SITE_URL}{reverse('votables:vote_by_letter', args=[vote_token(to, post.pk, button.icon)])}",
            )
            for button in vote_buttons(case, to, at=self.at)
            if button.allowed
        ]


@transaction.atomic
def vote_by_letter(*, by: Player, post: Post, icon: str, at: datetime, confirmed: bool = False) -> Comment:
    """Vote by a link in a letter, with an icon alone. Raises Stale when the matter has been resolved, RuleBroken where
    the law does not let them use the icon now, and what else `comment` raises."""
    docket = docket_at(at)
    case = next((one for one in queue_of(docket) if one.post.pk == post.pk), None)
    if case is None:
        raise Stale(_("“{title}” is no longer open. Your vote was not counted.").format(title=post.subject))
    law = docket.law
    check_may_vote(by, law=law)
    button = next((one for one in vote_buttons(case, by, at=at) if one.icon == icon), None)
    if button is None:
        raise RuleBroken(_("The law does not have this vote."), rule=law.resolving.rule, status=409)
    if not button.allowed:
        raise RuleBroken(button.reason, rule=law.icons[icon].rule, status=403)
    return comment(post=post, by=by, at=at, text=button.code, confirmed=confirmed)
