"""Browsers for the tracker's pages: who is signed in, and what a form of values would send."""

import re
from html import unescape

from django.test import Client

from gamestate.queries.snapshot import state_now
from gamestate.values.plans import seen_key
from players.models import Player
from tests.blognomic.shown import words_shown


def browser(player: Player | None = None) -> Client:
    """A browser in which `player` is signed in, or nobody."""
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def field(path: str, holder: str | Player) -> str:
    """What the form that is opened now calls the field of a value."""
    state = state_now()
    variable = state.variable_of(path)
    named = f"player:{holder.pk}" if isinstance(holder, Player) else holder
    return f"{seen_key(variable.id, named)}@{state.cell(variable, named).last or ''}"


def words(response) -> str:
    """What people read on a page: its main part, without tags, white space as one space."""
    html = response.content.decode()
    main = html[html.index('<main id="content"') : html.index("</main>")]
    text = words_shown(main)
    return re.sub(r" ([,.:;)”])", r"\1", text).replace("“ ", "“")


def whole(response) -> str:
    """All that an answer says, also where it is sent while it is made."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode()


def table_of(response) -> list[list[str]]:
    """The rows of the first table of a page as texts, its head first."""
    html = response.content.decode()
    table = html[html.index("<table") : html.index("</table>")]
    rows = re.findall(r"<tr\b[^>]*>(.*?)</tr>", table, flags=re.DOTALL)
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.DOTALL) for row in rows)
    return [
        [
            " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", cell, flags=re.DOTALL)).split())
            for cell in row
        ]
        for row in cells
    ]
