"""Letters, in the language that is active, and messages to channels, in the game's, from plain values. Whatever people
wrote in them is escaped where it could be taken for something else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import ngettext
from blognomic.text.lines import closed, isolated

# What Discord takes, with room to spare.
CONTENT, TITLE = 1_800, 250
SUBJECT = 150
MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#])")
LATEST = 50


@dataclass(frozen=True, slots=True)
class Item:
    """Something to tell: a sentence, and the whole address of the page that shows it."""

    sentence: str
    address: str


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail: its subject, and the same words as plain text and as HTML."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Sender:
    """Whose letter it is: the game's name, the language in which it is written, and the addresses at which one chooses
    what to be told, and stops such letters."""

    game: str
    language: str
    settings: str
    stop: str


def one(item: Item, *, by: Sender) -> Letter:
    """A letter about one thing."""
    return _letter(subject=f"{isolated(by.game)}: {item.sentence}", head="", items=[item], by=by)


def digest(items: Sequence[Item], *, by: Sender, inbox: str) -> Letter:
    """A letter about all that happened in a day, oldest first. Beyond the latest fifty it names their number."""
    number = len(items)
    notices = ngettext("{number} notice", "{number} notices", number).format(number=number)
    head = ngettext("There is {number} notice for you.", "There are {number} notices for you.", number)
    head = head.format(number=number)
    shown = list(items[-LATEST:])
    if (left_out := number - LATEST) > 0:
        latest = _("The latest {most} are here.").format(most=LATEST)
        head = f"{head} {latest}"
        shown.append(Item(_("{number} more").format(number=left_out), inbox))
    return _letter(subject=f"{isolated(by.game)}: {notices}", head=head, items=shown, by=by)


def _letter(*, subject: str, head: str, items: Sequence[Item], by: Sender) -> Letter:
    why = _("{game} wrote this because you chose so.").format(game=by.game)
    lines = [head, ""] if head else []
    for item in items:
        lines += [item.sentence, item.address, ""]
    lines += ["--", why]
    lines += [_("Choose otherwise: {address}").format(address=by.settings)]
    lines += [_("Stop these e-mails: {address}").format(address=by.stop), ""]
    listed = "".join(
        f'<li style="margin-bottom:.6em"><a href="{escape(item.address)}">{escape(item.sentence)}</a></li>'
        for item in items
    )
    ways = _('<a href="{settings}">Choose otherwise</a> or <a href="{stop}">stop these e-mails</a>.')
    html = (
        f'<!doctype html><html lang="{by.language}"><body style="font-family:sans-serif;line-height:1.5">'
        f"{f'<p>{escape(head)}</p>' if head else ''}<ul>{listed}</ul>"
        f'<p style="font-size:.85em">{escape(why)} '
        f"{ways.format(settings=escape(by.settings), stop=escape(by.stop))}</p></body></html>"
    )
    return Letter(one_line(subject, SUBJECT), "\n".join(lines), html)


def one_line(text: str, most: int) -> str:
    """The text on one line, cut short: a header of an e-mail holds no line break."""
    text = " ".join(text.split())
    return text if len(text) <= most else closed(f"{text[: most - 1].rstrip()}…")


def for_channel(item: Item, *, game: str, at: str) -> dict[str, Any]:
    """The JSON that a Discord-style webhook takes. It calls nobody's attention: @everyone in a title stays words."""
    content = MARKDOWN.sub(r"\\\1", one_line(item.sentence, CONTENT // 2))
    return {
        "content": content[:CONTENT],
        "embeds": [
            {
                "title": one_line(item.sentence, TITLE),
                "url": item.address,
                "timestamp": at,
                "footer": {"text": one_line(game, TITLE)},
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def for_program(item: Item, *, kind: str, at: str) -> dict[str, Any]:
    """What a call says besides to a program that listens, as the Standard Webhooks specification has it."""
    return {"type": kind, "timestamp": at, "data": {"sentence": item.sentence, "url": item.address}}
