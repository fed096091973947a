"""The site's addresses, with the gallery among them and two pages that only show when something goes wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone

from blognomic import urls
from blognomic.gallery import gallery


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("This page is broken, for a test.")


def too_often(request: HttpRequest) -> HttpResponse:
    told = {"sentence": "You have searched 60 times within a minute.", "wait": "20 seconds"}
    return render(request, "429.html", {**told, "again": "12:01 UTC", "at": timezone.now()}, status=429)


handler400, handler429 = urls.handler400, urls.handler429
urlpatterns = [
    *urls.urlpatterns,
    path("gallery/", gallery, name="gallery"),
    path("broken/", broken),
    path("too-often/", too_often),
]
