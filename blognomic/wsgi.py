"""The WSGI application, for gunicorn and its like."""

import os

from .accounts.published_passwords import application_for_others as get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
application = get_wsgi_application()  # sets up what the next line imports

from blognomic.languages import remember_texts  # noqa: E402

remember_texts()
