"""Reads the environment: a value is what its name asks for, or an error that says so."""

import os

from django.core.exceptions import ImproperlyConfigured


def env_text(name: str, default: str = "") -> str:
    """The environment's `name` without the space around it; `default` where it is missing or empty."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool) -> bool:
    """The environment's `name` as yes or no; anything else is an error, not a guess."""
    text = env_text(name).lower()
    if not text:
        return default
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}.")


def env_int(name: str, default: int, *, least: int = 0) -> int:
    """The environment's `name` as a whole number of `least` or more."""
    text = env_text(name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.")
    if int(text) < least:
        raise ImproperlyConfigured(f"{name} must be {least} or more, not {text}.")
    return int(text)


def env_list(name: str, default: list[str]) -> list[str]:
    """The environment's `name` as a comma-separated list."""
    text = env_text(name)
    return [part.strip() for part in text.split(",") if part.strip()] if text else default
