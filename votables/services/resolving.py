"""Resolving matters: the law is asked inside the transaction, and all that follows happens in it.

Every act here is that of an admin, is written into the public log, and keeps the verdict with the facts and the
version of the law that it was made from.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import NOTHING, StoredMessage
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from players.models import Ascension, Player, Reign, RosterEvent, Topic
from players.present import Present
from players.services.roster import as_shared, crown, is_won, lock_game, log_act
from ruleset.queries import law_in_force
from votables import judge
from votables.changes.apply import Settlement
from votables.changes.registry import kind_of
from votables.judge.answer import answer
from votables.judge.milestones import JUST_AFTER
from votables.judge.ticks import in_words
from votables.models import Ballot, Category, Comment, Post, Resolution, Status
from votables.permissions.resolving import check_may_resolve_now
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.judge_file import docket_document
from votables.queries.tally_text import against_verdict, because_of_the_law, decided, outcome_note, tally_of
from votables.services.dating import not_before
from votables.services.enacting import enact_changes
from votables.services.posting import lock_post
from votables.services.undoing import restorable, restore_changes, undo_changes

from . import consequences as following
from . import notices


@dataclass(frozen=True, slots=True)
class ResolvingAct:
    """What an admin does to a matter: who, when, why where a reason is asked for, and what they decided about changes
    that no longer fit (`settlements`, by place) and did by hand (`ticked`). `because` is told in the admin field where
    it is not the matter's own votes that decide."""

    by: Player
    at: datetime
    reason: StoredMessage | str = ""
    because: StoredMessage = NOTHING
    against_verdict: bool = False
    settlements: Mapping[int, Settlement] = field(default_factory=dict)
    ticked: frozenset[int] = frozenset()


def check_reason(reason: str) -> str:
    """The reason, trimmed. Raises RuleBroken when there is none or it is a book."""
    check_keepable(reason)
    reason = reason.strip()
    if not reason:
        raise RuleBroken(_("Say why. Everyone can see the reason."), status=400)
    if len(reason) > 2000:
        raise RuleBroken(_("A reason has at most 2,000 characters."), status=400)
    return reason


@transaction.atomic
def resolve(
    *,
    post: Post,
    to: str,
    by: Player,
    at: datetime,
    settlements: Mapping[int, Settlement] | None = None,
    ticked: Iterable[int] = (),
    shared: Present | None = None,
) -> Resolution:
    """Enact or fail a pending matter, as the law allows now. Enacting carries out its changes.

    One that is marked as illegal fails as illegal, where the law has the word. `shared`: what the admin who does it
    shares with other readers.

    Raises Stale when it has been resolved already (and says by whom), RuleBroken when the law does not allow it,
    with what it still needs, NeedsSettling when a change it carries no longer fits.
    """
    if to not in (Status.ENACTED, Status.FAILED):
        raise RuleBroken(_("A matter can be enacted or failed."), status=400)
    shared = as_shared(lock_game(Topic.POSTS, Topic.REST), shared)
    post, at = _lock_matter(post, at)
    docket = docket_at(at, shared=shared)
    check_may_resolve_now(by, docket)
    ruling = _ruling(docket, post)
    if not (ruling.may_enact if to == Status.ENACTED else ruling.may_fail):
        enacted = _("“{title}” cannot be enacted now: {reasons}.")
        sentence = enacted if to == Status.ENACTED else _("“{title}” cannot be failed now: {reasons}.")
        stopped = [blocker.rule for blocker in ruling.blocked_by if blocker.standstill]
        raise RuleBroken(
            sentence.format(title=post.title, reasons="; ".join(ruling.why)),
            rule=(stopped or [docket.law.resolving.rule])[0],
            when=ruling.next_change,
        )
    if to == Status.FAILED and post.illegal and Status.ILLEGAL in docket.law.resolving.statuses:
        to = Status.ILLEGAL
    act = ResolvingAct(by=by, at=at, settlements=settlements or {}, ticked=frozenset(ticked))
    return _settle(post, to, docket=docket, ruling=ruling, act=act)


