"""Every page that links lead to from the front page, so that no page of a game is forgotten."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urldefrag, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

LINK = re.compile(r'<a\b[^>]*? href="(/[^"]*)"')
OF_EACH = 3  # pages of a kind, such as of posts


def addresses(client: Client, *begin: str, of_each: int = OF_EACH) -> dict[str, str]:
    """The pages for people that whoever is signed in comes to by links, some of each kind, by their addresses."""
    pages: dict[str, str] = {}
    waiting, seen, kinds = ["/", *begin], {"/", *begin}, Counter[str]()
    for address in waiting:
        page = client.get(address)
        if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        pages[address] = page.content.decode()
        for link in LINK.findall(pages[address]):
            path = urldefrag(unescape(link)).url
            kind = _kind(path)
            if path not in seen and kind and kinds[kind] < of_each:
                seen.add(path)
                kinds[kind] += 1
                waiting.append(path)
    return pages


def _kind(path: str) -> str:
    """The name of the page, and what it is asked for."""
    try:
        name = resolve(urlsplit(path).path).view_name
    except Resolver404:
        return ""
    matches = re.findall(r"(\w+)=", urlsplit(path).query)
    return " ".join([name, *sorted(matches)])
