"""What a host is given: the command `blognomic`, the units of systemd, nginx's file, the image, and the page."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from .servers import KEY, ROOT

UNITS = ["blognomic.service", "blognomic-worker.service", "blognomic-upkeep.service"]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture
def host():
    """A checkout as a host has it, with a stand-in for Python that tells what it is called with; calls `blognomic`."""
    within = tempfile.TemporaryDirectory()  # which another user can reach, too
    tmp_path = Path(within.name)
    folder = tmp_path / "srv"
    python = folder / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    (folder / "scripts").mkdir()
    (folder / "var").mkdir()
    shutil.copy(ROOT / "scripts/manage", folder / "scripts/manage")
    python.write_text(
        '#!/bin/sh\nshift\necho "$*"\nenv | grep -v -E "^(PATH|PWD|SHLVL|_|USER|HOME)=" | sort\nid -u\n'
    )
    python.chmod(0o755)
    (tmp_path / "blognomic").symlink_to(folder / "scripts/manage")
    tmp_path.chmod(0o755)

    def call(file: str, *arguments: str, **environment: str) -> tuple[int, str]:
        (tmp_path / "site.env").write_text(file)
        called = {"PATH": os.environ["PATH"], "BLOGNOMIC_ENV": str(tmp_path / "site.env")} | environment
        done = subprocess.run(
            [tmp_path / "blognomic", *arguments], env=called, capture_output=True, text=True, cwd="/"
        )
        return done.returncode, done.stdout or done.stderr.replace(str(tmp_path), "")

    call.folder = folder
    with within:
        yield call


def test_commands_of_a_host_run_with_its_settings_and_no_others(host):
    file = (
        "# A note\n\nSECRET_KEY=a$b`c` d\nDEFAULT_FROM_EMAIL=BlogNomic <a@blog.example>\nEMAIL_HOST='x y'\n"
    )
    output = (
        "check_game --json\nDEBUG=0\nDEFAULT_FROM_EMAIL=BlogNomic <a@blog.example>\nEMAIL_HOST=x y\n"
        f"SECRET_KEY=a$b`c` d\n{os.getuid()}\n"
    )

    assert host(file, "check_game", "--json", DEBUG="1", DATABASE_URL="sqlite:////elsewhere") == (0, output)


def test_a_setting_may_be_given_with_the_command(host):
    status, output = host(
        "DATABASE_URL=postgresql:///game\n", "DATABASE_URL=sqlite:////drill", "restore", "A=B"
    )

    assert (status, output) == (0, f"restore A=B\nDATABASE_URL=sqlite:////drill\nDEBUG=0\n{os.getuid()}\n")


@pytest.mark.skipif(os.getuid() != 0, reason="only root becomes somebody else")
def test_root_becomes_the_sites_user(host):
    os.chown(host.folder / "var", 65534, 65534)

    assert host("", "check") == (0, "check\nDEBUG=0\n65534\n")


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("export DEBUG=0\n", "line 1 is not NAME=VALUE"),
        ("A=1\nB = 2\n", "line 2 is not NAME=VALUE"),
        ('A="x"y\n', "the value of A in line 1 has a quotation mark or a backslash in it"),
        ("A=x\\\n", "the value of A in line 1 has a quotation mark or a backslash in it"),
    ],
)
def test_settings_that_systemd_might_read_otherwise_are_refused(host, file, sentence):
    output = f"The site's settings cannot be read from /site.env: {sentence}.\n"

    assert host(file, "check") == (1, output)


def test_a_missing_file_of_settings_is_a_sentence(host):
    output = "The site's settings cannot be read from /nowhere: No such file or directory.\n"

    assert host("", "check", BLOGNOMIC_ENV="/nowhere") == (1, output)


def test_the_command_founds_a_game_on_a_host(tmp_path):
    """What the page says, with the site's own Python: no setting stands in the caller's environment."""
    (ROOT / "var").mkdir(exist_ok=True)  # as `make` does
    (tmp_path / "site.env").write_text(
        f"SECRET_KEY={KEY}\nALLOWED_HOSTS=blog.example\nEMAIL_HOST=mail.example\n"
    )
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/manage", "found_game", "--help"],
        env={"PATH": os.environ["PATH"], "BLOGNOMIC_ENV": str(tmp_path / "site.env")},
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stderr, done.stdout[:6]) == (0, "", "usage:")


def own_lines(unit: str) -> list[str]:
    """What a unit says of its process's rights: from the comment on."""
    lines = read(f"deploy/{unit}").partition("# What none of it needs is taken away")[2]
    return lines.partition("\n[Install]")[0].splitlines()


def test_every_service_is_held_as_narrowly():
    assert [path.name for path in sorted((ROOT / "deploy").glob("*.service"))] == sorted(UNITS)
    assert len(own_lines(UNITS[0])) > 20
    assert [own_lines(unit)[1:] for unit in UNITS] == [own_lines(UNITS[0])[1:]] * len(UNITS)


