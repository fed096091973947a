"""In production every address answers what it would answer if nothing were kept and nothing packed: byte for byte, in
each language and encoding, the first time, from the cache, and after the game has changed."""

import gzip
import re
import runpy
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import brotli
import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.client import ClientHandler

from blognomic.cache import page_cache, version
from blognomic.cache.compression import TEXT, WORTH_IT
from gamestate.models import Page
from ruleset.models import LawVersion
from tests.blognomic.api import test_who_may as programs
from tests.blognomic.servers import PRODUCTION
from tests.votables.stage import NOW
from tests.votables.table import propose
from tests.votables.test_views_who_may import ROWS, path_of

pytestmark = pytest.mark.django_db

LANGUAGES, ENCODINGS = ("en-GB", "de"), ("", "gzip", "br")
WAYS = {"GET": {}, "HEAD": {}, "Range": {"Range": "bytes=0-9"}}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "": bytes, "gzip": gzip.decompress, "br": brotli.decompress,
}  # fmt: skip
KEEPING = ["blognomic.cache.page_cache.pages", "blognomic.cache.compression.compression"]
# Said of each answer anew, or by what keeps and packs.
OWN = {"content-length", "content-encoding", "etag", "vary", "cache-control", "x-request-id", "set-cookie"}
RANDOM = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')
# Files of the site's own, short and long, and pages of django-allauth.
FURTHER = [
    "/robots.txt", "/manifest.webmanifest", "/accounts/login/", "/accounts/signup/", "/nowhere/", "/archive/?page=1",
    "/archive/?x=1", "/rules", "/gamestate/?at=2026-03-08T12:00", "/feeds/posts/?x=1",
]  # fmt: skip


def production() -> list[str]:
    """The middleware that the settings name in production."""
    settings = runpy.run_path(str(Path(page_cache.__file__).parents[1] / "settings.py"))
    return settings["MIDDLEWARE"]


class Site:
    """The site with this middleware, which answers strangers."""

    def __init__(self, middleware: list[str]):
        self.handler = ClientHandler()
        with override_settings(MIDDLEWARE=middleware):
            self.handler.load_middleware()

    def ask(self, path: str, *, method: str = "GET", **headers: str) -> HttpResponse:
        client = Client()
        client.handler = self.handler
        return client.generic(
            method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )


@pytest.fixture(scope="module")
def sites(tmp_path_factory) -> tuple[Site, Site]:
    """The site as in production, and the same without cache and compressor."""
    with mock.patch.dict("os.environ", PRODUCTION, clear=True):
        middleware = production()
    assert set(KEEPING) < set(middleware)
    with override_settings(STATIC_ROOT=str(tmp_path_factory.mktemp("static"))):
        return Site(middleware), Site([each for each in middleware if each not in KEEPING])


def unpacked(response: HttpResponse, raw: bytes) -> bytes:
    """What is read in the end, but for what is random."""
    return RANDOM.sub(b"", UNPACK[response.headers.get("Content-Encoding", "")](raw))


def kept_headers(response: HttpResponse) -> dict[str, str]:
    return {name: value for name, value in response.items() if name.lower() not in OWN}


def check(plain: HttpResponse, words: bytes, headers: dict[str, str], answer: HttpResponse) -> None:
    """That the answer says what the plain one says, in the encoding that was asked for, and says so."""
    assert answer.status_code == plain.status_code
    assert kept_headers(answer) == kept_headers(plain)
    encoding, raw, takes = (
        answer.headers.get("Content-Encoding", ""),
        answer.getvalue(),
        headers["Accept_Encoding"],
    )
    assert encoding in ("", takes)
    if headers["method"] == "HEAD":
        assert raw == b""
    else:
        assert unpacked(answer, raw) == words
        assert answer.streaming or answer.headers.get("Content-Length", str(len(raw))) == str(len(raw))
    vary = re.split(", *", answer.headers.get("Vary", ""))
    if TEXT.match(plain.headers.get("Content-Type", "")):
        assert "Accept-Encoding" in vary
        assert encoding or takes != "gzip" or len(words) < WORTH_IT + 100
    assert set(filter(None, re.split(", *", plain.headers.get("Vary", "")))) <= set(vary)
    assert not answer.headers.get("ETag", "").startswith('"')


