"""A Django site of one view that does nothing: it answers with the bytes in a file of the folder BENCH_BYTES. What it
manages is what Django, gunicorn and the machine leave room for."""

import os
from functools import cache
from pathlib import Path

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of a bench",
    MIDDLEWARE=[],
    LOGGING_CONFIG=None,
)


@cache
def _bytes(name: str) -> bytes:
    return (Path(os.environ["BENCH_BYTES"]) / name).read_bytes()


def bare(request: HttpRequest, name: str) -> HttpResponse:
    """The bytes of that name."""
    return HttpResponse(_bytes(name))


urlpatterns = [path("<slug:name>", bare)]
django.setup()
application = get_wsgi_application()
