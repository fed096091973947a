"""The compressor: every answer of text goes out by Brotli or gzip, whichever the reader takes, and is packed once.

What is for one reader goes by gzip, with a random number of bytes in its head: from the length of a page that repeats
what somebody else put into its address, its secrets could be guessed (BREACH). What is for all strangers holds none; it
goes by Brotli, which makes it a sixth smaller, and is the same each time, so that it can be kept. Static files are
packed when they are collected.
"""

import gzip
import re
from collections.abc import Callable
from functools import lru_cache

import brotli
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_sequence, compress_string

from blognomic.cache.readers import is_for_all

WORTH_IT = 200  # bytes; below, the head of a packed answer outweighs what it saves
RANDOM_BYTES = 100  # at most, as Django's own middleware has it
TEXT = re.compile(r"text/|application/([\w.-]+\+)?(json|xml|javascript)\b|image/svg\+xml")
_OFFER = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?")
GetResponse = Callable[[HttpRequest], HttpResponseBase]


def compression(get_response: GetResponse) -> GetResponse:
    """Send each answer as small as its reader takes it. Its tag says that the words are the same, not the bytes."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        tag = response.headers.get("ETag", "")
        if tag.startswith('"'):
            response.headers["ETag"] = f"W/{tag}"
        if (
            TEXT.match(response.headers.get("Content-Type", ""))
            and "Content-Encoding" not in response.headers
        ):
            patch_vary_headers(response, ("Accept-Encoding",))
            _pack(request, response)
        return response

    return middleware


def encoding_for(request: HttpRequest) -> str:
    """How an answer that is for all goes to this reader: "br", "gzip" or, as it is, ""."""
    taken = _taken(request.headers.get("Accept-Encoding", ""))
    return next((encoding for encoding in ("br", "gzip") if encoding in taken), "")


def _pack(request: HttpRequest, response: HttpResponseBase) -> None:
    encoding = encoding_for(request)
    by_gzip = "gzip" in _taken(request.headers.get("Accept-Encoding", ""))
    if response.streaming:
        if not by_gzip or response.is_async:
            return
        response.streaming_content = compress_sequence(
            response.streaming_content, max_random_bytes=RANDOM_BYTES
        )
        del response.headers["Content-Length"]
        response.headers["Content-Encoding"] = "gzip"
        return
    if not encoding or len(response.content) < WORTH_IT:
        return
    if not is_for_all(request, response):
        if not by_gzip:
            return
        encoding, packed = "gzip", compress_string(response.content, max_random_bytes=RANDOM_BYTES)
    elif encoding == "br":
        packed = brotli.compress(response.content, mode=brotli.MODE_TEXT, quality=5)
    else:
        packed = gzip.compress(response.content, 6, mtime=0)
    response.content = packed
    response.headers["Content-Encoding"] = encoding
    response.headers["Content-Length"] = str(len(packed))


@lru_cache(maxsize=500)
def _taken(accepts: str) -> frozenset[str]:
    """The encodings that a header of Accept-Encoding takes."""
    offers = [
        match.groups() for part in accepts[:200].lower().split(",") if (match := _OFFER.fullmatch(part))
    ]
    weights = {name: float(weight or 1) for name, weight in offers}
    return frozenset(name for name in ("br", "gzip") if weights.get(name, weights.get("*", 0)) > 0)
