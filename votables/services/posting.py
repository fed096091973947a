"""Publishing, editing and removing posts, and drafts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line, keepable
from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Roll
from players.models import AdminAct, Game, Player, Topic
from players.permissions import check_is_admin
from players.services.roster import lock_game, log_act
from ruleset.law import Law
from ruleset.law.parts import AMENDS
from ruleset.queries import law_at, law_in_force
from votables.changes.change import Change, check_kinds, read_changes, stored_changes
from votables.changes.in_english import changes_of_text
from votables.changes.in_text import (
    TextAndChanges,
    changes_of_other_text,
    check_agreement,
    put_into_text,
)
from votables.changes.outcome import outcome_of_changes
from votables.judge import posting as law_of_posts
from votables.models import (
    TITLE_LENGTH,
    Asks,
    Category,
    Comment,
    Draft,
    Post,
    PostVersion,
    Status,
    subject_of,
)
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.permissions.roster import check_is_not_barred
from votables.queries.finding import REMOVED
from votables.queries.judge_facts import docket_at, facts_of_player
from votables.queries.matter_kinds import carries, check_choices, check_title, label_to_keep, labels, one_of
from votables.queries.rendering import render_prose
from votables.queries.requests import asked_in
from votables.services.ascending import Address, complete
from votables.services.dating import not_before

from . import notices
from .at_desk import post_written
from .post_text import either, written_down
from .typed_posts import recognise, recognise_edited

BODY_LENGTH = 100_000
DRAFTS = 50


def _label_to_keep(law: Law, category: str) -> str:
    """What a post keeps as the name of its category, written down in the language of the game."""
    with in_the_games_language():
        return str(label_to_keep(law, category))


def check_text(*, title: str, body: str, commentary: str, category: str, law: Law) -> None:
    """Refuse what no post may be. Raises RuleBroken for an empty subject, nothing to vote on, too much text, or a
    title that the law has written otherwise."""
    check_keepable(title, body, commentary)
    if not subject_of(title):
        raise RuleBroken(
            _("A post needs a subject: what follows the first colon of its title, or the whole title."),
            rule=law.posts.subject_rule or law.posts.edit.rule,
            status=400,
        )
    if len(title) > TITLE_LENGTH:
        raise RuleBroken(_("A title has at most {most} characters.").format(most=TITLE_LENGTH), status=400)
    if len(body) > BODY_LENGTH or len(commentary) > BODY_LENGTH:
        most = thousands(BODY_LENGTH)
        raise RuleBroken(_("A post has at most {most} characters.").format(most=most), status=400)
    if category in law.kinds and not body.strip():
        raise RuleBroken(_("A votable matter needs a text to vote on."), status=400)
    check_title(law, category, title)


def check_amends(amends: list[str]) -> list[str]:
    """The sections that a matter amends, in the order of the ruleset. Raises RuleBroken for any other word."""
    if unknown := set(amends) - set(AMENDS):
        sentence = _("“{part}” is not a part of the ruleset that a matter can amend.")
        raise RuleBroken(sentence.format(part=sorted(unknown)[0]), status=400)
    return [part for part in AMENDS if part in amends]


@transaction.atomic
def publish(
    *,
    by: Player,
    at: datetime,
    category: str,
    title: str,
    body: str,
    commentary: str = "",
    amends: Sequence[str] = (),
    changes_nothing: bool = False,
    changes: Sequence[Mapping[str, object]] = (),
    choices: Sequence[str] = (),
    asks: str = Asks.NOTHING,
    draft: Draft | None = None,
    ascension: Address | None = None,
) -> Post:
    """Publish a post, dated by the server, and throw its draft away. What its changes touch counts as amended. Those
    that the text does not say get their sentences put into it, and it carries all that the text makes then.

    Raises RuleBroken when the law does not let this person post this now: anybody with an account may post without
    a category, players in the others, within the limits, and when the game does not stand still; nobody asks to join
    who is barred from it. What an Ascension
    Address does is said by `ascension`; without it, it keeps no dynastic rule and changes no word.
    """
    game = lock_game(Topic.POSTS)
    by.refresh_from_db()
    at = _after_all_posts(at, game)
    law = law_in_force(at)
    if category not in labels(law):
        raise RuleBroken(_("The law does not have this category."), status=400)
    check_line(title)
    check_text(title=title, body=body, commentary=commentary, category=category, law=law)
    if asks == Asks.JOIN:
        check_is_not_barred(by, law=law, at=at)
    carried, whole = _joined(law, category, body, changes, at=at)
    if whole.body != body:
        check_text(title=title, body=whole.body, commentary=commentary, category=category, law=law)
    named = check_choices(law, category, choices)
    amends = check_amends([*amends, *touched_by(carried, at)])
    if category != Category.NONE:
        refuse_unless(leave_to_post(docket_at(at), by=by, category=category, amends=amends))
    is_matter = category in law.kinds
    post = Post.objects.create(
        author=by,
        posted_at=at,
        category=category,
        label=_label_to_keep(law, category),
        title=title.strip(),
        body=whole.body,
        commentary=commentary,
        body_html="",
        commentary_html="",
        # What is put to the vote is often about idling; only a choice in its form asks for anything.
        asks=asked_in(by, asks) if is_matter else asked_in(by, asks, title, body),
        status=Status.PENDING if is_matter else Status.NONE,
        matter_since=at if is_matter else None,
        amends=amends if is_matter else [],
        changes_nothing=changes_nothing and is_matter and not carried,
        changes=[change.as_json() for change in carried] if is_matter else [],
        choices=named,
    )
    render_post(post)
    keep_version(post, kind=PostVersion.Kind.PUBLISHED, by=by, at=at)
    recognise(post, at=at)
    if category == Category.ASCENSION:
        complete(post, ascension or Address())
    if draft is not None:
        discard_draft(by=by, draft=draft)
    post_written(post, law=law, at=at)
    notices.posted(post, at=at)
    return post


def check_changes(law: Law, category: str, values: Sequence[Mapping[str, object]]) -> list[Change]:
    """The changes that a post in the category is to carry. Raises RuleBroken for a category that carries none, or may
    not make one of them."""
    if values and not carries(law, category):
        carrying = either(one_of(kind) for kind in law.kinds.values() if kind.carries)
        sentence = _("Only {kinds} carries changes. Remove them, or choose another category.")
        raise RuleBroken(sentence.format(kinds=carrying), status=400)
    carried = read_changes(values)
    check_kinds(carried, kind=category, law=law)
    return carried


def _joined(
    law: Law,
    category: str,
    body: str,
    values: Sequence[Mapping[str, object]],
    *,
    at: datetime,
    so_far: Sequence[Mapping[str, object]] = (),
) -> tuple[list[Change], TextAndChanges]:
    """The changes that a post in the category is to carry, with what its text adds to them, and that text, in which
    they are said; `so_far` is what this text has gone with until now. Raises RuleBroken as `check_changes` does, and
    SaidOtherwise where one that cannot be said does something else than the text says."""
    sent = [change.as_json() for change in check_changes(law, category, values)]
    known = [dict(one) for one in so_far]
    whole = put_into_text(body, sent, at=at, so_far=known)
    if whole.unsaid:
        check_agreement(whole.body, whole.changes, at=at, so_far=known)
    return check_changes(law, category, whole.changes), whole


def touched_by(changes: list[Change], at: datetime) -> frozenset[str]:
    """The sections of the ruleset that the changes would touch at `at`, as the law's `amends` calls them."""
    return outcome_of_changes(changes, at=at).touched if changes else frozenset()


