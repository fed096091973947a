"""How gunicorn serves the site; `manage.py serve` starts it with this.

Each process has a few threads, since requests wait for the database, and is replaced after some two hundred thousand
requests. On SIGTERM it takes no more connections and answers the requests that it has.
"""

import gc

from django.conf import settings
from gunicorn.workers.gthread import ThreadWorker

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


class Worker(ThreadWorker):
    """gunicorn's process with threads, which lets go of the port as soon as the process that began it has been killed:
    what it is answering may take half a minute, and the server that is started next needs the port at once."""

    def is_parent_alive(self) -> bool:
        """Asked every second."""
        is_alive: bool = super().is_parent_alive()
        if not is_alive:
            self.set_accept_enabled(False)
            for listener in self.sockets:
                listener.close()
        return is_alive


def when_ready(server: object) -> None:
    """Before the processes begin: make ready what their first requests would otherwise wait for, which is the addresses
    and all that they import, and leave what now is out of every later search for garbage."""
    from django.urls import get_resolver

    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
