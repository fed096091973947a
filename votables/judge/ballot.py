"""Before a comment is written: which icons its author may use, and what casting one would do for good."""

from datetime import datetime

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from ruleset.law import Law
from ruleset.law.choices import is_choice
from ruleset.law.model import IconEffect
from ruleset.law.phrases import told, told_as_a_sentence

from .facts import Game, Matter
from .situation import Situation
from .verdict import Leave
from .voting import Hearing, hear_all

NOT_PENDING = gettext_noop("You can vote on it only while it is pending.")


def may_use(icon: str, *, game: Game, law: Law, at: datetime, matter: Matter, author: str) -> Leave:
    """Whether a comment of `author` on `matter` at `at` may use the icon.

    An icon used out of the roster is allowed, and `reason` says that it counts only once its author plays.
    """
    hearing = heard(game, law=law, at=at, matter=matter)
    if (icon in hearing.situation.law.icons or is_choice(icon)) and not matter.pending(at):
        return Leave(False, _(NOT_PENDING), hearing.kind.rule)
    return leave_in(hearing, icon, author, at)


def leave_in(hearing: Hearing, icon: str, author: str, at: datetime) -> Leave:
    """The same of a pending matter of which the comments before have been heard."""
    terms = hearing.terms(at)
    icon_of_law = terms.law.icons.get(icon)
    if icon_of_law is None and icon not in terms.choices:
        return Leave(False, _("The law does not have this icon."))
    lock = hearing.lock(author, at)
    if lock is not None:
        sentence = _("Your vote made it {state}. You can no longer change it.").format(state=told(lock.label))
        return Leave(False, sentence, lock.rule)
    refusal = hearing.refusal(icon_of_law, author, at) if icon_of_law else None
    if refusal is not None:
        return Leave(False, _("{label}.").format(label=told_as_a_sentence(refusal.label)), refusal.rule)
    if not hearing.situation.active_at(author, at):
        rule = icon_of_law.rule if icon_of_law else terms.kind.rule if terms.kind else ""
        return Leave(True, _("It counts only once you are in the roster."), rule)
    return Leave(True)


def lasting_effects(
    icon: str, *, game: Game, law: Law, at: datetime, matter: Matter, author: str
) -> tuple[IconEffect, ...]:
    """What a comment of `author` that casts the icon at `at` would do to the matter for good."""
    if not matter.pending(at):
        return ()
    return effects_in(heard(game, law=law, at=at, matter=matter), icon, author, at)


def effects_in(hearing: Hearing, icon: str, author: str, at: datetime) -> tuple[IconEffect, ...]:
    """The same on a pending matter of which the comments before have been heard."""
    if not leave_in(hearing, icon, author, at):
        return ()
    return tuple(hearing.effects_of(icon, author, at))


def would_veto(icon: str, *, game: Game, law: Law, at: datetime, matter: Matter, author: str) -> bool:
    """Whether such a comment would veto the matter."""
    effects = lasting_effects(icon, game=game, law=law, at=at, matter=matter, author=author)
    return any(effect.name == "vetoed" for effect in effects)


def would_self_kill(icon: str, *, game: Game, law: Law, at: datetime, matter: Matter, author: str) -> bool:
    """Whether such a comment would self-kill the matter (withdraw it, in later words)."""
    effects = lasting_effects(icon, game=game, law=law, at=at, matter=matter, author=author)
    return any(effect.name == "self_killed" for effect in effects)


def heard(game: Game, *, law: Law, at: datetime, matter: Matter) -> Hearing:
    """What has been said on the matter up to `at`, for `leave_in` and `effects_in`, which can be asked again and
    again."""
    return hear_all(Situation(game, law, at), matter)
