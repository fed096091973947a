"""The files that setting up goes by agree with one another."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    """Each package of a requirements file: its line without the hashes."""
    lines = [line for line in read(name).splitlines() if re.match("[a-z]", line)]
    return {line.split("==")[0]: line.rstrip(" \\") for line in lines}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_lock_holds_versions_and_hashes_and_no_place_to_fetch_from(name):
    marker = r"[a-z_]+ [!=<>]=? '[A-Za-z0-9.]+'"
    pin = rf"[a-z0-9-]+==[0-9.]+( ; {marker}( and {marker})*)? \\"
    line = re.compile(rf"{pin}|    --hash=sha256:[0-9a-f]{{64}}( \\)?|    # via( .*)?|    #   .*")

    assert [text for text in read(name).splitlines() if not line.fullmatch(text)] == []
    assert "//" not in read(name)


def test_suite_runs_on_the_versions_that_a_host_installs():
    runtime, development = pins("requirements.txt"), pins("requirements-dev.txt")

    assert {name: development.get(name) for name in runtime} == runtime


def test_hosts_are_told_every_setting():
    read_from_environment = r'(?:env_(?:bool|int|list|text)|os\.environ\.get)\("([A-Z_]+)"'
    settings = set(re.findall(read_from_environment, read("blognomic/settings.py")))

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", read("docs/hosting.md"), re.MULTILINE)) == settings
