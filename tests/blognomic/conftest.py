"""For all tests of the site's frame."""

import pytest
from django.core.cache import cache

from blognomic.middleware import rates


@pytest.fixture(autouse=True)
def nobody_has_done_anything_yet() -> None:
    """What one test did is not counted against the next: all of them sign in from the same address, and django-allauth,
    which counts in the cache, sees the same person in each."""
    rates.forget()
    cache.clear()
