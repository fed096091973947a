"""The WSGI application, for gunicorn and its like."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
django_application = get_wsgi_application()  # sets up what the next line imports

from django.db import Error, connection  # noqa: E402

from blognomic.given_again import GivenAgain  # noqa: E402
from blognomic.languages import remember_texts  # noqa: E402
from blognomic.published_passwords import refuse_published_passwords  # noqa: E402

remember_texts()
try:
    refuse_published_passwords()
except Error:
    pass  # there is no database yet, or none that is migrated: /ready/ says so
finally:
    connection.close()  # the processes that serve are copies of this one, and each has its own
    if getattr(connection, "pool", None):
        connection.close_pool()
application = GivenAgain(django_application)
