"""HTML for what is written in the tracker: comments of updates, pages, descriptions."""

from collections import defaultdict
from datetime import datetime

from django.urls import reverse

from blognomic.text import prose
from blognomic.text.instants import format_instant
from blognomic.web.errors import RuleBroken
from players.models import Player, name_key
from ruleset.queries import names_at
from ruleset.text.tree import bare


def links_for(*texts: str, at: datetime) -> prose.Links:
    """Where the names in the texts lead: `@Name` and `[[@Name]]` to a player, `[[Title]]` to the rule of that name as
    it stood at `at` (UTC). Two queries at most, however many names."""
    names: set[str] = set().union(*(prose.wanted(text) for text in texts))
    links: dict[str, tuple[str, str]] = {}
    mentioned: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if name.startswith("@"):
            mentioned[name_key(name[1:])].append(name)
    if mentioned:
        for player in Player.objects.filter(name_key__in=mentioned):
            for name in mentioned[player.name_key]:
                links[name] = (player.get_absolute_url(), player.name)
    titles = {name for name in names if not name.startswith("@")}
    if titles:
        standing = names_at(at)
        for title in titles:
            if (rule := standing.get(bare(title).casefold())) is not None:
                links[title] = (f"{reverse('ruleset:rule', args=[rule])}?at={format_instant(at)}", title)
    return links.get


def render(text: str, *, prefix: str, at: datetime) -> str:
    """The safe HTML of a text, with links as of `at` (UTC). Raises RuleBroken (400) for one that cannot be rendered."""
    try:
        return prose.render(text, prefix=prefix, links=links_for(text, at=at))
    except prose.ProseError as error:
        raise RuleBroken(str(error), status=400) from None
