"""What the law says about who plays: idling, coming back, leaving, names, and who may resolve.

Whoever asks has looked up the facts: when somebody last gave a sign of life, what they asked for and where.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from ruleset.law import Law
from ruleset.law.model import Requests

from .posting import YES, no
from .standing import because, ends
from .verdict import Leave


@dataclass(frozen=True, slots=True)
class Request:
    """Something asked of the admins: when (UTC), and whether in a `post`, a `comment`, or an `idling-comment`
    (a comment on another's post that asks for the same)."""

    at: datetime
    where: str


@dataclass(frozen=True, slots=True)
class Idling:
    """How somebody went idle: when (UTC), for what (`request`, `self`, `inactivity`, `other`), and whether in
    the present dynasty."""

    at: datetime
    reason: str
    in_this_dynasty: bool


# Signs of life, of which any is one.
_SIGNS = {
    ("vote",): gettext_noop("a vote"),
    ("post",): gettext_noop("a post"),
    ("comment",): gettext_noop("a comment"),
    ("vote", "post"): gettext_noop("a vote or post"),
    ("vote", "comment"): gettext_noop("a vote or comment"),
    ("post", "comment"): gettext_noop("a post or comment"),
    ("vote", "post", "comment"): gettext_noop("a vote or post or comment"),
}
# What is said where nobody asked: at all, or lately.
_TO_BE_IDLED = (
    gettext_noop("They have not asked to be idled."),
    gettext_noop("They have not asked to be idled in the last {hours} hours."),
)
_TO_BE_UNIDLED = (
    gettext_noop("They have not asked to be unidled."),
    gettext_noop("They have not asked to be unidled in the last {hours} hours."),
)


def _asked(asking: Requests, requests: Iterable[Request], at: datetime, unasked: tuple[str, str]) -> Leave:
    good = [request for request in requests if request.where in asking.where and request.at <= at]
    if asking.hours is not None:
        good = [request for request in good if at - request.at <= timedelta(hours=asking.hours)]
    if good:
        return YES
    ever, lately = unasked
    return no(_(ever) if asking.hours is None else _(lately).format(hours=asking.hours), asking.rule)


def may_idle_on_request(*, law: Law, at: datetime, requests: Iterable[Request]) -> Leave:
    """Whether an admin may idle somebody who asked."""
    return _asked(law.roster.idling, requests, at, _TO_BE_IDLED)


def inactive_at(*, law: Law, last_sign: datetime) -> datetime:
    """When somebody whose last sign of life was at `last_sign` may first be idled for inactivity (UTC)."""
    return last_sign + timedelta(hours=law.roster.inactivity.hours)


def may_idle_for_inactivity(*, law: Law, at: datetime, last_sign: datetime) -> Leave:
    """Whether an admin may idle somebody who has given no sign of life since `last_sign` (or since they
    came).
    """
    inactivity = law.roster.inactivity
    when = inactive_at(law=law, last_sign=last_sign)
    if at > when or (at == when and not inactivity.strictly):
        return YES
    sentence = _("They gave a sign of life ({signs}) less than {days} days ago.")
    return no(
        sentence.format(signs=_signs_in_words(inactivity.signs), days=inactivity.hours // 24),
        inactivity.rule,
        when,
    )


def _signs_in_words(signs: frozenset[str]) -> str:
    return _(_SIGNS.get(tuple(sorted(signs, reverse=True)), ""))


def may_idle_oneself(*, law: Law) -> Leave:
    """Whether an admin may idle themselves without asking."""
    if law.roster.admins_idle_themselves:
        return YES
    return no(_("Under this law you must ask another admin to do this."), law.roster.idling.rule)


def may_unidle_on_request(
    *, law: Law, at: datetime, requests: Iterable[Request], idling: Idling | None
) -> Leave:
    """Whether an admin may bring back somebody who asked, given how they went idle."""
    leave = _asked(law.roster.unidling, requests, at, _TO_BE_UNIDLED)
    return leave if not leave.allowed else cooled(law=law, at=at, idling=idling)


def may_unidle_oneself(*, law: Law, at: datetime, idling: Idling | None) -> Leave:
    """Whether an idle admin may come back without asking."""
    if not law.roster.admins_unidle_themselves:
        return no(
            _("Under this law an idle admin must ask another admin to do this."),
            law.roster.unidling.rule,
        )
    return cooled(law=law, at=at, idling=idling, oneself=True)


def cooled(*, law: Law, at: datetime, idling: Idling | None, oneself: bool = False) -> Leave:
    """Whether it is long enough since somebody went idle that they may come back, as said of them or to them."""
    cooling = law.roster.cooling
    if (
        cooling is None
        or idling is None
        or not idling.in_this_dynasty
        or idling.reason not in cooling.reasons
    ):
        return YES
    when = idling.at + timedelta(hours=cooling.hours)
    if at >= when:
        return YES
    if oneself:
        sentence = _("You went idle less than {hours} hours ago, in this dynasty.")
    else:
        sentence = _("They went idle less than {hours} hours ago, in this dynasty.")
    return no(sentence.format(hours=cooling.hours), cooling.rule, when)


def may_leave(*, law: Law) -> Leave:
    """Whether a player may leave the game on request."""
    if law.roster.leaving:
        return YES
    return no(_("The law has no way to leave the game. Ask to be idled instead."), law.roster.idling.rule)


def may_rejoin(*, law: Law, at: datetime, left: datetime | None) -> Leave:
    """Whether somebody who left at `left` (None: never played) may become a player again."""
    if left is None or not law.roster.rejoin_hours:
        return YES
    when = left + timedelta(hours=law.roster.rejoin_hours)
    if at >= when:
        return YES
    sentence = _("They left the game less than {days} days ago.")
    return no(sentence.format(days=law.roster.rejoin_hours // 24), law.roster.leaving_rule, when)


# What a standstill stops, in words.
STOPPED = {
    "roster": gettext_noop("the roster cannot change"),
    "unidle": gettext_noop("nobody can be unidled"),
    "join": gettext_noop("nobody can join"),
    "dynastic": gettext_noop("nobody can take dynastic actions"),
    "ascension": gettext_noop("nobody can make an Ascension Address or pass the mantle"),
}


def while_standing(*, law: Law, standstill: Collection[str], act: str, at: datetime) -> Leave:
    """Whether the game's standstills at `at`, by name, leave room for `act`: one of `roster`, `unidle`, `join`,
    `dynastic`, `ascension`.
    """
    stops = [stop for stop in law.standstills if stop.name in standstill and act in stop.acts]
    return no(because(stops[0], _(STOPPED[act])), stops[0].rule, ends(stops, at)) if stops else YES


def check_name(name: str, *, law: Law) -> Leave:
    """Whether the law lets a player be called `name`."""
    names = law.roster.names
    if names is None:
        return YES
    if not names.shortest <= len(name) <= names.longest:
        sentence = _("A name has {least} to {most} characters.")
        return no(sentence.format(least=names.shortest, most=names.longest), names.rule)
    if strange := sorted(set(name) - set(names.characters)):
        return no(_("A name cannot contain “{sign}”.").format(sign=strange[0]), names.rule)
    return YES


@dataclass(frozen=True, slots=True)
class Admin:
    """An admin who plays: the name, and whether they are idle."""

    name: str
    idle: bool


def may_cease(
    *, law: Law, name: str, others: Iterable[Admin], idling: bool = False, oneself: bool = False
) -> Leave:
    """Whether the admin of this name may cease to act, by leaving, going idle (`idling`) or losing the office, when the
    `others` are the admins that remain; `oneself` is for telling it to the admin.

    Somebody has to be left who may resolve matters, or the law could never be changed again. One who goes idle and may
    come back without asking is not lost. ◇ No ruleset says so: it is what the game needs to go on.
    """
    others = list(others)
    if any(may_resolve(law=law, idle=one.idle).allowed for one in others):
        return YES
    if idling and law.roster.admins_unidle_themselves:
        return YES
    idle = sorted(one.name for one in others)
    if oneself and idle:
        sentence = _("You are the last admin who can act, since {idle} is idle.")
    elif oneself:
        sentence = _("You are the last admin who can act.")
    elif idle:
        sentence = _("{name} is the last admin who can act, since {idle} is idle.")
    else:
        sentence = _("{name} is the last admin who can act.")
    reason = sentence.format(name=name, idle=", ".join(idle))
    return no(f"{reason} {_what_first(idle)}", law.words.players)


def may_all_be_idle(*, law: Law, admins: Iterable[Admin]) -> Leave:
    """Whether these `admins`, who are all that play, can keep the game going under `law`."""
    admins = list(admins)
    if any(may_resolve(law=law, idle=one.idle).allowed for one in admins):
        return YES
    if admins and law.roster.admins_unidle_themselves:
        return YES
    sentence = _("Nobody could act as an admin under that law: all admins are idle.")
    return no(f"{sentence} {_what_first(sorted(one.name for one in admins))}", law.words.players)


def _what_first(idle: list[str]) -> str:
    if idle:
        return _(
            "First {idle} must come back, or an enacted matter must make another player an admin."
        ).format(idle=", ".join(idle))
    return _("First an enacted matter must make another player an admin.")


def may_resolve(*, law: Law, idle: bool) -> Leave:
    """Whether an admin may resolve matters, an idle one in particular."""
    if not idle or law.resolving.idle_admins:
        return YES
    return no(_("Under this law, idle admins cannot resolve matters."), law.resolving.idle_admins_rule)
