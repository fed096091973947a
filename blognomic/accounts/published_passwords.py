"""Nobody serves the demo to others: its players' password is published with the program."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.db import Error, connection

SHOWN = 5


def refuse_published_passwords() -> None:
    """Raise ImproperlyConfigured if the site is to be served to others (DEBUG=0), and somebody in its database can be
    signed in as by the password that the program publishes for the demo. Three queries, and a hash or two."""
    from votables.demo.accounts import with_the_published_password  # whose models Django loads first

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


def application_for_others() -> WSGIHandler:
    """Django's application, for whatever server. Raises ImproperlyConfigured as above; where there is no database yet,
    or none that is migrated, /ready/ says so."""
    application = get_wsgi_application()
    try:
        refuse_published_passwords()
    except Error:
        pass
    finally:
        connection.close()  # the processes that serve are copies of this one, and each has its own
        if getattr(connection, "pool", None):
            connection.close_pool()
    return application
