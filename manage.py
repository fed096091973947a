#!/usr/bin/env python
"""Runs the site's commands: `python manage.py help` lists them."""

import os
import sys


def main():
    if sys.version_info < (3, 11):
        sys.exit("BlogNomic needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import Error
    except ImportError:
        sys.exit("Django is not installed here: run `make run` or `make test`, or use .venv/bin/python.")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit("The site is not configured: %s" % error)
    except Error as error:
        from blognomic.database.troubles import for_hosts

        sentence = for_hosts(error)
        if not sentence:
            raise
        sys.exit("%s (%s) docs/runbook.md says more." % (sentence, error))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
