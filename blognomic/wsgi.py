"""The WSGI application, for gunicorn and its like."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
django_application = get_wsgi_application()  # sets up what the next line imports

from blognomic.given_again import GivenAgain  # noqa: E402

application = GivenAgain(django_application)
