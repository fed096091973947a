"""Mentors, as the rule of that name has them.

A player may ask for a mentor; the emperor asks a tenured player to take them on, or somebody who has just joined; who
accepts is their mentor until one of the two dissolves the mentorship. The list of the tenured is kept by admins: they
enter and remove themselves, and others on their own request. Idle players count as players for all of this.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.models import MentoringRequest, MentorOffer, Mentorship, Player, RosterEvent, Tenure
from players.permissions import (
    check_could_mentor,
    check_is_for_admins,
    check_is_player,
    check_may_ask_mentor,
    check_may_be_mentored,
    check_may_change_own_tenure,
    check_may_keep_tenured,
    check_may_mentor,
)
from players.queries.mentors import NEWLY_JOINED, acts_as_emperor, is_tenured

from .roster import lock_game, log_act

Kind, Outcome, Answer = MentoringRequest.Kind, MentoringRequest.Outcome, MentorOffer.Answer


def mentorship_of(mentee: Player) -> Mentorship | None:
    """The mentorship in which `mentee` is the mentee now."""
    return Mentorship.objects.select_related("mentor").filter(mentee=mentee, ended_at__isnull=True).first()


def is_new(player: Player, at: datetime) -> bool:
    """Whether the player joined the game in the last seven days."""
    return player.roster_events.filter(kind=RosterEvent.Kind.JOINED, at__gt=at - NEWLY_JOINED).exists()


# -- requests, and the list of the tenured


@transaction.atomic
def ask(*, by: Player, at: datetime, kind: str) -> MentoringRequest:
    """Ask for a mentor, or to join or leave the list of tenured players. Everybody sees it until it is settled.

    Raises RuleBroken for who is no player, and Stale for what one has, or has asked for, already.
    """
    if kind not in Kind.values:
        raise RuleBroken(_("Choose what you want to ask for."), status=400)
    _lock_for(by)
    if kind == Kind.MENTOR and (mentorship := mentorship_of(by)) is not None:
        raise Stale(
            _("{mentor} is already your mentor.").format(mentor=mentorship.mentor), rule=SiteRule.MENTORS
        )
    if kind != Kind.MENTOR and is_tenured(by) == (kind == Kind.ENTER):
        raise Stale(
            _("You are already on the list of tenured players.")
            if kind == Kind.ENTER
            else _("You are not on the list of tenured players."),
            rule=SiteRule.MENTORS,
        )
    if MentoringRequest.objects.filter(player=by, kind=kind, outcome=Outcome.OPEN).exists():
        raise Stale(_("You have already asked for this."))
    return MentoringRequest.objects.create(player=by, kind=kind, at=at)


@transaction.atomic
def withdraw(*, mentoring_request: int, by: Player, at: datetime) -> MentoringRequest:
    """Withdraw your request. Raises RuleBroken (404) for another's, Stale for one that is settled."""
    lock_game()
    open_request = _open_request(mentoring_request)
    if open_request.player_id != by.pk:
        raise RuleBroken(_("You have not asked for this."), status=404)
    return _settle(open_request, Outcome.WITHDRAWN, by, at)


@transaction.atomic
def settle(*, mentoring_request: int, by: Player, at: datetime, grant: bool) -> MentoringRequest:
    """As an admin, add somebody who asked to the list of tenured players, or remove them, or decline.

    Raises RuleBroken for anybody but an admin and for a request for a mentor, which is the emperor's; Stale for one
    that is settled.
    """
    lock_game()
    by.refresh_from_db()
    check_may_keep_tenured(by)
    open_request = _open_request(mentoring_request)
    check_is_for_admins(open_request)
    if grant:
        _enter_or_remove(open_request.player, by=by, at=at, tenured=open_request.kind == Kind.ENTER)
    return _settle(open_request, Outcome.GRANTED if grant else Outcome.DECLINED, by, at)


@transaction.atomic
def change_own_tenure(*, by: Player, at: datetime, tenured: bool) -> None:
    """As an admin, add yourself to the list of tenured players, or remove yourself. Others ask for it. Raises
    RuleBroken for others, Stale where one stands so already."""
    _lock_for(by)
    check_may_change_own_tenure(by)
    _enter_or_remove(by, by=by, at=at, tenured=tenured)
    kind = Kind.ENTER if tenured else Kind.REMOVE
    for request in MentoringRequest.objects.filter(player=by, kind=kind, outcome=Outcome.OPEN):
        _settle(request, Outcome.GRANTED, by, at)


def _enter_or_remove(player: Player, *, by: Player, at: datetime, tenured: bool) -> None:
    current = Tenure.objects.filter(player=player, until__isnull=True)
    if tenured:
        if current.exists():
            raise Stale(_("{player} is already on the list of tenured players.").format(player=player))
        Tenure.objects.create(player=player, since=at, entered_by=by)
    elif not current.update(until=at, removed_by=by):
        raise Stale(_("{player} is not on the list of tenured players.").format(player=player))
    done = (
        gettext_noop("entered {name} in the list of the tenured")
        if tenured
        else gettext_noop("took {name} off the list of the tenured")
    )
    log_act(
        by=by, at=at, act="tenure", sentence=StoredMessage(done, name=player), link=player.get_absolute_url()
    )


