"""The site on a port of this machine, for a browser, in the transaction of the test that plays with it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from django.test.testcases import QuietWSGIRequestHandler

HOST = "localhost"  # to a browser as good as HTTPS, so that it heeds every header


class Server(ThreadedWSGIServer):
    """Answers on the test's own connection to the database, which outlives each request."""

    def _close_connections(self) -> None:
        pass


class OneByOne(WSGIHandler):
    """Makes one page at a time, and each of them whole, since the connection has one transaction; and none between two
    tests. A page that was left open goes on asking: while what a test wrote is being undone, the answer's own part of
    the transaction would be taken for the test's, and kept."""

    turn = threading.RLock()

    @classmethod
    @contextmanager
    def at_play(cls) -> Iterator[None]:
        """Within, pages are made; whatever is still being made at its end has been answered then."""
        cls.turn.release()
        try:
            yield
        finally:
            cls.turn.acquire()

    def __call__(self, environ, start_response):
        with self.turn:
            response = super().__call__(environ, start_response)
            if getattr(response, "streaming", False):
                response.streaming_content = list(response.streaming_content)
            return response


@contextmanager
def served() -> Iterator[str]:
    """The address of the site, which is served within, while a test is `OneByOne.at_play`."""
    shared = connections["default"]
    shared.inc_thread_sharing()
    # At the end of a request Django would close a connection that is within a transaction.
    shared.close_if_unusable_or_obsolete = lambda: None
    server = Server((HOST, 0), QuietWSGIRequestHandler, connections_override={"default": shared})
    server.set_app(StaticFilesHandler(OneByOne()))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    OneByOne.turn.acquire()
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_address[1]}"
    finally:
        OneByOne.turn.release()
        server.shutdown()
        server.server_close()
        thread.join()
        del shared.close_if_unusable_or_obsolete
        shared.dec_thread_sharing()
