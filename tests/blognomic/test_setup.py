"""What `make` says when it cannot go on, and what it does when it can: scripts/bootstrap in its own folder.

No virtual environment is built here: where one is needed, a script plays its Python.
"""

import fcntl
import hashlib
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = "some-package==1.0\n"
WANTED = hashlib.sha256(REQUIREMENTS.encode()).hexdigest()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with what scripts/bootstrap needs of the project."""
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "requirements-dev.txt").write_text(REQUIREMENTS)
    return folder


def script(path: Path, text: str) -> None:
    """Write `text` as a shell script to `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def play_venv(project: Path, pip: str) -> None:
    """Put a Python into .venv that answers whatever it is asked, and does `pip` for pip."""
    script(project / ".venv/bin/python", f'if [ "$1" = -m ]; then {pip}; fi')


def environment(**settings: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHON": sys.executable} | settings


def bootstrap(project: Path, command: str, **settings: str) -> tuple[int, str, str]:
    """Run scripts/bootstrap with `settings` in its environment; its exit status, output and errors."""
    done = subprocess.run(
        ["/bin/sh", project / "scripts/bootstrap", command],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_busy_port_is_refused_before_anything_is_done(project):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        answer = bootstrap(project, "run", PORT=str(port))

    assert answer == (1, "", f"Port {port} is busy: choose another, as in make run PORT=8000.\n")
    assert sorted(path.name for path in project.iterdir()) == ["requirements-dev.txt", "scripts"]


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8000x", "٨٠٠٠", "9" * 5000])
def test_nonsense_port_is_refused(project, port):
    sentence = f"PORT must be a whole number from 1 to 65535, not {port!r}.\n"

    assert bootstrap(project, "run", PORT=port, PYTHONUTF8="1") == (1, "", sentence)


@pytest.mark.parametrize(
    ("answer", "version"),
    [("echo 3.10", "only Python 3.10"), ("echo 2.7", "only Python 2.7"), ("exit 127", "none")],
)
def test_old_python_is_refused(project, tmp_path, answer, version):
    script(tmp_path / "old/python3", answer)

    assert bootstrap(project, "install", PATH=str(tmp_path / "old"), PYTHON="") == (
        1,
        "",
        f"BlogNomic needs Python 3.11 or newer and found {version}: "
        "install one, or name it with PYTHON=/path/to/python.\n",
    )


def test_newer_python_behind_an_old_one_is_found(project, tmp_path):
    script(tmp_path / "both/python3", "echo 3.9")
    script(tmp_path / "both/python3.12", '[ "$1" = -c ] && echo 3.12 || echo "$@"')

    assert bootstrap(project, "install", PATH=str(tmp_path / "both"), PYTHON="") == (
        0,
        f"{project}/scripts/bootstrap.py install\n",
        "",
    )


def test_folder_that_cannot_be_written_to_is_refused(project):
    (project / "var").write_text("A file where a folder should be: nobody, not even root, can write into it.")

    sentence = f"The folder {project} cannot be written to (File exists: {project}/var).\n"
    assert bootstrap(project, "install") == (1, "", sentence)


def test_python_without_venv_is_refused(project, tmp_path):
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    package = "python{}.{}-venv".format(*sys.version_info[:2])

    assert bootstrap(project, "install", PYTHONPATH=str(tmp_path)) == (
        1,
        "Installing the packages into .venv: once, for a minute or so.\n",
        f"This Python has no venv module: install it (Debian: apt-get install {package}).\n",
    )


def test_failed_installation_is_told_in_a_sentence(project):
    play_venv(project, "echo 'ERROR: It is not there.'; exit 1")

    assert bootstrap(project, "install") == (
        1,
        "Installing the packages into .venv: once, for a minute or so.\n",
        "The packages could not be installed (It is not there): is the package registry within reach? "
        f"{project}/var/setup.log has the details.\n",
    )
    assert (project / ".venv/installed").read_text() == "unfinished"


def test_packages_are_installed_once_and_again_when_the_lock_changes(project):
    play_venv(project, f'echo "$@" >>{project}/calls')

    first = bootstrap(project, "install")
    second = bootstrap(project, "install")
    (project / "requirements-dev.txt").write_text("some-package==1.1\n")
    third = bootstrap(project, "install")

    installing = (0, "Installing the packages into .venv: once, for a minute or so.\n", "")
    assert [first, second, third] == [installing, (0, "", ""), installing]
    pip = "-m pip install --no-input --disable-pip-version-check --require-hashes"
    assert (project / "calls").read_text() == f"{pip} -r {project}/requirements-dev.txt\n" * 2


def test_interrupted_installation_is_begun_afresh(project, tmp_path):
    play_venv(project, "exit 1")
    (project / ".venv/installed").write_text("unfinished")
    (project / ".venv/half-a-package").touch()
    (tmp_path / "ensurepip.py").write_text("raise ImportError")

    bootstrap(project, "install", PYTHONPATH=str(tmp_path))

    assert sorted(path.name for path in (project / ".venv").iterdir()) == ["installed"]


def test_second_setup_waits_for_the_first(project):
    play_venv(project, "exit 1")
    (project / "var").mkdir()
    with (project / "var/setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = subprocess.Popen(
            ["/bin/sh", project / "scripts/bootstrap", "install"],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = second.stdout.readline()
        # What the first did while the second waited.
        (project / ".venv/installed").write_text(WANTED)
    output, errors = second.communicate(timeout=60)

    assert (line, output, errors) == ("Another make is setting up here: waiting for it.\n", "", "")
    assert second.returncode == 0
