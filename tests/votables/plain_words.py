"""Where a page of the site says player or emperor, in a dynasty that has other words for them."""

import re
from html.parser import HTMLParser

ODD = {
    "player_word": "Archivist",
    "players_word": "Archivists",
    "emperor_word": "Zookeeper",
    "emperors_word": "Zookeepers",
}
# Names with an underscore are of the language of conditions, which is the same in all dynasties.
PLAIN = re.compile(r"\b(?:players?|emperors?)\b", re.IGNORECASE)
NAMES = re.compile("Malign Emperors")  # of special cases, which are called the same in all dynasties, too
SAID_IN_ATTRIBUTES = ("aria-label", "title", "alt", "placeholder")
# Code keeps the plain words, and so does what people wrote, which is in the fields where they may change it.
SILENT = ("code", "kbd", "pre", "script", "textarea")
# What is for machines keeps them, too: the names in files and interfaces are the same in all dynasties.
FOR_PEOPLE = ("text/html", "application/atom+xml")


class Said(HTMLParser):
    """What a page says to people: its text, and the attributes that are read out. Not code, nor scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        self.words += [value for name, value in attrs if name in SAID_IN_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words += words_of(data) if "</" in data else [data]  # a feed holds pages of its own, as text


def words_of(page: str) -> list[str]:
    """What a page says to people, stretch by stretch."""
    reader = Said()
    reader.feed(page)
    return reader.words


def plain_words_in(page: str) -> list[str]:
    """The stretches of a page that hold a plain word."""
    return [" ".join(words.split()) for words in words_of(page) if PLAIN.search(NAMES.sub("", words))]
