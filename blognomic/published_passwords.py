"""Nobody serves the demo to others: its players' password is published with the program."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from votables.demo.accounts import with_the_published_password

SHOWN = 5


def refuse_published_passwords() -> None:
    """Raise ImproperlyConfigured if the site is to be served to others (DEBUG=0), and somebody in its database can be
    signed in as by the password that the program publishes for the demo. Three queries, and a hash or two."""
    if settings.DEBUG:
        return
    names = with_the_published_password()
    if names:
        named = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if names[SHOWN:] else "")
        raise ImproperlyConfigured(  # for the host, in English
            f"DATABASE_URL names a database with the demo in it, whose password everybody can read in the program "
            f"({named}). Name an empty database and found your own game in it (manage.py found_game), or give each "
            f"of them another password (manage.py changepassword NAME)."
        )
