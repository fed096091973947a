"""What every test shares: where the test database lies, and how hypothesis looks for examples."""

import gc
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.backends.signals import connection_created
from django.template.base import NodeList
from django.template.loader import get_template
from django.utils import translation
from django.utils.formats import localize
from hypothesis import settings as hypothesis_settings

from blognomic.cache import page_cache, version
from blognomic.middleware import rates
from players.present import forget
from scripts.screenshots import lay_out

from . import migrated

# The same examples each time, and no deadline, since machines are noisy. To look for new ones, which takes minutes:
# make test ARGS=--hypothesis-profile=explore
hypothesis_settings.register_profile("suite", hypothesis_settings.get_profile("ci"), max_examples=50)
hypothesis_settings.register_profile("explore", max_examples=2_000, deadline=None)
hypothesis_settings.load_profile("suite")

# Looking for garbage among the hundreds of thousands of objects of Django and the tests takes a fifth of the suite's
# time when it is done as often as Python does it by itself.
gc.set_threshold(200_000, 50, 100)


# Who is signed in, and who was here when: no page keeps anything of these tables.
KEPT_APART = ("players_session", "votables_visit")


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: nobody need look through it for garbage again."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kills", type=int, default=6, help="how often a process is killed in the middle of a game"
    )
    parser.addoption("--every-page", action="store_true", help="look at every page of the site in a browser")
    parser.addoption(
        "--sweeps", action="store_true", help="ask every page the same question, and play whole dynasties"
    )
    parser.addoption(
        "--of-the-database",
        action="store_true",
        help="what asks no database is left out: for another database than that which it was asked beside",
    )
    parser.addoption("--faults", action="store_true", help="let parts of the site fail, one after the other")
    parser.addoption(
        "--share",
        type=int,
        default=1,
        metavar="N",
        help="of the sweeps, one in so many, chosen by their names",
    )
    parser.addoption(
        "--short",
        action="store_true",
        help="of the faults, only the most telling of each kind; fewer readers at once",
    )
    parser.addoption(
        "--crowd", type=int, default=10, metavar="SECONDS", help="of the faults, how long a crowd votes"
    )
    parser.addoption(
        "--seconds", type=float, default=0, help="how long stale pages are looked for (make stale)"
    )
    parser.addoption("--pictures", metavar="FOLDER", help="where pictures of every page of the site go")
    parser.addoption("--kill-seed", type=int, default=1, help="which moments it is killed at")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes is left for when somebody asks for it, as `.ci/run` does: the sweeps (`make sweep`; with
    `--share` a part of them), all but a few pages in a browser (`make look`), and faults (`make faults`; the `long`
    ones not with `--short`)."""
    what_is_asked = {
        "every_page": config.getoption("--every-page") or config.getoption("--pictures"),
        "sweep": config.getoption("--sweeps"),
        "fault": config.getoption("--faults"),
        "long": not config.getoption("--short"),
    }
    late = [marker for marker, is_asked in what_is_asked.items() if not is_asked]
    elsewhere = config.getoption("--of-the-database")
    share = config.getoption("--share")
    later = [
        item
        for item in items
        if any(item.get_closest_marker(marker) for marker in late)
        or (item.get_closest_marker("sweep") and crc32(item.nodeid.encode()) % share)
        or (elsewhere and not asks_the_database(item))
    ]
    if later:
        config.hook.pytest_deselected(items=later)
        left = set(later)
        items[:] = [item for item in items if item not in left]
    items.sort(key=lambda item: item.get_closest_marker("begun_first") is None)


def asks_the_database(item: pytest.Item) -> bool:
    """Whether a test, or a fixture that it stands on, has the database of the tests."""
    fixtures = {"db", "transactional_db", "django_db_setup"} & set(item.fixturenames)
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The pictures that all workers have taken, on one sheet."""
    folder = session.config.getoption("--pictures")
    if folder and not hasattr(session.config, "workerinput"):
        lay_out(Path(folder))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, django_db_blocker, request, tmp_path_factory
) -> Iterator[None]:
    """A copy of a migrated database for each worker; on SQLite, in a file.

    The default there, a database in memory whose connections share one cache, knows no WAL and no waiting for a
    lock, so a test of two people acting at once would test something that no site runs on.
    """
    config, folder = request.config, tmp_path_factory.getbasetemp()
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    of_the_run = (folder.parent if worker else folder) / "migrated"
    of_the_run.mkdir(exist_ok=True)
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        cache = getattr(config, "cache", None)
        migrated.copied(connection, cache.mkdir("migrated") if cache else of_the_run)
        yield
    elif worker:
        migrated.copied(connection, of_the_run)
        with migrated.used(connection, of_the_run, worker):
            yield
            django_db_blocker.unblock()  # for dropping the copy
    else:
        yield


@pytest.fixture(scope="module")
def without_the_sidebar() -> Iterator[None]:
    """Pages without what stands beside all of them, which has tests of its own: for tests that ask for thousands."""
    sidebar = get_template("parts/_sidebar.html").template
    kept, sidebar.nodelist = sidebar.nodelist, NodeList()
    yield
    sidebar.nodelist = kept


class Writing:
    """Whether anything has been written since it was last asked."""

    seen = False


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """What pages keep of a game is not that of the test before, if that test, or what it stands on, wrote anything; and
    nobody speaks the language of whom that test showed a page to last."""
    if Writing.seen:
        forget()
        version.forget()
        page_cache.SHELF.clear()
    Writing.seen = False
    translation.deactivate()


@pytest.fixture(autouse=True)
def nobody_has_done_anything_yet() -> None:
    """What one test did is not counted against the next: all of them come from the same address, and django-allauth,
    which counts in the cache, sees the same person in each."""
    rates.forget()
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def nothing_kept_needs_localizing() -> Iterator[None]:
    """What all readers share is made without asking of each number how the language writes it: whatever a page puts
    there must be written alike either way, which a bare date is not."""

    def checked(value, use_l10n=None):
        text = localize(value, use_l10n=use_l10n)
        if use_l10n is False and not isinstance(value, str):
            assert str(text) == str(localize(value)), f"{value!r} needs a filter that knows the language"
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.template.base.localize", checked)
        yield


@pytest.fixture(scope="session", autouse=True)
def told_of_writing() -> None:
    """What pages keep is forgotten at every write. The site's own code locks the game before it writes, which makes a
    new version; tests make rows by hand."""

    def watch(execute, sql, params, many, context):
        try:
            return execute(sql, params, many, context)
        finally:
            if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not any(
                table in sql for table in KEPT_APART
            ):
                Writing.seen = True
                forget()

    def watch_new(connection, **kwargs) -> None:
        if watch not in connection.execute_wrappers:
            connection.execute_wrappers.append(watch)

    watch_new(connection)
    connection_created.connect(watch_new, weak=False)
