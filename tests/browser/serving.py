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
    """Makes one page at a time, and each of them whole, since the connection has one transaction."""

    turn = threading.RLock()

    def __call__(self, environ, start_response):
        with self.turn:
            response = super().__call__(environ, start_response)
            if getattr(response, "streaming", False):
                response.streaming_content = list(response.streaming_content)
            return response


@contextmanager
def served() -> Iterator[str]:
    """The address of the site, which is served within."""
    shared = connections["default"]
    shared.inc_thread_sharing()
    # At the end of a request Django would close a connection that is within a transaction.
    shared.close_if_unusable_or_obsolete = lambda: None
    server = Server((HOST, 0), QuietWSGIRequestHandler, connections_override={"default": shared})
    server.set_app(StaticFilesHandler(OneByOne()))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        del shared.close_if_unusable_or_obsolete
        shared.dec_thread_sharing()