def _after_all_posts(at: datetime, game: Game) -> datetime:
    """`at`, or the latest instant at which anything was posted or became a matter: so no limit overlooks what another
    request has just posted, and nothing comes in between."""
    last = Post.objects.aggregate(at=Max(Coalesce("matter_since", "posted_at")))  # by an index
    return not_before(at, last["at"], game.founded_at)


def render_post(post: Post) -> None:
    """Make the HTML of a post's texts and store it beside them."""
    at = post.edited_at or post.posted_at
    post.body_html = written_down(lambda: render_prose(post.body, prefix=f"p{post.pk}", at=at))
    post.commentary_html = written_down(lambda: render_prose(post.commentary, prefix=f"c{post.pk}", at=at))
    post.save(update_fields=["body_html", "commentary_html"])


def keep_version(post: Post, *, kind: str, by: Player, at: datetime) -> None:
    """Keep the post as it is now as its newest version."""
    PostVersion.objects.create(
        post=post,
        number=post.version,
        kind=kind,
        at=at,
        by=by,
        category=post.category,
        label=post.label,
        title=post.title,
        body=post.body,
        commentary=post.commentary,
        amends=post.amends,
        changes_nothing=post.changes_nothing,
        changes=post.changes,
        choices=post.choices,
    )


def lock_post(post_id: int) -> Post:
    """The post, locked until the transaction ends."""
    return Post.objects.select_for_update(of=("self",)).select_related("author").get(pk=post_id)


