"""The database stops, hangs, or is held locked: readers and programs are told so at once, kept pages go on, and the
process is not taken for dead."""

import time

import pytest

from .figures import A_MOMENT, A_TRY, AT_ONCE, FIGURES, at_once, longest, timed

pytestmark = pytest.mark.fault
AWAY = "The database does not answer."
NOTHING = "The site did not save what you sent. The game has lost nothing."


def freeze(server) -> None:
    server.freeze()


def stop(server) -> None:
    server.stop("immediate")


def back(server) -> None:
    server.thaw()
    server.start()


@pytest.mark.parametrize(
    "fault", [pytest.param(stop, id="stopped", marks=pytest.mark.long), pytest.param(freeze, id="hanging")]
)
def test_server_that_is_gone(server, serve, sign_in, fault):
    machine = serve(DATABASE_URL=server.url)
    person = sign_in(machine, "Alice")
    for _ in range(3):
        assert machine.ask("GET", "/").status == 200
    what = f"PostgreSQL {'stopped' if fault is stop else 'hanging'}"
    fault(server)
    try:
        time.sleep(1.1)  # kept pages are asked after again

        # While nobody knows: everybody at once, more than there are threads. Whether the process runs is told past
        # them.
        first = at_once(
            *[lambda: machine.ask("GET", "/")] * 3,
            *[person.look] * 2,
            person.say,
            *[lambda: machine.ask("GET", "/health/")] * 2,
        )
        FIGURES.note(what, "8 at once, while nobody knows: kept page", *first[:3])
        FIGURES.note(what, "signed in", *first[3:5])
        FIGURES.note(what, "a comment", first[5])
        FIGURES.note(what, "/health/", *first[6:])

        # From then on.
        pages = at_once(*[lambda: machine.ask("GET", "/")] * 4)
        unkept = timed(lambda: machine.ask("GET", "/players/"))
        signed, commented = timed(person.look), timed(person.say)
        api = timed(lambda: machine.ask("GET", "/api/v1/posts"))
        health = at_once(*[lambda: machine.ask("GET", "/health/")] * 8)
        ready = timed(lambda: machine.ask("GET", "/ready/"))
        FIGURES.note(what, "from then on: kept page", longest(pages))
        FIGURES.note(what, "page that is not kept", unkept)
        FIGURES.note(what, "signed in", signed)
        FIGURES.note(what, "a comment", commented)
        FIGURES.note(what, "API", api)
        FIGURES.note(what, "/health/, the slowest of 8", longest(health))
        FIGURES.note(what, "/ready/", ready)
    finally:
        back(server)
    begun = time.monotonic()
    machine.wait_until_ready()
    until_ready = time.monotonic() - begun
    again = timed(lambda: person.say("It is back."))
    FIGURES.note(what, "back", f"ready after {until_ready:.2f} s", again)

    assert [took.status for took in first] == [200] * 3 + [503] * 3 + [200] * 2
    assert longest(first).seconds < A_TRY and longest(first[6:]).seconds < A_MOMENT
    assert {took.status for took in pages} == {200} and longest(pages).seconds < AT_ONCE
    for took in (unkept, signed, commented, api):
        assert (took.status, AWAY in took.text, NOTHING in took.text) == (503, True, True)
        assert took.seconds < AT_ONCE
    assert {took.status for took in health} == {200} and longest(health).seconds < A_MOMENT
    assert (ready.status, AWAY in ready.text) == (503, True) and ready.seconds < AT_ONCE
    assert until_ready < A_TRY and again.status == 302
    assert "Traceback" not in machine.said()


@pytest.mark.long
def test_who_asks_for_something_slow_is_not_taken_for_lost(server, serve, sign_in):
    """A turn that somebody else holds for three seconds is waited for."""
    import psycopg

    machine = serve(DATABASE_URL=server.url)
    person = sign_in(machine, "Bobby")
    with psycopg.connect(host=str(server.folder), user="blognomic", dbname="postgres") as other:
        other.execute("SELECT 1 FROM players_game FOR UPDATE")
        waiting = at_once(
            person.say, lambda: (time.sleep(3), other.rollback(), machine.ask("GET", "/health/"))[2]
        )
    FIGURES.note("PostgreSQL busy", "a comment behind a turn of 3 s", waiting[0])

    assert [took.status for took in waiting] == [302, 200]
    assert waiting[0].seconds > 2.5


def test_file_that_another_program_holds(file, serve, sign_in):
    machine = serve(DATABASE_URL=file.url)
    person = sign_in(machine, "Alice")
    with file.locked():
        answers = at_once(*[person.say] * 3, lambda: machine.ask("GET", "/health/"), person.look)
        FIGURES.note("SQLite locked", "3 comments", *answers[:3])
        FIGURES.note("SQLite locked", "/health/ meanwhile", answers[3])
        FIGURES.note("SQLite locked", "a page meanwhile", answers[4])
    again = timed(person.say)

    assert [took.status for took in answers] == [503] * 3 + [200] * 2
    assert all("The database is busy" in took.text and NOTHING in took.text for took in answers[:3])
    # They wait for the turn for five seconds, at the same time; nobody waits for them.
    assert longest(answers).seconds < 5 + A_TRY
    assert longest(answers[3:]).seconds < min(took.seconds for took in answers[:3])
    assert again.status == 302
