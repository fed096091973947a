"""Which events of the game tell whom. Services call these in their transactions; the worker calls `look_around`.

What somebody did themselves they are not told of. Of one event a person is told once, as what concerns them most.

Each reads it in their own language: what is told is a message, whose marked words (`_`) are translated when it is read.
For channels it is told in the game's.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import KEY
from gamestate.notices import look_at_awaited, look_at_calls
from players.models import Game, Mentorship, Player
from players.notices.channel_facts import CommentFact, OutcomeFact, PostFact, ReadyFact, ThroneFact, person
from players.notices.notice_kinds import Happening, Kind
from players.notices.telling import call_channels, saw, settled, tell, tell_of_thread, untell
from ruleset.models import Revision
from ruleset.queries import law_at
from ruleset.queries.agreement import doubts
from ruleset.queries.lives import brought_by
from ruleset.services import note_agreement
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.judge import judge
from votables.judge.milestones import JUST_AFTER
from votables.judge.roster import inactive_at
from votables.judge.verdict import MatterVerdict
from votables.models import Asks, Category, Comment, Post, Resolution, Status
from votables.queries.admin_desk import last_signs
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.tally_text import tally_of
from votables.services.leave import BY_THE_LAW

MENTIONS = 20
NEAR = timedelta(hours=6)  # before a matter's fate its author is told of it
FOR_EVERYBODY = (Category.DOV, Category.ASCENSION)


def mentioned_in(*htmls: str) -> list[Player]:
    """The people whom rendered texts name with an @ or link to, the first twenty of them. One query, or none."""
    profile = re.escape(reverse("players:profile", args=[0])).replace("0", f"({KEY})")
    mentions = [int(key) for html in htmls for key in re.findall(f'<a href="{profile}"', html)]
    keys = list(dict.fromkeys(mentions))[:MENTIONS]
    return list(Player.objects.filter(pk__in=keys)) if keys else []


def answered_in(html: str) -> list[Player]:
    """Who wrote the comments to which a rendered text links, the first twenty of them. One query, or none."""
    anchors = re.findall(rf'<a href="([^"]*)#comment-({KEY})"', html)
    here = [int(key) for page, key in anchors if page.startswith(("/", settings.SITE_URL)) or not page]
    keys = list(dict.fromkeys(here))[:MENTIONS]
    return list(Player.objects.filter(comments__in=keys).distinct()) if keys else []


def mentors_of(players: Iterable[Player]) -> dict[int, Player]:
    """The present mentors of players, by the mentee's key. One query."""
    mentorships = Mentorship.objects.filter(mentee__in=list(players), ended_at=None).select_related("mentor")
    return {one.mentee_id: one.mentor for one in mentorships}


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
    what = _kind(post) if post.category else StoredMessage(_("post"))
    named = StoredMessage(_("{name} posted a {kind}: “{title}”"), name=author, kind=what, title=post.subject)
    facts: dict[str, Any] = {"key": key, "at": at, "link": link}
    if post.category in FOR_EVERYBODY:
        news, emperor = _("{name} declares victory: “{title}”"), None
        if post.category == Category.ASCENSION:
            news, emperor = _("{name} posted an Ascension Address: “{title}”"), author
        sentence = StoredMessage(news, name=author, title=post.subject)
        _proclaim(sentence, post=post, by=author, emperor=emperor, **facts)
    mentions = mentioned_in(post.body_html, post.commentary_html)
    tell(
        _but(mentions, author),
        kind=Kind.MENTION,
        sentence=StoredMessage(_("{name} mentioned you in “{title}”"), name=author, title=post.subject),
        **facts,
    )
    mentor = mentors_of([author]).get(author.pk)
    of_mentee = StoredMessage(_("Your mentee {said}"), said=named)
    tell([mentor] if mentor else [], kind=Kind.MENTEE, sentence=of_mentee, **facts)
    _ask(author, post.asks, at=at, link=link)
    _warn_authors(post, at=at)
    if post.is_matter:
        voters = _but(Player.objects.active(), author)
        needs_vote = StoredMessage(_("{said}. It needs your vote"), said=named)
        tell(voters, kind=Kind.VOTE, sentence=needs_vote, **facts)
    if post.is_matter and post.category not in FOR_EVERYBODY:
        call_channels(kind=Happening.VOTE, sentence=named, facts=PostFact(**_facts(post)), **facts)


