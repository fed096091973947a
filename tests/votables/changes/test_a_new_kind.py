"""A kind of change is one file and one line: two that only this file knows are written, read, kept, shown, weighed
against others, applied, told, undone and brought back, by what knows none."""

import ast
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from blognomic.web.api import one_of
from blognomic.web.api.shapes import SentPart
from blognomic.web.errors import RuleBroken
from gamestate.api.steps import step_shape
from players.models import Dynasty, Player, RosterEvent
from players.queries.roster import dynasty_at
from tests.blognomic.shown import page_shown
from tests.votables.table import noon, propose, seat, vote
from tests.votables.test_views_stories import Window, at
from votables.api.blog.changes import shape_of, stored_change, told_change
from votables.changes import kinds as all_kinds
from votables.changes import registry
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.change import read_change, stored_changes
from votables.changes.context import Asking, Context
from votables.changes.kind import ChangeInWriting, ChangeKind, Told, Words, check_parts
from votables.changes.preview import preview_of
from votables.changes.results_in_words import told_together
from votables.forms.changes import ConditionForm
from votables.models import Draft, Post
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving, roster, taking_back

KINDS = Path(all_kinds.__file__).parent
ROOT = KINDS.parents[2]


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
    registry.register([kind])  # the one line
    yield kind
    registry.KINDS.remove(kind)


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


# -- another, that has steps, forms of its own and a sentence of its own, and changes the roster


@dataclass(frozen=True, slots=True)
class Song:
    do: str
    words: str


class SongForm(ConditionForm):
    words = forms.CharField(max_length=40)


class Songs(ChangeKind):
    """Changes of what players sing."""

    made = "sung"
    names = {"song": "change a song"}
    steps = {"sing": "sing something", "hum": "hum something"}
    changes_roster = True
    sent_step = SentPart(
        one_of("Singing", [step_shape("sing", "sing something", {"words": SentPart(Words, "What.")})]),
        "What is sung.",
    )

    def read(self, value: Mapping[str, Any]) -> Song:
        check_parts(value, do=str, words=str)
        return Song(value["do"], value["words"])

    def as_json(self, payload: Song) -> dict[str, object]:
        return {"op": "song", "do": payload.do, "words": payload.words}

    def write(self, writing: ChangeInWriting) -> HttpResponse:
        typed = {"words": writing.old["words"]} if writing.old else {}
        form, do = (
            SongForm(writing.data, initial={**writing.initial, **typed}),
            writing.op.removeprefix("song."),
        )

        def change_sent() -> dict[str, object]:
            return {"op": "song", "do": do, "words": form.cleaned_data["words"], **form.condition()}

        return writing.answer("votables/add_change.html", form, change_sent, form=form)

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        return replace(effect, done=effect.change.payload), now, frozenset()

    def said(self, done: Song) -> str:
        return f"All {done.do} {done.words}"

    def recorded(self, effect: Effect, outcome: ChangesOutcome) -> dict[str, object]:
        return {"words": effect.change.payload.words}

    def told_with(self, consequence: Told, before: Collection[object]) -> object:
        return "songs" if "words" in consequence else None

    def sentence(self, alike: Sequence[Told]) -> SafeString:
        return format_html("Sing {}", " and ".join(one["words"] for one in alike))


@pytest.fixture
def songs():
    kind = Songs()
    registry.register([kind])
    yield kind
    registry.KINDS.remove(kind)


def song(words: str, do: str = "sing") -> dict[str, object]:
    return {"op": "song", "do": do, "words": words}


def test_it_is_written_in_forms_of_its_own(songs, players):
    draft = posting.save_draft(by=players[1], at=noon(1), title="Birds", body="Sing.", category="proposal")
    client, address = Window("Bobby").client, f"/drafts/{draft.pk}/changes/"
    with at(noon(1)):
        assert '<option value="song.hum">hum something</option>' in page_shown(client.get(address))
        form = client.get(f"{address}add/?op=song.hum").context["form"]
        sent = {"op": "song.hum", "seen": form["seen"].value(), "words": "La"}
        assert client.post(f"{address}add/", {**sent, "words": ""}).status_code == 400
        assert client.post(f"{address}add/", sent).status_code == 302
        again = client.get(f"{address}add/?instead=0").context["form"]
        assert "All hum La." in page_shown(client.get(address))
    assert (Draft.objects.get().changes, again["words"].value()) == ([song("La", "hum")], "La")


def test_programs_send_its_steps(songs):
    shape = shape_of(songs, "song")
    sent = shape(op="song", step={"op": "sing", "words": "La"}, condition=IF_RULE)
    assert read_change(stored_change(sent)).as_json() == {**song("La"), "when": IF_RULE}
    assert told_change(song("La")) == {"op": "song", "step": {"op": "sing", "words": "La"}}


