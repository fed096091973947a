from django.apps import AppConfig
from django.conf import settings
from django.utils import translation
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext, ngettext, trans_real

from blognomic.i18n.dynasty_words import in_the_games_language, said
from blognomic.i18n.filling import keeping_apart
from blognomic.i18n.translation import Translator, speak_by
from blognomic.web import holes
from blognomic.web.site_rules import name_by
from ruleset.law import phrases
from ruleset.law.names_of_rules import usual


class SiteConfig(AppConfig):
    """The shared page frame and the site's own commands."""

    name = "blognomic"
    label = "site"

    def ready(self) -> None:
        """Lend the parts that know no Django its translations, and hear of what happens to accounts."""
        from blognomic.accounts import events

        events.listen()
        _keep_apart_what_is_filled_in()
        name_by(lambda rule: usual()[rule])
        speak_by(
            Translator(
                gettext,
                ngettext,
                comma=lambda: get_format("THOUSAND_SEPARATOR"),
                plainly=in_the_games_language,
                is_plain=lambda: get_language() == settings.LANGUAGE_CODE,
                dressed=said,
                of_the_law=phrases.told,
                passing=lambda kind, tick, text: holes.hole(kind, str(tick)) if holes.is_open(kind) else text,
            )
        )


def _keep_apart_what_is_filled_in() -> None:
    """Let all that translates, also for templates and for Django itself, answer sentences that keep apart what is
    filled into them. `_trans` is where Django looks its functions up; a test holds that it still is."""
    translators = translation._trans
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        remembers = name in ("gettext", "ngettext")
        setattr(translators, name, keeping_apart(getattr(trans_real, name), remembers=remembers))
