"""A server that is killed, and started again at once on the same port."""

import contextlib
import os
import signal
import socket
import threading
import time

import pytest

from tests.blognomic.servers import free_port

from .figures import FIGURES

pytestmark = pytest.mark.fault
SOON = 10.0
"""Seconds within which the next one takes requests: as long as it takes to start on a busy machine."""


def test_what_it_was_doing_is_done_and_the_next_has_the_port_at_once(file, serve, sign_in):
    port = str(free_port())
    begun = time.monotonic()
    first = serve(DATABASE_URL=file.url, port=port, WEB_WORKERS="2")
    starting = time.monotonic() - begun
    carol, answers = sign_in(first, "Carol"), []
    with contextlib.ExitStack() as open_lines:
        half = open_lines.enter_context(socket.create_connection(("127.0.0.1", int(port))))
        half.sendall(b"GET / HTTP/1.1\r\nHost: blog.")
        with file.locked():
            saying = threading.Thread(target=lambda: answers.append(carol.say("The last word.")))
            saying.start()
            time.sleep(0.5)  # until it waits for its turn
            os.kill(first.process.pid, signal.SIGKILL)
            first.process.wait()
            begun = time.monotonic()
            time.sleep(1)
        second = serve(DATABASE_URL=file.url, port=port, WEB_WORKERS="2")
        took = time.monotonic() - begun
        saying.join()
    FIGURES.note(
        "server killed", "the next one answers", f"after {took:.1f} s", f"the first after {starting:.1f} s"
    )
    assert [answer.status for answer in answers] == [302]
    assert "The last word." in carol.visitor.get(second, "/posts/1/").text
    assert took < starting + SOON
