"""What a machine may lack: nothing is skipped in silence."""

import pytest

from tests.programs import PACKAGES, path_of


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """A machine without any program."""
    monkeypatch.setattr("tests.programs.shutil.which", lambda program, path: None)
    monkeypatch.delenv("CI", raising=False)


@pytest.mark.parametrize("program", PACKAGES)
def test_without_a_program_its_tests_are_skipped_with_a_word(nowhere, program):
    with pytest.raises(pytest.skip.Exception, match=f"There is no {program} here: apt-get install"):
        path_of(program)


@pytest.mark.parametrize("program", PACKAGES)
def test_in_ci_a_missing_program_is_a_failure(nowhere, monkeypatch, program):
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match=f"There is no {program} here.* CI must have it"):
        path_of(program)
