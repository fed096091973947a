from django.apps import AppConfig
from django.utils.translation import gettext, ngettext

from players.tongue import Tongue, speak_by


class SiteConfig(AppConfig):
    """The shared page frame and the site's own commands."""

    name = "blognomic"
    label = "site"

    def ready(self) -> None:
        """Lend the parts that know no Django its translations."""
        speak_by(Tongue(gettext, ngettext))
