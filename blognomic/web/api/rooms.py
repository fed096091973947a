"""How the operations of the API are declared: each in a line, with what all of its kind have in common said here."""

from collections.abc import Callable
from functools import partialmethod, wraps
from inspect import Parameter
from typing import Annotated, Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.decorators.debug import sensitive_variables
from ninja import Body, Query, Router
from ninja.constants import NOT_SET
from ninja.signature.utils import get_typed_signature
from ninja.utils import contribute_operation_args
from pydantic import AfterValidator, create_model

from blognomic.web.api.paging import Page, Paging, Rows
from blognomic.web.api.shapes import Key, Sent

Operation = Callable[..., Any]


class Room(Router):
    """The operations about one subject. Each has its path, a few words on it, the shape that it answers (None: nothing,
    with 204), and the token that it takes, if any. What it takes by keyword alone is what is sent."""

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
    ) -> Callable[[Operation], Operation]:
        response = {204 if answer is None else well: answer}
        declare = self.api_operation([by], path, response=response, auth=auth, summary=summary, **more)
        return lambda view: declare(_with_body(view))

    get = partialmethod(_declare, by="GET")
    post = partialmethod(_declare, by="POST")
    put = partialmethod(_declare, by="PUT")
    patch = partialmethod(_declare, by="PATCH")
    delete = partialmethod(_declare, by="DELETE")
    add = partialmethod(_declare, by="POST", well=201)
    """A POST by which something is made that was not there."""

    def list(
        self, path: str, summary: str, item: Any, auth: Any = NOT_SET
    ) -> Callable[[Operation], Operation]:
        """A list that comes in parts: what is decorated gives all of its rows."""

        def declare(view: Callable[..., Rows]) -> Callable[..., Rows]:
            @wraps(view)
            def in_parts(request: HttpRequest, paging: Paging, **filters: Any) -> dict[str, Any]:
                return view(request, **filters).part(request, paging)

            contribute_operation_args(in_parts, "paging", Paging, Query(...))
            self.get(path, summary, Page[item], auth)(in_parts)
            return view

        return declare


def _with_body(view: Operation) -> Operation:
    """The operation as django-ninja takes it: what it takes by keyword alone are the fields of one shape."""
    signature = get_typed_signature(view)
    fields = {
        name: (part.annotation, ... if part.default is Parameter.empty else part.default)
        for name, part in signature.parameters.items()
        if part.kind is Parameter.KEYWORD_ONLY
    }
    if not fields:
        return view
    shape = create_model(f"{view.__name__.title().replace('_', '')}In", __base__=Sent, **fields)

    @wraps(view)
    @sensitive_variables()
    def with_body(request: HttpRequest, body: Sent, **path: Any) -> Any:
        return view(request, **path, **dict(body))

    others = [part for name, part in signature.parameters.items() if name not in fields]
    vars(with_body)["__signature__"] = signature.replace(parameters=others)
    contribute_operation_args(with_body, "body", shape, Body(...))
    return with_body


def found_by(find: Callable[[int], Any]) -> Any:
    """What has its key in the address: the operation is given what `find` has found, which raises if there is none."""
    return Annotated[Key, AfterValidator(find)]


def row_of(rows: type[Model] | QuerySet[Any], key: str = "pk") -> Any:
    """The same of rows of the database. Raises Http404 where there is none of that key."""
    return found_by(lambda value: get_object_or_404(rows, **{key: value}))
