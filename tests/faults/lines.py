"""A line of TCP between the site and something that it leans on, which can be cut, or go silent."""

import contextlib
import socket
import threading
from collections.abc import Callable


class Line:
    """Listens at `port` and hands on to `to`. While it is `silent` it takes connections and says nothing, nor hands on
    what comes; `cut` closes it, so that connections are refused; `mend` opens it again."""

    def __init__(self, to: int = 0):
        self.to, self.taken = to, 0
        self._heard = threading.Event()
        self._heard.set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._held: list[socket.socket] = []
        self._serve()

    def _serve(self) -> None:
        server = self._server

        def take() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, _ = server.accept()
                    self.taken += 1
                    self._held.append(client)
                    if self.to:
                        onward = socket.create_connection(("127.0.0.1", self.to))
                        self._held.append(onward)
                        for pair in ((client, onward), (onward, client)):
                            _begin(lambda pair=pair: self._pass(*pair))

        _begin(take)

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._heard.wait()
                target.sendall(data)
            target.close()

    def fall_silent(self) -> None:
        self._heard.clear()

    def speak(self) -> None:
        self._heard.set()

    def cut(self) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for one in self._held:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._held.clear()

    def mend(self) -> None:
        self._server = socket.create_server(("127.0.0.1", self.port))
        self._serve()


def _begin(what: Callable[[], None]) -> None:
    threading.Thread(target=what, daemon=True).start()
