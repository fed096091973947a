"""How static files are named and kept for production."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Rendered texts, which are kept for good, hold this address.
KEEPS_ITS_NAME = {"icons.svg"}


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Compressed, and with a hash of the content in each name, so that browsers may keep them for good.

    The sprite of the icons is asked for by its plain name: a rendered comment that was stored with one hash would
    lose its pictures with the next. Browsers ask after it every few minutes (WHITENOISE_MAX_AGE).
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file, which is looked up once: pages name the same few again and again."""
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]

    def stored_name(self, name: str) -> str:
        return name if name in KEEPS_ITS_NAME else super().stored_name(name)
