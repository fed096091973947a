"""What a type of official posts asks for: of titles, of who posts, of comments, of who ends a post and when.

Nothing is written here. `Rules` are those of one instant: who is emperor, which special cases are active.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from blognomic.i18n.stored_messages import NOTHING, StoredMessage
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule, called
from gamestate.queries.snapshot import emperor_counts
from players.models import Dynasty, Player
from players.queries.reigns import emperor_at
from ruleset.queries import law_at
from votables.judge.roster import while_standing
from votables.models import TAG, Category, Comment, Post
from votables.permissions import refuse_unless
from votables.permissions.typed_posts import check_is_for, check_may_end, rule_of, spoken, with_article
from votables.queries.judge_facts import docket_at

from .models import (
    Defined,
    Form,
    OfficialPost,
    OfficialResponse,
    OfficialType,
    Responder,
    ToldBy,
)


def is_told(definition: Defined, title: str) -> bool:
    """Whether a title says that its post is of the type."""
    mark = _plain(definition.mark)
    if definition.told_by == ToldBy.TAG:
        return mark in (_plain(tag) for tag in TAG.findall(title))
    head, colon, rest = title.partition(":")
    words = _plain(head)
    return bool(colon) and (words == mark or words.endswith(f" {mark}"))


def type_told(title: str, types: Iterable[OfficialType]) -> OfficialType | None:
    """The type that a title says: where one mark ends with another, such as "Lego-Off Request" with "Request", the
    longer. Raises RuleBroken when it says several."""
    candidates = sorted((one for one in types if is_told(one, title)), key=lambda one: -len(one.mark))
    for other in candidates[1:]:
        if ToldBy.TAG in (candidates[0].told_by, other.told_by):
            sentence = _("This title says both {one} and {other}. A post is of one type.")
            raise RuleBroken(sentence.format(one=candidates[0].name, other=other.name), status=400)
    return candidates[0] if candidates else None


def check_in_use(definition: Defined, at: datetime) -> None:
    """Raise RuleBroken while the special case that the type belongs to is not active. Two queries at most."""
    if not definition.special_case:
        return
    in_force = law_at(at)
    if in_force is None or not in_force.is_active(definition.special_case):
        sentence = _("The special case {name} is not active, so there are no {types} now.")
        raise RuleBroken(
            sentence.format(name=definition.special_case, types=definition.plural),
            rule=definition.special_case,
        )


def check_goes_on(definition: Defined, at: datetime) -> None:
    """Raise RuleBroken while the game stands still so that no dynastic actions may be taken, unless the type goes on
    then. Eight queries at most."""
    if definition.any_time:
        return
    docket = docket_at(at)
    refuse_unless(while_standing(law=docket.law, standstill=docket.verdict.standstill, act="dynastic", at=at))


def check_may_post(definition: OfficialType, post: Post, *, at: datetime) -> None:
    """Raise RuleBroken when the creation conditions that can be checked are not met. A fixed number of queries."""
    by, rule = post.author, rule_of(definition)
    check_in_use(definition, at)
    check_goes_on(definition, at)
    check_is_for(definition, by=by, emperor=emperor_at(at), at=at)
    for words in definition.needed_words:
        if _plain(words) not in _plain(post.body):
            sentence = _("The text of {type} must contain “{words}”.").format(
                type=with_article(definition), words=words
            )
            raise RuleBroken(sentence, rule=rule, status=400)
    open_posts = open_of_group(definition, at)
    if definition.most_open is not None and len(open_posts) >= definition.most_open:
        raise RuleBroken(
            _enough(len(open_posts), definition),
            rule=rule,
            when=min((one.closes_at for one in open_posts if one.closes_at), default=None),
        )
    own = [one for one in open_posts if one.post.author_id == by.pk]
    if definition.most_open_each is not None and len(own) >= definition.most_open_each:
        sentence = _("Your “{title}” is still {open}. Nobody can have more than {most}.")
        raise RuleBroken(
            sentence.format(
                title=own[0].post.title, open=definition.open_word.lower(), most=definition.most_open_each
            ),
            rule=rule,
            when=own[0].closes_at,
        )
    if definition.not_joined and (joined := joined_by(by, open_posts)):
        sentence = _("You have joined “{title}”, which is still {open}.")
        raise RuleBroken(
            sentence.format(title=joined.post.title, open=definition.open_word.lower()), rule=rule
        )


def open_of_group(definition: OfficialType, at: datetime) -> list[OfficialPost]:
    """The open posts that are counted together with those of the type, the oldest first. One query."""
    open_posts = OfficialPost.objects.open_at(at).filter(type__group=definition.group)
    return list(open_posts.select_related("post", "type").order_by("opened_at", "pk"))


def joined_by(player: Player, posts: list[OfficialPost]) -> OfficialPost | None:
    """The first of the posts that the player has joined: by a response that counts, or as its author where that
    counts as joining. One query."""
    answered = set(
        OfficialResponse.objects.filter(player=player, valid=True, official__in=posts).values_list(
            "official", flat=True
        )
    )
    return next(
        (
            one
            for one in posts
            if one.pk in answered or one.type.author_joins and one.post.author_id == player.pk
        ),
        None,
    )


def why_no_response(comment: Comment, official: OfficialPost, *, at: datetime) -> StoredMessage:
    """Why a comment on an open post is no response to it; NOTHING when it is one. The author of the comment, the post
    and its type are at hand. A fixed number of queries."""
    definition, by = official.type, comment.author
    if not _has_form(definition, comment.text):
        return _form_wanted(definition)
    if not by.is_playing:
        return StoredMessage(gettext_noop("only a player who is not idle can respond"))
    if definition.may_respond == Responder.OTHERS and by.pk == official.post.author_id:
        return StoredMessage(gettext_noop("its author cannot respond"))
    emperor = emperor_at(at)
    if emperor is not None and emperor.pk == by.pk:
        if definition.may_respond == Responder.NOT_EMPEROR:
            return StoredMessage(gettext_noop("the emperor cannot respond"))
        # Who may post and end Events, a special case says; who joins and what is a response, dynastic rules say.
        if not emperor_counts(law_at(at)):
            words = gettext_noop("the emperor is not a player under dynastic rules ({rule})")
            return StoredMessage(words, rule=called(SiteRule.DISTANCE))
    if definition.author_joins and by.pk == official.post.author_id:
        return StoredMessage(gettext_noop("its author has already joined"))
    if definition.once and official.responses.filter(player=by, valid=True).exists():
        return StoredMessage(gettext_noop("each player can respond once"))
    if definition.joins_one:
        others = [one for one in open_of_group(definition, at) if one.pk != official.pk]
        if joined := joined_by(by, others):
            words = gettext_noop("they had joined “{title}”, which was still {open}")
            return StoredMessage(words, title=joined.post.title, open=definition.open_word.lower())
    return NOTHING


def check_may_be_ended(official: OfficialPost, *, by: Player, at: datetime) -> None:
    """Raise RuleBroken when the post is not `by`'s to end, or not yet. Four queries at most."""
    definition, rule = official.type, rule_of(official.type)
    if official.ended_at is not None:
        sentence = _("This {type} is already {ended}.")
        raise RuleBroken(
            sentence.format(type=definition.name, ended=official.ending.lower()), rule=rule, status=409
        )
    check_may_end(definition, official.post, by=by, at=at)
    since = ends_from(official)
    if since is not None and at < since:
        sentence = _("{type} can be ended once it has been {open} for {hours} hours.").format(
            type=_capital(with_article(definition)),
            open=definition.open_word.lower(),
            hours=definition.end_after_hours,
        )
        raise RuleBroken(sentence, rule=rule, when=since)


