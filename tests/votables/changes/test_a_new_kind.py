"""A kind of change is one file and one line: one that only this file knows is read, kept, shown, weighed against
others, applied, told, undone and brought back, by what knows none."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from blognomic.web.errors import RuleBroken
from players.models import Dynasty, Player
from players.queries.roster import dynasty_at
from tests.blognomic.shown import page_shown
from tests.votables.table import noon, propose, seat, vote
from tests.votables.test_views_stories import Window, at
from votables.api.blog.changes import shape_of, stored_change, told_change
from votables.changes import kinds
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.change import read_change, stored_changes
from votables.changes.context import Asking, Context
from votables.changes.gamestate_told import told_together
from votables.changes.kind import ChangeKind, Told, check_parts
from votables.changes.preview import preview_of
from votables.models import Draft, Post
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving

CHANGES = Path(kinds.__file__).parent
# What knows no kind.
OTHERS = ("apply", "change", "conditions", "consequences", "context", "kind", "outcome", "preview", "remarks")


# -- the one file


@dataclass(frozen=True, slots=True)
class NewTheme:
    was: str
    becomes: str


class Themes(ChangeKind):
    """Changes of the dynasty's theme."""

    made = "theme"
    names = {"theme": "change the theme"}
    fields = {"theme": ["text"]}

    def read(self, value: Mapping[str, Any]) -> str:
        check_parts(value, text=str)
        return value["text"]

    def as_json(self, payload: str) -> dict[str, object]:
        return {"op": "theme", "text": payload}

    def check(self, payload: str) -> None:
        if not payload:
            raise RuleBroken("A theme says something.", status=400)

    def gather(self, payloads: Sequence[str], asking: Asking) -> str:
        return dynasty_at(asking.at).theme

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        was, becomes = now.own[self], effect.change.payload
        if settled.text is not None:
            becomes, effect = settled.text, replace(effect, corrected=settled.why)
        if was == becomes:
            return effect.unfit(f"The theme is {was} already."), now, frozenset()
        return replace(effect, done=NewTheme(was, becomes)), now.with_own(self, becomes), frozenset()

    def said(self, done: NewTheme) -> str:
        return f"{done.was} becomes {done.becomes}"

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        return {"theme": "the theme"}

    def can_be_corrected(self, payload: str) -> bool:
        return True

    def words(self, payload: str) -> str:
        return payload

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        return [effect.change.payload]

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        done: list[NewTheme] = outcome.done_by(self)
        if not done:
            return []
        _write(done[-1].becomes)
        return [{"theme": done[-1].becomes, "was": done[0].was, "said": f"The theme is {done[-1].becomes}"}]

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        if dynasty_at(acts["at"]).theme != consequence["theme"]:
            return [{"kept": "The theme has changed since."}]
        _write(consequence["was"])
        back, was = consequence["was"], consequence["theme"]
        return [{"theme": back, "was": was, "said": f"The theme is {back} again"}]


def _write(theme: str) -> None:
    Dynasty.objects.update(theme=theme)


@pytest.fixture
def themes():
    kind = Themes()
    kinds.KINDS.append(kind)  # the one line
    yield kind
    kinds.KINDS.remove(kind)


# -- what needs nothing else


def to(theme: str, **more: object) -> dict[str, object]:
    return {"op": "theme", "text": theme, **more}


IF_RULE = {"kind": "rule", "words": "Geese", "negated": True}


@pytest.fixture
def players(db) -> list[Player]:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def told(post: Post) -> list[str]:
    """What followed from the last resolution, as its page tells it."""
    consequences = told_together(post.resolutions.latest("pk").consequences)
    shown = [render_to_string("votables/_consequence.html", {"consequence": one}) for one in consequences]
    return [" ".join(strip_tags(one).split()) for one in shown]


def theme() -> str:
    return Dynasty.objects.get().theme


def test_it_is_read_and_kept_as_it_was_sent(themes):
    for value in (to("Geese"), to("Geese", when=IF_RULE)):
        change = read_change(value)
        assert (change.kind, change.payload, change.as_json()) == (themes, "Geese", value)
    assert stored_changes([to("")])[0].payload == ""
    for value, refusal in (
        (to(""), "A theme says something."),
        (to("Geese", now=1), "No such kind of change."),
    ):
        with pytest.raises(RuleBroken) as refused:
            read_change(value)
        assert refused.value.sentence == refusal


def test_it_is_written_in_the_form_that_changes_share(themes, players):
    bobby = players[1]
    draft = posting.save_draft(by=bobby, at=noon(1), title="Birds", body="Geese.", category="proposal")
    client, address = Window("Bobby").client, f"/drafts/{draft.pk}/changes/"
    with at(noon(1)):
        assert '<option value="theme">change the theme</option>' in page_shown(client.get(address))
        form = client.get(f"{address}add/?op=theme").context["form"]
        assert [field.name for field in form.main_fields] == ["text"]
        sent = {"op": "theme", "seen": form["seen"].value(), "base": form["base"].value(), "text": "Geese"}
        assert client.post(f"{address}add/", sent).status_code == 302
        again = client.get(f"{address}add/?instead=0").context["form"]
    assert (Draft.objects.get().changes, again["text"].value()) == ([to("Geese")], "Geese")


