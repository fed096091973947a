"""What a page has for its reader alone, within what all readers share: how many things wait for them, what is new to
them. It is left open there (`blognomic.web.holes`), and said where it is shown."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from blognomic.display import EPOCH, MICROSECOND, NOTHING
from blognomic.web import holes
from blognomic.web.addresses import address_named, address_of

register = template.Library()


@register.simple_tag(takes_context=True)
def own(context: template.Context, name: str) -> SafeString:
    """{% own "notices" %}: what SAYERS says under that name."""
    return _left_open_or_said(context, name)


@register.simple_tag(takes_context=True)
def own_marks(context: template.Context, post: Any) -> SafeString:
    """{% own_marks post %}: whether it waits for the vote of its reader, and is new to them."""
    return _left_open_or_said(context, f"marks {_about(post)}")


@register.simple_tag(takes_context=True)
def own_news(context: template.Context, post: Any) -> SafeString:
    """{% own_news post %}: whether a post is new to its reader, or else how many comments on it are, as a link to the
    first."""
    return _left_open_or_said(context, f"news {_about(post)}")


def _about(post: Any) -> str:
    return f"{post.pk} {post.author_id} {((post.matter_since or post.posted_at) - EPOCH) // MICROSECOND}"


def _left_open_or_said(context: template.Context, value: str) -> SafeString:
    return holes.hole(holes.OWN, value) if holes.is_open(holes.OWN) else said(context.get("frame"), value)


def said(frame: Any, value: str) -> SafeString:
    """What the reader of that frame has under the name that `value` begins with; nothing for strangers."""
    if frame is None or frame.player is None:
        return NOTHING
    name, _, about = value.partition(" ")
    return SAYERS[name](frame, about)


def _marks(frame: Any, about: str) -> SafeString:
    return _marked(needs_vote=int(about.split()[0]) in frame.needs_vote, is_new=_is_new(frame, about))


def _is_new(frame: Any, about: str) -> bool:
    _post, author, since = map(int, about.split())
    return (
        frame.new_since is not None
        and author != frame.player.pk
        and since > (frame.new_since - EPOCH) // MICROSECOND
    )


def _marked(**marks: bool) -> SafeString:
    return _drawn("marks", get_language(), **marks) if any(marks.values()) else NOTHING


def _news(frame: Any, about: str) -> SafeString:
    if _is_new(frame, about):
        return _marked(needs_vote=False, is_new=True)
    post = int(about.split()[0])
    comments = frame.unread_comments.get(post)
    if not comments:
        return NOTHING
    address = address_of("votables:post", post)
    return _drawn("news", get_language(), address=address, number=len(comments), first=comments[0].pk)


def _counted(name: str, count: Callable[[Any], int]) -> Callable[[Any, str], SafeString]:
    """What says a number by the template of that name; nothing where it is 0."""

    def say(frame: Any, about: str) -> SafeString:
        number = count(frame)
        return _drawn(name, get_language(), number=number) if number else NOTHING

    return say


def _notices(frame: Any) -> int:
    return frame.notices


def _unread(frame: Any) -> int:
    return frame.unread


def _waiting(frame: Any) -> int:
    return len(frame.needs_vote)


def _to_the_throne(name: str) -> Callable[[Any, str], SafeString]:
    """What leads the emperor, and who helps, to the desk, with how much waits there; nothing for anybody else."""

    def say(frame: Any, about: str) -> SafeString:
        number = frame.pending_emperor
        if number is None:
            return NOTHING
        return _drawn(name, get_language(), number=number, address=address_named("votables:emperor_desk"))

    return say


SAYERS: dict[str, Callable[[Any, str], SafeString]] = {
    "marks": _marks,
    "news": _news,
    "name": lambda frame, about: escape(frame.player.name),
    "profile": lambda frame, about: SafeString(address_of("players:profile", frame.player.pk)),
    "letters": _counted("letters", _unread),
    "unread-letters": _counted("unread", _unread),
    "notices": _counted("notices", _notices),
    "unread-notices": _counted("unread", _notices),
    "waiting": _counted("waiting", _waiting),
    "call": _counted("call", _waiting),
    "throne": _to_the_throne("throne"),
    "throne_more": _to_the_throne("throne_more"),
    "throne_count": _counted("tasks", lambda frame: frame.pending_emperor or 0),
    "tasks": _counted("tasks", lambda frame: frame.pending_admin),
}


@lru_cache(maxsize=500)
def _drawn(name: str, language: str, **values: Any) -> SafeString:
    return SafeString(
        get_template(f"parts/own/_{name}.html").template.render(template.Context(values)).strip()
    )
