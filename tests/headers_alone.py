"""Answers as the site sends them: Django's test client takes away itself what an answer to HEAD has for a body."""

from contextlib import AbstractContextManager
from unittest import mock


def as_sent() -> AbstractContextManager[object]:
    """Meanwhile, have the test client leave bodies to the site."""
    return mock.patch("django.test.client.conditional_content_removal", lambda request, response: response)
