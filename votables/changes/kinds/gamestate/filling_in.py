"""Writing a change of a matter on what is tracked: what it is about, then what shall become of it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.web.errors import RuleBroken
from gamestate.forms.definitions import (
    TableForm,
    VariableForm,
    initial_of,
    initial_of_table,
)
from gamestate.forms.rules import rule_choices
from gamestate.queries.snapshot import state_now
from gamestate.values.definitions import read_definition, read_table
from gamestate.values.errors import ValueRefused
from gamestate.values.state import State
from gamestate.values.steps import PAGE_STEPS
from votables.changes.apply import ChangesOutcome
from votables.changes.kind import ChangeInWriting
from votables.forms.changes import ConditionForm, ask_what_is_gone

from .forms import StepForm

PREFIX: Final = "track."
_OF_TABLES = frozenset({"alter-table", "retire-table", "add-row", "alter-row", "retire-row"})
_OF_NOTHING = frozenset({"define", "define-table"})
NEW_PAGE: Final = "."
# What a form without fields says of its kind of step.
KEPT: Final = gettext_lazy("It stays readable in the log.")
RETURNED: Final = gettext_lazy(
    "It gets back the title and text it had when this matter was submitted. If it did not exist "
    "then, it is blanked. Its history keeps what it says until then."
)


class _Definition:
    """The form of a definition, with the step that it asks for."""

    def __init__(self, form: Any, do: str, path: str):
        self.form, self.do, self.path = form, do, path
        del form.fields["comment"]
        form.fields.pop("rows", None)

    def step(self) -> dict[str, object]:
        data = self.form.cleaned_data
        step: dict[str, object] = {"do": self.do, "path": self.path, "definition": self.form.definition()}
        if self.do == "define":
            scope, _dot, table = data["where"].partition(":")
            step["path"] = f"{table}.{data['key']}" if table else data["key"]
            step["scope"] = scope
            if data["to"]:
                step["to"] = data["to"]
        elif self.do == "define-table":
            step["path"] = data["key"]
        elif self.do == "alter":
            step["invalid"] = data["invalid"] or "law"
        return step


def add_step(writing: ChangeInWriting) -> HttpResponse:
    """The form for one step on what is tracked, as the changes before it leave that."""
    do, path = writing.op.removeprefix(PREFIX), writing.path
    state = _state(writing.outcome(), do)
    old, about = writing.old["step"] if writing.old else None, ""
    if old and not path and do not in _OF_NOTHING:
        is_new_page = do == "page" and old["path"] not in dict(choices(do, state))
        path = NEW_PAGE if is_new_page else old["path"]
    if do not in _OF_NOTHING:
        offered = choices(do, state)
        if path not in dict(offered):
            return writing.shown("votables/choose_thing.html", choices=offered)
        about = dict(offered)[path]
    form, change = _form(do, "" if path == NEW_PAGE else path, state, writing.data, writing.request)
    if old:
        if path in ("", NEW_PAGE, old["path"]):
            form.initial = {**form.initial, **_typed(old, form)}
        ask_what_is_gone(form)
    condition = ConditionForm(writing.data, initial=writing.initial)
    return writing.answer(
        "votables/add_tracking.html",
        condition,
        lambda: {**change(), **condition.condition()},
        form,
        form=form,
        about=about,
        condition=condition,
        condition_fields=condition.condition_fields,
        path=path,
        kept=RETURNED if do == "revert-page" else KEPT,
    )


def _typed(step: Mapping[str, Any], form: forms.Form) -> dict[str, object]:
    """What the form of a step is filled with to write a stored one anew."""
    do, path = step["do"], step["path"]
    if do in ("define", "alter"):
        initial = {**initial_of(read_definition(step["definition"])), "to": step.get("to", "")}
        table, _dot, key = path.rpartition(".")
        where = f"row:{table}" if table else step.get("scope", "")
        return {**initial, "where": where, "key": key, "invalid": step.get("invalid", "")}
    if do in ("define-table", "alter-table"):
        return {**initial_of_table(read_table(step["definition"])), "key": path}
    initial = {name: step[name] for name in ("of", "to", "name", "order") if name in step}
    if "of" in step:
        # a row that is there may have been named by its name, as those are that the matter adds
        keys = {f"row={name}": key for key, name in form.fields["of"].choices}
        initial["of"] = [keys.get(one, one) for one in step["of"]]
        if form.fields["of"].widget.is_hidden:
            del initial["of"]  # it can only be about one, whatever the step said
    if do in ("alter-row", "retire-row"):
        initial["of"] = initial["of"][0]
    if "base" in step:
        initial |= {"was_title": step["base"]["title"], "was_text": step["base"]["text"]}
    return {**initial, "key": path}


def _state(outcome: ChangesOutcome, do: str) -> State:
    """How the changes that the matter has leave what is tracked, with all pages where the step is about one."""
    pages = do in PAGE_STEPS
    state, changes = outcome.after.state, [effect.change for effect in outcome.effects]
    if state is None:
        return state_now(pages=pages)
    if pages and not any("pages" in change.kind.reads(change.payload) for change in changes):
        return replace(state, pages=state_now(pages=True).pages)
    return state


def choices(do: str, state: State) -> list[tuple[str, str]]:
    """What a step of this kind can be about: its path with its name."""
    if do in _OF_TABLES:
        tables = sorted(state.tables.values(), key=lambda table: table.definition.name)
        return [(table.key, table.definition.name) for table in tables]
    if do in PAGE_STEPS:
        # what the matter itself makes was there at no submission
        there = [page for page in state.pages.values() if page.id.isdecimal() or do != "revert-page"]
        pages = sorted((page.key, page.title) for page in there)
        return [(NEW_PAGE, _("a new page")), *pages] if do == "page" else pages
    paths = []
    for variable in state.variables.values():
        if do in ("set", "reset") and variable.definition.audience != "all":
            continue
        if do == "reveal" and not state.hidden([variable]):
            continue
        table = state.tables.get(variable.table)
        name = variable.definition.name
        paths.append((state.path_of(variable), f"{table.definition.name}: {name}" if table else name))
    return sorted(paths, key=lambda pair: pair[1].casefold())


def _form(
    do: str, path: str, state: State, data: Any, request: HttpRequest
) -> tuple[forms.Form, Callable[[], dict[str, object]]]:
    """The form of a change, and what gives the change once the form is valid."""
    rules = (
        rule_choices(request.at, request.present)
        if do.startswith(("define", "alter")) and do != "alter-row"
        else []
    )
    try:
        if do in ("define", "alter"):
            initial = initial_of(state.variable_of(path).definition) if path else {"where": "player"}
            form = VariableForm(data, state=state, rules=rules, is_new=do == "define", initial=initial)
            source: Any = _Definition(form, do, path)
        elif do in ("define-table", "alter-table"):
            initial = initial_of_table(state.table_of(path).definition) if path else {}
            form = TableForm(data, rules=rules, is_new=do == "define-table", initial=initial)
            source = _Definition(form, do, path)
        else:
            form = source = StepForm(data, do=do, path=path, state=state)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None
    return form, lambda: {"op": "track", "step": source.step()}
