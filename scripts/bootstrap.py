"""Makes ready what the project needs. `make` calls it through the script `bootstrap`, which finds a Python.

    install   .venv/, with exactly the packages of requirements-dev.txt
    demo      that, the database migrated, and a demo game in it if it is empty
    run       all that, and then the site on 127.0.0.1, at the port that PORT names (8000)

Each is quick when there is nothing to do, mends what an interruption left, and may be started twice at once.
What stands in its way is told in one sentence on standard error, with exit status 1.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements-dev.txt"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
# Which requirements .venv holds, or UNFINISHED while they are being installed.
STAMP = VENV / "installed"
UNFINISHED = "unfinished"
# The database's folder; also for what setting up needs to keep.
VAR = ROOT / "var"
LOG = VAR / "setup.log"


class Refused(Exception):
    """What stands in the way, in one sentence for the person who typed `make`."""


def main(command: str) -> None:
    port = chosen_port() if command == "run" else 0
    if port:
        check_port(port)
    with one_at_a_time() as lock:
        install(lock)
        if command != "install":
            manage("migrate", "--no-input", "--verbosity=0")
            manage("demo")
    if port:
        check_port(port)
        serve(port)


def chosen_port() -> int:
    """The port that PORT names, 8000 when it names none."""
    text = os.environ.get("PORT") or "8000"
    if not re.fullmatch("[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise Refused(f"PORT must be a whole number from 1 to 65535, not {text!r}.")
    return int(text)


def check_port(port: int) -> None:
    """Refuse a port at which the site could not be served now."""
    with socket.socket() as probe:
        # As the server itself does: a connection that has just been closed does not keep the port busy.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            trouble = "may not be used by you" if isinstance(error, PermissionError) else "is busy"
            other = 8001 if port == 8000 else 8000
            raise Refused(f"Port {port} {trouble}: choose another, as in make run PORT={other}.") from None


@contextlib.contextmanager
def one_at_a_time() -> Iterator[int]:
    """Hold the lock of the project's folder, after waiting for whoever has it; its file descriptor.

    The lock goes when the last process that holds the descriptor ends, however it ends.
    """
    try:
        VAR.mkdir(exist_ok=True)
        lock = os.open(VAR / "setup.lock", os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise unwritable(error) from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another make is setting up here: waiting for it.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
    finally:
        os.close(lock)


def install(lock: int) -> None:
    """Make .venv hold the packages of requirements-dev.txt, unless its stamp says that it does.

    An installation that was interrupted is begun afresh. A .venv that is whole but of other requirements, or
    that somebody made by hand, is brought up to date as it is.
    """
    checksum = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    try:
        installed = STAMP.read_text() if STAMP.exists() else ""
        usable = installed != UNFINISHED and is_wanted_python() and answers("import pip")
        if usable and installed == checksum:
            return
        print("Installing the packages into .venv: once, for a minute or so.", flush=True)
        if not usable:
            shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir(exist_ok=True)
        STAMP.write_text(UNFINISHED)
        LOG.write_bytes(b"")
        if not usable:
            make_venv(lock)
        pip = [VENV_PYTHON, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
        if logged([*pip, "--require-hashes", "-r", REQUIREMENTS], lock):
            trouble = f"The packages could not be installed ({last_error()})"
            raise Refused(f"{trouble}: is the package registry within reach? {LOG} has the details.")
        STAMP.write_text(checksum)
    except OSError as error:
        raise unwritable(error) from None


def is_wanted_python() -> bool:
    """Whether .venv has the Python that PYTHON names; without it, any that is new enough will do."""
    if os.environ.get("PYTHON"):
        return answers(f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})")
    return answers("import sys; sys.exit(sys.version_info < (3, 11))")


def answers(code: str) -> bool:
    """Whether .venv's Python is there and runs `code` without complaint."""
    if not VENV_PYTHON.exists():
        return False
    return subprocess.run([VENV_PYTHON, "-c", code], capture_output=True).returncode == 0


def make_venv(lock: int) -> None:
    """Make .venv anew with the Python that runs this."""
    try:
        import ensurepip  # noqa: F401 (Debian packs it apart from Python, and venv fails without it)
        import venv  # noqa: F401
    except ImportError:
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        raise Refused(
            f"This Python has no venv module: install it (Debian: apt-get install {package})."
        ) from None
    if logged([sys.executable, "-m", "venv", VENV], lock):
        raise Refused(f".venv could not be made ({last_error()}): {LOG} has the details.")


def logged(command: list[str | Path], lock: int) -> int:
    """Run `command` with its output at the end of the log; its exit status.

    It shares the lock, and so keeps it for as long as it writes, even when this process is killed.
    """
    with LOG.open("ab") as log:
        done = subprocess.run(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, pass_fds=[lock])
    return done.returncode


def last_error() -> str:
    """The last complaint in the log, else its last line."""
    lines = [line.strip() for line in LOG.read_text(errors="replace").splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or ["it gave no reason"])[-1].rstrip(".")


def unwritable(error: OSError) -> Refused:
    return Refused(f"The folder {ROOT} cannot be written to ({error.strerror}: {error.filename}).")


def manage(*arguments: str) -> None:
    """Run a command of manage.py, which prints what it has to say."""
    if subprocess.run([VENV_PYTHON, "manage.py", *arguments], cwd=ROOT).returncode:
        raise Refused(f"The database could not be made ready: manage.py {arguments[0]} failed, as above.")


def serve(port: int) -> None:
    """Become Django's own server, which takes up changes to the code as they are made."""
    print(
        f"BlogNomic is at http://127.0.0.1:{port}/ (Ctrl-C stops it). `make worker` sends notices.",
        flush=True,
    )
    os.environ["PYTHONUNBUFFERED"] = "1"
    os.environ["DJANGO_RUNSERVER_HIDE_WARNING"] = "true"
    os.chdir(ROOT)
    os.execv(VENV_PYTHON, [str(VENV_PYTHON), "manage.py", "runserver", f"127.0.0.1:{port}"])


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Refused as refused:
        sys.exit(str(refused))
    except KeyboardInterrupt:
        sys.exit("\nStopped. The same command goes on from here.")
