"""One request to a server of the test's own, and those that are not made."""

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from players.notices import web_requests
from players.notices.web_requests import OutsideError, check_url, is_public, post_json


class Server:
    """A web server on loopback that keeps what it is sent (`whole`: all headers, and the bytes), and answers
    `status`."""

    def __init__(self, status: int = 204, location: str = ""):
        kept, whole = self.kept, self.whole = [], []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                kind = self.headers["Content-Type"]
                kept.append((self.path, self.headers["Host"], kind, json.loads(body) if kind else body))
                whole.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(status)
                if location:
                    self.send_header("Location", location)
                self.end_headers()

            def log_message(self, *args):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?wait=1"

    def __enter__(self) -> "Server":
        self.thread.start()
        return self

    def __exit__(self, *args: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def test_json_is_posted_and_the_status_answered():
    with Server() as server:
        assert post_json(server.url, {"content": "é"}, private_allowed=True) == 204
    host = f"127.0.0.1:{server.server.server_port}"
    assert server.kept == [("/hook?wait=1", host, "application/json", {"content": "é"})]


def test_redirects_are_not_followed():
    with Server() as other, Server(302, other.url) as server:
        assert post_json(server.url, {}, private_allowed=True) == 302
    assert (len(server.kept), other.kept) == (1, [])


def test_loopback_is_refused_unless_it_is_allowed():
    with pytest.raises(OutsideError, match="private network"):
        post_json("https://127.0.0.1/hook", {})


def test_name_that_leads_into_a_private_network_is_refused_before_anything_is_sent(monkeypatch):
    """Even when only one of its addresses does."""
    answers = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: answers)
    monkeypatch.setattr(socket, "create_connection", lambda *args, **kwargs: pytest.fail("connected"))
    with pytest.raises(OutsideError, match="private network"):
        post_json("https://channel.example/hook", {})


def test_connection_goes_to_the_address_that_was_checked(monkeypatch):
    connections = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: [(2, 1, 6, "", ("93.184.216.34", 443))])

    def refuse(address, timeout):
        connections.append((address, timeout))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(OutsideError, match="could not reach"):
        post_json("https://channel.example/hook", {})
    assert connections == [(("93.184.216.34", 443), 10.0)]


def test_unknown_name_and_silent_server_have_their_sentences(monkeypatch):
    monkeypatch.setattr(web_requests, "TIMEOUT", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(OutsideError, match="did not answer in time"):
            post_json(url, {}, private_allowed=True)

    def unknown(*args, **kwargs):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(OutsideError, match="There is no server with that name"):
        post_json("https://channel.example/hook", {})


def test_server_that_drips_is_hung_up_on(monkeypatch):
    monkeypatch.setattr(web_requests, "AT_MOST", 0.3)
    done = threading.Event()

    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            while not done.wait(0.05):
                try:
                    connection.send(b"H")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip, args=(listener,))
        thread.start()
        try:
            with pytest.raises(OutsideError):
                post_json(f"http://127.0.0.1:{listener.getsockname()[1]}/", {}, private_allowed=True)
        finally:
            done.set()
            thread.join()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fd00::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:0:4136:e378::",
    ],
)  # fmt: skip
def test_addresses_of_private_networks_are_known(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "162.159.128.233", "2606:4700::6810:84e5"])
def test_addresses_of_the_public_internet_are_known(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "", "channel", "ftp://x.test/", "http://x.test/", "https:///hook", "https://u:p@x.test/", "https://x.test:0/",
        "https://x.test:99999/", "https://x.test/\r\nHost: y", "https://x.test/a b", "https://é.test/", "https://[::1/",
        "https://[::1]/", "https://10.0.0.1/", "file:///etc/passwd",
    ],
)  # fmt: skip
def test_addresses_that_make_no_sense_are_refused(url):
    with pytest.raises(OutsideError):
        check_url(url, private_allowed=False)