def ends_from(official: OfficialPost) -> datetime | None:
    """From when on it may be ended, where that takes time."""
    hours = official.type.end_after_hours
    return None if not hours else official.opened_at + timedelta(hours=hours)


def check_still_told(official: OfficialPost, post: Post) -> None:
    """Raise RuleBroken when an official post is about to lose what makes it one: its category, or the mark in its
    title. One query at most."""
    if post.category != Category.STORY or not is_told(official.type, post.title):
        mark = official.type.example.strip()
        sentence = _("This post is {type}, so it must stay a Story Post with “{words}” in its title.")
        raise RuleBroken(
            sentence.format(type=with_article(official.type), words=mark), rule=rule_of(official.type)
        )


@dataclass(frozen=True, slots=True)
class InWords:
    """A definition as sentences: under which conditions one posts, responds and ends, each with what is checked first
    and what people must see to after it."""

    posting: list[str]
    responding: list[str]
    ending: list[str]


def in_words(definition: Defined, dynasty: Dynasty | None) -> InWords:
    """All that a definition says but the ending action, in the words of the dynasty. No query."""
    tagged = definition.told_by == ToldBy.TAG
    mark = _("It is a Story Post with the tag [{mark}] in its title.")
    if not tagged:
        mark = _("It is a Story Post with “{mark}:” in its title.")
    may_post = _("{who} can post one.").format(who=definition.get_may_post_display())
    posting = [mark.format(mark=definition.mark), _capital(spoken(may_post, dynasty))]
    if definition.special_case:
        posting.append(_("The special case {name} must be active.").format(name=definition.special_case))
    if definition.most_open is not None:
        sentence = _("There are never more than {number} open at a time.")
        posting.append(sentence.format(number=definition.most_open))
    if definition.most_open_each is not None:
        sentence = _("Nobody can have more than {number} open at a time.")
        posting.append(sentence.format(number=definition.most_open_each))
    if definition.not_joined:
        posting.append(_("Players who joined an open one cannot post one."))
    posting += [
        _("Its text must contain “{words}”.").format(words=words) for words in definition.needed_words
    ]
    if definition.any_time:
        posting.append(_("It can be posted and ended in hiatus too."))
    return InWords(
        posting + _lines(definition.post_words),
        _responding(definition, dynasty) + _lines(definition.response_words),
        _ending(definition, dynasty) + _lines(definition.end_words),
    )


