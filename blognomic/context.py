"""What every page's frame shows."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from votables.queries.frame import outlook


def frame(request: HttpRequest) -> dict[str, object]:
    """`frame`: the sidebar and banners of this request; nothing is looked up on a page that does not use it."""
    if not hasattr(request, "at"):
        return {}
    return {"frame": SimpleLazyObject(lambda: outlook(request))}
