"""The switch of languages: a cookie, and back to where one stood. And texts found once."""

from functools import lru_cache
from inspect import getclosurevars
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.translation.trans_real import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from players.notices.telling import speak_to

MOST_TEXTS = 5_000  # of a language; the site has some thousands


def remember_texts() -> None:
    """Look each text up once in a process. Django goes through the catalogues of all apps for each, twice for what is
    in none, as is most of English; of a page that took a tenth of the time."""
    for language, _ in settings.LANGUAGES:
        catalogue = translation(language)
        # Of this object, which Django keeps.
        catalogue.gettext = lru_cache(maxsize=MOST_TEXTS)(catalogue.gettext)


# It stands on pages that all strangers share, so it has no token. From elsewhere it changes nothing but a cookie: who
# is signed in is not known there (SESSION_COOKIE_SAMESITE).
@csrf_exempt
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Tell the site in the language that is asked for from now on. One that the site does not speak changes nothing:
    whoever reads another by choice goes on doing so. Who is signed in has their e-mails in it, too."""
    language = request.POST.get("language")
    if language in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            speak_to(request.user, language)
    else:
        sent = request.POST.copy()
        sent.pop("language", None)
        request.POST = sent
    response = set_language(request)
    path = urlsplit(response.headers["Location"]).path
    if not is_shown(path):
        response.headers["Location"] = nearest_page(path)
    return response


def is_shown(path: str) -> bool:
    """Whether a page may be asked for at this address. What is refused stands where a form was sent to, and some of
    these addresses take what is sent and nothing else. An address that there is not shows that there is none."""
    try:
        view = resolve(path).func
    except Resolver404:
        return True
    while view is not None:
        declared = getclosurevars(view).nonlocals if hasattr(view, "__code__") else {}
        if "request_method_list" in declared:  # as Django's own decorators keep what a view declares
            return "GET" in declared["request_method_list"]
        view = getattr(view, "__wrapped__", None)
    return True


def nearest_page(path: str) -> str:
    """Where a page is, above an address that shows none: "/posts/7/" of "/posts/7/comment/"."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        if is_shown(path):
            return path
    return path
