"""The site's addresses, with pages of things that go wrong among them."""

from csp.decorators import csp_exempt
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone

from blognomic import urls


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("This page is broken, for a test.")


def too_often(request: HttpRequest) -> HttpResponse:
    arguments = {"sentence": "You have searched 60 times within a minute.", "wait": "in 20 seconds"}
    return render(request, "429.html", {**arguments, "again": "12:01 UTC", "at": timezone.now()}, status=429)


FAULTY = """<!doctype html>
<html lang="en"><head><title>Faults</title>
<style>
  @media (prefers-color-scheme: dark) { .faint { color: #333; background: #222; } }
  .bare:focus { outline: none; }
  .near { display: inline-block; width: 9px; height: 9px; overflow: hidden; }
  .wide { width: 340px; }
  .cut { display: block; width: 40px; overflow: hidden; }
</style></head>
<body><main><h1>One</h1><h1>Two</h1><p class="faint">Faint in the dark.</p>
<p><img src="/static/favicon.svg" width="30" height="30"></p>
<p><span class="badge cut">Unreadable</span></p>
<form method="post" action="/"><div class="field"><label for="field">A field</label><p class="help">Its help</p>
<input id="field" name="field"></div></form>
<p><a class="bare" href="/">Shows no focus</a></p><p><button type="button"></button></p>
<div><a class="near" href="/a">a</a><a class="near" href="/b">b</a></div><div class="wide">Wide</div></main>
<script>console.error("A complaint");</script></body></html>
"""


@csp_exempt()
def faulty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(FAULTY)


def forbidden(request: HttpRequest) -> HttpResponse:
    """The policy forbids its script."""
    return HttpResponse(
        '<!doctype html><html lang="en"><head><title>x</title></head>'
        "<body><main><h1>One</h1></main><script>0</script></body></html>"
    )


handler400, handler429 = urls.handler400, urls.handler429
urlpatterns = [
    *urls.urlpatterns,
    path("broken/", broken),
    path("faulty/", faulty),
    path("forbidden/", forbidden),
    path("too-often/", too_often),
]