@transaction.atomic
def mark_illegal(*, post: Post, by: Player, at: datetime, reason: str, illegal: bool = True) -> Post:
    """Mark a pending matter as illegal, or remove the mark, with a public reason.

    Where the law knows the word, one that is marked is unpopular, and is resolved as illegal. Raises Stale where it is
    so already, RuleBroken for somebody who is no admin.
    """
    reason = check_reason(reason)
    post, at = _lock(post, at)
    check_may_resolve_now(by, docket_at(at))
    if post.illegal == illegal:
        raise Stale(_("It is already marked as illegal.") if illegal else _("It is not marked as illegal."))
    words = gettext_noop("{name} removed the mark “illegal”: {why}")
    if illegal:
        words = gettext_noop("{name} marked it as illegal: {why}")
    post.illegal = illegal
    for name, value in post.noted(StoredMessage(words, name=by, why=reason)).items():
        setattr(post, name, value)
    post.save(update_fields=["illegal", "admin_field", "admin_notes"])
    log_act(
        by=by,
        at=at,
        act="mark_illegal" if illegal else "unmark_illegal",
        sentence=StoredMessage(
            gettext_noop("marked “{title}” as illegal")
            if illegal
            else gettext_noop("removed the mark “illegal” from “{title}”"),
            title=post.title,
        ),
        reason=reason,
        link=post.get_absolute_url(),
    )
    return post


@transaction.atomic
def resolve_against_verdict(
    *,
    post: Post,
    to: str,
    by: Player,
    at: datetime,
    reason: str,
    settlements: Mapping[int, Settlement] | None = None,
    ticked: Iterable[int] = (),
) -> Resolution:
    """Resolve a pending matter against the program's verdict because that is wrong, with a public reason.

    The reason is required, the post is marked, the log says so, and `overturn` undoes it.
    """
    reason = check_reason(reason)
    if to not in (Status.ENACTED, Status.FAILED, Status.ILLEGAL):
        raise RuleBroken(_("A matter can be enacted, failed or illegal."), status=400)
    post, at = _lock(post, at)
    docket = docket_at(at)
    check_may_resolve_now(by, docket)
    decided: dict[str, Any] = {"settlements": settlements or {}, "ticked": frozenset(ticked)}
    act = ResolvingAct(by=by, at=at, reason=reason, against_verdict=True, **decided)
    # Of a matter that the law in force no longer knows the judge says nothing; an admin still gets it off the queue.
    ruling = _ruling(docket, post) if post.category in docket.law.kinds else None
    return _settle(post, to, docket=docket, ruling=ruling, act=act)


@transaction.atomic
def overturn(
    *,
    post: Post,
    to: str,
    seen: int,
    by: Player,
    at: datetime,
    reason: str,
    settlements: Mapping[int, Settlement] | None = None,
    ticked: Iterable[int] = (),
) -> Resolution:
    """Correct the status of a resolved matter, with a public reason.

    It may be set back to pending, too. Enacting applies the changes it carries.

    `seen` is the resolution (its key) that the admin looked at: raises Stale when there is a newer one. What a
    declaration of victory brought about is undone with it where nothing has followed from it yet.
    """
    reason = check_reason(reason)
    if to not in (Status.PENDING, Status.ENACTED, Status.FAILED, Status.ILLEGAL):
        raise RuleBroken(_("A matter can be pending, enacted, failed or illegal."), status=400)
    lock_game(Topic.POSTS, Topic.REST)
    post = lock_post(post.pk)
    if post.is_pending or not post.is_matter:
        raise Stale(_("This matter is not resolved."))
    last = post.resolutions.order_by("-at", "-pk").select_related("by").first()
    if last is None:
        raise Stale(_("Somebody else has just corrected it."))
    if last.pk != seen:
        raise Stale(_("{name} has just corrected it.").format(name=last.by))
    if to == post.status:
        sentence = _("It is already {status}.").format(status=post.get_status_display())
        raise RuleBroken(sentence, status=400)
    at = _after_everything(post, at)
    docket = docket_at(at)
    check_may_resolve_now(by, docket)
    decided: dict[str, Any] = {"settlements": settlements or {}, "ticked": frozenset(ticked)}
    return _correct(
        post,
        to,
        docket=docket,
        act=ResolvingAct(by=by, at=at, reason=reason, against_verdict=True, **decided),
    )


