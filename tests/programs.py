"""Programs that are no packages of Python: a machine has them or has not."""

import os
import shutil
from typing import NoReturn

import pytest

PACKAGES = {"chromium": "chromium", "nginx": "nginx", "redis-server": "redis-server", "strace": "strace"}
"""What Debian calls the package that has it."""


def path_of(program: str) -> str:
    """Where it is. Without it the test that asks is skipped with a word, which in CI is a failure."""
    place = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    return place or without(f"There is no {program} here: apt-get install {PACKAGES[program]}.")


def without(sentence: str) -> NoReturn:
    """Leave a test that cannot be made here, and say why. In CI it fails instead: nothing is left out in silence."""
    if os.environ.get("CI"):
        pytest.fail(f"{sentence} CI must have it.")
    pytest.skip(sentence)