def ask_everything(sites: tuple[Site, Site], path: str, change: Callable[[], Any]) -> None:
    kept, bare = sites
    questions = [
        {"method": "HEAD" if way == "HEAD" else "GET", **choices, **WAYS[way]}
        for language in LANGUAGES for encoding in ENCODINGS for way in WAYS
        for choices in [{"Accept_Language": language, "Accept_Encoding": encoding}]
    ]  # fmt: skip
    tags: list[dict[int, str]] = []
    words: list[dict[str, bytes]] = []
    page_cache.SHELF.clear()
    version.forget()
    with time_machine.travel(NOW, tick=False) as clock:
        for times in (2, 1):
            plain = {one: bare.ask(path, Accept_Language=one) for one in LANGUAGES}
            words.append({one: RANDOM.sub(b"", answer.getvalue()) for one, answer in plain.items()})
            tags.append({})
            for _ in range(times):
                for number, headers in enumerate(questions):
                    answer = kept.ask(path, **headers)
                    language = headers["Accept_Language"]
                    check(plain[language], words[-1][language], headers, answer)
                    tag = answer.headers.get("ETag", "")
                    assert tags[-1].setdefault(number, tag) == tag
                    if tag and answer.status_code == 200 and times == 1:
                        again = kept.ask(path, **headers, If_None_Match=tag)
                        assert (again.status_code, again.getvalue(), again.headers["ETag"]) == (304, b"", tag)
            change()
            clock.shift(timedelta(seconds=1))
    for number, headers in enumerate(questions):
        before, after = (texts[headers["Accept_Language"]] for texts in words)
        if tags[0][number] and not is_api(path):  # its tags are of what it tells besides the moment
            assert (tags[0][number] == tags[1][number]) == (before == after)


def is_api(path: str) -> bool:
    return path.startswith(programs.API)


def addresses() -> list[tuple[str, str, list[str]]]:
    """Every address that can be read, by its name, and what it is about."""
    pages_ = [("page", route, things) for method, route, things, _ in ROWS if method == "GET"]
    api = [
        ("api", name, things) for name, things, _ in programs.ROWS if programs.operations()[name][0] == "GET"
    ]
    return pages_ + api + [("path", path, []) for path in FURTHER]


def address_of(stage, kind: str, name: str, things: list[str]) -> str:
    if kind == "path":
        return name
    return (
        path_of(stage, name, things)
        if kind == "page"
        else programs.API + programs.address(stage, name, things)
    )


# One of each sort: pages, one of a form, small files, lists for programs, a table that streams, an odd address.
FEW = ["ruleset:rules", "/robots.txt", "/accounts/login/", "list_laws", "gamestate:dice_csv", "/archive/?x=1"]


@pytest.mark.parametrize("name", FEW)
def test_some_addresses_answer_what_they_would_if_nothing_were_kept_or_packed(stage, sites, name):
    (address,) = [one for one in addresses() if one[1] == name][:1]
    ask_everything(
        sites, address_of(stage, *address), lambda: propose(stage.people["leaving"], NOW, "Changed")
    )


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("kind", "name", "things"),
    addresses(),
    ids=[f"{one[1]} {' '.join(one[2])}".strip() for one in addresses()],
)
def test_every_address_answers_what_it_would_if_nothing_were_kept_or_packed(stage, sites, kind, name, things):
    stage.rules["law"] = LawVersion.objects.get().pk
    stage.rules["seen gallery"] = Page.objects.get(key="gallery").last_id
    path = address_of(stage, kind, name, things)
    ask_everything(sites, path, lambda: propose(stage.people["leaving"], NOW, "Changed"))
