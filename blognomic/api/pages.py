"""The page that documents the API, and lets one try it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Every operation of the API."""
    return render(request, "api/api.html", {})
