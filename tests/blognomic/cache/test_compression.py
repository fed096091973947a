"""Each answer is packed once, in the best encoding that its reader takes, and tells no secrets by its length."""

import gzip

import brotli
import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from blognomic.cache.compression import RANDOM_BYTES, WORTH_IT, compression, encoding_for

LONG = "Words and words. " * 100


def sent(response, accepts: str, **more: str):
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepts}, **more)
    return compression(lambda _: response)(request)


@pytest.mark.parametrize(
    ("accepts", "chosen"),
    [
        ("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("", ""), ("identity", ""), ("deflate", ""), ("*", "br"),
        ("br;q=0, gzip", "gzip"), ("gzip;q=0", ""), ("gzip;q=0.0, *", "br"), ("GZIP ; q=0.5", "gzip"),
        ("*;q=0", ""), ("br;q=0, *;q=0.1", "gzip"), ("gzipped, brr, x;q=zero", ""), (",;=,gzip;q=9", ""),
    ],
)  # fmt: skip
def test_the_encoding_is_one_that_the_reader_takes(accepts, chosen):
    assert encoding_for(RequestFactory().get("/", headers={"Accept-Encoding": accepts})) == chosen
    answer = sent(HttpResponse(LONG), accepts)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}[chosen]
    assert answer.headers.get("Content-Encoding", "") == chosen
    assert unpack(answer.content).decode() == LONG
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("content", "kind"),
    [("x" * (WORTH_IT - 1), "text/html"), (LONG, "image/png"), (LONG, "application/zip"), ("", "text/csv")],
)  # fmt: skip
def test_what_gains_nothing_goes_as_it_is(content, kind):
    answer = sent(HttpResponse(content, content_type=kind), "gzip, br")
    assert ("Content-Encoding" in answer.headers, answer.content.decode()) == (False, content)


def test_what_is_packed_already_is_not_packed_again():
    packed = gzip.compress(LONG.encode())
    answer = sent(HttpResponse(packed, headers={"Content-Encoding": "gzip"}), "gzip, br")
    assert (answer.content, answer.headers["Content-Encoding"]) == (packed, "gzip")


@pytest.mark.parametrize(
    "own",
    [{"HTTP_COOKIE": "sessionid=x"}, {"HTTP_AUTHORIZATION": "Bearer x"}, {"HTTP_COOKIE": "csrftoken=x"}],
)
@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_the_length_of_what_is_for_one_reader_tells_nothing_of_what_is_in_it(encoding, own):
    answers = [sent(HttpResponse(LONG), encoding, **own) for _ in range(40)]
    lengths = {len(answer.content) for answer in answers}
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}[encoding]
    assert {unpack(answer.content).decode() for answer in answers} == {LONG}
    assert len(lengths) > 10 and max(lengths) - min(lengths) <= RANDOM_BYTES
    assert all(answer.headers["Content-Length"] == str(len(answer.content)) for answer in answers)


def test_what_is_for_all_is_the_same_each_time():
    assert len({sent(HttpResponse(LONG), "gzip").content for _ in range(3)}) == 1


def test_a_stream_is_packed_as_it_goes():
    answer = sent(StreamingHttpResponse([LONG.encode()] * 3, content_type="text/csv"), "gzip, br")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.getvalue()).decode() == 3 * LONG


def test_a_tag_is_of_the_words_and_not_of_the_bytes():
    assert sent(HttpResponse(LONG, headers={"ETag": '"x"'}), "gzip").headers["ETag"] == 'W/"x"'
    assert sent(HttpResponse(LONG, headers={"ETag": 'W/"x"'}), "gzip").headers["ETag"] == 'W/"x"'
