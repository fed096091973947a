"""Answers that are files to keep."""

from collections.abc import Iterable

from django.http import HttpResponse, StreamingHttpResponse

MARK = "\ufeff"
"""The byte order mark, which tells spreadsheets that a file is UTF-8."""


def csv_file(text: str, name: str) -> HttpResponse:
    """A table as a file of that name."""
    response = HttpResponse(f"{MARK}{text}", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def long_file(parts: Iterable[str], name: str, *, content_type: str) -> StreamingHttpResponse:
    """A file of that name which is sent while it is made."""
    response = StreamingHttpResponse(parts, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
