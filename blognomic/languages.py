"""The switch of languages: a cookie, and back to where one stood."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language


@csrf_exempt  # it stands on pages that all strangers share, so it has no token; it changes nothing but a cookie
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Tell the site in the language that is asked for from now on. One that the site does not speak changes nothing:
    whoever reads another by choice goes on doing so."""
    if request.POST.get("language") not in dict(settings.LANGUAGES):
        sent = request.POST.copy()
        sent.pop("language", None)
        request.POST = sent
    return set_language(request)
