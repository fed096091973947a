"""For the suite of faults: databases with a short game, machines that serve it, and the table of figures in the end."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.blognomic.servers import PASSWORD, ROOT, Machine, Visitor, free_port
from tests.programs import path_of

from .figures import FIGURES
from .places import File, Server, found


def pytest_terminal_summary(terminalreporter) -> None:
    """The figures, on the screen and in a file."""
    if not FIGURES.rows:
        return
    terminalreporter.write_sep("=", "what it took")
    terminalreporter.write_line(FIGURES.table())
    path = ROOT / "var" / "faults.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{FIGURES.table()}\n")


@pytest.fixture(scope="session")
def played(tmp_path_factory) -> Path:
    """A file with the short game, to be copied."""
    place = File(tmp_path_factory.mktemp("played"))
    found(place.url)
    return place.path


@pytest.fixture
def file(played, tmp_path) -> File:
    folder = tmp_path / "file"
    folder.mkdir()
    place = File(folder)
    shutil.copyfile(played, place.path)
    return place


@pytest.fixture
def empty_file(tmp_path) -> File:
    folder = tmp_path / "empty file"
    folder.mkdir()
    return File(folder)


@pytest.fixture
def empty_server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="blognomic-"))
    server = Server(folder)
    yield server
    server.stop("immediate")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def shared_server() -> Iterator[Server]:
    # Sockets have short names.
    folder = Path(tempfile.mkdtemp(prefix="blognomic-"))
    server = Server(folder)
    try:
        found(server.url)
        yield server
    finally:
        server.thaw()
        server.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def server(shared_server) -> Iterator[Server]:
    """A server that is running again in the end, whatever was done to it."""
    yield shared_server
    shared_server.thaw()
    shared_server.start()


@pytest.fixture(scope="session")
def static(tmp_path_factory) -> str:
    """Where all machines collect the same static files."""
    return str(tmp_path_factory.mktemp("static"))


@pytest.fixture
def serve(tmp_path, static) -> Iterator[Callable[..., Machine]]:
    """Starts a machine with these settings, and waits until it is ready."""
    started: list[Machine] = []

    def begin(**settings: str) -> Machine:
        machine = Machine(tmp_path / f"machine {len(started)}", **{"STATIC_ROOT": static, **settings})
        started.append(machine)
        machine.wait_until_ready()
        return machine

    yield begin
    for machine in started:
        machine.destroy()


class Person:
    """Somebody whom the founding let in, signed in on a machine."""

    def __init__(self, machine: Machine, name: str):
        self.machine, self.visitor = machine, Visitor()
        self.visitor.get(machine, "/accounts/login/")
        signed = self.visitor.post(machine, "/accounts/login/", login=name, password=PASSWORD)
        assert signed.status == 302, signed.text

    def look(self, path: str = "/"):
        return self.visitor.get(self.machine, path)

    def say(self, text: str = "Some words."):
        return self.visitor.post(self.machine, "/posts/1/comment/", text=text, confirmed="on")


@pytest.fixture
def sign_in() -> Callable[[Machine, str], Person]:
    return Person


@pytest.fixture
def redis(tmp_path) -> Iterator[int]:
    """A server of Redis at a port of its own."""
    port = free_port()
    process = subprocess.Popen(
        [
            path_of("redis-server"),
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(tmp_path),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        yield port
    finally:
        process.kill()
        process.wait()