def _responding(definition: Defined, dynasty: Dynasty | None) -> list[str]:
    if definition.response == Form.NONE:
        return [_("Comments on it are never responses.")]
    text = definition.response_text
    if definition.response == Form.ANY:
        response = _("A response is {form}.")
    elif text.endswith((".", "!", "?")):
        response = _("A response is {form}: “{words}”")
    else:
        response = _("A response is {form}: “{words}”.")
    who = spoken(definition.get_may_respond_display(), dynasty)
    how_often = (
        _("{who} can respond, once.") if definition.once else _("{who} can respond as often as they like.")
    )
    sentences = [
        response.format(form=definition.get_response_display(), words=text),
        _capital(how_often.format(who=who)),
    ]
    if definition.author_joins:
        sentences.append(_("Its author counts as having joined."))
    if definition.joins_one:
        sentences.append(_("Players who joined an open one cannot join another."))
    return sentences


def _ending(definition: Defined, dynasty: Dynasty | None) -> list[str]:
    sentences = []
    if definition.lasts_hours:
        sentence = _("It closes by itself after {hours} hours.")
        sentences.append(sentence.format(hours=definition.lasts_hours))
    may_end = _("{who} can end it.").format(who=definition.get_may_end_display())
    sentences.append(_capital(spoken(may_end, dynasty)))
    if definition.end_after_hours:
        sentence = _("It can be ended once it is {hours} hours old.")
        sentences.append(sentence.format(hours=definition.end_after_hours))
    if len(definition.outcomes) > 1:
        sentence, outcomes = _("{type} ends as {outcomes}."), _(" or ").join(definition.outcomes)
        sentences.append(sentence.format(type=_capital(with_article(definition)), outcomes=outcomes))
    return sentences


def _has_form(definition: Defined, text: str) -> bool:
    plain, pattern = _plain(text), _plain(definition.response_text)
    match Form(definition.response):
        case Form.ANY:
            return True
        case Form.BEGINS:
            return plain.startswith(pattern)
        case Form.CONTAINS:
            return pattern in plain
        case Form.EXACT:
            return plain == pattern
        case Form.NONE:
            return False


_FORMS_WANTED = {
    Form.BEGINS: gettext_noop("a response is a comment that begins with these words: “{words}”"),
    Form.CONTAINS: gettext_noop("a response is a comment that contains these words: “{words}”"),
    Form.EXACT: gettext_noop("a response is a comment of exactly these words: “{words}”"),
}


def _form_wanted(definition: Defined) -> StoredMessage:
    if definition.response == Form.NONE:
        return StoredMessage(gettext_noop("comments on it are never responses"))
    return StoredMessage(_FORMS_WANTED[Form(definition.response)], words=definition.response_text)


def _plain(text: str) -> str:
    """The words of a text alone: without a difference of letters' case, typographic quotes or spaces."""
    return " ".join(text.casefold().translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'}).split())


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _enough(count: int, definition: Defined) -> str:
    sentence = ngettext(
        "{number} {type} is already {open}. There can be no more than {most}.",
        "{number} {types} are already {open}. There can be no more than {most}.",
        count,
    )
    return sentence.format(
        number=count,
        type=definition.name,
        types=definition.plural,
        open=definition.open_word.lower(),
        most=definition.most_open,
    )
