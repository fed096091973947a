"""How the operations of the API are declared: each in a line, with what all of its kind have in common said here."""

import re
from collections.abc import Callable
from functools import partialmethod, wraps
from inspect import Parameter, cleandoc, signature
from typing import Annotated, Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.decorators.debug import sensitive_variables
from ninja import Body, Query, Router
from ninja.constants import NOT_SET
from ninja.signature.utils import get_typed_signature
from ninja.utils import contribute_operation_args
from pydantic import AfterValidator, PlainSerializer, create_model

from blognomic.web.api.paging import Page, Paging, Rows
from blognomic.web.api.shapes import Key, Sent

Operation = Callable[..., Any]
Declaring = Callable[[Operation], Operation]


class Room(Router):
    """The operations about one subject. Each has its path, the shape that it answers (None: nothing, with 204), and the
    token that it takes, if any. What it takes by keyword alone is what is sent. It is described by its docstring, and
    shortly by the beginning of that.

    Where it `does` no more than a service, its function only says what it takes, by the names that the service has for
    that; who acts and when is added, and whether as an admin, too; and what the service says of itself tells what it
    does. What it `asks` first, unless that is `confirmed`, takes of this what it names. `then` makes what is answered
    of the request and of what the service answers."""

    def __init__(self, subject: str):
        super().__init__(tags=[subject])

    def _declare(
        self,
        path: str,
        answer: Any = None,
        auth: Any = NOT_SET,
        *,
        by: str,
        well: int = 200,
        does: Operation | None = None,
        asks: Operation | None = None,
        then: Callable[[HttpRequest, Any], Any] = lambda request, answer: answer,
        **more: Any,
    ) -> Declaring:
        response = {204 if answer is None else well: answer}

        def declare(view: Operation) -> Operation:
            operation = sensitive_variables()(_with_body(_served(view, does, asks, then) if does else view))
            summary = re.split("[.;:]", " ".join((operation.__doc__ or "").split()))[0]
            return self.api_operation([by], path, response=response, auth=auth, summary=summary, **more)(
                operation
            )

        return declare

    get = partialmethod(_declare, by="GET")
    post = partialmethod(_declare, by="POST")
    put = partialmethod(_declare, by="PUT")
    patch = partialmethod(_declare, by="PATCH")
    delete = partialmethod(_declare, by="DELETE")
    add = partialmethod(_declare, by="POST", well=201)
    """A POST by which something is made that was not there."""

    def one(self, path: str, answer: Any, auth: Any = NOT_SET, **more: Any) -> Declaring:
        """What is looked up by its key, which is all that the function takes, and described as its shape is."""

        def find(**row: Any) -> Any:
            return next(iter(row.values()))

        find.__doc__ = answer.__doc__
        return self.get(path, answer, auth, does=find, **more)

    def list(self, path: str, item: Any, auth: Any = NOT_SET) -> Declaring:
        """A list that comes in parts: what is decorated gives all of its rows."""

        def declare(view: Callable[..., Rows]) -> Callable[..., Rows]:
            @wraps(view)
            def in_parts(request: HttpRequest, paging: Paging, **filters: Any) -> dict[str, Any]:
                return view(request, **filters).part(request, **dict(paging))

            contribute_operation_args(in_parts, "paging", Paging, Query(...))
            self.get(path, Page[item], auth)(in_parts)
            return view

        return declare


def by(request: HttpRequest, *brought: str) -> dict[str, Any]:
    """Who acts and when, as services take it, with what else these take that the request has brought along: `leave` for
    those of the gamestate, `courier` for those between people, `shared` for what readers of the present share."""
    others = {name: getattr(request, "present" if name == "shared" else name) for name in brought}
    return {"by": request.user, "at": request.at, **others}


def _served(
    view: Operation, service: Operation, asks: Operation | None, then: Callable[[HttpRequest, Any], Any]
) -> Operation:
    """The operation that is a service, which takes what the function says that it takes."""

    @wraps(view)
    def operation(request: HttpRequest, **given: Any) -> Any:
        given |= given.pop("sent").taken() if "sent" in given else {}
        if asks and not given["confirmed"]:
            known = signature(asks).parameters
            asks(**_acting(request, asks), **{name: given[name] for name in given if name in known})
        if "confirmed" not in signature(service).parameters:
            given.pop("confirmed", None)
        return then(request, service(**_acting(request, service), **given))

    (paragraph, *_) = cleandoc(view.__doc__ or service.__doc__ or "").split("\n\n")
    operation.__doc__ = re.split(r"\s*\bRaises\b", paragraph)[0]
    request = Parameter("request", Parameter.POSITIONAL_OR_KEYWORD, annotation=HttpRequest)
    takes = signature(view)
    vars(operation)["__signature__"] = takes.replace(parameters=[request, *takes.parameters.values()])
    return operation


def _acting(request: HttpRequest, service: Operation) -> dict[str, Any]:
    """What a service takes of who acts, when, and what the request has brought along."""
    parts = signature(service).parameters
    brought = [part for part in ("leave", "courier", "shared") if part in parts]
    acting = {name: one for name, one in by(request, *brought).items() if name in parts}
    return acting | ({"as_admin": "admin" in request.token.scopes} if "as_admin" in parts else {})


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
    def with_body(request: HttpRequest, body: Sent, **path: Any) -> Any:
        return view(request, **path, **dict(body))

    others = [part for name, part in signature.parameters.items() if name not in fields]
    vars(with_body)["__signature__"] = signature.replace(parameters=others)
    contribute_operation_args(with_body, "body", shape, Body(...))
    return with_body


def found_by(find: Callable[[int], Any]) -> Any:
    """What has its key in the address, or in what is sent: the operation is given what `find` has found, which raises
    if there is none."""
    return Annotated[Key, AfterValidator(find), PlainSerializer(lambda row: row)]


def row_of(rows: type[Model] | QuerySet[Any], key: str = "pk") -> Any:
    """The same of rows of the database. Raises Http404 where there is none of that key."""
    return found_by(lambda value: get_object_or_404(rows, **{key: value}))
