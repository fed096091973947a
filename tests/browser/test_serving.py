"""The site that a browser's tests ask: nothing is answered while a test's writing is being undone."""

from concurrent.futures import ThreadPoolExecutor, wait
from urllib.request import urlopen

from .serving import HOST, OneByOne


def test_what_asks_between_two_tests_is_answered_in_the_next(five, address, settings):
    settings.ALLOWED_HOSTS = [HOST]
    with ThreadPoolExecutor() as elsewhere:
        reply = elsewhere.submit(urlopen, f"{address}/players/")
        assert wait([reply], timeout=0.5).not_done  # nobody plays yet
        with OneByOne.at_play():
            assert b"Bob" in reply.result(timeout=20).read()
