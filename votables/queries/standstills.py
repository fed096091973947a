"""What stands still in the game, and what that stops, in the words of pages. No queries of its own."""

from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from ruleset.law import Law
from ruleset.law.model import STOPPED_ACTS, Standstill
from ruleset.law.phrases import told_as_a_sentence
from votables.judge.mantle import INTERREGNUM
from votables.judge.roster import while_standing
from votables.judge.standing import season_end
from votables.judge.verdict import Leave
from votables.models import Post

from .judge_facts import Docket
from .matter_kinds import one_of


@dataclass(frozen=True, slots=True)
class StandstillShown:
    """Something that makes the game stand still: a sentence, until when if time alone ends it, and the pending matters
    (`posts`) that it comes from. The last of several says what is still `allowed`."""

    code: str
    sentence: str
    until: datetime | None
    allowed: str = ""
    posts: tuple[Post, ...] = ()


def standstills_shown(docket: Docket) -> list[StandstillShown]:
    """What stands still at the docket's instant and what that stops, in the order in which the law names it."""
    standing = [stop for stop in docket.law.standstills if stop.name in docket.verdict.standstill]
    shown = [_standstill_shown(stop, docket) for stop in standing]
    if shown:
        submit, resolve, acts = (
            frozenset().union(*(getattr(stop, part) for stop in standing))
            for part in ("submit", "resolve", "acts")
        )
        kinds = frozenset(docket.law.kinds)
        allowed = _acts(docket.law, kinds - submit, kinds - resolve, _bearing(docket) - acts)
        asks_hiatus = any(
            "hiatus" in part.when.variables for icon in docket.law.icons.values() for part in icon.allowed
        )
        allowed.append(_("voting with icons that count in a hiatus") if asks_hiatus else _("voting"))
        still = _("Still allowed: {acts}.").format(acts=", ".join(allowed))
        shown[-1] = replace(shown[-1], allowed=still)
    return shown


def _acts(law: Law, submit: Set[str], resolve: Set[str], acts: Set[str]) -> list[str]:
    """What a standstill can stop, in words: in the order of the law's kinds."""
    phrases = [
        _("posting {kind}").format(kind=one_of(kind)) for kind in law.kinds.values() if kind.name in submit
    ]
    phrases += [
        _("resolving {kind}").format(kind=one_of(kind)) for kind in law.kinds.values() if kind.name in resolve
    ]
    return phrases + [_(words) for act, words in STOPPED_ACTS.items() if act in acts]


def _bearing(docket: Docket) -> Set[str]:
    """The acts to speak of: that the new emperor may ascend or pass the mantle only where one is waited for."""
    interregnum = INTERREGNUM in docket.verdict.standstill
    return STOPPED_ACTS.keys() if interregnum else STOPPED_ACTS.keys() - {"ascension"}


def _standstill_shown(stop: Standstill, docket: Docket) -> StandstillShown:
    stopped = _acts(docket.law, stop.submit, stop.resolve, stop.acts & _bearing(docket))
    why = told_as_a_sentence(stop.label)
    sentence = _("{why}. Not now: {acts}.").format(why=why, acts=", ".join(stopped))
    pending = stop.cause == "pending"
    posts = tuple(post for post in docket.posts.values() if pending and post.category == stop.kind)
    return StandstillShown(stop.name, sentence, season_end(stop, docket.at), posts=posts)


def leave_for_orders(docket: Docket) -> Leave:
    """Whether orders may be sent and dealt with at the docket's instant. They have their force from the dynasty's rules
    alone, so they are dynastic actions, and wait while none may be taken."""
    leave = while_standing(law=docket.law, standstill=docket.verdict.standstill, act="dynastic", at=docket.at)
    if INTERREGNUM in docket.verdict.standstill:
        reason = _("The dynasty is over. You can send orders again once the next one begins.")
        return replace(leave, reason=reason, when=None)
    return leave


def stops_actions(docket: Docket) -> bool:
    """Whether the game stands still so that no dynastic action may be taken. No query."""
    standing = while_standing(
        law=docket.law, standstill=docket.verdict.standstill, act="dynastic", at=docket.at
    )
    return not standing
