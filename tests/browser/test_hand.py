"""What holds the browser: nothing is skipped in silence."""

import pytest

from .hand import path_of_chromium


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """A machine without a browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)


def test_without_a_browser_its_tests_are_skipped_with_a_word(nowhere):
    with pytest.raises(pytest.skip.Exception, match="There is no Chromium here: apt-get install chromium."):
        path_of_chromium()


def test_in_ci_a_missing_browser_is_a_failure(nowhere, monkeypatch):
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="and CI must have one"):
        path_of_chromium()