def _facts(post: Post) -> dict[str, Any]:
    """What channels are told of a post, whatever it is that happened to it."""
    return {
        "post": post.pk,
        "title": post.title,
        "category": post.category,
        "author": person(post.author),
    }


def _warn_authors(post: Post, *, at: datetime) -> None:
    """Those who brought the rules that a matter would change are told so. Two queries, besides those that work out what
    it would change."""
    if not post.changes:
        return
    outcome = outcome_of_changes(stored_changes(post.changes), at=at, kind=post.category)
    after = {rule.key: (rule.title, rule.text) for rule in outcome.after.tree.walk()}
    changed = {
        int(rule.key): rule.name
        for rule in outcome.before.tree.walk()
        if after.get(rule.key) != (rule.title, rule.text)
    }
    if not changed:
        return
    titles: dict[int, list[str]] = {}
    for rule, author in brought_by(changed).items():
        titles.setdefault(author, []).append(changed[rule])
    for one in _but(Player.objects.filter(pk__in=titles), post.author):
        words = _("{name} proposes to change your rule “{rule}”: “{title}”")
        rules = "”, “".join(titles[one.pk])
        sentence = StoredMessage(words, name=post.author, rule=rules, title=post.subject)
        link = post.get_absolute_url()
        tell([one], kind=Kind.RULE, key=_posting(post), at=at, sentence=sentence, link=link)


def edited(post: Post, *, at: datetime) -> None:
    """A post was edited: those it mentions are told, unless they were told of it before."""
    _warn_authors(post, at=at)
    _mention(
        _but(mentioned_in(post.body_html, post.commentary_html), post.author),
        key=_posting(post),
        at=at,
        sentence=StoredMessage(_("{name} mentioned you in “{title}”"), name=post.author, title=post.subject),
        link=post.get_absolute_url(),
    )


ASKS: Mapping[str, str] = {
    Asks.JOIN: _("{name} asks to join"),
    Asks.IDLE: _("{name} asks to be idled"),
    Asks.UNIDLE: _("{name} asks to be unidled"),
    Asks.LEAVE: _("{name} asks to leave the game"),
}


def _ask(player: Player, asks: str, *, at: datetime, link: str) -> None:
    """Admins are told what somebody asks of them, until it is done."""
    if asks:
        key = f"{_asking(player)}{asks}:{at:%Y%m%d%H%M%S%f}"
        words = StoredMessage(ASKS[asks], name=player)
        tell(_but(_admins(), player), kind=Kind.REQUEST, key=key, at=at, sentence=words, link=link)


def _asking(player: Player) -> str:
    """What the keys of all that a person asks of admins begin with."""
    return f"asks:{player.pk}:"


def answered(player: Player, *, at: datetime) -> None:
    """What somebody asked of the admins has been done, by one of them or otherwise: it waits for nobody any more."""
    settled(key=_asking(player), kind=Kind.REQUEST, at=at)


def removed(post: Post) -> None:
    """A post was removed: what anybody was told of it, and of what was said on it, goes with it."""
    untell(link=post.get_absolute_url())


def commented(comment: Comment, *, at: datetime) -> None:
    """A comment was written: those it mentions, those whose comments it quotes or links to, and the post's author, if
    it says more than a vote, are told; admins, of what it asks for. Its author has seen the post."""
    post, name = comment.post, comment.author
    page, link = post.get_absolute_url(), comment.get_absolute_url()
    saw(by=name, link=page, at=at)
    title = {"name": name, "title": post.subject}
    facts: dict[str, Any] = {"key": f"comment:{comment.pk}", "at": at, "link": link}
    _ask(name, comment.asks, at=at, link=link)
    _mention(
        _but(mentioned_in(comment.html), name),
        sentence=StoredMessage(_("{name} mentioned you in a comment on “{title}”"), **title),
        **facts,
    )
    tell(
        _but(answered_in(comment.html), name),
        kind=Kind.REPLY,
        sentence=StoredMessage(_("{name} replied to you on “{title}”"), **title),
        **facts,
    )
    if post.author_id != name.pk and _says_something(comment):
        tell_of_thread(
            post.author,
            kind=Kind.COMMENT,
            once=StoredMessage(_("{name} commented on “{title}”"), **title),
            often=lambda number: StoredMessage(
                _("{number} comments on “{title}”, the last by {name}"), number=number, **title
            ),
            page=f"{page}?",
            **facts,
        )
    words = _("{name} voted {icon} on “{title}”") if comment.cast else _("{name} commented on “{title}”")
    call_channels(
        kind=Happening.COMMENT,
        sentence=StoredMessage(words, icon=comment.cast.upper(), **title),
        facts=CommentFact(comment.pk, post.pk, post.title, author=person(name), vote=comment.cast),
        **facts,
    )


