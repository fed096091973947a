"""What a type of official posts asks for: of titles, of who posts, of comments, of who ends a post and when.

Nothing is written here. `Rules` are those of one instant: who is emperor, which special cases are active.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import DISTANCE, emperor_counts
from players.errors import RuleBroken
from players.messaging import emperor_at
from players.models import Dynasty, Player
from players.queries import dynasty_at
from ruleset import synonyms
from ruleset.queries import law_at, words_of
from votables.docket import docket
from votables.judge.mantle import is_active
from votables.judge.roster import while_standing
from votables.models import TAG, Category, Comment, Post
from votables.official_models import (
    Defined,
    Ender,
    Form,
    OfficialPost,
    OfficialResponse,
    OfficialType,
    Poster,
    Responder,
    ToldBy,
)


def is_told(definition: Defined, title: str) -> bool:
    """Whether a title says that its post is of the type."""
    mark = _plain(definition.mark)
    if definition.told_by == ToldBy.TAG:
        return mark in (_plain(tag) for tag in TAG.findall(title))
    head, colon, _ = title.partition(":")
    words = _plain(head)
    return bool(colon) and (words == mark or words.endswith(f" {mark}"))


def type_told(title: str, types: Iterable[OfficialType]) -> OfficialType | None:
    """The type that a title says: where one mark ends with another, such as "Lego-Off Request" with "Request", the
    longer. Raises RuleBroken when it says several."""
    told = sorted((one for one in types if is_told(one, title)), key=lambda one: -len(one.mark))
    for other in told[1:]:
        if ToldBy.TAG in (told[0].told_by, other.told_by):
            raise RuleBroken(
                f"This title says both {told[0].name} and {other.name}. A post is of one type.", status=400
            )
    return told[0] if told else None


def rule_of(definition: Defined) -> str:
    """The name of the rule that a refusal cites. One query at most."""
    return rule_names([definition.rule]).get(definition.rule, "") or definition.special_case


def check_in_use(definition: Defined, at: datetime) -> None:
    """Raise RuleBroken while the special case that the type belongs to is not active. Two queries at most."""
    if not definition.special_case:
        return
    held = law_at(at)
    if held is None or not is_active(held.law, held.special_cases, definition.special_case):
        raise RuleBroken(
            f"The special case {definition.special_case} is not active, so there are no {definition.plural} now.",
            rule=definition.special_case,
        )


def check_goes_on(definition: Defined, at: datetime) -> None:
    """Raise RuleBroken while the game stands still so that no dynastic actions may be taken, unless the type goes on
    then. Eight queries at most."""
    if definition.any_time:
        return
    held = docket(at)
    leave = while_standing(law=held.law, standstill=held.verdict.standstill, act="dynastic", at=at)
    if not leave.allowed:
        raise RuleBroken(leave.reason, rule=leave.rule, when=leave.when)


def check_may_post(definition: OfficialType, post: Post, *, at: datetime) -> None:
    """Raise RuleBroken when the creation conditions that can be checked are not met. A fixed number of queries."""
    by, rule = post.author, rule_of(definition)
    check_in_use(definition, at)
    check_goes_on(definition, at)
    emperor = emperor_at(at)
    leave = {
        Poster.PLAYERS: by.is_playing,
        Poster.EMPEROR: emperor is not None and emperor.pk == by.pk and by.is_playing,
        Poster.ADMINS: by.acts_as_admin,
    }
    if not leave[Poster(definition.may_post)]:
        raise RuleBroken(
            f"Only {_who(definition.get_may_post_display(), at)} may post {_a(definition)}.", rule=rule
        )
    for words in definition.needed_words:
        if _plain(words) not in _plain(post.body):
            raise RuleBroken(f"The text of {_a(definition)} must hold “{words}”.", rule=rule, status=400)
    found = open_of_group(definition, at)
    if definition.most_open is not None and len(found) >= definition.most_open:
        raise RuleBroken(
            f"{_number(len(found), definition)} {definition.open_word.lower()} already, and there may be no more than"
            f" {definition.most_open}.",
            rule=rule,
            when=min((one.closes_at for one in found if one.closes_at), default=None),
        )
    own = [one for one in found if one.post.author_id == by.pk]
    if definition.most_open_each is not None and len(own) >= definition.most_open_each:
        raise RuleBroken(
            f"“{own[0].post.title}” is yours and still {definition.open_word.lower()}. Nobody may have more than"
            f" {definition.most_open_each}.",
            rule=rule,
            when=own[0].closes_at,
        )
    if definition.not_joined and (joined := joined_by(by, found)):
        raise RuleBroken(
            f"You have joined “{joined.post.title}”, which is still {definition.open_word.lower()}.",
            rule=rule,
        )


def open_of_group(definition: OfficialType, at: datetime) -> list[OfficialPost]:
    """The open posts that are counted together with those of the type, the oldest first. One query."""
    found = OfficialPost.objects.open_at(at).filter(type__group=definition.group)
    return list(found.select_related("post", "type").order_by("opened_at", "pk"))


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


def why_no_response(comment: Comment, official: OfficialPost, *, at: datetime) -> str:
    """Why a comment on an open post is no response to it, or "" when it is one. The author of the comment, the post and
    its type are at hand. A fixed number of queries."""
    definition, by = official.type, comment.author
    if not _has_form(definition, comment.text):
        return _form_wanted(definition)
    if not by.is_playing:
        return "only a player who is not idle responds"
    if definition.may_respond == Responder.OTHERS and by.pk == official.post.author_id:
        return "its author does not respond"
    emperor = emperor_at(at)
    if emperor is not None and emperor.pk == by.pk:
        if definition.may_respond == Responder.NOT_EMPEROR:
            return "the emperor does not respond"
        # Who may post and end Events, a special case says; who joins and what is a response, dynastic rules say.
        if not emperor_counts(law_at(at)):
            return f"the emperor is no player for dynastic rules ({DISTANCE})"
    if definition.author_joins and by.pk == official.post.author_id:
        return "its author has joined already"
    if definition.once and official.responses.filter(player=by, valid=True).exists():
        return "each player responds once"
    if definition.joins_one:
        others = [one for one in open_of_group(definition, at) if one.pk != official.pk]
        if joined := joined_by(by, others):
            return f"they had joined “{joined.post.title}”, which was still {definition.open_word.lower()}"
    return ""


def check_may_end(official: OfficialPost, *, by: Player, at: datetime) -> None:
    """Raise RuleBroken when the post is not `by`'s to end, or not yet. Two queries at most."""
    definition, rule = official.type, rule_of(official.type)
    if official.ended_at is not None:
        raise RuleBroken(
            f"This {definition.name} was {official.ending.lower()} already; that happens once.",
            rule=rule,
            status=409,
        )
    if not may_end(definition, official.post, by=by, emperor=emperor_at(at)):
        raise RuleBroken(
            f"Only {_who(definition.get_may_end_display(), at)} may end {_a(definition)}.", rule=rule
        )
    since = ends_from(official)
    if since is not None and at < since:
        raise RuleBroken(
            f"{_capital(_a(definition))} may be ended once it has been {definition.open_word.lower()} for"
            f" {definition.end_after_hours} hours.",
            rule=rule,
            when=since,
        )


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


