"""Fixtures that tests of changes share."""

from .carried import rules  # noqa: F401
