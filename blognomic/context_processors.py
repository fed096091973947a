"""What every page's frame shows."""

from django.http import HttpRequest


def frame(request: HttpRequest) -> dict[str, object]:
    """`frame`: the sidebar and standstills of this request; nothing is looked up on a page that does not use it."""
    return {"frame": request.frame} if hasattr(request, "frame") else {}