def ends_from(official: OfficialPost) -> datetime | None:
    """From when on it may be ended, where that takes time."""
    hours = official.type.end_after_hours
    return None if not hours else official.opened_at + timedelta(hours=hours)


def may_weigh(official: OfficialPost, *, by: Player, emperor: Player | None) -> bool:
    """Whether the person may say which comments count as responses: its author, the emperor, an admin."""
    is_emperor = emperor is not None and by.pk == emperor.pk
    return by.is_player and (by.pk == official.post.author_id or is_emperor or by.acts_as_admin)


def may_report(official: OfficialPost, *, by: Player, emperor: Player | None) -> bool:
    """Whether the person may say how the ending action was carried out: who ended it, the emperor, an admin."""
    is_emperor = emperor is not None and by.pk == emperor.pk
    return by.is_player and (by.pk == official.ended_by_id or is_emperor or by.acts_as_admin)


def check_still_told(official: OfficialPost, post: Post) -> None:
    """Raise RuleBroken when an official post is about to lose what makes it one: its category, or the mark in its
    title. One query at most."""
    if post.category != Category.STORY or not is_told(official.type, post.title):
        told = official.type.example.strip()
        raise RuleBroken(
            f"This post is {_a(official.type)}: it stays a Story Post with “{told}” in its title.",
            rule=rule_of(official.type),
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
    mark = f"the tag [{definition.mark}] in its title" if tagged else f"“{definition.mark}:” in its title"
    posting = [
        f"It is a Story Post with {mark}.",
        _capital(spoken(f"{definition.get_may_post_display()} may post one.", dynasty)),
    ]
    if definition.special_case:
        posting.append(f"The special case {definition.special_case} must be active.")
    if definition.most_open is not None:
        posting.append(f"There are never more than {definition.most_open} open at a time.")
    if definition.most_open_each is not None:
        posting.append(f"Nobody has more than {definition.most_open_each} of their own open at a time.")
    if definition.not_joined:
        posting.append("Who has joined an open one posts none.")
    posting += [f"Its text holds “{words}”." for words in definition.needed_words]
    if definition.any_time:
        posting.append("It may be posted and ended in hiatus, too.")
    return InWords(
        posting + _lines(definition.post_words),
        _responding(definition, dynasty) + _lines(definition.response_words),
        _ending(definition, dynasty) + _lines(definition.end_words),
    )


def _responding(definition: Defined, dynasty: Dynasty | None) -> list[str]:
    if definition.response == Form.NONE:
        return ["Comments on it are never responses."]
    said = definition.response_text
    stop = "" if said.endswith((".", "!", "?")) else "."
    quoted = "." if definition.response == Form.ANY else f": “{said}”{stop}"
    found = [
        f"A response is {definition.get_response_display()}{quoted}",
        _capital(spoken(definition.get_may_respond_display(), dynasty))
        + " may respond"
        + (", once." if definition.once else ", as often as they like."),
    ]
    if definition.author_joins:
        found.append("Its author counts as having joined.")
    if definition.joins_one:
        found.append("Who has joined one that is open cannot join another.")
    return found


def _ending(definition: Defined, dynasty: Dynasty | None) -> list[str]:
    found = []
    if definition.lasts_hours:
        found.append(f"It closes by itself after {definition.lasts_hours} hours.")
    found.append(_capital(spoken(f"{definition.get_may_end_display()} may end it.", dynasty)))
    if definition.end_after_hours:
        found.append(f"It may be ended once it is {definition.end_after_hours} hours old.")
    if len(definition.outcomes) > 1:
        found.append(f"{_capital(_a(definition))} ends as {' or '.join(definition.outcomes)}.")
    return found


def _has_form(definition: Defined, text: str) -> bool:
    said, wanted = _plain(text), _plain(definition.response_text)
    match Form(definition.response):
        case Form.ANY:
            return True
        case Form.BEGINS:
            return said.startswith(wanted)
        case Form.CONTAINS:
            return wanted in said
        case Form.EXACT:
            return said == wanted
        case Form.NONE:
            return False


def _form_wanted(definition: Defined) -> str:
    if definition.response == Form.NONE:
        return "comments on it are never responses"
    return f"a response is {definition.get_response_display()}: “{definition.response_text}”"


def _plain(text: str) -> str:
    """The words of a text alone: without a difference of letters' case, typographic quotes or spaces."""
    return " ".join(text.casefold().translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'}).split())


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _a(definition: Defined) -> str:
    return f"{'an' if definition.name[:1].lower() in tuple('aeiou') else 'a'} {definition.name}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _number(count: int, definition: Defined) -> str:
    return f"{count} {definition.name} is" if count == 1 else f"{count} {definition.plural} are"


def _who(words: str, at: datetime) -> str:
    """Who may do something, in the words of the dynasty. One query."""
    return spoken(words, dynasty_at(at))


def spoken(words: str, dynasty: Dynasty | None) -> str:
    """The program's own words for who may do something, as the dynasty says them."""
    return synonyms.spoken(words, lambda: words_of(dynasty))