def test_several_are_told_in_one_sentence_of_its_own_but_what_an_admin_left_out(songs, players):
    alice, bobby, *_ = players
    post = propose(bobby, noon(1), "Birds", changes=[song("La"), song("Do"), song("Re")])
    vote(post, noon(2), **{"for": players})
    settlements = {1: Settlement(skip=True, why="No.")}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2), settlements=settlements)

    assert told(post) == ["Sing La and Re.", "Sing Do, left out: No."]


@pytest.mark.parametrize("comes_with_it", [True, False])
def test_what_a_matter_did_to_the_roster_is_taken_back_with_it_alone(songs, players, comes_with_it):
    alice, bobby, *_ = players
    post = propose(alice, noon(1), changes=[song("La")] if comes_with_it else [], amends=[])
    resolving.resolve_against_verdict(post=post, to="enacted", by=alice, at=noon(2), reason="Test.")
    roster.make_admin(player=bobby, matter=Post.objects.get(), by=alice, at=noon(2), reason="Sung.")
    happened = RosterEvent.objects.latest("pk")
    if not comes_with_it:
        return taking_back.check(happened)
    with pytest.raises(RuleBroken, match="An enacted matter did this"):
        taking_back.check(happened)


# -- what knows no kind

# Rooms of which a module names one kind, because it is a page or a shape of what that kind is about.
OF_ONE_KIND = {
    "votables/apps.py",  # which registers all of them
    "votables/api/admins/upkeep.py",  # amendments that are sent by themselves
    "votables/api/blog/post_types.py",  # definitions of types
    "votables/api/blog/writing.py",  # what is offered to be tracked
    "votables/views/rule_editing.py",  # the editor of a rule's words
    "votables/services/upkeep.py",  # what amendments do
}
SENTENCES = "votables/english"  # a kind has its sentences there, or none


def kinds_in(source: str, operations: Iterable[str], *, room: str = "votables/changes") -> set[str]:
    """The kinds that a module of a room names: by a module that it imports, or by an operation that it asks for."""
    imported: set[str] = set()
    compared: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                steps = (
                    f"{node.module or ''}.{one.name}".removeprefix("votables.changes").strip(".").split(".")
                )
                inside = (node.level and room == "votables/changes") or (node.module or "").startswith(
                    "votables.changes"
                )
                imported |= {"/".join(steps)} if inside and steps[0] == "kinds" else set()
        elif isinstance(node, ast.Compare) and any(map(_is_operation, ast.walk(node))):
            compared |= {str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant)}
    return imported | compared & set(operations)


def _is_operation(node: ast.AST) -> bool:
    match node:
        case ast.Name("op") | ast.Attribute(_, "op") | ast.Constant("op"):
            return True
    return False


def test_nothing_else_names_a_kind():
    operations = {op for op, _ in registry.operations()}
    modules = {
        path.relative_to(ROOT).as_posix(): path
        for path in (ROOT / "votables").rglob("*.py")
        if not path.is_relative_to(KINDS) and not path.is_relative_to(ROOT / SENTENCES)
    }

    assert {
        f"votables/changes/{name}.py" for name in ("apply", "conditions", "context", "preview")
    } < modules.keys()
    assert {
        name
        for name, path in modules.items()
        if kinds_in(path.read_text(), operations, room=name.rpartition("/")[0])
    } == OF_ONE_KIND


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from .kinds import roster", {"kinds/roster"}),
        ("from .kinds.law.kind import LAW", {"kinds/law/kind/LAW"}),
        ("from votables.changes.kinds.rules.kind import RULES", {"kinds/rules/kind/RULES"}),
        ("from votables.changes import kinds", {"kinds"}),
        ("from ruleset import law", set()),
        ("from votables.queries.matter_kinds import carries", set()),
        ("def f(op):\n    return op in ('repeal', 'step')", {"repeal", "step"}),
        ("def f(change):\n    return change.get('op') == 'roster'", {"roster"}),
        ("def f(act):\n    return act == 'edit'", set()),
        ("from . import registry", set()),
    ],
)
def test_a_module_that_names_a_kind_is_found(source, expected):
    assert kinds_in(source, {op for op, _ in registry.operations()}) == expected


def test_a_kind_is_a_file_or_a_folder_with_a_line_in_the_list():
    there = {path.stem for path in KINDS.iterdir() if path.suffix == ".py" or (path / "kind.py").exists()}
    listed = [type(kind).__module__.split(".")[3] for kind in all_kinds.KINDS]

    assert sorted(listed) == sorted(there - {"__init__"})
    assert registry.KINDS == all_kinds.KINDS
