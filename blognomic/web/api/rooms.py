"""How the operations of the API are declared: each in a line, with what all of its kind have in common said here."""

from collections.abc import Callable, Iterable, Sequence
from functools import partialmethod, wraps
from typing import Annotated, Any, TypeAlias

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router
from ninja.constants import NOT_SET
from ninja.utils import contribute_operation_args
from pydantic import AfterValidator

from blognomic.web.api.paging import Page, Paging, page
from blognomic.web.api.shapes import Key

Rows: TypeAlias = QuerySet[Any] | Sequence[Any]
"""What a list is of: rows of the database, or all that was worked out."""
Declared = Callable[[Callable[..., Any]], Callable[..., Any]]


class Room(Router):
    """The operations about one subject. Each has its path, a few words on it, the shape that it answers (None: nothing,
    with 204), and the token that it takes, if any."""

    def __init__(self, subject: str):
        super().__init__(tags=[subject])

    def _declare(
        self,
        path: str,
        summary: str,
        answer: Any = None,
        auth: Any = NOT_SET,
        *,
        by: str,
        well: int = 200,
        **more: Any,
    ) -> Declared:
        response = {204 if answer is None else well: answer}
        return self.api_operation([by], path, response=response, auth=auth, summary=summary, **more)

    get = partialmethod(_declare, by="GET")
    post = partialmethod(_declare, by="POST")
    put = partialmethod(_declare, by="PUT")
    patch = partialmethod(_declare, by="PATCH")
    delete = partialmethod(_declare, by="DELETE")
    add = partialmethod(_declare, by="POST", well=201)
    """A POST by which something is made that was not there."""

    def list(
        self,
        path: str,
        summary: str,
        item: Any,
        auth: Any = NOT_SET,
        *,
        by: str | Callable[[Any], tuple[Any, ...]] = "-pk",
        tell: Callable[[list[Any]], Iterable[Any]] = list,
    ) -> Declared:
        """A list that comes in parts (see `paging.page`): what is decorated gives all of its rows."""

        def declare(view: Callable[..., Rows]) -> Callable[..., Rows]:
            @wraps(view)
            def in_parts(request: HttpRequest, paging: Paging, **arguments: Any) -> dict[str, Any]:
                return page(request, view(request, **arguments), paging, by=by, tell=tell)

            contribute_operation_args(in_parts, "paging", Paging, Query(...))
            self.get(path, summary, Page[item], auth)(in_parts)
            return view

        return declare


def found_by(find: Callable[[int], Any]) -> Any:
    """What has its key in the address: the operation is given what `find` has found, which raises if there is none."""
    return Annotated[Key, AfterValidator(find)]


def row_of(rows: type[Model] | QuerySet[Any], key: str = "pk") -> Any:
    """The same of rows of the database. Raises Http404 where there is none of that key."""
    return found_by(lambda value: get_object_or_404(rows, **{key: value}))
