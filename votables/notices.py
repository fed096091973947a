"""Which events of the game tell whom. Services call these in their transactions; the worker calls `look_around`.

What somebody did themselves they are not told of. Of one event a person is told once, as what concerns them most.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.urls import reverse

from players import speech
from players.models import Game, Mentorship, Player
from players.notices.kinds import Kind
from players.notices.telling import call_channels, saw, settled, tell
from votables.docket import Docket, docket
from votables.errands import last_signs
from votables.judge.roster import inactive_at
from votables.models import Category, Comment, Post, Resolution, Status

MENTIONS = 20
FOR_EVERYBODY = (Category.DOV, Category.ASCENSION)


def mentioned_in(*htmls: str) -> list[Player]:
    """The people whom rendered texts name with an @ or link to, the first twenty of them. One query, or none."""
    profile = re.escape(reverse("players:profile", args=[0])).replace("0", r"(\d{1,15})")
    found = [int(key) for html in htmls for key in re.findall(f'<a href="{profile}"', html)]
    wanted = list(dict.fromkeys(found))[:MENTIONS]
    return list(Player.objects.filter(pk__in=wanted)) if wanted else []


def mentors_of(players: Iterable[Player]) -> dict[int, Player]:
    """The present mentors of players, by the mentee's key. One query."""
    held = Mentorship.objects.filter(mentee__in=list(players), ended_at=None).select_related("mentor")
    return {one.mentee_id: one.mentor for one in held}


def _posting(post: Post) -> str:
    """The key of the event that it was posted in its category."""
    return f"posted:{post.pk}:{post.category}"


def _but(people: Iterable[Player], *others: Player) -> list[Player]:
    keys = {other.pk for other in others}
    return [one for one in people if one.pk not in keys]


def posted(post: Post, *, at: datetime) -> None:
    """A post was published, or became a matter or an address: those it mentions, its author's mentor, who may vote on
    it, or everybody, are told; and the channels."""
    key, link, author = _posting(post), post.get_absolute_url(), post.author
    what = post.get_category_display() if post.category else "post"
    named = f"{author} posted a {what}: “{post.subject}”"
    told = {"key": key, "at": at, "link": link}
    if post.category in FOR_EVERYBODY:
        verb = "posted an Ascension Address" if post.category == Category.ASCENSION else "declares victory"
        _proclaim(f"{author} {verb}: “{post.subject}”", by=author, **told)
    mentions = mentioned_in(post.body_html, post.commentary_html)
    tell(
        _but(mentions, author),
        kind=Kind.MENTION,
        sentence=f"{author} mentioned you in “{post.subject}”",
        **told,
    )
    mentor = mentors_of([author]).get(author.pk)
    tell([mentor] if mentor else [], kind=Kind.MENTEE, sentence=f"Your mentee {named}", **told)
    if post.is_matter:
        voters = _but(Player.objects.active(), author)
        tell(voters, kind=Kind.VOTE, sentence=f"{named}. It needs your vote", **told)
    if post.is_matter and post.category not in FOR_EVERYBODY:
        call_channels(kind=Kind.VOTE, sentence=named, **told)


def edited(post: Post, *, at: datetime) -> None:
    """A post was edited: those it mentions are told, unless they were told of it before."""
    _mention(
        _but(mentioned_in(post.body_html, post.commentary_html), post.author),
        key=_posting(post),
        at=at,
        sentence=f"{post.author} mentioned you in “{post.subject}”",
        link=post.get_absolute_url(),
    )


def commented(comment: Comment, *, at: datetime) -> None:
    """A comment was written: those it mentions are told, and its author has seen the post."""
    saw(by=comment.author, link=comment.post.get_absolute_url(), at=at)
    _mention(
        _but(mentioned_in(comment.html), comment.author),
        key=f"comment:{comment.pk}",
        at=at,
        sentence=f"{comment.author} mentioned you in a comment on “{comment.post.subject}”",
        link=comment.get_absolute_url(),
    )


def _mention(people: Iterable[Player], **told: object) -> None:
    tell(people, kind=Kind.MENTION, **told)


def resolved(post: Post, resolution: Resolution) -> None:
    """A matter was resolved, or its status corrected: its author, their mentor and the channels are told, and everybody
    of a declaration of victory and of what changed the emperor or the dynasty."""
    outcome = Status(resolution.to_status)
    if outcome != Status.PENDING:
        settled(key=_posting(post), kind=Kind.VOTE, at=resolution.at)
    corrected = resolution.from_status != Status.PENDING
    done = "is pending again" if outcome == Status.PENDING else f"was {outcome.label}"
    if outcome == Status.ILLEGAL:
        done = "was found illegal"
    tally = f" ({resolution.tally})" if resolution.tally and not corrected else ""
    said = f"“{post.subject}” {done}{tally}"
    told = {"key": f"resolved:{resolution.pk}", "at": resolution.at, "link": post.get_absolute_url()}
    tell(
        _but([post.author], resolution.by), kind=Kind.RESOLVED, sentence=f"Your {_kind(post)} {said}", **told
    )
    mentor = mentors_of([post.author]).get(post.author_id)
    tell(
        _but([mentor] if mentor else [], resolution.by),
        kind=Kind.MENTEE,
        sentence=f"The {_kind(post)} of your mentee {post.author}, {said}",
        **told,
    )
    if post.category == Category.DOV:
        everybody = Player.objects.active() | Player.objects.idle()
        whose = f"{post.author}'s {_kind(post)} {said}"
        tell(_but(everybody, resolution.by), kind=Kind.VICTORY, sentence=whose, **told)
    if news := [words for one in resolution.consequences if (words := _news(one))]:
        _proclaim(f"{'; '.join(news)}, as “{post.subject}” says", by=resolution.by, **told)
    call_channels(kind=Kind.RESOLVED, sentence=f"{_kind(post)} of {post.author}: {said}", **told)


