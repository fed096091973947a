"""How gunicorn serves the site; `manage.py serve` starts it with this.

Each process has a few threads, since requests wait for the database, and is replaced after some two hundred thousand
requests. On SIGTERM it takes no more connections and answers the requests that it has.
"""

import gc
import socket
import threading
import time
from concurrent.futures import Future

from django.conf import settings
from gunicorn.workers.gthread import TConn, ThreadWorker

bind = settings.BIND.split()
workers = settings.WEB_WORKERS
threads = settings.WEB_THREADS
worker_class = "blognomic.server.serving.Worker"
# A process takes no more requests than it has threads, so that all that wait stand in one line, that of the system, and
# whichever process is free takes the one that came first. Else one process would take in most of them, and let them
# wait while another has nothing to do.
worker_connections = settings.WEB_THREADS
keepalive = 0
timeout = 60
graceful_timeout = 30
# The site is loaded once, and each process is a copy of that: it begins at once, and shares its memory with the others.
preload_app = True
max_requests = 200_000
max_requests_jitter = 20_000
# A browser's longest honest address is a search; its headers are a few cookies.
limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190
# Who the client is and whether it came by HTTPS is for Django to read, from the proxies that the settings name.
forwarded_allow_ips = "127.0.0.1,::1"
forwarder_headers = ""  # no proxy says where in an address the site begins
logconfig_dict = settings.LOGGING
accesslog = None
control_socket_disable = True
proc_name = "blognomic"


STANDSTILL = 0.1
"""After how many seconds in which none of its threads has begun or ended anything a process looks who waits."""
A_LOOK = 0.02
"""How many seconds lie between two looks, and how long one waits for the first words of whoever was let in."""
MOST_LET_IN = 64
"""How many may wait inside of a process that stands still."""


class Worker(ThreadWorker):
    """gunicorn's process with threads, which lets go of the port as soon as the process that began it has been killed:
    what it is answering may take half a minute, and the server that is started next needs the port at once.

    While all its threads wait (for a database that hangs, say), it still answers whoever asks whether it runs."""

    moved_at = 0.0  # of `monotonic`: when a thread was last given something to do, or had done it

    def run(self) -> None:
        threading.Thread(target=self._look_who_waits, daemon=True).start()
        super().run()

    def accept(self, listener: socket.socket) -> None:
        self.moved_at = time.monotonic()
        super().accept(listener)

    def finish_request(self, conn: TConn, fs: "Future[object]") -> None:
        self.moved_at = time.monotonic()
        super().finish_request(conn, fs)

    def _look_who_waits(self) -> None:
        while self.alive:
            time.sleep(A_LOOK)
            # Whoever still waits in the system's line then, no other process was free to take.
            if (
                self.cfg.threads <= self.nr_conns < self.cfg.threads + MOST_LET_IN
                and time.monotonic() - self.moved_at > STANDSTILL
            ):
                for listener in self.sockets:
                    self._let_in(listener)

    def _let_in(self, listener: socket.socket) -> None:
        """Answer the one who has waited longest if that is a question after the process; else let them wait for the
        first thread that is free, in the order of coming."""
        try:
            client, address = listener.accept()
        except OSError:  # nobody waits, another process was quicker, or the port was let go
            return
        conn = TConn(self.cfg, client, address, listener.getsockname())
        if _asks_whether_it_runs(client):
            conn.data_ready = True
            self.handle(conn)
            conn.close()
        else:
            self.method_queue.defer(self._seat, conn)

    def _seat(self, conn: TConn) -> None:
        self.nr_conns += 1
        self.enqueue_req(conn)

    def is_parent_alive(self) -> bool:
        """Asked every second."""
        is_alive: bool = super().is_parent_alive()
        if not is_alive:
            self.set_accept_enabled(False)
            for listener in self.sockets:
                listener.close()
        return is_alive


def _asks_whether_it_runs(client: socket.socket) -> bool:
    """Whether the request that begins on this connection is for /health/, which is answered without a database."""
    client.settimeout(A_LOOK)
    try:
        return client.recv(32, socket.MSG_PEEK).startswith((b"GET /health/ ", b"HEAD /health/ "))
    except OSError:
        return False
    finally:
        client.setblocking(True)


def when_ready(server: object) -> None:
    """Before the processes begin: make ready what their first requests would otherwise wait for, which is the addresses
    and all that they import, and leave what now is out of every later search for garbage."""
    from django.urls import get_resolver

    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
