"""Pointing out to a writer which rules share a title that was named."""

from django.contrib import messages
from django.http import HttpRequest
from django.template.loader import render_to_string

from votables.changes.remarks import shared_links


def point_out_shared(request: HttpRequest, *texts: str) -> None:
    """Say which of the rules that texts name by their titles, as in [[Title]], share these with another. No queries
    where they name none so."""
    for one in shared_links(*texts, at=request.at):
        messages.warning(request, render_to_string("ruleset/_shared.html", {"one": one}))