@pytest.mark.parametrize("unit", UNITS)
def test_units_read_the_settings_of_the_host(unit):
    unit_text = read(f"deploy/{unit}")

    assert "EnvironmentFile=/etc/blognomic.env\n" in unit_text and "User=blognomic\n" in unit_text
    assert "DEBUG=0" in unit_text or "scripts/serve" in unit_text  # which sets it


@pytest.mark.skipif(
    not shutil.which("systemd-analyze") and not os.environ.get("CI"), reason="needs systemd-analyze"
)
@pytest.mark.parametrize("unit", UNITS)
def test_services_are_little_exposed(unit):
    """8.7 of 10 without the lines about rights."""
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"deploy/{unit}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)[1]) <= 1.5


def test_nginx_takes_the_file(tmp_path):
    """The oldest that Debian still cares for knows no `http2 on`; `.ci/run` has the one of Debian 12."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not nginx and not os.environ.get("CI"):
        pytest.skip("needs nginx")
    certificate = tmp_path / "certificate"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=blog.example"]
        + ["-keyout", certificate, "-out", tmp_path / "public"],
        check=True,
        capture_output=True,
    )
    site = re.sub(r"\S+/fullchain\.pem", str(tmp_path / "public"), read("deploy/nginx.conf"))
    site = re.sub(r"\S+/privkey\.pem", str(certificate), site)
    # A test may be run by somebody who may not listen at ports below 1024; the file's own are left to the walk.
    site = site.replace(":443 ", ":20443 ").replace("listen 443 ", "listen 20443 ")
    site = site.replace(":80;", ":20080;").replace("listen 80;", "listen 20080;")
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {site} }}"
    )
    done = subprocess.run([nginx, "-t", "-q", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True)

    assert (done.returncode, [line for line in done.stderr.splitlines() if "[emerg]" in line]) == (0, [])


def test_the_page_calls_commands_that_there_are():
    """Each `blognomic COMMAND` of the pages for hosts is a command, and files that they name are there."""
    from django.core.management import get_commands

    pages = read("docs/hosting.md") + read("docs/runbook.md")
    called = set(re.findall(r"(?:`|^    |^)blognomic (?:\$DRILL )?([a-z_]+)", pages, re.MULTILINE))

    assert len(called) > 12
    assert called - set(get_commands()) - {"help"} == set()
    assert [
        name
        for name in set(re.findall(r"\b(?:deploy|scripts)/[\w.-]+\w\b(?!\*)", pages))
        if not (ROOT / name).exists()
    ] == []


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, each on one line."""
    text = re.sub(r"^#.*\n", "", read("Dockerfile"), flags=re.MULTILINE).replace("\\\n", " ")
    parted = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(word, " ".join(rest.split())) for word, rest in parted]


def environment_of_the_image() -> dict[str, str]:
    settings_text = " ".join(rest for word, rest in instructions() if word == "ENV")
    return dict(setting.split("=", 1) for setting in settings_text.split())


def test_the_image_stands_on_one_version_and_is_no_roots():
    of = dict(instructions())
    words = [word for word, _ in instructions()]

    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+(@sha256:[0-9a-f]{64})?", of["FROM"])
    assert (of["USER"], of["VOLUME"]) == ("blognomic", "/var/lib/blognomic")
    assert words[-5:] == ["USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"]
    assert "--require-hashes" in next(rest for word, rest in instructions() if word == "RUN")
    assert "ADD" not in words


def test_the_image_believes_no_proxy_until_it_is_told_of_one():
    environment = environment_of_the_image() | {"ALLOWED_HOSTS": "blog.example", "SECRET_KEY": KEY}
    environment |= {"EMAIL_HOST": "mail.example", "DATABASE_URL": "sqlite:////dev/null/game"}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment, capture_output=True, text=True
    )

    assert (done.returncode, "BEHIND_PROXY=0" in done.stderr) == (1, True)


@pytest.mark.sweep
def test_the_image_holds_what_runs_and_nothing_else(tmp_path):
    """What .dockerignore lets in is enough to collect the static files, migrate and serve."""
    let_in = re.findall(r"^!(\S+)$", read(".dockerignore"), re.MULTILINE)
    assert read(".dockerignore").split("\n")[1] == "*"
    assert not {"tests", "docs", "bench", "deploy", "scripts", "var", ".git"} & set(let_in)
    for name in let_in:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    database = f"sqlite:///{tmp_path}/game.sqlite3"
    environment = environment_of_the_image() | {"DATABASE_URL": database, "PATH": os.environ["PATH"]}
    environment |= {"ALLOWED_HOSTS": "localhost", "SECRET_KEY": KEY, "EMAIL_VERIFICATION": "none"}

    for command in (
        ["collectstatic", "--no-input"],
        ["migrate"],
        ["check", "--deploy"],
        ["deliver", "--once"],
    ):
        done = subprocess.run(
            [sys.executable, "manage.py", *command, "--verbosity=0"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert (command[0], done.returncode) == (command[0], 0), done.stderr
    assert (tmp_path / "staticfiles").is_dir()