_VOTES = re.compile(r":[A-Za-z]+:")


def _says_something(comment: Comment) -> bool:
    """Whether there are words in it besides voting icons."""
    return not comment.icons or any(map(str.isalnum, _VOTES.sub("", comment.text)))


def _mention(people: Iterable[Player], **facts: Any) -> None:
    tell(people, kind=Kind.MENTION, **facts)


def resolved(post: Post, resolution: Resolution) -> None:
    """A matter was resolved, or its status corrected: its author, their mentor and the channels are told, and everybody
    of a declaration of victory and of what changed the emperor or the dynasty."""
    outcome = Status(resolution.to_status)
    if outcome != Status.PENDING:
        settled(key=_posting(post), kind=Kind.VOTE, at=resolution.at)
    corrected = resolution.from_status != Status.PENDING
    outcome_told = StoredMessage(OUTCOMES[outcome], title=post.subject)
    if resolution.tally and not corrected:
        outcome_told = StoredMessage("{said} ({tally})", said=outcome_told, tally=resolution.tally)
    facts: dict[str, Any] = {
        "key": f"resolved:{resolution.pk}",
        "at": resolution.at,
        "link": post.get_absolute_url(),
    }
    yours = StoredMessage(_("Your {kind} {said}"), kind=_kind(post), said=outcome_told)
    tell(_but([post.author], resolution.by), kind=Kind.RESOLVED, sentence=yours, **facts)
    mentor = mentors_of([post.author]).get(post.author_id)
    tell(
        _but([mentor] if mentor else [], resolution.by),
        kind=Kind.MENTEE,
        sentence=StoredMessage(
            _("The {kind} of your mentee {name}, {said}"),
            kind=_kind(post),
            name=post.author,
            said=outcome_told,
        ),
        **facts,
    )
    if post.category == Category.DOV:
        everybody = Player.objects.active() | Player.objects.idle()
        whose = StoredMessage(
            _("{name}’s {kind} {said}"), name=post.author, kind=_kind(post), said=outcome_told
        )
        tell(_but(everybody, resolution.by), kind=Kind.VICTORY, sentence=whose, **facts)
    if news := [words for one in resolution.consequences if (words := _news(one))]:
        sentence = StoredMessage(_("{news}, as “{title}” says"), news=news, title=post.subject)
        crowned = [one["player"] for one in resolution.consequences if one.get("roster") == "emperor"]
        emperor = Player.objects.filter(pk__in=crowned).last()
        _proclaim(sentence, post=post, by=resolution.by, emperor=emperor, **facts)
    called = StoredMessage(
        _("{kind} of {name}: {said}"), kind=_kind(post), name=post.author, said=outcome_told
    )
    outcome_facts = OutcomeFact(
        **_facts(post),
        resolution=resolution.pk,
        outcome=resolution.to_status,
        before=resolution.from_status,
        tally=resolution.tally.in_english,
        by=person(resolution.by),
    )
    call_channels(kind=Happening.RESOLVED, sentence=called, facts=outcome_facts, **facts)


OUTCOMES: Mapping[Status, str] = {
    Status.PENDING: _("“{title}” is pending again"),
    Status.ENACTED: _("“{title}” was enacted"),
    Status.FAILED: _("“{title}” was failed"),
    Status.ILLEGAL: _("“{title}” was found illegal"),
}


def _kind(post: Post) -> StoredMessage:
    with in_the_games_language():
        return StoredMessage(str(post.get_category_display()))