def _lock(post: Post, at: datetime) -> tuple[Post, datetime]:
    """Lock the game and the matter, and say from when on it can be resolved. Raises Stale if somebody was first."""
    lock_game(Topic.POSTS, Topic.REST)
    return _lock_matter(post, at)


def _lock_matter(post: Post, at: datetime) -> tuple[Post, datetime]:
    post = lock_post(post.pk)
    if not post.is_matter:
        raise RuleBroken(_("This post is not a votable matter."), status=400)
    if post.removed_at is not None:
        raise Stale(_("Its author has removed this matter."))
    if not post.is_pending:
        last = post.resolutions.order_by("-at", "-pk").select_related("by").first()
        sentence = _("“{title}” has already been resolved: {status}.")
        parts = {"title": post.title, "status": post.get_status_display()}
        if last:
            sentence = _("“{title}” has already been resolved: {status} by {name}, {moment}.")
            parts |= {"name": last.by, "moment": in_words(last.at)}
        raise Stale(sentence.format(**parts), rule=law_in_force(at).resolving.rule)
    return post, _after_everything(post, at)


def _after_everything(post: Post, at: datetime) -> datetime:
    """`at`, or the latest instant of what a resolution must come after: comments, resolutions, roster events. One that
    may change the law comes after every comment, which was weighed by the law before it."""
    kinds = (kind_of(change.get("op")) for change in post.changes)
    may_change_law = any(kind is not None and kind.may_change_law for kind in kinds)
    last = Comment.objects.aggregate(at=Max("at"))["at"] if may_change_law else None
    return not_before(
        at,
        last and last + JUST_AFTER,
        post.matter_since,
        post.comments.aggregate(at=Max("at"))["at"],
        Resolution.objects.aggregate(at=Max("at"))["at"],
        RosterEvent.objects.aggregate(at=Max("at"))["at"],
    )


def _lock_what_follows(post: Post, to: str, docket: Docket) -> None:
    """Lock the game for all there is where the matter may change more than how it came out: one that carries changes,
    when they are made or undone, and one of a kind for which the game stands still, or from which something follows."""
    kind = docket.law.kinds.get(post.category)
    stops = {still.kind for still in docket.law.standstills}
    has_changes = bool(post.changes) and Status.ENACTED in (to, post.status)
    if has_changes or kind is None or kind.on_enactment or post.category in {*stops, Category.DOV}:
        lock_game()


def _ruling(docket: Docket, post: Post) -> judge.MatterVerdict:
    ruling = docket.ruling(post)
    if ruling is None:
        raise Stale(_("This matter was not pending then."))
    return ruling


def _settle(
    post: Post, to: str, *, docket: Docket, ruling: judge.MatterVerdict | None, act: ResolvingAct
) -> Resolution:
    """Write the status, the final ballots, the log, and whatever follows from it."""
    _lock_what_follows(post, to, docket)
    tally = tally_of(ruling) if ruling else NOTHING
    because = act.because
    if not because and not act.against_verdict and ruling:
        because = because_of_the_law(ruling, to=to, words=docket.law.words.effects)
    note = outcome_note(ruling, to=to, by=act.by.name, because=because)
    if act.against_verdict:
        note = against_verdict(note, act.reason)
    resolution = _write(post, to, docket=docket, ruling=ruling, act=act, tally=tally)
    done = Post.objects.filter(pk=post.pk, status=Status.PENDING, removed_at__isnull=True).update(
        status=to,
        resolved_at=act.at,
        vetoed=ruling is not None and ruling.vetoed,
        self_killed=ruling is not None and ruling.self_killed,
        tally=tally,
        settled_by=resolution,
        **post.noted(note),
    )
    if done != 1:
        raise Stale(_("Somebody else has just resolved it."))
    post.refresh_from_db()
    if to == Status.ENACTED:
        _take_effect(post, resolution, act, decided=ruling.leaders if ruling else ())
    else:
        _come_to_nothing(post, resolution, act, docket)
    log_act(
        by=act.by,
        at=act.at,
        act="resolve",
        sentence=decided(to, title=post.title, tally=tally),
        reason=act.reason,
        link=post.get_absolute_url(),
        against_verdict=act.against_verdict,
    )
    notices.resolved(post, resolution)
    return resolution


