"""Letters, in the language that is active, and messages to channels, in the game's, from plain values. Whatever people
wrote in them is escaped where it could be taken for something else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import ngettext
from blognomic.text.differences import Piece, as_html, as_plain
from blognomic.text.one_line import closed, isolated

TITLE = 250  # as Discord takes it, with room to spare
SUBJECT = 150
MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#])")
LATEST = 50


@dataclass(frozen=True, slots=True)
class PageInLetter:
    """What a letter says of the page to which a notice leads: an `excerpt` of what was written there; the words of
    rules that a matter changes, each rule by its title; how a matter stands (`outcome`); the `thread` to which letters
    about it belong, a name that no other has; and the whole addresses at which a vote is cast, each by its label."""

    excerpt: str = ""
    amended: Sequence[tuple[str, Sequence[Piece]]] = ()
    outcome: str = ""
    thread: str = ""
    votes: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """Something to tell: a sentence, the whole address of the page that shows it, and what that is about."""

    sentence: str
    address: str
    about: PageInLetter = PageInLetter()

    @property
    def as_text(self) -> list[str]:
        """The same in lines of plain text."""
        about = self.about
        lines = [self.sentence, *filter(None, (about.outcome,))]
        lines += [f"> {line}" for line in about.excerpt.splitlines()]
        lines += [f"{title}: {as_plain(pieces)}" for title, pieces in about.amended]
        lines += [f"{label}: {address}" for label, address in about.votes]
        return [*lines, self.address, ""]

    @property
    def as_html(self) -> str:
        """The same as the HTML of an item of a list."""
        about = self.about
        parts = [f'<a href="{escape(self.address)}">{escape(self.sentence)}</a>']
        if about.outcome:
            parts.append(f"<br>{escape(about.outcome)}")
        if about.excerpt:
            parts.append(f'<blockquote style="margin:.4em 1em">{escape(about.excerpt)}</blockquote>')
        parts += [
            f'<p style="white-space:pre-wrap;margin:.4em 0"><b>{escape(title)}</b>: {as_html(pieces)}</p>'
            for title, pieces in about.amended
        ]
        if about.votes:
            links = (f'<a href="{escape(address)}">{escape(label)}</a>' for label, address in about.votes)
            parts.append(f"<p>{' · '.join(links)}</p>")
        return f'<li style="margin-bottom:.6em">{"".join(parts)}</li>'


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
    head = ngettext("You have {number} notice.", "You have {number} notices.", number)
    head = head.format(number=number)
    shown = list(items[-LATEST:])
    if (left_out := number - LATEST) > 0:
        latest = _("These are the latest {most}.").format(most=LATEST)
        head = f"{head} {latest}"
        shown.append(Item(_("{number} more").format(number=left_out), inbox))
    return _letter(subject=f"{isolated(by.game)}: {notices}", head=head, items=shown, by=by)


def _letter(*, subject: str, head: str, items: Sequence[Item], by: Sender) -> Letter:
    why = _("{game} sent you this because your settings ask for it.").format(game=by.game)
    lines = [head, ""] if head else []
    for item in items:
        lines += item.as_text
    lines += ["--", why]
    lines += [_("Change your settings: {address}").format(address=by.settings)]
    lines += [_("Stop these e-mails: {address}").format(address=by.stop), ""]
    listed = "".join(item.as_html for item in items)
    ways = _('<a href="{settings}">Change your settings</a> or <a href="{stop}">stop these e-mails</a>.')
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
    title = MARKDOWN.sub(r"\\\1", one_line(item.sentence, TITLE))[:TITLE].rstrip("\\")
    footer = {"text": one_line(game, TITLE)}
    return {
        "embeds": [{"title": title, "url": item.address, "timestamp": at, "footer": footer}],
        "allowed_mentions": {"parse": []},
    }


def for_program(item: Item, *, kind: str, at: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What a call says besides to a program that listens, as the Standard Webhooks specification has it."""
    data = {"sentence": item.sentence, "url": item.address, **facts}
    return {"type": kind, "timestamp": at, "data": data}