def _news(consequence: Mapping[str, object]) -> StoredMessage | None:
    """What a consequence of a matter means for the throne, in words without a full stop; None for any other."""
    if consequence.get("roster") == "end-dynasty":
        return StoredMessage(_("{dynasty} begins"), dynasty=StoredMessage(str(consequence["dynasty"])))
    if consequence.get("roster") != "emperor":
        return None
    emperor = Player.objects.filter(pk=consequence["player"]).first()
    if emperor is None:
        return StoredMessage(_("The dynasty is left without an emperor"))
    return StoredMessage(_("{name} becomes the emperor"), name=emperor)


def mantle_passed(post: Post, *, to: Player) -> None:
    """The winner made somebody else emperor by the post: everybody is told, and the channels."""
    facts: dict[str, Any] = {"key": _posting(post), "at": post.posted_at, "link": post.get_absolute_url()}
    sentence = StoredMessage(_("{name} passed the mantle to {to}"), name=post.author, to=to)
    _proclaim(sentence, post=post, by=post.author, emperor=to, **facts)


def _proclaim(
    sentence: StoredMessage, *, post: Post, by: Player, emperor: Player | None = None, **facts: Any
) -> None:
    everybody = Player.objects.active() | Player.objects.idle()
    tell(_but(everybody, by), kind=Kind.VICTORY, sentence=sentence, **facts)
    throne = ThroneFact(**_facts(post), emperor=person(emperor) if emperor else None)
    call_channels(kind=Happening.VICTORY, sentence=sentence, facts=throne, **facts)


def admitted(player: Player, *, by: Player, at: datetime) -> None:
    """Somebody who asked to join plays from now on, and is led to what waits for their vote."""
    words = StoredMessage(_("{name} let you into the game. From now on your votes count"), name=by)
    link, key = reverse("votables:needs_vote"), f"admitted:{player.pk}:{int(at.timestamp())}"
    tell(_but([player], by), kind=Kind.IDLING, key=key, at=at, sentence=words, link=link)


# -- what the worker finds