def lock_visible_post(post_id: int) -> Post:
    """The same of a post that is on the weblog. Raises Stale when its author has removed it."""
    post = lock_post(post_id)
    if post.removed_at is not None:
        raise Stale(_("This post has been removed by its author."))
    return post


def facts_for_editing(post: Post, comments: Iterable[Comment] | None = None) -> law_of_posts.PostFacts:
    """What the law wants to know of a post before it lets anybody edit it. One query, or none when its comments with
    their authors are at hand."""
    if comments is None:
        comments = post.comments.select_related("author").defer("text", "html")
    return law_of_posts.PostFacts(
        category=post.category,
        author=post.author.name,
        posted=post.posted_at,
        pending=post.is_pending,
        resolved=post.is_matter and not post.is_pending,
        comments=tuple(
            law_of_posts.CommentFacts(one.author.name, one.by_player, tuple(one.icons)) for one in comments
        ),
    )


@transaction.atomic
def edit(
    *,
    post: Post,
    seen: int,
    by: Player,
    at: datetime,
    title: str,
    body: str,
    commentary: str = "",
    amends: Sequence[str] = (),
    changes_nothing: bool = False,
    changes: Sequence[Mapping[str, object]] | None = None,
    choices: Sequence[str] | None = None,
    typo: bool = False,
) -> Post:
    """Change the text of one's own post, the changes it carries (None: those that the text makes now) or the choices
    it names (None: as they are), while the law allows it; what stood before is kept. Changes that the text does not
    say get their sentences put into it; where the text is as it was, those that go are taken out of it.

    `seen` is the version that the author edited: raises Stale when there is a newer one. With `typo`, the law's leave
    to correct obvious typographical mistakes is asked for instead of the one to edit. Raises RuleBroken otherwise.
    """
    lock_game(Topic.POSTS)
    post = lock_visible_post(post.pk)
    law = law_in_force(at)
    if title.strip() != post.title:
        check_line(title)
    check_text(title=title, body=body, commentary=commentary, category=post.category, law=law)
    if post.version != seen:
        raise Stale(
            _("Somebody changed this post since you opened it. Nothing was saved; your text is still here.")
        )
    check_may_edit(post, law=law, by=by, at=at, typo=typo)
    old_body, old_changes = post.body, post.changes
    post.title, post.body, post.commentary = title.strip(), body, commentary
    if post.is_matter and carries(law, post.category) and changes is None and not typo:
        changes = changes_of_other_text(
            old_body, old_changes, body, category=post.category, at=at, may_be_unclear=True
        )
    if post.is_matter and changes is not None:
        so_far = old_changes if body == old_body else ()
        carried, whole = _joined(law, post.category, body, changes, at=at, so_far=so_far)
        check_text(title=title, body=whole.body, commentary=commentary, category=post.category, law=law)
        post.body, post.changes = whole.body, [change.as_json() for change in carried]
    if post.is_matter and not typo:
        carried = check_changes(law, post.category, post.changes)
        _rename_choices(post, law, choices)
        post.amends = check_amends([*amends, *touched_by(carried, at)])
        post.changes_nothing = changes_nothing and not carried
    post = _save_version(post, kind=PostVersion.Kind.TYPO if typo else PostVersion.Kind.EDIT, by=by, at=at)
    recognise_edited(post)
    post_written(post, law=law, at=at)
    notices.edited(post, at=at)
    return post


def check_may_edit(post: Post, *, law: Law, by: Player, at: datetime, typo: bool = False) -> None:
    """Raises RuleBroken where the law does not let `by` edit the post at `at` (UTC); `typo`: correct an obvious
    typographical mistake in it."""
    ask = law_of_posts.may_correct_typo if typo else law_of_posts.may_edit
    refuse_unless(ask(facts_for_editing(post), law=law, at=at, by=by.name))


def _rename_choices(post: Post, law: Law, choices: Sequence[str] | None) -> None:
    """Give a matter other choices, as long as nobody has voted: a vote says which by its place alone."""
    named = post.choices if choices is None else check_choices(law, post.category, choices)
    if named != post.choices and post.comments.exclude(icons=[]).exists():
        raise RuleBroken(
            _("Somebody has voted, so the choices can no longer be changed."),
            rule=law.posts.edit.rule,
            status=409,
        )
    post.choices = named


