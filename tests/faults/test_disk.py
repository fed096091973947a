"""The disk is full, or gives back something else than it was given: sentences, on pages and in commands, and readiness
says it."""

import time

import pytest

from .figures import FIGURES, timed
from .places import File, Server, fill, found, manage, small_disk

pytestmark = pytest.mark.fault
FULL = "The disk of the database is full."
DAMAGED = "The file of the database is damaged."
NOTHING = "The site did not save what you sent. The game has lost nothing."


def said_by(command, **environment: str) -> tuple[int, str]:
    done = manage(*command, **environment)
    return done.returncode, done.stdout + done.stderr


def check_commands(what: str, url: str, tmp_path, *, sentence: str, fails: dict[str, bool]) -> None:
    """Each command ends with a sentence, and those that cannot do their work with a status."""
    commands = {
        "check_game": ["check_game", "-v0"],
        "backup": ["backup", "--force", str(tmp_path / "game.backup")],
        "deliver": ["deliver", "--once"],
    }
    outcomes = {name: said_by(command, DATABASE_URL=url) for name, command in commands.items()}
    for name, (status, words) in outcomes.items():
        last = words.strip().splitlines()[-1] if words.strip() else "nothing"
        FIGURES.note(what, f"manage.py {name}", f"status {status}: {last[:70]}")
    assert {name: bool(status) for name, (status, _) in outcomes.items()} == fails
    for name, (_, words) in outcomes.items():
        assert "Traceback" not in words, words
        assert not fails[name] or sentence in words, words


def test_disk_of_the_file_is_full(serve, sign_in, tmp_path, played):
    with small_disk(6) as folder:
        place = File(folder)
        place.path.write_bytes(played.read_bytes())
        machine = serve(DATABASE_URL=place.url, RATE_LIMITS="0")
        person = sign_in(machine, "Alice")
        filling = fill(folder)
        time.sleep(5)  # readiness may tell for so long what it found last
        comments = [timed(lambda: person.say("Some words. " * 1500)) for _ in range(30)]
        refused = [took for took in comments if took.status != 302]
        page, ready = timed(person.look), timed(lambda: machine.ask("GET", "/ready/"))
        FIGURES.note("SQLite, disk full", "a comment", refused[0] if refused else "taken")
        FIGURES.note("SQLite, disk full", "a page", page)
        FIGURES.note("SQLite, disk full", "/ready/", ready)
        backup = said_by(["backup", str(folder / "game.backup")], DATABASE_URL=place.url)
        FIGURES.note(
            "SQLite, disk full", "manage.py backup to that disk", f"status {backup[0]}", backup[1][-90:]
        )
        delivered = said_by(["deliver", "--once"], DATABASE_URL=place.url)
        FIGURES.note("SQLite, disk full", "manage.py deliver", f"status {delivered[0]}", delivered[1][-90:])
        filling.unlink()
        time.sleep(5)
        again, ready_again = timed(person.say), timed(lambda: machine.ask("GET", "/ready/"))
        FIGURES.note("SQLite, disk full", "room made", again, ready_again)
        checked = said_by(["check_game", "-v0"], DATABASE_URL=place.url)
        machine.destroy()

    assert refused and {(took.status, FULL in took.text, NOTHING in took.text) for took in refused} == {
        (503, True, True)
    }
    assert page.status == 200
    assert (ready.status, FULL in ready.text) == (503, True)
    assert backup[0] and "Traceback" not in backup[1] + delivered[1] and "No space left" in backup[1]
    assert (again.status, ready_again.status) == (302, 200)
    assert checked == (0, "")
    assert "Traceback" not in machine.said()


@pytest.mark.long
def test_disk_of_the_server_is_full(serve, sign_in):
    with small_disk(220) as folder:
        folder.chmod(0o755)
        home = folder / "s"
        home.mkdir()
        server = Server(home)
        try:
            found(server.url)
            machine = serve(DATABASE_URL=server.url, RATE_LIMITS="0")
            person = sign_in(machine, "Alice")
            filling = fill(folder)
            time.sleep(5)
            ready = timed(lambda: machine.ask("GET", "/ready/"))
            comments = [timed(lambda: person.say("Some words. " * 1500)) for _ in range(20)]
            refused = [took for took in comments if took.status != 302]
            FIGURES.note("PostgreSQL, disk full", "a comment", refused[0] if refused else "taken")
            FIGURES.note("PostgreSQL, disk full", "/ready/", ready)
            filling.unlink()
            time.sleep(5)
            machine.wait_until_ready()
            again = timed(person.say)
            FIGURES.note("PostgreSQL, disk full", "room made", again)
            machine.destroy()
        finally:
            server.stop("immediate")

    assert refused and {took.status for took in refused} == {503}
    assert all(
        NOTHING in took.text or "The site may have saved what you sent" in took.text for took in refused
    )
    assert (ready.status, FULL in ready.text) == (503, True)
    assert again.status == 302
    assert "Traceback" not in machine.said()


def check_damage(what: str, machine, person, url: str, tmp_path) -> None:
    pages = {path: timed(lambda path=path: person.look(path)) for path in ("/posts/1/", "/")}
    ready = timed(lambda: machine.ask("GET", "/ready/"))
    for path, took in pages.items():
        FIGURES.note(what, path, took)
    FIGURES.note(what, "/ready/", ready)
    machine.destroy()
    check_commands(
        what, url, tmp_path, sentence=DAMAGED, fails={"check_game": True, "backup": True, "deliver": False}
    )
    assert {(took.status, DAMAGED in took.text) for took in pages.values()} == {(503, True)}
    assert (ready.status, DAMAGED in ready.text) == (503, True)
    assert "Traceback" not in machine.said()


def test_damaged_file(file, serve, sign_in, tmp_path):
    machine = serve(DATABASE_URL=file.url)
    person = sign_in(machine, "Alice")
    person.say("A comment, so that there is one to be read.")
    machine.destroy()
    file.damage("votables_comment")
    machine = serve(DATABASE_URL=file.url)
    person.machine = machine
    check_damage("SQLite, a page damaged", machine, person, file.url, tmp_path)


@pytest.mark.long
def test_damaged_server(serve, sign_in, tmp_path):
    with small_disk(260) as folder:
        folder.chmod(0o755)
        home = folder / "s"
        home.mkdir()
        server = Server(home)
        try:
            found(server.url)
            machine = serve(DATABASE_URL=server.url)
            person = sign_in(machine, "Alice")
            person.say("A comment, so that there is one to be read.")
            machine.destroy()
            server.damage("votables_comment")
            machine = serve(DATABASE_URL=server.url)
            person.machine = machine
            check_damage("PostgreSQL, a page damaged", machine, person, server.url, tmp_path)
        finally:
            server.stop("immediate")