def _kind(post: Post) -> str:
    return str(post.get_category_display())


def _news(consequence: Mapping[str, object]) -> str:
    """What a consequence of a matter means for the throne, in words without a full stop; "" for any other."""
    if consequence.get("roster") == "end-dynasty":
        return f"{consequence['dynasty']} begins"
    return speech.said(str(consequence["said"]).rstrip(".")) if consequence.get("roster") == "emperor" else ""


def mantle_passed(post: Post, *, to: Player) -> None:
    """The winner made somebody else emperor by the post: everybody is told, and the channels."""
    told = {"key": _posting(post), "at": post.posted_at, "link": post.get_absolute_url()}
    _proclaim(f"{post.author} passed the mantle to {to}", by=post.author, **told)


def _proclaim(sentence: str, *, by: Player, key: str, at: datetime, link: str) -> None:
    everybody = Player.objects.active() | Player.objects.idle()
    told = {"kind": Kind.VICTORY, "key": key, "at": at, "link": link, "sentence": sentence}
    tell(_but(everybody, by), **told)
    call_channels(**told)


# -- what the worker finds


def look_around(*, at: datetime) -> None:
    """Tell of what time alone has brought about at `at` (UTC): matters that may be resolved, players who are about to
    be idled. Whatever was told before is not told again. Does nothing where no game has been founded."""
    if not Game.objects.exists():
        return
    with transaction.atomic():
        held = docket(at)
        resolvable(held)
        about_to_idle(held)


def resolvable(held: Docket) -> None:
    """Tell the admins, and the channels, which matters may be enacted or failed. A matter that was reopened is told of
    anew. Two queries and those of telling."""
    rulings = [one for one in held.verdict.matters if one.may_enact or one.may_fail]
    if not rulings:
        return
    times = dict(
        Resolution.objects.filter(post__in=[int(one.matter.id) for one in rulings])
        .values_list("post")
        .annotate(number=Count("pk"))
        .order_by()
    )
    admins = [one for one in Player.objects.admins() if held.law.resolving.idle_admins or one.is_playing]
    for ruling in rulings:
        post = held.posts[int(ruling.matter.id)]
        ways = [way for way, may in (("enacted", ruling.may_enact), ("failed", ruling.may_fail)) if may]
        told = {
            "key": f"resolvable:{post.pk}:{'-'.join(ways)}:{times.get(post.pk, 0)}",
            "at": held.at,
            "link": post.get_absolute_url(),
            "sentence": f"{_kind(post)} “{post.subject}” by {post.author} may be {' or '.join(ways)}",
        }
        tell(admins, kind=Kind.RESOLVABLE, **told)
        call_channels(kind=Kind.RESOLVABLE, **told)


def about_to_idle(held: Docket) -> None:
    """Tell players, and their mentors, some hours before an admin may idle them for inactivity, once for each silence.
    Who is warned is idled no sooner: that is for the law, and for an admin."""
    ahead = timedelta(hours=settings.NOTICE_IDLE_HOURS)
    signs = last_signs(held.roster, law=held.law, at=held.at)
    silent = [
        one for one in held.roster if inactive_at(law=held.law, last_sign=signs[one.pk]) <= held.at + ahead
    ]
    mentors = mentors_of(silent) if silent else {}
    for player in silent:
        until = inactive_at(law=held.law, last_sign=signs[player.pk])
        told = {"key": f"idling:{player.pk}:{signs[player.pk]:%Y%m%d%H%M%S}", "at": held.at}
        when = "now" if until <= held.at else f"from {until:%-d %B, %H:%M} UTC on"
        keeps = f"{_sign(held.law.roster.inactivity.signs)} keeps you in the game"
        words = f"You may be idled for inactivity {when}. {keeps}"
        tell([player], kind=Kind.IDLING, sentence=words, link=reverse("home"), **told)
        if player.pk in mentors:
            words = f"Your mentee {player} may be idled for inactivity {when}"
            tell(
                [mentors[player.pk]], kind=Kind.MENTEE, sentence=words, link=player.get_absolute_url(), **told
            )


def _sign(signs: Collection[str]) -> str:
    """ "A post or comment"."""
    return f"A {' or '.join(sorted(signs, reverse=True))}"