def _save_version(post: Post, *, kind: str, by: Player, at: datetime) -> Post:
    at = not_before(at, post.posted_at, post.edited_at)
    post.version += 1
    post.edited_at = at
    post.save()
    render_post(post)
    keep_version(post, kind=kind, by=by, at=at)
    return post


@transaction.atomic
def remove(*, post: Post, by: Player, at: datetime) -> Post:
    """Remove your post from the weblog while the law allows it. The record keeps it, but its words are no longer
    shown. Raises RuleBroken, also when dice were rolled on it: the chain of rolls has what was said with them, for
    everybody to check."""
    lock_game()
    post = lock_post(post.pk)
    if post.removed_at is not None:
        raise Stale(_("This post has already been removed."))
    at = not_before(at, post.posted_at, post.edited_at)
    law = law_in_force(at)
    refuse_unless(law_of_posts.may_remove(facts_for_editing(post), law=law, at=at, by=by.name))
    if Roll.objects.filter(where=Roll.Where.COMMENT, where_pk__in=post.comments.values("pk")).exists():
        raise RuleBroken(
            _(
                "A comment on it has dice in it, and rolls must stay for everyone to check. So the "
                "post cannot be removed. You can still withdraw it."
            ),
            rule=law.dice.rule,
        )
    post.removed_at = at
    notices.removed(post)
    titles = {post.title, *post.versions.values_list("title", flat=True)}
    for act in AdminAct.objects.filter(link=post.get_absolute_url()):
        for title in titles:
            act.sentence = act.sentence.renamed(title, REMOVED)
        act.save(update_fields=["sentence"])
    return _save_version(post, kind=PostVersion.Kind.REMOVED, by=by, at=at)


@transaction.atomic
def change_category(
    *,
    post: Post,
    to: str,
    by: Player,
    at: datetime,
    amends: Sequence[str] = (),
    changes_nothing: bool = False,
    choices: Sequence[str] = (),
) -> Post:
    """Move your post to another category while the law allows it.

    A post that becomes a votable matter counts as posted from now on, and must be within the limits as if it were
    posted now. Raises RuleBroken otherwise, with the rule that stops it.
    """
    at = _after_all_posts(at, lock_game())
    post = lock_visible_post(post.pk)
    if to not in labels(law_in_force(at)) or to in (post.category, Category.ASCENSION):
        raise RuleBroken(_("Choose another category."), status=400)
    refuse_unless(
        law_of_posts.may_change_category(
            facts_for_editing(post), law=law_in_force(at), at=at, by=by.name, to=to
        )
    )
    return _move(post, to=to, by=by, at=at, amends=amends, changes_nothing=changes_nothing, choices=choices)


@transaction.atomic
def make_proposal(*, post: Post, by: Player, at: datetime, amends: Sequence[str] = ()) -> Post:
    """As an admin, turn a new player's post without a category into a proposal, if it is worded as one.

    Raises RuleBroken when the law knows no such act, the author is not a new player, or the post is too old.
    """
    at = _after_all_posts(at, lock_game())
    post = lock_visible_post(post.pk)
    by.refresh_from_db()
    posts = law_in_force(at).posts
    check_is_admin(by, rule=(posts.adoption or posts.edit).rule)
    new = law_of_posts.is_new_player(facts_of_player(post.author, at), law=law_in_force(at), at=at)
    refuse_unless(
        law_of_posts.may_make_proposal(
            facts_for_editing(post), law=law_in_force(at), at=at, by_new_player=new
        )
    )
    post = _move(post, to=Category.PROPOSAL, by=by, at=at, amends=amends, changes_nothing=False)
    log_act(
        by=by,
        at=at,
        act="make_proposal",
        link=post.get_absolute_url(),
        sentence=StoredMessage(
            gettext_noop("made “{title}” by {name}, a new player, a proposal"),
            title=post.title,
            name=post.author,
        ),
    )
    return post


