"""Who may post official posts of a type, end them, and say what counts and what was done, as the type's definition has
it. What else it asks of a post, its text and its time, stands in `votables.post_types.requirements`."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from gamestate.queries.rules import rule_names
from players.models import Dynasty, Player
from players.queries.reigns import emperor_at
from players.queries.roster import dynasty_at
from ruleset.queries import words_of
from ruleset.text import synonyms
from votables.models import Post
from votables.post_types.models import Defined, Ender, OfficialPost, OfficialType, Poster


def rule_of(definition: Defined) -> str:
    """The name of the rule that a refusal cites. One query at most."""
    return rule_names([definition.rule]).get(definition.rule, "") or definition.special_case


def with_article(definition: Defined) -> str:
    """What a post of the type is called in a sentence: "an Event"."""
    one = _("an {type}") if definition.name[:1].lower() in tuple("aeiou") else _("a {type}")
    return one.format(type=definition.name)


def spoken(words: str, dynasty: Dynasty | None) -> str:
    """The program's own words for who may do something, as the dynasty says them in the game's language."""
    if get_language() != settings.LANGUAGE_CODE:
        return words
    return synonyms.spoken(words, lambda: words_of(dynasty))


def check_is_for(definition: OfficialType, *, by: Player, emperor: Player | None, at: datetime) -> None:
    """Whether posting one is for this person, whenever that may be. Two queries at most."""
    may_post = {
        Poster.PLAYERS: by.is_playing,
        Poster.EMPEROR: emperor is not None and emperor.pk == by.pk and by.is_playing,
        Poster.ADMINS: by.acts_as_admin,
    }
    if not may_post[Poster(definition.may_post)]:
        who = spoken(definition.get_may_post_display(), dynasty_at(at))
        sentence = _("Only {who} can post {type}.").format(who=who, type=with_article(definition))
        raise RuleBroken(sentence, rule=rule_of(definition))


def may_end(definition: Defined, post: Post, *, by: Player, emperor: Player | None) -> bool:
    """Whether ending it is for this person, whenever that may be."""
    is_author = by.pk == post.author_id and by.is_playing
    rules = emperor is not None and by.pk == emperor.pk and by.is_player
    return {
        Ender.PLAYERS: by.is_playing,
        Ender.AUTHOR: is_author,
        Ender.AUTHOR_EMPEROR: is_author or rules,
        Ender.EMPEROR: rules,
        Ender.ADMINS: by.acts_as_admin,
    }[Ender(definition.may_end)]


def check_may_end(definition: OfficialType, post: Post, *, by: Player, at: datetime) -> None:
    """Three queries at most."""
    if not may_end(definition, post, by=by, emperor=emperor_at(at)):
        who = spoken(definition.get_may_end_display(), dynasty_at(at))
        sentence = _("Only {who} can end {type}.").format(who=who, type=with_article(definition))
        raise RuleBroken(sentence, rule=rule_of(definition))


def may_weigh(official: OfficialPost, *, by: Player, emperor: Player | None) -> bool:
    """Whether the person may say which comments count as responses: its author, the emperor, an admin."""
    is_emperor = emperor is not None and by.pk == emperor.pk
    return by.is_player and (by.pk == official.post.author_id or is_emperor or by.acts_as_admin)


def check_may_weigh(official: OfficialPost, *, by: Player, emperor: Player | None) -> None:
    if not may_weigh(official, by=by, emperor=emperor):
        sentence = _("Only its author, the emperor or an admin can say which comments count.")
        raise RuleBroken(sentence, rule=rule_of(official.type))


def may_report(official: OfficialPost, *, by: Player, emperor: Player | None) -> bool:
    """Whether the person may say how the ending action was carried out: who ended it, the emperor, an admin."""
    is_emperor = emperor is not None and by.pk == emperor.pk
    return by.is_player and (by.pk == official.ended_by_id or is_emperor or by.acts_as_admin)


def check_may_report(official: OfficialPost, *, by: Player, emperor: Player | None) -> None:
    """Raise RuleBroken for whoever may not, and (409) for everybody before it is ended."""
    if official.ended_by_id is None:
        raise RuleBroken(_("It has not been ended yet."), rule=rule_of(official.type), status=409)
    if not may_report(official, by=by, emperor=emperor):
        sentence = _("Only the one who ended it, the emperor or an admin can report on its ending action.")
        raise RuleBroken(sentence, rule=rule_of(official.type))
