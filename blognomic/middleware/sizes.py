"""Nothing is read that is larger than any post: what is too much is refused with a sentence, before it is read."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from blognomic.i18n.translation import thousands

GetResponse = Callable[[HttpRequest], HttpResponse]


def sizes(get_response: GetResponse) -> GetResponse:
    """Answer 413 to a request whose body is larger than DATA_UPLOAD_MAX_MEMORY_SIZE. The site takes no files."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if length.isascii() and length.isdigit() and int(length[:20]) > most:
            sentence = _("You sent more than {number} kB. The site takes no more than that at once.")
            sentence = sentence.format(number=thousands(most // 1000))
            return render(request, "too_much.html", {"sentence": sentence}, status=413)
        return get_response(request)

    return middleware


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for what cannot be read: with the number where a form has too many fields."""
    if isinstance(exception, TooManyFieldsSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        sentence = _(
            "Your form had more than {number} fields. The site takes no more than that at once."
        ).format(number=thousands(most))
        return render(request, "too_much.html", {"sentence": sentence}, status=400)
    return render(request, "400.html", status=400)
