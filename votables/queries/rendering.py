"""HTML for what is written on the weblog: names become links, voting icons pictures.

It is made when a text is written and stored beside it, with links as they were then.
"""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text import prose
from blognomic.web.errors import RuleBroken
from gamestate.rendering import links_for as links_of_the_tracker
from ruleset.law import Law
from ruleset.queries import LawInForce, law_at
from ruleset.queries.law_by_rule import anchor, by_rule
from votables.models import Comment, Post

from .matter_kinds import codes_on
from .vote_icons import legend_of


def links_for(*texts: str, at: datetime, in_force: LawInForce | None = None) -> prose.Links:
    """Where the names in the texts lead: `@Name` and `[[@Name]]` to a player, `[[Title]]` to the rule of that name as
    it stood at `at`, or else to the newest post of that title. A rule that only the law in force knows is found on the
    law's page; `in_force`: that law, where it is known. Four queries at most, however many names."""
    rules_and_people = links_of_the_tracker(*texts, at=at)
    titles = {name for text in texts for name in prose.wanted(text) if not name.startswith("@")}
    links: dict[str, tuple[str, str]] = {}
    if titles:
        for post in Post.objects.visible().filter(title__in=titles).order_by("posted_at", "pk").only("title"):
            links[post.title] = (post.get_absolute_url(), post.title)
        if (in_force := in_force or law_at(at)) is not None:
            for rule in titles & by_rule(in_force.law).keys():
                links[rule] = (f"{reverse('ruleset:law')}#{anchor(rule)}", rule)
    return lambda name: rules_and_people(name) or links.get(name)


def render_prose(
    text: str, *, prefix: str, at: datetime, preview: bool = False, in_force: LawInForce | None = None
) -> str:
    """The safe HTML of a post's text, with links as of `at` (UTC). In a preview, icons of the law then in force are
    shown as pictures, for it may become a comment; `in_force`: that law, where it is known.

    Raises RuleBroken for a text that cannot be rendered (too deep, too tangled).
    """
    icons = None
    if preview and (in_force := in_force or law_at(at)) is not None:
        law = in_force.law
        marks = legend_of(law)
        icons = prose.Icons(law.codes, lambda icon: str(marks[icon.code].html()))
    return _rendered(text, prefix=prefix, at=at, icons=icons, in_force=in_force)


def _rendered(
    text: str, *, prefix: str, at: datetime, icons: prose.Icons | None, in_force: LawInForce | None = None
) -> str:
    links = links_for(text, at=at, in_force=in_force)
    try:
        with in_the_games_language():  # it is kept for all
            return prose.render(text, prefix=prefix, links=links, icons=icons)
    except prose.ProseError as error:
        raise RuleBroken(gettext(str(error)), status=400) from None


def render_comment(comment: Comment, *, law: Law | None) -> str:
    """The safe HTML of a comment: allowed icons as pictures, ignored ones as typed.

    The comment's own list of icons, which the judge's reader found under `law`, decides. Without a law (a comment on
    what is no pending matter) icons stay as typed. Raises RuleBroken for a text that cannot be rendered.
    """
    prefix = f"k{comment.pk}"
    if law is None or not comment.icons:
        return _rendered(comment.text, prefix=prefix, at=comment.at, icons=None)

    marks = legend_of(law, comment.post.choices)

    def show(icon: prose.IconInText) -> str:
        if str(icon.index) in comment.ignored:
            return prose.icon_ignored(icon.typed)
        return str(marks[icon.code].html())

    icons = prose.Icons(codes_on(law, comment.post), show)
    return _rendered(comment.text, prefix=prefix, at=comment.at, icons=icons)
