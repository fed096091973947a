"""Other ways out of the site: what commands write, what letters and calls to channels say, what a refusal and the log
of the server tell."""

import io
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from blognomic.api.site import description
from gamestate.models import Cell, Update, Variable
from players.models import Notice, WebhookCall
from players.notices import sending

from .game import NOW, READERS, Game
from .listening import Listener
from .who import seen_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]


def test_the_export_holds_nothing_hidden(game: Game):
    out = io.StringIO()
    call_command("export_game", stdout=out)
    assert game.canaries.heard_in(out.getvalue()) == set()


def test_letters_and_calls_say_nothing_that_is_hidden(game: Game, monkeypatch):
    """But what the person is told of who gets the letter: their own notice, to their own address."""
    calls: list[str] = []
    monkeypatch.setattr(
        sending, "make_call", lambda call, **more: calls.append(f"{call.sentence} {call.link} {call.facts}")
    )
    Notice.objects.update(letter="each", due_at=NOW, read_at=None)
    sending.send_letters(clock=lambda: NOW)
    assert WebhookCall.objects.exists()
    calls += [
        f"{sentence} {facts}" for sentence, facts in WebhookCall.objects.values_list("sentence", "facts")
    ]
    assert set(WebhookCall.objects.values_list("kind", flat=True)) > {"comment", "gamestate", "dice"}
    assert mail.outbox
    for letter in mail.outbox:
        own = {"notice", "address of a person"} if "@example.org" in "".join(letter.to) else set()
        text = f"{letter.subject} {letter.body} {letter.alternatives} {letter.extra_headers}"
        assert game.canaries.heard_in(text) <= own
    assert game.canaries.heard_in(" ".join(calls)) == set()


def tries(game: Game) -> list[tuple[str, dict[str, Any]]]:
    """What is sent by program to try what hidden values are: shifts, formulas, floors and ceilings, what somebody is
    said to have seen, undoing. None of it is to be told in the answer, be it done or refused."""
    paths = {
        operation["operationId"]: path
        for path, methods in description()["paths"].items()
        for operation in methods.values()
    }
    holder = f"player:{game.people['holder'].pk}"
    requests = []
    for path in ("emperor_whole_p", "holder_whole_p", "shown", "emperor_text_p"):
        for to in ("+1", "7", "=wealth", ""):
            change = {"path": path, "of": [holder], "to": to, "seen": 1}
            requests += [(paths[name], {"changes": [change]}) for name in ("plan_update", "update_values")]
    for formula in ("=emperor_whole_p", "=sum(emperor_whole_p)", "=shown + 1", "=emperor_whole_g"):
        change = {"path": "wealth", "of": ["everyone"], "to": formula}
        requests.append((paths["publish"], posted({"op": "track", "step": {"op": "set", **change}})))
        requests += [(paths[name], {"changes": [change]}) for name in ("plan_update", "update_values")]
    for more in (
        {"ceiling": "10"},
        {"audience": "all"},
        {"audience": "all", "kind": "text"},
        {"audience": "holder"},
    ):
        definition = {"name": "Whole", "kind": "whole", "blank": True, **more}
        alter = {"op": "alter", "path": "emperor_whole_p", "definition": definition}
        back = {"op": "define", "path": "probe", "scope": "player", "definition": {
            "name": "Probe", "kind": "whole", "default_value": "=emperor_whole_p",
        }}  # fmt: skip
        requests += [(paths["define"], {"steps": steps}) for steps in ([alter], [alter, back])]
        requests.append((paths["publish"], posted({"op": "track", "step": alter})))
    for update in Update.objects.values_list("pk", flat=True):
        requests.append((paths["undo"], {"updates": [update], "why": "Why not?"}))
    return requests


def posted(*changes: dict[str, Any]) -> dict[str, Any]:
    return {"title": "Try", "category": "proposal", "body": "A try.", "changes": changes}


@pytest.mark.sweep
@pytest.mark.parametrize("reader", READERS)
def test_nothing_that_is_tried_tells_what_is_hidden(game: Game, reader: str, caplog):
    listener = Listener(game, reader)
    for address, sent in tries(game):
        listener.ask(address, "post", sent, content_type="application/json")
    for key in Variable.objects.filter(key="emperor_whole_p").values_list("pk", flat=True):
        field = f"{key}/player:{game.people['holder'].pk}@1"
        listener.ask("/gamestate/edit/", "post", {field: "3", "comment": "Hm."})
        sent = {"name": "Whole", "kind": "whole", "ceiling": "3", "seen": "1", "blank": "yes"}
        listener.ask(f"/gamestate/variables/{key}/change/", "post", sent)
    assert listener.heard_besides(seen_by(reader)) == {}
    assert game.canaries.heard_in(caplog.text) == set()
    assert Cell.objects.exists() and len(listener.statuses) > 1
