"""An import that is killed fits together as far as it has come, and goes on to the same end as one that was not."""

import pytest
from django.apps import apps
from django.core.management import call_command

from blognomic.transfer.checking import found
from blognomic.transfer.proposal_table import storing
from blognomic.transfer.proposal_table.storing import import_history
from tests.killing import die, killed
from votables.models import Post, TableImport

from .table import HEADING, ROWS
from .test_storing import NOW, source

pytestmark = [
    pytest.mark.django_db(transaction=True, reset_sequences=True),
    # Newer Pythons warn of threads, which a forked process does not have. This one waits for none of them.
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


def all_rows() -> dict[str, list[tuple]]:
    """Every row of every table, but for keys that the database gives and what migrating makes."""
    rows = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and model._meta.app_label in ("players", "ruleset", "gamestate", "votables"):
            names = [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
            names = ["law__name" if name == "law_id" else name for name in names]
            rows[model._meta.label] = sorted(map(str, model._default_manager.values_list(*names)))
    return rows


def import_and_die(*, after: int, within: bool, monkeypatch) -> None:
    """Import, and be killed after so many rows, or within the batch that follows them."""
    real = storing.go_on_after_keys

    def dying(models: list) -> None:
        if Post in models and TableImport.objects.get().written > after:
            die()
        real(models)

    def tick(written: int, rows: int) -> None:
        if written == after and not within:
            die()

    with monkeypatch.context() as patched:
        if within:
            patched.setattr(storing, "go_on_after_keys", dying)
        killed(lambda: import_history(source(), at=NOW, tick=tick))


@pytest.mark.sweep
def test_a_killed_import_goes_on_to_the_same_end(monkeypatch):
    monkeypatch.setattr(storing, "BATCH", 4)
    import_history(source(), at=NOW)
    whole = all_rows()
    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)
    for after, within in ((0, False), (0, True), (4, False), (4, True), (8, True)):
        import_and_die(after=after, within=within, monkeypatch=monkeypatch)
        assert (TableImport.objects.get().written, Post.objects.count()) == (after, after)
        assert list(found()) == []
    assert import_history(source(), at=NOW).is_complete
    assert all_rows() == whole
    assert list(found()) == []


@pytest.mark.parametrize("kept", [slice(0, 3), slice(6, 9), slice(2, 12), slice(10, 14), slice(0, 14, 5)])
def test_a_part_of_a_table_fits_together(kept):
    rows = ROWS.splitlines()[kept]
    import_history(source(content="\n".join([HEADING, *rows, ""]).encode()), at=NOW)
    assert Post.objects.count() == len(rows)
    assert list(found()) == []