def _move(
    post: Post,
    *,
    to: str,
    by: Player,
    at: datetime,
    amends: Sequence[str],
    changes_nothing: bool,
    choices: Sequence[str] = (),
) -> Post:
    law = law_in_force(at)
    check_text(title=post.title, body=post.body, commentary=post.commentary, category=to, law=law)
    named = check_choices(law, to, choices)
    if carries(law, to):
        if not (post.is_matter or changes_nothing):
            post.changes = changes_of_text(post.body, category=to, at=at, may_be_unclear=True)
            amends = [*amends, *touched_by(stored_changes(post.changes), at)]
        check_kinds(stored_changes(post.changes), kind=to, law=law)
    if to != Category.NONE:
        refuse_unless(leave_to_post(docket_at(at), by=post.author, category=to, amends=amends))
    is_matter = to in law.kinds
    post.category, post.label, post.choices = to, _label_to_keep(law, to), named
    post.status = Status.PENDING if is_matter else Status.NONE
    post.matter_since = at if is_matter else None
    post.amends = check_amends(list(amends)) if is_matter else []
    post.changes = post.changes if carries(law, to) else []
    post.changes_nothing = changes_nothing and is_matter and not post.changes
    post = _save_version(post, kind=PostVersion.Kind.CATEGORY, by=by, at=at)
    recognise(post, at=at)
    if is_matter:
        notices.posted(post, at=at)
    return post


_WRITTEN = ("title", "body", "commentary", "category", "asks", "amends", "changes_nothing", "choices")


def draft_mark(draft: Draft) -> str:
    """What tells a draft as it is written from any other state of it."""
    return _mark_of({name: getattr(draft, name) for name in (*_WRITTEN, "changes")})


def _mark_of(fields: Mapping[str, Any]) -> str:
    return sha256(json.dumps(fields, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()[:16]


def is_changed_elsewhere(draft: Draft, seen: str, fields: Mapping[str, Any]) -> bool:
    """Whether a draft is neither as its author saw it (`seen`, a `draft_mark`; "" for whoever does not say) nor as it
    is written now, by `fields`."""
    return (
        bool(seen)
        and draft_mark(draft) != seen
        and any(getattr(draft, name) != fields[name] for name in _WRITTEN if name in fields)
    )


@transaction.atomic
def save_draft(
    *, by: Player, at: datetime, draft: Draft | None = None, seen: str = "", **fields: Any
) -> Draft:
    """Keep what somebody is writing. `fields` are those of a draft; nothing is checked but their length. Its changes
    are said by its text, as those of a post are.

    Raises Stale where it has been changed since its author saw it (`seen`, a `draft_mark`), and RuleBroken when a new
    draft would be one too many.
    """
    if draft is not None and seen:
        draft = Draft.objects.select_for_update().filter(pk=draft.pk).first()
    if draft is not None and is_changed_elsewhere(draft, seen, fields):
        raise Stale(_("This draft has been changed in another window."))
    if draft is None:
        if Draft.objects.filter(author=by).count() >= DRAFTS:
            raise RuleBroken(
                _("You have {most} drafts. Publish or discard one first.").format(most=DRAFTS), status=409
            )
        draft = Draft(author=by)
    for name, length in (("title", TITLE_LENGTH), ("body", BODY_LENGTH), ("commentary", BODY_LENGTH)):
        fields[name] = keepable(str(fields.get(name, "")))[:length]
    _join_in_draft(draft, fields, at=at)
    if "category" in fields and (in_force := law_at(at)) is not None:
        fields["label"] = _label_to_keep(in_force.law, str(fields["category"]))
    for name, value in fields.items():
        setattr(draft, name, value)
    draft.saved_at = at
    draft.save()
    return draft


def discard_draft(*, by: Player, draft: Draft) -> None:
    """Throw away what somebody was writing. Of others' drafts nothing is done."""
    Draft.objects.of(by).filter(pk=draft.pk).delete()


def _join_in_draft(draft: Draft, fields: dict[str, Any], *, at: datetime) -> None:
    """Put the changes of a draft into its text; or, where only the text is another, let its changes go with it."""
    body, changes = fields["body"], fields.get("changes")
    if changes is None and draft.changes and body != draft.body:
        changes = changes_of_other_text(
            draft.body,
            draft.changes,
            body,
            category=fields.get("category", draft.category),
            at=at,
            may_be_unclear=True,
        )
    if changes is None:
        return
    so_far = draft.changes if body == draft.body else []
    whole = put_into_text(body, changes, at=at, so_far=so_far)
    if len(whole.body) > BODY_LENGTH:
        raise RuleBroken(
            _("A post has at most {most} characters.").format(most=thousands(BODY_LENGTH)), status=400
        )
    fields |= {"body": whole.body, "changes": whole.changes}
