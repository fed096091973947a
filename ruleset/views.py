"""The law in force, in words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ruleset.clauses import anchor, by_rule
from ruleset.models import LawVersion
from ruleset.queries import law_at


@require_safe
def law(request: HttpRequest) -> HttpResponse:
    """Every number and condition of the law in force, each with the rule that it carries out, and earlier versions."""
    in_force = law_at(request.at)
    versions = LawVersion.objects.at(request.at).select_related("by").defer("document")[:50]
    rules = (
        [(rule, anchor(rule), labels) for rule, labels in by_rule(in_force.law).items()] if in_force else []
    )
    return render(request, "ruleset/law.html", {"in_force": in_force, "versions": versions, "rules": rules})


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    """The document of the law in force, as it is written (TOML)."""
    in_force = law_at(request.at)
    if in_force is None:
        raise Http404("No game has been founded on this site yet.")
    return HttpResponse(in_force.version.document, content_type="text/plain; charset=utf-8")
