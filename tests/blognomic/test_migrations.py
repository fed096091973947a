"""The migrations tell the whole story of the models."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_migration_is_missing(capsys):
    call_command("makemigrations", "--check", "--dry-run")

    assert capsys.readouterr().out == "No changes detected\n"