def test_programs_send_it_in_a_shape_of_its_own(themes):
    shape = shape_of(themes, "theme")
    sent = shape(op="theme", text="Geese", condition=IF_RULE)
    assert read_change(stored_change(sent)).as_json() == to("Geese", when=IF_RULE)
    assert told_change(to("Geese")) == {"op": "theme", "text": "Geese"}


def test_without_its_line_there_is_no_such_kind():
    with pytest.raises(RuleBroken, match="No such kind of change."):
        read_change(to("Geese"))


def test_it_is_shown_with_the_queue_ahead_and_its_rivals(themes, players):
    first = propose(players[0], noon(1), "First", changes=[to("Ducks")])
    second = propose(players[1], noon(1), "Second", changes=[to("Ducks"), to("Geese", when=IF_RULE)])
    preview = preview_of(second, docket_at(noon(1)))

    assert [one.said for one in preview.now] == ["Tests becomes Ducks.", "Ducks becomes Geese."]
    assert [one.effect.misfit and one.effect.misfit.reason for one in preview.later] == [
        "The theme is Ducks already.",
        None,
    ]
    assert [(one.post, one.rules, one.fits) for one in preview.rivals] == [(first, ["the theme"], False)]
    page = Window("Carol").take(Window("Carol").client.get(second.get_absolute_url()))
    assert "Change the theme" in page.words
    assert "Tests becomes Ducks." in page.words


def test_it_is_applied_told_undone_and_brought_back(themes, players):
    alice, bobby, *_ = players
    post = propose(bobby, noon(1), "Birds", changes=[to("Geese")])
    vote(post, noon(2), **{"for": players})
    enacted = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))

    assert theme() == "Geese"
    assert [one.get("about") for one in enacted.consequences] == ["Geese", None]
    assert told(post) == ["Change the theme: Geese.", "The theme is Geese."]

    undone = overturn(post, "failed", enacted.pk, alice, 3)
    assert (theme(), told(post)[-1]) == ("Tests", "The theme is Tests again.")
    again = overturn(post, "enacted", undone.pk, alice, 4)
    assert theme() == "Geese"
    _write("Swans")
    overturn(post, "failed", again.pk, alice, 5)
    assert (theme(), told(post)[-1]) == ("Swans", "The theme has changed since.")


def test_an_admin_corrects_it_or_leaves_it_out(themes, players):
    alice, bobby, *_ = players
    post = propose(bobby, noon(1), "Birds", changes=[to("Gees"), to("Ducks")])
    vote(post, noon(2), **{"for": players})
    settlements = {0: Settlement(text="Geese", why="A slip."), 1: Settlement(skip=True, why="No.")}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2), settlements=settlements)

    assert theme() == "Geese"
    assert told(post)[:2] == [
        "Change the theme: Gees, corrected by the admin: A slip. Geese.",
        "Change the theme: Ducks, left out: No.",
    ]


def overturn(post: Post, status: str, seen: int, by: Player, day: int):
    return resolving.overturn(post=post, to=status, seen=seen, by=by, at=noon(day), reason="So.")


# -- what knows no kind


def kinds_in(source: str, modules: Iterable[str], operations: Iterable[str]) -> set[str]:
    """The kinds that a module names: by a module that it imports, or by an operation that it asks for."""
    imported: set[str] = set()
    compared: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            package = node.module.removeprefix("votables.changes") if node.module else ""
            if node.level or package != node.module:
                imported |= {package.strip(".")} if package else {one.name for one in node.names}
        elif isinstance(node, ast.Compare):
            compared |= {str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant)}
    return imported & set(modules) | compared & set(operations)


def named() -> tuple[set[str], set[str]]:
    """The modules of all kinds, and their operations."""
    modules = {type(kind).__module__.rpartition(".")[2] for kind in kinds.KINDS}
    return modules, {op for op, _ in kinds.operations()}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_asked_of_all_kinds_names_none(name):
    modules, operations = named()
    assert len(modules) == len(kinds.KINDS)
    assert kinds_in((CHANGES / f"{name}.py").read_text(), modules, operations) == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from . import roster", {"roster"}),
        ("from .law import LAW", {"law"}),
        ("from votables.changes.rules import RULES", {"rules"}),
        ("from votables.changes import gamestate", {"gamestate"}),
        ("from ruleset import law", set()),
        ("def f(op):\n    return op in ('repeal', 'step')", {"repeal", "step"}),
        ("from . import kinds", set()),
    ],
)
def test_a_module_that_names_a_kind_is_found(source, expected):
    assert kinds_in(source, *named()) == expected