def _write(
    post: Post,
    to: str,
    *,
    docket: Docket,
    ruling: judge.MatterVerdict | None,
    act: ResolvingAct,
    tally: StoredMessage,
) -> Resolution:
    """Append the resolution with the verdict, the facts behind it and, where the judge was asked, the ballots."""
    resolution = Resolution.objects.create(
        post=post,
        at=act.at,
        by=act.by,
        from_status=post.status,
        to_status=to,
        against_verdict=act.against_verdict,
        reason=act.reason,
        tally=tally,
        law=docket.in_force.version,
        facts=docket_document(docket),
        verdict=_answer_on(docket, post) if ruling else {},
    )
    if ruling is not None:
        Ballot.objects.bulk_create(
            Ballot(
                resolution=resolution,
                player=docket.players[name],
                cast=vote.cast or "",
                counts_as=vote.counts_as or "",
                weight=vote.weight,
            )
            for name, vote in ruling.votes.items()
        )
    return resolution


def _answer_on(docket: Docket, post: Post) -> dict[str, object]:
    """The judge's answer on one matter, as `manage.py judge` gives it."""
    with in_the_games_language():
        return next(matter for matter in answer(docket.verdict)["matters"] if matter["id"] == str(post.pk))


def _victory(post: Post, act: ResolvingAct) -> list[dict[str, object]]:
    """What the law lets follow from an enacted matter: of a declaration of victory, that the other pending ones fail
    and its author becomes emperor.

    The interregnum needs nothing written: it lasts from this resolution until an Ascension Address.
    """
    consequences: list[dict[str, object]] = []
    kind = law_in_force(act.at).kinds.get(post.category)
    follows = kind.on_enactment if kind else ()
    others = Post.objects.pending().filter(category=post.category).exclude(pk=post.pk)
    for other in others.select_for_update(of=("self",)) if "fail-others" in follows else ():
        docket = docket_at(act.at)
        _settle(
            other,
            Status.FAILED,
            docket=docket,
            ruling=_ruling(docket, other),
            act=ResolvingAct(
                by=act.by,
                at=act.at,
                reason=StoredMessage(gettext_noop("“{title}” was enacted."), title=post.title),
                because=StoredMessage(gettext_noop("because “{title}” was enacted"), title=post.title),
            ),
        )
        consequences.append({"failed": other.pk, "title": other.title})
    if "author-becomes-emperor" not in follows:
        return consequences
    reign = Reign.objects.at(act.at).select_related("player").first()
    former = reign.player if reign else None
    _crown(
        post.author,
        post,
        act,
        why=StoredMessage(gettext_noop("“{title}” was enacted"), title=post.title),
        won=True,
    )
    consequences.append(
        {"emperor": post.author_id, "name": post.author.name, "former": former.pk if former else None}
    )
    return consequences


def _crown(player: Player | None, post: Post, act: ResolvingAct, *, why: StoredMessage, won: bool) -> None:
    """Let the outcome of a declaration of victory say who is emperor, of this dynasty or, where they `won` it, of the
    next."""
    crown(
        player=player,
        at=act.at,
        by=act.by,
        cause=RosterEvent.Cause.MATTER,
        why=why,
        link=post.get_absolute_url(),
        won=won,
    )


_STATUSES = {
    Status.PENDING: gettext_noop("pending"),
    Status.ENACTED: gettext_noop("enacted"),
    Status.FAILED: gettext_noop("failed"),
    Status.ILLEGAL: gettext_noop("illegal"),
}