def _open_request(key: int) -> MentoringRequest:
    request = MentoringRequest.objects.select_related("player").filter(pk=key).first()
    if request is None:
        raise RuleBroken(_("This request does not exist."), status=404)
    if request.outcome != Outcome.OPEN:
        raise Stale(
            _("Somebody was faster: this request is already {outcome}.").format(
                outcome=request.get_outcome_display()
            )
        )
    return request


def _settle(request: MentoringRequest, outcome: str, by: Player, at: datetime) -> MentoringRequest:
    request.outcome, request.settled_at, request.settled_by = outcome, at, by
    request.save(update_fields=["outcome", "settled_at", "settled_by"])
    return request


# -- mentorships


@transaction.atomic
def ask_mentor(*, mentee: Player, mentor: Player, by: Player, at: datetime) -> MentorOffer:
    """As emperor, or acting as one, ask a tenured player to mentor somebody who asked or is new.

    Raises RuleBroken for others, for a mentor who is not tenured or is the mentee, and for a mentee who neither asked
    nor is new; Stale for one who has a mentor, or for whom somebody is asked already.
    """
    lock_game()
    by.refresh_from_db()
    check_may_ask_mentor(by, at)
    check_could_mentor(mentor, mentee)
    _check_unmentored(mentee)
    requests = MentoringRequest.objects.filter(player=mentee, kind=Kind.MENTOR, outcome=Outcome.OPEN)
    if not (requests.exists() or is_new(mentee, at)):
        raise RuleBroken(
            _("Only new players and those who asked for one get a mentor. {mentee} is neither.").format(
                mentee=mentee
            ),
            rule=SiteRule.MENTORS,
        )
    if MentorOffer.objects.filter(mentee=mentee, answer=Answer.OPEN).exists():
        raise Stale(
            _("Somebody else was asked to mentor {mentee}. Wait for their answer.").format(mentee=mentee)
        )
    return MentorOffer.objects.create(mentor=mentor, mentee=mentee, at=at, by=by)


@transaction.atomic
def answer(*, offer: int, by: Player, at: datetime, answer: str) -> MentorOffer:
    """Accept or decline to be a mentor. As emperor, withdraw the question.

    Answers the offer, with the mentorship that accepting establishes (`established`; else None). Raises RuleBroken: 404
    for anybody else, 400 for an answer that is not theirs to give; Stale when it is settled or the mentee has found a
    mentor.
    """
    lock_game()
    by.refresh_from_db()
    mentor_offer = MentorOffer.objects.select_related("mentee", "mentor").filter(pk=offer).first()
    is_asked = mentor_offer is not None and mentor_offer.mentor_id == by.pk
    may_withdraw = mentor_offer is not None and acts_as_emperor(by, at)
    if not (is_asked or may_withdraw):
        raise RuleBroken(_("Nobody has asked you that."), status=404)
    choices = [Answer.ACCEPTED, Answer.DECLINED] * is_asked + [Answer.WITHDRAWN] * may_withdraw
    if answer not in choices:
        raise RuleBroken(_("Choose an answer."), status=400)
    if mentor_offer.answer != Answer.OPEN:
        raise Stale(_("This is already {answer}.").format(answer=mentor_offer.get_answer_display()))
    mentor_offer.established = None
    if answer == Answer.ACCEPTED:
        check_may_mentor(by)
        _check_unmentored(mentor_offer.mentee)
        mentor_offer.established = Mentorship.objects.create(
            mentor=by, mentee=mentor_offer.mentee, begun_at=at
        )
        requests = MentoringRequest.objects.filter(
            player=mentor_offer.mentee, kind=Kind.MENTOR, outcome=Outcome.OPEN
        )
        requests.update(outcome=Outcome.GRANTED, settled_at=at, settled_by=by)
    mentor_offer.answer, mentor_offer.answered_at = answer, at
    mentor_offer.save(update_fields=["answer", "answered_at"])
    return mentor_offer


def lock_mentorship(key: int) -> Mentorship:
    """The mentorship, locked with the game. Raises RuleBroken (404) where there is none."""
    lock_game()
    mentorship = Mentorship.objects.select_related("mentor", "mentee").filter(pk=key).first()
    if mentorship is None:
        raise RuleBroken(_("This mentorship does not exist."), status=404)
    return mentorship


def announced(mentorship: Mentorship, *, link: str) -> None:
    """Remember the post that tells of the beginning. The caller has checked that it may."""
    mentorship.announced = link
    mentorship.save(update_fields=["announced"])


def dissolved(mentorship: Mentorship, *, by: Player, at: datetime, link: str) -> None:
    """End the mentorship by the post at `link`. The caller has checked that it may."""
    mentorship.ended_at, mentorship.ended_by, mentorship.farewell = at, by, link
    mentorship.save(update_fields=["ended_at", "ended_by", "farewell"])


def _check_unmentored(mentee: Player) -> None:
    check_may_be_mentored(mentee)
    if (mentorship := mentorship_of(mentee)) is not None:
        raise Stale(
            _("{mentor} is already {mentee}’s mentor.").format(mentor=mentorship.mentor, mentee=mentee),
            rule=SiteRule.MENTORS,
        )


def _lock_for(player: Player) -> None:
    """Lock the game and look at the player as they stand now. Raises RuleBroken for who is none."""
    lock_game()
    player.refresh_from_db()
    check_is_player(player)
