"""The compressor: every answer of text goes out by Brotli or gzip, whichever the reader takes, and is packed once.

What is for one reader has a random number of bytes in its head: from the length of a page that repeats what somebody
else put into its address, its secrets could be guessed (BREACH). What is for all strangers holds none, and is the same
each time, so that it can be kept; so it is packed with more care. What is packed for one reader alone is packed in a
hurry: by Brotli at its second level it is as small as by gzip, in a quarter of the time. Static files are packed when
they are collected.
"""

import gzip
import re
import secrets
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
CAREFULLY, HURRIEDLY, AT_ONCE = 5, 2, 1  # of Brotli's eleven levels
LONG = 100_000  # bytes, of which more than half a millisecond's work would be made
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
    """How an answer goes to this reader: "br", "gzip" or, as it is, ""."""
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
    for_all = is_for_all(request, response)
    if encoding == "br":
        packed = _by_brotli(response.content, padded=not for_all)
    elif for_all:
        packed = gzip.compress(response.content, 6, mtime=0)
    else:
        packed = compress_string(response.content, max_random_bytes=RANDOM_BYTES)
    response.content = packed
    response.headers["Content-Encoding"] = encoding
    response.headers["Content-Length"] = str(len(packed))


def _by_brotli(content: bytes, *, padded: bool) -> bytes:
    """The content packed; `padded`: in a hurry, and with a random number of bytes that say nothing after its head."""
    if not padded:
        return brotli.compress(content, mode=brotli.MODE_TEXT, quality=CAREFULLY)
    quality = AT_ONCE if len(content) > LONG else HURRIEDLY
    packing = brotli.Compressor(mode=brotli.MODE_TEXT, quality=quality)
    head = packing.process(b"") + packing.flush()
    return b"".join((head, _block_of_nothing(), packing.process(content), packing.finish()))


def _block_of_nothing() -> bytes:
    """A block of metadata, which whoever unpacks skips (RFC 7932, 9.2): that it is one, in six bits, and how long it
    is, in eight."""
    length = 1 + secrets.randbelow(RANDOM_BYTES)
    return (0b010110 | (length - 1) << 6).to_bytes(2, "little") + secrets.token_bytes(length)


@lru_cache(maxsize=500)
def _taken(accepts: str) -> frozenset[str]:
    """The encodings that a header of Accept-Encoding takes."""
    offers = [
        match.groups() for part in accepts[:200].lower().split(",") if (match := _OFFER.fullmatch(part))
    ]
    weights = {name: float(weight or 1) for name, weight in offers}
    return frozenset(name for name in ("br", "gzip") if weights.get(name, weights.get("*", 0)) > 0)