def _correct(post: Post, to: str, *, docket: Docket, act: ResolvingAct) -> Resolution:
    """Give a resolved matter another status. Back to pending, it is judged anew; else its ballots stay final."""
    _lock_what_follows(post, to, docket)
    statuses = {
        "before": StoredMessage(_STATUSES[Status(post.status)]),
        "after": StoredMessage(_STATUSES[Status(to)]),
    }
    resolution = _write(post, to, docket=docket, ruling=None, act=act, tally=post.tally)
    reopened = to == Status.PENDING
    # A victory begins with its correction: what ended an interregnum before that was another's address.
    won = post.category == Category.DOV and to == Status.ENACTED
    words = gettext_noop("{name} corrected the status from {before} to {after}: {why}")
    note = StoredMessage(words, name=act.by, why=act.reason, **statuses)
    done = Post.objects.filter(pk=post.pk, status=post.status).update(
        status=to,
        resolved_at=None if reopened else act.at if won else post.resolved_at,
        settled_by=None if reopened else post.settled_by_id,
        **post.noted(note),
        illegal=post.illegal if to != Status.ILLEGAL else True,
    )
    if done != 1:
        raise Stale(_("Somebody else has just corrected it."))
    was_enacted = post.status == Status.ENACTED
    post.refresh_from_db()
    if was_enacted:
        undone = _unvictory(post, act) if post.category == Category.DOV else []
        resolution.consequences = [*undone, *undo_changes(post, by=act.by, at=act.at, why=act.reason)]
        resolution.save(update_fields=["consequences"])
    if to == Status.ENACTED:
        _take_effect(post, resolution, act)
    elif not reopened:
        _come_to_nothing(post, resolution, act, docket)
    log_act(
        by=act.by,
        at=act.at,
        act="overturn",
        sentence=StoredMessage(
            gettext_noop("corrected “{title}” from {before} to {after}"),
            title=post.title,
            **statuses,
        ),
        reason=act.reason,
        link=post.get_absolute_url(),
        against_verdict=True,
    )
    notices.resolved(post, resolution)
    return resolution


def _take_effect(
    post: Post, resolution: Resolution, act: ResolvingAct, *, decided: Sequence[str] = ()
) -> None:
    """Let follow from an enacted matter what the law and its changes say, and record it with the resolution: of a vote
    between choices first which of them won (`decided`)."""
    consequences: list[dict[str, object]] = [{"decided": name} for name in decided]
    consequences += _victory(post, act)
    consequences += following.of_enactment(post, at=act.at)
    made_before = restorable(post, but=resolution.pk)
    if made_before is not None:
        why = act.reason or post.title
        consequences += restore_changes(post, made_before, by=act.by, at=act.at, why=why)
    elif post.changes:
        settled = {"settlements": act.settlements, "ticked": act.ticked}
        consequences += enact_changes(post, by=act.by, at=act.at, **settled)
    resolution.consequences = consequences
    resolution.save(update_fields=["consequences"])


def _come_to_nothing(post: Post, resolution: Resolution, act: ResolvingAct, before: Docket) -> None:
    """Record with the resolution what a matter that failed, or was found illegal, ends and begins. One that fails
    because another was enacted ends no hiatus."""
    stood_still = bool(before.verdict.standstill) and not act.because
    ended = following.of_failure(post, at=act.at, stood_still=stood_still)
    if ended:
        resolution.consequences = [*resolution.consequences, *ended]
        resolution.save(update_fields=["consequences"])


def _unvictory(post: Post, act: ResolvingAct) -> list[dict[str, object]]:
    """Undo what an enacted declaration brought about, unless a dynasty has begun from it since.

    The declarations that failed with it are pending again, and the former emperor is emperor again.
    """
    enacted = post.resolutions.filter(to_status=Status.ENACTED).order_by("-at", "-pk").first()
    if enacted is None or Ascension.objects.filter(at__gte=enacted.at).exists():
        return [{"kept": StoredMessage(gettext_noop("The dynasty that began from it goes on."))}]
    undone: list[dict[str, object]] = []
    for consequence in enacted.consequences:
        if "failed" in consequence:
            other = lock_post(consequence["failed"])
            if other.status == Status.FAILED and other.resolved_at == enacted.at:
                _correct(other, Status.PENDING, docket=docket_at(act.at), act=act)
                undone.append({"pending": other.pk, "title": other.title})
        elif "emperor" in consequence:
            former = (
                Player.objects.filter(pk=consequence["former"]).first() if consequence["former"] else None
            )
            won = former is not None and is_won(act.at, by=former)
            why = StoredMessage(gettext_noop("“{title}” was corrected"), title=post.title)
            _crown(former, post, act, why=why, won=won)
            undone.append({"emperor": former.pk if former else None, "name": former.name if former else None})
    return undone
