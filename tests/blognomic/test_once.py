"""What is sent twice is done once (`blognomic.middleware.once`): by people, by programs, and by both at the same
moment."""

import json
import re
import threading
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import resolve

from blognomic.api.site import description
from blognomic.middleware import once
from blognomic.middleware.once import HEADER, LOOKED_AT, OUTSIDE
from players.models import Player, Sending, Token
from tests.blognomic.api.programs import ask, token_of
from tests.blognomic.proving import prove
from tests.votables.table import noon, propose, seat
from tests.votables.test_races import at_once
from votables.models import Comment, Draft, Post

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef" * 4
OTHER_KEY = "x" * 64
NOW = noon(2)


@pytest.fixture
def now():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def bobby(now) -> Player:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")[1]


@pytest.fixture
def browser(bobby) -> Client:
    client = Client()
    client.force_login(bobby)
    return client


@pytest.fixture
def path(bobby) -> str:
    return f"/posts/{propose(Player.objects.get(name='Alice'), noon(1)).pk}/comment/"


def comment(client: Client, path: str, text: str = "Prurr.", key: str = KEY, **more: str):
    return client.post(path, {"csrfmiddlewaretoken": key, "text": text, **more})


def said(client: Client) -> list[str]:
    return [str(one) for one in client.get("/queue/").context["messages"]]


# -- forms


def test_form_that_comes_again_is_answered_as_before(browser, path):
    first, second = (comment(browser, path) for _ in range(2))
    assert (first.status_code, first["Location"]) == (302, Comment.objects.get().get_absolute_url())
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert said(browser) == ["You sent this twice. It was done only once."]


def test_form_that_comes_again_says_what_it_had_said(browser, bobby):
    draft = Draft.objects.create(author=bobby, title="Cats", saved_at=NOW)
    sent = {"csrfmiddlewaretoken": KEY}
    first, second = (browser.post(f"/drafts/{draft.pk}/discard/", sent) for _ in range(2))
    assert (
        (first.status_code, first["Location"])
        == (second.status_code, second["Location"])
        == (302, "/drafts/")
    )
    messages = said(browser)
    assert messages[-1] == messages[0] and "You sent this twice. It was done only once." in messages


def test_form_with_another_text_is_another_thing(browser, path):
    for text in ("One.", "One.", "Two.", "One."):
        comment(browser, path, text)
    assert list(Comment.objects.order_by("pk").values_list("text", flat=True)) == ["One.", "Two.", "One."]


def test_form_of_another_page_is_another_thing(browser, path):
    comment(browser, path)
    comment(browser, path, key=OTHER_KEY)
    assert Comment.objects.count() == 2


def test_form_of_somebody_else_with_the_same_key_is_another_thing(browser, path):
    carol = Client()
    carol.force_login(Player.objects.get(name="Carol"))
    comment(browser, path)
    comment(carol, path)
    assert [one.author.name for one in Comment.objects.order_by("pk")] == ["Bobby", "Carol"]


@pytest.mark.parametrize("key", ["", "k" * 63, "k" * 65, "ä" * 64, "<" * 64, "\0" * 64])
def test_what_is_no_key_is_none(browser, path, key):
    comment(browser, path, key=key)
    comment(browser, path, key=key)
    assert (Comment.objects.count(), Sending.objects.count()) == (2, 0)


def test_form_that_was_refused_is_tried_once_more(browser, path):
    assert comment(browser, path, "").status_code == 400
    Post.objects.update(status="enacted", resolved_at=NOW)
    assert (comment(browser, path).status_code, Comment.objects.count()) == (409, 0)
    assert not Sending.objects.exists()
    Post.objects.update(status="pending", resolved_at=None)
    assert (comment(browser, path).status_code, Comment.objects.count()) == (302, 1)


def test_form_that_broke_down_is_tried_once_more_and_nothing_of_it_is_left(browser, path, monkeypatch):
    from votables.views import voting

    def break_down(comment):
        raise RuntimeError

    browser.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(voting, "redirect", break_down)
        assert comment(browser, path).status_code == 500
    assert (Comment.objects.count(), Sending.objects.count()) == (0, 0)
    assert comment(browser, path).status_code == 302
    assert Comment.objects.count() == 1


def test_whoever_must_sign_in_first_is_not_answered_that_for_ever(path, bobby):
    client = Client()
    assert comment(client, path)["Location"].startswith("/accounts/login/")
    client.force_login(bobby)
    assert comment(client, path)["Location"] == Comment.objects.get().get_absolute_url()


def test_signing_in_twice_signs_in_twice(bobby):
    bobby.set_password("a long enough password")
    bobby.save()
    sent = {"login": "Bobby", "password": "a long enough password", "csrfmiddlewaretoken": KEY}
    for client in (Client(), Client()):
        assert client.post("/accounts/login/", sent).status_code == 302
        assert client.get("/queue/").context["user"] == bobby
    assert not Sending.objects.exists()


def test_key_is_good_for_a_day(browser, path, now):
    comment(browser, path)
    now.move_to(NOW + timedelta(hours=24))
    comment(browser, path)
    assert Comment.objects.count() == 1
    now.move_to(NOW + timedelta(hours=24, seconds=1))
    comment(browser, path)
    assert (Comment.objects.count(), Sending.objects.count()) == (2, 1)


def test_what_was_sent_is_forgotten_with_the_sessions_that_are_over(browser, path, now):
    comment(browser, path)
    now.move_to(NOW + timedelta(hours=24))
    call_command("clearsessions")
    assert Sending.objects.count() == 1
    now.move_to(NOW + timedelta(hours=24, seconds=1))
    call_command("clearsessions")
    assert Sending.objects.count() == 0