def look_around(*, at: datetime) -> None:
    """Tell of what time alone has brought about at `at` (UTC): matters that may be resolved, or soon can be, players
    who are about to be idled, rules that no longer say what the law does, actions that somebody waited for. Whatever
    was told before is not told again. Does nothing where no game has been founded.

    The game is locked, in the version that it has: what is found out in several looks is of one state, and is so still
    when it is told.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=1).first()
        if game is None:
            return
        if game.law_differs is None:
            note_agreement(at=at)
        docket = docket_at(at)
        resolvable(docket)
        fate_near(docket)
        about_to_idle(docket)
        rules_in_doubt(docket)
        look_at_calls(at=at)
        look_at_awaited(at=at, leave=BY_THE_LAW)


def resolvable(docket: Docket) -> None:
    """Tell the admins, and the channels, which matters may be enacted or failed. A matter that was reopened is told of
    anew. Two queries and those of telling."""
    rulings = [one for one in docket.verdict.matters if one.may_enact or one.may_fail]
    if not rulings:
        return
    times = dict(
        Resolution.objects.filter(post__in=[int(one.matter.id) for one in rulings])
        .values_list("post")
        .annotate(number=Count("pk"))
        .order_by()
    )
    admins = _admins(idle=docket.law.resolving.idle_admins)
    for ruling in rulings:
        post = docket.posts[int(ruling.matter.id)]
        ways = [way for way, may in (("enacted", ruling.may_enact), ("failed", ruling.may_fail)) if may]
        facts: dict[str, Any] = {
            "key": f"resolvable:{post.pk}:{'-'.join(ways)}:{times.get(post.pk, 0)}",
            "at": docket.at,
            "link": post.get_absolute_url(),
            "sentence": StoredMessage(
                _may_be(ruling), kind=_kind(post), title=post.subject, name=post.author
            ),
        }
        tell(admins, kind=Kind.RESOLVABLE, **facts)
        ready = ReadyFact(
            **_facts(post),
            may_enact=ruling.may_enact,
            may_fail=ruling.may_fail,
            tally=tally_of(ruling).in_english,
        )
        call_channels(kind=Happening.RESOLVABLE, facts=ready, **facts)


def _admins(*, idle: bool = True) -> list[Player]:
    """Those who act as admins; without the `idle` ones, where the law does not let them. One query."""
    return [one for one in Player.objects.admins() if idle or one.is_playing]


def fate_near(docket: Docket) -> None:
    """Tell authors some hours before time alone lets their matters be enacted or failed, if votes stay as they are."""
    ahead = docket.at + NEAR
    for ruling in docket.verdict.matters:
        turns = ruling.next_change
        if turns is None or turns > ahead or ruling.enactable or ruling.failable:
            continue
        then = judge(docket.game, law=docket.law, at=turns + JUST_AFTER).matters
        later = next((one for one in then if one.matter.id == ruling.matter.id), None)
        if later is None or not (later.enactable or later.failable):
            continue
        words = _("Your {kind} “{title}” can be enacted at {instant}, unless votes change")
        if not later.enactable:
            words = _("Your {kind} “{title}” can be failed at {instant}, unless votes change")
        post = docket.posts[int(ruling.matter.id)]
        tell(
            [post.author],
            kind=Kind.FATE,
            key=f"fate:{post.pk}:{turns:%Y%m%d%H%M%S}:{later.enactable:d}",
            at=docket.at,
            sentence=StoredMessage(words, kind=_kind(post), title=post.subject, instant=turns),
            link=post.get_absolute_url(),
        )


def rules_in_doubt(docket: Docket) -> None:
    """Tell admins of the rules that were changed in the last day while the law still does what they said before. One
    query on a day without, else those of `doubts`."""
    lately = Revision.objects.filter(at__gt=docket.at - timedelta(days=1), at__lte=docket.at)
    in_force = law_at(docket.at) if lately.exists() else None
    if in_force is None:
        return
    for one in {carried.name: carried for carried in doubts(in_force).values()}.values():
        if one.doubt is None or one.doubt.revision.at <= docket.at - timedelta(days=1):
            continue
        tell(
            _admins(),
            kind=Kind.DRIFT,
            key=f"doubt:{one.rule}:{one.doubt.revision.pk}",
            at=docket.at,
            sentence=StoredMessage(
                _("The rule “{rule}” has changed, but the law still does what it said before"), rule=one.name
            ),
            link=f"{reverse('ruleset:law')}#{one.anchor}",
        )


def about_to_idle(docket: Docket) -> None:
    """Tell players, and their mentors, some hours before an admin may idle them for inactivity, once for each silence.
    Who is warned is idled no sooner: that is for the law, and for an admin."""
    ahead = timedelta(hours=settings.NOTICE_IDLE_HOURS)
    signs = last_signs(docket.roster, law=docket.law, at=docket.at)
    silent = [
        one
        for one in docket.roster
        if inactive_at(law=docket.law, last_sign=signs[one.pk]) <= docket.at + ahead
    ]
    mentors = mentors_of(silent) if silent else {}
    for player in silent:
        until = inactive_at(law=docket.law, last_sign=signs[player.pk])
        facts: dict[str, Any] = {
            "key": f"idling:{player.pk}:{signs[player.pk]:%Y%m%d%H%M%S}",
            "at": docket.at,
        }
        yours = _("You can be idled for inactivity now. A {sign} keeps you in the game")
        of_mentee = _("Your mentee {name} can be idled for inactivity now")
        if until > docket.at:
            yours = _("You can be idled for inactivity from {instant} on. A {sign} keeps you in the game")
            of_mentee = _("Your mentee {name} can be idled for inactivity from {instant} on")
        words = StoredMessage(yours, instant=until, sign=_sign(docket.law.roster.inactivity.signs))
        tell([player], kind=Kind.IDLING, sentence=words, link=reverse("home"), **facts)
        if player.pk in mentors:
            words = StoredMessage(of_mentee, name=player, instant=until)
            tell(
                [mentors[player.pk]],
                kind=Kind.MENTEE,
                sentence=words,
                link=player.get_absolute_url(),
                **facts,
            )


SIGNS = {"vote": _("vote"), "post": _("post"), "comment": _("comment")}


def _sign(signs: Collection[str]) -> StoredMessage:
    """ "post or comment"."""
    first, *others = (StoredMessage(SIGNS[sign]) for sign in sorted(signs, reverse=True))
    for other in others:
        first = StoredMessage(_("{one} or {other}"), one=first, other=other)
    return first


def _may_be(ruling: MatterVerdict) -> str:
    if ruling.may_enact and ruling.may_fail:
        return _("{kind} “{title}” by {name} can be enacted or failed")
    if ruling.may_enact:
        return _("{kind} “{title}” by {name} can be enacted")
    return _("{kind} “{title}” by {name} can be failed")
