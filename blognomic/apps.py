from django.apps import AppConfig
from django.conf import settings
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext, ngettext

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.translation import Tongue, speak_by


class SiteConfig(AppConfig):
    """The shared page frame and the site's own commands."""

    name = "blognomic"
    label = "site"

    def ready(self) -> None:
        """Lend the parts that know no Django its translations, and hear of what happens to accounts."""
        from blognomic.accounts import events

        events.listen()
        speak_by(
            Tongue(
                gettext,
                ngettext,
                comma=lambda: get_format("THOUSAND_SEPARATOR"),
                plainly=in_the_games_language,
                is_plain=lambda: get_language() == settings.LANGUAGE_CODE,
            )
        )