def test_each_form_has_a_key_that_no_other_page_has(browser, path):
    keys = set()
    for _ in range(2):
        page = browser.get(path.removesuffix("comment/")).content.decode()
        forms = page.count('method="post"')
        form_keys = [part.partition('"')[0] for part in page.split('name="csrfmiddlewaretoken" value="')[1:]]
        switch_of_languages = 1
        assert len(form_keys) == forms - switch_of_languages > 0
        assert all(once._FORMS_KEY.fullmatch(one) for one in form_keys)
        keys |= set(form_keys)
    assert len(keys) == 2


def test_token_is_made_once_and_no_copy_of_it_is_kept(browser, bobby, mailoutbox):
    prove(browser, bobby)
    sent = {"name": "A program", "scopes": ["comments"], "days": "30", "csrfmiddlewaretoken": KEY}
    first, second = (browser.post("/accounts/tokens/", sent) for _ in range(2))
    assert (first.status_code, second.status_code, second["Location"]) == (201, 303, "/accounts/tokens/")
    assert Token.objects.count() == 1
    shown = first.context["token"]
    assert shown and shown not in json.dumps(list(Sending.objects.values_list("answer", flat=True)))
    assert len(mailoutbox) == 1


def test_nobody_finds_a_key_or_a_text_in_what_is_kept(browser, path):
    comment(browser, path, "A whispered plot.")
    kept = json.dumps(list(Sending.objects.values("name", "sent", "answer")))
    assert KEY not in kept and "whispered" not in kept


# -- programs


@pytest.fixture
def token(bobby) -> str:
    return token_of(bobby, at=NOW)


def write(token: str, path: str, text: str = "Prurr.", key: str | None = '"one"'):
    headers = {} if key is None else {HEADER: key}
    return ask("POST", path.removesuffix("comment/") + "comments", {"text": text}, token=token, **headers)


def test_request_that_comes_again_is_answered_as_before(token, path):
    first, second = (write(token, path) for _ in range(2))
    assert first.status_code == 201
    assert (second.status_code, second.content, second["Content-Type"]) == (
        201,
        first.content,
        first["Content-Type"],
    )
    assert Comment.objects.count() == 1


def test_key_with_another_request_is_refused(token, path):
    assert write(token, path).status_code == 201
    elsewhere = ask("POST", "/dice/rolls", {"dice": "DICE6"}, token=token, **{HEADER: '"one"'})
    for answer in (write(token, path, "Other."), elsewhere):
        assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
        assert HEADER in answer.json()["detail"]
    assert Comment.objects.count() == 1


def test_key_is_the_tokens_own(token, path, bobby):
    write(token, path)
    write(token_of(bobby, at=NOW), path)
    assert Comment.objects.count() == 2


def test_key_may_stand_without_quotation_marks(token, path):
    assert (write(token, path, key="one").status_code, write(token, path).status_code) == (201, 201)
    assert Comment.objects.count() == 1


@pytest.mark.parametrize("key", ["", '""', '"', "a b", '"' + "k" * 256 + '"', "é", '"a"; b=1'])
def test_what_is_no_key_of_a_program_is_refused(token, path, key):
    answer = write(token, path, key=key)
    assert (answer.status_code, Comment.objects.count()) == (400, 0)
    assert HEADER in answer.json()["detail"]


def test_request_that_was_refused_is_tried_once_more(token, path):
    Post.objects.update(status="enacted", resolved_at=NOW)
    assert (write(token, path).status_code, Sending.objects.count()) == (409, 0)
    Post.objects.update(status="pending", resolved_at=None)
    assert write(token, path).status_code == 201


# -- at the same moment


@pytest.mark.django_db(transaction=True)
def test_form_that_comes_many_times_at_once_is_done_once(browser, path):
    cookies = browser.cookies["sessionid"].value

    def send():
        client = Client()
        client.cookies["sessionid"] = cookies
        return comment(client, path)

    answers = at_once(*[send] * 6)
    assert {(one.status_code, one.get("Location")) for one in answers} == {
        (302, Comment.objects.get().get_absolute_url())
    }


@pytest.mark.django_db(transaction=True)
def test_request_that_comes_many_times_at_once_is_done_once(token, path):
    answers = at_once(*[lambda: write(token, path)] * 6)
    assert {(one.status_code, one.content) for one in answers} == {(201, answers[0].content)}
    assert Comment.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_where_the_first_does_not_come_to_its_end_the_second_is_told(browser, token, path, monkeypatch):
    """On SQLite, where one writes at a time, who waits too long for a turn is told so (tests.faults)."""
    if connection.vendor != "postgresql":
        return
    monkeypatch.setattr(once, "PATIENCE", 0.2)
    comment(browser, path)
    write(token, path)
    taken, sent = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Sending.objects.select_for_update())
            taken.set()
            sent.wait(20)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait(20)
    by_form, by_program = comment(browser, path), write(token, path)
    sent.set()
    holder.join()
    assert (by_form.status_code, by_form["Retry-After"]) == (409, once.COME_AGAIN)
    assert b"still working on it" in by_form.content
    assert (by_program.status_code, by_program["Retry-After"]) == (409, once.COME_AGAIN)
    assert Comment.objects.count() == 2
    assert comment(browser, path).status_code == 302


def test_the_description_of_the_api_names_the_key_wherever_it_is_heeded():
    operations, heeded = set(), set()
    for path, methods in description()["paths"].items():
        route = resolve(re.sub(r"{[a-z_]+}", "1", path)).view_name
        for method, act in methods.items():
            if any(one["name"] == HEADER for one in act.get("parameters", ())):
                operations.add(act["operationId"])
            if method != "get" and route not in LOOKED_AT | OUTSIDE:
                heeded.add(act["operationId"])
    assert operations == heeded
    assert len(operations) > 60
