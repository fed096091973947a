"""How gunicorn serves the site; `manage.py serve` starts it with this.

Each process has a few threads, since requests wait for the database, and is replaced after some ten thousand requests.
On SIGTERM it takes no more connections and answers the requests that it has.
"""

from django.conf import settings

bind = settings.BIND.split()
workers = settings.WEB_WORKERS
threads = settings.WEB_THREADS
worker_class = "blognomic.even_worker.EvenWorker"
timeout = 60
graceful_timeout = 30
keepalive = 5
max_requests = 10_000
max_requests_jitter = 1_000
# A browser's longest honest address is a search; its headers are a few cookies.
limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190
# Who the client is and whether it came by HTTPS is for Django to read, from the proxies that the settings name.
forwarded_allow_ips = "127.0.0.1,::1"
logconfig_dict = settings.LOGGING
accesslog = None
control_socket_disable = True
proc_name = "blognomic"


def post_worker_init(worker: object) -> None:
    """Make ready what the first request would otherwise wait for: the addresses, and all that they import."""
    from django.urls import get_resolver

    _ = get_resolver().url_patterns
