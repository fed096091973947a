"""Letters, and messages to channels, from plain values, in English: the worker that sends them knows no reader's
language. Whatever people wrote in them is escaped where it could be taken for something else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

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


def one(item: Item, *, game: str, settings: str, stop: str) -> Letter:
    """A letter about one thing. `settings` and `stop` are the addresses at which one chooses, and stops them."""
    return _letter(
        subject=f"{game}: {item.sentence}", head="", items=[item], game=game, settings=settings, stop=stop
    )


def digest(items: Sequence[Item], *, game: str, settings: str, stop: str, inbox: str) -> Letter:
    """A letter about all that happened in a day, oldest first. Beyond the latest fifty it names their number."""
    number = f"{len(items)} notice{'' if len(items) == 1 else 's'}"  # in English
    left_out = len(items) - LATEST
    head = f"There {'is' if len(items) == 1 else 'are'} {number} for you."  # in English
    shown = list(items[-LATEST:])
    if left_out > 0:
        head += f" The latest {LATEST} are here."  # in English
        shown.append(Item(f"{left_out} more", inbox))  # in English
    return _letter(
        subject=f"{game}: {number}", head=head, items=shown, game=game, settings=settings, stop=stop
    )


def _letter(*, subject: str, head: str, items: Sequence[Item], game: str, settings: str, stop: str) -> Letter:
    lines = [head, ""] if head else []
    for item in items:
        lines += [item.sentence, item.address, ""]
    lines += ["--", f"{game} wrote this because you chose so."]  # in English
    lines += [f"Choose otherwise: {settings}"]  # in English
    lines += [f"Stop these e-mails: {stop}", ""]  # in English
    listed = "".join(
        f'<li style="margin-bottom:.6em"><a href="{escape(item.address)}">{escape(item.sentence)}</a></li>'
        for item in items
    )
    html = (
        f'<!doctype html><html lang="en-GB"><body style="font-family:sans-serif;line-height:1.5">'
        f"{f'<p>{escape(head)}</p>' if head else ''}<ul>{listed}</ul>"
        f'<p style="font-size:.85em">{escape(game)} wrote this because you chose so. '
        f'<a href="{escape(settings)}">Choose otherwise</a> or <a href="{escape(stop)}">stop these e-mails</a>.</p>'
        "</body></html>"
    )
    return Letter(one_line(subject, SUBJECT), "\n".join(lines), html)


def one_line(text: str, most: int) -> str:
    """The text on one line, cut short: a header of an e-mail holds no line break."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def for_channel(item: Item, *, game: str, at: str) -> dict[str, Any]:
    """The JSON that a Discord-style webhook takes. It calls nobody's attention: @everyone in a title stays words."""
    said = MARKDOWN.sub(r"\\\1", one_line(item.sentence, CONTENT // 2))
    return {
        "content": said[:CONTENT],
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
